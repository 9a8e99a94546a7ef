"""What only 1862 lets players decide."""

from __future__ import annotations

from typing import Literal

from ...engine.actions import Action, Run


class Merge(Action, tag="merge", frozen=True):
    """Merge with another company, or acquire it."""

    notation = "merge with {company}"
    company: str


class RemoveStation(Action, tag="remove_station", frozen=True):
    """Take a station off the map because a merged company has too many."""

    notation = "remove station in {hex}"
    hex: str


class RaiseMoney(Action, tag="raise_money", frozen=True):
    """Find the money for a train that must be bought."""

    notation = "raise money by {means}"
    means: Literal["shares", "refinancing"]


class TopUp(Action, tag="top_up", frozen=True):
    """Enlarge a small dividend with money of the treasury."""

    notation = "top up dividend"


class RecordedRun(Run, tag="recorded_run", frozen=True):
    """Run trains for what a recording says that they earned, by an older reading of the rules."""

    notation = "run {routes} for {revenue} and {subsidy}"
    revenue: int = 0
    subsidy: int = 0
