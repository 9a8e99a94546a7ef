"""Which markers an absorber with too few may replace: the network stays connected (1865-5.4.8).

The choice is judged as a whole (A-59): a marker may be chosen if further ones can follow so that,
when all is done, each replaced marker is joined by a direct connection to another one of the
company, and no other choice replaces more cities. An absorbed company has seven markers at most, so
that all the ways to go on can be tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING

from .connections import directly_connected, ways_from
from .mines import is_mine
from .policy import policy
from .stations import carbonia_problem, marked

if TYPE_CHECKING:
    from ...engine.game import Game


def cities_to_choose(game: Game, absorber: str, absorbed: str, bound: tuple[str, ...]) -> list[str]:
    """Return the cities that may be replaced next when there are too few markers."""
    cities = [name for name in marked(game, absorbed) if not is_mine(game, name)]
    if not policy(game).replaced_join_each_other:
        return [city for city in cities if directly_connected(game, absorber, city)]
    whole = list(_endings(game, absorber, absorbed, bound))
    most = max((len(chosen) for chosen, _ in whole), default=0)
    wanted = {city for chosen, _ in whole if len(chosen) == most for city in chosen}
    return [city for city in cities if city in wanted]


def mines_to_choose(game: Game, absorber: str, absorbed: str, bound: tuple[str, ...]) -> list[str]:
    """Return the mines that may be replaced next."""
    if not game.state.stations_left[absorber]:
        return []
    if not policy(game).replaced_join_each_other:
        mines = _mines(game, absorber, absorbed)
        if game.state.stations_left[absorber] < len(marked(game, absorbed)):
            mines = [mine for mine in mines if directly_connected(game, absorber, mine)]
        return mines
    wanted = set(
        chain.from_iterable(mines for _, mines in _endings(game, absorber, absorbed, bound))
    )
    return [mine for mine in marked(game, absorbed) if mine in wanted]


def too_few(game: Game, absorber: str, absorbed: str) -> bool:
    """Tell whether the markers left are fewer than the mines that could be replaced (A-41)."""
    left = game.state.stations_left[absorber]
    return left < len(_mines(game, absorber, absorbed))


def all_joined(game: Game, absorber: str, bound: tuple[str, ...]) -> bool:
    """Tell whether each of the replaced markers is joined to another one of the company."""
    if not policy(game).replaced_join_each_other:
        return True
    return _joined(game, bound, marked(game, absorber))


def _endings(
    game: Game, absorber: str, absorbed: str, bound: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the cities and mines that may still be replaced, for every legal end."""
    left, own = game.state.stations_left[absorber], marked(game, absorber)
    cities = [name for name in marked(game, absorbed) if not is_mine(game, name)]
    mines = _mines(game, absorber, absorbed)
    for chosen in _some_of(cities, left):
        rest = left - len(chosen)
        for kept in _some_of(mines, rest):
            held = [*own, *chosen, *kept]
            must = [*bound, *chosen, *(kept if rest < len(mines) else ())]
            if _joined(game, must, held):
                yield chosen, kept


def _mines(game: Game, absorber: str, absorbed: str) -> list[str]:
    """Return the mines that may be replaced; the limit of the district holds (A-18)."""
    return [
        name
        for name in marked(game, absorbed)
        if is_mine(game, name) and not carbonia_problem(game, absorber, name)
    ]


def _some_of(names: list[str], most: int) -> Iterable[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, count) for count in range(most + 1))


def _joined(game: Game, names: Iterable[str], held: Collection[str]) -> bool:
    return all(any(other in _around(game, name) for other in held) for name in names)


def _around(game: Game, hex_name: str) -> set[str]:
    """Return the places to which direct connections lead from a place."""
    hexes = game.definition.hex_list
    start = (game.definition.hexes[hex_name].index, 0)
    return {hexes[w.target[0]].name for w in ways_from(game.definition, game.state, start)}
