"""18Mag on 18xx.games = our 18Magyarország in the edition `online`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.actions import Distribute, Take, Use
from ...engine.depot import train_of
from ...engine.state import POOL
from ...engine.steps.track import lay_cost
from ...interop.dialect import Dialect, Json, numbered
from ...interop.exceptions import ExpectedDifference
from ...interop.legal_lists import add
from ...interop.seeds import find_seed
from ...interop.shares import ShareBook
from .draft import QUOTAS, Draft, DraftRound, minors_left
from .facts import MINOR, MagTurn, facts, few_players, majors, this_turn
from .majors import MajorStation, PayOut, dividend_move
from .printed import printed
from .rules import PRICES, shuffled_cards
from .stock import StockRound
from .track import fee
from .turn import RunTrains, Scrap, Station, Track, Trains
from .wagons import BITS, PLUS, RED, red_bonus, stop_values, wagon_price

if TYPE_CHECKING:
    from ...engine.actions import Action, Choice, LayTile
    from ...engine.game import Game
    from ...engine.routing.model import StopAt
    from ...interop.export import Writer
    from ...interop.site import Reader
    from ...interop.trace import View


def end_noticed(game: Game) -> bool:
    """A last phase that begins between two rounds is noticed with the next action only (D4)."""
    now = facts(game)
    fresh = any(message.id == "log.ending_last_phase" for message in game.history[-1].log)
    in_turn = now.train_sold or now.last_set == game.state.round.number
    return not fresh or in_turn


def _facts(game: Game) -> dict[str, Any]:
    now, turn, current = facts(game), game.state.turn, game.state.round
    extra: dict[str, Any] = {
        "ors_no_train": now.idle,
        "train_bought": now.train_sold,
        "phase_triggers_left": list(now.unopened),
        "phase_change": now.phase_changed,
    }
    if current.kind == "operating":
        mine = turn if isinstance(turn, MagTurn) else MagTurn(company="")
        extra["rail_cars"] = list(mine.wagons)
        extra["terrain_token"] = mine.armed
    if _end_trigger(game) is not None:
        extra["final_turn"] = now.last_set
    result: dict[str, Any] = {"extra": extra}
    if isinstance(current, DraftRound):
        names, copies = majors(game), QUOTAS[len(game.players)][2]
        result["auction"] = {
            "minors": minors_left(game),
            # With two shares of each, the first ones are taken first.
            "shares_a": [c for c in names if current.packet.count(c) == copies],
            "shares_b": [c for c in names if c in current.packet] if copies == 2 else [],
        }
    return result


def _setup(game: Game) -> dict[str, Any]:
    prices = (int(price) for price in game.header.options[PRICES].split())
    return {
        "start_prices": dict(zip(majors(game), prices, strict=True)),
        "minors_removed_before_draft": [],
    }


def _company_facts(game: Game, company: str) -> dict[str, Any]:
    charter = printed(game).companies[company]
    if charter.certificates:
        return {"float_percent": 0}
    if charter.terrain_tokens:
        return {"terrain_tokens": game.state.powers.get(company, 0)}
    return {}


def _lay_cost(game: Game, action: LayTile) -> int:
    turn = this_turn(game)
    return fee(game) + (0 if turn.armed else lay_cost(game, action.hex))


def _service_price(game: Game, thing: str) -> int:
    turn = this_turn(game)
    return wagon_price(game, len(turn.wagons)) if thing in majors(game) else 0


THINGS = ("token", "G&C", "RABA", "SNW")  # that can be used or hired


def describe(game: Game, thing: str) -> str:
    """Return the site's words for a wagon or a terrain token."""
    red = f"+{red_bonus(game)} Offboard Bonus"
    if few_players(game) and thing == "RABA":
        return f"{red} / Train Upgrade [RABA]"
    words = {
        "G&C": "Plus Train Upgrade [G&C]",
        "RABA": f"{red} [RABA]",
        "SNW": "Mine Access [SNW]",
        "token": "Use Terrain Token",
    }
    return words[thing]


def _entity_type(game: Game, company: str) -> str:
    return "minor" if game.definition.companies[company].kind == MINOR else "corporation"


def _pays(game: Game, train: str, kind: int, stops: tuple[StopAt, ...]) -> tuple[StopAt, ...]:
    """Say which stops the site counts: of a plus train that is full the mine is not one."""
    board = game.state.board
    kinds = {(h, k): board[h].tile.stops[k].kind for h, k in stops}
    cities = sum(stop != "town" for stop in kinds.values())
    reach = train_of(game, train).range
    full = kind & BITS[PLUS] and (cities > reach or len(stops) > 2 * reach)
    return tuple(stop for stop in stops if not full or kinds[stop] != "mine")


def _route_note(game: Game, kind: int, value: int, stops: tuple[StopAt, ...]) -> str:
    """RÁBA's bonus is noted; with few players its wagon can serve in another way."""
    if not kind & BITS[RED]:
        return ""
    worth = stop_values(game)
    return " (RABA)" if value > sum(worth[stop] for stop in stops) else ""


def _end_trigger(game: Game) -> tuple[str, str] | None:
    known = facts(game).last_set is not None and end_noticed(game)
    return ("final_phase", "one_more_full_or_set") if known else None


# --- what is drafted, hired and distributed ---------------------------------------------


def _read_bid(reader: Reader, recorded: Json) -> Action:
    return Take(recorded.get("minor") or recorded["corporation"])


def _write_take(writer: Writer, action: Take) -> Json:
    kind = _entity_type(writer.game, action.document)
    return {"type": "bid", kind: action.document, "price": 0}


def _list_take(view: View, target: Json, choice: Choice, action: Take) -> None:
    kind = _entity_type(view.game, action.document)
    add(target, "bid", {"target": action.document, "target_type": kind, "min": 0, "max": 0})


def _read_use(reader: Reader, recorded: Json) -> Action:
    return Use({describe(reader.game, thing): thing for thing in THINGS}[recorded["description"]])


def _write_use(writer: Writer, action: Use) -> Json:
    game, thing = writer.game, action.thing
    words, cost = describe(game, thing), _service_price(game, thing)
    return {"type": "special_buy", "description": words, "cost": cost}


def _list_use(view: View, target: Json, choice: Choice, action: Use) -> None:
    game, thing = view.game, action.thing
    add(target, "special_buy", [describe(game, thing), _service_price(game, thing)])


def _read_dividend(reader: Reader, recorded: Json) -> Action:
    treasury = reader.game.state.cash[recorded["entity"]] // 10 * 10
    amounts = {"withhold": 0, "payout": treasury, "variable": recorded.get("amount", 0)}
    return Distribute(amounts[recorded["kind"]])


def _write_distribute(writer: Writer, action: Distribute) -> Json:
    if not action.price:
        return {"type": "dividend", "kind": "withhold"}
    return {"type": "dividend", "kind": "variable", "amount": action.price}


def _list_distribute(view: View, target: Json, choice: Choice, action: Distribute) -> None:
    """The amounts that a company may distribute, with the move of its price."""
    assert choice.high is not None
    amounts: list[list[Any]] = []
    for amount in range(0, choice.high + 1, choice.step):
        direction, times = dividend_move(view.game, amount)
        amounts.append([amount, direction if times else "", times])
    target["dividend"] = {"step": choice.step, "max": choice.high, "amounts": amounts}


# --- expected differences --------------------------------------------------------------


def _director_for_sale(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    """Tell whether we list nothing more than director's certificates that lie among others."""
    if where != "/buy_shares":
        return False
    hidden = [
        row
        for row in ours
        if row["percent"] == 20 and POOL in game.state.shares[row["corporation"]][1:]
    ]
    return bool(hidden) and [row for row in ours if row not in hidden] == (theirs or [])


def _nothing_distributed(game: Game, where: str, theirs: Any, ours: Any) -> bool:
    _, _, company, *rest = [*where.split("/"), "", ""]
    run = game.state.last_runs.get(company)
    return (
        rest[0] == "last_run"
        and run is not None
        and run.revenue == 0
        and (rest[1], theirs, ours) in (("kind", "variable", "withhold"), ("amount", 0, None))
    )


EXPECTED = (
    ExpectedDifference(
        "legal",
        "18Mag D1: the site accepts the purchase of a director's certificate that lies in the "
        "market, but does not offer it while other shares lie there (README of the traces); we "
        "list what is accepted.",
        _director_for_sale,
    ),
    ExpectedDifference(
        "views",
        "18Mag 6.3 (no rule, hence no D-number): the site records a dividend of nothing as "
        "`withhold` or as `variable` 0; it is one decision with one effect, and we keep one name.",
        _nothing_distributed,
    ),
)

MOST_SEEDS = 5_000_000


def _seed(game: Game) -> int:
    """Return a seed that deals the prices of the game: its own, or the first that does."""
    count = len(game.header.options[PRICES].split())

    def draw(seed: int) -> dict[str, str]:
        return {PRICES: " ".join(str(price) for price in shuffled_cards(seed)[:count])}

    return find_seed(game, draw, MOST_SEEDS)


DIALECT = Dialect(
    printed=numbered("G10 G14 I14", "C16 E10 E18 F13 F19 G16 H5 H17", "F23", "H27"),
    title="18Mag",
    steps={
        Draft: "SimpleDraft",
        StockRound: "BuySellParShares",
        Track: "Track",
        Station: "Token",
        MajorStation: "Token",
        Scrap: "DiscardTrain",
        RunTrains: "Route",
        PayOut: "Dividend",
        Trains: "BuyTrain",
    },
    phases={name: name.capitalize() for name in ("yellow", "green", "brown", "gray")},
    facts=_facts,
    setup=_setup,
    company_facts=_company_facts,
    lay_cost=_lay_cost,
    forms={Take: _list_take, Distribute: _list_distribute, Use: _list_use},
    readings={"bid": _read_bid, "special_buy": _read_use, "dividend": _read_dividend},
    writings={Take: _write_take, Distribute: _write_distribute, Use: _write_use},
    book=lambda game: ShareBook(game, POOL),
    refused={
        "standard_divs": "dividends of all or nothing",
        "new_minors_challenge": "minors 14 to 16",
        "new_minors_simple": "minors 14 to 16",
        "new_major": "the major CIWL and its bonus",
        "supporters": "the supporters",
    },
    end_trigger=_end_trigger,
    seed=_seed,
    entity_type=_entity_type,
    route_note=_route_note,
    pays=_pays,
    expected=EXPECTED,
)
