"""1888 with option `north` on 18xx.games = our 1888-N in the edition `online`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.actions import BuyTrain
from ...engine.depot import available, train_limit, train_of
from ...engine.state import BANK, OUT
from ...engine.steps.trains import Discard, cheapest, must_buy
from ...interop.dialect import Dialect, Json, numbered
from ...interop.exceptions import ExpectedDifference
from ...interop.legal_lists import emergency
from .privates import SecondFerryPiece, SecondWallTile, this_turn
from .rounds import PrivateAuction, StockRound, _Duel
from .trains import trade_ins
from .turn import PayDividend, Privates, RunTrains, Station, Track, Trains

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...engine.routing.model import StopAt
    from ...interop.trace import View


def _abilities(game: Game) -> dict[str, list[list[Any]]]:
    """Return the abilities that a private still has, with the uses left."""
    state = game.state
    result: dict[str, list[list[Any]]] = {}
    for private, owner in state.private_owner.items():
        if owner == OUT:
            continue
        abilities: list[list[Any]] = []
        if private == "HS":
            abilities.append(["blocks_hexes"])
        if private == "FC":
            abilities.append(["exchange"])
        if state.powers.get(private):
            abilities.append(["tile_lay", state.powers[private]])
        result[private] = abilities
    return result


def _private_facts(game: Game, private: str) -> dict[str, Any]:
    card = game.definition.privates[private]
    facts: dict[str, Any] = {
        "revenue": card.income,
        "range": [_number(card.value * 0.5), _number(card.value * 1.5)],
    }
    discount = card.value - game.state.prices[private]
    if discount:
        facts["discount"] = discount
    return facts


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _route_note(game: Game, kind: int, value: int, stops: tuple[StopAt, ...]) -> str:
    """A destination is noted."""
    board, colour = game.state.board, game.phase.value_colour
    plain = sum(board[h].tile.stops[k].value(colour) for h, k in stops)
    return " (1 dest)" if value > plain else ""


def _purchases(view: View, trains: list[Json]) -> Json:
    """The director helps with a train that must be bought; what bank and pool sell in vain."""
    game, turn = view.game, this_turn(view.game)
    return emergency(view, trains, must_buy(game, turn.company), _for_sale(game))


def _for_sale(game: Game) -> list[BuyTrain]:
    """Return what bank and pool would sell, to the poor only the cheapest."""
    company = this_turn(game).company
    room = len(game.state.trains[company]) < train_limit(game)
    cash, least = game.state.cash[company], cheapest(game) or 0
    sales: list[BuyTrain] = []
    for card, source in available(game):
        price = train_of(game, card).price
        if room and (cash >= least or price == least):
            sales.append(BuyTrain(card, source, price))
        if source == BANK:
            swaps = trade_ins(game, company, card)
            sales += [BuyTrain(card, source, reduced, own) for own, reduced in swaps]
    return sales


def _end_trigger(game: Game) -> tuple[str, str] | None:
    if not game.state.ending:
        return None
    bankrupt = game.state.ending[0] == "bankruptcy"
    return ("bankrupt", "immediate") if bankrupt else ("bank", "full_or")


def _plain_purchase_at_limit(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    turn = game.state.turn
    return (
        where == "/buy_train/trains"
        and turn is not None
        and len(game.state.trains[turn.company]) >= train_limit(game)
        and [row for row in ours if "exchange" in row] == theirs
    )


EXPECTED = (
    ExpectedDifference(
        "legal",
        "1888-N D12: at the train limit the site offers trade-ins only, but accepts every other "
        "purchase too (recorded in p5_s150, entry 685); we list what is accepted.",
        _plain_purchase_at_limit,
    ),
)

DIALECT = Dialect(
    printed=numbered("E5 F6", "E3"),
    purchases=_purchases,
    end_trigger=_end_trigger,
    title="1888",
    options=("north",),
    steps={
        PrivateAuction: "WaterfallAuction",
        _Duel: "WaterfallAuction",
        StockRound: "BuySellParShares",
        Track: "Track",
        Station: "Token",
        RunTrains: "Route",
        PayDividend: "Dividend",
        Trains: "BuyTrain",
        Privates: "BuyCompany",
        Discard: "DiscardTrain",
        SecondWallTile: "SpecialTrack",
        SecondFerryPiece: "SpecialTrack",
    },
    phases={"1": "2", "7": "D"},
    privates={"GW": "CW"},
    abilities=_abilities,
    private_facts=_private_facts,
    route_note=_route_note,
    expected=EXPECTED,
)
