"""Positions and little dances that several test files of 1888-N share."""

from __future__ import annotations

from dieciocho.engine.actions import BuyTrain, Dividend, Pass, Run
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import put_marker
from dieciocho.engine.state import BANK, IPO, OUT, POOL, Owner, Round, Seat
from dieciocho.engine.steps.rounds import begin_stock_round
from dieciocho.engine.steps.stations import put_station, slots_of
from dieciocho.games.g1888n.privates import Turn1888, this_turn
from dieciocho.games.g1888n.rounds import OperatingRound, StockRound
from dieciocho.games.g1888n.turn import TURN

from ..scenes import Scene
from ..support import listed

COAST = "G15:9/0 H14:5/3"  # Yantai - Qingdao - port
CLOSED: dict[str, Owner] = {
    "KT": "out",
    "TA": "out",
    "HS": "out",
    "GW": "out",
    "YRF": "out",
    "FC": "out",
}


class Table(Scene):
    """A position of 1888-N."""

    def __init__(
        self,
        players: int = 4,
        edition: str = "rulebook",
        *,
        version: int | None = None,
        house: dict[str, str] | None = None,
    ) -> None:
        super().__init__("1888n", players, edition, house, version)

    def privates(self, **owners: Owner) -> Table:
        """Give every private an owner: seat 0 unless said otherwise ("out" closes it)."""
        for private in self.game.definition.privates:
            self.state.private_owner[private] = owners.get(private, 0)
        return self

    def phase(self, name: str) -> Table:
        """Set the phase; the bank's deck then begins with the train after the phase's own."""
        self.set_phase(name)
        self.sell_off(self.game.phase.starts_with)
        return self

    def train(self, owner: Owner, kind: str) -> str:
        """Give somebody a train of a kind; return the card."""
        return self.take(owner, kind, BANK, OUT)

    def empty_deck_down_to(self, kind: str) -> Table:
        """Take cards out of the game until one of this kind is on top of the deck."""
        while self.game.kind_of(self.state.trains[BANK][0]) != kind:
            move_train(self.game, self.state.trains[BANK][0], BANK, OUT)
        return self

    def company(
        self,
        company: str,
        director: Seat = 0,
        par: int = 90,
        *,
        held: dict[Seat, int] | None = None,
        pool: int = 0,
        price_at: tuple[int, int] | None = None,
        treasury: int | None = None,
        launched: bool | None = None,
    ) -> Table:
        """Start a company: shares of each player in tens of percent, the director's 2 included."""
        self.deal(company, director, held or {director: 6}, *[POOL] * pool, last=IPO)
        self.state.par[company] = par
        market = self.game.definition.market
        put_marker(self.game, company, market.at(*price_at) if price_at else market.par_cells[par])
        sold = 10 - self.state.shares[company].count(IPO)
        if launched if launched is not None else sold >= 6:
            self.state.floated = self.state.floated | {company}
            self.cash(company, 10 * par if treasury is None else treasury)
        return self

    def station(self, company: str, hex_name: str | None = None, city: int | None = None) -> Table:
        """Place a station, the home station unless said otherwise."""
        home_hex, home_city = self.state.homes[company]
        put_station(
            self.game,
            company,
            (
                hex_name or home_hex,
                home_city if city is None and hex_name in (None, home_hex) else city or 0,
            ),
        )
        return self

    def stock_round(self, first: Seat = 0, number: int = 2) -> Game:
        """Begin a stock round (the privates are sold to seat 0 if they were not)."""
        self._end_auction()
        self.first(first)
        begin_stock_round(Play(self.game), number, StockRound())
        assert isinstance(self.game.step, StockRound)
        return self.ready()

    def operate(self, company: str, step: str = "track", *, part: int = 1, parts: int = 1) -> Game:
        """Let a company operate, at the given step: Track, Station, RunTrains, PayDividend,
        Trains or Privates. The home station is placed if it was not, as in a first turn."""
        self._end_auction()
        order = self.game.rules.turn_order(self.game, "operating")
        self.state.round = Round(
            kind="operating",
            number=2,
            part=part,
            parts=parts,
            order=tuple(order),
            index=order.index(company),
        )
        charter = self.game.definition.companies[company]
        first = self.state.stations_left[company] == charter.stations
        self.state.turn = Turn1888(company=company, first=first)
        self.state.agenda[:] = [OperatingRound()]
        steps = list(TURN)
        if first:
            self.station(company)
        return self.start(*steps[[s.id for s in steps].index(step) :])

    def _end_auction(self) -> None:
        self.state.agenda.clear()
        self.state.turn = None
        for private, owner in self.state.private_owner.items():
            if owner == "unsold":
                self.state.private_owner[private] = 0


def tiles(table: Table, text: str) -> Table:
    """Lay tiles: `G15:9/0 H14:5/3` is tile 9 unturned on G15 and tile 5 turned 3 on H14."""
    for piece in text.split():
        hex_name, _, rest = piece.partition(":")
        tile, _, rotation = rest.partition("/")
        table.lay(hex_name, tile, int(rotation))
    return table


def quiet_table(
    players: int = 4,
    edition: str = "rulebook",
    phase: str = "2",
    *,
    version: int | None = None,
    house: dict[str, str] | None = None,
) -> Table:
    """Return a table without privates, so that no income disturbs the sums."""
    table = Table(players, edition, version=version, house=house)
    return table.privates(**CLOSED).phase(phase)


def coast(
    edition: str = "rulebook",
    phase: str = "2",
    *,
    director: int = 0,
    par: int = 90,
    held: dict[int, int] | None = None,
    pool: int = 0,
    price_at: tuple[int, int] | None = None,
    treasury: int | None = None,
    version: int | None = None,
    house: dict[str, str] | None = None,
) -> Table:
    """Return LYR (director Ana) with the line from Yantai to Qingdao and the port."""
    table = quiet_table(edition=edition, phase=phase, version=version, house=house)
    table.company("LYR", director, par, held=held, pool=pool, price_at=price_at, treasury=treasury)
    return tiles(table, COAST).station("LYR")


def cell(game: Game, company: str) -> tuple[int, int]:
    """Return row and column of a company's price marker."""
    found = game.definition.market.cells[game.state.cell[company]]
    return found.row, found.column


def slots(game: Game, hex_name: str, city: int = 0) -> tuple[str | None, ...]:
    """Return who has a station in the slots of a city."""
    return slots_of(game, (hex_name, city))


def on_hex(game: Game, hex_name: str) -> tuple[str, int]:
    """Return the tile on a hex and its rotation."""
    placed = game.state.board[game.definition.hexes[hex_name].index]
    return placed.name, placed.rotation


def run(game: Game, *routes: str) -> tuple[int, int]:
    """Run routes (`2-6: F16.0-G15-H14.0`); return revenue and income of the treasury."""
    game.play("run " + "; ".join(routes))
    turn = this_turn(game)
    return turn.revenue, turn.bonus_income


def top(game: Game) -> str:
    """Return the train card on top of the bank's deck."""
    return game.state.trains["bank"][0]


def kinds(game: Game, owner: str) -> list[str]:
    """Return the kinds of somebody's trains, sorted."""
    return sorted(game.kind_of(card) for card in game.state.trains[owner])


def buy(game: Game, price: int, trading: str = "") -> Game:
    """Buy the top card of the bank."""
    text = f"buy train {top(game)} from bank for {price}"
    return game.play(text + (f" trading {trading}" if trading else ""))


def offered(game: Game) -> list[BuyTrain]:
    """Return the train purchases that are legal now."""
    return [action for action in listed(game, BuyTrain) if isinstance(action, BuyTrain)]


def everybody_passes(game: Game) -> Game:
    """End the stock round."""
    number = game.state.round.number
    while isinstance(game.step, StockRound) and game.state.round.number == number:
        game.play(Pass())
    return game


def operating(game: Game) -> str | None:
    """Return the company whose turn it is."""
    turn = game.state.turn
    assert turn is None or isinstance(turn, Turn1888)
    return turn.company if turn else None


def step_on(game: Game) -> Game:
    """Do as little as the rules allow in the present step; revenue is kept."""
    for kind in (Pass, Run, Dividend, BuyTrain):
        actions = listed(game, kind)
        if actions:
            return game.play(Dividend("keep") if kind is Dividend else actions[0])
    raise AssertionError(f"no way on from {game!r}")


def sit_out(game: Game) -> Game:
    """Play the rest of the present turn with as little as the rules allow."""
    company, part = operating(game), (game.state.round.number, game.state.round.part)
    while operating(game) == company and part == (game.state.round.number, game.state.round.part):
        step_on(game)
    return game


def finish_set(game: Game) -> Game:
    """Let everybody sit out until the present set of operating rounds is over."""
    number = game.state.round.number
    while not game.over and game.state.round.number == number and operating(game):
        sit_out(game)
    return game
