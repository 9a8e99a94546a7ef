"""A whole solo game of a computer player against István, and how far his cards got."""

from __future__ import annotations

from msgspec import Struct

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.games.g18mag.cards import programme
from dieciocho.games.g18mag.facts import facts
from dieciocho.games.g18mag.istvan import HUMAN, ISTVAN, own_minors

PRICES = {"2": 80, "3": 120, "4": 200}


class Outcome(Struct, frozen=True):
    """How a game ended: scores, length, what István's cards still asked for."""

    human: int
    istvan: int
    rounds: int  # operating rounds
    minors: int
    stations_open: int
    trains_open: int  # that the treasury could pay

    @property
    def won(self) -> float:
        """Return the human's part of the victory."""
        return 0.5 if self.human == self.istvan else float(self.human > self.istvan)


def play(seed: int, length: str, colour: str, bot: str = "sensible") -> Outcome:
    """Play a game to its end."""
    options = {"length": length, "difficulty": colour}
    game = dieciocho.new_game("18mag", ["Ana"], seed=seed, options=options)
    player = make_bot(bot, seed)
    while not game.over:
        game.play(player.choose(game))
    left = [(minor, action) for minor in own_minors(game) for action in _open(game, minor)]
    scores = game.rules.scores(game)
    lines = (line for record in game.history for line in record.log)
    return Outcome(
        human=scores[HUMAN],
        istvan=scores[ISTVAN],
        rounds=sum(line.id == "log.operating_round" for line in lines),
        minors=len(own_minors(game)),
        stations_open=sum(action.startswith("STATION") for _, action in left),
        trains_open=sum(_can_pay(game, minor, action) for minor, action in left),
    )


def _open(game: Game, minor: str) -> tuple[str, ...]:
    """Return the action of a card that is due, if any is."""
    done = facts(game).programme.get(minor, 0)
    return programme(game, minor)[done : done + 1]


def _can_pay(game: Game, minor: str, action: str) -> bool:
    word, _, kind = action.partition(" ")
    return word in ("BUY", "SWAP") and game.state.cash[minor] >= PRICES[kind]
