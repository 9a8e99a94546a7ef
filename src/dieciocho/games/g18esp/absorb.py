"""Absorbing a small company (18ESP-4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.actions import Choice, Choose
from ...engine.board import key_of
from ...engine.depot import move_train
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import director_after_purchase, hand_over, percent, price
from ...engine.state import BANK, IPO, Seat, StopId
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep
from ...engine.steps.consent import AnswerMove, ConsentStep
from ...engine.steps.stations import slots_of
from ...engine.words import money
from .actions import Absorb
from .facts import ABSORPTION, RESERVED, SMALL, SOUTH, allowed, facts, in_play, kind, this_turn
from .goals import Connected, has_goals, reach_goal
from .phases import leave, push_discards, release_reserves
from .pioneers import ANYTIME
from .policy import policy
from .shares import return_reserved
from .stations import (
    SHARERS,
    available,
    is_double,
    put_station,
    stations_of,
)

if TYPE_CHECKING:
    from ...engine.game import Game, Play

UNLAUNCHED_PRICE = 100  # to the bank (18ESP-4.6.1.10)
MAP, CHARTER = "map", "charter"


def late(game: Game) -> bool:
    """Tell whether the rules from phase 5 on hold."""
    return allowed(game, "full_capital")


def absorption_price(game: Game, small: str) -> int:
    """Return what is paid: its value, which is frozen from phase 5 on (18ESP-4.6.1.8)."""
    return price(game, small) if small in game.state.floated else UNLAUNCHED_PRICE


def ban(game: Game, company: str) -> str | None:
    """Return why a company may not absorb at all."""
    if kind(game, company) != SOUTH:
        return "only_south_absorbs"
    if not allowed(game, "absorption"):
        return "no_absorption_yet"
    if policy(game).one_absorption:
        if company in facts(game).absorbed:
            return "absorbs_once"
        if not has_goals(game, company):
            return "launched_late"  # 18ESP-4.6.1.13
    elif all(isinstance(holder, int) for holder in game.state.shares[company]):
        return "no_share_for_owner"
    return None


def problem(game: Game, company: str, small: str) -> str | None:
    """Return why a company may not absorb this small company."""
    if small not in in_play(game, SMALL):
        return "not_a_small_company"
    if small not in game.state.floated and not (late(game) and policy(game).small_freeze):
        return "not_launched"
    if not late(game):  # from phase 5 on it need not have operated (18ESP-4.6.1.6)
        ran = small in facts(game).ran if policy(game).small_must_run else True
        if not ran or small not in game.state.last_runs:
            return "small_not_operated"  # 18ESP-4.6.0.4
    if small in this_turn(game).offers:
        return "absorption_declined"
    if absorption_price(game, small) > game.state.cash[company]:
        return "absorption_too_dear"  # 18ESP-4.6.0.7, 18ESP-4.6.1.14
    return None


class AbsorbMove(Move[Absorb, CompanyStep]):
    action = Absorb

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        company = step.company(game)
        if ban(game, company) is None:
            for small in in_play(game, SMALL):
                if problem(game, company, small) is None:
                    yield Choice(Absorb(small))

    def check(self, game: Game, step: CompanyStep, action: Absorb) -> None:
        company = step.company(game)
        reason = ban(game, company) or problem(game, company, action.company)
        if reason is not None:
            refuse(game, reason, company=company, small=action.company)

    def apply(self, game: Play, step: CompanyStep, action: Absorb) -> None:
        owner = game.state.president.get(action.company)
        game.log("absorbs", company=step.company(game), small=action.company)
        asks = owner is not None and owner != step.actor(game) and not late(game)
        if asks and policy(game).consent:  # 18ESP-4.6.0.5, 18ESP-4.6.1.7
            assert owner is not None
            game.push(AbsorbConsent(owner, action.company))
        else:
            choose_place(game, action.company)


def _answer(game: Play, step: AbsorbConsent, agreed: bool) -> None:
    game.pop()
    if agreed:
        choose_place(game, step.small)
    else:
        game.set_turn(offers=this_turn(game).offers | {step.small})


class AbsorbConsent(ConsentStep, frozen=True):
    """The director of a small company agrees to be absorbed or not."""

    small: str

    moves = (AnswerMove(_answer),)

    def told(self, game: Game) -> dict[str, Any]:
        price = money(game, absorption_price(game, self.small))
        return {**super().told(game), "small": self.small, "price": price}


# --- the station -----------------------------------------------------------------------


def places(game: Game, company: str, small: str) -> dict[str, StopId | None]:
    """Return the options for the station: the charter, or places on the map (18ESP-4.6.0.12).

    It is the additional one of the absorption, free there and then (18ESP-5.1.3.3).
    """
    options: dict[str, StopId | None] = {CHARTER: None}
    stops = _stops(game, company, small)
    for stop in stops:
        options[MAP if len(stops) == 1 else f"{MAP}{stop[1]}"] = stop
    return options


def _stops(game: Game, company: str, small: str) -> list[StopId]:
    lacks = not policy(game).absorption_unlocks and available(game, company) < 1
    if lacks or (small == SHARERS[0] and SHARERS[1] not in game.state.closed):
        return []  # 18ESP-4.6.0.15
    hex_name, city = game.state.homes[small]
    if any(stop[0] == hex_name for stop in stations_of(game, company)):
        return []  # 18ESP-4.6.0.13
    placed = stations_of(game, small)
    if placed:  # MZ's own slot too, where MZA is not in play (18ESP-4.6.0.16)
        return placed
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    # 18ESP-4.6.0.17: in Madrid no other city than that of MZ
    cities = range(len(tile.stops)) if is_double(game, hex_name) else [city]
    free = [(hex_name, k) for k in cities if None in slots_of(game, (hex_name, k))]
    bare = tile.colour == "white"
    return free[:1] if bare else free


def choose_place(game: Play, small: str) -> None:
    step = ChoosePlace(small)
    options = places(game, this_turn(game).company, small)
    if len(options) > 1 or policy(game).asks_idly:
        game.push(step)
    else:
        absorb(game, small, None)


class PlaceMove(Move[Choose, "ChoosePlace"]):
    action = Choose

    def legal(self, game: Game, step: ChoosePlace) -> Iterator[Choice]:
        for option in places(game, step.company(game), step.small):
            yield Choice(Choose(option))

    def check(self, game: Game, step: ChoosePlace, action: Choose) -> None:
        if action.option not in places(game, step.company(game), step.small):
            reason = "no_station_there" if action.option.startswith(MAP) else "no_such_option"
            refuse(game, reason, option=action.option)

    def apply(self, game: Play, step: ChoosePlace, action: Choose) -> None:
        stop = places(game, step.company(game), step.small)[action.option]
        game.pop()
        if policy(game).connection_at_once:  # which counts from every station there
            game.push(Connected())
        absorb(game, step.small, stop)


class ChoosePlace(Step, frozen=True):
    """The director says where the station of the absorbed company's place goes."""

    small: str

    moves = (PlaceMove(), *ANYTIME)
    out_of_step = "choose_place_first"

    def actor(self, game: Game) -> Seat:
        return game.state.president[self.company(game)]

    def company(self, game: Game) -> str:
        return this_turn(game).company

    def settle(self, game: Play) -> bool:
        """Who spends the price on a pioneer or a tender meanwhile cannot absorb after all."""
        company = self.company(game)
        if absorption_price(game, self.small) <= game.state.cash[company]:
            return False
        game.pop()
        game.log("absorption_dropped", company=company, small=self.small)
        return True


# --- the absorption --------------------------------------------------------------------


def absorb(game: Play, small: str, stop: StopId | None) -> None:
    """Carry an absorption out: price, share, assets, goal, station."""
    company = this_turn(game).company
    owner = game.state.president.get(small)
    ran = small in facts(game).ran or not policy(game).small_must_run
    cost = absorption_price(game, small)
    if owner is None:
        pay(game, company, BANK, cost)
    else:
        pay(game, company, owner, cost)  # 18ESP-4.6.0.6
    _take_assets(game, company, small)
    if policy(game).absorption_unlocks:
        reach_goal(game, company, ABSORPTION)  # 18ESP-4.6.0.11, 18ESP-4.6.1.12
    if stop is not None:
        _take_place(game, company, small, stop)
    leave(game, small, absorbed=True)  # its place is free, unless taken (18ESP-4.6.0.14)
    _hand_share(game, company, owner if ran else None)
    game.set_facts(absorbed=facts(game).absorbed | {company})
    game.log("absorbed", company=company, small=small, price=cost)
    release_reserves(game)
    if not policy(game).late_discards:
        push_discards(game)


def _take_assets(game: Play, company: str, small: str) -> None:
    """Hand over treasury, trains, pioneers and tender (18ESP-4.6.0.10)."""
    state = game.state
    pay(game, small, company, state.cash[small])
    # 18ESP-4.6.0.20: too late to run in this turn, in time for the duty to own a train
    for card in state.trains[small]:
        move_train(game, card, small, company)
    for private, owner in state.private_owner.items():
        if owner == small:
            state.private_owner[private] = company
    now = facts(game)
    if small in now.tenders:
        surplus = 1 if company in now.tenders else 0  # 18ESP-2.2.21
        game.set_facts(
            tenders=now.tenders - {small} | {company},
            tenders_for_sale=now.tenders_for_sale + surplus,
        )


def _take_place(game: Play, company: str, small: str, stop: StopId) -> None:
    """Swap the small company's station for an own one, or take its free home."""
    state = game.state
    if stop in stations_of(game, small):
        state.stations[stop] = tuple(company if c == small else c for c in state.stations[stop])
        state.station_key ^= key_of(*stop, small, "station")
        state.station_key ^= key_of(*stop, company, "station")
        state.stations_left[company] -= 1
    else:
        state.homes.pop(small)
        put_station(game, company, stop)
    game.log("station", company=company, hex=stop[0], cost=0)


def _hand_share(game: Play, company: str, owner: Seat | None) -> None:
    """The owner gets the reserved share (18ESP-4.6.0.8); without right to it, it is for sale."""
    # On the site the last share of the offering instead (D10).
    source = RESERVED if policy(game).reserved_shares else IPO
    if owner is None:
        return_reserved(game, company)  # 18ESP-4.6.1.9, 18ESP-4.6.1.10
    elif percent(game, company, source):  # whatever he holds already (18ESP-4.6.0.9)
        hand_over(game, company, source, owner, 1, last=True)
        game.log("share_received", player=game.name(owner), company=company)
        director_after_purchase(game, company, owner)  # 18ESP-3.1.1.6
