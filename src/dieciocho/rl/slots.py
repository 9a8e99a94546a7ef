"""Legal choices as numbers from 0 up: the same number means the same kind of thing all game long.

Every kind of action has a block of numbers. In it each component that its first field can name (a
company, a hex, a kind of train) has so many ranks, and each rank so many amounts if the action has
a price. The ranks of a component are filled in the order in which the game lists its choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..engine.actions import Action, Choice
from ..engine.game import Game

AMOUNTS = 8  # of a range: the lowest, the highest, and six between
RANKS = {"lay": 48}  # tiles and rotations on one hex
OTHER_RANKS = 8
NO_COMPONENT_RANKS = 32
SPARE = 256  # for what has more choices than there are ranks, in the order of the list


class Block(NamedTuple):
    """The numbers of one kind of action."""

    kind: str
    first: int
    components: tuple[str, ...]  # what the first field can name; none: all choices are ranked
    ranks: int
    amounts: int

    @property
    def size(self) -> int:
        return max(1, len(self.components)) * self.ranks * self.amounts


class Slots:
    """The numbering of a game's choices: it depends on the title and its options alone."""

    def __init__(self, game: Game) -> None:
        printed = game.definition
        self._known: dict[str, tuple[str, ...]] = {
            "hex": tuple(spot.name for spot in printed.hex_list),
            "company": tuple(printed.companies),
            "private": tuple(printed.privates),
            "target": (*printed.privates, *printed.companies),
            "train": tuple(printed.trains),
        }
        self.blocks: dict[str, Block] = {}
        first = 0
        for action in game.rules.actions:
            block = self._block(action, first)
            self.blocks[block.kind] = block
            first += block.size
        self.spare = first
        self.size = first + SPARE
        self._places = {
            kind: {name: number for number, name in enumerate(block.components)}
            for kind, block in self.blocks.items()
        }

    def _block(self, action: type[Action], first: int) -> Block:
        kind, fields = str(action.__struct_config__.tag), action.__struct_fields__
        components = self._known.get(fields[0], ()) if fields else ()
        if not fields:
            ranks = 1
        else:
            ranks = RANKS.get(kind, OTHER_RANKS) if components else NO_COMPONENT_RANKS
        return Block(kind, first, components, ranks, AMOUNTS if "price" in fields else 1)

    def legal(self, game: Game) -> dict[int, Action]:
        """Return what is legal, each by its number."""
        found: dict[int, Action] = {}
        ranks: dict[tuple[str, int], int] = {}
        spare: list[Action] = []
        for choice in game.legal_actions():
            block, place = self._place(game, choice.action)
            rank = ranks[block.kind, place] = ranks.get((block.kind, place), -1) + 1
            actions = list(amounts(choice))
            if rank >= block.ranks:
                spare += actions
                continue
            first = block.first + (place * block.ranks + rank) * block.amounts
            found.update(enumerate(actions, first))
        found.update(enumerate(spare[:SPARE], self.spare))
        return found

    def _place(self, game: Game, action: Action) -> tuple[Block, int]:
        """Return the block of an action, and which component of the block it names."""
        block = self.blocks[str(action.__struct_config__.tag)]
        if not block.components:
            return block, 0
        field = action.__struct_fields__[0]
        name = getattr(action, field)
        places = self._places[block.kind]
        if field == "train" and name not in places:
            name = game.kind_of(name)
        return block, places.get(name, 0)

    def priced(self) -> list[int]:
        """Return the first number of every rank that has a price."""
        return [
            number
            for block in self.blocks.values()
            if block.amounts > 1
            for number in range(block.first, block.first + block.size, block.amounts)
        ]

    def kind_and_place(self, game: Game, action: Action) -> tuple[int, float]:
        """Return the number of an action's kind, and where its component stands, from 0 to 1."""
        block, place = self._place(game, action)
        return list(self.blocks).index(block.kind), (place + 1) / max(1, len(block.components))

    def meaning(self, number: int) -> str:
        """Say what a number stands for, whatever is legal: `lay G15 #3`, `bid TA #0 amount 7`."""
        for block in self.blocks.values():
            if block.first <= number < block.first + block.size:
                rest, amount = divmod(number - block.first, block.amounts)
                place, rank = divmod(rest, block.ranks)
                name = f" {block.components[place]}" if block.components else ""
                price = f" amount {amount}" if block.amounts > 1 else ""
                return f"{block.kind}{name} #{rank}{price}"
        return f"spare #{number - self.spare}"


def amounts(choice: Choice) -> Iterator[Action]:
    """Yield what a choice stands for: of a range, at most AMOUNTS prices from low to high."""
    if choice.low is None or choice.high is None:
        yield choice.action
        return
    steps = (choice.high - choice.low) // choice.step
    parts = min(steps, AMOUNTS - 1)
    for part in range(parts + 1):
        taken = steps * part // parts if parts else 0
        yield choice.at(choice.low + taken * choice.step)
