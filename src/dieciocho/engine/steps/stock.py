"""Stock rounds: buying, selling and starting companies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..actions import BuyShare, Choice, SellShares, StartCompany
from ..errors import refuse
from ..ledger import pay
from ..shares import (
    certificates,
    director_after_purchase,
    hand_over,
    ordinary,
    percent,
    price,
    put_marker,
    sell,
    sellable,
    successor,
)
from ..state import BANK, IPO, POOL, Seat
from ..step import Move

if TYPE_CHECKING:
    from ..game import Game, Play
    from .rounds import StockTurn


class Holding:
    """The limits on what players and the pool may hold."""

    def __init__(
        self, *, player: int = 60, pool: int = 50, float_at: int = 60, drop: str = "down"
    ) -> None:
        self.player = player
        self.pool = pool
        self.float_at = float_at
        self.drop = drop  # "down": a step for every share sold, "left": one for the block


def certificate_limit(game: Game) -> int:
    return game.rules.certificate_limit(game)


def above_certificate_limit(game: Game, seat: Seat) -> bool:
    return certificates(game, seat) > certificate_limit(game)


def acquisition_problem(
    game: Game, seat: Seat, company: str, added: int, holding: Holding
) -> str | None:
    """Return why a player may not acquire `added` percent of a company, money apart."""
    if (seat, company) in game.state.round.sold:
        return "sold_this_round"
    if percent(game, company, seat) + added > holding.player:
        return "holding_limit"
    return None


def limit_problem(game: Game, step: StockTurn, count: int, company: str | None) -> str | None:
    """Return whether one more certificate of a company (None: not yet priced) is too many.

    `count` is the number that the player has now. Who is above the limit sells first if he can.
    """
    limit = certificate_limit(game)
    if count < limit:
        return None
    if count > limit and step.can_sell(game):
        return "must_sell_first"
    counts = company is None or not game.definition.market.in_red_zone(game.state.cell[company])
    return "certificate_limit" if counts else None


class BuyShareMove(Move[BuyShare, "StockTurn"]):
    """Buy one ordinary share from the initial offering or the pool."""

    action = BuyShare

    def __init__(self, holding: Holding) -> None:
        self.holding = holding

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        cash = game.state.cash[step.actor(game)]
        for company in game.definition.companies:
            if company not in game.state.cell:
                continue
            # Limits are counted last, because that takes longest.
            sources = [
                source
                for source in (IPO, POOL)
                if ordinary(game, company, source) and self.cost(game, company, source) <= cash
            ]
            if sources and self._problem(game, step, company) is None:
                for source in sources:
                    yield Choice(BuyShare(company, source))  # type: ignore[arg-type]

    def cost(self, game: Game, company: str, source: str) -> int:
        return game.state.par[company] if source == IPO else price(game, company)

    def count(self, game: Game, seat: Seat, company: str) -> int:
        """Return how many certificates the player counts beside the new one."""
        return certificates(game, seat)

    def take(self, game: Play, seat: Seat, company: str, source: str) -> None:
        """Hand the share over, with all that follows."""
        take_share(game, seat, company, source, self.holding)

    def _problem(self, game: Game, step: StockTurn, company: str) -> str | None:
        count = self.count(game, step.actor(game), company)
        return limit_problem(game, step, count, company) or acquisition_problem(
            game, step.actor(game), company, 10, self.holding
        )

    def check(self, game: Game, step: StockTurn, action: BuyShare) -> None:
        seat = step.actor(game)
        if action.company not in game.definition.companies:
            refuse(game, "unknown_company", company=action.company)
        if action.company not in game.state.cell:
            refuse(game, "not_started", company=action.company)
        if not ordinary(game, action.company, action.source):
            refuse(game, "no_share_there", company=action.company, source=action.source)
        problem = self._problem(game, step, action.company)
        if problem is not None:
            refuse(game, problem, company=action.company, limit=certificate_limit(game))
        cost = self.cost(game, action.company, action.source)
        if cost > game.state.cash[seat]:
            refuse(game, "not_enough_cash", price=cost, cash=game.state.cash[seat])

    def apply(self, game: Play, step: StockTurn, action: BuyShare) -> None:
        seat = step.actor(game)
        cost = self.cost(game, action.company, action.source)
        pay(game, seat, BANK, cost)
        log_purchase(game, seat, action, cost)
        self.take(game, seat, action.company, action.source)
        step.end_turn(game, acted=True)


def log_purchase(game: Play, seat: Seat, action: BuyShare, price: int) -> None:
    company, source, who = action.company, action.source, game.name(seat)
    game.log("share_bought", player=who, company=company, source=source, price=price)


def take_share(game: Play, seat: Seat, company: str, source: str, holding: Holding) -> None:
    """Give a player an ordinary share; director and launch follow."""
    hand_over(game, company, source, seat, 1)
    director_after_purchase(game, company, seat)
    launch_if_sold(game, company, holding)


def launch_if_sold(game: Play, company: str, holding: Holding) -> None:
    """Launch a company as soon as enough of it has been sold out of the initial offering."""
    state = game.state
    if company in state.floated or 100 - percent(game, company, IPO) < holding.float_at:
        return
    state.floated = state.floated | {company}
    capital = 10 * state.par[company]
    pay(game, BANK, company, capital)
    game.log("launched", company=company, capital=capital)


class StartMove(Move[StartCompany, "StockTurn"]):
    """Buy the director's certificate of a company that has not been started."""

    action = StartCompany

    def pars(self, game: Game, company: str) -> Sequence[int]:
        """Return the values at which a company may start now."""
        return list(game.definition.market.par_cells)

    def ban(self, game: Game, step: StockTurn) -> str | None:
        """Return why the player may start no company at all, if so."""
        return limit_problem(game, step, certificates(game, step.actor(game)), None)

    def problem(self, game: Game, step: StockTurn, company: str) -> str | None:
        """Return why this company may not be started, if so."""
        return "already_started" if company in game.state.cell else None

    def start(self, game: Play, company: str, seat: Seat, par: int) -> None:
        pay(game, seat, BANK, 2 * par)
        found(game, company, seat, par)

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        if self.ban(game, step) is not None:
            return
        cash = game.state.cash[step.actor(game)]
        for company in game.definition.companies:
            if self.problem(game, step, company) is None:
                for par in self.pars(game, company):
                    if 2 * par <= cash:
                        yield Choice(StartCompany(company, par))

    def check(self, game: Game, step: StockTurn, action: StartCompany) -> None:
        cash, company = game.state.cash[step.actor(game)], action.company
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        problem = self.problem(game, step, company) or self.ban(game, step)
        if problem is not None:
            refuse(game, problem, company=company, limit=certificate_limit(game))
        pars = self.pars(game, company)
        if action.par not in pars:
            refuse(game, "no_such_par", par=action.par, pars=list(pars))
        if 2 * action.par > cash:
            refuse(game, "cannot_pay_par", price=2 * action.par, cash=cash)

    def apply(self, game: Play, step: StockTurn, action: StartCompany) -> None:
        self.start(game, action.company, step.actor(game), action.par)
        step.end_turn(game, acted=True)


def found(game: Play, company: str, seat: Seat, par: int) -> None:
    """Hand the director's certificate over and put the marker on the par value."""
    state = game.state
    hand_over(game, company, IPO, seat, 0, director=True)
    state.president[company] = seat
    state.par[company] = par
    put_marker(game, company, game.definition.market.par_cells[par])
    game.log("started", player=game.name(seat), company=company, par=par)


class Selling(Protocol):
    """A step in which a player sells shares: whether he may, and what follows."""

    def actor(self, game: Game) -> Seat: ...
    def selling_ban(self, game: Game) -> str | None: ...
    def after_sale(self, game: Play, company: str) -> None: ...


Seller = TypeVar("Seller", bound=Selling, contravariant=True)


class SellMove(Move[SellShares, Seller]):
    """Sell shares of one company to the pool."""

    action = SellShares

    def __init__(self, holding: Holding) -> None:
        self.holding = holding

    def legal(self, game: Game, step: Seller) -> Iterator[Choice]:
        seat = step.actor(game)
        if step.selling_ban(game) is not None:
            return
        for company in game.definition.companies:
            if company in game.state.cell:
                for count in range(1, sellable(game, company, seat, self.holding.pool) + 1):
                    if self.objection(game, step, company, count) is None:
                        yield Choice(SellShares(company, count))

    def objection(self, game: Game, step: Seller, company: str, count: int) -> str | None:
        """Return why this otherwise possible sale is not allowed."""
        return None

    def check(self, game: Game, step: Seller, action: SellShares) -> None:
        seat, company, count = step.actor(game), action.company, action.count
        ban = step.selling_ban(game)
        if ban is not None:
            refuse(game, ban)
        if company not in game.definition.companies:
            refuse(game, "unknown_company", company=company)
        held = percent(game, company, seat) // 10
        if count < 1 or count > held:
            refuse(game, "does_not_hold", company=company, count=count, held=held)
        in_pool = percent(game, company, POOL) // 10
        if count + in_pool > self.holding.pool // 10:
            refuse(game, "pool_limit", company=company, limit=self.holding.pool // 10)
        if count > sellable(game, company, seat, self.holding.pool):
            refuse(game, "director_certificate", company=company)
        objection = self.objection(game, step, company, count)
        if objection is not None:
            refuse(game, objection, company=company, count=count)

    def apply(self, game: Play, step: Seller, action: SellShares) -> None:
        sell(game, action.company, step.actor(game), action.count, self.holding.drop)
        step.after_sale(game, action.company)


def would_change_director(game: Game, company: str, seat: Seat, count: int) -> bool:
    """Tell whether a sale would hand the company to somebody else."""
    return (
        game.state.president.get(company) == seat
        and successor(game, company, count * 10) is not None
    )
