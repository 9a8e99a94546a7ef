"""Where traces of 1862 and our edition `online` may differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....interop.exceptions import ExpectedDifference

if TYPE_CHECKING:
    from ....engine.game import Game


def _other_stop_skipped(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """The revenue of one route; that of all together is compared besides."""
    return (
        where.startswith("/routes/") and where.endswith("/revenue") and None not in (theirs, ours)
    )


def _stops_that_pay(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    return where.startswith("/routes/") and where.endswith("/pays") and ours is None


EXPECTED = (
    ExpectedDifference(
        "revenue",
        "1862 6.3: which of several stops of a company's trains is the one that an N/M train does "
        "not score is not recorded; the revenue of the turn is the same, its split is not.",
        _other_stop_skipped,
    ),
    ExpectedDifference(
        "revenue",
        "1862 6.3: likewise the stops that pay are not told apart (ends of chains of freights, "
        "those that an N/M train skips); what they pay together is compared.",
        _stops_that_pay,
    ),
)
