"""The auditor of 18Magyarország finds nothing in honest games, and something in tampered ones."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dieciocho.engine import shares
from dieciocho.engine.actions import Action, BuyShare, BuyTrain, Distribute, Pass, Route, Run, Use
from dieciocho.engine.audit import AuditFailed, auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK
from dieciocho.engine.steps import rounds as stock_rounds
from dieciocho.engine.steps import stock as common_stock
from dieciocho.games.g18mag import (
    draft,
    hiring,
    istvan,
    majors,
    phases,
    rounds,
    rules,
    stock,
    track,
    turn,
)
from dieciocho.games.g18mag.rules import Rules18Mag

from ..audited import Tamper, altered, left_out, new, objection, paying, priced, watch
from .scenes import Scene


@pytest.mark.parametrize("players", range(2, 7))
def test_honest_games_pass(players: int) -> None:
    assert watch(new("18mag", players, 60 + players), "curious").checked > 10_000


@pytest.mark.parametrize("players", [2, 5])
def test_honest_games_of_the_online_edition_pass(players: int) -> None:
    watch(new("18mag", players, 70 + players, "online"))


def test_a_sensible_game_passes() -> None:
    watch(new("18mag", 2, 7), "sensible")


@pytest.mark.parametrize("difficulty", ["green", "yellow", "red"])
@pytest.mark.parametrize("length", ["short", "long"])
def test_honest_games_against_istvan_pass(length: str, difficulty: str) -> None:
    watch(new("18mag", 1, 3, length=length, difficulty=difficulty), "curious")


# --- tampering -------------------------------------------------------------------------


def one_further(old: Any, game: Game, amount: int) -> tuple[str, int]:
    direction, spaces = old(game, amount)
    return direction, spaces + 1


def richer_run(old: Any, game: Game, **changes: Any) -> None:
    if changes.get("revenue"):
        changes["revenue"] += 10
    old(game, **changes)


def skips_a_seat(old: Any, step: Any, game: Game, *, acted: bool) -> None:
    old(step, game, acted=acted)
    current = game.state.round
    Play(game).set_round(index=(current.index + 1) % len(current.order))


def goes_on(old: Any, game: Game, **named: Any) -> None:
    """Begin a phase, but let the set of operating rounds go on."""
    old(game, **named)
    Play(game).set_facts(phase_changed=False)


def one_set_more(old: Any, game: Game, **named: Any) -> None:
    old(game, **named)
    last = game.state.facts.last_set  # type: ignore[attr-defined]
    Play(game).set_facts(last_set=last and last + 1)


def more_for_all(old: Any, rules: Rules18Mag, game: Game) -> dict[int, int]:
    return {seat: total + 1 for seat, total in old(rules, game).items()}


def majors_first(old: Any, game: Game) -> list[str]:
    return list(reversed(old(game)))


def nothing_to(major: str) -> Any:
    return lambda payer, payee, money: 0 if payee == major else money


def less_for_sellers(payer: Any, payee: Any, money: int) -> int:
    return money - 10 if payee in ("LdStEG", "MAVAG") else money


TAMPERINGS: dict[str, Tamper] = {
    "less capital": paying(draft, lambda a, b, m: m - 10),
    "the draft goes the other way": altered(
        draft, "seats_after", lambda old, g, s: old(g, s)[::-1]
    ),
    "terrain is free": altered(track, "lay_cost", lambda old, g, h: 0),
    "SIK gets no terrain": paying(track, nothing_to("SIK")),
    "the second tile is free": altered(track, "fee", lambda old, g: 0),
    "SzKÉV gets no half of a station": paying(turn, nothing_to("SKEV")),
    "stations are cheaper": priced(lambda cost: max(cost - 10, 0)),
    "the owner gets less": paying(turn, lambda a, b, m: m - m % 10 if isinstance(b, int) else m),
    "too much revenue": altered(Play, "set_turn", richer_run),
    "the seller of trains gets less": paying(turn, less_for_sellers),
    "dividends are lost": paying(majors, lambda a, b, m: 0 if isinstance(b, int) else m),
    "the price moves too far": altered(majors, "dividend_move", one_further),
    "no step for a sale": left_out(shares, "move_price"),
    "no exchange for the director's certificate": left_out(stock, "exchange"),
    "the priority deal stays": left_out(stock, "pass_priority_on"),
    "the cheapest major first": altered(rules, "operating_order", majors_first),
    "no tokens": left_out(rounds, "token_after_minors"),
    "the set goes on": altered(phases, "next_phase", goes_on),
    "one set too many": altered(phases, "next_phase", one_set_more),
    "a player is passed over": altered(stock_rounds.StockTurn, "end_turn", skips_a_seat),
    "a score is too high": altered(Rules18Mag, "scores", more_for_all),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_auditor_notices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TAMPERINGS[name](monkeypatch)
    objection((new("18mag", 3 + seed % 3, seed) for seed in range(20)), "curious")


def other_way_round(old: Any, game: Game) -> Any:
    card = old(game)
    return msgspec.structs.replace(card, rows=card.rows[::-1])


def keeps_ten(old: Any, game: Game, company: str, amount: int, *, chosen: bool) -> None:
    old(game, company, max(amount - 10, 0), chosen=chosen)


def twice(old: Any, game: Game, minor: str) -> None:
    old(game, minor)
    old(game, minor)


def constant(name: str, value: Any) -> Tamper:
    return lambda patch: patch.setattr(istvan, name, value)


AGAINST_ISTVAN: dict[str, Tamper] = {
    "he pays no fee": left_out(istvan.PayYellow, "act"),
    "he swaps too early": constant("THRESHOLDS", {"3": 40, "4": 80}),
    "sisters are cheap": constant("SISTER", 20),
    "his card is read upwards": altered(istvan, "stock_card", other_way_round),
    "no income": left_out(rounds, "pay_income"),
    "his terrain is not paid": paying(istvan, nothing_to("SIK")),
    "his majors keep money": altered(majors, "distribute", keeps_ten),
    "his cards go too fast": altered(istvan, "finish_action", twice),
    "he starts with less": paying(draft, lambda a, b, m: m - 10),
}


@pytest.mark.parametrize("name", AGAINST_ISTVAN)
def test_the_auditor_watches_istvan(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    AGAINST_ISTVAN[name](monkeypatch)
    colours = ("red", "yellow", "green")
    games = (
        new("18mag", 1, seed, length="short", difficulty=colours[seed % 3]) for seed in range(20)
    )
    objection(games, "sensible")


# --- what random players seldom do: positions set by hand ------------------------------


def noticed(game: Game, action: Action, said: str) -> None:
    """Assert that the auditor objects to an action, and why."""
    auditor = auditor_for(game)
    game.play(action)
    with pytest.raises(AuditFailed, match=said):
        auditor.after(game)


def passes(game: Game, *actions: Action) -> Game:
    auditor = auditor_for(game)
    for action in actions:
        game.play(action)
        auditor.after(game)
    return game


def test_the_limits_of_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> Game:
        scene = Scene("1", players=6).money(p0=500)
        return scene.held("RABA", 0, p0=6).held("SIK", 1, p0=4, p1=5).stock()  # nine in all

    monkeypatch.setattr(common_stock, "certificate_limit", lambda game: 20)
    noticed(full(), BuyShare("SNW", "pool"), "VII.3.2")
    monkeypatch.setattr(stock.HOLDING, "player", 90)
    noticed(full(), BuyShare("RABA", "pool"), "VII.3.3")


def test_what_is_sold_out_rises(monkeypatch: pytest.MonkeyPatch) -> None:
    def sold_out() -> Game:
        game = Scene("1", players=2).held("SIK", 0, p0=5, p1=5).stock()
        return game.play("pass")

    passes(sold_out(), Pass())
    left_out(stock, "raise_sold_out")(monkeypatch)
    noticed(sold_out(), Pass(), "sold_out")


def test_wagons_and_their_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    def fiume() -> Game:
        return Scene("13").tiles("I2 57 2").turn("13", "run_trains")

    route = Route("2-0", "I2.0-H1.0")
    passes(fiume(), Use("RABA"), Run((route,)))
    altered(Play, "set_turn", richer_run)(monkeypatch)
    noticed(fiume().play(Use("RABA")), Run((route,)), "split: revenue")
    altered(hiring, "wagon_price", lambda old, g, n: old(g, n) + 10)(monkeypatch)
    noticed(fiume(), Use("RABA"), "wagon: price")


def test_trains_of_the_game_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    def buyer() -> Game:
        return Scene("4", players=2).money(m4=200).turn("4", "trains")

    game = passes(buyer(), BuyTrain("3-0", BANK, 120))
    assert game.phase.name == "green"
    left_out(turn, "train_sold")(monkeypatch)
    noticed(buyer(), BuyTrain("3-0", BANK, 120), "phase")


def test_a_director_chooses_the_dividend(monkeypatch: pytest.MonkeyPatch) -> None:
    def sik() -> Game:
        return Scene("1").held("SIK", 0, p0=4, p1=2).money(SIK=80).turn("SIK")

    passes(sik(), Pass(), Distribute(60))
    monkeypatch.setattr(majors, "move_price", lambda *args: None)
    noticed(sik().play("pass"), Distribute(60), "price_moved")
