"""A company's turn in 1888-N, in the order of the rulebook (1888N-8.3.1.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...engine.actions import Action, BuyTrain, DiscardTrain, LayTile
from ...engine.board import has_route
from ...engine.ledger import pay
from ...engine.shares import operating_order, sell
from ...engine.state import BANK
from ...engine.step import Step
from ...engine.steps import operating, stations
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.operating import DividendMove, RunMove, RunStep
from ...engine.steps.rounds import resort
from ...engine.steps.stations import PlaceStationMove, station_cost
from ...engine.steps.stock import Holding
from ...engine.steps.track import Laying, LayTileMove
from ...engine.steps.trains import buy_from_company, must_buy, shortfall
from .policy import policy
from .privates import (
    ANYTIME,
    Consent,
    blocked_by_private,
    facts,
    has_unused_power,
    home_duty,
    lowest_offer,
    powers_waiting,
    this_turn,
)
from .trains import BankruptcyMove, EmergencySale, TradeMove, emergency_limit

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# Launched at 60 % out of the offering, for good (1888N-7.6.4, 1888N-7.6.6); what is sold lies in
# the pool (1888N-4.2.4), and the price falls for each share (1888N-9.3.1).
HOLDING = Holding(player=60, pool=50, float_at=60)


class TurnStep(CompanyStep, frozen=True):
    """A step of the operating company."""

    def reason_against(self, action: Action) -> str:
        if isinstance(action, LayTile) and action.power is not None:
            return "no_such_power"
        return super().reason_against(action)


class HomeStation(stations.HomeStation, frozen=True):
    """In its first turn a company places its home station, free of charge (1888N-8.3.2.1)."""

    def settle(self, game: Play) -> bool:
        note_route(game, self.company(game))
        # 1888N-8.3.1.2; a further one may follow (1888N-8.3.2.3)
        return super().settle(game)


def _barred(game: Game, step: Laying, hex_name: str) -> str | None:
    if blocked_by_private(game, hex_name):
        return "hex_blocked"
    if home_duty(game) not in (None, hex_name):
        return "home_tile_first"
    return None


def _track_due(game: Game, step: TurnStep) -> str | None:
    return "home_tile_first" if home_duty(game) else None


class Track(TurnStep, frozen=True):
    """Lay a yellow tile or upgrade a tile (1888N-8.3.1.3)."""

    moves = (
        # On other homes too (1888N-8.3.3.9); an upgrade may be reached through free or own slots
        # only (1888N-8.3.4.11), stations move with their track (1888N-8.3.4.7), and the old tile
        # goes back (1888N-8.3.4.12).
        LayTileMove(_barred),
        PassMove(pop, _track_due),
        *ANYTIME,
    )

    def laid(self, game: Play, action: LayTile) -> None:
        game.set_turn(laid=1, upgraded=game.definition.tiles[action.tile].colour != "yellow")
        game.pop()


class Station(stations.StationStep, TurnStep, frozen=True):
    """Place one further station in a turn (1888N-8.3.1.4, 1888N-8.3.5.5).

    It stays for ever (1888N-8.3.5.11).
    """

    moves = (PlaceStationMove(), PassMove(pop), *ANYTIME)

    def settle(self, game: Play) -> bool:
        if self.offers(game, self.moves[0]):
            return False
        company = self.company(game)
        if game.state.stations_left[company] and powers_waiting(
            game, self, station_cost(game, company)
        ):
            return False  # a power might still open a way to a city
        game.pop()
        return True


def note_route(game: Play, company: str) -> None:
    """Remember who has a route, where that is enough to be asked for ever (6.3)."""
    known = facts(game).routed
    if company in known or not policy(game).route_remembered:
        return
    if has_route(game.definition, game.state, company):
        game.set_facts(routed=known | {company})


def _has_route(game: Game, step: TurnStep) -> bool:
    company = step.company(game)
    return company in facts(game).routed or has_route(game.definition, game.state, company)


def _route_due(game: Game, step: TurnStep) -> str | None:
    return "trains_must_run" if _has_route(game, step) else None


class RunTrains(RunStep, TurnStep, frozen=True):
    """Run the trains if there is a route (1888N-8.3.1.5).

    A train passes where a slot is free or its own, and every town (1888N-8.2.9), by any other
    track of the place (1888N-8.2.6). A side of a tile serves one train (1888N-8.3.6.7).
    """

    moves = (RunMove(), PassMove(pop, _route_due), *ANYTIME)

    def maximum(self, game: Game) -> bool:
        return policy(game).claim_maximum

    def settle(self, game: Play) -> bool:
        note_route(game, self.company(game))
        has_trains = bool(game.state.trains[self.company(game)])
        if has_trains and (_has_route(game, self) or powers_waiting(game, self, 0)):
            return False
        game.pop()  # with a revenue of nothing (1888N-8.3.6.12)
        return True


class PayDividend(operating.PayDividend, TurnStep, frozen=True):
    """Pay out or keep; a revenue of nothing is kept without asking (1888N-8.3.7.10)."""

    # All or nothing (1888N-8.3.7.6): a tenth for each share of a player, and for those in the
    # pool to the treasury (1888N-8.3.7.7), the price goes right (1888N-9.2.1); or everything to
    # the treasury (1888N-8.3.7.9), the price goes left (1888N-9.2.2).
    moves = (DividendMove(), *ANYTIME)


def _train_due(game: Game, step: TurnStep) -> str | None:
    return "must_buy_train" if must_buy(game, step.company(game)) else None


class Trains(TurnStep, frozen=True):
    """Buy trains; a company without one must (1888N-8.3.8.2)."""

    refusals: ClassVar[dict[type[Action], str]] = {DiscardTrain: "no_scrapping_at_will"}
    moves = (
        # Also those of the pool, at their price (1888N-8.3.8.4); only the deck starts a phase
        # (1888N-8.3.8.17). The limit is that before the purchase (1888N-8.3.8.11). A director
        # adds what the whole treasury lacks for one train (1888N-8.3.9.5, 1888N-8.3.9.6).
        TradeMove(),
        # With the limits of every sale (1888N-8.3.9.8); a private brings nothing (1888N-8.3.9.10).
        EmergencySale(HOLDING),
        BankruptcyMove(HOLDING),  # if all possible sales are not enough (1888N-8.3.9.12)
        # Only who has no train at the end of its own turn owes one (1888N-8.3.1.7,
        # 1888N-8.3.10.6).
        PassMove(pop, _train_due),
        *ANYTIME,
    )

    def settle(self, game: Play) -> bool:
        if must_buy(game, self.company(game)):
            return False
        if not self.offers(game, self.moves[0]):
            game.pop()
            return True
        return False

    def trade_closed(self, game: Game) -> str | None:
        """Return why companies may not trade trains now (1888N-8.3.8.12), if so.

        Otherwise a treasury may meet its duty with such a train (1888N-8.3.9.3).
        """
        if this_turn(game).emergency_sale:
            return "no_emergency_from_company"  # shares are sold for a bank train only
        open_now = policy(game).trade_from_start or "train_trade" in game.phase.allows
        return None if open_now else "no_trade_yet"

    def selling_ban(self, game: Game) -> str | None:
        return None if shortfall(game, self.company(game)) else "no_emergency"

    def by_certificate(self, game: Game) -> bool:
        return bool(policy(game).emergency_by_certificate)

    def only_own_protected(self, game: Game) -> bool:
        return not policy(game).protect_all_directors

    def sales_may_ruin(self, game: Game) -> bool:
        return bool(policy(game).sales_may_ruin)  # 1888N-8.3.9.13

    def lowest_offer(self, game: Game, card: str) -> int:
        return lowest_offer(game, card, 1)

    def bought(self, game: Play, action: BuyTrain) -> None:
        from .rounds import discard

        discard(game)

    def offer(self, game: Play, action: BuyTrain) -> None:
        owner = game.state.president[action.source]
        if not policy(game).consent or owner == self.actor(game):
            buy_from_company(game, self.company(game), action)
            self.bought(game, action)
        else:
            game.push(Consent(owner, action))

    def after_sale(self, game: Play, company: str) -> None:
        """Prices have moved: the companies yet to operate are put in order (1888N-8.1.4)."""
        game.set_turn(emergency_sale=True)
        resort(game)

    def bankrupt(self, game: Play) -> None:
        seat = self.actor(game)
        game.log("bankrupt", player=game.name(seat))
        if policy(game).bankrupt_sells:
            for company in operating_order(game):
                count = emergency_limit(game, self, company, HOLDING)
                if count:
                    sell(game, company, seat, count)
            pay(game, seat, BANK, game.state.cash[seat])
        game.state.ending = ("bankruptcy", *game.state.ending)
        game.finish()


class Privates(TurnStep, frozen=True):
    """The last moment of the turn to buy privates or to use their powers (1888N-8.3.1.8)."""

    moves = (PassMove(pop), *ANYTIME)

    def settle(self, game: Play) -> bool:
        held = policy(game).unused_power_asks and has_unused_power(game)
        if held or any(self.offers(game, move) for move in ANYTIME):
            return False
        game.pop()
        return True


# Trains come last and so run later (1888N-8.3.8.1, 1888N-8.3.6.13).
TURN: tuple[Step, ...] = (
    HomeStation(),
    Track(),
    Station(),
    RunTrains(),
    PayDividend(),
    Trains(),
    Privates(),
)
