"""What 1865 keeps besides the common state: traffic, the Dragons' chart, loans, markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.own import facts_of, turn_of
from ...engine.state import Facts, Owner, Turn

if TYPE_CHECKING:
    from ...engine.game import Game, Play

DRAGONS = "dragons"  # the holder of what the Dragons have bought


class SardiniaFacts(Facts, frozen=True):
    """The dicts are replaced, never changed in place."""

    major: frozenset[str] = frozenset()  # companies whose certificates show the major side
    traffic: dict[str, int] = {}
    row: dict[str, int] = {}  # launched company -> row of the chart, by the number of its phase
    loans: dict[Owner, int] = {}  # state loans of companies and of players
    operated: frozenset[str] = frozenset()  # companies with a turn behind them since their launch
    markers: dict[str, int] = {}  # of a company in all, on the map and on the charter
    absorbed: frozenset[str] = frozenset()  # companies that start again as majors, anywhere
    bonus_paid: frozenset[str] = frozenset()  # maritime companies


class SardiniaTurn(Turn, frozen=True):
    """A company's turn."""

    absorbed: bool = False  # another company, so that it plays this turn (1865-5.1.7)
    no_marker: bool = False  # there was none to place: the step was left out
    new_train: bool = False  # one has been bought from the stack
    declined: dict[str, int] = {}  # train -> price that its owner declined


facts = facts_of(SardiniaFacts)
this_turn = turn_of(SardiniaTurn)


def phase_number(game: Game) -> int:
    return int(game.phase.name)


def add_traffic(game: Play, company: str, points: int, why: str) -> None:
    """Give a company traffic points; they are never spent (1865-1.11).

    `why` names the text of the log: traffic_<why>.
    """
    if not points:
        return
    now = facts(game).traffic
    game.set_facts(traffic={**now, company: now.get(company, 0) + points})
    game.log("traffic_" + why, company=company, points=points)


def loans_of(game: Game, owner: Owner) -> int:
    return facts(game).loans.get(owner, 0)


def set_loans(game: Play, owner: Owner, count: int) -> None:
    loans = {k: n for k, n in facts(game).loans.items() if k != owner}
    game.set_facts(loans={**loans, owner: count} if count else loans)


def on_map(game: Game, company: str) -> int:
    """Return how many markers of a company lie on the map."""
    return facts(game).markers[company] - game.state.stations_left[company]


def set_markers(game: Play, company: str, total: int) -> None:
    """Let a company have `total` markers: the difference goes to its charter."""
    markers = facts(game).markers
    game.state.stations_left[company] += total - markers[company]
    game.set_facts(markers={**markers, company: total})
