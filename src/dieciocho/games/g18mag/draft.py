"""The first stock round: a draft of minors and shares (18MAG-V, 18MAG-X.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Take
from ...engine.depot import move_train
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.own import round_of
from ...engine.shares import operating_order, seats_after
from ...engine.state import BANK, Round, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import TurnInOrder
from ...engine.steps.stations import put_station
from .facts import CAPITAL, FIRST_TRAIN, MINOR, automaton, minors
from .policy import policy
from .stock import take_share

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# Minors and shares for each player (18MAG-V.5, 18MAG-X.10), shares of each major in the packet
# (18MAG-V.1, 18MAG-V.2).
QUOTAS = {2: (3, 1, 1), 3: (4, 2, 1), 4: (3, 1, 1), 5: (2, 2, 2), 6: (2, 2, 2)}


def quotas(game: Game) -> tuple[int, int, int]:
    """Return a player's minors and shares, and how often each share lies in the packet."""
    if automaton(game) is None:
        return QUOTAS[len(game.players)]
    of_minors = sum(1 for owner in game.state.president.values() if owner == automaton(game))
    return (of_minors, 1, 1)  # as many as István (18MAG-XI.1.8)


class DraftRound(Round, frozen=True):
    """The draft: who has taken what, and the shares left in the packet."""

    taken: tuple[tuple[Seat, str], ...] = ()
    packet: tuple[str, ...] = ()


draft_round = round_of(DraftRound)


def first_round(game: Game, order: tuple[Seat, ...]) -> DraftRound:
    companies = [c for c, x in game.definition.companies.items() if x.kind != MINOR]
    if automaton(game) is not None:  # not the major of which István has a share
        companies = [c for c in companies if automaton(game) not in game.state.shares[c]]
        order = order[:1]
    packet = tuple(c for _ in range(quotas(game)[2]) for c in companies)
    return DraftRound(kind="draft", order=order, packet=packet)


def minors_left(game: Game) -> list[str]:
    return [m for m in minors(game) if m not in game.state.president]


def shares_left(game: Game) -> list[str]:
    """Return the majors of which the packet holds a share, highest price first."""
    return [c for c in operating_order(game) if c in draft_round(game).packet]


def quota_left(game: Game, seat: Seat, kind: str) -> int:
    """Return how many more minors or shares a player may take (18MAG-V.5)."""
    of_minors, of_shares, _ = quotas(game)
    companies = game.definition.companies
    mine = [companies[item].kind for s, item in draft_round(game).taken if s == seat]
    if kind == MINOR:
        return of_minors - mine.count(MINOR)
    return of_shares - (len(mine) - mine.count(MINOR))


def found_minor(game: Play, minor: str, seat: Seat) -> None:
    """Give a minor its owner, train, money and home station (18MAG-III.3.2.2, 18MAG-V.7).

    The train is given, not sold: no phase changes (18MAG-VI.3.9.9).
    """
    state = game.state
    state.president[minor] = seat
    state.floated = state.floated | {minor}
    pay(game, BANK, minor, CAPITAL)
    card = next(c for c in state.trains[BANK] if game.kind_of(c) == FIRST_TRAIN)
    move_train(game, card, BANK, minor)
    put_station(game, minor, state.homes[minor])
    if not policy(game).tokens_stay:
        game.set_facts(train_sold=True)  # 18xx.games notes it until the first operating round


def remove_minor(game: Play, minor: str) -> None:
    """Take a minor out of the game; its home is a city like any other (18MAG-V.8)."""
    game.state.closed = game.state.closed | {minor}
    game.state.homes.pop(minor, None)
    game.state.powers.pop(minor, None)
    game.log("minor_removed", company=minor)


class TakeMove(Move[Take, Step]):
    """Take a minor or a share out of the packet, free of charge (18MAG-V.3)."""

    action = Take

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        seat = step.actor(game)
        if quota_left(game, seat, MINOR):
            for minor in minors_left(game):
                yield Choice(Take(minor))
        if quota_left(game, seat, "share"):
            for company in shares_left(game):
                yield Choice(Take(company))

    def check(self, game: Game, step: Step, action: Take) -> None:
        seat = step.actor(game)
        if action.document not in game.definition.companies:
            refuse(game, "unknown_company", company=action.document)
        if game.definition.companies[action.document].kind == MINOR:
            if action.document not in minors_left(game):
                refuse(game, "minor_taken", company=action.document)
            if not quota_left(game, seat, MINOR):
                refuse(game, "enough_minors", count=quotas(game)[0])
            return
        if action.document not in shares_left(game):
            refuse(game, "share_taken", company=action.document)
        if not quota_left(game, seat, "share"):
            refuse(game, "enough_shares", count=quotas(game)[1])

    def apply(self, game: Play, step: Step, action: Take) -> None:
        seat = step.actor(game)
        current = draft_round(game)
        game.log("taken", player=game.name(seat), document=action.document)
        if game.definition.companies[action.document].kind == MINOR:
            found_minor(game, action.document, seat)
        else:
            packet = list(current.packet)
            packet.remove(action.document)
            game.set_round(packet=tuple(packet))
            take_share(game, seat, action.document)  # two make a director at once (18MAG-V.10)
        game.set_round(taken=(*current.taken, (seat, action.document)))
        next_player(game)


def next_player(game: Play) -> None:
    """Go on clockwise; the priority deal moves with every round (18MAG-V.4).

    Two players choose in the order 1 2 2 1 1 2 2 1 and player 1 keeps it (18MAG-X.10,
    18MAG-X.11).
    """
    current = draft_round(game)
    count = len(game.players)
    if automaton(game) is not None:
        return
    number, place = divmod(len(current.taken), count)
    if count == 2:
        game.set_round(index=place if number % 2 == 0 else 1 - place)
    elif place:
        game.set_round(index=place)
    elif not finished(game):  # after the last round it stays (18MAG-V.12)
        first = (game.state.priority + 1) % count
        game.state.priority = first
        game.set_round(order=(first, *seats_after(game, first)), index=0)


def finished(game: Game) -> bool:
    """Tell whether all quotas are full (18MAG-V.6)."""
    of_minors, of_shares, _ = quotas(game)
    seats = len(game.header.players)
    return len(draft_round(game).taken) == seats * (of_minors + of_shares)


class Draft(TurnInOrder, frozen=True):
    """A player's choice in the draft; nobody may pass (18MAG-V.3).

    This is the first stock round, and nothing is sold in it (18MAG-V.11, 18MAG-VII.4.1).
    """

    moves = (TakeMove(),)
    out_of_step = "draft_first"

    def settle(self, game: Play) -> bool:
        if not finished(game):
            return False
        from .rounds import begin_operating_round

        for minor in minors_left(game):
            remove_minor(game, minor)  # 18MAG-XI.1.9: with one player too
        # Shares left in the packet have never left the company cards (18MAG-V.9), so none is sold
        # out now (18MAG-VIII.3.4).
        game.pop()
        begin_operating_round(game, 1, 1, game.phase.rounds)  # 18MAG-V.13
        return True
