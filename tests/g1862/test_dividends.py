"""Dividends, price movements, George Hudson's manoeuvre, redeeming (1862-7.8.5, 7.8.6, 7.13)."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import BuyShare, Dividend, Pass
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import price
from dieciocho.engine.state import BANK, POOL, Owner
from dieciocho.games.g1862.actions import TopUp
from dieciocho.games.g1862.dividends import PayDividend
from dieciocho.games.g1862.holdings import held
from dieciocho.games.g1862.turn import Redeem

from ..support import legal, refused, rule
from .scenes import Scene


def paying(
    revenue: int,
    at: int = 82,
    *,
    subsidy: int = 0,
    cash: int = 100,
    shares: dict[Owner, int] | None = None,
    scene: Scene | None = None,
    **options: Any,
) -> Game:
    """Let ESR decide about a revenue."""
    made = scene or Scene("ESR", "FDR", **options)
    made.found("ESR", shares or {0: 5, 1: 2, "ESR": 2, POOL: 1}, price=at, cash=cash)
    made.train("ESR", "2E")
    made.lay("F11", "790", 0).station("ESR", "F11")
    state = made.state
    # The step would settle a revenue of nothing before we could set it.
    from dieciocho.games.g1862.facts import Round1862, Turn1862
    from dieciocho.games.g1862.rounds import OperatingRound
    from dieciocho.games.g1862.turn import turn_steps

    state.agenda.clear()
    state.round = Round1862(kind="operating", number=2, parts=1, order=("ESR",))
    state.turn = Turn1862(company="ESR", revenue=revenue, bonus_income=subsidy)
    steps = turn_steps(made.game, "ESR")
    Play(made.game).push(OperatingRound())
    Play(made.game).push(*steps[[type(s) for s in steps].index(PayDividend) :])
    return made.ready()


@rule("1862-7.8.5.1", "1862-7.8.5.2")
def test_everybody_gets_a_tenth_for_each_share() -> None:
    game = paying(190)
    before = dict(game.state.cash)
    refused(game, Pass(), "1862-7.8.5.1")
    game.play(Dividend("pay"))
    gains = {o: game.state.cash[o] - before[o] for o in (0, 1, "ESR")}
    assert gains == {0: 95, 1: 38, "ESR": 38}
    assert game.state.cash[BANK] == before[BANK] - 171  # nothing for the pool


@rule("1862-7.8.5.1", "1862-7.8.5.3")
def test_or_the_company_keeps_everything() -> None:
    game = paying(190)
    before = dict(game.state.cash)
    game.play(Dividend("keep"))
    assert game.state.cash["ESR"] == before["ESR"] + 190
    assert game.state.cash[0] == before[0]
    assert price(game, "ESR") == 74


@rule("1862-7.8.5.3")
@pytest.mark.parametrize(
    ("at", "revenue", "after"),
    [
        (82, 80, 82),
        (82, 90, 90),
        (82, 160, 90),
        (82, 170, 100),
        (82, 240, 100),
        (82, 250, 110),
        (82, 320, 110),
        (82, 330, 122),
        (82, 900, 122),
        (54, 50, 54),
        (54, 60, 58),
        (54, 110, 62),
        (54, 170, 68),
        (54, 220, 74),
        (54, 500, 74),
    ],
)
def test_the_price_jumps_by_the_dividend(at: int, revenue: int, after: int) -> None:
    game = paying(revenue, at)
    game.play(Dividend("pay"))
    assert price(game, "ESR") == after


@rule("1862-10.1.1", "1862-7.8.5.3")
@pytest.mark.parametrize(
    ("at", "revenue", "after"), [(900, 900, 1000), (950, 950, 1000), (900, 890, 900)]
)
def test_a_dividend_may_reach_the_last_price(at: int, revenue: int, after: int) -> None:
    game = paying(revenue, at)
    game.play(Dividend("pay"))
    assert price(game, "ESR") == after
    assert ("price" in game.state.ending) == (after == 1000)


@rule("1862-7.8.5.3", "1862-7.8.6.2")
def test_no_revenue_is_kept_without_asking() -> None:
    game = paying(0)
    assert game.step.id != "pay_dividend"
    assert price(game, "ESR") == 74


@rule("1862-7.8.5.4", "1862-7.1.2")
@pytest.mark.parametrize(("edition", "stack"), [("rulebook", ("FDR", "ESR")), ("online", None)])
def test_the_marker_goes_under_the_stack(edition: str, stack: tuple[str, ...] | None) -> None:
    scene = Scene("ESR", "FDR", edition=edition)
    game = paying(50, scene=scene)
    scene.found("FDR", {1: 5}, price=82)
    cell = game.state.cell["ESR"]
    assert game.state.stacks[cell] == ("ESR", "FDR")
    game.play(Dividend("pay"))
    assert game.state.stacks[cell] == (stack or ("ESR", "FDR"))


@rule("1862-7.8.6.1")
@pytest.mark.parametrize(
    ("cash", "subsidy", "may"), [(30, 0, True), (20, 10, True), (20, 0, False)]
)
def test_money_of_the_treasury_makes_the_price_rise(cash: int, subsidy: int, may: bool) -> None:
    game = paying(60, cash=cash, subsidy=subsidy, shares={0: 5, 1: 5})
    before = game.state.cash[0]
    assert legal(game, TopUp()) == may
    if not may:
        refused(game, TopUp(), "1862-7.8.6.1")
        return
    game.play(TopUp())
    assert game.state.cash[0] == before + 45  # 9 for each share
    assert game.state.cash["ESR"] == 0
    assert price(game, "ESR") == 90


@rule("1862-7.8.6.1", "1862-7.8.6.2", "1862-N.8")
def test_not_with_enough_revenue_and_not_twice() -> None:
    game = paying(90, cash=500)
    assert not legal(game, TopUp())
    game = paying(90, at=90, cash=500)  # exactly the price
    assert not legal(game, TopUp())
    game = paying(160, cash=500)  # no second jump can be bought
    assert not legal(game, TopUp())


@rule("1862-7.8.6.1")
@pytest.mark.parametrize(("edition", "may"), [("rulebook", True), ("online", False)])
def test_a_revenue_of_ten_is_enough(edition: str, may: bool) -> None:
    game = paying(10, cash=500, edition=edition)
    assert legal(game, TopUp()) == may


@rule("1862-11.3.4")
def test_new_players_do_not_top_up() -> None:
    game = paying(60, cash=500, trains="express", beginners="yes")
    assert not legal(game, TopUp())


# --- redeeming ---------------------------------------------------------------------------


def redeeming(cash: int = 200, in_pool: int = 3, **options: Any) -> Game:
    scene = Scene("ESR", "FDR", **options)
    scene.found("ESR", {0: 5, 1: 2, POOL: in_pool}, price=82, cash=cash)
    scene.found("FDR", {1: 5, POOL: 2})
    scene.train("ESR", "2E")
    scene.lay("F11", "790", 0).station("ESR", "F11")
    return scene.operate("ESR", Redeem)


@rule("1862-7.13.1", "1862-7.13.3")
def test_a_company_buys_one_of_its_shares_back() -> None:
    game = redeeming()
    game.play(BuyShare("ESR", "pool"))
    assert held(game, "ESR", "ESR") == 1
    assert game.state.cash["ESR"] == 118
    assert price(game, "ESR") == 82
    assert game.step.id != "redeem"  # one in a turn
    made = Scene("ESR").found("ESR", {0: 5, 1: 4, "ESR": 1}, price=82, cash=0)
    stock = made.stock(1)
    stock.play(BuyShare("ESR", "treasury"))
    assert stock.state.cash["ESR"] == 82


@rule("1862-7.13.2")
def test_only_its_own_ordinary_shares() -> None:
    game = redeeming()
    refused(game, BuyShare("FDR", "pool"), "1862-7.13.2")
    refused(game, BuyShare("ESR", "ipo"), "1862-7.13.2")
    assert redeeming(cash=82).step.id == "redeem"
    assert redeeming(cash=81).step.id != "redeem"
    assert redeeming(in_pool=0).step.id != "redeem"


@rule("1862-11.3.2")
def test_new_players_redeem_nothing() -> None:
    game = redeeming(trains="express", beginners="yes")
    assert game.step.id != "redeem"
