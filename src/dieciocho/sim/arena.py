"""Contests between bots: the same starts with every rotation of the seats, and who is better.

A contest is a list of games that each know their start and rotation. Results go to a file line by
line, so that a contest can be interrupted, continued and made longer; what is printed is counted
from the results alone.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import mean

import msgspec
from msgspec import Struct

from .. import new_game
from ..bots import Bot, make_bot
from ..engine.errors import UNREADABLE, BadInput
from ..engine.game import Game
from .pool import check_bots, outcomes
from .run import MOST_ACTIONS, Failure, Stuck, seed_of

CONFIDENCE = 1.96  # standard deviations: 95 %


class Contest(Struct, frozen=True):
    """Who plays what against whom; bots are repeated around the table as needed."""

    game: str
    bots: tuple[str, ...]
    players: int = 4
    seed: int = 0
    edition: str = "rulebook"
    options: dict[str, str] = {}

    def rotations(self) -> list[tuple[str, ...]]:
        """Return the bots of the seats in every rotation that differs from those before."""
        line = [self.bots[seat % len(self.bots)] for seat in range(self.players)]
        turned = (tuple(line[n:] + line[:n]) for n in range(self.players))
        return list(dict.fromkeys(turned))

    def pairings(self, games: int) -> list[Pairing]:
        """Return so many games or a few more: each start is played in every rotation."""
        rotations = self.rotations()
        starts = math.ceil(games / len(rotations))
        return [
            Pairing(self.game, seed_of(self.seed, n), seats, self.edition, self.options)
            for n in range(starts)
            for seats in rotations
        ]


class Pairing(Struct, frozen=True):
    """One game of a contest; it travels to another process."""

    game: str
    seed: int
    seats: tuple[str, ...]  # the bot of each seat
    edition: str
    options: dict[str, str]


class Played(Struct, frozen=True):
    """What one game of a contest came to: a line of the file. Times are CPU seconds, by seat."""

    pairing: Pairing
    scores: tuple[int, ...]
    actions: int
    reason: str
    moves: tuple[int, ...]
    spent: tuple[float, ...]
    worst: tuple[float, ...]  # of a single move
    faults: tuple[int, ...]

    def win_of(self, bot: str) -> float:
        """Return the part of the victory that goes to players of a bot."""
        best = max(self.scores)
        winners = [seat for seat, score in enumerate(self.scores) if score == best]
        ours = [seat for seat in winners if self.pairing.seats[seat : seat + 1] == (bot,)]
        return len(ours) / len(winners)


class Standing(Struct, frozen=True):
    """How a bot did in a contest."""

    bot: str
    games: int
    wins: float  # shared victories are divided
    par: float  # the share of the games that equals would win
    low: float  # Wilson's interval for the share of games won
    high: float
    wealth: float  # mean share of a player in all wealth
    per_game: float  # CPU seconds of one player
    per_move: float
    worst_move: float
    faults: int

    @property
    def share(self) -> float:
        return self.wins / self.games


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the bounds of the share that was won, by Wilson's score interval."""
    if not games:
        return 0.0, 1.0
    share, z = wins / games, CONFIDENCE
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def standings(contest: Contest, played: list[Played]) -> list[Standing]:
    """Return how each bot did, the best one first."""
    found = [_standing(contest, bot, played) for bot in dict.fromkeys(contest.bots)]
    return sorted(found, key=lambda standing: -standing.wins / (standing.par or 1))


def _standing(contest: Contest, bot: str, played: list[Played]) -> Standing:
    seats = [
        (game, seat)
        for game in played
        for seat, name in enumerate(game.pairing.seats)
        if name == bot
    ]
    wins = sum(game.win_of(bot) for game in played)
    low, high = wilson(wins, len(played))
    moves = sum(game.moves[seat] for game, seat in seats)
    spent = sum(game.spent[seat] for game, seat in seats)
    return Standing(
        bot=bot,
        games=len(played),
        wins=wins,
        par=contest.rotations()[0].count(bot) / contest.players,
        low=low,
        high=high,
        wealth=mean([g.scores[s] / max(1, sum(g.scores)) for g, s in seats] or [0.0]),
        per_game=spent / max(1, len(seats)),
        per_move=spent / max(1, moves),
        worst_move=max((game.worst[seat] for game, seat in seats), default=0.0),
        faults=sum(game.faults[seat] for game, seat in seats),
    )


# --- playing ---------------------------------------------------------------------------


def play_pairing(pairing: Pairing) -> Played | Failure:
    """Play one game; whatever goes wrong is returned with its seed, never swallowed."""
    # The seating is drawn by lot as in any game; bots belong to seats, not to names.
    names = [f"P{number}" for number in range(1, len(pairing.seats) + 1)]
    game = new_game(
        pairing.game, names, seed=pairing.seed, edition=pairing.edition, options=pairing.options
    )
    # The same seed for the same seat in every rotation: equal bots play equal games.
    bots = [make_bot(name, pairing.seed + seat) for seat, name in enumerate(pairing.seats)]
    try:
        return _play(game, bots, pairing)
    except Exception as error:  # any error is a result of the contest
        return Failure.of(pairing.seed, error, game)


def _play(game: Game, bots: list[Bot], pairing: Pairing) -> Played:
    moves = [0] * len(bots)
    spent, worst = [0.0] * len(bots), [0.0] * len(bots)
    while not game.over:
        if len(game.history) >= MOST_ACTIONS:
            raise Stuck(f"not over after {MOST_ACTIONS} actions")
        seat = game.step.actor(game)
        began = time.process_time()
        action = bots[seat].choose(game)
        needed = time.process_time() - began + bots[seat].spent_elsewhere
        moves[seat] += 1
        spent[seat] += needed
        worst[seat] = max(worst[seat], needed)
        game.play(action, by=seat)
    scores = game.rules.scores(game)
    return Played(
        pairing=pairing,
        scores=tuple(scores[seat] for seat in range(len(game.players))),
        actions=len(game.history),
        reason=game.state.ending[0] if game.state.ending else "",
        moves=tuple(moves),
        spent=tuple(round(seconds, 6) for seconds in spent),
        worst=tuple(round(seconds, 6) for seconds in worst),
        faults=tuple(bot.faults for bot in bots),
    )


def compete(
    contest: Contest,
    games: int,
    *,
    file: Path | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[Played], list[Failure]]:
    """Play the games of a contest that its file does not have yet; return all of them."""
    _check(contest, games)
    wanted = contest.pairings(games)
    known = {_key(game.pairing): game for game in read_results(file)} if file else {}
    played = [known[_key(pairing)] for pairing in wanted if _key(pairing) in known]
    left = [pairing for pairing in wanted if _key(pairing) not in known]
    failures: list[Failure] = []
    for outcome in outcomes(play_pairing, left, workers or os.cpu_count() or 1):
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            played.append(outcome)
            if file is not None:
                _append(file, outcome)
        if progress is not None:
            progress(len(played) + len(failures), len(wanted))
    order = {_key(pairing): number for number, pairing in enumerate(wanted)}
    played.sort(key=lambda game: order[_key(game.pairing)])
    return played, failures


def _key(pairing: Pairing) -> bytes:
    return msgspec.json.encode(pairing, order="deterministic")


def _check(contest: Contest, games: int) -> None:
    check_bots(contest.bots, contest.players, games)
    names = [str(number) for number in range(contest.players)]
    new_game(contest.game, names, seed=0, edition=contest.edition, options=contest.options)


# --- the file --------------------------------------------------------------------------


def read_results(file: Path) -> Iterable[Played]:
    """Read the games of a file; a last line that was not written to its end is cut off."""
    if not file.exists():
        return []
    data = file.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        file.write_bytes(whole)
    try:
        return [msgspec.json.decode(line, type=Played) for line in whole.splitlines()]
    except UNREADABLE as error:
        raise BadInput("sim.results", path=file, why=error) from None


def _append(file: Path, played: Played) -> None:
    with file.open("ab") as results:
        results.write(msgspec.json.encode(played) + b"\n")
