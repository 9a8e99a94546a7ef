"""The bank as a reader sees it."""

from __future__ import annotations

from ..state import BANK
from .view import View


class BankView(View):
    """The bank: `game.bank`."""

    __slots__ = ()

    @property
    def cash(self) -> int:
        """Its money; an endless one may be in debt."""
        return self._game.state.cash[BANK]

    @property
    def endless(self) -> bool:
        """Whether it never runs out."""
        return self._game.definition.table.bank == 0

    @property
    def broken(self) -> bool:
        """Whether it has run out, which ends the game."""
        return "bank" in self._game.state.ending

    def __repr__(self) -> str:
        return f"<bank: {'endless' if self.endless else self.cash}>"
