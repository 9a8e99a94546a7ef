"""18Magyarország: set-up, values of routes, final scores."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...engine.actions import COMMON_ACTIONS, Choose, Distribute, Take, Use
from ...engine.components import Kind
from ...engine.definition import Definition, load_definition
from ...engine.earnings import BY_MODELS
from ...engine.errors import BadInput
from ...engine.routing import RouteModel
from ...engine.rules import Course, Rules
from ...engine.setup import bare_table
from ...engine.shares import operating_order
from ...engine.state import POOL, Owner, Seat, State
from . import cards, wagon_sets
from .draft import Draft, DraftRound, first_round
from .facts import MAJOR, MagFacts, MagTurn, facts, minors
from .istvan import HUMAN, ISTVAN, settle_in
from .policy import MagPolicy
from .printed import PrintedMag, printed
from .stock import HOLDING
from .wagons import hired, route_models, route_problem

if TYPE_CHECKING:
    from ...engine.game import Game, Header, Play

PRICE_CARDS = (60, 60, 65, 65, 70, 70, 75, 75, 80, 80)
SOLO_OPTIONS = ("length", "difficulty", "cards", "stock")
PRICES = "prices"  # the option that records the starting prices dealt


def shuffled_cards(seed: int) -> list[int]:
    """Shuffle the price cards as 18xx.games does, so that its recordings can be replayed.

    One number of a linear congruential generator for each card; the smallest comes first.
    """
    keys = []
    number = seed % 2**31
    for place in range(len(PRICE_CARDS)):
        number = (1103515245 * number + 12345) % 2**31
        keys.append((number, place))
    return [PRICE_CARDS[place] for _, place in sorted(keys)]


class Rules18Mag(Rules):
    id = "18mag"
    title = "18Magyarország"
    version = 3
    policy_type = MagPolicy
    player_counts = range(1, 7)  # 18MAG-I.1
    pool_limit = HOLDING.pool
    actions = (*COMMON_ACTIONS, Take, Use, Distribute, Choose)
    folder = files(__package__)
    rounds = {
        "draft": Course(DraftRound, "draft"),
        **Rules.rounds,
    }
    turn_type = MagTurn
    valuation = BY_MODELS._replace(solve=wagon_sets.solve)

    def component_key(self, header: Header) -> object:
        return header.edition, header.version, len(header.players) <= 2

    def components(self, header: Header) -> Definition:
        """One and two players have a map of their own (18MAG-X.2)."""
        data = self.folder / "data"
        small = data / "small" if len(header.players) <= 2 else None
        return load_definition(data, self.changes(header), small, kind=PrintedMag)

    def lots(self, players: tuple[str, ...], seed: int, options: dict[str, str]) -> dict[str, str]:
        """Deal a price card to every major (18MAG-II.4.2), with few players to four of them
        (18MAG-X.13).
        """
        count = 4 if len(players) <= 2 else 7
        dealt = " ".join(str(card) for card in shuffled_cards(seed)[:count])
        if len(players) == 1:
            options = cards.deal(seed, options)
        return {PRICES: dealt, **options}

    def seats(self, header: Header) -> tuple[str, ...]:
        """István sits beside a single player (18MAG-XI.1.1)."""
        return (*header.players, cards.NAME) if len(header.players) == 1 else header.players

    def turn_order(self, game: Game, kind: str) -> Sequence[Owner]:
        """Minors by number, then majors by price and stack (18MAG-VI.1.1, 18MAG-VI.4.1)."""
        if kind == "operating":
            return [*minors(game), *operating_order(game)]
        return super().turn_order(game, kind)

    def rounds_of_set(self, game: Game) -> int:
        """A change of phase ends the set with its round (18MAG-VI.3.9.6)."""
        now = game.state.round
        return now.part if facts(game).phase_changed else now.parts

    def check_variants(self, header: Header) -> None:
        solo = len(header.players) == 1
        unknown = set(header.options) - {PRICES, *(SOLO_OPTIONS if solo else ())}
        if solo:
            cards.check(header)
        if unknown:
            raise BadInput("input.no_options", game=self.title, options=sorted(unknown))
        if PRICES in header.options:
            self._prices(header)

    def _prices(self, header: Header) -> list[int]:
        """Return the starting prices in the order of the majors."""
        options = self.lots(header.players, header.seed or 0, header.options)
        words = options[PRICES].split()
        count = 4 if len(header.players) <= 2 else 7
        left = [str(card) for card in PRICE_CARDS]
        for word in words:
            if word not in left:
                raise BadInput("input.18mag.prices_not_on_cards", prices=options[PRICES])
            left.remove(word)
        if len(words) != count:
            raise BadInput("input.18mag.prices_needed", needed=count, given=len(words))
        return [int(word) for word in words]

    def set_up(self, game: Play) -> State:
        companies = printed(game).companies
        # No money for anybody (18MAG-II.2.1); the first seat drawn begins (18MAG-II.4.9).
        state = game.state = bare_table(game, 0)
        state.agenda = [Draft()]
        # All stacks but that of the 2-trains carry an indicator (18MAG-II.4.6, 18MAG-X.4).
        state.facts = MagFacts(unopened=tuple(game.definition.trains)[1:])
        state.powers = {c: x.terrain_tokens for c, x in companies.items() if x.terrain_tokens}
        state.shares = {c: (POOL,) * len(x.certificates) for c, x in companies.items()}
        self._price_majors(game)
        if cards.is_solo(game):
            settle_in(game)
        state.round = first_round(game, tuple(range(len(game.players))))
        return state

    def _price_majors(self, game: Game) -> None:
        """Put the price markers on the board; all majors exist from the start.

        In one space the first of the companies lies on top (18MAG-II.4.3).
        """
        from ...engine.shares import put_marker

        state, market = game.state, game.definition.market
        majors = [c for c, x in game.definition.companies.items() if x.kind == MAJOR]
        state.par = dict(zip(majors, self._prices(game.header), strict=True))
        state.floated = frozenset(majors)
        for major, price in state.par.items():
            put_marker(game, major, market.par_cells[price])

    def route_models(self, game: Game, company: str, kind: Kind) -> tuple[RouteModel, ...]:
        return route_models(game, company, kind)

    def route_key(self, game: Game, company: str) -> object:
        """Major stations raise cities, wagons change trains."""
        return game.state.station_key, tuple(sorted(hired(game, company)))

    def route_problem(
        self, game: Game, company: str, kind: Kind, stops: tuple[tuple[int, int], ...]
    ) -> str:
        return route_problem(game, company, kind, stops)

    def company_facts(self, game: Game, company: str) -> dict[str, Any]:
        return {"terrain_tokens": game.state.powers.get(company, 0)}

    # Scores are the usual ones: cash and shares at market price, nothing else (18MAG-IX.2.1,
    # 18MAG-IX.2.2). The greatest sum wins (18MAG-I.2), equals share the victory (18MAG-IX.2.3).

    def places(self, game: Game) -> dict[Seat, int]:
        """Alone one has to beat István, not only to equal him (18MAG-XI.4.6)."""
        places = super().places(game)
        if cards.is_solo(game) and places[HUMAN] == places[ISTVAN]:
            places[HUMAN] = 2
        return places


RULES = Rules18Mag()
