"""Track, small stations, London, further stations (1862-7.6, 7.7)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import LayTile, Pass, PlaceStation
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game
from dieciocho.games.g1862.facts import LONDON, has_london
from dieciocho.games.g1862.track import Track
from dieciocho.games.g1862.turn import Station

from ..support import legal, listed, refused, rule, tile_on
from .scenes import Scene


def felixstowe(phase: str = "B", **options: str) -> Scene:
    """FDR in Felixstowe, with a yellow tile that leads north and to the sea."""
    made = Scene("FDR", "ESR", "ECR", players=3, **options).phase(phase)
    made.found("FDR", {0: 5}, price=74, stations=4).lay("G12", "57", 0)
    return made.station("FDR", "G12")


def ipswich() -> Scene:
    """The same with track on to Ipswich, which leads to Woodbridge on another side."""
    return felixstowe().lay("G10", "8852", 0).lay("G12", "14", 2).lay("F11", "790", 1)


def building(made: Scene, company: str = "FDR") -> Game:
    return made.operate(company, Track)


def lay(game: Game, hex_name: str, tile: str) -> LayTile:
    """Return the first legal way to lay a tile."""
    found = [a for a in listed(game, LayTile) if isinstance(a, LayTile)]
    return next(a for a in found if (a.hex, a.tile) == (hex_name, tile))


# --- what a turn allows ---------------------------------------------------------------------


@rule("1862-7.6.0.1", "1862-7.6.2.1")
def test_two_yellow_tiles_the_second_on_the_first() -> None:
    game = building(felixstowe())
    assert not [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "G8"]
    game.play(LayTile("G10", "8852", 0))  # straight on to the north
    refused(game, LayTile("G12", "14", 0), "1862-7.6.0.1")  # no upgrade beside it
    game.play(lay(game, "G8", "57"))
    assert game.step.id != "track"


@rule("1862-7.6.0.1", "1862-7.6.2.1", "1862-N.4")
def test_an_n_tile_is_the_whole_build() -> None:
    made = felixstowe().lay("G10", "8852", 0).lay("G12", "14", 2)
    game = building(made)
    game.play(lay(game, "F11", "790"))
    assert game.step.id != "track"


@rule("1862-7.6.2.1", "1862-N.4")
def test_no_n_tile_as_second_tile() -> None:
    made = felixstowe().lay("G12", "14", 2)  # Ipswich and Woodbridge beside it
    game = building(made).play(lay(building(made), "G10", "8852"))
    refused(game, LayTile("F11", "790", 1), "1862-7.6.2.1")


@rule("1862-7.6.0.1", "1862-7.6.3.3", "1862-9.3", "1862-N.4")
def test_one_upgrade_and_only_to_the_next_colour() -> None:
    made = felixstowe("D").lay("G10", "8852", 0)
    game = building(made)
    refused(game, LayTile("G12", "611", 0), "1862-7.6.3.3")  # yellow to brown
    game.play(lay(game, "G12", "14"))
    assert game.step.id != "track"


@rule("1862-9.2", "1862-9.5", "1862-7.6.0.1")
def test_colours_come_with_phases() -> None:
    refused(building(felixstowe("A")), LayTile("G12", "14", 2), "1862-9.2")
    assert legal(building(felixstowe("B")), LayTile("G12", "14", 2))
    green = felixstowe("C").lay("G12", "14", 2)
    refused(building(green), LayTile("G12", "611", 0), "1862-9.2")


@rule("1862-7.6.0.1")
def test_building_is_free_and_optional() -> None:
    game = building(felixstowe())
    game.play(LayTile("G10", "8852", 0)).play(Pass())
    assert game.state.cash["FDR"] == 0


# --- where tiles go ---------------------------------------------------------------------------


@rule("1862-7.6.1.1")
def test_new_track_is_part_of_a_route() -> None:
    game = building(felixstowe())
    refused(game, LayTile("G10", "8851", 3), "1862-7.6.1.1")  # beside the track, not on it
    refused(game, LayTile("B7", "57", 0), "1862-7.6.1.1")


@rule("1862-7.6.1.2", "1862-N.4")
def test_no_track_into_sea_or_barriers() -> None:
    made = Scene("FDR", "ESR", "ECR", players=3).phase("B")
    made.found("FDR", {0: 5}, price=74, stations=4).station("FDR", "G12")
    game = building(made)
    refused(game, LayTile("G12", "6", 1), "1862-7.6.1.2")  # to Harwich over the water
    game = building(felixstowe())
    refused(game, LayTile("G10", "8850", 0), "1862-7.6.1.2")  # to the sea beside Woodbridge


@rule("1862-7.6.1.3")
def test_tiles_suit_their_hex() -> None:
    game = building(felixstowe())
    refused(game, LayTile("G10", "57", 0), "1862-7.6.1.3")
    refused(game, LayTile("A2", "57", 0), "1862-7.6.1.3")


@rule("1862-7.6.1.4")
def test_letters_of_tiles() -> None:
    made = Scene("E&H").phase("B").found("E&H", {0: 5}, stations=3).lay("C8", "202", 0)
    game = building(made.station("E&H", "C8"), "E&H")
    refused(game, LayTile("C8", "14", 0), "1862-7.6.1.4")
    refused(game, LayTile("C10", "201", 3), "1862-7.6.1.4")


@rule("1862-7.6.1.4")
def test_ipswich_and_harwich_have_their_own_brown_tile() -> None:
    made = Scene("ESR").phase("D").found("ESR", {0: 5}).lay("F11", "791", 1)
    game = building(made.station("ESR", "F11"), "ESR")
    assert legal(game, lay(game, "F11", "795"))
    refused(game, LayTile("F11", "794", 0), "1862-7.6.1.4")


@rule("1862-7.6.1.5")
def test_tiles_are_limited_and_come_back() -> None:
    made = felixstowe()
    left = made.state.supply["57"]
    game = building(made)
    game.state.supply["15"] = 0
    refused(game, LayTile("G12", "15", 0), "1862-7.6.1.5")
    game.play(lay(game, "G12", "14"))
    assert game.state.supply["57"] == left + 1
    assert game.state.supply["14"] == 10


@rule("1862-7.6.1.5", "1862-7.6.2.2")
def test_faces_of_a_piece_share_its_number() -> None:
    made = ipswich()
    game = building(made)
    action = next(a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "G10")
    piece = action.tile.partition("_")[0]
    before = game.state.supply[piece]
    game.play(action)
    faces = game.definition.faces[piece]
    assert {game.state.supply[face] for face in faces} == {before - 1}
    assert len(game.state.board[game.definition.hexes["G10"].index].tile.stops) == 1  # it stays


# --- upgrades ---------------------------------------------------------------------------------


@rule("1862-7.6.3.1")
def test_stations_keep_their_places() -> None:
    made = felixstowe().found("ESR", {1: 5}, price=68)
    game = building(made)
    game.play(lay(game, "G12", "14"))
    assert game.state.stations["G12", 0] == ("FDR", None)


@rule("1862-7.6.3.2")
def test_an_upgrade_of_small_stations_needs_new_track_on_a_route() -> None:
    made = felixstowe().lay("G10", "8852", 0)
    game = building(made)
    upgrades = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "G10"]
    assert upgrades == []  # only the old track is connected
    refused(game, LayTile("G10", "18_1a", 0), "1862-7.6.3.2")
    # Felixstowe gets track to Ipswich first; from there the new track of Woodbridge is reached.
    game = building(ipswich())
    found = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "G10"]
    assert found
    for action in found:
        placed = game.definition.placed[action.tile, action.rotation]
        assert placed.tile.towns == 1  # no small station is added
        assert set(placed.stop_sides[0]) == {0, 3}  # and the old one stays where it was


@rule("1862-7.6.3.2")
def test_a_large_station_on_a_route_can_be_upgraded() -> None:
    made = felixstowe().lay("G10", "8852", 0).lay("G8", "57", 0)
    game = building(made)
    assert legal(game, lay(game, "G8", "14"))
    far = felixstowe().lay("B7", "57", 0)
    refused(building(far), LayTile("B7", "14", 0), "1862-7.6.3.2")


# --- small stations ----------------------------------------------------------------------------


@rule("1862-7.6.4.1", "1862-7.6.4.2", "1862-2.3.1")
def test_small_stations_go_anywhere_without_connection() -> None:
    made = felixstowe("D").lay("C12", "20_1", 0).lay("E6", "798_1", 0)
    game = building(made)
    far = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex in ("C12", "E6")]
    assert {(a.hex, a.tile) for a in far} == {("C12", "20_2"), ("E6", "798_2")}
    game.play(next(a for a in far if a.hex == "C12"))
    assert game.step.id != "track"  # instead of track
    assert tile_on(game, "C12") is not None
    assert game.state.board[game.definition.hexes["C12"].index].tile.towns == 2


@rule("1862-7.6.4.1", "1862-7.6.1.5")
@pytest.mark.parametrize(("edition", "may"), [("rulebook", True), ("online", False)])
def test_markers_are_never_short_but_tiles_of_the_site_are(edition: str, may: bool) -> None:
    """On the site a tile with more small stations is another tile."""
    made = felixstowe("D", edition=edition).lay("C12", "20_1", 0)
    game = building(made)
    for face in ("20", "20_1", "20_2"):
        game.state.supply[face] = 0
    assert legal(game, LayTile("C12", "20_2", 0)) == may
    if not may:
        refused(game, LayTile("C12", "20_2", 0), "1862-7.6.1.5")


@rule("1862-7.6.4.2", "1862-N.4")
def test_where_no_small_station_goes() -> None:
    made = felixstowe("D").lay("C12", "20_2", 0).lay("G10", "8852", 0)
    game = building(made)
    refused(game, LayTile("C12", "20_2", 3), "1862-7.6.4.2")  # both pieces have one
    refused(game, LayTile("C12", "20_1", 0), "1862-7.6.4.2")
    yellow = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "G10"]
    assert yellow == []


@rule("1862-7.6.4.2", "1862-7.6.3.1")
@pytest.mark.parametrize(
    ("edition", "faces"),
    [
        ("rulebook", {("779_2a", 4), ("779_2c", 4)}),
        ("online", {("779_2a", 4), ("779_2c", 4), ("779_2a", 5), ("779_2b", 5)}),
    ],
)
def test_a_second_small_station_leaves_the_track_as_it_is(
    edition: str, faces: set[tuple[str, int]]
) -> None:
    """The site asks only that the new one takes ends of plain track, not that these were joined."""
    made = felixstowe("D", edition=edition).lay("D7", "779_1b", 4)
    game = building(made)
    found = [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "D7"]
    assert {(a.tile, a.rotation) for a in found} == faces
    assert legal(game, LayTile("D7", "779_2b", 5)) == (edition == "online")


@rule("1862-7.6.4.1", "1862-7.6.0.1")
def test_a_small_station_or_track() -> None:
    made = felixstowe("D").lay("C12", "20_1", 0)
    game = building(made).play(LayTile("G10", "8852", 0))
    refused(game, LayTile("C12", "20_2", 0), "1862-7.6.0.1")


@rule("1862-7.6.2.2")
def test_yellow_small_stations_get_no_second_one() -> None:
    made = felixstowe("D").lay("D7", "8852", 0)
    game = building(made)
    assert not [a for a in listed(game, LayTile) if isinstance(a, LayTile) and a.hex == "D7"]


# --- London ------------------------------------------------------------------------------------


def witham() -> Scene:
    """ECR in Witham with track to London."""
    made = Scene("ECR", "N&E", "SVR", "EUR", "FDR").phase("B")
    made.found("ECR", {0: 5}, price=74, stations=3).lay("D13", "57", 0)
    return made.station("ECR", "D13")


@rule("1862-7.6.5.1", "1862-7.4.5")
def test_building_to_london() -> None:
    game = witham().operate("ECR", Station)
    places = [(a.hex, a.city) for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)]
    assert set(places) == set(LONDON)
    game.play(PlaceStation("B15", 1))  # any slot serves any entrance
    assert has_london(game, "ECR")
    assert game.state.stations_left["ECR"] == 1


@rule("1862-7.6.5.1")
def test_no_london_without_track_or_station() -> None:
    made = Scene("EUR").phase("B").found("EUR", {0: 5}, stations=3).lay("E12", "790", 0)
    game = made.station("EUR", "E12").operate("EUR", Track)
    game.play(Pass())
    assert not listed(game, PlaceStation)
    made = witham()
    made.state.stations_left["ECR"] = 0
    game = made.operate("ECR", Track).play(Pass())
    assert game.step.id not in ("station", "track")


@rule("1862-7.6.5.1", "1862-7.4.3")
@pytest.mark.parametrize("full", [False, True])
def test_no_way_to_london_leads_through_a_full_station(full: bool) -> None:
    made = Scene("EUR", "ECR").phase("B").found("EUR", {0: 5}, stations=3).found("ECR", {1: 5})
    made.lay("D13", "6", 4).lay("E12", "790", 1).station("EUR", "E12")
    if full:
        made.station("ECR", "D13")
    game = made.operate("EUR", Track).play(Pass())
    places = {a.hex for a in listed(game, PlaceStation) if isinstance(a, PlaceStation)}
    assert places == (set() if full else {"D13", *(name for name, _ in LONDON)})


@rule("1862-7.6.5.2", "1862-7.6.0.1", "1862-N.4")
def test_london_or_track_and_no_other_station() -> None:
    game = witham().operate("ECR", Track)
    game.play(lay(game, "D13", "14"))
    assert game.step.id != "station"  # nothing else is in reach
    made = witham().lay("D11", "57", 0)
    game = made.operate("ECR", Track)
    game.play(lay(game, "D13", "14"))
    refused(game, PlaceStation("B15", 1), "1862-7.6.5.2")
    game = witham().lay("D11", "57", 0).operate("ECR", Station).play(PlaceStation("B15", 1))
    assert game.step.id != "station"  # nothing more is placed


@rule("1862-7.6.5.2", "1862-7.2.7")
def test_london_in_the_turn_of_the_home_station() -> None:
    """V-O30: Witham has a tile with a slot, so nothing has to be built."""
    made = Scene("ECR", "EUR").phase("B").found("ECR", {0: 5}, price=74, stations=3)
    game = made.lay("D13", "57", 0).lay("D11", "57", 0).operate("ECR")
    assert game.state.stations["D13", 0] == ("ECR",)
    while game.step.id != "station":
        game.play(Pass())
    game.play(PlaceStation("B15", 1))
    assert has_london(game, "ECR")
    assert game.state.stations_left["ECR"] == 1
    assert game.step.id not in ("track", "station")


@rule("1862-7.6.5.3")
def test_four_companies_in_london_each_once() -> None:
    made = witham()
    for company, stop in zip(("N&E", "SVR", "EUR", "FDR"), (*LONDON, *LONDON), strict=True):
        made.found(company, {1: 5}, price=54)
        made.station(company, *stop)
    game = made.operate("ECR", Track).play(Pass())
    assert not listed(game, PlaceStation)
    made = witham().station("ECR", "B15", 1).lay("D11", "57", 0)
    game = made.operate("ECR", Station)
    refused(game, PlaceStation("D15", 1), "1862-7.6.5.3")
    assert legal(game, PlaceStation("D11", 0))


# --- further stations ----------------------------------------------------------------------------


@rule("1862-7.7.1")
def test_one_station_in_a_turn_free_of_charge() -> None:
    made = witham().lay("D11", "57", 0).lay("D9", "621", 0)
    game = made.operate("ECR", Station).play(PlaceStation("D11", 0))
    assert game.step.id != "station"
    assert game.state.cash["ECR"] == 0
    assert game.state.stations_left["ECR"] == 1


@rule("1862-7.7.2", "1862-7.2.4")
def test_where_stations_go() -> None:
    made = witham().lay("D11", "57", 0).lay("D9", "621", 0).lay("B7", "57", 0)
    game = made.operate("ECR", Station)
    assert legal(game, PlaceStation("D11", 0))  # the home of SVR is not reserved
    assert legal(game, PlaceStation("D9", 0))
    refused(game, PlaceStation("D13", 0), "1862-7.7.2")  # has one there
    refused(game, PlaceStation("B7", 0), "1862-7.7.2")  # not on a route
    refused(game, PlaceStation("D15", 0), "1862-7.7.2")  # no large station
    made = witham().lay("D11", "57", 0).lay("D9", "621", 0).found("SVR", {1: 5}, price=54)
    game = made.station("SVR", "D11").operate("ECR", Station)
    refused(game, PlaceStation("D11", 0), "1862-7.7.2")  # full
    refused(game, PlaceStation("D9", 0), "1862-7.7.2")  # behind a full station


@rule("1862-7.7.3")
def test_stations_stay_when_a_tile_is_upgraded() -> None:
    made = witham().lay("D11", "57", 0).station("ECR", "D11")
    game = made.operate("ECR", Track)
    game.play(lay(game, "D11", "14"))
    assert "ECR" in game.state.stations["D11", 0]
    assert game.state.stations_left["ECR"] == 1


@rule("1862-7.7.1")
def test_no_station_left() -> None:
    made = witham().lay("D11", "57", 0)
    game = made.operate("ECR", Station)
    game.state.stations_left["ECR"] = 0
    refused(game, PlaceStation("D11", 0), "1862-7.7.1")


@rule("1862-7.6.5.3")
def test_a_fifth_company_is_refused_in_london() -> None:
    made = witham()
    for company, stop in zip(("N&E", "SVR", "EUR", "FDR"), (*LONDON, *LONDON), strict=True):
        made.found(company, {1: 5}, price=54)
        made.station(company, *stop)
    made.lay("D11", "57", 0)
    game = made.operate("ECR", Station)
    with pytest.raises(IllegalAction) as caught:
        game.play(PlaceStation("D15", 1))
    assert (caught.value.reason, caught.value.rule) == ("london_full", "1862-7.6.5.3")
