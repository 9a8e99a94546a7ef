"""István's cards: what every set of them must satisfy, ours and, where printed, the box's own.

The numbers are those of appendix A.1 of our catalogue: 1 to 8 are printed, 9 to 11 follow from
what is printed, 12 to 15 are asked of our reconstruction.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import dieciocho
from dieciocho.engine.board import reach
from dieciocho.engine.game import Game, Play
from dieciocho.engine.steps.stations import put_station
from dieciocho.engine.track import put_tile
from dieciocho.games.g18mag.cards import COLOURS, LENGTHS, cards
from dieciocho.games.g18mag.draft import remove_minor
from dieciocho.games.g18mag.istvan import LOWER_SISTER, SISTER, THRESHOLDS

from ..support import rule
from .solo import PRICES, play

MINORS = ("1", "2", "3", "4", "6", "7", "11")
MAJORS = {"RABA", "SIK", "SKEV", "LdStEG"}
BROWN_SLOTS = {"C8": 4}  # Budapest; every other city has two
FEWEST = 13  # operating rounds of the shortest game that we have seen
EVERY = [(colour, minor) for colour in COLOURS for minor in MINORS]


def trains(colour: str, minor: str) -> list[str]:
    return [a for a in cards().cards[colour][minor] if not a.startswith("STATION")]


def targets(colour: str, minor: str) -> list[str]:
    actions = cards().cards[colour][minor]
    return [a.split()[1] for a in actions if a.startswith("STATION")]


def table() -> Game:
    """The map of one and two players, without anything on it."""
    return dieciocho.new_game("18mag", ["Ana", "Bea"])


def home(minor: str) -> str:
    return table().state.homes[minor][0]


def alone(minor: str) -> Game:
    """A minor with nothing but the track of its own card."""
    game = table()
    for name in cards().backs[minor]:
        placed = game.definition.placed[cards().track[name]]
        moves = (1, 0) if (name, minor) == ("E6", "7") else None  # the station gets the track
        put_tile(game.definition, game.state, name, placed, moves)
    put_station(game, minor, game.state.homes[minor])
    for other in MINORS:
        if other != minor:
            remove_minor(Play(game), other)
    return game


def reached(game: Game, minor: str) -> set[str]:
    """Return the hexes with a place that the minor reaches."""
    hexes = game.definition.hex_list
    return {hexes[index].name for index, _ in reach(game.definition, game.state, minor).ends}


# --- printed ---------------------------------------------------------------------------


@rule("18MAG-XI.1.2", "18MAG-XI.1.7")
def test_1_twenty_one_company_cards_and_seven_stock_cards() -> None:
    assert set(cards().cards) == set(COLOURS) == {"green", "yellow", "red"}
    assert all(set(of_colour) == set(MINORS) for of_colour in cards().cards.values())
    assert len(cards().stock) == 7
    assert cards().reconstructed


@rule("18MAG-XI.1.3", "18MAG-XI.2.1.1")
def test_2_the_backs_show_yellow_track_of_their_company() -> None:
    game = table()
    assert set(cards().backs) == set(MINORS)
    for minor, hexes in cards().backs.items():
        assert home(minor) in hexes
        for name in hexes:
            tile, rotation = cards().track[name]
            assert game.definition.tiles[tile].colour == "yellow"
            exits = game.definition.placed[tile, rotation].exits
            assert all(game.definition.hexes[name].neighbours[side] >= 0 for side in exits)


@rule("18MAG-XI.2.2.1", "18MAG-XI.2.2.3", "18MAG-XI.2.2.4", "18MAG-XI.2.2.7")
@pytest.mark.parametrize(("colour", "minor"), EVERY)
def test_3_4_and_8_a_front_has_only_the_known_symbols(colour: str, minor: str) -> None:
    """RÁBA's wagon, dividends and stations of majors need no card."""
    actions = cards().cards[colour][minor]
    assert actions
    for action in actions:
        word, _, what = action.partition(" ")
        if word == "STATION":
            spot = table().definition.hexes[what]
            assert any(stop.kind == "city" for stop in spot.printed.tile.stops)
        else:
            assert action in ("SIB30", "SIB30/80") or what in (
                PRICES if word == "BUY" else THRESHOLDS if word == "SWAP" else ()
            )


@rule("18MAG-XI.2.2.1", "18MAG-XI.2.2.11")
def test_5_the_printed_card() -> None:
    """Vector V20."""
    assert cards().cards["red"]["2"] == ("SIB30", "SWAP 3", "SWAP 3", "STATION C14", "STATION C10")
    assert cards().printed == ("red 2",)


@rule("18MAG-XI.1.7", "18MAG-XI.4.2")
def test_7_stock_cards() -> None:
    for card in cards().stock.values():
        assert {company for company, _ in card.rows} == MAJORS
        assert card.start in MAJORS
        assert all(0 < most <= 60 and most % 10 == 0 for _, most in card.rows)
    most = dict(cards().stock["S1"].rows)
    assert cards().stock["S1"].start == "SKEV"
    assert list(most) == ["SKEV", "RABA", "SIK", "LdStEG"]
    assert (most["SKEV"], most["RABA"]) == (60, 20)
    assert most["SIK"] >= 30
    assert most["LdStEG"] >= 40


# --- what follows from that ------------------------------------------------------------


@rule("18MAG-XI.2.2.4", "18MAG-XI.2.2.7")
@pytest.mark.parametrize(("colour", "minor"), EVERY)
def test_9_two_stations_and_two_trains_at_most(colour: str, minor: str) -> None:
    """SWAP finds a 2-train to scrap, or a free place."""
    assert len(targets(colour, minor)) == len(set(targets(colour, minor))) <= 2
    assert home(minor) not in targets(colour, minor)
    owned = ["2"]
    for action in trains(colour, minor):
        word, _, kind = action.partition(" ")
        if word == "SWAP" and len(owned) == 2:
            owned.remove("2")
        owned.append(kind or "2")
        assert len(owned) <= 2


@rule("18MAG-XI.2.2.8", "18MAG-XI.2.2.9", "18MAG-XI.2.2.11")
def test_10_sisters_sell_on_red_cards_only() -> None:
    for colour, minor in EVERY:
        assert colour == "red" or not any(a.startswith("SIB") for a in trains(colour, minor))
    assert "SIB30" in trains("red", "1")
    assert "SIB30/80" in trains("red", "11")
    assert "SIB30" not in trains("red", "11")


@rule("18MAG-XI.1.3")
def test_11_the_backs_agree_and_the_tiles_suffice() -> None:
    """Every hex has one tile, whichever cards show it."""
    supply = table().state.supply
    used = Counter(tile for tile, _ in cards().track.values())
    assert all(count <= supply[tile] for tile, count in used.items())
    assert {name for hexes in cards().backs.values() for name in hexes} == set(cards().track)


# --- what we ask of our own ------------------------------------------------------------


@rule("18MAG-XI.2.2.1")
@pytest.mark.parametrize(("colour", "minor"), EVERY)
def test_12_trains_come_before_stations(colour: str, minor: str) -> None:
    actions = cards().cards[colour][minor]
    words = [action.startswith("STATION") for action in actions]
    assert words == sorted(words)


@rule("18MAG-XI.2.2.7")
@pytest.mark.parametrize(("colour", "minor"), EVERY)
def test_12_targets_are_reached_on_the_back_alone(colour: str, minor: str) -> None:
    assert set(targets(colour, minor)) <= reached(alone(minor), minor)


def wanted(colour: str, minor: str) -> set[str]:
    """Return the cities in which a minor wants a station sooner or later."""
    return {home(minor), *targets(colour, minor)}


@rule("18MAG-XI.2.2.7")
@pytest.mark.parametrize("colour", COLOURS)
def test_12_no_city_is_too_small_for_the_cards_that_want_it(colour: str) -> None:
    """Homes count whoever owns them: the human may have chosen the other minors."""
    for dealt in combinations(MINORS, 3):
        others = [home(minor) for minor in MINORS if minor not in dealt]
        count = Counter([*others, *(city for minor in dealt for city in wanted(colour, minor))])
        assert all(n <= BROWN_SLOTS.get(city, 2) for city, n in count.items()), dealt


@rule("18MAG-XI.2.2.7")
@pytest.mark.parametrize(("colour", "minor"), EVERY)
def test_12_no_city_on_the_way_can_be_full_of_sisters(colour: str, minor: str) -> None:
    """A city whose loss would cut a target off has a slot left, or a station of the minor."""
    done = {home(minor)}
    for target in targets(colour, minor):
        for city in {*cards().backs[minor]} - {target} - done:
            game = alone(minor)
            stops = game.state.board[game.definition.hexes[city].index].tile.stops
            places = [n for n, stop in enumerate(stops) if stop.slots]
            for place in places:
                put_station(game, "SIK", (city, place))
            if not places or target in reached(game, minor):
                continue
            for sisters in combinations([m for m in MINORS if m != minor], 2):
                there = [m for m in MINORS if m not in sisters and home(m) == city]
                there += [m for m in sisters if city in wanted(colour, m)]
                assert len(there) < BROWN_SLOTS.get(city, 2), (target, city, sisters)
        done.add(target)


# What a train earns its minor in an operating round of the model: half of a usual run.
EARNED = {"2": 22, "3": 37, "4": 52}


def rounds_needed(colour: str, minor: str) -> int:
    """Return after how many operating rounds a minor that is let alone has done all its card says.

    A crude model: no wagons, no upgrades, no fees.
    """
    owned, cash, stations = ["2"], 50, [40, 80]
    due = list(cards().cards[colour][minor])
    for number in range(1, 100):
        word, _, kind = due[0].partition(" ")
        if word == "STATION" and cash >= stations[0]:
            cash -= stations.pop(0)
            due.pop(0)
        swaps = word == "SWAP" and cash > THRESHOLDS[kind]
        if swaps and len(owned) == 2:
            owned.remove("2")
        cash += sum(EARNED[train] for train in owned)
        price = {"SIB30": SISTER, "SIB30/80": LOWER_SISTER}.get(word) or PRICES.get(kind, 0)
        if (swaps or word in ("BUY", "SIB30", "SIB30/80")) and cash >= price:
            cash -= price
            owned.append(kind or "2")
            due.pop(0)
        if not due:
            return number
    raise AssertionError("the card never ends")


@rule("18MAG-XI.2.2.1", "18MAG-XI.2.2.3")
@pytest.mark.parametrize(("colour", "minor"), EVERY)
def test_13_a_card_can_be_paid_in_a_short_game(colour: str, minor: str) -> None:
    """Short games had FEWEST operating rounds at least (bench/istvan.py)."""
    assert rounds_needed(colour, minor) <= FEWEST


@rule("18MAG-XI.2.2.1", "18MAG-XI.2.2.7")
@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("length", LENGTHS)
def test_13_no_minor_ends_with_a_train_that_it_could_buy(colour: str, length: str) -> None:
    """A game against the standard computer player; bench/istvan.py plays hundreds."""
    assert play(4, length, colour).trains_open == 0
