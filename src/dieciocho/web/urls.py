"""Addresses of the web application."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("dieciocho.web.api.urls")),
    path("live/", include("dieciocho.web.live.urls")),
    path("t/", include("dieciocho.web.play.urls")),
    path("", include("dieciocho.web.lobby.urls")),
]
