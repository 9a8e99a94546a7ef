"""Cards: every legal choice with what its button says, what it costs and what follows from it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec
from msgspec import Struct

from ..engine.actions import Action, Choice
from ..engine.state import BANK
from .foresight import consequences
from .teller import Teller

BID_JUMP = 5  # of the buttons beside a number


class Option(Struct, frozen=True):
    """One legal choice: what its button says, the action as JSON, what it brings."""

    label: str
    action: str
    facts: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    sensible: int | None = None  # the number to begin with, if it is not the lowest
    declines: bool = False  # says no
    drawing: str = ""  # what it is on the map, to be laid over it

    @property
    def first(self) -> int | None:
        """The number that stands there until another is chosen."""
        return self.low if self.sensible is None else self.sensible

    @property
    def jump(self) -> int:
        """By how much the buttons beside a number change it."""
        return max(self.step, BID_JUMP)

    @property
    def key(self) -> str:
        """A short name that no other choice of the position has."""
        return f"{zlib.crc32(self.action.encode()):08x}"


class Card(Struct, frozen=True):
    """Choices about one thing; several are picked from a list, then confirmed."""

    title: str
    options: tuple[Option, ...]
    sign: str = ""
    facts: tuple[str, ...] = ()
    verb: str = ""
    picks: bool = False
    danger: bool = False
    rows: tuple[tuple[str, str], ...] = ()
    hex: str = ""  # where on the map it can be chosen
    tile: tuple[str, int] | None = None  # a tile and how it is turned
    note: str = ""  # what it does, in a sentence
    effects: tuple[str, ...] = ()  # of all options alike
    count: int = 1  # how many such things there are, e.g. trains of a kind


class Group(Struct, frozen=True):
    """All choices of a kind; `widget` names the template that shows them."""

    kind: str
    title: str
    cards: tuple[Card, ...]
    widget: str = "cards"
    hint: str = ""

    @property
    def rows(self) -> bool:
        """Tell whether many are compared at a glance: they are shown as rows."""
        return self.kind in ("buy_share", "exchange", "sell", "start")


def as_json(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def option(
    tell: Teller, choice: Choice, label: str, facts: Iterable[str] = (), *, look: bool = True
) -> Option:
    """Make an option of a choice; `look` adds what would follow from it."""
    effects: tuple[str, ...] = ()
    if look:
        effects = consequences(tell, choice.action)
    low, high = choice.low, choice.high
    return Option(label, as_json(choice.action), tuple(facts), effects, low, high, choice.step)


def paid_to(tell: Teller, action: Action) -> list[str]:
    """Say who gets the money, where that is not the bank alone."""
    gains = [(owner, gain) for owner, gain in tell.foresee(action).gains.items() if gain > 0]
    if all(owner == BANK for owner, _gain in gains):
        return []
    gains.sort(key=lambda pair: (pair[0] == BANK, pair[1]))  # companies first
    named = [f"{tell.owner(owner)} {tell.money(gain)}" for owner, gain in gains]
    return [tell.say("paid_to", payees=", ".join(named))]
