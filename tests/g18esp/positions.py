"""Positions in which something is done that could be done wrongly."""

from __future__ import annotations

from collections.abc import Callable

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
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, LastRun
from dieciocho.games.g18esp.actions import Absorb, Combine, OpenPass

from .scenes import Scene, run
from .ways import across, lisbon, north

Position = Callable[[], tuple[Game, Action]]
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
