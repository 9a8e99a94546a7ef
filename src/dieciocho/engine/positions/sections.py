"""What the sections of a position are called, and what they contain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_type_hints

from ..state import BANK, IPO, OUT, POOL, State, StopId
from .values import Names, Values

if TYPE_CHECKING:
    from ..game import Game

FORMAT = 1
OPEN = "open"  # a hex that was shut at the start

# Sections that are a part of the state as it is: name -> field.
PLAIN = {
    "priority": "priority",
    "ending": "ending",
    "over": "over",
    "closed": "closed",
    "floated": "floated",
    "presidents": "president",
    "par": "par",
    "privates": "private_owner",
    "homes": "homes",
    "powers": "powers",
    "prices": "prices",
    "last_runs": "last_runs",
}
FROM_MARKET = ("floated", "presidents", "par")  # what is left out follows from the market
OWN = (
    "played",
    "phase",
    "acting",
    "step",
    "agenda",
    "round",
    "turn",
    "cash",
    "shares",
    "market",
    "stacks",
    "trains",
    "tiles",
    "stations",
    "stations_left",
    "facts",
)
SECTIONS = (*OWN, *PLAIN)


def type_of(field: str) -> Any:
    """Return the type of a field of the state."""
    return _TYPES[field]


def values_of(game: Game) -> Values:
    """Return what writes and reads the values of a game's positions."""
    state, rules = game.state, game.rules
    places = (BANK, IPO, POOL, OUT, *rules.share_places, *state.trains)
    others = (o for o in state.private_owner.values() if isinstance(o, str))
    owners = (*game.definition.companies, *filter(lambda o: isinstance(o, str), places), *others)
    return Values(Names(game.players, map(str, owners)), rules.actions)


def _field_types() -> dict[str, Any]:
    from ..step import Step

    return get_type_hints(State, localns={"Step": Step}, include_extras=True)


_TYPES = _field_types()


def cell_names(game: Game) -> list[str]:
    """Return what each cell of the market is called: its price, and where it is if need be."""
    market = game.definition.market
    return [
        str(cell.price)
        if market.price.count(cell.price) == 1
        else f"{cell.price} at {_letters(cell.row)}{cell.column + 1}"
        for cell in market.cells
    ]


def _letters(row: int) -> str:
    return chr(ord("A") + row)


def supply_of(game: Game, laid: dict[str, int]) -> dict[str, int]:
    """Return how many of each tile are left when some are on the map; -1 is without end."""
    faces = game.definition.faces
    return {
        name: count if count < 0 else count - sum(laid.get(face, 0) for face in faces[name])
        for name, count in game.definition.tile_counts.items()
    }


def homes(
    start: dict[str, StopId], stations: dict[StopId, tuple[str | None, ...]]
) -> dict[str, StopId]:
    """Homes are where they were at the start, or where the station is on the same hex."""
    found = dict(start)
    for stop, slots in stations.items():
        for company in filter(None, slots):
            home = start.get(company)
            if home and home[0] == stop[0] and company not in stations.get(home, ()):
                found[company] = stop
    return found


def charters(game: Game, start: dict[str, int]) -> dict[str, int]:
    """Return how many stations lie on each charter, as far as those on the map tell."""
    if "stations" in game.rules.own_checks:
        return start
    placed = [c for slots in game.state.stations.values() for c in slots]
    return {
        company: start[company]
        if company in game.state.closed
        else game.rules.stations(game, company) - placed.count(company)
        for company in start
    }
