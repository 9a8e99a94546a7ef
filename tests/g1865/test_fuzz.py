"""Whatever is tried at whatever moment: it is played, or refused with a rule, never an error."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho.cli.listing import lines
from dieciocho.cli.textmap import text_map
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
from dieciocho.games.g1865.actions import Absorb, Convert, RepayLoan, Transfer
from dieciocho.games.g1865.connections import ways_of

from ..support import NAMES, rule
from .maps import lay, station
from .scenes import Scene


def some_action(game: Game, dice: random.Random) -> Action:
    """Return anything, often something that is nearly right."""
    definition = game.definition
    company = dice.choice([*definition.companies, "nobody"])
    other = dice.choice(list(definition.companies))
    hex_name = dice.choice([*definition.hexes, "Z1"])
    tile = dice.choice([*definition.tiles, "no"])
    cards = [card for owned in game.state.trains.values() for card in owned]
    train = dice.choice([*cards, "9-9"])
    number = dice.randrange(-10, 300)
    private = dice.choice([*definition.privates, "M9"])
    ways = [way.text for way in ways_of(game, other)] or ["E38-D37"]
    way = dice.choice(ways)
    makers = (
        lambda: Pass(),
        lambda: Take(private),
        lambda: Transfer(private),
        lambda: RepayLoan(),
        lambda: Convert(company),
        lambda: Absorb(company, other),
        lambda: Choose(dice.choice([hex_name, company])),
        lambda: Answer("agree"),
        lambda: Dividend("pay"),
        lambda: LayTile(hex_name, tile, dice.randrange(-1, 7), dice.choice([None, None, "M1"])),
        lambda: PlaceStation(hex_name, dice.randrange(-1, 2), way),
        lambda: PlaceStation(way.rpartition("-")[2], 0, way),
        lambda: BuyTrain(train, dice.choice(["bank", "pool", company]), number),
        lambda: DiscardTrain(company, train),
        lambda: StartCompany(company, dice.choice([60, 70, 100, 105, 130, 150])),
        lambda: BuyShare(company, dice.choice(["ipo", "pool", "dragons"])),
        lambda: SellShares(company, dice.randrange(-1, 7)),
    )
    return dice.choice(makers)()


@pytest.mark.parametrize(("players", "short"), [(2, False), (3, True), (4, False)])
def test_every_refusal_names_a_rule(players: int, short: bool) -> None:
    dice = random.Random(players)
    options = {"variant": "short"} if short else None
    game = dieciocho.new_game("1865", NAMES[:players], seed=players, options=options)
    accepted = 0
    while not game.over:
        for _ in range(8):
            action = some_action(game, dice)
            listed = any(choice.allows(action) for choice in game.legal_actions())
            answer = game.why_not(action)
            assert listed == (answer is None), (action, answer, game.step)
            if answer is not None:
                assert answer["rule"] in game.rules.rule_texts
            accepted += listed
        choices = game.legal_actions()
        active = [c for c in choices if not isinstance(c.action, Pass)]
        game.play(dice.choice(active if active and dice.random() < 0.7 else choices))
    assert accepted > 100


@rule("1865-4.4.6")
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_terminal_says_what_a_connection_costs_and_collects(language: str) -> None:
    scene = Scene().company("FMS", treasury=300)
    lay(scene, "E36 4 N S; E34 8 S NW; D33 58 SE N; D31 8 S NW; D37 8 SE SW; C38 173 NE")
    game = scene.operate("FMS", "Station")
    text = "\n".join(lines(game, game.legal_actions(), language))
    traffic = {"en": "traffic", "es": "tráfico"}[language]
    assert f"Oristano: L.80, {traffic} +5 Sanluri, Uras" in text
    assert f"Monteponi: L.70, {traffic} +2" in text
    assert game.rules.remark(game, station(game, "E38-D37"), language) == ""


def test_the_terminal_draws_mines_too() -> None:
    scene = Scene().company("FMS", treasury=300)
    lay(scene, "D37 8 SE SW; C38 173 NE")
    shown = text_map(scene.game)
    assert "C38 x" in shown
    assert "173/4" in shown
