"""What tests share: the `rule` mark, what is legal or refused, the place of the golden traces."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

import dieciocho
from dieciocho.engine.actions import Action, Choice, Route
from dieciocho.engine.earnings import solution, value_of
from dieciocho.engine.game import Game
from dieciocho.engine.state import Owner, Seat

F = TypeVar("F", bound=Callable[..., object])

NAMES = ("Ana", "Bela", "Carla", "Dani", "Eva", "Fidel")


def hears_ctrl_c() -> None:
    """Let a program that is about to start hear Ctrl-C: a suite in the background does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a test with the rules that it exercises; `make rules` prints the table."""

    def mark(function: F) -> F:
        marked: F = pytest.mark.rule(*ids)(function)
        return marked

    return mark


def refused(game: Game, action: Action | Choice | str, rule_id: str | None = None) -> str:
    """Assert that an action is refused, for this rule, and changes nothing; return the rule."""
    before = game.state.copy()
    count = len(game.history)
    with pytest.raises(dieciocho.IllegalAction) as caught:
        game.play(action)
    assert game.state == before, game.state.differences(before)
    assert len(game.history) == count
    if rule_id is not None:
        assert caught.value.rule == rule_id, str(caught.value)
    return caught.value.rule


def listed(game: Game, kind: type[Action]) -> list[Action]:
    """Return the legal actions of one kind (the lowest of each range)."""
    return [c.action for c in game.legal_actions() if isinstance(c.action, kind)]


def legal(game: Game, action: Action) -> bool:
    """Tell whether an action is listed as legal; the check must agree."""
    is_listed = any(choice.allows(action) for choice in game.legal_actions())
    assert is_listed == (game.why_not(action) is None), action
    return is_listed


def conformance(game: str) -> Path | None:
    """Return the folder with golden traces of a game, None where there is none."""
    root = os.environ.get("DIECIOCHO_CONFORMANCE")
    folder = Path(root) if root else Path(__file__).parents[2] / "shared" / "conformance"
    return folder / game if (folder / game).is_dir() else None


def refused_to(game: Game, seat: Seat, action: Action, rule_id: str) -> None:
    """Assert that a player may not do this now, for this rule, and that nothing changes."""
    before = game.state.copy()
    with pytest.raises(dieciocho.IllegalAction) as caught:
        game.play(action, by=game.name(seat))
    assert game.state == before, game.state.differences(before)
    assert caught.value.rule == rule_id, str(caught.value)


def cell_of(game: Game, company: str) -> tuple[int, int]:
    """Return row and column of a price marker."""
    cell = game.definition.market.cells[game.state.cell[company]]
    return cell.row, cell.column


def tile_on(game: Game, hex_name: str) -> tuple[str, int] | None:
    """Return tile and rotation that lie on a hex, None where nothing was laid."""
    spot = game.definition.hexes[hex_name]
    placed = game.state.board[spot.index]
    return None if placed is spot.printed else (placed.name, placed.rotation)


def holdings(game: Game, company: str) -> dict[Owner, int]:
    """Return who holds how many certificates of a company."""
    holders = game.state.shares[company]
    return {holder: holders.count(holder) for holder in dict.fromkeys(holders)}


class Assessment(NamedTuple):
    """What a set of routes earns, and how much less than the best that is."""

    revenue: int
    income: int
    loss: int


def assess(game: Game, company: str, routes: tuple[Route, ...]) -> Assessment:
    """Compare a set of routes with the best; refuse one that breaks a rule."""
    value, best = value_of(game, company, routes), solution(game, company).best
    return Assessment(value.revenue, value.income, best.total - value.revenue - value.income)
