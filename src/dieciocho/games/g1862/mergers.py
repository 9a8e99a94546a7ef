"""Mergers and acquisitions: partners, survivor, consent, what is handed over (1862-7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.actions import Choice, Choose
from ...engine.board import reach, reaches
from ...engine.connections import own_stations
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import hand_over, ordinary, put_marker
from ...engine.state import Seat
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.consent import AnswerMove, ConsentStep
from ...engine.words import money
from . import consolidation
from .actions import Merge, RemoveStation
from .facts import (
    LONDON,
    facts,
    has_london,
    in_play,
    most_stations,
    receivership,
    this_round,
    this_turn,
)
from .holdings import bankrupt_if_worthless, reset, value
from .policy import policy
from .receivership import decider
from .rounds import OperatingRound, note_last_price
from .stations import is_bare, remove, rename, stops_of, waiting_in
from .stock import par_for

if TYPE_CHECKING:
    from ...engine.game import Game, Play


# --- partners --------------------------------------------------------------------------


def places(game: Game, company: str) -> set[tuple[int, int]]:
    """Return the company's stations outside London."""
    london = {(game.definition.hexes[name].index, city) for name, city in LONDON}
    return {s for s in own_stations(game.definition, game.state, company) if s not in london}


def merger_problem(game: Game, company: str, other: str) -> str | None:
    """Return why two companies cannot merge now (1862-7.5.1.2, 1862-7.5.2.1)."""
    state = game.state
    if other == company or other not in state.floated:
        return "no_such_partner"
    if facts(game).lner:
        return "no_mergers_now"
    if receivership(game, company) or receivership(game, other):
        return "partner_without_director"
    mine = places(game, company)  # who has no station is connected with nobody (1862-7.5.2.2)
    reached = reach(game.definition, state, company).ends | mine if mine else set()
    connected = reached & places(game, other) or _leads_home(game, company, other)
    return None if connected else "partner_not_connected"


def _leads_home(game: Game, company: str, other: str) -> bool:
    """Tell whether the other's track leads to a home hex without tile (1862-7.2.6).

    There is no track to the station yet, so a route to the hex is enough.
    """
    home = waiting_in(game, company)
    if not policy(game).merge_from_bare_home or home is None or not is_bare(game, home):
        return False
    index = game.definition.hexes[home].index
    return reaches(game.definition, game.state, other, range(index * 6, index * 6 + 6))


def partners(game: Game, company: str) -> list[str]:
    return [c for c in in_play(game) if merger_problem(game, company, c) is None]


class MergeMove(Move[Merge, "MergerStep"]):
    """Name the company to merge with."""

    action = Merge

    def legal(self, game: Game, step: MergerStep) -> Iterator[Choice]:
        for company in partners(game, step.company(game)):
            if company not in step.declined:
                yield Choice(Merge(company))

    def check(self, game: Game, step: MergerStep, action: Merge) -> None:
        if action.company not in game.definition.companies:
            refuse(game, "unknown_company", company=action.company)
        problem = merger_problem(game, step.company(game), action.company)
        if problem is None and action.company in step.declined:
            problem = "merger_declined"
        if problem is not None:
            refuse(game, problem, company=action.company)

    def apply(self, game: Play, step: MergerStep, action: Merge) -> None:
        game.push(step.survivor_step(action.company))


class MergerStep(CompanyStep, frozen=True):
    """A company may merge with one other company."""

    declined: frozenset[str] = frozenset()  # whose directors said no

    moves = (MergeMove(), PassMove(pop))

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        asked = policy(game).ask_always or self.offers(game, self.moves[0])
        if asked and not receivership(game, company):
            return False
        game.pop()
        return True

    def survivor_step(self, other: str) -> Step:
        raise NotImplementedError


class Merger(MergerStep, frozen=True):
    """The first step of a turn (1862-7.5.0.1, 1862-5.1.1.1)."""

    def survivor_step(self, other: str) -> Step:
        return SurvivorOfMerger(other)


class Acquisition(MergerStep, frozen=True):
    """The last step of a turn (1862-7.14.1), the other having operated or not (1862-5.1.2.1)."""

    def survivor_step(self, other: str) -> Step:
        return SurvivorOfAcquisition(other)


# --- survivor and consent --------------------------------------------------------------


class SurvivorMove(Move[Choose, "Survivor"]):
    """Choose which of the two companies goes on (1862-5.2.1.1)."""

    action = Choose

    def legal(self, game: Game, step: Survivor) -> Iterator[Choice]:
        yield Choice(Choose(step.company(game)))
        yield Choice(Choose(step.other))

    def check(self, game: Game, step: Survivor, action: Choose) -> None:
        if action.option not in (step.company(game), step.other):
            refuse(game, "no_survivor", option=action.option)

    def apply(self, game: Play, step: Survivor, action: Choose) -> None:
        game.pop()
        mine, other = step.company(game), step.other
        seat = game.state.president[mine]
        lost = other if action.option == mine else mine
        plan = Plan(action.option, lost, seat)
        owner = game.state.president[other]
        if policy(game).consent and owner != seat:
            game.log("merger_proposed", company=mine, other=other, survivor=action.option)
            game.push(MergerConsent(owner, other, plan))
        else:
            begin_merger(game, plan)


class Survivor(CompanyStep, frozen=True):
    other: str

    moves = (SurvivorMove(),)
    out_of_step = "survivor_first"


class SurvivorOfMerger(Survivor, frozen=True):
    """Which company survives a merger."""


class SurvivorOfAcquisition(Survivor, frozen=True):
    """Which company survives an acquisition."""


class Plan(Step, frozen=True):
    """A merger: what is left to do when the shares are consolidated."""

    survivor: str
    lost: str
    initiator: Seat

    def settle(self, game: Play) -> bool:
        game.pop()
        finish_merger(game, self)
        return True


def _answer(game: Play, step: MergerConsent, agreed: bool) -> None:
    game.pop()
    if agreed:
        begin_merger(game, step.plan)
    else:
        asking = game.step
        assert isinstance(asking, MergerStep)
        game.replace_step(asking, declined=asking.declined | {step.other})


class MergerConsent(ConsentStep, frozen=True):
    """The other director agrees or not (1862-7.5.1.1)."""

    other: str
    plan: Plan

    moves = (AnswerMove(_answer),)

    def told(self, game: Game) -> dict[str, Any]:
        one, two = self.plan.survivor, self.plan.lost
        new = game.definition.market.price[merged_price(game, one, two)]
        facts = {"other": self.other, "survivor": one, "price": money(game, new)}
        return {**super().told(game), **facts}


# --- the merger ------------------------------------------------------------------------


def merged_price(game: Game, one: str, two: str) -> int:
    """Return the space of the new price: the lower one and half the higher (1862-7.5.3.1)."""
    low, high = sorted((value(game, one), value(game, two)))
    market = game.definition.market
    fitting = [c for c, worth in enumerate(market.price) if worth <= low + high // 2]
    return max(fitting, key=lambda cell: market.price[cell])


def begin_merger(game: Play, plan: Plan) -> None:
    """Set price and par (1862-5.2.3.1), then consolidate the shares (1862-7.5.5.1)."""
    game.pop()  # the step that proposed it
    cell = merged_price(game, plan.survivor, plan.lost)
    at = game.definition.market.price[cell]
    put_marker(game, plan.survivor, cell)  # under the others (1862-7.5.3.2)
    game.state.par[plan.survivor] = par_for(at)  # 1862-7.5.4.1
    game.log("merges", company=plan.lost, survivor=plan.survivor, price=at)
    game.push(plan)
    consolidation.begin(game, plan.survivor, plan.lost, plan.initiator, at)
    if policy(game).merger_ends_game:
        note_last_price(game, plan.survivor)


def finish_merger(game: Play, plan: Plan) -> None:
    """Hand over what the lost company has, above the limit of trains, too (1862-7.5.6.1)."""
    state, now = game.state, facts(game)
    survivor, lost = plan.survivor, plan.lost
    hand_over(game, survivor, lost, survivor, ordinary(game, survivor, lost))
    consolidation.settle_director(game, survivor, plan.initiator)
    pay(game, lost, survivor, state.cash[lost])
    state.trains[survivor] = (*state.trains[survivor], *state.trains[lost])
    state.trains[lost] = ()
    # 1862-6.5.4.3.1: nobody loses a permit, and others come only like this.
    permits = tuple(dict.fromkeys((*now.permits[survivor], *now.permits[lost])))
    stays = policy(game).charters_stay and lost in now.chartered
    game.set_facts(
        permits={**now.permits, survivor: permits},
        # 1862-3.1.4, 1862-7.5.6.4
        chartered=now.chartered if stays else now.chartered - {survivor},
    )
    for hex_name, city in stops_of(game, lost):
        common = survivor in state.stations[hex_name, city]
        if common or ((hex_name, city) in LONDON and has_london(game, survivor)):
            remove(game, lost, (hex_name, city))  # 1862-7.5.6.2
    _keep_order(game, survivor, lost)
    game.push(RemoveStations(survivor, lost))


def _keep_order(game: Play, survivor: str, lost: str) -> None:
    """The merged company takes the operating one's place in the order of the round."""
    current, operating = this_round(game), this_turn(game).company
    partner = lost if operating == survivor else survivor
    done, rest = current.order[: current.index], current.order[current.index + 1 :]
    game.set_round(order=(*done, survivor, *(c for c in rest if c != partner)))


class RemoveMove(Move[RemoveStation, "RemoveStations"]):
    """Take a station off the map."""

    action = RemoveStation

    def legal(self, game: Game, step: RemoveStations) -> Iterator[Choice]:
        for hex_name in step.removable(game):
            yield Choice(RemoveStation(hex_name))

    def check(self, game: Game, step: RemoveStations, action: RemoveStation) -> None:
        if action.hex not in step.removable(game):
            refuse(game, "no_station_to_remove", hex=action.hex)

    def apply(self, game: Play, step: RemoveStations, action: RemoveStation) -> None:
        for company in (step.survivor, step.lost):
            for stop in stops_of(game, company):
                if stop[0] == action.hex:
                    remove(game, company, stop)
                    game.log("station_removed", company=company, hex=action.hex)


class RemoveStations(Step, frozen=True):
    """The merged company has more stations on the map than it may (1862-7.5.6.3)."""

    survivor: str
    lost: str

    moves = (RemoveMove(),)
    out_of_step = "remove_first"

    def actor(self, game: Game) -> Seat:
        return decider(game, self.survivor)

    def removable(self, game: Game) -> list[str]:
        protected = None if policy(game).any_excess_station else game.state.homes[self.survivor]
        stops = [*stops_of(game, self.survivor), *stops_of(game, self.lost)]
        return [stop[0] for stop in stops if stop != protected]

    def settle(self, game: Play) -> bool:
        placed = len(stops_of(game, self.survivor)) + len(stops_of(game, self.lost))
        if placed > most_stations(game):
            return False
        game.pop()
        self._complete(game, placed)
        return True

    def _complete(self, game: Play, placed: int) -> None:
        """Replace the stations, put the lost company back, and go on with the round."""
        state = game.state
        for stop in stops_of(game, self.lost):
            rename(game, stop, self.lost, self.survivor)
        unused = state.stations_left[self.survivor] + state.stations_left[self.lost]
        state.stations_left[self.survivor] = min(most_stations(game) - placed, unused)
        reset(game, self.lost)  # its shares go back (1862-5.2.5.3)
        _go_on(game, self.survivor, self.lost)


def _go_on(game: Play, survivor: str, lost: str) -> None:
    """The merged company goes on with the turn unless the other had operated (1862-7.5.0.2).

    In that case it counts as having operated (1862-5.1.1.2).
    """
    bankrupt_if_worthless(game, survivor)  # two prices near nothing make nothing (1862-7.12.1)
    current, operating = this_round(game), this_turn(game).company
    partner = lost if operating == survivor else survivor
    game.set_turn(company=survivor, merged=True, opened_by=operating)
    if survivor in game.state.floated:
        if partner not in current.operated:
            return
        game.set_round(cut_short=(*current.cut_short, survivor))
    while not isinstance(game.step, OperatingRound):
        game.pop()
