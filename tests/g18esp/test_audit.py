"""The auditor of 18ESP finds nothing in honest games, and something in every tampered one."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.bots import make_bot
from dieciocho.engine import shares as engine_shares
from dieciocho.engine.actions import (
    BuyShare,
    Pass,
    SellShares,
)
from dieciocho.engine.audit import auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK
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
from .positions import (
    POSITIONS,
    Position,
    absorption,
    combined,
    destination,
    dividend,
    dividend_into_pile,
    earned,
    end,
    end_of_set,
    end_of_stock_round,
    forced_sale,
    last_dividend,
    last_run,
    loan,
    mine,
    mine_port,
    mine_with_pioneer,
    mountain,
    operated,
    over_the_pass,
    overtaking,
    pass_opened,
    pass_with_pioneer,
    phase_five,
    phase_four,
    pioneer,
    purchase,
    red_area,
    repayment,
    sale,
    second_station,
    second_tile,
    small_dividend,
    start,
    tender,
    trade,
)
from .scenes import Scene


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
    "a route earns too much": (mine, richer("revenue"), "turn: revenue"),
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
