"""Who holds what: players, companies, trains, phases, tiles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from ...engine.game import Game
from ...engine.render import company_svg
from ...engine.shares import certificates, operating_order, percent, price
from ...engine.state import BANK, POOL
from ...engine.steps.auction import UNSOLD, locked
from ...engine.steps.stock import certificate_limit
from ...engine.words import colour_name, owner_name, phase_name, place_name
from ..games import page_for
from .scene import Scene, language
from .words import chip, private_power

Entry = dict[str, Any]


def players(scene: Scene) -> Entry:
    """Return the table of holdings: a column for each player, a row for each company."""
    game = scene.game
    companies = [c for c in operating_order(game) if game.definition.companies[c].certificates]
    scores = game.rules.scores(game)
    limit = certificate_limit(game)
    rows = []
    for seat, name in enumerate(game.players):
        bound = locked(game, seat)
        rows.append(
            {
                "seat": seat,
                "name": name,
                "bot": seat >= len(game.header.players)
                or next((s.bot for s in scene.seats if s.index == seat), ""),
                "mine": seat in scene.held,
                "acts": game.actor == seat,
                "priority": game.state.priority == seat,
                "cash": scene.money(game.state.cash[seat]),
                "bound": scene.money(bound) if bound else "",
                "worth": scene.money(scores[seat]),
                "certificates": certificates(game, seat),
                "over": certificates(game, seat) > limit,
                "owned": [chip(game, c) for c in _owned(game, seat)],
            }
        )
    holders = {holder for company in companies for holder in game.state.shares[company]}
    places = [place for place in game.rules.share_places if place in holders]
    columns: list[tuple[str, list[str]]] = [
        (owner_name(game, place, scene.language).capitalize(), [place])
        for place in places
        if place not in game.definition.companies
    ]
    treasuries = [place for place in places if place in game.definition.companies]
    if treasuries:  # a company keeps few shares but its own
        columns.append((_("Treasury"), treasuries))
    owners: list[tuple[int | str, str]] = [*enumerate(game.players), (UNSOLD, _("For sale"))]
    return {
        "rows": rows,
        "places": [name for name, _places in columns],
        "companies": [
            {
                "sign": chip(game, company),
                "price": scene.money(price(game, company)),
                "shares": [_share(game, company, seat) for seat in range(len(game.players))],
                "elsewhere": [
                    sum(percent(game, company, place) for place in column)
                    for _name, column in columns
                ],
            }
            for company in companies
        ],
        "limit": limit,
        "privates": [(name, found) for owner, name in owners if (found := _privates(game, owner))],
        "has_owned": any(row["owned"] for row in rows),
    }


def _share(game: Game, company: str, seat: int) -> Entry:
    return {
        "part": percent(game, company, seat),
        "director": game.state.president.get(company) == seat,
        "acts": game.actor == seat,
    }


def _owned(game: Game, seat: int) -> list[str]:
    """Return the companies without shares that belong to a player."""
    companies = game.definition.companies
    return [
        c
        for c in companies
        if not companies[c].certificates and game.state.president.get(c) == seat
    ]


def _privates(game: Game, owner: int | str) -> list[Entry]:
    return [
        {
            "id": p,
            "name": entry.name,
            "income": game.rules.private_worth(game, p),
            "power": private_power(game, p, language()) or entry.name,
        }
        for p, entry in game.definition.privates.items()
        if game.state.private_owner.get(p) == owner
    ]


def companies(scene: Scene) -> Entry:
    """Return the sheets of the started companies in operating order, and the others' names."""
    game = scene.game
    page = page_for(game.header.game)
    started = page.companies(game)
    out = game.state.closed
    waiting = [c for c in game.definition.companies if c not in started and c not in out]
    return {
        "sheets": [
            {
                "id": c,
                "svg": mark_safe(company_svg(game, c, scene.language)),
                "facts": page.company_facts(game, c),
            }
            for c in started
        ],
        "waiting": [
            {
                "sign": chip(game, c),
                "name": game.definition.companies[c].name,
                "home": place_name(game, game.definition.companies[c].home),
                "destination": place_name(game, game.definition.companies[c].destination or ""),
                "bonus": game.definition.companies[c].bonus,
            }
            for c in waiting
        ],
    }


def trains(scene: Scene) -> Entry:
    """Return the trains for sale and the phases, the present one marked."""
    game = scene.game
    in_bank = [game.kind_of(card) for card in game.state.trains[BANK]]
    in_pool = [game.kind_of(card) for card in game.state.trains[POOL]]
    kinds = []
    page = page_for(game.header.game)
    for kind, train in game.definition.trains.items():
        if train.group:  # in the row of the card that it was bought as
            continue
        faces = page.faces(game, kind)
        owners = [
            {"sign": chip(game, company), "face": game.kind_of(card) if faces else ""}
            for company in game.definition.companies
            for card in game.state.trains.get(company, ())
            if game.kind_of(card) in (kind, *faces)
        ]
        if train.parts and not owners:  # what could be combined
            continue
        trains = [game.definition.trains[face] for face in faces] or [train]
        kinds.append(
            {
                "kind": kind,
                "faces": faces,
                "price": scene.money(train.price),
                "range": ", ".join(page.train_range(each) for each in trains),
                "left": "∞" if train.count < 0 and kind in in_bank else in_bank.count(kind),
                "pool": in_pool.count(kind) or "",
                "owners": owners,
                "scrapped_by": train.scrapped_by or "–",
                "next": not game.definition.stacks and in_bank[:1] == [kind],
                "seller": chip(game, train.seller) if train.seller else "",
                "to_seller": scene.money(train.to_seller) if train.seller else "",
            }
        )
    phases = [
        {
            "name": phase_name(game, phase.name, scene.language),
            "starts_with": phase.starts_with or "–",
            "colours": [
                {"id": c, "name": colour_name(game, c, scene.language)} for c in phase.colours
            ],
            "limit": phase.train_limit,
            "each": phase.limit_each,
            "rounds": phase.rounds,
            "now": number == game.state.phase,
            "notes": _notes(scene, number),
        }
        for number, phase in enumerate(game.definition.phases)
    ]
    extra = {
        "pool": any(kind["pool"] for kind in kinds),
        "scrapping": any(train.scrapped_by for train in game.definition.trains.values()),
        "sellers": any(train.seller for train in game.definition.trains.values()),
    }
    return {
        "kinds": kinds,
        "phases": phases,
        **extra,
        "columns": 4 + sum(extra.values()),
        "starting": any(p.starts_with not in (None, p.name) for p in game.definition.phases),
        "facts": page_for(game.header.game).train_facts(game),
    }


def _notes(scene: Scene, number: int) -> list[str]:
    """Say what a phase allows that the one before did not, and what it ends."""
    game = scene.game
    phase = game.definition.phases[number]
    known = game.definition.phases[number - 1].allows if number else ()

    def said(keys: Iterable[str]) -> list[str]:
        ids = [f"allows.{key}" for key in keys]
        return [game.text(key, scene.language) for key in ids if key in game.rules.texts]

    notes = said(key for key in phase.allows if key not in known)
    ended = said(key for key in known if key not in phase.allows)
    if ended:
        notes.append(_("no longer: %(what)s") % {"what": ", ".join(ended)})
    if phase.closes_privates:
        notes.append(_("privates close"))
    return notes


def picture_of(game: Game, tile: str, rotation: int = 0) -> str:
    """Return the address of a tile's picture."""
    return f"/t/tiles/{game.header.game}/{game.header.edition}/{quote(tile, '')}/{rotation}.svg"


def tiles(scene: Scene) -> list[Entry]:
    """Return the tiles by colour with how many are left."""
    game = scene.game
    found: dict[str, list[Entry]] = {}
    for name, tile in game.definition.tiles.items():
        left, total = game.state.supply[name], game.definition.tile_counts[name]
        found.setdefault(tile.colour, []).append(
            {
                "name": name,
                "label": _("tile %(name)s") % {"name": name},
                "picture": picture_of(game, name),
                "left": "∞" if total < 0 else left,
                "total": "∞" if total < 0 else total,
                "gone": left == 0,
            }
        )
    return [
        {"name": colour_name(game, colour, scene.language), "tiles": entries}
        for colour, entries in found.items()
    ]
