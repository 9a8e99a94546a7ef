"""Boards of which only the tiles that have changed are read again."""

from __future__ import annotations

from collections.abc import Iterator

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine import earnings
from dieciocho.engine.components import Kind
from dieciocho.engine.earnings import can_run
from dieciocho.engine.game import Game
from dieciocho.engine.routing.solve import NO_LIMITS, NO_WISHES
from dieciocho.games.g18esp import routes
from dieciocho.games.g18mag import serving, wagons
from dieciocho.games.g18mag.turn import RunTrains

from .support import NAMES


def moments(title: str, first: int, last: int, every: int) -> Iterator[Game]:
    """Play a game between computer players; stop now and then."""
    game = dieciocho.new_game(title, NAMES[:3], seed=4)
    bot = make_bot("quick", 4)
    while len(game.history) < last:
        game.play(bot.choose(game))
        if len(game.history) >= first and len(game.history) % every == 0:
            yield game


def test_18mag_values_are_those_of_the_board_that_lies() -> None:
    found = set()
    for game in moments("18mag", 100, 300, 1):
        fresh = wagons._read_board(game, None)
        kept = wagons._board(game)
        assert (kept.values, kept.costs) == (fresh.values, fresh.costs)
        assert (kept.marks, kept.mines) == (fresh.marks, fresh.mines)
        if isinstance(game.step, RunTrains):
            company = game.step.company(game)
            for wagon in wagons.on_offer(game):
                served = wagons.BITS[wagon] in wagons.solution_with(game, company, (wagon,)).sets
                possible = serving.could_serve(game, company, wagon)
                assert possible or not served
                found.add(possible)
    assert found == {False, True}


def test_18esp_values_and_usable_trains_are_those_of_the_board_that_lies() -> None:
    usable = set()
    for game in moments("18esp", 60, 300, 60):
        for company in sorted(game.state.floated)[:3]:
            for gauge in ("", "narrow"):
                kept = routes._stops(game, company, gauge)
                routes._latest.clear()
                assert routes._stops(game, company, gauge) == kept
            for kind in list(game.definition.trains)[:12]:
                answer = routes.usable(game, company, Kind(kind))
                assert answer == can_run(game, company, Kind(kind))
                usable.add(answer)
    assert usable == {False, True}


def test_cards_of_a_kind_run_what_others_of_that_kind_ran() -> None:
    """A board searched with some cards is not searched again with others, and names these."""
    for game in moments("1888n", 150, 240, 30):
        company = max(sorted(game.state.floated), key=lambda c: len(game.state.trains[c]))
        kinds = tuple(game.kind_of(card) for card in sorted(game.state.trains[company]))
        first, second = (
            tuple((f"{sign}{n}", kind) for n, kind in enumerate(kinds)) for sign in "ab"
        )
        one = earnings.solve_by_models(game, company, first, NO_WISHES, NO_LIMITS)
        searched = len(earnings._solved)
        two = earnings.solve_by_models(game, company, second, NO_WISHES, NO_LIMITS)
        assert len(earnings._solved) == searched
        assert two.proof == one.proof
        named = [
            [(train.replace("a", "b"), path) for train, path in found.routes]
            for found in one.sets[0]
        ]
        assert named[0]
        assert named == [list(found.routes) for found in two.sets[0]]
