"""18ESP on 18xx.games = our 18ESP in the edition `online`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    PlaceStation,
    Route,
    Run,
    StartCompany,
    Use,
)
from ..engine.shares import percent
from ..engine.state import BANK, OUT
from ..games.g18esp.actions import Absorb, Combine, OpenPass
from ..games.g18esp.auction import unsold
from ..games.g18esp.combine import TIMES, bases, recyclable
from ..games.g18esp.earnings import effect
from ..games.g18esp.facts import (
    AREA,
    DESTINATION,
    MAQUINISTA,
    PORT,
    SOUTH,
    TENDER_PRICE,
    AuctionRound18,
    EspTurn,
    allowed,
    debt,
    facts,
    in_play,
    is_small,
)
from ..games.g18esp.goals import CONNECTED
from ..games.g18esp.pioneers import MARKET_TENDER, OWNERS_TENDER, highest_price
from ..games.g18esp.stations import available, locked
from ..games.g18esp.stock import REPAY
from ..games.g18esp.track import cost, power_cost
from ..games.g18esp.trains import must_buy
from ..games.g18esp.turn import has_route
from .dialect import Dialect, Json
from .forms import add

if TYPE_CHECKING:
    from ..engine.actions import Choice, LayTile
    from ..engine.game import Game
    from .site import Reader
    from .trace import View

# The decorative hexes between a pass and the southern map: (hex, side, side).
WAYS: dict[str, tuple[tuple[str, int, int], ...]] = {
    "D12": (("D14", 0, 3), ("D16", 0, 3)),
    "H12": (("G13", 1, 4), ("F14", 1, 4), ("E15", 0, 4), ("E17", 0, 3)),
    "J10": (("J12", 1, 3), ("I13", 1, 4), ("H14", 1, 4), ("G15", 0, 4)),
    "L8": (
        ("L10", 1, 3),
        ("K11", 1, 4),
        ("J12", 1, 4),
        ("I13", 1, 4),
        ("H14", 1, 4),
        ("G15", 4, 5),
    ),
}
SOUTH_SIDE = {"D12": 0, "H12": 1, "J10": 0, "L8": 0}  # of a pass, on the site
DECORATIVE = {name for way in WAYS.values() for name, _, _ in way}

# --- trains ----------------------------------------------------------------------------


def card_out(game: Game, card: str) -> str:
    """Return the site's id of a train: its front, whatever is attached to it."""
    kind, _, number = card.rpartition("-")
    kind = (game.definition.trains[kind].parts or (kind,))[0]
    if kind in ("2B", "1+2B"):
        return "2-0"
    if kind == "2F":
        return "2P-0"
    train = game.definition.trains[kind]
    if train.gauge:
        assert train.back is not None
        kind = train.back
    # The train of pioneer 2 is the first one there.
    return f"2-{int(number) + 1}" if kind == "2" else f"{kind}-{number}"


def name_out(game: Game, card: str) -> str:
    """Return the site's name of a train: range, tender, combined or not."""
    train = game.definition.trains[game.kind_of(card)]
    turn = game.state.turn
    name = game.kind_of(card).removesuffix("B").replace("F", "P")
    if train.parts:
        name = f"{train.range}+{train.small}C"
    carries = isinstance(turn, EspTurn) and turn.tender == card
    return f"{name}+1" if carries else name


def card_in(game: Game, theirs: str, owner: str) -> str:
    """Return the card that an owner has under the site's id."""
    return next(card for card in game.state.trains[owner] if card_out(game, card) == theirs)


# --- state -----------------------------------------------------------------------------


def _entity(game: Game) -> tuple[str, Any] | None:
    """Some steps name the company that they concern."""
    company = getattr(game.step, "company", None)
    return ("corporation", company) if isinstance(company, str) else None


def _amend(view: View, state: Json) -> None:
    game = view.game
    now = facts(game)
    state["player_order"] = [view.ids[seat] for seat in now.cards]
    if game.state.round.kind == "stock":
        del state["round"]["num_laid_track"], state["round"]["upgraded_track"]
    if game.over:
        state["round"].update(_last_turn(game))
    state["market"] = {f"0,{cell}": list(stack) for cell, stack in game.state.stacks.items()}
    for seat, seat_id in enumerate(view.ids):
        player = state["players"][str(seat_id)]
        player["shares"] = {c: p for c in game.state.shares if (p := percent(game, c, seat))}
        player["debt"] = debt(game, seat)
    state["extra"] = _extra(game)
    if isinstance(game.state.round, AuctionRound18) and unsold(game):
        state["auction"] = _auction(view)


def _last_turn(game: Game) -> Json:
    """After the end the site goes on showing the counts of the last turn."""
    turn = game.at(len(game.history) - 1).state.turn
    assert turn is not None
    return {"num_laid_track": turn.laid, "upgraded_track": turn.upgraded}


def _extra(game: Game) -> Json:
    now = facts(game)
    gone = game.state.private_owner[MAQUINISTA] == OUT
    bought = gone and allowed(game, "pioneers")  # the site goes on counting its own tender
    extra: Json = {
        "passes_open": list(now.open_passes),
        "tenders": {"P5": 1 if bought else now.tenders_of_owner, "bank": now.tenders_for_sale},
        "can_acquire_minors": allowed(game, "absorption"),
        "combined": {
            card_out(game, card): ", ".join(game.definition.trains[game.kind_of(card)].parts)
            for card in now.recycled
        },
        "aranjuez_done": now.aranjuez,
        "full_cap": allowed(game, "full_capital"),
        "unavailable": [] if allowed(game, SOUTH) else in_play(game, SOUTH),
    }
    if now.last_set is not None:
        extra["final_turn"] = now.last_set
    return extra


def _auction(view: View) -> Json:
    game = view.game
    current = game.state.round
    assert isinstance(current, AuctionRound18)
    items = [view.dialect.private_out(p) for p in unsold(game)]
    bids = [[view.ids[seat], amount] for seat, amount in current.bids]
    return {
        "auctioning": items[0],
        "bids": {items[0]: bids} if bids else {},
        "remaining": items,
        "bidders": [view.ids[seat] for seat in sorted(current.bidders)],
    }


def _company_facts(game: Game, company: str) -> Json:
    now, state = facts(game), game.state
    small = is_small(game, company)
    full = not small and (company in now.full or _comes_full(game, company))
    free = [50] * (state.stations_left[company] if full else available(game, company))
    if free and state.stations_left[company] == game.definition.companies[company].stations:
        free[0] = 0  # the home station
    done = now.goals.get(company, ())
    result: Json = {
        "type": "minor" if small else "major",
        "float_percent": 100 if small else 60 if allowed(game, "full_capital") else 40,
        "tokens_left": free,
        "tokens": _tokens(game, company),
        "trains": [[card_out(game, c), name_out(game, c)] for c in state.trains[company]],
        "goals": {
            "destination": full or DESTINATION in done,
            "offboard": full or AREA in done,
            "harbor": full or PORT in done,
            "count": len(done),
        },
        "tender": company in now.tenders,
    }
    if full:
        result["full_cap"] = True
    elif not small and locked(game, company):
        result["tokens_locked"] = [50] * locked(game, company)
    if company in state.cell:
        result["cell"] = [0, state.cell[company]]
    return result


def _comes_full(game: Game, company: str) -> bool:
    """A major that is launched from now on gets its full capital."""
    return allowed(game, "full_capital") and company not in game.state.floated


def _tokens(game: Game, company: str) -> list[list[Any]]:
    """The cities of an OO hex without a tile are slots of one city there."""
    tokens: list[list[Any]] = []
    for (hex_name, city), slots in game.state.stations.items():
        if company in slots:
            bare = game.state.board[game.definition.hexes[hex_name].index].tile.colour == "white"
            slot = slots.index(company)
            tokens.append([hex_name, 0, city] if bare else [hex_name, city, slot])
    return tokens


def _private_facts(game: Game, private: str) -> Json:
    return {
        "revenue": game.definition.privates[private].income,
        "range": [1, highest_price(game, private)],
    }


ABILITIES: dict[str, list[list[Any]]] = {
    "P1": [["tile_lay", 1]],
    "P4": [["choose_ability"]],
    "P5": [["base"]],
    "P6a": [["shares"]],
    "P6b": [["shares"]],
    "P7": [["shares"], ["no_buy"], ["close"]],
}


def _abilities(game: Game) -> dict[str, list[list[Any]]]:
    return {
        p: ABILITIES.get(p, []) for p, owner in game.state.private_owner.items() if owner != OUT
    }


# --- legal actions ---------------------------------------------------------------------


def _lay_cost(game: Game, action: LayTile) -> int:
    money = cost if action.power is None else power_cost
    return money(game, game.step, action.hex)


def _start(view: View, target: Json, choice: Choice, action: StartCompany) -> None:
    cell = view.game.definition.market.par_cells[action.par]
    pars = target.setdefault("par", {}).setdefault(action.company, [])
    pars.insert(0, [action.par, [0, cell]])


def _station(view: View, target: Json, choice: Choice, action: PlaceStation) -> None:
    free = view.game.step.name != "Track"
    add(target, "place_token", [action.hex, action.city, 0 if free else 50])


def _run(view: View, target: Json, choice: Choice, action: Run) -> None:
    game = view.game
    assert game.state.turn is not None
    company = game.state.turn.company
    able = [c for c in game.state.trains[company] if game.rules.may_run(game, c)]
    cards = [c for c in able if has_route(game, company, [c])]
    target["run_routes"] = {"trains": [[card_out(game, c), name_out(game, c)] for c in cards]}


def _dividend(view: View, target: Json, choice: Choice, action: Dividend) -> None:
    game, turn = view.game, view.game.state.turn
    assert turn is not None
    per_share, direction, times, gets = effect(game, turn.company, action.kind, turn.revenue)
    market, cell = game.definition.market, game.state.cell[turn.company]
    for _ in range(times):
        cell = (market.right if direction == "right" else market.left)[cell]
    target.setdefault("dividend", {})["payout" if action.kind == "pay" else "withhold"] = {
        "per_share": per_share,
        "direction": direction,
        "times": times,
        "company_gets": gets + turn.bonus_income,
        "new_price": market.price[cell],
        "new_cell": [0, cell],
    }


def _buy_train(view: View, target: Json, choice: Choice, action: BuyTrain) -> None:
    row = {
        "train": card_out(view.game, action.train),
        "from": "depot" if action.source == BANK else action.source,
        "min": action.price if choice.low is None else choice.low,
        "max": action.price if choice.high is None else choice.high,
    }
    add(target, "buy_train", row)


def _discard(view: View, target: Json, choice: Choice, action: DiscardTrain) -> None:
    row = [card_out(view.game, action.train), name_out(view.game, action.train)]
    add(target, "discard_train", row)


def _choose(view: View, target: Json, choice: Choice, action: Choose) -> None:
    game, turn = view.game, view.game.state.turn
    option = action.option
    if game.step.name == "RunTrains":
        assert turn is not None
        option = str(game.state.trains[turn.company].index(option))
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
    game, turn = view.game, view.game.state.turn
    assert turn is not None
    fronts: dict[str, list[list[Any]]] = {}
    for kind in recyclable(game):
        train = game.definition.trains[kind]
        money = TIMES * train.price
        if money <= game.state.cash[turn.company]:
            fronts.setdefault(str(train.back if train.gauge else kind), []).append([kind, money])
    target["combined_trains"] = {
        "base": [[card_out(game, c), name_out(game, c)] for c in bases(game, turn.company)],
        "additional": [[f"{front}-0", sides] for front, sides in fronts.items()],
    }


def _amend_legal(view: View, legal: Json) -> None:
    turn = view.game.state.turn
    if "must" in legal and turn is not None:
        legal["must"] = must_buy(view.game, turn.company)


# --- routes ----------------------------------------------------------------------------


def _kind(game: Game, hex_name: str, kind: str) -> str:
    """Return the site's word for a stop: a mine is a town there."""
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    return "town" if tile.mines and kind != "edge" else kind


def _amend_routes(view: View, routes: Json) -> None:
    game = view.game
    for route in routes["routes"]:
        route["train"] = card_out(game, route["train"])
        visits = [[h, _kind(game, h, kind), n] for h, kind, n in route["visits"]]
        route["visits"] = min(visits, visits[::-1])
        track: list[Any] = []
        for hex_name, ends in route["track"]:
            if hex_name in WAYS and ("edge", 0) in ends:
                track += [
                    (name, tuple(sorted((("edge", a), ("edge", b)))))
                    for name, a, b in WAYS[hex_name]
                ]
                ends = tuple(sorted((("city", 0), ("edge", SOUTH_SIDE[hex_name]))))
            else:
                ends = tuple(sorted((_kind(game, hex_name, kind), n) for kind, n in ends))
            track.append((hex_name, ends))
        route["track"] = sorted(track)


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
                return BuyTrain(card, owner, recorded["price"])
    raise KeyError(theirs)


def _read_discard(reader: Reader, recorded: Json) -> Action:
    company = recorded["entity"]
    return DiscardTrain(company, card_in(reader.game, recorded["train"], company))


def _read_choose(reader: Reader, recorded: Json) -> Action:
    game, choice = reader.game, str(recorded["choice"])
    if game.step.name == "RunTrains":
        assert game.state.turn is not None
        return Choose(game.state.trains[game.state.turn.company][int(choice)])
    return OpenPass(choice) if game.step.name == "Track" else Choose(choice)


def _read_ability(reader: Reader, recorded: Json) -> Action:
    return OpenPass(recorded["choice"], _private_in(reader, recorded["entity"]))


def _read_merge(reader: Reader, recorded: Json) -> Action:
    return Absorb(recorded["corporation"])


def _read_combined(reader: Reader, recorded: Json) -> Action:
    card = card_in(reader.game, recorded["base"], recorded["entity"])
    return Combine(card, recorded["additional_train_variant"])


def _read_run(reader: Reader, recorded: Json) -> Action:
    """Read routes; the way between a pass and the southern map has no hexes of ours."""
    routes: list[Route] = []
    for route in recorded["routes"]:
        chains = [[h for h in chain if h not in DECORATIVE] for chain in route["connections"]]
        path = reader.route({**route, "connections": chains})
        card = card_in(reader.game, route["train"], recorded["entity"])
        routes.append(Route(card, path.path))
    return Run(tuple(routes))


def _read_special_buy(reader: Reader, recorded: Json) -> Action:
    """Tenders come from the bank or from a player, who is named."""
    bank = recorded["description"] == describe(reader.game, MARKET_TENDER)
    return Use(MARKET_TENDER if bank else OWNERS_TENDER)


def describe(game: Game, thing: str) -> str:
    words = {OWNERS_TENDER: "Tender from owner of P5", MARKET_TENDER: "Tender from bank"}
    return words[thing]


DIALECT = Dialect(
    writes=False,
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
    abilities=_abilities,
    private_facts=_private_facts,
    things=(OWNERS_TENDER, MARKET_TENDER),
    describe=describe,
    company_facts=_company_facts,
    lay_cost=_lay_cost,
    readings={
        "bid": _read_bid,
        "buy_company": _read_buy_company,
        "buy_train": _read_buy_train,
        "discard_train": _read_discard,
        "choose": _read_choose,
        "choose_ability": _read_ability,
        "merge": _read_merge,
        "combined_trains": _read_combined,
        "run_routes": _read_run,
        "special_buy": _read_special_buy,
        "destination_connection": lambda reader, recorded: Use(CONNECTED),
        "payoff_player_debt": lambda reader, recorded: Use(REPAY),
    },
    forms={
        StartCompany: _start,
        PlaceStation: _station,
        Run: _run,
        Dividend: _dividend,
        BuyTrain: _buy_train,
        DiscardTrain: _discard,
        Choose: _choose,
        Use: _use,
        OpenPass: _open_pass,
        Absorb: _absorb,
        Combine: _combine,
    },
    entity=_entity,
    amend=_amend,
    amend_legal=_amend_legal,
    amend_routes=_amend_routes,
)
