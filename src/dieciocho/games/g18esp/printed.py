"""What only 18ESP prints: two gauges, cards with two sides, trains that are combined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...engine.components import Company, HexEntry, Kind, Phase, Train
from ...engine.definition import Definition, Hex
from ...engine.own import printed_of
from ...engine.tiles import Placed

if TYPE_CHECKING:
    from ...engine.game import Game


class EspHex(HexEntry, frozen=True):
    needs: tuple[int, ...] = ()  # sides that track of every tile must lead to


class EspCompany(Company, frozen=True):
    home_slot: int = 0  # of its home city
    extra: bool = False  # not in the ordinary set-up


class EspTrain(Train, frozen=True):
    small: int = 0  # further stops that are not large
    gauge: str = ""  # that it runs on; "": the Iberian one
    back: Kind | None = None  # the kind on the other side of the card
    parts: tuple[str, ...] = ()  # kinds that were joined to make it, the leading one first


class EspPhase(Phase, frozen=True):
    limits: dict[str, int] = {}  # of trains, for kinds of companies with another limit


class PrintedEsp(Definition):
    entries: Mapping[str, EspHex]
    companies: Mapping[str, EspCompany]
    trains: Mapping[str, EspTrain]
    phases: tuple[EspPhase, ...]

    def misfit(self, spot: Hex, new: Placed) -> str | None:
        return None if set(self.entries[spot.name].needs) <= set(new.exits) else "needs_side"


printed = printed_of(PrintedEsp)


def train_of(game: Game, card: str) -> EspTrain:
    return printed(game).trains[game.kind_of(card)]
