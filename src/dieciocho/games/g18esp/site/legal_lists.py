"""Legal actions of 18ESP in the form of a golden trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.actions import (
    BuyTrain,
    Choose,
    Dividend,
    PlaceStation,
    Run,
    StartCompany,
    Use,
)
from ....engine.depot import top_card
from ....engine.state import BANK
from ....interop.dialect import Form, Json
from ....interop.legal_lists import add, emergency
from ..actions import Absorb, Combine, OpenPass
from ..combine import TIMES, bases, recyclable
from ..earnings import effect
from ..facts import TENDER_PRICE, is_small, this_turn
from ..forced import has_room, may_own, must_buy
from ..goals import CONNECTED
from ..pioneers import MARKET_TENDER, OWNERS_TENDER
from ..printed import printed, train_of
from ..running import RunTrains, able_trains, tender_trains
from ..stock import REPAY
from ..track import cost, power_cost
from ..trains import sides
from ..turn import Track

if TYPE_CHECKING:
    from ....engine.actions import Action, Choice, LayTile
    from ....engine.game import Game
    from ....interop.trace import View


def lay_cost(game: Game, action: LayTile) -> int:
    money = cost if action.power is None else power_cost
    return money(game, game.step, action.hex)


def _start(view: View, target: Json, choice: Choice, action: StartCompany) -> None:
    pars = target.setdefault("par", {}).setdefault(action.company, [])
    pars.insert(0, [action.par, view.dialect.par_out(view.game, action.par)])


def _station(view: View, target: Json, choice: Choice, action: PlaceStation) -> None:
    free = not isinstance(view.game.step, Track)
    add(target, "place_token", [action.hex, action.city, 0 if free else 50])


def _run(view: View, target: Json, choice: Choice, action: Run) -> None:
    game = view.game
    cards = able_trains(game, this_turn(game).company)
    target["run_routes"] = {"trains": [view.dialect.train_row(game, card) for card in cards]}


def _dividend(view: View, target: Json, choice: Choice, action: Dividend) -> None:
    game, turn = view.game, this_turn(view.game)
    per_share, direction, times, gets = effect(game, turn.company, action.kind, turn.revenue)
    market, cell = game.definition.market, game.state.cell[turn.company]
    for _ in range(times):
        cell = (market.right if direction == "right" else market.left)[cell]
    target.setdefault("dividend", {})["payout" if action.kind == "pay" else "withhold"] = {
        "ok": True,
        "corporation": gets if action.kind == "keep" or is_small(game, turn.company) else 0,
        "per_share": per_share,
        "direction": direction,
        "times": times,
        "company_gets": gets + turn.bonus_income,
        "new_price": market.price[cell],
        "new_cell": [0, cell],
    }


def _choose(view: View, target: Json, choice: Choice, action: Choose) -> None:
    game, turn = view.game, view.game.state.turn
    option = action.option
    if isinstance(game.step, RunTrains):
        assert turn is not None
        option = str(tender_trains(game, turn.company).index(option))
    add(target, "choose", option)


def _use(view: View, target: Json, choice: Choice, action: Use) -> None:
    if action.thing == REPAY:
        target["payoff_player_debt"] = True
    elif action.thing == CONNECTED:
        target["destination_connection"] = True
    else:
        add(target, "special_buy", [describe(view.game, action.thing), TENDER_PRICE])


def _open_pass(view: View, target: Json, choice: Choice, action: OpenPass) -> None:
    add(target, "choose" if action.power is None else "choose_ability", action.hex)


def _absorb(view: View, target: Json, choice: Choice, action: Absorb) -> None:
    add(target, "merge", action.company)


def _combine(view: View, target: Json, choice: Choice, action: Combine) -> None:
    """The trains of the company, and what may be attached to them, once for all."""
    game, turn = view.game, this_turn(view.game)
    fronts: dict[str, list[list[Any]]] = {}
    for kind in recyclable(game):
        train = printed(game).trains[kind]
        money = TIMES * train.price
        if money <= game.state.cash[turn.company]:
            fronts.setdefault(str(train.back if train.gauge else kind), []).append([kind, money])
    target["combined_trains"] = {
        "base": [view.dialect.train_row(game, card) for card in bases(game, turn.company)],
        "additional": [[f"{front}-0", sides] for front, sides in fronts.items()],
    }


def purchases(view: View, trains: list[Json]) -> Json:
    """The director helps with a train that must be bought; what the bank sells in vain."""
    game, turn = view.game, this_turn(view.game)
    top = top_card(game)
    cards = [] if top is None or not has_room(game, turn.company) else sides(game, top)
    own = [card for card in cards if may_own(game, turn.company, train_of(game, card))]
    sales = [BuyTrain(card, BANK, train_of(game, card).price) for card in own]
    return emergency(view, trains, must_buy(game, turn.company), sales)


def end_trigger(game: Game) -> tuple[str, str] | None:
    last = "second_last_train" in game.state.ending
    return ("second_eight", "one_more_full_or_set") if last else None


def describe(game: Game, thing: str) -> str:
    words = {OWNERS_TENDER: "Tender from owner of P5", MARKET_TENDER: "Tender from bank"}
    return words[thing]


FORMS: dict[type[Action], Form] = {
    StartCompany: _start,
    PlaceStation: _station,
    Run: _run,
    Dividend: _dividend,
    Choose: _choose,
    Use: _use,
    OpenPass: _open_pass,
    Absorb: _absorb,
    Combine: _combine,
}
