"""A turn of the Dragons, by the algorithm of the rulebook (3.2)."""

from __future__ import annotations

from msgspec.structs import replace

from .figures import DRAGON_CERTIFICATES, DRAGON_LIMIT
from .table import BANK, DOWN, DRAGONS, GREEN, IPO, POOL, RED, Table


def act(table: Table) -> None:
    """Sell what is red, then buy one share that is green, or pass."""
    limit = DRAGON_CERTIFICATES[table.number]
    sold = _sell(table)
    full = table.certificates(DRAGONS) >= limit  # after the sale (3.2.14)
    choices = [] if full else _choices(table)
    if choices:
        _buy(table, choices)
    elif not sold:
        table.take("dragons_full", limit=limit) if full else table.take("dragons_pass")
    if (sold or choices) and table.policy.dragons_prolong_round:
        table.round = replace(table.round, passed=frozenset())  # (3.1.4)


def _sell(table: Table) -> bool:
    """Sell all certificates of red companies, as far as the pool takes them (3.2.7, 3.2.8)."""
    sold = False
    for company in [c for c in table.by_price() if c in table.launched]:
        own = table.singles(DRAGONS, company)
        count = min(own, table.pool_room(company))
        if table.zone(company) != RED or count == 0:
            continue
        table.held.move(company, count, DRAGONS, POOL)  # no money moves
        table.take(
            "dragons_sell" if count == own else "dragons_sell_some",
            company=company,
            count=count,
            left=own - count,
            estimate=table.estimate(company),
            row=table.row[company],
        )
        table.move_price(company, DOWN, count)
        sold = True
    return sold


def _choices(table: Table) -> list[str]:
    """Return the green companies of which they may have a share (3.2.9)."""
    return [
        company
        for company in table.by_price()
        if company in table.launched
        and table.zone(company) == GREEN
        and (table.singles(IPO, company) or table.singles(POOL, company))
        and table.fits(DRAGONS, company, DRAGON_LIMIT)
    ]


def _buy(table: Table, choices: list[str]) -> None:
    company, why = _best(table, choices)
    source = IPO if table.singles(IPO, company) else POOL  # (3.2.11)
    price = table.price(company)
    if source == IPO:  # (3.2.12)
        price = table.offer_price(company)
        table.pay(BANK, company, price)
    table.held.move(company, 1, source, DRAGONS)
    table.take(
        f"dragons_buy_{why}",
        company=company,
        source=source,
        price=price,
        estimate=table.estimate(company),
        held=table.singles(DRAGONS, company),
    )


def _best(table: Table, choices: list[str]) -> tuple[str, str]:
    """Choose by fewest certificates, highest estimate, lowest value, top of the pile (3.2.10)."""
    if len(choices) == 1:
        return choices[0], "only"
    fewest = min(table.singles(DRAGONS, c) for c in choices)
    choices = [c for c in choices if table.singles(DRAGONS, c) == fewest]
    if len(choices) == 1:
        return choices[0], "fewest"
    highest = max(table.estimate(c) for c in choices)
    choices = [c for c in choices if table.estimate(c) == highest]
    if len(choices) == 1:
        return choices[0], "estimate"
    cheapest = min(table.price(c) for c in choices)
    choices = [c for c in choices if table.price(c) == cheapest]
    if len(choices) == 1:
        return choices[0], "cheapest"
    pile = table.markers.stacks[table.markers.at[choices[0]]]
    return min(choices, key=pile.index), "top"
