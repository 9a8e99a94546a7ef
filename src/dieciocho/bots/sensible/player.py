"""The sensible player: finds out what kind of decision is due and makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.actions import (
    Action,
    Answer,
    Bid,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    PlaceStation,
    Run,
    StartCompany,
)
from ..base import Bot
from . import auction, deals, stock, track, trains
from .situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.game import Game

# What a step is about, by the first of these actions that it knows.
_DECISIONS: tuple[tuple[type[Action], Callable[[Situation], Action]], ...] = (
    (Answer, deals.answer),
    (Choose, deals.choose),
    (DiscardTrain, trains.discard),
    (Bid, auction.decide),
    (StartCompany, stock.decide),
    (Run, trains.run),
    (Dividend, trains.dividend),
    (BuyTrain, trains.buy),
    (PlaceStation, track.place_station),
)


_MANY: frozenset[type[Action]] = frozenset({LayTile, Run})


class SensibleBot(Bot):
    """Greedy and fast; knows the family of games, not their fine points."""

    name = "sensible"
    light = False  # whether it does without searching routes for what it only considers

    def choose(self, game: Game) -> Action:
        situation = Situation(game, self, self.light)
        known = {move.action for move in game.step.moves}
        # Whether there is any choice is not asked where it takes long to say.
        if known.isdisjoint(_MANY):
            only = situation.choices[0]
            if len(situation.choices) == 1 and only.low is None:
                return only.action
        if situation.advice.decide is not None:
            return situation.advice.decide(situation)
        own = situation.advice.decisions.get(type(game.step))
        if own is not None:
            return own(situation)
        decide = next((d for kind, d in _DECISIONS if kind in known), track.decide)
        if game.state.turn is not None and decide not in (deals.answer, trains.discard):
            between = self._at_any_moment(situation, decide)
            if between is not None:
                return between
        return decide(situation)

    def _at_any_moment(
        self, situation: Situation, decide: Callable[[Situation], Action]
    ) -> Action | None:
        """Return what a company does between its steps: privates and their powers."""
        if decide in (trains.dividend, trains.buy):
            return None
        sale = deals.sell_own_private(situation)
        if sale is not None:
            return sale
        if decide in (track.decide, track.place_station, trains.run):
            return (
                track.best_lay(situation, powers_only=True) if decide is not track.decide else None
            )
        return None


class QuickBot(SensibleBot):
    """Judges like the sensible one, but searches no routes for what it only considers.

    For players that search ahead, and for simulations of very many games.
    """

    name = "quick"
    light = True
