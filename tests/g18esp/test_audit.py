"""The auditor of 18ESP finds nothing in honest games, and something in every tampered one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dieciocho.bots import make_bot
from dieciocho.engine import shares as engine_shares
from dieciocho.engine.actions import (
    Action,
    Answer,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    LayTile,
    Pass,
    PlaceStation,
    SellShares,
    StartCompany,
    Use,
)
from dieciocho.engine.audit import auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, LastRun
from dieciocho.engine.steps import rounds as stock_rounds
from dieciocho.engine.steps import stock as engine_stock
from dieciocho.games.g18esp import (
    absorb,
    auction,
    combine,
    earnings,
    facts,
    forced,
    goals,
    phases,
    pioneers,
    rounds,
    routes,
    running,
    shares,
    stations,
    stock,
    track,
    trains,
    turn,
)
from dieciocho.games.g18esp import (
    passes as passes_,
)
from dieciocho.games.g18esp.actions import Absorb, Combine, OpenPass
from dieciocho.games.g18esp.rules import Rules18ESP

from ..audited import (
    Tamper,
    altered,
    left_out,
    new,
    noticed,
    objection,
    passes,
    paying,
    reordered,
    watch,
)
from .scenes import Scene, run
from .ways import across, lisbon, north

Position = Callable[[], tuple[Game, Action]]


@pytest.mark.parametrize("players", range(3, 7))
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_honest_games_pass(edition: str, players: int) -> None:
    setup = "random" if (players + (edition == "online")) % 2 else "standard"
    assert watch(new("18esp", players, 60 + players, edition, setup=setup)).checked > 100_000


@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_beginning_of_a_sensible_game_passes(edition: str) -> None:
    game = new("18esp", 4, 8, edition)
    bot, auditor = make_bot("sensible", 8), auditor_for(game)
    while len(game.history) < 250:
        game.play(bot.choose(game))
        auditor.after(game)
    assert auditor.checked > 20_000


# --- positions in which something is done that could be done wrongly -----------------------

START = LastRun(1, 1, 0, "keep")


def operated(scene: Scene, *companies: str) -> Scene:
    for company in companies:
        scene.state.last_runs[company] = START
    return scene


def earned(scene: Scene, company: str, step: str) -> Game:
    """Let a company be past its earnings in this round."""
    game = scene.turn(company, step)
    now = game.state.round
    game.state.last_runs[company] = LastRun(now.number, now.part, 0, "keep")
    return game


def dividend(kind: str = "pay") -> tuple[Game, Action]:
    """T6: CRB with 130, half of it held by its director, a fifth in the open market."""
    scene = operated(lisbon(), "CRB")
    scene.trains("CRB", "3")
    return scene.earned("CRB", 130), Dividend("pay" if kind == "pay" else "keep")


def dividend_into_pile() -> tuple[Game, Action]:
    """After the dividend CRB lies on 144, where FdSB lies already."""
    game, action = dividend()
    engine_shares.put_marker(game, "FdSB", game.definition.market.price.index(144))
    game.state.par["FdSB"] = 80
    return game, action


def small_dividend() -> tuple[Game, Action]:
    scene = Scene("2").small("MS").station("MS", "C27")
    scene.trains("MS", "2")
    return scene.earned("MS", 70), Dividend("pay")


def last_run() -> tuple[Game, Action]:
    """A northern major in the very last operating round."""
    scene = Scene("7").last_round().major("FdLR").done("FdLR").build("H8 0 4; I7 1 4; J6 1 4")
    scene.station("FdLR", "H8")
    (card,) = scene.trains("FdLR", "4+5")
    return scene.turn("FdLR", "run_trains"), run(**{card: "H8.0-I7.0-J6.0-K5.0"})


def last_dividend() -> tuple[Game, Action]:
    game, action = last_run()
    return game.play(action), Dividend("pay")


def mine() -> tuple[Game, Action]:
    """T6: Badajoz, Cáceres and a mine."""
    scene = lisbon()
    (card,) = scene.trains("CRB", "3")
    return scene.turn("CRB", "run_trains"), run(**{card: "B26.0-C25.0-C23.0"})


def mine_port() -> tuple[Game, Action]:
    scene = Scene("3").major("CFEA").build("D6 2/3; C5 3 5")
    city = scene.stop("D6", 2)
    scene.station("CFEA", "D6", int(city[-1]))
    (card,) = scene.trains("CFEA", "2+3")
    return scene.turn("CFEA", "run_trains"), run(**{card: f"{city}-C5.0-C3.0-C1.0"})


def red_area() -> tuple[Game, Action]:
    scene = lisbon().done("CRB", "destination")
    (card,) = scene.trains("CRB", "3")
    return scene.turn("CRB", "run_trains"), run(**{card: "A25.0-B26.0-C27.0"})


def over_the_pass() -> tuple[Game, Action]:
    scene, card = across()
    scene.station("FdLR", "H12").done("FdLR")
    path = "J6.0-I7.0-H8.0-H10-H12.0-E19.1-E21.0"
    return scene.turn("FdLR", "run_trains"), run(**{card: path})


def destination() -> tuple[Game, Action]:
    """The last piece of the way from Madrid to Cáceres."""
    scene = Scene("3").major("MCP", par=90, price=126).build("E25 1 4; D26 2 4")
    game = scene.station("MCP", "F24").turn("MCP")
    return game, LayTile("C25", "57", 2)


def second_tile() -> tuple[Game, Action]:
    scene = north().build("I7 1 4").done("FdLR")
    game = scene.turn("FdLR").play(LayTile("J6", "74", 1))
    return game, LayTile("H10", "79", 0)


def mountain() -> tuple[Game, Action]:
    return north().build("I7 1 4").turn("FdLR"), LayTile("J6", "74", 1)


def mine_with_pioneer() -> tuple[Game, Action]:
    return north().pioneers(P1="FdLR").turn("FdLR"), LayTile("I7", "L94", 1, "P1")


def pass_opened() -> tuple[Game, Action]:
    return north().build("H10 0 3").turn("FdLR"), OpenPass("H12")


def pass_with_pioneer() -> tuple[Game, Action]:
    return north().build("H10 0 3").pioneers(P4="FdLR").turn("FdLR"), OpenPass("H12", "P4")


def second_station() -> tuple[Game, Action]:
    scene = north().build("H10 0 3; E19 0 3; E21 0 3; E23 3 5").open("H12").major("N", 1)
    scene.done("N").station("N", "F24", 1).station("FdLR", "H12")
    return scene.turn("N"), PlaceStation("H12", 0)


def absorption() -> tuple[Game, Action]:
    """CRB absorbs MS, which belongs to another player and has run."""
    scene = Scene("3").major("CRB", 0, par=80).station("CRB", "B26")
    scene.trains("CRB", "3")
    scene.small("MS", 1, value=100, treasury=60).station("MS", "C27").tender("MS")
    scene.trains("MS", "2")
    Play(operated(scene, "MS", "CRB").game).set_facts(ran=frozenset({"MS"}))
    game = earned(scene, "CRB", "absorption")
    game.play(Absorb("MS")).play(Answer("agree"))
    return game, Choose("charter")


def loan() -> tuple[Game, Action]:
    scene = Scene("5").major("FdLR", treasury=120).station("FdLR", "H8").done("FdLR")
    game = earned(scene.cash(0, 200), "FdLR", "trains")
    return game, BuyTrain(f"4+5-{game.state.trains[BANK][0][-1]}", BANK, 500)


def repayment() -> tuple[Game, Action]:
    scene = Scene("5").major("FdLR", 1)
    Play(scene.game).set_facts(debts={0: (75,)})
    return scene.cash(0, 500).stock(), Use("repay")


def forced_sale() -> tuple[Game, Action]:
    scene = Scene("5").major("FdLR", held={0: 3, 2: 3}, price=126, treasury=120)
    scene.station("FdLR", "H8").done("FdLR").cash(0, 200)
    scene.major("CFLG", 1, held={0: 4, 1: 5}, par=100).station("CFLG", "E3")
    scene.major("FdSB", 1, par=100).station("FdSB", "I5")
    return earned(operated(scene, "FdLR", "CFLG"), "FdLR", "trains"), SellShares("CFLG", 2)


def sale() -> tuple[Game, Action]:
    """T2: the director sells all he has."""
    scene = Scene("3").major("A", 0, held={0: 4, 1: 3, 2: 2}, price=144).station("A", "E33")
    return operated(scene, "A").stock(), SellShares("A", 4)


def purchase() -> tuple[Game, Action]:
    """The third share makes a director, the fourth launches the company."""
    return Scene("3").major("A", 1, held={0: 1, 1: 2}, launched=False).stock(), BuyShare("A", "ipo")


def overtaking() -> tuple[Game, Action]:
    scene = Scene("3").major("A", 1, held={0: 2, 1: 2})
    return scene.cash(0, 500).stock(), BuyShare("A", "ipo")


def start() -> tuple[Game, Action]:
    return Scene("2").cash(0, 500).stock(), StartCompany("MS", 80)


def end_of_stock_round() -> tuple[Game, Action]:
    """A sold-out major, two companies in one pile, and pioneers that pay."""
    scene = Scene("2").major("FdLR", 0, held={0: 6, 1: 4}, treasury=0).station("FdLR", "H8")
    scene.small("MS", 1, value=80).station("MS", "C27")
    scene.small("CM", 2, value=80).station("CM", "E29")
    for company, kind in (("FdLR", "1+2"), ("MS", "2"), ("CM", "2")):
        scene.trains(company, kind)
    for seat, money in enumerate((20, 50, 30, 10)):
        scene.cash(seat, money)
    operated(scene, "FdLR", "MS", "CM")
    return scene.stock().play(Pass()), Pass()  # the other two have nothing to buy or to sell


def end_of_set() -> tuple[Game, Action]:
    scene = Scene("3").small("MS").station("MS", "C27")
    scene.trains("MS", "3", "3")
    game = earned(scene, "MS", "trains")
    return game, Pass()


def pioneer() -> tuple[Game, Action]:
    return north().pioneers(P3=0).turn("FdLR"), BuyPrivate("P3", 100)


def tender() -> tuple[Game, Action]:
    return north().pioneers(P5=0).turn("FdLR"), Use("tender")


def phase_five() -> tuple[Game, Action]:
    scene = Scene("4").major("FdLR", treasury=900).station("FdLR", "H8").done("FdLR")
    scene.pioneers(P3="FdLR").small("MS", 1).station("MS", "C27")
    scene.trains("MS", "4")
    deck = scene.state.trains[BANK]
    scene.state.trains["removed"] += tuple(card for card in deck if card[0] == "4")
    scene.state.trains[BANK] = tuple(card for card in deck if card[0] != "4")
    return earned(scene, "FdLR", "trains"), BuyTrain("4+5-0", BANK, 500)


def phase_four() -> tuple[Game, Action]:
    scene = Scene("3").major("FdLR", treasury=900).station("FdLR", "H8").done("FdLR")
    scene.small("MS", 1).station("MS", "C27")
    scene.trains("MS", "2")
    deck = scene.state.trains[BANK]
    scene.state.trains["removed"] += tuple(card for card in deck if card[0] == "3")
    scene.state.trains[BANK] = tuple(card for card in deck if card[0] != "3")
    return earned(scene, "FdLR", "trains"), BuyTrain("3+4-0", BANK, 300)


def trade() -> tuple[Game, Action]:
    scene = Scene("3").major("FdLR").station("FdLR", "H8").done("FdLR")
    scene.major("FdSB", 0, price=75).station("FdSB", "I5")
    (card,) = scene.trains("FdSB", "2+3")
    return earned(scene, "FdLR", "trains"), BuyTrain(card, "FdSB", 60)


def combined() -> tuple[Game, Action]:
    scene, _ = across(kind="4")
    scene.done("FdLR").trains("FdLR", "3+4")
    (card,) = (c for c in scene.state.trains["FdLR"] if c.startswith("4-"))
    return earned(scene, "FdLR", "trains"), Combine(card, "1+2")


def end() -> tuple[Game, Action]:
    """The last company of the last operating round, with a debt and a frozen company."""
    scene = Scene("7").last_round().major("FdLR", held={0: 4, 1: 3}).done("FdLR")
    scene.station("FdLR", "H8").small("MS", 1, value=100).station("MS", "C27")
    scene.trains("FdLR", "4+5")
    Play(scene.game).set_facts(debts={0: (75,)}, frozen=frozenset({"MS"}))
    return scene.earned("FdLR", 60), Dividend("keep")


POSITIONS: tuple[Position, ...] = (
    dividend,
    lambda: dividend("keep"),
    small_dividend,
    last_run,
    last_dividend,
    mine,
    mine_port,
    red_area,
    over_the_pass,
    destination,
    second_tile,
    mountain,
    mine_with_pioneer,
    pass_opened,
    pass_with_pioneer,
    second_station,
    absorption,
    loan,
    repayment,
    forced_sale,
    sale,
    purchase,
    overtaking,
    start,
    end_of_stock_round,
    end_of_set,
    pioneer,
    tender,
    phase_five,
    phase_four,
    trade,
    combined,
    end,
)


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_done_rightly_passes(position: Position) -> None:
    game, action = position()
    passes(game, action)


# --- tampering -------------------------------------------------------------------------


def wrong_way(old: Any, game: Game, company: str, direction: str, times: int = 1) -> None:
    old(game, company, {"left": "right", "right": "left"}.get(direction, direction), times)


def one_step(old: Any, game: Game, company: str, direction: str, times: int = 1) -> None:
    old(game, company, direction, 1)


def on_top(old: Any, game: Game, company: str, cell: int) -> None:
    """Put a price marker on the pile instead of under it."""
    old(game, company, cell)
    pile = game.state.stacks[cell]
    game.state.stacks[cell] = (pile[-1], *pile[:-1])


def richer(field: str) -> Tamper:
    """Return a tampering: what a run earns for the dividend or the treasury is 10 more."""

    def change(old: Any, game: Game, **changes: Any) -> None:
        if changes.get(field):
            changes[field] += 10
        old(game, **changes)

    return altered(Play, "set_turn", change)


def forgotten(field: str) -> Tamper:
    """Return a tampering: something is not written down."""

    def change(old: Any, game: Game, **changes: Any) -> None:
        changes.pop(field, None)
        old(game, **changes)

    return altered(Play, "set_facts", change)


def to_bank(module: Any) -> Tamper:
    """Return a tampering: what one party pays to another goes to the bank."""

    def pay(old: Any, game: Game, payer: Any, payee: Any, money: int) -> None:
        old(game, payer, BANK, money)

    return altered(module, "pay", pay)


def other_cards(old: Any, game: Game, *, most_first: bool) -> None:
    old(game, most_first=not most_first)


def more_for_all(old: Any, rules: Rules18ESP, game: Game) -> dict[int, int]:
    return {seat: total + 1 for seat, total in old(rules, game).items()}


def in_seats(payee: Any) -> bool:
    return isinstance(payee, int)


# What is done wrongly: the position, the tampering, and what the auditor speaks of.
TAMPERINGS: dict[str, tuple[Position, Tamper, str]] = {
    # dividends and prices
    "shareholders get less": (
        dividend,
        paying(earnings, lambda a, b, m: max(0, m - 5) if in_seats(b) else m),
        "cash of 0",
    ),
    "the open market's part is lost": (
        dividend,
        paying(earnings, lambda a, b, m: m if in_seats(b) else 0),
        "cash of CRB",
    ),
    "the price falls after a dividend": (
        dividend,
        altered(earnings, "move_price", wrong_way),
        "price_moved",
    ),
    "a withheld dividend leaves the price": (
        lambda: dividend("keep"),
        left_out(earnings, "move_price"),
        "next line",
    ),
    "the owner of a small company gets all": (
        small_dividend,
        altered(earnings, "effect", lambda old, g, c, k, r: (r, "right", 1, 0)),
        "per_share",
    ),
    "the marker lies on top": (
        dividend_into_pile,
        altered(engine_shares, "put_marker", on_top),
        "pile",
    ),
    "the last run counts once": (
        last_run,
        altered(routes, "factor", lambda old, g, c: 1),
        "route: value",
    ),
    "the last dividend moves once": (
        last_dividend,
        altered(earnings, "move_price", one_step),
        "price_moved",
    ),
    # routes
    "a mine pays too much": (mine, richer("bonus_income"), "treasury_income"),
    "a route earns too much": (mine, richer("revenue"), "revenue of the turn"),
    "a pass pays everybody": (
        over_the_pass,
        altered(routes, "own_passes", lambda old, g, c: frozenset()),
        "route: value",
    ),
    # goals
    "a goal pays twice": (mine_port, paying(goals, lambda a, b, m: 2 * m), "cash of CFEA"),
    "a goal is forgotten": (red_area, left_out(running, "run_goals"), "not told"),
    "a goal unlocks no station": (red_area, forgotten("unlocked"), "unlocked"),
    "the destination is not seen": (
        destination,
        left_out(turn, "check_destinations"),
        "reached its destination",
    ),
    # track, stations and passes
    "the second tile is free": (
        second_tile,
        altered(track, "surcharge", lambda old, g, h: 0),
        "laid: cost",
    ),
    "mountains are free": (mountain, altered(track, "lay_cost", lambda old, g, h: 0), "laid: cost"),
    "pioneer 1 stays": (mine_with_pioneer, left_out(track, "close_pioneer"), "next line"),
    "a pass costs nothing": (
        pass_opened,
        altered(passes_, "opening_cost", lambda old, g, h, p: 0),
        "pass_opened: cost",
    ),
    "pioneer 4 stays": (pass_with_pioneer, left_out(passes_, "close_pioneer"), "next line"),
    "the second station pays the bank": (
        second_station,
        altered(stations, "payee", lambda old, g, h: BANK),
        "cash of",
    ),
    # absorption
    "a treasury is lost": (
        absorption,
        paying(absorb, lambda a, b, m: 0 if a == "MS" else m),
        "cash of MS|cash of CRB",
    ),
    "the price of an absorption goes to the bank": (absorption, to_bank(absorb), "cash of"),
    "the reserved share is kept": (absorption, left_out(absorb, "_hand_share"), "next line"),
    "trains and tender are lost": (absorption, left_out(absorb, "_take_assets"), "of CRB|of MS"),
    # loans and forced purchases
    "a loan is not written down": (loan, forgotten("debts"), "debts"),
    "a loan is too high": (
        loan,
        paying(forced, lambda a, b, m: m + 10 if a == BANK else m),
        "cash of",
    ),
    "interest is forgotten": (
        repayment,
        altered(stock, "debt", lambda old, g, s: sum(facts.facts(g).debts.get(s, ()))),
        "repaid: money",
    ),
    "the order stays after a forced sale": (
        forced_sale,
        left_out(turn, "resort"),
        "companies to come",
    ),
    # shares
    "a sale drops one step": (sale, altered(engine_shares, "move_price", one_step), "price_moved"),
    "the seller remains director": (
        overtaking,
        left_out(shares, "director_after_purchase"),
        "next line",
    ),
    "launched too early": (
        lambda: (purchase()[0], BuyShare("A", "ipo")),
        altered(shares, "float_at", lambda old, g: 50),
        "next line",
    ),
    "less capital": (
        purchase,
        paying(shares, lambda a, b, m: m - 10 if a == BANK else m),
        "cash of A",
    ),
    "a small company is paid to the bank": (start, to_bank(stock), "cash of MS"),
    # rounds
    "sold-out companies stay": (
        end_of_stock_round,
        altered(stock, "_sold_out", lambda old, g, c: False),
        "next line",
    ),
    "the cards are dealt the other way": (
        end_of_stock_round,
        altered(stock, "deal_cards", other_cards),
        "cards_dealt",
    ),
    "the order is turned round": (
        end_of_stock_round,
        reordered(Rules18ESP, lambda order: order[::-1]),
        "companies to come|without its earnings",
    ),
    "an income is too high": (
        end_of_stock_round,
        paying(auction, lambda a, b, m: m + 5),
        "cash of",
    ),
    "no train is exported": (end_of_set, left_out(rounds, "export_train"), "next line"),
    "the score is too high": (end, altered(Rules18ESP, "scores", more_for_all), "final worth"),
    # pioneers and trains
    "a pioneer is paid to the bank": (pioneer, to_bank(pioneers), "cash of 0"),
    "a tender is paid to the bank": (tender, to_bank(pioneers), "cash of 0"),
    "a train is paid to the bank": (trade, to_bank(trains), "cash of FdSB"),
    "recycling is too cheap": (combined, paying(combine, lambda a, b, m: m // 2), "cash of FdLR"),
    "old trains run on": (phase_four, left_out(phases, "scrap"), "next line"),
    "pioneers stay open": (phase_five, left_out(phases, "close_pioneers"), "next line"),
    "small companies go on": (phase_five, left_out(phases, "stop_small_companies"), "next line"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_auditor_notices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position, tamper, said = TAMPERINGS[name]
    game, action = position()
    passes(game.copy(), action)
    tamper(monkeypatch)
    noticed(game, action, said)


# --- tampering that shows sooner or later in any game ------------------------------------


def skips_a_seat(old: Any, step: Any, game: Game, *, acted: bool) -> None:
    old(step, game, acted=acted)
    current = game.state.round
    Play(game).set_round(index=(current.index + 1) % len(current.order))


IN_GAMES: dict[str, Tamper] = {
    "a bid is not paid in full": paying(auction, lambda a, b, m: m - 1 if b == BANK else m),
    "a player is passed over": altered(stock_rounds.StockTurn, "end_turn", skips_a_seat),
    "the first phase has two operating rounds": altered(
        rounds, "begin_operating_round", lambda old, g, n, p, parts: old(g, n, p, max(2, parts))
    ),
}


@pytest.mark.parametrize("name", IN_GAMES)
def test_the_auditor_notices_in_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    IN_GAMES[name](monkeypatch)
    objection(new("18esp", 3 + seed % 4, seed) for seed in range(6))


# --- what would be refused -------------------------------------------------------------


def test_a_train_is_owned_at_the_end_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("5").major("FdLR").station("FdLR", "H8").done("FdLR")
    game = earned(scene, "FdLR", "trains")
    monkeypatch.setattr(turn, "must_buy", lambda game, company: False)
    noticed(game, Pass(), "without a train")


def test_the_certificate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("3", players=6).major("FdLR", held={0: 6}).major("CFLG", 1, held={0: 1, 1: 4})
    monkeypatch.setattr(engine_stock, "certificate_limit", lambda game: 20)
    game = scene.cash(0, 500).stock()  # with seven pioneers seat 0 has 13
    noticed(game, BuyShare("CFLG", "ipo"), "certificate limit")


def test_the_open_market_holds_half_of_a_company(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("3").major("A", 0, held={0: 4, 1: 3}, pool=2).station("A", "E33")
    game = operated(scene, "A").stock()
    move = next(m for m in stock.StockRound.moves if isinstance(m, stock.SellMove18))
    monkeypatch.setattr(move, "holding", engine_stock.Holding(pool=80))
    noticed(game, SellShares("A", 4), "50 %")
