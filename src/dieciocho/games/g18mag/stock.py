"""Shares of majors and the stock rounds (18MAG-III.3.3, 18MAG-VII)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyShare, Choice, SellShares
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import (
    DIRECTOR,
    certificates,
    director_after_purchase,
    hand_over,
    ordinary,
    price,
)
from ...engine.state import BANK, POOL, Seat
from ...engine.step import Move
from ...engine.steps.common import PassMove
from ...engine.steps.rounds import (
    StockTurn,
    pass_priority_on,
    pass_turn,
    raise_sold_out,
    sell_before_passing,
)
from ...engine.steps.stock import (
    BuyShareMove,
    Holding,
    SellMove,
    above_certificate_limit,
    limit_problem,
)
from .facts import automaton
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# Shares that nobody holds lie on the company card, the director's certificate on the board: both
# are `POOL`, for they are neither counted nor limited (18MAG-VII.4.6). Sold shares go there again
# (18MAG-VII.4.3).
# A sale moves the price one space left, as far as there is one (18MAG-VIII.3.1).
HOLDING = Holding(player=60, pool=100, float_at=0, drop="left")


def becomes_director(game: Game, seat: Seat, company: str) -> bool:
    """Tell whether one more share gets the player the certificate on the board.

    Not if somebody has it (18MAG-III.3.3.5).
    """
    on_board = game.state.shares[company][DIRECTOR] == POOL
    return on_board and ordinary(game, company, seat) == 1


def exchange(game: Play, seat: Seat, company: str) -> None:
    """Swap two shares for the director's certificate (18MAG-III.3.3.4)."""
    hand_over(game, company, seat, POOL, 2)
    hand_over(game, company, POOL, seat, 0, director=True)
    game.state.president[company] = seat
    game.log("director", company=company, player=game.name(seat))


def take_share(game: Play, seat: Seat, company: str) -> None:
    """Give a player a share of the company card; the directorship follows (18MAG-VII.6.1)."""
    swap = becomes_director(game, seat, company)
    hand_over(game, company, POOL, seat, 1)
    if swap:
        exchange(game, seat, company)
    elif company in game.state.president:  # two shares for the certificate: 18MAG-VII.6.2
        director_after_purchase(game, company, seat)


class BuyMove(BuyShareMove):
    """Buy one share of a company card (18MAG-VII.5.1); no price moves (18MAG-VIII.3.3)."""

    def _problem(self, game: Game, step: StockTurn, company: str) -> str | None:
        # Nothing is bought above the limit, and nothing need be sold (18MAG-VII.3.4).
        tolerated = not policy(game).sell_above_limit
        if tolerated and above_certificate_limit(game, step.actor(game)):
            return "above_limit"
        return super()._problem(game, step, company)

    def count(self, game: Game, seat: Seat, company: str) -> int:
        held = certificates(game, seat)
        # Two shares become one certificate: the count stays as it is (18MAG-VII.3.2).
        swap = policy(game).limit_after_exchange and becomes_director(game, seat, company)
        return held - 1 if swap else held

    def take(self, game: Play, seat: Seat, company: str, source: str) -> None:
        take_share(game, seat, company)

    def check(self, game: Game, step: StockTurn, action: BuyShare) -> None:
        charter = game.definition.companies.get(action.company)
        if charter is not None and not charter.certificates:
            refuse(game, "minor_has_no_shares", company=action.company)
        if action.source == "board" and not policy(game).director_for_sale:
            refuse(game, "director_not_for_sale", company=action.company)
        super().check(game, step, action)

    def claims(self, action: BuyShare) -> bool:
        return action.source != "board"


class BuyDirectorMove(Move[BuyShare, StockTurn]):
    """Buy the director's certificate from the board (edition `online`, D1)."""

    action = BuyShare

    def claims(self, action: BuyShare) -> bool:
        return action.source == "board"

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        for company in game.state.cell:
            if self._problem(game, step, company) is None:
                yield Choice(BuyShare(company, "board"))

    def _problem(self, game: Game, step: StockTurn, company: str) -> str | None:
        seat = step.actor(game)
        if not policy(game).director_for_sale:
            return "director_not_for_sale"
        if game.state.shares[company][DIRECTOR] != POOL:
            return "director_not_for_sale"
        if (seat, company) in game.state.round.sold:
            return "sold_this_round"
        if 2 * price(game, company) > game.state.cash[seat]:
            return "not_enough_cash"
        return limit_problem(game, step, certificates(game, seat), company)

    def check(self, game: Game, step: StockTurn, action: BuyShare) -> None:
        if action.company not in game.state.cell:
            refuse(game, "unknown_company", company=action.company)
        problem = self._problem(game, step, action.company)
        if problem is not None:
            seat = step.actor(game)
            refuse(
                game,
                problem,
                company=action.company,
                price=2 * price(game, action.company),
                cash=game.state.cash[seat],
            )

    def apply(self, game: Play, step: StockTurn, action: BuyShare) -> None:
        seat = step.actor(game)
        cost = 2 * price(game, action.company)
        pay(game, seat, BANK, cost)
        hand_over(game, action.company, POOL, seat, 0, director=True)
        game.state.president[action.company] = seat
        who = game.name(seat)
        game.log(
            "share_bought", player=who, company=action.company, source=action.source, price=cost
        )
        game.log("director", company=action.company, player=who)
        step.end_turn(game, acted=True)


class SellBlock(SellMove[StockTurn]):
    """Sell shares of a company to its card: one step left for the block (18MAG-VII.4.5).

    Only so is a directorship given up (18MAG-VII.6.4), to who holds most, 20 % at least, of
    equals the first clockwise (18MAG-VII.6.3); without an heir the director keeps the certificate
    (18MAG-VII.6.5).
    """

    def check(self, game: Game, step: StockTurn, action: SellShares) -> None:
        charter = game.definition.companies.get(action.company)
        if charter is not None and not charter.certificates:
            refuse(game, "minor_never_sold", company=action.company)
        super().check(game, step, action)

    def objection(self, game: Game, step: StockTurn, company: str, count: int) -> str | None:
        # What was bought in an earlier turn may be sold (18MAG-VII.5.4).
        return "one_block" if company in step.sold else None


def _sell_first(game: Game, step: StockTurn) -> str | None:
    return sell_before_passing(game, step) if policy(game).sell_above_limit else None


class StockRound(StockTurn, frozen=True):
    """A player's turn (18MAG-VII.1.2); players do not trade with each other (18MAG-VII.1.1)."""

    moves = (
        BuyMove(HOLDING),
        BuyDirectorMove(),
        SellBlock(HOLDING),
        PassMove(pass_turn, _sell_first),  # for this turn only (18MAG-VII.1.3)
    )

    def plays_itself(self, game: Play) -> bool:
        from .istvan import buy_by_card

        if self.actor(game) != automaton(game):
            return False
        buy_by_card(game, self)
        return True

    def finish(self, game: Play) -> None:
        from .rounds import begin_operating_round

        raise_sold_out(game, "right")  # 18MAG-VIII.3.2
        pass_priority_on(game)  # 18MAG-VII.2.2
        game.set_facts(carded=())
        begin_operating_round(game, game.state.round.number, 1, game.phase.rounds)
