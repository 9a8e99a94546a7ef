"""The table before the first action (2.4)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....engine.state import BANK, IPO, State
from ..facts import Facts1862
from .desk import GROUPS, PARLIAMENT, Desk

if TYPE_CHECKING:
    from ....engine.audit import Game

MONEY = 15000
CASH = {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400, 7: 345, 8: 300}  # 2.4.4.2
CERTIFICATES = {2: 25, 3: 18, 4: 13, 5: 11, 6: 10, 7: 9, 8: 8}
CARDS = {  # T-TR
    "standard": (7, 6, 4, 3, 3, 2, 1, 6),
    "short": (6, 5, 4, 3, 3, 2, 1, 6),
    "long": (7, 6, 5, 4, 3, 2, 1, 6),
}
LINE = (  # T-SM
    *(0, 7, 14, 20, 26, 31, 36, 40, 44, 47, 50, 52, 54, 56, 58, 60, 62, 65, 68, 71, 74, 78, 82, 86),
    *(90, 95, 100, 105, 110, 116, 122, 128, 134, 142, 150, 158, 166, 174, 182, 191, 200, 210, 220),
    *(232, 245, 260, 275, 292, 310, 330, 350, 375, 400, 430, 460, 495, 530, 570, 610, 655, 700),
    *(750, 800, 850, 900, 950, 1000),
)


def check(desk: Desk, game: Game) -> None:
    """Compare what is printed and, at the very start, what lies on the table."""
    count = len(game.players)
    desk.same("T-SM: the market", list(LINE), desk.prices)
    limits = desk.definition.table.certificate_limit
    desk.same("the certificate limit", CERTIFICATES[count], limits[str(count)])
    state = game.state
    if game.history or state.round.kind != PARLIAMENT or state.cell:
        return
    cash = dict.fromkeys(desk.definition.companies, 0) | dict.fromkeys(range(count), CASH[count])
    desk.auditor.alike("2.4.4.2: cash", {**cash, BANK: MONEY - count * CASH[count]}, state.cash)
    for company, holders in state.shares.items():
        desk.same(f"2.1.1: certificates of {company}", (IPO,) * 8, holders)
    _cards(desk, state, count)
    _companies(desk, state, count)
    desk.same("2.4.4.1: priority deal and phase", (0, 0), (state.priority, state.phase))


def _cards(desk: Desk, state: State, players: int) -> None:
    """The cards lie from A to H, as many as the length of the game says (2.4.3, 11.2.1)."""
    length = desk.option("length", "standard")
    if desk.option("shorter", "no") == "yes":
        length = "short" if players < 5 else "standard"
    counts = dict(zip(GROUPS, CARDS[length], strict=True))
    if desk.definition.trains["H"].count < 0:  # as many as are wanted: the next one is shown
        counts["H"] = 1
    cards = [f"{group}-{number}" for group in GROUPS for number in range(counts[group])]
    desk.same("2.4.3: the cards", cards, list(state.trains[BANK]))


def _companies(desk: Desk, state: State, players: int) -> None:
    """Sixteen companies in three waves, each with a permit (2.4.1, 2.4.2, 11.1)."""
    facts = state.facts
    assert isinstance(facts, Facts1862)
    more = max(0, players - 6) if desk.option("more", "yes") == "yes" else 0
    desk.same("2.4.1.1: waves", {0: 8 + more, 1: 4, 2: 4}, dict(Counter(facts.waves.values())))
    out = set(desk.definition.companies) - set(facts.waves)
    desk.same("2.4.1.1: companies that are out", out, set(state.closed))
    desk.same("2.4.1.2: who has a permit", set(facts.waves), set(facts.licences))
    dealt = Counter(facts.licences.values())
    kinds = desk.option("trains", "all")
    if kinds == "all":
        most = {"freight": 6, "express": 6 if more else 5, "local": 6 if more else 5}
    elif "+" in kinds:
        most = dict.fromkeys(kinds.split("+"), 8 + (more + 1) // 2)
    else:
        most = {kinds: 16 + more}
    for kind, count in dealt.items():
        desk.require(count <= most.get(kind, 0), f"2.4.1.2: {count} permits for {kind}")
