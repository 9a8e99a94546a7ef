"""Running trains (18ESP-4.4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from ...engine.actions import Action, Choice, Choose, Pass, Route
from ...engine.connections import own_stations
from ...engine.errors import refuse
from ...engine.memory import Memory
from ...engine.routing.segments import leads_to
from ...engine.step import Move
from ...engine.steps.common import CompanyStep
from ...engine.steps.operating import RunMove, RunStep
from . import routes
from .earnings import pay_income
from .facts import STRAWBERRY_TRAIN, facts, this_turn
from .goals import run_goals
from .pioneers import ANYTIME
from .policy import policy
from .printed import train_of

if TYPE_CHECKING:
    from ...engine.earnings import RunValue
    from ...engine.game import Game, Play
    from ...engine.state import State

GAUGES = ("", routes.NARROW, routes.BOTH)


def has_route(game: Game, company: str, trains: Iterable[str]) -> bool:
    """Tell whether track that one of the trains can use leads from a station to another stop.

    On 18xx.games it is enough that it once did (D41).
    """
    wanted = {train_of(game, card).gauge for card in trains}
    known = facts(game).routed.get(company, frozenset())
    return not wanted.isdisjoint(known) or not wanted.isdisjoint(_joined_gauges(game, company))


_gauges: Memory[tuple[int, int, int, int, str], frozenset[str]] = Memory(2000)


def _joined_gauges(game: Game, company: str) -> frozenset[str]:
    """Return the gauges of trains that track from a station to another stop suits."""
    state = game.state
    key = (id(game.definition), id(game.policy), state.track_key, state.station_key, company)
    found = _gauges.get(key)
    if found is None:
        found = _gauges.keep(key, _read_gauges(game, company))
    return found


def _read_gauges(game: Game, company: str) -> frozenset[str]:
    definition, hexes = game.definition, game.definition.hex_list
    state = _passes_seen(game) if policy(game).route_remembered else game.state
    joined = {
        (hexes[station[0]].entry.gauge, hexes[target[0]].entry.gauge)
        for station in own_stations(definition, state, company)
        for target in leads_to(definition, state, station)
    }
    return frozenset(
        gauge
        for gauge in GAUGES
        if any(all(routes.BOTH in (gauge, at) or at == gauge for at in pair) for pair in joined)
    )


def _passes_seen(game: Game) -> State:
    """Return the board as the site sees it: a closed pass is a stop, though a useless one."""
    state = game.state.copy()
    for spot in game.definition.hex_list:
        if spot.entry.shut:
            state.board[spot.index] = spot.printed
    return state


def note_route(game: Play, company: str) -> None:
    """Remember in which gauges the company has had a route (edition `online`, D41)."""
    if policy(game).route_remembered:
        known = facts(game).routed.get(company, frozenset())
        if len(known) == len(GAUGES):
            return
        gauges = known | _joined_gauges(game, company)
        if gauges != known:
            game.set_facts(routed={**facts(game).routed, company: gauges})


def able_trains(game: Game, company: str) -> tuple[str, ...]:
    """Return the trains that may run and have a route, as far as is asked."""
    cards = game.state.trains[company]
    return tuple(c for c in cards if routes.may_run(game, c) and has_route(game, company, (c,)))


def tender_trains(game: Game, company: str) -> tuple[str, ...]:
    """Return the trains to which the tender may be given, in the order of the site (D42)."""
    if policy(game).tender_to_able:
        return able_trains(game, company)
    return game.state.trains[company]


class TenderMove(Move[Choose, CompanyStep]):
    """Name the train that carries the tender (edition `online`); others choose by running."""

    action = Choose

    def _cards(self, game: Game) -> tuple[str, ...]:
        turn = this_turn(game)
        assigned = policy(game).tender_assigned and turn.tender is None
        if not assigned or turn.company not in facts(game).tenders:
            return ()
        return tender_trains(game, turn.company)

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        for card in self._cards(game):
            yield Choice(Choose(card))

    def check(self, game: Game, step: CompanyStep, action: Choose) -> None:
        if action.option not in self._cards(game):
            refuse(game, "no_such_option", option=action.option)

    def apply(self, game: Play, step: CompanyStep, action: Choose) -> None:
        game.set_turn(tender=action.option)
        game.log("tender_given", company=step.company(game), train=game.kind_of(action.option))


class RunTrains(RunStep, frozen=True):
    """Run the trains; the director is never obliged to the maximum (18ESP-4.4.3.1).

    They may run on both maps, each on its gauge (18ESP-4.4.3.9).
    """

    moves = (RunMove(), TenderMove(), *ANYTIME)
    refusals: ClassVar[dict[type[Action], str]] = {Pass: "trains_must_run"}

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        note_route(game, company)
        trains = [c for c in game.state.trains[company] if routes.may_run(game, c)]
        if trains and company not in facts(game).ran:
            game.set_facts(ran=facts(game).ran | {company})
        if trains and has_route(game, company, trains):
            return False
        game.pop()
        return True

    def maximum(self, game: Game) -> bool:
        return False

    def ran(self, game: Play, run: tuple[Route, ...], value: RunValue) -> None:
        company = self.company(game)
        game.set_turn(routes=run, revenue=value.revenue, bonus_income=value.income, tender=None)
        game.pop()
        if policy(game).income_at_once:
            pay_income(game, company)
        run_goals(game, company, run)  # before the earnings (18ESP-5.1.1.9)
        if any(route.train == STRAWBERRY_TRAIN for route in run):
            game.set_facts(aranjuez=True)
