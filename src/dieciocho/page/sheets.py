"""Tabs of a game's own below the map, made of a few kinds of blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from ..engine.game import Game
    from .teller import Teller


class Fact(Struct, frozen=True):
    """A sentence, or what something is called and how it stands."""

    text: str
    value: str = ""


class Entry(Struct, frozen=True):
    """A line of a list that is worked through: `done`, or where it stands now."""

    text: str
    says: str = ""  # what it means, what is missing
    sign: str = ""
    done: bool = False
    now: str = ""  # what is said beside the line that comes next


class Lines(Struct, frozen=True, tag="lines"):
    facts: tuple[Fact, ...]


class Remark(Struct, frozen=True, tag="remark"):
    """What a mark means; the notes above the rules say more."""

    mark: str
    text: str


class Box(Struct, frozen=True):
    """A card or a board that somebody works through from the top."""

    label: str
    title: str
    entries: tuple[Entry, ...]
    sign: str = ""
    mark: str = ""
    facts: tuple[Fact, ...] = ()


class Boxes(Struct, frozen=True, tag="boxes"):
    boxes: tuple[Box, ...]


class Cell(Struct, frozen=True):
    """A text, or a list of what is done and what is not."""

    text: str = ""
    entries: tuple[Entry, ...] = ()
    pale: bool = False


class Row(Struct, frozen=True):
    """A row of a company: its sign, its name, written or only told to who asks."""

    sign: str
    name: str
    cells: tuple[Cell, ...]
    named: bool = True
    acts: bool = False


class Grid(Struct, frozen=True, tag="grid"):
    label: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


class Drawing(Struct, frozen=True, tag="drawing"):
    picture: str


class Story(Struct, frozen=True, tag="story"):
    """What happened, line by line, each with how often in a row."""

    title: str
    lines: tuple[tuple[str, int], ...]


Block = Lines | Remark | Boxes | Grid | Drawing | Story


def kind_of(block: Block) -> str:
    """Return by what a block is recognised."""
    return str(type(block).__struct_config__.tag)


class Sheet(Struct, frozen=True):
    """A tab; its title is the text `sheet.<id>`."""

    id: str
    content: Callable[[Teller], list[Block]]
    shown: Callable[[Game], bool] = lambda game: True
