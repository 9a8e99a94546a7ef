"""Addresses of the API."""

from __future__ import annotations

from django.urls import path

from . import openapi, studies, views
from .http import endpoint

_MISSING = endpoint(GET=views.missing, POST=views.missing, PUT=views.missing, DELETE=views.missing)

urlpatterns = [
    path("openapi.json", endpoint(GET=openapi.show)),
    path("games/", endpoint(GET=views.list_games)),
    path("games/<str:game>/", endpoint(GET=views.show_game)),
    path("tables/", endpoint("tables", GET=views.list_tables, POST=views.create)),
    path("import/", endpoint("tables", POST=views.adopt)),
    path("tables/<slug:slug>/", endpoint(GET=views.show, DELETE=views.delete)),
    path("tables/<slug:slug>/legal/", endpoint("looks", GET=views.legal)),
    path("tables/<slug:slug>/actions/", endpoint("actions", GET=views.actions, POST=views.act)),
    path("tables/<slug:slug>/join/", endpoint("tables", POST=views.join)),
    path("tables/<slug:slug>/leave/", endpoint("chat", POST=views.leave)),
    path("tables/<slug:slug>/start/", endpoint(POST=views.start)),
    path("tables/<slug:slug>/undo/", endpoint("actions", POST=views.undo)),
    path("tables/<slug:slug>/redo/", endpoint("actions", POST=views.redo)),
    path("tables/<slug:slug>/branch/", endpoint("tables", POST=views.branch)),
    path("tables/<slug:slug>/hand/", endpoint("chat", POST=views.hand)),
    path("tables/<slug:slug>/take-back/", endpoint("chat", POST=views.take_back)),
    path("tables/<slug:slug>/abandon/", endpoint("chat", POST=views.abandon)),
    path("tables/<slug:slug>/replace/", endpoint("chat", POST=views.replace)),
    path("tables/<slug:slug>/rematch/", endpoint("tables", POST=views.rematch)),
    path("tables/<slug:slug>/hide/", endpoint("chat", POST=views.hide)),
    path(
        "tables/<slug:slug>/notes/", endpoint("chat", GET=views.show_notes, POST=views.write_notes)
    ),
    path("tables/<slug:slug>/chat/", endpoint("chat", GET=views.show_chat, POST=views.say)),
    path(
        "tables/<slug:slug>/programs/",
        endpoint("actions", GET=views.show_programs, POST=views.program),
    ),
    path("tables/<slug:slug>/programs/<int:number>/", endpoint(DELETE=views.cancel)),
    path("tables/<slug:slug>/why/", endpoint("looks", GET=views.why)),
    path("tables/<slug:slug>/routes/", endpoint("looks", GET=views.routes)),
    path(
        "tables/<slug:slug>/hint/",
        endpoint("programs", GET=studies.show_hint, POST=studies.ask_hint),
    ),
    path(
        "tables/<slug:slug>/analysis/",
        endpoint(
            "programs",
            GET=studies.show_analysis,
            POST=studies.ask_analysis,
            DELETE=studies.cancel_analysis,
        ),
    ),
    path("tables/<slug:slug>/export/", endpoint(GET=views.export)),
    path("<path:rest>", _MISSING),
]
