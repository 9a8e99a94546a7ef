"""18Magyarország on the page: what chance decides, hiring with the run, István's seat."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

import msgspec
import pytest

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import BuyShare, Use
from dieciocho.engine.game import Game
from dieciocho.games.g18mag.facts import this_turn
from dieciocho.games.g18mag.hiring import hirings
from dieciocho.web.models import Table
from dieciocho.web.services import copying, gathering, playing, reading
from dieciocho.web.services.asking import Refusal
from dieciocho.web.services.gathering import SeatPlan

from ..support import rule
from .test_bots import make_worker
from .test_table_page import ANA, HTMX, browser, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def started(*names: str, **options: Any) -> Table:
    table = gathering.create_table(ANA, "18mag", [SeatPlan(name) for name in names], **options)
    return gathering.start(table.slug, ANA)


@cache
def _at_step(name: str, players: int, skip: int, edition: str) -> Game:
    names = ["Ana", "Bea", "Carla", "Dora"][:players]
    game = dieciocho.new_game("18mag", names, seed=5, edition=edition)
    bot = make_bot("sensible", 3)
    while game.step.id != name or skip:
        skip -= game.step.id == name
        game.play(bot.choose(game))
    return game


def at_step(name: str, players: int, skip: int = 0, edition: str = "rulebook") -> Game:
    """Return a position of a game between bots where a step is due."""
    return _at_step(name, players, skip, edition).copy()


def about_to_hire(wagon: str) -> Game:
    """Four players: a minor runs best with just this wagon."""
    game = dieciocho.new_game("18mag", ["Ana", "Bea", "Carla", "Dora"], seed=5)
    bot = make_bot("sensible", 3)
    while game.step.id != "run_trains" or hirings(game, this_turn(game).company)[0].wagons != (
        wagon,
    ):
        game.play(bot.choose(game))
    return game


# --- what chance decides ---------------------------------------------------------------


def test_lots_are_drawn_once_and_written_down() -> None:
    drawn = {
        reading.position(started("Ana", "Bea", "Carla")).header.options["prices"] for _ in range(6)
    }
    assert len(drawn) > 1, "seats as listed do not mean prices as always"
    table = started("Ana", "Bea", "Carla", seed=7)
    assert table.header is not None
    ours = dieciocho.new_game("18mag", ["Ana", "Bea", "Carla"], seed=7)
    assert reading.position(table).header == ours.header
    reading.games.clear()
    assert reading.position(Table.objects.get(pk=table.pk)).state == ours.state


def test_the_solo_game_has_its_options_and_one_seat() -> None:
    table = started("Ana", options={"length": "short", "difficulty": "red"})
    game = reading.position(table)
    assert game.players == ("Ana", "István")
    assert table.seats.count() == 1
    assert len(game.header.options["cards"].split()) == 2
    page = text_of(browser(), f"/t/{table.slug}/")
    assert "data-alone" in page
    assert 'id="tab-istvan"' in page
    assert 'id="tab-istvan"' not in text_of(browser(), f"/t/{started('Ana', 'Bea').slug}/")
    branched = copying.branch(table.slug, ANA, 0)
    assert branched.seats.count() == 1
    assert copying.adopt(ANA, game).seats.count() == 1


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        (["Ana"], {"options": {"length": "endless"}}),
        (["Ana"], {"options": {"colour": "red"}}),
        (["Ana"], {"edition": "online"}),
        (["Ana", "Bea"], {"options": {"length": "short"}}),
        ([str(n) for n in range(7)], {}),
    ],
)
def test_wrong_options_are_refused_before_people_gather(
    names: list[str], wrong: dict[str, Any]
) -> None:
    with pytest.raises(Refusal):
        gathering.create_table(ANA, "18mag", [SeatPlan(name) for name in names], **wrong)
    assert not Table.objects.exists()


# --- several actions at once -----------------------------------------------------------


def test_hiring_and_running_are_one_request() -> None:
    game = about_to_hire("RABA")
    table = copying.adopt(ANA, game)
    page = text_of(browser(), f"/t/{table.slug}/")
    before = re.findall(r'name="before" value="([^"]+)"', page)
    assert [text.replace("&quot;", '"') for text in before] == ['{"do":"use","thing":"RABA"}']
    run = re.findall(r'name="action" value="([^"]*&quot;run&quot;[^"]*)"', page)[0]
    sent = {"before": '{"do":"use","thing":"RABA"}', "action": run.replace("&quot;", '"')}
    sent |= {"request": "once", "revision": str(table.revision)}
    for _ in range(2):  # sent again it is not played again
        answer = browser().post(f"/t/{table.slug}/act/", sent, headers=HTMX)
        assert answer.status_code == 200
    table.refresh_from_db()
    assert table.length == len(game.history) + 2
    assert reading.position(table).history[-2].action == Use("RABA")
    assert table.moves.count() == table.length


@pytest.mark.parametrize(
    ("before", "action"),
    [
        (["use RABA"], "run nothing"),  # the run must use the wagon
        (["use RABA", "use RABA"], "pass"),
        (["use SIK"], "pass"),
        (["{"], "pass"),
    ],
)
def test_either_all_is_played_or_nothing(before: list[str], action: str) -> None:
    table = copying.adopt(ANA, at_step("run_trains", 4, 90))
    length, kept = table.length, reading.position(table).state
    answer = browser().post(
        f"/t/{table.slug}/act/", {"before": before, "action": action}, headers=HTMX
    )
    assert answer.status_code == 422
    table.refresh_from_db()
    assert table.length == length
    assert reading.position(table).state == kept


def test_nobody_acts_for_others_in_between() -> None:
    game = at_step("trains", 4, 20)
    table = copying.adopt(ANA, game)
    after = game.copy().play("pass")
    assert after.actor != game.actor, "the next company belongs to somebody else"
    with pytest.raises(Refusal, match="not your decision"):
        playing.act(table.slug, ANA, "pass", before=["pass"])


# --- open information ------------------------------------------------------------------


@rule("18MAG-II.1.1")
def test_all_holdings_and_stacks_lie_open() -> None:
    """A stranger sees what a player sees: every treasury, certificate, train and stack."""
    game = at_step("trains", 4, 60)
    table = copying.adopt(ANA, game)
    pages = [text_of(browser(guest), f"/t/{table.slug}/") for guest in (ANA.guest, "a-stranger")]
    for part in ("players", "companies", "trains", "market"):
        mine, theirs = (re.split(rf'<div id="{part}"', page)[1] for page in pages)
        mine, theirs = (text.split("</section>")[0] for text in (mine, theirs))
        assert mine == theirs, part
    owners = [c for c in game.definition.companies if c not in game.state.closed]
    for company in owners:
        sheet = re.split(f'data-company="{re.escape(escape(company))}"', pages[1])[1]
        assert f">Ft{game.state.cash[company]}<" in sheet.split("</svg>")[0], company
        for card in game.state.trains[company]:
            assert f'data-train="{card}"' in sheet.split("</svg>")[0]
    for seat in range(4):
        assert re.search(rf'<td( class="acts")?>Ft{game.state.cash[seat]}<', pages[1])


# --- the rest --------------------------------------------------------------------------


def test_a_purchase_says_who_is_paid() -> None:
    game = at_step("trains", 4, 20)
    bot = make_bot("sensible", 3)
    while not any("from bank" in str(choice) for choice in game.legal_actions()):
        game.play(bot.choose(game))
    page = text_of(browser(), f"/t/{copying.adopt(ANA, game).slug}/")
    assert "paid to: LdStEG Ft40, bank Ft40" in page


def test_a_second_share_says_that_it_makes_a_director() -> None:
    bot, game = make_bot("sensible", 3), at_step("stock_round", 4)
    while not (game.step.id == "stock_round" and makes_director(game)):
        game.play(bot.choose(game))
    page = text_of(browser(), f"/t/{copying.adopt(ANA, game).slug}/")
    count = page.count("both shares are exchanged for the director&#x27;s certificate of 20 %")
    assert count == len(makes_director(game))


def makes_director(game: Game) -> list[str]:
    return [
        choice.action.company
        for choice in game.legal_actions()
        if isinstance(choice.action, BuyShare)
        and game.copy().play(choice.action).state.shares[choice.action.company][0] == game.actor
        and game.state.shares[choice.action.company][0] == "pool"
    ]


def test_tiles_of_both_maps_have_pictures() -> None:
    for players in (2, 4):
        game = dieciocho.new_game("18mag", ["Ana", "Bea", "Carla", "Dora"][:players])
        for tile in game.definition.tiles:
            assert browser().get(f"/t/tiles/18mag/rulebook/{tile}/0.svg").status_code == 200


def test_the_page_is_in_spanish() -> None:
    for step, words in (
        ("draft", "Toma del paquete una pequeña o una acción"),
        ("run_trains", "Alquila vagones y opera los trenes"),
        ("pay_out", "Dividendo total"),
        ("scrap", "Conservar todos los trenes"),
    ):
        table = copying.adopt(ANA, at_step(step, 4, 12))
        page = text_of(browser(language="es"), f"/t/{table.slug}/")
        assert words in page
        for english in ("Hire", "Take it", "Owner and treasury", "company card"):
            assert english not in page


def test_bots_play_a_table_to_its_end() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="random")]
    table = gathering.start(gathering.create_table(ANA, "18mag", plan, seed=3).slug, ANA)
    ana, worker = make_bot("random", 9), make_worker()
    mine = next(seat.index for seat in table.seats.all() if not seat.bot)
    for _ in range(1500):
        now = Table.objects.get(pk=table.pk)
        if now.status == Table.Status.FINISHED:
            break
        if now.actor == mine:
            action = ana.choose(reading.position(now))
            playing.act(table.slug, ANA, msgspec.to_builtins(action))
        else:
            worker.step()
    assert now.status == Table.Status.FINISHED
    assert set(now.result or {}) == {"Ana", "Random 2"}
