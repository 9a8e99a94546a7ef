"""Legal actions in the form of a golden trace: for each kind of action, what it adds to the lists.

A title that lists a kind of action differently has a form of its own in its dialect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choice,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Exchange,
    LayTile,
    Pass,
    PlaceStation,
    Run,
    SellShares,
    StartCompany,
)
from ..engine.own import this_turn
from ..engine.shares import price
from ..engine.state import BANK, IPO, POOL
from ..engine.steps.operating import dividend_effect
from ..engine.steps.stations import station_cost
from .dialect import Form, Json

if TYPE_CHECKING:
    from .trace import View


def add(target: Json, key: str, row: Any) -> None:
    """Add a row to a list of the trace."""
    target.setdefault(key, []).append(row)


def _pass(view: View, target: Json, choice: Choice, action: Pass) -> None:
    target["pass"] = True


def _bid(view: View, target: Json, choice: Choice, action: Bid) -> None:
    item = view.dialect.private_out(action.target)
    row = {"target": item, "target_type": "company", "min": choice.low, "max": choice.high}
    add(target, "bid", row)


def _buy_private(view: View, target: Json, choice: Choice, action: BuyPrivate) -> None:
    state = view.game.state
    private = view.dialect.private_out(action.private)
    if state.turn is None:  # in the auction
        price = action.price
        row = {"target": private, "target_type": "company", "min": price, "max": price}
        add(target, "bid", {**row, "buy": True})
        return
    owner = state.private_owner[action.private]
    assert isinstance(owner, int)
    row = {"company": private, "from": view.ids[owner], "min": choice.low, "max": choice.high}
    add(target, "buy_company", row)


def _start(view: View, target: Json, choice: Choice, action: StartCompany) -> None:
    pars = target.setdefault("par", {}).setdefault(action.company, [])
    pars.append([action.par, view.dialect.par_out(view.game, action.par)])


def _source(source: str) -> str:
    return "ipo" if source == IPO else "market"


def _buy_share(view: View, target: Json, choice: Choice, action: BuyShare) -> None:
    parts = 2 if action.source == "board" else 1
    if action.source == IPO:
        cost = view.game.state.par[action.company]
    else:
        cost = price(view.game, action.company) * parts
    row = {
        "corporation": action.company,
        "from": _source(action.source),
        "percent": 10 * parts,
        "price": cost,
        "share": view.book.offered(action.company, action.source),
    }
    add(target, "buy_shares", row)


def _exchange(view: View, target: Json, choice: Choice, action: Exchange) -> None:
    row = {
        "corporation": action.company,
        "from": _source(action.source),
        "percent": 10,
        "price": 0,
        "share": view.book.offered(action.company, action.source),
    }
    add(target, "buy_shares", row)


def _sell(view: View, target: Json, choice: Choice, action: SellShares) -> None:
    money = action.count * price(view.game, action.company)
    add_sale(view, target, action, money)


def add_sale(view: View, target: Json, action: SellShares, money: int) -> None:
    """Add a sale; it may need the director's certificate."""
    row: Json = {"corporation": action.company, "percent": action.count * 10, "price": money}
    certificates = view.game.state.shares[action.company]
    if action.count > certificates[1:].count(view.game.step.actor(view.game)):
        row["president"] = True
    add(target, "sell_shares", row)


def _lay(view: View, target: Json, choice: Choice, action: LayTile) -> None:
    turns = (action.rotation, *choice.turns)
    lays = target.setdefault("lay_tile", {"lays": {}})
    lays["lays"].setdefault(action.hex, {}).setdefault(action.tile, []).extend(turns)
    cost = view.dialect.lay_cost(view.game, action)
    if cost:
        lays.setdefault("cost", {}).setdefault(action.hex, {})[action.tile] = cost


def _station(view: View, target: Json, choice: Choice, action: PlaceStation) -> None:
    turn = this_turn(view.game)
    add(target, "place_token", [action.hex, action.city, station_cost(view.game, turn.company)])


def _run(view: View, target: Json, choice: Choice, action: Run) -> None:
    game = view.game
    cards = game.state.trains[this_turn(game).company]
    target["run_routes"] = {"trains": [view.dialect.train_row(game, card) for card in cards]}


def _dividend(view: View, target: Json, choice: Choice, action: Dividend) -> None:
    game = view.game
    turn = this_turn(game)
    per_share, direction, gets = dividend_effect(game, turn.company, action.kind, turn.revenue)
    market = game.definition.market
    table = market.right if direction == "right" else market.left
    cell = table[game.state.cell[turn.company]]
    target.setdefault("dividend", {})["payout" if action.kind == "pay" else "withhold"] = {
        "ok": True,
        "corporation": 0 if action.kind == "pay" else turn.revenue,
        "per_share": per_share,
        "direction": direction,
        "times": 1,
        "company_gets": gets + turn.bonus_income,
        "new_price": market.price[cell],
        "new_cell": view.dialect.cell_out(game, cell),
    }


def _buy_train(view: View, target: Json, choice: Choice, action: BuyTrain) -> None:
    low = action.price if choice.low is None else choice.low
    high = action.price if choice.high is None else choice.high
    add(target, "buy_train", train_row(view, action, low, high))


def emergency(view: View, trains: list[Json], must: bool, sales: list[BuyTrain]) -> Json:
    """Tell of a purchase whether the director helps, and what is sold to others but not here."""
    result: Json = {"must": must}
    if must:
        result["president_may_contribute"] = True
    rows = [train_row(view, action, action.price, action.price) for action in sales]
    refused = [row for row in rows if row not in trains]
    if refused:
        result["refused"] = refused
    return result


def train_row(view: View, action: BuyTrain, low: int, high: int) -> Json:
    """Return how a train is listed for sale."""
    sources = {BANK: "depot", POOL: "discard"}
    card = view.dialect.train_out(view.game, action.train)
    row: Json = {
        "train": card,
        "sym": card.rpartition("-")[0],
        "variant": view.dialect.train_name(view.game, action.train),
        "from": sources.get(action.source, action.source),
        "min": low,
        "max": high,
    }
    if action.trade_in:
        row["exchange"] = action.trade_in
    return row


def _discard(view: View, target: Json, choice: Choice, action: DiscardTrain) -> None:
    add(target, "discard_train", view.dialect.train_row(view.game, action.train))


def _bankrupt(view: View, target: Json, choice: Choice, action: DeclareBankruptcy) -> None:
    target["bankrupt"] = True


FORMS: dict[type[Action], Form] = {
    Pass: _pass,
    Bid: _bid,
    BuyPrivate: _buy_private,
    StartCompany: _start,
    BuyShare: _buy_share,
    Exchange: _exchange,
    SellShares: _sell,
    LayTile: _lay,
    PlaceStation: _station,
    Run: _run,
    Dividend: _dividend,
    BuyTrain: _buy_train,
    DiscardTrain: _discard,
    DeclareBankruptcy: _bankrupt,
}
