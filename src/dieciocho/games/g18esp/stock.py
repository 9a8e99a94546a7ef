"""Stock rounds: selling, repaying, buying one certificate (18ESP-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyShare, Choice, SellShares, Use
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import move_price, operating_order
from ...engine.state import BANK, IPO, Seat
from ...engine.step import Move
from ...engine.steps.common import PassMove
from ...engine.steps.rounds import StockTurn, pass_turn, sell_before_passing
from ...engine.steps.stock import BuyShareMove, Holding, SellMove, StartMove, found
from .auction import pars
from .facts import RESERVED, SMALL, SOUTH, allowed, debt, facts, is_small, kind
from .policy import policy
from .shares import deal_cards, take_share

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# A sale drops the price by a step for each share (18ESP-3.1.0.9), after it is paid (18ESP-3.1.0.8).
HOLDING = Holding(player=60, pool=50)
REPAY = "repay"


class BuyMove(BuyShareMove):
    """Buy one 10 % share from the initial offering or the open market (18ESP-3.2.0.7).

    Only of a company with a PAR (18ESP-3.2.0.6), and that ends the turn (18ESP-3.2.0.1).
    """

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        if not debt(game, step.actor(game)):
            for choice in super().legal(game, step):
                assert isinstance(choice.action, BuyShare)
                if not is_small(game, choice.action.company):
                    yield choice

    def take(self, game: Play, seat: Seat, company: str, source: str) -> None:
        take_share(game, seat, company, source)

    def check(self, game: Game, step: StockTurn, action: BuyShare) -> None:
        if debt(game, step.actor(game)):
            refuse(game, "debtor_buys_nothing")  # 18ESP-4.7.2.6
        if action.company in game.state.closed:
            refuse(game, "not_in_play", company=action.company)
        if action.company in game.definition.companies and is_small(game, action.company):
            refuse(game, "small_has_no_shares", company=action.company)
        shares = game.state.shares.get(action.company, ())[1:]
        if action.source == IPO and IPO not in shares and RESERVED in shares:
            refuse(game, "share_reserved", company=action.company)
        super().check(game, step, action)


class Start(StartMove):
    """Buy the certificate of a small company or the director's one of a major."""

    def pars(self, game: Game, company: str) -> list[int]:
        return pars(game, company)

    def ban(self, game: Game, step: StockTurn) -> str | None:
        if debt(game, step.actor(game)):
            return "debtor_buys_nothing"  # 18ESP-4.7.2.6
        return super().ban(game, step)

    def problem(self, game: Game, step: StockTurn, company: str) -> str | None:
        if company in game.state.closed:
            return "not_in_play"
        if company in game.state.cell:
            return "already_started"
        if is_small(game, company) and not allowed(game, SMALL):
            return "no_small_launch"  # 18ESP-3.2.1.4
        if kind(game, company) == SOUTH and not allowed(game, SOUTH):
            return "south_later"  # 18ESP-3.2.2.1
        return None

    def start(self, game: Play, company: str, seat: Seat, par: int) -> None:
        if not is_small(game, company):
            super().start(game, company, seat, par)  # the bank is paid (18ESP-3.2.2.2)
            return
        pay(game, seat, company, 2 * par)  # 18ESP-3.2.1.1
        found(game, company, seat, par)
        game.state.floated = game.state.floated | {company}  # at once (18ESP-3.2.1.2)


class SellMove18(SellMove[StockTurn]):
    """Sell shares of a major that has operated to the open market (18ESP-3.1).

    Each sale has the price of its moment, and several may follow in a turn (18ESP-3.1.0.10).
    """

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        for choice in super().legal(game, step):
            assert isinstance(choice.action, SellShares)
            # 18ESP-3.1.1.8: nor does it change its director
            if not is_small(game, choice.action.company):
                yield choice

    def check(self, game: Game, step: StockTurn, action: SellShares) -> None:
        if action.company in game.definition.companies and is_small(game, action.company):
            refuse(game, "small_never_sold", company=action.company)
        if action.company in game.definition.privates:
            refuse(game, "pioneer_never_sold", company=action.company)
        if action.company in game.definition.companies and action.company not in game.state.cell:
            refuse(game, "no_par_no_sale", company=action.company)
        super().check(game, step, action)

    def objection(self, game: Game, step: StockTurn, company: str, count: int) -> str | None:
        return None if company in game.state.last_runs else "not_operated"


class RepayMove(Move[Use, StockTurn]):
    """Pay the whole debt back with its interest (18ESP-4.7.2.4)."""

    action = Use

    def claims(self, action: Use) -> bool:
        return action.thing == REPAY

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        seat = step.actor(game)
        if 0 < debt(game, seat) <= game.state.cash[seat]:
            yield Choice(Use(REPAY))

    def check(self, game: Game, step: StockTurn, action: Use) -> None:
        seat = step.actor(game)
        if not debt(game, seat):
            refuse(game, "no_debt")
        if debt(game, seat) > game.state.cash[seat]:
            refuse(game, "repay_all", price=debt(game, seat), cash=game.state.cash[seat])

    def apply(self, game: Play, step: StockTurn, action: Use) -> None:
        seat = step.actor(game)
        money = debt(game, seat)
        pay(game, seat, BANK, money)
        left = {s: loans for s, loans in facts(game).debts.items() if s != seat}
        game.set_facts(debts=left)
        game.log("repaid", player=game.name(seat), money=money)
        game.replace_step(step, sold=step.sold | {REPAY})  # an action (18ESP-3.0.5)


def _may_not_pass(game: Game, step: StockRound) -> str | None:
    """Who is above the limit sells first, also if a change of director did it (18ESP-3.1.1.9).

    Online, who can only repay must do so.
    """
    problem = sell_before_passing(game, step)
    if problem is None and policy(game).asks_idly and debt(game, step.actor(game)):
        others = any(step.offers(game, move) for move in step.moves[:3])
        problem = None if others else "repay_now"
    return problem


class StockRound(StockTurn, frozen=True):
    """A player's turn: sell and repay, then buy one certificate (18ESP-3.0.2)."""

    moves = (
        BuyMove(HOLDING),
        Start(),  # ends the turn (18ESP-3.2.0.1)
        SellMove18(HOLDING),
        RepayMove(),
        PassMove(pass_turn, _may_not_pass),  # 18ESP-3.0.3; all in a row end it (18ESP-3.0.4)
    )

    def finish(self, game: Play) -> None:
        """Raise what is sold out (18ESP-3.3.1, 18ESP-3.3.3), deal the cards of the next round."""
        from .rounds import begin_set

        for company in operating_order(game):
            if not is_small(game, company) and _sold_out(game, company):  # 18ESP-3.3.4
                game.log("sold_out", company=company)
                move_price(game, company, "up")
        deal_cards(game, most_first=True)  # 18ESP-3.3.6
        begin_set(game, game.state.round.number)


def _sold_out(game: Game, company: str) -> bool:
    """Tell whether players hold all shares but the reserved one (18ESP-3.3.2)."""
    return all(isinstance(h, int) or h == RESERVED for h in game.state.shares[company])
