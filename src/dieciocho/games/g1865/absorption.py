"""Absorption: conditions, compensation, what goes to the absorber (1865-5.1 to 1865-5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import hand_over, leave_market, ordinary, price
from ...engine.state import BANK, IPO, POOL
from ...engine.step import Move
from ...engine.steps.common import PassMove, pop
from .actions import Absorb
from .anytime import ANYTIME, TurnStep
from .components import MAJOR, figures
from .connections import directly_connected
from .dragons import zone_price
from .facts import (
    DRAGONS,
    add_traffic,
    facts,
    loans_of,
    on_map,
    set_loans,
    set_markers,
    this_turn,
)
from .holdings import held, pool_room
from .maritime import owned
from .policy import policy
from .printed import printed
from .replacement import replacement_steps
from .stations import marked

if TYPE_CHECKING:
    from ...engine.game import Game, Play


# --- conditions ------------------------------------------------------------------------


def touching(game: Game, one: str, other: str) -> bool:
    """Tell whether two companies share a city or a direct connection joins them (1865-5.2.2)."""
    return any(directly_connected(game, one, hex_name) for hex_name in marked(game, other))


def compensation(game: Game, absorbed: str) -> int:
    """Return what all shares in play cost by the zone of the company (1865-5.3.1, 1865-5.3.2)."""
    in_play = sum(held(game, absorbed, owner) for owner in _holders(game))
    return in_play * zone_price(game, absorbed)


def _holders(game: Game) -> list[int | str]:
    return [*range(len(game.players)), POOL, DRAGONS]


def saleable(game: Game, absorber: str) -> int:
    """Return how many shares of its initial offer the absorber could put into the pool."""
    return min(ordinary(game, absorber, IPO), pool_room(game, absorber))


def means(game: Game, absorber: str, absorbed: str) -> int:
    """Return the most that the absorber can raise (1865-5.2.3)."""
    cash = game.state.cash
    loans = figures().loan_limit - loans_of(game, absorber) - loans_of(game, absorbed)
    shares = saleable(game, absorber) * price(game, absorber)
    return cash[absorber] + cash[absorbed] + shares + figures().loan * loans


def problem(game: Game, turn: str, absorbed: str, absorber: str, repaid: int = 0) -> str | None:
    """Return why an absorption is not possible in the turn of a company.

    Minors and majors are alike (1865-5.2.4). `repaid`: as if the company had paid back so many
    loans; what it can raise stays the same, as it could take them again.
    """
    state = game.state
    pair = (absorber, absorbed)
    if absorber == absorbed or turn not in pair or not state.floated.issuperset(pair):
        return "absorb_own_turn"
    if state.president[absorber] != state.president[absorbed]:
        return "absorb_same_president"  # 1865-5.1.6
    if not facts(game).operated.issuperset(pair):
        return "absorb_not_operated"
    if turn == absorbed and this_turn(game).absorbed and not policy(game).absorber_may_be_absorbed:
        return "absorb_plays_turn"  # 1865-5.1.7
    other = absorbed if turn == absorber else absorber
    done = state.round.order.index(other) < state.round.index
    if done and (turn == absorber or not policy(game).absorbed_by_any):
        return "absorb_has_operated"
    if not touching(game, absorber, absorbed):
        return "absorb_not_connected"
    loans = loans_of(game, absorber) + loans_of(game, absorbed) - repaid
    if loans > figures().loan_limit:
        return "loan_limit"
    if means(game, absorber, absorbed) < compensation(game, absorbed):
        return "absorb_too_dear"
    return None


def pairs(game: Game, company: str) -> Iterator[tuple[str, str]]:
    """Yield who could be absorbed, and by whom, in the turn of a company."""
    for other in map(str, game.state.round.order):
        yield from ((other, company), (company, other))


def opened_by_repaying(game: Game, company: str) -> bool:
    """Tell whether it may absorb or be absorbed once it has repaid loans (1865-5.5.4, A-38)."""
    if not policy(game).repays_to_absorb:
        return False
    repaid = min(loans_of(game, company), game.state.cash[company] // figures().loan)
    return repaid > 0 and any(
        problem(game, company, *pair, repaid) is None for pair in pairs(game, company)
    )


# --- money -----------------------------------------------------------------------------


def compensate(game: Play, absorber: str, absorbed: str) -> None:
    """Pay all shares of the absorbed company out, with its own money first (1865-5.3.4)."""
    due, each = compensation(game, absorbed), zone_price(game, absorbed)
    game.log("absorbed", company=absorbed, absorber=absorber, money=due, price=each)
    pay(game, absorbed, absorber, game.state.cash[absorbed])
    _sell_offer(game, absorber, due)
    _borrow(game, absorber, due)
    for owner in _holders(game):
        # What the pool and the Dragons hold is paid to the bank (1865-5.3.3, A-39).
        payee = owner if isinstance(owner, int) else BANK
        money = held(game, absorbed, owner) * each
        pay(game, absorber, payee, money)
        if isinstance(owner, int) and money:
            game.log("compensated", player=game.name(owner), company=absorbed, money=money)


def _sell_offer(game: Play, absorber: str, due: int) -> None:
    """Sell as many own shares of the initial offer as needed; the price stays (1865-5.3.5)."""
    missing, each = due - game.state.cash[absorber], price(game, absorber)
    count = min(-(-missing // each), saleable(game, absorber))
    if count > 0:
        hand_over(game, absorber, IPO, POOL, count)
        pay(game, BANK, absorber, count * each)
        game.log("offer_sold", company=absorber, count=count, money=count * each)


def _borrow(game: Play, absorber: str, due: int) -> None:
    """Take as many state loans as are still needed (1865-5.3.6), as nobody else may (1865-1.13)."""
    loan = figures().loan
    count = -(-(due - game.state.cash[absorber]) // loan)
    if count > 0:
        pay(game, BANK, absorber, count * loan)
        set_loans(game, absorber, loans_of(game, absorber) + count)
        game.log("company_loans", company=absorber, count=count, money=count * loan)


# --- effects ---------------------------------------------------------------------------


def hand_assets_over(game: Play, absorber: str, absorbed: str) -> None:
    """Give traffic, trains, maritime companies and loans to the absorber (1865-5.4.2).

    What else it has and is stays as it is (1865-5.4.11).
    """
    state = game.state
    points = facts(game).traffic.get(absorbed, 0)
    traffic = {c: n for c, n in facts(game).traffic.items() if c != absorbed}
    game.set_facts(traffic=traffic)
    add_traffic(game, absorber, points, "absorbed")
    state.trains[absorber] = (*state.trains[absorber], *state.trains[absorbed])
    state.trains[absorbed] = ()
    for name in owned(game, absorbed):
        state.private_owner[name] = absorber
    set_loans(game, absorber, loans_of(game, absorber) + loans_of(game, absorbed))
    set_loans(game, absorbed, 0)


def leave_game(game: Play, absorbed: str) -> None:
    """Put the certificates back, as a major, and take the markers off the charts (1865-5.3.7)."""
    state, now = game.state, facts(game)
    leave_market(game, absorbed)
    state.floated = state.floated - {absorbed}
    for place in (state.president, state.par, state.homes, state.last_runs):  # 1865-5.4.12
        place.pop(absorbed, None)
    state.shares[absorbed] = (IPO,) * len(printed(game).companies[absorbed].converted)
    game.set_facts(
        major=now.major | {absorbed},
        row={c: row for c, row in now.row.items() if c != absorbed},
        operated=now.operated - {absorbed},
        absorbed=now.absorbed | {absorbed},
    )
    # Its markers stay on the map until they are replaced; the charter's ones are gone.
    set_markers(game, absorbed, on_map(game, absorbed))


class AbsorbMove(Move[Absorb, "Mergers"]):
    """Absorb another company, or be absorbed by one, at the start of the turn."""

    action = Absorb

    def legal(self, game: Game, step: Mergers) -> Iterator[Choice]:
        company = step.company(game)
        for pair in pairs(game, company):
            if problem(game, company, *pair) is None:
                yield Choice(Absorb(*pair))

    def check(self, game: Game, step: Mergers, action: Absorb) -> None:
        for company in (action.company, action.absorber):
            if company not in game.definition.companies:
                refuse(game, "unknown_company", company=company)
        reason = problem(game, step.company(game), action.company, action.absorber)
        if reason is not None:
            refuse(game, reason, company=action.company, absorber=action.absorber)

    def apply(self, game: Play, step: Mergers, action: Absorb) -> None:
        absorbed, absorber = action.company, action.absorber
        if absorbed == step.company(game):  # it loses its turn (1865-5.1.2)
            while isinstance(game.step, TurnStep):
                game.pop()
        else:
            game.set_turn(absorbed=True)
        compensate(game, absorber, absorbed)
        hand_assets_over(game, absorber, absorbed)
        leave_game(game, absorbed)
        set_markers(game, absorber, figures().stations[MAJOR])  # 1865-5.4.3
        game.push(*replacement_steps(absorber, absorbed))


class Mergers(TurnStep, frozen=True):
    """Absorptions at the very start of a turn (1865-5.1)."""

    moves = (AbsorbMove(), PassMove(pop), *ANYTIME)

    def case(self, game: Game) -> str:
        return "" if self.offers(game, self.moves[0]) else "indebted"

    def settle(self, game: Play) -> bool:
        if self.offers(game, self.moves[0]) or opened_by_repaying(game, self.company(game)):
            return False
        game.pop()
        return True
