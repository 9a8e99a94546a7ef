"""Components, set-up, phases and the short game: chapters 1, 2.1 to 2.4 and 6.1."""

from __future__ import annotations

from collections import Counter

import pytest

import dieciocho
from dieciocho.engine.actions import BuyTrain, Dividend, Pass, StartCompany
from dieciocho.engine.shares import ordinary, price
from dieciocho.engine.state import BANK, IPO, OUT, POOL
from dieciocho.engine.steps.stock import certificate_limit
from dieciocho.games.g1865.actions import Transfer
from dieciocho.games.g1865.components import components, figures
from dieciocho.games.g1865.dragons import estimate, zone_price
from dieciocho.games.g1865.facts import DRAGONS, facts, loans_of
from dieciocho.games.g1865.holdings import certificate_count, held
from dieciocho.games.g1865.turn import revenue_of

from ..support import NAMES, legal, listed, refused, rule
from .scenes import Scene


def new(players: int, **options: str) -> dieciocho.Game:
    return dieciocho.new_game("1865", NAMES[:players], options=options or None)


@rule("1865-1.4")
def test_eight_companies_with_home_and_destination() -> None:
    game = new(4)
    hexes = game.definition.hexes
    found = {
        name: (hexes[c.home].entry.place, hexes[str(c.destination)].entry.place)
        for name, c in game.definition.companies.items()
    }
    assert found == {
        "FMS": ("Cagliari", "Serbariu"),
        "RCSF": ("Oristano", "Cagliari"),
        "SFSS": ("Sassari", "Olbia"),
        "FCS": ("Isili", "Nuoro"),
        "SFS": ("Arbatax", "Cagliari"),
        "FA": ("Nuoro", "Olbia"),
        "CFC": ("Bastia", "Ajaccio"),
        "CFD": ("Portovecchio", "Bastia"),
    }
    refused(Scene().stock_round(), StartCompany("XYZ", 100), "1865-1.4")


@rule("1865-1.5", "1865-1.6", "1865-1.7")
def test_a_president_s_certificate_is_two_shares_and_one_certificate() -> None:
    scene = Scene().company("FMS", 0, 90, held={0: 3}).company("FA", 0, 70, held={0: 6}, major=True)
    game = scene.game
    assert game.rules.certificates(game, "FMS") == (40, 20, 20, 20)
    assert game.rules.certificates(game, "FA") == (20, *(10,) * 8)
    assert (held(game, "FMS", 0), held(game, "FA", 0)) == (3, 6)
    assert certificate_count(game, 0) == 2 + 5
    # A share is worth the market value, of minors and majors alike.
    assert game.rules.scores(game)[0] == 330 + 3 * 90 + 6 * 70


@rule("1865-1.8")
def test_each_price_has_two_more_prices() -> None:
    market = new(2).definition.market
    assert (market.price[0], market.price[-1], len(market.price)) == (10, 490, 31)
    printed = dict(
        zip(
            market.price,
            zip(market.printed["white"], market.printed["green"], strict=True),
            strict=True,
        )
    )
    book = {70: (75, 90), 80: (85, 100), 90: (95, 110), 100: (110, 130), 110: (120, 140)}
    book |= {120: (130, 150), 130: (140, 160), 140: (150, 170), 150: (160, 180)}
    book |= {165: (180, 200), 180: (195, 215), 195: (210, 230)}
    assert {p: printed[p] for p in book} == book
    for value, (white, green) in printed.items():
        assert value < white < green


@rule("1865-1.9")
def test_estimates_of_the_book() -> None:
    """Vector TV-01."""
    scene = Scene().phase(3)
    scene.company("FMS", major=True).company("RCSF", major=True).company("SFSS", major=True)
    scene.train("FMS", "PH2", "PH2").train("RCSF", "PH3")
    scene.tiles("G20 6 3; F33 6 0; D11 5 0; D5 57 0; H31 5 3")
    scene.marker("FMS", "C30", "F15").marker("RCSF", "G4")
    scene.marker("SFSS", "G20", "G26", "D11", "D5")
    game = scene.game
    assert [estimate(game, c) for c in ("FMS", "RCSF", "SFSS")] == [7, 5, 5]
    # Maritime companies, loans, traffic and the kind of company do not enter.
    scene.maritime("SFSS", "M1", "M2").loans("SFSS", 2)
    assert estimate(game, "SFSS") == 5


@rule("1865-1.11", "1865-1.12")
def test_traffic_is_counted_and_never_spent() -> None:
    scene = Scene().company("FMS", traffic=137, treasury=0).train("FMS", "PH2", "PH2")
    game = scene.operate("FMS", "pay_dividend")
    assert revenue_of(game, "FMS") == 160  # surplus traffic earns nothing
    game.play(Dividend("keep"))
    assert facts(game).traffic["FMS"] == 137
    few = Scene().company("FMS", traffic=5).train("FMS", "PH2", "PH2")
    assert revenue_of(few.game, "FMS") == 50  # nor does surplus capacity


@rule("1865-1.13", "1865-5.5.1")
def test_no_company_borrows_for_anything_but_an_absorption() -> None:
    scene = Scene().company("FMS", treasury=0, traffic=5).cash(0, 0).stack_down_to("PH6")
    game = scene.operate("FMS", "trains")
    game.play(BuyTrain("PH6-0", BANK, 650))
    assert loans_of(game, "FMS") == 0
    assert figures().loan == 500
    assert figures().loan_limit == 3


@rule("1865-1.14", "1865-2.4.2", "1865-4.6.4")
def test_the_last_train_of_a_kind_is_discounted() -> None:
    game = new(4)
    stack = game.state.trains[BANK]
    kinds = [game.kind_of(card) for card in stack]
    assert kinds == (
        ["PH2"] * 5 + ["PH2d"] + ["PH3"] * 4 + ["PH3d"] + ["PH4"] * 3 + ["PH4d"]
        + ["PH5"] * 2 + ["PH6"] * 3 + ["PH7"]
    )  # fmt: skip
    prices = {kind: train.price for kind, train in game.definition.trains.items()}
    assert prices == {
        "PH2": 100,
        "PH2d": 70,
        "PH3": 200,
        "PH3d": 160,
        "PH4": 350,
        "PH4d": 300,
        "PH5": 500,
        "PH6": 650,
        "PH7": 800,
    }
    scene = Scene().company("FMS", treasury=500)
    game = scene.operate("FMS", "trains")
    refused(game, BuyTrain("PH2d-0", BANK, 70), "1865-4.6.3")
    scene = Scene().company("FMS", treasury=500).stack_down_to("PH2d")
    game = scene.operate("FMS", "trains")
    assert legal(game, BuyTrain("PH2d-0", BANK, 70))


@rule("1865-1.15", "1865-2.4.5")
def test_chance_decides_the_seating_only() -> None:
    seatings = {
        dieciocho.new_game("1865", NAMES[:4], seed=seed).header.players for seed in range(60)
    }
    assert len(seatings) > 15
    assert all(sorted(seating) == sorted(NAMES[:4]) for seating in seatings)
    game = dieciocho.new_game("1865", NAMES[:4], seed=5)
    assert game.state.priority == 0  # the player with number 1
    assert game.actor == 0


@rule("1865-2.1.1", "1865-2.7.8")
def test_the_wealthiest_player_wins() -> None:
    scene = Scene(2).company("FMS", 0, 100, held={0: 3}).cash(0, 10).cash(1, 300)
    scores = scene.game.scores()
    assert scores == {NAMES[0]: 310, NAMES[1]: 300}
    assert max(scores, key=lambda name: scores[name]) == NAMES[0]


@rule("1865-2.1.2")
def test_the_president_decides_for_the_company() -> None:
    game = Scene().company("FMS", 1, held={1: 3, 0: 1}).operate("FMS", "track")
    assert game.actor == 1
    with pytest.raises(dieciocho.IllegalAction) as refusal:
        game.play(Pass(), by=0)
    assert refusal.value.rule == "1865-2.1.2"


@rule("1865-2.1.3")
def test_treasury_and_president_are_separate() -> None:
    """A rich president may not help with a train that the company need not buy."""
    scene = Scene().company("FMS", treasury=50, traffic=9).train("FMS", "PH2").cash(0, 900)
    game = scene.operate("FMS", "trains")
    assert not listed(game, BuyTrain)
    refused(scene.operate("FMS", "pay_dividend"), BuyTrain("PH2-0", BANK, 100))
    assert game.state.cash["FMS"] == 50


@rule("1865-2.2.3", "1865-2.2.4")
def test_the_first_train_of_a_kind_begins_its_phase_at_once() -> None:
    scene = Scene().company("FMS", treasury=900).train("FMS", "PH2").stack_down_to("PH3")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH3-0", BANK, 200))
    assert game.phase.name == "3"
    game.play(BuyTrain("PH3-1", BANK, 200))
    assert game.phase.name == "3"
    assert game.phase.colours == ("yellow", "green")  # yellow stays


@rule("1865-2.2.6")
def test_train_limits_by_phase() -> None:
    limits = {p.name: p.train_limit for p in components().phases[1:]}
    assert limits == {"2": 4, "3": 3, "4": 3, "5": 3, "6": 2, "7": 2}
    for number, kind, most in ((2, "PH2", 4), (3, "PH3", 3), (6, "PH6", 2)):
        for owned in (most - 1, most):
            # A maritime company keeps the step open; it is no train.
            scene = Scene().phase(number).company("FMS", treasury=900).maritime(0, "M1")
            scene.train("FMS", *[kind] * owned)
            game = scene.operate("FMS", "trains")
            assert bool(listed(game, BuyTrain)) == (owned < most)


@rule("1865-2.2.7")
def test_old_trains_are_eliminated_everywhere() -> None:
    """First PH4, PH6 and PH7; also vector TV-36."""
    for new_kind, old, cost in (
        ("PH4", ("PH2", "PH2d"), 350),
        ("PH6", ("PH3", "PH3d"), 650),
        ("PH7", ("PH4", "PH4d"), 800),
    ):
        scene = Scene().company("FMS", treasury=900, at=120).company("FA", 1).train("FA", old[0])
        scene.train(POOL, old[1]).stack_down_to(new_kind)
        game = scene.operate("FMS", "trains").play(BuyTrain(f"{new_kind}-0", BANK, cost))
        assert game.state.trains["FA"] == game.state.trains[POOL] == ()
        assert {game.kind_of(c) for c in game.state.trains[OUT]} >= set(old)
    scene = Scene().company("FMS", treasury=900, at=120).company("FA", 1).phase(5)
    scene.train("FA", "PH3", "PH4", "PH5").stack_down_to("PH6")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH6-0", BANK, 650))
    assert [game.kind_of(c) for c in game.state.trains["FA"]] == ["PH4", "PH5"]
    assert game.step.id != "discard"  # two are within the limit of phase 6


@rule("1865-2.2.8", "1865-3.8.1")
def test_new_companies_are_minors_before_phase_5() -> None:
    for phase in range(2, 8):
        game = Scene().phase(phase).cash(0, 900).stock_round().play(StartCompany("FMS", 60))
        assert ("FMS" in facts(game).major) == (phase >= 5)
        assert len(game.state.shares["FMS"]) == (9 if phase >= 5 else 4)
    # A minor created before phase 5 stays one, though it is launched later.
    scene = Scene().company("FMS", 0, held={0: 2}, launched=False, treasury=200).phase(5)
    game = scene.cash(0, 900).stock_round().play("buy share of FMS from ipo")
    assert "FMS" not in facts(game).major
    assert facts(game).row["FMS"] == 3


@rule("1865-2.2.9")
def test_initial_prices_by_phase() -> None:
    early = [60, 70, 80, 90, 100]
    middle = [*early, 110, 120, 130]
    late = [*middle, 140, 150]
    for phase, prices in ((2, early), (3, middle), (4, middle), (5, late), (6, late), (7, late)):
        game = Scene().phase(phase).cash(0, 900).stock_round()
        starts = [a.par for a in listed(game, StartCompany) if a.company == "FMS"]  # type: ignore[attr-defined]
        assert starts == prices
        refused(game, StartCompany("FMS", 165), "1865-2.2.9")
    refused(Scene().cash(0, 900).stock_round(), StartCompany("FMS", 110), "1865-2.2.9")


@rule("1865-2.2.10")
def test_phase_5_discards_the_players_maritime_companies() -> None:
    scene = Scene().company("FMS", treasury=900).stack_down_to("PH5")
    scene.maritime(0, "M1").maritime(1, "M2").maritime("FMS", "M3")
    game = scene.operate("FMS", "trains").play(BuyTrain("PH5-0", BANK, 500))
    owners = game.state.private_owner
    assert (owners["M1"], owners["M2"], owners["M3"]) == (OUT, OUT, "FMS")
    assert game.state.cash[0] == 330
    refused(game, Transfer("M1"), "1865-2.6.3")


@rule("1865-2.3.1")
def test_everything_is_open() -> None:
    """The state that everybody reads holds cash, shares, trains, traffic and loans of all."""
    scene = Scene().company("FMS", treasury=77, traffic=4).train("FMS", "PH2").loans("FMS", 2)
    game = scene.game
    assert (game.state.cash["FMS"], game.state.cash[1]) == (77, 330)
    assert (facts(game).traffic["FMS"], loans_of(game, "FMS")) == (4, 2)
    assert len(game.state.trains["FMS"]) == 1
    assert game.state.shares["FMS"].count(0) == 2


@rule("1865-2.4.1")
@pytest.mark.parametrize(
    ("players", "cash", "bank"), [(2, 360, 7280), (3, 330, 7010), (4, 300, 6800)]
)
def test_starting_cash_comes_out_of_the_bank(players: int, cash: int, bank: int) -> None:
    state = new(players).state
    assert [state.cash[seat] for seat in range(players)] == [cash] * players
    assert state.cash[BANK] == bank


@rule("1865-2.4.3", "1865-2.4.6")
def test_certificates_lie_in_the_initial_offer() -> None:
    game = new(3)
    assert all(holders == (IPO,) * 4 for holders in game.state.shares.values())
    assert game.state.cell == {}
    assert facts(game).row == facts(game).traffic == {}
    assert all(ordinary(game, c, DRAGONS) == 0 for c in game.definition.companies)


@rule("1865-2.4.4")
def test_home_markers_lie_on_the_map_from_the_start() -> None:
    game = new(3)
    for company, charter in game.definition.companies.items():
        assert company in game.state.stations[charter.home, 0]
    # They take a space although the companies are not launched: Isili has one only.
    assert None not in game.state.stations["F33", 0]


@rule("1865-6.1.2", "1865-6.1.3", "1865-6.1.4", "1865-6.1.5")
@pytest.mark.parametrize(("players", "bank", "limit"), [(2, 5280, 27), (3, 5010, 18)])
def test_the_short_game(players: int, bank: int, limit: int) -> None:
    """Vector TV-45."""
    game = new(players, variant="short")
    assert game.state.cash[BANK] == bank
    assert list(game.definition.companies) == ["FMS", "RCSF", "SFSS", "FCS", "SFS", "FA"]
    assert list(game.definition.privates) == ["M1", "M2", "M3", "M4", "M5", "M6"]
    kinds = Counter(game.kind_of(card) for card in game.state.trains[BANK])
    assert kinds == {
        "PH2": 4, "PH2d": 1, "PH3": 3, "PH3d": 1, "PH4": 2, "PH4d": 1, "PH5": 2, "PH6": 2, "PH7": 1
    }  # fmt: skip
    assert certificate_limit(game) == limit
    assert certificate_limit(new(players)) == limit * 4 // 3
    assert game.state.cash[0] == new(players).state.cash[0]


@rule("1865-6.1.7")
def test_no_short_game_for_four() -> None:
    with pytest.raises(dieciocho.BadInput):
        new(4, variant="short")
    with pytest.raises(dieciocho.BadInput):
        new(3, variant="long")
    with pytest.raises(dieciocho.BadInput):
        new(3, colour="blue")


def test_price_of_the_zone_is_the_market_price_without_a_chart() -> None:
    scene = Scene().company("FMS", at=100, launched=False, held={0: 2})
    assert zone_price(scene.game, "FMS") == price(scene.game, "FMS") == 100
