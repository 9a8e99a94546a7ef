"""Boards of 1862 laid by hand or by chance, to run trains on."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec

import dieciocho
from dieciocho.engine.actions import Route
from dieciocho.engine.earnings import RunValue, solution, value_of
from dieciocho.engine.game import Game
from dieciocho.engine.tiles import COLOURS, Placed
from dieciocho.engine.track import add_station, candidates, next_colour, put_tile
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.printed import printed

from ..support import NAMES

USES = ("freight", "local", "express")
PHASES = "ABCDEFGH"


class Rails:
    """A board and the trains of one company; the rest of the game does not matter."""

    def __init__(
        self, company: str = "EUR", phase: str = "A", edition: str = "rulebook", **options: str
    ) -> None:
        self.game: Game = dieciocho.new_game(
            "1862", NAMES[:3], edition=edition, options=options or None
        )
        self.state = self.game.state
        self.company = company
        self.state.phase = PHASES.index(phase)
        self.permits(*USES)

    @classmethod
    def of(cls, game: Game, company: str) -> Rails:
        """Return the board and the trains of a company in a game, by the rules of the rulebook."""
        rails = cls(company)
        state = rails.state
        state.phase = game.state.phase
        state.board, state.track_key = game.state.board.copy(), game.state.track_key
        state.stations, state.station_key = game.state.stations.copy(), game.state.station_key
        # Definitions of two editions have tiles of their own.
        own = rails.game.definition
        for n, tile in enumerate(state.board):
            laid = tile.name in own.tiles
            state.board[n] = (
                own.placed[tile.name, tile.rotation] if laid else own.hex_list[n].printed
            )
        state.trains[company] = game.state.trains[company]
        return rails.permits(*facts(game).permits[company])

    def permits(self, *uses: str) -> Rails:
        now = {**facts(self.game).permits, self.company: tuple(uses)}
        self.state.facts = msgspec.structs.replace(facts(self.game), permits=now)
        return self

    # --- track --------------------------------------------------------------------------

    def lines(self, *lines: str, **colours: str) -> Rails:
        """Lay track along lines of neighbouring hexes, e.g. "F1 F3 E4"; E4="green" sets a colour.

        Unless told otherwise a hex gets the lowest colour that does, and small stations everywhere.
        """
        wanted: dict[str, set[frozenset[int]]] = {}
        for line in lines:
            names = line.split()
            for before, name, after in zip(["", *names], names, [*names[1:], ""], strict=False):
                sides = frozenset(self._side(name, other) for other in (before, after) if other)
                wanted.setdefault(name, set()).add(sides)
        for name, pieces in wanted.items():
            if self.game.definition.hexes[name].buildable:
                self._lay(name, pieces, colours.get(name))
        return self

    def _side(self, name: str, other: str) -> int:
        hexes = self.game.definition.hexes
        return hexes[name].neighbours.index(hexes[other].index)

    def _lay(self, name: str, pieces: set[frozenset[int]], colour: str | None) -> None:
        definition = self.game.definition
        spot = definition.hexes[name]
        found = []
        for placed in definition.placed.all():
            tile, new = placed.name, placed.tile
            right = colour in (None, new.colour) and spot.label(new.colour) == new.label
            shut = set(placed.exits) & set(spot.closed)
            if right and not shut and self._suits(spot.printed, placed, pieces):
                rank = (COLOURS.index(new.colour), len(placed.exits), -new.towns, tile)
                found.append((rank, placed))
        assert found, f"no tile for {name} {pieces}"
        put_tile(definition, self.state, name, min(found, key=lambda row: row[0])[1])

    def _suits(self, printed: Placed, placed: Placed, pieces: set[frozenset[int]]) -> bool:
        if printed.tile.cities != placed.tile.cities:
            return False
        if placed.tile.cities:
            return set().union(*pieces) <= set(placed.exits)
        segments = {frozenset(sides) for sides in placed.stop_sides}
        plain = {frozenset(pair) for pair in placed.track if pair[1] < 6}
        return bool(segments) and pieces <= segments | plain and segments <= pieces

    def tile(self, name: str, tile: str, rotation: int) -> Rails:
        definition = self.game.definition
        put_tile(definition, self.state, name, definition.placed[tile, rotation])
        return self

    # --- stations and trains -------------------------------------------------------------

    def station(self, *hexes: str, company: str = "") -> Rails:
        for name in hexes:
            index = self.game.definition.hexes[name].index
            slots = self.state.board[index].tile.stops[0].slots
            add_station(self.state, (name, 0), company or self.company, slots)
        return self

    def full(self, name: str) -> Rails:
        """Fill all slots of a large station with stations of others."""
        index = self.game.definition.hexes[name].index
        taken = [c for c in self.state.stations.get((name, 0), ()) if c]
        others = [c for c in self.game.definition.companies if c != self.company]
        for company in others[: self.state.board[index].tile.stops[0].slots - len(taken)]:
            self.station(name, company=company)
        return self

    def london(self) -> Rails:
        add_station(self.state, ("B15", 1), self.company, 2)
        return self

    def trains(self, *kinds: str) -> Rails:
        """Give the company trains; cards are numbered in order: 3F-0, 2E-1."""
        cards = tuple(f"{kind}-{n}" for n, kind in enumerate(kinds))
        self.state.trains[self.company] = cards
        return self

    # --- running ------------------------------------------------------------------------

    def path(self, line: str) -> str:
        """Return a line of hexes as the text of a route: stops are named by their track."""
        definition, board = self.game.definition, self.state.board
        names = line.split()
        pieces: list[str] = []
        for before, name, after in zip(["", *names], names, [*names[1:], ""], strict=False):
            sides = [self._side(name, other) for other in (before, after) if other]
            placed = board[definition.hexes[name].index]
            stops = [k for k, own in enumerate(placed.stop_sides) if set(sides) <= set(own)]
            pieces.append(f"{name}.{stops[0]}" if stops else name)
        return "-".join(pieces)

    def value(self, *lines: str, cards: Iterable[str] = ()) -> RunValue:
        """Value routes for the trains in order (or the cards named)."""
        return value_of(self.game, self.company, self.routes(*lines, cards=cards))

    def routes(self, *lines: str, cards: Iterable[str] = ()) -> tuple[Route, ...]:
        names = tuple(cards) or self.state.trains[self.company]
        return tuple(Route(card, self.path(line)) for card, line in zip(names, lines, strict=False))

    def refuses(self, *lines: str, cards: Iterable[str] = ()) -> str:
        """Return the rule by which routes are refused."""
        try:
            self.value(*lines, cards=cards)
        except dieciocho.IllegalAction as refusal:
            return refusal.rule
        raise AssertionError("not refused")

    def best(self) -> tuple[int, int]:
        """Return the greatest revenue and its subsidy; the set found must be worth that."""
        found = solution(self.game, self.company)
        assert found.proof.complete
        for best in (sets[0] for sets in found.sets.values()):
            routes = tuple(Route(train, path) for train, path in best.routes)
            value = value_of(self.game, self.company, routes)
            assert (value.revenue, value.income) == (best.revenue, best.income)
        return found.best.revenue, found.best.income


def random_rails(seed: int, lays: int, trains: int, ranges: int = 9) -> Rails:
    """Lay tiles, stations and deal trains by chance, around one part of the map."""
    dice = random.Random(seed)
    rails = Rails("EUR", dice.choice(PHASES))
    game, state, definition = rails.game, rails.state, rails.game.definition
    spots = [spot for spot in definition.hex_list if spot.buildable]
    middle = dice.choice(spots)
    spots.sort(key=lambda s: abs(s.xy[0] - middle.xy[0]) + abs(s.xy[1] - middle.xy[1]))
    near = spots[: max(4, lays)]
    for _ in range(lays * 2):
        spot = dice.choice(near)
        old = state.board[spot.index]
        options = [(t, r) for t, turns in candidates(definition, spot.name, old) for r in turns]
        if options and next_colour(old.tile.colour):
            few = dice.sample(options, min(6, len(options)))
            tile, turn = max(few, key=lambda option: _joined(game, spot.index, *option))
            rails.tile(spot.name, tile, turn)
    _random_stations(rails, dice)
    kinds = [k for k, t in printed(rails.game).trains.items() if t.use and t.range <= ranges]
    return rails.trains(*(dice.choice(kinds) for _ in range(trains)))


def _random_stations(rails: Rails, dice: random.Random) -> None:
    state, definition = rails.state, rails.game.definition
    cities = [
        spot.name
        for spot in definition.hex_list
        if spot.buildable
        and state.board[spot.index].stop_sides
        and state.board[spot.index].tile.cities
        and state.board[spot.index].exits
    ]
    dice.shuffle(cities)
    for name in cities[:2]:
        rails.station(name)
    if cities:
        state.homes[rails.company] = (dice.choice(cities[:2]), 0)
    for name in cities[2:4]:
        rails.full(name)
    if dice.random() < 0.6:
        rails.london()


def _joined(game: Game, hex_index: int, tile: str, rotation: int) -> int:
    """Count the sides where a tile would meet track of a neighbour or an area."""
    definition, board = game.definition, game.state.board
    return sum(
        1
        for side in definition.placed[tile, rotation].exits
        if (beyond := definition.across[hex_index * 6 + side]) >= 0
        and board[beyond // 6].from_side[beyond % 6]
    )
