"""Components, set-up and what the options change (1862-2, 9, 11.1, 11.4)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import Pass
from dieciocho.engine.depot import deck
from dieciocho.engine.state import BANK, IPO
from dieciocho.engine.track import candidates, rotations
from dieciocho.games.g1862.facts import facts, in_play, uses
from dieciocho.games.g1862.options import draw
from dieciocho.games.g1862.printed import printed
from dieciocho.games.g1862.track import marker_faces

from ..support import rule
from .scenes import NAMES, new

STANDARD = {"A": 7, "B": 6, "C": 4, "D": 3, "E": 3, "F": 2, "G": 1, "H": 6}


def cards(**options: str) -> dict[str, int]:
    game = new(3, "rulebook", **options)
    kinds: list[str] = [game.kind_of(card) for card in game.state.trains[BANK]]
    return {kind: kinds.count(kind) for kind in STANDARD}


@rule("1862-2.1.1")
def test_certificates_of_a_company() -> None:
    game = new()
    assert len(game.definition.companies) == 20
    for company in game.definition.companies.values():
        assert company.certificates == (30, 10, 10, 10, 10, 10, 10, 10)
    assert set(game.state.shares["ESR"]) == {IPO}


HOMES = (
    "E&H C8 ECR D13 ENR F3 ESR F11 EUR E12 FDR G12 I&B D9 L&D D5 L&E C6 L&H C4 N&B E8 N&E B13 "
    "N&S H7 Y&N H5 NGC C10 SVR D11 WNR E2 W&F E4 WVR G8 WStI B5"
)


@rule("1862-2.1.1", "1862-2.1.3")
def test_homes_in_the_order_in_which_permits_are_dealt() -> None:
    companies = new().definition.companies
    assert " ".join(f"{name} {company.home}" for name, company in companies.items()) == HOMES


@rule("1862-2.4.0.1", "1862-2.4.3.2")
def test_the_stack_of_trains() -> None:
    game = new()
    assert cards() == STANDARD
    groups = [game.kind_of(card) for card in deck(game)]
    assert groups == sorted(groups)


@rule("1862-2.4.3.1")
def test_short_and_long_games() -> None:
    assert cards(length="short") == {**STANDARD, "A": 6, "B": 5}
    assert cards(length="long") == {**STANDARD, "C": 5, "D": 4}
    with pytest.raises(dieciocho.BadInput, match="length is one of"):
        new(length="endless")


@rule("1862-2.4.1.1", "1862-3.2.1")
def test_companies_come_in_three_waves() -> None:
    waves = list(facts(new()).waves.values())
    assert [waves.count(n) for n in range(3)] == [8, 4, 4]
    game = new()
    assert len(in_play(game)) == 16
    assert len(game.state.closed) == 4


@rule("1862-2.4.1.2")
def test_permits_of_sixteen_companies() -> None:
    for players in (2, 4, 6):
        licences = list(facts(new(players)).licences.values())
        assert [licences.count(u) for u in ("freight", "express", "local")] == [6, 5, 5]


@rule("1862-2.4.2.1")
@pytest.mark.parametrize(("players", "first"), [(6, 8), (7, 9), (8, 10)])
def test_more_companies_for_many_players(players: int, first: int) -> None:
    assert list(facts(new(players)).waves.values()).count(0) == first
    assert list(facts(new(players, more="no")).waves.values()).count(0) == 8


@rule("1862-2.4.2.2")
def test_permits_with_more_companies() -> None:
    eight = list(facts(new(8)).licences.values())
    assert [eight.count(u) for u in ("freight", "express", "local")] == [6, 6, 6]
    names = list(new().definition.companies)
    drawn = draw(names, 7, 12345, {})
    assert len(drawn["permits"]) == 17
    assert set(drawn["companies"].split()) == set(names) - {"ESR", "N&E", "L&E"}


@rule("1862-2.4.1.1", "1862-2.4.1.2")
def test_the_draw_of_recorded_games() -> None:
    drawn = draw(list(new().definition.companies), 3, 46925, {})
    offer = "WVR Y&N ECR ENR EUR N&E L&E WNR WStI L&H NGC W&F SVR N&B L&D FDR"
    assert drawn["companies"] == offer
    assert drawn["permits"] == "FFELLFLEFFEELLEF"


@rule("1862-2.4.1.1", "1862-2.4.2.1")
@pytest.mark.parametrize(
    ("seed", "players", "removed"),
    [
        (1667116081, 3, "I&B Y&N W&F WVR"),
        (195901436, 4, "E&H N&B NGC EUR"),
        (12345, 7, "ESR N&E L&E"),
        (12345, 8, "ESR N&E"),
    ],
)
def test_the_companies_that_are_left_out(seed: int, players: int, removed: str) -> None:
    names = list(new().definition.companies)
    drawn = draw(names, players, seed, {})["companies"].split()
    assert set(names) - set(drawn) == set(removed.split())


@rule("1862-2.4.1.1", "1862-2.4.1.2")
def test_a_draw_that_cannot_be() -> None:
    drawn = draw(list(new().definition.companies), 3, 46925, {})
    offer = drawn["companies"]
    for wrong in (offer.replace("WVR", "Y&N"), f"{offer} E&H", f"{offer} WVR"):
        with pytest.raises(dieciocho.BadInput, match="16 different companies are needed"):
            new(companies=wrong, permits=drawn["permits"])
    for permits in ("F" * 16, drawn["permits"][1:]):
        with pytest.raises(dieciocho.BadInput, match="are not those of this game"):
            new(companies=offer, permits=permits)


@rule("1862-2.4.4.1")
def test_seats_are_drawn_and_the_first_has_priority() -> None:
    seatings = {dieciocho.new_game("1862", NAMES[:4], seed=seed).players for seed in range(20)}
    assert len(seatings) > 5
    game = new(4)
    assert game.state.priority == 0
    assert game.actor == 0


@rule("1862-2.4.4.2")
@pytest.mark.parametrize(
    ("players", "cash", "limit"),
    [
        (2, 1200, 25),
        (3, 800, 18),
        (4, 600, 13),
        (5, 480, 11),
        (6, 400, 10),
        (7, 345, 9),
        (8, 300, 8),
    ],
)
def test_starting_cash(players: int, cash: int, limit: int) -> None:
    game = new(players)
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert game.state.cash[BANK] == 15000 - cash * players
    assert game.definition.table.certificate_limit[str(players)] == limit


@rule("1862-2.4.4.3")
def test_two_parliament_rounds_open_the_game() -> None:
    game = new()
    names = []
    for _ in range(7):
        names.append((game.step.id, game.actor))
        game.play(Pass())
    assert names == [("parliament", n % 3) for n in (0, 1, 2, 0, 1, 2)] + [("stock_round", 0)]


# --- trains and phases --------------------------------------------------------------------------


@rule("1862-2.2.1")
def test_what_a_card_can_become() -> None:
    trains = printed(new()).trains
    table = {
        "A": (100, 1, "C", "1F 2L 2E"),
        "B": (200, 0, "E", "2F 2/3L 2/3E"),
        "C": (280, 0, "F", "3F 3L 3E"),
        "D": (360, 1, "G", "5F 4L 4E"),
        "E": (500, 0, None, "6F 4/5L 4/5E"),
        "F": (600, 0, None, "7F 5L 5E"),
        "G": (700, 0, None, "8F 5/6L 5/6E"),
        "H": (800, 0, None, "9F 6L 6E"),
    }
    for group, (price, warranty, rusts, kinds) in table.items():
        card = trains[group]
        assert (card.price, card.warranty, card.scrapped_by) == (price, warranty, rusts)
        faces = [trains[kind] for kind in kinds.split()]
        assert [face.use for face in faces] == ["freight", "local", "express"]
        for face in faces:
            assert (face.card, face.price, face.scrapped_by) == (group, price, rusts)
            scored, _, visited = face.kind[:-1].partition("/")
            assert face.range == int(visited or scored)
            assert face.scores == (int(scored) if visited else 0)


@rule(
    "1862-9.2", "1862-9.3", "1862-9.4", "1862-9.5", "1862-9.6", "1862-9.7", "1862-9.8", "1862-9.9"
)
def test_phases() -> None:
    phases = printed(new()).phases
    assert "".join(phase.name for phase in phases) == "ABCDEFGH"
    assert [phase.starts_with for phase in phases] == [None, *"BCDEFGH"]
    assert [phase.colours[-1] for phase in phases] == ["yellow", "green", "green", *["brown"] * 5]
    assert [phase.rounds for phase in phases] == [1, 2, 2, 3, 3, 3, 3, 3]
    limits = [(phase.train_limit, phase.limit_each) for phase in phases]
    assert limits == [(3, True)] * 4 + [(2, True)] * 2 + [(3, False)] * 2
    london = new().definition.hexes["C14"].printed.tile.stops[0]
    assert [london.value(p.value_colour) for p in phases] == [100] * 2 + [150] * 2 + [200] * 4


# --- market, tiles, map -------------------------------------------------------------------------


UPPER = (
    "0 14 26 36 44 50 54 58 62 68 74 82 90 100 110 122 134 150 166 182 200 220 245 275 310 350 "
    "400 460 530 610 700 800 900 1000"
)
LOWER = (
    "7 20 31 40 47 52 56 60 65 71 78 86 95 105 116 128 142 158 174 191 210 232 260 292 330 375 "
    "430 495 570 655 750 850 950"
)


@rule("1862-6.4.2.1", "1862-7.8.5.3")
def test_the_market_is_one_line_folded_in_two_rows() -> None:
    market = new().definition.market
    assert len(market.cells) == 67
    upper = [cell.price for cell in market.cells if cell.row == 0]
    assert upper == list(map(int, UPPER.split()))
    assert [cell.price for cell in market.cells if cell.row == 1] == list(map(int, LOWER.split()))
    at = market.price.index
    moves = [(at(900), 1000), (at(950), 1000)]
    assert all(market.price[market.right[cell]] == price for cell, price in moves)
    assert [market.price[market.left[at(p)]] for p in (14, 7, 20)] == [0, 0, 7]
    assert [market.price[market.down[at(p)]] for p in (7, 74, 0)] == [0, 71, 0]


@rule("1862-6.4.2.2", "1862-6.4.2.3", "1862-4.2.2", "1862-6.5.3.2")
def test_zones_of_the_market() -> None:
    cells = new().definition.market.cells
    zone = {mark: [cell.price for cell in cells if mark in cell.marks] for mark in "*poct"}
    assert zone["*"] == [54, 58, 62, 68, 74, 82, 90, 100]
    assert (zone["p"][0], zone["p"][-1], len(zone["p"])) == (56, 200, 21)
    assert [p for p in zone["o"] if p < 100] == [7, 14, 20, 26, 31, 36]
    assert [p for p in zone["o"] if p > 100] == [
        210,
        220,
        232,
        245,
        260,
        275,
        292,
        310,
        330,
        350,
        375,
    ]
    assert (zone["t"][0], zone["t"][-1], len(zone["t"])) == (400, 950, 14)


@rule("1862-7.6.1.5")
def test_numbers_of_tiles() -> None:
    definition = new().definition
    pieces = {name: count for name, count in definition.tile_counts.items() if "_" not in name}
    colours = [definition.tiles[name].colour for name in pieces for _ in range(pieces[name])]
    assert [colours.count(c) for c in ("yellow", "green", "brown")] == [70, 72, 35]
    assert definition.faces["16_1a"] == ("16", "16_1a", "16_1b", "16_2")


@rule("1862-3.2.4")
def test_slots_grow_with_green_and_with_brown_n_tiles() -> None:
    tiles = new().definition.tiles
    slots = {name: tile.stops[0].slots for name, tile in tiles.items() if tile.cities}
    assert {slots[t] for t in ("5", "6", "57", "201", "202", "621")} == {1}
    assert {slots[t] for t in ("14", "15", "619", "53y", "792", "793")} == {2}
    assert {slots[t] for t in ("611", "61y", "796", "797", "891y")} == {2}
    assert [slots[t] for t in ("790", "791", "794", "795")] == [2, 3, 4, 4]


@rule("1862-7.6.1.3", "1862-7.6.1.4")
def test_which_tiles_go_where() -> None:
    game = new()
    definition = game.definition

    def fit(hex_name: str, below: str | None = None, turn: int = 0) -> set[str]:
        spot = definition.hexes[hex_name]
        old = definition.placed[below, turn] if below else spot.printed
        return {tile.partition("_")[0] for tile, _ in candidates(definition, hex_name, old)}

    assert fit("B7") == {"5", "6", "57"}
    assert fit("C8") == {"201", "202", "621"}
    assert fit("F5") == {"790"}
    assert fit("D7") == {"8850", "8851", "8852"}
    assert fit("F5", "790") == {"791"}
    assert fit("F5", "791") == {"794"}
    assert fit("F11", "791", 1) == {"795"}  # Ipswich has its own brown tile
    assert fit("F13", "793", 5) == {"797"}  # and so has Harwich
    assert fit("C8", "793") == {"61y", "796", "891y"}
    assert fit("D7", "8850") == {"18", "21", "22"}
    assert fit("D7", "8851") == {"16", "17", "19", "21", "22"}
    assert fit("D7", "8852") == {"18", "19", "20"}


@rule("1862-7.6.3.1")
def test_upgrades_keep_track_and_small_stations() -> None:
    definition = new().definition
    old = definition.placed["8852", 0]  # from side 0 to side 3, with its station
    for tile, turns in candidates(definition, "D7", old):
        for turn in turns:
            placed = definition.placed[tile, turn]
            assert list(placed.stop_sides) in ([(0, 3)], [(3, 0)]), (tile, turn)
    two = definition.placed["18_2", 0]
    assert {t for t, _ in candidates(definition, "D7", two)} == {"780_2a"}
    city = definition.placed["14", 0]
    for turn in rotations(definition, "B7", city, "611"):
        assert set(city.exits) < set(definition.placed["611", turn].exits)


@rule("1862-7.6.4.2")
def test_one_small_station_on_each_piece_of_track() -> None:
    definition = new().definition
    assert marker_faces(definition, definition.placed["8852", 0]) == ()
    assert marker_faces(definition, definition.placed["14", 0]) == ()
    green = definition.placed["18_1a", 2]
    assert marker_faces(definition, green) == (("18_2", 2),)
    brown = definition.placed["779_1a", 0]
    assert {t for t, _ in marker_faces(definition, brown)} == {"779_2a", "779_2b"}
    assert marker_faces(definition, definition.placed["779_3", 0]) == ()


@rule("1862-7.6.1.2")
def test_closed_sides_of_the_map() -> None:
    hexes = new().definition.hexes
    closed = {name: sorted(spot.closed) for name, spot in hexes.items() if spot.buildable}
    assert closed["F13"] == [1, 3, 4]  # the water around Harwich
    assert closed["E14"] == [0, 4, 5]
    assert closed["F11"] == [0]
    assert closed["G12"] == [1]
    assert closed["B3"] == [3, 4]
    assert closed["D3"] == [2, 3]
    assert closed["G8"] == [5]
    assert sum(map(len, closed.values())) == 20
    assert len(closed) == 37


@rule("1862-7.8.0.10", "1862-7.4.4")
def test_areas_and_their_entrances() -> None:
    game = new()
    found: dict[str, tuple[set[tuple[int, ...]], int]] = {}
    for spot in game.definition.hex_list:
        for number, stop in enumerate(spot.printed.tile.stops):
            if stop.group:
                values, count = found.get(stop.group, (set(), 0))
                count += len(spot.printed.stop_sides[number])
                found[stop.group] = (values | {stop.values}, count)
    assert found == {
        "Midlands": ({(40, 90, 140)}, 6),
        "West": ({(70, 100, 120)}, 4),
        "London": ({(100, 150, 200)}, 8),
        "KingsLynn": ({(80, 90, 100)}, 1),
        "Wells": ({(80, 90, 100)}, 2),
        "Cromer": ({(80, 90, 100)}, 1),
        "Yarmouth": ({(80, 100, 120)}, 2),
        "Lowestoft": ({(60, 90, 120)}, 3),
        "Denmark": ({(70, 100, 130)}, 3),
        "Holland": ({(70, 100, 130)}, 2),
    }


# --- variants -----------------------------------------------------------------------------------


@rule("1862-11.1.1")
@pytest.mark.parametrize("kind", ["express", "freight"])
def test_simple_games_have_one_kind_of_trains(kind: str) -> None:
    game = new(trains=kind)
    assert uses(game) == (kind,)
    assert set(facts(game).licences.values()) == {kind}


@rule("1862-11.1.2")
@pytest.mark.parametrize("kind", ["express", "freight"])
def test_advanced_games_have_two_kinds_of_trains(kind: str) -> None:
    licences = list(facts(new(trains=f"{kind}+local")).licences.values())
    assert (licences.count(kind), licences.count("local")) == (8, 8)
    more = list(facts(new(8, trains=f"{kind}+local")).licences.values())
    assert (more.count(kind), more.count("local")) == (9, 9)
    seven = list(facts(new(7, trains=f"{kind}+local")).licences.values())
    assert {seven.count(kind), seven.count("local")} == {8, 9}
