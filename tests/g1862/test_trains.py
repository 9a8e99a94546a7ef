"""Buying trains, limits, warranties, rusting (1862-7.9, 7.10, 9, 11.1)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import BuyTrain, Dividend, Pass, Run
from dieciocho.engine.game import Game, Play
from dieciocho.engine.state import BANK
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.holdings import bankrupt
from dieciocho.games.g1862.run_step import RunTrains
from dieciocho.games.g1862.trains import Trains

from ..support import legal, refused, rule
from .scenes import Scene


def scene(phase: str = "A", cash: int = 2000, edition: str = "rulebook", **options: str) -> Scene:
    """L&E operates and can pay; ESR belongs to another player."""
    made = Scene("L&E", "ESR", players=3, edition=edition, **options).phase(phase)
    made.found("L&E", {0: 5}, price=100, cash=cash)
    return made.found("ESR", {1: 5}, price=74, cash=500)


def buying(made: Scene) -> Game:
    return made.operate("L&E", Trains)


def next_card(game: Game, kind: str) -> str:
    """Return the bank's next card as a train of a kind."""
    return f"{kind}-{game.state.trains[BANK][0].rpartition('-')[2]}"


def buy(game: Game, kind: str, extra: int = 0) -> Game:
    price = game.definition.trains[kind].price
    return game.play(BuyTrain(next_card(game, kind), BANK, price + 50 * extra))


def done(game: Game) -> bool:
    """Tell whether the company can buy nothing more."""
    return game.state.turn is None or game.state.turn.company != "L&E"


def kinds(game: Game, company: str) -> list[str]:
    return sorted(game.kind_of(card) for card in game.state.trains[company])


# --- buying ---------------------------------------------------------------------------------


@rule("1862-2.2.1", "1862-7.9.1", "1862-7.9.10", "1862-6.5.4.3.2")
def test_the_kind_is_chosen_when_buying_whatever_the_permit() -> None:
    made = scene()
    Play(made.game).set_facts(permits={**facts(made.game).permits, "L&E": ("local",)})
    game = buying(made)
    for kind in ("1F", "2L", "2E"):
        assert legal(game, BuyTrain(next_card(game, kind), BANK, 100))
    refused(game, BuyTrain("3E-0", BANK, 280), "1862-7.9.2")
    buy(game, "2E")
    assert kinds(game, "L&E") == ["2E"]


@rule("1862-7.9.2", "1862-7.9.5", "1862-9.1")
def test_a_group_is_sold_out_before_the_next_one_begins() -> None:
    game = buying(scene())
    for kind in ("1F", "1F", "1F", "2L", "2L", "2L", "2E"):
        refused(game, BuyTrain("2/3E-0", BANK, 200), "1862-7.9.2")
        assert game.phase.name == "A"
        buy(game, kind)
    buy(game, "2/3E")
    assert game.phase.name == "B"


@rule("1862-7.9.3", "1862-7.9.11", "1862-N.6")
def test_prices_are_fixed() -> None:
    made = scene("B", cash=199)
    used = made.train("ESR", "2F")
    game = buying(made)
    refused(game, BuyTrain(next_card(game, "2F"), BANK, 200), "1862-7.9.11")
    refused(game, BuyTrain(next_card(game, "2F"), BANK, 180), "1862-7.9.3")
    refused(game, BuyTrain(next_card(game, "2F"), BANK, 150), "1862-7.9.3")  # no warranty less
    refused(game, BuyTrain(used, "ESR", 100), "1862-7.9.3")
    assert game.state.cash[0] > 200  # nobody adds to the treasury


@rule("1862-7.9.3")
@pytest.mark.parametrize(("phase", "price"), [("B", 200), ("C", 100), ("D", 100)])
def test_used_trains_cost_half_once_a_later_group_has_begun(phase: str, price: int) -> None:
    made = scene(phase)
    used = made.train("ESR", "2F")
    game = buying(made)
    assert legal(game, BuyTrain(used, "ESR", price))
    game.play(BuyTrain(used, "ESR", price)).play("agree to proposal")
    assert game.state.trains["L&E"] == (used,)
    assert game.state.cash["ESR"] == 500 + price


@rule("1862-7.9.4")
def test_the_other_director_must_agree() -> None:
    made = scene("B")
    used = made.train("ESR", "2F")
    game = buying(made)
    game.play(BuyTrain(used, "ESR", 200))
    assert game.actor == 1
    game.play("decline to proposal")
    assert game.state.trains["ESR"] == (used,)
    refused(game, BuyTrain(used, "ESR", 200), "1862-7.9.4")
    assert not legal(game, BuyTrain(used, "ESR", 200))
    online = scene("B", edition="online")
    used = online.train("ESR", "2F")
    assert buying(online).play(BuyTrain(used, "ESR", 200)).state.trains["L&E"] == (used,)


@rule("1862-7.9.4", "1862-8.7", "1862-N.6")
def test_companies_without_director_do_not_sell() -> None:
    made = Scene("L&E", "ESR").phase("B").found("L&E", {0: 5}, cash=900)
    made.found("ESR", {"pool": 5, 1: 1}, price=74)
    used = made.train("ESR", "2F")
    refused(buying(made), BuyTrain(used, "ESR", 200), "1862-8.7")


@rule("1862-7.12.3")
@pytest.mark.parametrize(("edition", "may"), [("rulebook", False), ("online", True)])
def test_trains_of_a_bankrupt_company(edition: str, may: bool) -> None:
    """They leave the game; on the site they can still be bought, once."""
    made = scene("B", edition=edition)
    used = made.train("ESR", "2F")
    bankrupt(Play(made.game), "ESR", 0)
    game = buying(made)
    assert legal(game, BuyTrain(used, "ESR", 200)) == may
    if may:
        game.play(BuyTrain(used, "ESR", 200))
        assert game.state.trains["L&E"] == (used,)
    assert (used in game.state.trains["out"]) != may
    refused(game, BuyTrain(used, "ESR", 200), "1862-7.9.2")
    assert not legal(game, BuyTrain(used, "ESR", 200))


@rule("1862-7.9.9")
def test_several_trains_in_one_turn() -> None:
    game = buying(scene())
    for _ in range(3):
        buy(game, "2L")
    assert kinds(game, "L&E") == ["2L"] * 3


# --- limits ----------------------------------------------------------------------------------


@rule("1862-7.9.6", "1862-9.2", "1862-N.6")
def test_three_trains_of_each_kind() -> None:
    made = scene("C")
    for kind in ("2/3E", "2/3E", "3E"):
        made.train("L&E", kind)
    game = buying(made)
    refused(game, BuyTrain(next_card(game, "3E"), BANK, 280), "1862-7.9.6")
    assert legal(game, BuyTrain(next_card(game, "3L"), BANK, 280))
    assert legal(game, BuyTrain(next_card(game, "3F"), BANK, 280))


@rule("1862-7.9.6", "1862-7.9.7", "1862-9.6", "1862-9.8")
def test_the_limit_counts_what_is_owned_before_the_purchase() -> None:
    made = scene("F", cash=3000)
    for kind in ("4E", "4/5E", "5F"):
        made.train("L&E", kind)
    made.state.trains[BANK] = tuple(c for c in made.state.trains[BANK] if c[0] > "F")
    made.state.trains["out"] += tuple(f"F-{n}" for n in range(2))
    game = buying(made)
    refused(game, BuyTrain("5/6E-0", BANK, 700), "1862-7.9.6")  # although the 4E would rust
    buy(game, "8F")
    assert game.phase.name == "G"
    assert kinds(game, "L&E") == ["4/5E", "8F"]


@rule("1862-7.9.6", "1862-7.9.8")
def test_trains_above_the_limit_stay() -> None:
    made = scene("F", cash=3000)
    for kind in ("4E", "4/5E", "4/5L", "7F", "7F"):
        made.train("L&E", kind)
    game = buying(made)
    refused(game, BuyTrain("8F-0", BANK, 700), "1862-7.9.6")
    refused(game, BuyTrain("5/6E-0", BANK, 700), "1862-7.9.6")
    buy(game, "5/6L")
    assert kinds(game, "L&E") == ["4/5E", "4/5L", "5/6L", "7F", "7F"]  # five, and nothing goes
    assert done(game)  # no room for more


@rule("1862-11.1.1", "1862-11.1.3")
@pytest.mark.parametrize(
    ("phase", "kind", "limit"),
    [("A", "2E", 4), ("D", "4E", 4), ("E", "4/5E", 3), ("F", "5E", 3), ("G", "5/6E", 2)],
)
def test_limits_of_simple_games(phase: str, kind: str, limit: int) -> None:
    made = scene(phase, cash=5000, trains="express")
    for _ in range(limit - 1):
        made.train("L&E", "6E")
    game = buying(made)
    price = game.definition.trains[kind].price
    local = next_card(game, kind.replace("E", "L"))
    refused(game, BuyTrain(local, BANK, price), "1862-11.1.3")
    assert not done(game)
    assert game.phase.train_limit == limit  # as players see it
    buy(game, kind)
    assert done(game)


@rule("1862-11.1.2", "1862-11.1.3")
def test_advanced_games_sell_their_two_kinds() -> None:
    game = buying(scene(trains="freight+local"))
    assert legal(game, BuyTrain(next_card(game, "1F"), BANK, 100))
    assert legal(game, BuyTrain(next_card(game, "2L"), BANK, 100))
    refused(game, BuyTrain(next_card(game, "2E"), BANK, 100), "1862-11.1.3")


# --- rusting and warranties -------------------------------------------------------------------


@rule("1862-9.4", "1862-9.6", "1862-9.7", "1862-9.8", "1862-9.10", "1862-7.9.5")
@pytest.mark.parametrize(
    ("old", "before", "new"),
    [("2E", "B", "3E"), ("2/3L", "D", "4/5L"), ("3F", "E", "7F"), ("4E", "F", "8F")],
)
def test_trains_rust_everywhere_at_once(old: str, before: str, new: str) -> None:
    made = scene(before)
    group = made.game.definition.trains[new].card
    gone = tuple(c for c in made.state.trains[BANK] if c[0] < group)
    made.state.trains[BANK] = tuple(c for c in made.state.trains[BANK] if c not in gone)
    made.state.trains["out"] += gone
    made.train("ESR", old)
    made.train("L&E", old)
    game = buying(made)
    buy(game, new)
    assert game.phase.name == group
    assert kinds(game, "ESR") == []
    assert kinds(game, "L&E") == [new]
    assert game.state.cash["ESR"] == 500  # without compensation


@rule("1862-7.10.1.1", "1862-7.10.0.1", "1862-N.6")
def test_warranties_are_bought_with_the_train() -> None:
    game = buying(scene())
    refused(game, BuyTrain(next_card(game, "2E"), BANK, 250), "1862-7.10.0.1")  # a fourth
    refused(game, BuyTrain(next_card(game, "2E"), BANK, 120), "1862-7.9.3")
    train = next_card(game, "2E")
    buy(game, "2E", extra=2)
    assert facts(game).warranties[train] == 3  # one is free
    assert game.state.cash["L&E"] == 2000 - 200
    buy(game, "2L")
    assert list(facts(game).warranties.values()) == [3, 1]


@rule("1862-7.10.1.1")
def test_only_a_and_d_trains_have_a_free_warranty() -> None:
    game = buying(scene("B"))
    buy(game, "2/3E")
    assert facts(game).warranties == {}
    train = next_card(game, "2/3L")
    buy(game, "2/3L", extra=3)
    assert facts(game).warranties == {train: 3}


@rule("1862-7.10.0.2", "1862-7.9.10")
def test_warranties_go_with_the_train_and_do_not_change_its_price() -> None:
    made = scene("B")
    used = made.train("ESR", "2F", warranties=2)
    game = buying(made)
    game.play(BuyTrain(used, "ESR", 200)).play("agree to proposal")
    assert facts(game).warranties == {used: 2}
    assert game.kind_of(game.state.trains["L&E"][0]) == "2F"


@rule("1862-7.10.0.3")
def test_a_warranty_is_used_up_in_every_turn() -> None:
    made = scene()
    first, second = made.train("L&E", "2E", warranties=3), made.train("L&E", "1F", warranties=1)
    third = made.train("ESR", "1F", warranties=1)
    game = made.operate("L&E", RunTrains)
    while game.step.id in ("run_trains", "pay_dividend"):
        choice = game.legal_actions()[0].action
        game.play(choice if isinstance(choice, Run) else Dividend("keep"))
    assert facts(game).warranties == {first: 2, third: 1}  # whether or not they ran
    assert second in game.state.trains["L&E"]


@rule("1862-7.10.0.4", "1862-9.10")
def test_a_warranty_postpones_rusting() -> None:
    made = scene("B", cash=3000)
    gone = tuple(c for c in made.state.trains[BANK] if c[0] == "B")
    made.state.trains[BANK] = tuple(c for c in made.state.trains[BANK] if c[0] != "B")
    made.state.trains["out"] += gone
    kept = made.train("L&E", "2E", warranties=1)
    made.train("L&E", "1F")
    game = buying(made)
    buy(game, "3E")
    assert game.state.trains["L&E"] == (kept, "3E-0")
    assert facts(game).rusting == {kept}
    made.game = game
    game = made.operate("L&E", RunTrains)
    while game.step.id in ("run_trains", "pay_dividend"):
        choice = game.legal_actions()[0].action
        game.play(choice if isinstance(choice, Run) else Dividend("keep"))
    assert game.state.trains["L&E"] == ("3E-0",)


@rule("1862-7.10.0.5")
def test_permanent_trains_may_have_warranties() -> None:
    game = buying(scene("E"))
    train = next_card(game, "6F")
    buy(game, "6F", extra=1)
    assert facts(game).warranties == {train: 1}


@rule("1862-7.9.12", "1862-3.0.1", "1862-9.3")
def test_a_set_of_operating_rounds_keeps_its_length() -> None:
    made = scene("A")
    made.state.trains[BANK] = tuple(c for c in made.state.trains[BANK] if c[0] != "A")
    made.state.trains["out"] += tuple(f"A-{n}" for n in range(7))
    made.train("ESR", "2E")
    game = buying(made)
    assert game.state.round.parts == 1
    buy(game, "2/3E")
    assert game.phase.rounds == 2
    for _ in range(60):
        if game.state.round.kind != "operating":
            break
        passing = [c.action for c in game.legal_actions() if isinstance(c.action, Pass)]
        game.play(passing[0] if passing else game.legal_actions()[0])
    assert game.state.round.kind == "parliament"
