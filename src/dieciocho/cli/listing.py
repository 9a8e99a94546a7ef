"""Legal actions as a numbered list, grouped by kind, track lays by hex."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.actions import Action, Choice, LayTile
from ..engine.errors import BadInput
from ..engine.game import Game
from ..engine.words import heading
from .words import say

IN_ONE_LINE = {"start": ("company", "par"), "sell": ("company", "count")}


def groups(choices: list[Choice]) -> dict[str, list[tuple[int, Choice]]]:
    """Return the choices by the tag of their action, each with its number from 1."""
    found: dict[str, list[tuple[int, Choice]]] = {}
    for number, choice in enumerate(choices, 1):
        tag = str(type(choice.action).__struct_config__.tag)
        found.setdefault(tag, []).append((number, choice))
    return found


def entry(choice: Choice, language: str) -> str:
    """Return one choice as text, with the range of its price."""
    text = str(choice.action)
    if choice.low is not None and choice.high is not None and choice.low < choice.high:
        steps = say("in_steps", language, step=choice.step) if choice.step > 1 else ""
        text += f"  ({choice.low}–{choice.high}{steps})"
    return text


def lines(game: Game, choices: list[Choice], language: str) -> Iterator[str]:
    """Yield the numbered list as lines with markup."""
    for tag, members in groups(choices).items():
        yield f"[bold]{heading(game, tag, language)}[/]"
        if tag == "lay":
            yield from _lays(game, members)
            continue
        if tag in IN_ONE_LINE:
            yield from _in_one_line(members, *IN_ONE_LINE[tag])
            continue
        for number, choice in members:
            remark = game.rules.remark(game, choice.action, language)
            note = f"  [dim]{remark}[/]" if remark else ""
            yield f"  [cyan]{number:>3}[/]  {entry(choice, language)}{note}"


def _in_one_line(members: list[tuple[int, Choice]], first: str, second: str) -> Iterator[str]:
    """Yield one line for each value of one field, with the values of another field."""
    rows: dict[str, list[str]] = {}
    for number, choice in members:
        value = getattr(choice.action, second)
        rows.setdefault(getattr(choice.action, first), []).append(f"[cyan]{number}[/]:{value}")
    for name, values in rows.items():
        yield f"  {name:<5} {'  '.join(values)}"


def _lays(game: Game, members: list[tuple[int, Choice]]) -> Iterator[str]:
    """Yield one line for each hex: tiles with their rotations, each with its number."""
    hexes: dict[tuple[str, str | None], dict[str, list[str]]] = {}
    for number, choice in members:
        lay = choice.action
        assert isinstance(lay, LayTile)
        tiles = hexes.setdefault((lay.hex, lay.power), {})
        tiles.setdefault(lay.tile, []).append(f"[cyan]{number}[/]:{lay.rotation}")
    for (name, power), tiles in hexes.items():
        place = game.definition.hexes[name].entry.place
        title = " ".join(filter(None, (name, place, f"({power})" if power else "")))
        parts = "   ".join(f"[b]{tile}[/] {' '.join(turns)}" for tile, turns in tiles.items())
        yield f"  {title:<18} {parts}"


def whole(text: str) -> int:
    """Read a number from the keyboard; -1 if it is none, or none that anybody could mean."""
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def by_number(choices: list[Choice], words: list[str]) -> Action:
    """Return the action that a number, perhaps followed by a price, stands for."""
    place = whole(words[0])
    if not 1 <= place <= len(choices):
        raise BadInput("cli.no_number", number=words[0])
    choice = choices[place - 1]
    if len(words) == 1:
        return choice.action
    if choice.low is None or choice.high is None:
        raise BadInput("cli.no_price", number=place)
    action = choice.at(whole(words[1]))
    if not choice.allows(action):
        span = {"low": choice.low, "high": choice.high}
        if choice.step > 1:
            raise BadInput("cli.bad_step", step=choice.step, **span)
        raise BadInput("cli.bad_price", **span)
    return action
