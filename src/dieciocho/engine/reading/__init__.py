"""The read model: what lies on the table, asked for by name.

`game.company("LYR")`, `game.player("Ana")`, `game.market`... give views: read-only, typed, counted
from the state when they are asked. A view shows the position of the moment in which it was taken;
playing on does not change it. Programs, pages, tables and pictures all read these.
"""

from __future__ import annotations

from .bank import BankView
from .company import CompanyView, PlacedStation
from .depot import DepotView, Offer, TrainCard, TrainKind
from .market import MarketView, Space
from .player import PlayerView
from .private import PrivateView
from .routes import route_facts
from .view import Moment

__all__ = [
    "BankView",
    "CompanyView",
    "DepotView",
    "MarketView",
    "Moment",
    "Offer",
    "PlacedStation",
    "PlayerView",
    "PrivateView",
    "Space",
    "TrainCard",
    "TrainKind",
    "route_facts",
]
