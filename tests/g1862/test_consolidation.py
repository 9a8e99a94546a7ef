"""Consolidation of shares: examples of the rulebook, recorded ones, every case (1862-5)."""

from __future__ import annotations

import pytest

from dieciocho.engine.actions import Choose
from dieciocho.engine.game import Game
from dieciocho.engine.invariants import check
from dieciocho.engine.shares import price
from dieciocho.engine.state import IPO, POOL, Owner
from dieciocho.games.g1862.actions import Merge, RaiseMoney
from dieciocho.games.g1862.consolidation import OddShare
from dieciocho.games.g1862.facts import facts
from dieciocho.games.g1862.floating import startable
from dieciocho.games.g1862.holdings import held
from dieciocho.games.g1862.mergers import Merger
from dieciocho.games.g1862.trains import Trains

from ..support import refused, rule
from .scenes import Scene

Holdings = dict[Owner, int]
S, N = "NGC", "E&H"  # neighbours: Newmarket and Ely


def table(
    survivor: Holdings,
    lost: Holdings,
    prices: tuple[int, int],
    *,
    players: int = 4,
    trains: tuple[bool, bool] = (True, True),
    cash: dict[Owner, int] | None = None,
    chartered: tuple[bool, bool] = (False, False),
    edition: str = "rulebook",
) -> Scene:
    """Set two connected companies; the first holder of each is its director."""
    scene = Scene(S, N, players=players, edition=edition).phase("C")
    for company, shares, at, train, charter in zip(
        (S, N), (survivor, lost), prices, trains, chartered, strict=True
    ):
        scene.found(company, shares, price=at, cash=500, chartered=charter)
        if train:
            scene.train(company, "3E")
    scene.lay("C10", "57", 0).lay("C8", "621", 0).station(S, "C10").station(N, "C8")
    for owner, amount in (cash or {}).items():
        scene.cash(owner, amount)
    return scene


def merge(
    scene: Scene,
    operating: str = S,
    survivor: str = S,
    sell: tuple[Owner, ...] = (),
) -> Game:
    """Merge at the start of a turn; everybody redeems except those who sell."""
    game = scene.operate(operating, Merger)
    game.play(Merge(N if operating == S else S))
    game.play(Choose(survivor))
    if game.step.id == "merger_consent":
        game.play("agree to proposal")
    answer_options(game, sell)
    return game


def answer_options(game: Game, sell: tuple[Owner, ...] = ()) -> None:
    while isinstance(game.step, OddShare):
        check(game)
        game.play(Choose("sell" if game.step.holder in sell else "redeem"))


def after(game: Game, company: str = S) -> Holdings:
    owners: list[Owner] = [*range(len(game.players)), company, POOL, IPO]
    return {owner: count for owner in owners if (count := held(game, company, owner))}


# --- the examples of the rulebook --------------------------------------------------------


@rule(
    "1862-5.2.1.1",
    "1862-5.2.2.1",
    "1862-5.2.3.1",
    "1862-5.2.4.1",
    "1862-5.2.4.2",
    "1862-5.2.4.4",
    "1862-5.2.4.6",
    "1862-5.2.5.3",
)
def test_the_first_example() -> None:
    """Richard 0, Emma 1, Peter 2, Linda 3; Linda cannot pay 67 (5.2.6)."""
    scene = table(
        {0: 4, 1: 3, 2: 1}, {0: 5, 2: 1, 3: 1, POOL: 1, N: 1, IPO: 1}, (90, 90), cash={3: 66}
    )
    before = dict(scene.state.cash)
    permit = facts(scene.game).licences[N]
    game = scene.operate(S, Merger)
    game.play(Merge(N))
    game.play(Choose(S))
    assert price(game, S) == 134
    assert game.state.par[S] == 100
    holders = []
    while isinstance(game.step, OddShare):
        holders.append(game.step.holder)
        game.play(Choose("redeem"))
    assert holders == [0, 1, S]  # Linda is not asked: she cannot pay
    assert after(game) == {0: 5, 1: 2, 2: 1, S: 2}
    assert game.state.president[S] == 0
    paid = {o: game.state.cash[o] - before[o] for o in range(4)}
    assert paid == {0: -67, 1: -67, 2: 0, 3: 67}
    assert game.state.cash[S] == before[S] + before[N] - 67
    assert N in startable(game)
    assert facts(game).permits[N] == (permit,)


@rule("1862-5.2.4.1", "1862-5.2.4.4")
def test_the_order_begins_with_the_initiator_wherever_he_sits() -> None:
    """The same with Richard 2, Emma 3, Peter 0, Linda 1."""
    scene = table(
        {2: 4, 3: 3, 0: 1}, {2: 5, 0: 1, 1: 1, POOL: 1, N: 1, IPO: 1}, (90, 90), cash={1: 66, 2: 67}
    )
    game = scene.operate(S, Merger)
    game.play(Merge(N)).play(Choose(S))
    holders = []
    while isinstance(game.step, OddShare):
        assert game.actor == (2 if game.step.holder == S else game.step.holder)
        holders.append(game.step.holder)
        game.play(Choose("redeem"))
    assert holders == [2, 3, S]
    assert after(game) == {2: 5, 3: 2, 0: 1, S: 2}


@rule("1862-5.2.4.6")
def test_the_company_pays_with_the_money_of_both() -> None:
    scene = table(
        {0: 4, 1: 3, 2: 1},
        {0: 5, 2: 1, 3: 1, POOL: 1, N: 1, IPO: 1},
        (90, 90),
        cash={3: 66, S: 0, N: 67},
    )
    game = merge(scene)
    assert after(game) == {0: 5, 1: 2, 2: 1, S: 2}
    assert game.state.cash[S] == 0


@rule("1862-5.2.4.6")
def test_a_company_without_the_money_gives_its_option_up() -> None:
    scene = table(
        {0: 4, 1: 3, 2: 1},
        {0: 5, 2: 1, 3: 1, POOL: 1, N: 1, IPO: 1},
        (90, 90),
        cash={3: 66, S: 0, N: 66},
    )
    game = merge(scene)
    assert after(game) == {0: 5, 1: 2, 2: 1, S: 1, POOL: 1}
    assert game.state.cash[S] == 66 + 67


@rule("1862-5.2.4.4")
def test_shares_of_the_pool_are_exchanged_before_those_of_others() -> None:
    """Seat 0 has two shares to exchange: one comes from the pool, the option from seat 1."""
    scene = table({0: 6, 1: 3, POOL: 1}, {0: 9, 2: 1}, (100, 100))
    game = scene.operate(S, Merger)
    game.play(Merge(N)).play(Choose(S))
    assert isinstance(game.step, OddShare)
    assert game.step.holder == 0
    assert held(game, S, POOL) == 0
    assert (held(game, S, 1), held(game, N, 1)) == (2, 1)


@rule("1862-5.2.4.7")
def test_three_shares_of_the_pool_are_enough_whichever_company_they_are_of() -> None:
    scene = table({0: 4, 1: 4, POOL: 2}, {1: 5, 2: 4, POOL: 1}, (100, 100))
    game = scene.operate(S, Merger)
    game.play(Merge(N)).play(Choose(S)).play("agree to proposal")
    assert game.state.shares[S][0] == POOL
    assert (held(game, S, 0), held(game, N, 0)) == (2, 0)
    refinanced = refinance({0: 5, 1: 2, POOL: 3}, 100, 100, cash=0)
    assert isinstance(refinanced.step, OddShare)
    assert (refinanced.step.size, held(refinanced, S, 0)) == (1, 3)


@rule("1862-5.2.4.5")
def test_the_first_example_if_linda_redeems() -> None:
    scene = table({0: 4, 1: 3, 2: 1}, {0: 5, 2: 1, 3: 1, POOL: 1, N: 1, IPO: 1}, (90, 90))
    before = scene.state.cash[S] + scene.state.cash[N]
    game = merge(scene)
    assert after(game) == {0: 5, 1: 2, 2: 1, 3: 1, S: 1}
    assert game.state.cash[S] == before + 67  # its option could not be exchanged


@rule("1862-5.2.4.4", "1862-5.2.4.5", "1862-7.5.3.1", "1862-7.5.4.1")
def test_the_second_example() -> None:
    """Martin 0, Rachel 1, Charles 2, Helen 3 with the holdings as reconstructed (5.2.7)."""
    scene = table(
        {0: 4, 2: 3, 3: 1, IPO: 2},
        {0: 5, 1: 3, N: 2},
        (100, 74),
        trains=(False, True),
        chartered=(True, False),
    )
    before = dict(scene.state.cash)
    game = merge(scene)
    assert price(game, S) == 86
    assert game.state.par[S] == 82
    assert after(game) == {0: 5, 1: 2, 2: 2, 3: 1}
    assert [game.state.cash[seat] - before[seat] for seat in range(4)] == [-43] * 4
    assert game.state.cash[S] == before[S] + before[N] + 86


def refinance(
    shares: Holdings, at: int, par: int, *, cash: int, chartered: bool = False, phase: str = "C"
) -> Game:
    scene = Scene(S, players=4).phase(phase)
    scene.found(S, shares, price=at, par=par, chartered=chartered, cash=cash, permits=("express",))
    scene.lay("C10", "57", 0).station(S, "C10")
    game = scene.operate(S, Trains)
    if game.step.id == "trains":
        game.play(RaiseMoney("refinancing"))
    return game


@rule("1862-5.1.3.1", "1862-5.2.4.7", "1862-7.11.2.1")
def test_a_recorded_refinancing() -> None:
    """NGC at 62, par 62: the certificate is exchanged for three ordinary shares of the pool."""
    game = refinance({0: 5, IPO: 5}, 62, 62, cash=220, chartered=True)
    before = game.state.cash[0]
    assert isinstance(game.step, OddShare)
    game.play(Choose("redeem"))
    assert after(game) == {0: 3, POOL: 7}
    assert game.state.cash[0] == before - 31
    assert game.state.cash[S] == 840
    assert game.state.president[S] == 0
    assert price(game, S) == 62


@rule("1862-5.2.5.2", "1862-8.6")
def test_a_refinancing_may_leave_no_director() -> None:
    """N&S at 36, par 58: the company then buys its train by itself."""
    game = refinance({3: 3, 2: 1, S: 1, POOL: 5}, 36, 58, cash=373, phase="H")
    answer_options(game)
    assert after(game) == {2: 1, 3: 2, S: 1, POOL: 6}
    assert S not in game.state.president
    assert game.state.trains[S] == ("6E-0",)
    assert game.state.cash[S] == 373 - 18 + 580 - 800


# --- single rules ------------------------------------------------------------------------


@rule("1862-5.2.4.8")
@pytest.mark.parametrize(("total", "cost", "gain"), [(5, 50, 250), (4, 100, 200), (3, 150, 150)])
@pytest.mark.parametrize("choice", ["redeem", "sell"])
def test_a_directors_certificate_becomes_an_option(
    total: int, cost: int, gain: int, choice: str
) -> None:
    rest: Holdings = {1: 10 - total}
    if 10 - total > total:
        rest = {1: total, 2: 10 - 2 * total}
    game = refinance({0: total, **rest}, 100, 100, cash=0)
    before = game.state.cash[0]
    step = game.step
    assert isinstance(step, OddShare)
    assert (step.holder, step.cost, step.gain) == (0, cost, gain)
    assert held(game, S, POOL) == total - 3  # the ordinary shares
    game.play(Choose(choice))
    if choice == "redeem":
        assert game.state.cash[0] == before - cost
    else:
        assert game.state.cash[0] == before + gain


@rule("1862-5.2.4.8")
def test_fractions_of_a_certificate_are_rounded_down() -> None:
    step = refinance({0: 5, 1: 5}, 95, 90, cash=0).step
    assert isinstance(step, OddShare)
    assert (step.cost, step.gain) == (47, 237)  # 47.5 and 237.5


@rule("1862-5.2.4.9")
def test_an_optional_certificate_of_the_lost_company_is_swapped() -> None:
    """Seat 0 is director of the lost company with four shares; the pool has nothing."""
    scene = table({1: 6, 2: 4}, {0: 4, 1: 3, 3: 3}, (100, 100))
    game = scene.operate(N, Merger)
    game.play(Merge(S))
    game.play(Choose(S))
    game.play("agree to proposal")
    step = game.step
    assert isinstance(step, OddShare)
    assert (step.holder, step.cost, step.gain) == (0, 150, 300)
    assert game.state.shares[S][0] == 0  # from seat 1, who has not consolidated
    assert game.state.shares[N][0] == 1
    game.play(Choose("redeem"))
    answer_options(game)
    check(game)
    assert held(game, S, 0) == 3


@rule("1862-5.2.4.9")
def test_without_such_a_certificate_it_is_sold() -> None:
    """The survivor's certificate is with seat 0, who has consolidated already."""
    scene = table({0: 3, 2: 3, 3: 3}, {1: 3, 2: 3, 3: 3}, (100, 100))
    game = scene.operate(S, Merger)
    game.play(Merge(N))
    game.play(Choose(S))
    game.play("agree to proposal")
    before = game.state.cash[1]
    answer_options(game)
    assert game.state.cash[1] == before + 225  # three halves of 150
    assert held(game, S, 1) == 0


@rule("1862-5.2.4.9")
def test_a_certificate_of_the_pool_is_swapped_too() -> None:
    """Seat 0 has given the survivor's certificate up; there are no three ordinary shares."""
    scene = table({0: 3, 2: 3, 3: 3}, {1: 3, 2: 3, 3: 3}, (100, 100))
    game = scene.operate(S, Merger)
    game.play(Merge(N)).play(Choose(S)).play("agree to proposal")
    game.play(Choose("sell"))
    assert isinstance(game.step, OddShare)
    assert (game.step.holder, game.step.size) == (1, 3)
    assert game.state.shares[S][0] == 1
    assert game.state.shares[N][0] == POOL


@rule("1862-5.2.4.8", "1862-5.2.4.6")
def test_who_cannot_redeem_a_certificate_gives_it_up() -> None:
    scene = table({0: 3, 2: 3, 3: 3}, {1: 3, 2: 3, 3: 3}, (100, 100), cash={0: 224})
    game = scene.operate(S, Merger)
    game.play(Merge(N)).play(Choose(S)).play("agree to proposal")
    assert game.state.cash[0] == 224 + 225
    assert isinstance(game.step, OddShare)
    assert game.step.holder == 1


@rule("1862-5.2.4.10")
def test_neither_limits_nor_prices_matter() -> None:
    scene = table({0: 8, 1: 2}, {1: 5, 0: 4, 2: 1}, (100, 100))
    for at, company in zip((54, 58, 62, 68), ("ESR", "FDR", "EUR", "N&E"), strict=True):
        scene.found(company, {1: 8, 2: 2}, price=at)
    game = merge(scene, sell=())
    assert price(game, S) == 150
    assert held(game, S, 1) >= 3


@rule("1862-5.2.5.1")
def test_equal_holders_the_initiator_is_director() -> None:
    scene = table({1: 5, 0: 5}, {0: 5, 1: 5}, (100, 100))
    game = merge(scene, operating=N, sell=(0, 1))  # initiated by seat 0
    assert held(game, S, 0) == held(game, S, 1)
    assert game.state.president[S] == 0
    assert game.state.shares[S][0] == 0


@rule("1862-5.2.5.1")
def test_of_other_equal_holders_the_next_clockwise_from_the_initiator() -> None:
    """Seat 2 initiates and gives all up; seats 3 and 0 keep three shares each."""
    scene = table({2: 4, 3: 3, 0: 3}, {3: 4, 0: 3, 1: 3}, (100, 100))
    game = merge(scene, sell=(2, 3))
    assert (held(game, S, 3), held(game, S, 0)) == (3, 3)
    assert game.state.president[S] == 3
    assert game.state.shares[S][0] == 3


@rule("1862-5.2.0.1")
def test_directorships_wait_for_the_end() -> None:
    scene = table({0: 4, 1: 3, 2: 1}, {0: 5, 2: 1, 3: 1, POOL: 1, N: 1, IPO: 1}, (90, 90))
    game = scene.operate(S, Merger)
    game.play(Merge(N))
    game.play(Choose(S))
    while isinstance(game.step, OddShare):
        assert game.state.president[S] == 0
        assert game.state.president[N] == 0
        game.play(Choose("sell"))
    assert N not in game.state.president


@rule("1862-5.2.4.6")
def test_options_are_redeemed_or_given_up() -> None:
    scene = table({0: 4, 1: 3, 2: 1}, {0: 5, 2: 1, 3: 1, POOL: 1, N: 1, IPO: 1}, (90, 90))
    game = scene.operate(S, Merger)
    game.play(Merge(N))
    game.play(Choose(S))
    refused(game, Choose("keep"), "1862-5.2.4.6")
    refused(game, Merge(N), "1862-5.2.4.6")
    saved = game.state.copy()
    game.play(Choose("sell"))
    game.undo()
    assert game.state == saved  # the procedure can be interrupted anywhere


@rule("1862-5.2.4.6")
def test_a_refinancing_company_keeps_the_money_for_its_train() -> None:
    """A-44: with 60 + 540 for a train of 600 nothing is left to redeem an option."""
    game = refinance({0: 5, S: 1, POOL: 4}, 54, 54, cash=60, phase="F")
    assert isinstance(game.step, OddShare)
    game.play(Choose("redeem"))
    assert held(game, S, S) == 0
    assert game.step.id == "trains"
    assert game.state.cash[S] == 60 + 27 + 540


@rule("1862-5.2.4.6", "1862-7.11.2.1")
@pytest.mark.parametrize(("cash", "asked"), [(87, True), (86, False)])
def test_it_redeems_if_the_rest_just_pays_for_the_train(cash: int, asked: bool) -> None:
    """A-44: 87 - 27 + 540 = 600."""
    game = refinance({0: 5, S: 1, POOL: 4}, 54, 54, cash=cash, phase="F")
    game.play(Choose("redeem"))
    assert (isinstance(game.step, OddShare) and game.step.holder == S) == asked


@rule("1862-5.2.4.6", "1862-7.11.2.1")
def test_the_capital_comes_too_late_to_redeem_with_it() -> None:
    game = refinance({0: 5, S: 1, POOL: 4}, 54, 54, cash=26)
    game.play(Choose("redeem"))
    assert held(game, S, S) == 0
    assert game.state.cash[S] == 26 + 27 + 540
