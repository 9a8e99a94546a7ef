"""Where a golden trace and our `online` edition may differ, each with its reason.

Nothing that is not listed here is ever excused, left out or compared without its order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..engine.depot import train_limit
from ..engine.state import POOL
from ..games.g18esp.facts import EspTurn
from .g18esp_state import card_out, name_out

if TYPE_CHECKING:
    from ..engine.game import Game

# (game, where, theirs, ours) -> whether the difference is the expected one
Test = Callable[["Game", str, Any, Any], bool]


class Place(Struct, frozen=True):
    """A place in a trace: `*` is any key, `[]` any row of a list."""

    part: str  # setup, state, legal or routes
    path: str
    reason: str


# What a trace contains and is not compared.
LEFT_OUT = (
    Place("setup", "privates/[]/name", "privates are named in our own words"),
    Place("setup", "removed_privates", "as above; those in play say which are not"),
    Place("legal", "buy_train/refused/[]/why", "the words of the site's refusal are its own"),
)

# Lists of a trace that are sets: the order says nothing.
_ORDER = "the order in which the site happens to keep them has no effect"
_OFFERED = "what is offered has no order, and is not offered twice"
_LIST = "our list of companies has an order of its own; the order of play is in the rounds"
UNORDERED = (
    Place("setup", "corporations", _LIST),
    Place("setup", "removed_corporations", _LIST),
    Place("state", "players/*/privates", _ORDER),
    Place("state", "companies/*/privates", _ORDER),
    Place("state", "companies/*/tokens", _ORDER),
    Place("state", "ranking", "players of equal value are in no order; the values say the rest"),
    *(
        Place("legal", path + kind, _OFFERED)
        for path in ("", "also/*/")
        for kind in (
            "bid",
            "buy_shares",
            "sell_shares",
            "buy_company",
            "place_token",
            "remove_token",
            "discard_train",
            "special_buy",
            "choose",
            "choose_ability",
            "merge",
            "buy_train/trains",
            "buy_train/refused",
            "lay_tile/lays/*/*",
        )
    ),
)

# Parts of a state that only tell what follows from the rest: counted as views.
_TOLD = "what the site tells about the table; it follows from what lies there"
VIEWS = tuple(
    Place("state", path, _TOLD)
    for path in (
        "cert_limit",
        "end_trigger",
        "end_reason",
        "ranking",
        "next/step",
        "round/num_laid_track",
        "round/upgraded_track",
        "round/tokened",
        "players/*/certs",
        "players/*/value",
        "companies/*/type",
        "companies/*/last_run",
        "companies/*/capitalization",
        "companies/*/float_percent",
        "companies/*/par_original",
        "privates/*/revenue",
        "privates/*/discount",
        "privates/*/range",
        "privates/*/abilities",
    )
)


class ExpectedDifference(Struct, frozen=True):
    game: str  # whose traces differ
    what: str  # state, legal, revenue or views
    reason: str
    test: Test


def _plain_purchase_at_limit(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    turn = game.state.turn
    return (
        where == "/buy_train/trains"
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
    """The revenue of one route; that of all together is compared besides."""
    return (
        where.startswith("/routes/") and where.endswith("/revenue") and None not in (theirs, ours)
    )


def _stops_that_pay(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    return where.startswith("/routes/") and where.endswith("/pays") and ours is None


def _other_side(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """Tell whether we list nothing more than trains of other companies with the other side up."""
    if where != "/buy_train/trains":
        return False
    names = {
        (owner, card_out(game, card)): name_out(game, card)
        for owner, cards in game.state.trains.items()
        for card in cards
    }
    lying = [
        row for row in ours if names.get((row["from"], row["train"])) in (None, row["variant"])
    ]
    return len(lying) < len(ours) and lying == theirs


def _no_way_on(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """Tell whether the bank's trains are all that is left to a director who has sold shares."""
    turn = game.state.turn
    sold = isinstance(turn, EspTurn) and turn.sold
    rows = {"/buy_train/trains": (theirs, ours), "/buy_train/refused": (ours, theirs)}
    nothing, bank = rows.get(where, (True, None))
    return sold and not nothing and bool(bank) and all(row["from"] == "depot" for row in bank)


EXPECTED = (
    ExpectedDifference(
        "18esp",
        "legal",
        "18ESP D49: a director who has sold shares gets no loan on the site, so with no other "
        "train for sale the game cannot go on there; ours lends him the rest then.",
        _no_way_on,
    ),
    ExpectedDifference(
        "18esp",
        "legal",
        "18ESP D39: the site lists a train of another company as it lies, but accepts it with "
        "either side up; we list what is accepted.",
        _other_side,
    ),
    ExpectedDifference(
        "1862",
        "revenue",
        "1862 6.3: which of several stops of a company's trains is the one that an N/M train does "
        "not score is not recorded; the revenue of the turn is the same, its split is not.",
        _other_stop_skipped,
    ),
    ExpectedDifference(
        "1862",
        "revenue",
        "1862 6.3: likewise the stops that pay are not told apart (ends of chains of freights, "
        "those that an N/M train skips); what they pay together is compared.",
        _stops_that_pay,
    ),
    ExpectedDifference(
        "1888n",
        "legal",
        "1888-N D12: at the train limit the site offers trade-ins only, but accepts every other "
        "purchase too (recorded in p5_s150, entry 685); we list what is accepted.",
        _plain_purchase_at_limit,
    ),
    ExpectedDifference(
        "18mag",
        "legal",
        "18Mag D1: the site accepts the purchase of a director's certificate that lies in the "
        "market, but does not offer it while other shares lie there (README of the traces); we "
        "list what is accepted.",
        _director_for_sale,
    ),
    ExpectedDifference(
        "18mag",
        "views",
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
