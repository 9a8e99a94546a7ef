"""What must hold after every action besides what holds in every game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...engine.board import key_of
from ...engine.invariants import check_slots, companies_without_discards, require
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
    require(tenders <= policy(game).tenders + 1, f"{tenders} tenders")
    attached = sorted(filter(None, now.recycled.values()))
    require(attached == sorted(state.trains[ATTACHED]), "a recycled train got lost")
    require(all(loan > 0 for loans in now.debts.values() for loan in loans), "an empty loan")
    require(sorted(now.cards) == list(range(len(game.players))), "turn cards are missing")
    places = Counter(
        (hex_name, c) for (hex_name, _), slots in state.stations.items() for c in slots
    )
    twice = [place for place, count in places.items() if place[1] is not None and count > 1]
    require(not twice, f"two stations in one place: {twice}")
    key = 0
    for stop, slots in state.stations.items():
        for company in filter(None, slots):
            key ^= key_of(*stop, company, "station")
    require(key == state.station_key, "what is known of reach belongs to other stations")
    for company in state.par:
        _company(game, company)


def _train_limit(game: Game) -> None:
    for company in companies_without_discards(game):
        few = len(counted_trains(game, company)) <= company_limit(game, company)
        require(few or company in facts(game).frozen, f"{company}: too many trains")


def _company(game: Game, company: str) -> None:
    if is_small(game, company):
        gauges = [
            printed(game).trains[game.kind_of(c)].gauge for c in counted_trains(game, company)
        ]
        allowed = policy(game).special_train_free or not any(gauges)
        require(allowed, f"{company}: a plus-train")
        return
    most = max(percent(game, company, seat) for seat in range(len(game.players)))
    # A reserved share lifts its receiver from 60 to 70 % (18ESP-3.2.0.8); online, one for each
    # small company that is absorbed.
    require(most <= 70 or not policy(game).one_absorption, f"{company}: {most} % in one hand")
    done = facts(game).goals.get(company, ())
    require(len(set(done)) == len(done) <= 3, f"{company}: goals {done}")
    if company in facts(game).absorbed and policy(game).reserved_shares:
        require(percent(game, company, RESERVED) == 0, f"{company}: a reserved share is left")
