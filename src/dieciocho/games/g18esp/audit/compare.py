"""What was reckoned against what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....engine.state import BANK, Owner
from ..facts import ATTACHED, REMOVED, EspFacts
from . import goals
from .table import Table, markers

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


class Account(Table):
    """The table of the auditor, to be laid beside the one of the game."""

    TURN = (
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
    )

    def compare(self) -> None:
        super().compare()
        self.same("money in all", 0, sum(self.now.cash.values()))
        facts = self.now.facts
        assert isinstance(facts, EspFacts)
        for name in FACTS:
            expected = getattr(self, name)
            found = getattr(facts, name)
            self.same(name, frozenset(expected) if isinstance(expected, set) else expected, found)
        owned = {card for cards in self.trains.values() for card in cards}
        mine, found = (set(recycled) & owned for recycled in (self.recycled, facts.recycled))
        self.same("combined trains", mine, found)
        self.same("frozen companies", self.frozen - self.closed, facts.frozen - self.closed)
        self._check_limits()

    def _check_limits(self) -> None:
        """Nobody keeps more trains than the limit; surplus ones are discarded first (4.4.1.8)."""
        if self.policy.late_discards or self.step(self.now) == "discard":
            return
        for company in self.launched - self.frozen:
            many = len(self.counted(company))
            self.require(many <= self.train_limit(company), f"{company} has {many} trains")

    def compare_prices(self) -> None:
        self.auditor.alike("price cell", self.cell, self.now.cell)
        piles = {cell: tuple(pile) for cell, pile in self.stacks.items() if pile}
        self.auditor.alike("pile", piles, {c: p for c, p in self.now.stacks.items() if p})

    def compare_trains(self) -> None:
        self.auditor.alike("trains", self._told(self.trains), self._told(self.now.trains))
        self.same("deck", tuple(self.trains[BANK]), self.now.trains[BANK])

    def _told(self, trains: Mapping[Owner, Sequence[str]]) -> dict[Owner, list[str]]:
        """All trains; cards that were or are recycled are told apart by their price only."""
        told = {owner: sorted(cards) for owner, cards in trains.items()}
        for place in (REMOVED, ATTACHED):
            told[place] = sorted(str(self.train(card).price) for card in trains[place])
        return told

    def compare_stations(self) -> None:
        mine = {stop: sorted(here) for stop, here in self.marked.items() if here}
        found = {stop: sorted(markers(held)) for stop, held in self.now.stations.items()}
        self.auditor.alike("stations", mine, {stop: held for stop, held in found.items() if held})

    def compare_round(self) -> None:
        mine, now = self.round, self.now.round
        if self.over:
            return
        self.same("round", (mine.kind, mine.number), (now.kind, now.number))
        if mine.kind == "stock":
            self.same("order of players", (mine.order, mine.index), (now.order, now.index))
            self.same("who has passed", mine.passed, now.passed)
            self.same("who has sold", mine.sold, now.sold)
        if mine.kind != "operating":
            return
        self.same("operating round", mine.part, now.part)
        if not self.final or self.last_set == mine.number:  # otherwise the set is cut short
            self.same("operating rounds of the set", mine.parts, now.parts)
        coming, there = (
            [
                company
                for company in r.order[r.index + 1 :]
                if company not in self.frozen | self.closed
            ]
            for r in (mine, now)
        )
        self.same("companies to come", coming, there)
        self.auditor.fields("turn", self.TURN, self.turn, self.now.turn)
        if self.step(self.now) not in ("choose_city", "choose_home"):  # a waiting marker is first
            late = goals.overdue(self, self.company)
            self.require(not late, f"{self.company} has reached its destination")
