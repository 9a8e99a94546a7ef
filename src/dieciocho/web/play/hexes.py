"""A hex that was clicked: what lies there, what can be done there now, or why nothing can."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from ...engine.actions import Action, LayTile, PlaceStation
from ...engine.definition import Hex
from ...engine.render.board import badge, board_size
from ...engine.render.stops import Slot
from ...engine.render.svg import tag
from ...engine.render.texts import Caption
from ...engine.render.tile import hex_svg
from ...engine.steps.stations import slots_of
from ...engine.track import candidates, next_colour
from ...engine.words import colour_name, place_name, power_name
from ...page.cards import Card, as_json, paid_to
from ...page.earning import compared
from ...page.foresight import consequences
from ..services.asking import Refusal
from .holdings import picture_of
from .scene import Scene

_REASONS = 4
_TRIES = 60


class Turned(Struct, frozen=True):
    """A tile in one rotation: the action and how the hex would look."""

    rotation: int
    action: str
    picture: str
    preview: Any


class Fit(Struct, frozen=True):
    """A tile that can be laid, in all rotations that are legal."""

    tile: str
    left: str
    power: str
    turns: tuple[Turned, ...]


class Reason(Struct, frozen=True):
    """Why something is not possible: the rule, the reason, what the rule says."""

    rule: str
    reason: str
    text: str


class Inspection(Struct, frozen=True):
    """What the page tells about a hex."""

    hex: str
    title: str
    facts: tuple[str, ...]
    fits: tuple[Fit, ...]
    cards: tuple[Card, ...]
    reasons: tuple[Reason, ...]


def inspect(scene: Scene, name: str) -> Inspection:
    """Return everything about a hex that helps to decide now."""
    game = scene.game
    spot = game.definition.hexes.get(name)
    if spot is None:
        raise Refusal("missing", "web.no_hex")
    fits = tuple(_fits(scene, spot))
    cards = tuple(_cards(scene, name))
    reasons = () if fits or cards or game.over else tuple(why_nothing(scene, spot))
    facts = tuple(_facts(scene, spot))
    return Inspection(name, place_name(game, name), facts, fits, cards, reasons)


def _facts(scene: Scene, spot: Hex) -> Iterable[str]:
    game = scene.game
    placed = game.state.board[spot.index]
    if placed is spot.printed:
        if spot.buildable:
            yield _("no tile yet")
        if spot.cost:
            yield _("building costs %(money)s") % {"money": scene.money(spot.cost)}
    else:
        yield _("tile %(tile)s (%(colour)s)") % {
            "tile": placed.name,
            "colour": colour_name(game, placed.tile.colour, scene.language),
        }
    colour = game.phase.value_colour
    values = [str(value) for stop in placed.tile.stops if (value := stop.value(colour))]
    if values:
        yield _("worth %(values)s now") % {"values": ", ".join(values)}


# --- tiles -----------------------------------------------------------------------------


def _fits(scene: Scene, spot: Hex) -> Iterable[Fit]:
    game = scene.game
    found: dict[tuple[str, str | None], list[LayTile]] = {}
    for choice in scene.choices:
        lay = choice.action
        if isinstance(lay, LayTile) and lay.hex == spot.name:
            found.setdefault((lay.tile, lay.power), []).append(lay)
    for (tile, power), lays in found.items():
        left = game.state.supply[tile]
        yield Fit(
            tile,
            _("unlimited")
            if left < 0
            else ngettext("%(count)s left", "%(count)s left", left) % {"count": left},
            power_name(game, power, scene.language) if power else "",
            tuple(
                Turned(
                    lay.rotation,
                    as_json(lay),
                    picture_of(game, tile, lay.rotation),
                    preview(scene, lay),
                )
                for lay in lays
            ),
        )


def preview(scene: Scene, lay: LayTile) -> SafeString:
    """Draw the hex as it would look with the tile on it, stations included."""
    trial = scene.tell.foresee(lay).game
    spot = trial.definition.hexes[lay.hex]
    placed = trial.state.board[spot.index]
    slots = tuple(
        tuple(
            Slot(token=badge(trial.definition, company)) if company else Slot()
            for company in slots_of(trial, (lay.hex, number))
        )
        if stop.slots
        else ()
        for number, stop in enumerate(placed.tile.stops)
    )
    least = board_size(trial.definition)[2]
    caption = Caption(place=spot.entry.place, number=placed.name, least=least)
    picture = hex_svg(placed, trial.definition.layout, caption, slots=slots)
    return mark_safe(tag("g", picture))


def lay_effect(scene: Scene, lay: LayTile) -> list[str]:
    """Say what a legal tile costs and what it opens for the operating company."""
    game = scene.game
    company = getattr(game.state.turn, "company", None)
    trial = scene.tell.foresee(lay).game
    lines: list[str] = []
    if company is None:
        return lines
    before, after = game.state.cash[company], trial.state.cash[company]
    if before != after:
        lines.append(
            _("Costs %(cost)s; treasury %(old)s → %(new)s.")
            % {
                "cost": scene.money(before - after),
                "old": scene.money(before),
                "new": scene.money(after),
            }
        )
        lines += map(sentence, paid_to(scene.tell, lay))
    else:
        lines.append(_("Free of charge."))
    tell = scene.tell
    lines += [sentence(line) for line in consequences(tell, lay)]
    lines += tell.page.leads(tell, trial, company)
    opens = tell.page.opens
    return lines + (opens(tell, trial, company) if opens else compared(tell, trial, company))


def sentence(text: str) -> str:
    """Let a remark stand by itself."""
    return f"{text[0].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")


# --- cards ----------------------------------------------------------------------------


def _cards(scene: Scene, name: str) -> Iterable[Card]:
    """Return the cards of the panel that belong to a hex."""
    for group in scene.groups:
        yield from (card for card in group.cards if card.hex == name)


# --- why not ---------------------------------------------------------------------------


def why_nothing(scene: Scene, spot: Hex) -> list[Reason]:
    """Return the distinct reasons against building on a hex, or placing a station there."""
    found: dict[str, Reason] = {}
    for action in _wishes(scene, spot):
        refusal = scene.game.why_not(action, scene.language)
        if refusal is not None and refusal["rule"] not in found:
            found[refusal["rule"]] = Reason(**refusal)
        if len(found) == _REASONS:
            break
    return list(found.values())


def _wishes(scene: Scene, spot: Hex) -> Iterable[Action]:
    """Return what somebody who clicks on a hex may have had in mind."""
    game = scene.game
    kinds = {move.action for move in game.step.moves}
    placed = game.state.board[spot.index]
    cities = [n for n, stop in enumerate(placed.tile.stops) if stop.kind == "city"]
    if PlaceStation in kinds and cities:
        yield from (PlaceStation(spot.name, number) for number in cities)
        return
    # First the tiles whose shape suits the hex: what speaks against them is the real reason.
    suits = candidates(game.definition, spot.name, placed) if spot.buildable else ()
    if suits:
        yield from (LayTile(spot.name, tile, turn) for tile, turns in suits for turn in turns)
        return
    colour = next_colour(placed.tile.colour) or "yellow"
    tiles = [name for name, tile in game.definition.tiles.items() if tile.colour == colour]
    ordinary = [name for name in tiles if name not in game.definition.special_tiles]
    lays = [LayTile(spot.name, tile, turn) for tile in ordinary for turn in range(6)]
    yield from lays[:_TRIES]
