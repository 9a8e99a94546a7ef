"""Selling and buying certificates, directors, limits, launching (sections 3.1 and 3.2)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyShare, Pass, SellShares, StartCompany, Use
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates, percent, price
from dieciocho.engine.state import BANK, IPO, POOL, LastRun
from dieciocho.games.g18esp.facts import RESERVED, facts
from dieciocho.games.g18esp.phases import stop_small_companies
from dieciocho.games.g18esp.stations import available

from ..support import legal, listed, refused, rule
from .scenes import Scene


def operated(scene: Scene, *companies: str) -> Scene:
    for company in companies:
        scene.state.last_runs[company] = LastRun(1, 1, 0, "keep")
    return scene


def market(company: str = "MZA", *, own: int = 3, pool: int = 2, at: int = 144) -> Scene:
    """Seat 1 directs a company, seat 0 holds shares of it, some lie in the open market."""
    scene = Scene("3").major(company, 1, held={1: 3, 0: own}, pool=pool, price=at)
    return operated(scene, company)


def sales(game: Game, company: str) -> list[int]:
    found = [a for a in listed(game, SellShares) if isinstance(a, SellShares)]
    return [a.count for a in found if a.company == company]


# --- selling ---------------------------------------------------------------------------


@rule("18ESP-3.1.0.2", "18ESP-3.1.0.8", "18ESP-3.1.0.9", "18ESP-3.1.0.1")
def test_three_shares_fill_the_market() -> None:
    scene = market()  # T1
    game = scene.stock()
    cash = game.state.cash[0]
    game.play(SellShares("MZA", 3))
    assert game.state.cash[0] == cash + 432
    assert percent(game, "MZA", POOL) == 50
    assert price(game, "MZA") == 126


@rule("18ESP-3.1.0.2")
@pytest.mark.parametrize(("own", "pool", "most"), [(3, 3, 2), (4, 2, 3), (2, 2, 2)])
def test_no_more_than_half_in_the_market(own: int, pool: int, most: int) -> None:
    scene = operated(Scene("3").major("MZA", 1, held={1: 2, 0: own}, pool=pool), "MZA")
    scene.state.president["MZA"] = 1
    game = scene.stock()
    assert max(sales(game, "MZA")) == most  # T1b, T1c
    if own > most:
        refused(game, SellShares("MZA", most + 1), "18ESP-3.1.0.2")


@rule("18ESP-3.1.0.9")
def test_the_price_falls_to_50_at_most() -> None:
    scene = Scene("3").major("MZA", 1, held={1: 4, 0: 4}, price=65)
    game = operated(scene, "MZA").stock()
    cash = game.state.cash[0]
    game.play(SellShares("MZA", 4))  # V3
    assert game.state.cash[0] == cash + 260
    assert price(game, "MZA") == 50


@rule("18ESP-3.1.0.10", "18ESP-3.1.0.8")
def test_each_sale_is_settled_by_itself() -> None:
    scene = market("MZA", own=3, pool=0).major("A", 1, held={1: 4, 0: 2}, price=100)
    game = operated(scene, "A").stock()
    cash = game.state.cash[0]
    game.play(SellShares("MZA", 1)).play(SellShares("A", 2)).play(SellShares("MZA", 1))
    assert game.state.cash[0] == cash + 144 + 200 + 138
    assert (price(game, "MZA"), price(game, "A")) == (132, 90)


@rule("18ESP-3.1.0.4")
def test_a_company_that_never_operated_is_not_sold() -> None:
    scene = Scene("3").major("MZA", 1, held={1: 4, 0: 2})
    game = scene.stock()
    refused(game, SellShares("MZA", 1), "18ESP-3.1.0.4")
    assert sales(game, "MZA") == []


@rule("18ESP-3.1.0.6", "18ESP-3.1.1.8", "18ESP-3.2.1.3")
def test_small_companies_are_never_sold() -> None:
    scene = operated(Scene("3").small("MS"), "MS")
    game = scene.stock()
    refused(game, SellShares("MS", 1), "18ESP-3.1.0.6")
    refused(game, BuyShare("MS", "pool"), "18ESP-3.2.1.3")
    assert game.definition.companies["MS"].certificates == (100,)


@rule("18ESP-3.1.0.3", "18ESP-3.1.1.3", "18ESP-3.1.1.7")
def test_a_director_without_heir_keeps_20_percent() -> None:
    scene = operated(Scene("3").major("A", 0, held={0: 4, 1: 1}), "A")
    game = scene.stock()
    assert max(sales(game, "A")) == 2
    refused(game, SellShares("A", 3), "18ESP-3.1.0.3")
    game.play(SellShares("A", 2))
    assert game.state.president["A"] == 0
    assert game.state.shares["A"][0] == 0


# --- directors -------------------------------------------------------------------------


@rule("18ESP-3.1.1.1", "18ESP-3.1.1.2", "18ESP-3.1.1.5", "18ESP-3.1.0.2", "18ESP-3.1.0.3")
def test_the_change_of_director_of_the_rulebook() -> None:
    scene = Scene("3").major("A", 0, held={0: 4})  # T2, without a reserved share
    scene.state.shares["A"] = (0, 0, 0, 1, 1, 1, 2, 2, POOL)
    game = operated(scene, "A").stock()
    game.play(SellShares("A", 4))
    assert game.state.president["A"] == 1
    assert game.state.shares["A"][0] == 1
    assert [percent(game, "A", seat) for seat in (0, 1, 2)] == [0, 30, 20]
    assert percent(game, "A", POOL) == 50
    game.play(Pass())
    while game.actor != 2:
        assert sales(game, "A") == []  # nobody can sell more
        game.play(Pass())
    game.play(BuyShare("A", "pool"))
    assert game.state.president["A"] == 1  # T2b: 30 % each, no change
    while game.actor != 2:
        game.play(Pass())
    game.play(BuyShare("A", "pool"))
    assert game.state.president["A"] == 2
    assert game.state.shares["A"][0] == 2


@rule("18ESP-3.1.1.4")
@pytest.mark.parametrize(("cards", "heir"), [((0, 1, 2, 3), 1), ((3, 2, 1, 0), 2)])
def test_of_equals_the_lowest_turn_card_follows(cards: tuple[int, ...], heir: int) -> None:
    scene = operated(Scene("3").major("A", 0, held={0: 3, 1: 2, 2: 2}), "A")
    Play(scene.game).set_facts(cards=cards)
    game = scene.stock()
    while game.actor != 0:
        game.play(Pass())
    game.play(SellShares("A", 2))
    assert game.state.president["A"] == heir


@rule("18ESP-3.1.1.6", "18ESP-3.1.1.2")
def test_overtaking_by_a_purchase() -> None:
    scene = Scene("3").major("A", 1, held={1: 3, 0: 3}).cash(0, 500)
    game = scene.stock()
    game.play(BuyShare("A", "ipo"))
    assert game.state.president["A"] == 0
    assert (percent(game, "A", 0), percent(game, "A", 1)) == (40, 30)


@rule("18ESP-3.1.1.6", "18ESP-3.2.2.6")
def test_overtaking_before_the_launch() -> None:
    scene = Scene("5").major("FdLR", 1, held={1: 2, 0: 2}, launched=False).cash(0, 500)
    game = scene.stock().play(BuyShare("FdLR", "ipo"))
    assert game.state.president["FdLR"] == 0
    assert "FdLR" not in game.state.floated


@pytest.mark.parametrize(("edition", "heir"), [("rulebook", 0), ("online", 3)])
def test_online_the_next_one_after_the_director_follows(edition: str, heir: int) -> None:
    scene = Scene("3", edition=edition).major("A", 2, held={2: 3, 0: 2, 3: 2})
    game = operated(scene, "A").stock()
    while game.actor != 2:
        game.play(Pass())
    game.play(SellShares("A", 2))
    assert game.state.president["A"] == heir


# --- the certificate limit -------------------------------------------------------------


@rule("18ESP-3.1.2.2", "18ESP-2.3.9")
def test_what_counts_as_a_certificate() -> None:
    scene = Scene("3").major("A", 1, held={1: 4, 0: 2}).small("MS", 1)
    assert certificates(scene.game, 1) == 3 + 1  # 20 %, two of 10 %, the small company
    assert certificates(scene.game, 0) == 2 + 7  # shares and pioneers


@rule("18ESP-3.1.2.3")
def test_frozen_companies_do_not_count() -> None:
    scene = Scene("5").small("MS", 1)
    assert certificates(scene.game, 1) == 1
    stop_small_companies(Play(scene.game))
    assert certificates(scene.game, 1) == 0


def crowded() -> Scene:
    """Seat 0 has 21 certificates of 20 that are allowed: 7 pioneers and 14 shares."""
    scene = Scene("4")
    for company, held in (("A", 4), ("N", 4), ("MZA", 3), ("CRB", 3)):
        scene.major(company, 1, held={1: 4, 0: held})
    return operated(scene, "A", "N", "MZA", "CRB")


@rule("18ESP-3.1.2.4", "18ESP-3.1.1.9", "18ESP-3.2.0.2")
def test_who_is_over_the_limit_sells_first() -> None:
    # V45
    scene = crowded()
    assert certificates(scene.game, 0) == 21
    game = scene.stock()
    refused(game, Pass(), "18ESP-3.1.2.4")
    refused(game, BuyShare("A", "ipo"), "18ESP-3.1.2.4")
    refused(game, StartCompany("FdLR", 70), "18ESP-3.1.2.4")
    assert listed(game, BuyShare) == listed(game, StartCompany) == []
    game.play(SellShares("A", 1))
    assert legal(game, Pass())
    refused(game, BuyShare("N", "ipo"), "18ESP-3.2.0.2")  # at the limit now


@rule("18ESP-3.1.2.4")
def test_without_a_legal_sale_the_duty_waits() -> None:
    scene = crowded()
    scene.state.last_runs.clear()  # nobody has operated
    game = scene.stock()
    assert certificates(game, 0) == 21
    assert game.actor == 1  # neither sale nor purchase: seat 0 has passed


# --- buying ----------------------------------------------------------------------------


@rule("18ESP-3.2.0.1", "18ESP-3.2.0.7")
def test_one_certificate_a_turn() -> None:
    scene = market().cash(0, 1000)
    game = scene.stock()
    cash, bank = game.state.cash[0], game.state.cash[BANK]
    game.play(BuyShare("MZA", "ipo"))
    assert (game.state.cash[0], game.state.cash[BANK]) == (cash - 80, bank + 80)
    assert game.actor != 0
    scene = market().cash(0, 1000)
    game = scene.stock()
    game.play(BuyShare("MZA", "pool"))
    assert game.state.cash[0] == 1000 - 144


@rule("18ESP-3.2.0.3", "18ESP-4.7.2.6")
def test_a_debtor_buys_nothing() -> None:
    scene = market().cash(0, 1000)
    Play(scene.game).set_facts(debts={0: (50,)})
    game = scene.stock()
    refused(game, BuyShare("MZA", "ipo"), "18ESP-3.2.0.3")
    refused(game, StartCompany("FdLR", 80), "18ESP-3.2.0.3")
    game.play(Use("repay"))
    assert legal(game, BuyShare("MZA", "ipo"))


@rule("18ESP-3.2.0.4", "18ESP-3.2.2.1")
def test_what_is_for_sale_in_which_phase() -> None:
    for phase, small, north, south in (
        ("2", True, True, False),
        ("3", True, True, True),
        ("5", False, True, True),
    ):
        game = Scene(phase).cash(0, 1000).stock()
        started = {a.company for a in listed(game, StartCompany) if isinstance(a, StartCompany)}
        assert ("MS" in started) == small
        assert ("FdLR" in started) == north
        assert ("A" in started) == south
    refused(Scene("2").cash(0, 1000).stock(), StartCompany("A", 80), "18ESP-3.2.2.1")


@rule("18ESP-3.2.0.4", "18ESP-1.5.1.1")
def test_no_company_is_started_twice_or_from_outside_the_game() -> None:
    scene = Scene("3").major("FdLR", 1).small("MS", 1).cash(0, 1000)
    game = scene.stock()
    for company in ("FdLR", "MS"):
        refused(game, StartCompany(company, 80), "18ESP-3.2.0.4")
    refused(game, StartCompany("SFVA", 80), "18ESP-1.5.1.1")
    refused(game, BuyShare("SFVA", "ipo"), "18ESP-1.5.1.1")
    started = {a.company for a in listed(game, StartCompany) if isinstance(a, StartCompany)}
    assert not started & {"FdLR", "MS", "SFVA"}


@rule("18ESP-3.2.2.2", "18ESP-3.2.1.1")
@pytest.mark.parametrize("company", ["FdLR", "MS"])
def test_a_founder_pays_twice_the_value(company: str) -> None:
    game = Scene("2").cash(0, 160).stock()
    refused(game, StartCompany(company, 85), "18ESP-3.2.2.2")
    pars = [
        a.par
        for a in listed(game, StartCompany)
        if isinstance(a, StartCompany) and a.company == company
    ]
    assert pars == [70, 75, 80]
    game.play(StartCompany(company, 80))
    assert game.state.cash[0] == 0


@rule("18ESP-3.2.0.5", "18ESP-3.2.0.6")
def test_the_directors_certificate_comes_first() -> None:
    game = Scene("3").cash(0, 1000).stock()
    refused(game, BuyShare("A", "ipo"), "18ESP-3.2.0.5")
    game.play(StartCompany("A", 80))
    assert game.state.president["A"] == 0
    assert legal(game, BuyShare("A", "ipo"))  # the next player


@rule("18ESP-3.2.0.8")
def test_nobody_buys_beyond_60_percent() -> None:
    scene = Scene("3").major("A", 0, held={0: 6}).cash(0, 1000)
    refused(scene.stock(), BuyShare("A", "ipo"), "18ESP-3.2.0.8")


@rule("18ESP-3.2.0.9")
def test_what_was_sold_is_not_bought_in_the_same_round() -> None:
    scene = market().cash(0, 1000)
    game = scene.stock().play(SellShares("MZA", 1))
    refused(game, BuyShare("MZA", "ipo"), "18ESP-3.2.0.9")
    game.play(Pass())
    while game.actor != 0:
        game.play(Pass() if game.actor != 1 else BuyShare("MZA", "ipo"))
    refused(game, BuyShare("MZA", "pool"), "18ESP-3.2.0.9")


@rule("18ESP-3.2.0.10", "18ESP-1.5.1.8")
def test_a_reserved_share_is_not_for_sale() -> None:
    scene = Scene("3").major("A", 1, held={1: 5, 2: 4}).cash(0, 1000)
    assert percent(scene.game, "A", RESERVED) == 10
    refused(scene.stock(), BuyShare("A", "ipo"), "18ESP-3.2.0.10")


# --- launching -------------------------------------------------------------------------


@rule("18ESP-3.2.1.1", "18ESP-3.2.1.2", "18ESP-3.2.1.3", "18ESP-5.1.1.1")
@pytest.mark.parametrize("value", [70, 100])
def test_a_small_company_gets_twice_its_value(value: int) -> None:
    game = Scene("2").cash(0, 500).stock()
    refused(game, StartCompany("MS", 105), "18ESP-3.2.2.2")
    bank = game.state.cash[BANK]
    game.play(StartCompany("MS", value))
    assert (game.state.cash["MS"], game.state.cash[0]) == (2 * value, 500 - 2 * value)
    assert game.state.cash[BANK] == bank
    assert "MS" in game.state.floated
    assert price(game, "MS") == value
    while game.state.round.kind == "stock":
        game.play(Pass())
    assert "MS" in game.state.round.order  # it operates in the next round


@rule("18ESP-3.2.1.4", "18ESP-4.6.1.2")
def test_no_small_company_from_phase_5_on() -> None:
    refused(Scene("5").cash(0, 500).stock(), StartCompany("MS", 80), "18ESP-3.2.1.4")


@rule("18ESP-3.2.2.2", "18ESP-3.2.2.3", "18ESP-3.2.2.4", "18ESP-3.2.2.8", "18ESP-5.1.2.1")
def test_a_major_is_launched_at_40_percent() -> None:
    scene = Scene("2")
    for seat in range(4):
        scene.cash(seat, 500)
    game = scene.stock()
    for par in (65, 105):
        refused(game, StartCompany("FdLR", par), "18ESP-3.2.2.2")
    bank = game.state.cash[BANK]
    game.play(StartCompany("FdLR", 85))
    assert game.state.cash[BANK] == bank + 170
    assert price(game, "FdLR") == game.state.par["FdLR"] == 85
    game.play(BuyShare("FdLR", "ipo"))
    assert "FdLR" not in game.state.floated
    game.play(BuyShare("FdLR", "ipo"))
    assert "FdLR" in game.state.floated
    assert game.state.cash["FdLR"] == 4 * 85
    while game.state.round.kind == "stock":
        game.play(Pass())
    assert game.state.round.order == ("FdLR",)


@rule("18ESP-3.2.2.3", "18ESP-3.2.0.10")
def test_a_reserved_share_is_not_sold() -> None:
    scene = Scene("3").major("A", 1, held={1: 2}, launched=False).cash(0, 500).cash(1, 500)
    game = scene.stock().play(BuyShare("A", "ipo"))
    assert percent(game, "A", RESERVED) == 10
    assert "A" not in game.state.floated  # 30 % are sold
    game.play(BuyShare("A", "ipo"))
    assert "A" in game.state.floated


@rule("18ESP-3.2.2.6", "18ESP-5.1.2.4", "18ESP-6.7")
def test_from_phase_5_a_launch_takes_60_percent_and_brings_everything() -> None:
    scene = Scene("5").major("N", 1, 95, held={1: 3, 0: 2}, launched=False).cash(0, 500)
    scene.state.shares["N"] = tuple(IPO if h == RESERVED else h for h in scene.state.shares["N"])
    assert "N" not in scene.state.floated  # V8: 50 % are not enough
    game = scene.stock().play(BuyShare("N", "ipo"))
    assert "N" in game.state.floated
    assert game.state.cash["N"] == 950  # V7
    assert available(game, "N") == 6
    assert "N" in facts(game).full
    assert percent(game, "N", RESERVED) == 0


@rule("18ESP-3.2.2.7", "18ESP-4.6.1.4")
def test_a_started_major_falls_under_phase_5() -> None:
    scene = Scene("4").major("N", 1, 80, held={1: 3, 0: 2}, launched=False).cash(0, 500)
    scene.state.shares["N"] = (1, 1, *[IPO] * 6, RESERVED)  # V44: 30 % sold
    scene.state.phase = 3
    stop_small_companies(Play(scene.game))
    assert percent(scene.game, "N", RESERVED) == 0  # returned to the offer
    game = scene.stock()
    for _ in range(3):
        assert "N" not in game.state.floated
        while game.actor not in (0, 2, 3):
            game.play(Pass())
        game.state.cash[game.actor] = 500
        game.play(BuyShare("N", "ipo"))
    assert "N" in game.state.floated
    assert game.state.cash["N"] == 10 * 80


@pytest.mark.parametrize(("phase", "north"), [("2", 90), ("3", 100)])
def test_online_northern_majors_start_at_90_at_most_in_phase_2(phase: str, north: int) -> None:
    game = Scene(phase, edition="online").cash(0, 500).stock()
    pars: dict[str, int] = {}
    for action in listed(game, StartCompany):
        assert isinstance(action, StartCompany)
        pars[action.company] = max(action.par, pars.get(action.company, 0))
    assert (pars["FdLR"], pars["MS"], pars.get("A", 100)) == (north, 100, 100)
    if phase == "2":
        refused(game, StartCompany("FdLR", 95), "18ESP-3.2.2.2")
