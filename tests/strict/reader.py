"""Reading a file strictly: form and books, action by action."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from dieciocho.engine.game import Header
from dieciocho.games import rules_of
from dieciocho.games.g18esp.printed import EspTrain

from . import shapes as form
from .books import MARKET, UNSOLD, Shares, Stations, Tiles, Trains, Wrong, need

__all__ = ["Reader", "Wrong", "read"]

GAMES = {"1888": "1888n", "18Mag": "18mag", "18ESP": "18esp", "1862": "1862"}
# Trains that come with pioneers (18ESP): nobody buys them.
LOOSE = {"18ESP": {"2-0", "2P-0"}}
AMOUNTS = ("price", "cost", "amount", "extra_revenue", "subsidy", "slot", "warranties")


def read(data: dict[str, Any], *, modern: bool = False) -> Reader:
    """Read a recorded game; Wrong says what is unlike the recorded ones.

    `modern`: as recorded today, without the freedoms of older recordings.
    """
    reader = Reader(data, modern)
    for number, action in enumerate(played(data["actions"])):
        try:
            reader.add(action)
        except Wrong as error:
            raise Wrong(f"action {action.get('id', f'(no id, {number})')}: {error}") from None
    return reader


def played(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Resolve undo and redo; automatic actions follow theirs."""
    done: list[dict[str, Any]] = []
    undone: list[list[dict[str, Any]]] = []
    for action in actions:
        if action["type"] == "undo":
            to = action.get("action_id")
            keep = len(done) - 1 if to is None else sum(a["id"] <= to for a in done)
            if keep < len(done):
                undone.append(done[keep:])
                done = done[:keep]
        elif action["type"] == "redo":
            done += undone.pop() if undone else []
        elif action["type"] != "message":
            done.append(action)
            undone = []
    return [each for action in done for each in (action, *action.get("auto_actions", ()))]


class Reader:
    """The books of one recorded game."""

    def __init__(self, data: dict[str, Any], modern: bool) -> None:
        self.modern = modern
        self.title = str(data.get("title"))
        need(self.title in GAMES, f"unknown title {self.title}")
        self.ids = [player["id"] for player in data["players"]]
        self._check_top(data)
        names = tuple(player["name"] for player in data["players"])
        rules = rules_of(GAMES[self.title])
        options: dict[str, str] = {}
        if self.title == "1862":
            chosen = data["settings"]["optional_rules"]
            lengths = [name.removesuffix("_length") for name in chosen if name.endswith("_length")]
            options = {"length": lengths[0]} if lengths else {}
        header = Header(GAMES[self.title], names, "online", None, rules.version, options)
        self.definition = rules.definition(header)
        self.shapes = form.shapes(self.title)
        start = MARKET if self.title == "18Mag" else UNSOLD
        sizes = {name: c.certificates for name, c in self.definition.companies.items()}
        self.shares = Shares(sizes, start, self.ids, seated=self.title != "18ESP")
        self.tiles = Tiles(self.definition.tile_counts, self.definition.faces)
        counts = {kind: t.count for kind, t in self.definition.trains.items() if t.count}
        if self.title == "18ESP":
            counts = {**counts, "2": counts["2"] + 1, "2P": 1}  # those of pioneers
        self.trains = Trains(counts, LOOSE.get(self.title, set()))
        self.stations = Stations()
        self.printed = dict(word.split("-") for word in form.PRINTED[self.title].split())
        self.counts: dict[str, int] = {}
        self._operating: str = ""
        self._partner: str = ""
        self._zafra: int | None = None  # who gets the share of the sixth pioneer (18ESP)
        self._minors = 0

    # --- the file ----------------------------------------------------------------------

    def _check_top(self, data: dict[str, Any]) -> None:
        keys, status = set(data), data["status"]
        need(status in ("active", "finished"), f"status {status!r}")
        missing = form.TOP - keys
        need(not missing, f"the file lacks {missing}")
        more = keys - form.TOP - form.TOP_MAYBE - form.TOP_PLAYED - {"game_end_reason"}
        need(not more, f"the file has {more}")
        if status == "finished":
            need(keys >= form.TOP_PLAYED, "a finished game lacks its end")
            reason = data.get("game_end_reason")
            need(reason in form.ENDS[self.title], f"it cannot end by {reason!r}")
        if keys >= form.TOP_PLAYED:
            need(data["round"] in form.ROUNDS, f"round {data['round']!r}")
            need(set(data["result"]) == {str(p) for p in self.ids}, "result of other players")
            need(data["acting"] and set(data["acting"]) <= set(self.ids), "acting: not the players")
        settings = set(data["settings"])
        need(settings >= form.SETTINGS, "settings lack the seed or the options")
        need(not settings - form.SETTINGS - form.SETTINGS_MAYBE, f"settings have {settings}")
        options = set(data["settings"]["optional_rules"])
        need(options <= form.OPTIONS[self.title], f"options {options}")
        need(self.title != "1888" or options == {"north"}, "1888 without the northern map")
        need(len(set(self.ids)) == len(self.ids), "two players have one id")
        need(all(set(player) == {"id", "name"} for player in data["players"]), "players' fields")
        numbers = [action["id"] for action in data["actions"]]
        need(all(a < b for a, b in pairwise(numbers)), "ids of actions do not rise")
        if self.modern:
            need(numbers == list(range(1, len(numbers) + 1)), "ids of actions have gaps")
        need(isinstance(data["settings"]["seed"], int | str), "the seed is no number")

    # --- actions -----------------------------------------------------------------------

    def add(self, action: dict[str, Any]) -> None:
        """Check one action and enter it into the books."""
        kind, actor = action.get("type"), action.get("entity_type")
        if kind in form.NOTES:
            need(actor == "player" and action["entity"] in self.ids, f"{kind} of nobody")
            return
        self._check_form(action)
        self._check_entity(action["entity"], str(actor))
        self.counts[str(kind)] = self.counts.get(str(kind), 0) + 1
        if actor == "corporation" and action["entity"] != self._operating:
            self._operating, self._partner = action["entity"], ""
        for field in AMOUNTS:
            value = action.get(field, 0)
            need(type(value) is int and value >= 0, f"{field} {value!r}")
        check = getattr(self, f"_{kind}", None)
        if check is not None:
            check(action)

    def _check_form(self, action: dict[str, Any]) -> None:
        kind, actor = action.get("type"), action.get("entity_type")
        shape = self.shapes.get((str(kind), str(actor)))
        need(shape is not None, f"{kind} by a {actor}")
        assert shape is not None
        fields = set(action) - form.ALWAYS - form.MAYBE
        needed = shape.needed | (shape.modern if self.modern else frozenset())
        need(needed <= fields, f"{kind} lacks {sorted(needed - fields)}")
        more = fields - shape.needed - shape.modern - shape.optional
        need(not more, f"{kind} has {sorted(more)}")

    def _check_entity(self, entity: Any, actor: str) -> None:
        if actor == "player":
            need(entity in self.ids, f"there is no player {entity!r}")
        elif actor == "company":
            need(entity in self._privates(), f"there is no private {entity!r}")
        else:
            self._company(entity)
            minor = self.title == "18Mag" and not self.definition.companies[entity].certificates
            need((actor == "minor") == minor, f"{entity} is no {actor}")

    def _privates(self) -> set[str]:
        theirs = {"GW": "CW", "P6a": "P6", "P6b": "P6"}
        return {theirs.get(private, private) for private in self.definition.privates}

    def _company(self, name: Any) -> None:
        need(name in self.definition.companies, f"there is no company {name!r}")

    def _hex(self, name: Any) -> None:
        known = name in self.definition.hexes
        need(known or (self.title == "18ESP" and name in form.DECORATIVE), f"no hex {name!r}")

    # --- shares ------------------------------------------------------------------------

    def _bid(self, action: dict[str, Any]) -> None:
        lots = [field for field in ("company", "corporation", "minor") if field in action]
        need(len(lots) == 1, "a bid for one thing")
        if lots == ["company"]:
            need(action["company"] in self._privates(), f"no private {action['company']!r}")
            if self.title == "18ESP" and action["company"] == "P6":
                self._zafra = action["entity"]
            return
        company = action[lots[0]]
        self._company(company)
        if lots == ["minor"]:  # with a train
            self.trains.from_bank(f"2-{self._minors}", company)
            self._minors += 1
        if self.title == "18Mag" and lots == ["corporation"]:  # a share of the draft
            need(self.shares.ordinary(company, MARKET), f"no share of {company} is left")
            self.shares.move(self.shares.ordinary(company, MARKET)[0], action["entity"])
            self.shares.bought(company, action["entity"], from_market=True)

    def _par(self, action: dict[str, Any]) -> None:
        company, buyer = action["corporation"], action["entity"]
        self._company(company)
        price, row, column = (int(part) for part in action["share_price"].split(","))
        market = self.definition.market
        at = (row, column)
        if self.title in ("18ESP", "1862"):  # which keep their market in one row
            places = [n for n in range(len(market.cells)) if (0, n) == at]
        else:
            places = [n for n, cell in enumerate(market.cells) if (cell.row, cell.column) == at]
        right = len(places) == 1 and market.price[places[0]] == price
        need(right, f"par {action['share_price']}")
        if self.title == "1862":  # perhaps not for the first time
            self.shares.reset(company)
            self.stations.closed(company)
        certificate = f"{company}_0"
        need(self.shares.holder(certificate) == UNSOLD, f"{company} was started already")
        self.shares.move(certificate, buyer)

    def _buy_shares(self, action: dict[str, Any]) -> None:
        shares, buyer = action["shares"], action["entity"]
        need(isinstance(shares, list) and len(shares) == 1, f"{shares} are bought at once")
        company = self.shares.company(shares[0])
        need(action["percent"] == self.shares.size(shares[0]), f"{shares} of {action['percent']}")
        private = action["entity_type"] == "company"
        need(buyer in self.ids or buyer == company or private, f"by {buyer}")
        self._share_of_pioneer(shares[0])
        self.shares.buy(shares[0], buyer)
        if private:  # whose owner is not in the file
            self.shares.doubtful.add(company)
        else:
            self.shares.bought(company, buyer, from_market=self.title in ("18Mag", "1862"))

    def _share_of_pioneer(self, share: str) -> None:
        """The sixth pioneer (18ESP) comes with the first share of some company: it is left out."""
        company = self.shares.company(share)
        first = f"{company}_1"
        if self._zafra is None or len(self.shares.sizes[company]) == 1 or share == first:
            return
        if self._unsold(first) and self._unsold(share):
            self.shares.move(first, self._zafra)
            self.shares.bought(company, self._zafra, from_market=False)
            self._zafra = None

    def _unsold(self, share: str) -> bool:
        return self.shares.holder(share) == UNSOLD

    def _sell_shares(self, action: dict[str, Any]) -> None:
        need(isinstance(action["shares"], list), "shares are a list")
        need(action["percent"] % 10 == 0, f"percent {action['percent']}")
        for share in action["shares"]:
            first = share == f"{self.shares.company(share)}_1"
            if self.title == "18ESP" and first and self._unsold(share):
                need(action["entity"] == self._zafra, f"{share} is not sold yet")
                self.shares.move(share, action["entity"])
                self._zafra = None
        self.shares.sell(action["shares"], action["percent"], action["entity"])

    def _merge(self, action: dict[str, Any]) -> None:
        company, other = action["entity"], action["corporation"]
        self._company(other)
        need(other != company, f"{company} merges with itself")
        if self.title == "18ESP":
            need(len(self.definition.companies[other].certificates) == 1, f"{other} is no minor")
            self.trains.joined(company, other, certain=True)
            self.stations.closed(other)
            self._absorbed(company, other)
            return
        self._partner = other
        self.trains.joined(company, other, certain=False)
        for each in (company, other):
            self.shares.doubtful.add(each)
            self.stations.closed(each)

    def _absorbed(self, company: str, small: str) -> None:
        """The owner of the small company gets the last share of the offering."""
        owner = self.shares.holder(f"{small}_0")
        left = self.shares.ordinary(company, UNSOLD)
        if left and isinstance(owner, int):
            self.shares.move(left[-1], owner)
            self.shares.bought(company, owner, from_market=False)

    def _choose(self, action: dict[str, Any]) -> None:
        choice = action["choice"]
        number = self.title == "1862" and str(choice).isdecimal()
        need(isinstance(choice, int) == number, f"choice {choice!r}")
        need(re.fullmatch(form.CHOICES[self.title], str(choice)), f"choice {choice!r}")
        if choice in ("redeem", "sell"):
            self._consolidated()

    _choose_ability = _choose

    def _consolidated(self) -> None:
        """Shares of a company that merges or refinances change hands unseen (1862)."""
        self.shares.doubtful.update(filter(None, (self._operating, self._partner)))

    def _convert(self, action: dict[str, Any]) -> None:
        self._consolidated()

    def _pass(self, action: dict[str, Any]) -> None:
        """A company without train may have refinanced (1862)."""
        company = action["entity_type"] == "corporation"
        if self.title == "1862" and company and not self.trains.any_of(action["entity"]):
            self._consolidated()

    # --- tiles, stations ---------------------------------------------------------------

    def _lay_tile(self, action: dict[str, Any]) -> None:
        need(action["hex"] in self.definition.hexes, f"no hex {action['hex']!r}")
        need(action["rotation"] in range(6), f"rotation {action['rotation']!r}")
        self.tiles.lay(action["hex"], action["tile"])
        self.stations.covered(action["hex"])

    def _city(self, city: Any) -> tuple[str, int]:
        """Return hex and number of a city that exists where it is said to be."""
        need(isinstance(city, str) and city.count("-") >= 2, f"{city!r} is no city")
        copy, _, number = city.rpartition("-")
        need(number.isdecimal(), f"{city!r} is no city")
        if city in form.LONDON and self.title == "1862":
            return city[:3], int(number)
        hex_name = self.tiles.where(copy)
        if hex_name is not None:
            tile = self.definition.tiles[copy.rpartition("-")[0]]
        else:
            hex_name, _, like = copy.rpartition("-")
            need(hex_name in self.definition.hexes, f"{city}: no such tile lies anywhere")
            need(hex_name not in self.tiles.lying, f"{city}: a tile lies in {hex_name}")
            place = self.printed.get(hex_name, "0")
            need(like == place, f"{city}: the city is number {place} of its like")
            tile = self.definition.hexes[hex_name].printed.tile
        cities = sum(stop.kind in ("city", "mine") for stop in tile.stops)
        need(int(number) < max(cities, 1), f"{city}: the tile has {cities} cities")
        return hex_name, int(number)

    def _place_token(self, action: dict[str, Any]) -> None:
        hex_name, city = self._city(action["city"])
        need(action.get("tokener", action["entity"]) == action["entity"], "another's station")
        need(action["slot"] < 6, f"slot {action['slot']}")
        self.stations.place(hex_name, city, action["slot"], action["entity"], self._leaving())

    def _leaving(self) -> set[str]:
        """Return the companies whose stations may be taken away without an entry in the file.

        Companies of 1862 push others out of their home and go bankrupt, small ones of 18ESP close;
        older recordings do not tell slots.
        """
        companies = self.definition.companies
        if self.title == "1862" or not self.modern:
            return set(companies)
        if self.title == "18ESP":
            return {name for name, card in companies.items() if len(card.certificates) == 1}
        return set()

    def _remove_token(self, action: dict[str, Any]) -> None:
        hex_name, city = self._city(action["city"])
        self.stations.remove(hex_name, city, action["slot"])

    # --- trains ------------------------------------------------------------------------

    def _buy_train(self, action: dict[str, Any]) -> None:
        train, buyer = action["train"], action["entity"]
        kind, _ = self.trains.split(train)
        variant = action.get("variant")
        if "exchange" in action:
            self.trains.hand_back(action["exchange"], buyer)
        if self.title == "1862":
            need((variant is None) == ("warranties" not in action), "a new train has warranties")
        elif self.title != "18ESP" and variant is not None:
            need(variant == kind, f"{train} is no {variant}")
        bank = variant is not None
        if self.title == "18ESP":  # there a train that is turned over is named, too
            bank = self.trains.owner.get(train, MARKET) == MARKET
            need(not bank or variant is not None, f"{train} of the bank is not named")
        if bank:
            self.trains.from_bank(train, buyer)
        else:
            self.trains.from_company(train, buyer, unseen=self.title == "1862")

    def _discard_train(self, action: dict[str, Any]) -> None:
        self.trains.hand_back(action["train"], action["entity"])

    def _combined_trains(self, action: dict[str, Any]) -> None:
        self.trains.mine(action["base"], action["entity"])
        kind, number = self.trains.split(action["additional_train"])
        need(number == 0, f"{action['additional_train']} is added")
        train = self.definition.trains[kind]
        assert isinstance(train, EspTrain)
        need(action["additional_train_variant"] in (kind, train.back), "no such side")

    def _run_routes(self, action: dict[str, Any]) -> None:
        trains = [route.get("train") for route in action["routes"]]
        need(len(set(trains)) == len(trains), f"{trains} run")
        for route in action["routes"]:
            fields = set(route) if self.modern else {*route, form.ROUTE_NODES}
            need(fields == {*form.ROUTE, form.ROUTE_NODES}, f"route of {sorted(fields)}")
            self.trains.mine(route["train"], action["entity"], unseen=self.title == "1862")
            self._route(route)
        if self.modern:
            total = sum(route["subsidy"] for route in action["routes"])
            need(action["subsidy"] == total, "the subsidy is not that of the routes")

    def _route(self, route: dict[str, Any]) -> None:
        chains, hexes = route["connections"], route["hexes"]
        need(len(chains) >= 1 and len(hexes) == len(chains) + 1, f"{hexes} over {len(chains)}")
        for chain, (here, there) in zip(chains, pairwise(hexes), strict=True):
            need(len(chain) >= 2, f"connection {chain}")
            need({chain[0], chain[-1]} == {here, there}, f"{chain} from {here} to {there}")
            for name in chain:
                self._hex(name)
        for field in ("revenue", "subsidy"):
            need(type(route[field]) is int and route[field] >= 0, f"{field} {route[field]!r}")
        need(isinstance(route["revenue_str"], str), "revenue_str")
        for node in route.get("nodes", ()):
            name, _, number = node.rpartition("-")
            need(name in hexes and number.isdecimal(), f"node {node}")
        need(not self.modern or len(route["nodes"]) == len(hexes), "nodes")

    # --- the rest ----------------------------------------------------------------------

    def _buy_company(self, action: dict[str, Any]) -> None:
        need(action["company"] in self._privates(), f"no private {action['company']!r}")

    def _dividend(self, action: dict[str, Any]) -> None:
        kind = action["kind"]
        need(kind in form.DIVIDENDS[self.title], f"dividend {kind!r}")
        need(("amount" in action) == (kind == "variable"), f"amount of {kind}")

    def _special_buy(self, action: dict[str, Any]) -> None:
        words = action["description"]
        need(re.fullmatch(form.DESCRIPTIONS[self.title], words), f"{words!r} is not sold")

    def _destination_connection(self, action: dict[str, Any]) -> None:
        need(action["corporations"] == [action["entity"]], "another's destination")
