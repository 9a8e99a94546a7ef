"""Money moves here and nowhere else, from somebody to somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import BANK, Owner

if TYPE_CHECKING:
    from .game import Play


def pay(game: Play, payer: Owner, payee: Owner, amount: int) -> None:
    """Move money; a bank that has run out goes on paying and is noted as broken."""
    if amount == 0:
        return
    if amount < 0:
        raise ValueError("amounts are never negative")
    cash = game.state.cash
    cash[payer] -= amount
    cash[payee] += amount
    if payer != BANK:
        if cash[payer] < 0:
            raise ValueError(f"{payer} cannot pay {amount}")
        return
    broken = cash[BANK] < 0 or (cash[BANK] == 0 and game.definition.table.empty_bank_breaks)
    if broken and game.definition.table.bank:  # an endless one never breaks
        game.note_ending("bank")
