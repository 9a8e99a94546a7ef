"""Stock rounds: players and Dragons in turn (1865-3.1, 1865-3.3 to 1865-3.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from ...engine.actions import Action, BuyShare, Choice, SellShares, StartCompany
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import director_after_purchase, hand_over, ordinary, price
from ...engine.state import BANK, IPO, Seat
from ...engine.step import Move
from ...engine.steps import rounds
from ...engine.steps.common import PassMove
from ...engine.steps.stock import StartMove, certificate_limit, log_purchase
from .actions import Absorb, Convert, RepayLoan, Transfer
from .components import figures
from .dragons import DragonTurn, zone_price
from .facts import DRAGONS
from .holdings import (
    certificate_count,
    check_sale,
    held,
    may_hold,
    offer_price,
    sale_problem,
    sell_block,
)
from .launch import (
    free_cities,
    initial_prices,
    launch_if_sold,
    new_home,
    start_certificate,
    starts_anywhere,
)

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def purchase_ban(game: Game, seat: Seat) -> str | None:
    """Return why a player may buy no certificate at all (1865-3.5.8).

    Who is above the limit sells nothing, but buys nothing either (1865-3.10.6).
    """
    full = certificate_count(game, seat) >= certificate_limit(game)
    return "certificate_limit" if full else None


def purchase_problem(game: Game, seat: Seat, company: str, cost: int) -> str | None:
    """Return why a player may not buy a share at a price (1865-3.5.7)."""
    if (seat, company) in game.state.round.sold:
        return "sold_this_round"
    return purchase_ban(game, seat) or ("not_enough_cash" if cost > game.state.cash[seat] else None)


# --- buying ----------------------------------------------------------------------------


def share_cost(game: Game, company: str, source: str) -> int:
    """Return what a share costs from a source (1865-3.5.3, 1865-3.5.4, 1865-3.5.5)."""
    if source == DRAGONS:
        return zone_price(game, company)
    return offer_price(game, company) if source == IPO else price(game, company)


class BuyMove(Move[BuyShare, "StockTurn"]):
    """Buy one share from initial offer, pool or Dragons; the price stays (1865-3.5.6)."""

    action = BuyShare

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        seat = step.actor(game)
        for company in game.state.cell:
            for source in game.rules.share_places:
                if ordinary(game, company, source) and not self._problem(
                    game, seat, company, share_cost(game, company, source)
                ):
                    yield Choice(BuyShare(company, source))  # type: ignore[arg-type]

    def _problem(self, game: Game, seat: Seat, company: str, cost: int) -> str | None:
        if not may_hold(game, company, seat, figures().player_limit):
            return "holding_limit"
        return purchase_problem(game, seat, company, cost)

    def check(self, game: Game, step: StockTurn, action: BuyShare) -> None:
        seat, company = step.actor(game), action.company
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        if company not in game.state.cell:
            refuse(game, "not_started", company=company)  # the president's certificate first
        if not ordinary(game, company, action.source):
            refuse(game, "no_share_there", company=company, source=action.source)
        cost = share_cost(game, company, action.source)
        problem = self._problem(game, seat, company, cost)
        if problem is not None:
            refuse(
                game,
                problem,
                company=company,
                price=cost,
                cash=game.state.cash[seat],
                limit=certificate_limit(game),
            )

    def apply(self, game: Play, step: StockTurn, action: BuyShare) -> None:
        seat, company = step.actor(game), action.company
        cost = share_cost(game, company, action.source)
        # For a share of the offer the company is paid, launched or not (1865-3.6.7).
        pay(game, seat, company if action.source == IPO else BANK, cost)
        log_purchase(game, seat, action, cost)
        hand_over(game, company, action.source, seat, 1)
        director_after_purchase(game, company, seat)  # 1865-3.10.1
        launch_if_sold(game, company)
        step.end_turn(game, acted=True)  # 1865-3.3.2


class Start(StartMove):
    """Buy a president's certificate at an initial value (1865-3.6.1)."""

    def pars(self, game: Game, company: str) -> tuple[int, ...]:
        return initial_prices(game)

    def ban(self, game: Game, step: rounds.StockTurn) -> str | None:
        return purchase_ban(game, step.actor(game))

    def problem(self, game: Game, step: rounds.StockTurn, company: str) -> str | None:
        if company in game.state.cell:
            return "already_started"
        barred = starts_anywhere(game, company) and not free_cities(game)
        return "no_free_city" if barred else None

    def start(self, game: Play, company: str, seat: Seat, par: int) -> None:
        start_certificate(game, company, seat, par)

    def apply(self, game: Play, step: rounds.StockTurn, action: StartCompany) -> None:
        super().apply(game, step, action)
        new_home(game, action.company)


# --- selling ---------------------------------------------------------------------------


class SellMove(Move[SellShares, "StockTurn"]):
    """Sell shares of one company in one block; other blocks may follow (1865-3.4.3)."""

    action = SellShares

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        for company in game.state.cell:
            for count in range(1, held(game, company, step.actor(game)) + 1):
                if self._problem(game, step, company, count) is not None:
                    break  # more of it is no better
                yield Choice(SellShares(company, count))

    def _problem(self, game: Game, step: StockTurn, company: str, count: int) -> str | None:
        if company in step.sold:
            return "one_block"  # 1865-3.4.2
        return sale_problem(game, company, step.actor(game), count)

    def check(self, game: Game, step: StockTurn, action: SellShares) -> None:
        check_sale(game, step, action, self._problem)

    def apply(self, game: Play, step: StockTurn, action: SellShares) -> None:
        sell_block(game, action.company, step.actor(game), action.count)
        step.after_sale(game, action.company)


# --- the turn --------------------------------------------------------------------------


class StockTurn(rounds.StockTurn, frozen=True):
    """A player's turn: sell, then buy at most one certificate (1865-3.3.1).

    It is a pass only if nothing was sold either (1865-3.1.2).
    """

    moves = (
        SellMove(),
        BuyMove(),
        Start(),
        PassMove(rounds.pass_turn),
    )
    refusals: ClassVar[dict[type[Action], str]] = {
        Transfer: "transfer_in_turn",
        RepayLoan: "repay_in_turn",
        Absorb: "absorb_at_start",
        Convert: "convert_before_stock_round",
    }

    def end_turn(self, game: Play, *, acted: bool) -> None:
        """The Dragons act, then the next player clockwise (1865-3.3.3)."""
        super().end_turn(game, acted=acted)
        if len(game.state.round.passed) < len(game.players):
            game.push(DragonTurn())

    def finish(self, game: Play) -> None:
        from .rounds import begin_operating_round

        # No price rises because a company is sold out (1865-3.11.9).
        rounds.pass_priority_on(game)  # 1865-3.13.1
        begin_operating_round(game, game.state.round.number, 1)
