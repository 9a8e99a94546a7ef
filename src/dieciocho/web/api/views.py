"""What the API can do. Every change goes through the services, as in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from ...engine.game import Game
from ...engine.reading import route_facts
from ...engine.routing import PATIENT
from ...games import GAMES, rules_of
from ...interop.export import export_game
from ..models import Table
from ..services import copying, ending, gathering, playing, reading, standing_in
from ..services.asking import Refusal, Viewer
from ..services.gathering import SeatPlan
from . import games, state
from .bodies import Abandon, Act, Branch, Empty, Hand, Hide, Join, NewTable, Notes, Take
from .http import ApiError, answer, body, known, language, not_too_often, number

Json = dict[str, Any]


# --- games -----------------------------------------------------------------------------


def list_games(request: HttpRequest, viewer: Viewer) -> Json:
    return {"games": games.all_games()}


def show_game(request: HttpRequest, viewer: Viewer, game: str) -> Json:
    if game not in GAMES:
        raise Refusal("missing", "web.no_game", game=game)
    rules = rules_of(game)
    edition = request.GET.get("edition", rules.editions[0])
    if edition not in rules.editions:
        raise Refusal("invalid", "web.no_edition", game=rules.title, edition=edition)
    return games.details(rules, edition, language(request))


# --- tables ----------------------------------------------------------------------------


def facts(table: Table, viewer: Viewer) -> Json:
    """Return what is known of a table without looking at its game."""
    seats = list(table.seats.all())
    return {
        "slug": table.slug,
        "title": table.title,
        "game": table.game,
        "edition": table.edition,
        "seed": table.seed,
        "status": table.status,
        "public": table.public,
        "undo": table.undo_policy,
        "deadline": table.deadline,
        "revision": table.revision,
        "length": table.length,
        "actor": table.actor,
        "result": table.result,
        "seats": [
            {
                "index": seat.index,
                "name": seat.name,
                "bot": seat.bot or None,
                "open": not (seat.owner_id or seat.guest or seat.bot),
                "host": seat.host,
                "mine": viewer.holds(seat),
                "owned": viewer.owns(seat),
                "until": seat.until or None,
                "ready": seat.ready,
            }
            for seat in seats
        ],
        "branched_at": table.branched_at,
        "created_at": table.created_at,
        "changed_at": table.changed_at,
        "live": f"/live/{table.slug}/",
    }


@known
def list_tables(request: HttpRequest, viewer: Viewer) -> Json:
    """List the tables where the viewer sits, what changed last first."""
    mine = Table.objects.prefetch_related("seats").order_by("-changed_at")
    mine = (
        mine.filter(seats__owner=viewer.user)
        if viewer.user
        else mine.filter(seats__guest=viewer.guest)
    )
    status = request.GET.get("status")
    if status in Table.Status.values:
        mine = mine.filter(status=status)
    first = number(request, "from") or 0
    return {"tables": [facts(table, viewer) for table in mine.distinct()[first : first + 100]]}


@known
def create(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    viewer.check_may_open()
    wish = body(request, NewTable)
    not_too_often(request)
    table = gathering.create_table(
        viewer,
        wish.game,
        [SeatPlan(seat.name, seat.who) for seat in wish.seats],
        title=wish.title,
        edition=wish.edition,
        seed=wish.seed,
        public=wish.public,
        undo_policy=wish.undo,
        deadline=wish.deadline,
        options=wish.options,
    )
    return answer(facts(table, viewer), 201)


def show(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Show a table and its position, now or after some actions (?at=)."""
    table = reading.find(slug)
    if table.header is None:
        return {**facts(table, viewer), "header": None, "position": None}
    game = _position(request, table)
    return {
        **facts(table, viewer),
        "header": table.header,
        "position": position(game, language(request)),
    }


def position(game: Game, speech: str) -> Json:
    return {
        "at": len(game.history),
        "actor": game.actor,
        "step": None if game.over else game.step.id,
        "question": game.question(speech),
        "scores": game.scores(),
        "places": game.places(),
        "state": state.state_of(game),
    }


def _position(request: HttpRequest, table: Table) -> Game:
    return reading.position(table, number(request, "at"))


@known
def join(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    return facts(gathering.join(slug, viewer, body(request, Join).name), viewer)


def _at_a_table(service: Callable[[str, Viewer], Table]) -> Callable[..., Json]:
    """Make a view of something that is done at a table without more to be said."""

    @known
    def view(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
        body(request, Empty)
        return facts(service(slug, viewer), viewer)

    return view


leave, start = _at_a_table(gathering.leave), _at_a_table(gathering.start)
undo, redo = _at_a_table(playing.undo), _at_a_table(playing.redo)
replace = _at_a_table(ending.replace)


@known
def hand(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Let a bot play one's seat for a turn, a round or for good."""
    wish = body(request, Hand)
    return facts(standing_in.hand(slug, viewer, wish.seat, until=wish.until), viewer)


@known
def take_back(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    return facts(standing_in.take_back(slug, viewer, body(request, Take).seat), viewer)


@known
def abandon(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    return facts(ending.abandon(slug, viewer, agree=body(request, Abandon).agree), viewer)


@known
def hide(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    return facts(ending.hide(slug, viewer, hidden=body(request, Hide).hidden), viewer)


@known
def delete(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Delete a table where nobody else sits."""
    ending.delete(slug, viewer)
    return {}


@known
def show_notes(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    return {"text": ending.notes_of(reading.find(slug), viewer)}


@known
def write_notes(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    text = body(request, Notes).text
    ending.write_notes(slug, viewer, text)
    return {"text": text}


@known
def rematch(request: HttpRequest, viewer: Viewer, slug: str) -> HttpResponse:
    """Gather the people of a finished game again."""
    body(request, Empty)
    not_too_often(request)
    return answer(facts(copying.rematch(slug, viewer), viewer), 201)


# --- playing ---------------------------------------------------------------------------


def legal(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """List every legal action of the position."""
    table = reading.find(slug)
    game = _position(request, table)
    return {
        "revision": table.revision,
        "at": len(game.history),
        "actor": game.actor,
        "mine": game.actor in reading.seats_held(table, viewer),
        "step": None if game.over else game.step.id,
        "question": game.question(language(request)),
        "choices": [state.choice_facts(choice) for choice in game.legal_actions()],
    }


@known
def act(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Play an action; the same `request` is played once, however often it is sent."""
    wish = body(request, Act)
    if (wish.action is None) == (wish.text is None):
        raise ApiError(400, "malformed", "web.api_either")
    data: Any = wish.text if wish.action is None else wish.action
    try:
        table = playing.act(slug, viewer, data, request=wish.request, revision=wish.revision)
    except Refusal as error:
        if error.code == "invalid" and error.rule is None:  # no action at all
            raise ApiError(400, "malformed", error) from None
        raise
    return facts(table, viewer)


def actions(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """List what was played, from the action after ?from= on."""
    table = reading.find(slug)
    game = reading.position(table)
    first = number(request, "from") or 0
    speech = language(request)
    return {
        "revision": table.revision,
        "length": len(game.history),
        "actions": [
            state.record_facts(game, count, record, speech)
            for count, record in enumerate(game.history[first:], first + 1)
        ],
    }


@known
def branch(request: HttpRequest, viewer: Viewer, slug: str) -> HttpResponse:
    """Open a private copy of a position, by default the present one."""
    viewer.check_may_open()
    wish = body(request, Branch)
    at = wish.at
    not_too_often(request)
    if at is None:
        at = reading.find(slug).length
    return answer(facts(copying.branch(slug, viewer, at, bots=wish.bots), viewer), 201)


# --- studying --------------------------------------------------------------------------


def why(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Tell what an action would do, or which rule forbids it."""
    text = request.GET.get("action", "")
    if not text or len(text) > 10_000:
        raise ApiError(400, "malformed", "web.api_action")
    game = _position(request, reading.find(slug))
    data: Any = text
    if text.lstrip().startswith("{"):
        try:
            data = msgspec.json.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ApiError(400, "malformed", "web.api_action_unread", why=str(error)) from None
    action, lang = reading.read_action(game, data), language(request)
    refused = game.why_not(action, lang)
    if refused is not None:
        return {"legal": False, **refused}
    seen = game.foresee(action)
    gains = {game.name(o) if isinstance(o, int) else o: gain for o, gain in seen.gains.items()}
    log = [game.rules.texts.show(message, lang) for message in seen.told]
    return {"legal": True, "log": log, "gains": gains}


def routes(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Show the best routes of a company, by default of the one that operates."""
    game = _position(request, reading.find(slug))
    turn = game.state.turn
    company = request.GET.get("company") or (turn.company if turn is not None else "")
    if not company:
        raise ApiError(400, "malformed", "web.api_company")
    return route_facts(game, company, limits=PATIENT)


def export(request: HttpRequest, viewer: Viewer, slug: str) -> HttpResponse:
    """Give the game or its first actions (?at=) as a file: ours, or as 18xx.games has it."""
    table = reading.find(slug)
    form = request.GET.get("format", "dieciocho")
    game = _position(request, table)
    if form == "dieciocho":
        text = game.to_json()
    elif form == "18xx.games":
        text = export_game(game)
    else:
        raise Refusal("invalid", "web.api_format")
    name = f"{table.game}-{table.slug}.{form}.json"
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def missing(request: HttpRequest, viewer: Viewer, rest: str = "") -> Json:
    raise Refusal("missing", "web.api_address")
