"""The Dragons: section 3.2."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare, Pass, SellShares
from dieciocho.engine.game import Play
from dieciocho.engine.shares import ordinary, price
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.engine.steps.stations import slots_of
from dieciocho.games.g1865.components import figures
from dieciocho.games.g1865.dragons import CRITERIA, DragonTurn, estimate, zone, zone_price
from dieciocho.games.g1865.facts import DRAGONS, facts
from dieciocho.games.g1865.holdings import certificate_count

from ..support import refused, rule
from .scenes import Scene, said

CITIES = ("C30", "G26", "C22", "G4", "F15", "E38")  # two spaces each from the start


def at_home(scene: Scene, company: str, city: str) -> bool:
    return scene.state.homes[company][0] == city


def with_estimate(scene: Scene, company: str, trains: tuple[str, ...], markers: int) -> Scene:
    """Give a company trains and markers on the map."""
    scene.train(company, *trains)
    free = [
        c for c in CITIES if None in slots_of(scene.game, (c, 0)) and not at_home(scene, company, c)
    ]
    for city in free[: markers - 1]:
        scene.marker(company, city)
    return scene


def dragons_act(scene: Scene) -> list[str]:
    """Let the Dragons have one turn now; return what the log says of it."""
    game = scene.game
    game._messages = []
    Play(game).push(DragonTurn())
    assert game.step.settle(Play(game))
    return [message.id.removeprefix("log.") for message in game._messages]


def green(scene: Scene, company: str) -> Scene:
    return with_estimate(scene, company, ("PH2", "PH2"), 1)  # 5 in the first row


@rule("1865-3.2.9", "1865-3.2.10", "1865-3.2.11", "1865-3.2.12", "1865-3.2.13", "1865-3.2.14")
def test_the_example_of_the_book() -> None:
    """Vector TV-02, with the limit of 50 % that the example overlooks (A-03)."""
    scene = Scene().phase(3)
    scene.company("FMS", 0, 120, held={0: 2}, major=True, dragons=2)
    scene.company("RCSF", 1, 80, held={1: 2}, major=True, dragons=1)
    scene.company("SFSS", 2, 100, held={2: 2}, dragons=1)
    with_estimate(scene, "FMS", ("PH2", "PH2"), 3)
    with_estimate(scene, "RCSF", ("PH3",), 2)
    with_estimate(scene, "SFSS", ("PH2", "PH2"), 1)
    game = scene.game
    assert [estimate(game, c) for c in ("FMS", "RCSF", "SFSS")] == [7, 5, 5]
    bank = game.state.cash[BANK]
    expected = [
        ("RCSF", 80, "cheapest"),  # as many as of SFSS, the same estimate
        ("SFSS", 100, "fewest"),
        ("FMS", 120, "estimate"),
        ("RCSF", 80, "fewest"),  # SFSS is at its limit
        ("FMS", 120, "estimate"),
        ("RCSF", 80, "fewest"),
    ]
    for company, cost, why in expected:
        own, treasury = ordinary(game, company, DRAGONS), game.state.cash[company]
        assert dragons_act(scene) == [f"dragons_buy_{why}"]
        assert ordinary(game, company, DRAGONS) == own + 1
        assert game.state.cash[company] == treasury + cost
        bank -= cost
        assert game.state.cash[BANK] == bank
    assert certificate_count(game, DRAGONS) == 10
    assert dragons_act(scene) == ["dragons_full"]
    assert [price(game, c) for c in ("FMS", "RCSF", "SFSS")] == [120, 80, 100]


@rule("1865-3.2.10")
def test_the_top_of_the_pile_decides_last() -> None:
    scene = Scene().company("FMS", 0, 80, held={0: 2}).company("FA", 1, 80, held={1: 2})
    green(green(scene, "FMS"), "FA")
    assert scene.state.stacks[scene.state.cell["FA"]] == ("FMS", "FA")
    assert dragons_act(scene) == ["dragons_buy_top"]
    assert ordinary(scene.game, "FMS", DRAGONS) == 1


@rule("1865-3.2.1", "1865-3.2.6", "1865-3.2.7", "1865-3.2.16")
def test_red_is_sold_white_is_kept_green_is_bought() -> None:
    scene = Scene().company("FMS", 0, 100, held={0: 2}, major=True, dragons=2)
    scene.company("FA", 1, 90, held={1: 2}, major=True, dragons=2)
    scene.company("SFSS", 2, 80, held={2: 2}, major=True)
    with_estimate(scene, "FA", ("PH2",), 2)  # 4: white
    green(scene, "SFSS")
    game = scene.game
    money = dict(game.state.cash)
    assert [zone(game, c) for c in ("FMS", "FA", "SFSS")] == ["red", "white", "green"]
    assert dragons_act(scene) == ["dragons_sell", "price_moved", "dragons_buy_only"]
    assert [ordinary(game, c, DRAGONS) for c in ("FMS", "FA", "SFSS")] == [0, 2, 1]
    assert ordinary(game, "FMS", POOL) == 2
    assert price(game, "FMS") == 80  # one step for each share
    assert game.state.cash[BANK] == money[BANK] - 80  # only the share of the offer moves money
    assert DRAGONS not in game.state.cash


@rule("1865-3.2.8")
def test_the_pool_limit_binds_them() -> None:
    """Vector TV-29 and what follows it (A-05): they try again when there is room."""
    scene = Scene().company("FMS", 0, 100, held={0: 2, 1: 1}, major=True, dragons=2, pool=4)
    scene.cash(1, 500)
    game = scene.stock_round(first=1)
    assert ordinary(game, "FMS", DRAGONS) == 1
    assert ordinary(game, "FMS", POOL) == 5
    assert price(game, "FMS") == 90
    game.play(BuyShare("FMS", "pool"))
    assert "dragons_sell" in said(game)
    assert ordinary(game, "FMS", DRAGONS) == 0
    assert price(game, "FMS") == 80


@rule("1865-3.1.3", "1865-3.2.1", "1865-3.2.14")
def test_selling_makes_room_below_the_limit() -> None:
    """Vector TV-30."""
    scene = Scene().company("FMS", 0, 100, held={0: 2}, major=True, dragons=5)
    scene.company("FA", 1, 90, held={1: 2}, dragons=1)
    with_estimate(scene, "FMS", ("PH2", "PH2"), 1)
    assert certificate_count(scene.game, DRAGONS) == 6
    scene.company("SFSS", 2, 80, held={2: 2})
    green(scene, "SFSS")
    assert dragons_act(scene)[0] == "dragons_sell"
    assert ordinary(scene.game, "FA", DRAGONS) == 0
    assert ordinary(scene.game, "SFSS", DRAGONS) == 1
    assert certificate_count(scene.game, DRAGONS) == 6
    assert dragons_act(scene) == ["dragons_full"]


@rule("1865-3.2.14")
@pytest.mark.parametrize(("phase", "limit"), [(2, 6), (3, 10), (4, 10), (5, 16), (6, 16), (7, 16)])
def test_their_certificate_limit(phase: int, limit: int) -> None:
    assert figures().dragons.certificate_limit[phase] == limit


@rule("1865-3.2.5")
def test_zones_of_the_chart() -> None:
    """Vector TV-48."""
    zone_of = figures().dragons.zone
    assert [zone_of(2, n) for n in (1, 2, 3, 4, 5, 40)] == [
        "red", "red", "white", "white", "green", "green"
    ]  # fmt: skip
    assert [zone_of(7, n) for n in (12, 13, 14, 15)] == ["red", "white", "white", "green"]
    for row in range(2, 8):
        limit = 2 * row  # of the white zone
        assert [zone_of(row, limit + n) for n in (-2, -1, 0, 1)] == [
            "red", "white", "white", "green"
        ]  # fmt: skip


@rule("1865-3.2.3", "1865-3.2.5", "1865-3.2.17")
def test_a_company_enters_the_chart_at_its_launch() -> None:
    for phase in range(2, 8):
        scene = Scene().phase(phase)
        scene.company("FMS", 0, 60, held={0: 2}, launched=False, major=phase >= 5)
        scene.cash(0, 900).cash(1, 900).cash(2, 900)
        game = scene.stock_round()
        assert zone(game, "FMS") is None  # no marker on the chart: in no zone
        while "FMS" not in game.state.floated:
            assert ordinary(game, "FMS", DRAGONS) == 0
            game.play(BuyShare("FMS", "ipo"))
        assert facts(game).row["FMS"] == (2 if phase < 5 else 3)
        assert estimate(game, "FMS") == 1
        assert zone(game, "FMS") == "red"
        assert ordinary(game, "FMS", DRAGONS) == 0  # never one that has not operated


@rule("1865-3.2.2", "1865-3.2.4")
def test_the_estimate_follows_trains_and_markers() -> None:
    scene = Scene().company("FMS", 0, treasury=500, traffic=5)
    game = scene.operate("FMS", "trains").play("buy train PH2-0 from bank for 100")
    assert estimate(game, "FMS") == 3
    assert facts(game).row["FMS"] == 2  # rows change before a stock round only
    scene.marker("FMS", "C30")
    assert estimate(game, "FMS") == 4
    scene = Scene().company("FMS", 0, 100, held={0: 3}, dragons=1).cash(0, 900)
    green(scene, "FMS")
    game = scene.stock_round()
    before = estimate(game, "FMS")
    game.play(SellShares("FMS", 1))
    assert estimate(game, "FMS") == before


@rule("1865-3.2.9")
def test_they_hold_half_of_a_company_at_most() -> None:
    minor = green(Scene().company("FMS", 0, 100, held={0: 2}), "FMS")
    for _ in range(4):
        dragons_act(minor)
    assert ordinary(minor.game, "FMS", DRAGONS) == 2
    major = green(Scene().phase(3).company("FMS", 0, 100, held={0: 2}, major=True), "FMS")
    for _ in range(7):
        dragons_act(major)
    assert ordinary(major.game, "FMS", DRAGONS) == 5


@rule("1865-3.2.11", "1865-3.2.12")
def test_the_initial_offer_before_the_pool() -> None:
    scene = green(Scene().company("FMS", 0, 100, held={0: 2}, pool=2), "FMS")
    dragons_act(scene)
    assert ordinary(scene.game, "FMS", IPO) == 0
    money = dict(scene.state.cash)
    dragons_act(scene)
    assert ordinary(scene.game, "FMS", POOL) == 1
    assert scene.state.cash == money  # from the pool no money moves


@rule("1865-3.2.15")
def test_they_never_are_president() -> None:
    scene = Scene().company("FMS", 0, 100, held={0: 3, 1: 2}, major=True, dragons=5)
    with_estimate(scene, "FMS", ("PH2",), 2)  # white: they keep it
    game = scene.stock_round()
    game.play(SellShares("FMS", 2))  # down to 10 %, the Dragons hold 50 %
    assert game.state.president["FMS"] == 1
    alone = Scene().company("FMS", 0, 100, held={0: 2, 1: 1}, major=True, dragons=5)
    with_estimate(alone, "FMS", ("PH2",), 2)
    refused(alone.stock_round(), SellShares("FMS", 1), "1865-3.10.4")


@rule("1865-3.5.5", "1865-3.5.1")
@pytest.mark.parametrize(
    ("markers", "trains", "cost"),
    [(1, ("PH2", "PH2"), 130), (2, ("PH2",), 110), (1, (), 100)],
)
def test_shares_of_the_dragons_cost_a_premium(
    markers: int, trains: tuple[str, ...], cost: int
) -> None:
    """Vector TV-34."""
    scene = Scene().company("FMS", 0, 100, held={0: 2}, major=True, dragons=1)
    with_estimate(scene, "FMS", trains, markers)
    game = scene.stock_round(first=1, dragons=False)
    assert zone_price(game, "FMS") == cost
    bank, treasury = game.state.cash[BANK], game.state.cash["FMS"]
    game.play(BuyShare("FMS", "dragons"))
    assert game.state.cash[1] == 330 - cost
    bought = sum(100 for line in said(game) if line.startswith("dragons_buy"))
    assert game.state.cash[BANK] == bank + cost - bought
    assert game.state.cash["FMS"] == treasury + bought
    assert price(game, "FMS") == 100


@rule("1865-3.1.1", "1865-3.1.3", "1865-3.1.4")
def test_what_the_dragons_do_keeps_the_round_open() -> None:
    """Vector TV-37."""
    scene = green(Scene().company("FMS", 0, 100, held={0: 3, 1: 1}), "FMS")
    game = scene.stock_round(dragons=False)
    assert ordinary(game, "FMS", IPO) == 1
    game.play(Pass())
    assert said(game) == ["passed", "dragons_buy_only"]
    game.play(Pass()).play(Pass())
    assert game.state.round.kind == "stock"
    assert (game.actor, said(game)[-1]) == (0, "dragons_pass")
    game.play(Pass())
    assert game.state.round.kind == "operating"


@rule("1865-3.1.4")
def test_the_other_reading_of_the_end_of_a_round() -> None:
    """A-04 is a switch: then only the players' passes count."""
    scene = green(Scene().company("FMS", 0, 100, held={0: 3, 1: 1}), "FMS")
    game = scene.reading(dragons_prolong_round=False).stock_round(dragons=False)
    for _ in range(3):
        game.play(Pass())
    assert game.state.round.kind == "operating"
    assert ordinary(game, "FMS", DRAGONS) == 1


@rule("1865-3.1.1")
def test_the_dragons_act_first_and_between_all_turns() -> None:
    scene = Scene().company("FMS", 0, 100, held={0: 2}, major=True, dragons=1).cash(1, 500)
    game = scene.before_stock_round()
    assert ordinary(game, "FMS", DRAGONS) == 0  # sold before the first player's turn
    for _ in range(2):
        game.play(Pass())
        assert said(game)[-1] == "dragons_pass"


def test_every_move_of_theirs_is_explained_in_both_languages() -> None:
    """The log says why they sell, buy or pass."""
    scene = Scene().company("FMS", 0, 80, held={0: 2}).company("FA", 1, 80, held={1: 2})
    green(green(scene, "FMS"), "FA")
    game = scene.stock_round()
    texts = game.rules.texts
    ids = [f"log.dragons_buy_{why}" for why in ("only", *CRITERIA)]
    ids += ["log.dragons_sell", "log.dragons_sell_some", "log.dragons_full", "log.dragons_pass"]
    for language, word in (("en", "The Dragons"), ("es", "Los Dragones")):
        assert all(texts.template(name, language).startswith(word) for name in ids)
    game.play(Pass())
    assert game.log_lines("en")[-1] == (
        "The Dragons buy FA (offer, L.80): "
        "of the green companies they held the fewest of it, now 1."
    )
