"""Stock rounds, launching, presidents: sections 3.1, 3.3 to 3.8, 3.10 and 3.13."""

from __future__ import annotations

from dieciocho.engine.actions import BuyShare, BuyTrain, Pass, SellShares, StartCompany
from dieciocho.engine.shares import ordinary, percent, price
from dieciocho.engine.state import BANK, IPO, POOL
from dieciocho.games.g1865.dragons import estimate
from dieciocho.games.g1865.facts import facts
from dieciocho.games.g1865.holdings import certificate_count

from ..support import legal, listed, refused, refused_to, rule
from .scenes import Scene, certificates, said


@rule("1865-3.1.2", "1865-3.3.1", "1865-3.3.3")
def test_a_turn_without_a_deal_is_a_pass() -> None:
    scene = Scene().company("FMS", 1, 100, held={1: 2, 0: 1})
    game = scene.stock_round()
    game.play(Pass()).play(Pass())
    assert game.actor == 2
    game.play(BuyShare("FMS", "ipo"))
    assert game.actor == 0  # who passed has further turns
    game.play(SellShares("FMS", 1)).play(Pass())  # only sold: no pass
    assert "passed" not in said(game)
    for _ in range(2):
        game.play(Pass())
    assert game.state.round.kind == "stock"
    game.play(Pass())
    assert game.state.round.kind == "operating"


@rule("1865-3.3.1", "1865-3.3.2")
def test_sell_first_then_buy_one() -> None:
    scene = Scene().company("FMS", 1, 100, held={1: 2, 0: 1}).company("FA", 1, 80, held={1: 2})
    game = scene.stock_round()
    game.play(SellShares("FMS", 1))
    assert game.actor == 0
    game.play(BuyShare("FA", "ipo"))
    assert game.actor == 1
    refused_to(game, 0, SellShares("FA", 1), "1865-3.3.3")
    refused_to(game, 0, BuyShare("FA", "ipo"), "1865-3.3.3")
    refused(game, BuyTrain("PH2-0", BANK, 100), "1865-3.3.1")


@rule("1865-3.4.1", "1865-3.4.2", "1865-3.4.3", "1865-3.4.4", "1865-3.4.8")
def test_selling_as_in_the_book() -> None:
    """Vector TV-03."""
    scene = Scene().company("FA", 0, 110, held={0: 3, 2: 3}, major=True)
    scene.company("FMS", 1, 70, held={1: 2, 2: 1})
    game = scene.stock_round(first=2)
    game.play(SellShares("FA", 3))
    assert game.state.cash[2] == 330 + 330
    refused(game, SellShares("FMS", 2), "1865-3.4.1")  # more than are held
    game.play(SellShares("FMS", 1))
    assert game.state.cash[2] == 330 + 400
    assert (percent(game, "FA", POOL), percent(game, "FMS", POOL)) == (30, 20)
    assert ordinary(game, "FMS", IPO) == 2  # not back into the offer
    assert (price(game, "FA"), price(game, "FMS")) == (110, 70)


@rule("1865-3.4.7")
def test_the_pool_holds_half_at_most() -> None:
    """Vector TV-04."""
    scene = Scene().company("FA", 0, 110, held={0: 3, 2: 3}, major=True)
    scene.company("FMS", 1, 70, held={1: 2, 2: 1}, pool=2)
    game = scene.stock_round(first=2)
    refused(game, SellShares("FMS", 1), "1865-3.4.7")
    game.play(SellShares("FA", 3))
    assert game.state.cash[2] == 330 + 330
    scene = Scene().company("FA", 0, 110, held={0: 3, 2: 3}, major=True, pool=3)
    game = scene.stock_round(first=2)
    refused(game, SellShares("FA", 3), "1865-3.4.7")  # as a whole
    assert legal(game, SellShares("FA", 2))


@rule("1865-3.4.2")
def test_one_block_of_a_company_in_a_turn() -> None:
    scene = Scene().company("FA", 0, 110, held={0: 3, 2: 3}, major=True)
    game = scene.stock_round(first=2).play(SellShares("FA", 1))
    refused(game, SellShares("FA", 1), "1865-3.4.2")
    game.play(Pass()).play(Pass()).play(Pass())
    assert legal(game, SellShares("FA", 1))  # in another turn it may


@rule("1865-3.4.4", "1865-3.11.3")
def test_only_the_president_s_sale_moves_the_price() -> None:
    scene = Scene().company("FA", 0, 110, held={0: 5, 2: 3}, major=True)
    game = scene.stock_round().play(SellShares("FA", 2))
    assert game.state.cash[0] == 330 + 220  # all at the price before the sale
    assert price(game, "FA") == 90


@rule("1865-3.4.5", "1865-3.10.4")
def test_a_president_needs_somebody_with_two_shares() -> None:
    scene = Scene().company("FA", 0, 110, held={0: 3, 1: 1, 2: 1}, major=True)
    game = scene.stock_round()
    assert legal(game, SellShares("FA", 1))
    refused(game, SellShares("FA", 2), "1865-3.10.4")
    full = Scene().company("FA", 0, 110, held={0: 3, 1: 2}, major=True, pool=4)
    refused(full.stock_round(), SellShares("FA", 2), "1865-3.4.7")  # no room in the pool


@rule("1865-3.4.6")
def test_no_sale_before_the_company_has_operated() -> None:
    scene = Scene().company("FA", 0, 100, held={0: 3, 1: 1}, operated=False)
    refused(scene.stock_round(first=1), SellShares("FA", 1), "1865-3.4.6")
    game = Scene().company("FA", 0, 100, held={0: 3, 1: 1}, operated=False).operate("FA", "track")
    assert "FA" not in facts(game).operated
    game.play(Pass()).play(BuyTrain("PH2-0", BANK, 100))
    while game.state.round.part == 1:
        game.play(Pass())
    assert "FA" in facts(game).operated


@rule("1865-3.5.2")
def test_the_president_s_certificate_comes_first() -> None:
    refused(Scene().stock_round(), BuyShare("FMS", "ipo"), "1865-3.5.2")


@rule("1865-3.5.1", "1865-3.5.3", "1865-3.5.4", "1865-3.5.6", "1865-3.6.7")
def test_where_the_money_goes() -> None:
    scene = Scene().company("FMS", 0, 90, held={0: 2}, pool=1, treasury=10)
    scene.state.par["FMS"] = 60  # it has risen since: the present value counts
    game = scene.stock_round(first=1)
    bank = game.state.cash[BANK]
    game.play(BuyShare("FMS", "ipo"))
    assert (game.state.cash[1], game.state.cash["FMS"]) == (240, 100)
    assert game.state.cash[BANK] == bank
    game.play(BuyShare("FMS", "pool"))
    assert (game.state.cash[2], game.state.cash["FMS"]) == (240, 100)
    assert game.state.cash[BANK] == bank + 90
    assert price(game, "FMS") == 90
    refused(game, BuyShare("FMS", "dragons"), "1865-3.5.1")  # they hold none


@rule("1865-3.5.3")
def test_the_other_reading_of_the_price_of_the_offer() -> None:
    """A-09 is a switch: then the offer keeps the initial value."""
    scene = Scene().company("FMS", 0, 90, held={0: 2}, pool=1).reading(offer_at_market=False)
    scene.state.par["FMS"] = 60
    game = scene.stock_round(first=1).play(BuyShare("FMS", "ipo"))
    assert (game.state.cash[1], game.state.cash["FMS"]) == (270, 60)
    game.play(BuyShare("FMS", "pool"))
    assert game.state.cash[2] == 240


@rule("1865-3.5.7")
def test_limits_of_a_purchase() -> None:
    scene = Scene().company("FMS", 0, 90, held={0: 3}).cash(0, 900)
    refused(scene.stock_round(), BuyShare("FMS", "ipo"), "1865-3.5.7")  # 60 %
    poor = Scene().company("FMS", 0, 90, held={0: 2, 1: 1}).cash(1, 89).stock_round(first=1)
    refused(poor, BuyShare("FMS", "ipo"), "1865-3.5.7")
    refused(poor, StartCompany("FA", 60), "1865-3.5.7")
    full = Scene(4).cash(0, 900)
    for number, company in enumerate(("FMS", "RCSF", "SFSS", "FCS")):
        held = {0: 6} if number < 3 else {1: 2, 0: 3}
        full.company(company, 0 if number < 3 else 1, 100, held=held, major=True)
    game = full.stock_round()
    assert certificate_count(game, 0) == 18
    refused(game, BuyShare("FCS", "ipo"), "1865-3.5.7")
    refused(game, StartCompany("FA", 60), "1865-3.5.7")


@rule("1865-3.5.8")
def test_no_purchase_of_what_was_sold_in_the_round() -> None:
    scene = Scene().company("FA", 0, 110, held={0: 3, 2: 3}, major=True, dragons=1)
    scene.train("FA", "PH2")  # 3: white
    game = scene.stock_round(first=2).play(SellShares("FA", 1))
    for source in ("ipo", "pool", "dragons"):
        refused(game, BuyShare("FA", source), "1865-3.5.8")
    game.play(Pass()).play(Pass()).play(Pass())
    refused(game, BuyShare("FA", "pool"), "1865-3.5.8")


@rule("1865-3.6.1", "1865-3.6.2", "1865-3.6.3", "1865-3.7.1", "1865-3.7.2")
def test_a_minor_is_launched_as_in_the_book() -> None:
    """Vector TV-05."""
    game = Scene().stock_round()
    game.play(StartCompany("CFD", 90))
    assert (game.state.cash[0], game.state.cash["CFD"]) == (150, 180)
    assert game.state.president["CFD"] == 0
    assert "CFD" not in game.state.floated
    assert game.state.stations_left["CFD"] == 0
    game.play(Pass()).play(Pass()).play(BuyShare("CFD", "ipo"))
    assert "CFD" in game.state.floated
    assert facts(game).traffic["CFD"] == 3
    assert (facts(game).row["CFD"], estimate(game, "CFD")) == (2, 1)
    assert (facts(game).markers["CFD"], game.state.stations_left["CFD"]) == (3, 2)
    game.play(Pass()).play(BuyShare("CFD", "ipo"))
    assert game.state.cash["CFD"] == 360
    assert (percent(game, "CFD", 0), percent(game, "CFD", 2)) == (60, 20)
    assert ordinary(game, "CFD", IPO) == 1
    assert price(game, "CFD") == 90
    assert "CFD" in game.state.stations["F15", 0]


@rule("1865-3.6.1")
def test_a_new_marker_goes_under_those_in_its_space() -> None:
    game = Scene().company("FA", 1, 90).stock_round().play(StartCompany("CFD", 90))
    assert game.state.stacks[game.state.cell["CFD"]] == ("FA", "CFD")
    refused(game, StartCompany("CFD", 90), "1865-3.6.1")


@rule("1865-3.6.2", "1865-3.6.6", "1865-3.8.2")
def test_a_major_is_launched_as_in_the_book() -> None:
    """Vector TV-06: Bob starts FMS, buys three more, Alan helps out."""
    scene = Scene(2).phase(5).cash(0, 660).cash(1, 300)
    game = scene.stock_round().play(StartCompany("FMS", 110))
    for _ in range(3):
        game.play(Pass()).play(BuyShare("FMS", "ipo"))
    assert percent(game, "FMS", 0) == 50
    assert "FMS" not in game.state.floated
    assert price(game, "FMS") == 110
    later = game.copy().play(Pass()).play(Pass())
    assert later.state.round.kind == "stock"  # nobody operates: both rounds are over at once
    assert later.state.round.number == 3
    assert later.state.cash["FMS"] == 550
    assert price(later, "FMS") == 110
    for end in (game, later):
        if end.actor == 0:
            end.play(Pass())
        end.play(BuyShare("FMS", "ipo"))
        assert "FMS" in end.state.floated
        assert end.state.cash["FMS"] == 660
        assert (percent(end, "FMS", 0), percent(end, "FMS", 1)) == (50, 10)
        assert ordinary(end, "FMS", IPO) == 4
        assert facts(end).markers["FMS"] == 7
        assert facts(end).row["FMS"] == 3


@rule("1865-3.6.5")
def test_a_launched_company_operates_from_the_next_round_on() -> None:
    game = Scene().stock_round().play(StartCompany("FMS", 60))
    game.play(StartCompany("FA", 70)).play(Pass())
    game.play(BuyShare("FMS", "ipo"))
    for _ in range(3):
        game.play(Pass())
    assert game.state.round.order == ("FMS",)  # FA is not launched
    assert game.step.id == "track"


@rule("1865-3.6.3", "1865-3.6.4")
def test_a_home_without_a_tile_gives_no_traffic_yet() -> None:
    game = Scene().stock_round().play(StartCompany("FCS", 60)).play(BuyShare("FCS", "ipo"))
    assert "FCS" in game.state.floated
    assert facts(game).traffic.get("FCS", 0) == 0
    built = Scene().tiles("F33 6 0").stock_round()
    built.play(StartCompany("FCS", 60)).play(BuyShare("FCS", "ipo"))
    assert facts(built).traffic["FCS"] == 2


@rule("1865-3.10.1", "1865-3.10.2", "1865-3.10.5")
def test_presidency_by_purchase() -> None:
    """Vector TV-08."""
    scene = Scene(2).company("CFD", 0, 60, held={0: 3, 1: 1}, major=True, treasury=75, traffic=6)
    scene.train("CFD", "PH2").maritime("CFD", "M8").loans("CFD", 1)
    game = scene.stock_round(first=1)
    for share in range(3):
        assert game.state.president["CFD"] == 0  # 30 : 30 changes nothing
        if share:
            game.play(Pass())
        game.play(BuyShare("CFD", "ipo"))
    assert game.state.president["CFD"] == 1
    assert (percent(game, "CFD", 0), percent(game, "CFD", 1)) == (30, 40)
    assert certificates(game, "CFD")[0] == 3
    assert certificates(game, "CFD")[1] == 3
    assert game.state.shares["CFD"][0] == 1
    assert game.state.cash["CFD"] == 75 + 180
    assert (facts(game).traffic["CFD"], facts(game).loans["CFD"]) == (6, 1)
    assert game.state.private_owner["M8"] == "CFD"


@rule("1865-3.10.3")
def test_presidency_by_sale() -> None:
    """Vectors TV-09 and TV-46."""
    scene = Scene().company("CFD", 0, 100, held={0: 3, 2: 2}, major=True)
    game = scene.stock_round().play(SellShares("CFD", 3))
    assert game.state.cash[0] == 330 + 300
    assert (percent(game, "CFD", 0), percent(game, "CFD", 2)) == (0, 20)
    assert game.state.president["CFD"] == 2
    assert game.state.shares["CFD"][0] == 2
    assert percent(game, "CFD", POOL) == 30
    assert price(game, "CFD") == 70
    one = Scene().company("CFD", 0, 100, held={0: 3, 1: 2}, major=True).stock_round()
    one.play(SellShares("CFD", 1))
    assert (one.state.president["CFD"], price(one, "CFD")) == (0, 90)
    two = Scene().company("CFD", 0, 100, held={0: 3, 1: 2}, major=True).stock_round()
    two.play(SellShares("CFD", 2))
    assert (two.state.president["CFD"], price(two, "CFD")) == (1, 80)
    assert percent(two, "CFD", 0) == 10


@rule("1865-3.10.3")
def test_the_first_clockwise_of_equals_takes_over() -> None:
    for president, heir in ((0, 1), (1, 2), (2, 3), (3, 0)):
        held = {president: 3} | {seat: 2 for seat in range(4) if seat != president}
        scene = Scene(4).company("FA", president, 100, held=held, major=True)
        game = scene.stock_round(first=president).play(SellShares("FA", 3))
        assert game.state.president["FA"] == heir
    most = Scene(4).company("FA", 0, 100, held={0: 4, 1: 2, 2: 3}, major=True)
    game = most.stock_round().play(SellShares("FA", 2))
    assert game.state.president["FA"] == 2


@rule("1865-3.10.6")
def test_the_exchange_may_lift_above_the_limit() -> None:
    """The old president gets two certificates for one; then nothing can be bought (A-45)."""
    scene = Scene(4).cash(0, 900).cash(1, 900)
    for company in ("RCSF", "SFSS", "FCS"):
        scene.company(company, 0, 100, held={0: 6}, major=True)
    scene.company("FMS", 0, 100, held={0: 4, 1: 4}, major=True)
    game = scene.stock_round(first=1)
    assert certificate_count(game, 0) == 18
    game.play(BuyShare("FMS", "ipo"))
    assert game.state.president["FMS"] == 1
    assert certificate_count(game, 0) == 19
    while game.actor != 0:
        game.play(Pass())
    assert legal(game, Pass())  # nothing must be sold
    assert not listed(game, BuyShare)
    assert not listed(game, StartCompany)


@rule("1865-3.13.1")
def test_priority_goes_left_of_the_last_deal() -> None:
    """Vector TV-38: what the Dragons do does not count."""
    scene = Scene().company("FMS", 0, 100, held={0: 2}).train("FMS", "PH2", "PH2").cash(1, 700)
    game = scene.stock_round()
    game.play(Pass()).play(BuyShare("FMS", "ipo"))
    while game.state.round.kind == "stock":
        game.play(Pass())
    assert game.state.priority == 2
    idle = Scene().company("FMS", 0, 100, held={0: 3}).stock_round(first=1)
    for _ in range(3):
        idle.play(Pass())
    assert idle.state.priority == 1


@rule("1865-3.11.9")
def test_a_sold_out_company_gets_no_bonus() -> None:
    scene = Scene().company("FMS", 0, 100, held={0: 3, 1: 2})
    game = scene.stock_round()
    for _ in range(3):
        game.play(Pass())
    assert price(game, "FMS") == 100
