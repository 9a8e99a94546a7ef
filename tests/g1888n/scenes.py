"""Positions and little dances that several test files of 1888-N share."""

from __future__ import annotations

from dieciocho.engine.actions import BuyTrain, Dividend, Pass, Run
from dieciocho.engine.game import Game
from dieciocho.engine.state import Owner
from dieciocho.engine.steps.stations import slots_of
from dieciocho.games.g1888n.privates import Turn1888, this_turn
from dieciocho.games.g1888n.rounds import StockRound

from ..support import Table, listed

COAST = "G15:9/0 H14:5/3"  # Yantai - Qingdao - port
CLOSED: dict[str, Owner] = {
    "KT": "out",
    "TA": "out",
    "HS": "out",
    "GW": "out",
    "YRF": "out",
    "FC": "out",
}


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
    return slots_of(game, hex_name, city)


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
