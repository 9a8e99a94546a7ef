"""Absorption and state loans: chapter 5."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import (
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    Pass,
    StartCompany,
)
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import ordinary, price
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.games.g1865.actions import Absorb, RepayLoan
from dieciocho.games.g1865.dragons import estimate, zone
from dieciocho.games.g1865.facts import DRAGONS, facts, loans_of

from ..support import legal, listed, refused, rule
from .scenes import Scene, certificates, said

# Cagliari - Oristano, and the mine of Monteponi beside Cagliari.
LINE = "E36 4 0; E34 8 0; D33 58 3; D31 8 0; D37 8 5; C38 173 4"


def pair(
    *,
    at: int = 150,
    treasuries: tuple[int, int] = (250, 150),
    version: int | None = None,
    **of_b: object,
) -> Scene:
    """A = RCSF, a major sold out; B = FMS, a minor with 4 shares in play; seat 0 presides."""
    scene = Scene(version=version).phase(5).tiles(LINE)
    scene.company("RCSF", 0, 180, held={0: 5, 1: 4, 2: 1}, major=True, treasury=treasuries[0])
    more = {"held": {0: 3, 1: 1}, "traffic": 12, "row": 3} | of_b
    scene.company("FMS", 0, at, treasury=treasuries[1], **more)  # type: ignore[arg-type]
    return scene


def book() -> Scene:
    """The example of the book: A has 5 markers, one in a brown mine; B two, one beside A's."""
    scene = pair(row=7).train("FMS", "PH6").train("RCSF", "PH4").phase(6)
    game, state = scene.game, scene.state
    # A: 5 markers in all, all on the map.
    scene.tiles("F33 6 0; C38 174 4; C38 175 4")
    scene.marker("RCSF", "C38", "G26", "G4", "F15")
    state.stations_left["RCSF"] = 0
    Play(game).set_facts(markers={**facts(game).markers, "RCSF": 5})
    # B: Cagliari and Oristano, where A is at home.
    scene.marker("FMS", "C30")
    return scene


@rule(
    "1865-5.1.3", "1865-5.2.4", "1865-5.3.1", "1865-5.3.2", "1865-5.3.4", "1865-5.3.6",
    "1865-5.3.7", "1865-5.4.1", "1865-5.4.2", "1865-5.4.3", "1865-5.4.4", "1865-5.4.5",
    "1865-5.4.6", "1865-5.4.9", "1865-5.4.11", "1865-5.4.12",
)  # fmt: skip
def test_the_example_of_the_book() -> None:
    """Vector TV-21: A (RCSF) absorbs the minor B (FMS), price 150, red zone."""
    scene = book()
    game = scene.operate("RCSF", "mergers")
    assert zone(game, "FMS") == "red"
    cash, traffic = dict(game.state.cash), facts(game).traffic["RCSF"]
    row, bank = facts(game).row["RCSF"], game.state.cash[BANK]
    game.play(Absorb("FMS", "RCSF"))
    assert (loans_of(game, "RCSF"), game.state.cash["RCSF"]) == (1, 300)
    assert [game.state.cash[s] - cash[s] for s in range(3)] == [450, 150, 0]
    assert game.state.cash[BANK] == bank - 500
    assert facts(game).traffic["RCSF"] == traffic + 12
    assert "FMS" not in facts(game).traffic
    assert [game.kind_of(c) for c in game.state.trains["RCSF"]] == ["PH4", "PH6"]
    assert facts(game).markers["RCSF"] == 7
    assert (game.step.id, game.actor) == ("leave_mines", 0)
    refused(game, Choose("G26"), "1865-5.4.4")  # cities are not left
    refused(game, "pay dividend", "1865-5.4.1")
    game.play(Choose("C38"))
    assert game.state.cash["RCSF"] == 350  # for the city of both
    assert game.state.stations_left["RCSF"] == 2  # 2 new ones + 1 of the mine - 1 replacement
    assert "RCSF" in game.state.stations["E38", 0]
    assert ("C38", 0) not in game.state.stations
    assert not any("FMS" in slots for slots in game.state.stations.values())
    assert certificates(game, "FMS") == {IPO: 9}
    assert (facts(game).markers["FMS"], game.state.stations_left["FMS"]) == (0, 0)
    assert "FMS" in facts(game).major
    assert "FMS" not in game.state.cell
    assert "FMS" not in facts(game).row
    assert "FMS" not in game.state.homes  # Cagliari is no longer its home
    assert facts(game).traffic["RCSF"] == traffic + 12  # replacement brings nothing
    assert facts(game).row["RCSF"] == row
    assert price(game, "RCSF") == 180
    assert estimate(game, "RCSF") == 4 + 6 + 5
    assert (game.state.turn.company, game.step.id) == ("RCSF", "track")  # type: ignore[union-attr]


@rule("1865-5.3.2")
@pytest.mark.parametrize(("row", "paid", "left"), [(4, 640, 260), (2, 720, 180)])
def test_a_better_zone_costs_more(row: int, paid: int, left: int) -> None:
    """Vector TV-22, before the L.50 of a shared city."""
    scene = pair().train("FMS", "PH6").phase(6)
    game = scene.game
    Play(game).set_facts(row={**facts(game).row, "FMS": row})
    game = scene.operate("RCSF", "mergers")
    assert zone(game, "FMS") == {4: "white", 2: "green"}[row]
    before = game.state.cash[0] + game.state.cash[1]
    game.play(Absorb("FMS", "RCSF"))
    assert game.state.cash[0] + game.state.cash[1] - before == paid
    assert (loans_of(game, "RCSF"), game.state.cash["RCSF"]) == (1, left)


@rule("1865-5.2.3", "1865-5.3.6", "1865-5.5.1")
def test_an_absorption_that_cannot_be_paid_is_refused() -> None:
    """Vector TV-23."""
    scene = pair(treasuries=(300, 290)).loans("RCSF", 2).loans("FMS", 1)
    scene.company("SFS", 0, 100, held={0: 3}, treasury=0).marker("SFS", "E38")
    game = scene.operate("RCSF", "mergers")
    assert reasons(game, ("FMS", "RCSF")) == ["1865-5.2.3"]  # SFS could be absorbed
    enough = pair(treasuries=(300, 300)).loans("RCSF", 2).loans("FMS", 1)
    game = enough.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert (loans_of(game, "RCSF"), game.state.cash["RCSF"]) == (3, 0)
    over = pair(treasuries=(900, 900)).loans("RCSF", 2).loans("FMS", 2)
    over.company("SFS", 0, 100, held={0: 3}, treasury=0).marker("SFS", "E38")
    assert reasons(over.operate("RCSF", "mergers"), ("FMS", "RCSF")) == ["1865-5.5.1"]


def reasons(game: Game, *pairs: tuple[str, str]) -> list[str]:
    """Return the rules that refuse absorptions while at least one is possible."""
    assert game.step.id == "mergers"
    return [refused(game, Absorb(*names)) for names in pairs]


@rule("1865-5.2.3", "1865-5.2.1", "1865-5.2.2", "1865-5.1.1", "1865-5.1.6", "1865-5.1.3")
def test_conditions() -> None:
    scene = pair()
    scene.company("SFS", 0, 490, held={0: 5}, major=True, treasury=0, row=2)  # dear
    scene.marker("SFS", "E38").train("SFS", "PH5")
    scene.company("FA", 1, 100, held={1: 3}).marker("FA", "C30")  # another president
    scene.company("SFSS", 0, 100, held={0: 3})  # far away
    scene.company("CFC", 0, 90, held={0: 3}, operated=False).marker("CFC", "G26")
    game = scene.operate("RCSF", "mergers")
    assert legal(game, Absorb("FMS", "RCSF"))
    found = reasons(
        game,
        ("SFS", "RCSF"),
        ("FA", "RCSF"),
        ("SFSS", "RCSF"),
        ("CFC", "RCSF"),
        ("FMS", "SFS"),
        ("RCSF", "RCSF"),
        ("XYZ", "RCSF"),
    )
    assert found == [
        "1865-5.1.3",  # SFS, at 490, has operated before RCSF
        "1865-5.1.6",
        "1865-5.2.2",
        "1865-5.2.1",
        "1865-5.1.1",
        "1865-5.1.1",
        "1865-1.4",
    ]


@rule("1865-5.2.3")
def test_too_dear() -> None:
    scene = pair()
    scene.company("SFS", 0, 165, held={0: 6, 1: 4}, major=True, treasury=0, row=2)
    scene.marker("SFS", "C30").train("SFS", "PH5")
    game = scene.operate("RCSF", "mergers")
    assert reasons(game, ("SFS", "RCSF")) == ["1865-5.2.3"]  # 10 x 200 of 250 + 1500


@rule("1865-5.2.2")
def test_networks_touch_in_a_city_or_by_a_direct_connection() -> None:
    assert legal(pair().operate("RCSF", "mergers"), Absorb("FMS", "RCSF"))  # direct connection
    shared = Scene().company("RCSF", 0, 100).company("FMS", 0, 90, treasury=500)
    shared.marker("FMS", "C30")
    assert legal(shared.operate("RCSF", "mergers"), Absorb("FMS", "RCSF"))
    apart = Scene().company("RCSF", 0, 100).company("FMS", 0, 90, treasury=500)
    assert apart.operate("RCSF", "mergers").step.id == "track"


@rule("1865-5.3.3", "1865-3.2.16")
def test_pool_and_dragons_are_paid_to_the_bank() -> None:
    """A-39: at the price of the zone."""
    scene = pair(held={0: 2, 1: 1}, treasuries=(600, 600))
    scene.state.shares["FMS"] = (0, 1, POOL, DRAGONS)
    game = scene.operate("RCSF", "mergers")
    bank, players = game.state.cash[BANK], [game.state.cash[s] for s in (0, 1)]
    game.play(Absorb("FMS", "RCSF"))
    assert [game.state.cash[s] - players[s] for s in (0, 1)] == [300, 150]
    assert game.state.cash[BANK] == bank + 300
    assert game.state.cash["RCSF"] == 1200 - 750


@rule("1865-5.3.5", "1865-5.3.6")
def test_own_shares_are_sold_before_a_loan() -> None:
    """Vector TV-24: short by 250, two of three shares fit into the pool."""
    scene = Scene().phase(5).tiles(LINE)
    scene.company("RCSF", 0, 100, held={0: 3, 1: 1}, major=True, pool=3, treasury=100)
    scene.company("FMS", 0, 100, held={0: 3, 1: 1}, treasury=50, row=3)
    assert ordinary(scene.game, "RCSF", IPO) == 3
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert ordinary(game, "RCSF", IPO) == 1
    assert ordinary(game, "RCSF", POOL) == 5
    assert price(game, "RCSF") == 100
    assert loans_of(game, "RCSF") == 1
    assert game.state.cash["RCSF"] == 150 + 200 + 500 - 400
    # No share more than needed, and none at all with enough money.
    enough = Scene().phase(5).tiles(LINE)
    enough.company("RCSF", 0, 100, held={0: 3, 1: 1}, major=True, treasury=301)
    enough.company("FMS", 0, 100, held={0: 3, 1: 1}, treasury=0, row=3)
    game = enough.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert ordinary(game, "RCSF", POOL) == 1
    assert loans_of(game, "RCSF") == 0
    assert game.state.cash["RCSF"] == 1


@rule("1865-5.1.2", "1865-5.1.4")
def test_passive_absorption() -> None:
    """Vector TV-50: A has operated before; B is absorbed instead of operating."""
    scene = pair(treasuries=(900, 0)).train("RCSF", "PH5").train("FMS", "PH4")
    game = scene.operate("FMS", "mergers")
    assert list(game.state.round.order) == ["RCSF", "FMS"]
    traffic = facts(game).traffic["RCSF"]
    assert listed(game, Absorb) == [Absorb("FMS", "RCSF")]  # RCSF itself has operated
    game.play(Absorb("FMS", "RCSF"))
    assert (game.state.round.part, game.state.turn.company) == (2, "RCSF")  # type: ignore[union-attr]
    assert list(game.state.round.order) == ["RCSF"]
    assert "FMS" not in facts(game).operated
    while game.step.id != "pay_dividend":
        game.play(Pass())
    assert game.state.turn.revenue == 10 * (traffic + 12)  # type: ignore[union-attr]


@rule("1865-5.1.4", "1865-5.1.3")
def test_the_absorbed_company_loses_its_turn_and_more_may_follow() -> None:
    scene = pair(treasuries=(2000, 0))
    scene.company("SFS", 0, 90, held={0: 3}).marker("SFS", "E38")
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert game.step.id == "mergers"  # again, with another company
    game.play(Absorb("SFS", "RCSF"))
    assert (game.step.id, game.state.turn.company) == ("track", "RCSF")  # type: ignore[union-attr]
    game.play(Pass())
    while game.state.round.part == 1:
        assert game.state.turn.company == "RCSF"  # type: ignore[union-attr]
        if legal(game, Pass()):
            game.play(Pass())
        else:
            choice = (listed(game, Dividend) or listed(game, BuyTrain))[0]
            game.play(choice)
    assert list(game.state.round.order) == ["RCSF"]


@rule("1865-5.1.7")
@pytest.mark.parametrize("version", [2, 1])
def test_an_active_absorber_plays_its_turn(version: int) -> None:
    """Vector TV-56: A = FMS absorbs B = SFS; C = RCSF could absorb A. Version 1 let it."""
    scene = Scene(version=version).phase(5).tiles(LINE)
    scene.company("RCSF", 0, 180, held={0: 5, 1: 4}, major=True, treasury=900)
    scene.company("FMS", 0, 150, held={0: 3}, treasury=900, row=3)
    scene.company("SFS", 0, 90, held={0: 3}).company("FA", 0, 80, held={0: 3})
    scene.marker("SFS", "E38").marker("FA", "C38")
    game = scene.operate("FMS", "mergers")
    assert legal(game, Absorb("FMS", "RCSF"))
    game.play(Absorb("SFS", "FMS"))
    assert game.step.id == "mergers"  # it may go on absorbing
    assert legal(game, Absorb("FA", "FMS"))
    if version == 1:
        assert legal(game, Absorb("FMS", "RCSF"))
        return
    refused(game, Absorb("FMS", "RCSF"), "1865-5.1.7")
    game.play(Absorb("FA", "FMS")).play(Pass())  # the mine is given up
    assert (game.step.id, game.state.turn.company) == ("track", "FMS")  # type: ignore[union-attr]


@rule("1865-5.1.7", "1865-5.1.2")
def test_an_absorber_in_the_turn_of_another_may_still_be_absorbed() -> None:
    """A-60 binds only the turn of the active absorption."""
    scene = Scene().phase(5).tiles(LINE)
    scene.company("SFS", 0, 180, held={0: 3}, row=3).marker("SFS", "E38")
    scene.company("FMS", 0, 150, held={0: 3}, treasury=900, row=3)
    scene.company("RCSF", 0, 100, held={0: 5, 1: 4}, major=True, treasury=900)
    game = scene.operate("SFS", "mergers").play(Absorb("SFS", "FMS"))
    assert (game.step.id, game.state.turn.company) == ("mergers", "FMS")  # type: ignore[union-attr]
    assert legal(game, Absorb("FMS", "RCSF"))


@rule("1865-5.1.5")
def test_only_at_the_very_start_of_a_turn() -> None:
    game = pair().operate("RCSF", "mergers").play(Pass())
    refused(game, Absorb("FMS", "RCSF"), "1865-5.1.5")
    refused(pair().stock_round(), Absorb("FMS", "RCSF"), "1865-5.1.5")
    indebted = pair(treasuries=(800, 800)).loans("RCSF", 1).operate("RCSF", "mergers")
    indebted.play(RepayLoan())  # before it, loans may be repaid
    assert legal(indebted, Absorb("FMS", "RCSF"))


@rule("1865-5.5.4", "1865-5.1.5", "1865-5.5.1")
@pytest.mark.parametrize("version", [3, 2])
def test_repaying_may_open_an_absorption(version: int) -> None:
    """A-38: RCSF and FMS owe two loans each. In version 2 the turn had gone on by then."""
    scene = pair(treasuries=(500, 900), version=version).loans("RCSF", 2).loans("FMS", 2)
    game = scene.operate("RCSF", "mergers")
    if version == 2:
        assert game.step.id == "track"
        return
    assert listed(game, Absorb) == []
    assert game.question().startswith("With fewer loans")
    refused(game, Absorb("FMS", "RCSF"), "1865-5.5.1")
    assert game.copy().play(Pass()).step.id == "track"
    game.play(RepayLoan()).play(Absorb("FMS", "RCSF"))
    assert (loans_of(game, "RCSF"), game.state.cash["RCSF"]) == (3, 300)


@rule("1865-5.5.4")
def test_nobody_is_asked_where_repaying_opens_nothing() -> None:
    poor = pair(treasuries=(499, 900)).loans("RCSF", 2).loans("FMS", 2)
    assert poor.operate("RCSF", "mergers").step.id == "track"  # no whole loan can be repaid
    other = pair(treasuries=(0, 900)).loans("RCSF", 1).loans("FMS", 3)
    assert other.operate("RCSF", "mergers").step.id == "track"  # those of FMS, not in its turn
    dear = pair(treasuries=(500, 0), at=490).loans("RCSF", 2).loans("FMS", 2)
    assert dear.operate("RCSF", "mergers").step.id == "track"  # 4 x 490 of 500 + 500


@rule("1865-5.2.4", "1865-5.4.3", "1865-5.4.11")
def test_a_minor_may_absorb_a_major() -> None:
    scene = Scene().phase(5).tiles(LINE).company("RCSF", 0, 80, held={0: 4}, major=True, row=3)
    scene.company("FMS", 0, 100, held={0: 3}, treasury=900)
    game = scene.operate("FMS", "mergers").play(Absorb("RCSF", "FMS"))
    assert "FMS" not in facts(game).major
    assert facts(game).markers["FMS"] == 7
    assert game.state.president["FMS"] == 0


@rule("1865-5.4.7", "1865-4.3.3")
def test_mines_may_be_replaced_or_given_up() -> None:
    for keep in (True, False):
        scene = pair().marker("FMS", "C38")
        game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
        assert game.step.id == "replace_in_mines"
        refused(game, Choose("E38"), "1865-5.4.4")
        game.play(Choose("C38") if keep else Pass())
        assert ("RCSF" in game.state.stations.get(("C38", 0), ())) == keep
        assert game.state.stations_left["RCSF"] == 7 - 2 - keep
    # No second marker in the district, unless its own is given up first.
    both = pair().tiles("C40 173 0").marker("FMS", "C38").marker("RCSF", "C40")
    game = both.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    kept = game.copy().play(Pass())
    assert ("C38", 0) not in kept.state.stations
    left = game.play(Choose("C40"))
    assert left.step.id == "replace_in_mines"
    left.play(Choose("C38"))
    assert "RCSF" in left.state.stations["C38", 0]


@rule("1865-5.4.8")
def test_too_few_markers() -> None:
    """A has 6 of 7 on the map, B two cities more: one is lost, the kept one must be joined."""
    scene = pair(treasuries=(900, 0)).tiles("F33 6 0; D11 5 0; D5 57 0; G20 6 3; H31 5 3")
    scene.marker("RCSF", "G26", "G4", "F15", "C22", "D11").marker("FMS", "D5")
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert game.step.id == "replace_in_cities"
    assert game.state.stations_left["RCSF"] == 1
    refused(game, Choose("D5"), "1865-5.4.8")  # no track leads there
    refused(game, Choose("G26"), "1865-5.4.4")
    cash = game.state.cash["RCSF"]
    game.play(Choose("E38"))
    assert "RCSF" in game.state.stations["E38", 0]
    assert ("D5", 0) not in game.state.stations
    assert "marker_lost" in said(game)
    assert game.state.cash["RCSF"] == cash  # without compensation


@rule("1865-5.4.10")
def test_trains_above_the_limit_are_discarded() -> None:
    scene = pair().phase(6).train("RCSF", "PH4", "PH5").train("FMS", "PH4")
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert game.step.id == "discard"
    game.play(DiscardTrain("RCSF", game.state.trains["RCSF"][0]))
    assert len(game.state.trains["RCSF"]) == 2
    assert len(game.state.trains[POOL]) == 1


@rule("1865-2.6.7", "1865-2.6.3")
def test_a_bonus_not_yet_paid_comes_with_the_absorption() -> None:
    """A-17: M3 lies with RCSF, which gets FMS's marker in Cagliari."""
    scene = pair().maritime("RCSF", "M3").maritime("FMS", "M5")
    game = scene.operate("RCSF", "mergers").play(Absorb("FMS", "RCSF"))
    assert game.state.private_owner["M5"] == "RCSF"
    assert facts(game).bonus_paid == {"M3", "M5"}
    assert facts(game).traffic["RCSF"] == 3 + 12 + 5 + 5


@rule("1865-5.3.8", "1865-3.8.1", "1865-3.8.2", "1865-4.4.11", "1865-3.2.3")
def test_the_absorbed_company_starts_again_anywhere() -> None:
    """Vector TV-51: RCSF is absorbed in phase 3 and restarted in Calvi."""
    scene = Scene().phase(3).tiles(LINE).company("RCSF", 0, 80, held={0: 3}, traffic=9)
    scene.company("FMS", 0, 100, held={0: 3}, treasury=900, traffic=8).train("FMS", "PH3")
    game = scene.operate("FMS", "mergers", part=2).play(Absorb("RCSF", "FMS"))
    assert not legal(game, StartCompany("RCSF", 100))
    while game.state.round.kind == "operating":
        game.play(Pass() if legal(game, Pass()) else Dividend("keep"))
    while game.step.id == "conversion":
        game.play(Pass())
    for seat in range(3):
        scene.cash(seat, 1000)
    game.play(StartCompany("RCSF", 120))
    assert (game.step.id, game.actor) == ("choose_home", 0)
    assert game.state.cash["RCSF"] == 240
    full = [h for h in game.definition.hexes if (h, 0) in game.state.stations]
    crowded = next(h for h in full if None not in game.state.stations[h, 0])
    refused(game, Choose(crowded), "1865-5.3.8")
    refused(game, Choose("C38"), "1865-5.3.8")  # a mine
    refused(game, Choose("E36"), "1865-5.3.8")  # a town
    refused(game, Pass(), "1865-5.3.8")
    game.play(Choose("D5"))
    assert game.state.stations["D5", 0] == ("RCSF",)
    assert len(game.state.shares["RCSF"]) == 9
    while "RCSF" not in game.state.floated:
        game.play(BuyShare("RCSF", "ipo"))
    assert ordinary(game, "RCSF", IPO) == 4
    assert facts(game).row["RCSF"] == 2
    assert estimate(game, "RCSF") == 1
    assert facts(game).markers["RCSF"] == 7
    assert "RCSF" not in facts(game).operated
    assert facts(game).traffic.get("RCSF", 0) == 0


@rule("1865-5.3.8")
def test_no_home_in_corsica_in_the_short_game() -> None:
    scene = Scene(2, short=True).tiles(LINE).company("RCSF", 0, 80, held={0: 3}, traffic=9)
    scene.company("FMS", 0, 100, held={0: 3}, treasury=900, traffic=8).train("FMS", "PH2")
    game = scene.operate("FMS", "mergers", part=2).play(Absorb("RCSF", "FMS"))
    while game.state.round.kind == "operating":
        game.play(Pass() if legal(game, Pass()) else Dividend("keep"))
    scene.cash(0, 900)
    game.play(StartCompany("RCSF", 60))
    refused(game, Choose("D5"), "1865-5.3.8")
    assert legal(game, Choose("G20"))


@rule("1865-5.1.2")
def test_the_other_reading_of_passive_absorption() -> None:
    """A-37 is a switch: then the absorber must be yet to operate."""
    scene = pair(treasuries=(900, 0)).reading(absorbed_by_any=False)
    assert scene.operate("FMS", "mergers").step.id == "track"
