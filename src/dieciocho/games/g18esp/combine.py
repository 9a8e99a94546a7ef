"""Combined trains: an own train and a recycled one of the other gauge (18ESP-5.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from ...engine.actions import Choice
from ...engine.components import Kind
from ...engine.depot import move_train
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move
from .actions import Combine
from .facts import ATTACHED, REMOVED, STRAWBERRY_TRAIN, allowed, counted_trains, facts, is_small
from .forced import bound, usable
from .policy import policy
from .printed import printed, train_of

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# Kinds that become obsolete.
RECYCLABLE = tuple(map(Kind, ("2", "1+2", "3", "2+3", "4", "3+4")))
TIMES = 2  # the face value, for recycling (18ESP-5.2.1.4)


def is_obsolete(game: Game, train_kind: Kind) -> bool:
    """Tell whether trains of a kind have become obsolete."""
    by = printed(game).trains[train_kind].scrapped_by
    phases = game.definition.phases[: game.state.phase + 1]
    return by is not None and any(phase.starts_with == by for phase in phases)


def stock(game: Game, train_kind: str) -> list[str]:
    """Return the removed cards that can be recycled as a kind (18ESP-5.2.1.3, 18ESP-5.2.1.6)."""
    train = printed(game).trains[train_kind]
    name = train.back if train.gauge else train_kind
    fronts = (name, f"{name}B")  # the special train joins the stock (A20)
    # 18ESP-4.9.4: exported cards lie there too
    return [card for card in game.state.trains[REMOVED] if game.kind_of(card) in fronts]


def recyclable(game: Game) -> list[Kind]:
    """Return the kinds that can be recycled now."""
    free = policy(game).free_combining
    return [k for k in RECYCLABLE if is_obsolete(game, k) and (free or stock(game, k))]


def bases(game: Game, company: str) -> list[str]:
    """Return the trains to which another one may be attached (18ESP-5.2.1.17)."""
    cards = counted_trains(game, company)  # of which any number may be combined (18ESP-5.2.1.8)
    return [card for card in cards if not train_of(game, card).parts]


class MayCombine(Protocol):
    """A step in which trains are combined: whether it is time for it, and what follows."""

    def company(self, game: Game) -> str: ...
    def may_combine(self, game: Game) -> bool: ...
    def combined(self, game: Play) -> None: ...


class CombineMove(Move[Combine, MayCombine]):
    action = Combine

    def _ban(self, game: Game, step: MayCombine) -> str | None:
        if not step.may_combine(game):
            return "combine_later"
        if not allowed(game, "combining"):
            return "no_combining_yet"  # 18ESP-5.2.1.15
        if is_small(game, step.company(game)):
            return "small_combines_nothing"
        return "treasury_for_the_train" if bound(game, step.company(game)) else None

    def _problem(self, game: Game, company: str, card: str, other: str) -> str | None:
        own, added = train_of(game, card), printed(game).trains[other]
        if not policy(game).free_combining:
            if own.gauge == added.gauge:
                return "same_gauge"  # 18ESP-5.2.1.2
            if not self._leaves_usable(game, company, card, other):
                return "combination_useless"  # 18ESP-5.2.1.14
        return "recycling_too_dear" if self._too_dear(game, company, other) else None

    def _too_dear(self, game: Game, company: str, other: str) -> bool:
        return TIMES * printed(game).trains[other].price > game.state.cash[company]

    def _leaves_usable(self, game: Game, company: str, card: str, other: str) -> bool:
        rest = [c for c in counted_trains(game, company) if c != card]
        kinds = [game.kind_of(c) for c in rest]
        return any(usable(game, company, k) for k in (*kinds, joined_kind(game, card, other)))

    def legal(self, game: Game, step: MayCombine) -> Iterator[Choice]:
        if self._ban(game, step) is not None:
            return
        company = step.company(game)
        for card in bases(game, company):
            for other in recyclable(game):
                if self._too_dear(game, company, other):
                    continue  # what trains can be used is not asked then
                if self._problem(game, company, card, other) is None:
                    yield Choice(Combine(card, other))

    def check(self, game: Game, step: MayCombine, action: Combine) -> None:
        company = step.company(game)
        ban = self._ban(game, step)
        if ban is not None:
            refuse(game, ban, phase=game.phase.name)
        if action.train == STRAWBERRY_TRAIN or action.train not in game.state.trains[company]:
            refuse(game, "cannot_combine", train=action.train)
        if action.train not in bases(game, company):
            refuse(game, "combined_already", train=action.train)
        if action.kind not in recyclable(game):
            refuse(game, "nothing_to_recycle", kind=action.kind)
        problem = self._problem(game, company, action.train, action.kind)
        if problem is not None:
            cost = TIMES * printed(game).trains[action.kind].price
            refuse(game, problem, price=cost, cash=game.state.cash[company])

    def apply(self, game: Play, step: MayCombine, action: Combine) -> None:
        company = step.company(game)
        cost = TIMES * printed(game).trains[action.kind].price
        pay(game, company, BANK, cost)  # 18ESP-1.5.1.7
        number = action.train.rpartition("-")[2]
        combined = f"{joined_kind(game, action.train, action.kind)}-{number}"
        trains = game.state.trains
        # 18ESP-5.2.1.5: joined at once, and nothing takes them apart
        trains[company] = tuple(combined if c == action.train else c for c in trains[company])
        card = ""  # from nowhere, if the stock is endless
        if not policy(game).free_combining:
            card = stock(game, action.kind)[0]
            move_train(game, card, REMOVED, ATTACHED)
        game.set_facts(recycled={**facts(game).recycled, combined: card})
        game.log("combined", company=company, train=game.kind_of(combined), price=cost)
        step.combined(game)


def joined_kind(game: Game, card: str, other: str) -> Kind:
    return Kind(f"{game.kind_of(card)}&{other}")
