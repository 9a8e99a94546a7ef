"""What is printed of 18ESP: maps, tiles, market, trains."""

from __future__ import annotations

from dieciocho.engine.definition import BARRIER
from dieciocho.engine.state import BANK
from dieciocho.engine.track import is_open
from dieciocho.games.g18esp.facts import facts
from dieciocho.games.g18esp.passes import passes
from dieciocho.games.g18esp.printed import printed

from ..support import rule
from .scenes import Scene


@rule("18ESP-1.5.1.3")
def test_the_passes_start_closed() -> None:
    game = Scene().game
    assert passes(game) == ["D12", "H12", "J10", "L8"]
    for name in passes(game):
        assert not is_open(game.definition, game.state, name)
        assert game.state.board[game.definition.hexes[name].index].tile.stops == ()


@rule("18ESP-1.5.1.13", "18ESP-4.2.1.19")
def test_the_three_bars() -> None:
    definition = Scene().game.definition
    bars = {
        frozenset((h.name, definition.hex_list[h.neighbours[side]].name))
        for h in definition.hex_list
        for side, why in h.closed.items()
        if why == BARRIER
    }
    assert bars == {frozenset(pair) for pair in (("G5", "G7"), ("G7", "H6"), ("G29", "H30"))}


@rule("18ESP-4.2.0.2", "18ESP-5.2.0.16")
def test_the_gauges_meet_in_passes_only() -> None:
    definition = Scene().game.definition
    for crossing, beyond in enumerate(definition.across):
        one, other = definition.hex_list[crossing // 6], definition.hex_list[beyond // 6]
        if beyond >= 0 and one.entry.gauge != other.entry.gauge:
            assert "both" in (one.entry.gauge, other.entry.gauge)
    sides = {
        name: {definition.hex_list[n].name for n in definition.hexes[name].neighbours if n >= 0}
        for name in ("D12", "H12", "J10", "L8")
    }
    south = {"D12": "D18", "H12": "E19", "J10": "G17", "L8": "H16"}
    north = {"D12": "D10", "H12": "H10", "J10": "J8", "L8": "K7"}
    for name, near in sides.items():
        assert {south[name], north[name]} <= near
        assert definition.hexes[south[name]].entry.gauge == ""
        assert definition.hexes[north[name]].entry.gauge == "narrow"


@rule("18ESP-1.5.1.12", "18ESP-4.4.1.5")
def test_the_deck_of_trains() -> None:
    scene = Scene()
    kinds = [scene.game.kind_of(card) for card in scene.state.trains[BANK]]
    assert kinds == ["2"] * 10 + ["3"] * 9 + ["4"] * 7 + ["5"] * 5 + ["6"] * 3 + ["8"]
    trains = printed(scene.game).trains
    figures = [(k, t.price, t.range, t.scrapped_by, t.back) for k, t in trains.items()][:6]
    assert figures == [
        ("2", 100, 2, "4", "1+2"),
        ("3", 200, 3, "6", "2+3"),
        ("4", 300, 4, "8", "3+4"),
        ("5", 500, 5, None, "4+5"),
        ("6", 600, 6, None, "5+6"),
        ("8", 800, 8, None, "6+8"),
    ]
    plus = [
        (trains[t.back].range, trains[t.back].small) for t in list(trains.values())[:6] if t.back
    ]
    assert plus == [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 8)]


@rule("18ESP-5.2.1.11")
def test_ranges_of_combined_trains_are_sums() -> None:
    trains = printed(Scene().game).trains
    combined = {name: train for name, train in trains.items() if train.parts}
    assert combined["4&1+2"].range == 5
    assert combined["4&1+2"].small == 2
    assert combined["3+4&2"].range == 5
    assert combined["3+4&2"].small == 4
    for train in combined.values():
        main, other = (trains[part] for part in train.parts)
        assert (train.range, train.small) == (main.range + other.range, main.small + other.small)
        assert (train.gauge, train.scrapped_by) == ("both", main.scrapped_by)
        assert {main.gauge, other.gauge} == {"", "narrow"}


@rule("18ESP-4.2.1.23")
def test_193_pieces_with_two_faces() -> None:
    definition = Scene().game.definition
    pieces = {faces[0] for faces in definition.faces.values()}
    assert sum(definition.tile_counts[name] for name in pieces) == 193
    for name, faces in definition.faces.items():
        if len(faces) == 2 and name not in ("L79", "L113"):
            one, other = (definition.tiles[face] for face in faces)
            assert (one.stops, one.track, one.label) == (other.stops, other.track, other.label)
            assert [definition.tile_gauge[face] for face in faces] == ["", "narrow"]
    online = Scene(edition="online").game.definition
    assert sum(online.tile_counts[name] for name in pieces) == 175


@rule("18ESP-4.5.7", "18ESP-4.5.6", "18ESP-4.5.2", "18ESP-3.3.5", "18ESP-3.3.1", "18ESP-3.1.0.9")
def test_moves_of_the_market() -> None:
    market = Scene().game.definition.market

    def moved(table: list[int], *prices: int) -> list[int]:
        return [market.price[table[market.price.index(price)]] for price in prices]

    assert moved(market.right, 55, 50, 380, 360, 400, 100) == [65, 60, 400, 400, 400, 110]
    assert moved(market.left, 55, 50, 60, 65, 400, 380) == [50, 50, 50, 55, 360, 340]
    assert moved(market.up, 380, 400, 100) == [400, 400, 105]
    assert moved(market.down, 65, 55, 50) == [60, 50, 50]
    assert sorted(market.par_cells) == [70, 75, 80, 85, 90, 95, 100]
    rows = [[c.price for c in market.cells if c.row == row] for row in (0, 1)]
    assert [row[0] for row in rows] == [55, 50]
    assert [row[-1] for row in rows] == [400, 380]


@rule("18ESP-4.5.7")
def test_online_the_ends_of_the_market_hold() -> None:
    market = Scene(edition="online").game.definition.market
    assert market.price[market.left[market.price.index(55)]] == 55
    assert market.price[market.right[market.price.index(380)]] == 380


def test_online_pioneers_stations_and_tenders() -> None:
    scene = Scene(edition="online")
    definition = scene.game.definition
    values = [definition.privates[p].value for p in scene.state.private_owner]
    assert values == [20, 60, 70, 100, 130, 160, 170]  # D2
    majors = [c for c in definition.companies.values() if c.kind != "small"]
    assert {c.stations for c in majors} == {5}  # D8
    assert facts(scene.game).tenders_of_owner == 5  # D3


@rule("18ESP-6.4", "18ESP-6.5", "18ESP-6.6", "18ESP-6.7", "18ESP-6.8", "18ESP-6.9", "18ESP-4.4.1.6")
def test_the_phases() -> None:
    definition = printed(Scene().game)
    phases = definition.phases
    assert [p.name for p in phases] == ["2", "3", "4", "5", "6", "7"]
    assert [p.starts_with for p in phases] == [None, "3", "4", "5", "6", "8"]
    assert [p.rounds for p in phases] == [1, 2, 2, 3, 3, 3]
    assert [p.train_limit for p in phases] == [4, 4, 3, 3, 2, 2]
    assert [p.limits["small"] for p in phases][:3] == [2, 2, 1]
    newest = [p.colours[-1] for p in phases]
    assert newest == ["yellow", "green", "green", "brown", "brown", "gray"]
    mine = definition.tiles["L89"].stops[0]
    assert [mine.value(colour) for colour in newest] == [30, 20, 20, 10, 10, 0]

    def starts(what: str) -> str:
        return next(p.name for p in phases if what in p.allows)

    assert [starts(w) for w in ("passes", "train_trade", "absorption", "south")] == ["3"] * 4
    assert [starts(w) for w in ("combining", "full_capital")] == ["4", "5"]
    assert [p.name for p in phases if "pioneers" in p.allows] == ["2", "3", "4"]
    assert [p.name for p in phases if p.closes_privates] == ["5"]
    gone = {
        p.name: [k for k in ("2", "3", "4") if definition.trains[k].scrapped_by == p.starts_with]
        for p in phases
    }
    assert (gone["4"], gone["6"], gone["7"]) == (["2"], ["3"], ["4"])


@rule("18ESP-3.0.6", "18ESP-3.2.2.5", "18ESP-4.3.4")
def test_charters() -> None:
    for name, company in Scene().game.definition.companies.items():
        small = company.kind == "small"
        assert company.certificates == ((100,) if small else (20, *[10] * 8)), name
        assert company.stations == {"small": 1, "north": 5, "south": 6}[company.kind]
        assert (company.destination is None) == small
    kinds = [c.kind for c in Scene().game.definition.companies.values()]
    assert [kinds.count(kind) for kind in ("north", "south", "small")] == [6, 9, 9]
