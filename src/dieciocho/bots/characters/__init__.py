"""Opponents by strength and temper: planners with fewer plans, less time, likings of their own."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from ..planner import PlannerBot
from ..planner.budget import Budget
from ..planner.decisions import left_alone
from ..planner.plans import alternatives
from ..planner.search import Search
from ..sensible import QuickBot, SensibleBot
from ..sensible.situation import Situation
from .intentions import INTENTIONS, intention

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game

_LISTED = 24  # plans that are thought of before the character chooses among them
_POLICIES = {"quick": QuickBot, "sensible": SensibleBot}


class _Said(Struct, frozen=True, forbid_unknown_fields=True):
    en: str
    es: str

    def said(self, language: str) -> str:
        return self.es if language == "es" else self.en


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """How well somebody judges; see characters.toml."""

    policy: Literal["quick", "sensible"]
    seconds: float
    most: int
    ahead: int
    plans: list[str] | Literal["all"]
    follows: float
    name: _Said
    told: _Said


class Temper(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody likes to do."""

    likes: dict[str, float]
    name: _Said
    told: _Said


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    level: dict[str, Level]
    temper: dict[str, Temper]


class Character(Struct, frozen=True):
    """An opponent: `id` is the name by which a bot is made."""

    id: str
    level: Level
    temper: Temper

    def name(self, language: str) -> str:
        return self.temper.name.said(language)

    def told(self, language: str) -> str:
        """Describe the opponent in a line."""
        return f"{self.name(language)}: {self.temper.told.said(language)}"

    def thinks_of(self, intended: str) -> bool:
        return (
            self.level.plans == "all"
            or intended in self.temper.likes
            or intended in self.level.plans
        )

    def liking(self, intended: str) -> float:
        """Return how much better a plan seems than it is, in parts of a mean wealth."""
        return self.level.follows * self.temper.likes.get(intended, 0.0)


@cache
def characters() -> dict[str, Character]:
    """Return all opponents by their ids, the weakest first."""
    text = (files(__package__) / "characters.toml").read_text(encoding="utf-8")
    data = msgspec.convert(tomllib.loads(text), _File)
    found = {}
    for level_id, level in data.level.items():
        for temper_id, temper in data.temper.items():
            unknown = {*temper.likes, *(level.plans if level.plans != "all" else ())}
            assert unknown <= {*INTENTIONS}, unknown
            name = f"{level_id}-{temper_id}"
            found[name] = Character(name, level, temper)
    return found


class CharacterBot(PlannerBot):
    """Plays as its character does: thinks of some plans only, and likes some of them better."""

    def __init__(self, character: Character, seed: int = 0, units: int | None = None) -> None:
        super().__init__(seed, character.level.seconds if units is None else None, units)
        self.character = character
        self.name = character.id
        self._policy = _POLICIES[character.level.policy](seed)

    def choose(self, game: Game) -> Action:
        budget = Budget(self.seconds, self.units, self.patience)
        policy = self._policy.choose(game)
        if left_alone(game):
            return policy
        found = alternatives(Situation(game, self, light=True), policy, _LISTED, budget)
        intended = {action: intention(game, action) for action in (policy, *found)}
        others = [action for action in found if self.character.thinks_of(intended[action])]
        likings = {action: self.character.liking(word) for action, word in intended.items()}
        search = Search(game, policy, others[: self.character.level.most], budget)
        search.until = min(search.until, game.round.number + self.character.level.ahead)
        for plan in search.plans:
            plan.liked = likings[plan.action] - likings[policy]
        return search.best() if search.plans else policy
