"""What was reckoned against what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....engine.state import BANK, Owner
from ..facts import ATTACHED, REMOVED, EspFacts, EspTurn
from . import goals
from .table import Table, held_by, laid, on_map

FACTS = (
    "cards",
    "open_passes",
    "tenders",
    "tenders_of_owner",
    "tenders_for_sale",
    "aranjuez",
    "goals",
    "unlocked",
    "full",
    "ran",
    "debts",
    "absorbed",
    "final",
    "last_set",
)


def all_of_it(t: Table) -> None:
    _money(t)
    _market(t)
    _certificates(t)
    _things(t)
    _limits(t)
    _round(t)


def _money(t: Table) -> None:
    mine = dict(t.cash)
    mine[BANK] = mine.pop(BANK)  # what others have says more, and is compared first
    t.alike("cash", mine, t.now.cash)
    t.same("money in all", 0, sum(t.now.cash.values()))


def _market(t: Table) -> None:
    t.alike("price cell", t.cell, t.now.cell)
    piles = {cell: tuple(pile) for cell, pile in t.stacks.items() if pile}
    t.alike("pile", piles, {cell: pile for cell, pile in t.now.stacks.items() if pile})


def _certificates(t: Table) -> None:
    mine = {
        company: (t.director[company], {o: n for o, n in t.tens[company].items() if n})
        for company in t.director
    }
    t.alike("certificates", mine, held_by(t.now.shares))
    directors = {c: seat for c, seat in t.director.items() if isinstance(seat, int)}
    t.alike("director", directors, t.now.president)
    t.alike("PAR", t.par, t.now.par)
    t.same("launched companies", t.floated, set(t.now.floated))
    t.same("companies out of the game", t.closed, set(t.now.closed))


def _things(t: Table) -> None:
    t.same("phase", t.phase_index, t.now.phase)
    t.alike("owner", t.privates, t.now.private_owner)
    t.alike("trains", _trains(t, t.trains), _trains(t, t.now.trains))
    t.same("deck", t.trains["bank"], list(t.now.trains["bank"]))
    board = {h.name: laid(t.now, h.index) for h in t.definition.hex_list}
    t.same("tiles on the map", t.board, board)
    t.alike("supply", t.supply, t.now.supply)
    stations = {stop: sorted(here) for stop, here in t.stations.items() if here}
    t.alike("stations", stations, on_map(t.now.stations))
    t.alike("stations left", t.stations_left, t.now.stations_left)
    t.same("end of the game", (t.ending, t.over), (t.now.ending, t.now.over))
    facts = t.now.facts
    assert isinstance(facts, EspFacts)
    for name in FACTS:
        expected = getattr(t, name)
        found = getattr(facts, name)
        t.same(name, frozenset(expected) if isinstance(expected, set) else expected, found)
    owned = {card for cards in t.trains.values() for card in cards}
    mine, found = (set(recycled) & owned for recycled in (t.recycled, facts.recycled))
    t.same("combined trains", mine, found)
    t.same("frozen companies", t.frozen - t.closed, facts.frozen - t.closed)


def _limits(t: Table) -> None:
    """Nobody keeps more trains than the limit; surplus ones are discarded first (4.4.1.8)."""
    if t.policy.late_discards or t.step(t.now) == "discard":
        return
    for company in t.floated - t.frozen:
        many = len(t.counted(company))
        t.require(many <= t.train_limit(company), f"{company} has {many} trains")


def _trains(t: Table, trains: Mapping[Owner, Sequence[str]]) -> dict[Owner, list[str]]:
    """All trains; cards that were or are recycled are told apart by their price only."""
    told = {owner: sorted(cards) for owner, cards in trains.items()}
    for place in (REMOVED, ATTACHED):
        told[place] = sorted(str(t.train(card).price) for card in trains[place])
    return told


def _round(t: Table) -> None:
    mine, now = t.round, t.now.round
    if t.over:
        return
    t.same("round", (mine.kind, mine.number), (now.kind, now.number))
    if mine.kind == "stock":
        t.same("order of players", (mine.order, mine.index), (now.order, now.index))
        t.same("who has passed", mine.passed, now.passed)
        t.same("who has sold", mine.sold, now.sold)
    if mine.kind == "operating":
        t.same("operating round", mine.part, now.part)
        if not t.final or t.last_set == mine.number:  # otherwise the set is cut short
            t.same("operating rounds of the set", mine.parts, now.parts)
        stopped = t.frozen | t.closed
        t.same(
            "companies to come",
            _left(mine.order, mine.index, stopped),
            _left(now.order, now.index, stopped),
        )
        _turn(t)


def _left(order: tuple[object, ...], index: int, stopped: set[str]) -> list[object]:
    return [company for company in order[index + 1 :] if company not in stopped]


def _turn(t: Table) -> None:
    mine, now = t.turn, t.now.turn
    assert mine is not None
    assert isinstance(now, EspTurn)
    for name in (
        "company",
        "laid",
        "upgraded",
        "stationed",
        "revenue",
        "bonus_income",
        "mine_laid",
        "pass_opened",
        "hexes",
        "idle",
        "sold",
        "tender",
    ):
        t.same(f"{name} of the turn", getattr(mine, name), getattr(now, name))
    if t.step(t.now) not in ("choose_city", "choose_home"):  # a marker that waits comes first
        late = goals.overdue(t, mine.company)
        t.require(not late, f"{mine.company} has reached its destination")
