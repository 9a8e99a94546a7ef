"""What must hold after every action: nothing appears, nothing disappears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from .depot import card_of
from .state import BANK, IPO, OUT

if TYPE_CHECKING:
    from .game import Game


class BrokenInvariant(AssertionError):
    """The table is not complete: a mistake in the rules' code."""


def check(game: Game) -> None:
    """Raise BrokenInvariant unless money, shares, trains, tiles and stations are complete.

    A game may check some of these parts by itself, where they follow other rules in it.
    """
    for name, part in _PARTS.items():
        if name not in game.rules.own_checks:
            part(game)
    game.rules.check(game)


def require(condition: bool, text: str) -> None:
    if not condition:
        raise BrokenInvariant(text)


def _money(game: Game) -> None:
    cash = game.state.cash
    require(sum(cash.values()) == game.definition.table.bank, "money appeared or disappeared")
    debtors = [owner for owner, amount in cash.items() if amount < 0 and owner != BANK]
    require(not debtors, f"{debtors} have less than nothing")


def _shares(game: Game) -> None:
    state = game.state
    seats, places = range(len(game.players)), game.rules.share_places
    for company, charter in game.definition.companies.items():
        if not charter.certificates or company in state.closed:
            continue
        holders = state.shares[company]
        sizes = game.rules.certificates(game, company)
        require(len(holders) == len(sizes), f"{company}: certificates are missing")
        known = all(h in places or h in seats for h in holders)
        require(known, f"{company}: unknown holder")
        started = company in state.par
        require(started == (company in state.cell), f"{company}: par without price")
        require(company in state.par or company not in state.floated, f"{company}: not started")


def _early_shares(game: Game) -> None:
    state = game.state
    for company, holders in state.shares.items():
        waiting = company not in state.par and company not in state.closed
        early = waiting and set(holders) - {IPO}
        require(not early, f"{company}: sold before it was started")


def _directors(game: Game) -> None:
    state = game.state
    for company, charter in game.definition.companies.items():
        if charter.certificates and company in state.par:
            holder = state.shares[company][0]
            first = holder if isinstance(holder, int) else None
            director = state.president.get(company)
            require(first == director, f"{company}: the director lacks his certificate")


def _trains(game: Game) -> None:
    cards = [card for owned in game.state.trains.values() for card in owned]
    require(len(set(cards)) == len(cards), "a train is in two places")
    kinds = Counter(game.kind_of(card_of(game, card)) for card in cards)
    for train in game.definition.trains.values():
        count = kinds[train.kind]
        wrong = train.count >= 0 and count != train.count
        require(not wrong, f"{count} instead of {train.count} {train.kind}s")


def _train_limit(game: Game) -> None:
    for company in companies_without_discards(game):
        few = len(game.state.trains[company]) <= game.phase.train_limit
        require(few, f"{company}: too many trains")


def companies_without_discards(game: Game) -> list[str]:
    """Return the companies of which no step of the agenda asks anything."""
    waiting = {getattr(step, "company", None) for step in game.state.agenda}
    return [company for company in game.definition.companies if company not in waiting]


def _tiles(game: Game) -> None:
    state = game.state
    laid = Counter(
        tile.name
        for spot in game.definition.hex_list
        if (tile := state.board[spot.index]) is not spot.printed
    )
    for name, count in game.definition.tile_counts.items():
        if count >= 0:
            used = sum(laid[face] for face in game.definition.faces[name])
            require(used + state.supply[name] == count, f"tile {name}: not {count}")


def _slots(game: Game) -> None:
    check_slots(game)


def check_slots(game: Game, shared: int = 0) -> None:
    """Raise unless every city has its slots, and at most so many stations share one."""
    for (hex_name, city), slots in game.state.stations.items():
        tile = game.state.board[game.definition.hexes[hex_name].index].tile
        require(city < len(tile.stops), f"{hex_name}: no city {city}")
        extra = len(slots) - tile.stops[city].slots
        require(0 <= extra <= shared, f"{hex_name}.{city}: wrong slots")


def _stations(game: Game) -> None:
    state = game.state
    placed = Counter(c for slots in state.stations.values() for c in slots if c is not None)
    for company in game.definition.companies:
        if company in state.closed:
            continue
        total = placed[company] + state.stations_left[company]
        require(total == game.rules.stations(game, company), f"{company}: {total} stations")
        if placed[company] and company in state.homes:
            require(
                company in state.stations.get(state.homes[company], ()),
                f"{company}: home station is not at home",
            )


def _market(game: Game) -> None:
    state = game.state
    stacked = {c: cell for cell, stack in state.stacks.items() for c in stack}
    require(stacked == state.cell, "price markers and stacks disagree")
    require(set(state.trains[OUT]).isdisjoint(state.trains[BANK]), "a scrapped train is for sale")


_PARTS: dict[str, Callable[[Game], None]] = {
    "money": _money,
    "shares": _shares,
    "early_shares": _early_shares,
    "directors": _directors,
    "trains": _trains,
    "train_limit": _train_limit,
    "tiles": _tiles,
    "slots": _slots,
    "stations": _stations,
    "market": _market,
}
