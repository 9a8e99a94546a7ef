"""1865 Sardinia: set-up, sizes of certificates, final scores."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...engine.actions import COMMON_ACTIONS, Action, Choose, PlaceStation, Take
from ...engine.components import Kind
from ...engine.definition import Definition
from ...engine.errors import BadInput
from ...engine.invariants import must_hold
from ...engine.routing import RouteModel
from ...engine.rules import Course, Rules
from ...engine.setup import bare_table
from ...engine.shares import ordinary, percent, price
from ...engine.state import IPO, POOL, Round, Seat, State
from ...engine.steps.auction import UNSOLD
from ...engine.steps.stations import put_station
from .actions import Absorb, Convert, RepayLoan, Transfer
from .components import components, figures, short_game
from .connections import ways_of
from .dragons import estimate, zone_word
from .facts import DRAGONS, SardiniaFacts, SardiniaTurn, facts, loans_of
from .holdings import held, proceeds
from .maritime import Draft, capacity, discard_of_players, draft_round
from .policy import SardiniaPolicy
from .printed import printed, train_of

if TYPE_CHECKING:
    from ...engine.game import Game, Header, Play

VARIANT, SHORT = "variant", "short"


class Rules1865(Rules):
    id = "1865"
    title = "1865 Sardinia"
    version = 3
    policy_type = SardiniaPolicy
    player_counts = range(2, 5)
    actions = (*COMMON_ACTIONS, Take, Choose, Transfer, RepayLoan, Convert, Absorb)
    folder = files(__package__)
    rounds = {
        "draft": Course(Round, "draft"),
        "preparation": Course(Round, "open_stock_round"),
        "stock": Course(Round, "stock_turn"),
        "operating": Course(Round, "operating_round"),
    }
    turn_type = SardiniaTurn
    share_places = (IPO, POOL, DRAGONS)

    def component_key(self, header: Header) -> object:
        return header.options.get(VARIANT)

    def components(self, header: Header) -> Definition:
        return components(header.options.get(VARIANT) == SHORT)

    def check_variants(self, header: Header) -> None:
        unknown = set(header.options) - {VARIANT}
        if unknown or header.options.get(VARIANT, SHORT) != SHORT:
            raise BadInput("input.1865.option", game=self.title, option=f"{VARIANT}={SHORT}")
        if header.options and len(header.players) not in short_game().players:  # 1865-6.1.7
            counts = ", ".join(map(str, short_game().players))
            raise BadInput("input.1865.short", game=self.title, counts=counts)

    def set_up(self, game: Play) -> State:
        definition = game.definition
        seats = range(len(game.players))
        # The players' money comes out of the bank (1865-2.4.1).
        # Seats were drawn (1865-1.15); the first has the priority (1865-2.4.5). All companies lie
        # in the initial offer (1865-2.4.3); no chart has a marker yet (1865-2.4.6).
        state = game.state = bare_table(game)
        state.agenda = [Draft()]
        state.facts = SardiniaFacts(markers=dict.fromkeys(definition.companies, 1))
        state.private_owner = dict.fromkeys(definition.privates, UNSOLD)
        state.round = draft_round(seats)
        state.stations_left = dict.fromkeys(definition.companies, 1)
        for company, home in state.homes.items():  # before any launch (1865-2.4.4, 1865-4.4.11)
            put_station(game, company, home)
        return state

    def certificates(self, game: Game, company: str) -> tuple[int, ...]:
        charter = printed(game).companies[company]
        return charter.converted if company in facts(game).major else charter.certificates

    def counts_for_limit(self, game: Game, card: str) -> bool:
        """Maritime companies do not (1865-2.6.10)."""
        return card not in game.definition.privates and super().counts_for_limit(game, card)

    def stations(self, game: Game, company: str) -> int:
        return facts(game).markers[company]

    def route_model(self, game: Game, company: str, kind: Kind) -> RouteModel:
        """Trains carry the traffic that a company has collected (1865-4.5.1)."""
        raise BadInput("input.1865.no_routes", game=self.title)

    def operated(self, game: Game, company: str) -> bool:
        return company in facts(game).operated

    def proceeds(self, game: Game, seat: Seat, company: str) -> int:
        return proceeds(game, seat, company)

    def company_facts(self, game: Game, company: str) -> dict[str, Any]:
        """Its side, its traffic and what its trains and ships carry, its loans."""
        now, trains = facts(game), game.state.trains[company]
        carried = sum(train_of(game, card).capacity for card in trains)
        return {
            "major": company in now.major,
            "traffic": now.traffic.get(company, 0),
            "capacity": carried + capacity(game, company),
            "loans": loans_of(game, company),
        }

    def player_facts(self, game: Game, seat: Seat) -> dict[str, Any]:
        return {"loans": loans_of(game, seat)}

    def sheet(self, game: Game, company: str, language: str) -> list[tuple[str, str]]:
        def say(key: str) -> str:
            return game.text(f"picture.{key}", language)

        known = self.company_facts(game, company)
        lines = [(say("kind"), say("major" if known["major"] else "minor"))]
        if company in game.state.floated:
            lines += [
                (say("traffic"), str(known["traffic"])),
                (say("capacity"), str(known["capacity"])),
                (
                    say("estimate"),
                    f"{estimate(game, company)} ({zone_word(game, company, language)})",
                ),
            ]
        if known["loans"]:
            lines.append((say("loans"), str(known["loans"])))
        return lines

    def remark(self, game: Game, action: Action, language: str) -> str:
        """Say what the connection of a marker costs and collects (1865-4.4.4, 1865-4.4.7)."""
        turn = game.state.turn
        if not isinstance(action, PlaceStation) or turn is None:
            return ""
        way = next((w for w in ways_of(game, turn.company) if w.text == action.way), None)
        if way is None:
            return ""
        place = game.definition.hexes[action.hex].entry.place
        towns = [game.definition.hex_list[index].entry.place for index, _ in way.towns]
        return game.text(
            "picture.way", language, place=place, cost=way.cost, traffic=way.traffic, towns=towns
        )

    def private_worth(self, game: Game, private: str) -> str:
        """A player has money of it, a company capacity (1865-2.6.1, 1865-2.6.4)."""
        if game.state.private_owner[private] in game.definition.companies:
            return f"+{figures().maritime_capacity}"
        return super().private_worth(game, private)

    def close_privates(self, game: Play) -> None:
        discard_of_players(game)

    def scores(self, game: Game) -> dict[Seat, int]:
        """Cash and shares less the loans of companies and persons (1865-2.7.5).

        Nothing else counts (1865-2.7.6, 1865-2.6.11). The wealthiest wins (1865-2.1.1), with equal
        scores all of them (1865-2.7.8).
        """
        loan = figures().loan
        # On the track is whatever was started, launched or not (1865-2.7.7).
        return {
            seat: game.state.cash[seat]
            + sum(held(game, c, seat) * final_value(game, c) for c in game.state.cell)
            - loan * loans_of(game, seat)
            for seat in range(len(game.players))
        }

    def check(self, game: Game) -> None:
        """Limits of the pool and the Dragons, loans, and who is on the chart."""
        now = facts(game)
        for company in game.definition.companies:
            pool, dragons = (percent(game, company, owner) for owner in (POOL, DRAGONS))
            where = f"shares.{company}"
            must_hold(
                pool <= figures().pool_limit,
                where,
                "input.1865.law_pool",
                percent=pool,
                company=company,
            )
            limit = figures().dragons.share_limit
            must_hold(
                dragons <= limit, where, "input.1865.law_dragons", percent=dragons, company=company
            )
            owed = loans_of(game, company)
            must_hold(
                0 <= owed <= figures().loan_limit,
                "facts.loans",
                "input.1865.law_loans",
                company=company,
                count=owed,
            )
            launched = company in game.state.floated
            must_hold(
                launched == (company in now.row), "facts.row", "input.1865.law_row", company=company
            )
            known = launched or company not in now.traffic
            must_hold(known, "facts.traffic", "input.1865.law_traffic", company=company)
            most = figures().player_limit
            for seat in range(len(game.players)):
                held_here = percent(game, company, seat)
                must_hold(
                    held_here <= most,
                    where,
                    "input.1865.law_limit",
                    player=game.name(seat),
                    percent=held_here,
                    company=company,
                    most=most,
                )
        traded = sum(ordinary(game, c, DRAGONS) for c in game.definition.companies)
        most = max(figures().dragons.certificate_limit.values())
        must_hold(traded <= most, "shares", "input.1865.law_dragons_cards", count=traded, most=most)


def final_value(game: Game, company: str) -> int:
    """Return what a share counts at the end; it may be less than nothing (1865-5.5.6)."""
    return price(game, company) - figures().loan_per_share * loans_of(game, company)


RULES = Rules1865()
