"""István's cards: company cards with programmes and track, stock cards (18MAG-XI.1, 18MAG-XI.2.2).

Only one company card and a part of one stock card are described in the rulebook; the data file
says which. All the others are our own, and games keep those that they began with.
"""

from __future__ import annotations

import random
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ...engine.definition import merge
from ...engine.errors import BadInput

if TYPE_CHECKING:
    from ...engine.game import Game, Header

NAME = "István"
LENGTHS = {"short": 2, "long": 3}  # minors of each side
COLOURS = ("green", "yellow", "red")  # easy, medium, hard


class StockCard(Struct, frozen=True):
    start: str
    rows: tuple[tuple[str, int], ...]


class Cards(Struct, frozen=True):
    """Everything printed for István; the file says what is reconstructed."""

    reconstructed: bool
    printed: tuple[str, ...]
    income: dict[str, int]
    track: dict[str, tuple[str, int]]
    backs: dict[str, tuple[str, ...]]
    cards: dict[str, dict[str, tuple[str, ...]]]
    stock: dict[str, StockCard]


@cache
def cards(version: int | None = None) -> Cards:
    """Return the cards of a version of the rules, the present ones unless it is said."""
    text = (files(__package__) / "data" / "istvan.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    earlier = table.pop("earlier")
    for number in sorted(map(int, earlier), reverse=True):
        if version is not None and number >= version:
            table = merge(table, earlier[str(number)])
    return msgspec.convert(table, Cards)


def cards_of(game: Game) -> Cards:
    return cards(game.header.version)


# --- set-up ----------------------------------------------------------------------------


def deal(seed: int, options: dict[str, str]) -> dict[str, str]:
    """Deal company cards and a stock card (18MAG-XI.1.2, 18MAG-XI.1.7); choices come first."""
    dice = random.Random(seed)
    length = options.get("length", "long")
    dealt = dice.sample(sorted(cards().backs, key=int), LENGTHS.get(length, 3))
    stock = dice.choice(sorted(cards().stock))
    drawn = {"cards": " ".join(sorted(dealt, key=int)), "stock": stock}
    return {"length": length, "difficulty": "yellow", **drawn, **options}


def check(header: Header) -> None:
    """Refuse options that do not make a solo game."""
    options = deal(0, header.options)
    dealt = options["cards"].split()
    if options["length"] not in LENGTHS or options["difficulty"] not in COLOURS:
        raise BadInput(
            "input.18mag.solo_options",
            lengths=list(LENGTHS),
            colours=list(COLOURS),
        )
    if len(set(dealt)) != LENGTHS[options["length"]] or set(dealt) - set(cards().backs):
        raise BadInput(
            "input.18mag.solo_cards",
            cards=options["cards"],
            count=LENGTHS[options["length"]],
        )
    if options["stock"] not in cards().stock:
        raise BadInput("input.18mag.no_stock_card", card=options["stock"])
    if header.edition != "rulebook":
        raise BadInput("input.18mag.solo_rulebook")
    if header.players == (NAME,):
        raise BadInput("input.18mag.automaton_name", name=NAME)


def is_solo(game: Game) -> bool:
    return len(game.header.players) == 1


def option(game: Game, name: str) -> str:
    return deal(game.header.seed or 0, game.header.options)[name]


def stock_card(game: Game) -> StockCard:
    return cards_of(game).stock[option(game, "stock")]


def programme(game: Game, minor: str) -> tuple[str, ...]:
    """Return the actions of the card of one of his minors."""
    return cards_of(game).cards[option(game, "difficulty")][minor]
