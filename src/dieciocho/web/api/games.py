"""The games as plain data: what a program must know before it reads a position."""

from __future__ import annotations

from typing import Any

from ...engine.definition import Definition, Hex
from ...engine.rules import Rules
from ...games import GAMES, rules_of
from ..offer import components
from ..services.gathering import BOTS

Json = dict[str, Any]


def all_games() -> list[Json]:
    return [summary(rules_of(game)) for game in GAMES]


def summary(rules: Rules) -> Json:
    return {
        "id": rules.id,
        "title": rules.title,
        "version": rules.version,
        "editions": rules.editions,
        "players": list(rules.player_counts),
        "bots": BOTS,
        "house_rules": {
            name: {
                "rule": rule.rule,
                "usual": rules.readings.usual(name),
                "en": rule.en,
                "es": rule.es,
            }
            for name, rule in rules.readings.house.items()
        },
    }


def details(rules: Rules, edition: str, language: str) -> Json:
    """Return the components of an edition, the notation of its actions and its rules."""
    definition = components(rules, edition)
    return {
        **summary(rules),
        "edition": edition,
        "actions": {kind.__struct_config__.tag: kind.notation for kind in rules.actions},
        "table": definition.table,
        "companies": definition.companies,
        "privates": definition.privates,
        "trains": definition.trains,
        "phases": definition.phases,
        "market": definition.market.cells,
        "tiles": _tiles(definition),
        "layout": definition.layout,
        "hexes": {spot.name: _hex(spot) for spot in definition.hex_list},
        "rules": {rule: rules.rule_text(rule, language) for rule in rules.rule_texts},
    }


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
