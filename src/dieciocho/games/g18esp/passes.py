"""Opening mountain passes (18ESP-5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice
from ...engine.board import reaches
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK
from ...engine.step import Move
from ...engine.steps.common import CompanyStep
from ...engine.track import is_open, open_hex
from .actions import OpenPass
from .facts import allowed, facts, is_small, this_turn
from .phases import close_pioneer
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

ALAR = "H12"  # free with pioneer 4
PASS_POWER = "P4"
DISCOUNT = 40


def passes(game: Game) -> list[str]:
    return [spot.name for spot in game.definition.hex_list if spot.entry.shut]


def opening_cost(game: Game, hex_name: str, power: str | None) -> int:
    """Return the price of opening a pass (18ESP-5.2.0.6, 18ESP-2.2.18)."""
    cost = game.definition.hexes[hex_name].cost
    if power is None:
        return cost
    return 0 if hex_name == ALAR else cost - DISCOUNT


def track_leads_to(game: Game, company: str, hex_name: str) -> bool:
    """Tell whether the company's track runs into the pass from either side (18ESP-5.2.0.3)."""
    spot = game.definition.hexes[hex_name]
    sides = [spot.index * 6 + side for side in spot.printed.exits]
    return reaches(game.definition, game.state, company, sides)


class OpenPassMove(Move[OpenPass, CompanyStep]):
    """Open one pass a turn besides the tiles (18ESP-4.2.1.7), by pioneer 4 or without."""

    action = OpenPass

    def _ban(self, game: Game, company: str, power: str | None) -> str | None:
        if not allowed(game, "passes"):
            return "no_passes_yet"
        if power is not None and game.state.private_owner.get(PASS_POWER) != company:
            return "no_such_power"
        by_power = power is not None
        if is_small(game, company) and not (by_power and policy(game).small_opens_pass):
            return "small_opens_no_pass"  # though its track may lead there (18ESP-4.2.1.9)
        counted = not by_power or policy(game).pass_power_counted
        return "one_pass" if counted and this_turn(game).pass_opened else None

    def _problem(self, game: Game, company: str, hex_name: str, power: str | None) -> str | None:
        if is_open(game.definition, game.state, hex_name):
            return "pass_is_open"
        if not track_leads_to(game, company, hex_name):
            return "pass_not_connected"
        if opening_cost(game, hex_name, power) > game.state.cash[company]:
            return "pass_too_dear"
        return None

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        company = step.company(game)
        for power in (None, PASS_POWER):
            if self._ban(game, company, power) is None:
                for name in passes(game):
                    if self._problem(game, company, name, power) is None:
                        yield Choice(OpenPass(name, power))

    def check(self, game: Game, step: CompanyStep, action: OpenPass) -> None:
        company = step.company(game)
        if action.hex not in passes(game):
            refuse(game, "no_pass_there", hex=action.hex)
        if action.power not in (None, PASS_POWER):
            refuse(game, "no_such_power", hex=action.hex)
        problem = self._ban(game, company, action.power)
        problem = problem or self._problem(game, company, action.hex, action.power)
        if problem is not None:
            cost = opening_cost(game, action.hex, action.power)
            cash = game.state.cash[company]
            refuse(game, problem, hex=action.hex, company=company, cost=cost, cash=cash)

    def apply(self, game: Play, step: CompanyStep, action: OpenPass) -> None:
        company = step.company(game)
        cost = opening_cost(game, action.hex, action.power)
        pay(game, company, BANK, cost)  # 18ESP-1.5.1.7
        # 18ESP-5.2.0.8: nothing is reserved for who opens it
        open_hex(game.definition, game.state, action.hex)
        game.set_facts(open_passes=(*facts(game).open_passes, action.hex))
        game.log("pass_opened", company=company, hex=action.hex, cost=cost)
        if action.power is not None:
            close_pioneer(game, PASS_POWER)
        if action.power is None or policy(game).pass_power_counted:
            game.set_turn(pass_opened=True)
