"""Stock rounds: selling, buying, founding companies (1862-6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from ...engine.actions import BuyShare, Choice, SellShares, StartCompany
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import (
    DIRECTOR,
    certificates,
    hand_over,
    ordinary,
    price,
    put_marker,
)
from ...engine.state import BANK, IPO, POOL, Owner, Seat
from ...engine.step import Move
from ...engine.steps import rounds
from ...engine.steps.common import PassMove
from ...engine.steps.rounds import StockTurn, pass_turn
from ...engine.steps.stock import log_purchase
from .facts import PARS, facts, option, this_round
from .floating import start_problem, startable
from .holdings import (
    THREE,
    director_after_purchase,
    float_if_sold,
    give_directorship,
    held,
    sale_problem,
    sell,
)
from .limits import certificate_limit, must_sell
from .policy import policy

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game, Play

TREASURY = "treasury"


def begin_stock_round(game: Play, number: int) -> None:
    """Begin a stock round; failed charters may be started again (1862-4.3.6)."""
    game.set_facts(barred=frozenset())
    rounds.begin_stock_round(game, number, StockRound())


def start_prices(game: Game) -> list[int]:
    """Return the prices at which a company without charter starts, lowest first."""
    return list(_start_prices(game.definition))


@lru_cache(maxsize=100)
def _start_prices(definition: Definition) -> tuple[int, ...]:
    return tuple(cell.price for cell in definition.market.cells if {*"*p"} & set(cell.marks))


def par_for(start: int) -> int:
    """Return the highest par value that is not above a price (1862-6.5.3.3)."""
    return max((par for par in PARS if par <= start), default=PARS[0])


def bought_now(game: Game, seat: Seat, company: str) -> int:
    return this_round(game).bought.get((seat, company), 0)


def note_purchase(game: Play, seat: Seat, company: str, count: int) -> None:
    bought = this_round(game).bought
    game.set_round(bought={**bought, (seat, company): bought.get((seat, company), 0) + count})


class SellMove1862(Move[SellShares, "StockRound"]):
    """Sell a block of shares of one company (1862-6.4)."""

    action = SellShares

    def problem(self, game: Game, step: StockRound, company: str, count: int) -> str | None:
        seat = step.actor(game)
        if company in step.sold:
            return "one_block"
        if held(game, company, seat) - count < bought_now(game, seat, company):
            return "bought_this_round"
        return sale_problem(game, company, seat, count)

    def legal(self, game: Game, step: StockRound) -> Iterator[Choice]:
        seat = step.actor(game)
        for company in game.state.cell:
            for count in range(1, held(game, company, seat) + 1):
                if self.problem(game, step, company, count) is None:
                    yield Choice(SellShares(company, count))

    def check(self, game: Game, step: StockRound, action: SellShares) -> None:
        company, count = action.company, action.count
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        has = held(game, company, step.actor(game))
        if company not in game.state.cell or not 1 <= count <= has:
            refuse(game, "does_not_hold", company=company, count=count, held=has)
        problem = self.problem(game, step, company, count)
        if problem is not None:
            refuse(game, problem, company=company, count=count)

    def apply(self, game: Play, step: StockRound, action: SellShares) -> None:
        sell(game, action.company, step.actor(game), action.count)
        step.after_sale(game, action.company)


def purchase_problem(game: Game, step: StockRound, company: str | None) -> str | None:
    """Return why a player may not buy a certificate of a company now, money apart.

    How many shares of it he has does not matter (1862-6.5.1.2).
    """
    sold = (step.actor(game), company) in game.state.round.sold
    return _purchase_ban(game, step) or ("sold_this_round" if sold else None)


def _purchase_ban(game: Game, step: StockRound) -> str | None:
    """Return why a player may buy nothing at all."""
    count, limit = certificates(game, step.actor(game)), certificate_limit(game)
    if count > limit and not facts(game).lner:
        return "must_sell_first"
    return "certificate_limit" if count >= limit else None


def holder_of(company: str, source: str) -> Owner:
    return company if source == TREASURY else source


class BuyMove(Move[BuyShare, "StockRound"]):
    """Buy one ordinary share of offering, pool or treasury (1862-6.5.1)."""

    action = BuyShare

    def cost(self, game: Game, company: str, source: str) -> int:
        """Return the par value for a share of the offering (1862-4.2.5), else the price."""
        return game.state.par[company] if source == IPO else price(game, company)

    def legal(self, game: Game, step: StockRound) -> Iterator[Choice]:
        seat = step.actor(game)
        cash, sold = game.state.cash[seat], game.state.round.sold
        if _purchase_ban(game, step) is not None:
            return
        for company in game.state.cell:
            if (seat, company) in sold:
                continue
            for source in (IPO, POOL, TREASURY):  # redeemed shares are there, too (1862-7.13.3)
                if (
                    ordinary(game, company, holder_of(company, source))
                    and self.cost(game, company, source) <= cash
                ):
                    yield Choice(BuyShare(company, source))  # type: ignore[arg-type]

    def check(self, game: Game, step: StockRound, action: BuyShare) -> None:
        seat, company = step.actor(game), action.company
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        if company not in game.state.cell:
            refuse(game, "not_started", company=company)
        if not ordinary(game, company, holder_of(company, action.source)):
            refuse(game, "no_share_there", company=company, source=action.source)
        problem = purchase_problem(game, step, company)
        if problem is not None:
            refuse(game, problem, company=company, limit=certificate_limit(game))
        cost = self.cost(game, company, action.source)
        if cost > game.state.cash[seat]:
            refuse(game, "not_enough_cash", price=cost, cash=game.state.cash[seat])

    def apply(self, game: Play, step: StockRound, action: BuyShare) -> None:
        seat, company = step.actor(game), action.company
        cost = self.cost(game, company, action.source)
        # Treasury shares are a company's capital (1862-3.1.2) or its own (1862-7.13.3).
        pay(game, seat, company if action.source == TREASURY else BANK, cost)
        log_purchase(game, seat, action, cost)
        hand_over(game, company, holder_of(company, action.source), seat, 1)
        note_purchase(game, seat, company, 1)
        director_after_purchase(game, company, seat)
        game.replace_step(step, done=True)
        float_if_sold(game, company)


class FoundMove(Move[StartCompany, "StockRound"]):
    """Start a company without charter (1862-6.5.3.1); nobody has to float it (1862-6.5.3.4)."""

    action = StartCompany

    def ban(self, game: Game, step: StockRound) -> str | None:
        if option(game, "beginners") == "yes":
            return "founded_by_charter"  # 1862-11.3.1
        return purchase_problem(game, step, None)

    def legal(self, game: Game, step: StockRound) -> Iterator[Choice]:
        if self.ban(game, step) is not None:
            return
        seat = step.actor(game)
        cash = game.state.cash[seat]
        prices = [start for start in start_prices(game) if 3 * start <= cash]
        if not prices:
            return
        for company in startable(game):
            if (seat, company) not in game.state.round.sold:
                for start in prices:
                    yield Choice(StartCompany(company, start))

    def check(self, game: Game, step: StockRound, action: StartCompany) -> None:
        seat, company = step.actor(game), action.company
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        problem = (
            self.ban(game, step)
            or start_problem(game, company)
            or purchase_problem(game, step, company)
        )
        if problem is not None:
            refuse(game, problem, company=company, limit=certificate_limit(game))
        if action.par not in start_prices(game):
            refuse(game, "no_such_start", par=action.par, pars=start_prices(game))
        cash = game.state.cash[seat]
        if 3 * action.par > cash:
            refuse(game, "cannot_pay_par", price=3 * action.par, cash=cash)

    def apply(self, game: Play, step: StockRound, action: StartCompany) -> None:
        seat, company, state = step.actor(game), action.company, game.state
        pay(game, seat, company, 3 * action.par)  # 1862-3.1.2
        state.shares[company] = (seat, *[company] * (len(state.shares[company]) - 1))
        state.par[company] = par_for(action.par)
        market = game.definition.market
        put_marker(game, company, market.price.index(action.par))
        game.log("started", player=game.name(seat), company=company, par=action.par)
        give_directorship(game, company, seat)
        note_purchase(game, seat, company, 3)
        game.replace_step(step, done=True)


def _may_not_pass(game: Game, step: StockRound) -> str | None:
    """Who is above the limit sells until he is not (1862-6.5.2.2)."""
    above = must_sell(game, step.actor(game))
    return "must_sell_first" if above and step.can_sell(game) else None


class StockRound(StockTurn, frozen=True):
    """A player's turn: sell any number of blocks, then buy one certificate (1862-6.2.1)."""

    done: bool = False  # bought: what follows is settled, then the turn ends

    moves = (
        BuyMove(),
        FoundMove(),
        SellMove1862(),
        PassMove(pass_turn, _may_not_pass),  # he may act again later (1862-6.2.2)
    )

    def settle(self, game: Play) -> bool:
        if self.done:
            game.replace_step(self, done=False)
            top = game.step
            assert isinstance(top, StockRound)
            top.end_turn(game, acted=True)
            return True
        return super().settle(game)

    def can_sell(self, game: Game) -> bool:
        return self.offers(game, self.moves[2])

    def _has_choice(self, game: Game) -> bool:
        return super()._has_choice(game) or self._waits_in_vain(game)

    def _waits_in_vain(self, game: Game) -> bool:
        """Tell whether a player could pay for a director's certificate alone in the pool (online).

        Nobody may buy it (1862-6.3.6); he can only pass.
        """
        cash = game.state.cash[self.actor(game)]
        return policy(game).director_for_sale and any(
            holders[DIRECTOR] == POOL
            and not ordinary(game, company, POOL)
            and THREE * price(game, company) <= cash
            and purchase_problem(game, self, company) is None
            for company, holders in game.state.shares.items()
        )

    def finish(self, game: Play) -> None:
        """Fine whoever has not kept his promise, then go on (1862-6.6.1).

        No price rises because a company is sold out (1862-6.6.2).
        """
        from .fines import settle_obligations

        settle_obligations(game)
