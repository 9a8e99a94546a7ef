"""Trains, phases, majors and the end: sections VI.1, VI.3.8, VI.3.9, VI.4, IX, X."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Answer, BuyTrain, Distribute, LayTile, Pass, PlaceStation
from dieciocho.engine.game import Game, Play
from dieciocho.engine.shares import price
from dieciocho.engine.state import POOL, Round
from dieciocho.engine.words import round_name
from dieciocho.games.g18mag.facts import facts, majors
from dieciocho.games.g18mag.majors import distribute, dividend_move
from dieciocho.games.g18mag.printed import printed
from dieciocho.games.g18mag.rounds import OperatingRound, begin_operating_round

from ..support import legal, listed, refused, rule
from .scenes import Scene, pass_on


def buy(game: Game, kind: str) -> Game:
    card = next(c for c in game.state.trains["bank"] if game.kind_of(c) == kind)
    return game.play(BuyTrain(card, "bank", game.definition.trains[kind].price))


def shop(*in_play: str, players: int = 3, edition: str = "rulebook", money: int = 2000) -> Scene:
    scene = Scene(*(in_play or ("6", "8")), players=players, edition=edition)
    # Somebody can sell a share, so that stock rounds are not passed over.
    return scene.held("RABA", p1=1).money(**{f"m{m}": money for m in in_play or ("6", "8")})


@rule("18MAG-VI.3.8.1", "18MAG-VI.3.8.2", "18MAG-VI.3.8.3", "18MAG-VI.3.8.4", "18MAG-III.3.2.3")
def test_all_kinds_are_sold_and_half_goes_to_the_seller() -> None:
    for kind, seller, half in (
        ("2", "LdStEG", 40),
        ("3", "MAVAG", 60),
        ("4", "LdStEG", 100),
        ("6", "MAVAG", 160),
    ):
        scene = shop()
        game = buy(scene.turn("6", "trains"), kind)
        assert (game.state.cash[seller], game.state.cash["6"]) == (half, 2000 - 2 * half)
        assert len(game.state.trains["6"]) == 2
        assert game.state.round.order[game.state.round.index] == "8"  # at the limit: turn over
    full = shop().trains("6", "2", "2").turn("6", "trains")
    assert full.step.actor(full) == 0
    assert full.state.turn is not None
    assert full.state.turn.company == "8"
    empty = shop().trains("6").turn("6", "trains")
    buy(empty, "2")
    assert empty.step.id == "trains"  # what is bought now does not run any more
    refused(empty, BuyTrain("3-0", "bank", 119), "18MAG-VI.3.8.3")


@rule("18MAG-VI.3.8.2")
def test_the_limit_is_two_trains() -> None:
    scene = shop("6", "8").trains("6", "2", "2")
    scene.turn("6", "trains")
    scene.state.agenda[:] = scene.state.agenda[:1]
    from dieciocho.games.g18mag.facts import MagTurn
    from dieciocho.games.g18mag.turn import Trains

    scene.state.turn = MagTurn(company="6")
    Play(scene.game).push(Trains())
    refused(scene.game, BuyTrain("3-0", "bank", 120), "18MAG-VI.3.8.2")


@rule("18MAG-VI.3.8.6", "18MAG-III.3.2.4", "18MAG-III.3.2.5")
def test_nobody_must_buy_and_nobody_helps() -> None:
    game = shop("6", "8", money=100).money(p0=500).trains("6").turn("6", "trains")
    refused(game, BuyTrain("3-0", "bank", 120), "18MAG-VI.3.8.6")
    assert legal(game, Pass())
    game.play(Pass())
    assert game.state.trains["6"] == ()
    assert game.state.cash[0] == 500


@rule("18MAG-VI.3.8.5", "18MAG-VI.3.9.9", "18MAG-VI.4.3.6")
def test_trade_between_minors_needs_consent() -> None:
    """Vector W31: a train for 1 Ft; it is no sale of a stack."""
    scene = Scene("6", "8", owners={"8": 1}).money(m6=70).held("RABA", p1=1)
    game = scene.turn("6", "trains")
    card = game.state.trains["8"][0]
    refused(game, BuyTrain(card, "8", 0), "18MAG-VI.3.8.5")
    refused(game, BuyTrain(card, "8", 71), "18MAG-VI.3.8.6")
    game.play(BuyTrain(card, "8", 1))
    assert game.step.actor(game) == 1
    refused(game, Pass(), "18MAG-VI.3.8.5")
    game.play(Answer("decline"))
    refused(game, BuyTrain(card, "8", 1), "18MAG-VI.3.8.5")
    game.play(BuyTrain(card, "8", 2)).play(Answer("agree"))
    assert (game.state.cash["6"], game.state.cash["8"]) == (68, 52)
    assert not facts(game).train_sold
    assert game.state.phase == 0
    pass_on(game, "stock_round")
    assert facts(game).idle == 1
    online = Scene("6", "8", owners={"8": 1}, edition="online").money(m6=70).turn("6", "trains")
    online.play(BuyTrain(card, "8", 1))
    assert card in online.state.trains["6"]


@rule("18MAG-VI.3.8.7", "18MAG-VI.4.1.1")
def test_majors_own_no_trains() -> None:
    game = Scene("6").held("SIK", 0, p0=2).money(SIK=500).turn("SIK")
    refused(game, BuyTrain("2-1", "bank", 80), "18MAG-VI.3.1.1")
    game.play(Pass())
    refused(game, BuyTrain("2-1", "bank", 80), "18MAG-VI.4.1.1")
    refused(game, LayTile("B17", "57", 0), "18MAG-VI.4.1.1")
    assert all(not game.state.trains[major] for major in majors(game))


@rule("18MAG-VI.3.9.1", "18MAG-VI.3.9.2", "18MAG-VI.3.9.4", "18MAG-VI.3.9.5", "18MAG-VI.3.9.7")
@rule("18MAG-VI.3.3.1")
def test_each_new_stack_starts_the_next_phase() -> None:
    """Vector W26: 6, 3, 4 start green, brown and gray."""
    scene = shop("6", "8").trains("6").trains("8")
    game = buy(scene.turn("6", "trains"), "6")
    assert (game.phase.name, facts(game).unopened) == ("green", ("3", "4"))
    buy(game, "3")
    assert (game.phase.name, facts(game).unopened) == ("brown", ("4",))
    assert game.state.turn is not None
    assert game.state.turn.company == "8"  # later minors of the round have the new colours
    assert game.phase.colours == ("yellow", "green", "brown")
    pass_on(game, "trains")
    buy(game, "4")
    assert game.phase.name == "gray"
    assert facts(game).unopened == ()
    assert game.state.trains["6"] == ("6-0", "3-0")
    assert game.phase.train_limit == 2
    again = shop("6", "8").trains("6")
    Play(again.game).set_facts(unopened=("4", "6"))
    buy(buy(again.turn("6", "trains"), "3"), "2")
    assert again.state.phase == 0  # opened stacks and 2-trains change nothing


@rule("18MAG-IV.1", "18MAG-IV.2", "18MAG-VI.3.9.6", "18MAG-VI.3.9.8", "18MAG-V.13")
def test_a_change_of_phase_cuts_the_set_short() -> None:
    """Vector W27: brown in x.1 of two rounds."""
    scene = shop("6").phase("green").trains("6")
    Play(scene.game).set_facts(unopened=("4", "6"))
    scene.state.round = scene.state.round.__class__(
        kind="operating", number=3, part=1, parts=2, order=scene.state.round.order
    )
    game = buy(scene.turn("6", "trains"), "4")
    pass_on(game, "stock_round")
    assert game.state.round.number == 4
    while game.step.id == "stock_round":
        game.play(Pass())
    assert (game.state.round.part, game.state.round.parts) == (1, 2)
    pass_on(game, "trains")
    game.play(Pass())
    assert game.state.round.part == 2  # without a change the set goes on
    phases = game.definition.phases
    assert [phase.rounds for phase in phases] == [1, 2, 2, 3]


@rule("18MAG-VI.4.3.6", "18MAG-VI.4.3.7", "18MAG-VI.4.3.8", "18MAG-II.4.7")
def test_tokens_accumulate_on_the_cheapest_stack() -> None:
    """Vector W28: none, a 2-train, none, none."""
    scene = shop("6").trains("6")
    counts = []
    for kind in (None, "2", None, None):
        scene.trains("6")
        Play(scene.game).set_facts(train_sold=False)
        game = scene.turn("6", "trains")
        if kind:
            buy(game, kind)
        pass_on(game, "stock_round")
        counts.append((facts(game).idle, game.phase.name))
    assert counts == [(1, "yellow"), (1, "yellow"), (2, "yellow"), (0, "green")]
    assert facts(game).unopened == ("4", "6")


@rule("18MAG-VI.3.9.3", "18MAG-VI.4.3.8", "18MAG-VI.4.3.7")
def test_tokens_stay_when_another_stack_opens() -> None:
    """Vector W29."""
    scene = shop("6").trains("6")
    Play(scene.game).set_facts(idle=2)
    game = buy(scene.turn("6", "trains"), "4")
    assert (game.phase.name, facts(game).idle, facts(game).unopened) == ("green", 2, ("3", "6"))
    Play(scene.game).set_facts(train_sold=False, phase_changed=False)
    game = scene.trains("6").turn("6", "trains")
    pass_on(game, "stock_round")
    assert (game.phase.name, facts(game).unopened) == ("brown", ("6",))
    game = scene.trains("6").turn("6", "trains")
    buy(game, "3")
    assert game.phase.name == "brown"
    buy(game, "6")
    assert game.phase.name == "gray"
    cleared = shop("6").trains("6")
    Play(cleared.game).set_facts(idle=2)
    assert facts(buy(cleared.turn("6", "trains"), "3")).idle == 0


@rule("18MAG-VI.4.3.9")
def test_no_token_without_an_indicator() -> None:
    scene = shop("6").phase("gray")
    Play(scene.game).set_facts(unopened=(), last_set=9)
    game = scene.turn("6", "trains")
    pass_on(game, "stock_round")
    assert facts(game).idle == 0


@rule("18MAG-VI.4.3.7")
def test_online_only_rounds_in_a_row_count() -> None:
    scene = shop("6", edition="online").trains("6")
    Play(scene.game).set_facts(idle=2)
    game = buy(scene.turn("6", "trains"), "2")
    pass_on(game, "stock_round")
    assert facts(game).idle == 0  # D2


@rule("18MAG-IX.1.1", "18MAG-IX.1.2", "18MAG-VI.3.9.8")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_end_after_the_last_phase(edition: str) -> None:
    """Vector W30 in the rulebook; D4 online: one set more after a third token."""
    scene = shop("6", edition=edition).phase("brown").trains("6")
    Play(scene.game).set_facts(unopened=("6",), idle=2)
    game = scene.turn("6", "trains")
    pass_on(game, "stock_round")
    assert game.phase.name == "gray"
    played: list[tuple[str, int, int]] = []
    while not game.over:
        current = game.state.round
        mark = (current.kind, current.number, current.part)
        if not played or played[-1] != mark:
            played.append(mark)
        choices = game.legal_actions()
        game.play(next((c for c in choices if isinstance(c.action, Pass)), choices[0]))
    kinds = [kind for kind, _, _ in played]
    sets = 1 if edition == "rulebook" else 2
    assert kinds == ["stock", "operating", "operating", "operating"] * sets
    refused(game, Pass(), "18MAG-IX.1.1")


@rule("18MAG-X.9", "18MAG-X.3", "18MAG-X.4")
def test_two_players_end_with_brown() -> None:
    """Vector W32 and the end of the short game."""
    scene = shop("6", players=2).trains("6")
    game = buy(scene.turn("6", "trains"), "3")
    assert (game.state.cash["6"], game.state.cash["LdStEG"]) == (1880, 30)
    assert game.phase.name == "green"
    buy(game, "4")
    assert game.phase.name == "brown"
    assert facts(game).last_set == 2
    assert [phase.rounds for phase in game.definition.phases] == [1, 2, 3]
    parts = {kind: train.to_seller for kind, train in printed(game).trains.items()}
    assert parts == {"2": 20, "3": 30, "4": 50}


@rule("18MAG-VI.1.1", "18MAG-VI.1.2", "18MAG-VI.4.1")
def test_the_order_of_an_operating_round() -> None:
    scene = Scene("10", "2", "6", prices="60 65 70 75 65 80 75")
    scene.state.agenda.clear()
    begin_operating_round(Play(scene.game), 1, 1, 1)
    order = scene.state.round.order
    expected = ("2", "6", "10", "LdStEG", "SIK", "MAVAG", "SNW", "G&C", "SKEV", "RABA")
    assert order == expected  # G&C lies on top of SzKÉV, SIK on top of MÁVAG
    scene.game._advance()
    game = pass_on(scene.game, "stock_round")
    assert set(game.state.last_runs) == set(expected)


@rule("18MAG-VI.4.2.1", "18MAG-VI.4.2.2", "18MAG-VI.4.2.3", "18MAG-VI.4.2.4", "18MAG-III.1.4")
def test_stations_of_majors() -> None:
    scene = Scene("6", "2").held("SIK", 0, p0=2).money(SIK=130)
    game = scene.turn("SIK")
    cities = {(a.hex, a.city) for a in listed(game, PlaceStation)}  # type: ignore[attr-defined]
    assert ("C12", 0) in cities  # a city without a tile
    assert ("D19", 1) in cities
    assert ("D19", 0) not in cities
    refused(game, PlaceStation("D19", 0), "18MAG-VI.3.4.3")
    game.play(PlaceStation("C12", 0))
    assert (game.state.cash["SIK"], game.state.cash["SKEV"]) == (90, 0)
    second = Scene("6").held("SIK", 0, p0=2).money(SIK=130).station("SIK", "C12").turn("SIK")
    refused(second, PlaceStation("C12", 0), "18MAG-VI.3.4.4")
    second.play(PlaceStation("C16", 0))
    assert second.state.cash["SIK"] == 50
    third = (
        Scene("6").held("SIK", 0, p0=2).money(SIK=500).station("SIK", "C12").station("SIK", "C16")
    )
    assert third.turn("SIK").step.id == "pay_out"
    poor = Scene("6").held("SIK", 0, p0=2).money(SIK=30)
    assert poor.turn("SIK").step.id == "pay_out"
    shared = Scene("6").tiles("C12 57 0; C12 14 0").station("SNW", "C12").held("SIK", 0, p0=2)
    assert legal(shared.money(SIK=40).turn("SIK"), PlaceStation("C12", 0))


@rule("18MAG-VI.4.3.1", "18MAG-VI.4.3.2", "18MAG-VI.4.3.4", "18MAG-III.3.3.1")
def test_the_director_chooses_the_dividend() -> None:
    """Vector W4."""
    game = Scene("6").held("SIK", 1, p1=4, p2=1).money(SIK=95).turn("SIK").play(Pass())
    assert game.step.actor(game) == 1
    with pytest.raises(Exception, match=r"18MAG-III\.3\.3\.1"):
        game.play(Distribute(50), by=0)
    refused(game, Distribute(15), "18MAG-VI.4.3.1")
    refused(game, Distribute(100), "18MAG-VI.4.3.1")
    refused(game, Distribute(-10), "18MAG-VI.4.3.1")
    bank = game.state.cash["bank"]
    game.play(Distribute(50))
    assert [game.state.cash[seat] for seat in range(3)] == [0, 20, 5]
    assert game.state.cash["SIK"] == 45
    assert game.state.cash["bank"] == bank + 25


@rule("18MAG-VI.4.3.5", "18MAG-VI.4.3.2", "18MAG-VI.4.2.3")
def test_without_a_director_everything_is_paid() -> None:
    """Vector W5."""
    game = Scene("6").held("SIK", p1=1).money(SIK=160).price("SIK", 100).turn("SIK")
    assert game.state.cash[1] == 16
    assert game.state.cash["SIK"] == 0
    assert price(game, "SIK") == 130
    empty = Scene("6").price("SIK", 100).turn("SIK")
    assert price(empty, "SIK") == 95


@rule("18MAG-VI.4.3.3", "18MAG-VIII.2.1", "18MAG-VIII.2.3", "18MAG-X.7")
def test_dividends_move_prices() -> None:
    """Vectors W1, W2 and W3."""
    table = (
        (0, 95),
        (10, 100),
        (20, 100),
        (30, 110),
        (50, 110),
        (60, 120),
        (100, 120),
        (110, 130),
        (200, 130),
        (210, 140),
    )
    for amount, after in table:
        scene = Scene("6").held("SIK", 0, p0=2).money(SIK=amount, SKEV=10).price("SIK", 100)
        game = scene.turn("SIK")
        while game.state.turn is not None and game.state.turn.company == "SIK":
            game.play(Pass() if game.step.id == "major_station" else Distribute(amount))
        assert price(game, "SIK") == after, amount
    few = (
        (0, 95),
        (10, 100),
        (20, 110),
        (40, 110),
        (50, 120),
        (80, 120),
        (90, 130),
        (120, 130),
        (130, 140),
    )
    two = Scene("6", players=2).game
    spaces = two.definition.market.price
    for amount, after in few:
        direction, times = dividend_move(two, amount)
        at = spaces.index(100) + (times if direction == "right" else -times)
        assert spaces[at] == after, amount
    assert spaces[-1] == 300
    for start, amount, after, players in ((380, 210, 400, 3), (280, 130, 300, 2), (55, 0, 55, 3)):
        scene = Scene("6", players=players).price("SIK", start).money(SIK=amount)
        assert price(scene.turn("SIK"), "SIK") == after


@rule("18MAG-VIII.1.2", "18MAG-VIII.2.2")
def test_markers_go_under_those_in_the_final_space() -> None:
    scene = Scene("6").price("SNW", 110).price("SKEV", 120).price("SIK", 100).money(SIK=70)
    distribute(Play(scene.game), "SIK", 60, chosen=True)
    stacks, cell = scene.state.stacks, scene.state.cell
    assert stacks[cell["SKEV"]] == ("SKEV", "SIK")
    assert stacks[cell["SNW"]] == ("SNW",)
    scene.price("RABA", 120)
    distribute(Play(scene.game), "SIK", 10, chosen=True)  # it does not leave its space
    assert stacks[cell["SKEV"]] == ("SKEV", "SIK", "RABA")


@rule("18MAG-IX.2.1", "18MAG-IX.2.2", "18MAG-IX.2.3", "18MAG-I.2")
def test_scores() -> None:
    scene = Scene("6").held("SIK", 0, p0=3, p1=1).price("SIK", 100).money(p0=40, p1=240, m6=999)
    scene.money(SIK=500)
    assert scene.game.scores() == {"Ana": 340, "Bela": 340, "Carla": 0}  # a shared victory
    assert POOL in scene.state.shares["SIK"]


@rule("18MAG-III.1.2")
def test_mines_are_worth_thirty_then_fifty() -> None:
    game = Scene("6").game
    mine = game.definition.hexes["A18"].printed.tile.stops[0]
    assert [mine.value(c) for c in ("yellow", "green", "brown", "gray")] == [30, 30, 50, 50]
    galicia = game.definition.hexes["B23"].printed.tile.stops[0]
    assert galicia.value("gray") == 60


@rule("18MAG-VI.3.9.6", "18MAG-IV.2")
def test_a_change_of_phase_ends_the_set_after_the_round() -> None:
    for changed, kind, part in ((False, "operating", 2), (True, "stock", 1)):
        scene = Scene("6").phase("green")
        game = scene.game
        game.state.round = Round(kind="operating", number=3, part=1, parts=2)
        game.state.turn = None
        Play(game).set_facts(phase_changed=changed)
        assert round_name(game, "en") == f"Operating round 3.1 (1 of {1 if changed else 2})"
        game.state.agenda = [OperatingRound()]
        game.step.settle(Play(game))
        assert (game.state.round.kind, game.state.round.part) == (kind, part)
        assert not facts(game).phase_changed
