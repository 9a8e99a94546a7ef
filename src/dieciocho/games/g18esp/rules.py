"""18ESP: set-up, final scores, and where the rest of its rules is found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from ...engine.actions import COMMON_ACTIONS, Choose, StartCompany, Use
from ...engine.components import Kind
from ...engine.definition import Definition, load_definition
from ...engine.depot import deck
from ...engine.routing import RouteModel
from ...engine.rules import Course, Rules
from ...engine.setup import bare_table
from ...engine.shares import percent
from ...engine.state import BANK, IPO, OUT, POOL, Owner, Seat, State
from . import invariants, phases, random_setup, routes
from .actions import Absorb, Combine, OpenPass
from .auction import UNSOLD, PioneerAuction
from .combine import RECYCLABLE
from .facts import (
    ATTACHED,
    CARRENO,
    NORTH,
    PIONEER_SIX,
    REMOVED,
    RESERVED,
    SOUTH,
    SPECIAL_TRAIN,
    STRAWBERRY_TRAIN,
    AuctionRound18,
    EspFacts,
    EspTurn,
    debt,
    facts,
    in_play,
    is_small,
)
from .forced import may_own
from .policy import EspPolicy, policy
from .printed import PrintedEsp, printed
from .shares import heirs, small_value
from .stations import available
from .stock import HOLDING

if TYPE_CHECKING:
    from ...engine.actions import Action
    from ...engine.game import Game, Header, Play


HOME_BY_RULING = "CA"


class Rules18ESP(Rules):
    id = "18esp"
    title = "18ESP"
    version = 4
    definition_type = PrintedEsp
    policy_type = EspPolicy
    player_counts = range(3, 7)  # 18ESP-1.5.0.1
    # 18ESP-3.1.1.7: none of them gives a directorship away
    actions = (*COMMON_ACTIONS, Choose, Use, OpenPass, Absorb, Combine)
    folder = files(__package__)
    rounds = {
        "auction": Course(AuctionRound18, "pioneer_auction"),
        **Rules.rounds,
    }
    turn_type = EspTurn
    share_places = (IPO, POOL, RESERVED)
    pool_limit = HOLDING.pool
    own_checks = frozenset({"early_shares", "train_limit", "slots"})

    def components(self, header: Header) -> Definition:
        definition = super().components(header)
        if self.readings.known[header.edition].policy["free_combining"]:
            assert isinstance(definition, PrintedEsp)
            _any_two(definition)
        return definition

    def lots(self, players: tuple[str, ...], seed: int, options: dict[str, str]) -> dict[str, str]:
        definition = self._rulebook
        random_setup.check(
            definition, {k: v for k, v in options.items() if k not in self.readings.house}
        )
        setup = options.get(random_setup.SETUP, random_setup.STANDARD)
        return {**random_setup.draw(definition, seed, setup), **options}

    @cached_property
    def _rulebook(self) -> PrintedEsp:
        return load_definition(self.folder / "data", kind=PrintedEsp)

    def check_variants(self, header: Header) -> None:
        random_setup.check(self._rulebook, header.options)

    def faces(self, game: Game, kind: Kind) -> tuple[Kind, ...]:
        back = printed(game).trains[kind].back
        return (kind,) if back is None else (kind, back)

    def may_run_kind(self, game: Game, company: str, kind: Kind) -> bool:
        return may_own(game, company, printed(game).trains[kind])

    def set_up(self, game: Play) -> State:
        options = self.lots(game.header.players, game.header.seed or 0, game.header.options)
        state = bare_table(game)
        state.agenda = [PioneerAuction()]
        state.closed = frozenset(options[random_setup.OUT].split())
        # 18ESP-1.5.1.2, 18ESP-1.5.2.4, 18ESP-4.3.15: nothing is kept for those out of play
        state.homes = {c: home for c, home in state.homes.items() if c not in state.closed}
        _lay_out(game, state, options)
        return state

    def check(self, game: Game) -> None:
        invariants.check(game)

    def turn_order(self, game: Game, kind: str) -> Sequence[Owner]:
        """Turns follow the turn cards (18ESP-3.0.1); frozen companies do not operate."""
        if kind == "operating":
            now = facts(game).frozen
            return [c for c in super().turn_order(game, kind) if c not in now]
        return facts(game).cards

    def close_privates(self, game: Play) -> None:
        phases.close_pioneers(game)

    def heirs(self, game: Game, company: str) -> list[Seat]:
        return heirs(game, company)

    def counts_for_limit(self, game: Game, card: str) -> bool:
        """Frozen small companies do not count (18ESP-3.1.2.3).

        All other certificates count one each (18ESP-3.1.2.2), pioneers too (18ESP-2.3.9).
        """
        return card not in facts(game).frozen

    def proceeds(self, game: Game, seat: Seat, company: str) -> int:
        """Only majors that have operated are sold (18ESP-3.1)."""
        if is_small(game, company) or not self.operated(game, company):
            return 0
        return super().proceeds(game, seat, company)

    def company_facts(self, game: Game, company: str) -> dict[str, Any]:
        """Tell everybody all that a company has (18ESP-1.6.3)."""
        now = facts(game)
        return {
            "goals": now.goals.get(company, ()),
            "full_capital": company in now.full,
            "stations_available": available(game, company),
            "tender": company in now.tenders,
            "frozen": company in now.frozen,
            "absorbed": company in now.absorbed,
        }

    def player_facts(self, game: Game, seat: Seat) -> dict[str, Any]:
        cards = facts(game).cards
        card = cards.index(seat) + 1 if seat in cards else None
        return {"debt": debt(game, seat), "turn_card": card}

    def sheet(self, game: Game, company: str, language: str) -> list[tuple[str, str]]:
        """Say where a home is not the printed one (A1)."""
        if company != HOME_BY_RULING:
            return []
        words, home = (game.text(f"picture.{k}", language) for k in ("home", "home_by_ruling"))
        return [(words, home)]

    def remark(self, game: Game, action: Action, language: str) -> str:
        ruled = isinstance(action, StartCompany) and action.company == HOME_BY_RULING
        return game.text("picture.why_home", language) if ruled else ""

    def may_run(self, game: Game, card: str) -> bool:
        return routes.may_run(game, card)

    def route_models(self, game: Game, company: str, kind: Kind) -> tuple[RouteModel, ...]:
        return routes.route_models(game, company, kind)

    def route_key(self, game: Game, company: str) -> object:
        return routes.route_key(game, company)

    def route_problem(
        self, game: Game, company: str, kind: Kind, stops: tuple[tuple[int, int], ...]
    ) -> str:
        return routes.route_problem(game, company, kind, stops)

    def scores(self, game: Game) -> dict[Seat, int]:
        """Cash and shares (18ESP-7.8) without debts and their interest (18ESP-4.7.2.7).

        Small companies that are left (18ESP-4.6.1.15) count twice (18ESP-7.9).

        Pioneers are worth their value while they are open; none is at the end.
        """
        state, price = game.state, game.definition.market.price
        result: dict[Seat, int] = {}
        for seat in range(len(game.players)):
            value = state.cash[seat] - debt(game, seat)
            for company, cell in state.cell.items():
                held = state.shares[company].count(seat)
                if not held:
                    continue
                if is_small(game, company):
                    value += small_value(game, company)
                else:
                    twice = state.shares[company][0] == seat
                    value += price[cell] * (held + twice)
            for private, owner in state.private_owner.items():
                if owner == seat:
                    value += game.definition.privates[private].value
            result[seat] = value
        return result

    def places(self, game: Game) -> dict[Seat, int]:
        """The richest wins (18ESP-7.10).

        Ties: more of the dearest northern major, then the lower turn card (18ESP-7.11).
        """
        scores, cards = self.scores(game), facts(game).cards
        if not policy(game).tie_break:
            return super().places(game)
        state = game.state
        north = [c for c in in_play(game, NORTH) if c in state.cell]
        best = max(north, key=lambda c: state.cell[c], default=None)

        def order(seat: Seat) -> tuple[int, int, int]:
            held = 0 if best is None else percent(game, best, seat)
            return -scores[seat], -held, cards.index(seat)

        return {seat: place for place, seat in enumerate(sorted(scores, key=order), 1)}


def _lay_out(game: Game, state: State, options: dict[str, str]) -> None:
    """Lay out pioneers, shares and trains as the set-up says (18ESP-1.5)."""
    definition = game.definition
    six = (
        PIONEER_SIX[0] if options[random_setup.SIX] == random_setup.ZAFRA_SHARE else PIONEER_SIX[1]
    )
    state.private_owner = {
        p: UNSOLD for p in definition.privates if p not in PIONEER_SIX or p == six
    }
    order = tuple(range(len(game.players)))  # seats are dealt by card (18ESP-1.5.1.4)
    state.facts = EspFacts(
        cards=order,
        tenders_of_owner=policy(game).tenders,
        with_share={six: options[random_setup.SIX], CARRENO: options[random_setup.SEVEN]},
    )
    first = definition.privates[next(iter(state.private_owner))]
    state.round = AuctionRound18(kind="auction", order=order, bidders=order, least=first.value)
    if policy(game).reserved_shares:  # 18ESP-1.5.1.8, 18ESP-1.5.2.7
        for company, charter in definition.companies.items():
            if charter.kind == SOUTH and company not in state.closed:
                state.shares[company] = (*state.shares[company][:-1], RESERVED)
    # 18ESP-1.5.1.11: they lie with pioneers
    special = (SPECIAL_TRAIN, STRAWBERRY_TRAIN)
    cards = tuple(card for card in deck(game) if card not in special)
    state.trains = {BANK: cards, POOL: (), OUT: special, REMOVED: (), ATTACHED: ()}
    state.trains.update(dict.fromkeys(definition.companies, ()))


def _any_two(definition: PrintedEsp) -> None:
    """Add the combined trains of any two kinds (edition `online`, D30)."""
    single = [
        (k, t) for k, t in definition.trains.items() if not t.parts and not k.endswith(("B", "F"))
    ]
    trains = dict(definition.trains)
    for name, train in single:
        for other in RECYCLABLE:
            kind = f"{name}&{other}"
            if kind in trains:
                continue
            added = trains[other]
            trains[kind] = msgspec.structs.replace(
                train,
                kind=kind,
                count=0,
                range=train.range + added.range,
                small=train.small + added.small,
                gauge="both",
                back=None,
                exportable=False,
                parts=(name, other),
                card=train.card or name,
            )
    definition.trains = trains


RULES = Rules18ESP()
