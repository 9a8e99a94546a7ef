"""Recorded actions of 18ESP: what they mean in our game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyTrain,
    Choose,
    Route,
    Run,
    Use,
)
from ....engine.state import BANK
from ....interop.dialect import Json, Reading
from ..actions import Absorb, Combine, OpenPass
from ..facts import this_turn
from ..goals import CONNECTED
from ..pioneers import MARKET_TENDER, OWNERS_TENDER
from ..running import RunTrains, tender_trains
from ..stock import REPAY
from ..trains import turned
from ..turn import Track
from .legal_lists import describe
from .state import DECORATIVE, card_out, name_out

if TYPE_CHECKING:
    from ....interop.site import Reader


def _private_in(reader: Reader, theirs: str) -> str:
    owners = reader.game.state.private_owner
    return next(p for p in owners if reader.dialect.private_out(p) == theirs)


def _read_bid(reader: Reader, recorded: Json) -> Action:
    return Bid(_private_in(reader, recorded["company"]), recorded["price"])


def _read_buy_company(reader: Reader, recorded: Json) -> Action:
    return BuyPrivate(_private_in(reader, recorded["company"]), recorded["price"])


def _read_buy_train(reader: Reader, recorded: Json) -> Action:
    game, theirs = reader.game, recorded["train"]
    top = game.state.trains[BANK][0]
    if card_out(game, top) == theirs:
        kind = recorded.get("variant", game.kind_of(top))
        return BuyTrain(f"{kind}-{top.rpartition('-')[2]}", BANK, recorded["price"])
    for owner in game.definition.companies:
        for card in game.state.trains[owner]:
            if card_out(game, card) == theirs:
                named = recorded.get("variant")
                side = next((c for c in turned(game, card) if name_out(game, c) == named), card)
                return BuyTrain(side, owner, recorded["price"])
    raise KeyError(theirs)


def _read_choose(reader: Reader, recorded: Json) -> Action:
    game, choice = reader.game, str(recorded["choice"])
    if isinstance(game.step, RunTrains):
        return Choose(tender_trains(game, this_turn(game).company)[int(choice)])
    return OpenPass(choice) if isinstance(game.step, Track) else Choose(choice)


def _read_ability(reader: Reader, recorded: Json) -> Action:
    return OpenPass(recorded["choice"], _private_in(reader, recorded["entity"]))


def _read_merge(reader: Reader, recorded: Json) -> Action:
    return Absorb(recorded["corporation"])


def _read_combined(reader: Reader, recorded: Json) -> Action:
    card = reader.card(recorded["base"], recorded["entity"])
    return Combine(card, recorded["additional_train_variant"])


def _read_run(reader: Reader, recorded: Json) -> Action:
    """Read routes; the way between a pass and the southern map has no hexes of ours."""
    routes: list[Route] = []
    for route in reader.routes(recorded):
        chains = [[h for h in chain if h not in DECORATIVE] for chain in route["connections"]]
        routes.append(reader.route({**route, "connections": chains}, recorded["entity"]))
    return Run(tuple(routes))


def _read_special_buy(reader: Reader, recorded: Json) -> Action:
    """Tenders come from the bank or from a player, who is named."""
    bank = recorded["description"] == describe(reader.game, MARKET_TENDER)
    return Use(MARKET_TENDER if bank else OWNERS_TENDER)


READINGS: dict[str, Reading] = {
    "bid": _read_bid,
    "buy_company": _read_buy_company,
    "buy_train": _read_buy_train,
    "choose": _read_choose,
    "choose_ability": _read_ability,
    "merge": _read_merge,
    "combined_trains": _read_combined,
    "run_routes": _read_run,
    "special_buy": _read_special_buy,
    "destination_connection": lambda reader, recorded: Use(CONNECTED),
    "payoff_player_debt": lambda reader, recorded: Use(REPAY),
}
