"""Certificates: who holds how much, buying, selling, and who is director."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .ledger import pay
from .state import BANK, POOL, Owner, Seat

if TYPE_CHECKING:
    from .game import Game, Play

DIRECTOR = 0  # index of the director's certificate


class Transfer(NamedTuple):
    """Certificates that changed hands.

    On the table they are all alike; who numbers them has to know which ones went.
    """

    company: str
    source: Owner
    target: Owner
    number: int
    last: bool = False  # those that the holder got last, not first
    director: bool = False  # the director's certificate goes with them


def percent(game: Game, company: str, holder: Owner) -> int:
    """Return the holder's part of a company in percent."""
    holders = game.state.shares[company]
    sizes = game.rules.certificates(game, company)
    total = 0
    for i, held_by in enumerate(holders):
        if held_by == holder:
            total += sizes[i]
    return total


def ordinary(game: Game, company: str, holder: Owner) -> int:
    """Return how many ordinary (not director's) certificates somebody holds."""
    return game.state.shares[company][1:].count(holder)


def price(game: Game, company: str) -> int:
    """Return the market price of a started company."""
    return game.definition.market.price[game.state.cell[company]]


def certificates(game: Game, seat: Seat) -> int:
    """Count a player's certificates for the certificate limit."""
    state, rules = game.state, game.rules
    count = 0
    for private, owner in state.private_owner.items():
        if owner == seat and rules.counts_for_limit(game, private):
            count += 1
    for company, holders in state.shares.items():
        if seat in holders and rules.counts_for_limit(game, company):
            count += holders.count(seat)
    return count


def hand_over(
    game: Game,
    company: str,
    source: Owner,
    target: Owner,
    count: int,
    *,
    director: bool = False,
    last: bool = False,
) -> None:
    """Move ordinary certificates (or the director's one) from one holder to another."""
    holders = list(game.state.shares[company])
    game.transfers.append(Transfer(company, source, target, count, last, director))
    if director:
        assert holders[DIRECTOR] == source
        holders[DIRECTOR] = target
    for i in range(1, len(holders)):
        if count and holders[i] == source:
            holders[i] = target
            count -= 1
    assert count == 0, "not enough certificates"
    game.state.shares[company] = tuple(holders)


def seats_after(game: Game, seat: Seat) -> list[Seat]:
    """Return the other players in playing order, beginning to the left of a seat."""
    count = len(game.players)
    return [(seat + n) % count for n in range(1, count)]


def make_director(game: Play, company: str, seat: Seat) -> None:
    """Swap the director's certificate against two ordinary ones and hand the charter over."""
    old = game.state.president[company]
    hand_over(game, company, old, seat, 0, director=True)
    hand_over(game, company, seat, old, 2)
    game.state.president[company] = seat
    game.log("director", company=company, player=game.name(seat))


def director_after_purchase(game: Play, company: str, seat: Seat) -> None:
    """Make the buyer director if he now holds strictly more."""
    director = game.state.president[company]
    if seat != director and percent(game, company, seat) > percent(game, company, director):
        make_director(game, company, seat)


def successor(game: Game, company: str, sold: int) -> Seat | None:
    """Return who becomes director if the director sells `sold` percent; None: no change."""
    director = game.state.president[company]
    left = percent(game, company, director) - sold
    best: Seat | None = None
    most = max(left, 19)  # a new director holds at least 20 %
    for seat in game.rules.heirs(game, company):
        held = percent(game, company, seat)
        if held > most:
            best, most = seat, held
    return best


def sellable(game: Game, company: str, seat: Seat, pool_limit: int) -> int:
    """Return how many shares a player can sell: pool limit and director's certificate."""
    held = percent(game, company, seat) // 10
    if not held:
        return 0
    count = min(held, pool_limit // 10 - percent(game, company, POOL) // 10)
    if game.state.president.get(company) == seat:
        # The certificate itself never goes to the pool: somebody must take it.
        while count > 0 and held - count < 2 and successor(game, company, count * 10) is None:
            count -= 1
    return max(count, 0)


def sell(game: Play, company: str, seat: Seat, count: int, drop: str = "down") -> int:
    """Sell shares to the pool: money, director, price; return the money.

    The price goes down for every share sold, or left once for the block.
    """
    state = game.state
    money = price(game, company) * count
    if state.president.get(company) == seat:
        heir = successor(game, company, count * 10)
        if heir is not None:
            make_director(game, company, heir)
    hand_over(game, company, seat, POOL, count)
    pay(game, BANK, seat, money)
    game.log("sold", player=game.name(seat), company=company, count=count, money=money)
    move_price(game, company, drop, count if drop == "down" else 1)
    return money


def move_price(game: Play, company: str, direction: str, times: int = 1) -> None:
    """Move a price marker; one that enters a cell goes to the bottom of its stack."""
    state, market = game.state, game.definition.market
    table = {"up": market.up, "down": market.down, "left": market.left, "right": market.right}
    start = cell = state.cell[company]
    for _ in range(times):
        cell = table[direction][cell]
    if cell == start:
        return
    put_marker(game, company, cell)
    game.log("price_moved", company=company, old=market.price[start], new=market.price[cell])


def lift_marker(game: Game, company: str) -> None:
    """Take a price marker off its stack, if it lies on the market."""
    stacks, cell = game.state.stacks, game.state.cell.get(company)
    if cell is None:
        return
    left = tuple(c for c in stacks[cell] if c != company)
    if left:
        stacks[cell] = left
    else:
        del stacks[cell]


def leave_market(game: Game, company: str) -> None:
    """Take a price marker off the market."""
    lift_marker(game, company)
    game.state.cell.pop(company, None)


def put_marker(game: Game, company: str, cell: int) -> None:
    """Put a price marker at the bottom of a cell's stack, taking it from where it was."""
    state = game.state
    lift_marker(game, company)
    state.stacks[cell] = (*state.stacks.get(cell, ()), company)
    state.cell[company] = cell


def operating_order(game: Game) -> list[str]:
    """Return the started companies: price, then further right, then top of the stack."""
    state, rank = game.state, game.definition.market.rank
    order: list[str] = []
    for cell in sorted(state.stacks, key=lambda c: rank[c]):
        order.extend(state.stacks[cell])
    return order


def all_with_players(game: Game, company: str) -> bool:
    """Tell whether players hold the whole company."""
    return all(isinstance(holder, int) for holder in game.state.shares[company])


def value_of_holdings(game: Game, seat: Seat) -> int:
    """Return a player's shares at market price."""
    return sum(
        percent(game, company, seat) * price(game, company) // 10 for company in game.state.cell
    )
