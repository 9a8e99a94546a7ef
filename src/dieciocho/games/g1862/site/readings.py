"""Recorded actions of 1862: what they mean in our game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import (
    Action,
    Bid,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    Dividend,
    Pass,
    PlaceStation,
    Run,
)
from ....engine.depot import card_of
from ....engine.earnings import value_of
from ....engine.errors import IllegalAction
from ....engine.state import BANK
from ....interop.dialect import Json, Reading
from ..actions import Merge, RaiseMoney, RecordedRun, RemoveStation, TopUp
from ..facts import LONDON, facts, this_turn
from ..forced import shares_to_sell, shortfall
from ..mergers import Survivor
from ..trains import Trains

if TYPE_CHECKING:
    from ....interop.site import Reader


def _read_pass(reader: Reader, recorded: Json) -> Action:
    game = reader.game
    if isinstance(game.step, Trains) and shortfall(game, this_turn(game).company):
        company = this_turn(game).company
        if shares_to_sell(game, company):
            return RaiseMoney("shares")
        options = [choice.action for choice in game.legal_actions()]
        means = RaiseMoney("refinancing")
        return means if means in options else DeclareBankruptcy()
    return Pass()


def _read_bid(reader: Reader, recorded: Json) -> Action:
    return Bid(recorded["corporation"], recorded["price"])


def _read_choose(reader: Reader, recorded: Json) -> Action:
    game = reader.game
    step, option = game.step, str(recorded["choice"])
    if isinstance(step, Survivor):
        option = step.company(game) if option == "first" else step.other
    return Choose(option)


def _read_merge(reader: Reader, recorded: Json) -> Action:
    return Merge(recorded["corporation"])


def _read_remove(reader: Reader, recorded: Json) -> Action:
    tile = recorded["city"].rpartition("-")[0]
    return RemoveStation(_hex_of(reader, recorded["city"], tile))


def _hex_of(reader: Reader, city: str, tile: str) -> str:
    if city[:3] in {stop[0] for stop in LONDON}:
        return city[:3]
    return reader.hex_of(tile)


def _read_convert(reader: Reader, recorded: Json) -> Action:
    return RaiseMoney("refinancing")


def _read_place(reader: Reader, recorded: Json) -> Action:
    hex_name = _hex_of(reader, recorded["city"], recorded["city"].rpartition("-")[0])
    return PlaceStation(hex_name, dict(LONDON).get(hex_name, 0))


def _read_train(reader: Reader, recorded: Json) -> Action:
    game = reader.game
    card, number = recorded["train"], recorded["train"].rpartition("-")[2]
    for train, owner in facts(game).leftovers.items():
        if card_of(game, train) == card:
            return BuyTrain(train, owner, recorded["price"])
    for holder, cards in game.state.trains.items():
        for train in cards:
            if holder != BANK and card_of(game, train) == card:
                return BuyTrain(train, str(holder), recorded["price"])
    kind = recorded["variant"].rstrip("*")
    extra = 50 * int(recorded.get("warranties") or 0)
    return BuyTrain(f"{kind}-{number}", BANK, recorded["price"] + extra)


def _read_run(reader: Reader, recorded: Json) -> Action:
    """Take the stored revenue where it is not the one of today's rule (D24, D32)."""
    game, company = reader.game, recorded["entity"]
    # Areas and small stations have other numbers there: the track decides.
    routes = [reader.route({**entry, "nodes": ()}, company) for entry in reader.routes(recorded)]
    run = Run(tuple(routes))
    revenue = sum(entry["revenue"] for entry in recorded["routes"])
    subsidy = recorded.get("subsidy") or sum(e.get("subsidy", 0) for e in recorded["routes"])
    try:
        found = value_of(game, company, run.routes)
    except IllegalAction:
        return RecordedRun(run.routes, revenue, subsidy)
    if (found.revenue, found.income) == (revenue, subsidy):
        return run
    return RecordedRun(run.routes, revenue, subsidy)


def _read_dividend(reader: Reader, recorded: Json) -> Action:
    if recorded["kind"] == "hudson":
        return TopUp()
    return Dividend("pay" if recorded["kind"] == "payout" else "keep")


READINGS: dict[str, Reading] = {
    "pass": _read_pass,
    "bid": _read_bid,
    "choose": _read_choose,
    "merge": _read_merge,
    "remove_token": _read_remove,
    "convert": _read_convert,
    "place_token": _read_place,
    "buy_train": _read_train,
    "dividend": _read_dividend,
    "run_routes": _read_run,
}
