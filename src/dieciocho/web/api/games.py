"""The games as plain data: what a program must know before it reads a position."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...engine.definition import Definition, Hex
from ...engine.rules import Rules
from ...games import GAMES, rules_of
from ...page.learning import Guide, Introduction, guide_of, introduction
from ..offer import components
from ..services.gathering import BOTS

Json = dict[str, Any]


class HouseRuleFacts(Struct):
    """A reading on which groups differ: the rule, its usual answer, the question."""

    rule: str
    usual: str
    en: str
    es: str


class GameFacts(Struct):
    id: str
    title: str
    version: int
    editions: tuple[str, ...]
    players: list[int]
    bots: tuple[str, ...]
    house_rules: dict[str, HouseRuleFacts]


class GameList(Struct):
    games: list[GameFacts]


class WholeGame(GameFacts):
    """A game with its components, as they are printed; docs/api.md describes them."""

    edition: str
    introduction: Introduction | None
    guide: Guide | None
    actions: dict[str, str]
    table: Json
    companies: Json
    privates: Json
    trains: Json
    phases: Json
    market: list[Any]
    tiles: dict[str, Json]
    layout: str
    hexes: dict[str, Json]
    rules: dict[str, str]


def all_games() -> GameList:
    return GameList([GameFacts(**_summary(rules_of(game))) for game in GAMES])


def _summary(rules: Rules) -> Json:
    return {
        "id": rules.id,
        "title": rules.title,
        "version": rules.version,
        "editions": rules.editions,
        "players": list(rules.player_counts),
        "bots": BOTS,
        "house_rules": {
            name: HouseRuleFacts(rule.rule, rules.readings.usual(name), rule.en, rule.es)
            for name, rule in rules.readings.house.items()
        },
    }


def details(rules: Rules, edition: str, language: str) -> WholeGame:
    """Return the components of an edition, the notation of its actions and its rules."""
    definition: Any = components(rules, edition)  # written as JSON it is what the type says
    return WholeGame(
        **_summary(rules),
        edition=edition,
        introduction=introduction(rules.id),
        guide=guide_of(rules.id),
        actions={str(kind.__struct_config__.tag): kind.notation for kind in rules.actions},
        table=definition.table,
        companies=definition.companies,
        privates=definition.privates,
        trains=definition.trains,
        phases=definition.phases,
        market=definition.market.cells,
        tiles=_tiles(definition),
        layout=definition.layout,
        hexes={spot.name: _hex(spot) for spot in definition.hex_list},
        rules={rule: rules.rule_text(rule, language) for rule in rules.rule_texts},
    )


def _tiles(definition: Definition) -> Json:
    return {
        name: {**_face(tile), "count": definition.tile_counts[name]}
        for name, tile in definition.tiles.items()
    }


def _face(tile: Any) -> Json:
    return {
        "colour": tile.colour,
        "label": tile.label,
        "stops": tile.stops,
        "track": tile.track,  # pairs: 0 to 5 are sides, 6 and above the stops
    }


def _hex(spot: Hex) -> Json:
    return {
        **_face(spot.printed.tile),
        "place": spot.entry.place,
        "cost": spot.cost,
        "terrain": spot.entry.terrain,
        "xy": spot.xy,
        "closed": sorted(spot.closed),
    }
