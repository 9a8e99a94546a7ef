"""Whatever is tried at whatever moment: it is played, or refused with a rule, never an error."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho.engine.actions import (
    Action,
    Answer,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    Route,
    Run,
    SellShares,
    StartCompany,
)
from dieciocho.engine.game import Game
from dieciocho.games.g1862.actions import Merge, RaiseMoney, RecordedRun, RemoveStation, TopUp

from .scenes import NAMES
from .test_random import some_action


def anything(game: Game, dice: random.Random) -> Action:
    definition = game.definition
    company = dice.choice([*definition.companies, "nobody"])
    hex_name = dice.choice([*definition.hexes, "Z1"])
    tile = dice.choice([*definition.tiles, "no"])
    cards = [card for owned in game.state.trains.values() for card in owned]
    kind = dice.choice(list(definition.trains))
    train = dice.choice([*cards, "9-9", f"{kind}-{dice.randrange(3)}"])
    number = dice.choice([dice.randrange(-10, 300), 5 * dice.randrange(60), 54, 100, 140, 180])
    names = [n for n in definition.hexes if dice.random() < 0.03][:4] or ["E10"]
    path = "-".join(f"{n}.{dice.randrange(2)}" for n in names)
    makers = (
        lambda: Pass(),
        lambda: Bid(company, number),
        lambda: StartCompany(company, number),
        lambda: BuyShare(company, dice.choice(["ipo", "pool", "board", "treasury"])),
        lambda: SellShares(company, dice.randrange(-1, 9)),
        lambda: Choose(dice.choice([company, "redeem", "sell", "3", "9"])),
        lambda: Answer("agree"),
        lambda: Merge(company),
        lambda: RemoveStation(hex_name),
        lambda: RaiseMoney(dice.choice(["shares", "refinancing"])),
        lambda: TopUp(),
        lambda: Dividend(dice.choice(["pay", "keep"])),
        lambda: DeclareBankruptcy(),
        lambda: LayTile(hex_name, tile, dice.randrange(-1, 7), dice.choice([None, None, "X"])),
        lambda: PlaceStation(hex_name, dice.randrange(-1, 3)),
        lambda: Run((Route(train, path),)),
        lambda: RecordedRun((Route(train, path),), 50, 0),
        lambda: BuyTrain(train, dice.choice(["bank", "pool", company]), number),
    )
    return dice.choice(makers)()


@pytest.mark.parametrize(
    ("players", "edition", "options"),
    [
        (2, "rulebook", {}),
        (4, "rulebook", {"trains": "freight+local"}),
        (5, "online", {}),
        (7, "rulebook", {"trains": "express", "beginners": "yes", "shorter": "yes"}),
    ],
)
def test_every_refusal_names_a_rule(players: int, edition: str, options: dict[str, str]) -> None:
    dice = random.Random(players)
    game = dieciocho.new_game(
        "1862", NAMES[:players], seed=players, edition=edition, options=options
    )
    while not game.over and len(game.history) < 400:
        choices = game.legal_actions()
        for _ in range(12):
            action = anything(game, dice)
            listed = any(choice.allows(action) for choice in choices)
            answer = game.why_not(action)
            if not isinstance(action, Run):
                assert listed == (answer is None), (action, answer)
            if answer is not None:
                assert answer["rule"] in game.rules.rule_texts
        game.play(some_action(game, dice))
