"""Addresses of the table page."""

from __future__ import annotations

from django.urls import path

from . import fragments, manual, studies, views

urlpatterns = [
    path(
        "tiles/<str:game>/<str:edition>/<str:tile>/<int:rotation>.svg", fragments.tile, name="tile"
    ),
    path("rules/<str:game>/", manual.rules, name="rules"),
    path("intro/<str:game>/", manual.intro, name="intro"),
    path("<slug:slug>/", views.table, name="table"),
    path("<slug:slug>/act/", views.act, name="act"),
    path("<slug:slug>/undo/", views.undo, name="undo"),
    path("<slug:slug>/redo/", views.redo, name="redo"),
    path("<slug:slug>/branch/", views.branch, name="branch"),
    path("<slug:slug>/say/", views.say, name="say"),
    path("<slug:slug>/program/", views.program, name="program"),
    path("<slug:slug>/program/<int:number>/cancel/", views.cancel, name="cancel_program"),
    path("<slug:slug>/guide/", views.guided, name="guide"),
    path("<slug:slug>/hex/<str:name>/", fragments.hex_card, name="hex"),
    path("<slug:slug>/effect/", fragments.effect, name="effect"),
    path("<slug:slug>/routes/", fragments.routes, name="routes"),
    path("<slug:slug>/legend/", fragments.legend, name="legend"),
    path("<slug:slug>/log/", fragments.log, name="log"),
    path("<slug:slug>/news/", fragments.news, name="news"),
    path("<slug:slug>/hint/", studies.hint, name="hint"),
    path("<slug:slug>/analysis/", studies.analysis, name="analysis"),
    path("<slug:slug>/result/", views.result, name="result"),
]
