"""The auditor of 1888-N finds nothing in honest games, and something in every tampered one."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine import depot, shares
from dieciocho.engine.actions import (
    Action,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    Pass,
    Route,
    Run,
    SellShares,
)
from dieciocho.engine.audit import AuditFailed, auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK
from dieciocho.engine.steps import auction, operating, stock, track, trains
from dieciocho.engine.steps import rounds as stock_rounds
from dieciocho.engine.steps.stock import BuyShareMove, Holding, SellMove
from dieciocho.games.g1888n import privates, rounds
from dieciocho.games.g1888n.rules import Rules1888N
from dieciocho.games.g1888n.trains import BankruptcyMove, EmergencySale

from ..audited import Tamper, altered, left_out, new, objection, paying, priced, reordered, watch
from .scenes import Table


@pytest.mark.parametrize("players", range(2, 7))
def test_honest_games_pass(players: int) -> None:
    assert watch(new("1888n", players, 40 + players)).checked > 10_000


@pytest.mark.parametrize("players", [2, 4])
def test_honest_games_of_the_online_edition_pass(players: int) -> None:
    watch(new("1888n", players, 50 + players, "online"), "curious")


def test_a_sensible_game_passes() -> None:
    watch(new("1888n", 3, 7), "sensible")


# --- tampering -------------------------------------------------------------------------


def wrong_way(old: Any, game: Game, company: str, direction: str, times: int = 1) -> None:
    old(game, company, {"left": "right", "right": "left"}[direction], times)


def one_step(old: Any, game: Game, company: str, direction: str, times: int = 1) -> None:
    old(game, company, direction, 1)


def on_top(old: Any, game: Game, company: str, cell: int) -> None:
    """Put a price marker on the stack instead of under it."""
    old(game, company, cell)
    stack = game.state.stacks[cell]
    game.state.stacks[cell] = (stack[-1], *stack[:-1])


def holding(kind: type[Any], **limits: Any) -> Tamper:
    """Return a tampering with the limits of a move of the stock round."""

    def tamper(patch: pytest.MonkeyPatch) -> None:
        move = next(m for m in rounds.StockRound.moves if isinstance(m, kind))
        patch.setattr(move, "holding", Holding(**limits))

    return tamper


def richer_run(old: Any, game: Game, **changes: Any) -> None:
    if changes.get("revenue"):
        changes["revenue"] += 10
    old(game, **changes)


def one_more_part(old: Any, game: Game, number: int, part: int, parts: int) -> None:
    old(game, number, part, parts + (part == 1))


def skips_a_seat(old: Any, step: Any, game: Game, *, acted: bool) -> None:
    old(step, game, acted=acted)
    current = game.state.round
    Play(game).set_round(index=(current.index + 1) % len(current.order))


def to_bank(module: Any) -> Tamper:
    """Return a tampering: what one party pays to another goes to the bank."""

    def pay(old: Any, game: Game, payer: Any, payee: Any, money: int) -> None:
        old(game, payer, BANK, money)

    return altered(module, "pay", pay)


COMPANIES = ("JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR")


def launch_at_half(old: Any, game: Game, company: str, holding: Holding) -> None:
    old(game, company, Holding(float_at=50))


def forget_the_end(old: Any, game: Game) -> None:
    game.state.ending = ()
    old(game)


def more_for_all(old: Any, rules: Rules1888N, game: Game) -> dict[int, int]:
    return {seat: total + 1 for seat, total in old(rules, game).items()}


TAMPERINGS: dict[str, Tamper] = {
    "dividends are short": paying(operating, lambda a, b, m: m - m % 20),
    "the pool's dividend is lost": paying(operating, lambda a, b, m: 0 if b in COMPANIES else m),
    "the price goes the wrong way": altered(operating, "move_price", wrong_way),
    "a sale drops one step": altered(shares, "move_price", one_step),
    "a marker lies on top": altered(shares, "put_marker", on_top),
    "the order is turned round": reordered(Rules1888N, lambda order: order[::-1]),
    "less capital": paying(stock, lambda a, b, m: m - 10 if a == BANK else m),
    "launched too early": altered(stock, "launch_if_sold", launch_at_half),
    "an income is too high": paying(rounds, lambda a, b, m: m + 5),
    "more than half in the pool": holding(SellMove, pool=80),
    "nobody takes over": left_out(stock, "director_after_purchase"),
    "the other heir": altered(Rules1888N, "heirs", lambda old, r, g, c: old(r, g, c)[::-1]),
    "the priority deal stays": left_out(rounds, "pass_priority_on"),
    "one operating round more": altered(rounds, "begin_operating_round", one_more_part),
    "no export": left_out(rounds, "export_train"),
    "old trains run on": left_out(depot, "scrap"),
    "privates stay open": left_out(Rules1888N, "close_privates"),
    "a private is paid to the bank": to_bank(privates),
    "a train is paid to the bank": to_bank(trains),
    "a bid is not paid in full": paying(auction, lambda a, b, m: m - 1),
    "free track": altered(track, "lay_cost", lambda old, g, h: 0),
    "cheap stations": priced(lambda cost: cost // 2),
    "too much revenue": altered(Play, "set_turn", richer_run),
    "a player is passed over": altered(stock_rounds.StockTurn, "end_turn", skips_a_seat),
    "a score is too high": altered(Rules1888N, "scores", more_for_all),
    "the game goes on": altered(rounds, "end_set", forget_the_end),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_auditor_notices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TAMPERINGS[name](monkeypatch)
    objection(new("1888n", 2 + seed % 4, seed) for seed in range(20))


# --- what random players seldom do: positions set by hand ------------------------------


def noticed(game: Game, action: Action, said: str) -> None:
    """Assert that the auditor objects to an action, and why."""
    auditor = auditor_for(game)
    game.play(action)
    with pytest.raises(AuditFailed, match=said):
        auditor.after(game)


def passes(game: Game, action: Action) -> None:
    auditor = auditor_for(game)
    game.play(action)
    auditor.after(game)


def two_companies() -> Table:
    table = Table(3).privates().cash(0, 500)
    table.company("LYR", 0, 90, held={0: 6, 1: 2})
    return table.company("CDL", 0, 80, held={0: 3, 1: 3, 2: 3})


def test_the_certificate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = two_companies().stock_round()
    monkeypatch.setitem(game.definition.table.certificate_limit, "3", 13)  # that many are held
    monkeypatch.setattr(stock, "certificate_limit", lambda game: 20)
    noticed(game, BuyShare("CDL", "ipo"), "7.3.6")


def test_the_holding_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = two_companies().stock_round()
    holding(BuyShareMove, player=90)(monkeypatch)
    noticed(game, BuyShare("LYR", "ipo"), "7.5.8")


def test_sold_out_companies_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(2).privates().company("LYR", 0, held={0: 6, 1: 4})
    passes(table.stock_round().play("pass"), Pass())
    left_out(rounds, "raise_sold_out")(monkeypatch)
    noticed(table.stock_round().play("pass"), Pass(), "sold_out")


def emergency(cash: int) -> Game:
    """Return a game where the director of LYR, without a train, needs 400 for the next train."""
    table = Table(3).privates().phase("4").empty_deck_down_to("5").cash(0, cash)
    table.company("LYR", 0, held={0: 2}, pool=4, treasury=100)
    table.company("CDL", 1, held={0: 4, 1: 5}, price_at=(1, 4))  # at 100
    return table.operate("LYR", "trains")


def test_the_director_adds_what_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    passes(emergency(450), BuyTrain("5-0", BANK, 500))
    paying(trains, lambda a, b, m: m + 10 if a == 0 else m)(monkeypatch)
    noticed(emergency(450), BuyTrain("5-0", BANK, 500), "cash")


def test_no_more_is_sold_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    passes(emergency(100), SellShares("CDL", 3))
    left_out(EmergencySale, "objection")(monkeypatch)
    noticed(emergency(100), SellShares("CDL", 4), "8.3.9.7")
    noticed(emergency(400), SellShares("CDL", 1), "8.3.9.7")


def test_nobody_is_sold_into_bankruptcy(monkeypatch: pytest.MonkeyPatch) -> None:
    passes(emergency(0), SellShares("CDL", 4))
    left_out(EmergencySale, "objection")(monkeypatch)
    noticed(emergency(0), SellShares("CDL", 1), "8.3.9.13")


def test_who_can_pay_is_not_bankrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out(BankruptcyMove, "check")(monkeypatch)
    noticed(emergency(100), DeclareBankruptcy(), "8.3.9.11")


def test_the_mountain_pays_the_treasury(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(3).privates().phase("3").company("HJR", 0, held={0: 6})
    table.lay("C3", "6", 2).lay("C5", "L41", 1).station("HJR").station("HJR", "C3", 0)
    run = Run((Route(table.train("HJR", "2"), "C3.0-C5.0"),))
    game = table.operate("HJR", "run_trains")
    passes(game.copy(), run)
    passes(game.copy().play(run), Dividend("pay"))

    def twice(old: Any, game: Game, **changes: Any) -> None:
        old(game, **{**changes, "bonus_income": 80})

    altered(Play, "set_turn", twice)(monkeypatch)
    noticed(game, run, "bonus_income")
