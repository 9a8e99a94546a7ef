"""Actions of 18ESP as 18xx.games records them, the inverse of what `readings.py` reads."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING

from ....engine.actions import Action, BuyTrain, Choose, Run, Use
from ....engine.state import BANK
from ....interop.dialect import Json, Writing
from ....interop.seeds import find_seed
from .. import random_setup
from ..actions import Absorb, Combine, OpenPass
from ..facts import MAQUINISTA, TENDER_PRICE, this_turn
from ..goals import CONNECTED
from ..pioneers import OWNERS_TENDER
from ..printed import printed
from ..routes import CAPITAL, EAST, PORT_CITY, WEST, route_models
from ..running import RunTrains, tender_trains
from ..stock import REPAY
from .legal_lists import describe
from .state import WAYS, card_out, name_out

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....engine.routing.model import StopAt
    from ....interop.export import Writer

MOST_SEEDS = 50_000


def seed(game: Game) -> int:
    setup = game.header.options.get(random_setup.SETUP, random_setup.STANDARD)
    return find_seed(
        game, lambda number: random_setup.draw(printed(game), number, setup), MOST_SEEDS
    )


def _buy_train(writer: Writer, action: BuyTrain) -> Json:
    game = writer.game
    written = writer.common(action)
    if action.source != BANK and action.train not in game.state.trains[action.source]:
        # It is turned over.
        written["variant"] = name_out(game, action.train)
    return written


def _choose(writer: Writer, action: Choose) -> Json:
    game, turn, option = writer.game, writer.game.state.turn, action.option
    if isinstance(game.step, RunTrains):
        assert turn is not None
        option = str(tender_trains(game, turn.company).index(option))
    return {"type": "choose", "choice": option}


def _open_pass(writer: Writer, action: OpenPass) -> Json:
    if action.power is None:
        return {"type": "choose", "choice": action.hex}
    return {"type": "choose_ability", "choice": action.hex}


def _absorb(writer: Writer, action: Absorb) -> Json:
    return {"type": "merge", "corporation": action.company}


def _combine(writer: Writer, action: Combine) -> Json:
    game = writer.game
    train = printed(game).trains[action.kind]
    front = train.back if train.gauge else action.kind
    return {
        "type": "combined_trains",
        "base": card_out(game, action.train),
        "additional_train": f"{front}-0",
        "additional_train_variant": action.kind,
    }


def _use(writer: Writer, action: Use) -> Json:
    game = writer.game
    if action.thing == REPAY:
        return {"type": "payoff_player_debt"}
    if action.thing == CONNECTED:
        return {"type": "destination_connection", "corporations": [writer.who(action)["entity"]]}
    words = describe(game, action.thing)
    if action.thing == OWNERS_TENDER:
        owner = game.state.private_owner[MAQUINISTA]
        assert isinstance(owner, int)
        words = f"Tender from {game.players[owner]}"
    return {"type": "special_buy", "description": words, "cost": TENDER_PRICE}


def _run(writer: Writer, action: Run) -> Json:
    """Write routes with the decorative hexes between a pass and the southern map."""
    written = writer.run(action)
    for route in written["routes"]:
        route["connections"] = [_with_ways(writer.game, c) for c in route["connections"]]
    return written


def _with_ways(game: Game, chain: list[str]) -> list[str]:
    hexes = game.definition.hexes
    result = chain[:1]
    for here, there in pairwise(chain):
        if here in WAYS and hexes[here].neighbours[0] == hexes[there].index:
            result += [name for name, _, _ in WAYS[here]]
        elif there in WAYS and hexes[there].neighbours[0] == hexes[here].index:
            result += [name for name, _, _ in reversed(WAYS[there])]
        result.append(there)
    return result


def route_note(game: Game, kind: int, value: int, stops: tuple[StopAt, ...]) -> str:
    """Return the words for what a route earns besides its stops."""
    turn = this_turn(game)
    marks = route_models(game, turn.company, next(iter(printed(game).trains.values())).kind)[
        0
    ].marks
    seen = reduce(or_, (marks[stop] for stop in stops))
    crossed = any(game.definition.hex_list[index].name in WAYS for index, _ in stops)
    notes = {
        "mountain pass": crossed,
        "G/Bi to B/M": seen & CAPITAL and seen & PORT_CITY,
        "E/W": seen & EAST and seen & WEST,
    }
    return "".join(f" + {words}" for words, holds in notes.items() if holds)


WRITINGS: dict[type[Action], Writing] = {
    BuyTrain: _buy_train,
    Choose: _choose,
    OpenPass: _open_pass,
    Absorb: _absorb,
    Combine: _combine,
    Use: _use,
    Run: _run,
}
