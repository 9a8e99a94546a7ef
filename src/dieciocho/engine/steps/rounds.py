"""The course of stock rounds and operating rounds: who is next, and when a round is over.

A game subclasses `StockTurn` and `CompanyTurns`, names its moves, and says what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self

from ..shares import all_with_players, move_price, operating_order
from ..state import Seat
from ..step import Step
from .common import PassMove, TurnInOrder
from .stock import SellMove, above_certificate_limit

if TYPE_CHECKING:
    from ..game import Game, Play

TURNS = "turns"
LAST_TURN = 100  # of a game in which nothing can happen any more, where that does not end it


def begin_operating_round(
    game: Play,
    step: Step,
    number: int,
    part: int,
    parts: int,
    income: Callable[[Play], None] | None = None,
) -> None:
    """Begin an operating round of a set; incomes are paid before anybody operates."""
    game.log("operating_round", number=number, part=part)
    if income is not None:
        income(game)
    game.state.round = game.rules.rounds["operating"].round(
        kind="operating",
        number=number,
        part=part,
        parts=parts,
        order=tuple(game.rules.turn_order(game, "operating")),
    )
    game.push(step)


def begin_stock_round(game: Play, number: int, step: Step) -> None:
    """Begin a stock round with the holder of the priority deal."""
    order = tuple(game.rules.turn_order(game, "stock"))
    parts = game.state.round.parts  # of the set before
    begin = game.rules.rounds["stock"].round
    game.state.round = begin(kind="stock", number=number, parts=parts, order=order)
    game.log("stock_round", number=number)
    game.push(step)


class StockTurn(TurnInOrder, frozen=True):
    """A player's turn in a stock round: sell any number, then buy one certificate.

    The round is over when all have passed in a row.
    """

    sold: frozenset[str] = frozenset()  # companies of which shares were sold in this turn

    out_of_step = "stock_round_now"

    def case(self, game: Game) -> str:
        return "sold" if self.sold else super().case(game)

    def settle(self, game: Play) -> bool:
        if len(game.state.round.passed) == len(game.players):
            game.pop()
            self.finish(game)
            return True
        if self.plays_itself(game):
            return True
        if not self._has_choice(game):
            pass_turn(game, self)
            return True
        return False

    def plays_itself(self, game: Play) -> bool:
        """Carry an automaton's turn out; False: a person decides."""
        return False

    def finish(self, game: Play) -> None:
        """Do what follows a round."""
        raise NotImplementedError

    def _has_choice(self: Self, game: Game) -> bool:
        return any(self.offers(game, move) for move in self.moves if not isinstance(move, PassMove))

    def can_sell(self: Self, game: Game) -> bool:
        return any(self.offers(game, move) for move in self.moves if isinstance(move, SellMove))

    def selling_ban(self, game: Game) -> str | None:
        """Return why nothing may be sold now, if so."""
        return None

    def after_sale(self, game: Play, company: str) -> None:
        seat = self.actor(game)
        game.set_round(sold=game.state.round.sold | {(seat, company)})
        game.replace_step(self, sold=self.sold | {company})

    def end_turn(self, game: Play, *, acted: bool) -> None:
        seat = self.actor(game)
        current = game.state.round
        game.set_round(
            index=(current.index + 1) % len(current.order),
            passed=current.passed - {seat} if acted else current.passed | {seat},
            last_to_act=seat if acted else current.last_to_act,
        )
        game.replace_step(self, sold=frozenset())


def pass_turn(game: Play, step: StockTurn) -> None:
    """End a turn without buying."""
    if not step.sold:
        game.log("passed", player=game.name(step.actor(game)))
    step.end_turn(game, acted=bool(step.sold))


def sell_before_passing(game: Game, step: StockTurn) -> str | None:
    """Who is above the certificate limit may not pass while he can sell."""
    above = above_certificate_limit(game, step.actor(game))
    return "must_sell_first" if above and step.can_sell(game) else None


def raise_sold_out(game: Play, direction: str) -> None:
    """Raise the price of the companies that players hold entirely."""
    for company in operating_order(game):
        if all_with_players(game, company):
            game.log("sold_out", company=company)
            move_price(game, company, direction)


def next_priority(game: Game) -> Seat:
    """Return who is to the left of who acted last, if anybody did."""
    last = game.state.round.last_to_act
    return game.state.priority if last is None else (last + 1) % len(game.players)


def pass_priority_on(game: Game) -> None:
    """Give the priority deal to the left of who acted last, if anybody did."""
    game.state.priority = next_priority(game)


def resort(game: Play) -> None:
    """Put the companies that are still to operate in order, because prices have moved."""
    current = game.state.round
    done = current.order[: current.index + 1]
    rest = [c for c in operating_order(game) if c in current.order and c not in done]
    game.set_round(order=(*done, *rest))


class CompanyTurns(Step, frozen=True):
    """An operating round: each company of its order operates once."""

    def settle(self, game: Play) -> bool:
        current = game.state.round
        if game.state.turn is not None:
            game.state.turn = None
            game.set_round(index=current.index + 1)
        elif current.index < len(current.order):
            self.begin_turn(game, str(current.order[current.index]))
        else:
            game.pop()
            self.finish(game)
        return True

    def begin_turn(self, game: Play, company: str) -> None:
        """Set the turn and push its steps; in its first one a company has all its stations."""
        first = game.state.stations_left[company] == game.definition.companies[company].stations
        game.state.turn = game.rules.turn_type(company=company, first=first)
        game.push(*self.steps(game, company))

    def steps(self, game: Play, company: str) -> Sequence[Step]:
        """Return the steps of a company's turn in their order."""
        raise NotImplementedError

    def finish(self, game: Play) -> None:
        """Do what follows a round."""
        raise NotImplementedError
