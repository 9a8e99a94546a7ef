"""What could be done instead: a handful of the legal actions, as different as possible."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

from ...engine.actions import (
    Action,
    Bid,
    BuyTrain,
    SellShares,
    StartCompany,
)
from ..sensible.situation import Situation
from ..sensible.stock import company_quality
from .decisions import choices
from .value import standing

if TYPE_CHECKING:
    from ...engine.actions import Choice
    from ...engine.game import Game
    from .budget import Budget

LISTED = 40  # actions of a kind that are looked at
PREPARING = 0.25  # of the budget that goes into that at most


def alternatives(situation: Situation, policy: Action, most: int, budget: Budget) -> list[Action]:
    """Return so many actions besides that of the policy: of every kind the most promising ones."""
    kinds: dict[type[Action], list[Choice]] = {}
    for choice in choices(situation):
        kinds.setdefault(type(choice.action), []).append(choice)
    ranked = [_ranked(situation, listed, budget) for listed in kinds.values()]
    found = [a for row in zip_longest(*ranked) for a in row if a is not None and a != policy]
    return list(dict.fromkeys(found))[:most]


def _ranked(situation: Situation, listed: list[Choice], budget: Budget) -> list[Action]:
    """Return actions of one kind, the best one of every subject before any second one."""
    rated: list[tuple[float, int, Action]] = []
    for action in [action for choice in listed for action in _priced(choice)][:LISTED]:
        if budget.reached(PREPARING):
            break
        rated.append((-_promise(situation, action), len(rated), action))
        budget.count()
    actions = [action for _, _, action in sorted(rated, key=lambda entry: entry[:2])]
    seen: dict[str, int] = {}
    turns = []
    for action in actions:
        subject = _subject(situation.game, action)
        seen[subject] = seen.get(subject, 0) + 1
        turns.append((seen[subject], action))
    turns.sort(key=lambda turn: turn[0])
    return [action for _, action in turns]


def _priced(choice: Choice) -> Iterable[Action]:
    """Yield an action at the prices that are worth a look."""
    if choice.low is None or choice.high is None:
        return [choice.action]
    steps = (choice.high - choice.low) // choice.step
    if isinstance(choice.action, Bid):
        return [choice.at(choice.low)]
    prices = (choice.low, choice.low + steps // 2 * choice.step, choice.high)
    return [choice.at(price) for price in dict.fromkeys(prices)]


def _subject(game: Game, action: Action) -> str:
    """Return what an action is about, prices and amounts aside."""
    if isinstance(action, BuyTrain):
        return f"{game.kind_of(action.train)} {action.source} {action.trade_in is None}"
    for name in ("company", "private", "target", "option", "document", "thing"):
        value = getattr(action, name, None)
        if value is not None:
            return str(value)
    return ""


def _promise(situation: Situation, action: Action) -> float:
    """Guess how good an action is, compared with others of its kind."""
    game = situation.game
    if isinstance(action, StartCompany):
        return company_quality(situation, action.company) + 0.1 * action.par
    if isinstance(action, SellShares):
        # To let go of much of what is bad is another plan than to raise some money.
        return _after(game, action, situation.seat) + 0.0001 * action.count
    return _after(game, action, situation.seat)


def _after(game: Game, action: Action, seat: int) -> float:
    return standing(game.copy().play(action))[seat]
