"""A private company as a reader sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .view import View

if TYPE_CHECKING:
    from ..components import Private
    from ..state import Owner


class PrivateView(View):
    """A private company: `game.private("KT")`."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """Its short name, as in actions."""
        return str(self._key)

    @property
    def card(self) -> Private:
        """What is printed."""
        return self._game.definition.privates[self.id]

    @property
    def name(self) -> str:
        """Its full name."""
        return self.card.name

    @property
    def value(self) -> int:
        """Its printed price."""
        return self.card.value

    @property
    def income(self) -> int:
        """What it pays its owner."""
        return self.card.income

    @property
    def owner(self) -> Owner:
        """A seat number, a company's id, or a place ("unsold", "out"...)."""
        return self._game.state.private_owner[self.id]

    @property
    def price(self) -> int | None:
        """What it costs now, where that changes."""
        return self._game.state.prices.get(self.id)

    @property
    def uses_left(self) -> int | None:
        """How often its power may still be used, where that is counted."""
        return self._game.state.powers.get(self.id)

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        return f"<private {self.id}: owner {self.owner}>"
