"""Hints and analyses through the API: asked for, and what workers have found out."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from django.http import HttpRequest
from msgspec import Struct

from ...bots.teacher import Analysis, Hint
from ...bots.teacher import told as told_reason
from ...bots.teacher.ending import Estimate
from ...engine.game import Game
from ...engine.text import Message
from ..models import Study, Table
from ..services import reading, studying
from ..services.asking import Refusal, Viewer
from .bodies import Empty
from .http import known, language

Json = dict[str, Any]
State = Literal["none", "thinking", "failed", "done"]


class Amount(Struct):
    """What is expected, and by how much it may well be more or less."""

    mean: float
    margin: float


class PlanFacts(Struct):
    """A plan of a hint; amounts of money, none where nothing was compared."""

    action: Json
    text: str
    playouts: int
    worth: Amount | None  # what the player will have in the end
    than_first: Amount | None  # more than by the first plan
    why: list[str]


class HintFacts(Struct):
    state: State
    plans: list[PlanFacts]  # the one to be played first


class PointFacts(Struct):
    at: int
    shares: list[Amount]  # of all wealth in the end, by seat


class TurningFacts(Struct):
    """A decision that cost its player much: a part of all wealth, and money."""

    at: int
    seat: int
    played: str
    better: str
    loss: Amount
    money: Amount
    why: list[str]


class AnalysisFacts(Struct):
    state: State
    progress: float
    points: list[PointFacts]
    turning: list[TurningFacts]


@known
def show_hint(request: HttpRequest, viewer: Viewer, slug: str) -> HintFacts:
    """Show what a computer would do, once a worker has found it out."""
    table = reading.find(slug)
    if not studying.may_hint(table, viewer):
        raise Refusal("forbidden", "web.no_hint")
    return _hint(table, language(request))


@known
def ask_hint(request: HttpRequest, viewer: Viewer, slug: str, wish: Empty) -> HintFacts:
    """Ask what a computer would do in one's place."""
    studying.ask_hint(slug, viewer)
    return _hint(reading.find(slug), language(request))


def show_analysis(request: HttpRequest, viewer: Viewer, slug: str) -> AnalysisFacts:
    """Show where a game was decided, or how far the search for it has come."""
    return _analysis(reading.find(slug), language(request))


@known
def ask_analysis(request: HttpRequest, viewer: Viewer, slug: str, wish: Empty) -> AnalysisFacts:
    """Let a worker look for the decisions that mattered most."""
    studying.ask_analysis(slug, viewer)
    return _analysis(reading.find(slug), language(request))


@known
def cancel_analysis(request: HttpRequest, viewer: Viewer, slug: str) -> AnalysisFacts:
    """Give up an analysis that one has asked for; a finished one stays."""
    studying.cancel(slug, viewer)
    return _analysis(reading.find(slug), language(request))


def _state(study: Study | None) -> State:
    if study is None:
        return "none"
    if study.done:
        return "done"
    return "failed" if study.failures >= studying.MAX_FAILURES else "thinking"


def _hint(table: Table, speech: str) -> HintFacts:
    study = studying.study_of(table, Study.Kind.HINT)
    if study is None or not study.done:
        return HintFacts(_state(study), [])
    found, game = msgspec.json.decode(study.result, type=Hint), reading.position(table)
    plans = [
        PlanFacts(
            action=game.parse(plan.action),  # type: ignore[arg-type]  # written as JSON it is that
            text=plan.action,
            playouts=plan.playouts,
            worth=_amount(plan.worth) if plan.worth else None,
            than_first=_amount(plan.than_first) if plan.than_first else None,
            why=_reasons(game, plan.why, speech),
        )
        for plan in found.plans
    ]
    return HintFacts("done", plans)


def _analysis(table: Table, speech: str) -> AnalysisFacts:
    study = studying.study_of(table, Study.Kind.ANALYSIS)
    if study is None or not study.done:
        return AnalysisFacts(_state(study), study.progress if study else 0.0, [], [])
    found, game = msgspec.json.decode(study.result, type=Analysis), reading.position(table)
    turning = [
        TurningFacts(
            at=turn.at,
            seat=turn.seat,
            played=turn.played,
            better=turn.better,
            loss=_amount(turn.loss),
            money=_amount(turn.money),
            why=_reasons(game, turn.why, speech),
        )
        for turn in found.turning
    ]
    points = [PointFacts(point.at, [_amount(s) for s in point.shares]) for point in found.points]
    return AnalysisFacts("done", 1.0, points, turning)


def _amount(found: Estimate) -> Amount:
    return Amount(found.mean, found.margin)


def _reasons(game: Game, why: tuple[Message, ...], speech: str) -> list[str]:
    return [told_reason(game, reason, speech) for reason in why]
