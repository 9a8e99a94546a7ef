"""Parliament rounds: auctions of charters, obligations and fines (1862-4)."""

from __future__ import annotations

from typing import Any

import pytest

from dieciocho.engine.actions import Bid, BuyShare, Pass, SellShares, StartCompany
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import certificates, price
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.fines import FineSale
from dieciocho.games.g1862.floating import startable
from dieciocho.games.g1862.holdings import held
from dieciocho.games.g1862.parliament import begin_parliament

from ..support import legal, refused, refused_to, rule
from .scenes import Scene, new


def parliament(scene: Scene, seat: int = 0, number: int = 2) -> Game:
    """Begin a parliament round with a player."""
    scene.state.agenda.clear()
    scene.state.turn = None
    scene.state.priority = seat
    begin_parliament(Play(scene.game), number, 1)
    return scene.ready()


def win(game: Game, company: str, par: int, shares: int = 2) -> None:
    """Let the player whose turn it is win a company for nothing and buy shares."""
    seat = game.actor
    game.play(Bid(company, 0))
    while game.step.id == "charter_auction":
        game.play(Pass())
    game.play(StartCompany(company, par))
    for _ in range(shares):
        game.play(BuyShare(company, "ipo"))
    if game.step.id == "charter_shares" and game.actor == seat:
        game.play(Pass())


# --- auctions ----------------------------------------------------------------------------


@rule("1862-2.4.4.3", "1862-4.1.9")
def test_two_parliament_rounds_then_a_stock_round() -> None:
    game = new(3)
    kinds = []
    while game.state.round.kind == "parliament":
        kinds.append((game.actor, game.state.round.kind))
        game.play(Pass())
    assert kinds == [(s, "parliament") for s in (0, 1, 2, 0, 1, 2)]
    told = [line for line in game.log_lines("en") if line.startswith("— Parliament")]
    assert told == ["— Parliament round 1 —", "— Parliament round 1, once more —"]
    assert game.state.round.kind == "stock"
    assert game.state.priority == 0


@rule("1862-4.1.1", "1862-4.1.2", "1862-N.1")
def test_an_auction_opens_with_a_multiple_of_five() -> None:
    game = new(3)
    company = startable(game)[0]
    assert legal(game, Bid(company, 0))
    refused(game, Bid(company, 3), "1862-4.1.2")
    assert not legal(game, Bid(company, -5))
    refused(game, Bid("nobody", 0))
    later = next(c for c, wave in facts(game).waves.items() if wave)
    refused(game, Bid(later, 0), "1862-3.2.1")


@rule("1862-4.1.3", "1862-N.1")
def test_players_raise_clockwise_or_leave_the_auction() -> None:
    game = new(4)
    company = startable(game)[0]
    game.play(Bid(company, 10))
    assert game.actor == 1
    refused(game, Bid(company, 10), "1862-4.1.3")
    refused(game, Bid(company, 12), "1862-4.1.2")
    game.play(Pass())
    game.play(Bid(company, 15))
    game.play(Pass())
    assert game.actor == 0
    refused_to(game, 1, Bid(company, 20), "1862-4.1.3")
    game.play(Bid(company, 20))
    assert game.actor == 2  # who has passed is not asked again


@rule("1862-4.1.4", "1862-N.1")
def test_the_cheapest_certificate_must_stay_payable() -> None:
    for current, may in ((35, False), (30, True)):
        scene = Scene("ESR").cash(1, 200)
        game = parliament(scene)
        game.play(Bid("ESR", current))
        assert (game.actor == 1) == may
        if may:
            assert legal(game, Bid("ESR", 35))
            refused(game, Bid("ESR", 40), "1862-4.1.4")


@rule("1862-4.1.4", "1862-4.1.7")
def test_who_has_bid_all_that_he_may_is_still_outbid() -> None:
    game = parliament(Scene("ESR", players=2).cash(0, 202))
    game.play(Bid("ESR", 40))  # he could not raise it himself
    assert game.actor == 1
    game.play(Bid("ESR", 45))
    assert (game.step.id, game.actor) == ("charter_par", 1)


@rule("1862-4.1.3", "1862-4.1.7")
def test_one_auction_at_a_time() -> None:
    game = parliament(Scene("ESR", "FDR"))
    game.play(Bid("ESR", 0))
    refused(game, Bid("FDR", 5), "1862-4.1.7")


@rule("1862-4.1.4")
def test_who_is_too_poor_is_not_asked() -> None:
    game = parliament(Scene("ESR").cash(0, 161))
    assert game.actor == 1


@rule("1862-4.1.5", "1862-N.1")
def test_at_the_certificate_limit_one_passes() -> None:
    scene = Scene("ESR", "FDR", "EUR", "NGC", players=8)
    scene.found("FDR", {0: 5, 1: 5}).found("EUR", {1: 4, 0: 3}).found("NGC", {1: 5, 0: 2})
    assert certificates(scene.game, 0) == 8
    game = parliament(scene)
    assert game.actor != 0
    refused_to(game, 0, Bid("ESR", 0), "1862-6.1.1")


@rule("1862-4.1.6", "1862-4.1.8", "1862-N.1")
def test_a_winner_starts_no_further_auction_but_may_win_another() -> None:
    scene = Scene("ESR", "FDR", "EUR", players=4)
    game = parliament(scene)
    game.play(Bid("ESR", 0))
    game.play(Pass())
    game.play(Bid("ESR", 5))  # seat 2 wins
    game.play(Pass())
    game.play(Pass())
    assert game.actor == 2
    game.play(StartCompany("ESR", 54))
    game.play(Pass())
    assert game.actor == 3  # to the left of the winner, not of who started the auction
    game.play(Pass())
    game.play(Pass())
    game.play(Bid("FDR", 0))  # seat 1
    assert game.actor == 2
    game.play(Bid("FDR", 5))
    game.play(Pass())
    game.play(Pass())
    game.play(Pass())
    assert game.step.id == "charter_par"
    assert game.actor == 2
    game.play(StartCompany("FDR", 54))
    game.play(Pass())
    for _ in range(3):
        assert game.actor != 2
        game.play(Pass())
    assert game.state.round.kind == "stock"  # seat 2 was not asked


@rule("1862-4.1.8", "1862-4.1.9")
def test_all_decline_again_after_an_auction() -> None:
    """Seats 2 and 0 declined, seat 0 won what seat 1 started: seat 2 has another chance."""
    game = parliament(Scene("ESR", "FDR"), seat=2)
    game.play(Pass()).play(Pass())
    game.play(Bid("ESR", 0)).play(Pass()).play(Bid("ESR", 5)).play(Pass())
    game.play(StartCompany("ESR", 54)).play(Pass())
    assert game.actor == 1
    game.play(Pass())
    assert game.actor == 2
    assert legal(game, Bid("FDR", 0))
    game.play(Pass())
    assert game.state.round.kind == "stock"


@rule("1862-4.1.6")
def test_a_winner_is_refused_a_second_start() -> None:
    game = parliament(Scene("ESR", "FDR", players=2))
    game.play(Bid("ESR", 0))
    game.play(Pass())
    game.play(StartCompany("ESR", 54))
    game.play(Pass())
    Play(game).set_round(index=0)
    refused(game, Bid("FDR", 0), "1862-4.1.6")


@rule("1862-4.1.7", "1862-4.2.1")
def test_only_the_winner_pays() -> None:
    game = parliament(Scene("ESR"))
    cash = dict(game.state.cash)
    game.play(Bid("ESR", 10))
    game.play(Bid("ESR", 25))
    game.play(Pass())
    game.play(Pass())
    assert game.step.id == "charter_par"
    assert game.state.cash[1] == cash[1] - 25
    assert (game.state.cash[0], game.state.cash[2]) == (cash[0], cash[2])
    assert game.state.cash[BANK] == cash[BANK] + 25


@rule("1862-4.1.10")
def test_nothing_else_is_traded_in_parliament() -> None:
    scene = Scene("ESR", "FDR").found("FDR", {0: 5, POOL: 2}).phase("A")
    game = parliament(scene)
    refused(game, SellShares("FDR", 1), "1862-4.1.10")
    refused(game, BuyShare("FDR", "pool"), "1862-4.1.10")


@rule("1862-4.1.9")
def test_the_priority_deal_stays() -> None:
    game = parliament(Scene("ESR", "FDR"), seat=1)
    win(game, "ESR", 54)
    while game.state.round.kind == "parliament":
        game.play(Pass())
    assert game.state.priority == 1
    assert game.actor == 1


# --- the charter -------------------------------------------------------------------------


@rule("1862-4.2.2", "1862-4.2.5", "1862-N.2")
def test_par_and_the_directors_certificate() -> None:
    game = parliament(Scene("ESR").cash(0, 300))
    cash = game.state.cash[0]
    game.play(Bid("ESR", 0))
    game.play(Pass())
    game.play(Pass())
    refused(game, StartCompany("ESR", 56), "1862-4.2.2")
    refused(game, StartCompany("ESR", 110), "1862-4.2.2")
    refused(game, StartCompany("FDR", 54), "1862-4.1.7")
    refused(game, Pass(), "1862-4.2.2")
    assert not legal(game, StartCompany("ESR", 101))
    game.play(StartCompany("ESR", 74))
    assert game.state.cash[0] == cash - 222
    assert game.state.par["ESR"] == 74
    assert "ESR" in facts(game).chartered
    assert held(game, "ESR", IPO) == 7
    assert held(game, "ESR", 0) == 3


@rule("1862-4.2.2", "1862-N.2")
def test_par_must_be_payable() -> None:
    game = parliament(Scene("ESR").cash(0, 186))
    game.play(Bid("ESR", 0))
    game.play(Pass())
    game.play(Pass())
    refused(game, StartCompany("ESR", 68), "1862-4.2.2")
    assert legal(game, StartCompany("ESR", 62))


@rule("1862-4.2.3", "1862-N.3")
def test_up_to_two_more_shares_at_par() -> None:
    game = parliament(Scene("ESR", "FDR").cash(0, 600))
    game.play(Bid("ESR", 0))
    game.play(Pass())
    game.play(Pass())
    game.play(StartCompany("ESR", 100))
    cash = game.state.cash[0]
    refused(game, BuyShare("FDR", "ipo"), "1862-4.2.3")
    game.play(BuyShare("ESR", "ipo"))
    game.play(BuyShare("ESR", "ipo"))
    assert game.state.cash[0] == cash - 200
    assert game.actor == 1  # no third one
    assert held(game, "ESR", 0) == 5


@rule("1862-4.2.3", "1862-4.2.5")
def test_further_shares_come_from_the_offer_for_the_last_pound() -> None:
    game = parliament(Scene("ESR").cash(0, 270))
    game.play(Bid("ESR", 0)).play(Pass()).play(Pass())
    game.play(StartCompany("ESR", 54))
    refused(game, BuyShare("ESR", "pool"), "1862-4.2.3")
    game.play(BuyShare("ESR", "ipo"))
    assert legal(game, BuyShare("ESR", "ipo"))
    game.play(BuyShare("ESR", "ipo"))
    assert game.state.cash[0] == 0


@rule("1862-4.2.3", "1862-6.5.2.1")
def test_no_further_shares_at_the_certificate_limit() -> None:
    scene = Scene("ESR", "FDR", players=8).found("FDR", {0: 8}).cash(0, 500)
    assert certificates(scene.game, 0) == 6  # of 8
    game = parliament(scene)
    game.play(Bid("ESR", 0))
    while game.step.id == "charter_auction":
        game.play(Pass())
    game.play(StartCompany("ESR", 54)).play(BuyShare("ESR", "ipo"))
    assert game.actor == 1  # seven and eight: the limit
    assert "ESR" not in game.state.floated


@rule("1862-4.2.3")
@pytest.mark.parametrize(("cash", "asked"), [(216, True), (215, False)])
def test_online_a_winner_at_the_limit_declines_himself(cash: int, asked: bool) -> None:
    """D30: unless he could not pay anyway."""
    scene = Scene("ESR", "FDR", players=8, edition="online").found("FDR", {0: 9}).cash(0, cash)
    game = parliament(scene)
    game.play(Bid("ESR", 0))
    while game.step.id == "charter_auction":
        game.play(Pass())
    game.play(StartCompany("ESR", 54))
    assert (game.actor == 0) == asked
    if asked:
        refused(game, BuyShare("ESR", "ipo"), "1862-6.5.2.1")
        game.play(Pass())
    assert game.actor == 1


@rule("1862-4.2.4")
def test_half_of_the_shares_floats_the_company_at_once() -> None:
    scene = Scene("ESR", "FDR").found("FDR", {1: 5}, price=74)
    game = parliament(scene)
    win(game, "ESR", 74)
    assert "ESR" in game.state.floated
    assert game.state.cash["ESR"] == 740 - 180
    assert game.state.stations_left["ESR"] == 3
    assert not facts(game).obligations
    cell = game.state.cell["ESR"]
    assert game.state.stacks[cell] == ("FDR", "ESR")


# --- obligations -------------------------------------------------------------------------


def unkept(cash: int, extra: int = 1, **options: Any) -> Game:
    """Seat 0 has a charter at 74 with three shares and some more; the stock round begins."""
    scene = Scene("ESR", "FDR", **options)
    scene.found("ESR", {0: 3 + extra}, price=74, par=74, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0})
    scene.cash(0, cash)
    return scene.stock(0)


def pass_all(game: Game) -> None:
    while game.state.round.kind == "stock" and game.step.id == "stock_round":
        game.play(Pass())


@rule("1862-4.3.1", "1862-4.3.2", "1862-4.3.3", "1862-4.3.4", "1862-4.3.5")
def test_a_charter_that_is_not_kept() -> None:
    game = unkept(100)
    bank = game.state.cash[BANK]
    pass_all(game)
    assert game.state.cash[0] == 0
    assert game.state.cash[BANK] == bank + 100  # shares count 4 x 37; 122 are forgiven
    assert game.state.shares["ESR"] == (IPO,) * 8
    assert "ESR" not in game.state.cell
    assert not facts(game).obligations
    assert game.state.round.kind in ("operating", "parliament")


@rule("1862-4.3.3")
def test_cash_comes_before_shares() -> None:
    game = unkept(400)
    pass_all(game)
    assert game.state.cash[0] == 400 - 370
    assert game.state.shares["ESR"] == (IPO,) * 8  # without compensation


@rule("1862-4.3.3")
def test_what_a_certificate_brings_too_much_is_kept() -> None:
    game = unkept(350)  # 20 missing: one share of 37
    pass_all(game)
    assert game.state.cash[0] == 17


@rule("1862-4.3.3", "1862-4.3.4")
def test_then_other_shares_are_sold() -> None:
    scene = Scene("ESR", "FDR")
    scene.found("ESR", {0: 3}, price=74, par=74, chartered=True, floated=False)
    scene.found("FDR", {1: 5, 0: 3}, price=100).train("FDR", "2E")
    Play(scene.game).set_facts(obligations={"ESR": 0})
    game = scene.cash(0, 100).stock(0)
    pass_all(game)
    assert game.step.id == "fine_sale"
    assert game.actor == 0
    refused(game, Pass(), "1862-4.3.3")
    refused(game, SellShares("FDR", 4))
    assert legal(game, SellShares("FDR", 3))
    game.play(SellShares("FDR", 2))  # 370 - 100 - 3 x 37 = 159
    assert game.state.cash[0] == 41
    assert price(game, "FDR") == 90  # by the usual rules
    check(game)


@rule("1862-4.3.3", "1862-6.4.0.1", "1862-6.4.2.2")
@pytest.mark.parametrize(("edition", "after"), [("rulebook", 20), ("online", 26)])
def test_a_fine_is_not_paid_share_by_share_to_spare_the_price(edition: str, after: int) -> None:
    scene = Scene("ESR", "FDR", edition=edition)
    scene.found("ESR", {0: 3}, price=74, par=74, chartered=True, floated=False)
    scene.found("FDR", {1: 5, 0: 3}, price=26).train("FDR", "2E")
    Play(scene.game).set_facts(obligations={"ESR": 0})
    game = scene.cash(0, 100).stock(0)
    pass_all(game)
    game.play(SellShares("FDR", 1))
    assert price(game, "FDR") == 26  # the first share is ignored below 40
    game.play(SellShares("FDR", 1))
    assert price(game, "FDR") == after
    check(game)


@rule("1862-4.3.1")
def test_who_promised_pays_even_without_the_directorship() -> None:
    scene = Scene("ESR")
    scene.found("ESR", {1: 4}, price=74, par=74, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0})
    game = scene.cash(0, 500).stock(0)
    cash = game.state.cash[1]
    pass_all(game)
    assert game.state.cash[0] == 130
    assert game.state.cash[1] == cash


@rule("1862-4.3.7")
def test_every_charter_is_fined_by_itself() -> None:
    scene = Scene("ESR", "FDR")
    for company, par in (("ESR", 54), ("FDR", 58)):
        scene.found(company, {0: 3}, price=par, par=par, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0, "FDR": 0})
    game = scene.cash(0, 1000).stock(0)
    pass_all(game)
    assert game.state.cash[0] == 1000 - 270 - 290


@rule("1862-4.3.6")
@pytest.mark.parametrize(
    ("options", "at_once"),
    [({}, False), ({"edition": "online"}, True), ({"failed_at_once": "yes"}, True)],
)
def test_a_failed_charter_comes_back_with_the_next_stock_round(
    options: dict[str, Any], at_once: bool
) -> None:
    game = unkept(600, **options)
    pass_all(game)
    assert game.state.round.kind == "parliament"
    assert ("ESR" in startable(game)) == at_once
    if not at_once:
        refused(game, Bid("ESR", 0), "1862-4.3.6")
    while game.state.round.kind == "parliament":
        game.play(Pass())
    assert "ESR" in startable(game)


@rule("1862-4.3.1")
def test_a_floated_company_ends_the_obligation() -> None:
    game = unkept(600)
    game.play(BuyShare("ESR", "ipo"))
    assert "ESR" in game.state.floated
    assert not facts(game).obligations
    cash = game.state.cash[0]
    pass_all(game)
    assert game.state.cash[0] == cash


@rule("1862-4.3.7")
def test_players_settle_their_fines_one_after_the_other() -> None:
    """V-O31: Bela has the priority deal and settles both of hers before Ana."""
    scene = Scene("ESR", "FDR", "EUR", "NGC").found("NGC", {2: 5, 0: 2, 1: 2}, price=100)
    scene.train("NGC", "2E")
    for company, seat in (("ESR", 0), ("EUR", 1), ("FDR", 1)):
        scene.found(company, {seat: 3}, price=54, par=54, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0, "EUR": 1, "FDR": 1})
    game = scene.cash(0, 0).cash(1, 300).cash(2, 0).stock(1)
    pass_all(game)
    assert game.actor == 1
    assert isinstance(game.step, FineSale)
    assert game.step.debt == 540 - 300 - 6 * 27
    game.play(SellShares("NGC", 1))
    assert game.actor == 0
    assert game.step.debt == 270 - 3 * 27
    check(game)


@rule("1862-4.3.7", "1862-4.3.3")
@pytest.mark.parametrize(("edition", "owed"), [("rulebook", 92), ("online", 173)])
def test_all_failed_companies_of_a_player_pay_for_his_fines(edition: str, owed: int) -> None:
    """560 - 300 - 3 x 27 - 3 x 29; online each pays for itself, 3 x 27 go back for nothing."""
    scene = Scene("ESR", "FDR", "EUR", edition=edition).found("EUR", {1: 5, 0: 3}, price=200)
    scene.train("EUR", "2E")
    for company, par in (("FDR", 54), ("ESR", 58)):
        scene.found(company, {0: 3}, price=par, par=par, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"FDR": 0, "ESR": 0})
    game = scene.cash(0, 300).stock(0)
    pass_all(game)
    assert isinstance(game.step, FineSale)
    assert game.step.debt == owed


@rule("1862-4.3.3", "1862-4.3.7")
@pytest.mark.parametrize(("sales", "left"), [((2,), 8), ((1, 2), 190)])
def test_one_sale_pays_all_fines_of_a_player(sales: tuple[int, ...], left: int) -> None:
    """270 - 3 x 27 = 189 and 290 - 3 x 29 = 203 are owed, 392 together."""
    scene = Scene("ESR", "FDR", "EUR").found("EUR", {1: 5, 0: 3}, price=200)
    scene.train("EUR", "2E")
    for company, par in (("ESR", 54), ("FDR", 58)):
        scene.found(company, {0: 3}, price=par, par=par, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0, "FDR": 0})
    game = scene.cash(0, 0).stock(0)
    pass_all(game)
    for count in sales:
        assert (game.step.id, game.state.cash[0]) == ("fine_sale", 0)
        game.play(SellShares("EUR", count))
    assert game.step.id != "fine_sale"
    assert game.state.cash[0] == left
    check(game)


@rule("1862-4.3.3", "1862-6.3.4")
def test_a_director_keeps_what_is_there_when_he_pays_a_fine() -> None:
    scene = Scene("ESR", "FDR").found("FDR", {0: 4, 1: 2}, price=100)
    scene.train("FDR", "2E")
    scene.found("ESR", {0: 3}, price=74, par=74, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0})
    game = scene.cash(0, 0).stock(0)
    pass_all(game)
    assert [n for n in range(1, 5) if legal(game, SellShares("FDR", n))] == [1, 3, 4]
    refused(game, SellShares("FDR", 2), "1862-6.3.4")


@rule("1862-6.6.1", "1862-4.3.2")
def test_fines_do_not_touch_the_priority_deal() -> None:
    scene = Scene("ESR", "FDR")
    scene.found("ESR", {0: 3}, price=74, par=74, chartered=True, floated=False)
    scene.found("FDR", {1: 5, 0: 3}, price=100).train("FDR", "2E")
    Play(scene.game).set_facts(obligations={"ESR": 0})
    game = scene.cash(0, 50).stock(0)
    game.play(Pass())
    game.play(BuyShare("FDR", "treasury"))  # seat 1
    pass_all(game)
    game.play(SellShares("FDR", 3))
    assert game.state.priority == 2
