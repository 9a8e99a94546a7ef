"""What a program reads of a game: views by name, counted here once more from the state."""

from __future__ import annotations

import random

import pytest

import dieciocho
from dieciocho import BadInput
from dieciocho.engine.actions import SellShares
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import put_marker
from dieciocho.engine.state import BANK, IPO, OUT, POOL, LastRun, Owner, Round
from dieciocho.engine.steps.rounds import StockTurn

NAMES = ("Ana", "Luis", "Eva")


def fresh(game: str) -> Game:
    return dieciocho.new_game(game, NAMES)


def hold(game: Game, company: str, par: int, cell: int, *holders: Owner) -> None:
    """Start a company: its certificates lie with these holders, the director's one first."""
    state = game.state
    state.shares[company] = holders
    state.par[company] = par
    put_marker(game, company, cell)
    if isinstance(holders[0], int):
        state.president[company] = holders[0]


def between_rounds(game: Game) -> None:
    game.state.round = Round(kind="stock", order=(0, 1, 2))


def put_train(game: Game, company: str, *cards: str) -> None:
    trains = game.state.trains
    trains[company] = cards
    trains[BANK] = tuple(card for card in trains[BANK] if card not in cards)


# --- worked positions ------------------------------------------------------------------


def test_1888n_counted_by_hand() -> None:
    game = fresh("1888n")
    between_rounds(game)
    market = game.definition.market
    ninety, seventy = market.par_cells[90], market.par_cells[70]
    hold(game, "LYR", 90, ninety, 0, 0, 0, 1, POOL, POOL, IPO, IPO, IPO)
    hold(game, "JHR", 70, seventy, 1, 0, *(IPO,) * 7)
    state = game.state
    state.cash["LYR"], state.cash[0] = 345, 210
    state.floated = frozenset({"LYR"})
    state.last_runs["LYR"] = LastRun(2, 1, 90, "pay")
    put_train(game, "LYR", "2-0", "3-1")
    state.private_owner["KT"] = 0
    lyr, ana = game.company("LYR"), game.player("Ana")
    assert (lyr.price, lyr.par, lyr.treasury) == (90, 90, 345)
    assert lyr.shares == {0: 40, 1: 10, POOL: 20, IPO: 30}
    assert (lyr.initial_offer, lyr.pool, lyr.own_shares) == (30, 20, 0)
    assert (lyr.held_by(0), lyr.held_by(ana), lyr.held_by(2)) == (40, 40, 0)
    assert lyr.president is not None
    assert lyr.president.name == "Ana"
    assert [(train.card, train.kind) for train in lyr.trains] == [("2-0", "2"), ("3-1", "3")]
    assert (lyr.started, lyr.floated, lyr.operated, lyr.closed) == (True, True, True, False)
    assert lyr.last_run is not None
    assert (lyr.last_run.revenue, lyr.last_run.kind) == (90, "pay")
    assert (lyr.position, game.company("JHR").position) == (1, None)  # JHR has not floated
    assert (lyr.stations, lyr.stations_left, lyr.station_costs) == ((), 3, (0, 40, 100))
    assert (ana.cash, ana.shares) == (210, {"JHR": 10, "LYR": 40})
    assert ana.certificates == 3 + 1 + 1  # three of LYR, one of JHR, the private
    assert ana.certificate_limit == 20
    assert (ana.directs, ana.privates) == (("LYR",), ("KT",))
    kt = game.private("KT")
    assert ana.value == 210 + 4 * 90 + 70 + kt.value
    # The pool takes three more of LYR; Ana must keep the director's certificate, two shares.
    assert ana.liquidity == 210 + 2 * 90 + 70
    assert game.market.prices == {"LYR": 90, "JHR": 70}
    assert game.bank.cash == state.cash[BANK]
    assert not game.bank.endless
    offers = game.trains.for_sale
    assert [(offer.kind, offer.source, offer.price) for offer in offers] == [("2", "bank", 80)]
    kinds = game.trains.kinds
    assert (kinds["2"].left, kinds["3"].left, kinds["2"].next) == (6, 5, True)
    assert kinds["2"].scrapped_by == "4"
    assert kinds["4"].scraps == ("2",)


def test_18mag_counted_by_hand() -> None:
    game = fresh("18mag")
    between_rounds(game)
    state = game.state
    for company in list(state.cell):
        state.shares[company] = (POOL,) * 9
    state.shares["RABA"] = (POOL, 0, 0, *(POOL,) * 6)
    state.president["1"] = 1
    state.powers["1"] = 2
    raba = game.company("RABA")
    price = game.definition.market.cells[state.cell["RABA"]].price
    assert (raba.price, raba.pool, raba.held_by(0), raba.president) == (price, 80, 20, None)
    assert game.player(0).value == state.cash[0] + 2 * price == game.player(0).liquidity
    minor = game.company("1")
    assert (minor.price, minor.holders, minor.shares, minor.kind) == (None, (), {}, "minor")
    assert str(minor.president) == "Luis"
    assert minor.facts == {"terrain_tokens": 2}
    assert minor.position == 1  # minors by number come before the majors
    assert game.bank.endless
    assert [offer.kind for offer in game.trains.for_sale] == ["2", "3", "4", "6"]
    assert game.trains.kinds["2"].left is None


def test_18esp_counted_by_hand() -> None:
    game = fresh("18esp")
    between_rounds(game)
    state = game.state
    cells = {cell.price: number for number, cell in enumerate(game.definition.market.cells)}
    hold(game, "FdSB", 100, cells[100], 0, 0, 1, *(IPO,) * 6)
    hold(game, "CM", 80, cells[80], 2)
    state.floated = frozenset({"FdSB", "CM"})
    Play(game).set_facts(
        goals={"FdSB": ("destination",)}, debts={2: (50, 25)}, frozen=frozenset({"CM"})
    )
    major, small, eva = game.company("FdSB"), game.company("CM"), game.player("Eva")
    assert major.facts["goals"] == ("destination",)
    assert small.facts["frozen"]
    assert (major.position, small.position) == (1, None)  # frozen companies do not operate
    assert (small.shares, small.held_by(eva)) == ({2: 100}, 100)
    assert eva.certificates == 0  # frozen companies do not count
    owed = 50 + 25 + 38  # half as interest, rounded up
    assert eva.facts["debt"] == owed
    assert eva.value == state.cash[2] - owed + 2 * 80  # small companies count twice
    # Nobody sells a small company, nor a major before it has operated.
    assert eva.liquidity == state.cash[2]
    assert game.player("Luis").liquidity == state.cash[1]
    state.last_runs["FdSB"] = LastRun(1, 1, 0, "keep")
    assert game.player("Luis").liquidity == state.cash[1] + 100


def test_1862_counted_by_hand() -> None:
    game = fresh("1862")
    between_rounds(game)
    state = game.state
    cells = {cell.price: number for number, cell in enumerate(game.definition.market.cells)}
    hold(game, "E&H", 100, cells[100], 0, 0, 1, 1, *("E&H",) * 4)
    company, luis = game.company("E&H"), game.player("Luis")
    assert company.sizes == (30, *(10,) * 7)
    assert (company.held_by(0), company.held_by(1), company.own_shares) == (40, 20, 40)
    assert luis.value == state.cash[1] + 2 * 50  # half the price without a train
    assert luis.liquidity == state.cash[1] + 2 * 50
    put_train(game, "E&H", "A-0")
    Play(game).set_facts(warranties={"A-0": 2})
    company, luis = game.company("E&H"), game.player("Luis")
    assert luis.value == luis.liquidity == state.cash[1] + 2 * 100
    assert company.facts["warranties"] == {"A-0": 2}
    assert company.facts["chartered"] is False
    assert company.facts["receivership"] is False
    assert (company.floated, company.operated) == (False, False)


def test_1865_counted_by_hand() -> None:
    game = fresh("1865")
    between_rounds(game)
    state = game.state
    cells = {cell.price: number for number, cell in enumerate(game.definition.market.cells)}
    hold(game, "FMS", 80, cells[80], 0, 0, 1, "dragons")
    Play(game).set_facts(traffic={"FMS": 3}, loans={"FMS": 1}, operated=frozenset({"FMS"}))
    company = game.company("FMS")
    assert company.sizes == (40, 20, 20, 20)  # of a minor
    assert company.shares == {0: 60, 1: 20, "dragons": 20}
    assert {k: company.facts[k] for k in ("major", "traffic", "loans")} == {
        "major": False,
        "traffic": 3,
        "loans": 1,
    }
    assert company.operated
    assert game.player(1).liquidity == state.cash[1] + 80
    assert game.player(0).liquidity == state.cash[0] + 80  # the president keeps two shares
    Play(game).set_facts(operated=frozenset())
    assert game.player(1).liquidity == state.cash[1]


# --- what views are --------------------------------------------------------------------


def test_names_that_nobody_has_are_refused_with_those_that_there_are() -> None:
    game = fresh("1888n")
    with pytest.raises(BadInput, match=r"no company 'XX'; known: JHR, SSL, .*LYR"):
        game.company("XX")
    with pytest.raises(BadInput, match="no player 'Nadie'; known: Ana, Luis, Eva"):
        game.player("Nadie")
    for seat in (-1, 3):
        with pytest.raises(BadInput, match="no player"):
            game.player(seat)
    with pytest.raises(BadInput, match="no private 'LYR'; known: KT, "):
        game.private("LYR")
    with pytest.raises(BadInput, match="no company 'XX'"):
        game.best_routes("XX")


def test_a_view_shows_the_moment_in_which_it_was_asked_for() -> None:
    game = fresh("1888n")
    before, bank = game.player("Ana"), game.bank
    game.play("buy private KT for 25")
    assert (before.cash, before.privates, before.acts) == (800, (), True)
    assert (game.player("Ana").cash, game.player("Ana").privates) == (775, ("KT",))
    assert game.bank.cash == bank.cash + 25
    assert before != game.player("Ana")
    assert before == game.undo().player(0)
    with pytest.raises(AttributeError):
        before.cash = 0  # type: ignore[misc]


def test_money_that_bids_bind_is_shown_apart() -> None:
    game = fresh("1888n").play("bid 130 on YRF")
    assert (game.player("Ana").cash, game.player("Ana").bound) == (800, 130)


# --- random games ----------------------------------------------------------------------


def look(game: Game) -> None:
    """Count everything once more, from the state alone."""
    state, printed = game.state, game.definition
    assert list(game.companies) == [c for c in printed.companies if c not in state.closed]
    for company, view in game.companies.items():
        sizes = game.rules.certificates(game, company)
        parts: dict[Owner, int] = {}
        for holder, size in zip(state.shares.get(company, ()), sizes, strict=False):
            parts[holder] = parts.get(holder, 0) + size
        assert view.shares == parts
        assert sum(parts.values()) in (0, 100)
        started = company in state.cell
        assert view.price == (printed.market.cells[state.cell[company]].price if started else None)
        assert [train.card for train in view.trains] == list(state.trains[company])
        assert [train.kind for train in view.trains] == [
            c.rsplit("-", 1)[0] for c in state.trains[company]
        ]
        lying = [stop for stop, slots in state.stations.items() for c in slots if c == company]
        assert [(station.hex, station.city) for station in view.stations] == lying
        president = state.president.get(company)
        assert (view.president and view.president.seat) == president
    for seat, player in enumerate(game.seats):
        assert (player.seat, player.name, player.cash) == (
            seat,
            game.players[seat],
            state.cash[seat],
        )
        held = {c: view.held_by(seat) for c, view in game.companies.items() if view.held_by(seat)}
        assert player.shares == held
        assert player.value == game.scores()[player.name]
        assert player.priority == (state.priority == seat)
        assert player.liquidity >= player.cash
        owners = [c for c, s in state.president.items() if s == seat]
        assert sorted(player.directs) == sorted(owners)
    lying_there = [c for space in game.market.taken for c in space.companies]
    assert sorted(lying_there) == sorted(state.cell) == sorted(game.market.prices)
    places = (game.trains.bank, game.trains.pool, game.trains.out)
    for place, cards in zip((BANK, POOL, OUT), places, strict=True):
        assert [train.card for train in cards] == list(state.trains[place])
    turn = state.turn
    if turn is not None and state.round.kind == "operating" and not game.over:
        operator = game.company(turn.company)
        assert operator.position is None or operator.position <= len(state.round.order)


@pytest.mark.parametrize("name", dieciocho.GAMES)
def test_views_agree_with_the_table_in_random_games(name: str) -> None:
    dice = random.Random(5)
    for edition in dieciocho.rules_of(name).editions:
        game = dieciocho.new_game(name, NAMES, seed=3, edition=edition)
        while not game.over and len(game.history) < 240:
            if len(game.history) % 20 == 0:
                look(game)
            game.play(dice.choice(game.legal_actions()))
        look(game)


def test_what_can_be_sold_is_what_a_sale_brings() -> None:
    """Where a player may sell, liquidity is the largest listed block of each company."""
    asked = 0
    for name in dieciocho.GAMES:
        dice = random.Random(8)
        game = dieciocho.new_game(name, NAMES, seed=4)
        while not game.over and len(game.history) < 200:
            listed = game.legal_actions()
            blocks: dict[str, Game] = {}
            for choice in listed:
                may = isinstance(game.step, StockTurn) and not getattr(game.step, "sold", ())
                if may and isinstance(choice.action, SellShares):
                    blocks[choice.action.company] = game.copy().play(choice)
            if blocks:
                seller = game.actor
                assert seller is not None
                told = (after.history[-1].log for after in blocks.values())
                gains = [next(m for m in log if m.id == "log.sold").params["money"] for log in told]
                assert game.player(seller).liquidity == game.state.cash[seller] + sum(gains), game
                asked += 1
            game.play(dice.choice(listed))
    assert asked > 20
