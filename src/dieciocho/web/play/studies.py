"""What a worker has found out, on the page: a hint for the decision that is due, an analysis."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ...bots.teacher import Analysis, Hint, Turning
from ...bots.teacher import told as told_reason
from ...bots.teacher.ending import Estimate
from ...engine.errors import DieciochoError
from ...engine.render.svg import num, tag, text
from ...page.names import told
from ...page.teller import Teller
from ..identity import viewer_of
from ..models import Study
from ..services import reading, studying
from .charts import NARROW, PLAYER_COLOURS, WIDE, Frame, chart
from .refusals import explains
from .scene import Scene
from .story import Series, story

Context = dict[str, Any]


def amount(tell: Teller, found: Estimate, *, signed: bool = False) -> str:
    """Write an amount of money with what is uncertain of it."""
    sign = "+" if signed and round(found.mean) > 0 else ""
    return f"{sign}{tell.money(round(found.mean))} ± {round(found.margin)}"


def action_told(tell: Teller, action: str) -> str:
    """Say what an action is: as the log would, or in text notation if it cannot be played."""
    try:
        lines = tell.foresee(tell.game.parse(action)).told
    except DieciochoError:
        return action
    return told(tell, lines[0]) if lines else action


# --- the hint --------------------------------------------------------------------------


def hint_context(scene: Scene) -> Context:
    """Return whether one may ask for a hint here, and what has come of it."""
    context: Context = {"may": False, "table": scene.table}
    if not scene.can_act or not studying.may_hint(scene.table, scene.viewer):
        return context
    study = studying.study_of(scene.table, Study.Kind.HINT)
    context |= {"may": True, "study": study, "act_url": reverse("act", args=[scene.table.slug])}
    context["failed"] = study is not None and study.failures >= studying.MAX_FAILURES
    if study is not None and study.done:
        hint = msgspec.json.decode(study.result, type=Hint)
        context |= {"plans": _plans(scene.tell, hint), "hint": hint}
    return context


def _plans(tell: Teller, hint: Hint) -> list[Context]:
    return [
        {
            "action": plan.action,
            "told": action_told(tell, plan.action),
            "worth": amount(tell, plan.worth) if plan.worth else "",
            "than_first": amount(tell, plan.than_first, signed=True) if plan.than_first else "",
            "why": [told_reason(tell.game, reason, tell.language) for reason in plan.why],
            "playouts": plan.playouts,
        }
        for plan in hint.plans
    ]


@require_http_methods(["GET", "POST"])
@explains
def hint(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what a computer would do (POST), or look whether it has said so."""
    if request.method == "POST":
        studying.ask_hint(slug, viewer_of(request))
        if not request.htmx:
            return redirect("table", slug=slug)
    scene = Scene(request, slug)
    context = hint_context(scene) | {
        "csrf_token": get_token(request),
        "token": secrets.token_urlsafe(9),
        "revision": scene.table.revision,
    }
    return render(request, "play/hint.html", context)


# --- the analysis ----------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@explains
def analysis(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the analysis of a game, or how far it has come; POST begins or cancels it."""
    viewer = viewer_of(request)
    if request.method == "POST":
        if request.POST.get("do") == "cancel":
            studying.cancel(slug, viewer)
        else:
            studying.ask_analysis(slug, viewer)
        return redirect("analysis", slug=slug)
    scene = Scene(request, slug)
    if scene.table.header is None:
        return redirect("room", slug=slug)
    study = studying.study_of(scene.table, Study.Kind.ANALYSIS)
    context: Context = {
        "scene": scene,
        "table": scene.table,
        "study": study,
        "may": studying.may_analyse(scene.table, viewer),
        "mine": study is not None and study.person == viewer.person,
        "failed": study is not None and study.failures >= studying.MAX_FAILURES,
        "percent": round(100 * study.progress) if study is not None else 0,
    }
    if request.htmx:
        if study is None or study.done or context["failed"]:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "play/analysis_progress.html", context)
    if study is not None and study.done:
        context |= _analysis_context(scene, msgspec.json.decode(study.result, type=Analysis))
    return render(request, "play/analysis.html", context)


def _analysis_context(scene: Scene, found: Analysis) -> Context:
    title = _("Expected share of all wealth, in percent")
    lines = [
        Series(name, [[(point.at, round(100 * point.shares[seat].mean)) for point in found.points]])
        for seat, name in enumerate(scene.game.players)
    ]
    rounds = story(scene.game, (scene.table.pk, scene.key)).rounds
    wide, narrow = (
        chart(
            lines,
            PLAYER_COLOURS,
            title,
            found.length,
            rounds,
            frame=frame,
            over=lambda frame, high: _over(found, frame, high),
        )
        for frame in (WIDE, NARROW)
    )
    return {
        "found": found,
        "chart": (title, wide, narrow),
        "turning": [_turning(scene, number, t) for number, t in enumerate(found.turning, 1)],
    }


def _turning(scene: Scene, number: int, turn: Turning) -> Context:
    """Tell one decision that cost much: what was done, what was better, what it cost."""
    tell = Teller(reading.position(scene.table, turn.at), scene.language)
    points = f"{100 * turn.loss.mean:.1f} ± {100 * turn.loss.margin:.1f}"
    return {
        "number": number,
        "at": turn.at,
        "player": tell.game.name(turn.seat),
        "played": action_told(tell, turn.played),
        "better": action_told(tell, turn.better),
        "points": points.replace(".", ",") if scene.language == "es" else points,
        "money": amount(tell, turn.money),
        "why": [told_reason(tell.game, reason, scene.language) for reason in turn.why],
    }


def _over(found: Analysis, frame: Frame, high: int) -> str:
    """Draw how uncertain the shares are, and the numbers of the turning points."""
    result = ""
    for seat in range(len(found.points[0].shares)):
        parts = [(point.at, point.shares[seat]) for point in found.points]
        above = [(at, 100 * (part.mean + part.margin)) for at, part in parts]
        below = [(at, 100 * (part.mean - part.margin)) for at, part in reversed(parts)]
        data = "L".join(
            f"{num(frame.x(at, found.length))} {num(frame.y(min(max(v, 0), high), high))}"
            for at, v in (*above, *below)
        )
        colour = PLAYER_COLOURS[seat % len(PLAYER_COLOURS)]
        result += tag("path", d=f"M{data}Z", fill=colour, fill_opacity=0.14)
    last_x, last_y = -100.0, 0.0
    for number, turn in enumerate(found.turning, 1):
        x, y = frame.x(turn.at, found.length), frame.y(100 * _share(found, turn), high)
        if x - last_x < 20 and abs(y - last_y) < 20:  # beside its neighbour, not on it
            y = last_y - 20
        last_x, last_y = x, y
        colour = PLAYER_COLOURS[turn.seat % len(PLAYER_COLOURS)]
        result += tag("circle", cx=x, cy=y, r=10, fill="#fffdf8", stroke=colour, stroke_width=2)
        result += text(str(number), x, y, 12, font_weight="700")
    return result


def _share(found: Analysis, turn: Turning) -> float:
    """Return where the line of the player is at a turning point."""
    points = found.points
    after = next(n for n, point in enumerate(points) if point.at >= turn.at)
    before = max(0, after - 1)
    a, b = points[before], points[after]
    part = (turn.at - a.at) / (b.at - a.at) if b.at > a.at else 0.0
    return a.shares[turn.seat].mean * (1 - part) + b.shares[turn.seat].mean * part
