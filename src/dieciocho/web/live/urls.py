"""Addresses of the news."""

from __future__ import annotations

from django.urls import path

from .views import follow

urlpatterns = [path("<slug:slug>/", follow, name="live")]
