"""What must hold after every action: nothing appears, nothing disappears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from .depot import card_of
from .errors import BadInput
from .state import BANK, IPO, OUT

if TYPE_CHECKING:
    from .game import Game


class BrokenInvariant(AssertionError):
    """The table is not complete: a mistake in the rules' code, or in a position.

    `where` is the place, as positions call it; `law` says what does not hold, in any language.
    """

    def __init__(self, where: str, law: BadInput) -> None:
        super().__init__(where, law)
        self.where, self.law = where, law

    def __str__(self) -> str:
        return f"{self.where}: {self.law}"


def check(game: Game) -> None:
    """Raise BrokenInvariant unless money, shares, trains, tiles and stations are complete.

    A game may check some of these parts by itself, where they follow other rules in it.
    """
    for name, part in _PARTS.items():
        if name not in game.rules.own_checks:
            part(game)
    game.rules.check(game)


def must_hold(condition: bool, where: str, law: str, /, **params: object) -> None:
    """Raise BrokenInvariant unless a law holds; its sentence stands in texts.toml."""
    if not condition:
        raise BrokenInvariant(where, BadInput(law, **params))


def _money(game: Game) -> None:
    cash = game.state.cash
    total, whole = sum(cash.values()), game.definition.table.bank
    must_hold(total == whole, "cash", "input.law_money", total=total, whole=whole)
    debtors = [owner for owner, amount in cash.items() if amount < 0 and owner != BANK]
    must_hold(not debtors, "cash", "input.law_debtors", who=debtors)


def _shares(game: Game) -> None:
    state = game.state
    seats, places = range(len(game.players)), game.rules.share_places
    for company, charter in game.definition.companies.items():
        if not charter.certificates or company in state.closed:
            continue
        holders = state.shares[company]
        sizes = game.rules.certificates(game, company)
        where = f"shares.{company}"
        must_hold(
            len(holders) == len(sizes),
            where,
            "input.law_certificates",
            company=company,
            count=len(holders),
            needed=len(sizes),
        )
        known = all(h in places or h in seats for h in holders)
        must_hold(known, where, "input.law_holder", company=company)
        started = company in state.par
        must_hold(
            started == (company in state.cell), f"par.{company}", "input.law_par", company=company
        )
        must_hold(
            started or company not in state.floated,
            "floated",
            "input.law_not_started",
            company=company,
        )


def _early_shares(game: Game) -> None:
    state = game.state
    for company, holders in state.shares.items():
        waiting = company not in state.par and company not in state.closed
        early = waiting and set(holders) - {IPO}
        must_hold(not early, f"shares.{company}", "input.law_sold_early", company=company)


def _directors(game: Game) -> None:
    state = game.state
    for company, charter in game.definition.companies.items():
        if charter.certificates and company in state.par:
            holder = state.shares[company][0]
            first = holder if isinstance(holder, int) else None
            director = state.president.get(company)
            must_hold(first == director, f"shares.{company}", "input.law_director", company=company)


def _trains(game: Game) -> None:
    cards = [card for owned in game.state.trains.values() for card in owned]
    must_hold(len(set(cards)) == len(cards), "trains", "input.law_train_twice")
    kinds = Counter(game.kind_of(card_of(game, card)) for card in cards)
    for train in game.definition.trains.values():
        must_hold(
            train.count < 0 or kinds[train.kind] == train.count,
            "trains",
            "input.law_train_count",
            count=kinds[train.kind],
            kind=train.kind,
            needed=train.count,
        )


def _train_limit(game: Game) -> None:
    for company in companies_without_discards(game):
        few = len(game.state.trains[company]) <= game.phase.train_limit
        must_hold(few, f"trains.{company}", "input.law_crowded", company=company)


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
            used = sum([laid.get(face, 0) for face in game.definition.faces[name]])
            must_hold(
                used + state.supply[name] == count,
                "tiles",
                "input.law_tile_count",
                count=count,
                tile=name,
            )


def _slots(game: Game) -> None:
    check_slots(game)


def check_slots(game: Game, shared: int = 0) -> None:
    """Raise unless every city has its slots, and at most so many stations share one."""
    for (hex_name, city), slots in game.state.stations.items():
        tile = game.state.board[game.definition.hexes[hex_name].index].tile
        where = f"stations.{hex_name}.{city}"
        must_hold(city < len(tile.stops), where, "input.law_stop", hex=hex_name)
        room = tile.stops[city].slots
        fits = 0 <= len(slots) - room <= shared
        must_hold(fits, where, "input.law_slots", hex=hex_name, slots=room)


def _stations(game: Game) -> None:
    state = game.state
    placed = Counter(c for slots in state.stations.values() for c in slots if c is not None)
    for company in game.definition.companies:
        if company in state.closed:
            continue
        total, needed = (
            placed[company] + state.stations_left[company],
            game.rules.stations(game, company),
        )
        must_hold(
            total == needed,
            f"stations_left.{company}",
            "input.law_stations",
            company=company,
            count=total,
            needed=needed,
        )
        if placed[company] and company in state.homes:
            home = state.homes[company]
            must_hold(
                company in state.stations.get(home, ()),
                "stations",
                "input.law_home",
                company=company,
                home=f"{home[0]}.{home[1]}",
            )


def _market(game: Game) -> None:
    state = game.state
    stacked = {c: cell for cell, stack in state.stacks.items() for c in stack}
    must_hold(stacked == state.cell, "stacks", "input.law_stacks")
    gone = set(state.trains[OUT])
    must_hold(gone.isdisjoint(state.trains[BANK]), "trains.out", "input.law_scrapped")


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
