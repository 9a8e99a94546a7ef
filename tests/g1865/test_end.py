"""The end of the game: section 2.7."""

from __future__ import annotations

import dieciocho
from dieciocho.engine.actions import Dividend, Pass, StartCompany
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK

from ..support import NAMES, legal, refused, rule
from .scenes import Scene


def play_on(game: Game) -> None:
    """Go on with as little as possible."""
    game.play(Pass() if legal(game, Pass()) else Dividend("keep"))


@rule("1865-2.7.1", "1865-2.7.2", "1865-2.7.4")
def test_the_bank_breaks_in_an_operating_round() -> None:
    """Vector TV-47."""
    scene = Scene().company("FMS", 0, 100, traffic=16, held={0: 3, 1: 2}, treasury=0)
    scene.train("FMS", "PH2", "PH2").bank(150, 2)
    game = scene.operate("FMS", "pay_dividend", part=1).play(Dividend("pay"))
    assert game.state.cash[BANK] == -10  # paid in full
    assert game.state.ending == ("bank",)
    parts = set()
    while not game.over:
        assert game.state.round.kind == "operating"
        parts.add(game.state.round.part)
        play_on(game)
    assert 2 in parts  # the pair of rounds was completed
    refused(game, Pass(), "1865-2.7.2")


@rule("1865-2.7.1")
def test_the_last_lira_breaks_it_for_good() -> None:
    scene = Scene().company("FMS", 0, 100, traffic=16, held={0: 3, 1: 2}, treasury=500)
    scene.train("FMS", "PH2", "PH2").bank(160, 2)
    game = scene.operate("FMS", "pay_dividend", part=2).play(Dividend("pay"))
    assert game.state.cash[BANK] == 0
    game.play("buy train PH2-0 from bank for 100").play(Pass())
    assert game.state.cash[BANK] == 100  # money comes back, the end stays
    assert game.over
    rich = Scene().company("FMS", 0, 100, traffic=16, held={0: 3, 1: 2}, treasury=500)
    rich.train("FMS", "PH2", "PH2").bank(161, 2)
    game = rich.operate("FMS", "pay_dividend", part=2).play(Dividend("pay"))
    assert game.state.ending == ()


@rule("1865-2.7.3")
def test_the_bank_breaks_in_a_stock_round() -> None:
    scene = Scene().company("FMS", 1, 100, traffic=16, held={1: 3, 0: 1}, treasury=0)
    scene.train("FMS", "PH2", "PH2").bank(50, 2)
    game = scene.stock_round().play("sell 1 of FMS")
    assert game.state.ending == ("bank",)
    seen = []
    while not game.over:
        current = game.state.round
        if (current.kind, current.part) not in seen:
            seen.append((current.kind, current.part))
        play_on(game)
    assert seen == [("stock", 1), ("operating", 1), ("operating", 2)]


@rule("1865-2.7.5", "1865-5.5.6")
def test_wealth() -> None:
    """Vectors TV-25 and TV-26."""
    scene = Scene().company("FMS", 0, 120, held={0: 4}, major=True).loans("FMS", 3).cash(0, 0)
    scene.loans(1, 2).cash(1, 200)
    assert scene.game.rules.scores(scene.game) == {0: -120, 1: -800, 2: 330}


@rule("1865-2.7.6")
def test_what_does_not_count() -> None:
    scene = Scene().company("FMS", 0, 100, held={0: 2}, dragons=2, treasury=500, traffic=50)
    scene.train("FMS", "PH2").maritime(0, "M1").maritime("FMS", "M2")
    assert scene.game.rules.scores(scene.game) == {0: 530, 1: 330, 2: 330}


@rule("1865-2.7.7")
def test_shares_of_a_company_that_was_never_launched_count() -> None:
    game = Scene().stock_round().play(StartCompany("FMS", 90))
    assert "FMS" not in game.state.floated
    assert game.rules.scores(game)[0] == 150 + 180


@rule("1865-2.7.8")
def test_equal_wealth_is_a_shared_victory() -> None:
    game = dieciocho.new_game("1865", NAMES[:2])
    assert len(set(game.scores().values())) == 1  # nothing breaks the tie
