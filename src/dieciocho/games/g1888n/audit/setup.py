"""The table before the first action (rules 2.3 and 3)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....engine.audit_tools import Holdings
from ....engine.state import BANK, IPO

if TYPE_CHECKING:
    from ....engine.audit import Auditor
    from ....engine.state import State

MONEY = 9000


def check(auditor: Auditor, state: State) -> None:
    """Compare the table with what the set-up says, if the auction is about to begin."""
    if state.round.kind != "auction" or auditor.game.history:
        return
    definition, count = auditor.game.definition, len(auditor.game.players)
    each = definition.table.cash[str(count)]
    cash = dict.fromkeys(definition.companies, 0) | dict.fromkeys(range(count), each)
    auditor.alike("cash", {**cash, BANK: MONEY - count * each}, state.cash)
    held = Holdings(state.shares, count)
    offered = {company: (IPO, Counter({IPO: 8})) for company in definition.companies}
    auditor.alike("certificates", offered, held.table())
    deck = [kind for kind, train in definition.trains.items() for _ in range(max(train.count, 1))]
    found = [card.rpartition("-")[0] for card in state.trains[BANK]]
    auditor.same("3.1: the deck", deck, found)
    auditor.same("3.2: price markers", {}, state.cell)
    auditor.same("3.5: priority deal", 0, state.priority)
    auditor.same("3.7: phase", 0, state.phase)
    auditor.alike("supply", definition.tile_counts, state.supply)
    values = {name: private.value for name, private in definition.privates.items()}
    auditor.alike("3.6: price", values, state.prices)
