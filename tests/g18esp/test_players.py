"""What the sensible player does in situations that only 18ESP has."""

from __future__ import annotations

import pytest

from dieciocho.bots import make_bot
from dieciocho.engine.actions import Choose, Run, Use

from .scenes import Scene


@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_a_tender_that_pays_is_bought_and_given_to_the_train_that_needs_it(edition: str) -> None:
    """CFEA runs from Oviedo; a second stop with income lies one small stop too far."""
    scene = Scene("3", edition=edition).major("CFEA", held={0: 5, 1: 1}, price=100).done("CFEA")
    scene.build("D6 2/3; C5 3 5")
    scene.station("CFEA", "D6", int(scene.stop("D6", 2)[-1]))
    card = scene.trains("CFEA", "1+2")[0]
    game = scene.turn("CFEA", "run_trains")
    player = make_bot("sensible")
    bought = player.choose(game)
    assert isinstance(bought, Use)
    while not isinstance(action := player.choose(game), Run):
        assert isinstance(action, Use) or action == Choose(card) or game.step.id == "tender_consent"
        game.play(action)
    assert {"tender_bought"} <= {m.id.removeprefix("log.") for r in game.history for m in r.log}
    assert [route.path.count(".") for route in action.routes] == [4]
