"""Phases: obsolete trains, closing pioneers, frozen small companies, the end (18ESP-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.actions import DiscardTrain
from ...engine.components import Kind
from ...engine.depot import move_train
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import leave_market, price
from ...engine.state import BANK, OUT
from ...engine.steps.common import DirectorStep
from ...engine.steps.trains import Discarding, DiscardMove
from .facts import (
    ATTACHED,
    CARRENO,
    REMOVED,
    SMALL,
    SOUTH,
    STRAWBERRY_TRAIN,
    allowed,
    company_limit,
    counted_trains,
    facts,
    in_play,
)
from .policy import policy
from .printed import printed
from .shares import return_reserved

if TYPE_CHECKING:
    from ...engine.game import Game, Play

LAST_KIND = "8"


def front(game: Game, card: str) -> str:
    """Return a card with its conventional side up, without what is attached to it."""
    kind, _, number = card.rpartition("-")
    train = printed(game).trains[kind]
    if train.parts:
        kind = train.parts[0]
        train = printed(game).trains[kind]
    if train.gauge and train.back is not None:
        kind = train.back
    return f"{kind}-{number}"


def train_gone(game: Play, kind: Kind) -> None:
    """A train has left the bank: a new phase, perhaps the end (18ESP-6.1, 18ESP-7.1)."""
    state = game.state
    for number in range(state.phase + 1, len(game.definition.phases)):
        if game.definition.phases[number].starts_with == kind:
            _start_phase(game, number)
            return
    if kind == LAST_KIND and not facts(game).final:  # the second, or exported (18ESP-4.9.5)
        ahead = state.round.kind == "stock"  # exported: that round is the last one (18ESP-7.3)
        last = state.round.number + (0 if ahead else 1)
        game.set_facts(final=True, last_set=last)
        game.note_ending("second_last_train")
        if not ahead:
            game.set_round(parts=state.round.part)  # 18ESP-7.2


def _start_phase(game: Play, number: int) -> None:
    """Begin a phase with all its effects at once (18ESP-6.2)."""
    phase = game.definition.phases[number]
    game.state.phase = number
    game.log("phase", phase=phase.name)
    assert phase.starts_with is not None
    scrap(game, phase.starts_with)
    if phase.closes_privates:
        close_pioneers(game)
        stop_small_companies(game)


def scrap(game: Play, new_kind: Kind) -> None:
    """Remove the trains that become obsolete, attached ones with their main one (18ESP-4.4.1.9).

    Those of frozen companies too (18ESP-4.6.1.3); nothing is paid for them (18ESP-6.10).
    """
    trains, definition = game.state.trains, game.definition
    gone: list[str] = []
    for owner in definition.companies:
        old = [
            c for c in trains[owner] if definition.trains[game.kind_of(c)].scrapped_by == new_kind
        ]
        if old:
            trains[owner] = tuple(c for c in trains[owner] if c not in old)
            gone += old
    for card in gone:
        trains[REMOVED] = (*trains[REMOVED], front(game, card))
        _detach(game, card)
    if gone:
        kinds = sorted({game.kind_of(card) for card in gone})
        game.log("scrapped", kind=kinds, count=len(gone))


def _detach(game: Play, card: str) -> None:
    """Take what was attached to a train out of the game for good (18ESP-5.2.1.6, 18ESP-5.2.1.9)."""
    attached = facts(game).recycled.get(card)
    if attached:
        move_train(game, attached, ATTACHED, OUT if policy(game).recycled_once else REMOVED)
        left = {c: r for c, r in facts(game).recycled.items() if c != card}
        game.set_facts(recycled=left)


def close_pioneers(game: Play) -> None:
    """Close the pioneers; the strawberry train of a company stays (18ESP-2.2.7, 18ESP-2.2.14)."""
    state = game.state
    for private, owner in state.private_owner.items():
        if private == "P3" and owner in game.definition.companies:
            assert isinstance(owner, str)
            move_train(game, STRAWBERRY_TRAIN, OUT, owner)
            game.log("strawberry", company=owner)
        if owner != OUT:
            state.private_owner[private] = OUT
    game.set_facts(tenders_of_owner=0)  # 18ESP-2.2.26
    game.log("privates_closed")


def close_pioneer(game: Play, private: str) -> None:
    game.state.private_owner[private] = OUT
    game.log("private_closed", private=private)


def first_train(game: Play, company: str) -> None:
    """Pioneer 7 closes when its major gets its first train (18ESP-2.2.31)."""
    is_open = game.state.private_owner[CARRENO] != OUT
    if is_open and facts(game).with_share[CARRENO] == company:
        close_pioneer(game, CARRENO)


def stop_small_companies(game: Play) -> None:
    """Freeze the small companies (18ESP-4.6.1.1), or close them (edition `online`, D15)."""
    state = game.state
    for company in in_play(game, SMALL):
        if policy(game).small_freeze:
            if company in state.floated:
                game.set_facts(frozen=facts(game).frozen | {company})
            continue
        if company in state.last_runs:
            pay(game, BANK, state.president[company], price(game, company))
        leave(game, company)
    if not policy(game).small_freeze:
        return
    game.log("small_frozen")
    for company in in_play(game, SOUTH):
        if company not in state.floated:  # 18ESP-4.6.1.4
            return_reserved(game, company)
    release_reserves(game)


def release_reserves(game: Play) -> None:
    """Return all reserved shares when no small company is left for them (18ESP-4.6.1.5)."""
    now = facts(game)
    waiting = (now.frozen & now.ran) - game.state.closed
    if allowed(game, "full_capital") and not waiting:
        for company in in_play(game, SOUTH):
            return_reserved(game, company)


def leave(game: Play, company: str, *, absorbed: bool = False) -> None:
    """Take a small company with all that is left of it out of the game (18ESP-4.6.0.18).

    Trains are left only online, where they are sold on (D15).
    """
    from .stations import SHARERS, remove_station

    state = game.state
    if remove_station(game, company, absorbed=absorbed) is not None and company == SHARERS[0]:
        game.set_facts(madrid_freed=True)
    pay(game, company, BANK, state.cash[company])
    if company in facts(game).tenders:
        game.set_facts(tenders=facts(game).tenders - {company})
    leave_market(game, company)
    state.shares[company] = (OUT,) * len(state.shares[company])
    for table in (state.president, state.par, state.homes, state.last_runs):
        table.pop(company, None)
    state.floated = state.floated - {company}
    state.closed = state.closed | {company}
    game.log("company_closed", company=company)


# --- discarding ------------------------------------------------------------------------


class DiscardMove18(DiscardMove):
    """Take a train above the limit out of the game (18ESP-4.4.1.8)."""

    def legal(self, game: Game, step: Discarding) -> Any:
        for choice in super().legal(game, step):
            assert isinstance(choice.action, DiscardTrain)
            if choice.action.train != STRAWBERRY_TRAIN:
                yield choice

    def check(self, game: Game, step: Discarding, action: DiscardTrain) -> None:
        super().check(game, step, action)
        if action.train == STRAWBERRY_TRAIN:
            refuse(game, "strawberry_stays")

    def apply(self, game: Play, step: Discarding, action: DiscardTrain) -> None:
        discard(game, step.company, action.train)


def discard(game: Play, company: str, card: str) -> None:
    """Take a train out of the game for good (A16); what was attached to it goes too."""
    trains = game.state.trains
    trains[company] = tuple(c for c in trains[company] if c != card)
    trains[OUT] = (*trains[OUT], front(game, card))
    _detach(game, card)
    game.log("discarded", company=company, train=game.kind_of(card))


class Discard(DirectorStep, frozen=True):
    """A director chooses which trains above the limit leave the game."""

    moves = (DiscardMove18(),)
    out_of_step = "discard_first"

    def settle(self, game: Play) -> bool:
        gone = self.company in game.state.closed
        if gone or len(counted_trains(game, self.company)) <= company_limit(game, self.company):
            game.pop()
            return True
        return False


# The companies as 18xx.games counts them: those of the standard set-up first.
SITE_ORDER = (
    *("N", "MZA", "A", "CRB", "MCP", "ZPB", "FdSB", "CFEA", "CFLG", "FdLR"),
    *("MS", "CM", "SC", "AC", "MZ", "ZP"),
    *("SFVA", "FdC", "GSSR", "AVT", "TBF", "CSE", "MH", "CA"),
)


def push_discards(game: Play) -> None:
    """Ask every company above its limit to discard; frozen ones keep theirs (18ESP-4.6.1.3)."""
    from .pioneers import OwnDiscard

    frozen = facts(game).frozen
    order = SITE_ORDER if policy(game).discards_like_site else game.definition.companies
    crowded = [
        company
        for company in order
        if company in game.state.floated
        and company not in frozen
        and len(counted_trains(game, company)) > company_limit(game, company)
    ]
    turn = game.state.turn
    own = turn.company if turn is not None and policy(game).buys_while_discarding else None
    game.push(*(OwnDiscard() if company == own else Discard(company) for company in crowded))
