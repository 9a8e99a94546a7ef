"""How many sequences of legal actions a position has: a number in which every mistake shows.

Chess programs call it perft. An entry of the legal actions counts once, played as it is listed: a
bid at its lowest price, the routes that are proposed, one rotation of a symmetric tile.
"""

from __future__ import annotations

from ..engine.game import Game


def perft(game: Game, depth: int) -> list[int]:
    """Return how many sequences of one action, of two, ... up to `depth` there are.

    A game that is over has no more.

    >>> import dieciocho
    >>> perft(dieciocho.new_game(dieciocho.GAMES[0], ["Ana", "Luis", "Eva"]), 3)
    [7, 48, 322]
    """
    counts = [0] * depth
    if counts:
        _count(game.copy(), counts, 0)
    return counts


def _count(game: Game, counts: list[int], played: int) -> None:
    choices = game.legal_actions()
    counts[played] += len(choices)
    if played + 1 < len(counts):
        for choice in choices:
            _count(game.copy().play(choice), counts, played + 1)
