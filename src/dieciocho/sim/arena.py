"""Contests between bots: the same starts with every rotation of the seats, and who is better.

A contest is a list of games that each know their start and rotation. Results go to a file line by
line, so that a contest can be interrupted, continued and made longer; what is printed is counted
from the results alone.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean

from msgspec import Struct

from .. import new_game
from ..bots import Bot, make_bot
from ..engine.errors import BadInput
from ..engine.game import Game
from .lines import add_line, check_writable, key_of, read_lines
from .pool import Interrupted, check_bots, outcomes
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
    time: float | None = None  # CPU seconds that a move may take; None: as every bot likes

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
            Pairing(self.game, seed_of(self.seed, n), seats, self.edition, self.options, self.time)
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
    time: float | None = None


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
    late: tuple[int, ...] = ()  # moves that took longer than they were allowed to

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
    late: int

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
        late=sum(sum(game.late[seat : seat + 1]) for game, seat in seats),
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
    if pairing.time is not None:
        for bot in bots:
            bot.seconds = min(pairing.time, bot.seconds or pairing.time)
    try:
        return _play(game, bots, pairing)
    except Exception as error:  # any error is a result of the contest
        return Failure.of(pairing.seed, error, game)


def _play(game: Game, bots: list[Bot], pairing: Pairing) -> Played:
    moves = [0] * len(bots)
    spent, worst = [0.0] * len(bots), [0.0] * len(bots)
    late = [0] * len(bots)
    while not game.over:
        if len(game.history) >= MOST_ACTIONS:
            raise Stuck(f"not over after {MOST_ACTIONS} actions")
        seat = game.step.actor(game)
        bot = bots[seat]
        began = time.process_time()
        action = bot.choose(game)
        needed = time.process_time() - began + bot.spent_elsewhere
        moves[seat] += 1
        spent[seat] += needed
        worst[seat] = max(worst[seat], needed)
        late[seat] += bot.seconds is not None and needed > bot.seconds
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
        late=tuple(late),
    )


def compete(
    contest: Contest,
    games: int,
    *,
    file: Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    known: Callable[[list[Played]], bool] = lambda played: False,
) -> tuple[list[Played], list[Failure]]:
    """Play the games of a contest that its file does not have yet; return all of them.

    `known` is asked after every start what its games have shown, those before included, and ends
    the contest: starts count in their order, or quick games would be heard first.
    """
    _check(contest, games)
    wanted = contest.pairings(games)
    ended = _Ended(wanted, len(contest.rotations()), known)
    if file is not None:
        check_writable(file)
        for game in read_lines(file, Played):
            ended.add(game.pairing, game)
    left = [pairing for pairing in wanted if key_of(pairing) not in ended.outcomes]
    if ended.enough():
        left = []
    try:
        for pairing, outcome in outcomes(
            play_pairing, left, workers or os.cpu_count() or 1, cluster
        ):
            ended.add(pairing, outcome)
            if file is not None and isinstance(outcome, Played):
                add_line(file, outcome)
            if progress is not None:
                progress(len(ended.outcomes), len(wanted))
            if ended.enough():
                break
    except KeyboardInterrupt:
        raise Interrupted(ended.sorted()) from None
    return ended.sorted()


class _Ended:
    """The games of a contest that have ended, and whether they are enough."""

    def __init__(
        self, wanted: list[Pairing], rotations: int, known: Callable[[list[Played]], bool]
    ) -> None:
        self.outcomes: dict[bytes, Played | Failure] = {}
        self._keys = [key_of(pairing) for pairing in wanted]
        self._wanted = frozenset(self._keys)
        self._rotations = rotations
        self._known = known
        self._asked = 0

    def add(self, pairing: Pairing, outcome: Played | Failure) -> None:
        """Note a game; one of another contest in the same file is passed over."""
        key = key_of(pairing)
        if key in self._wanted:
            self.outcomes[key] = outcome

    def enough(self) -> bool:
        """Tell whether the starts that were played in every rotation say enough."""
        while self._asked < len(self._keys):
            start = self._keys[self._asked : self._asked + self._rotations]
            if not all(key in self.outcomes for key in start):
                return False
            self._asked += self._rotations
            if self._known(self._games(self._keys[: self._asked])):
                # More may have been played before it was known: they count all the same.
                return True
        return False

    def sorted(self) -> tuple[list[Played], list[Failure]]:
        failures = [o for key in self._keys if isinstance(o := self.outcomes.get(key), Failure)]
        return self._games(self._keys), failures

    def _games(self, keys: list[bytes]) -> list[Played]:
        return [game for key in keys if isinstance(game := self.outcomes.get(key), Played)]


def _check(contest: Contest, games: int) -> None:
    check_bots(contest.bots, contest.players, games)
    if contest.time is not None and not contest.time > 0:
        raise BadInput("sim.time", time=contest.time)
    names = [str(number) for number in range(contest.players)]
    new_game(contest.game, names, seed=0, edition=contest.edition, options=contest.options)
