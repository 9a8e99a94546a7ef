"""What a company's trains bring: with all that it may use, stop by stop, before and after."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.actions import Action, Route
from ..engine.components import Kind
from ..engine.depot import available
from ..engine.earnings import Earned, solution
from ..engine.game import Game
from ..engine.routing import PATIENT, RouteSet
from ..engine.words import stop_name
from .teller import Teller


def ways(
    tell: Teller, game: Game, company: str, trains: tuple[str, ...] | None = None
) -> list[tuple[tuple[Action, ...], Game]]:
    """Return how trains could be run: what is done before, for nothing, and the position then."""
    cards = game.state.trains[company] if trains is None else trains
    readied = tell.page.readied(game, company, cards)
    return [((), game), *(((action,), trial) for action, trial in readied)]


def most(
    tell: Teller, game: Game, company: str, kinds: tuple[Kind, ...] | None = None
) -> RouteSet | None:
    """Return the set that brings most; None where that is not proven."""
    trains = None if kinds is None else tuple(f"{kind}-{n}" for n, kind in enumerate(kinds))
    tried = ways(tell, game, company, trains)
    found = [most_as_it_is(trial, company, kinds) for _before, trial in tried]
    known = [best for best in found if best is not None]
    return max(known, key=lambda best: best.total) if len(known) == len(found) else None


def most_as_it_is(
    game: Game, company: str, kinds: tuple[Kind, ...] | None = None
) -> RouteSet | None:
    """Return the set that brings most if nothing is done before; None where that is not proven."""
    found = solution(game, company, kinds=kinds, limits=PATIENT)
    return found.best if found.proof.complete else None


def next_kinds(game: Game, company: str) -> Iterator[Kind]:
    """Yield the kinds of trains on offer that a company may have and run."""
    seen = []
    for card, _source in available(game):
        for kind in game.rules.faces(game, game.kind_of(card)):
            if kind not in seen and game.rules.may_run_kind(game, company, kind):
                seen.append(kind)
                yield kind


def compared(tell: Teller, after: Game, company: str) -> list[str]:
    """Say what the best run brings before and after something, and with which train.

    Who has no train is told of the one on offer that would bring most afterwards.
    """
    game = tell.game
    rules = game.rules
    if any(
        rules.may_run(after, card) and rules.may_run_kind(after, company, after.kind_of(card))
        for card in after.state.trains[company]
    ):
        return _compared(tell, after, company, None)
    best: tuple[int, Kind] | None = None
    for kind in next_kinds(game, company):
        found = most(tell, after, company, (kind,))
        if found is not None and (best is None or found.total > best[0]):
            best = found.total, kind
    return [] if best is None else _compared(tell, after, company, best[1])


def _compared(tell: Teller, after: Game, company: str, kind: Kind | None) -> list[str]:
    kinds = None if kind is None else (kind,)
    found = [most(tell, g, company, kinds) for g in (tell.game, after)]
    old, new = (None if each is None else each.total for each in found)
    if old is None or new is None:
        return []  # a difference of guesses would mislead
    before, now = tell.money(old), tell.money(new)
    if kind is None:
        return [tell.say("best_stays" if old == new else "best_moves", old=before, new=now)]
    return [
        tell.say(
            "best_stays_with" if old == new else "best_moves_with", kind=kind, old=before, new=now
        )
    ]


def sum_of(tell: Teller, routes: list[Route], part: Earned) -> str:
    """Say what is paid stop by stop, in the order of the routes, and what comes on top."""
    game = tell.game
    along = [piece for route in routes for piece in route.path.split("-")]

    def place(stop: tuple[tuple[int, int], int]) -> int:
        (index, number), _ = stop
        piece = f"{game.definition.hex_list[index].name}.{number}"
        return along.index(piece) if piece in along else len(along)

    told = []
    for (index, number), value in sorted(part.stops, key=place):
        name = stop_name(game, game.definition.hex_list[index].name, number)
        told.append(f"{name} {value}")
    if part.bonus:
        told.append(tell.say("bonus", value=part.bonus))
    return " + ".join(told)
