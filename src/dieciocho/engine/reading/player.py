"""A player as a reader sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..shares import certificates, percent
from ..steps.auction import locked
from .view import View

if TYPE_CHECKING:
    from ..state import Seat


class PlayerView(View):
    """A player: `game.player("Ana")`, or by seat number."""

    __slots__ = ()

    @property
    def seat(self) -> Seat:
        """The number of the seat, from 0."""
        return int(self._key)

    @property
    def name(self) -> str:
        """The player's name."""
        return self._game.players[self.seat]

    @property
    def automaton(self) -> bool:
        """Whether the game itself plays this seat."""
        return self.seat >= len(self._game.header.players)

    @property
    def acts(self) -> bool:
        """Whether it is this player who decides now."""
        return self._game.actor == self.seat

    @property
    def priority(self) -> bool:
        """Whether the player begins the next stock round."""
        return self._game.state.priority == self.seat

    # --- what is theirs ----------------------------------------------------------------

    @property
    def cash(self) -> int:
        """The player's money."""
        return self._game.state.cash[self.seat]

    @property
    def bound(self) -> int:
        """How much of it standing bids bind."""
        return locked(self._game, self.seat)

    @property
    def shares(self) -> dict[str, int]:
        """How many percent of each company the player holds."""
        game, seat = self._game, self.seat
        return {
            company: percent(game, company, seat)
            for company, holders in game.state.shares.items()
            if seat in holders
        }

    @property
    def certificates(self) -> int:
        """How many certificates count for the limit."""
        return certificates(self._game, self.seat)

    @property
    def certificate_limit(self) -> int:
        """How many certificates a player may have now."""
        return self._game.rules.certificate_limit(self._game)

    @property
    def directs(self) -> tuple[str, ...]:
        """The companies that the player directs, or owns whole."""
        directors = self._game.state.president
        return tuple(c for c in self._game.definition.companies if directors.get(c) == self.seat)

    @property
    def privates(self) -> tuple[str, ...]:
        """The private companies that the player owns."""
        owners = self._game.state.private_owner
        return tuple(private for private, owner in owners.items() if owner == self.seat)

    # --- what it is worth --------------------------------------------------------------

    @property
    def liquidity(self) -> int:
        """Cash, and what selling would bring: as much of each company as could be sold, by itself.

        Reckoned at present prices; that one sale may hinder another is not.
        """
        game, seat = self._game, self.seat
        return self.cash + sum(game.rules.proceeds(game, seat, c) for c in game.state.cell)

    @property
    def value(self) -> int:
        """What the player would score if the game ended here."""
        return self._moment.values[self.seat]

    @property
    def facts(self) -> dict[str, Any]:
        """What only this game knows of its players."""
        return self._game.rules.player_facts(self._game, self.seat)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<player {self.name}: cash {self.cash}, value {self.value}>"
