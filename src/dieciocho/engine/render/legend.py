"""The legend of a map: every sign that it shows now, drawn as on the map, with its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..definition import BARRIER
from ..text import Message
from ..tiles import COLOURS, Placed, parse_tile
from ..words import money
from .board import badge, barrier, marked, shown_slots, shut
from .borders import crossing_cost, stretch
from .hexagon import APOTHEM, RADIUS
from .stops import Badge, Slot, token_svg
from .style import INK, WHITE, fill
from .svg import document, halo, tag
from .terrain import RIVERS, bed, drawn, hexagon
from .texts import Caption, Flag
from .tile import hex_svg

if TYPE_CHECKING:
    from ..definition import Definition, Hex
    from ..game import Game

TERRAINS = ("mountain", "hill", "wall", *RIVERS)
_STRIP = (-60.0, -20.0, 120.0, 40.0)  # for what is drawn on the side of a hex
_CLOSE = (-62.0, -62.0, 124.0, 124.0)  # for what stands in the middle of one
_LARGE = Caption(least=42)  # letters that can be read in a small picture
_WIDE = (-84.0, -40.0, 168.0, 100.0)  # for a row of values
_SIDE = ((-50.0, 0.0), (50.0, 0.0))
_Box = tuple[float, float, float, float]


class Sign(NamedTuple):
    """A sign and what it means, or whose it is."""

    picture: str
    words: str


class Legend(NamedTuple):
    """The signs of a map by what they are about; `tokens` are those of companies."""

    grounds: list[Sign]
    places: list[Sign]
    sides: list[Sign]
    tokens: list[Sign]


def legend(game: Game, language: str) -> Legend:
    """Return what is to be known of the map as it lies now."""
    made = _Signs(game, language)
    return Legend([*made.grounds()], [*made.places()], [*made.sides()], [*made.tokens()])


class _Signs:
    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language = game, language
        self.definition: Definition = game.definition
        board = game.state.board
        self.lies = [(spot, board[spot.index]) for spot in self.definition.hex_list]
        self.slots = [slot for spot, placed in self.lies for slot in self._slots(spot, placed)]

    def _slots(self, spot: Hex, placed: Placed) -> Iterator[Slot]:
        for number, stop in enumerate(placed.tile.stops):
            if stop.slots:
                yield from shown_slots(self.game, spot.name, number)

    # --- what a sign looks like --------------------------------------------------------

    def _hex(
        self,
        track: str = "",
        *,
        colour: str = "white",
        caption: Caption | None = None,
        slot: Slot | None = None,
        ground: str = "",
        dashed: bool = False,
        box: _Box | None = None,
    ) -> str:
        layout = self.definition.layout
        placed = Placed(parse_tile("", colour, track), 0)
        picture = hex_svg(
            placed,
            layout,
            caption or Caption(),
            slots=((slot,),) if slot else (),
            ground=ground,
            dashed=dashed,
        )
        return self._drawn(picture, box)

    def _drawn(self, picture: str, box: _Box | None = None) -> str:
        if box is None:
            flat = self.definition.layout == "flat"
            wide, high = (RADIUS, APOTHEM) if flat else (APOTHEM, RADIUS)
            box = (-wide - 3, -high - 3, 2 * wide + 6, 2 * high + 6)
        return document(picture, box, "", fill=INK)

    def _sign(self, key: str, picture: str, **blanks: object) -> Iterator[Sign]:
        """Yield a sign; what only one game draws has its words there."""
        texts = self.game.rules.texts
        if f"legend.{key}" in texts:
            yield Sign(picture, texts.show(Message(f"legend.{key}", blanks), self.language))

    def _price(self, *amounts: int) -> str:
        """Return amounts in words; of many the least and the most."""
        shown = [money(self.game, amount) for amount in sorted({*amounts})]
        return " / ".join(shown) if len(shown) < 4 else f"{shown[0]} – {shown[-1]}"

    # --- the signs ---------------------------------------------------------------------

    def grounds(self) -> Iterator[Sign]:
        """Colours of hexes and tiles, terrain and what it costs."""
        open_ = [(spot, placed) for spot, placed in self.lies if not spot.entry.shut]
        laid = {placed.tile.colour for spot, placed in open_ if placed is not spot.printed}
        bare = {(p.tile.colour, bool(p.tile.stops)) for s, p in open_ if p is s.printed}
        keys = {
            f"{colour}_stop" if (colour, stops) == ("blue", True) else colour
            for colour, stops in bare
        }
        if "blue_stop" in keys:  # it says that of the sea as well
            keys.discard("blue")
        for key in sorted(keys - laid):
            yield from self._sign(f"printed.{key}", self._hex(colour=key.removesuffix("_stop")))
        for colour in COLOURS:
            if colour in laid:
                picture = self._hex("0-3", colour=colour, caption=Caption(number="9"))
                yield from self._sign(f"laid.{colour}", picture)
        for kind in TERRAINS:
            yield from self._terrain(kind)
        if any(spot.entry.shut and placed is spot.start for spot, placed in self.lies):
            closed = hexagon(self.definition.layout, fill=fill("orange"), stroke=INK)
            yield from self._sign("shut", self._drawn(closed + shut(self.definition.layout)))
        if any(spot.name in self.definition.unplayed for spot in self.definition.hex_list):
            faint = tag("g", hexagon(self.definition.layout, fill="none", stroke=INK), opacity=0.3)
            yield from self._sign("unplayed", self._drawn(faint))

    def _terrain(self, kind: str) -> Iterator[Sign]:
        bare = [s.entry for s, placed in self.lies if placed is s.printed]
        costs = [e.cost for e in bare if set(e.terrain) == {kind}]
        if not any(kind in entry.terrain for entry in bare):
            return
        layout = self.definition.layout
        ground = bed(layout, 1, 4) if kind in RIVERS else drawn(kind, layout)
        caption = Caption(cost=self._price(min(costs, default=0)), terrain=(kind,))
        yield from self._sign(
            f"terrain.{kind}", self._hex(ground=ground, caption=caption), cost=self._price(*costs)
        )

    def places(self) -> Iterator[Sign]:
        """Cities, towns and what else trains call at, and what is written beside them."""
        stops = [stop for _, placed in self.lies for stop in placed.tile.stops]
        kinds = {(stop.kind, bool(stop.slots)) for stop in stops}
        taken = next((slot for slot in self.slots if slot.token), None)
        waits = next((slot for slot in self.slots if slot.reserved), None)
        if ("city", True) in kinds:
            yield from self._sign("city", self._hex("city: 0 3", box=_CLOSE))
        if taken and taken.token:
            yield from self._sign("token", self._hex("city: 0 3", slot=taken, box=_CLOSE))
        if waits and waits.reserved:
            yield from self._sign("home", self._hex("city: 0 3", slot=waits, box=_CLOSE))
        if ("town", False) in kinds:
            yield from self._sign("town", self._hex("town: 0 3", box=_CLOSE))
        if ("mine", False) in kinds:
            yield from self._sign("mine", self._hex("mine: 0 3", box=_CLOSE))
        if ("mine", True) in kinds:
            yield from self._sign("mine", self._hex("mine 0x1", box=_CLOSE))
        if any(len(stop.values) > 1 for stop in stops):
            caption = Caption(colour=self.game.phase.value_colour)
            values = "area 20/30/40/50"
            yield from self._sign(
                "values", self._hex(values, colour="red", caption=caption, box=_WIDE)
            )
        if any(stop.kind == "area" and stop.free for stop in stops):
            yield from self._sign("port", self._hex("area 10 free", colour="blue", box=_CLOSE))
        tiles = [placed.tile for _, placed in self.lies if placed.tile.colour in COLOURS]
        labels = {tile.label for tile in tiles} - {None}
        if labels:
            shown = sorted(map(str, labels))
            ground = hexagon(self.definition.layout, fill=fill("white"), stroke=INK)
            letters = halo(shown[0], 0, 0, 70, font_weight="bold", font_style="italic")
            picture = self._drawn(ground + letters)
            yield from self._sign("label", picture, labels=", ".join(shown))
        yield from self._written()

    def _written(self) -> Iterator[Sign]:
        definition = self.definition
        goal = next((c for c in definition.companies.values() if c.destination), None)
        if goal is not None:
            flag = Flag(badge(definition, goal.id), goal.bonus, "")
            yield from self._sign("destination", self._hex(caption=_LARGE._replace(flags=(flag,))))
        if any(definition.tile_places.values()):
            bound = next(tile for tile, places in definition.tile_places.items() if places)
            yield from self._sign("bound", self._hex(caption=_LARGE._replace(notes=(f"#{bound}",))))
        named = [name for name, private in definition.privates.items() if private.places]
        if named:
            yield from self._sign("private", self._hex(caption=_LARGE._replace(notes=(named[0],))))

    def sides(self) -> Iterator[Sign]:
        """What is drawn between hexes, and along track."""
        definition = self.definition
        if any(why == BARRIER for spot in definition.hex_list for why in spot.closed.values()):
            line = "M-50 0L50 0"
            yield from self._sign("barrier", self._drawn(barrier(line), _STRIP))
        for terrain in dict.fromkeys(border.terrain for border in definition.borders):
            cost = self._price(crossing_cost(definition, terrain))
            picture = self._drawn(stretch(terrain, *_SIDE), _STRIP)
            yield from self._sign(f"side.{terrain}", picture, cost=cost)
        if definition.sea_links:
            dots = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": "0 22"}
            line = tag("path", d="M-44 0L50 0", stroke=INK, stroke_width=16, **dots)
            line += tag("path", d="M-44 0L50 0", stroke=WHITE, stroke_width=10, **dots)
            cost = self._price(*(link.cost for link in definition.sea_links.values()))
            yield from self._sign("sea_link", self._drawn(line, _STRIP), cost=cost)
        if definition.links:
            line = tag("path", d="M-50 0H50", stroke=INK, stroke_width=8, stroke_dasharray="4 14")
            yield from self._sign("link", self._drawn(line, _STRIP))
        if any(spot.entry.gauge not in ("", "both") for spot in definition.hex_list):
            yield from self._sign("narrow", self._hex("0-3", dashed=True))
        frame = tag("g", marked(definition.layout), transform="scale(.9)", fill="none")
        yield from self._sign("marked", self._drawn(frame))

    def tokens(self) -> Iterator[Sign]:
        """Whose tokens lie on the map, and whose homes wait."""
        shown = {found.company for slot in self.slots if (found := slot.token or slot.reserved)}
        for company in self.definition.companies.values():
            if company.id in shown:
                yield Sign(_disc(badge(self.definition, company.id)), company.name)


def _disc(shown: Badge) -> str:
    return document(token_svg(shown, (0, 0), 26), (-28, -28, 56, 56), shown.company, fill=INK)
