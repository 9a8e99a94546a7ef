"""What only 1862 prints on its train cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...engine.components import Phase, Train
from ...engine.definition import Definition
from ...engine.own import printed_of

if TYPE_CHECKING:
    from ...engine.game import Game


class Train1862(Train, frozen=True):
    use: str = ""  # what it carries; "": a card that has not been bought
    scores: int = 0  # how many of the stops in its range it scores; 0: all
    warranty: int = 0  # tokens against rusting that come with the card


class Phase1862(Phase, frozen=True):
    limit_each: bool = False  # the train limit holds for each use of trains


class Printed1862(Definition):
    trains: Mapping[str, Train1862]
    phases: tuple[Phase1862, ...]


printed = printed_of(Printed1862)


def train_of(game: Game, card: str) -> Train1862:
    return printed(game).trains[game.kind_of(card)]
