"""What a club player would do: positions in which computer players used to go wrong."""

from __future__ import annotations

from typing import Any

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.bots.planner.value import wealth
from dieciocho.bots.sensible.situation import Situation
from dieciocho.engine.actions import Answer, Bid, BuyShare, BuyTrain, LayTile, Pass, SellShares
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK, IPO, OUT, LastRun
from dieciocho.games.g1862.actions import Merge
from dieciocho.games.g1862.bot.fleet import rust, spared
from dieciocho.games.g1862.bot.track import ways_on
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.mergers import Merger
from dieciocho.games.g1862.parliament import begin_parliament
from dieciocho.games.g1862.trains import Trains

from .scenes import NAMES, Scene
from .test_mergers import two

BOTS = ("sensible", "quick")


def chosen(game: Game, bot: str = "sensible") -> Any:
    return make_bot(bot, 1).choose(game)


def ran(scene: Scene, **revenues: int) -> Scene:
    """Note what companies ran last; `NE` is N&E."""
    for name, revenue in revenues.items():
        company = {"NE": "N&E", "NS": "N&S", "EH": "E&H"}.get(name, name)
        scene.state.last_runs[company] = LastRun(1, 1, revenue, "pay" if revenue else "keep")
    return scene


@pytest.mark.parametrize("bot", BOTS)
def test_the_first_tile_leads_on(bot: str) -> None:
    """A local train has no use for the areas around the home of the N&E."""
    scene = Scene("N&E").found("N&E", {0: 5}, cash=800, permits=("local",))
    game = scene.operate("N&E")
    action = chosen(game, bot)
    assert isinstance(action, LayTile)
    assert ways_on(Situation(game, make_bot(bot)), action) == 2


@pytest.mark.parametrize("bot", BOTS)
def test_trains_without_a_route_are_not_collected(bot: str) -> None:
    scene = Scene("N&E").found("N&E", {0: 5}, cash=800, permits=("local",))
    scene.train("N&E", "2L")
    game = ran(scene, NE=0).operate("N&E", Trains)
    assert chosen(game, bot) == Pass()


@pytest.mark.parametrize("bot", BOTS)
def test_a_share_at_par_of_a_company_that_has_risen_comes_first(bot: str) -> None:
    """Before a further company is founded with the money."""
    scene = Scene("ESR", "N&S", "SVR").found(
        "ESR", {0: 5}, price=182, par=100, chartered=True, cash=300
    )
    scene.train("ESR", "2E")
    game = ran(scene.cash(0, 400), ESR=270).stock()
    assert chosen(game, bot) == BuyShare("ESR", IPO)  # type: ignore[arg-type]


def test_a_share_that_brings_little_is_sold_for_one_that_brings_more() -> None:
    scene = Scene("ESR", "N&S").found("ESR", {1: 5}, price=100, cash=300)
    scene.found("N&S", {1: 5, 0: 2}, price=100, cash=0)
    scene.train("ESR", "2E")
    scene.train("N&S", "2E")
    game = ran(scene.cash(0, 20), ESR=300, NS=10).stock()
    action = chosen(game)
    assert isinstance(action, SellShares)
    assert action.company == "N&S"


def asked_for_a_train(*kinds: str) -> Game:
    """Let a local company decide whether to sell the last of its trains."""
    scene = Scene("ESR", "N&S").found("ESR", {0: 5}, cash=100, permits=("express",))
    scene.found("N&S", {1: 5}, cash=0, permits=("local",))
    card = [scene.train("N&S", kind) for kind in kinds][-1]
    return scene.operate("ESR", Trains).play(BuyTrain(card, "N&S", 100))


def test_a_train_that_is_not_needed_is_sold_to_who_has_none() -> None:
    """Trains without a permit earn nothing; the only one that runs is kept."""
    assert chosen(asked_for_a_train("2L", "2E")) == Answer("agree")
    assert chosen(asked_for_a_train("2L")) == Answer("decline")


def test_what_a_bankrupt_company_left_behind_can_be_asked_for() -> None:
    """Online a train stays for sale after its owner has gone; nobody runs it until then."""
    scene = Scene("ESR", "N&S", edition="online")
    scene.found("ESR", {0: 5}, cash=100, permits=("express",))
    scene.found("N&S", {1: 5}, permits=("express",)).train("N&S", "2/3E")
    card = scene.train("N&S", "2E")
    scene.state.trains["N&S"] = tuple(t for t in scene.state.trains["N&S"] if t != card)
    scene.state.trains[OUT] = (*scene.state.trains[OUT], card)
    Play(scene.game).set_facts(leftovers={card: "N&S"})
    game = scene.operate("ESR", Trains)
    assert spared(Situation(game, make_bot("sensible")), BuyTrain(card, "N&S", 100))
    assert chosen(game) in [choice.action for choice in game.legal_actions()]


def test_the_train_that_rusts_those_of_the_others_is_worth_more() -> None:
    def worth(director: int) -> float:
        scene = Scene("ESR", "N&S").phase("B").found("ESR", {0: 5}, cash=900)
        scene.found("N&S", {director: 5}, cash=0)
        scene.train("ESR", "2/3E")
        scene.train("N&S", "2E")
        scene.sell_off("B")
        while scene.game.kind_of(scene.state.trains[BANK][0]) == "B":
            scene.sell_off("B")
        game = ran(scene, NS=200, ESR=200).operate("ESR", Trains)
        return rust(Situation(game, make_bot("sensible")))

    assert worth(1) > 0 > worth(0)


def side_by_side(holdings: tuple[dict[Any, int], dict[Any, int]]) -> Game:
    """Two companies whose permits complete each other, at the start of the first one's turn."""
    scene = two(mine=holdings[0], theirs=holdings[1], prices=(150, 60))
    return ran(scene.cash(0, 200).cash(1, 200), NGC=300, EH=200).operate("NGC", Merger)


def test_a_merger_with_the_company_of_another_player_is_proposed_and_agreed_to() -> None:
    """When each director is better off with trains of both kinds on common track."""
    game = side_by_side(({0: 5, 1: 3}, {1: 5, 0: 3}))
    assert chosen(game) == Merge("E&H")
    game.play(Merge("E&H"))
    game.play(chosen(game))
    assert game.step.actor(game) == 1
    assert chosen(game) == Answer("agree")


def test_no_merger_that_leaves_a_company_without_director() -> None:
    assert chosen(side_by_side(({0: 5, 2: 5}, {1: 5, 2: 5}))) == Pass()


def test_who_answers_for_a_charter_keeps_the_money_to_float_it() -> None:
    """Else he pays a fine of five times its par."""
    scene = Scene("ESR", "N&S").cash(0, 360)
    scene.found("ESR", {0: 4}, price=100, chartered=True, floated=False)
    Play(scene.game).set_facts(obligations={"ESR": 0})
    scene.first(0)
    begin_parliament(Play(scene.game), 2, 1)
    assert chosen(scene.ready()) == Pass()


def test_charters_are_chosen_by_what_their_trains_can_visit() -> None:
    """Four areas surround the home of the N&E, and its local trains cannot run to them."""
    game = dieciocho.new_game("1862", NAMES[:4], seed=1)
    assert facts(game).licences["N&E"] == "local"
    for seed in range(4):
        bid = make_bot("sensible", seed).choose(game)
        assert isinstance(bid, Bid)
        assert bid.target != "N&E"


def test_what_the_planner_hopes_for() -> None:
    """Companies help themselves, directors add nothing; but treasuries buy what earns."""
    poor = Scene("N&E").found("N&E", {0: 5, 1: 2}, cash=0, permits=("local",)).operate("N&E")
    rich = Scene("N&E").found("N&E", {0: 5, 1: 2}, cash=800, permits=("local",)).operate("N&E")
    gained = [b - a for a, b in zip(wealth(poor), wealth(rich), strict=True)]
    assert gained[0] > gained[1] > gained[2] == 0
    scene = Scene("N&E").found("N&E", {0: 5, 1: 2}, cash=800, permits=("local",))
    scene.train("N&E", "2L")
    running = scene.operate("N&E")
    assert wealth(running)[0] > wealth(rich)[0]


def test_what_was_run_for_shows_in_the_hopes_of_all_who_hold_shares() -> None:
    scene = Scene("N&E").found("N&E", {0: 5, 1: 2}, cash=100, permits=("local",))
    scene.train("N&E", "2L")
    little, much = (ran(scene, NE=earned).operate("N&E").copy() for earned in (60, 200))
    gained = [b - a for a, b in zip(wealth(little), wealth(much), strict=True)]
    assert gained[0] > gained[1] > gained[2] == 0
