"""What must hold after every action besides what holds in every game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...engine.board import key_of
from ...engine.invariants import check_slots, companies_without_discards, must_hold
from ...engine.shares import percent
from ...engine.state import OUT
from .facts import ATTACHED, MAQUINISTA, RESERVED, company_limit, counted_trains, facts, is_small
from .policy import policy
from .printed import printed

if TYPE_CHECKING:
    from ...engine.game import Game


def check(game: Game) -> None:
    """Raise BrokenInvariant unless tenders, trains, stations and loans are in order.

    Shares may be handed out before a company is started: with pioneers 6 and 7.
    """
    check_slots(game, shared=1)  # MZ and MZA in Madrid (18ESP-4.3.14)
    if not policy(game).late_discards:  # online, surplus trains stay until one is bought
        _train_limit(game)
    now, state = facts(game), game.state
    own = 0 if state.private_owner[MAQUINISTA] == OUT else 1
    tenders = len(now.tenders) + now.tenders_of_owner + now.tenders_for_sale + own
    most = policy(game).tenders + 1
    must_hold(tenders <= most, "facts", "input.18esp.law_tenders", count=tenders, most=most)
    attached = sorted(filter(None, now.recycled.values()))
    kept = attached == sorted(state.trains[ATTACHED])
    must_hold(kept, "facts.recycled", "input.18esp.law_recycled")
    owed = all(loan > 0 for loans in now.debts.values() for loan in loans)
    must_hold(owed, "facts.debts", "input.18esp.law_loan")
    every = sorted(now.cards) == list(range(len(game.players)))
    must_hold(every, "facts.cards", "input.18esp.law_cards")
    places = Counter(
        (hex_name, c) for (hex_name, _), slots in state.stations.items() for c in slots
    )
    twice = [place for place, count in places.items() if place[1] is not None and count > 1]
    must_hold(not twice, "stations", "input.18esp.law_twice", places=twice)
    key = 0
    for stop, slots in state.stations.items():
        for company in filter(None, slots):
            key ^= key_of(*stop, company, "station")
    must_hold(key == state.station_key, "stations", "input.18esp.law_key")
    for company in state.par:
        _company(game, company)


def _train_limit(game: Game) -> None:
    for company in companies_without_discards(game):
        few = len(counted_trains(game, company)) <= company_limit(game, company)
        few = few or company in facts(game).frozen
        must_hold(few, f"trains.{company}", "input.law_crowded", company=company)


def _company(game: Game, company: str) -> None:
    if is_small(game, company):
        gauges = [
            printed(game).trains[game.kind_of(c)].gauge for c in counted_trains(game, company)
        ]
        allowed = policy(game).special_train_free or not any(gauges)
        must_hold(allowed, f"trains.{company}", "input.18esp.law_gauge", company=company)
        return
    most = max(percent(game, company, seat) for seat in range(len(game.players)))
    # A reserved share lifts its receiver from 60 to 70 % (18ESP-3.2.0.8); online, one for each
    # small company that is absorbed.
    held = most <= 70 or not policy(game).one_absorption
    must_hold(held, f"shares.{company}", "input.18esp.law_one_hand", percent=most, company=company)
    done = facts(game).goals.get(company, ())
    must_hold(
        len(set(done)) == len(done) <= 3, "facts.goals", "input.18esp.law_goals", company=company
    )
    if company in facts(game).absorbed and policy(game).reserved_shares:
        left = percent(game, company, RESERVED)
        must_hold(left == 0, f"shares.{company}", "input.18esp.law_reserved", company=company)
