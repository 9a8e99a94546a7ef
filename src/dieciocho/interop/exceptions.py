"""Where a golden trace and our `online` edition may differ, each with its reason.

Nothing that is not listed here is ever excused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..engine.depot import train_limit
from ..engine.state import POOL

if TYPE_CHECKING:
    from ..engine.game import Game

# (game, where, theirs, ours) -> whether the difference is the expected one
Test = Callable[["Game", str, Any, Any], bool]


class ExpectedDifference(Struct, frozen=True):
    game: str  # whose traces differ
    what: str  # state, legality or revenue
    reason: str
    test: Test


def _plain_purchase_at_limit(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    turn = game.state.turn
    return (
        where == "/buy_train"
        and turn is not None
        and len(game.state.trains[turn.company]) >= train_limit(game)
        and [row for row in ours if "exchange" in row] == theirs
    )


def _director_for_sale(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """Tell whether we list nothing more than director's certificates that lie among others."""
    if where != "/buy_shares":
        return False
    hidden = [
        row
        for row in ours
        if row["percent"] == 20 and POOL in game.state.shares[row["corporation"]][1:]
    ]
    return bool(hidden) and [row for row in ours if row not in hidden] == (theirs or [])


def _nothing_distributed(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    _, _, company, *rest = [*where.split("/"), "", ""]
    run = game.state.last_runs.get(company)
    return (
        rest[0] == "last_run"
        and run is not None
        and run.revenue == 0
        and (rest[1], theirs, ours) in (("kind", "variable", "withhold"), ("amount", 0, None))
    )


def _other_stop_skipped(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    if where != "/routes" or not (isinstance(theirs, list) and isinstance(ours, list)):
        return False
    bare = [[{k: v for k, v in r.items() if k != "revenue"} for r in rs] for rs in (theirs, ours)]
    return bare[0] == bare[1] and sum(r["revenue"] for r in theirs) == sum(
        r["revenue"] for r in ours
    )


EXPECTED = (
    ExpectedDifference(
        "1862",
        "revenue",
        "1862 6.3: which of several stops of a company's trains is the one that an N/M train does "
        "not score is not recorded; the revenue of the turn is the same, its split is not.",
        _other_stop_skipped,
    ),
    ExpectedDifference(
        "1888n",
        "legality",
        "1888-N D12: at the train limit the site offers trade-ins only, but accepts every other "
        "purchase too (recorded in p5_s150, entry 685); we list what is accepted.",
        _plain_purchase_at_limit,
    ),
    ExpectedDifference(
        "18mag",
        "legality",
        "18Mag D1: the site accepts the purchase of a director's certificate that lies in the "
        "market, but does not offer it while other shares lie there (README of the traces); we "
        "list what is accepted.",
        _director_for_sale,
    ),
    ExpectedDifference(
        "18mag",
        "state",
        "18Mag 6.3 (no rule, hence no D-number): the site records a dividend of nothing as "
        "`withhold` or as `variable` 0; it is one decision with one effect, and we keep one name.",
        _nothing_distributed,
    ),
)


def excused(game: Game, what: str, where: str, theirs: Any, ours: Any) -> str | None:
    """Return the reason if a difference is listed above."""
    for expected in EXPECTED:
        if (expected.game, expected.what) == (game.header.game, what) and expected.test(
            game, where, theirs, ours
        ):
            return expected.reason
    return None
