"""What becomes of the markers after an absorption (1865-5.4.3 to 1865-5.4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Choose
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move, Step
from ...engine.steps.common import DirectorStep, PassMove, pop
from ...engine.steps.trains import Discard
from .components import figures
from .facts import facts
from .joined import all_joined, cities_to_choose, mines_to_choose, too_few
from .maritime import collect_bonuses
from .mines import is_mine
from .stations import carbonia_problem, marked, place_free, remove_marker

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def replacement_steps(absorber: str, absorbed: str) -> tuple[Step, ...]:
    """Own mines are given up first, then cities are replaced, then mines (1865-5.4.1, A-41)."""
    return (
        LeaveMines(absorber, absorbed),
        ReplaceInCities(absorber, absorbed),  # and then the mines
        Settle(absorber),
        Discard(absorber),  # 1865-5.4.10
    )


def lose_marker(game: Play, company: str, hex_name: str) -> None:
    """Take a marker of the absorbed company off the map and out of the game."""
    remove_marker(game, company, hex_name)
    markers = facts(game).markers
    game.set_facts(markers={**markers, company: markers[company] - 1})


def replace(game: Play, absorber: str, absorbed: str, hex_name: str) -> None:
    """Replace a marker free of charge; it brings no traffic (1865-5.4.9)."""
    lose_marker(game, absorbed, hex_name)
    place_free(game, absorber, hex_name)
    game.log("marker_replaced", company=absorber, place=_place(game, hex_name))


def _place(game: Game, hex_name: str) -> str:
    return game.definition.hexes[hex_name].entry.place


class MarkerStep(DirectorStep, frozen=True):
    """A decision of the absorber's president about markers."""

    absorbed: str

    out_of_step = "markers_first"

    def options(self, game: Game) -> list[str]:
        """Return the hexes that may be chosen now."""
        raise NotImplementedError

    def chosen(self, game: Play, hex_name: str) -> None:
        raise NotImplementedError

    def refuse(self, game: Game, hex_name: str) -> None:
        """Say why a hex may not be chosen."""
        refuse(game, "marker_choice", hex=hex_name)


class ChooseMarker(Move[Choose, MarkerStep]):
    """Choose a marker by its hex."""

    action = Choose

    def legal(self, game: Game, step: MarkerStep) -> Iterator[Choice]:
        for name in step.options(game):
            yield Choice(Choose(name))

    def check(self, game: Game, step: MarkerStep, action: Choose) -> None:
        if action.option not in step.options(game):
            step.refuse(game, action.option)

    def apply(self, game: Play, step: MarkerStep, action: Choose) -> None:
        step.chosen(game, action.option)


class LeaveMines(MarkerStep, frozen=True):
    """Take markers back from own mines, not from cities (1865-5.4.4)."""

    moves = (ChooseMarker(), PassMove(pop))

    def options(self, game: Game) -> list[str]:
        return [name for name in marked(game, self.company) if is_mine(game, name)]

    def chosen(self, game: Play, hex_name: str) -> None:
        remove_marker(game, self.company, hex_name)
        game.state.stations_left[self.company] += 1
        game.log("mine_left", company=self.company, place=_place(game, hex_name))

    def settle(self, game: Play) -> bool:
        if self.options(game):
            return False
        game.pop()
        return True


class ReplaceInCities(MarkerStep, frozen=True):
    """Replace the city markers (1865-5.4.5).

    The president chooses only if there are too few (1865-5.4.8).
    """

    bound: tuple[str, ...] = ()  # replaced already, to be joined when all is done

    moves = (ChooseMarker(),)

    def cities(self, game: Game) -> list[str]:
        return [name for name in marked(game, self.absorbed) if not is_mine(game, name)]

    def options(self, game: Game) -> list[str]:
        return cities_to_choose(game, self.company, self.absorbed, self.bound)

    def chosen(self, game: Play, hex_name: str) -> None:
        replace(game, self.company, self.absorbed, hex_name)
        game.replace_step(self, bound=(*self.bound, hex_name))

    def refuse(self, game: Game, hex_name: str) -> None:
        reason = "marker_not_joined" if hex_name in self.cities(game) else "marker_choice"
        refuse(game, reason, hex=hex_name)

    def settle(self, game: Play) -> bool:
        self._shared_cities(game)
        left, cities = game.state.stations_left[self.company], self.cities(game)
        if len(cities) <= left:
            for name in cities:
                replace(game, self.company, self.absorbed, name)
        elif left and self.options(game):
            return False
        for name in self.cities(game):  # lost without compensation
            lose_marker(game, self.absorbed, name)
            game.log("marker_lost", company=self.absorbed, place=_place(game, name))
        game.pop()
        game.push(ReplaceInMines(self.company, self.absorbed, self.bound))
        return True

    def _shared_cities(self, game: Play) -> None:
        """The bank pays for a marker in a city where the absorber has one (1865-5.4.6)."""
        own = marked(game, self.company)
        for name in [city for city in self.cities(game) if city in own]:
            lose_marker(game, self.absorbed, name)
            pay(game, BANK, self.company, figures().shared_city)
            game.log("shared_city", company=self.company, money=figures().shared_city)


def _give_up(game: Play, step: ReplaceInMines) -> None:
    for name in marked(game, step.absorbed):
        lose_marker(game, step.absorbed, name)
        game.log("mine_given_up", company=step.absorbed, place=_place(game, name))
    game.pop()


def _one_waits(game: Game, step: ReplaceInMines) -> str | None:
    """A marker replaced before may need a mine to be joined to."""
    joined = all_joined(game, step.company, step.bound)
    return None if joined else "marker_waits_for_mine"


class ReplaceInMines(MarkerStep, frozen=True):
    """Replace mine markers or give them up (1865-5.4.7)."""

    bound: tuple[str, ...] = ()  # replaced already, to be joined when all is done

    moves = (ChooseMarker(), PassMove(_give_up, _one_waits))

    def options(self, game: Game) -> list[str]:
        return mines_to_choose(game, self.company, self.absorbed, self.bound)

    def chosen(self, game: Play, hex_name: str) -> None:
        short = too_few(game, self.company, self.absorbed)
        replace(game, self.company, self.absorbed, hex_name)
        if short:
            game.replace_step(self, bound=(*self.bound, hex_name))

    def refuse(self, game: Game, hex_name: str) -> None:
        reason = "marker_choice"
        if hex_name in marked(game, self.absorbed):
            second = carbonia_problem(game, self.company, hex_name)
            reason = "one_marker_in_district" if second else "marker_not_joined"
        refuse(game, reason, hex=hex_name, company=self.company)

    def settle(self, game: Play) -> bool:
        if self.options(game):
            return False
        _give_up(game, self)
        return True


class Settle(Step, frozen=True):
    """Bonuses of maritime companies that the markers have earned now (A-17)."""

    company: str

    def settle(self, game: Play) -> bool:
        game.pop()
        collect_bonuses(game, self.company)
        return True
