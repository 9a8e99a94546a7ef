"""What the players agree on before a game, and what chance decides."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...engine.definition import merge
from ...engine.errors import BadInput
from .facts import EXPRESS, FREIGHT, LOCAL

if TYPE_CHECKING:
    from ...engine.game import Header

# option -> its choices, the usual one first
CHOICES: dict[str, tuple[str, ...]] = {
    "trains": ("all", "express", "freight", "express+local", "freight+local"),  # 1862-11.1.3
    "length": ("standard", "short", "long"),  # 1862-2.4.3.1
    "shorter": ("no", "yes"),  # 1862-11.2.1
    "beginners": ("no", "yes"),  # 1862-11.3.1
    "stations": ("7", "8"),  # 1862-11.4.1
    "more": ("yes", "no"),  # further companies for seven and eight players (1862-2.4.2.1)
    "home": ("must", "may"),  # whether a home comes first after a merger, too (1862-13.1)
}
COMPANIES, PERMITS = "companies", "permits"  # what was drawn: offer in order, permits dealt
# A game that was recorded elsewhere: what its runs earned may be as written there.
REVENUE, RECORDED = "revenue", "recorded"

USES_OF = {
    "all": (FREIGHT, LOCAL, EXPRESS),
    "express": (EXPRESS,),
    "freight": (FREIGHT,),
    "express+local": (LOCAL, EXPRESS),
    "freight+local": (FREIGHT, LOCAL),
}
LETTERS = {"F": FREIGHT, "E": EXPRESS, "L": LOCAL}


def choice(options: dict[str, str], name: str) -> str:
    return options.get(name, CHOICES[name][0])


def check(header: Header, title: str) -> None:
    """Refuse options that 1862 does not have, or that do not go together."""
    options = header.options
    for name, value in options.items():
        if name in (COMPANIES, PERMITS) or (name, value) == (REVENUE, RECORDED):
            continue
        if name not in CHOICES:
            raise BadInput("input.no_option", game=title, option=name, known=", ".join(CHOICES))
        if value not in CHOICES[name]:
            known = ", ".join(CHOICES[name])
            raise BadInput("input.one_of", option=name, known=known, value=value)
    # 1862-11.3.5: the game for new players goes with the shorter one.
    if choice(options, "beginners") == "yes" and not is_simple(options):
        raise BadInput("input.1862.beginners", game=title)
    if choice(options, "shorter") == "yes" and choice(options, "length") != "standard":
        raise BadInput("input.1862.shorter", game=title)


def is_recording(header: Header) -> bool:
    return header.options.get(REVENUE) == RECORDED


def changes(header: Header) -> dict[str, Any]:
    """Return what the options alter in the components.

    The shorter game takes the trains of the short one, with five or more players those of the
    standard one (1862-11.2.1, A-36).
    """
    options = header.options
    table = _variants()
    result: dict[str, Any] = {}
    length = choice(options, "length")
    if choice(options, "shorter") == "yes":
        result = merge(result, table["shorter"]["yes"])
        length = "short" if len(header.players) < 5 else "standard"
    if length in table["length"]:
        result = merge(result, table["length"][length])
    if is_simple(options):
        result = merge(result, {"trains": {"phases": _simple_phases()}})
    return result


def is_simple(options: dict[str, str]) -> bool:
    """Tell whether only one kind of trains is played with (1862-11.1.1)."""
    return len(USES_OF[choice(options, "trains")]) == 1


def _simple_phases() -> list[dict[str, Any]]:
    """Return the phases with limits for all trains of a company together (1862-11.1.1)."""
    text = (files(__package__) / "data" / "trains.toml").read_text(encoding="utf-8")
    limits = _variants()["simple"]["train_limits"]
    return [
        {**phase, "train_limit": limit, "limit_each": False}
        for phase, limit in zip(tomllib.loads(text)["phases"], limits, strict=True)
    ]


@cache
def _variants() -> dict[str, Any]:
    text = (files(__package__) / "data" / "variants.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    for train in table["shorter"]["yes"]["trains"]["trains"].values():
        train["scrapped_by"] = train["scrapped_by"] or None  # TOML has no word for: never
    return table


# --- chance ----------------------------------------------------------------------------


class Lots:
    """The linear congruential generator of 18xx.games, so that its recordings can be replayed."""

    def __init__(self, seed: int) -> None:
        self._number = seed % 2**31

    def shuffled(self, things: list[str]) -> list[str]:
        """Give each thing a number; the smallest comes first."""
        drawn = []
        for place, thing in enumerate(things):
            self._number = (1103515245 * self._number + 12345) % 2**31
            drawn.append((self._number, place, thing))
        return [thing for _, _, thing in sorted(drawn)]


def extra_companies(players: int, options: dict[str, str]) -> int:
    """Return how many companies join the first wave for many players (1862-2.4.2.1)."""
    return max(0, players - 6) if choice(options, "more") == "yes" else 0


def permit_cards(count: int, trains: str, many: bool) -> list[str]:
    """Return the permits to shuffle: as many or more than there are companies."""
    if trains == "all":
        cards = list("FEL" * 6)
        # Six of each kind (1862-2.4.2.2), or six, five and five (1862-2.4.1.2).
        return cards if many else cards[:16]
    if "+" not in trains:  # the same for all: none is needed (1862-11.1.1)
        return [trains[0].upper()] * count
    main = trains[0].upper()
    half = (count + 1) // 2  # 8 and 8 (1862-11.1.2); with further companies 9 and 9
    return [letter for _ in range(half) for letter in (main, "L")]


def draw(names: list[str], players: int, seed: int, options: dict[str, str]) -> dict[str, str]:
    """Draw the companies in the order in which they are offered, and their permits."""
    lots = Lots(seed)
    more = extra_companies(players, options)
    offer = lots.shuffled(names)[4 - more :]
    cards = lots.shuffled(permit_cards(len(offer), choice(options, "trains"), bool(more)))
    return {COMPANIES: " ".join(offer), PERMITS: "".join(cards[: len(offer)]), **options}


def offered(header: Header, names: list[str]) -> tuple[list[str], dict[str, str]]:
    """Return the companies in the order of the offer, and the permit of each."""
    options = header.options
    if COMPANIES not in options or PERMITS not in options:
        options = draw(names, len(header.players), header.seed or 0, options)
    offer, letters = options[COMPANIES].split(), options[PERMITS]
    count = 16 + extra_companies(len(header.players), options)
    if not len(offer) == len(set(offer)) == count or not set(offer) <= set(names):
        raise BadInput("input.1862.companies", count=count, given=options[COMPANIES])
    cards = permit_cards(count, choice(options, "trains"), count > 16)
    if len(letters) != count or any(letters.count(x) > cards.count(x) for x in set(letters)):
        raise BadInput("input.1862.permits", permits=letters)
    playing = [name for name in names if name in offer]
    return offer, {c: LETTERS[x] for c, x in zip(playing, letters, strict=True)}
