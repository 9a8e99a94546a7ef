"""Tables of 1862 set by hand; money, certificates, trains and tiles stay complete."""

from __future__ import annotations

import dieciocho
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import operating_order
from dieciocho.engine.state import BANK, IPO, POOL, Owner, Seat
from dieciocho.engine.step import Step
from dieciocho.games.g1862.facts import Round1862, Turn1862, facts
from dieciocho.games.g1862.rounds import OperatingRound
from dieciocho.games.g1862.stations import place
from dieciocho.games.g1862.stock import begin_stock_round, par_for
from dieciocho.games.g1862.turn import turn_steps

from .. import scenes

NAMES = scenes.PEOPLE


def new(players: int = 3, edition: str = "rulebook", **options: str) -> Game:
    """Return a game in its first parliament round; the seating is that of NAMES."""
    return dieciocho.new_game("1862", NAMES[:players], edition=edition, options=options or None)


class Scene(scenes.Scene):
    """A position: the companies named take part (all others are filled up in their order)."""

    def __init__(
        self, *companies: str, players: int = 3, edition: str = "rulebook", **options: str
    ) -> None:
        every = list(new().definition.companies)
        count = 16 + (max(0, players - 6) if options.get("more") != "no" else 0)
        offer = [*companies, *(c for c in every if c not in companies)][:count]
        super().__init__("1862", players, edition, {"companies": " ".join(offer), **options})

    # --- things ------------------------------------------------------------------------

    def phase(self, name: str) -> Scene:
        """Set the phase; trains of earlier groups have all been sold and are gone."""
        self.set_phase(name)
        gone = tuple(c for c in self.state.trains[BANK] if c[0] < name)
        self.state.trains[BANK] = tuple(c for c in self.state.trains[BANK] if c not in gone)
        self.state.trains["out"] = (*self.state.trains["out"], *gone)
        return self

    def found(
        self,
        company: str,
        shares: dict[Owner, int],
        *,
        price: int = 100,
        par: int = 0,
        chartered: bool = False,
        floated: bool = True,
        cash: int = 0,
        stations: int = 3,
        permits: tuple[str, ...] = (),
    ) -> Scene:
        """Start a company: the first owner named has the director's certificate.

        Shares that nobody has are in the offer of a chartered company, else in the treasury.
        """
        state, left = self.state, IPO if chartered else company
        director, *others = shares.items()
        # The director's certificate is one for three shares.
        certificates = {director[0]: director[1] - 1, **dict(others)}
        self.deal(company, director[0], certificates, last=left)
        state.par[company] = par or par_for(price)
        self.price(company, price)
        now = facts(self.game)
        licence = permits or (now.licences[company],)
        Play(self.game).set_facts(
            chartered=now.chartered | ({company} if chartered else set()),
            permits={**now.permits, company: licence},
        )
        if floated:
            state.floated = state.floated | {company}
            state.stations_left[company] = stations
        return self.cash(company, cash)

    def train(self, company: str, kind: str, warranties: int = 0) -> str:
        """Give a company a train; a card of its group leaves the bank, or comes back into play."""
        group = self.game.definition.trains[kind].card
        for place_ in (BANK, "out"):
            cards = [c for c in self.state.trains[place_] if self.game.kind_of(c) == group]
            if cards:
                owned = self.state.trains[place_]
                self.state.trains[place_] = tuple(c for c in owned if c != cards[0])
                train = f"{kind}-{cards[0].rpartition('-')[2]}"
                self.state.trains[company] = (*self.state.trains[company], train)
                if warranties:
                    now = facts(self.game).warranties
                    Play(self.game).set_facts(warranties={**now, train: warranties})
                return train
        raise AssertionError(f"no card for {kind}")

    def station(self, company: str, hex_name: str, city: int = 0) -> Scene:
        """Place a station of the company's card."""
        place(Play(self.game), company, (hex_name, city))
        if self.state.homes[company] == (hex_name, city):
            Play(self.game).set_facts(homed=facts(self.game).homed | {company})
        return self

    # --- rounds ------------------------------------------------------------------------

    def stock(self, seat: Seat = 0, number: int = 1) -> Game:
        """Begin a stock round with a player."""
        self.first(seat)
        begin_stock_round(Play(self.game), number)
        return self.ready()

    def operate(self, company: str, step: type[Step] | None = None, part: int = 1) -> Game:
        """Begin a company's turn, at a step if one is named; the others operate after it."""
        state = self.state
        state.agenda.clear()
        others = [c for c in operating_order(self.game) if c in state.floated and c != company]
        state.round = Round1862(
            kind="operating",
            number=2,
            part=part,
            parts=self.game.phase.rounds,
            order=(company, *others),
        )
        Play(self.game).push(OperatingRound())
        state.turn = Turn1862(company=company)
        steps = turn_steps(self.game, company)
        if step is not None:
            steps = steps[[type(s) for s in steps].index(step) :]
        return self.start(*steps)


def pool(count: int) -> dict[Owner, int]:
    return {POOL: count}
