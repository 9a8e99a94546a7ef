"""Addresses of the API."""

from __future__ import annotations

from django.urls import path

from . import views
from .http import endpoint

_MISSING = endpoint(GET=views.missing, POST=views.missing, PUT=views.missing, DELETE=views.missing)

urlpatterns = [
    path("games/", endpoint(GET=views.list_games)),
    path("games/<str:game>/", endpoint(GET=views.show_game)),
    path("tables/", endpoint(GET=views.list_tables, POST=views.create)),
    path("tables/<slug:slug>/", endpoint(GET=views.show, DELETE=views.delete)),
    path("tables/<slug:slug>/legal/", endpoint(GET=views.legal)),
    path("tables/<slug:slug>/actions/", endpoint(GET=views.actions, POST=views.act)),
    path("tables/<slug:slug>/join/", endpoint(POST=views.join)),
    path("tables/<slug:slug>/leave/", endpoint(POST=views.leave)),
    path("tables/<slug:slug>/start/", endpoint(POST=views.start)),
    path("tables/<slug:slug>/undo/", endpoint(POST=views.undo)),
    path("tables/<slug:slug>/redo/", endpoint(POST=views.redo)),
    path("tables/<slug:slug>/branch/", endpoint(POST=views.branch)),
    path("tables/<slug:slug>/hand/", endpoint(POST=views.hand)),
    path("tables/<slug:slug>/take-back/", endpoint(POST=views.take_back)),
    path("tables/<slug:slug>/abandon/", endpoint(POST=views.abandon)),
    path("tables/<slug:slug>/replace/", endpoint(POST=views.replace)),
    path("tables/<slug:slug>/rematch/", endpoint(POST=views.rematch)),
    path("tables/<slug:slug>/hide/", endpoint(POST=views.hide)),
    path("tables/<slug:slug>/notes/", endpoint(GET=views.show_notes, POST=views.write_notes)),
    path("tables/<slug:slug>/why/", endpoint(GET=views.why)),
    path("tables/<slug:slug>/routes/", endpoint(GET=views.routes)),
    path("tables/<slug:slug>/export/", endpoint(GET=views.export)),
    path("<path:rest>", _MISSING),
]
