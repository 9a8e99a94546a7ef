"""A table set by hand, as far as all games do it alike; each game's tests add what only it has.

Money, certificates, trains and tiles stay complete, and whatever is set up is a position: it is
written down and read back before a test begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

import dieciocho
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.positions import table_of
from dieciocho.engine.shares import put_marker
from dieciocho.engine.state import BANK, OUT, Owner, Seat
from dieciocho.engine.step import Step
from dieciocho.engine.track import put_tile

from .support import NAMES

PEOPLE = (*NAMES, "Gil", "Hugo")


class Scene:
    """A game whose table is set by hand."""

    def __init__(
        self,
        name: str,
        players: int,
        edition: str = "rulebook",
        options: dict[str, str] | None = None,
        version: int | None = None,
    ) -> None:
        game = dieciocho.new_game(name, PEOPLE[:players], edition=edition, options=options)
        if version is not None:
            game = Game(msgspec.structs.replace(game.header, version=version), game.rules)
        self.game = game
        self.state = game.state

    # --- things ------------------------------------------------------------------------

    def cash(self, owner: Owner, amount: int) -> Self:
        """Set somebody's cash; the bank gives or takes the difference."""
        self.state.cash[BANK] -= amount - self.state.cash[owner]
        self.state.cash[owner] = amount
        return self

    def deal(
        self, company: str, director: Owner, held: Mapping[Any, int], *rest: Owner, last: Owner
    ) -> None:
        """Deal certificates: shares in tens of percent, the director's two included.

        `rest` follows the players, `last` has what is left.
        """
        holders: list[Owner] = [director]
        for owner, count in held.items():
            holders += [owner] * (count - 2 if owner == director else count)
        holders += rest
        count = len(self.state.shares[company])
        assert len(holders) <= count, "more than 100 % of the shares"
        self.state.shares[company] = (*holders, *[last] * (count - len(holders)))
        if isinstance(director, int):
            self.state.president[company] = director

    def price(self, company: str, price: int) -> Self:
        """Put the price marker on the first cell with this price."""
        put_marker(self.game, company, self.game.definition.market.price.index(price))
        return self

    def set_phase(self, name: str) -> None:
        self.state.phase = [phase.name for phase in self.game.definition.phases].index(name)

    def sell_off(self, kind: str | None, gone: Owner = OUT) -> None:
        """Take cards from the bank, all before the first one of a kind and that one."""
        kinds = list(self.game.definition.trains)
        while kind is not None:
            card = self.state.trains[BANK][0]
            if kinds.index(self.game.kind_of(card)) > kinds.index(kind):
                break
            move_train(self.game, card, BANK, gone)
            if self.game.kind_of(card) == kind:
                break

    def take(self, owner: Owner, kind: str, *places: Owner) -> str:
        """Give somebody the last card of a kind that lies in one of some places."""
        trains = self.state.trains
        for place in places:
            for card in reversed(trains[place]):
                if self.game.kind_of(card) == kind:
                    trains[place] = tuple(c for c in trains[place] if c != card)
                    trains[owner] = (*trains[owner], card)
                    return card
        raise AssertionError(f"no {kind}-train left")

    # --- the board ---------------------------------------------------------------------

    def lay(self, hex_name: str, tile: str, rotation: int = 0) -> Self:
        placed = self.game.definition.placed[tile, rotation]
        put_tile(self.game.definition, self.state, hex_name, placed)
        return self

    def tiles(self, text: str) -> Self:
        """Lay tiles given as `E18 57 0; E20 9 1` in order: hex, tile, turns."""
        for entry in text.split(";"):
            hex_name, tile, turned = entry.split()
            self.lay(hex_name, tile, int(turned))
        return self

    # --- the course --------------------------------------------------------------------

    def first(self, seat: Seat) -> Self:
        """Clear the agenda; somebody has the priority deal."""
        self.state.agenda.clear()
        self.state.turn = None
        self.state.priority = seat
        return self

    def change_turn(self, **changes: object) -> Self:
        """Change facts of the present turn, e.g. revenue=80."""
        Play(self.game).set_turn(**changes)
        return self

    def start(self, *steps: Step) -> Game:
        """Put steps on the agenda, the first one first, and begin."""
        Play(self.game).push(*steps)
        return self.ready()

    def ready(self) -> Game:
        """Settle what needs no decision, check that nothing is missing, write it down and read."""
        game = self.game
        game._messages = []
        game._advance()
        check(game)
        if game.policy == game.rules.readings.policy(game.header):
            header = msgspec.structs.replace(game.header, start=table_of(game))
            again = Game(header, game.rules)
            assert again.state == game.state, again.state.differences(game.state)
        return game
