"""What simulated games have reached: kinds of actions, refusals, events, and the rules' own code.

A net of random games holds only what comes by. `Watch` notes what one game met; `Reach` adds the
games up and says, rule by rule, in how many of them the code that cites a rule ran.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from .. import rules_of
from ..engine.errors import BadInput
from ..engine.step import Step
from ..engine.text import load_texts
from ..games import PARTS

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.rules import Rules

Arc = tuple[int, int]
ENGINE = Path(__file__).parents[1] / "engine"


class Seen(Struct):
    """What one game met."""

    actions: dict[str, int] = {}
    refusals: dict[str, int] = {}
    events: dict[str, int] = {}
    arcs: dict[str, list[Arc]] = {}  # file -> steps from line to line


class Watch:
    """Looks on while a game is played: `with Watch(rules) as watch: ...; watch.seen(...)`."""

    def __init__(self, rules: Rules) -> None:
        try:
            from coverage import Coverage
        except ImportError:
            raise BadInput("sim.coverage") from None
        self._lines = Coverage(
            data_file=None, branch=True, config_file=False, include=[str(f) for f in sources(rules)]
        )

    def __enter__(self) -> Watch:
        self._lines.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.stop()

    def seen(self, game: Game, refusals: dict[str, int]) -> Seen:
        data = self._lines.get_data()
        records = [message for record in game.history for message in record.log]
        return Seen(
            actions=dict(Counter(type(record.action).__name__ for record in game.history)),
            refusals=refusals,
            events=dict(Counter(m.id for m in (*game.opening_log, *records))),
            arcs={file: sorted(data.arcs(file) or ()) for file in data.measured_files()},
        )


class RuleReach(Struct, frozen=True):
    """How far the code of one rule was reached."""

    places: tuple[str, ...]  # file and line of what cites it
    games: tuple[int, ...]  # in which so many games ran
    refused: int  # how often an action was refused for it


class Reach(Struct):
    """What many games of one title have reached."""

    game: str
    games: int = 0
    actions: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    events: Counter[str] = Counter()
    lines: Counter[tuple[str, int]] = Counter()  # -> number of games
    arcs: Counter[tuple[str, Arc]] = Counter()

    def add(self, seen: Seen) -> None:
        self.games += 1
        self.actions.update(seen.actions)
        self.refusals.update(seen.refusals)
        self.events.update(seen.events)
        self.met(seen.arcs)

    def met(self, arcs_of: dict[str, list[Arc]]) -> None:
        """Note which code ran."""
        for file, arcs in arcs_of.items():
            told = _parsed(file).translate_arcs(arcs)  # a statement is known by its first line
            self.lines.update({(file, line) for arc in told for line in arc if line > 0})
            self.arcs.update({(file, arc) for arc in told})

    # --- what there is, and what was not met --------------------------------------------

    def missing_actions(self) -> list[str]:
        return [kind for kind in kinds_asked(rules_of(self.game)) if not self.actions[kind]]

    def missing_refusals(self) -> list[str]:
        return [reason for reason in rules_of(self.game).reasons if not self.refusals[reason]]

    def missing_events(self) -> list[str]:
        return [event for event in own_events(rules_of(self.game)) if not self.events[event]]

    def rules(self) -> dict[str, RuleReach]:
        """Return every rule of the game with what was reached of it."""
        rules = rules_of(self.game)
        places = citations(rules)
        refused: Counter[str] = Counter()
        for reason, count in self.refusals.items():
            refused[rules.cite(reason)] += count
        return {
            rule: RuleReach(
                tuple(_place(file, line) for file, line in places.get(rule, ())),
                tuple(self.lines[place] for place in places.get(rule, ())),
                refused[rule],
            )
            for rule in rules.rule_texts
        }

    def missing_branches(self) -> list[str]:
        """Return the ways out of the game's own decisions that no game took."""
        return [
            f"{_place(file, a)} -> {b if b > 0 else 'end'}"
            for file, arcs in branches(rules_of(self.game)).items()
            for a, b in arcs
            if not self.arcs[file, (a, b)]
        ]

    def facts(self) -> dict[str, Any]:
        """Return the whole as plain data."""
        rules = self.rules()
        return {
            "game": self.game,
            "games": self.games,
            "actions": dict(self.actions.most_common()),
            "refusals": dict(self.refusals.most_common()),
            "events": dict(self.events.most_common()),
            "rules": {
                rule: {
                    "places": dict(zip(reach.places, reach.games, strict=True)),
                    "refused": reach.refused,
                }
                for rule, reach in rules.items()
            },
            "missing": {
                "actions": self.missing_actions(),
                "refusals": self.missing_refusals(),
                "events": self.missing_events(),
                "branches": self.missing_branches(),
                "rules": [rule for rule, reach in rules.items() if unreached(reach)],
            },
            "counts": self.counts(),
        }

    def counts(self) -> dict[str, tuple[int, int]]:
        """Return how many of how many were met."""
        rules = rules_of(self.game)
        in_code = [r for r in self.rules().values() if r.places or r.refused]
        every = sum(len(arcs) for arcs in branches(rules).values())
        return {
            "actions": _met(len(kinds_asked(rules)), self.missing_actions()),
            "refusals": _met(len(rules.reasons), self.missing_refusals()),
            "events": _met(len(own_events(rules)), self.missing_events()),
            "branches": _met(every, self.missing_branches()),
            "rules": _met(len(in_code), [r for r in in_code if unreached(r)]),
        }


def unreached(reach: RuleReach) -> bool:
    """Tell whether code cites a rule, but none of it ran and nothing was refused for it."""
    return bool(reach.places) and not any(reach.games) and not reach.refused


def _met(every: int, missing: list[Any]) -> tuple[int, int]:
    return every - len(missing), every


def _place(file: str, line: int) -> str:
    path = Path(file)
    return f"{path.parent.name}/{path.name}:{line}"


# --- the sources -----------------------------------------------------------------------


def sources(rules: Rules) -> list[Path]:
    """Return the files with a game's rules and the common steps; not its auditor or its page."""
    return [*_own(rules), *sorted((ENGINE / "steps").glob("*.py"))]


def _own(rules: Rules) -> list[Path]:
    beside = {"audit", "__init__", *PARTS}
    return [f for f in sorted(Path(str(rules.folder)).glob("*.py")) if f.stem not in beside]


def kinds_asked(rules: Rules) -> list[str]:
    """Return the kinds of actions that some step of the game asks for."""
    package = type(rules).__module__.rpartition(".")[0]
    modules = [import_module(f"{package}.{file.stem}") for file in _own(rules)]
    steps = [thing for module in modules for thing in vars(module).values()]
    asked = {
        move.action
        for step in steps
        if isinstance(step, type) and issubclass(step, Step)
        for move in step.moves
    }
    return [kind.__name__ for kind in rules.actions if kind in asked]


def own_events(rules: Rules) -> list[str]:
    """Return the messages that only this game logs."""
    return [key for key in load_texts(rules.folder / "texts.toml") if key.startswith("log.")]


@cache
def branches(rules: Rules) -> dict[str, list[Arc]]:
    """Return the ways out of every decision in the game's own files."""
    found = {}
    for file in sources(rules):
        if ENGINE in file.parents:
            continue  # what a common step can do is seldom all that one game does
        arcs = _parsed(str(file)).arcs()
        exits = Counter(a for a, _ in arcs if a > 0)
        inside = _inside_functions(file)
        found[str(file)] = sorted((a, b) for a, b in arcs if exits[a] > 1 and a in inside)
    return found


@cache
def _parsed(file: str) -> Any:
    from coverage.parser import PythonParser

    parser = PythonParser(filename=file)
    parser.parse_source()
    return parser


def _inside_functions(file: Path) -> set[int]:
    """Return the lines of functions that do something, unlike those of a Protocol."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[-1]) != "..."
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    }


@cache
def citations(rules: Rules) -> dict[str, list[tuple[str, int]]]:
    """Return for each rule the lines of code that exist because of it.

    A comment belongs to its line or to the next one with code, a docstring to what it opens.
    """
    found: dict[str, list[tuple[str, int]]] = {}
    for file in sources(rules):
        text = file.read_text(encoding="utf-8")
        code = _code_lines(text)
        for line, words, beside in _remarks(text):
            after = (n for n in code if n >= line)
            before = (n for n in reversed(code) if n <= line)
            at = next(before if beside else after, None)
            for rule in cited(words, rules.rule_texts):
                if at is not None and (str(file), at) not in found.setdefault(rule, []):
                    found[rule].append((str(file), at))
    return found


_LIST = re.compile(
    r"([A-Z0-9]+)-([A-Z0-9]+(?:\.[A-Za-z0-9]+)+)((?:(?:, | and )[A-Z0-9]+(?:\.[0-9]+)+)*)"
)


def cited(words: str, known: Iterable[str]) -> list[str]:
    """Return the rules that a remark cites; in a list only the first one is written in full."""
    ids = []
    for prefix, first, more in _LIST.findall(words):
        others = re.findall(r"[A-Z0-9]+(?:\.[0-9]+)+", more)
        ids += [f"{prefix}-{number}" for number in (first, *others)]
    return [rule for rule in ids if rule in set(known)]


def _remarks(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield comments and docstrings: where they end, their words, whether they follow code."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string, bool(token.line[: token.start[1]].strip())
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            words = ast.get_docstring(node)
            if words is not None:
                yield (node.body[0].end_lineno or 0) + 1, words, False


def _code_lines(text: str) -> list[int]:
    """Return the lines on which a statement inside of a function begins."""
    return sorted(
        {
            statement.lineno
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.FunctionDef)
            for inner in node.body
            for statement in ast.walk(inner)
            if isinstance(statement, ast.stmt) and not _is_docstring(statement)
        }
    )


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
