"""Where a golden trace and our `online` edition may differ, each with its reason.

Nothing that is not listed here or in the dialect of a title is ever excused, left out or compared
without its order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

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
    """A difference in the traces of one title; its dialect lists them."""

    what: str  # state, legal, revenue or views
    reason: str
    test: Test
