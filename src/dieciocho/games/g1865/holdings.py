"""Certificates of minors and majors, counted in shares: a president's certificate is two."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...engine.actions import SellShares
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import (
    hand_over,
    make_director,
    move_price,
    percent,
    price,
    seats_after,
)
from ...engine.state import BANK, POOL, Owner, Seat
from .components import figures
from .facts import facts
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def share_percent(game: Game, company: str) -> int:
    """Return the size of a single share: 20 % of a minor, 10 % of a major (1865-1.5)."""
    return game.rules.certificates(game, company)[1]


def held(game: Game, company: str, holder: Owner) -> int:
    """Return how many shares somebody holds; a president's certificate is two (1865-1.6)."""
    holders = game.state.shares[company]
    return holders.count(holder) + (holders[0] == holder)


def certificate_count(game: Game, holder: Owner) -> int:
    """Count certificates, a president's as one (1865-1.7); maritime companies are none."""
    return sum(holders.count(holder) for holders in game.state.shares.values())


def pool_room(game: Game, company: str) -> int:
    """Return how many more shares the pool takes (1865-3.4.7)."""
    room = figures().pool_limit - percent(game, company, POOL)
    return room // share_percent(game, company)


def may_hold(game: Game, company: str, holder: Owner, limit: int) -> bool:
    """Tell whether one more share leaves a holder within a limit in percent."""
    return percent(game, company, holder) + share_percent(game, company) <= limit


def offer_price(game: Game, company: str) -> int:
    """Return what a share of the initial offer costs (1865-3.5.3, A-09)."""
    return price(game, company) if policy(game).offer_at_market else game.state.par[company]


def successor(game: Game, company: str, count: int) -> Seat | None:
    """Return who becomes president if the president sells `count` shares; None: no change.

    The first clockwise of those who hold most (1865-3.10.3), with two single certificates to give
    for the president's one (1865-3.10.4, A-54).
    """
    president = game.state.president[company]
    most = max(held(game, company, president) - count, 1)
    heir = None
    for seat in seats_after(game, president):
        if held(game, company, seat) > most:  # equality changes nothing (1865-3.10.2)
            heir, most = seat, held(game, company, seat)
    return heir


def is_president(game: Game, company: str, seat: Seat) -> bool:
    return game.state.president.get(company) == seat


def changes_president(game: Game, company: str, seat: Seat, count: int) -> bool:
    """Tell whether a sale hands the company to somebody else."""
    return is_president(game, company, seat) and successor(game, company, count) is not None


def sale_problem(game: Game, company: str, seat: Seat, count: int) -> str | None:
    """Return why a player may not sell so many shares of a company to the pool."""
    own = held(game, company, seat)
    if not 1 <= count <= own:
        return "does_not_hold"
    if company not in facts(game).operated:
        return "not_operated"  # 1865-3.4.6
    if count > pool_room(game, company):
        return "pool_limit"
    broken = is_president(game, company, seat) and own - count < 2
    if broken and successor(game, company, count) is None:
        return "director_certificate"  # 1865-3.4.5
    return None


def proceeds(game: Game, seat: Seat, company: str) -> int:
    """Return what a player gets for the largest block of a company that could be sold now."""
    counts = range(held(game, company, seat), 0, -1)
    most = next((n for n in counts if sale_problem(game, company, seat, n) is None), 0)
    return most * price(game, company)


def check_sale(
    game: Game,
    step: Any,
    action: SellShares,
    problem_of: Callable[[Game, Any, str, int], str | None],
) -> None:
    """Refuse a sale for the problem that it has, with all that its sentence needs."""
    company = action.company
    if company not in game.definition.companies:
        refuse(game, "unknown_company", company=company)
    problem = problem_of(game, step, company, action.count)
    if problem is not None:
        refuse(
            game,
            problem,
            company=company,
            count=action.count,
            held=held(game, company, step.actor(game)),
            limit=pool_room(game, company),
        )


def sell_block(game: Play, company: str, seat: Seat, count: int) -> None:
    """Sell shares to the pool as one block at one price (1865-3.4.2).

    The price falls only if the president sells, for the whole block (1865-3.4.4, A-46).
    """
    money = price(game, company) * count
    by_president = is_president(game, company, seat)
    if by_president:
        heir = successor(game, company, count)
        if heir is not None:
            make_director(game, company, heir)  # what it owns stays with it (1865-3.10.5)
    hand_over(game, company, seat, POOL, count)  # 1865-3.4.8
    pay(game, BANK, seat, money)
    game.log("sold", player=game.name(seat), company=company, count=count, money=money)
    if by_president:  # 1865-3.11.3
        move_price(game, company, "left", count)
