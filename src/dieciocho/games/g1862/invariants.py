"""What must hold after every action of 1862, where the common checks do not fit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...engine.invariants import require
from ...engine.shares import DIRECTOR
from ...engine.state import BANK, POOL
from .cards import group_of
from .consolidation import Consolidate
from .facts import LONDON, facts, most_stations
from .holdings import THREE, held
from .printed import printed
from .stations import is_bare, stops_of

if TYPE_CHECKING:
    from ...engine.game import Game


def check(game: Game) -> None:
    """Raise BrokenInvariant unless directors, treasuries, trains and stations are in order."""
    _directors(game)
    _treasuries(game)
    _trains(game)
    _stations(game)
    _waves(game)


def consolidating(game: Game) -> bool:
    return any(isinstance(step, Consolidate) for step in game.state.agenda)


def _directors(game: Game) -> None:
    """The director holds the certificate and nobody holds more; the pool may have it."""
    state = game.state
    if consolidating(game):
        return
    for company in state.cell:
        holder, director = state.shares[company][DIRECTOR], state.president.get(company)
        if director is None:
            # After a merger the lost company waits with its shares in the pool.
            require(holder == POOL, f"{company}: no director, but {holder!r} has the certificate")
            most = max(held(game, company, seat) for seat in range(len(game.players)))
            require(most < THREE, f"{company}: somebody could be director")
            continue
        if all(h == POOL for h in state.shares[company]):
            continue
        require(holder == director, f"{company}: the director lacks his certificate")
        mine = held(game, company, director)
        for seat in range(len(game.players)):
            require(held(game, company, seat) <= mine, f"{company}: seat {seat} has more shares")


def _treasuries(game: Game) -> None:
    state = game.state
    for company, holders in state.shares.items():
        strangers = {h for h in holders if h in state.shares and h != company}
        require(not strangers or consolidating(game), f"{company}: held by {strangers}")
        require(holders[DIRECTOR] != company, f"{company}: holds its director's certificate")
        if company not in state.floated:
            require(not state.trains[company], f"{company}: trains without a company")


def _trains(game: Game) -> None:
    state, now = game.state, facts(game)
    cards = [card for owned in state.trains.values() for card in owned]
    require(len(set(cards)) == len(cards), "a train is in two places")
    groups = Counter(group_of(game, card) for card in cards)
    for kind, train in printed(game).trains.items():
        if not train.card and train.count >= 0:
            require(groups[kind] == train.count, f"{groups[kind]} instead of {train.count} {kind}s")
    require(
        all(game.kind_of(c) in groups for c in state.trains[BANK]), "the bank sells used trains"
    )
    for card, tokens in now.warranties.items():
        require(0 < tokens <= 3 and card in cards, f"{card}: {tokens} warranties")
    require(now.rusting <= set(now.warranties), "a rusted train without warranty")


def _stations(game: Game) -> None:
    state = game.state
    for (hex_name, city), slots in state.stations.items():
        size = state.board[game.definition.hexes[hex_name].index].tile.stops[city].slots
        waiting = len(slots) - size
        require(waiting in (0, 1) and any(slots), f"{hex_name}.{city}: {slots}")
        require(not waiting or None not in slots, f"{hex_name}.{city}: waits beside a free slot")
        named = [c for c in slots if c is not None]
        require(len(set(named)) == len(named), f"{hex_name}.{city}: one company twice")
        if (hex_name, city) not in LONDON:
            require(
                sorted(facts(game).arrivals.get(hex_name, ())) == sorted(named),
                f"{hex_name}: arrivals are wrong",
            )
            # A company that comes again may find its old station there, in other hands.
            home = any(state.homes[c] == (hex_name, city) for c in named[1:])
            alone = len(named) == 1 or home
            require(alone or not is_bare(game, hex_name), f"{hex_name}: no tile")
    for company in game.definition.companies:
        placed = len(stops_of(game, company))
        total = placed + state.stations_left[company]
        require(total <= most_stations(game), f"{company}: {total} stations")
        require(company in state.floated or not total, f"{company}: stations without a company")


def _waves(game: Game) -> None:
    now = facts(game)
    for company in game.state.cell:
        early = now.waves[company] > game.state.phase
        require(not early, f"{company} was started too early")
        require(company not in game.state.closed, f"{company} does not take part")
