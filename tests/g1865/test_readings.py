"""House rules that a table may choose, and games that began under an earlier version."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import BuyShare
from dieciocho.engine.game import Game
from dieciocho.games import rules_of
from dieciocho.games.g1865.facts import DRAGONS
from dieciocho.games.g1865.policy import policy

from ..support import NAMES, rule
from .scenes import Scene, said


@rule("1865-3.5.3", "1865-3.2.12")
@pytest.mark.parametrize(("chosen", "price"), [("yes", 120), ("no", 60)])
def test_the_price_of_the_offer_is_a_house_rule(chosen: str, price: int) -> None:
    """Vector TV-57: launched at 60, now at 120."""
    scene = Scene(offer_at_market=chosen).company("FMS", 0, 120, held={0: 3}, treasury=0)
    scene.state.par["FMS"] = 60
    game = scene.stock_round(first=1, dragons=False)
    cash = game.state.cash[1]
    game.play(BuyShare("FMS", "ipo"))
    assert (cash - game.state.cash[1], game.state.cash["FMS"]) == (price, price)


@rule("1865-3.2.12")
@pytest.mark.parametrize(("chosen", "price"), [("yes", 120), ("no", 60)])
def test_the_dragons_pay_the_same_price(chosen: str, price: int) -> None:
    scene = Scene(offer_at_market=chosen).company("FMS", 0, 120, held={0: 3}, treasury=0)
    scene.train("FMS", "PH2", "PH2")
    scene.state.par["FMS"] = 60
    game = scene.stock_round()
    assert DRAGONS in game.state.shares["FMS"]
    assert game.state.cash["FMS"] == price


@rule("1865-3.5.3", "1865-3.1.4", "1865-5.1.2")
def test_house_rules_are_shown_with_their_usual_choice_and_a_ruling() -> None:
    rules = rules_of("1865")
    house = rules.readings.house
    assert set(house) == {"offer_at_market", "dragons_prolong_round", "absorbed_by_any"}
    for name, entry in house.items():
        assert rules.readings.usual(name) == "yes"
        assert rules.rule_texts[entry.rule].ruling
        assert entry.said("es") != entry.said("en")
    game = dieciocho.new_game(
        "1865", NAMES[:2], options={"variant": "short", "absorbed_by_any": "no"}
    )
    assert (policy(game).absorbed_by_any, policy(game).offer_at_market) == (False, True)
    with pytest.raises(dieciocho.BadInput):
        dieciocho.new_game("1865", NAMES[:2], options={"offer_at_market": "perhaps"})


@rule("1865-3.1.4")
def test_the_dragons_prolong_a_round_unless_the_table_says_otherwise() -> None:
    for chosen, kind in (("yes", "stock"), ("no", "operating")):
        scene = Scene(2, dragons_prolong_round=chosen).company("FMS", 0, 100, major=True)
        scene.train("FMS", "PH2", "PH2")
        game = scene.stock_round(dragons=False).play("pass")
        assert said(game)[-1].startswith("dragons_buy")
        game.play("pass")
        assert game.state.round.kind == kind


def test_a_game_of_version_1_is_read_as_it_was() -> None:
    old, new = Scene(version=1).game, Scene().game
    assert (old.header.version, new.header.version) == (1, 3)
    changed = {
        name: (getattr(old.policy, name), getattr(new.policy, name))
        for name in new.policy.__struct_fields__
        if getattr(old.policy, name) != getattr(new.policy, name)
    }
    assert changed == {
        "replaced_join_each_other": (False, True),
        "help_buys_discounted": (True, False),
        "absorber_may_be_absorbed": (True, False),
        "repays_to_absorb": (False, True),
    }
    saved = Game(old.header, old.rules)
    bot = make_bot("random", 1)
    for _ in range(200):
        saved.play(bot.choose(saved))
    again = dieciocho.loads(saved.to_json())
    assert again.header.version == 1
    assert again.state == saved.state
