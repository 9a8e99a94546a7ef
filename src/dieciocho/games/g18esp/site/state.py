"""The table and the routes of 18ESP as 18xx.games shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.shares import percent
from ....engine.state import OUT
from ....interop.dialect import Json
from ..auction import unsold
from ..facts import (
    AREA,
    CARRENO,
    DESTINATION,
    MAQUINISTA,
    PORT,
    SOUTH,
    AuctionRound18,
    EspTurn,
    allowed,
    debt,
    facts,
    in_play,
    is_small,
)
from ..pioneers import highest_price
from ..printed import printed
from ..random_setup import SETUP, STANDARD
from ..stations import available, locked

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....interop.trace import View

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
    kind = (printed(game).trains[kind].parts or (kind,))[0]
    if kind in ("2B", "1+2B"):
        return "2-0"
    if kind == "2F":
        return "2P-0"
    train = printed(game).trains[kind]
    if train.gauge:
        assert train.back is not None
        kind = train.back
    # The train of pioneer 2 is the first one there.
    return f"2-{int(number) + 1}" if kind == "2" else f"{kind}-{number}"


def name_out(game: Game, card: str) -> str:
    """Return the site's name of a train: range, tender, combined or not."""
    train = printed(game).trains[game.kind_of(card)]
    turn = game.state.turn
    name = game.kind_of(card).removesuffix("B").replace("F", "P")
    if train.parts:
        name = f"{train.range}+{train.small}C"
    carries = isinstance(turn, EspTurn) and turn.tender == card
    return f"{name}+1" if carries else name


# --- state -----------------------------------------------------------------------------


def entity(game: Game) -> tuple[str, Any] | None:
    """Return the company that a step concerns, where it names one."""
    company = getattr(game.step, "company", None)
    return ("corporation", company) if isinstance(company, str) else None


def amend(view: View, state: Json) -> None:
    game = view.game
    now = facts(game)
    state["player_order"] = [view.ids[seat] for seat in now.cards]
    for seat, seat_id in enumerate(view.ids):
        player = state["players"][str(seat_id)]
        player["shares"] = {c: p for c in game.state.shares if (p := percent(game, c, seat))}
        player["debt"] = debt(game, seat)
    state["extra"] = _extra(game)
    if isinstance(game.state.round, AuctionRound18) and unsold(game):
        state["auction"] = _auction(view)


def setup(game: Game) -> Json:
    """The shares that come with pioneers: with the seventh a director's certificate."""
    shares, result = facts(game).with_share, dict[str, Any]()
    if game.header.options.get(SETUP, STANDARD) == STANDARD:  # the others are not part of it
        result["removed_corporations"] = []
    return {
        **result,
        "private_shares": {
            private[:2]: [
                {
                    "corporation": company,
                    "percent": 20 if private == CARRENO else 10,
                    "president": private == CARRENO,
                }
            ]
            for private, company in shares.items()
        },
    }


def _extra(game: Game) -> Json:
    now = facts(game)
    gone = game.state.private_owner[MAQUINISTA] == OUT
    bought = gone and allowed(game, "pioneers")  # the site goes on counting its own tender
    extra: Json = {
        "passes_open": list(now.open_passes),
        "tenders": {"P5": 1 if bought else now.tenders_of_owner, "bank": now.tenders_for_sale},
        "can_acquire_minors": allowed(game, "absorption"),
        "combined": {
            card_out(game, card): ", ".join(printed(game).trains[game.kind_of(card)].parts)
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


def company_facts(game: Game, company: str) -> Json:
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


def private_facts(game: Game, private: str) -> Json:
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


def abilities(game: Game) -> dict[str, list[list[Any]]]:
    return {
        p: ABILITIES.get(p, []) for p, owner in game.state.private_owner.items() if owner != OUT
    }


# --- routes ----------------------------------------------------------------------------


def _kind(game: Game, hex_name: str, kind: str) -> str:
    """Return the site's word for a stop: a mine is a town there."""
    tile = game.state.board[game.definition.hexes[hex_name].index].tile
    return "town" if tile.mines and kind != "edge" else kind


def amend_routes(view: View, routes: Json) -> None:
    game = view.game
    for route in routes["routes"]:
        visits = [[h, _kind(game, h, kind), n] for h, kind, n in route["visits"]]
        route["visits"] = min(visits, visits[::-1])
        route["pays"] = sorted(visits, key=repr)
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
