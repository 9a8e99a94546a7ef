"""Actions of 1862 as 18xx.games records them, the inverse of what `readings.py` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import (
    Action,
    Bid,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    PlaceStation,
    Run,
    SellShares,
)
from ....engine.errors import BadInput
from ....engine.shares import price
from ....engine.state import BANK
from ....interop.dialect import Json, Writing
from ....interop.seeds import find_seed
from .. import options
from ..actions import Merge, RaiseMoney, RecordedRun, RemoveStation, TopUp
from ..cards import bank_price
from ..facts import WARRANTY_PRICE, this_turn
from ..forced import shares_to_sell
from ..holdings import value
from ..mergers import RemoveStations, Survivor
from .legal_lists import variant

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....interop.export import Writer

MOST_SEEDS = 20_000
LONDON_CITY = {"B15": 3, "D15": 4}  # the number of its slots on the site
THEIRS = ("length", "stations")  # the options that the site has, too


def seed(game: Game) -> int:
    chosen = {k: v for k, v in game.header.options.items() if k in options.CHOICES}
    for name, choice in chosen.items():
        if name not in THEIRS and choice != options.CHOICES[name][0]:
            raise BadInput("input.1862.not_on_site", option=name, value=choice)
    names, players = list(game.definition.companies), len(game.players)
    return find_seed(game, lambda n: options.draw(names, players, n, chosen), MOST_SEEDS)


def _bid(writer: Writer, action: Bid) -> Json:
    return {
        "type": "bid",
        "corporation": action.target,
        "price": action.price,
    }


def _sell(writer: Writer, action: SellShares) -> Json:
    """Half values are noted."""
    written = writer.common(action)
    if value(writer.game, action.company) != price(writer.game, action.company):
        written["share_price"] = value(writer.game, action.company)
    return written


def _choose(writer: Writer, action: Choose) -> Json:
    step, option = writer.game.step, action.option
    choice: str | int = int(option) if option.isdecimal() else option
    if isinstance(step, Survivor):
        choice = "first" if option == step.company(writer.game) else "last"
    return {"type": "choose", "choice": choice}


def _merge(writer: Writer, action: Merge) -> Json:
    return {"type": "merge", "corporation": action.company}


def _remove(writer: Writer, action: RemoveStation) -> Json:
    step = writer.game.step
    assert isinstance(step, RemoveStations)
    city, slot = next(
        (city, slot)
        for (hex_name, city), slots in writer.game.state.stations.items()
        for slot, owner in enumerate(slots)
        if hex_name == action.hex and owner in (step.survivor, step.lost)
    )
    return {
        "type": "remove_token",
        "city": writer.city(action.hex, LONDON_CITY.get(action.hex, city)),
        "slot": slot,
    }


def _raise_money(writer: Writer, action: RaiseMoney) -> Json:
    """A pass sells shares if they suffice, else it refinances."""
    company = this_turn(writer.game).company
    chosen = action.means == "refinancing" and shares_to_sell(writer.game, company)
    return {"type": "convert" if chosen else "pass"}


def _bankrupt(writer: Writer, action: DeclareBankruptcy) -> Json:
    return {"type": "pass"}


def _top_up(writer: Writer, action: TopUp) -> Json:
    return {"type": "dividend", "kind": "hudson"}


def _buy_train(writer: Writer, action: BuyTrain) -> Json:
    """Warranties that are bought with a new train are counted, not priced."""
    game = writer.game
    written = writer.common(action)
    if action.source == BANK:
        extra = action.price - bank_price(game)
        written["price"] -= extra
        written["variant"] = variant(game, action)
        written["warranties"] = extra // WARRANTY_PRICE
    return written


def _place(writer: Writer, action: PlaceStation) -> Json:
    city = LONDON_CITY.get(action.hex, action.city)
    return {"type": "place_token", "city": writer.city(action.hex, city)}


def _run(writer: Writer, action: Run) -> Json:
    """The second area of a hex is its third stop there."""
    game, written = writer.game, writer.run(action)
    for route in written["routes"]:
        for place, node in enumerate(route["nodes"]):
            name, _, number = node.rpartition("-")
            stops = game.state.board[game.definition.hexes[name].index].tile.stops
            if stops[int(number)].kind == "area":
                route["nodes"][place] = f"{name}-{2 * int(number)}"
    return written


def _recorded_run(writer: Writer, action: RecordedRun) -> Json:
    """Only the sums of an older reading are known: the first route makes up the difference."""
    written = _run(writer, action)
    for name, total in (("revenue", action.revenue), ("subsidy", action.subsidy)):
        written["routes"][0][name] += total - sum(route[name] for route in written["routes"])
    written["subsidy"] = action.subsidy
    return written


WRITINGS: dict[type[Action], Writing] = {
    Bid: _bid,
    SellShares: _sell,
    Choose: _choose,
    Merge: _merge,
    RemoveStation: _remove,
    RaiseMoney: _raise_money,
    DeclareBankruptcy: _bankrupt,
    TopUp: _top_up,
    BuyTrain: _buy_train,
    PlaceStation: _place,
    Run: _run,
    RecordedRun: _recorded_run,
}
