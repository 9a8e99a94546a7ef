"""What a player sees, as one array of numbers with named parts; nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.actions import Action
from ..engine.game import Game
from ..engine.reading import CompanyView
from ..engine.tiles import COLOURS
from .slots import Slots

Numbers = NDArray[np.float32]
MONEY = 1000.0  # money is counted in thousands
MOST = 16.0  # nothing is larger, or smaller than its negative
ROUNDS = ("auction", "stock", "operating")


class Observer:
    """Turns positions of one game into arrays; `parts` says what stands where."""

    def __init__(self, game: Game, slots: Slots) -> None:
        printed = game.definition
        self.players = len(game.players)
        self._companies = tuple(printed.companies)
        self._trains = tuple(printed.trains)
        self._tiles = {name: number for number, name in enumerate(printed.tiles, 1)}
        self._slots = slots
        self._rows_of_prices = {number: row for row, number in enumerate(slots.priced())}
        self.parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
        first = 0
        for name, part in self._seen(game, 0, {}):
            self.parts[name] = slice(first, first + part.size), part.shape
            first += part.size
        self.size = first

    def observe(self, game: Game, seat: int, legal: Mapping[int, Action]) -> Numbers:
        """Return what the player at a seat sees, and between what whoever decides may choose."""
        seen = np.concatenate([part.ravel() for _, part in self._seen(game, seat, legal)])
        found: Numbers = np.clip(seen, -MOST, MOST)
        return found

    def named(self, observation: Numbers) -> dict[str, Numbers]:
        """Return the parts of an observation by their names, each in its shape."""
        return {name: observation[at].reshape(shape) for name, (at, shape) in self.parts.items()}

    def _seen(
        self, game: Game, seat: int, legal: Mapping[int, Action]
    ) -> Iterator[tuple[str, Numbers]]:
        companies = game.companies
        yield "table", self._table(game)
        yield "players", self._players(game, seat)
        yield "shares", self._shares(companies, seat)
        yield "privates", self._privates(game, seat)
        yield "companies", self._rows(game, companies, seat)
        yield "fleets", self._fleets(companies)
        yield "trains", self._depot(game)
        yield "board", self._board(game)
        yield "stations", self._stations(game)
        yield "last", self._last(game)
        yield "prices", self._prices(legal)

    def _seat(self, number: int, seat: int) -> int:
        """Return how many seats somebody sits after the one who looks."""
        return (number - seat) % self.players

    def _table(self, game: Game) -> Numbers:
        current = game.round
        return _array(
            [
                game.bank.cash / MONEY if not game.bank.endless else 0.0,
                game.bank.broken,
                game.state.phase / len(game.definition.phases),
                current.number / 10,
                current.part / 3,
                *(current.kind == kind for kind in ROUNDS),
                game.over,
            ]
        )

    def _players(self, game: Game, seat: int) -> Numbers:
        seats = sorted(game.seats, key=lambda player: self._seat(player.seat, seat))
        return _array(
            [
                [
                    player.acts,
                    player.priority,
                    player.cash / MONEY,
                    player.bound / MONEY,
                    player.value / MONEY,
                    player.certificates / 10,
                    player.certificate_limit / 10,
                    len(player.directs),
                ]
                for player in seats
            ]
        )

    def _shares(self, companies: dict[str, CompanyView], seat: int) -> Numbers:
        held = np.zeros((self.players, len(self._companies)), np.float32)
        for column, name in enumerate(self._companies):
            for owner, percent in companies[name].shares.items() if name in companies else ():
                if isinstance(owner, int) and 0 <= owner < self.players:
                    held[self._seat(owner, seat), column] = percent / 100
        return held

    def _privates(self, game: Game, seat: int) -> Numbers:
        """Rows of privates: whose (players, then a company, then nobody), value, income, price."""
        known = game.privates
        rows = np.zeros((len(game.definition.privates), self.players + 5), np.float32)
        for row, name in enumerate(game.definition.privates):
            if name not in known:
                continue
            private = known[name]
            owner: Any = private.owner
            if isinstance(owner, int):
                place = self._seat(owner, seat)
            else:
                place = self.players + (owner not in game.definition.companies)
            rows[row, place] = 1
            rows[row, -3:] = private.value, private.income, private.price or 0
            rows[row, -3:] /= MONEY
        return rows

    def _rows(self, game: Game, companies: dict[str, CompanyView], seat: int) -> Numbers:
        turn = game.state.turn
        rows = np.zeros((len(self._companies), 19 + self.players), np.float32)
        for row, name in enumerate(self._companies):
            if name in companies:
                rows[row, :18] = self._row(companies[name])
                rows[row, 18] = turn is not None and turn.company == name
                president = companies[name].president
                if president is not None:
                    rows[row, 19 + self._seat(president.seat, seat)] = 1
        return rows

    def _row(self, company: CompanyView) -> list[float]:
        cell, run = company.cell, company.last_run
        return [
            1.0,  # in the game
            company.started,
            company.floated,
            company.operated,
            (company.position or 0) / len(self._companies),
            (company.price or 0) / MONEY,
            (company.par or 0) / MONEY,
            (cell.row + 1) / 10 if cell is not None else 0.0,
            (cell.column + 1) / 10 if cell is not None else 0.0,
            company.initial_offer / 100,
            company.pool / 100,
            company.own_shares / 100,
            company.treasury / MONEY,
            len(company.stations) / 10,
            company.stations_left / 10,
            len(company.trains) / 10,
            run.revenue / MONEY if run is not None else 0.0,
            run is not None and run.kind == "pay",
        ]

    def _fleets(self, companies: dict[str, CompanyView]) -> Numbers:
        owned = np.zeros((len(self._companies), len(self._trains)), np.float32)
        for row, name in enumerate(self._companies):
            for card in companies[name].trains if name in companies else ():
                owned[row, self._trains.index(card.kind)] += 1
        return owned

    def _depot(self, game: Game) -> Numbers:
        """Rows of kinds of trains: price, left (-1: endless), in the pool, next, for sale now."""
        offered = {offer.kind for offer in game.trains.for_sale}
        return _array(
            [
                [
                    kind.price / MONEY,
                    -1 if kind.left is None else kind.left / 10,
                    kind.pool / 10,
                    kind.next,
                    kind.kind in offered,
                ]
                for kind in game.trains.kinds.values()
            ]
        )

    def _board(self, game: Game) -> Numbers:
        """Rows of hexes: tile, rotation, colour, stops, the best stop, track to the six sides."""
        rows = np.zeros((len(game.state.board), 11), np.float32)
        for row, placed in enumerate(game.state.board):
            tile = placed.tile
            rows[row, 0] = self._tiles.get(placed.name, 0) / len(self._tiles)
            rows[row, 1] = placed.rotation / 6
            if tile.colour in COLOURS:
                rows[row, 2] = COLOURS.index(tile.colour) / len(COLOURS)
            rows[row, 3] = len(tile.stops)
            rows[row, 4] = max((max(stop.values) for stop in tile.stops), default=0) / 100
            for side in placed.exits:
                rows[row, 5 + side] = 1
        return rows

    def _stations(self, game: Game) -> Numbers:
        """Rows of hexes, columns of companies: how many stations are there."""
        rows = np.zeros((len(game.state.board), len(self._companies)), np.float32)
        places = {spot.name: spot.index for spot in game.definition.hex_list}
        columns = {name: column for column, name in enumerate(self._companies)}
        for (hex_name, _city), slots in game.state.stations.items():
            for owner in slots:
                if owner in columns:
                    rows[places[hex_name], columns[owner]] += 1
        return rows

    def _last(self, game: Game) -> Numbers:
        """The kind of the last action, its component and its price: what one is asked about."""
        row = np.zeros(len(self._slots.blocks) + 2, np.float32)
        if game.history:
            action = game.history[-1].action
            kind, place = self._slots.kind_and_place(game, action)
            row[kind] = 1
            row[-2:] = place, (getattr(action, "price", None) or 0) / MONEY
        return row

    def _prices(self, legal: Mapping[int, Action]) -> Numbers:
        """Rows of ranks with a price: the lowest and the highest that is legal."""
        rows = np.zeros((len(self._rows_of_prices), 2), np.float32)
        row = -1
        for number, action in sorted(legal.items()):
            first = self._rows_of_prices.get(number)
            price = getattr(action, "price", None)
            if first is not None:
                row = first
                rows[row, 0] = price / MONEY if price is not None else 0
            if price is not None and number < self._slots.spare:
                rows[row, 1] = price / MONEY
        return rows


def _array(values: list[Any]) -> Numbers:
    return np.array(values, np.float32)
