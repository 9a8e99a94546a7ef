"""Games from which judges learn: quick players with whims, and what they had at every round."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from .. import new_game, rules_of
from ..bots.planner.features import Moment, moment_of
from ..bots.planner.playout import Whimsical
from ..engine.errors import BadInput
from ..engine.game import Header, Play
from ..engine.save import check_header
from .lines import add_line, key_of, read_lines
from .pool import outcomes
from .run import MOST_ACTIONS, Failure, Stuck, seed_of

WHIMS = (0.02, 0.06, 0.12, 0.25)  # of decisions; who is better must show, so that it can be learned


class Lesson(Struct, frozen=True):
    """A game to be played; it travels to another process."""

    game: str
    players: int
    seed: int


class Example(Struct, frozen=True):
    """The beginning of a round."""

    buying: bool  # whether a cycle of rounds begins: there playouts end
    moment: Moment


class Course(Struct, frozen=True):
    """What a game showed, and what it came to: a line of a file."""

    lesson: Lesson
    examples: tuple[Example, ...]
    scores: tuple[int, ...]  # by seat

    @property
    def shares(self) -> list[float]:
        """Return which part of all wealth everybody had in the end."""
        total = max(1, sum(self.scores))
        return [score / total for score in self.scores]

    @property
    def won(self) -> list[float]:
        """Return everybody's part of the victory."""
        best = max(self.scores)
        return [(score == best) / self.scores.count(best) for score in self.scores]


def lessons(game: str, players: tuple[int, ...], games: int, seed: int) -> list[Lesson]:
    """Return the games to play, with these numbers of players in turn."""
    if games < 1:
        raise BadInput("sim.no_games")
    rules = rules_of(game)
    for count in players:
        names = tuple(map(str, range(count)))
        check_header(Header(game, names, "rulebook", None, rules.version, {}), rules)
    return [Lesson(game, players[n % len(players)], seed_of(seed, n)) for n in range(games)]


def attend(lesson: Lesson) -> Course | Failure:
    """Play a game; whatever goes wrong is returned with its seed, never swallowed."""
    names = [f"P{number}" for number in range(1, lesson.players + 1)]
    game = new_game(lesson.game, names, seed=lesson.seed)
    dice = random.Random(f"{lesson.seed}/whims")
    bots = [
        Whimsical(1000 * lesson.seed + seat, dice.choice(WHIMS), hurried=False)
        for seat in range(len(game.players))
    ]
    play, begun = Play(game), (0, 0)
    examples: list[Example] = []
    try:
        while not game.over:
            if len(game.history) >= MOST_ACTIONS:
                raise Stuck(f"not over after {MOST_ACTIONS} actions")
            now = (game.round.number, game.round.part)
            if now != begun:
                buying = now[0] != begun[0] and bool(examples)
                examples.append(Example(buying, moment_of(game)))
                begun = now
            play.repeat(bots[game.step.actor(game)].choose(game))
    except Exception as error:  # any error is a result of the training
        return Failure.of(lesson.seed, error, game)
    scores = game.rules.scores(game)
    return Course(lesson, tuple(examples), tuple(scores[seat] for seat in range(len(scores))))


def study(
    wanted: list[Lesson],
    *,
    file: Path | None = None,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[Course], list[Failure]]:
    """Play the games that the file does not have yet; return all of them in their order."""
    found: dict[bytes, Course] = {}
    if file is not None:
        found = {key_of(course.lesson): course for course in read_lines(file, Course)}
    failures: list[Failure] = []
    left = [lesson for lesson in wanted if key_of(lesson) not in found]
    for lesson, outcome in outcomes(attend, left, workers):
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            found[key_of(lesson)] = outcome
            if file is not None:
                add_line(file, outcome)
        if progress is not None:
            progress(len(wanted) - len(left) + len(found) + len(failures), len(wanted))
    keys = map(key_of, wanted)
    return [found[key] for key in keys if key in found], failures
