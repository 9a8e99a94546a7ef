"""A minor's turn, in the order of the rulebook (18MAG-VI.3.1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine import board
from ...engine.actions import Action, BuyTrain, Choice, DiscardTrain
from ...engine.depot import move_train
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move, Step
from ...engine.steps.common import CompanyStep, OptionalStep, PassMove, pop
from ...engine.steps.consent import AnswerMove, ConsentStep, answer_offer
from ...engine.steps.operating import RunMove, RunStep, note_run
from ...engine.steps.stations import PlaceStationMove, StationStep
from ...engine.steps.trains import Buying, BuyTrainMove, buy_from_company
from .facts import BUILDING, automaton, facts, this_turn
from .hiring import HireMove
from .phases import train_sold
from .policy import policy
from .printed import printed
from .track import LAY, TOKEN_LAY, ArmToken, after_lay
from .wagons import all_bits

if TYPE_CHECKING:
    from ...engine.actions import LayTile
    from ...engine.game import Game, Play
    from ...engine.state import StopId


def minor_steps(game: Game) -> tuple[Step, ...]:
    """The order of a minor's turn."""
    return (Track(), Station(), Scrap(), RunTrains(), SplitRevenue(), Trains())


class TurnStep(CompanyStep, frozen=True):
    """A step of the operating company."""

    def reason_against(self, action: Action) -> str:
        if isinstance(action, DiscardTrain):
            return "scrap_before_running"
        return super().reason_against(action)


class Track(TurnStep, frozen=True):
    """One regular track action and one additional yellow tile, or none (18MAG-VI.3.2.23)."""

    moves = (LAY, TOKEN_LAY, ArmToken(), PassMove(pop))

    def case(self, game: Game) -> str:
        return "second" if this_turn(game).laid else ""

    def settle(self, game: Play) -> bool:
        from .track import may_go_on

        if may_go_on(game):
            return False
        game.pop()
        return True

    def laid(self, game: Play, action: LayTile) -> None:
        after_lay(game, action)


def _half_to_builder(game: Play, company: str, stop: StopId, cost: int) -> None:
    pay(game, company, BUILDING, cost // 2)  # 18MAG-VI.3.4.2
    pay(game, company, BANK, cost - cost // 2)


class Station(StationStep, TurnStep, frozen=True):
    """Place one further station (18MAG-VI.3.4.1); it stays for ever (18MAG-VI.3.4.5)."""

    moves = (
        PlaceStationMove(charge=_half_to_builder),
        PassMove(pop),
    )


class ScrapMove(Move[DiscardTrain, CompanyStep]):
    """Put a train back on its stack without compensation (18MAG-VI.3.5.1)."""

    action = DiscardTrain

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        company = step.company(game)
        for card in game.state.trains[company]:
            yield Choice(DiscardTrain(company, card))

    def check(self, game: Game, step: CompanyStep, action: DiscardTrain) -> None:
        company = step.company(game)
        if action.company != company:
            refuse(game, "other_company_discards", company=company)
        if action.train not in game.state.trains[company]:
            refuse(game, "train_not_there", train=action.train, source=company)

    def apply(self, game: Play, step: CompanyStep, action: DiscardTrain) -> None:
        move_train(game, action.train, action.company, BANK)
        game.log("discarded", company=action.company, train=game.kind_of(action.train))


class Scrap(TurnStep, frozen=True):
    """Scrap trains before running (18MAG-VI.3.5)."""

    moves = (ScrapMove(), PassMove(pop))

    def settle(self, game: Play) -> bool:
        if game.state.trains[self.company(game)]:
            return False
        game.pop()
        return True


class MagRun(RunMove):
    """Run the trains; every wagon hired must serve (18MAG-VI.3.7.8)."""

    def objection(self, game: Game, step: RunStep, kind: int) -> str | None:
        unused = kind != all_bits(this_turn(game).wagons)
        return "wagon_unused" if unused and policy(game).wagons_must_serve else None


def has_route(game: Game, company: str) -> bool:
    return board.has_route(game.definition, game.state, company)


def note_route(game: Play, company: str) -> None:
    """Remember who has a route, where that is enough to be asked for ever (6.3)."""
    routed = facts(game).routed
    if company not in routed and policy(game).route_remembered and has_route(game, company):
        game.set_facts(routed=routed | {company})


class RunTrains(RunStep, TurnStep, frozen=True):
    """Hire wagons and run the trains if there is a route (18MAG-VI.3.6, 18MAG-VI.3.7).

    A route leaves a place by any other track (18MAG-VI.2.5); two routes share no track, but may
    share a station (18MAG-VI.3.6.5).
    """

    moves = (MagRun(), HireMove())

    def maximum(self, game: Game) -> bool:
        return policy(game).claim_maximum

    def settle(self, game: Play) -> bool:
        company = self.company(game)
        note_route(game, company)
        route = company in facts(game).routed or has_route(game, company)
        if game.state.trains[company] and route:
            return False
        game.pop()  # nothing earned, nothing hired (18MAG-VI.3.7.17)
        return True


class SplitRevenue(TurnStep, frozen=True):
    """Half to the owner, half to the treasury; the mine whole to it (18MAG-VI.3.7.4,
    18MAG-VI.3.7.13).
    """

    def settle(self, game: Play) -> bool:
        game.pop()
        company, turn = self.company(game), this_turn(game)
        half = turn.revenue // 2
        if turn.revenue:
            pay(game, BANK, self.actor(game), half)
            pay(game, BANK, company, turn.revenue - half)
            owner = game.name(self.actor(game))
            game.log("split", company=company, revenue=turn.revenue, player=owner, half=half)
        else:
            game.log("no_revenue", company=company)
        if turn.bonus_income:
            pay(game, BANK, company, turn.bonus_income)
            game.log("treasury_income", company=company, money=turn.bonus_income)
        kind = "pay" if turn.revenue else "keep"
        note_run(game, company, turn.revenue, kind, turn.bonus_income)
        return True


def pay_seller(game: Play, company: str, action: BuyTrain) -> None:
    """A part of the price goes to the company that sells the stack (18MAG-VI.3.8.3)."""
    train = printed(game).trains[game.kind_of(action.train)]
    part = train.to_seller if action.source == BANK else 0
    pay(game, company, train.seller, part)
    pay(game, company, BANK, action.price - part)


class MagBuyTrain(BuyTrainMove):
    """Buy trains from the stacks or from other minors, never from István's (18MAG-XI.2.2.14)."""

    def legal(self, game: Game, step: Buying) -> Iterator[Choice]:
        for choice in super().legal(game, step):
            action = choice.action
            if not (isinstance(action, BuyTrain) and self._istvan_owns(game, action.source)):
                yield choice

    def check(self, game: Game, step: Buying, action: BuyTrain) -> None:
        if self._istvan_owns(game, action.source):
            refuse(game, "istvan_never_trades")
        super().check(game, step, action)

    def _istvan_owns(self, game: Game, company: str) -> bool:
        owner = game.state.president.get(company)
        return owner is not None and owner == automaton(game)


class Trains(OptionalStep, TurnStep, frozen=True):
    """Buy trains up to the limit; never an obligation (18MAG-VI.3.8.6).

    This comes last: what is bought runs in a later turn (18MAG-VI.3.8.1).
    """

    moves = (MagBuyTrain(pay_seller), PassMove(pop))

    def trade_closed(self, game: Game) -> str | None:
        return None

    def lowest_offer(self, game: Game, card: str) -> int:
        """An offer that its owner declined in this turn can only be raised."""
        return max(1, this_turn(game).declined.get(card, 0) + 1)

    def bought(self, game: Play, action: BuyTrain) -> None:
        train_sold(game, game.kind_of(action.train))

    def offer(self, game: Play, action: BuyTrain) -> None:
        owner = game.state.president[action.source]
        # Between minors no stack sells: the phase stays (18MAG-VI.3.9.9).
        if not policy(game).consent or owner == self.actor(game):
            buy_from_company(game, self.company(game), action)
        else:
            game.push(Consent(owner, action))


class Consent(ConsentStep, frozen=True):
    """The owner of a train agrees to sell it or not (18MAG-VI.3.8.5)."""

    proposal: BuyTrain

    moves = (AnswerMove(answer_offer(buy_from_company)),)
