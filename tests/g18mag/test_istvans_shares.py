"""What István buys: his stock card, and what binds him."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import Pass
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import certificates, percent, put_marker
from dieciocho.engine.state import POOL, Round
from dieciocho.engine.steps import stock as stock_steps
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.games.g18mag.facts import facts
from dieciocho.games.g18mag.istvan import HUMAN, ISTVAN
from dieciocho.games.g18mag.stock import StockRound

from ..support import rule
from .test_solo import CARD_ORDER, cash, drafted, solo


def market_day(money: int, raba: int = 1, **house: Any) -> Game:
    """The example of the rulebook: holdings 40, 10, 20, 30 %, prices 120, 75, 80, 65."""
    game = drafted(solo("2 4", **house), "6", "7", "SIK")
    state = game.state
    for company, tens, at in zip(CARD_ORDER, (4, raba, 2, 3), (120, 75, 80, 65), strict=True):
        director = tens > 1
        shares = tens - 2 if director else tens
        holders = [ISTVAN if director else POOL, *[ISTVAN] * shares]
        state.shares[company] = (*holders, *[POOL] * (9 - len(holders)))
        state.president.pop(company, None)
        if director:
            state.president[company] = ISTVAN
        put_marker(game, company, game.definition.market.price.index(at))
    cash(game, ISTVAN, money)
    cash(game, HUMAN, 500)
    state.turn = None
    state.agenda.clear()
    state.priority = ISTVAN
    state.round = Round(kind="operating", number=3)
    assert certificates(game, ISTVAN) == 7
    begin_stock_round(Play(game), 4, StockRound())
    game._advance()
    while game.step.id == "stock_round":
        assert game.actor == HUMAN
        game.play(Pass())
    return game


@rule("18MAG-XI.4.1", "18MAG-XI.4.2", "18MAG-XI.4.3", "18MAG-XI.4.4", "18MAG-XI.4.5")
@pytest.mark.parametrize(
    ("money", "bought"),
    [(80, "RABA"), (70, "LdStEG"), (190, "SKEV LdStEG"), (400, "SKEV SKEV RABA SIK")],
)
@pytest.mark.parametrize("house", [{}, {"card_limits_holding": "no"}])
def test_shares_by_the_stock_card(
    monkeypatch: pytest.MonkeyPatch, money: int, bought: str, house: dict[str, Any]
) -> None:
    """Vectors V14 to V17, the last two without the certificate limit; both readings agree."""
    if len(bought.split()) > 1:
        monkeypatch.setattr(stock_steps, "certificate_limit", lambda game: 99)
    game = market_day(money, **house)
    held = {c: percent(game, c, ISTVAN) // 10 for c in CARD_ORDER}
    wanted = dict(zip(CARD_ORDER, (4, 1, 2, 3), strict=True))
    for company in bought.split():
        wanted[company] += 1
    assert held == wanted


@rule("18MAG-XI.4.4")
@pytest.mark.parametrize(
    ("house", "bought"), [({}, "SIK"), ({"card_limits_holding": "no"}, "RABA")]
)
def test_what_the_card_limits_is_a_house_rule(house: dict[str, Any], bought: str) -> None:
    """He has 20 % of RABA already, which is what his card allows."""
    game = market_day(80, raba=2, **house)
    assert percent(game, "RABA", ISTVAN) == (30 if bought == "RABA" else 20)
    assert percent(game, "SIK", ISTVAN) == (30 if bought == "SIK" else 20)
    assert facts(game).carded == ()  # the next round counts anew


@rule("18MAG-XI.4.1", "18MAG-VII.3.1")
def test_the_limit_of_eight_binds_both() -> None:
    game = market_day(400)
    assert certificates(game, ISTVAN) == 8
    assert stock_steps.certificate_limit(game) == 8


@rule("18MAG-XI.4.7", "18MAG-VII.3.4", "18MAG-XI.4.3")
def test_w41_istvan_above_the_limit_keeps_everything_and_passes() -> None:
    """He has 8 certificates and is director of SKEV, of which Ana buys a fifth share."""
    game = drafted(solo("2 4"), "6", "7", "SIK")
    state = game.state
    state.shares["SKEV"] = (ISTVAN, ISTVAN, ISTVAN, *(HUMAN,) * 4, POOL, POOL)
    state.shares["RABA"] = (ISTVAN, ISTVAN, *(POOL,) * 7)
    state.shares["LdStEG"] = (ISTVAN, ISTVAN, ISTVAN, *(POOL,) * 6)
    state.shares["SIK"] = (POOL, HUMAN, *(POOL,) * 7)
    state.president.update(SKEV=ISTVAN, RABA=ISTVAN, LdStEG=ISTVAN)
    assert certificates(game, ISTVAN) == 8
    cash(game, HUMAN, 100)
    cash(game, ISTVAN, 1000)
    state.turn = None
    state.agenda.clear()
    state.priority = HUMAN
    begin_stock_round(Play(game), 4, StockRound())
    game._advance()
    game.play("buy share of SKEV from pool")
    assert (game.state.president["SKEV"], certificates(game, ISTVAN)) == (HUMAN, 9)
    held = {company: percent(game, company, ISTVAN) for company in CARD_ORDER}
    game.play("pass")  # he has passed before and after it
    assert game.step.id != "stock_round"
    assert {company: percent(game, company, ISTVAN) for company in CARD_ORDER} == held
    assert game.state.cash[ISTVAN] >= 1000
