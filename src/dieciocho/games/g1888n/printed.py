"""What only 1888-N prints on its charters and trains."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.components import Company, Train
from ...engine.definition import Definition
from ...engine.own import printed_of


class Company1888(Company, frozen=True):
    home_tile_duty: bool = False


class Train1888(Train, frozen=True):
    trade_in: dict[str, int] = {}  # kind handed in -> reduction of the price


class Printed1888(Definition):
    companies: Mapping[str, Company1888]
    trains: Mapping[str, Train1888]


printed = printed_of(Printed1888)
