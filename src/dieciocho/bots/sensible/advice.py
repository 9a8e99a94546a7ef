"""The few things about a game that the sensible player cannot read from its components."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from ...games import part_of

if TYPE_CHECKING:
    from ...engine.actions import Action, LayTile
    from ...engine.game import Game
    from ...engine.step import Step
    from .situation import Situation


def _same(game: Game, company: str, card: str) -> str:
    return card


class Advice(Struct, frozen=True):
    """Facts and judgements about one game; the defaults suit a plain one."""

    private_worth: dict[str, float] = {}  # factor on the face value, where a power adds to it
    own_first: bool = False  # who can float a company alone begins with that
    saving: bool = True  # directors keep cash for the trains that their companies lack
    companies: int = 0  # so many a player directs at most; 0: his part of eight
    # What a company promises besides its surroundings; None: not to be started now.
    promise: Callable[[Game, str], float | None] = lambda game, company: 0.0
    float_shares: int = 6  # tenths that must be sold before a company may operate
    destination_worth: int = 0  # what reaching its destination means to a company
    decisions: dict[type[Step], Callable[[Situation], Action]] = {}  # how steps are decided
    # For games too far from the family: makes every decision.
    decide: Callable[[Situation], Action] | None = None
    # Operating rounds left, where the bank is endless.
    horizon: Callable[[Game], float] | None = None
    # What ten percent of a company will have brought at the end.
    share_worth: Callable[[Game, str], float] | None = None
    face: Callable[[Game, str, str], str] = _same  # a card as a company would buy it
    # Whether a lay is looked at at all: on track that the company's trains can run on.
    useful: Callable[[Situation, LayTile], bool] = lambda situation, lay: True
    stops: Callable[[Any], tuple[int, int]] = lambda train: (train.range, 0)  # and further ones
    gauge: Callable[[Any], str] = lambda train: ""  # of the track that a train runs on
    # What a player will have at the end, where the common estimate does not see enough.
    wealth: Callable[[Game, int], float] | None = None
    what_if: bool = True  # revenues of positions that might be are asked for; they may be too slow


_NONE = Advice()


def advice_for(game: Game) -> Advice:
    """Return what a game's module `bot` says, if it has one."""
    part = part_of(game.header.game, "bot")
    return _NONE if part is None else cast(Advice, part.ADVICE)
