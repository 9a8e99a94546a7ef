"""The legal actions of 1862 as the traces of 18xx.games list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    Choice,
    Choose,
    DeclareBankruptcy,
    Dividend,
    PlaceStation,
    Run,
    SellShares,
)
from ....engine.depot import card_of, top_card
from ....engine.shares import price
from ....engine.state import BANK, IPO, POOL
from ....interop.dialect import Form, Json
from ....interop.legal_lists import add, add_sale
from ..actions import Merge, RaiseMoney, RemoveStation, TopUp
from ..dividends import KEEP, TOP_UP, jumps, top_up_amount
from ..facts import MOST_WARRANTIES, this_turn
from ..forced import must_buy, shares_to_sell
from ..holdings import held, value
from ..mergers import RemoveStations, Survivor
from ..printed import printed, train_of
from ..run_step import runnable
from ..stock import TREASURY
from .state import train_name

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....interop.trace import View


def _bid(view: View, target: Json, choice: Choice, action: Bid) -> None:
    row = {"target": action.target, "target_type": "corporation", "multiple": choice.step}
    add(target, "bid", {**row, "min": choice.low, "max": choice.high})


def _buy_share(view: View, target: Json, choice: Choice, action: BuyShare) -> None:
    game = view.game
    cost = game.state.par[action.company] if action.source == IPO else price(game, action.company)
    places = {IPO: "ipo", POOL: "market", TREASURY: "treasury"}
    source = places[action.source]
    row = {"corporation": action.company, "from": source, "percent": 10, "price": cost}
    share = view.book.offered(action.company, action.source)
    add(target, "buy_shares", {**row, "share": share})


def _sell(view: View, target: Json, choice: Choice, action: SellShares) -> None:
    add_sale(view, target, action, action.count * value(view.game, action.company))


def _station(view: View, target: Json, choice: Choice, action: PlaceStation) -> None:
    add(target, "place_token", [action.hex, 0, 0])


def _run(view: View, target: Json, choice: Choice, action: Run) -> None:
    game = view.game
    company = this_turn(game).company
    cards = runnable(game, company)
    target["run_routes"] = {"trains": [view.dialect.train_row(game, card) for card in cards]}


def _row(game: Game, company: str, kind: str, paid: int, gets: int, corporation: int) -> Json:
    market = game.definition.market
    cell = game.state.cell[company]
    steps = jumps(game, company, paid) if kind != KEEP else 1
    table = market.left if kind == KEEP else market.right
    for _ in range(steps):
        cell = table[cell]
    row: Json = {
        "ok": True,
        "corporation": corporation,
        "per_share": paid // 10,
        "company_gets": gets,
        "new_price": market.price[cell],
        "new_cell": [0, cell],
    }
    if not market.price[cell]:  # bankrupt: nothing is left
        lost = -game.state.cash[company]
        row = {"ok": True, "corporation": corporation, "per_share": 0, "company_gets": lost}
    if steps:
        row["direction"], row["times"] = "left" if kind == KEEP else "right", steps
    return row


def _dividend(view: View, target: Json, choice: Choice, action: Dividend) -> None:
    game = view.game
    turn = this_turn(game)
    company, rows = turn.company, target.setdefault("dividend", {})
    if action.kind == "keep":
        rows["withhold"] = _row(
            game, company, KEEP, 0, turn.revenue + turn.bonus_income, turn.revenue
        )
    else:
        own = turn.revenue // 10 * held(game, company, company)
        rows["payout"] = _row(game, company, "pay", turn.revenue, own + turn.bonus_income, 0)


def _top_up(view: View, target: Json, choice: Choice, action: TopUp) -> None:
    game = view.game
    turn = this_turn(game)
    company = turn.company
    added = top_up_amount(game, company)
    assert added is not None
    paid = turn.revenue + added
    gets = paid // 10 * held(game, company, company) - added + turn.bonus_income
    target.setdefault("dividend", {})["hudson"] = _row(game, company, TOP_UP, paid, gets, -added)


def _buy_train(view: View, target: Json, choice: Choice, action: BuyTrain) -> None:
    game = view.game
    row = {
        "train": card_of(game, action.train),
        "sym": game.kind_of(card_of(game, action.train)),
        "variant": variant(game, action),
        "from": "depot" if action.source == BANK else action.source,
        "min": action.price,
        "max": action.price,
    }
    add(target, "buy_train", row)


def purchases(view: View, trains: list[Json]) -> Json:
    game = view.game
    top = top_card(game)
    free = 0 if top is None else train_of(game, top).warranty
    must = must_buy(game, this_turn(game).company)
    return {"must": must, "warranty_max": MOST_WARRANTIES - free}


def variant(game: Game, action: BuyTrain) -> str:
    """The free warranty of a new train is part of its name, as are those of a used one."""
    if action.source != BANK:
        return train_name(game, action.train)
    group = game.kind_of(card_of(game, action.train))
    return game.kind_of(action.train) + "*" * printed(game).trains[group].warranty


def _choose(view: View, target: Json, choice: Choice, action: Choose) -> None:
    step = view.game.step
    option = action.option
    if isinstance(step, Survivor):
        option = "first" if option == step.company(view.game) else "last"
    add(target, "choose", option)


def _merge(view: View, target: Json, choice: Choice, action: Merge) -> None:
    add(target, "merge", action.company)


def _remove(view: View, target: Json, choice: Choice, action: RemoveStation) -> None:
    game = view.game
    step = game.step
    assert isinstance(step, RemoveStations)
    for (hex_name, _), slots in game.state.stations.items():
        for slot, owner in enumerate(slots):
            if hex_name == action.hex and owner in (step.survivor, step.lost):
                add(target, "remove_token", [hex_name, 0, slot, owner])


def _raise(view: View, target: Json, choice: Choice, action: RaiseMoney) -> None:
    """A pass sells shares if they suffice, else it refinances; `convert` refinances anyway."""
    game = view.game
    target["pass"] = True
    if action.means == "refinancing" and shares_to_sell(game, this_turn(game).company):
        target["convert"] = True


def _bankrupt(view: View, target: Json, choice: Choice, action: DeclareBankruptcy) -> None:
    target["pass"] = True


FORMS: dict[type[Action], Form] = {
    Bid: _bid,
    BuyShare: _buy_share,
    SellShares: _sell,
    PlaceStation: _station,
    Run: _run,
    Dividend: _dividend,
    TopUp: _top_up,
    BuyTrain: _buy_train,
    Choose: _choose,
    Merge: _merge,
    RemoveStation: _remove,
    RaiseMoney: _raise,
    DeclareBankruptcy: _bankrupt,
}
