"""Shares of majors and the stock rounds (18MAG-III.3.3, 18MAG-VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.actions import BuyShare, Choice
from ...engine.ledger import pay
from ...engine.shares import (
    DIRECTOR,
    all_with_players,
    certificates,
    director_after_purchase,
    hand_over,
    move_price,
    operating_order,
    ordinary,
    price,
    seats_after,
)
from ...engine.state import BANK, POOL, Round, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import PassMove
from ...engine.steps.stock import (
    BuyShareMove,
    Holding,
    SellMove,
    above_certificate_limit,
    limit_problem,
)
from .facts import automaton

if TYPE_CHECKING:
    from ...engine.game import Game

# Shares that nobody holds lie on the company card, the director's certificate on the board: both
# are `POOL`, for they are neither counted nor limited (18MAG-VII.4.6).
HOLDING = Holding(player=60, pool=100, float_at=0, drop="left")


def becomes_director(game: Game, seat: Seat, company: str) -> bool:
    """Tell whether one more share gets the player the certificate on the board."""
    on_board = game.state.shares[company][DIRECTOR] == POOL
    return on_board and ordinary(game, company, seat) == 1


def exchange(game: Game, seat: Seat, company: str) -> None:
    """Swap two shares for the director's certificate (18MAG-III.3.3.4)."""
    hand_over(game, company, seat, POOL, 2)
    hand_over(game, company, POOL, seat, 0, director=True)
    game.state.president[company] = seat
    game.log("director", company=company, player=game.name(seat))


def take_share(game: Game, seat: Seat, company: str) -> None:
    """Give a player a share of the company card; the directorship follows."""
    swap = becomes_director(game, seat, company)
    hand_over(game, company, POOL, seat, 1)
    if swap:
        exchange(game, seat, company)
    elif company in game.state.president:
        director_after_purchase(game, company, seat)


class BuyMove(BuyShareMove):
    """Buy one share of a company card (18MAG-VII.5.1)."""

    def count(self, game: Game, seat: Seat, company: str) -> int:
        held = certificates(game, seat)
        # Two shares become one certificate: the count stays as it is (18MAG-VII.3.2).
        swap = game.policy.limit_after_exchange and becomes_director(game, seat, company)
        return held - 1 if swap else held

    def take(self, game: Game, seat: Seat, company: str, source: str) -> None:
        take_share(game, seat, company)

    def check(self, game: Game, step: Any, action: BuyShare) -> None:
        charter = game.definition.companies.get(action.company)
        if charter is not None and not charter.certificates:
            game.refuse("minor_has_no_shares", company=action.company)
        if action.source == "board" and not game.policy.director_for_sale:
            game.refuse("director_not_for_sale", company=action.company)
        super().check(game, step, action)

    def claims(self, action: BuyShare) -> bool:
        return action.source != "board"


class BuyDirectorMove(Move[BuyShare]):
    """Buy the director's certificate from the board (edition `online`, D1)."""

    action = BuyShare

    def claims(self, action: BuyShare) -> bool:
        return action.source == "board"

    def legal(self, game: Game, step: Any) -> Iterator[Choice]:
        for company in game.state.cell:
            if self._problem(game, step, company) is None:
                yield Choice(BuyShare(company, "board"))

    def _problem(self, game: Game, step: Any, company: str) -> str | None:
        seat = step.actor(game)
        if not game.policy.director_for_sale:
            return "director_not_for_sale"
        if game.state.shares[company][DIRECTOR] != POOL:
            return "director_not_for_sale"
        if (seat, company) in game.state.round.sold:
            return "sold_this_round"
        if 2 * price(game, company) > game.state.cash[seat]:
            return "not_enough_cash"
        return limit_problem(game, step, certificates(game, seat), company)

    def check(self, game: Game, step: Any, action: BuyShare) -> None:
        if action.company not in game.state.cell:
            game.refuse("unknown_company", company=action.company)
        problem = self._problem(game, step, action.company)
        if problem is not None:
            seat = step.actor(game)
            game.refuse(
                problem,
                company=action.company,
                price=2 * price(game, action.company),
                cash=game.state.cash[seat],
            )

    def apply(self, game: Game, step: Any, action: BuyShare) -> None:
        seat = step.actor(game)
        cost = 2 * price(game, action.company)
        pay(game, seat, BANK, cost)
        hand_over(game, action.company, POOL, seat, 0, director=True)
        game.state.president[action.company] = seat
        game.log("director", company=action.company, player=game.name(seat))
        step.end_turn(game, acted=True)


class SellBlock(SellMove):
    """Sell shares of a company to its card: one step left for the block (18MAG-VII.4.5)."""

    def check(self, game: Game, step: Any, action: Any) -> None:
        charter = game.definition.companies.get(action.company)
        if charter is not None and not charter.certificates:
            game.refuse("minor_never_sold", company=action.company)
        super().check(game, step, action)

    def objection(self, game: Game, step: Any, company: str, count: int) -> str | None:
        return "one_block" if company in step.sold else None


_SELL = SellBlock(HOLDING)


def begin_stock_round(game: Game, number: int) -> None:
    first = game.state.priority
    order = (first, *seats_after(game, first))
    parts = game.state.round.parts  # of the set before
    game.state.round = Round(kind="stock", number=number, parts=parts, order=order)
    game.log("stock_round", number=number)
    game.push(StockRound())


def _may_not_pass(game: Game, step: StockRound) -> str | None:
    """Who gets above the limit by a change of director must sell (18MAG-VII.3.1)."""
    above = above_certificate_limit(game, step.actor(game))
    return "must_sell_first" if above and step.can_sell(game) else None


def _pass(game: Game, step: StockRound) -> None:
    if not step.sold:
        game.log("passed", player=game.name(step.actor(game)))
    step.end_turn(game, acted=bool(step.sold))


class StockRound(Step, frozen=True):
    """A player's turn: sell any number, then buy one certificate (18MAG-VII.1.2)."""

    sold: frozenset[str] = frozenset()  # companies of which shares were sold in this turn

    moves: ClassVar[tuple[Move[Any], ...]] = (
        BuyMove(HOLDING),
        BuyDirectorMove(),
        _SELL,
        PassMove(_pass, _may_not_pass),
    )
    out_of_step = "stock_round_now"

    def actor(self, game: Game) -> Seat:
        seat = game.state.round.order[game.state.round.index]
        assert isinstance(seat, int)
        return seat

    def settle(self, game: Game) -> bool:
        if len(game.state.round.passed) == len(game.players):
            self._finish(game)
            return True
        if self.actor(game) == automaton(game):
            from .istvan import buy_by_card

            buy_by_card(game, self)
            return True
        if not self._has_choice(game):
            if not self.sold:
                game.log("passed", player=game.name(self.actor(game)))
            self.end_turn(game, acted=bool(self.sold))
            return True
        return False

    def _has_choice(self, game: Game) -> bool:
        return any(
            next(move.legal(game, self), None) is not None
            for move in self.moves
            if not isinstance(move, PassMove)
        )

    def can_sell(self, game: Game) -> bool:
        return next(_SELL.legal(game, self), None) is not None

    def selling_ban(self, game: Game) -> str | None:
        return None

    def after_sale(self, game: Game, company: str) -> None:
        seat = self.actor(game)
        game.set_round(sold=game.state.round.sold | {(seat, company)})
        game.replace_step(self, sold=self.sold | {company})

    def end_turn(self, game: Game, *, acted: bool) -> None:
        seat = self.actor(game)
        current = game.state.round
        game.set_round(
            index=(current.index + 1) % len(current.order),
            passed=current.passed - {seat} if acted else current.passed | {seat},
            last_to_act=seat if acted else current.last_to_act,
        )
        game.replace_step(self, sold=frozenset())

    def _finish(self, game: Game) -> None:
        """Raise what is sold out (18MAG-VIII.3.2) and pass the priority deal on (18MAG-VII.2.2)."""
        from .rounds import begin_operating_round

        current = game.state.round
        for company in operating_order(game):
            if all_with_players(game, company):
                game.log("sold_out", company=company)
                move_price(game, company, "right")
        if current.last_to_act is not None:
            game.state.priority = (current.last_to_act + 1) % len(game.players)
        game.pop()
        begin_operating_round(game, current.number, 1, game.phase.rounds)
