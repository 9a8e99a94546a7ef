"""What only recordings may do."""

from __future__ import annotations

from pathlib import Path

import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Run
from dieciocho.engine.errors import IllegalAction
from dieciocho.engine.game import Game
from dieciocho.engine.state import IPO, POOL
from dieciocho.games.g1862.actions import RecordedRun
from dieciocho.interop.conform import read_trace
from dieciocho.interop.export import export_game
from dieciocho.interop.g1862_shares import share_book
from dieciocho.interop.site import import_game, start

from .recorded import FOLDER


def before_a_run(**options: str) -> Game:
    names = ["Ana", "Bea", "Carla"]
    game = dieciocho.new_game("1862", names, edition="online", seed=4, options=options)
    bot = make_bot("sensible", 1)
    while game.step.name != "RunTrains":
        game.play(bot.choose(game))
    return game


def test_revenue_is_never_claimed_in_a_game_that_is_played() -> None:
    game = before_a_run()
    with pytest.raises(IllegalAction, match=r"1862-7\.8\.5\.1"):
        game.play(RecordedRun((), 990, 0))


def test_a_recording_may_have_earned_by_an_older_rule() -> None:
    game = before_a_run(revenue="recorded")
    run = next(c.action for c in game.legal_actions() if isinstance(c.action, Run))
    assert isinstance(run, Run)
    game.play(RecordedRun(run.routes, 20, 0))
    assert game.state.turn is not None
    assert game.state.turn.revenue == 20


# --- the site's shares -----------------------------------------------------------------

TRACES = [] if FOLDER is None else sorted(FOLDER.glob("*.trace.json.gz"))


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.partition(".")[0])
def test_every_share_that_a_recording_offers_or_names_is_known(path: Path) -> None:
    """The book says which share is the next of every place, without being told where from."""
    trace = read_trace(path)
    header = trace.header
    game, reader = start(header.title, header.optional_rules, header.players, header.seed)
    book, derived, guessed = share_book(reader), 0, []
    for entry in trace.entries:
        for row in (entry.legal or {}).get("buy_shares", ()):
            company = row["corporation"]
            place = {"ipo": IPO, "market": POOL, "treasury": company}[row["from"]]
            derived += 1
            if book.of(company, place)[0] != row["share"]:
                guessed.append((entry.i, row, book.of(company, place)))
        if entry.action["type"] == "sell_shares":
            company = entry.norm["corporation"]
            held = book.of(company, game.step.actor(game))
            expected = held[: entry.norm["percent"] // 10]
            if 10 * len(expected) < entry.norm["percent"]:
                expected.append(f"{company}_0")
            derived += 1
            if expected != entry.action["shares"]:
                guessed.append((entry.i, entry.action, expected))
        reader.play(entry.action)
        for company in game.state.cell:
            for owner in {*game.state.shares[company]}:
                count = game.state.shares[company][1:].count(owner)
                assert len(book.of(company, owner)) == count, (entry.i, company, owner)
    assert derived > 60
    assert guessed == []


def test_a_share_that_is_not_for_sale() -> None:
    game = before_a_run()
    written = export_game(game).replace('_2"]', '_1"]', 1)
    with pytest.raises(dieciocho.BadInput, match=r"malformed.*_1 is not for sale"):
        import_game(written.encode())
