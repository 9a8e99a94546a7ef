"""Hints and analyses on the page: asked for, found out by a worker, shown when ready."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.game import Game
from dieciocho.web.bots import ponder, studies, think
from dieciocho.web.bots.studies import Scholar
from dieciocho.web.identity import GUEST
from dieciocho.web.models import Study, Table
from dieciocho.web.services import copying, gathering, playing, studying
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

from .test_bots import Inline

pytestmark = pytest.mark.django_db(transaction=True)

ANA = Viewer(guest="key-of-ana", name="Ana")
BEN = Viewer(guest="key-of-ben", name="Ben")


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    think.games.clear()
    monkeypatch.setattr(ponder, "HINT_SECONDS", 1.0)
    monkeypatch.setattr(ponder, "SLICE_SECONDS", 0.2)
    monkeypatch.setattr(ponder, "UNITS", 9_000)


@pytest.fixture(scope="module")
def finished() -> Game:
    game = dieciocho.new_game("1865", ["Ana", "Ben"], seed=3, options={"variant": "short"})
    bots = [make_bot("quick", 1), make_bot("random", 2)]
    while not game.over:
        game.play(bots[game.step.actor(game)].choose(game))
    return game


def scholar() -> Scholar:
    return Scholar(pool=Inline)


def against_computers(*names: str) -> Table:
    plan = [SeatPlan("Ana"), *(SeatPlan(who=name) for name in names or ("quick", "quick"))]
    return gathering.start(gathering.create_table(ANA, "1888n", plan).slug, ANA)


def client_of(viewer: Viewer, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    session = client.session
    session[GUEST] = viewer.guest
    session.save()
    return client


def refused(code: str, what: Any, *arguments: Any) -> bool:
    with pytest.raises(Refusal) as found:
        what(*arguments)
    return found.value.code == code


# --- hints -----------------------------------------------------------------------------


def test_a_hint_is_asked_for_and_shown_when_it_is_ready() -> None:
    table, ana = against_computers(), client_of(ANA, "es")
    page = f"/t/{table.slug}/"
    assert "¿Qué harías tú?" in ana.get(page).content.decode()
    asked = ana.post(f"{page}hint/", headers={"hx-request": "true"}).content.decode()
    assert "Un ordenador lo está pensando" in asked
    assert 'hx-trigger="load' in asked
    assert scholar().step()
    shown = ana.get(f"{page}hint/", headers={"hx-request": "true"}).content.decode()
    assert "Qué haría un ordenador" in shown
    assert "se espera al final: ¥" in shown
    assert "hx-trigger" not in shown
    assert "Ana " in shown  # plans are told as the log tells them
    whole = ana.get(page).content.decode()
    assert "Qué haría un ordenador" in whole
    hint = Study.objects.get()
    assert hint.done
    playing.act(table.slug, ANA, "pass")
    assert "Qué haría un ordenador" not in ana.get(page).content.decode()


def test_in_a_game_among_people_nobody_is_told_what_to_do() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open"), SeatPlan(who="quick")]
    table = gathering.create_table(ANA, "1888n", plan)
    gathering.join(table.slug, BEN, "Ben")
    table = gathering.start(table.slug, ANA)
    assert refused("forbidden", studying.ask_hint, table.slug, ANA)
    assert refused("forbidden", studying.ask_analysis, table.slug, ANA)
    assert "What would you do?" not in client_of(ANA).get(f"/t/{table.slug}/").content.decode()
    mine = copying.branch(table.slug, ANA, 0)
    assert studying.ask_hint(mine.slug, ANA).kind == Study.Kind.HINT
    assert refused("forbidden", studying.ask_hint, mine.slug, BEN)


def test_a_hint_is_for_ones_own_decision() -> None:
    table = against_computers()
    playing.act(table.slug, ANA, "pass")
    assert Table.objects.get(pk=table.pk).actor != 0
    assert refused("forbidden", studying.ask_hint, table.slug, ANA)


def test_a_hint_for_a_game_that_has_moved_on_is_dropped() -> None:
    table = against_computers()
    studying.ask_hint(table.slug, ANA)
    playing.act(table.slug, ANA, "pass")
    assert scholar().step()
    assert not Study.objects.exists()
    assert not scholar().step()


def test_who_asks_elsewhere_no_longer_waits_for_the_first_hint() -> None:
    one, other = against_computers(), against_computers()
    first = studying.ask_hint(one.slug, ANA)
    assert studying.ask_hint(one.slug, ANA) == first
    studying.ask_hint(other.slug, ANA)
    assert [study.table for study in Study.objects.all()] == [other]


# --- analyses --------------------------------------------------------------------------


def test_an_analysis_is_made_in_slices_and_kept(finished: Game) -> None:
    table = copying.adopt(ANA, finished)
    ana, page = client_of(ANA), f"/t/{table.slug}/analysis/"
    assert "Analyse the game" in ana.get(page).content.decode()
    ana.post(page)
    assert "<progress" in ana.get(page).content.decode()
    parts = [0.0]
    while not (study := Study.objects.get()).done:
        assert scholar().step()
        study.refresh_from_db()
        assert study.failures == 0, study.error
        parts.append(study.progress)
        if not study.done:
            answer = ana.get(page, headers={"hx-request": "true"}).content.decode()
            assert f'value="{round(100 * study.progress)}"' in answer
    assert len(parts) > 3
    assert parts == sorted(parts)
    assert ana.get(page, headers={"hx-request": "true"}).headers["HX-Refresh"] == "true"
    for viewer in (ANA, BEN):
        shown = client_of(viewer).get(page).content.decode()
        assert "Turning points" in shown
        assert shown.count("<svg") >= 2
        assert "Play on from there against computers" in shown
    again = studying.ask_analysis(table.slug, BEN)
    assert (again.pk, again.done) == (study.pk, True)


def test_a_what_if_from_a_turning_point_is_played_by_computers(finished: Game) -> None:
    table = copying.adopt(ANA, finished)
    ana = client_of(ANA)
    answer = ana.post(f"/t/{table.slug}/branch/", {"at": "40", "bots": "rivals"})
    copy = Table.objects.get(slug=answer["Location"].split("/")[2])
    assert copy.length == 40
    decides = finished.at(40).actor
    assert [bool(seat.bot) for seat in copy.sitting] == [n != decides for n in range(2)]
    assert copy.actor == decides


def test_one_analysis_at_once_and_it_can_be_cancelled(finished: Game) -> None:
    one, other = copying.adopt(ANA, finished), copying.adopt(ANA, finished)
    studying.ask_analysis(one.slug, ANA)
    scholar().step()
    assert refused("conflict", studying.ask_analysis, other.slug, ANA)
    assert studying.ask_analysis(other.slug, BEN)
    studying.cancel(one.slug, BEN)
    assert one.studies.exists()
    client_of(ANA).post(f"/t/{one.slug}/analysis/", {"do": "cancel"})
    assert not one.studies.exists()


def test_what_is_cancelled_meanwhile_is_not_written_down(finished: Game) -> None:
    table = copying.adopt(ANA, finished)
    study = studying.ask_analysis(table.slug, ANA)
    studying.cancel(table.slug, ANA)
    studies.write_down(study, ponder.Answer(1.0, result="{}"))
    assert not Study.objects.exists()


def test_hints_come_first_and_a_study_that_fails_is_given_up(
    finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    studying.ask_analysis(copying.adopt(BEN, finished).slug, BEN)
    table = against_computers()
    studying.ask_hint(table.slug, ANA)

    def broken(question: Any) -> Any:
        raise ValueError(question.kind)

    monkeypatch.setattr(studies, "ponder", broken)
    for _ in range(studying.MAX_FAILURES):
        assert scholar().step()
    hint, analysis = Study.objects.order_by("-kind")
    assert (hint.failures, analysis.failures) == (studying.MAX_FAILURES, 0)
    assert "ValueError: hint" in hint.error
    shown = client_of(ANA).get(f"/t/{table.slug}/").content.decode()
    assert "The hint could not be found out." in shown
    for _ in range(studying.MAX_FAILURES):
        assert scholar().step()
    assert not scholar().step()
    page = f"/t/{analysis.table.slug}/analysis/"
    assert "The analysis has failed." in client_of(BEN).get(page).content.decode()
    assert studying.ask_analysis(analysis.table.slug, BEN).failures == 0
