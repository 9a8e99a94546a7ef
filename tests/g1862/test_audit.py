"""The auditor of 1862 finds nothing in honest games, and something in every tampered one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine import shares
from dieciocho.engine.actions import (
    Action,
    BuyShare,
    BuyTrain,
    Choose,
    Pass,
    Route,
    Run,
    SellShares,
)
from dieciocho.engine.audit import AuditFailed, Auditor, auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, POOL
from dieciocho.engine.steps import rounds as stock_rounds
from dieciocho.games.g1862 import (
    cards,
    charters,
    consolidation,
    dividends,
    fines,
    floating,
    forced,
    holdings,
    mergers,
    parliament,
    proposed_runs,
    rounds,
    stock,
    turn,
)
from dieciocho.games.g1862 import trains as buying
from dieciocho.games.g1862.actions import Merge, RaiseMoney, TopUp
from dieciocho.games.g1862.mergers import Merger
from dieciocho.games.g1862.rules import Rules1862
from dieciocho.games.g1862.run_step import RunTrains
from dieciocho.games.g1862.track import Track
from dieciocho.games.g1862.trains import Trains
from dieciocho.games.g1862.turn import Redeem

from ..audited import Tamper, altered, left_out, paying, reordered
from .scenes import NAMES, Scene
from .test_random import VARIANTS


def watched(game: Game, bot: str, most: int) -> Auditor:
    """Play a game, or the beginning of a long one, with the auditor watching."""
    bots = [make_bot(bot, seat) for seat in range(len(game.players))]
    auditor = auditor_for(game)
    while not game.over and len(game.history) < most:
        seat = game.step.actor(game)
        game.play(bots[seat].choose(game), by=seat)
        auditor.after(game)
    return auditor


def game_of(players: int, seed: int, edition: str = "rulebook", **options: str) -> Game:
    names = NAMES[:players]
    return dieciocho.new_game("1862", names, seed=seed, edition=edition, options=options)


@pytest.mark.parametrize("edition", ["rulebook", "online"])
@pytest.mark.parametrize("players", range(2, 9))
def test_honest_games_pass(players: int, edition: str) -> None:
    game = game_of(players, players, edition)
    assert watched(game, "curious", 400).checked > 500


@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_sensible_games_pass(edition: str) -> None:
    watched(game_of(3, 5, edition), "sensible", 300)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_variants_pass(options: dict[str, str]) -> None:
    watched(game_of(7, 4, **options), "sensible", 250)


# --- tampering -------------------------------------------------------------------------


def left(old: Any, game: Game, company: str, direction: str, steps: int = 1) -> None:
    old(game, company, "left", steps)


def on_top(old: Any, game: Game, company: str, cell: int) -> None:
    """Put a price marker on the stack instead of under it."""
    old(game, company, cell)
    stack = game.state.stacks[cell]
    game.state.stacks[cell] = (stack[-1], *stack[:-1])


def one_more_part(old: Any, game: Game, number: int, part: int, parts: int) -> None:
    old(game, number, part, parts + (part == 1))


def skips_a_seat(old: Any, step: Any, game: Game, *, acted: bool) -> None:
    old(step, game, acted=acted)
    current = game.state.round
    Play(game).set_round(index=(current.index + 1) % len(current.order))


def figure(place: Any, name: str, value: object) -> Tamper:
    """Return a tampering with a printed figure."""
    return lambda patch: patch.setattr(place, name, value)


TAMPERINGS: dict[str, Tamper] = {
    "dividends are short": paying(dividends, lambda a, b, m: m - 1 if b == 0 and m else m),
    "the price goes the wrong way": altered(dividends, "move_price", left),
    "one jump too many": altered(dividends, "jumps", lambda old, *a: old(*a) + 1),
    "a marker lies on top": altered(shares, "put_marker", on_top),
    "the order is turned round": reordered(Rules1862, lambda order: order[::-1]),
    "less capital": paying(holdings, lambda a, b, m: m - 10 if a == BANK and m > 500 else m),
    "cheap charter stations": figure(holdings, "CHARTER_TOKEN_PRICE", 40),
    "dear stations": figure(floating, "TOKEN_PRICE", 60),
    "a charter is not paid": paying(parliament, lambda a, b, m: 0),
    "the par is paid to the company": altered(charters, "pay", lambda old, g, a, b, m: None),
    "shares without train at the full price": altered(
        holdings, "value", lambda old, g, c: shares.price(g, c)
    ),
    "a sale drops no price": left_out(holdings, "drop"),
    "nobody takes over": left_out(stock, "director_after_purchase"),
    "the priority deal stays": left_out(fines, "pass_priority_on"),
    "one operating round more": altered(rounds, "begin_operating_round", one_more_part),
    "old trains run on": left_out(cards, "_rust"),
    "warranties last": left_out(dividends, "use_up_warranties"),
    "a fine of four pars": figure(fines, "TIMES_PAR", 4),
    "a player is passed over": altered(stock_rounds.StockTurn, "end_turn", skips_a_seat),
    "a merger costs nothing": altered(
        mergers, "merged_price", lambda old, g, a, b: g.state.cell[a]
    ),
    "the par of a merger stays": altered(mergers, "par_for", lambda old, at: 54),
    "options are cheap": altered(
        consolidation, "pay", lambda old, g, a, b, m: old(g, a, b, m - 1 if a != BANK else m)
    ),
    "a score is too high": altered(
        Rules1862, "scores", lambda old, r, g: {s: v + 1 for s, v in old(r, g).items()}
    ),
}


def tampered_games() -> Iterator[tuple[Game, str, int]]:
    for seed in range(3):
        yield game_of(3, seed), "random", 4000
    yield game_of(4, 3), "sensible", 450
    yield game_of(2, 1), "sensible", 450


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_auditor_notices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TAMPERINGS[name](monkeypatch)
    for game, bot, most in tampered_games():
        try:
            watched(game, bot, most)
        except AuditFailed:
            return
    pytest.fail("the auditor noticed nothing")


# --- what players seldom do: positions set by hand ---------------------------------------


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


def running(company: str, tiles: dict[str, tuple[str, int]], train: str, phase: str) -> Scene:
    use = {"F": "freight", "E": "express", "L": "local"}[train[-1]]
    scene = Scene(company).phase(phase).found(company, {0: 6, 1: 2}, cash=500, permits=(use,))
    for hex_name, (tile, rotation) in tiles.items():
        scene.lay(hex_name, tile, rotation)
    scene.station(company, scene.game.definition.companies[company].home)
    scene.train(company, train)
    return scene


NEWMARKET_ELY = {"C10": ("57", 0), "C8": ("621", 0)}


def test_an_upgrade_is_for_the_station_that_waits_already() -> None:
    """Ipswich is full, EUR waits there for the upgrade: who comes now takes its place (7.2.4)."""
    names = ("WVR", "N&B", "EUR")
    scene = Scene("NGC", "ESR", *names).phase("B").lay("F11", "790", 1)
    scene.found("NGC", {0: 6}, cash=500).station("NGC", "C10").found("ESR", {1: 5}, price=54)
    scene.train("NGC", "3E")
    for company in names:
        scene.found(company, {1: 5}, price=50).station(company, "F11")
    game = passes(scene.operate("NGC", Trains), Pass())
    assert game.state.stations["F11", 0] == ("WVR", "N&B", "ESR")


@pytest.mark.parametrize(
    ("home", "waiting", "then"),
    [
        ("I&B", ("EUR",), ("I&B",)),  # Bury's first tile has one slot
        ("ESR", ("EUR",), ("EUR", "ESR")),  # Ipswich's has two
        ("ESR", ("WVR", "EUR"), ("WVR", "ESR")),
    ],
)
def test_the_first_tile_is_for_stations_that_wait_already(
    home: str, waiting: tuple[str, ...], then: tuple[str, ...]
) -> None:
    """Their company has merged away, and they stand where no tile lies yet (7.2.2, 7.2.4)."""
    scene = Scene("NGC", home, *waiting).phase("B")
    scene.found("NGC", {0: 6}, cash=500).station("NGC", "C10").found(home, {1: 5}, price=54)
    scene.train("NGC", "3E")
    place = scene.game.definition.companies[home].home
    for company in waiting:
        scene.found(company, {1: 5}, price=50).station(company, place)
    game = passes(scene.operate("NGC", Trains), Pass())
    assert game.state.stations[place, 0] == then


def test_a_hex_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newmarket to Ely and on to Downham: one hex between the ends."""
    tiles = {**NEWMARKET_ELY, "C6": ("57", 0)}
    run = Run((Route("2F-0", "C10.0-C8.0-C6.0"),))
    game = running("NGC", tiles, "2F", "B").operate("NGC", RunTrains)
    passes(game.copy(), run)
    altered(proposed_runs, "bonus", lambda old, net, a, b: old(net, a, b) + 20)(monkeypatch)
    noticed(game, run, "the sum of the routes: expected 60, found 80")


def test_a_subsidy(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run((Route("3L-0", "C10.0-C8.0"),))
    game = running("NGC", NEWMARKET_ELY, "3L", "C").operate("NGC", RunTrains)
    passes(game.copy(), run)

    def twice(old: Any, game: Game, **changes: Any) -> None:
        if "bonus_income" in changes:
            changes["bonus_income"] *= 2
        old(game, **changes)

    altered(Play, "set_turn", twice)(monkeypatch)
    noticed(game, run, "subsidy: expected 20, found 40")


def topped() -> Game:
    scene = running("NGC", NEWMARKET_ELY, "3E", "C")
    game = scene.operate("NGC", RunTrains)
    return game.play(Run((Route("3E-0", "C10.0-C8.0"),)))


def test_a_top_up(monkeypatch: pytest.MonkeyPatch) -> None:
    passes(topped(), TopUp())
    game = topped()
    altered(dividends, "top_up_amount", lambda old, *a: old(*a) + 10)(monkeypatch)
    noticed(game, TopUp(), "topped_up: money: expected 50, found 60")


def test_a_share_that_is_bought_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def scene() -> Game:
        scene = Scene("NGC").phase("C").found("NGC", {0: 5, POOL: 2}, cash=300)
        scene.train("NGC", "3E")
        return scene.operate("NGC", Redeem)

    passes(scene(), BuyShare("NGC", "pool"))
    game = scene()
    paying(turn, lambda a, b, m: m // 2)(monkeypatch)
    noticed(game, BuyShare("NGC", "pool"), "cash of")


def trainless(cash: int, *, price: int = 128, par: int = 100, phase: str = "H") -> Game:
    scene = Scene("NGC", "FDR").phase(phase)
    scene.found("NGC", {0: 5, 1: 1}, price=price, par=par, cash=cash)
    scene.found("FDR", {1: 5}, price=54)
    scene.train("FDR", "5E")
    return scene.lay("C10", "57", 0).station("NGC", "C10").operate("NGC", Trains)


def test_treasury_shares_are_sold_at_the_full_price(monkeypatch: pytest.MonkeyPatch) -> None:
    passes(trainless(732), RaiseMoney("shares"))
    paying(forced, lambda a, b, m: m + 10)(monkeypatch)
    noticed(trainless(732), RaiseMoney("shares"), "cash of")


def test_treasury_shares_drop_the_price(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out(forced, "drop")(monkeypatch)
    noticed(trainless(732), RaiseMoney("shares"), "price_moved")


def test_refinancing_brings_ten_pars(monkeypatch: pytest.MonkeyPatch) -> None:
    game = passes(trainless(300), RaiseMoney("refinancing"))
    while game.step.id == "odd_share":
        last = game.copy()
        passes(game, Choose("redeem"))
    assert game.state.cash["NGC"] > 1000
    paying(forced, lambda a, b, m: m - 100)(monkeypatch)
    noticed(last, Choose("redeem"), "cash of")


def test_a_bankrupt_company_pays_half(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> Game:
        scene = Scene("NGC", "FDR").phase("H").found("NGC", {0: 5, 1: 1}, price=54, cash=100)
        scene.lay("C10", "57", 0).station("NGC", "C10")
        return scene.operate("NGC", Track)

    passes(failing(), Pass())
    altered(forced, "bankrupt", lambda old, g, c, each: old(g, c, 2 * each))(monkeypatch)
    noticed(failing(), Pass(), "compensated: money: expected 125, found 250")


def test_used_trains_cost_half(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered() -> Game:
        scene = Scene("NGC", "FDR").phase("C").found("NGC", {0: 5}, cash=900)
        scene.found("FDR", {0: 5})
        scene.train("NGC", "3E")
        scene.train("FDR", "2/3E")
        return scene.operate("NGC", Trains)

    passes(offered(), BuyTrain("2/3E-0", "FDR", 100))
    monkeypatch.setattr(buying, "used_price", lambda game, train: 200)
    noticed(offered(), BuyTrain("2/3E-0", "FDR", 200), "the price between companies")


def test_the_train_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("NGC").phase("C").found("NGC", {0: 5}, cash=900)
    for _ in range(3):
        scene.train("NGC", "3E")
    monkeypatch.setattr(buying, "has_room", lambda *a: True)
    noticed(scene.operate("NGC", Trains), BuyTrain("3E-3", BANK, 280), "7.9.6")


def sale(price: int, seller: int = 1) -> Game:
    scene = Scene("NGC", "FDR").phase("C").found("NGC", {0: 6, 1: 3}, price=price)
    scene.train("NGC", "3E")
    return scene.stock(seller)


def test_the_green_zones_spare_who_is_not_director(monkeypatch: pytest.MonkeyPatch) -> None:
    for price in (36, 210, 400):
        passes(sale(price), SellShares("NGC", 2))
    monkeypatch.setattr(holdings, "ignored", lambda *a: 1)
    noticed(sale(100), SellShares("NGC", 2), "price_moved")
    noticed(sale(400), SellShares("NGC", 3), "price_moved")
    noticed(sale(210, seller=0), SellShares("NGC", 2), "price_moved")


def test_the_certificate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sale(100)
    monkeypatch.setitem(game.definition.table.certificate_limit, "3", 3)
    monkeypatch.setattr(stock, "certificate_limit", lambda game: 20)
    monkeypatch.setattr("dieciocho.games.g1862.audit.setup.CERTIFICATES", {3: 3})
    noticed(game, BuyShare("NGC", "treasury"), "6.5.2.1")


# --- mergers -----------------------------------------------------------------------------

Held = dict[Any, int]
PLAIN: tuple[Held, Held] = {0: 6, 1: 4}, {0: 7, 1: 3}
SMALL: tuple[Held, Held] = {0: 5, 1: 3, 2: 2}, {0: 3, 3: 1, POOL: 1}
RIVALS: tuple[Held, Held] = {0: 4, 1: 4}, {0: 3, 1: 3}


def two_companies(mine: Held, theirs: Held) -> Game:
    """Newmarket and Ely, neighbours, about to merge; both have a station at Ely."""
    scene = Scene("NGC", "E&H", players=4).phase("C")
    for company, held in (("NGC", mine), ("E&H", theirs)):
        scene.found(company, held, price=100, cash=500)
        scene.train(company, "3E")
    scene.lay("C10", "57", 0).lay("C8", "792", 0)
    scene.station("NGC", "C10").station("E&H", "C8").station("NGC", "C8")
    return scene.operate("NGC", Merger)


def merge(held: tuple[Held, Held], survivor: str, choices: str) -> None:
    """Merge with the auditor watching; the choices are those of one option after the other."""
    game = passes(two_companies(*held), Merge("E&H"))
    auditor = auditor_for(game)
    game.play(Choose(survivor))
    auditor.after(game)
    left = iter(choices)
    while game.step.id == "odd_share":
        game.play(Choose({"r": "redeem", "s": "sell"}[next(left, "r")]))
        auditor.after(game)
    game.play(Pass())
    auditor.after(game)


@pytest.mark.parametrize("held", [PLAIN, SMALL, RIVALS])
@pytest.mark.parametrize("choices", ["", "ssss", "srsr"])
@pytest.mark.parametrize("survivor", ["NGC", "E&H"])
def test_honest_mergers_pass(held: tuple[Held, Held], survivor: str, choices: str) -> None:
    merge(held, survivor, choices)


def one_more(old: Any, holder: Any, count: int) -> None:
    old(holder, count + 1)


MERGERS: dict[str, tuple[Tamper, str]] = {
    "the price": (altered(mergers, "merged_price", lambda old, *a: old(*a) - 1), "merges: price"),
    "the par": (altered(mergers, "par_for", lambda old, at: 54), "par"),
    "the treasury": (paying(mergers, lambda a, b, m: 0), "cash of"),
    "half of the shares": (altered(consolidation.Holder, "_return_half", one_more), "shares of"),
    "the director": (left_out(consolidation, "settle_director"), "director"),
    "common stations": (left_out(mergers, "remove"), "stations"),
    "options": (altered(consolidation, "can_pay", lambda old, *a: False), "without a reason"),
}


@pytest.mark.parametrize("name", MERGERS)
def test_the_auditor_follows_a_merger(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tamper, said = MERGERS[name]
    tamper(monkeypatch)
    with pytest.raises(AuditFailed, match=said):
        merge(RIVALS, "E&H", "s")
