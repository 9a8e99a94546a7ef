"""Where traces of 1862 and our edition `online` may differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....interop.exceptions import ExpectedDifference

if TYPE_CHECKING:
    from ....engine.game import Game


def _stops_that_pay(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    return where.startswith("/routes/") and where.endswith("/pays") and ours is None


EXPECTED = (
    ExpectedDifference(
        "revenue",
        "the stops that pay are not told route by route; what each route earns is compared.",
        _stops_that_pay,
    ),
)
