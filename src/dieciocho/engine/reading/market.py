"""The share market as a reader sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..shares import operating_order
from .view import View

if TYPE_CHECKING:
    from ..market import Cell


class Space(NamedTuple):
    """A cell of the market and the markers in it, from top to bottom."""

    number: int  # of the cell
    cell: Cell
    companies: tuple[str, ...]
    red: bool  # its certificates do not count for the limit


class MarketView(View):
    """The share market: `game.market`."""

    __slots__ = ()

    @property
    def spaces(self) -> tuple[Space, ...]:
        """All cells with their markers."""
        printed, stacks = self._game.definition.market, self._game.state.stacks
        return tuple(
            Space(number, cell, stacks.get(number, ()), printed.in_red_zone(number))
            for number, cell in enumerate(printed.cells)
        )

    @property
    def taken(self) -> tuple[Space, ...]:
        """The cells with markers."""
        return tuple(space for space in self.spaces if space.companies)

    @property
    def prices(self) -> dict[str, int]:
        """The price of every started company, in the order of `order`."""
        price, cell = self._game.definition.market.price, self._game.state.cell
        return {company: price[cell[company]] for company in self.order}

    @property
    def order(self) -> tuple[str, ...]:
        """The started companies: by price, then further right, then top of the stack."""
        return tuple(operating_order(self._game))

    @property
    def pars(self) -> tuple[int, ...]:
        """The prices printed as par values."""
        return tuple(self._game.definition.market.par_cells)

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._game.definition.market.size()

    def __repr__(self) -> str:
        return f"<market: {', '.join(f'{c} {p}' for c, p in self.prices.items())}>"
