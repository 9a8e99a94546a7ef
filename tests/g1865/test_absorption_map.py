"""Absorptions seen from the map: which networks touch, and what is left of the absorbed company."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Choose, Pass
from dieciocho.engine.game import Play
from dieciocho.engine.invariants import check
from dieciocho.games.g1865.absorption import touching
from dieciocho.games.g1865.actions import Absorb
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.stations import marked, remove_marker

from ..support import legal, listed, refused, rule
from .maps import lay
from .scenes import Scene

ROAD = "E36 4 N S; E34 8 S NW; D33 58 SE N; D31 8 S NW"  # Cagliari to Oristano


def two(tiles: str = ROAD) -> Scene:
    """RCSF (Oristano) and FMS (Cagliari) of one president, both rich."""
    scene = lay(Scene().phase(3), tiles) if tiles else Scene().phase(3)
    scene.company("RCSF", 0, 100, treasury=900).company("FMS", 0, 90, treasury=100)
    return scene


@rule("1865-5.2.2")
def test_homes_touch_only_when_track_joins_them() -> None:
    scene = two("E36 4 N S; E34 8 S NW; D33 58 SE N")
    assert not touching(scene.game, "RCSF", "FMS")
    refused(scene.operate("RCSF", "track"), Absorb("FMS", "RCSF"), "1865-5.1.5")
    lay(scene, "D31 8 S NW")
    assert touching(scene.game, "RCSF", "FMS")
    assert touching(scene.game, "FMS", "RCSF")
    assert legal(scene.operate("RCSF", "mergers"), Absorb("FMS", "RCSF"))


@rule("1865-5.2.2", "1865-3.9.3")
def test_a_city_in_between_separates_networks() -> None:
    """Isili lies between Mandas and Seui: SFS beyond it does not touch FMS."""
    scene = Scene().phase(3)
    lay(scene, "E36 58 S NE; F35 58 SW N; F33 14 S N NE SW; G32 58 SW SE; H33 3 NW N; H31 57 S N")
    scene.company("SFS", 0, 100, treasury=900).company("FMS", 0, 90)
    assert not touching(scene.game, "SFS", "FMS")
    scene.marker("FMS", "F33")
    assert touching(scene.game, "SFS", "FMS")  # from Isili to Arbatax


@rule("1865-5.2.2")
@pytest.mark.parametrize("sharing", [True, False])
def test_markers_in_mines_and_beyond_the_sea_count(sharing: bool) -> None:
    scene = Scene().phase(3)
    lay(scene, "C22 S-green N SE S SW; D11 57 SW NE")
    scene.company("SFSS", 0, 100, treasury=900).company("CFC", 0, 90)
    assert not touching(scene.game, "SFSS", "CFC")
    scene.marker("CFC", "C22" if sharing else "D11")
    assert touching(scene.game, "SFSS", "CFC")
    lay(scene, "D37 8 SE SW; C38 173 NE")
    scene.company("FMS", 0, 90).marker("SFSS", "C38")
    assert touching(scene.game, "FMS", "SFSS")


@rule("1865-5.3.7", "1865-3.11.7")
def test_others_in_the_same_price_space_stay_there() -> None:
    scene = two()
    scene.company("SFS", 1, 90).company("FA", 2, 90)
    game = scene.operate("RCSF", "mergers")
    cell = game.state.cell["FMS"]
    assert game.state.stacks[cell] == ("FMS", "SFS", "FA")
    game.play(Absorb("FMS", "RCSF"))
    assert game.state.stacks[cell] == ("SFS", "FA")
    assert "FMS" not in game.state.cell
    check(game)


@rule("1865-5.4.5", "1865-5.4.9", "1865-5.4.12", "1865-4.4.9")
def test_the_home_of_the_absorbed_company_belongs_to_the_absorber() -> None:
    scene = two()
    game = scene.operate("RCSF", "mergers")
    before, cash = facts(game).traffic["RCSF"], game.state.cash["RCSF"]
    due = 3 * 90  # the shares in play, in the red zone
    game.play(Absorb("FMS", "RCSF"))
    assert set(marked(game, "RCSF")) == {"C30", "E38"}
    assert marked(game, "FMS") == []
    assert facts(game).traffic["RCSF"] == before + 3  # FMS's own, nothing for replacing
    assert game.state.cash["RCSF"] == cash + 100 - due  # and no terrain
    assert "FMS" not in game.state.homes
    check(game)


@rule("1865-5.4.7", "1865-4.3.3")
def test_a_second_mine_of_carbonia_is_given_up_unless_the_first_is_left() -> None:
    """A-18: the limit of the district holds in an absorption."""
    tiles = f"{ROAD}; D37 8 SE SW; C38 173 NE; C36 173 SE"
    scene = two(tiles).marker("RCSF", "C36").marker("FMS", "C38")
    game = scene.operate("RCSF", "mergers")
    game.play(Absorb("FMS", "RCSF"))
    keeps = game.copy()
    keeps.play("pass")  # keeps Su Zurfuru
    assert "C38" not in marked(keeps, "RCSF")
    assert ("C38", 0) not in keeps.state.stations
    game.play(Choose("C36"))
    assert legal(game, Choose("C38"))
    game.play(Choose("C38"))
    assert set(marked(game, "RCSF")) == {"C30", "E38", "C38"}
    check(game)


@rule("1865-5.4.8", "1865-5.4.7")
@pytest.mark.parametrize(("elsewhere", "replaced"), [(4, True), (5, False)])
def test_the_network_must_hold_together_only_if_markers_are_short(
    elsewhere: int, replaced: bool
) -> None:
    """FMS has a marker in a mine without track to it: one marker left for it, or none."""
    scene = two(f"{ROAD}; C34 173 SE").marker("FMS", "C34")
    cities = ["G26", "G4", "F15", "C22", "D11"][:elsewhere]
    if "D11" in cities:
        lay(scene, "D11 57 SW NE")
    scene.state.stations_left["RCSF"] = elsewhere
    Play(scene.game).set_facts(markers={**facts(scene.game).markers, "RCSF": elsewhere + 1})
    scene.marker("RCSF", *cities)
    game = scene.operate("RCSF", "mergers")
    game.play(Absorb("FMS", "RCSF"))
    assert (game.step.id == "replace_in_mines") == replaced
    if replaced:
        game.play(Choose("C34"))
    assert ("C34" in marked(game, "RCSF")) == replaced
    assert len(marked(game, "RCSF")) == 7
    check(game)


CAGLIARI_ISILI = "E36 58 S NE; F35 58 SW N; F33 57 S N"


def crowded(
    free: int, *places: str, tiles: str = CAGLIARI_ISILI, version: int | None = None
) -> Scene:
    """RCSF, with so many free markers, absorbs FMS of Cagliari and these places and Oristano."""
    scene = lay(Scene(version=version).phase(3), f"{tiles}; H31 57 S N; D11 57 SW NE; D5 5 S SE")
    scene.company("RCSF", 0, 100, treasury=900).company("FMS", 0, 90, treasury=100)
    game, elsewhere = scene.game, ["G4", "F15", "D11", "C22"][: 6 - free]
    for company, home in (("FCS", "F33"), ("SFS", "H31")):  # their cities are free
        remove_marker(game, company, home)
        scene.state.homes.pop(company)
    counts = {"RCSF": 1 + len(elsewhere), "FMS": 2 + len(places), "FCS": 0, "SFS": 0}
    for company, total in counts.items():
        scene.state.stations_left[company] = total - len(marked(game, company))
    Play(game).set_facts(markers={**facts(game).markers, **counts})
    scene.marker("RCSF", *elsewhere).marker("FMS", "C30", *places)
    return scene


@rule("1865-5.4.8", "1865-5.4.6")
@pytest.mark.parametrize("first", ["E38", "F33"])
def test_replaced_markers_may_be_joined_to_each_other(first: str) -> None:
    """Vector TV-53: Cagliari and Isili hold together, Arbatax is lost, L.50 for Oristano."""
    game = crowded(2, "F33", "H31").operate("RCSF", "mergers")
    before = game.state.cash["RCSF"] + game.state.cash["FMS"]
    game.play(Absorb("FMS", "RCSF"))
    assert (game.step.id, game.state.stations_left["RCSF"]) == ("replace_in_cities", 2)
    assert game.state.cash["RCSF"] == before - 3 * 95 + 50  # four markers: the white zone
    assert listed(game, Choose) == [Choose("E38"), Choose("F33")]
    refused(game, Choose("H31"), "1865-5.4.8")
    game.play(Choose(first))
    other = {"E38": "F33", "F33": "E38"}[first]
    refused(game, Choose("H31"), "1865-5.4.8")  # the first one would not be joined
    game.play(Choose(other))
    assert {"E38", "F33"} < set(marked(game, "RCSF"))
    assert "H31" not in marked(game, "RCSF")
    assert marked(game, "FMS") == []
    assert len(marked(game, "RCSF")) == 7
    check(game)


@rule("1865-5.4.5", "1865-5.4.8")
def test_with_enough_markers_nothing_needs_to_be_joined() -> None:
    """Vector TV-54."""
    game = crowded(3, "F33", "H31").operate("RCSF", "mergers")
    game.play(Absorb("FMS", "RCSF"))
    assert game.step.id == "track"
    assert {"E38", "F33", "H31"} < set(marked(game, "RCSF"))
    check(game)


@rule("1865-5.4.8")
def test_version_1_joined_markers_to_those_of_the_absorber() -> None:
    game = crowded(2, "F33", "H31", version=1).operate("RCSF", "mergers")
    game.play(Absorb("FMS", "RCSF"))
    assert game.step.id == "track"  # neither Cagliari nor Isili could be chosen
    assert not {"E38", "F33", "H31"} & set(marked(game, "RCSF"))


@rule("1865-5.4.8", "1865-5.4.7")
def test_a_mine_may_be_what_a_city_is_joined_to() -> None:
    """Of three cities only Cagliari can be replaced, if Monteponi is as well."""
    scene = crowded(2, "H31", "D5", "C38", tiles="D37 8 SE SW; C38 173 NE")
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert listed(game, Choose) == [Choose("E38")]
    refused(game, Choose("C38"), "1865-5.4.4")  # mines come afterwards
    game.play(Choose("E38"))
    assert game.step.id == "replace_in_mines"
    refused(game, Pass(), "1865-5.4.8")
    game.play(Choose("C38"))
    assert {"E38", "C38"} < set(marked(game, "RCSF"))
    assert not {"H31", "D5"} & set(marked(game, "RCSF"))
    check(game)


@rule("1865-5.4.8", "1865-5.4.7")
def test_two_mines_of_three_may_hold_each_other() -> None:
    """Montevecchio and Su Zurfuru lead to each other, Lula nowhere; two markers are left."""
    scene = crowded(3, "C34", "C36", "H25", tiles="C34 173 S; C36 173 N; H25 173 SW")
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert (game.step.id, game.state.stations_left["RCSF"]) == ("replace_in_mines", 2)
    assert listed(game, Choose) == [Choose("C34"), Choose("C36")]
    refused(game, Choose("H25"), "1865-5.4.8")
    assert legal(game, Pass())
    game.play(Choose("C36"))
    refused(game, Pass(), "1865-5.4.8")
    game.play(Choose("C34"))
    assert {"C34", "C36"} < set(marked(game, "RCSF"))
    assert "H25" not in marked(game, "RCSF")
    check(game)
