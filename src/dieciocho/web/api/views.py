"""What the API can do. Every change goes through the services, as in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from ...engine.reading import route_facts
from ...engine.routing import PATIENT
from ...games import GAMES, rules_of
from ...interop.export import export_game
from ..lobby import listing
from ..lobby.files import read_game
from ..models import Table
from ..play import talk
from ..services import copying, ending, gathering, playing, reading, standing_in
from ..services.asking import Refusal, Viewer
from ..services.gathering import SeatPlan
from . import games
from .answers import (
    Chat,
    Legal,
    NotesText,
    Played,
    ProgramFacts,
    Programs,
    Routes,
    TableFacts,
    TableList,
    Verdict,
    Whole,
    choice_facts,
    facts,
    record_facts,
    whole,
)
from .bodies import (
    Abandon,
    Act,
    Asked,
    At,
    Branch,
    Edition,
    Empty,
    Format,
    From,
    Hand,
    Hide,
    Join,
    Listing,
    NewGame,
    NewTable,
    Notes,
    OfCompany,
    Programme,
    Say,
    Take,
)
from .http import ApiError, created, known, language

Json = dict[str, Any]


# --- games -----------------------------------------------------------------------------


def list_games(request: HttpRequest, viewer: Viewer) -> games.GameList:
    """List the games."""
    return games.all_games()


def show_game(request: HttpRequest, viewer: Viewer, game: str, query: Edition) -> games.WholeGame:
    """Describe the components, the actions and the rules of a game."""
    if game not in GAMES:
        raise Refusal("missing", "web.no_game", game=game)
    rules = rules_of(game)
    edition = query.edition or rules.editions[0]
    if edition not in rules.editions:
        raise Refusal("invalid", "web.no_edition", game=rules.title, edition=edition)
    return games.details(rules, edition, language(request))


# --- tables ----------------------------------------------------------------------------


@known
def list_tables(request: HttpRequest, viewer: Viewer, query: Listing) -> TableList:
    """List the tables where the viewer sits, or others; what changed last first."""
    found = {
        "mine": lambda: listing.mine(viewer),
        "hidden": lambda: listing.mine(viewer, hidden=True),
        "joinable": lambda: listing.joinable(viewer),
        "running": lambda: listing.running_public(viewer),
        "finished": lambda: listing.finished(viewer),
    }[query.which]()
    if query.status:
        found = found.filter(status=query.status)
    some = found.order_by("-changed_at")[query.first : query.first + 100]
    return TableList([facts(table, viewer) for table in some])


@known
@created
def create(request: HttpRequest, viewer: Viewer, wish: NewTable) -> TableFacts:
    """Make a table."""
    viewer.check_may_open()
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
    return facts(table, viewer)


@known
@created
def adopt(request: HttpRequest, viewer: Viewer, file: bytes, query: NewGame) -> TableFacts:
    """Make a table of a saved or recorded game, or of a position; gzipped or not."""
    viewer.check_may_open()
    bot = "sensible" if query.seats == "bots" else ""
    return facts(copying.adopt(viewer, read_game(file), query.title, bot), viewer)


def show(request: HttpRequest, viewer: Viewer, slug: str, query: At) -> Whole:
    """Show a table and its position, now or after some actions."""
    table = reading.find(slug)
    game = None if table.header is None else reading.position(table, query.at)
    return whole(table, viewer, game, language(request))


@known
def join(request: HttpRequest, viewer: Viewer, slug: str, wish: Join) -> TableFacts:
    """Take the first open seat, or agree to play where one was invited."""
    return facts(gathering.join(slug, viewer, wish.name), viewer)


def _at_a_table(service: Callable[[str, Viewer], Table]) -> Callable[..., TableFacts]:
    """Make a view of something that is done at a table without more to be said."""

    @known
    def view(request: HttpRequest, viewer: Viewer, slug: str, wish: Empty) -> TableFacts:
        return facts(service(slug, viewer), viewer)

    view.__doc__ = service.__doc__
    return view


leave, start = _at_a_table(gathering.leave), _at_a_table(gathering.start)
undo, redo = _at_a_table(playing.undo), _at_a_table(playing.redo)
replace = _at_a_table(ending.replace)


@known
def hand(request: HttpRequest, viewer: Viewer, slug: str, wish: Hand) -> TableFacts:
    """Let a bot play one's seat for a turn, a round or for good."""
    return facts(standing_in.hand(slug, viewer, wish.seat, until=wish.until), viewer)


@known
def take_back(request: HttpRequest, viewer: Viewer, slug: str, wish: Take) -> TableFacts:
    """Play a seat again oneself."""
    return facts(standing_in.take_back(slug, viewer, wish.seat), viewer)


@known
def abandon(request: HttpRequest, viewer: Viewer, slug: str, wish: Abandon) -> TableFacts:
    """Be for ending the game without a result."""
    return facts(ending.abandon(slug, viewer, agree=wish.agree), viewer)


@known
def hide(request: HttpRequest, viewer: Viewer, slug: str, wish: Hide) -> TableFacts:
    """Leave a table out of one's lists, or show it again."""
    return facts(ending.hide(slug, viewer, hidden=wish.hidden), viewer)


@known
def delete(request: HttpRequest, viewer: Viewer, slug: str) -> Json:
    """Delete a table where nobody else sits."""
    ending.delete(slug, viewer)
    return {}


@known
def show_notes(request: HttpRequest, viewer: Viewer, slug: str) -> NotesText:
    """Show one's notes, which nobody else sees."""
    return NotesText(ending.notes_of(reading.find(slug), viewer))


@known
def write_notes(request: HttpRequest, viewer: Viewer, slug: str, wish: Notes) -> NotesText:
    """Keep notes for oneself."""
    ending.write_notes(slug, viewer, wish.text)
    return NotesText(wish.text)


def show_chat(request: HttpRequest, viewer: Viewer, slug: str) -> Chat:
    """Show what was said at a table, the last line at the end."""
    return _chat(reading.find(slug), viewer, language(request))


@known
def say(request: HttpRequest, viewer: Viewer, slug: str, wish: Say) -> Chat:
    """Say something at a table where one sits."""
    return _chat(playing.say(slug, viewer, wish.text), viewer, language(request))


def _chat(table: Table, viewer: Viewer, speech: str) -> Chat:
    plays = any(viewer.owns(seat) for seat in table.seats.all())
    return Chat(talk.lines(table, speech, plays=plays))


@known
def show_programs(request: HttpRequest, viewer: Viewer, slug: str) -> Programs:
    """Show what one's seats leave to the server."""
    return _programs(reading.find(slug), viewer)


@known
def program(request: HttpRequest, viewer: Viewer, slug: str, wish: Programme) -> Programs:
    """Leave something to the server; if it is the seat's turn already, it is done at once."""
    told = msgspec.to_builtins(wish.wish)
    return _programs(playing.program(slug, viewer, wish.seat, told), viewer)


@known
def cancel(request: HttpRequest, viewer: Viewer, slug: str, number: int) -> Programs:
    """Do it oneself again, or take note that it is over."""
    return _programs(playing.cancel(slug, viewer, number), viewer)


def _programs(table: Table, viewer: Viewer) -> Programs:
    own = table.programs.filter(seat__in=reading.seats_held(table, viewer))
    return Programs([ProgramFacts(one.pk, one.seat, one.wish, one.ended) for one in own])


@known
@created
def rematch(request: HttpRequest, viewer: Viewer, slug: str, wish: Empty) -> TableFacts:
    """Gather the people of a finished game again."""
    return facts(copying.rematch(slug, viewer), viewer)


# --- playing ---------------------------------------------------------------------------


def legal(request: HttpRequest, viewer: Viewer, slug: str, query: At) -> Legal:
    """List every legal action of the position."""
    table = reading.find(slug)
    game = reading.position(table, query.at)
    return Legal(
        revision=table.revision,
        at=len(game.history),
        actor=game.actor,
        mine=game.actor in reading.seats_held(table, viewer),
        step=None if game.over else game.step.id,
        question=game.question(language(request)),
        choices=[choice_facts(choice) for choice in game.legal_actions()],
    )


@known
def act(request: HttpRequest, viewer: Viewer, slug: str, wish: Act) -> TableFacts:
    """Play an action; the same `request` is played once, however often it is sent."""
    if (wish.action is None) == (wish.text is None):
        raise ApiError(400, "malformed", "web.api_either")
    data: Any = wish.text if wish.action is None else wish.action
    try:
        table = playing.act(
            slug,
            viewer,
            data,
            before=wish.before,
            request=wish.request,
            revision=wish.revision,
        )
    except Refusal as error:
        if error.code == "invalid" and error.rule is None:  # no action at all
            raise ApiError(400, "malformed", error) from None
        raise
    return facts(table, viewer)


def actions(request: HttpRequest, viewer: Viewer, slug: str, query: From) -> Played:
    """List what was played, after so many actions."""
    table = reading.find(slug)
    game = reading.position(table)
    speech = language(request)
    return Played(
        revision=table.revision,
        length=len(game.history),
        actions=[
            record_facts(game, count, record, speech)
            for count, record in enumerate(game.history[query.first :], query.first + 1)
        ],
    )


@known
@created
def branch(request: HttpRequest, viewer: Viewer, slug: str, wish: Branch) -> TableFacts:
    """Open a private copy of a position, by default the present one."""
    viewer.check_may_open()
    at = reading.find(slug).length if wish.at is None else wish.at
    rivals = standing_in.USUAL if wish.rivals else ""
    return facts(copying.branch(slug, viewer, at, bots=wish.bots, rivals=rivals), viewer)


# --- studying --------------------------------------------------------------------------


def why(request: HttpRequest, viewer: Viewer, slug: str, query: Asked) -> Verdict:
    """Tell what an action would do, or which rule forbids it."""
    if not query.action:
        raise ApiError(400, "malformed", "web.api_action")
    game = reading.position(reading.find(slug), query.at)
    text = query.action
    data: Any = text
    if text.lstrip().startswith("{"):
        try:
            data = msgspec.json.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ApiError(400, "malformed", "web.api_action_unread", why=str(error)) from None
    action, lang = reading.read_action(game, data), language(request)
    refused = game.why_not(action, lang)
    if refused is not None:
        return msgspec.convert({"legal": False, **refused}, Verdict)
    seen = game.foresee(action)
    gains = {game.name(o) if isinstance(o, int) else o: gain for o, gain in seen.gains.items()}
    log = [game.rules.texts.show(message, lang) for message in seen.told]
    return Verdict(legal=True, log=log, gains=gains)


def routes(request: HttpRequest, viewer: Viewer, slug: str, query: OfCompany) -> Routes:
    """Show the best routes of a company, by default of the one that operates."""
    game = reading.position(reading.find(slug), query.at)
    turn = game.state.turn
    company = query.company or (turn.company if turn is not None else "")
    if not company:
        raise ApiError(400, "malformed", "web.api_company")
    return msgspec.convert(route_facts(game, company, limits=PATIENT), Routes)


def export(request: HttpRequest, viewer: Viewer, slug: str, query: Format) -> HttpResponse:
    """Give the game or its first actions as a file: ours, or as 18xx.games has it."""
    table, form = reading.find(slug), query.format
    game = reading.position(table, query.at)
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
