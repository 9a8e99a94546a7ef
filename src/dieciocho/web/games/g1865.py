"""The page of 1865 Sardinia: maritime companies, connections, Dragons, absorptions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...engine.actions import Choice, Choose, Take
from ...engine.definition import Train
from ...engine.game import Game
from ...engine.shares import operating_order
from ...engine.words import place_name, private_name
from ...games.g1865.absorption import compensation, means
from ...games.g1865.actions import Absorb, Convert, Transfer
from ...games.g1865.components import figures
from ...games.g1865.connections import ways_of
from ...games.g1865.dragons import zone_price
from ...games.g1865.facts import facts, loans_of, this_turn
from ...games.g1865.stations import marker_problem
from ..play.offers import Card, option
from ..play.scene import Scene
from ..play.words import chip
from .base import GamePage, Setting, Sheet


def _take(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Take)
        private = game.definition.privates[choice.action.document]
        told = (
            _("serves %(places)s") % {"places": ", ".join(private.places)},
            _("%(money)s in every operating round, or capacity %(capacity)s for a company")
            % {"money": scene.money(private.income), "capacity": figures().maritime_capacity},
        )
        made = (option(scene, choice, _("Take it"), look=False),)
        yield Card(private_name(game, choice.action.document), made, facts=told)


def _transfer(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game, company = scene.game, this_turn(scene.game).company
    for choice in choices:
        assert isinstance(choice.action, Transfer)
        private = game.definition.privates[choice.action.private]
        told = (
            _("capacity +%(count)s for %(company)s; you lose %(money)s in every operating round")
            % {
                "count": figures().maritime_capacity,
                "company": company,
                "money": scene.money(private.income),
            },
        )
        made = (option(scene, choice, _("Transfer it")),)
        yield Card(private.name, made, chip(game, company), told)


def _repay(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game, company = scene.game, this_turn(scene.game).company
    for choice in choices:
        label = _("Repay %(money)s") % {"money": scene.money(figures().loan)}
        told = (_("loans: %(count)s") % {"count": loans_of(game, company)},)
        yield Card(_("State loan"), (option(scene, choice, label),), chip(game, company), told)


def _convert(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Convert)
        charter = game.definition.companies[choice.action.company]
        told = (_("ten shares instead of five, and more markers"),)
        made = (option(scene, choice, _("Become a major")),)
        yield Card(charter.name, made, chip(game, charter.id), told)


def _absorb(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Absorb)
        absorbed, absorber = action.company, action.absorber
        rows = (
            (_("compensation per share"), scene.money(zone_price(game, absorbed))),
            (_("compensation in all"), scene.money(compensation(game, absorbed))),
            (_("cash of both"), scene.money(_cash(game, absorber) + _cash(game, absorbed))),
            (_("with own shares and loans"), scene.money(means(game, absorber, absorbed))),
        )
        title = _("%(absorber)s absorbs %(company)s") % {"absorber": absorber, "company": absorbed}
        made = (option(scene, choice, title),)
        yield Card(title, made, chip(game, absorber), rows=rows)


def _cash(game: Game, company: str) -> int:
    return game.state.cash[company]


def _choose(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Hexes: a new home, or a marker."""
    for choice in choices:
        assert isinstance(choice.action, Choose)
        name = choice.action.option
        made = (option(scene, choice, _("Choose it")),)
        yield Card(place_name(scene.game, name), made, hex=name)


def _opens(game: Game, trial: Game, company: str) -> list[str]:
    """Say what a tile does for the traffic and the markers of a company."""
    old, new = (facts(g).traffic.get(company, 0) for g in (game, trial))
    lines = [_("Traffic %(old)s → %(new)s.") % {"old": old, "new": new}] if old != new else []
    more = _ends(trial, company) - _ends(game, company)
    if more:
        places = ", ".join(place_name(game, name) for name in sorted(more))
        lines.append(_("Opens a connection to %(places)s.") % {"places": places})
    return lines


def _ends(game: Game, company: str) -> set[str]:
    """Return where the company could place a marker by a direct connection."""
    hexes = game.definition.hex_list
    ends = {hexes[way.target[0]].name for way in ways_of(game, company)}
    return {name for name in ends if marker_problem(game, company, name) is None}


def _dragons(scene: Scene) -> dict[str, Any]:
    chart = scene.game.rules.charts(scene.game, scene.language)["dragons"]
    told = ("log.dragons_", "log.row_moved")
    moves = [
        scene.game.rules.texts.show(message, scene.language)
        for record in scene.game.history[-60:]
        for message in record.log
        if message.id.startswith(told)
    ]
    runs = [(move, len(list(same))) for move, same in groupby(moves)]
    return {"chart": mark_safe(chart), "moves": runs[-8:]}


def _says(train: Train) -> str:
    return _("carries %(count)s traffic") % {"count": train.capacity}


def _notes() -> list[tuple[str, list[str]]]:
    return [
        (
            _("The map and the tiles are reconstructed"),
            [
                _(
                    "The printed board was not at hand. Map and tiles were made so that every "
                    "clue and every example of the rulebook holds; whoever owns the board can "
                    "correct them in one file."
                ),
            ],
        ),
        (
            _("How the Dragons act"),
            [
                _("They take a turn before the first player and after every player's turn."),
                _("They sell what lies in the red zone of their chart, as far as the pool takes."),
                _(
                    "Then they buy one share in the green zone: of which they hold the fewest, "
                    "then the highest estimate, the lowest price, the top of the pile."
                ),
                _("The estimate of a company: the levels of its trains and its markers."),
            ],
        ),
    ]


PAGE = GamePage(
    summary=gettext_lazy(
        "Sardinia and Corsica: traffic instead of routes, stations by direct connection, companies "
        "that absorb each other, and the Dragons, who invest by their own chart."
    ),
    settings=(
        Setting(
            "variant",
            gettext_lazy("Length"),
            (
                ("", gettext_lazy("normal: both islands")),
                ("short", gettext_lazy("short: Sardinia only")),
            ),
            "",
            (2, 3),
        ),
    ),
    builders={
        "take": _take,
        "transfer": _transfer,
        "repay": _repay,
        "convert": _convert,
        "absorb": _absorb,
        "choose": _choose,
    },
    train_range=lambda train: str(train.capacity),
    train_says=_says,
    companies=operating_order,
    opens=_opens,
    sheets=(Sheet("dragons", gettext_lazy("Dragons"), "play/dragons.html", _dragons),),
    notes=_notes,
)
