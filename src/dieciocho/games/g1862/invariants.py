"""What must hold after every action of 1862, where the common checks do not fit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...engine.invariants import must_hold
from ...engine.shares import DIRECTOR
from ...engine.state import BANK, POOL
from .cards import group_of
from .consolidation import Consolidate
from .facts import LONDON, facts, most_stations
from .floating import first_slots
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
            where = f"shares.{company}"
            must_hold(holder == POOL, where, "input.1862.law_no_director", company=company)
            most = max(held(game, company, seat) for seat in range(len(game.players)))
            must_hold(most < THREE, where, "input.1862.law_could_direct", company=company)
            continue
        if all(h == POOL for h in state.shares[company]):
            continue
        where = f"shares.{company}"
        must_hold(holder == director, where, "input.law_director", company=company)
        mine = held(game, company, director)
        for seat in range(len(game.players)):
            must_hold(
                held(game, company, seat) <= mine,
                where,
                "input.1862.law_more_shares",
                player=game.name(seat),
                company=company,
            )


def _treasuries(game: Game) -> None:
    state = game.state
    for company, holders in state.shares.items():
        strangers = {h for h in holders if h in state.shares and h != company}
        where = f"shares.{company}"
        must_hold(
            not strangers or consolidating(game), where, "input.1862.law_strangers", company=company
        )
        must_hold(
            holders[DIRECTOR] != company, where, "input.1862.law_own_director", company=company
        )
        if company not in state.floated:
            must_hold(
                not state.trains[company],
                f"trains.{company}",
                "input.1862.law_trains_early",
                company=company,
            )


def _trains(game: Game) -> None:
    state, now = game.state, facts(game)
    cards = [card for owned in state.trains.values() for card in owned]
    must_hold(len(set(cards)) == len(cards), "trains", "input.law_train_twice")
    groups = Counter(group_of(game, card) for card in cards)
    for kind, train in printed(game).trains.items():
        if not train.card and train.count >= 0:
            must_hold(
                groups[kind] == train.count,
                "trains",
                "input.law_train_count",
                count=groups[kind],
                kind=kind,
                needed=train.count,
            )
    new = all(game.kind_of(card) in groups for card in state.trains[BANK])
    must_hold(new, "trains.bank", "input.1862.law_used_trains")
    for card, tokens in now.warranties.items():
        must_hold(
            0 < tokens <= 3 and card in cards,
            "facts.warranties",
            "input.1862.law_warranties",
            train=card,
            count=tokens,
        )
    must_hold(now.rusting <= set(now.warranties), "facts.rusting", "input.1862.law_rusting")


def _stations(game: Game) -> None:
    state = game.state
    for (hex_name, city), slots in state.stations.items():
        size = state.board[game.definition.hexes[hex_name].index].tile.stops[city].slots
        waiting = len(slots) - size
        where = f"stations.{hex_name}.{city}"
        must_hold(
            waiting in (0, 1) and any(slots), where, "input.law_slots", hex=hex_name, slots=size
        )
        must_hold(not waiting or None not in slots, where, "input.1862.law_waits")
        named = [c for c in slots if c is not None]
        must_hold(len(set(named)) == len(named), where, "input.1862.law_twice")
        if (hex_name, city) not in LONDON:
            came = facts(game).arrivals.get(hex_name, ())
            must_hold(
                sorted(came) == sorted(named),
                "facts.arrivals",
                "input.1862.law_arrivals",
                hex=hex_name,
            )
            bare = is_bare(game, hex_name)
            room = not bare or len(named) <= first_slots(game, hex_name)
            must_hold(room, where, "input.1862.law_bare", hex=hex_name)
    for company in game.definition.companies:
        placed = len(stops_of(game, company))
        total = placed + state.stations_left[company]
        most = most_stations(game)
        where = f"stations_left.{company}"
        must_hold(
            total <= most, where, "input.law_stations", company=company, count=total, needed=most
        )
        must_hold(
            company in state.floated or not total,
            where,
            "input.1862.law_stations_early",
            company=company,
        )


def _waves(game: Game) -> None:
    now = facts(game)
    for company in game.state.cell:
        early = now.waves[company] > game.state.phase
        must_hold(not early, f"market.{company}", "input.1862.law_wave", company=company)
        must_hold(
            company not in game.state.closed,
            f"market.{company}",
            "input.1862.law_no_part",
            company=company,
        )
