"""A company's turn in 18ESP, in the order of the rulebook (18ESP-4.0.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from ...engine.actions import Action, Choice, DiscardTrain, LayTile, Pass
from ...engine.depot import top_card
from ...engine.errors import refuse
from ...engine.state import OUT
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, PassMove, pop
from ...engine.steps.rounds import resort
from .absorb import AbsorbMove
from .combine import CombineMove
from .earnings import EarningsMove, settle_earnings
from .facts import (
    MAQUINISTA,
    STRAWBERRY_TRAIN,
    TENDER_PRICE,
    allowed,
    counted_trains,
    facts,
    is_small,
    stopped,
    this_turn,
)
from .forced import ForcedSale, has_room, must_buy, sale_ban
from .goals import Connected, FirstConnected, check_destinations
from .homes import ChooseHome, home_options, place_home
from .passes import OpenPassMove, passes, track_leads_to
from .phases import discard, push_discards
from .pioneers import ANYTIME
from .policy import policy
from .printed import train_of
from .running import RunTrains, note_route
from .stations import StationMove, is_double
from .stock import HOLDING
from .track import LAY, POWER_LAY, lays_left, note_end, power_might_lay
from .trains import BuyTrainMove

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def turn_steps(game: Game) -> tuple[Step, ...]:
    """The order of a turn, in the last operating rounds too (18ESP-7.12)."""
    return (Home(), Track(), RunTrains(), Earnings(), Absorption(), Trains(), Combining(), Last())


class TurnStep(CompanyStep, frozen=True):
    """A step of the operating company.

    From the purchase of trains on, a small company may freeze in its own turn: it stops (A36).
    """

    def reason_against(self, action: Action) -> str:
        if isinstance(action, LayTile) and action.power is not None:
            return "no_such_power"
        return super().reason_against(action)


class Home(TurnStep, frozen=True):
    """The home station is placed in the first turn (18ESP-4.3.2); destinations are looked at."""

    def settle(self, game: Play) -> bool:
        game.pop()
        turn, seat = this_turn(game), self.actor(game)
        options = home_options(game, turn.company) if turn.first else []
        asks = turn.first and self._asks(game, options)
        if policy(game).asks_for_connection:
            game.push(FirstConnected() if turn.first and not asks else Connected())
        if asks:
            game.push(ChooseHome(turn.company, seat, options[0][0]))
        elif turn.first:
            place_home(game, turn.company, options[0])
        return True

    def _asks(self, game: Game, options: list[tuple[str, int]]) -> bool:
        hex_name = options[0][0]
        tile = game.state.board[game.definition.hexes[hex_name].index].tile
        if tile.colour == "white":
            return False
        asked = policy(game).asks_idly and is_double(game, hex_name)
        return len(options) > 1 or (asked and (tile.cities > 1 or policy(game).brown_home_asked))


class Track(TurnStep, frozen=True):
    """Tiles, a mine, a pass and a station, in any order (18ESP-4.2, 18ESP-4.3.8)."""

    moves = (
        LAY,
        POWER_LAY,
        StationMove(),
        OpenPassMove(),
        PassMove(pop),
        *ANYTIME,
    )

    def settle(self, game: Play) -> bool:
        check_destinations(game)
        note_route(game, self.company(game))
        if this_turn(game).track_done or not self._goes_on(game):
            game.pop()
            return True
        return False

    def _goes_on(self, game: Game) -> bool:
        lay_power, station, open_pass = self.moves[1:4]
        if lays_left(game):
            return True
        if policy(game).asks_idly:
            return self._asks_idly(game) or self.offers(game, station)
        return any(self.offers(game, move) for move in (lay_power, station, open_pass))

    def _asks_idly(self, game: Game) -> bool:
        """Pioneer 1 might be bought or used; a pass is near, though the money lacks."""
        turn = this_turn(game)
        if power_might_lay(game):
            return True
        if turn.stationed and not policy(game).pass_after_station:
            return False
        if turn.pass_opened or not allowed(game, "passes"):
            return False
        closed = [name for name in passes(game) if name not in facts(game).open_passes]
        near = any(track_leads_to(game, turn.company, name) for name in closed)
        return near and not is_small(game, turn.company)

    def laid(self, game: Game, action: LayTile) -> None:
        """The allowances are counted by the move."""

    def placed(self, game: Play) -> None:
        game.set_turn(stationed=True)
        note_end(game)
        if policy(game).asks_for_connection:  # which counts from every station there
            game.push(Connected())


class Earnings(TurnStep, frozen=True):
    """Distribute or withhold; nothing earned is withheld (18ESP-4.5.3)."""

    moves = (EarningsMove(), *ANYTIME)
    refusals: ClassVar[dict[type[Action], str]] = {Pass: "revenue_undecided"}

    def settle(self, game: Play) -> bool:
        if this_turn(game).revenue:
            return False
        game.pop()
        settle_earnings(game, self.company(game), "keep")
        return True


class Absorption(TurnStep, frozen=True):
    """A southern major may absorb a small company (18ESP-4.6.0.1)."""

    moves = (AbsorbMove(), PassMove(pop), *ANYTIME)

    def settle(self, game: Play) -> bool:
        if this_turn(game).discards_due:
            game.set_turn(discards_due=False)
            push_discards(game)
            return True
        if policy(game).asks_idly or self.offers(game, self.moves[0]):
            return False
        game.pop()
        return True


class ScrapMove(Move[DiscardTrain, CompanyStep]):
    """Give up a useless train to make room for the one that must be bought (18ESP-4.7.1.10)."""

    action = DiscardTrain

    def _problem(self, game: Game, company: str) -> str | None:
        due = must_buy(game, company) and not has_room(game, company)
        return None if due else "no_scrapping_at_will"

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        company = step.company(game)
        if self._problem(game, company) is None:
            for card in counted_trains(game, company):
                yield Choice(DiscardTrain(company, card))

    def check(self, game: Game, step: CompanyStep, action: DiscardTrain) -> None:
        company = step.company(game)
        problem = self._problem(game, company)
        if problem is not None:
            refuse(game, problem)
        if action.company != company or action.train not in counted_trains(game, company):
            refuse(game, "train_not_there", train=action.train, source=action.company)

    def apply(self, game: Play, step: CompanyStep, action: DiscardTrain) -> None:
        discard(game, action.company, action.train)


def _train_due(game: Game, step: TurnStep) -> str | None:
    return "must_buy_train" if must_buy(game, step.company(game)) else None


class Trains(TurnStep, frozen=True):
    """Buy trains; a company without a usable one must (18ESP-4.7)."""

    sale: ClassVar[ForcedSale] = ForcedSale(HOLDING)
    buy: ClassVar[BuyTrainMove] = BuyTrainMove()
    moves = (
        buy,
        CombineMove(),  # at the train limit too (18ESP-5.2.1.7)
        ScrapMove(),
        sale,
        PassMove(pop, _train_due),
        *ANYTIME,
    )

    def settle(self, game: Play) -> bool:
        if stopped(game) or not self._goes_on(game):
            game.pop()
            return True
        return False

    def _goes_on(self, game: Game) -> bool:
        company = self.company(game)
        if must_buy(game, company):
            return True
        if not policy(game).asks_idly:
            return any(self.offers(game, move) for move in self.moves[:3])
        top = top_card(game)
        assert top is not None
        least = 1 if self._others_have_trains(game, company) else train_of(game, top).price
        return has_room(game, company) and game.state.cash[company] >= least

    def others_sell(self, game: Game) -> bool:
        return next(self.buy.of_companies(game, self), None) is not None

    def _others_have_trains(self, game: Game, company: str) -> bool:
        """Closed companies count, and strawberry trains, though nobody sells one (D47)."""
        return any(
            card != STRAWBERRY_TRAIN or policy(game).strawberry_counts
            for other in game.definition.companies
            if other != company
            for card in game.state.trains[other]
        )

    def may_combine(self, game: Game) -> bool:
        return not policy(game).combine_later

    def combined(self, game: Game) -> None:
        """Buying goes on."""

    def selling_ban(self, game: Game) -> str | None:
        return sale_ban(game, self.company(game))

    def after_sale(self, game: Play, company: str) -> None:
        resort(game)  # 18ESP-4.0.3


class Combining(TurnStep, frozen=True):
    """Combine trains after buying (edition `online`, D30)."""

    moves = (CombineMove(), PassMove(pop), *ANYTIME)

    def settle(self, game: Play) -> bool:
        if stopped(game) or not self.offers(game, self.moves[0]):
            game.pop()
            return True
        return False

    def may_combine(self, game: Game) -> bool:
        return bool(policy(game).combine_later)

    def combined(self, game: Game) -> None:
        """More may be combined."""


class Last(TurnStep, frozen=True):
    """The last moment of the turn to buy pioneers and tenders (18ESP-4.0.6)."""

    moves = (PassMove(pop), *ANYTIME)

    def settle(self, game: Play) -> bool:
        if not stopped(game) and (self._offers_any(game) or self._asks_idly(game)):
            return False
        game.pop()
        return True

    def _offers_any(self, game: Game) -> bool:
        return any(self.offers(game, move) for move in ANYTIME)

    def _asks_idly(self, game: Game) -> bool:
        """On 18xx.games a company is asked for the tender that was sold with pioneer 5."""
        company = self.company(game)
        return (
            policy(game).asks_idly
            and allowed(game, "pioneers")
            and game.state.private_owner[MAQUINISTA] == OUT
            and company not in facts(game).tenders
            and game.state.cash[company] >= TENDER_PRICE
        )
