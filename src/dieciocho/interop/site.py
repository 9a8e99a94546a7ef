"""Recorded games of 18xx.games: reading them into a game, and writing them.

A recorded game is a list of actions, among them undo and redo, messages and programmed actions;
an action carries the automatic ones that followed it. Ids are the site's own: shares are
`LYR_3`, tiles `9-0` (number and copy), cities `8864-0-1` (tile, copy, part).
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

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
from ..engine.errors import UNREADABLE, BadInput, IllegalAction, clip
from ..engine.game import Game
from ..engine.save import check_length
from ..engine.save import start as start_game
from ..engine.state import IPO, POOL
from ..engine.steps.auction import AuctionRound, Duel, unsold
from ..games import rules_of
from .actors import COMPANIES, PLAYER, Actor, acting, actor_of, named
from .dialect import Dialect, dialect_of
from .paths import PathFinder
from .shares import BOARD, TREASURY, certificate, company_of

MAX_BYTES = 50_000_000
MOST_DIGITS = 100  # of a seed
# What looking up the things of a recorded action ends in where there are none.
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration)
MESSAGE = "message"
WITHOUT_RULES = (MESSAGE, "log", "end_game")


class RecordedPlayer(Struct, frozen=True):
    name: str
    id: int | str | None = None


class RecordedSettings(Struct, frozen=True):
    optional_rules: tuple[str, ...] | None = None
    seed: int | str | None = None  # an empty text where none was set


class RecordedGame(Struct, frozen=True):
    """The parts of a recorded game that we read; unknown fields are ignored."""

    title: str
    players: tuple[RecordedPlayer, ...]
    actions: tuple[dict[str, Any], ...]
    settings: RecordedSettings | None = None
    id: int | str | None = None


def read_file(path: str | Path, limit: int = MAX_BYTES) -> bytes:
    """Read a file, unpacked if it is gzipped; BadInput if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
        if data[:2] == b"\x1f\x8b":
            with gzip.open(path) as packed:
                data = packed.read(limit + 1)
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput("input.cannot_read", path=path, why=why) from None
    if len(data) > limit:
        raise BadInput("interop.too_large", path=path, size=limit // 1_000_000)
    return data


def decode_recorded(data: bytes) -> RecordedGame:
    try:
        recorded = msgspec.json.decode(data, type=RecordedGame)
    except UNREADABLE as error:
        raise BadInput("interop.not_recorded", why=error) from None
    check_length(recorded.actions)
    return recorded


def effective(actions: tuple[dict[str, Any], ...], most: int | None = None) -> list[dict[str, Any]]:
    """Resolve undo and redo; return what was played in the end, automatic actions in place.

    Messages alone cannot be undone. What was struck out later is marked to be skipped. BadInput if
    there are more than `most`, automatic ones among them.
    """
    played: list[dict[str, Any]] = []
    undone: list[list[dict[str, Any]]] = []
    for action in actions:
        kind = action.get("type")
        if kind == "undo":
            target = action.get("action_id")
            if target is None:
                keep = len(played) - 1
            else:
                keep = len(played)
                while keep and _number(played[keep - 1], "id") > _number(action, "action_id"):
                    keep -= 1
            if keep < len(played):
                undone.append(played[max(keep, 0) :])
                del played[max(keep, 0) :]
        elif kind == "redo":
            if undone:
                played += undone.pop()
        elif kind != MESSAGE:
            played.append(action)
            undone.clear()
    flat: list[dict[str, Any]] = []
    for action in played:
        if action.get("skip"):
            continue
        if action.get("type") not in WITHOUT_RULES:
            flat.append(action)
        automatic = action.get("auto_actions") or []
        if not isinstance(automatic, list) or not all(isinstance(a, dict) for a in automatic):
            raise BadInput("interop.automatic", action=_short(action))
        flat += automatic
        check_length(flat, most)
    return flat


def _number(action: dict[str, Any], field: str) -> int:
    value = action.get(field, 0)
    if not isinstance(value, int):
        raise BadInput(
            "interop.number",
            action=_short(action),
            field=field,
        )
    return value


class Reader:
    """Translates the site's actions, keeping track of its ids for shares and tiles."""

    def __init__(self, game: Game, dialect: Dialect, ids: list[int | str]) -> None:
        self.game = game
        self.dialect = dialect
        self.ids = ids  # of the players, by seat
        self.book = dialect.book(game)
        self._tile_hex: dict[str, str] = {}  # tile copy -> hex
        self.notes: dict[str, Any] = {}  # what the readings of a title remember

    def play(self, recorded: dict[str, Any]) -> bool:
        """Play one recorded action; False if it has nothing to do with the rules."""
        try:
            action = self.translate(recorded)
        except MALFORMED as error:
            raise BadInput(
                "interop.malformed",
                action=_short(recorded),
                why=error,
            ) from None
        if action is None:
            self._check_programmer(recorded)
            return False
        self._check_actor(recorded, actor_of(self.game, self.dialect, action))
        self.book.before(action, recorded.get("shares", []))
        self.game.play(action)
        self.book.after(action)
        self._remember(recorded)
        return True

    def _check_actor(self, recorded: dict[str, Any], due: Actor) -> None:
        """Refuse an action of somebody who is not on turn: it would become another game."""
        expected = named(self.dialect, self.ids, due)
        given = {field: recorded.get(field) for field in expected}
        if given != expected:
            raise BadInput(
                "interop.not_due",
                action=_short(recorded),
                kind=given["entity_type"],
                who=given["entity"],
                due_kind=expected["entity_type"],
                due=expected["entity"],
            )

    def _check_programmer(self, recorded: dict[str, Any]) -> None:
        """Players, nobody else, leave instructions for later."""
        kind, who = recorded.get("entity_type"), recorded.get("entity")
        programs = str(recorded["type"]).startswith("program_")
        if programs and (kind != PLAYER or who not in self.ids):
            raise BadInput(
                "interop.stranger",
                action=_short(recorded),
                kind=kind,
                who=who,
            )

    def _remember(self, recorded: dict[str, Any]) -> None:
        if recorded["type"] == "lay_tile":
            self._tile_hex[recorded["tile"]] = recorded["hex"]

    def translate(self, recorded: dict[str, Any]) -> Action | None:
        """Return our action for a recorded one, None if it has nothing to do with the rules."""
        kind = str(recorded["type"])
        if kind in WITHOUT_RULES or kind.startswith("program_"):
            return None
        if self.game.over:
            raise BadInput("interop.after_end", action=_short(recorded))
        if recorded.get("entity_type") in COMPANIES:  # of which only one acts at a time
            self._check_actor(recorded, acting(self.game, self.dialect))
        reading = self.dialect.readings.get(kind)
        method = getattr(self, "_" + kind, None)
        if reading is not None:
            action = reading(self, recorded)
        elif method is not None:
            action = method(recorded)
        else:
            raise BadInput("interop.kind", kind=kind)
        assert isinstance(action, Action)
        return action

    def _power(self, recorded: dict[str, Any]) -> str | None:
        if recorded["entity_type"] != "company":
            return None
        return self.dialect.private_in(recorded["entity"])

    def _pass(self, recorded: dict[str, Any]) -> Action:
        return Pass()

    def _bid(self, recorded: dict[str, Any]) -> Action:
        target = self.dialect.private_in(recorded["company"])
        step = self.game.step
        if (
            not isinstance(step, Duel)
            and isinstance(self.game.state.round, AuctionRound)
            and target == unsold(self.game)[0]
        ):
            return BuyPrivate(target, recorded["price"])
        return Bid(target, recorded["price"])

    def _par(self, recorded: dict[str, Any]) -> Action:
        return StartCompany(recorded["corporation"], int(recorded["share_price"].split(",")[0]))

    def _buy_shares(self, recorded: dict[str, Any]) -> Action:
        """Find out where the share lies that is bought."""
        (share,) = recorded["shares"]
        company, place = company_of(share), self.book.place(share)
        source: Any = TREASURY if place == company else place
        if source not in (IPO, POOL, TREASURY):
            raise BadInput("interop.not_for_sale", share=share)
        if share == certificate(company):
            source = BOARD
        power = self._power(recorded)
        return Exchange(power, company, source) if power else BuyShare(company, source)

    def _sell_shares(self, recorded: dict[str, Any]) -> Action:
        shares, seller = recorded["shares"], self.game.step.actor(self.game)
        for share in shares:
            if self.book.place(share) != seller or shares.count(share) > 1:
                raise BadInput("interop.not_of_seller", share=share)
        (company,) = {company_of(share) for share in shares}
        sizes = self.game.rules.certificates(self.game, company)
        whole = sum(sizes[int(share.rpartition("_")[2])] for share in shares)
        return SellShares(company, recorded.get("percent", whole) // 10)

    def _lay_tile(self, recorded: dict[str, Any]) -> Action:
        tile = recorded["tile"].rpartition("-")[0]
        return LayTile(recorded["hex"], tile, recorded["rotation"], self._power(recorded))

    def _place_token(self, recorded: dict[str, Any]) -> Action:
        tile, _, city = recorded["city"].rpartition("-")
        return PlaceStation(self.hex_of(tile), int(city))

    def hex_of(self, tile: str) -> str:
        """Return where a copy of a tile lies; what is printed there is named after its hex."""
        return self._tile_hex.get(tile, tile.rpartition("-")[0])

    def _run_routes(self, recorded: dict[str, Any]) -> Action:
        company = recorded["entity"]
        return Run(tuple(self.route(route, company) for route in self.routes(recorded)))

    def route(self, recorded: dict[str, Any], company: str) -> Route:
        """Return the route of a company behind a recorded one."""
        return Route(self.card(recorded["train"], company), PathFinder(self.game, recorded).find())

    def routes(self, recorded: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the recorded routes of a run; a company has no more of them than trains."""
        routes: list[dict[str, Any]] = recorded["routes"]
        company = recorded["entity"]
        if len(routes) > len(self.game.state.trains[company]):
            raise BadInput(
                "interop.few_trains",
                action=_short(recorded),
                company=company,
            )
        return routes

    def _dividend(self, recorded: dict[str, Any]) -> Action:
        return Dividend("pay" if recorded["kind"] == "payout" else "keep")

    def _buy_train(self, recorded: dict[str, Any]) -> Action:
        card = recorded["train"]
        owners = [str(o) for o, cards in self.game.state.trains.items() if card in cards]
        source = owners[0] if owners else "bank"
        return BuyTrain(card, source, recorded["price"], recorded.get("exchange"))

    def _discard_train(self, recorded: dict[str, Any]) -> Action:
        company = recorded["entity"]
        return DiscardTrain(company, self.card(recorded["train"], company))

    def card(self, theirs: str, company: str) -> str:
        """Return the train of a company that has the site's id; it stays if there is none."""
        cards, out = self.game.state.trains[company], self.dialect.train_out
        return next((card for card in cards if out(self.game, card) == theirs), theirs)

    def _buy_company(self, recorded: dict[str, Any]) -> Action:
        return BuyPrivate(self.dialect.private_in(recorded["company"]), recorded["price"])

    def _bankrupt(self, recorded: dict[str, Any]) -> Action:
        return DeclareBankruptcy()


def _short(recorded: dict[str, Any]) -> str:
    return f"{clip(recorded.get('id'), 40)} ({clip(recorded.get('type'), 40)})"


def start(
    title: str,
    options: tuple[str, ...],
    players: tuple[RecordedPlayer, ...],
    seed: int | None = None,
) -> tuple[Game, Reader]:
    """Set up the game that a recording starts from."""
    name, dialect = dialect_of(title)
    chosen = dialect.options_in(options)
    rules = rules_of(name)
    names = [player.name for player in players]
    if len(set(names)) != len(names):
        raise BadInput("interop.same_name")
    game = start_game(rules, names, edition="online", seed=seed, as_seated=True, options=chosen)
    ids = [player.name if player.id is None else player.id for player in players]
    return game, Reader(game, dialect, ids)


def _seed(recorded: RecordedGame) -> int | None:
    """Return the seed of what was drawn: as set, or the first digits of the game's id."""
    source = None if recorded.settings is None else recorded.settings.seed
    if source is None or source == "":
        source = recorded.id
    huge = isinstance(source, int) and abs(source) >= 10**MOST_DIGITS
    digits = None if huge else re.search(r"[0-9]+", str(source))
    if huge or (digits and len(digits[0]) > MOST_DIGITS):
        raise BadInput("interop.seed")
    return int(digits[0]) if digits else None


def _start(recorded: RecordedGame) -> tuple[Game, Reader]:
    options = () if recorded.settings is None else recorded.settings.optional_rules or ()
    return start(recorded.title, options, recorded.players, _seed(recorded))


def import_game(data: bytes, most: int | None = None) -> Game:
    """Read a recorded game of at most so many actions and replay it with full validation."""
    recorded = decode_recorded(data)
    game, reader = _start(recorded)
    for action in effective(recorded.actions, most):
        try:
            reader.play(action)
        except IllegalAction as error:
            raise BadInput("interop.not_legal", action=_short(action), why=error) from None
    return game


def positions(data: bytes) -> Iterator[tuple[dict[str, Any], Game]]:
    """Yield every effective recorded action together with the game after it."""
    recorded = decode_recorded(data)
    game, reader = _start(recorded)
    for action in effective(recorded.actions):
        reader.play(action)
        yield action, game
