"""The few things about a game that the sensible player cannot read from its components."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game


def _same(game: Game, company: str, card: str) -> str:
    return card


class Hooks(Struct, frozen=True):
    """Facts and judgements about one game; the defaults suit an 1830-like game."""

    private_worth: dict[str, float] = {}  # factor on the face value, where a power adds to it
    float_shares: int = 6  # tenths that must be sold before a company may operate
    destination_worth: int = 0  # what reaching its destination means to a company
    decisions: dict[str, Callable[[Any], Action]] = {}  # step -> how it is decided
    # For games too far from the family: makes every decision.
    decide: Callable[[Any], Action] | None = None
    # Operating rounds left, where the bank is endless.
    horizon: Callable[[Game], float] | None = None
    face: Callable[[Game, str, str], str] = _same  # a card as a company would buy it
    what_if: bool = True  # revenues of positions that might be are asked for; they may be too slow


_PLAIN = {
    "1888n": Hooks(
        private_worth={"KT": 1.0, "TA": 1.1, "HS": 1.1, "GW": 1.15, "YRF": 1.15, "FC": 1.25},
    ),
}
# Games that have decisions of their own, and the module whose `HOOKS` makes them.
_MODULES = {"1862": ".sensible.charters", "18esp": ".sensible.spain", "1865": ".sardinia"}


def hooks_of(game: Game) -> Hooks:
    return _hooks(game.header.game)


@cache
def _hooks(name: str) -> Hooks:
    if name not in _MODULES:
        return _PLAIN.get(name, Hooks())
    hooks = import_module(_MODULES[name], __package__.rpartition(".")[0]).HOOKS
    assert isinstance(hooks, Hooks)
    return hooks
