"""What the tests of the auditors share: games that are watched, honest ones and tampered ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine import earnings
from dieciocho.engine.actions import Action, PlaceStation
from dieciocho.engine.audit import AuditFailed, Auditor, auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.memory import Memory
from dieciocho.engine.rules import Rules
from dieciocho.engine.steps.stations import PlaceStationMove

from .support import NAMES

MOST = 4000  # actions: no game of these tests is longer

Tamper = Callable[[pytest.MonkeyPatch], None]


def new(game: str, players: int, seed: int, edition: str = "rulebook", **options: str) -> Game:
    names = NAMES[:players]
    return dieciocho.new_game(game, names, seed=seed, edition=edition, options=options)


def watch(game: Game, bot: str = "random", seed: int = 0) -> Auditor:
    """Play a game to its end with the auditor watching; return him."""
    bots = [make_bot(bot, seed + seat) for seat in range(len(game.players))]
    auditor = auditor_for(game)
    while not game.over and len(game.history) < MOST:
        seat = game.actor
        assert seat is not None
        game.play(bots[seat].choose(game), by=seat)
        auditor.after(game)
    assert game.over
    return auditor


def objection(games: Iterable[Game], bot: str = "random") -> str:
    """Play tampered games until the auditor objects; return what he says."""
    for seed, game in enumerate(games):
        try:
            watch(game, bot, seed)
        except AuditFailed as error:
            return str(error)
    pytest.fail("the auditor noticed nothing")


def priced(change: Callable[[int], int]) -> Tamper:
    """Return a tampering: stations cost something else."""

    def tamper(patch: pytest.MonkeyPatch) -> None:
        old = PlaceStationMove.apply

        def apply(move: PlaceStationMove, game: Play, step: Any, action: PlaceStation) -> None:
            cost = move._cost
            patch.setattr(move, "_cost", lambda g, company: change(cost(g, company)))
            old(move, game, step, action)
            patch.setattr(move, "_cost", cost)

        patch.setattr(PlaceStationMove, "apply", apply)

    return tamper


def altered(place: Any, name: str, change: Callable[..., Any]) -> Tamper:
    """Return a tampering: a function is replaced by `change(the old one, its arguments)`."""

    def tamper(patch: pytest.MonkeyPatch) -> None:
        old = getattr(place, name)

        def changed(*args: Any, **named: Any) -> Any:
            return change(old, *args, **named)

        patch.setattr(place, name, changed)
        # Values of runs are kept: those from before must not hide it, nor these outlive it.
        patch.setattr(earnings, "_values", Memory(2000))

    return tamper


def left_out(place: Any, name: str) -> Tamper:
    """Return a tampering: what a function does is not done."""
    return altered(place, name, lambda old, *args, **named: None)


def paying(place: Any, amount: Callable[[Any, Any, int], int]) -> Tamper:
    """Return a tampering with the payments of a module: amount(payer, payee, money)."""

    def pay(old: Any, game: Game, payer: Any, payee: Any, money: int) -> None:
        old(game, payer, payee, amount(payer, payee, money))

    return altered(place, "pay", pay)


def reordered(rules: type[Rules], change: Callable[[list[Any]], list[Any]]) -> Tamper:
    """Return a tampering with the order in which companies operate."""

    def order(old: Any, own: Rules, game: Game, kind: str) -> Sequence[Any]:
        found: Sequence[Any] = old(own, game, kind)
        return change(list(found)) if kind == "operating" else found

    return altered(rules, "turn_order", order)


def passes(game: Game, *actions: Action) -> Game:
    """Play actions that the auditor finds right."""
    auditor = auditor_for(game)
    for action in actions:
        game.play(action)
        auditor.after(game)
    return game


def noticed(game: Game, action: Action, said: str) -> None:
    """Assert that the auditor objects to an action, and why."""
    auditor = auditor_for(game)
    game.play(action)
    with pytest.raises(AuditFailed, match=said):
        auditor.after(game)
