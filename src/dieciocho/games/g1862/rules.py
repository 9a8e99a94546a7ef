"""1862: set-up, options, final scores."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...engine.actions import COMMON_ACTIONS, Choose
from ...engine.components import Kind
from ...engine.definition import Definition, load_definition, merge
from ...engine.earnings import Valuation
from ...engine.rules import Course, Rules
from ...engine.setup import bare_table
from ...engine.shares import price
from ...engine.state import IPO, POOL, Seat, State
from . import best_runs, options
from .actions import Merge, RaiseMoney, RecordedRun, RemoveStation, TopUp
from .cards import faces_of
from .facts import Facts1862, ParliamentRound, Round1862, Turn1862, facts, has_train, receivership
from .holdings import held, proceeds
from .invariants import check as check_table
from .limits import certificate_limit
from .parliament import begin_parliament
from .policy import Policy1862, policy
from .printed import Printed1862, printed

if TYPE_CHECKING:
    from ...engine.game import Game, Header, Play


class Rules1862(Rules):
    id = "1862"
    title = "1862"
    version = 4
    definition_type = Printed1862
    policy_type = Policy1862
    player_counts = range(2, 9)
    # A recorded run is written like a run with more behind it, so it is read first.
    actions = (RecordedRun, *COMMON_ACTIONS, Choose, Merge, RemoveStation, RaiseMoney, TopUp)
    folder = files(__package__)
    rounds = {
        "parliament": Course(ParliamentRound, "parliament"),
        "stock": Course(Round1862, "stock_round"),
        "operating": Course(Round1862, "operating_round"),
    }
    turn_type = Turn1862
    valuation = Valuation(best_runs.solve, best_runs.value, best_runs.check_part, best_runs.apart)
    own_checks = frozenset({"directors", "trains", "train_limit", "slots", "stations"})

    def component_key(self, header: Header) -> object:
        return (
            header.edition,
            header.version,
            len(header.players) < 5,
            *(options.choice(header.options, name) for name in ("length", "shorter")),
            options.is_simple(header.options),
            self._policy(header).empty_bank_breaks,
        )

    def changes(self, header: Header) -> dict[str, Any]:
        chosen = self._policy(header)
        changes = merge(super().changes(header), options.changes(header))
        table = {"empty_bank_breaks": chosen.empty_bank_breaks}  # 1862-10.2.1
        changes = merge(changes, {"table": table})
        if not chosen.faces_share:
            changes = merge(changes, {"tiles": {face: {"back_of": None} for face in self._faces}})
        return changes

    def _policy(self, header: Header) -> Policy1862:
        chosen = self.readings.policy(header)
        assert isinstance(chosen, Policy1862)
        return chosen

    def lots(self, players: tuple[str, ...], seed: int, chosen: dict[str, str]) -> dict[str, str]:
        """Draw the companies and their permits (1862-2.4.1.1, 1862-2.4.1.2)."""
        return options.draw(self._names, len(players), seed, chosen)

    @cached_property
    def share_places(self) -> tuple[str, ...]:  # type: ignore[override]
        """Companies keep shares of their own (1862-6.5.3.2)."""
        return (IPO, POOL, *self._names)

    @cached_property
    def _names(self) -> list[str]:
        return list(self._printed.companies)

    @cached_property
    def _faces(self) -> list[str]:
        """The tiles that are other tiles with small-station markers on them."""
        return [name for name in self._printed.tiles if "_" in name]

    @cached_property
    def _printed(self) -> Definition:
        return load_definition(self.folder / "data", kind=Printed1862)

    def faces(self, game: Game, kind: Kind) -> tuple[Kind, ...]:
        faces = faces_of(game, f"{kind}-0").values()
        return tuple(map(game.kind_of, faces)) or (kind,)

    def may_run_kind(self, game: Game, company: str, kind: Kind) -> bool:
        """With a permit for it (1862-7.8.0.7)."""
        return printed(game).trains[kind].use in facts(game).permits.get(company, ())

    def check_variants(self, header: Header) -> None:
        options.check(header, self.title)
        options.offered(header, self._names)

    def set_up(self, game: Play) -> State:
        companies = game.definition.companies
        offer, licences = options.offered(game.header, list(companies))
        # 1862-2.4.4.1: seats were drawn (`draw`); the first one has the priority deal.
        state = game.state = bare_table(game)
        state.closed = frozenset(companies) - frozenset(offer)
        state.facts = Facts1862(
            waves={c: self._wave(n, len(offer)) for n, c in enumerate(offer)},
            licences=licences,
            permits={c: (kind,) for c, kind in licences.items()},  # 1862-2.1.5: one to begin with
        )
        state.stations_left = dict.fromkeys(companies, 0)
        begin_parliament(game, 1, 1)
        return state

    def _wave(self, place: int, count: int) -> int:
        """The last four of the offer come with phase C, the four before with B (1862-2.4.1.1)."""
        return 2 if place >= count - 4 else 1 if place >= count - 8 else 0

    def route_key(self, game: Game, company: str) -> object:
        return best_runs.key_of_routes(game, company)

    def certificate_limit(self, game: Game) -> int:
        return certificate_limit(game)

    def operated(self, game: Game, company: str) -> bool:
        """A company that starts again has not operated; its first turn begins at home."""
        turn = game.state.turn
        first = turn is not None and turn.first and turn.company == company
        return company in facts(game).homed and not first

    def proceeds(self, game: Game, seat: Seat, company: str) -> int:
        return proceeds(game, seat, company)

    def company_facts(self, game: Game, company: str) -> dict[str, Any]:
        now = facts(game)
        owned = game.state.trains[company]
        return {
            "permits": now.permits.get(company, ()),
            "chartered": company in now.chartered,
            "receivership": receivership(game, company),
            "warranties": {c: n for c, n in now.warranties.items() if c in owned},
        }

    def check(self, game: Game) -> None:
        check_table(game)

    def scores(self, game: Game) -> dict[Seat, int]:
        """Cash and shares, no treasuries (1862-3.0.2).

        Those of companies without train count at half the price (1862-10.4.1).
        """
        return {seat: self._worth(game, seat) for seat in range(len(game.players))}

    def _worth(self, game: Game, seat: Seat) -> int:
        worth = game.state.cash[seat]
        for company in game.state.cell:
            full, count = price(game, company), held(game, company, seat)
            if has_train(game, company):
                worth += full * count
            elif policy(game).half_per_certificate:
                sizes = game.definition.companies[company].certificates
                holders = game.state.shares[company]
                owned = [s // 10 for s, h in zip(sizes, holders, strict=True) if h == seat]
                worth += sum(full * size // 2 for size in owned)
            else:
                worth += full // 2 * count
        return worth


RULES = Rules1862()
