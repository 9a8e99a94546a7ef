"""The table before the first player acts, as far as all games lay it out alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .depot import deck
from .state import BANK, IPO, OUT, POOL, Facts, Round, State

if TYPE_CHECKING:
    from .game import Game


def bare_table(game: Game, cash: int | None = None) -> State:
    """Return a table where nothing has begun: each player has `cash` out of the bank (by default
    what the table says), every certificate lies in the offering, every station on its charter,
    every train in the bank.

    A game goes on from here with its agenda, its round and what else only it has.
    """
    definition = game.definition
    companies, seats = definition.companies, range(len(game.players))
    if cash is None:
        cash = definition.table.cash[str(len(seats))]
    state = State()
    state.agenda = []
    state.board = [spot.start for spot in definition.hex_list]
    state.cash = {BANK: definition.table.bank - cash * len(seats)}  # an endless one owes it
    state.cash.update(dict.fromkeys(seats, cash))
    state.cash.update(dict.fromkeys(companies, 0))
    state.cell, state.par, state.stacks = {}, {}, {}
    state.closed = state.floated = frozenset()
    state.ending = ()
    state.facts = Facts()
    state.homes = {c: (x.home, x.home_city) for c, x in companies.items() if x.home}
    state.last_runs, state.powers, state.prices = {}, {}, {}
    state.over = False
    state.phase = state.priority = 0
    state.president, state.private_owner = {}, {}
    state.round = Round(kind="", order=tuple(seats))
    state.shares = {c: (IPO,) * len(x.certificates) for c, x in companies.items()}
    state.station_key = state.track_key = 0
    state.stations = {}
    state.stations_left = {c: x.stations for c, x in companies.items()}
    state.supply = dict(definition.tile_counts)
    state.trains = {BANK: deck(game), POOL: (), OUT: ()}
    state.trains.update(dict.fromkeys(companies, ()))
    state.turn = None
    return state
