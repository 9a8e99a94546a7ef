"""The market: one line of prices folded in two rows (18ESP-2.7), and the piles of markers."""

from __future__ import annotations

from .table import Table


def last_cell(t: Table) -> int:
    return len(t.definition.market.cells) - 1


def put(t: Table, company: str, price: int) -> None:
    """A new marker goes to a space of the PAR zone, below those that lie there (A3)."""
    cells = t.definition.market.cells
    found = [i for i, cell in enumerate(cells) if cell.price == price]
    t.require(price in (70, 75, 80, 85, 90, 95, 100), f"{price} is not in the PAR zone")
    t.cell[company] = found[0]
    t.stacks.setdefault(found[0], []).append(company)


def lift(t: Table, company: str) -> None:
    """Take a marker off the market."""
    cell = t.cell.pop(company)
    t.stacks[cell].remove(company)
    if not t.stacks[cell]:
        del t.stacks[cell]


def _move(t: Table, company: str, target: int) -> None:
    """An arriving marker goes to the bottom of the pile; one that stays keeps its place."""
    old = t.cell[company]
    if target == old:
        return
    cells = t.definition.market.cells
    lift(t, company)
    t.cell[company] = target
    t.stacks.setdefault(target, []).append(company)
    t.says("price_moved", company=company, old=cells[old].price, new=cells[target].price)


def sold(t: Table, company: str, count: int) -> None:
    """One step to the left along the line for each share (18ESP-3.1.0.9)."""
    _move(t, company, max(0, t.cell[company] - count))


def sold_out(t: Table, company: str) -> None:
    """One step to the right along the line (18ESP-3.3.1)."""
    _move(t, company, min(last_cell(t), t.cell[company] + 1))


def withheld(t: Table, company: str) -> None:
    """A column to the left; from 55 to 50, unless the site says otherwise (D18)."""
    cell = t.cell[company] - 2
    if cell < 0:
        cell = t.cell[company] if t.online else 0
    _move(t, company, cell)


def paid(t: Table, company: str, columns: int) -> None:
    """Columns to the right; from 380 to 400, unless the site says otherwise (D18)."""
    cell = t.cell[company]
    for _ in range(columns):
        if cell + 2 <= last_cell(t):
            cell += 2
        elif not t.online:
            cell = last_cell(t)
    _move(t, company, cell)


def order(t: Table) -> list[str]:
    """All markers: the dearest first, in a pile from the top down (18ESP-4.0.2)."""
    return [company for cell in sorted(t.stacks, reverse=True) for company in t.stacks[cell]]
