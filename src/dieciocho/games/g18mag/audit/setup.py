"""The table before the draft, István's part included (rules II.4 and XI.1)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ....engine.audit import Markers
from ....engine.audit_tools import Holdings
from ....engine.state import BANK, POOL
from .istvan import cards
from .table import CAPITAL

if TYPE_CHECKING:
    from ....engine.audit import Auditor
    from ....engine.state import State


def check(auditor: Auditor, state: State) -> None:
    """Compare the table with what the set-up says, if the draft is about to begin."""
    game = auditor.game
    if state.round.kind != "draft" or game.history:
        return
    definition, options = game.definition, game.header.options
    solo, version = len(game.header.players) == 1, game.header.version
    own = options["cards"].split() if solo else []
    cash: dict[Any, int] = dict.fromkeys(state.cash, 0) | dict.fromkeys(own, CAPITAL)
    auditor.alike("cash", {**cash, BANK: -CAPITAL * len(own)}, state.cash)
    majors = [name for name, company in definition.companies.items() if company.kind == "major"]
    _check_prices(
        auditor, state, dict(zip(majors, map(int, options["prices"].split()), strict=True))
    )
    seat = len(game.players) - 1
    start = cards(version)["stock"][options["stock"]]["start"] if solo else ""
    shares = {c: (POOL, Counter({POOL: 7, seat: 1} if c == start else {POOL: 8})) for c in majors}
    auditor.alike("certificates", shares, Holdings(state.shares, len(game.players)).table())
    auditor.alike("owner", dict.fromkeys(own, seat), state.president)
    kinds = {c: [card.rpartition("-")[0] for card in state.trains[c]] for c in state.trains}
    auditor.same("II.4.5: the stacks", list(definition.trains), kinds.pop(BANK))
    auditor.alike("trains", {c: ["2"] if c in own else [] for c in kinds}, kinds)
    auditor.same("priority deal", seat if solo else 0, state.priority)
    _check_tiles(auditor, state, own)


def _check_prices(auditor: Auditor, state: State, dealt: dict[str, int]) -> None:
    """Every major at the price of its card, first dealt on top (II.4.2, II.4.3)."""
    markers = Markers(auditor.game.definition, state)
    auditor.alike("II.4.2: price", dealt, {c: markers.price(c) for c in markers.at})
    stacks: dict[int, list[str]] = {}
    for company, price in dealt.items():
        stacks.setdefault(price, []).append(company)
    found = {markers.cells[place].price: stack for place, stack in markers.stacks.items()}
    auditor.alike("II.4.3: stack", stacks, found)


def _check_tiles(auditor: Auditor, state: State, own: list[str]) -> None:
    """The map is bare, but for the track on the backs of István's cards (XI.1.3)."""
    definition = auditor.game.definition
    printed = cards(auditor.game.header.version)
    laid = {name: printed["track"][name] for minor in own for name in printed["backs"][minor]}
    for spot in definition.hex_list:
        placed = state.board[spot.index]
        lies = laid.get(spot.name, [spot.start.name, 0])
        auditor.same(f"the tile on {spot.name}", list(lies), [placed.name, placed.rotation])
    homes = {state.homes[minor][0]: minor for minor in own}
    standing = {at[0]: held for at, held in state.stations.items() if any(held)}
    auditor.same("XI.1.4: home stations", sorted(homes), sorted(standing))
