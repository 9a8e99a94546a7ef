"""István's board on the page of 18Magyarország: his cards, what they say, where he stands."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...engine.game import Game
from ...engine.shares import percent
from ...games.g18mag import istvan
from ...games.g18mag.cards import cards, cards_of, is_solo, option, programme, stock_card
from ...games.g18mag.facts import facts
from ..play.scene import Scene
from ..play.words import chip
from .base import Sheet

Entry = dict[str, Any]


def _meaning(action: str) -> str:
    """Say in words what an action of a company card asks for."""
    word, _blank, what = action.partition(" ")
    if word == "BUY":
        return _("buy a %(kind)s-train as soon as possible") % {"kind": what}
    if word == "SWAP":
        return _("with more than %(money)s Ft: scrap a 2-train, buy a %(kind)s-train") % {
            "money": istvan.THRESHOLDS[what],
            "kind": what,
        }
    if word == "STATION":
        return _("place a station in %(hex)s") % {"hex": what}
    if word == "SIB30/80":
        return _("buy a 2-train from a sister: a higher one for 30, else a lower one for 80")
    return _("buy a 2-train from a higher sister for 30")


def _card(game: Game, minor: str) -> Entry:
    difficulty = option(game, "difficulty")
    done = facts(game).programme.get(minor, 0)
    return {
        "sign": chip(game, minor),
        "minor": minor,
        "treasury": game.state.cash[minor],
        "trains": ", ".join(game.kind_of(card) for card in game.state.trains[minor]) or "–",
        "printed": f"{difficulty} {minor}" in cards_of(game).printed,
        "waits": minor in facts(game).swapping,
        "actions": [
            {"text": action, "says": _meaning(action), "done": n < done, "next": n == done}
            for n, action in enumerate(programme(game, minor))
        ],
    }


def content(scene: Scene) -> Entry:
    """Return his whole board."""
    game = scene.game
    stock = stock_card(game)
    rows = [
        {
            "sign": chip(game, company),
            "held": percent(game, company, istvan.ISTVAN),
            "most": most,
            "full": percent(game, company, istvan.ISTVAN) >= most,
        }
        for company, most in stock.rows
    ]
    colours = {"green": _("easy"), "yellow": _("medium"), "red": _("hard")}
    return {
        "difficulty": colours[option(game, "difficulty")],
        "short": option(game, "length") == "short",
        "income": cards_of(game).income.get(game.phase.name, 0),
        "cards": [_card(game, minor) for minor in istvan.own_minors(game)],
        "stock_name": option(game, "stock"),
        "stock": rows,
        "steps": steps(),
        "reconstructed": cards_of(game).reconstructed,
    }


def steps() -> list[str]:
    """Return what each of his minors does in its turn, in order."""
    return [
        _("In the yellow phase, with a train: pay 10 Ft to SKEV."),
        _("Upgrade the home city, else the nearest one. You decide between equals."),
        _("Place the station that the card asks for, if it can."),
        _("For SWAP: scrap a 2-train if the treasury exceeds the amount."),
        _("Hire RÁBA's wagon if that adds revenue, and run for the maximum."),
        _("Buy what the card asks for, as far as the money goes."),
    ]


def notes() -> list[tuple[str, list[str]]]:
    """Return what the page with the rules says about him."""
    printed = ", ".join(cards().printed)
    return [
        (
            _("István's cards are reconstructed"),
            [
                _(
                    "The printed company cards and stock cards were not at hand. The rulebook "
                    "describes one of them (%(printed)s) and a part of the stock card S1."
                )
                % {"printed": printed},
                _(
                    "All other cards, the tiles on their backs included, are our own, made after "
                    "the rules that they follow. They are marked wherever they are shown."
                ),
            ],
        ),
        (_("What each of his minors does in its turn"), steps()),
    ]


SHEET = Sheet(
    "istvan",
    gettext_lazy("István"),
    "play/istvan.html",
    content,
    is_solo,
)
