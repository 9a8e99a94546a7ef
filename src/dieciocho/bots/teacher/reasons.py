"""Why one plan is better than another: where its playouts ended otherwise, in sentences."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ...engine.text import Message, Texts
from ...engine.words import money
from .ending import Estimate, estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.game import Game
    from .ending import Ending

MOST = 3  # reasons for a plan
LEAST_COUNT = 0.25  # of a certificate or a train, on average, is worth a word
MOSTLY = 0.5  # part of the playouts by which a directorship must differ
WORD = 0.005  # part of what a player will have that is worth a word


def reasons(ends: Sequence[Ending], other: Sequence[Ending]) -> tuple[Message, ...]:
    """Say in what the ends of one plan differ from those of another; the most weighty first.

    Both were played out with the same luck; what is said is true of the playouts, and only what
    is clear by them is said.
    """
    count = min(len(ends), len(other))
    if not count:
        return ()
    ends, other = ends[:count], other[:count]
    weighty = sorted(_money(ends, other), key=lambda found: -found[0])
    said = [message for _, message in weighty[: MOST - 1]]
    said += [*_directors(ends, other), *_counts(ends, other)]
    said += [message for _, message in weighty[MOST - 1 :]]
    return tuple(said[:MOST])


def _money(ends: Sequence[Ending], other: Sequence[Ending]) -> Iterator[tuple[float, Message]]:
    worth = sum(abs(end.worth) for end in ends) / len(ends)
    for part in ends[0].money:
        found = _difference([(a.money[part], b.money[part]) for a, b in _pairs(ends, other)])
        if found.clear and abs(found.mean) > WORD * worth:
            yield abs(found.mean), _said(part, found, round(abs(found.mean)))


def _counts(ends: Sequence[Ending], other: Sequence[Ending]) -> Iterator[Message]:
    for part in ends[0].counts:
        found = _difference([(a.counts[part], b.counts[part]) for a, b in _pairs(ends, other)])
        if found.clear and abs(found.mean) >= LEAST_COUNT:
            yield _said(part, found, round(abs(found.mean), 1))


def _directors(ends: Sequence[Ending], other: Sequence[Ending]) -> Iterator[Message]:
    """Say which companies the player directs in the end by one plan and not by the other."""
    for company in sorted(frozenset().union(*(end.directs for end in (*ends, *other)))):
        here = sum(company in end.directs for end in ends)
        there = sum(company in end.directs for end in other)
        if abs(here - there) >= MOSTLY * len(ends):
            params = {"company": company, "here": here, "there": there, "count": len(ends)}
            yield Message("why.directs", params)


def _pairs(ends: Sequence[Ending], other: Sequence[Ending]) -> Iterator[tuple[Ending, Ending]]:
    return zip(ends, other, strict=True)


def _difference(pairs: list[tuple[float, float]]) -> Estimate:
    return estimate([a - b for a, b in pairs], 0.0)


def _said(part: str, found: Estimate, amount: float) -> Message:
    return Message(f"why.{part}.{'more' if found.mean > 0 else 'less'}", {"amount": amount})


@cache
def texts() -> Texts:
    """Return the sentences of the teacher."""
    return Texts(files(__package__) / "texts.toml")


def told(game: Game, message: Message, language: str) -> str:
    """Return a reason in a language; amounts of money in that of the game."""
    amount = message.params.get("amount")
    shown = amount
    if isinstance(amount, int):
        shown = money(game, amount)
    elif isinstance(amount, float):
        shown = f"{amount:.1f}".replace(".", "," if language == "es" else ".")
    return texts().show(Message(message.id, {**message.params, "amount": shown}), language)
