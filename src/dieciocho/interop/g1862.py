"""1862 on 18xx.games = our 1862 in the edition `online`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    Choice,
    Choose,
    DeclareBankruptcy,
    Dividend,
    PlaceStation,
    Route,
    Run,
    SellShares,
    StartCompany,
)
from ..engine.shares import DIRECTOR, percent, price
from ..engine.state import BANK, IPO, POOL, Owner
from ..engine.study import value_of
from ..games.g1862.actions import Merge, RaiseMoney, RecordedRun, RemoveStation, TopUp
from ..games.g1862.consolidation import OddShare
from ..games.g1862.facts import LONDON, Round1862, Turn1862, facts, this_turn
from ..games.g1862.floating import BuyStations
from ..games.g1862.holdings import held, value
from ..games.g1862.limits import certificate_limit
from ..games.g1862.mergers import RemoveStations, Survivor
from ..games.g1862.parliament import CharterAuction, CharterPar, CharterShares
from ..games.g1862.stations import is_bare, waiting_in
from ..games.g1862.stock import TREASURY, StockRound
from ..games.g1862.trains import card_of, shares_to_sell, shortfall
from ..games.g1862.turn import KEEP, TOP_UP, jumps, top_up_amount
from .dialect import Dialect, Json
from .forms import add

if TYPE_CHECKING:
    from ..engine.game import Game

TOKENS_BEFORE = 3, 2  # what the site shows of companies that have not floated, without charter


# --- state -----------------------------------------------------------------------------


def _train_name(game: Game, card: str) -> str:
    return game.kind_of(card) + "*" * facts(game).warranties.get(card, 0)


def _trains(game: Game, company: str) -> list[list[str]]:
    return [[card_of(game, c), _train_name(game, c)] for c in game.state.trains[company]]


def _company_facts(game: Game, company: str) -> Json:
    state, now = game.state, facts(game)
    started = company in state.par
    chartered = company in now.chartered
    left = TOKENS_BEFORE[started and not chartered]
    waiting = waiting_in(game, company) if company in now.homed else None
    if waiting is not None and is_bare(game, waiting):
        waiting = None
    choosing = any(isinstance(s, BuyStations) and s.company == company for s in state.agenda)
    if company in state.floated and not choosing:
        left = state.stations_left[company] + (waiting is not None)
    result: Json = {
        "trains": _trains(game, company),
        "treasury": percent(game, company, company),
        "tokens": [
            [hex_name, 0, slot]
            for (hex_name, _), slots in state.stations.items()
            for slot, owner in enumerate(slots)
            if owner == company and hex_name != waiting
        ],
        "tokens_left": [0] * left,
        "float_percent": 50,
        "capitalization": "incremental" if started and not chartered else "full",
        "chartered": chartered,
        "permits": list(now.permits[company]),
        "pres_cert": "bank",
    }
    if started:
        cell = state.cell[company]
        at = game.definition.market.price[cell]
        result["cell"] = [0, cell]
        result["par"] = state.par[company] if chartered else at
        result["par_original"] = state.par[company]
    others = {
        str(holder): 10 * state.shares[company].count(holder)
        for holder in state.shares[company]
        if isinstance(holder, str) and holder not in (IPO, POOL, company)
    }
    if others:
        result["held_by_companies"] = others
    return result


def _tiles(game: Game) -> Json:
    """The base tile counts the pieces, each face what lies with it."""
    state, definition = game.state, game.definition
    result: Json = {}
    for name, left in state.supply.items():
        if "_" not in name:  # a face lies there together with its base
            laid = sum(1 for placed in state.board if placed.name.partition("_")[0] == name)
            left = max(0, definition.tile_counts[name] - laid)
        if left:
            result[name] = left
    return result


def _facts(game: Game) -> Json:
    state, now = game.state, facts(game)
    extra: Json = {
        "lner": now.lner,
        "lner_triggered": now.lner_due,
        "deferred_rust": sorted(card_of(game, card) for card in now.rusting),
        "skip_round": [],
    }
    if isinstance(state.round, Round1862) and state.round.kind == "operating":
        extra["skip_round"] = list(state.round.cut_short)
        extra["emergency_buy"] = state.turn is not None and this_turn(game).raised
    return {
        "cert_limit": certificate_limit(game),
        "tiles": _tiles(game),
        "market": {f"0,{cell}": list(stack) for cell, stack in state.stacks.items()},
        "extra": extra,
    }


def _entity(game: Game) -> tuple[str, Any] | None:
    step = game.step
    if isinstance(step, OddShare):
        holder = step.holder
        return ("player", holder) if isinstance(holder, int) else ("corporation", holder)
    if isinstance(step, RemoveStations):
        return "corporation", step.survivor
    return None


def _priority(game: Game) -> int:
    """The site says who would have the priority deal if the round ended now."""
    state = game.state
    if state.round.kind != "stock" or game.over:
        return state.priority
    step = next((s for s in state.agenda if isinstance(s, StockRound)), None)
    last = state.round.last_to_act
    if step is not None and (step.sold or step.done):
        last = step.actor(game)
    return state.priority if last is None else (last + 1) % len(game.players)


def _amend(view: Any, state: Json) -> None:
    game: Game = view.game
    now, current = facts(game), game.state.round
    state["priority"] = view.ids[_priority(game)]
    state["privates"] = {}
    for company in now.licences:
        entry = state["privates"][company] = {"revenue": 0, "range": [0, 0]}
        if company in now.obligations:
            entry["owner"] = view.ids[now.obligations[company]]
        if company in state["companies"]:
            _amend_company(view, company, state["companies"][company])
    for seat, identity in enumerate(view.ids):
        state["players"][str(identity)]["privates"] = [
            c for c, owner in now.obligations.items() if owner == seat
        ]
    turn = game.state.turn
    if isinstance(turn, Turn1862) and turn.opened_by:
        state["round"]["operator"] = turn.opened_by
    _keep_last_turn(view, state["round"])
    if current.kind == "stock":
        del state["round"]["num_laid_track"], state["round"]["upgraded_track"]
    if current.kind == "parliament":
        state["auction"] = _auction(view)


def _keep_last_turn(view: Any, entry: Json) -> None:
    """A finished game shows what was built in the last turn."""
    built = ("num_laid_track", "upgraded_track", "tokened")
    if view.game.state.turn is not None:
        view.notes["built"] = {key: entry[key] for key in built}
    elif view.game.over:
        entry.update(view.notes["built"])


def _amend_company(view: Any, company: str, entry: Json) -> None:
    game: Game = view.game
    if company in game.state.par:
        view.notes[company] = entry["par_original"]
        holder = game.state.shares[company][DIRECTOR]
        entry["pres_cert"] = view.ids[holder] if isinstance(holder, int) else "market"
    elif company in view.notes:
        entry["par_original"] = view.notes[company]  # of its former life
    run = game.state.last_runs.get(company)
    if run is not None and run.kind == TOP_UP:
        entry["last_run"]["kind"] = "hudson"
        del entry["last_run"]["amount"]


def _auction(view: Any) -> Json:
    game: Game = view.game
    result: Json = {"bids": {}}
    step = game.step
    if isinstance(step, CharterAuction):
        result["auctioning"] = step.company
        last = dict(step.bids)  # the last bid of each counts
        bids = sorted((bid, seat) for seat, bid in last.items() if seat in step.bidders)
        result["bids"] = {step.company: [[view.ids[seat], bid] for bid, seat in bids]}
        result["bidders"] = [view.ids[seat] for seat in step.bidders]
    elif isinstance(step, CharterPar):
        result["finish"] = ["par"]
    elif isinstance(step, CharterShares):
        result["finish"] = ["buy_shares", "pass"]
    return result


# --- legal sets ------------------------------------------------------------------------


def _start(view: Any, target: Json, choice: Choice, action: StartCompany) -> None:
    cell = view.game.definition.market.price.index(action.par)
    target.setdefault("par", {}).setdefault(action.company, []).append([action.par, [0, cell]])


def _buy_share(view: Any, target: Json, choice: Choice, action: BuyShare) -> None:
    game: Game = view.game
    cost = game.state.par[action.company] if action.source == IPO else price(game, action.company)
    places = {IPO: "ipo", POOL: "market", TREASURY: "treasury"}
    source = places[action.source]
    row = {"corporation": action.company, "from": source, "percent": 10, "price": cost}
    add(target, "buy_shares", row)


def _sell(view: Any, target: Json, choice: Choice, action: SellShares) -> None:
    money = action.count * value(view.game, action.company)
    row = {"corporation": action.company, "percent": 10 * action.count, "price": money}
    add(target, "sell_shares", row)


def _station(view: Any, target: Json, choice: Choice, action: PlaceStation) -> None:
    add(target, "place_token", [action.hex, 0, 0])


def _run(view: Any, target: Json, choice: Choice, action: Run) -> None:
    from ..games.g1862.running import runnable

    game: Game = view.game
    company = this_turn(game).company
    target["run_routes"] = {
        "trains": [[card_of(game, c), _train_name(game, c)] for c in runnable(game, company)]
    }


def _row(game: Game, company: str, kind: str, paid: int, gets: int) -> Json:
    market = game.definition.market
    cell = game.state.cell[company]
    steps = jumps(game, company, paid) if kind != KEEP else 1
    table = market.left if kind == KEEP else market.right
    for _ in range(steps):
        cell = table[cell]
    row: Json = {
        "per_share": paid // 10,
        "company_gets": gets,
        "new_price": market.price[cell],
        "new_cell": [0, cell],
    }
    if not market.price[cell]:  # bankrupt: nothing is left
        row = {"per_share": 0, "company_gets": -game.state.cash[company]}
    if steps:
        row["direction"], row["times"] = "left" if kind == KEEP else "right", steps
    return row


def _dividend(view: Any, target: Json, choice: Choice, action: Dividend) -> None:
    game: Game = view.game
    turn = this_turn(game)
    company, rows = turn.company, target.setdefault("dividend", {})
    if action.kind == "keep":
        rows["withhold"] = _row(game, company, KEEP, 0, turn.revenue + turn.bonus_income)
    else:
        own = turn.revenue // 10 * held(game, company, company)
        rows["payout"] = _row(game, company, "pay", turn.revenue, own + turn.bonus_income)


def _top_up(view: Any, target: Json, choice: Choice, action: TopUp) -> None:
    game: Game = view.game
    turn = this_turn(game)
    company = turn.company
    added = top_up_amount(game, company)
    assert added is not None
    paid = turn.revenue + added
    gets = paid // 10 * held(game, company, company) - added + turn.bonus_income
    target.setdefault("dividend", {})["hudson"] = _row(game, company, TOP_UP, paid, gets)


def _buy_train(view: Any, target: Json, choice: Choice, action: BuyTrain) -> None:
    game: Game = view.game
    row = {
        "train": card_of(game, action.train),
        "variant": _variant(game, action),
        "from": "depot" if action.source == BANK else action.source,
        "min": action.price,
        "max": action.price,
    }
    add(target, "buy_train", row)


def _variant(game: Game, action: BuyTrain) -> str:
    """The free warranty of a new train is part of its name, as are those of a used one."""
    if action.source != BANK:
        return _train_name(game, action.train)
    group = game.kind_of(card_of(game, action.train))
    return game.kind_of(action.train) + "*" * game.definition.trains[group].warranty


def _choose(view: Any, target: Json, choice: Choice, action: Choose) -> None:
    step = view.game.step
    option = action.option
    if isinstance(step, Survivor):
        option = "first" if option == step.company(view.game) else "last"
    add(target, "choose", option)


def _merge(view: Any, target: Json, choice: Choice, action: Merge) -> None:
    add(target, "merge", action.company)


def _remove(view: Any, target: Json, choice: Choice, action: RemoveStation) -> None:
    game: Game = view.game
    step = game.step
    assert isinstance(step, RemoveStations)
    for (hex_name, _), slots in game.state.stations.items():
        for slot, owner in enumerate(slots):
            if hex_name == action.hex and owner in (step.survivor, step.lost):
                add(target, "remove_token", [hex_name, 0, slot, owner])


def _raise(view: Any, target: Json, choice: Choice, action: RaiseMoney) -> None:
    """A pass sells shares if they suffice, else it refinances; `convert` refinances anyway."""
    game: Game = view.game
    target["pass"] = True
    if action.means == "refinancing" and shares_to_sell(game, this_turn(game).company):
        target["convert"] = True


def _bankrupt(view: Any, target: Json, choice: Choice, action: DeclareBankruptcy) -> None:
    target["pass"] = True


# --- recorded actions ------------------------------------------------------------------


def _read_pass(reader: Any, recorded: Json) -> Action:
    from ..engine.actions import Pass

    game: Game = reader.game
    if game.step.name == "Trains" and shortfall(game, this_turn(game).company):
        company = this_turn(game).company
        if shares_to_sell(game, company):
            return RaiseMoney("shares")
        options = [choice.action for choice in game.legal_actions()]
        means = RaiseMoney("refinancing")
        return means if means in options else DeclareBankruptcy()
    return Pass()


def _read_bid(reader: Any, recorded: Json) -> Action:
    return Bid(recorded["corporation"], recorded["price"])


def _read_choose(reader: Any, recorded: Json) -> Action:
    game: Game = reader.game
    step, option = game.step, str(recorded["choice"])
    if isinstance(step, Survivor):
        option = step.company(game) if option == "first" else step.other
    return Choose(option)


def _read_merge(reader: Any, recorded: Json) -> Action:
    return Merge(recorded["corporation"])


def _read_remove(reader: Any, recorded: Json) -> Action:
    tile = recorded["city"].rpartition("-")[0]
    return RemoveStation(_hex_of(reader, recorded["city"], tile))


def _hex_of(reader: Any, city: str, tile: str) -> str:
    if city[:3] in {stop[0] for stop in LONDON}:
        return city[:3]
    hexes: dict[str, str] = reader._tile_hex
    return hexes.get(tile, tile.rpartition("-")[0])


def _read_convert(reader: Any, recorded: Json) -> Action:
    return RaiseMoney("refinancing")


def _read_place(reader: Any, recorded: Json) -> Action:
    hex_name = _hex_of(reader, recorded["city"], recorded["city"].rpartition("-")[0])
    return PlaceStation(hex_name, dict(LONDON).get(hex_name, 0))


class ShareBook:
    """Follows the certificates that the site calls by number: `EUR_3`.

    An action names what is bought or sold; what else moves is taken from the end of the lists,
    except treasury shares that are sold for a train.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lists: dict[str, dict[Owner, list[str]]] = {}

    def start(self, company: str) -> None:
        """A company is (re)started: its certificates are in order again."""
        place = IPO if company in facts(self.game).chartered else company
        self._lists[company] = {place: [f"{company}_{n}" for n in range(1, 8)]}

    def source(self, share: str) -> Owner | None:
        """Return where an ordinary share is."""
        company = share.rpartition("_")[0]
        self._sync(company)
        found = [o for o, shares in self._lists[company].items() if share in shares]
        return found[0] if found else None

    def move(self, share: str, target: Owner) -> None:
        company = share.rpartition("_")[0]
        self._sync(company)
        for shares in self._lists[company].values():
            if share in shares:
                shares.remove(share)
                self._lists[company].setdefault(target, []).append(share)
                return

    def _sync(self, company: str) -> None:
        """Move shares from who has fewer now to who has more."""
        lists = self._lists[company]
        holders = self.game.state.shares[company][1:]
        count = {owner: holders.count(owner) for owner in {*holders, *lists}}
        fewer = [owner for owner, shares in lists.items() if len(shares) > count[owner]]
        if fewer == [company]:  # sold for a train, the first ones
            spare = lists[company][: len(lists[company]) - count[company]]
        else:
            spare = [s for owner in fewer for s in reversed(lists[owner][count[owner] :])]
        for owner, shares in lists.items():
            lists[owner] = [share for share in shares if share not in spare]
        for owner, number in count.items():
            there = lists.setdefault(owner, [])
            while len(there) < number:
                there.append(spare.pop(0))


def _book(reader: Any) -> ShareBook:
    book = reader.notes.setdefault("shares", ShareBook(reader.game))
    assert isinstance(book, ShareBook)
    return book


def _read_shares(reader: Any, recorded: Json) -> Action:
    """Find out where a share comes from: the site names the certificate only."""
    game: Game = reader.game
    share = recorded["shares"][0]
    company = share.rpartition("_")[0]
    offers: list[Any] = [
        choice.action.source
        for choice in game.legal_actions()
        if isinstance(choice.action, BuyShare) and choice.action.company == company
    ]
    book = _book(reader)
    place = book.source(share)
    known: Any = TREASURY if place == company else place
    if "from" in recorded:
        known = POOL if recorded["from"] == "market" else recorded["from"]
    corporation = recorded["entity_type"] == "corporation"
    book.move(share, company if corporation else game.step.actor(game))
    return BuyShare(company, known if known in offers else offers[0] if offers else "pool")


def _read_sale(reader: Any, recorded: Json) -> Action:
    for share in recorded["shares"]:
        _book(reader).move(share, POOL)
    company = recorded["shares"][0].rpartition("_")[0]
    return SellShares(company, recorded["percent"] // 10)


def _read_par(reader: Any, recorded: Json) -> Action:
    _book(reader).start(recorded["corporation"])
    return StartCompany(recorded["corporation"], int(recorded["share_price"].split(",")[0]))


def _read_train(reader: Any, recorded: Json) -> Action:
    game: Game = reader.game
    card, number = recorded["train"], recorded["train"].rpartition("-")[2]
    for owner, cards in game.state.trains.items():
        for train in cards:
            if owner != BANK and card_of(game, train) == card:
                return BuyTrain(train, str(owner), recorded["price"])
    kind = recorded["variant"].rstrip("*")
    extra = 50 * int(recorded.get("warranties") or 0)
    return BuyTrain(f"{kind}-{number}", BANK, recorded["price"] + extra)


def _read_run(reader: Any, recorded: Json) -> Action:
    """Take the stored revenue where it is not the one of today's rule (D24)."""
    game: Game = reader.game
    company = this_turn(game).company
    ours = {card_of(game, train): train for train in game.state.trains[company]}
    routes = []
    for entry in recorded["routes"]:
        # Areas and small stations have other numbers there: the track decides.
        route = reader.route({**entry, "nodes": ()})
        routes.append(Route(ours[route.train], route.path))
    run = Run(tuple(routes))
    revenue = sum(entry["revenue"] for entry in recorded["routes"])
    subsidy = recorded.get("subsidy") or sum(e.get("subsidy", 0) for e in recorded["routes"])
    found = value_of(game, company, run.routes)
    if (found.revenue, found.income) == (revenue, subsidy):
        return run
    return RecordedRun(run.routes, revenue, subsidy)


def _read_dividend(reader: Any, recorded: Json) -> Action:
    if recorded["kind"] == "hudson":
        return TopUp()
    return Dividend("pay" if recorded["kind"] == "payout" else "keep")


DIALECT = Dialect(
    writes=False,
    title="1862",
    game="1862",
    options=(),
    choices={
        "eight_tokens": {"stations": "8"},
        "short_length": {"length": "short"},
        "long_length": {"length": "long"},
    },
    steps={
        "Parliament": "CharterAuction",
        "CharterAuction": "CharterAuction",
        "CharterPar": "CharterAuction",
        "CharterShares": "CharterAuction",
        "StockRound": "BuySellParShares",
        "BuyStations": "BuyTokens",
        "FineSale": "ForcedSales",
        "HomeUpgrade": "HomeUpgrade",
        "Merger": "Merge",
        "SurvivorOfMerger": "Merge",
        "Acquisition": "Acquire",
        "SurvivorOfAcquisition": "Acquire",
        "OddShare": "OptionShare",
        "RemoveStations": "RemoveTokens",
        "Track": "Track",
        "Station": "Token",
        "RunTrains": "Route",
        "PayDividend": "Dividend",
        "Trains": "BuyTrain",
        "Redeem": "RedeemShare",
    },
    phases={},
    privates={},
    abilities=lambda game: {},
    private_facts=lambda game, private: {},
    facts=_facts,
    company_facts=_company_facts,
    train_out=card_of,
    variants=True,
    empty_purchases=False,
    entity=_entity,
    amend=_amend,
    forms={
        StartCompany: _start,
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
    },
    readings={
        "pass": _read_pass,
        "bid": _read_bid,
        "choose": _read_choose,
        "merge": _read_merge,
        "remove_token": _read_remove,
        "convert": _read_convert,
        "place_token": _read_place,
        "buy_shares": _read_shares,
        "sell_shares": _read_sale,
        "par": _read_par,
        "buy_train": _read_train,
        "dividend": _read_dividend,
        "run_routes": _read_run,
    },
)
