"""1888-N: set-up, values of routes, closing of privates, final scores."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...engine.components import Kind
from ...engine.definition import merge
from ...engine.routing import RouteModel
from ...engine.rules import Course, Rules
from ...engine.setup import bare_table
from ...engine.state import OUT, Seat, State
from ...engine.steps.auction import UNSOLD, AuctionRound
from .policy import Policy1888, policy
from .printed import Printed1888
from .privates import MOUNTAIN_INCOME, MOUNTAIN_TILE, POWER_USES, Facts1888, Turn1888
from .rounds import PrivateAuction
from .turn import HOLDING

if TYPE_CHECKING:
    from ...engine.game import Game, Header, Play


# What a stop can mean to a company's route.
HOME, DESTINATION, MOUNTAIN = 1, 2, 4
BOTH = HOME | DESTINATION


class Rules1888N(Rules):
    id = "1888n"
    title = "1888-N"
    version = 2
    definition_type = Printed1888
    policy_type = Policy1888
    player_counts = range(2, 7)  # 1888N-1.1
    pool_limit = HOLDING.pool
    folder = files(__package__)
    rounds = {
        "auction": Course(AuctionRound, "private_auction"),
        **Rules.rounds,
    }
    turn_type = Turn1888
    # No `check_variants`: there are no optional rules (1888N-V.2).

    def component_key(self, header: Header) -> object:
        return super().component_key(header), self._empty_bank_breaks(header)

    def changes(self, header: Header) -> dict[str, Any]:
        # A broken bank goes on paying, and what it pays is money (1888N-10.1.3).
        table = {"empty_bank_breaks": self._empty_bank_breaks(header)}  # 1888N-10.1.1
        return merge(super().changes(header), {"table": table})

    def _empty_bank_breaks(self, header: Header) -> bool:
        """A table may read it in its own way."""
        chosen = self.readings.policy(header)
        assert isinstance(chosen, Policy1888)
        return chosen.empty_bank_breaks

    def set_up(self, game: Play) -> State:
        privates = game.definition.privates
        # Companies have nothing yet (1888N-3.2); the first in the seating drawn has the Priority
        # Deal (1888N-3.5).
        state = bare_table(game)
        state.agenda = [PrivateAuction()]  # 1888N-3.7
        state.facts = Facts1888()
        state.powers = dict(POWER_USES)
        state.prices = {p: x.value for p, x in privates.items()}
        # Each will belong to a player or to a company (1888N-4.3.1.1).
        state.private_owner = dict.fromkeys(privates, UNSOLD)
        state.round = AuctionRound(kind="auction", order=state.round.order)
        return state

    def route_model(self, game: Game, company: str, kind: Kind) -> RouteModel:
        """Value stops by the phase; mark home, destination and Heng Shan.

        The class of a route is 1 if it visits Heng Shan (1888N-8.3.7.4). Every place of a tile is
        a stop of its own (1888N-8.3.6.5). Revenue is the sum of values and bonuses (1888N-8.3.7.1).
        """
        state, hexes = game.state, game.definition.hex_list
        colour = game.phase.colours[-1]  # 1888N-4.1.5
        charter = game.definition.companies[company]
        home_hex, home_city = state.homes[company]
        strict = policy(game).bonus_needs_home_station
        values: dict[tuple[int, int], int] = {}
        marks: dict[tuple[int, int], int] = {}
        ports: list[tuple[int, int]] = []  # they use no range (1888N-8.3.6.10)
        for spot in hexes:
            tile = state.board[spot.index]
            for number, stop in enumerate(tile.tile.stops):
                at = (spot.index, number)
                values[at] = stop.value(colour)  # 1888N-8.3.7.2
                if stop.free:
                    ports.append(at)
                mark = 0
                if spot.name == home_hex and (not strict or number == home_city):
                    mark |= HOME
                if spot.name == charter.destination:
                    mark |= DESTINATION  # blocked for passing or not (1888N-8.3.6.9)
                if tile.name == MOUNTAIN_TILE:
                    mark |= MOUNTAIN  # to end at or to pass (1888N-8.3.6.11)
                if mark:
                    marks[at] = mark

        def bonus(mark: int) -> tuple[int, int]:
            both = mark & BOTH == BOTH  # 1888N-8.3.6.8, again and again: 1888N-3.4
            return charter.bonus if both else 0, 1 if mark & MOUNTAIN else 0

        limit = game.definition.trains[kind].range
        return RouteModel(
            values,
            marks,
            bonus,
            costs=dict.fromkeys(ports, (0,)) if limit else {},
            budgets=(limit,) if limit else (),
            income=lambda visits: visits * MOUNTAIN_INCOME,  # 1888N-8.3.7.5
        )

    def close_privates(self, game: Play) -> None:
        """Close every private wherever it is (1888N-4.3.1.12)."""
        for private in game.definition.privates:
            game.state.private_owner[private] = OUT
        game.state.powers = {}
        game.log("privates_closed")

    def scores(self, game: Game) -> dict[Seat, int]:
        """Cash, privates at face value, shares at market price (1888N-10.2.1).

        Shares of companies never launched count (1888N-10.2.2), what companies own does not
        (1888N-10.2.3). Nobody is left out, not even who is bankrupt (1888N-10.1.6). The highest
        wins (1888N-1.2), equals are equal (1888N-10.2.4).
        """
        scores = super().scores(game)
        for private, card in game.definition.privates.items():
            owner = game.state.private_owner[private]
            if isinstance(owner, int):
                scores[owner] += card.value
        return scores


RULES = Rules1888N()
