"""Absorptions seen from the map: which networks touch, and what is left of the absorbed company."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Choose
from dieciocho.engine.invariants import check
from dieciocho.games.g1865.absorption import touching
from dieciocho.games.g1865.actions import Absorb
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.stations import marked

from ..support import legal, refused, rule
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
    refused(scene.operate("RCSF", "Track"), Absorb("FMS", "RCSF"), "1865-5.1.5")
    lay(scene, "D31 8 S NW")
    assert touching(scene.game, "RCSF", "FMS")
    assert touching(scene.game, "FMS", "RCSF")
    assert legal(scene.operate("RCSF", "Mergers"), Absorb("FMS", "RCSF"))


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
    game = scene.operate("RCSF", "Mergers")
    cell = game.state.cell["FMS"]
    assert game.state.stacks[cell] == ("FMS", "SFS", "FA")
    game.play(Absorb("FMS", "RCSF"))
    assert game.state.stacks[cell] == ("SFS", "FA")
    assert "FMS" not in game.state.cell
    check(game)


@rule("1865-5.4.5", "1865-5.4.9", "1865-5.4.12", "1865-4.4.9")
def test_the_home_of_the_absorbed_company_belongs_to_the_absorber() -> None:
    scene = two()
    game = scene.operate("RCSF", "Mergers")
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
    game = scene.operate("RCSF", "Mergers")
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
    scene.game.set_facts(markers={**facts(scene.game).markers, "RCSF": elsewhere + 1})
    scene.marker("RCSF", *cities)
    game = scene.operate("RCSF", "Mergers")
    game.play(Absorb("FMS", "RCSF"))
    assert (game.step.name == "ReplaceInMines") == replaced
    if replaced:
        game.play(Choose("C34"))
    assert ("C34" in marked(game, "RCSF")) == replaced
    assert len(marked(game, "RCSF")) == 7
    check(game)
