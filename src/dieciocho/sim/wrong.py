"""Actions that are probably not legal: what strangers, broken programs and sly players send."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from ..engine.actions import Action, BuyShare, Choice, Route, Run

if TYPE_CHECKING:
    from ..engine.game import Game

NOBODY = "Nowhere"  # a name that no game has


def mutants(game: Game, choice: Choice, dice: random.Random, most: int) -> list[Action]:
    """Return some actions that differ from a legal one in a single respect."""
    action = choice.action
    known = list(broken_runs(game, action) if isinstance(action, Run) else mutations(game, action))
    return dice.sample(known, min(most, len(known)))


def mutations(game: Game, action: Action) -> Iterator[Action]:
    """Yield actions that differ from one in a single field."""
    values = _values(game)
    for field in action.__struct_fields__:
        now = getattr(action, field)
        options = _of_source(game, action) if field == "source" else values.get(field, [])
        if field == "price":
            options = [now - 1, now + 1, 0, -5]
        for value in options:
            if value != now:
                yield replace(action, **{field: value})


def stranger(game: Game, dice: random.Random) -> Action:
    """Return any action of the game, filled with whatever fits its form."""
    values = _values(game)
    while True:
        kind = dice.choice(game.rules.actions)
        filled: dict[str, Any] = {}
        for field, words in _form(kind).items():
            if words:
                filled[field] = dice.choice(words)
            elif field == "routes":
                filled[field] = _any_routes(game, dice)
            elif field == "price":
                filled[field] = dice.choice((0, 1, 10, 40, 67, 100, 100, 100_000))
            else:
                filled[field] = dice.choice(values.get(field, [NOBODY, "yes", "no"]))
        try:
            return msgspec.convert(filled, kind)
        except msgspec.ValidationError:
            continue  # not even its form is right: that is another check


@cache
def _form(kind: type[Action]) -> dict[str, tuple[Any, ...]]:
    """Return the fields of an action, each with the words that it may be, if these are fixed."""
    hints = {f: h for f, h in get_type_hints(kind).items() if f in kind.__struct_fields__}
    return {
        field: words if get_origin(hint) and all(isinstance(word, str) for word in words) else ()
        for field, hint in hints.items()
        for words in (get_args(hint),)
    }


def _values(game: Game) -> dict[str, list[Any]]:
    """Return what the fields of actions may be filled with: known names, and one unknown."""
    definition = game.definition
    cards = [card for owned in game.state.trains.values() for card in owned] + [NOBODY]
    companies, privates = [*definition.companies, NOBODY], [*definition.privates, NOBODY]
    hexes = [*definition.hexes, NOBODY]
    return {
        "company": companies,
        "private": privates,
        "target": [*privates, *companies],
        "power": [None, *privates],
        "hex": hexes,
        "tile": [*definition.tiles, NOBODY],
        "rotation": list(range(-1, 7)),
        "city": list(range(-1, 5)),
        "train": cards,
        "trade_in": [None, *cards],
        "par": [*definition.market.par_cells, 0, 71],
        "count": list(range(-1, 8)),
        "document": [*privates, *companies],
        "absorber": companies,
        "option": hexes,
        "source": ["bank", "pool", *companies],
    }


def _of_source(game: Game, action: Action) -> list[str]:
    sources = _form(BuyShare)["source"]
    if "company" in action.__struct_fields__:
        return [place for place in game.rules.share_places if place in sources]
    return ["bank", "pool", *game.definition.companies]


# --- runs ------------------------------------------------------------------------------


def broken_runs(game: Game, run: Run) -> Iterator[Run]:
    """Yield runs that are not quite as they should be: one route is damaged."""
    yield Run()
    cards = [card for owned in game.state.trains.values() for card in owned]
    for number, route in enumerate(run.routes):
        others = run.routes[:number], run.routes[number + 1 :]
        for path in _broken_paths(game, route.path):
            yield replace(run, routes=(*others[0], Route(route.train, path), *others[1]))
        for card in (NOBODY, *cards[:1], *cards[-3:]):
            yield replace(run, routes=(*others[0], Route(card, route.path), *others[1]))
        yield replace(run, routes=(*run.routes, route))
        yield replace(run, routes=(*others[0], *others[1]))


def _broken_paths(game: Game, path: str) -> Iterator[str]:
    places = path.split("-")
    yield places[0]
    yield "-".join(places[:-1])
    yield "-".join((*places, *reversed(places[:-1])))  # there and back
    yield "-".join((*places, places[0]))  # round in a circle
    yield "-".join((*places, NOBODY))
    yield "-".join((*places, next(iter(game.definition.hexes)) + ".0"))
    for number, place in enumerate(places):
        name, dot, _ = place.partition(".")
        yield "-".join((*places[:number], *places[number + 1 :]))
        yield "-".join((*places[:number], name if dot else f"{name}.0", *places[number + 1 :]))
        yield "-".join((*places[:number], f"{name}.1", *places[number + 1 :]))


def _any_routes(game: Game, dice: random.Random) -> tuple[Route, ...]:
    hexes = list(game.definition.hexes)
    cards = [card for owned in game.state.trains.values() for card in owned]
    path = "-".join(f"{name}.0" for name in dice.sample(hexes, 2))
    return (Route(dice.choice(cards or [NOBODY]), path),)
