"""The Dragons: investors who act by an algorithm between all turns (1865-3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ledger import pay
from ...engine.shares import hand_over, move_price, operating_order, ordinary, price
from ...engine.state import BANK, IPO, POOL
from ...engine.step import Step
from .components import GREEN, RED, WHITE, figures
from .facts import DRAGONS, facts, on_map, phase_number
from .holdings import certificate_count, may_hold, offer_price, pool_room
from .policy import policy
from .printed import train_of

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# The criteria of 1865-3.2.10 by which a purchase was decided, in their order.
CRITERIA = ("fewest", "estimate", "cheapest", "top")


def estimate(game: Game, company: str) -> int:
    """Return the levels of the trains and the markers on the map (1865-1.9).

    It changes with them at once (1865-3.2.4), so never in a stock round (1865-3.2.2).
    """
    levels = sum(train_of(game, card).level for card in game.state.trains[company])
    return levels + on_map(game, company)


def zone(game: Game, company: str) -> str | None:
    """Return the zone of a company on the chart; None before its launch (1865-3.2.5)."""
    row = facts(game).row.get(company)
    if row is None:
        return None
    return figures().dragons.zone(row, estimate(game, company))


def zone_price(game: Game, company: str) -> int:
    """Return what a share costs from the Dragons or in an absorption (1865-3.5.5, 1865-5.3.2)."""
    place = zone(game, company)
    if place not in (WHITE, GREEN):
        return price(game, company)
    return game.definition.market.printed[place][game.state.cell[company]]


def sell_red(game: Play) -> bool:
    """Sell what lies in the red zone, as much as the pool takes; tell whether they sold.

    What the pool refuses waits for a later turn (1865-3.2.8); nothing else is left for one, as no
    estimate changes in the round (1865-3.2.17).
    The order of several companies is that of operating (A-06).
    """
    sold = False
    for company in operating_order(game):
        own = ordinary(game, company, DRAGONS)
        count = min(own, pool_room(game, company))
        if not count or zone(game, company) != RED:  # white ones are left alone (1865-3.2.6)
            continue
        hand_over(game, company, DRAGONS, POOL, count)  # no money moves (1865-3.2.7, 1865-3.2.16)
        game.log(
            "dragons_sell" if count == own else "dragons_sell_some",
            company=company,
            count=count,
            left=own - count,
            estimate=estimate(game, company),
            row=facts(game).row[company],
        )
        move_price(game, company, "left", count)  # 1865-3.11.3
        sold = True
    return sold


def candidates(game: Game) -> list[str]:
    """Return the companies of which they could buy a share now (1865-3.2.9).

    Never a president's certificate (1865-3.2.15); none is green before it operates (1865-3.2.17).
    """
    limit = figures().dragons.share_limit
    return [
        company
        for company in operating_order(game)
        if zone(game, company) == GREEN
        and (ordinary(game, company, IPO) or ordinary(game, company, POOL))
        and may_hold(game, company, DRAGONS, limit)
    ]


def choose(game: Game) -> tuple[str, str] | None:
    """Return the company that they buy and the criterion that decided; None: nothing to buy."""
    left = candidates(game)
    if not left:
        return None
    if len(left) == 1:
        return left[0], "only"
    # Companies at one price lie in one pile; the operating order begins with its top.
    pile = {company: place for place, company in enumerate(left)}
    for place, criterion in enumerate(CRITERIA):
        keys = {
            c: (ordinary(game, c, DRAGONS), -estimate(game, c), price(game, c), pile[c])[place]
            for c in left
        }
        left = [c for c in left if keys[c] == min(keys.values())]
        if len(left) == 1:
            return left[0], criterion
    raise AssertionError("two companies in one place of a pile")


def certificate_limit(game: Game) -> int:
    """Return how many certificates they may have (1865-3.2.14)."""
    return figures().dragons.certificate_limit[phase_number(game)]


def buy_green(game: Play) -> bool:
    """Buy one share, from the initial offer before the pool (1865-3.2.11).

    Tell whether they bought; the price stays (1865-3.2.13).
    """
    if certificate_count(game, DRAGONS) >= certificate_limit(game):
        return False
    choice = choose(game)
    if choice is None:
        return False
    company, why = choice
    source = IPO if ordinary(game, company, IPO) else POOL
    cost = offer_price(game, company) if source == IPO else price(game, company)
    if source == IPO:
        pay(game, BANK, company, cost)  # from the pool no money moves (1865-3.2.12)
    hand_over(game, company, source, DRAGONS, 1)
    game.log(
        f"dragons_buy_{why}",
        company=company,
        source=source,
        price=cost,
        estimate=estimate(game, company),
        held=ordinary(game, company, DRAGONS),
    )
    return True


class DragonTurn(Step, frozen=True):
    """One turn of the Dragons: they sell, then buy or pass (1865-3.2.1); it settles by itself."""

    def settle(self, game: Play) -> bool:
        game.pop()
        sold = sell_red(game)
        bought = buy_green(game)
        if sold or bought:
            if policy(game).dragons_prolong_round:
                game.set_round(passed=frozenset())
        elif certificate_count(game, DRAGONS) >= certificate_limit(game):
            game.log("dragons_full", limit=certificate_limit(game))
        else:
            game.log("dragons_pass")  # 1865-3.1.3
        return True


def zone_word(game: Game, company: str, language: str) -> str:
    """Return the zone of a company in words."""
    found = zone(game, company)
    return game.text(f"picture.zone_{found}", language) if found else "–"
