"""Taking a game up where a position says: round, turn and agenda.

A position that a game has written has all three. One that was written by hand may do with the
round, who acts in it, and at which step a company is: the game then begins that turn by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..game import Game, Play
from ..state import Round
from .values import Values, a_list, a_text, wrong

if TYPE_CHECKING:
    from ..step import Step

_MOST_STEPS = 200


def take_up(game: Play, values: Values, data: dict[str, Any]) -> None:
    """Set round, turn and agenda."""
    state = game.state
    if "round" in data:
        state.round = _round(game, values, data["round"])
        state.turn, state.agenda = None, []
    if "turn" in data:
        state.turn = values.read_struct(data["turn"], game.rules.turn_type, "turn")
    by_hand = [name for name in ("acting", "step") if name in data]
    if "agenda" in data:
        if by_hand:
            raise wrong(by_hand[0], "input.position_said_in_agenda")
        steps = a_list(data["agenda"], "agenda")
        read = [_step(game, values, step, f"agenda[{n}]") for n, step in enumerate(steps, 1)]
        state.agenda = read[::-1]
        if not state.agenda and not state.over:
            raise wrong("agenda", "input.position_nothing_due")
    elif "round" in data:
        _begin(game, values, data)
    elif by_hand:
        raise wrong(by_hand[0], "input.position_no_round_given")


def _round(game: Game, values: Values, value: Any) -> Round:
    kinds = game.rules.rounds
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise wrong("round.kind", "input.position_no_round", kinds, kind=kind)
    read: Round = values.read_struct(value, kinds[kind].round, "round")
    if not 0 <= read.index <= len(read.order or game.players):
        raise wrong("round.index", "input.position_out_of_range", value=read.index)
    return read


def _step(game: Game, values: Values, value: Any, where: str) -> Step:
    fields = dict(value) if isinstance(value, dict) else {"step": value}
    name = a_text(fields.pop("step", None), where)
    if name not in game.rules.steps:
        raise wrong(where, "input.position_no_step", game.rules.steps, step=name)
    step: Step = values.read_struct(fields, game.rules.steps[name], where)
    return step


def _begin(game: Play, values: Values, data: dict[str, Any]) -> None:
    """Let the game itself begin the turn of who acts, and go on to the step that is named."""
    state, kind = game.state, game.state.round.kind
    course = game.rules.rounds[kind]
    state.agenda = [_step(game, values, course.step, "agenda")]
    if not state.round.order:
        game.set_round(order=tuple(game.rules.turn_order(game, kind)))
    if "acting" in data:
        order = state.round.order
        acting = values.names.owner(data["acting"], "acting")
        if acting not in order:
            raise wrong("acting", "input.position_not_in_order", map(values.names.write, order))
        game.set_round(index=order.index(acting))
    if "step" in data:
        _go_on_to(game, a_text(data["step"], "step"))


def _go_on_to(game: Game, name: str) -> None:
    """Settle what comes before a step of the present turn, and leave the decisions out."""
    agenda, passed, company = game.state.agenda, [], None
    for _ in range(_MOST_STEPS):
        turn = game.state.turn
        if turn is not None and company is None:
            company = turn.company
        if not agenda or (company is not None and (turn is None or turn.company != company)):
            break
        step = agenda[-1]
        if step.id == name:
            return
        if not step.settle(Play(game)):
            passed.append(step.id)
            agenda.pop()
    raise wrong("step", "input.position_no_step_in_turn", passed, step=name)
