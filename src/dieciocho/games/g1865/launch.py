"""Starting, launching and converting companies (1865-3.6 to 1865-3.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Choose
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import operating_order, percent
from ...engine.state import IPO, Seat
from ...engine.step import Move
from ...engine.steps.common import DirectorStep, PassMove
from ...engine.steps.stations import put_station, slots_of
from ...engine.steps.stock import found
from .actions import Convert
from .components import MAJOR, MINOR, figures
from .connections import destination_reached, traffic_at
from .facts import add_traffic, facts, phase_number, set_markers
from .printed import printed

if TYPE_CHECKING:
    from ...engine.definition import Definition
    from ...engine.game import Game, Play


def initial_prices(game: Game) -> tuple[int, ...]:
    """Return the values at which a company may start now (1865-2.2.9)."""
    since = {"g": 3, "b": 5}  # marks of the market: from which phase on
    cells = game.definition.market.cells
    return tuple(
        cell.price
        for cell in cells
        if "*" in cell.marks
        and phase_number(game) >= max((since.get(mark, 0) for mark in cell.marks), default=0)
    )


def start_certificate(game: Play, company: str, seat: Seat, par: int) -> None:
    """Sell the president's certificate; the money goes to the company."""
    if company not in facts(game).major and MAJOR in game.phase.allows:
        turn_to_major(game, company)  # 1865-2.2.8, 1865-3.8.1
    pay(game, seat, company, 2 * par)
    found(game, company, seat, par)  # under the others of its space (1865-3.11.7)


def turn_to_major(game: Play, company: str) -> None:
    """Turn the certificates; the further ones go to the initial offer (1865-3.9.6)."""
    holders = game.state.shares[company]
    game.set_facts(major=facts(game).major | {company})  # 1865-3.9.5
    added = len(printed(game).companies[company].converted) - len(holders)
    game.state.shares[company] = (*holders, *(IPO,) * added)


def launch_if_sold(game: Play, company: str) -> None:
    """Launch a company when 60 % of it have been sold from the initial offer (1865-3.6.2).

    It enters the chart and gets markers and the traffic of its home (1865-3.6.3).
    """
    state = game.state
    if company in state.floated or 100 - percent(game, company, IPO) < figures().launch:
        return  # all stays as it is, and it may be launched later (1865-3.6.6)
    state.floated = state.floated | {company}
    now = facts(game)
    # Its one marker on the map is its estimate (1865-3.2.3).
    game.set_facts(row={**now.row, company: figures().dragons.first_row[phase_number(game)]})
    kind = MAJOR if company in now.major else MINOR
    set_markers(game, company, figures().stations[kind])
    game.log("launched_incremental", company=company, capital=state.cash[company])
    add_traffic(game, company, traffic_at(game, state.homes[company][0]), "home")


# --- a new home ------------------------------------------------------------------------


def starts_anywhere(game: Game, company: str) -> bool:
    """Tell whether the company was absorbed: it chooses a new home (1865-5.3.8)."""
    return company in facts(game).absorbed


def free_cities(game: Game) -> list[str]:
    """Return the cities with a free space; a city without a tile has one (A-44)."""
    cities = _cities(game.definition)
    return [name for name in cities if None in slots_of(game, (name, 0))]


@cache
def _cities(definition: Definition) -> tuple[str, ...]:
    return tuple(
        spot.name
        for spot in definition.hex_list
        if spot.name not in definition.unplayed and spot.printed.tile.cities
    )


def new_home(game: Play, company: str) -> None:
    """Ask for the home of a company that starts again."""
    if starts_anywhere(game, company):
        game.set_facts(absorbed=facts(game).absorbed - {company})
        game.push(ChooseHome(company))


class HomeMove(Move[Choose, "ChooseHome"]):
    """Put the first marker of a company into a city with a free space."""

    action = Choose

    def legal(self, game: Game, step: ChooseHome) -> Iterator[Choice]:
        for name in free_cities(game):
            yield Choice(Choose(name))

    def check(self, game: Game, step: ChooseHome, action: Choose) -> None:
        if action.option not in free_cities(game):
            refuse(game, "home_needs_free_city", hex=action.option)

    def apply(self, game: Play, step: ChooseHome, action: Choose) -> None:
        game.pop()
        set_markers(game, step.company, 1)
        game.state.homes[step.company] = (action.option, 0)
        put_station(game, step.company, (action.option, 0))  # before its launch (1865-4.4.11)
        game.log("home_chosen", company=step.company, hex=action.option)


class ChooseHome(DirectorStep, frozen=True):
    """The buyer of the president's certificate chooses where the company starts again."""

    moves = (HomeMove(),)
    out_of_step = "home_first"


# --- conversion ------------------------------------------------------------------------


def convertible(game: Game) -> list[str]:
    """Return the minors that may become majors now, in operating order (1865-3.9.2)."""
    return [
        company
        for company in operating_order(game)
        if company in game.state.floated
        and company not in facts(game).major
        and destination_reached(game, company)
    ]


class ConvertMove(Move[Convert, "Conversion"]):
    """Turn the minor into a major; all else stays as it is (1865-3.9.8)."""

    action = Convert

    def legal(self, game: Game, step: Conversion) -> Iterator[Choice]:
        yield Choice(Convert(step.company))

    def check(self, game: Game, step: Conversion, action: Convert) -> None:
        if action.company != step.company:
            refuse(game, "other_company_converts", company=step.company)

    def apply(self, game: Play, step: Conversion, action: Convert) -> None:
        game.pop()
        turn_to_major(game, step.company)
        added = figures().stations_on_conversion[phase_number(game)]
        total = min(facts(game).markers[step.company] + added, figures().stations[MAJOR])
        set_markers(game, step.company, total)
        game.log("converted", company=step.company, markers=total)


def _stay(game: Play, step: Conversion) -> None:
    game.pop()
    game.log("not_converted", company=step.company)


class Conversion(DirectorStep, frozen=True):
    """A president decides whether a minor becomes a major (1865-3.9.4)."""

    moves = (ConvertMove(), PassMove(_stay))
    out_of_step = "conversion_due"
