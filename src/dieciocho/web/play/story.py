"""The course of a game as series of numbers: wealth, share prices, revenue."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from msgspec import Struct

from ...engine.game import Game
from ...engine.shares import price
from ..games import page_for

_EVERY = 16  # actions between two looks at everybody's wealth
_KEPT = 50
_stories: OrderedDict[tuple[int, str, int], Story] = OrderedDict()


class Series(Struct):
    """One line of a chart: points (action, value) of a player or a company."""

    name: str
    points: list[tuple[int, int]]


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
    wealth = [Series(name, []) for name in game.players]
    for at in looks:
        past = game.at(at)
        scores = game.rules.scores(past)
        for seat, series in enumerate(wealth):
            series.points.append((at, scores[seat]))
    return Story(length, wealth, *_from_log(game, length))


def _from_log(game: Game, length: int) -> tuple[list[Series], list[Series], list[Any]]:
    """Read prices, revenue and rounds out of the log."""
    revenues = page_for(game.header.game).revenue
    start = game.at(0)
    prices: dict[str, list[tuple[int, int]]] = {
        company: [(0, price(start, company))] for company in start.state.cell
    }
    revenue: dict[str, list[tuple[int, int]]] = {}
    rounds: list[tuple[int, str]] = []
    for number, record in enumerate(game.history, 1):
        for message in record.log:
            params = message.params
            if message.id == "log.started":
                prices[params["company"]] = [(number, params["par"])]
            elif message.id == "log.price_moved":
                line = prices.setdefault(params["company"], [(number, params["old"])])
                line.append((number, line[-1][1]))  # prices jump
                line.append((number, params["new"]))
            elif message.id in revenues:
                earned = params[revenues[message.id]]
                revenue.setdefault(params["company"], []).append((number, earned))
            elif message.id == "log.stock_round":
                rounds.append((number, str(params["number"])))
    for line in prices.values():
        line.append((length, line[-1][1]))
    order = list(game.definition.companies)
    return (
        [Series(company, prices[company]) for company in order if company in prices],
        [Series(company, revenue[company]) for company in order if company in revenue],
        rounds,
    )
