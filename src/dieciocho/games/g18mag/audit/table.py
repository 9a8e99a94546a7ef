"""The auditor's own table of 18Magyarország: minors, majors, stacks, and how phases change."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....engine.audit_table import COLOURS, SteppedSheet
from ....engine.state import BANK, POOL, Owner
from ..facts import MagFacts, MagTurn
from ..policy import MagPolicy
from ..printed import PrintedMag

if TYPE_CHECKING:
    from ....engine.audit import Auditor, Record
    from ....engine.state import State

MINOR, MAJOR = "minor", "major"
TERRAIN, BUILDER, WAGONS = "SIK", "SKEV", "RABA"  # majors whose services have a price of their own
CAPITAL = 50  # of a minor (III.3.2.2)
TRAIN_LIMIT = 2  # (III.3.2.3)


class Table(SteppedSheet[MagTurn]):
    """What should lie on the table; `step`, `above` and `actor` say whose decision is due."""

    TURN = MagTurn.__struct_fields__

    definition: PrintedMag
    policy: MagPolicy

    def __init__(self, auditor: Auditor, before: State, record: Record, now: State) -> None:
        super().__init__(auditor, before, record, now)
        header = auditor.game.header
        self.version = header.version
        self.istvan = len(self.names) - 1 if len(header.players) == 1 else None
        self.owner = {c: s for c, s in before.president.items() if self.kind_of(c) == MINOR}
        assert isinstance(before.facts, MagFacts)
        self.facts: MagFacts = before.facts
        self.upgrading = ""  # the hex of which István upgrades the tile

    # --- who ---------------------------------------------------------------------------

    def kind_of(self, company: str) -> str:
        return self.definition.companies[company].kind

    def majors(self) -> list[str]:
        """Return the majors by price, the top of a stack first (VI.4.1)."""

        def rank(company: str) -> tuple[int, int]:
            return -self.price(company), self.depth(company)

        return sorted(self.markers.at, key=rank)

    def minors(self) -> list[str]:
        """Return the minors in play by their numbers (VI.1.1)."""
        return sorted((c for c in self.owner if c not in self.closed), key=int)

    @property
    def few(self) -> bool:
        """Whether the game for one or two players is played (X.1)."""
        return len(self.names) <= 2

    def decides(self, company: str) -> int | None:
        """Return who decides for a company: the owner of a minor, the director of a major."""
        if self.kind_of(company) == MINOR:
            return self.owner[company]
        director = self.held.director[company]
        return director if isinstance(director, int) else None

    # --- prices ------------------------------------------------------------------------

    def move_price(self, company: str, steps: int) -> None:
        """Move a marker right (or left) on the one row; it stops at the ends (VIII.2.3)."""
        old, (row, column) = self.price(company), self.markers.at[company]
        last = len(self.markers.cells) - 1
        self.markers.put(company, (row, min(max(column + steps, 0), last)))
        if self.price(company) != old:
            self.take("price_moved", company=company, old=old, new=self.price(company))

    # --- certificates ------------------------------------------------------------------

    def counted(self, seat: int) -> int:
        """Return how many certificates a player has (VII.3.1)."""
        return sum(self.held.certificates(seat, company) for company in self.markers.at)

    @property
    def certificate_limit(self) -> int:
        players = 1 if self.istvan is not None else len(self.names)
        return self.definition.table.certificate_limit[str(players)]

    def after_purchase(self, company: str, seat: int) -> None:
        """Exchange two shares for the certificate on the board, or overtake the director."""
        if self.held.director[company] == POOL:
            if self.held.tens[company][seat] >= 2:  # (III.3.3.4)
                self.swap_director(company, seat)
        else:
            self.overtake(company, seat)  # (VII.6.1)

    # --- trains and phases -------------------------------------------------------------

    @property
    def late(self) -> bool:
        """Whether brown or gray is reached: dearer wagons, a higher bonus (2.5)."""
        return self.rules.name in ("brown", "gray")

    def give_train(self, card: str, giver: Owner, taker: Owner) -> None:
        super().give_train(card, giver, taker)
        if taker == BANK:
            self.trains[BANK].insert(0, self.trains[BANK].pop())  # on top of its stack

    def set_facts(self, **changes: Any) -> None:
        self.facts = replace(self.facts, **changes)

    def next_phase(self, *, late: bool = False) -> None:
        """Begin the next phase; the last one leaves one stock round and a set (IX.1.1)."""
        self.phase += 1
        self.take("phase", phase=self.rules.name)
        self.set_facts(phase_changed=True)
        if self.phase == len(self.definition.phases) - 1:
            self.ending.append("last_phase")
            self.take("ending_last_phase")
            self.set_facts(last_set=self.round.number + (2 if late else 1))

    # --- tiles -------------------------------------------------------------------------

    def terrain(self, name: str) -> int:
        """Return the terrain cost of the next tile on a hex (VI.3.2.11, VI.3.3.9)."""
        entry = self.definition.hexes[name].entry
        return entry.cost if self.shows_map(name) else self.lying(name).tile.cost

    def put_tile(self, name: str, tile: str, rotation: int) -> None:
        """Lay a tile of the next colour (VI.3.2.18)."""
        colour = self.definition.tiles[tile].colour
        self.require(colour in self.rules.colours, f"VI.3.3.1: no {colour} yet")
        following = COLOURS[COLOURS.index(self.lying(name).tile.colour) + 1]
        self.same("VI.3.3.1: the colour", following, colour)
        super().put_tile(name, tile, rotation)

    # --- comparing ---------------------------------------------------------------------

    def directors(self) -> dict[str, int]:
        return {**super().directors(), **self.owner}

    def compare_holdings(self) -> None:
        super().compare_holdings()
        self.auditor.alike("terrain tokens", +Counter(self.powers), +Counter(self.now.powers))

    def compare_round(self) -> None:
        if self.now.round.kind != "draft":  # it is watched by what was taken
            super().compare_round()

    def compare_course(self) -> None:
        super().compare_course()
        found = self.now.facts
        assert isinstance(found, MagFacts)
        # Who has a route is a question of track, which the auditor does not walk: a company that is
        # remembered stays so.
        self.same("remembered routes that were lost", self.facts.routed - found.routed, frozenset())
        same_routes = replace(self.facts, routed=found.routed)
        self.same("stacks, tokens and programmes", same_routes, found)
