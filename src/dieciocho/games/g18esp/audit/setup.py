"""The table before the first action (18ESP-1.5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....engine.audit_tools import Holdings
from ....engine.state import BANK, IPO
from ..facts import RESERVED, EspFacts
from ..policy import EspPolicy
from .table import NORTH, SMALL, SOUTH

if TYPE_CHECKING:
    from ....engine.audit import Auditor
    from ....engine.state import State

KEPT = {NORTH: 4, SOUTH: 6, SMALL: 6}  # companies of each kind that are in play
CASH = {3: 860, 4: 650, 5: 520, 6: 440}
DECK = {"2": 10, "3": 9, "4": 7, "5": 5, "6": 3, "8": 1}  # of the last kind there is no end
OUT_IN_STANDARD = {"SFVA", "FdC", "GSSR", "AVT", "TBF", "MH", "CSE", "CA"}


def check(auditor: Auditor, state: State) -> None:
    """Compare the table with what the set-up says, if the auction is about to begin."""
    if state.round.kind != "auction" or auditor.game.history:
        return
    count = len(auditor.game.players)
    companies = auditor.game.definition.companies
    cash = dict.fromkeys(companies, 0) | dict.fromkeys(range(count), CASH[count])
    auditor.alike("cash", {**cash, BANK: -count * CASH[count]}, state.cash)
    kept = Counter(data.kind for name, data in companies.items() if name not in state.closed)
    auditor.same("companies in play", KEPT, dict(kept))
    if auditor.game.header.options.get("setup", "standard") == "standard":
        auditor.same("companies out of the game", OUT_IN_STANDARD, set(state.closed))
    _certificates(auditor, state)
    deck = [kind for kind, number in DECK.items() for _ in range(number)]
    auditor.same("deck", deck, [card.rpartition("-")[0] for card in state.trains[BANK]])
    auditor.alike("supply", auditor.game.definition.tile_counts, state.supply)
    auditor.same("price markers", {}, state.cell)
    _pioneers(auditor, state)


def _certificates(auditor: Auditor, state: State) -> None:
    """All in the offering, save the reserved share of every southern major in play (1.5.1.8)."""
    expected = {}
    for name, data in auditor.game.definition.companies.items():
        kept = _policy(auditor).reserved_shares and data.kind == SOUTH
        reserve = 1 if kept and name not in state.closed else 0
        offered = len(data.certificates) - 1 - reserve
        expected[name] = (IPO, +Counter({IPO: offered, RESERVED: reserve}))
    auditor.alike(
        "certificates", expected, Holdings(state.shares, len(auditor.game.players)).table()
    )


def _pioneers(auditor: Auditor, state: State) -> None:
    """Pioneer 6 comes with CRB if that is in play, else with a northern major (1.5.2.5)."""
    facts = state.facts
    assert isinstance(facts, EspFacts)
    companies = auditor.game.definition.companies
    six = "P6a" if "CRB" not in state.closed else "P6b"
    auditor.same("pioneers", ["P1", "P2", "P3", "P4", "P5", six, "P7"], list(state.private_owner))
    share, certificate = facts.with_share[six], facts.with_share["P7"]
    auditor.require((share == "CRB") == (six == "P6a"), f"{six} comes with {share}")
    for company in {share, certificate} - {"CRB"}:
        right = companies[company].kind == NORTH and company not in state.closed
        auditor.require(right, f"a pioneer comes with {company}")
    auditor.same("tenders for sale", _policy(auditor).tenders, facts.tenders_of_owner)
    auditor.same("open passes", (), facts.open_passes)


def _policy(auditor: Auditor) -> EspPolicy:
    policy = auditor.game.policy
    assert isinstance(policy, EspPolicy)
    return policy
