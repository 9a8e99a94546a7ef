"""Phases: the sale from an unopened stack, or three rounds without a sale (18MAG-VI.3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.components import Kind
from .facts import facts
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Play

TOKENS = 3  # "no train sold" tokens that change the phase (18MAG-II.4.7)


def train_sold(game: Play, kind: Kind) -> None:
    """A stack has sold a train: its first sale may open it (18MAG-VI.3.9.1)."""
    game.set_facts(train_sold=True)
    last = game.state.phase + 1 == len(game.definition.phases)
    if kind in facts(game).unopened and not last:
        open_stack(game, kind)
        next_phase(game)


def open_stack(game: Play, kind: Kind) -> None:
    """Take the round indicator off a stack; tokens that lie on it return (18MAG-VI.3.9.3).

    The tokens always lie on the cheapest unopened stack, until that one sells (18MAG-VI.4.3.7).
    Whichever stack it is, the others wait for the phase after (18MAG-VI.3.9.2). A card that
    returns to it later does not close it (18MAG-VI.3.5.3).
    """
    now = facts(game)
    stay = policy(game).tokens_stay and kind != now.unopened[0]
    keep = stay or not policy(game).tokens_stay
    game.set_facts(
        unopened=tuple(k for k in now.unopened if k != kind), idle=now.idle if keep else 0
    )


def next_phase(game: Play, *, late: bool = False) -> None:
    """Start the next phase; the last one triggers the end (18MAG-IX.1.1).

    `late`: after the round, when on 18xx.games the next set has begun to count.
    """
    state, phases = game.state, game.definition.phases
    if state.phase + 1 >= len(phases):
        return
    state.phase += 1  # nobody loses a train (18MAG-VI.3.9.5)
    game.set_facts(phase_changed=True)
    game.log("phase", phase=phases[state.phase].name)
    if state.phase == len(phases) - 1:
        game.set_facts(last_set=state.round.number + (2 if late else 1))
        game.note_ending("last_phase")


def token_after_minors(game: Play) -> None:
    """Put a token on the cheapest unopened stack if no train was sold (18MAG-VI.4.3.6)."""
    now = facts(game)
    if not policy(game).tokens_stay or now.train_sold or not now.unopened:
        return  # no stack left for a token: 18MAG-VI.4.3.9
    game.set_facts(idle=now.idle + 1)
    game.log("no_train_sold", stack=now.unopened[0], count=now.idle + 1)
    if now.idle + 1 == TOKENS:  # 18MAG-VI.4.3.8
        open_stack(game, Kind(now.unopened[0]))
        next_phase(game)


def count_idle_rounds(game: Play) -> None:
    """Count rounds without a sale in a row, as 18xx.games does (D2 to D4)."""
    if policy(game).tokens_stay:
        return
    now = facts(game)
    idle = 0 if now.train_sold else now.idle + 1
    game.set_facts(idle=idle)
    if idle == TOKENS:
        game.set_facts(idle=0)
        next_phase(game, late=True)
