"""What only 1865 prints: islands and districts, major sides of charters, what trains carry."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from ...engine.components import Company, HexEntry, Train
from ...engine.definition import Definition, load_definition
from ...engine.own import printed_of

if TYPE_CHECKING:
    from ...engine.game import Game

DATA = files(__package__) / "data"


class SardiniaHex(HexEntry, frozen=True):
    region: str = ""  # the island that it belongs to
    district: str = ""  # places of one district are limited together


class SardiniaCompany(Company, frozen=True, kw_only=True):
    converted: tuple[int, ...]  # sizes of the certificates of its major side


class SardiniaTrain(Train, frozen=True, kw_only=True):
    capacity: int  # traffic that it carries
    level: int  # the number of its phase


class PrintedSardinia(Definition):
    entries: Mapping[str, SardiniaHex]
    companies: Mapping[str, SardiniaCompany]
    trains: Mapping[str, SardiniaTrain]


printed = printed_of(PrintedSardinia)


def unchecked() -> PrintedSardinia:
    """Return what is printed in our data, whether it agrees with the rules or not."""
    return load_definition(DATA, kind=PrintedSardinia)


def train_of(game: Game, card: str) -> SardiniaTrain:
    return printed(game).trains[game.kind_of(card)]
