"""A game as an environment of PettingZoo's agent-environment cycle (AEC)."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .. import new_game
from ..engine.errors import BadInput
from ..engine.game import Game
from .observation import MOST, Observer
from .slots import Slots

REWARDS = ("end", "change")
MOST_ACTIONS = 20_000  # then a game is cut off; none was ever near


class Environment(AECEnv[str, dict[str, Any], int]):
    """One game after another of a title: agents are the players, seated by lot.

    `rewards` are each player's share in all wealth: "end", all of it when the game ends, or
    "change", by how much each action has changed it.
    """

    def __init__(
        self,
        game: str,
        players: int = 3,
        *,
        edition: str = "rulebook",
        options: dict[str, str] | None = None,
        rewards: str = "end",
        most_actions: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if rewards not in REWARDS:
            raise BadInput("rl.no_rewards", rewards=rewards)
        self.metadata = {
            "name": f"dieciocho_{game}_v0",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.rewards_by = rewards
        self.most_actions = most_actions
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._start = partial(
            new_game, game, self.possible_agents, edition=edition, options=options
        )
        self._dice = random.Random()
        self.game: Game = self._start(seed=0)
        self.slots = Slots(self.game)
        self.observer = Observer(self.game, self.slots)
        self.action_spaces = {agent: self._action_space() for agent in self.possible_agents}
        self.observation_spaces = {a: self._observation_space() for a in self.possible_agents}

    def _action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.slots.size)

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-MOST, MOST, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.slots.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what observations of an agent look like: the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers from which an agent chooses; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed decides all that chance decides, in the games after it too."""
        if seed is not None:
            self._dice.seed(seed)
        self.game = self._start(seed=self._dice.randrange(2**31))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._shares = self.shares()
        self._look_up()

    def step(self, action: int | None) -> None:
        """Play the action of a number, which must be legal; BadInput, and no change, if not."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._legal.get(int(action)) if action is not None else None
        if chosen is None:
            raise BadInput("rl.no_slot", action=action)
        self.game.play(chosen)
        self._cumulative_rewards[agent] = 0.0
        over = self.game.over
        cut = not over and len(self.game.history) >= self.most_actions
        self._reward(over or cut)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._look_up()
        self._accumulate_rewards()

    def _reward(self, last: bool) -> None:
        if self.rewards_by == "change":
            before, self._shares = self._shares, self.shares()
            self.rewards = {agent: self._shares[agent] - before[agent] for agent in self.agents}
        else:
            self.rewards = self.shares() if last else dict.fromkeys(self.agents, 0.0)

    def _look_up(self) -> None:
        """Find out who decides, and between what."""
        seat = self.game.actor
        if seat is not None:
            self.agent_selection = self.game.name(seat)
        self._legal = self.slots.legal(self.game)

    def _seat(self, agent: str) -> int:
        return self.game.players.index(agent)

    def shares(self) -> dict[str, float]:
        """Return the part of every player in the wealth of all; debts count as nothing."""
        scores = self.game.rules.scores(self.game)
        wealth = [max(0, scores[seat]) for seat in range(len(self.game.players))]
        total = sum(wealth) or 1
        return {agent: wealth[self._seat(agent)] / total for agent in self.possible_agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which numbers it may play now (none if it waits)."""
        if agent not in self.possible_agents:
            known = ", ".join(self.possible_agents)
            raise BadInput("rl.no_agent", agent=agent, known=known)
        mask = np.zeros(self.slots.size, np.int8)
        if agent == self.agent_selection and not self.game.over:
            mask[list(self._legal)] = 1
        seen = self.observer.observe(self.game, self._seat(agent), self._legal)
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """Return the position as text, or the board as SVG."""
        if self.render_mode == "svg":
            return self.game.board_svg()
        return self.game.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to give back."""


def env(game: str, players: int = 3, **options: Any) -> Environment:
    """Return an environment, by the name that PettingZoo's tools expect."""
    return Environment(game, players, **options)
