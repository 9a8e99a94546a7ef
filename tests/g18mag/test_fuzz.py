"""Whatever is tried at whatever moment: it is played, or refused with a rule, never an error."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho.engine.actions import (
    Action,
    Answer,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Distribute,
    LayTile,
    Pass,
    PlaceStation,
    Route,
    Run,
    SellShares,
    Take,
    Use,
)
from dieciocho.engine.game import Game

from ..support import NAMES


def some_action(game: Game, dice: random.Random) -> Action:
    definition = game.definition
    company = dice.choice([*definition.companies, "nobody"])
    hex_name = dice.choice([*definition.hexes, "Z1"])
    tile = dice.choice([*definition.tiles, "no"])
    cards = [card for owned in game.state.trains.values() for card in owned]
    train = dice.choice([*cards, "9-9"])
    turned = dice.randrange(-1, 7)
    number = dice.randrange(-10, 300)
    names = [n for n in definition.hexes if dice.random() < 0.03][:4] or ["E10"]
    makers = (
        lambda: Pass(),
        lambda: Take(company),
        lambda: Use(dice.choice([company, "token"])),
        lambda: Distribute(number),
        lambda: Choose(company),
        lambda: Answer("agree"),
        lambda: LayTile(hex_name, tile, turned, dice.choice([None, None, "token", "TA"])),
        lambda: PlaceStation(hex_name, dice.randrange(-1, 3)),
        lambda: Run((Route(train, "-".join(f"{n}.{dice.randrange(2)}" for n in names)),)),
        lambda: BuyTrain(train, dice.choice(["bank", "pool", company]), number),
        lambda: DiscardTrain(company, train),
        lambda: BuyShare(company, dice.choice(["ipo", "pool", "board"])),
        lambda: SellShares(company, dice.randrange(-1, 7)),
    )
    return dice.choice(makers)()


@pytest.mark.parametrize("players", [1, 2, 3, 5])
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_every_refusal_names_a_rule(players: int, edition: str) -> None:
    if players == 1 and edition == "online":
        with pytest.raises(dieciocho.BadInput):
            dieciocho.new_game("18mag", NAMES[:1], edition=edition)
        return
    dice = random.Random(players)
    game = dieciocho.new_game("18mag", NAMES[:players], seed=players, edition=edition)
    while not game.over:
        for _ in range(12):
            action = some_action(game, dice)
            listed = any(choice.allows(action) for choice in game.legal_actions())
            answer = game.why_not(action)
            if not isinstance(action, Run):
                assert listed == (answer is None), (action, answer)
            if answer is not None:
                assert answer["rule"] in game.rules.rule_texts
        game.play(dice.choice(game.legal_actions()))
