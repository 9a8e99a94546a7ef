"""The course of a game as series of numbers: wealth, share prices, revenue."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from ...engine.game import Game
from ...engine.shares import price
from ...page.base import page_of

_EVERY = 16  # actions between two looks at everybody's wealth
_KEPT = 50
_stories: OrderedDict[tuple[int, str, int], Story] = OrderedDict()


Points = list[tuple[int, int]]  # (action, value)


class Series(Struct):
    """One line of a chart, of a player or a company; a company may end and begin again."""

    name: str
    parts: list[Points]
    ended: bool = False

    @property
    def last(self) -> tuple[int, int]:
        return self.parts[-1][-1]


class Story(Struct):
    """What the result page draws; rounds are (action, short name)."""

    length: int
    wealth: list[Series]
    prices: list[Series]
    revenue: list[Series]
    rounds: list[tuple[int, str]]


def story(game: Game, key: tuple[int, str]) -> Story:
    """Return the course of a game; `key` tells games apart (the table and its position)."""
    full = (*key, len(game.history))
    found = _stories.get(full)
    if found is None:
        found = _stories[full] = _tell(game)
        while len(_stories) > _KEPT:
            _stories.popitem(last=False)
    return found


def _tell(game: Game) -> Story:
    length = len(game.history)
    looks = [*range(0, length, _EVERY), length]
    wealth: list[Points] = [[] for _ in game.players]
    ends: dict[int, list[str]] = {}  # action -> companies that have come to an end
    before, listed = 0, set(game.at(0).state.cell)
    for at in looks:
        past = game.at(at)
        scores = game.rules.scores(past)
        for seat, points in enumerate(wealth):
            points.append((at, scores[seat]))
        for company in sorted(listed - set(past.state.cell)):
            ends.setdefault(_end(game, company, before, at), []).append(company)
        before, listed = at, set(past.state.cell)
    lines = [Series(name, [points]) for name, points in zip(game.players, wealth, strict=True)]
    return Story(length, lines, *_from_log(game, ends))


def _end(game: Game, company: str, known: int, gone: int) -> int:
    """Return the action, between two looks, with which a company left the market."""
    numbers = range(known + 1, gone + 1)
    return numbers[bisect_left(numbers, True, key=lambda n: company not in game.at(n).state.cell)]


def _from_log(game: Game, ends: dict[int, list[str]]) -> tuple[list[Series], list[Series], Any]:
    """Read prices, revenue and rounds out of the log."""
    revenues = page_of(game.header.game).revenue
    start = game.at(0)
    prices: dict[str, list[Points]] = {
        company: [[(0, price(start, company))]] for company in start.state.cell
    }
    revenue: dict[str, list[Points]] = {}
    rounds: list[tuple[int, str]] = []
    ended: set[str] = set()
    for number, record in enumerate(game.history, 1):
        for message in record.log:
            params = message.params
            if message.id == "log.started":
                prices.setdefault(params["company"], []).append([(number, params["par"])])
                ended.discard(params["company"])
            elif message.id == "log.price_moved":
                line = prices.setdefault(params["company"], [[(number, params["old"])]])[-1]
                line.append((number, line[-1][1]))  # prices jump
                line.append((number, params["new"]))
            elif message.id in revenues:
                earned = params[revenues[message.id]]
                revenue.setdefault(params["company"], [[]])[-1].append((number, earned))
            elif message.id == "log.stock_round":
                rounds.append((number, str(params["number"])))
        for company in ends.get(number, ()):
            ended.add(company)
            _draw_on(prices[company][-1], number)
            if revenue.get(company, [[]])[-1]:
                revenue[company].append([])
    ended |= set(prices) - set(game.state.cell)  # what came and went between two looks
    for company, parts in prices.items():
        if company not in ended:
            _draw_on(parts[-1], len(game.history))

    def series(found: dict[str, list[Points]]) -> list[Series]:
        order = [company for company in game.definition.companies if company in found]
        drawn = {company: [part for part in found[company] if part] for company in order}
        return [Series(company, drawn[company], company in ended) for company in order]

    return series(prices), series(revenue), rounds


def _draw_on(line: Points, at: int) -> None:
    """Let a price stand until a certain action."""
    line.append((at, line[-1][1]))
