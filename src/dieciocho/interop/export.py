"""Writing a game as a recorded game of 18xx.games.

The game is replayed; beside it we keep the site's ids: which share lies where, which copy of a
tile lies on a hex. Only the edition `online` plays as the site does, so only it can be written.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..engine.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Exchange,
    LayTile,
    Pass,
    PlaceStation,
    Route,
    Run,
    SellShares,
    StartCompany,
)
from ..engine.earnings import value_of
from ..engine.errors import BadInput, IllegalAction
from ..engine.game import Game
from ..engine.own import this_turn
from ..engine.routes import trace
from ..engine.state import BANK, POOL
from .actors import actor_of, named
from .dialect import Dialect, dialect_for
from .shares import BOARD
from .trace import View

Json = dict[str, Any]

EPOCH = 1_700_000_000  # our games have no clock: actions are a second apart


def export_game(game: Game) -> str:
    """Return the game as JSON in the site's format; BadInput if it cannot be written."""
    dialect = dialect_for(game.header.game)
    if dialect is None:
        raise BadInput("interop.not_written", game=game.header.game)
    if game.header.edition != "online":
        raise BadInput("interop.edition", edition=game.header.edition)
    writer = Writer(game, dialect)
    for record in game.history:
        writer.add(record.action)
    return msgspec.json.encode(writer.result()).decode()


class Writer:
    """Plays a game once more and writes every action in the site's words."""

    def __init__(self, original: Game, dialect: Dialect) -> None:
        self.game = Game(original.header, original.rules)
        self.dialect = dialect
        self.seed = dialect.seed(original)
        self.ids: list[int | str] = list(range(1, len(original.players) + 1))
        self.book = dialect.book(self.game)
        self.view = View(self.game, self.dialect, self.ids, self.book)
        self.actions: list[Json] = []
        self.notes: dict[str, Any] = {}  # what the writings of a title remember
        # Numbers of the copies that are left; the faces of a piece share them.
        self._copies: dict[tuple[str, ...], list[int]] = {
            self._faces(name): list(range(max(count, 1)))
            for name, count in self.game.definition.tile_counts.items()
        }
        self._lying: dict[str, str] = {}  # hex -> tile copy

    def add(self, action: Action) -> None:
        """Write one action and play it."""
        written, who = self._write(action), self.who(action)
        number = len(self.actions) + 1
        free = _slots(self.game, action)
        self.book.before(action, written.get("shares", []))
        self.game.play(action)
        self.book.after(action)
        if isinstance(action, PlaceStation):
            written["slot"] = _new_slot(free, _slots(self.game, action))
            written["tokener"] = who["entity"]
        head = {"type": written.pop("type"), **who, "id": number, "created_at": EPOCH + number}
        self.actions.append({**head, **written})

    def result(self) -> Json:
        """Return the whole recorded game."""
        game = self.game
        count = len(game.players)
        last = EPOCH + len(self.actions)
        scores = game.rules.scores(game)
        order = [self.ids[(game.state.priority + n) % count] for n in range(count)]
        # An end that the site does not know (a hundred idle turns) is a game still going on there.
        reason = self.view.end_reason() if game.over else None
        result: Json = {
            "id": self.seed,
            "description": "",
            "user": {"id": 0, "name": "You"},
            "players": [
                {"id": player, "name": name}
                for player, name in zip(self.ids, game.players, strict=True)
            ],
            "min_players": count,
            "max_players": count,
            "title": self.dialect.title,
            "settings": {
                "seed": self.seed,
                "is_async": False,
                "unlisted": True,
                "auto_routing": True,
                "player_order": None,
                "optional_rules": self.dialect.options_out(self.game.header.options),
            },
            "user_settings": None,
            "status": "active" if reason is None else "finished",
            "turn": game.state.round.number,
            "round": f"{game.state.round.kind.capitalize()} Round",
            "acting": order if game.over else [self.ids[game.step.actor(game)]],
            "result": {str(self.ids[seat]): score for seat, score in scores.items()},
            "actions": self.actions,
            "loaded": True,
            "created_at": EPOCH,
            "updated_at": last,
        }
        if reason is not None:
            result["finished_at"] = last
            result["game_end_reason"] = reason
        return result

    # --- actions -----------------------------------------------------------------------

    def _write(self, action: Action) -> Json:
        writing = self.dialect.writings.get(type(action))
        return self.common(action) if writing is None else writing(self, action)

    def common(self, action: Action) -> Json:
        """Write an action as most titles do."""
        match action:
            case Pass():
                return {"type": "pass"}
            case Bid():
                return self._bid(action.target, action.price)
            case BuyPrivate() if self.game.state.turn is None:
                return self._bid(action.private, action.price)
            case BuyPrivate():
                name = self.dialect.private_out(action.private)
                return {"type": "buy_company", "company": name, "price": action.price}
            case StartCompany():
                row, column = self.dialect.par_out(self.game, action.par)
                price, company = f"{action.par},{row},{column}", action.company
                return {"type": "par", "corporation": company, "share_price": price}
            case BuyShare() | Exchange():
                size = 20 if action.source == BOARD else 10
                return {"type": "buy_shares", "shares": self.shares(action), "percent": size}
            case SellShares():
                sold, size = self.shares(action), 10 * action.count
                return {"type": "sell_shares", "shares": sold, "percent": size}
            case LayTile():
                return self._lay(action)
            case PlaceStation():
                return {"type": "place_token", "city": self.city(action.hex, action.city)}
            case Run():
                return self.run(action)
            case Dividend():
                kind = "payout" if action.kind == "pay" else "withhold"
                return {"type": "dividend", "kind": kind}
            case BuyTrain():
                return self._buy_train(action)
            case DiscardTrain():
                train = self.dialect.train_out(self.game, action.train)
                return {"type": "discard_train", "train": train}
            case DeclareBankruptcy():
                return {"type": "bankrupt"}
            case _:
                raise BadInput("interop.no_form", action=action)

    def who(self, action: Action) -> Json:
        """Return who acts in the site's eyes: a private, a company or a player."""
        return named(self.dialect, self.ids, actor_of(self.game, self.dialect, action))

    def shares(self, action: BuyShare | Exchange | SellShares) -> list[str]:
        """Return the shares that an action moves."""
        if isinstance(action, SellShares):
            seat = self.game.step.actor(self.game)
            return self.book.bundle(action.company, seat, action.count)
        share = self.book.offered(action.company, action.source)
        assert share is not None
        return [share]

    def _bid(self, private: str, price: int) -> Json:
        name = self.dialect.private_out(private)
        return {"type": "bid", "company": name, "price": price}

    def _lay(self, action: LayTile) -> Json:
        copies = self._copies[self._faces(action.tile)]
        copy = f"{action.tile}-{copies[0]}"
        if self.game.definition.tile_counts[action.tile] >= 0:
            copies.pop(0)
        before = self._lying.get(action.hex)
        if before is not None:
            name, _, number = before.rpartition("-")
            self._copies[self._faces(name)].append(int(number))
        self._lying[action.hex] = copy
        return {
            "type": "lay_tile",
            "hex": action.hex,
            "tile": copy,
            "rotation": action.rotation,
        }

    def _faces(self, tile: str) -> tuple[str, ...]:
        return tuple(sorted(self.game.definition.faces.get(tile, (tile,))))

    def city(self, hex_name: str, city: int) -> str:
        """Return the id of a city on a tile, or on what is printed in a hex."""
        printed = f"{hex_name}-{self.dialect.printed.get(hex_name, 0)}"
        return f"{self._lying.get(hex_name, printed)}-{city}"

    def _buy_train(self, action: BuyTrain) -> Json:
        written: Json = {
            "type": "buy_train",
            "train": self.dialect.train_out(self.game, action.train),
            "price": action.price,
        }
        if action.source in (BANK, POOL):
            written["variant"] = self.game.kind_of(action.train)
        if action.trade_in is not None:
            written["exchange"] = action.trade_in
        return written

    # --- routes ------------------------------------------------------------------------

    def run(self, action: Run) -> Json:
        turn = this_turn(self.game)
        # What a route earns may depend on the others: which of them has what was hired.
        try:
            worths = value_of(self.game, turn.company, action.routes).routes
            facts = self.view.routes(action)["routes"]
        except IllegalAction:  # a set that the site stored and we would refuse: no values of ours
            worths = ((0, 0),) * len(action.routes)
            cards = [self.dialect.train_out(self.game, route.train) for route in action.routes]
            facts = [{"train": card, "revenue": 0, "subsidy": 0} for card in cards]
        routes = [
            self._route(route, known, kind)
            for route, known, (_, kind) in zip(action.routes, facts, worths, strict=True)
        ]
        return {
            "type": "run_routes",
            "routes": routes,
            "extra_revenue": 0,
            "subsidy": sum(route["subsidy"] for route in routes),
        }

    def _route(self, route: Route, facts: Json, kind: int) -> Json:
        game = self.game
        chains: list[list[str]] = []
        nodes: list[str] = []
        for piece in route.path.split("-"):
            name, dot, number = piece.partition(".")
            if chains:
                chains[-1].append(name)
            if dot:
                nodes.append(f"{name}-{number}")
                chains.append([name])
        chains.pop()  # nothing leaves the last stop
        hexes = [node.rpartition("-")[0] for node in nodes]
        stops = trace(game, route.path).stops
        note = self.dialect.route_note(game, kind, facts["revenue"], stops)
        return {
            "train": facts["train"],
            "connections": chains,
            "hexes": hexes,
            "revenue": facts["revenue"],
            "revenue_str": "-".join(hexes) + note,
            "subsidy": facts["subsidy"],
            "nodes": nodes,
        }


def _slots(game: Game, action: Action) -> tuple[str | None, ...]:
    if not isinstance(action, PlaceStation):
        return ()
    return game.state.stations.get((action.hex, action.city), ())


def _new_slot(before: tuple[str | None, ...], after: tuple[str | None, ...]) -> int:
    """Return the slot in which a station was placed: the first free one if it is gone again."""
    padded = before + (None,) * (len(after) - len(before))
    changed = (n for n, (old, new) in enumerate(zip(padded, after, strict=True)) if old != new)
    return next(changed, padded.index(None) if None in padded else 0)
