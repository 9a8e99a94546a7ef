"""Whatever is tried at whatever moment: it is played, or refused with a rule, never an error."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import (
    Action,
    Answer,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    SellShares,
    StartCompany,
    Take,
)
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.games.g1865.actions import Absorb, Convert, RepayLoan, Transfer

from ..support import NAMES


def some_action(game: Game, dice: random.Random) -> Action:
    definition = game.definition
    company, other = (dice.choice([*definition.companies, "nobody"]) for _ in range(2))
    maritime = dice.choice([*definition.privates, "M9"])
    hex_name = dice.choice([*definition.hexes, "Z1"])
    tile = dice.choice([*definition.tiles, "no"])
    cards = [card for owned in game.state.trains.values() for card in owned]
    train = dice.choice([*cards, "PH9-9"])
    number = dice.choice([-10, 0, 1, 60, 70, 100, 200, 350, dice.randrange(900)])
    makers = (
        lambda: Pass(),
        lambda: Take(maritime),
        lambda: Transfer(maritime),
        lambda: RepayLoan(),
        lambda: Convert(company),
        lambda: Absorb(company, other),
        lambda: Choose(dice.choice([hex_name, company])),
        lambda: Answer("agree"),
        lambda: Dividend("pay"),
        lambda: StartCompany(company, number),
        lambda: LayTile(hex_name, tile, dice.randrange(-1, 7), dice.choice([None, None, "M1"])),
        lambda: PlaceStation(hex_name, dice.randrange(-1, 3), dice.choice([None, hex_name])),
        lambda: BuyTrain(train, dice.choice(["bank", "pool", company]), number),
        lambda: DiscardTrain(company, train),
        lambda: BuyShare(company, dice.choice(["ipo", "pool", "board", "dragons"])),
        lambda: SellShares(company, dice.randrange(-1, 7)),
    )
    return dice.choice(makers)()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_anything_is_played_or_refused_with_a_rule(players: int) -> None:
    dice = random.Random(players)
    game = dieciocho.new_game("1865", NAMES[:players], seed=players)
    bot = make_bot("random", players)
    refused = 0
    while not game.over and len(game.history) < 500:
        choices = game.legal_actions()
        for _ in range(12):
            action = some_action(game, dice)
            listed = any(choice.allows(action) for choice in choices)
            answer = game.why_not(action)
            assert listed == (answer is None), (action, answer)
            if answer is not None:
                assert answer["rule"] in game.rules.rule_texts
                refused += 1
        game.play(bot.choose(game))
        check(game)
    assert refused > 3000
