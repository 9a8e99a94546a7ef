"""The solo game against István: section XI."""

from __future__ import annotations

import random

import msgspec
import pytest

import dieciocho
from dieciocho.engine.actions import BuyTrain, Choose, Pass, SellShares, Take
from dieciocho.engine.depot import move_train
from dieciocho.engine.game import Game, Play
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import percent
from dieciocho.engine.state import BANK, POOL, Owner
from dieciocho.engine.steps.stations import put_station
from dieciocho.engine.track import put_tile
from dieciocho.games.g18mag import istvan
from dieciocho.games.g18mag.cards import COLOURS, LENGTHS, cards, programme
from dieciocho.games.g18mag.facts import MagTurn, facts, minors
from dieciocho.games.g18mag.istvan import HUMAN, ISTVAN
from dieciocho.games.g18mag.majors import major_steps
from dieciocho.games.g18mag.rounds import OperatingRound, begin_operating_round
from dieciocho.games.g18mag.turn import Trains
from dieciocho.games.g18mag.ways import distances

from ..support import legal, listed, refused, rule

CARD_ORDER = ("SKEV", "RABA", "SIK", "LdStEG")


def solo(
    dealt: str = "2 4",
    difficulty: str = "red",
    stock: str = "S1",
    version: int | None = None,
    **house: str,
) -> Game:
    length = "short" if len(dealt.split()) == 2 else "long"
    options = {"length": length, "difficulty": difficulty, "cards": dealt, "stock": stock}
    options |= house
    game = dieciocho.new_game("18mag", ["Ana"], options=options)
    if version is not None:
        game = Game(msgspec.structs.replace(game.header, version=version), game.rules)
    return game


def due(game: Game, minor: str, action: str) -> Game:
    """Go on on a minor's card until an action is due."""
    done = programme(game, minor).index(action)
    Play(game).set_facts(programme={**facts(game).programme, minor: done})
    return game


def drafted(game: Game, *documents: str) -> Game:
    for document in documents:
        game.play(Take(document))
    return game


def cash(game: Game, owner: Owner, amount: int) -> None:
    game.state.cash[BANK] -= amount - game.state.cash[owner]
    game.state.cash[owner] = amount


def turn_of(game: Game, minor: str, *steps: istvan.AutoStep) -> Game:
    """Let one of István's minors do some steps, then stop before anything else."""
    game.state.turn = MagTurn(company=minor)
    game.state.agenda.clear()
    for step in steps:
        Play(game).push(step)
        step.settle(Play(game))
    check(game)
    return game


@rule("18MAG-XI.1.1", "18MAG-XI.1.2", "18MAG-XI.1.7", "18MAG-I.1")
def test_cards_are_dealt_by_lot() -> None:
    game = dieciocho.new_game("18mag", ["Ana"], seed=3, options={"length": "short"})
    assert game.players == ("Ana", "István")
    assert len(game.header.options["cards"].split()) == 2
    assert game.header.options["stock"] in cards().stock
    assert len(game.definition.hexes) == 41
    deals = {dieciocho.new_game("18mag", ["Ana"], seed=s).header.options["cards"] for s in range(9)}
    assert len(deals) > 4
    assert all(len(deal.split()) == 3 for deal in deals)
    for wrong in ({"length": "endless"}, {"difficulty": "pink"}, {"cards": "2"}, {"stock": "S9"}):
        with pytest.raises(dieciocho.BadInput):
            dieciocho.new_game("18mag", ["Ana"], options=wrong)
    assert cards().reconstructed


@rule("18MAG-XI.1.3", "18MAG-XI.1.4", "18MAG-XI.1.10", "18MAG-XI.1.7")
def test_istvan_is_set_up_before_the_human_chooses() -> None:
    game = solo("2 4")
    state = game.state
    for minor in ("2", "4"):
        assert (state.cash[minor], len(state.trains[minor])) == (50, 1)
        assert state.president[minor] == ISTVAN
        assert minor in state.stations[state.homes[minor]]
        for name in cards().backs[minor]:
            spot = game.definition.hexes[name]
            tile = state.board[spot.index]
            assert (tile.name, tile.rotation) == cards().track[name]
    assert state.cash["SIK"] == state.cash["SKEV"] == 0
    assert percent(game, "SKEV", ISTVAN) == 10
    assert state.priority == ISTVAN
    seven = solo("1 6 7").state  # every back fits on the others
    assert seven.stations[seven.homes["7"]] == ("7",)
    check(game)


@rule("18MAG-XI.1.8", "18MAG-XI.1.9")
def test_the_human_chooses_from_what_is_left() -> None:
    game = solo("2 4")
    assert game.actor == HUMAN
    offered = {a.document for a in listed(game, Take) if isinstance(a, Take)}
    assert offered == {"1", "3", "6", "7", "11", "RABA", "SIK", "LdStEG"}
    refused(game, Take("SKEV"), "18MAG-V.1")
    drafted(game, "6", "7")
    refused(game, Take("11"), "18MAG-V.5")
    drafted(game, "SIK")
    assert minors(game) == ["2", "4", "6", "7"]
    assert game.state.closed == {"1", "3", "11"}


@rule("18MAG-XI.2.1.6", "18MAG-XI.2.1.7", "18MAG-XI.2.2.8", "18MAG-XI.2.2.10", "18MAG-XI.2.2.11")
@rule("18MAG-XI.2.2.12", "18MAG-XI.2.2.13", "18MAG-XI.1.5")
def test_the_first_round_of_a_hard_game() -> None:
    """Vectors W36, W37 and the yellow part of W35."""
    game = drafted(solo("2 4"), "6", "7", "SIK")
    state = game.state
    assert game.step.id == "track"
    assert state.turn is not None
    assert state.turn.company == "6"
    assert state.cash["SKEV"] == 10  # minor 4 had no train when its turn came
    assert state.cash["RABA"] == 10
    assert (state.cash["2"], state.cash["4"]) == (30, 0)
    assert state.cash["LdStEG"] == 20
    assert len(state.trains["2"]) == 2
    assert len(state.trains["4"]) == 1
    assert state.last_runs["2"].revenue == 60
    assert state.cash[ISTVAN] == 30 + 30
    assert state.cash[HUMAN] == 30


@rule("18MAG-XI.1.5", "18MAG-XI.1.6")
def test_the_income_of_the_short_game() -> None:
    """Vector W35."""
    game = drafted(solo("2 4", "green"), "6", "7", "SIK")
    for phase, money in ((0, 30), (1, 60), (2, 0)):
        game.state.phase = phase
        before = [game.state.cash[seat] for seat in (HUMAN, ISTVAN)]
        begin_operating_round(Play(game), 5, 1, 1)
        assert [game.state.cash[seat] for seat in (HUMAN, ISTVAN)] == [b + money for b in before]
    long = drafted(solo("2 4 6"), "1", "3", "7", "SIK")
    before = [long.state.cash[seat] for seat in (HUMAN, ISTVAN)]
    begin_operating_round(Play(long), 5, 1, 1)
    assert [long.state.cash[seat] for seat in (HUMAN, ISTVAN)] == before


@rule("18MAG-XI.2.2.1", "18MAG-XI.2.2.8", "18MAG-XI.2.2.9")
def test_sisters_sell_trains() -> None:
    """Vector W38: the highest minor skips SIB30; SIB30/80 turns to a lower one."""
    game = solo("1 2")
    assert istvan.next_action(Play(game), "2") == "SWAP 3"
    assert istvan.next_action(Play(game), "1") == "SIB30"
    game = solo("2 11")
    cash(game, "11", 79)
    turn_of(game, "11", istvan.ProgrammedTrains())
    assert len(game.state.trains["11"]) == 1
    cash(game, "11", 80)
    turn_of(game, "11", istvan.ProgrammedTrains())
    assert game.state.trains["2"] == ()
    assert (game.state.cash["11"], game.state.cash["2"]) == (0, 130)
    assert istvan.next_action(Play(game), "11") == "SWAP 3"


def only_threes(game: Game, *minors: str) -> Game:
    """Replace the trains of minors by one 3-train each."""
    for minor in minors:
        for card in game.state.trains[minor]:
            move_train(game, card, minor, BANK)
        card = next(c for c in game.state.trains[BANK] if game.kind_of(c) == "3")
        move_train(game, card, BANK, minor)
    return game


@rule("18MAG-XI.2.2.8")
def test_w42_a_train_that_no_higher_sister_owns_is_skipped() -> None:
    game = only_threes(solo("2 4 7"), "4", "7")
    assert istvan.next_action(Play(game), "2") == "SWAP 3"
    line = game.text("log.istvan_skips", "en", company="2", due="SIB30")
    assert "no sister" in line


@rule("18MAG-XI.2.2.8")
def test_w42_for_want_of_money_it_waits() -> None:
    game = only_threes(solo("2 4 7"), "4")  # 7 has its 2-train still
    cash(game, "2", 20)
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert istvan.next_action(Play(game), "2") == "SIB30"
    assert len(game.state.trains["2"]) == 1
    cash(game, "2", 30)
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert game.state.trains["7"] == ()


@rule("18MAG-XI.2.2.9")
def test_w43_what_no_sister_at_all_can_sell_is_skipped() -> None:
    game = only_threes(solo("2 4 11"), "2", "4")
    assert istvan.next_action(Play(game), "11") == "SWAP 3"
    game = only_threes(solo("2 4 11"), "4")
    assert istvan.next_action(Play(game), "11") == "SIB30/80"
    cash(game, "11", 80)
    turn_of(game, "11", istvan.ProgrammedTrains())
    assert game.state.cash["2"] == 50 + 80


@rule("18MAG-XI.2.2.8", "18MAG-XI.2.2.9")
def test_in_version_1_all_but_the_highest_waited_for_a_seller() -> None:
    game = only_threes(solo("2 4 11", version=1), "2", "4")
    assert istvan.next_action(Play(game), "2") == "SIB30"
    assert istvan.next_action(Play(game), "11") == "SIB30/80"
    assert istvan.next_action(Play(solo("2 4", version=1)), "4") == "SWAP 3"


@rule("18MAG-XI.2.2.11", "18MAG-XI.2.2.10")
def test_a_stripped_minor_buys_first() -> None:
    game = solo("2 4")
    move_train(game, game.state.trains["2"][0], "2", BANK)
    cash(game, "2", 79)
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert game.state.trains["2"] == ()  # not even the sister's train
    cash(game, "2", 110)
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert len(game.state.trains["2"]) == 2
    assert game.state.cash["2"] == 0


@rule("18MAG-XI.2.2.2", "18MAG-XI.2.2.3", "18MAG-XI.2.2.4", "18MAG-XI.2.2.5", "18MAG-XI.2.2.6")
def test_buy_and_swap() -> None:
    """Vectors W39 and W40."""
    game = solo("2 4", "yellow", version=2)
    cash(game, "2", 80)
    turn_of(game, "2", istvan.ProgrammedTrains())  # BUY 2
    assert len(game.state.trains["2"]) == 2
    assert istvan.next_action(Play(game), "2") == "SWAP 3"
    cash(game, "2", 95)
    turn_of(game, "2", istvan.ProgrammedScrap())
    assert len(game.state.trains["2"]) == 2
    cash(game, "2", 100)
    turn_of(game, "2", istvan.ProgrammedScrap())
    assert len(game.state.trains["2"]) == 1
    cash(game, "2", 115)  # after a run of 30
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert len(game.state.trains["2"]) == 1
    turn_of(game, "2", istvan.ProgrammedScrap())
    assert len(game.state.trains["2"]) == 1  # nothing more is scrapped for it
    cash(game, "2", 120)
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert [game.kind_of(c) for c in game.state.trains["2"]] == ["2", "3"]
    assert game.phase.name == "green"
    assert facts(game).programme["2"] == 2
    single = due(solo("2 4", "yellow", version=2), "2", "SWAP 3")
    cash(single, "2", 120)
    turn_of(single, "2", istvan.ProgrammedScrap(), istvan.ProgrammedTrains())
    assert [single.kind_of(c) for c in single.state.trains["2"]] == ["2", "3"]
    four = due(solo("1 2", version=1), "1", "SWAP 4")
    cash(four, "1", 175)
    turn_of(four, "1", istvan.ProgrammedScrap())
    assert not facts(four).swapping
    cash(four, "1", 176)
    turn_of(four, "1", istvan.ProgrammedScrap())
    assert facts(four).swapping == {"1"}


@rule("18MAG-XI.2.2.7", "18MAG-XI.2.2.2", "18MAG-XI.2.2.1")
def test_programmed_stations() -> None:
    game = solo("2 4", "green", version=1)  # 2: STATION C14 first, then BUY 2
    cash(game, "2", 39)
    turn_of(game, "2", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert game.state.stations_left["2"] == 2
    cash(game, "2", 130)
    turn_of(game, "2", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert "2" in game.state.stations["C14", 0]
    assert (game.state.cash["2"], game.state.cash["SKEV"]) == (90, 20)
    turn_of(game, "2", istvan.ProgrammedTrains())  # the next action follows in the same turn
    assert len(game.state.trains["2"]) == 2
    blocked = due(solo("2 4", "green"), "2", "STATION C14")
    put_station(blocked, "RABA", ("C14", 0))
    cash(blocked, "2", 130)
    turn_of(blocked, "2", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert istvan.next_action(Play(blocked), "2") == "STATION C14"  # it waits


def lay(game: Game, text: str) -> None:
    for entry in text.split(";"):
        name, tile, turned = entry.split()
        put_tile(game.definition, game.state, name, game.definition.placed[tile, int(turned)])


def relay(game: Game, name: str, tile: str, turned: int) -> None:
    """Put another tile on a hex without stops, whatever lies there."""
    put_tile(game.definition, game.state, name, game.definition.placed[tile, turned], ())


@rule("18MAG-XI.2.2.7")
def test_a_programmed_station_waits_until_it_is_reached_free_and_affordable() -> None:
    # On this card of version 1 STATION C8 comes first.
    game = drafted(solo("4 7", "green", version=1), "2", "6", "RABA")
    cash(game, "7", 200)
    apart = game.copy()
    relay(apart, "D7", "9", 1)  # its track no longer leads to C8
    turn_of(apart, "7", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert apart.state.stations_left["7"] == 2
    assert istvan.next_action(Play(apart), "7") == "STATION C8"
    turn_of(game, "7", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert "7" in game.state.stations["C8", 1]  # of the two cities the one that it reaches
    assert (game.state.cash["7"], game.state.cash["SKEV"]) == (160, 20)
    assert istvan.next_action(Play(game), "7") == "BUY 2"
    istvan.finish_action(Play(game), "7")
    assert istvan.next_action(Play(game), "7") == "STATION C6"
    cash(game, "7", 79)
    turn_of(game, "7", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert game.state.stations_left["7"] == 1  # the third one costs 80
    cash(game, "7", 80)
    turn_of(game, "7", istvan.ProgrammedStation())  # type: ignore[arg-type]
    assert "7" in game.state.stations["C6", 0]
    assert (game.state.cash["7"], game.state.cash["SKEV"]) == (0, 60)


@rule("18MAG-XI.2.2.7")
def test_the_human_chooses_between_two_cities_that_are_reached() -> None:
    game = drafted(solo("4 7", "green", version=1), "2", "3", "RABA")
    relay(game, "B7", "7", 4)  # from one city of C8 around to the other
    lay(game, "B9 3 0")
    cash(game, "7", 40)
    game.state.turn = MagTurn(company="7")
    game.state.agenda = [OperatingRound(), istvan.ProgrammedStation()]
    game._advance()
    assert game.actor == HUMAN
    assert listed(game, Choose) == [Choose("C8.0"), Choose("C8.1")]
    refused(game, Choose("C6.0"), "18MAG-XI.2.1.3")
    game.play(Choose("C8.0"))
    assert "7" in game.state.stations["C8", 0]
    assert facts(game).programme["7"] >= 1
    assert game.state.cash["SKEV"] >= 20


def cities_upgraded(game: Game, minor: str, count: int) -> list[list[str]]:
    """Upgrade `count` times with the first tile; return the hexes offered each time."""
    offered = []
    for _ in range(count):
        game.state.turn = MagTurn(company=minor)
        options = istvan.UpgradeHex().options(game)
        offered.append(options)
        step = istvan.UpgradeTile(options[0])
        game.state.agenda.clear()
        step.decided(Play(game), step.options(game)[0])
    return offered


@rule("18MAG-XI.2.1.1", "18MAG-XI.2.1.2", "18MAG-XI.2.1.3", "18MAG-XI.2.1.4")
def test_the_order_of_upgrades() -> None:
    """Vectors V18 and V19."""
    game = solo("1 4")
    assert distances(game, "1")["D9"] == 1
    lay(game, "C8 209 2; E10 14 1; C6 14 5")
    assert {k: distances(game, "4")[k] for k in ("D9", "C8", "C6")} == {
        "D9": 1, "C8": 2, "C6": 4,
    }  # fmt: skip
    far = distances(game, "1")
    assert {k: far[k] for k in ("D9", "E10", "C6")} == {"D9": 1, "E10": 2, "C6": 2}
    game.state.phase = 2
    other = game.copy()
    assert cities_upgraded(game, "4", 4) == [["E10"], ["D9"], ["D9"], ["C8"]]
    chain = cities_upgraded(other, "1", 3)
    assert chain == [["C8"], ["D9"], ["D9"]]
    other.state.turn = MagTurn(company="1")
    assert sorted(istvan.UpgradeHex().options(other)) == ["C6", "E10"]  # the human decides
    first = solo("1 4")
    first.state.phase = 1
    cities_upgraded(first, "1", 1)
    assert first.state.cash["SIK"] == 20  # the bank pays his terrain
    assert istvan.upgrades(solo("2 4"), "2", "D9") == []


@rule("18MAG-XI.2.1.3")
def test_upgrades_are_as_far_as_a_route_is_long() -> None:
    """The spur to C10 leaves the line C8-D9-A12 backwards: only a walk round a loop gets there."""
    board = "C8 209 5; D9 14 1; D11 30 3; C12 28 2; B11 29 3; A12 619 2; B13 204 2; B15 15 0; "
    far = {}
    for version in (1, 2):
        game = solo("1 4", version=version)
        lay(game, board + "C14 15 0; C10 6 4")
        far[version] = distances(game, "1")
    assert far[1].pop("C10") == 13
    assert far[1] == far[2]
    assert (far[2]["A12"], far[2]["C14"]) == (5, 7)


@rule("18MAG-XI.2.1.3", "18MAG-XI.2.1.5")
def test_the_human_breaks_ties() -> None:
    game = solo("1 4")
    game.state.phase = 1
    game.state.turn = MagTurn(company="1")
    step = istvan.UpgradeTile("C8")
    options = step.options(game)
    best = max(step.joined(game, t, r) for t, r in istvan.upgrades(game, "1", "C8"))
    assert all(step.joined(game, *_split(o)) == best for o in options)
    game.state.agenda[:] = [OperatingRound(), istvan.UpgradeTile("D9")]
    cities = istvan.UpgradeTile("D9").options(game)
    assert len(cities) > 1
    assert game.actor == HUMAN
    refused(game, Pass(), "18MAG-XI.2.1.3")
    refused(game, Choose("57:0"), "18MAG-XI.2.1.3")
    assert legal(game, Choose(cities[-1]))


def _split(option: str) -> tuple[str, int]:
    tile, _, turned = option.partition(":")
    return tile, int(turned)


@rule("18MAG-XI.2.2.14")
def test_istvan_never_trades_with_the_human() -> None:
    game = drafted(solo("2 4"), "6", "7", "SIK")
    cash(game, "6", 60)
    game.state.turn = MagTurn(company="6")
    game.state.agenda[:] = [OperatingRound(), Trains()]
    card = game.state.trains["4"][0]
    refused(game, BuyTrain(card, "4", 10), "18MAG-XI.2.2.14")
    assert not any(a.source == "4" for a in listed(game, BuyTrain))  # type: ignore[attr-defined]


@rule("18MAG-XI.3.1")
def test_majors_of_istvan_pay_everything() -> None:
    game = drafted(solo("2 4"), "6", "7", "SIK")
    game.state.shares["LdStEG"] = (ISTVAN, *(POOL,) * 8)
    game.state.president["LdStEG"] = ISTVAN
    cash(game, "LdStEG", 200)
    cash(game, ISTVAN, 0)
    game.state.turn = MagTurn(company="LdStEG")
    steps = major_steps(game)
    assert [step.id for step in steps] == ["pay_all"]
    game.state.agenda.clear()
    Play(game).push(*steps)
    steps[0].settle(Play(game))
    assert (game.state.cash["LdStEG"], game.state.cash[ISTVAN]) == (0, 40)


@rule("18MAG-XI.2.1.5")
def test_tiles_that_show_the_same_are_no_tie() -> None:
    """Six rotations of Budapest's brown tile are one; in version 1 the human was asked."""
    for version, count in ((None, 1), (1, 6)):
        game = solo("1 4", version=version)
        game.state.phase = 2
        game.state.turn = MagTurn(company="1")
        lay(game, "C8 209 2")
        assert len(istvan.UpgradeTile("C8").options(game)) == count


@rule("18MAG-XI.4.6")
@pytest.mark.parametrize(("more", "first"), [(-1, "István"), (0, "István"), (1, "Ana")])
def test_one_has_to_beat_istvan(more: int, first: str) -> None:
    game = solo("2 4 7")
    scores = game.rules.scores(game)
    cash(game, HUMAN, game.state.cash[HUMAN] + scores[ISTVAN] - scores[HUMAN] + more)
    assert list(game.places().items()) == [(first, 1), (*({"Ana", "István"} - {first}), 2)]


@rule("18MAG-XI.4.6", "18MAG-XI.4.3")
@pytest.mark.parametrize("difficulty", COLOURS)
@pytest.mark.parametrize("length", LENGTHS)
def test_whole_solo_games(difficulty: str, length: str) -> None:
    for seed in range(4):
        dice = random.Random(seed)
        options = {"difficulty": difficulty, "length": length}
        game = dieciocho.new_game("18mag", ["Ana"], seed=seed, options=options)
        while not game.over:
            assert game.actor == HUMAN
            choice = dice.choice(game.legal_actions())
            action = choice.action
            if choice.low is not None and choice.high is not None:
                action = choice.at(dice.randrange(choice.low, choice.high + 1, choice.step))
            game.play(action)
            check(game)
        scores = game.scores()
        assert set(scores) == {"Ana", "István"}
        assert not any(r.by == ISTVAN and isinstance(r.action, SellShares) for r in game.history)
        assert dieciocho.loads(game.to_json()).state == game.state


@rule("18MAG-XI.2.2.10")
def test_the_seller_is_the_next_higher_sister() -> None:
    game = solo("2 4 7")
    cash(game, "2", 30)
    before = {minor: game.state.trains[minor] for minor in ("4", "7")}
    assert all(before.values())
    turn_of(game, "2", istvan.ProgrammedTrains())
    assert len(game.state.trains["2"]) == 2
    assert game.state.trains["7"] == before["7"]
    assert game.state.trains["4"] == ()
    assert (game.state.cash["2"], game.state.cash["4"]) == (0, 80)


@rule("18MAG-XI.2.1.6")
def test_the_fee_is_due_in_the_yellow_phase_only() -> None:
    for phase, paid in ((0, 10), (1, 0), (2, 0)):
        game = solo("2 4")
        game.state.phase = phase
        turn_of(game, "2", istvan.PayYellow())
        assert game.state.cash["SKEV"] == paid


def pictured(game: Game, option: str) -> tuple[str, frozenset[int]]:
    """Return a tile and the sides that its track leads to."""
    tile, turned = _split(option)
    return tile, frozenset(game.definition.placed[tile, turned].exits)


@rule("18MAG-XI.2.1.5")
def test_an_upgrade_joins_as_much_waiting_track_as_possible() -> None:
    """Counted by hand: exits that the old tile lacks, towards track that ends there."""
    varied = 0
    for dealt in ("1 4", "2 6", "3 7", "4 11"):
        game = solo(dealt)
        game.state.phase = 1
        for minor in dealt.split():
            game.state.turn = MagTurn(company=minor)
            for name in distances(game, minor):
                spot = game.definition.hexes[name]
                old = set(game.state.board[spot.index].exits)
                joined = {}
                for tile, turned in istvan.upgrades(game, minor, name):
                    new = set(game.definition.placed[tile, turned].exits) - old
                    ends = [s for s in new if spot.neighbours[s] >= 0]
                    joined[f"{tile}:{turned}"] = sum(
                        (s + 3) % 6 in game.state.board[spot.neighbours[s]].exits for s in ends
                    )
                most = max(joined.values(), default=0)
                wanted = {option for option, count in joined.items() if count == most}
                options = istvan.UpgradeTile(name).options(game)
                assert set(options) <= wanted
                assert {pictured(game, o) for o in options} == {pictured(game, o) for o in wanted}
                varied += len(wanted) < len(joined)
    assert varied


@rule("18MAG-XI.2.2.13")
def test_the_wagon_is_hired_only_if_it_adds_revenue() -> None:
    """Szeged to Belgrad is 30, with the wagon 50; to Kecskemét 40, with a major's station 50."""
    for station, paid in ((False, 10), (True, 0)):
        game = drafted(solo("4 7", "green"), "2", "6", "SIK")
        if station:
            put_station(game, "SIK", ("D9", 0))
        cash(game, "4", 50)
        turn_of(game, "4", istvan.AutoRun())  # type: ignore[arg-type]
        assert game.state.cash["RABA"] == paid
        turn = game.state.turn
        assert turn is not None
        assert turn.revenue == 50
