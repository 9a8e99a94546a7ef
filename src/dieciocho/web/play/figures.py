"""All figures of a game in two tables that can be sorted: its players and its companies."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from ...engine.game import Game
from ...engine.reading import CompanyView, PlayerView
from ...page.base import page_of
from ...page.names import chip
from .fortunes import Fortune, fortunes
from .holdings import named
from .scene import Scene

Cell = dict[str, Any]
_LAST = 6  # operating rounds whose revenue is shown


def figures(scene: Scene) -> dict[str, Any]:
    """Return the tables as headings and rows of cells, each with the value it is sorted by."""
    return {"players": _players(scene), "companies": _companies(scene)}


def _cell(shown: Any, value: float | None = None) -> Cell:
    """A cell and what it is sorted by: nothing comes last."""
    return {"shown": shown, "value": "" if value is None else value}


def _players(scene: Scene) -> dict[str, Any]:
    heads = [
        _("Cash"),
        _("Liquidity"),
        _("Shares"),
        *([_("Private companies")] if scene.game.privates else []),
        _("Worth"),
        _("Certificates"),
        _("Directs"),
    ]
    parts = fortunes(scene.game)
    seats = zip(scene.game.seats, parts, strict=True)
    rows = [{"name": seat.name, "cells": _player(scene, seat, own)} for seat, own in seats]
    return {"heads": heads, "rows": rows}


def _player(scene: Scene, player: PlayerView, own: Fortune) -> list[Cell]:
    game = scene.game
    shares, privates = sum(own.companies.values()), sum(own.privates.values())
    directs = [chip(game, company) for company in player.directs]
    return [
        _cell(scene.money(player.cash), player.cash),
        _cell(scene.money(player.liquidity), player.liquidity),
        _cell(scene.money(shares), shares),
        *(
            [_cell(scene.money(privates) if privates else "–", privates or None)]
            if game.privates
            else []
        ),
        _cell(scene.money(player.value), player.value),
        _cell(f"{player.certificates}/{player.certificate_limit}", player.certificates),
        {**_cell("", len(directs)), "signs": directs},
    ]


def _companies(scene: Scene) -> dict[str, Any]:
    game = scene.game
    earned = revenue_by_round(game)
    rounds = [*earned][-_LAST:]
    known = [
        company
        for company in game.companies.values()
        if company.started or company.floated or any(map(company.held_by, game.seats))
    ]
    places = [p for p in game.rules.share_places if any(c.held_by(p) for c in known)]
    places = [p for p in places if p not in game.definition.companies]
    heads = [
        _("Order"),
        _("Price"),
        _("Par"),
        _("Treasury"),
        _("Train"),
        scene.tell.say("stations_count"),
        *(_("OR %(name)s") % {"name": name} for name in rounds),
        *game.players,
        *(named(scene, place) for place in places),
    ]
    rows = [
        {
            "name": company.id,
            "title": company.name,
            "sign": chip(game, company.id),
            "cells": [
                *_company(scene, company),
                *(_earned(scene, earned[name].get(company.id)) for name in rounds),
                *(_part(company, holder) for holder in (*game.seats, *places)),
            ],
        }
        for company in known
    ]
    return {"heads": heads, "rows": rows}


def _company(scene: Scene, company: CompanyView) -> list[Cell]:
    game = scene.game
    trains = [train.kind for train in company.trains]
    left = game.state.stations_left.get(company.id)
    place, price, par = company.position, company.price, company.par
    return [
        _cell(place or "–", place),
        _cell("–" if price is None else scene.money(price), price),
        _cell("–" if par is None else scene.money(par), par),
        _cell(scene.money(company.treasury), company.treasury),
        _cell(", ".join(trains) or "–", len(trains)),
        _cell("–" if left is None else left, left),
    ]


def _part(company: CompanyView, holder: Any) -> Cell:
    part = company.held_by(holder)
    president = company.president
    star = "★" if president and president == holder else ""
    return _cell(f"{part}{star}" if part or star else "·", part or None)


def _earned(scene: Scene, found: tuple[int, bool] | None) -> Cell:
    """Revenue that was kept stands in brackets."""
    if found is None:
        return _cell("–")
    money, kept = found
    shown = scene.money(money)
    return _cell(f"[{shown}]" if kept and money else shown, money)


def revenue_by_round(game: Game) -> dict[str, dict[str, tuple[int, bool]]]:
    """Return what each company earned in every operating round, and whether it was kept."""
    fields = page_of(game.header.game).revenue
    found: dict[str, dict[str, tuple[int, bool]]] = {}
    now: dict[str, tuple[int, bool]] = {}
    for message in [*game.opening_log, *(m for record in game.history for m in record.log)]:
        params = message.params
        if message.id == "log.operating_round":
            now = found.setdefault(f"{params['number']}.{params['part']}", {})
        elif message.id in fields and "company" in params:
            now[params["company"]] = (params[fields[message.id]], message.id == "log.kept")
    return found
