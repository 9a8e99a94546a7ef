"""The few things about a game that the sensible player cannot read from its components."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game


class Hooks(Struct, frozen=True):
    """Facts and judgements about one game; the defaults suit an 1830-like game."""

    private_worth: dict[str, float] = {}  # factor on the face value, where a power adds to it
    float_shares: int = 6  # tenths that must be sold before a company may operate
    what_if: bool = True  # revenues of positions that might be are asked for; they may be too slow
    steps: dict[str, Callable[[Any], Action]] = {}  # decisions of the game's own steps


_HOOKS = {
    "1888n": Hooks(
        private_worth={"KT": 1.0, "TA": 1.1, "HS": 1.1, "GW": 1.15, "YRF": 1.15, "FC": 1.25},
    ),
}
_DEFAULT = Hooks()


def hooks_of(game: Game) -> Hooks:
    if game.header.game == "1862":
        from .charters import STEPS

        return Hooks(float_shares=5, what_if=False, steps=STEPS)
    return _HOOKS.get(game.header.game, _DEFAULT)
