"""Who holds what: players, companies, trains, phases, tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from ...engine.game import Game
from ...engine.reading import PlayerView
from ...engine.render import company_svg
from ...engine.state import BANK, POOL, Owner
from ...engine.steps.auction import UNSOLD
from ...engine.words import colour_name, owner_name, phase_name, place_name
from ...page.names import chip, private_power
from ...page.teller import Teller
from .scene import Scene

Entry = dict[str, Any]

# Where a long name may be parted, with a hyphen, if there is no room for it: before a syllable.
_PARTED = re.compile(r"(?<=\w{3})(?=[b-df-hj-np-tv-zñ][aeiouáéíóúü]\w)", re.IGNORECASE)


def players(scene: Scene) -> Entry:
    """Return the table of holdings: a column for each player, a row for each company."""
    game, seats, known = scene.game, scene.game.seats, scene.game.companies
    companies = [known[c] for c in game.market.order if known[c].holders]
    rows = [_player(scene, player) for player in seats]
    holders = {holder for company in companies for holder in company.holders}
    places = [place for place in game.rules.share_places if place in holders]
    columns: list[tuple[str, list[str]]] = [
        (named(scene, place), [place]) for place in places if place not in game.definition.companies
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
                "sign": chip(game, company.id),
                "price": scene.money(company.price or 0),
                "shares": [
                    {
                        "part": company.held_by(player),
                        "director": company.id in player.directs,
                        "acts": player.acts,
                    }
                    for player in seats
                ],
                "elsewhere": [
                    sum(company.held_by(place) for place in column) for _name, column in columns
                ],
            }
            for company in companies
        ],
        "limit": seats[0].certificate_limit,
        "director": game.text("picture.director", scene.language).lower(),
        "privates": [
            (name, found) for owner, name in owners if (found := _privates(scene.tell, owner))
        ],
        "has_owned": any(row["owned"] for row in rows),
    }


def _player(scene: Scene, player: PlayerView) -> Entry:
    game, seat = scene.game, player.seat
    charters = game.definition.companies  # those without shares belong to a player whole
    return {
        "seat": seat,
        "name": _PARTED.sub("\u00ad", player.name),
        "bot": player.automaton or next((s.bot for s in scene.seats if s.index == seat), ""),
        "mine": seat in scene.held,
        "acts": player.acts,
        "priority": player.priority,
        "cash": scene.money(player.cash),
        "bound": scene.money(player.bound) if player.bound else "",
        "worth": scene.money(player.value),
        "certificates": player.certificates,
        "over": player.certificates > player.certificate_limit,
        "owned": [chip(game, c) for c in player.directs if not charters[c].certificates],
    }


def _privates(tell: Teller, owner: int | str) -> list[Entry]:
    game = tell.game
    return [
        {
            "id": p.id,
            "name": p.name,
            "income": game.rules.private_worth(game, p.id),
            "power": private_power(tell, p.id) or p.name,
        }
        for p in game.privates.values()
        if p.owner == owner
    ]


def companies(scene: Scene) -> Entry:
    """Return the sheets of the started companies in operating order, and the others' names."""
    game = scene.game
    page = scene.tell.page
    started = page.companies(game)
    waiting = [company for c, company in game.companies.items() if c not in started]
    return {
        "sheets": [
            {
                "id": c,
                "svg": mark_safe(company_svg(game, c, scene.language)),
                "facts": page.company_facts(scene.tell, c),
            }
            for c in started
        ],
        "waiting": [
            {
                "sign": chip(game, c.id),
                "name": c.name,
                "home": place_name(game, c.charter.home),
                "destination": place_name(game, c.charter.destination or ""),
                "bonus": c.charter.bonus,
            }
            for c in waiting
        ],
    }


def named(scene: Scene, owner: Owner) -> str:
    """Return who or what holds something, as a heading."""
    return owner_name(scene.game, owner, scene.language).capitalize()


def trains(scene: Scene) -> Entry:
    """Return the trains for sale and the phases, the present one marked."""
    game = scene.game
    depot, kinds = game.trains, []
    owned = depot.owned
    page, printed = scene.tell.page, game.definition.trains
    sold = {k: game.rules.faces(game, train.kind) for k, train in printed.items() if train.count}
    # A card that is a train only when it is bought has what it can become in its row.
    rows = {
        k: tuple(faces) if len(faces) > 1 or k not in faces else () for k, faces in sold.items()
    }
    inside = {face for k, faces in rows.items() for face in faces if face != k}
    for kind, card in depot.kinds.items():
        if kind in inside:
            continue
        faces = rows.get(kind, ())
        owners = [
            {"sign": chip(game, company), "face": each.kind if faces else ""}
            for company, cards in owned.items()
            for each in cards
            if each.kind in (kind, *faces)
        ]
        if not owners and not any(kind in (k, *faces) for k, faces in sold.items()):
            continue  # nobody can buy it
        seller, part = page.seller(game, card.kind) if page.seller else ("", 0)
        trains = [printed[face] for face in faces] or [card.printed]
        kinds.append(
            {
                "kind": kind,
                "faces": faces,
                "price": scene.money(card.price),
                "range": ", ".join(page.train_range(each) for each in trains),
                "left": "∞" if card.left is None else card.left,
                "pool": card.pool or "",
                "owners": owners,
                "scrapped_by": card.scrapped_by or "–",
                "next": card.next,
                "seller": chip(game, seller) if seller else "",
                "to_seller": scene.money(part) if seller else "",
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
            "each": page.each_limit(phase),
            "rounds": phase.rounds,
            "now": number == game.state.phase,
            "notes": _notes(scene, number),
        }
        for number, phase in enumerate(game.definition.phases)
    ]
    extra = {
        "pool": named(scene, POOL) if any(kind["pool"] for kind in kinds) else "",
        "scrapping": any(train.scrapped_by for train in game.definition.trains.values()),
        "sellers": page.seller is not None,
    }
    return {
        "kinds": kinds,
        "phases": phases,
        "bank": named(scene, BANK),
        **extra,
        "columns": 4 + sum(map(bool, extra.values())),
        "starting": any(p.starts_with not in (None, p.name) for p in game.definition.phases),
        "facts": page.train_facts(scene.tell),
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
    return _picture(game.header.game, game.header.edition, tile, rotation)


@cache
def _picture(*tile: str | int) -> str:
    return reverse("tile", args=tile)


def tiles(scene: Scene) -> list[Entry]:
    """Return the tiles by colour with how many are left; sides of a piece stand together."""
    game = scene.game
    found: dict[str, list[Entry]] = {}
    for name, tile in game.definition.tiles.items():
        left, total = game.state.supply[name], game.definition.tile_counts[name]
        alike = [
            side
            for side in game.definition.faces[name]
            if game.definition.tiles[side].colour == tile.colour
        ]
        if name != alike[0]:
            continue  # it stands with the first side
        found.setdefault(tile.colour, []).append(
            {
                "sides": [
                    {
                        "name": side,
                        "label": _("tile %(name)s") % {"name": side},
                        "picture": picture_of(game, side),
                    }
                    for side in alike
                ],
                "left": "∞" if total < 0 else left,
                "total": "∞" if total < 0 else total,
                "gone": left == 0,
            }
        )
    return [
        {"id": colour, "name": colour_name(game, colour, scene.language), "tiles": entries}
        for colour, entries in found.items()
    ]
