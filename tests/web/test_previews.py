"""Nothing false on the page: what is said before an action is what happens after it."""

from __future__ import annotations

import gzip
import re
from itertools import islice

import pytest
from django.http import QueryDict

from dieciocho.engine.actions import LayTile, Pass
from dieciocho.engine.components import Kind
from dieciocho.engine.game import Game
from dieciocho.engine.shares import price
from dieciocho.games import GAMES
from dieciocho.interop.site import import_game
from dieciocho.page import offers
from dieciocho.page.cards import Card
from dieciocho.web.play import hexes, runs
from tests.g18esp.positions import destination
from tests.support import conformance

from .previews import Looks, comparisons

SAMPLE = 60  # `python -m tests.web.previews` makes as many as one likes


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_before_an_action_happens(name: str) -> None:
    false = [
        (len(game.history), what, lines)
        for game, what, lines in islice(comparisons(name, 7), SAMPLE)
        if lines
    ]
    assert false == []


def recorded(game: str, name: str, at: int) -> Game:
    folder = conformance(game)
    if folder is None:
        pytest.skip("the recorded games are not here")
    return import_game(gzip.decompress((folder / f"{name}.json.gz").read_bytes())).at(at)


def plan_of(game: Game) -> runs.Plan:
    return runs.plan(Looks(game), QueryDict())  # type: ignore[arg-type]


def cards_of(game: Game, kind: str) -> list[Card]:
    return [card for g in offers.groups(Looks(game).tell) if g.kind == kind for card in g.cards]


def test_the_best_run_includes_the_tender_of_the_company() -> None:
    """Online it is given to a train before the run: the page does both."""
    plan = plan_of(recorded("18esp", "p3_s630", 275))
    assert plan.revenue == "₧80"
    assert plan.before == ['{"do":"choose","option":"2-0"}']
    assert plan.done_first == ["The tender goes with the 2-train"]


def test_a_run_tells_the_goals_that_it_reaches() -> None:
    plan = plan_of(recorded("18esp", "p3_s630", 821))
    assert plan.effects == ("MZA runs to a port: ₧190 of capital.",)


def test_a_tile_tells_the_destination_that_it_reaches() -> None:
    game, lay = destination()
    assert isinstance(lay, LayTile)
    said = hexes.lay_effect(Looks(game), lay)  # type: ignore[arg-type]
    assert "MCP reaches its destination: ₧90 of capital." in said


def test_joined_freights_are_one_run_with_a_sum_that_adds_up() -> None:
    plan = plan_of(recorded("1862", "46925", 259))
    route = plan.routes[0]
    assert (route.numbers, route.train, route.value) == ((1, 2), "1F + 2F", "£250")
    assert route.sum == "Great Yarmouth Port 100 + Port of Lowestoft 90 + bonus 60"


def test_a_forced_train_tells_the_whole_sum() -> None:
    tell = Looks(recorded("1888n", "128097", 378)).tell
    hints = {group.kind: group.hint for group in offers.groups(tell)}
    assert hints["buy_train"] == (  # in sight, where the trains are
        "The train costs ¥900: the treasury of JZR has ¥573, Player 1 has ¥319; "
        "¥8 are short and must come from shares."
    )


def test_an_absorption_tells_who_gets_what() -> None:
    card = cards_of(recorded("18esp", "p3_s630", 577), "absorb")[0]
    rows = dict(card.rows)
    assert rows["price of the absorption"] == "₧132"
    assert rows["treasury of MCP"] == "₧200 → ₧203"
    assert rows["Player 2"] == "₧126 → ₧258"
    assert rows["trains of MCP"] == "– → 2"


def test_a_combined_train_tells_what_it_adds() -> None:
    card = cards_of(recorded("18esp", "p3_s630", 695), "combine")[0]
    assert "Best revenue ₧130 → ₧0." in card.facts


def test_a_preview_without_train_counts_with_one_that_the_company_may_run() -> None:
    """The bank's cards of 1862 become trains of three kinds; a company has permits for some."""
    told = []
    for game, what, _false in islice(comparisons("1862", 1), 120):
        company = getattr(game.state.turn, "company", "")
        if not what.startswith("lay ") or game.state.trains[company]:
            continue
        lay = next(c.action for c in game.legal_actions() if f"lay {c.action}" == what)
        assert isinstance(lay, LayTile)
        said = hexes.lay_effect(Looks(game), lay)  # type: ignore[arg-type]
        told += [line for line in said if "with a train" in line]
        kind = Kind(re.findall(r"with a train (\S+) of", said[-1])[0])
        assert game.rules.may_run_kind(game, company, kind)
    assert told


def test_a_connection_tells_what_its_edges_cost_and_draws_them() -> None:
    game = next(g for g, _, _ in comparisons("1865", 1) if g.step.id == "station")
    for card in cards_of(game, "station"):
        for option in card.options:
            cost = int(option.label.rpartition("L.")[2])
            edges = [fact for fact in option.facts if fact.startswith("made up of ")]
            parts = re.findall(r" (\d+)(?: \+|$)", edges[0]) if edges else []
            assert sum(map(int, parts)) == cost
            assert re.findall(r">(\d+)<", option.drawing) == parts


def test_revenue_of_1865_is_told_with_its_reasons() -> None:
    game = next(g for g, _, _ in comparisons("1865", 1) if g.step.id == "pay_dividend")
    groups = {group.kind: group for group in offers.groups(Looks(game).tell)}
    company = game.company(getattr(game.state.turn, "company", ""))
    known = game.rules.company_facts(game, company.id)
    least = 10 * min(known["traffic"], known["capacity"])
    said = f"traffic {known['traffic']}, capacity {known['capacity']}: L.{least}"
    assert groups["dividend"].hint == said


def test_passing_without_a_train_tells_that_the_price_falls() -> None:
    for game, _, _ in comparisons("1865", 1):
        company = getattr(game.state.turn, "company", "")
        if game.step.id == "track" and company and not game.state.trains[company]:
            (card,) = cards_of(game, "pass")
            after = game.copy().play(Pass())
            old, new = (price(g, company) for g in (game, after))
            said = f"Price of {company}: L.{old} → L.{new}."
            assert (said in card.options[0].effects) == (old != new)
            if old != new:
                return
    raise AssertionError("nobody passed without a train")
