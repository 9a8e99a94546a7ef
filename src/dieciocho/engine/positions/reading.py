"""Setting a table up by a position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..board import key_of
from ..depot import card_of, train_of
from ..state import BANK, OUT, Owner
from .course import take_up
from .sections import (
    OPEN,
    PLAIN,
    SECTIONS,
    cell_names,
    charters,
    homes,
    supply_of,
    type_of,
    values_of,
)
from .values import NOTHING, Values, a_list, a_number, a_stop, a_table, a_text, wrong

if TYPE_CHECKING:
    from ..game import Game, Play
    from ..tiles import Placed

_LONGEST_LIST = 5_000  # signs of a text that lists things
_CARD = re.compile(r"(.+)-(0|[1-9][0-9]{0,3})")


def lay_out(game: Play, table: Any) -> int:
    """Set the table of a new game up; return how many actions were played before."""
    data = a_table(table, "the position")
    for name in data:
        if name not in SECTIONS:
            raise wrong(name[:40], "input.position_no_section", SECTIONS)
    reader = _Reader(game, data)
    reader.things()
    take_up(game, reader.values, data)
    return a_number(data.get("played", 0), "played")


class _Reader:
    """Reads the sections one after the other; what is missing stays as it is at the start."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        self.game, self.state, self.data = game, game.state, data
        self.values: Values = values_of(game)
        self._names = self.values.names
        self._companies = game.definition.companies

    def things(self) -> None:
        """Lay out all that is not a matter of turns."""
        if "facts" in self.data:
            now = self.state.facts
            self.state.facts = self.values.read_struct(self.data["facts"], type(now), "facts", now)
        if "phase" in self.data:
            names = [phase.name for phase in self.game.definition.phases]
            self.state.phase = self._index(a_text(self.data["phase"], "phase"), names, "phase")
        for name, field in PLAIN.items():
            if name in self.data:
                self._plain(name, field)
        self._shares()
        self._market()
        self._cash()
        self._trains()
        self._tiles()
        self._stations()
        self._homes()
        self._charters()

    def _plain(self, name: str, field: str) -> None:
        value = self.values.read(self.data[name], type_of(field), name)
        now = getattr(self.state, field)
        if name in _OF_COMPANIES:
            self._known(value, self._companies, name)
        elif isinstance(value, dict):
            self._known(value, {*now, *self._companies, *self.game.definition.privates}, name)
        setattr(self.state, field, {**now, **value} if name == "privates" else value)

    def _known(self, names: Iterable[str], known: Iterable[str], where: str) -> None:
        for name in names:
            if name not in known:
                raise wrong(where, "input.position_no_thing", known, name=name)

    def _index(self, name: str, names: list[str], where: str) -> int:
        self._known([name], names, where)
        return names.index(name)

    def _section(self, name: str) -> dict[str, Any] | None:
        return a_table(self.data[name], name) if name in self.data else None

    def _of_company(self, name: str) -> dict[str, Any]:
        section = self._section(name) or {}
        self._known(section, self._companies, name)
        return section

    # --- certificates, prices, money ---------------------------------------------------

    def _shares(self) -> None:
        for company, text in self._of_company("shares").items():
            where, usual = f"shares.{company}", self.state.shares[company]
            holders: list[Owner] = []
            needed = len(self.game.rules.certificates(self.game, company))
            for item in _items(text, where):
                name, _, count = item.rpartition(" ")
                if item in self._names or not count.isdecimal():
                    name, count = item, "1"
                if len(count) > 3 or len(holders) + int(count) > needed:
                    raise wrong(where, "input.position_few_certificates", count=needed)
                holders += [self._names.owner(name, where)] * int(count)
            if len(holders) < needed != len(usual):
                raise wrong(where, "input.position_certificates", count=len(holders), needed=needed)
            self.state.shares[company] = (*holders, *usual[len(holders) : needed])

    def _market(self) -> None:
        section, state = self._section("market"), self.state
        if section is None:
            return
        cells = cell_names(self.game)
        state.cell, state.stacks = {}, {}
        for company, name in self._of_company("market").items():
            where = f"market.{company}"
            text = str(name) if isinstance(name, int) else a_text(name, where)
            if text not in cells:
                near = [c for c in cells if c.split()[0] == text.split(" ")[0]]
                raise wrong(where, "input.position_no_cell", near or cells, cell=text)
            cell = state.cell[company] = cells.index(text)
            state.stacks[cell] = (*state.stacks.get(cell, ()), company)
        for number, stack in enumerate(a_list(self.data.get("stacks", []), "stacks"), 1):
            where = f"stacks[{number}]"
            markers = tuple(a_text(company, where) for company in a_list(stack, where))
            self._known(markers, state.cell, where)
            cell = state.cell[markers[0]] if markers else -1
            if sorted(markers) != sorted(state.stacks.get(cell, ())):
                raise wrong(where, "input.position_other_cells")
            state.stacks[cell] = markers
        self._from_market()

    def _from_market(self) -> None:
        """Companies with a price run, cost it from the start and have their directors."""
        state = self.state
        if "floated" not in self.data:
            state.floated = frozenset(state.cell)
        if "par" not in self.data:
            price = self.game.definition.market.price
            state.par = {company: price[cell] for company, cell in state.cell.items()}
        if "presidents" not in self.data:
            directors = {c: state.shares[c][0] for c in state.cell if state.shares[c]}
            state.president.update({c: d for c, d in directors.items() if isinstance(d, int)})

    def _cash(self) -> None:
        section = self._section("cash")
        if section is None:
            return
        cash = dict.fromkeys(self.state.cash, 0)
        for name, amount in section.items():
            where = f"cash.{name[:40]}"
            owner = self._names.owner(name, where)
            if owner not in cash:
                raise wrong(where, "input.position_no_money", map(self._names.write, cash))
            cash[owner] = a_number(amount, where)
            if cash[owner] < 0 and owner != BANK:
                raise wrong(where, "input.position_negative")
        total, whole = sum(cash.values()), self.game.definition.table.bank
        if BANK not in section:
            cash[BANK] = whole - total
        elif total != whole:
            raise wrong(
                "cash",
                "input.position_money_total",
                total=total,
                whole=whole,
                right=cash[BANK] + whole - total,
            )
        self.state.cash = cash

    # --- trains ------------------------------------------------------------------------

    def _trains(self) -> None:
        section, start = self._section("trains"), self.state.trains
        if section is None:
            return
        lists: dict[Owner, list[str]] = {owner: [] for owner in start}
        for name, text in section.items():
            owner = self._names.owner(name, f"trains.{name[:40]}")
            if owner not in lists:
                raise wrong(
                    f"trains.{name}", "input.position_no_trains", map(self._names.write, lists)
                )
            lists[owner] = _items(text, f"trains.{name}")
        used = {self._piece(item) for cards in lists.values() for item in cards}
        held: dict[str, Owner] = {}
        for owner, cards in lists.items():
            where = f"trains.{self._names.write(owner)}"
            lists[owner] = cards = [self._card(item, used, where) for item in cards]
            for card in cards:
                other = held.setdefault(self._piece(card), owner)
                if cards.count(card) > 1 or other != owner:
                    raise wrong(
                        where,
                        "input.position_train_twice",
                        owner=self._names.write(other),
                        train=card,
                    )
        self._rest(lists, held, BANK in section)
        self.state.trains = {owner: tuple(cards) for owner, cards in lists.items()}

    def _piece(self, card: str) -> str:
        """Return the name that a card has in the bank, whichever side is up."""
        known = card.rpartition("-")[0] in self.game.definition.trains
        return card_of(self.game, card) if known else card

    def _card(self, text: str, used: set[str], where: str) -> str:
        """Return a card by its name, or the first one of a kind that nobody has by name."""
        trains = self.game.definition.trains
        if text in trains:
            cards = (f"{text}-{number}" for number in range(10_000))
            card = next(card for card in cards if self._piece(card) not in used)
            used.add(self._piece(card))
            return card
        match = _CARD.fullmatch(text)
        if match is None or match[1] not in trains:
            raise wrong(where, "input.position_no_train", trains, train=text)
        return text

    def _rest(self, lists: dict[Owner, list[str]], held: dict[str, Owner], listed: bool) -> None:
        """Trains that are not mentioned are the bank's, unless its own are or they must be gone."""
        gone = self._gone()
        for owner, cards in self.state.trains.items():
            for card in cards:
                train = train_of(self.game, card)
                if train.count < 0 and listed:
                    continue
                if card not in held:
                    left = owner == BANK and (listed or train.kind in gone)
                    lists[OUT if left else owner].append(card)
                elif train.count < 0:  # there is always another one
                    numbers = (c.rpartition("-") for c in held)
                    last = max(int(n) for kind, _, n in numbers if kind == train.kind)
                    lists[owner].append(f"{train.kind}-{last + 1}")

    def _gone(self) -> set[str]:
        """Return the kinds that the bank cannot have in this phase: obsolete, or sold out."""
        definition = self.game.definition
        phases = definition.phases[: self.state.phase + 1]
        come = [phase.starts_with for phase in phases if phase.starts_with is not None]
        kinds = list(definition.trains)
        sold = kinds[: kinds.index(come[-1])] if come and not definition.stacks else []
        return {*sold, *(k for k, t in definition.trains.items() if t.scrapped_by in come)}

    # --- the map -----------------------------------------------------------------------

    def _tiles(self) -> None:
        section, state, definition = self._section("tiles"), self.state, self.game.definition
        if section is None:
            return
        laid: Counter[str] = Counter()
        state.board, state.track_key = [spot.start for spot in definition.hex_list], 0
        for hex_name, text in section.items():
            where = f"tiles.{hex_name[:40]}"
            if hex_name not in definition.hexes:
                raise wrong(where, "input.position_no_hex")
            spot = definition.hexes[hex_name]
            shut = spot.start is not spot.printed
            if shut:
                state.track_key ^= key_of(hex_name, OPEN)
            if text == OPEN and shut:
                state.board[spot.index] = spot.printed
                continue
            tile = state.board[spot.index] = self._tile(text, where)
            state.track_key ^= key_of(hex_name, tile.name, tile.rotation)
            laid[tile.name] += 1
        state.supply = supply_of(self.game, laid)
        for name, count in state.supply.items():
            if count < 0 <= definition.tile_counts[name]:
                there = definition.tile_counts[name]
                raise wrong(
                    "tiles",
                    "input.position_few_tiles",
                    count=there,
                    tile=name,
                    laid=there - count,
                )

    def _tile(self, value: Any, where: str) -> Placed:
        name, _, rotation = a_text(value, where).rpartition("/")
        if name not in self.game.definition.tiles:
            raise wrong(where, "input.position_no_tile", tile=name)
        if rotation not in {*"012345"}:
            raise wrong(where, "input.position_no_rotation", range(6), rotation=rotation)
        return self.game.definition.placed[name, int(rotation)]

    def _stop(self, hex_name: str, city: int, where: str) -> int:
        """Return how many slots a stop has."""
        spot = self.game.definition.hexes.get(hex_name)
        stops = self.state.board[spot.index].tile.stops if spot else ()
        if not 0 <= city < len(stops):
            raise wrong(where, "input.position_no_stop", hex=hex_name, city=city)
        return stops[city].slots

    def _stations(self) -> None:
        section, state = self._section("stations"), self.state
        if section is None:
            return
        state.stations, state.station_key = {}, 0
        for stop, text in section.items():
            where = f"stations.{stop[:40]}"
            hex_name, city = a_stop(stop, where)
            slots: list[str | None] = []
            for company in _items(text, where):
                if company != NOTHING:
                    self._known([company], self._companies, where)
                    state.station_key ^= key_of(hex_name, city, company, "station")
                slots.append(None if company == NOTHING else company)
            missing = self._stop(hex_name, city, where) - len(slots)
            state.stations[hex_name, city] = (*slots, *[None] * missing)

    def _homes(self) -> None:
        state = self.state
        if "homes" not in self.data:
            state.homes = homes(state.homes, state.stations)
        for company, home in state.homes.items():
            self._stop(*home, f"homes.{company}")

    def _charters(self) -> None:
        left = charters(self.game, self.state.stations_left)
        for company, count in left.items():
            if count < 0:
                raise wrong(
                    "stations",
                    "input.position_many_stations",
                    company=company,
                    count=-count,
                )
        for company, count in self._of_company("stations_left").items():
            left[company] = a_number(count, f"stations_left.{company}")
            if not 0 <= count < 100:
                raise wrong(f"stations_left.{company}", "input.position_out_of_range", value=count)
        self.state.stations_left = left


_OF_COMPANIES = ("closed", "floated", "presidents", "par", "homes", "last_runs")


def _items(value: Any, where: str) -> list[str]:
    """Return what a text lists, separated by commas."""
    if not isinstance(value, str) or len(value) > _LONGEST_LIST or not value.isprintable():
        raise wrong(where, "input.position_needs_things")
    return [item for part in value.split(",") if (item := " ".join(part.split()))]
