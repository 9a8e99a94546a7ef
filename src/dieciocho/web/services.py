"""What can be done with tables. Views, the API, workers and tests all go through here.

Every change of a table is one database transaction that locks its row, so that two people acting
at the same moment are put in order: one acts, the other is told that the game has moved on.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from ..engine.actions import Action
from ..engine.errors import BadInput, DieciochoError, IllegalAction
from ..engine.game import Game, Header
from ..engine.save import check_header, decode_action
from ..games import rules_of
from .games import page_for
from .live.hub import publish
from .models import BotJob, ChatLine, Granted, Move, Seat, Table
from .offer import OFFERED
from .wording import said

BOTS = ("sensible", "random")
MAX_SEATS = 8


class Refusal(DieciochoError):
    """The request cannot be granted; `code` is forbidden, conflict, invalid or missing."""

    def __init__(self, code: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule


class Viewer(Struct, frozen=True):
    """Who is looking: somebody with an account, or a guest known by a key in the session."""

    user: Any = None
    guest: str = ""
    name: str = ""

    @classmethod
    def of(cls, user: AbstractBaseUser | AnonymousUser, guest: str, name: str = "") -> Viewer:
        known = user if user.is_authenticated else None
        return cls(known, guest, name or (known.get_username() if known else ""))

    def holds(self, seat: Seat) -> bool:
        if seat.bot:
            return False
        if self.user is not None and seat.owner_id == self.user.pk:
            return True
        return bool(self.guest) and seat.guest == self.guest


class SeatPlan(Struct, frozen=True):
    """A seat when a table is created: `who` is me, open, or the name of a bot."""

    name: str = ""
    who: str = "me"


# --- reading ---------------------------------------------------------------------------

_CACHE_SIZE = 200
_games: OrderedDict[int, tuple[int, int, Game]] = OrderedDict()  # revision, last move, game
_lock = threading.Lock()


def find(slug: str, viewer: Viewer) -> Table:
    """Return a table by its unguessable id: whoever has the link may look."""
    table = Table.objects.filter(slug=slug).first()
    if table is None:
        raise Refusal("missing", "There is no such table.")
    return table


def position(table: Table, at: int | None = None) -> Game:
    """Return the game of a running or finished table, now or after some actions."""
    if table.header is None:
        raise Refusal("conflict", "The game has not started.")
    game = _cached(table)
    if at is None:
        return game
    try:
        return game.at(at)
    except BadInput as error:
        raise Refusal("invalid", said(error)) from None


def _cached(table: Table) -> Game:
    """Return an independent copy of the game at the table's present revision."""
    with _lock:
        entry = _games.get(table.pk)
        if entry is not None and entry[0] == table.revision:
            _games.move_to_end(table.pk)
            return entry[2].copy()
    game = _replay(table, entry)
    _remember(table, game)
    return game.copy()


def _last_move(table: Table, number: int) -> int:
    """Return the key of the move with a number, 0 if there is none."""
    return table.moves.filter(number=number).values_list("pk", flat=True).first() or 0


def _remember(table: Table, game: Game) -> None:
    last = _last_move(table, len(game.history))
    with _lock:
        _games[table.pk] = (table.revision, last, game)
        _games.move_to_end(table.pk)
        while len(_games) > _CACHE_SIZE:
            _games.popitem(last=False)


def _replay(table: Table, known: tuple[int, int, Game] | None = None) -> Game:
    """Play the moves of a table, going on from a known position if it still holds."""
    header = msgspec.convert(table.header, Header)
    game = Game(header, rules_of(header.game))
    if known is not None:
        done = len(known[2].history)
        # A move that was taken back and replaced has another key.
        if 0 < done <= table.length and _last_move(table, done) == known[1]:
            game = known[2].copy()
    for move in table.moves.filter(number__gt=len(game.history), number__lte=table.length):
        game.play(read_action(game, move.action))
    return game


def read_action(game: Game, data: Any) -> Action:
    """Decode an action that came as JSON data or in text notation."""
    if isinstance(data, str):
        return game._read(data)
    action = decode_action(msgspec.json.encode(data), game.rules)
    assert isinstance(action, Action)
    return action


def seats_held(table: Table, viewer: Viewer) -> list[int]:
    """Return the seats for which a viewer may act."""
    return [seat.index for seat in table.seats.all() if viewer.holds(seat)]


def may_see(table: Table, viewer: Viewer) -> bool:
    """Tell whether a table is listed for a viewer; private ones need the link."""
    return table.public or bool(seats_held(table, viewer))


# --- gathering -------------------------------------------------------------------------


@transaction.atomic
def create_table(
    viewer: Viewer,
    game: str,
    plan: Sequence[SeatPlan],
    *,
    title: str = "",
    edition: str = "rulebook",
    seed: int | None = None,
    public: bool = False,
    undo_policy: str = "free",
    options: dict[str, str] | None = None,
) -> Table:
    """Create a table with its seats; it starts when all seats are taken and somebody says so."""
    rules = _rules(game)
    if not 1 <= len(plan) <= MAX_SEATS or len(plan) not in rules.player_counts:
        low, high = rules.player_counts[0], rules.player_counts[-1]
        text = _("%(game)s is for %(low)d to %(high)d players.")
        raise Refusal("invalid", text % {"game": rules.title, "low": low, "high": high})
    if edition not in rules.editions:
        text = _("%(game)s has no edition %(edition)s.")
        raise Refusal("invalid", text % {"game": rules.title, "edition": edition})
    if undo_policy not in Table.Undo.values:
        text = _("There is no undo policy %(policy)s.")
        raise Refusal("invalid", text % {"policy": undo_policy})
    if not any(seat.who == "me" for seat in plan):
        raise Refusal("invalid", "One seat must be yours.")
    options = options or {}
    check_options(rules, len(plan), edition, options)
    table = Table.objects.create(
        game=game,
        edition=edition,
        title=title.strip()[:80] or rules.title,
        seed=seed,
        options=options,
        public=public,
        undo_policy=undo_policy,
    )
    names: set[str] = set()
    for index, seat in enumerate(plan):
        if seat.who not in ("me", "open", *BOTS):
            raise Refusal("invalid", _("Nobody can sit as %(who)s.") % {"who": seat.who})
        wished = seat.name.strip()[:40] or (viewer.name if seat.who == "me" else "")
        name = _free_name(wished or f"{seat.who.title()} {index + 1}", names)
        mine = seat.who == "me"
        Seat.objects.create(
            table=table,
            index=index,
            name="" if seat.who == "open" else name,
            owner=viewer.user if mine else None,
            guest=viewer.guest if mine and viewer.user is None else "",
            bot=seat.who if seat.who in BOTS else "",
            host=mine and not names,
        )
        names.add(name)
    return table


def check_options(rules: Any, players: int, edition: str, options: dict[str, str]) -> None:
    """Refuse options that people cannot choose, before they gather: chance has its own."""
    offered = {setting.name for setting in page_for(rules.id).settings}
    unknown = sorted(set(options) - offered)
    if unknown:
        text = _("%(game)s has no option %(option)s.")
        raise Refusal("invalid", text % {"game": rules.title, "option": unknown[0]})
    names = tuple(str(number) for number in range(players))
    try:
        check_header(Header(rules.id, names, edition, options=options), rules)
    except BadInput as error:
        raise Refusal("invalid", said(error)) from None


def _rules(game: str) -> Any:
    if game not in OFFERED:
        raise Refusal("invalid", _("There is no game %(game)s.") % {"game": game})
    return rules_of(game)


def _free_name(wished: str, taken: set[str]) -> str:
    name, number = wished, 2
    while name in taken:
        name, number = f"{wished[:36]} {number}", number + 1
    return name


@transaction.atomic
def join(slug: str, viewer: Viewer, name: str = "") -> Table:
    """Take the first open seat."""
    table = _locked(slug)
    if table.status != Table.Status.OPEN:
        raise Refusal("conflict", "The game has started.")
    seats = list(table.seats.all())
    if any(viewer.holds(seat) for seat in seats):
        raise Refusal("conflict", "You sit at this table already.")
    seat = next((s for s in seats if not (s.owner_id or s.guest or s.bot)), None)
    if seat is None:
        raise Refusal("conflict", "There is no open seat.")
    wished = name.strip()[:40] or viewer.name or f"Player {seat.index + 1}"
    seat.name = _free_name(wished, {s.name for s in seats})
    seat.owner, seat.guest = viewer.user, "" if viewer.user else viewer.guest
    seat.save()
    return _changed(table)


@transaction.atomic
def leave(slug: str, viewer: Viewer) -> Table:
    """Give the seat up before the game starts."""
    table = _locked(slug)
    if table.status != Table.Status.OPEN:
        raise Refusal("conflict", "The game has started.")
    for seat in table.seats.all():
        if viewer.holds(seat):
            seat.owner, seat.guest, seat.name = None, "", ""
            seat.save()
    return _changed(table)


@transaction.atomic
def start(slug: str, viewer: Viewer) -> Table:
    """Start the game; everybody who sits at the table may say so once all seats are taken."""
    table = _locked(slug)
    if table.status != Table.Status.OPEN:
        raise Refusal("conflict", "The game has started.")
    seats = list(table.seats.all())
    if not any(viewer.holds(seat) for seat in seats):
        raise Refusal("forbidden", "You do not sit at this table.")
    if not all(seat.name for seat in seats):
        raise Refusal("conflict", "There are open seats.")
    rules = rules_of(table.game)
    names = tuple(seat.name for seat in seats)
    seating = rules.draw(names, table.seed) if table.seed is not None else names
    # Seats may be taken as listed; what else chance decides is drawn in any case, once.
    luck = table.seed if table.seed is not None else secrets.randbelow(2**31)
    header = Header(
        game=table.game,
        players=seating,
        edition=table.edition,
        seed=table.seed,
        version=rules.version,
        options=rules.lots(seating, luck, table.options),
    )
    try:
        check_header(header, rules)
    except BadInput as error:
        raise Refusal("invalid", said(error)) from None
    _reseat(seats, seating)
    table.header = msgspec.to_builtins(header)
    table.status = Table.Status.RUNNING
    return _settle(table, Game(header, rules))


def _reseat(seats: list[Seat], seating: tuple[str, ...]) -> None:
    """Give seats the numbers that the draw has given them."""
    for seat in seats:
        seat.index += 100
        seat.save()
    for seat in seats:
        seat.index = seating.index(seat.name)
        seat.save()


# --- playing ---------------------------------------------------------------------------


def act(
    slug: str,
    viewer: Viewer,
    data: Any,
    *,
    before: Sequence[Any] = (),
    request: str = "",
    revision: int | None = None,
) -> Table:
    """Play an action for the seat whose decision it is, and `before` it others of the same seat.

    Either all of them are played or none. `revision` is the table as the viewer saw it: if it has
    changed since, nothing is played. A request that was granted before is not played again.
    """
    try:
        return _act(slug, viewer, (*before, data), request, revision)
    except IntegrityError:
        raise Refusal("conflict", "The game has moved on.") from None


@transaction.atomic
def _act(
    slug: str, viewer: Viewer, series: Sequence[Any], request: str, revision: int | None
) -> Table:
    table = _locked(slug)
    if request and Granted.objects.filter(table=table, request=request).exists():
        return table
    if table.status != Table.Status.RUNNING:
        raise Refusal("conflict", "The game is not being played.")
    if table.actor not in seats_held(table, viewer):
        raise Refusal("forbidden", "It is not your decision.")
    if revision is not None and revision != table.revision:
        raise Refusal("conflict", "The game has moved on.")
    return _play(table, series, request)


@transaction.atomic
def act_for_bot(slug: str, seat: int, data: Any, revision: int) -> Table | None:
    """Play what a bot has decided, unless the table has moved on meanwhile."""
    table = _locked(slug)
    if table.revision != revision or table.actor != seat or table.status != Table.Status.RUNNING:
        return None
    return _play(table, (data,), "")


def _play(table: Table, series: Sequence[Any], request: str) -> Table:
    game = _cached(table)
    try:
        for data in series:
            if game.actor != table.actor:
                raise Refusal("forbidden", "It is not your decision.")
            game.play(read_action(game, data))
    except IllegalAction as error:
        raise Refusal("invalid", said(error), error.rule) from None
    except BadInput as error:
        raise Refusal("invalid", said(error)) from None
    table.moves.filter(number__gt=table.length).delete()  # nothing left to redo
    for record in game.history[table.length :]:
        table.length += 1
        Move.objects.create(
            table=table,
            number=table.length,
            seat=record.by,
            action=msgspec.to_builtins(record.action),
        )
    if request:
        Granted.objects.create(table=table, request=request, number=table.length)
    return _settle(table, game)


@transaction.atomic
def undo(slug: str, viewer: Viewer) -> Table:
    """Take the last action back, as far as the table's policy allows."""
    table = _locked(slug)
    held = seats_held(table, viewer)
    if not held:
        raise Refusal("forbidden", "You do not sit at this table.")
    last = table.moves.filter(number=table.length).first()
    if last is None:
        raise Refusal("conflict", "There is nothing to undo.")
    if table.undo_policy == Table.Undo.NONE:
        raise Refusal("forbidden", "At this table nothing is taken back.")
    if table.undo_policy == Table.Undo.OWN and last.seat not in held:
        raise Refusal("forbidden", "Only one's own last action can be taken back.")
    bots = {seat.index for seat in table.seats.all() if seat.bot}
    count = 1
    # What bots did since is taken back too: otherwise they would do it again at once.
    while table.length > count:
        move = table.moves.get(number=table.length - count + 1)
        if move.seat not in bots:
            break
        count += 1
    game = _cached(table).at(table.length - count)
    table.length -= count
    return _settle(table, game)


@transaction.atomic
def redo(slug: str, viewer: Viewer) -> Table:
    """Play the action that was taken back again."""
    table = _locked(slug)
    if not seats_held(table, viewer):
        raise Refusal("forbidden", "You do not sit at this table.")
    move = table.moves.filter(number=table.length + 1).first()
    if move is None:
        raise Refusal("conflict", "There is nothing to redo.")
    game = _cached(table)
    game.play(read_action(game, move.action))
    table.length += 1
    return _settle(table, game)


@transaction.atomic
def branch(slug: str, viewer: Viewer, at: int) -> Table:
    """Open a private copy of a position where the viewer plays all seats: "what if"."""
    source = find(slug, viewer)
    game = position(source, at)
    table = Table.objects.create(
        title=f"{source.title} – {at}"[:80],
        game=source.game,
        edition=source.edition,
        seed=source.seed,
        options=source.options,
        header=source.header,
        status=Table.Status.RUNNING,
        length=at,
        branched_from=source,
        branched_at=at,
    )
    for index, name in enumerate(game.header.players):
        Seat.objects.create(
            table=table,
            index=index,
            name=name,
            owner=viewer.user,
            guest="" if viewer.user else viewer.guest,
            host=index == 0,
        )
    Move.objects.bulk_create(
        Move(table=table, number=m.number, seat=m.seat, action=m.action)
        for m in source.moves.filter(number__lte=at)
    )
    return _settle(table, game)


@transaction.atomic
def adopt(viewer: Viewer, game: Game, title: str = "") -> Table:
    """Make a table of a game that was read from a file; the viewer plays all seats."""
    _rules(game.header.game)
    table = Table.objects.create(
        title=title.strip()[:80] or game.rules.title,
        game=game.header.game,
        edition=game.header.edition,
        seed=game.header.seed,
        options=game.header.options,
        header=msgspec.to_builtins(game.header),
        status=Table.Status.RUNNING,
        length=len(game.history),
    )
    for index, name in enumerate(game.header.players):
        Seat.objects.create(
            table=table,
            index=index,
            name=name[:40],
            owner=viewer.user,
            guest="" if viewer.user else viewer.guest,
            host=index == 0,
        )
    Move.objects.bulk_create(
        Move(table=table, number=n, seat=r.by, action=msgspec.to_builtins(r.action))
        for n, r in enumerate(game.history, 1)
    )
    return _settle(table, game)


@transaction.atomic
def say(slug: str, viewer: Viewer, text: str) -> Table:
    """Say something at a table where one sits."""
    table = _locked(slug)
    held = [seat for seat in table.seats.all() if viewer.holds(seat)]
    if not held:
        raise Refusal("forbidden", "You do not sit at this table.")
    text = text.strip()
    if not text or len(text) > 500:
        raise Refusal("invalid", "A message has 1 to 500 characters.")
    ChatLine.objects.create(table=table, name=held[0].name, text=text)
    table.talk += 1  # not the revision: who is about to act is not disturbed
    table.save(update_fields=["talk", "changed_at"])
    return _announced(table)


# --- moderating ------------------------------------------------------------------------


@transaction.atomic
def close(slug: str) -> None:
    """End a game for good without a result; a table that has not started disappears."""
    table = _locked(slug)
    if table.status == Table.Status.OPEN:
        table.delete()
        return
    table.moves.filter(number__gt=table.length).delete()  # nothing to redo
    table.undo_policy = Table.Undo.NONE
    table.status, table.actor = Table.Status.FINISHED, None
    BotJob.objects.filter(table=table).delete()
    _changed(table)


@transaction.atomic
def describe(slug: str, **changes: Any) -> Table:
    """Change what a table is called, who finds it, or who may take actions back."""
    table = _locked(slug)
    for name, value in changes.items():
        assert name in ("title", "public", "undo_policy"), name
        setattr(table, name, value)
    return _changed(table)


@transaction.atomic
def repair(slug: str) -> Table:
    """Play all stored actions again and write down where the game stands."""
    table = _locked(slug)
    if table.header is None:
        raise Refusal("conflict", "The game has not started.")
    return _settle(table, _replay(table))


@transaction.atomic
def hand_over(slug: str, seat: int, *, owner: Any = None, bot: str = "") -> Table:
    """Give a seat to somebody else or to a bot, and call the bot if it is its turn."""
    table = _locked(slug)
    place = table.seats.get(index=seat)
    place.owner, place.guest, place.bot = owner, "", bot
    place.save()
    return _settle(table, _cached(table)) if table.header else _changed(table)


@transaction.atomic
def claim(guest: str, owner: Any) -> None:
    """Give the seats of a guest to an account."""
    held = Seat.objects.filter(guest=guest).select_related("table")
    for slug in sorted({seat.table.slug for seat in held}):  # one order for all: no deadlock
        _locked(slug)
    Seat.objects.filter(guest=guest).update(owner=owner, guest="")


# --- inside ----------------------------------------------------------------------------


def _locked(slug: str) -> Table:
    table = Table.objects.select_for_update().filter(slug=slug).first()
    if table is None:
        raise Refusal("missing", "There is no such table.")
    return table


def _changed(table: Table) -> Table:
    table.revision += 1
    table.save()
    return _announced(table)


def _announced(table: Table) -> Table:
    slug, news = table.slug, table.news
    transaction.on_commit(lambda: publish(slug, news))
    return table


def _settle(table: Table, game: Game) -> Table:
    """Write down where the game stands, keep it at hand, and call a bot if it is its turn."""
    table.actor = game.actor
    table.status = Table.Status.FINISHED if game.over else Table.Status.RUNNING
    table.result = game.scores() if game.over else None
    _changed(table)
    BotJob.objects.filter(table=table).delete()
    if game.actor is not None:
        seat = table.seats.get(index=game.actor)
        if seat.bot:
            BotJob.objects.create(table=table, revision=table.revision, seat=seat.index)
    kept = game.copy()
    transaction.on_commit(lambda: _remember(table, kept))
    return table
