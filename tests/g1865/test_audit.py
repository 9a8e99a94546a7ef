"""The auditor of 1865 finds nothing in honest games, and something in every tampered one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from dieciocho.engine import depot, shares
from dieciocho.engine.actions import (
    Action,
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    Pass,
    SellShares,
)
from dieciocho.engine.audit import AuditFailed, auditor_for
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK
from dieciocho.engine.steps import rounds as common_rounds
from dieciocho.engine.steps import trains as common_trains
from dieciocho.games.g1865 import (
    absorption,
    dragons,
    holdings,
    joined,
    launch,
    maritime,
    replacement,
    rounds,
    stations,
    stock,
    track,
    trains,
    turn,
)
from dieciocho.games.g1865.actions import Absorb, RepayLoan, Transfer
from dieciocho.games.g1865.audit import Auditor, figures
from dieciocho.games.g1865.printed import printed
from dieciocho.games.g1865.rules import Rules1865

from ..audited import Tamper, altered, left_out, new, objection, paying, watch
from .scenes import Scene
from .test_absorption import book, pair
from .test_absorption_map import crowded


@pytest.mark.parametrize(("players", "variant"), [(2, ""), (4, ""), (2, "short"), (3, "short")])
def test_honest_games_pass(players: int, variant: str) -> None:
    options = {"variant": variant} if variant else {}
    assert watch(new("1865", players, 30 + players, **options)).checked > 50_000


def test_a_sensible_game_passes() -> None:
    watch(new("1865", 3, 7, variant="short"), "sensible")


def test_house_rules_pass() -> None:
    others = {"offer_at_market": "no", "dragons_prolong_round": "no", "absorbed_by_any": "no"}
    watch(new("1865", 2, 5, variant="short", **others))


def test_version_1_passes() -> None:
    game = new("1865", 2, 6, variant="short")
    watch(Game(replace(game.header, version=1), game.rules))


def test_the_auditor_has_copied_the_figures_right() -> None:
    """What is written down twice must be the same: a slip of either hand is noticed."""
    game = new("1865", 3, 1)
    market = game.definition.market
    cells = zip(market.price, market.printed["white"], market.printed["green"], strict=True)
    assert tuple(cells) == figures.PRICES
    trains = {name: (t.price, t.capacity) for name, t in printed(game).trains.items()}
    assert trains == figures.TRAINS


# --- tampering -------------------------------------------------------------------------


def wrong_way(old: Any, game: Game, company: str, direction: str, times: int = 1) -> None:
    old(game, company, {"left": "right", "right": "left"}[direction], times)


def one_step(old: Any, game: Game, company: str, direction: str, times: int = 1) -> None:
    old(game, company, direction, 1)


def on_top(old: Any, game: Game, company: str, cell: int) -> None:
    """Put a price marker on the pile instead of under it."""
    old(game, company, cell)
    pile = game.state.stacks[cell]
    game.state.stacks[cell] = (pile[-1], *pile[:-1])


def more(old: Any, *args: Any) -> Any:
    return old(*args) + 10


def skips_a_seat(old: Any, step: Any, game: Game, *, acted: bool) -> None:
    old(step, game, acted=acted)
    current = game.state.round
    Play(game).set_round(index=(current.index + 1) % len(current.order))


def first_green(old: Any, game: Game) -> Any:
    """Let the Dragons buy what comes first, whatever they hold."""
    left = dragons.candidates(game)
    choice = old(game)
    return None if choice is None else (left[0], choice[1])


def third_round(old: Any, game: Game, number: int, part: int) -> None:
    old(game, number, part)
    Play(game).set_round(parts=3)


def forgets_the_end(old: Any, step: Any, game: Game) -> None:
    game.state.ending = ()
    old(step, game)


def no_operating(old: Any, step: Any, game: Game) -> bool:
    Play(game).pop()
    return True


def richer(old: Any, rules: Rules1865, game: Game) -> dict[int, int]:
    return {seat: total + 1 for seat, total in old(rules, game).items()}


def loans_lost(old: Any, game: Game, absorber: str, absorbed: str) -> None:
    old(game, absorber, absorbed)
    Play(game).set_facts(loans={})


def to_bank(place: Any) -> Tamper:
    def pay(old: Any, game: Game, payer: Any, payee: Any, money: int) -> None:
        old(game, payer, BANK, money)

    return altered(place, "pay", pay)


def turned(old: Any, *args: Any) -> Any:
    return old(*args)[::-1]


def always(value: Any) -> Callable[..., Any]:
    return lambda old, *args, **named: value


def half(old: Any, game: Game, *args: Any) -> Any:
    return old(game, *args) // 2


TAMPERINGS: dict[str, Tamper] = {
    "a dividend is too high": paying(turn, lambda a, b, m: m + 1 if isinstance(b, int) else m),
    "the offer's dividend is lost": paying(turn, lambda a, b, m: m if isinstance(b, int) else 0),
    "too much revenue": altered(turn, "revenue_of", more),
    "the price goes the wrong way": altered(turn, "move_price", wrong_way),
    "no price move for a dividend": left_out(turn, "move_price"),
    "a new train lifts no price": left_out(trains, "move_price"),
    "a sale drops one step": altered(holdings, "move_price", one_step),
    "the Dragons drop no price": left_out(dragons, "move_price"),
    "a marker lies on top": altered(shares, "put_marker", on_top),
    "the order is turned round": altered(rounds, "operating_order", turned),
    "an income is too high": paying(maritime, lambda a, b, m: m + 5),
    "a maritime company carries more": altered(turn, "capacity", more),
    "shares are sold too dear": paying(holdings, lambda a, b, m: m + 10),
    "a share is paid to the bank": to_bank(stock),
    "the Dragons pay nothing": left_out(dragons, "pay"),
    "the Dragons buy the wrong one": altered(dragons, "choose", first_green),
    "the Dragons never sell": altered(dragons, "sell_red", always(False)),
    "the Dragons buy too many": altered(dragons, "certificate_limit", always(30)),
    "the estimate is too high": altered(dragons, "estimate", lambda old, g, c: old(g, c) + 1),
    "Dragons' shares at market price": altered(
        stock, "zone_price", lambda old, g, c: shares.price(g, c)
    ),
    "launched too early": altered(launch, "percent", lambda old, g, c, o: old(g, c, o) - 20),
    "no traffic of the home": altered(launch, "traffic_at", always(0)),
    "too few markers": altered(launch, "set_markers", lambda old, g, c, n: old(g, c, n - 1)),
    "nobody takes over": left_out(stock, "director_after_purchase"),
    "the priority stays": left_out(common_rounds, "pass_priority_on"),
    "a player is passed over": altered(common_rounds.StockTurn, "end_turn", skips_a_seat),
    "three operating rounds": altered(rounds, "begin_operating_round", third_round),
    "rows stay": left_out(rounds, "move_rows"),
    "mines last": left_out(rounds, "downgrade_mines"),
    "mines give nothing": left_out(turn, "exploit"),
    "conversion without connection": altered(launch, "destination_reached", always(True)),
    "no new shares": altered(launch, "turn_to_major", lambda old, g, c: None),
    "the second tile is free": altered(track, "fee", always(0)),
    "a city grows for nobody": left_out(track, "_city_grows"),
    "cheap terrain": paying(stations, lambda a, b, m: m // 2),
    "a train is paid to the bank": to_bank(common_trains),
    "old trains run on": left_out(depot, "scrap"),
    "nobody discards": left_out(trains, "push_discards"),
    "an absorption is cheap": altered(absorption, "zone_price", half),
    "traffic is lost": altered(absorption, "add_traffic", lambda old, g, c, p, w: None),
    "loans are forgotten": altered(absorption, "hand_assets_over", loans_lost),
    "no money for a shared city": left_out(replacement, "pay"),
    "an absorber has too few markers": altered(
        absorption, "set_markers", lambda old, g, c, n: old(g, c, min(n, 6))
    ),
    "nobody has operated": altered(turn.EndOfTurn, "settle", no_operating),
    "a score is too high": altered(Rules1865, "scores", richer),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_the_auditor_notices(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TAMPERINGS[name](monkeypatch)
    objection((new("1865", 2 + seed % 3, seed) for seed in range(12)), "curious")


# --- what random players seldom do: positions set by hand ------------------------------


def noticed(game: Game, action: Action, said: str) -> None:
    """Assert that the auditor objects to an action, and why."""
    auditor = auditor_for(game)
    game.play(action)
    with pytest.raises(AuditFailed, match=said):
        auditor.after(game)


def passes(game: Game, *actions: Action) -> Auditor:
    auditor = auditor_for(game)
    assert isinstance(auditor, Auditor)
    for action in actions:
        game.play(action)
        auditor.after(game)
    return auditor


def test_the_certificate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(4).cash(0, 900)
    for company in ("FMS", "RCSF", "SFSS", "FCS", "SFS", "FA"):
        scene.company(company, 0, 100, held={0: 4}, major=True)  # 18 certificates
    scene.company("CFC", 1, 100, held={1: 3})
    monkeypatch.setattr(stock, "certificate_limit", lambda game: 20)
    noticed(scene.stock_round(), BuyShare("CFC", "ipo"), "certificate limit")


def test_the_holding_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().company("FMS", 0, 60, held={0: 3})
    altered(stock, "may_hold", always(True))(monkeypatch)
    noticed(scene.stock_round(), BuyShare("FMS", "ipo"), "60 %")


def test_the_pool_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().company("FMS", 0, 60, held={0: 2, 1: 1}, pool=2)
    altered(holdings, "pool_room", always(5))(monkeypatch)
    noticed(scene.stock_round(first=1), SellShares("FMS", 1), "the pool is full")


def forced(cash: int, version: int | None = None) -> Game:
    """FMS needs 230 for a PH4 and its president has so much cash and three shares at 80."""
    scene = Scene(version=version).company("FMS", 0, treasury=120, traffic=5).cash(0, cash)
    scene.company("FA", 1, 80, held={0: 3, 1: 3}, major=True)
    return scene.phase(4).operate("FMS", "trains")


def test_a_forced_purchase(monkeypatch: pytest.MonkeyPatch) -> None:
    buy = BuyTrain("PH4-1", BANK, 350)
    passes(forced(400), buy)
    passes(forced(100), buy, SellShares("FA", 2))
    paying(common_trains, lambda a, b, m: m + 10 if a == 0 else m)(monkeypatch)
    noticed(forced(400), buy, "cash")


def test_no_more_is_sold_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    left_out(trains.ForcedSale, "_problem")(monkeypatch)
    game = forced(100).play(BuyTrain("PH4-1", BANK, 350))
    noticed(game, SellShares("FA", 3), "4.8.5")


def test_loans_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    altered(trains, "_most", always(0))(monkeypatch)
    noticed(forced(0), BuyTrain("PH4-1", BANK, 350), "log")


def test_a_discounted_train_with_help(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().company("FMS", 0, treasury=50, traffic=5).train("pool", "PH2").cash(0, 900)
    game = scene.stack_down_to("PH2d").operate("FMS", "trains")
    altered(trains, "discounted_barred", always(False))(monkeypatch)
    noticed(game, BuyTrain("PH2d-0", BANK, 70), "4.7.6")


def test_the_example_of_an_absorption(monkeypatch: pytest.MonkeyPatch) -> None:
    game = book().operate("RCSF", "mergers")
    passes(game.copy(), Absorb("FMS", "RCSF"), Choose("C38"))
    altered(absorption, "_borrow", lambda old, g, c, due: old(g, c, due + 500))(monkeypatch)
    noticed(game, Absorb("FMS", "RCSF"), "company_loans")


def test_an_absorber_is_not_absorbed(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = pair(treasuries=(2000, 900))
    scene.company("SFS", 0, 90, held={0: 3}).marker("SFS", "E38")
    game = scene.operate("FMS", "mergers")
    passes(game, Absorb("SFS", "FMS"))
    left_out(absorption, "problem")(monkeypatch)
    game = scene.game if game.step.id == "mergers" else scene.operate("FMS", "mergers")
    scene.change_turn(absorbed=True)
    noticed(game, Absorb("FMS", "RCSF"), "5.1.7")


def test_who_owes_too_much_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def before() -> Game:
        scene = pair(treasuries=(500, 900)).loans("RCSF", 2).loans("FMS", 2)
        return scene.company("SFS", 1, 490, held={1: 3}, treasury=500).operate("SFS", "trains")

    passes(before(), Pass(), RepayLoan(), Absorb("FMS", "RCSF"))
    altered(absorption, "opened_by_repaying", always(False))(monkeypatch)
    noticed(before(), Pass(), "mergers was left out")


def test_the_network_is_judged_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cagliari and Arbatax do not hold together, and one city fewer is too few."""

    def after(*actions: Action) -> None:
        passes(crowded(2, "F33", "H31").operate("RCSF", "mergers"), *actions)

    start = Absorb("FMS", "RCSF")
    after(start, Choose("E38"), Choose("F33"))
    altered(joined, "_joined", always(True))(monkeypatch)
    with pytest.raises(AuditFailed, match=r"5\.4\.8"):
        after(start, Choose("E38"), Choose("H31"))
    altered(joined, "_joined", lambda old, g, names, held: not list(names))(monkeypatch)
    with pytest.raises(AuditFailed, match=r"5\.4\.8"):
        after(start)


def test_a_step_that_was_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().company("FMS", 0, treasury=500, traffic=5).train("FMS", "PH2")
    altered(trains.BuyMove, "legal", lambda old, *args: iter(()))(monkeypatch)
    noticed(scene.operate("FMS", "pay_dividend"), Dividend("keep"), "trains was left out")


def test_bonuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered() -> Game:
        return Scene().company("FMS", 0, treasury=50).maritime(0, "M3").operate("FMS", "track")

    passes(offered(), Transfer("M3"))
    left_out(maritime, "collect_bonuses")(monkeypatch)
    noticed(offered(), Transfer("M3"), "log")


def test_phase_5_takes_the_maritime_companies(monkeypatch: pytest.MonkeyPatch) -> None:
    def about_to_buy() -> Game:
        scene = Scene().phase(4).stack_down_to("PH5").maritime(1, "M3")
        return scene.company("FMS", 0, treasury=600, traffic=5).operate("FMS", "trains")

    passes(about_to_buy(), BuyTrain("PH5-0", BANK, 500))
    left_out(Rules1865, "close_privates")(monkeypatch)
    noticed(about_to_buy(), BuyTrain("PH5-0", BANK, 500), "log")


def test_the_first_clockwise_inherits(monkeypatch: pytest.MonkeyPatch) -> None:
    def sale() -> Game:
        return Scene().company("FMS", 0, 100, held={0: 3, 1: 2, 2: 2}, major=True).stock_round()

    passes(sale(), SellShares("FMS", 3))
    altered(holdings, "seats_after", turned)(monkeypatch)
    noticed(sale(), SellShares("FMS", 3), "director")


def last_payment() -> Game:
    """The bank has just enough for the dividend of the last company of a pair of rounds."""
    scene = Scene(2).company("FMS", 0, 100, held={0: 3}, traffic=8, treasury=500)
    return scene.train("FMS", "PH2").bank(40, 1).operate("FMS", "pay_dividend", part=2)


def test_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    passes(last_payment(), Dividend("pay"), Pass())
    with monkeypatch.context() as patch:
        left_out(Play, "note_ending")(patch)
        noticed(last_payment(), Dividend("pay"), "the bank is empty|log")
    altered(rounds.OperatingRound, "finish", forgets_the_end)(monkeypatch)
    noticed(last_payment().play(Dividend("pay")), Pass(), "log")
