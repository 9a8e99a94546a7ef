"""18ESP on 18xx.games = our 18ESP in the edition `online`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyTrain,
    Choose,
    Route,
    Run,
    Use,
)
from ..engine.state import BANK
from ..games.g18esp.actions import Absorb, Combine, OpenPass
from ..games.g18esp.goals import CONNECTED
from ..games.g18esp.pioneers import MARKET_TENDER, OWNERS_TENDER
from ..games.g18esp.running import tender_trains
from ..games.g18esp.stock import REPAY
from ..games.g18esp.trains import turned
from .dialect import Dialect, Json, numbered
from .g18esp_forms import FORMS, describe, end_trigger, lay_cost, purchases
from .g18esp_state import (
    DECORATIVE,
    abilities,
    amend,
    amend_routes,
    card_out,
    company_facts,
    entity,
    name_out,
    private_facts,
    setup,
)
from .g18esp_writings import WRITINGS, route_note, seed

if TYPE_CHECKING:
    from .site import Reader


# --- reading ---------------------------------------------------------------------------


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
    if game.step.name == "RunTrains":
        assert game.state.turn is not None
        return Choose(tender_trains(game, game.state.turn.company)[int(choice)])
    return OpenPass(choice) if game.step.name == "Track" else Choose(choice)


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


DIALECT = Dialect(
    printed=numbered("D4 F18 K19", "C27", "H8 H28"),
    writings=WRITINGS,
    seed=seed,
    one_row=True,
    built_in_stock=False,
    train_out=card_out,
    train_name=name_out,
    route_note=route_note,
    title="18ESP",
    game="18esp",
    options=(),
    defaults={"setup": "random"},
    choices={"core": {"setup": "standard"}},
    steps={
        "PioneerAuction": "SelectionAuction",
        "SetPar": "CompanyPendingPar",
        "StockRound": "BuySellParShares",
        "ChooseCity": "HomeToken",
        "ChooseHome": "HomeToken",
        "Connected": "CheckDestinationConnection",
        "FirstConnected": "Track",
        "SpecialTrain": "Choose",
        "Track": "Track",
        "RunTrains": "Route",
        "Earnings": "Dividend",
        "Absorption": "Acquire",
        "ChoosePlace": "Acquire",
        "Trains": "BuyTrain",
        "Combining": "CombinedTrains",
        "Last": "BuyCarriageOrCompany",
        "Discard": "DiscardTrain",
    },
    phases={"7": "8"},
    privates={"P6a": "P6", "P6b": "P6"},
    abilities=abilities,
    private_facts=private_facts,
    things=(OWNERS_TENDER, MARKET_TENDER),
    describe=describe,
    company_facts=company_facts,
    setup=setup,
    lay_cost=lay_cost,
    readings={
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
    },
    forms=FORMS,
    entity=entity,
    amend=amend,
    purchases=purchases,
    end_trigger=end_trigger,
    amend_routes=amend_routes,
)
