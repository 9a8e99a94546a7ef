"""Positions of 18Mallorca that the tests begin with: played from the start, then set by hand."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK, Owner
from dieciocho.engine.track import put_tile

rule = pytest.mark.rule
NAMES = ("Ana", "Biel", "Cati", "Dídac")


def new(players: int = 2) -> Game:
    return dieciocho.new_game("18mallorca", NAMES[:players])


def launched(par: int = 50) -> Game:
    """Ana has launched MAL and Biel SOL, 60 % each; MAL is about to lay its first track."""
    game = new()
    for company in ("MAL", "SOL"):
        game.play(f"start {company} at {par}")
    for _ in range(4):
        game.play("buy share of MAL from ipo").play("buy share of SOL from ipo")
    return game.play("pass").play("pass")


def second_set() -> Game:
    """The stock round after two operating rounds in which nobody did anything."""
    game = launched()
    while game.state.round.kind == "operating":
        game.play("pass")
    return game


def at(step: str, game: Game) -> Game:
    """Pass until a step comes."""
    while game.step.id != step:
        game.play("pass")
    return game


def cash(game: Game, owner: Owner, amount: int) -> Game:
    """Set somebody's money; the bank gives or takes the difference."""
    game.state.cash[BANK] -= amount - game.state.cash[owner]
    game.state.cash[owner] = amount
    return game


def phase(game: Game, name: str) -> Game:
    game.state.phase = [phase.name for phase in game.definition.phases].index(name)
    return game


def train(game: Game, company: str, kind: str) -> Game:
    """Give a company a train out of the bank."""
    trains = game.state.trains
    card = next(card for card in trains[BANK] if game.kind_of(card) == kind)
    trains[BANK] = tuple(other for other in trains[BANK] if other != card)
    trains[company] = (*trains[company], card)
    return game


def tiles(game: Game, text: str) -> Game:
    """Lay tiles: `D6:9/1` is tile 9 on D6, turned once."""
    for entry in text.split():
        hex_name, tile, rotation = entry.replace("/", ":").split(":")
        placed = game.definition.placed[tile, int(rotation)]
        put_tile(game.definition, game.state, hex_name, placed)
    return game


def refused(game: Game, action: str, rule_id: str) -> None:
    """Require that an action is refused for this rule and changes nothing."""
    before = game.state.copy()
    with pytest.raises(dieciocho.IllegalAction) as caught:
        game.play(action)
    assert caught.value.rule == rule_id, str(caught.value)
    assert game.state == before


def price(game: Game, company: str) -> int:
    return game.definition.market.price[game.state.cell[company]]
