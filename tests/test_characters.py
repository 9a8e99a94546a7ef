"""Opponents by strength and temper: they differ by what they think of, and by what they like."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.bots import CHARACTERS, make_bot
from dieciocho.bots.characters import CharacterBot, characters
from dieciocho.bots.characters.intentions import INTENTIONS, intention
from dieciocho.bots.planner.search import Plan
from dieciocho.bots.sensible import QuickBot, SensibleBot
from dieciocho.engine.actions import BuyTrain, Dividend, Pass, SellShares
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK
from dieciocho.engine.text import LANGUAGES

from .support import NAMES

LEVELS = ("beginner", "club", "strong")


def played(actions: int, step: str) -> Game:
    game, bot = dieciocho.new_game("1888n", NAMES[:3], seed=4), make_bot("quick", 4)
    while len(game.history) < actions or game.step.id != step or len(game.legal_actions()) < 3:
        game.play(bot.choose(game))
    return game


def test_every_strength_has_every_temper() -> None:
    assert len(CHARACTERS) == 9
    for name, one in characters().items():
        assert make_bot(name).name == name == one.id
        assert len(name) <= 20  # it is kept with a seat
        for language in LANGUAGES:
            assert one.told(language).startswith(one.name(language))
    with pytest.raises(dieciocho.BadInput, match="club-trader"):
        make_bot("club-poet")


def test_levels_differ_by_plans_and_budget() -> None:
    beginner, club, strong = (characters()[f"{level}-trader"] for level in LEVELS)
    for weaker, stronger in ((beginner.level, club.level), (club.level, strong.level)):
        assert weaker.seconds < stronger.seconds
        assert weaker.most < stronger.most
        assert weaker.follows > stronger.follows
    thought_of = [
        sum(one.thinks_of(word) for word in INTENTIONS) for one in (beginner, club, strong)
    ]
    assert thought_of == sorted(thought_of)
    assert thought_of[-1] == len(INTENTIONS)
    assert isinstance(CharacterBot(beginner)._policy, QuickBot)
    assert isinstance(CharacterBot(strong)._policy, SensibleBot)


@pytest.mark.parametrize("name", CHARACTERS)
def test_characters_play_legally_and_alike_for_the_same_work(name: str) -> None:
    game = played(60, "stock_round")
    choices = {CharacterBot(characters()[name], 3, units=150).choose(game) for _ in range(2)}
    assert len(choices) == 1
    assert game.why_not(choices.pop()) is None


def test_in_every_game() -> None:
    for game_id in dieciocho.GAMES:
        game = dieciocho.new_game(game_id, NAMES[:3], seed=4)
        bots = [CharacterBot(characters()[f"{level}-raider"], 1, units=40) for level in LEVELS]
        for _ in range(30):
            game.play(bots[game.step.actor(game)].choose(game))
        assert game.played == 30


# --- intentions ------------------------------------------------------------------------


def test_what_is_meant_by_an_action() -> None:
    game = played(60, "stock_round")
    assert intention(game, Pass()) == "pass"
    assert intention(game, Dividend("keep")) == "keep"
    found = {intention(game, choice.action) for choice in game.legal_actions()}
    assert found <= {*INTENTIONS}
    assert "invest" in found


def test_handing_over_is_another_thing_than_selling() -> None:
    game = played(100, "stock_round")
    seat = game.actor
    assert seat is not None
    company = next(c for c, director in game.state.president.items() if director != seat)
    assert intention(game, SellShares(company, 1)) == "sell"
    other = (seat + 1) % 3
    game.state.president[company] = seat
    game.state.shares[company] = (seat, seat, other, other, other, *(BANK,) * 4)
    assert intention(game, SellShares(company, 1)) == "dump"


def test_the_first_train_that_ends_others_is_a_raid() -> None:
    game = played(60, "stock_round")
    trains = game.definition.trains
    old, new = next((old, t.scrapped_by) for old, t in trains.items() if t.scrapped_by)
    for other in game.state.president:
        game.state.trains[other] = ()
    company = next(iter(game.state.president))
    purchase = BuyTrain(f"{new}-0", BANK, 1)
    assert intention(game, purchase) == "train"
    game.state.trains[company] = (f"{old}-0",)
    assert intention(game, purchase) == "rust"
    game.state.trains[company] = (f"{old}-0", f"{new}-1")
    assert intention(game, purchase) == "train"


def test_a_taste_decides_where_plans_are_nearly_equal() -> None:
    plan = Plan(Pass())
    plan.gains = [0.005, 0.002, 0.004]
    assert not plan.clear
    plan.liked = 0.05
    assert plan.clear
    plan.gains = [-0.3, -0.31, -0.3]
    assert not plan.clear
    assert plan.hopeless
