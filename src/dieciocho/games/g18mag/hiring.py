"""Hiring wagons before a run, and what is best hired."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import Struct

from ...engine.actions import Choice, Use
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.step import Move
from ...engine.steps.common import CompanyStep
from .facts import this_turn
from .policy import policy
from .serving import may_serve
from .wagons import all_bits, on_offer, solution_with, wagon_price

if TYPE_CHECKING:
    from ...engine.game import Game, Play
    from ...engine.routing.solution import RouteSet


class HireMove(Move[Use, CompanyStep]):
    """Hire a wagon before the run; the money goes to its major (18MAG-VI.3.7.5)."""

    action = Use

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        for wagon in on_offer(game):
            if self._problem(game, step, wagon) is None:
                yield Choice(Use(wagon))

    def _problem(self, game: Game, step: CompanyStep, wagon: str) -> str | None:
        company, wagons = step.company(game), this_turn(game).wagons
        if wagon not in on_offer(game):
            return "no_such_wagon"
        if wagon in wagons:
            return "wagon_once"
        if wagon_price(game, len(wagons)) > game.state.cash[company]:
            return "wagon_too_dear"
        if policy(game).wagons_must_serve and not may_serve(game, company, (*wagons, wagon)):
            return "wagon_useless"
        return None

    def check(self, game: Game, step: CompanyStep, action: Use) -> None:
        problem = self._problem(game, step, action.thing)
        if problem is not None:
            price = wagon_price(game, len(this_turn(game).wagons))
            cash = game.state.cash[step.company(game)]
            refuse(game, problem, wagon=action.thing, price=price, cash=cash)

    def apply(self, game: Play, step: CompanyStep, action: Use) -> None:
        company, wagons = step.company(game), this_turn(game).wagons
        price = wagon_price(game, len(wagons))
        pay(game, company, action.thing, price)  # at once, director or not (18MAG-VI.4.3.10)
        game.set_turn(wagons=(*wagons, action.thing))
        game.log("wagon", company=company, wagon=action.thing, price=price)


# --- what to hire ----------------------------------------------------------------------


class Hiring(Struct, frozen=True):
    """Wagons to hire besides those that are, what they cost, and the best run with them."""

    wagons: tuple[str, ...]
    price: int
    run: RouteSet

    @property
    def net(self) -> int:
        """What owner and treasury keep together."""
        return self.run.total - self.price


def hirings(game: Game, company: str) -> list[Hiring]:
    """Return every set of wagons that may be hired now, the one that keeps most first.

    Which of them is hired first matters to the majors only: the later one is paid more.
    """
    turn = this_turn(game)
    left = [wagon for wagon in on_offer(game) if wagon not in turn.wagons]
    found = []
    for size in range(len(left) + 1):
        price = sum(wagon_price(game, len(turn.wagons) + n) for n in range(size))
        if price > game.state.cash[company]:
            break
        for chosen in combinations(left, size):
            run = _best_with(game, company, (*turn.wagons, *chosen))
            if run is not None:
                found.append(Hiring(chosen, price, run))
    return sorted(found, key=lambda hiring: (-hiring.net, len(hiring.wagons)))


def _best_with(game: Game, company: str, wagons: tuple[str, ...]) -> RouteSet | None:
    """Return the best run with these wagons; None if it is not allowed to hire them."""
    answer = solution_with(game, company, wagons)
    if not policy(game).wagons_must_serve:
        return answer.best
    sets = answer.sets.get(all_bits(wagons))
    return sets[0] if sets else None
