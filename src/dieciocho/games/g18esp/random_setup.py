"""What chance decides before a game: companies in play and what lies with pioneers 6 and 7."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.errors import BadInput
from .facts import NORTH, SMALL, SOUTH

if TYPE_CHECKING:
    from .printed import PrintedEsp

SETUP, OUT, SIX, SEVEN = "setup", "out", "pioneer6", "pioneer7"
STANDARD, RANDOM = "standard", "random"  # 18ESP-1.5.0.2
# How many companies a random set-up leaves out (18ESP-1.5.2.1, 18ESP-1.5.2.2, 18ESP-1.5.2.3).
REMOVED = {NORTH: 2, SOUTH: 3, SMALL: 3}
ZAFRA_SHARE = "CRB"  # whose share lies with pioneer 6 if it is in play (18ESP-1.5.1.9)


def numbers(seed: int) -> Iterator[int]:
    """Yield the random numbers of 18xx.games, so that its recordings can be replayed."""
    number = seed % 2**31
    while True:
        number = (1103515245 * number + 12345) % 2**31
        yield number


def draw(definition: PrintedEsp, seed: int, setup: str) -> dict[str, str]:
    """Draw the set-up (18ESP-1.5.1.10, 18ESP-1.5.2)."""
    source = numbers(seed)
    companies = definition.companies
    out: list[str] = []
    if setup == RANDOM:
        for kind, count in REMOVED.items():
            keys = {c: next(source) for c, x in companies.items() if x.kind == kind}
            out += sorted(keys, key=lambda c: keys[c])[:count]
    else:
        out = [c for c, x in companies.items() if x.extra]  # 18ESP-1.5.1.1
    north = [c for c, x in companies.items() if x.kind == NORTH and c not in out]
    seven = north[(next(source) >> 12) % len(north)]
    # 18ESP-1.5.2.6: drawn apart, so it may be the same company
    six = north[(next(source) >> 12) % len(north)]
    return {
        SETUP: setup,
        OUT: " ".join(out),
        SIX: six if ZAFRA_SHARE in out else ZAFRA_SHARE,  # 18ESP-1.5.2.5
        SEVEN: seven,
    }


def check(definition: PrintedEsp, options: dict[str, str]) -> None:
    """Refuse options that no set-up of the game can have."""
    unknown = set(options) - {SETUP, OUT, SIX, SEVEN}
    if unknown:
        raise BadInput("input.no_option", game="18ESP", option=min(unknown), known=SETUP)
    if options.get(SETUP, STANDARD) not in (STANDARD, RANDOM):
        raise BadInput(
            "input.one_of", option=SETUP, known=f"{STANDARD}, {RANDOM}", value=options[SETUP]
        )
    companies = definition.companies
    out = options.get(OUT, "").split()
    if any(
        c not in companies for c in (*out, *filter(None, (options.get(SIX), options.get(SEVEN))))
    ):
        raise BadInput("input.18esp.stranger")
    if OUT in options:
        for kind, count in REMOVED.items():
            if len({c for c in out if companies[c].kind == kind}) != count:
                raise BadInput("input.18esp.out", count=count, kind=kind)
        north = [c for c, x in companies.items() if x.kind == NORTH and c not in out]
        if options.get(SEVEN) not in north:
            raise BadInput("input.18esp.seven")
        sixes = [ZAFRA_SHARE] if ZAFRA_SHARE not in out else north
        if options.get(SIX) not in sixes:
            raise BadInput("input.18esp.six", known=", ".join(sixes))
