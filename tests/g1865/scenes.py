"""A table of 1865 set by hand; money, certificates, trains and tiles stay complete."""

from __future__ import annotations

import msgspec

from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, IPO, OUT, POOL, Owner, Round, Seat
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.games.g1865.components import figures
from dieciocho.games.g1865.connections import traffic_at
from dieciocho.games.g1865.dragons import DragonTurn
from dieciocho.games.g1865.facts import DRAGONS, SardiniaTurn, facts, set_loans, set_markers
from dieciocho.games.g1865.launch import turn_to_major
from dieciocho.games.g1865.rounds import OperatingRound, prepare_stock_round
from dieciocho.games.g1865.stations import place_free
from dieciocho.games.g1865.stock import StockTurn
from dieciocho.games.g1865.turn import turn_steps

from .. import scenes

STEPS = ("mergers", "track", "mines", "station", "pay_dividend", "trains", "end_of_turn")


class Scene(scenes.Scene):
    """A position after the draft, in phase 2; the maritime companies are out unless given."""

    def __init__(
        self, players: int = 3, *, short: bool = False, version: int | None = None, **house: str
    ) -> None:
        options = {"variant": "short"} if short else {}
        super().__init__("1865", players, options=options | house, version=version)
        self.state.agenda.clear()
        self.state.phase = 1
        for name in self.state.private_owner:
            self.state.private_owner[name] = OUT

    # --- things ------------------------------------------------------------------------

    def bank(self, amount: int, owner: Owner = 0) -> Scene:
        """Leave the bank so much; the rest goes to a player."""
        self.state.cash[owner] += self.state.cash[BANK] - amount
        self.state.cash[BANK] = amount
        return self

    def maritime(self, owner: Owner, *names: str) -> Scene:
        for name in names:
            self.state.private_owner[name] = owner
        return self

    def loans(self, owner: Owner, count: int) -> Scene:
        set_loans(Play(self.game), owner, count)
        return self

    def phase(self, number: int) -> Scene:
        """Set the phase; the stack then begins after the first train of it."""
        self.state.phase = number - 1
        self.sell_off(self.game.phase.starts_with)
        return self

    def stack_down_to(self, kind: str) -> Scene:
        """Take cards out of the game until one of this kind is on top of the stack."""
        while self.game.kind_of(self.state.trains[BANK][0]) != kind:
            move_train(self.game, self.state.trains[BANK][0], BANK, OUT)
        return self

    def train(self, owner: Owner, *kinds: str) -> Scene:
        """Give somebody trains, the last cards of their kinds in the stack."""
        for kind in kinds:
            self.take(owner, kind, OUT, BANK)
        return self

    def company(
        self,
        company: str,
        president: Seat = 0,
        at: int = 100,
        *,
        held: dict[Seat, int] | None = None,
        pool: int = 0,
        dragons: int = 0,
        major: bool = False,
        treasury: int = 0,
        launched: bool = True,
        operated: bool = True,
        traffic: int | None = None,
        row: int = 2,
    ) -> Scene:
        """Start a company: shares of each player, the president's two included."""
        game, state = self.game, self.state
        if major:
            turn_to_major(Play(game), company)
        rest = [POOL] * pool + [DRAGONS] * dragons
        self.deal(company, president, held or {president: 3}, *rest, last=IPO)
        state.par[company] = at
        self.price(company, at).cash(company, treasury)
        if launched:
            state.floated = state.floated | {company}
            now = facts(game)
            home = traffic_at(game, state.homes[company][0])
            points = home if traffic is None else traffic
            Play(game).set_facts(
                row={**now.row, company: row},
                traffic={**now.traffic, company: points} if points else now.traffic,
                operated=now.operated | {company} if operated else now.operated,
            )
            set_markers(Play(game), company, figures().stations["major" if major else "minor"])
        return self

    def marker(self, company: str, *hexes: str) -> Scene:
        """Put markers from the charter on the map, without cost and traffic."""
        for hex_name in hexes:
            place_free(self.game, company, hex_name)
        return self

    def reading(self, **switches: bool) -> Scene:
        """Read doubtful rules otherwise than the edition does."""
        self.game.policy = msgspec.structs.replace(self.game.policy, **switches)
        return self

    # --- times -------------------------------------------------------------------------

    def stock_round(self, first: Seat = 0, number: int = 2, *, dragons: bool = True) -> Game:
        """Begin a stock round; the Dragons act first unless they are asked to wait."""
        self.state.priority = first
        begin_stock_round(Play(self.game), number, StockTurn())
        if dragons:
            Play(self.game).push(DragonTurn())
        return self.ready()

    def before_stock_round(self, number: int = 2) -> Game:
        """Do what precedes a stock round, then begin it."""
        prepare_stock_round(Play(self.game), number)
        return self.ready()

    def operate(self, company: str, step: str = "track", *, part: int = 1) -> Game:
        """Let a company operate, from the given step on."""
        order = tuple(self.game.rules.turn_order(self.game, "operating"))
        self.state.round = Round(
            kind="operating", number=2, part=part, parts=2, order=order, index=order.index(company)
        )
        self.state.turn = SardiniaTurn(company=company)
        self.state.agenda = [OperatingRound()]
        return self.start(*turn_steps()[STEPS.index(step) :])


def certificates(game: Game, company: str) -> dict[Owner, int]:
    """Return who holds how many certificates of a company."""
    holders = game.state.shares[company]
    return {holder: holders.count(holder) for holder in dict.fromkeys(holders)}


def said(game: Game) -> list[str]:
    """Return the ids of what the log says of the last action, or of the beginning."""
    messages = game.history[-1].log if game.history else tuple(game._messages)
    return [message.id.removeprefix("log.") for message in messages]
