"""Programs at a table: kept with its seats, played right after what calls for them."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec.structs import replace

from ...engine.errors import BadInput, IllegalAction
from ...engine.game import Game
from ..models import Program, Table
from ..programs.kinds import End, PassOn, Wish, read_wish
from .asking import Refusal

BUDGET_SECONDS = 2.0  # of processor time within a request; then a worker goes on
MOST = 20  # of one seat


def carry_on(table: Table, game: Game) -> bool:
    """Let programs act as long as it is the turn of seats that have some; False: time is up."""
    kept = [
        (program, read_wish(program.wish)) for program in table.programs.filter(ended__isnull=True)
    ]
    until = time.thread_time() + BUDGET_SECONDS
    while kept:
        kept = [(program, wish) for program, wish in kept if not _over(program, wish, game)]
        if game.over or not _act(kept, game):
            return True
        if time.thread_time() > until:
            return False
    return True


def _over(program: Program, wish: Wish, game: Game) -> bool:
    end = wish.end(game, program.seat, program.since)
    if end is not None:
        _end(program, end)
    return end is not None


def _act(kept: list[tuple[Program, Wish]], game: Game) -> bool:
    """Play what the first program of the seat that decides has to say; end those that cannot."""
    for program, wish in list(kept):
        if program.seat != game.actor:
            continue
        found = wish.act(game, program.seat)
        if found is None:
            continue
        if isinstance(found, dict):
            _end(program, found)
            kept.remove((program, wish))
            continue
        try:
            game.play(found)
        except IllegalAction:
            _end(program, {"why": "refused"})
            kept.remove((program, wish))
            continue
        return True
    return False


def _end(program: Program, end: End) -> None:
    program.ended = end
    program.save(update_fields=["ended"])


def keep(table: Table, game: Game, seat: int, data: Any) -> None:
    """Write down a program; one about the same takes the place of an earlier one."""
    try:
        wish = read_wish(data)
    except msgspec.ValidationError:
        raise Refusal("invalid", "web.no_program") from None
    if isinstance(wish, PassOn):
        wish = replace(wish, round=game.round.number)
    try:
        wish.check(game, seat)
    except BadInput as error:
        raise Refusal("invalid", error) from None
    own = table.programs.filter(seat=seat)
    for program in own.iterator():  # kept by nothing, so that those left are counted
        if program.ended is not None or read_wish(program.wish).about == wish.about:
            program.delete()
    if own.count() >= MOST:
        raise Refusal("conflict", "web.many_programs")
    Program.objects.create(
        table=table, seat=seat, wish=msgspec.to_builtins(wish), since=len(game.history)
    )
