"""Gathering people around a table until its game starts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec
from django.db import transaction
from msgspec import Struct

from ...bots import CHARACTERS, OTHERS
from ...engine.errors import BadInput
from ...engine.game import Header
from ...engine.rules import Rules
from ...engine.save import check_header
from ...engine.save import start as start_game
from ...games import GAMES, rules_of
from ...page.base import page_of
from ..models import Seat, Table
from .asking import Refusal, Viewer, check_name, check_text
from .keeping import changed, locked, settle

# Opponents by character, plain bots, and what is installed beside ours.
BOTS = (*CHARACTERS, "planner", "sensible", "quick", "random", *OTHERS)
MAX_SEATS = 8
MAX_DEADLINE = 24 * 60  # hours for a move


class SeatPlan(Struct, frozen=True):
    """A seat when a table is created: `who` is me, open, or the name of a bot."""

    name: str = ""
    who: str = "me"


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
    deadline: int | None = None,
    options: dict[str, str] | None = None,
) -> Table:
    """Create a table with its seats; it starts when all seats are taken and somebody says so."""
    viewer.check_may_open()
    check_text(title)
    rules = offered_rules(game)
    if not 1 <= len(plan) <= MAX_SEATS or len(plan) not in rules.player_counts:
        low, high = rules.player_counts[0], rules.player_counts[-1]
        raise Refusal("invalid", "web.player_count", game=rules.title, low=low, high=high)
    if edition not in rules.editions:
        raise Refusal("invalid", "web.no_edition", game=rules.title, edition=edition)
    if undo_policy not in Table.Undo.values:
        raise Refusal("invalid", "web.no_undo_policy", policy=undo_policy)
    if deadline is not None and not 1 <= deadline <= MAX_DEADLINE:
        raise Refusal("invalid", "web.deadline", most=MAX_DEADLINE)
    host = _host(plan)
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
        deadline=deadline,
    )
    names: set[str] = set()
    for index, seat in enumerate(plan):
        if seat.who not in ("me", "open", *BOTS):
            raise Refusal("invalid", "web.nobody_as", who=seat.who)
        check_name(seat.name)
        wished = seat.name.strip()[:40] or (viewer.name if seat.who == "me" else "")
        name = free_name(wished or f"{seat.who.title()} {index + 1}", names)
        mine = seat.who == "me" or index == host
        Seat.objects.create(
            table=table,
            index=index,
            name="" if seat.who == "open" else name,
            owner=viewer.user if mine else None,
            guest=viewer.guest if mine and viewer.user is None else "",
            bot=seat.who if seat.who in BOTS else "",
            until=Seat.Until.GOOD if mine and seat.who in BOTS else "",
            host=index == host,
        )
        names.add(name)
    return table


def _host(plan: Sequence[SeatPlan]) -> int:
    """Return the seat of who opens the table; where only bots play, one of them plays for him."""
    for index, seat in enumerate(plan):
        if seat.who == "me":
            return index
    if any(seat.who not in BOTS for seat in plan):
        raise Refusal("invalid", "web.own_seat")
    return 0


def offered_options(rules: Rules) -> set[str]:
    """Return the options of a game that people can choose."""
    return {setting.name for setting in page_of(rules.id).settings} | set(rules.readings.house)


def check_options(rules: Rules, players: int, edition: str, options: dict[str, str]) -> None:
    """Refuse options that people cannot choose, before they gather: chance has its own."""
    unknown = sorted(set(options) - offered_options(rules))
    if unknown:
        raise Refusal("invalid", "web.no_option", game=rules.title, option=unknown[0])
    names = tuple(str(number) for number in range(players))
    try:
        check_header(Header(rules.id, names, edition, None, rules.version, options), rules)
    except BadInput as error:
        raise Refusal("invalid", error) from None


def offered_rules(game: str) -> Rules:
    """Return the rules of a game that can be played here."""
    if game not in GAMES:
        raise Refusal("invalid", "web.no_game", game=game)
    return rules_of(game)


def _gathering(slug: str) -> Table:
    """Return a table that has not started yet, locked."""
    table = locked(slug)
    if table.status != Table.Status.OPEN:
        raise Refusal("conflict", "web.started")
    return table


def empty(seat: Seat) -> None:
    """Make a seat free for anybody."""
    seat.owner, seat.guest, seat.name = None, "", ""
    seat.ready, seat.hidden, seat.notes = True, False, ""
    seat.save()


def free_name(wished: str, taken: set[str]) -> str:
    name, number = wished, 2
    while name in taken:
        name, number = f"{wished[:36]} {number}", number + 1
    return name


@transaction.atomic
def join(slug: str, viewer: Viewer, name: str = "") -> Table:
    """Take the first open seat, or agree to sit where one is invited."""
    viewer.check_may_sit()
    table = _gathering(slug)
    seats = list(table.seats.all())
    invited = [seat for seat in seats if viewer.holds(seat) and not seat.ready]
    if invited:
        table.seats.filter(pk__in=[seat.pk for seat in invited]).update(ready=True)
        return changed(table)
    if any(viewer.holds(seat) for seat in seats):
        raise Refusal("conflict", "web.seated")
    seat = next((s for s in seats if not (s.owner_id or s.guest or s.bot)), None)
    if seat is None:
        raise Refusal("conflict", "web.full")
    check_name(name)
    wished = name.strip()[:40] or viewer.name or f"Player {seat.index + 1}"
    seat.name = free_name(wished, {s.name for s in seats})
    seat.owner, seat.guest = viewer.user, "" if viewer.user else viewer.guest
    seat.save()
    return changed(table)


@transaction.atomic
def leave(slug: str, viewer: Viewer) -> Table:
    """Give the seat up before the game starts."""
    table = _gathering(slug)
    held = [seat for seat in table.seats.all() if viewer.holds(seat)]
    if not held:
        raise Refusal("forbidden", "web.no_seat")
    for seat in held:
        empty(seat)
    return changed(table)


@transaction.atomic
def start(slug: str, viewer: Viewer) -> Table:
    """Start the game; everybody who sits at the table may say so once all seats are taken."""
    table = _gathering(slug)
    seats = list(table.seats.all())
    if not any(viewer.owns(seat) for seat in seats):
        raise Refusal("forbidden", "web.no_seat")
    if not all(seat.name for seat in seats):
        raise Refusal("conflict", "web.open_seats")
    invited = [seat.name for seat in seats if not seat.ready]
    if invited:
        raise Refusal("conflict", "web.not_agreed", name=invited[0])
    try:
        game = start_game(
            rules_of(table.game),
            [seat.name for seat in seats],
            edition=table.edition,
            seed=table.seed,
            # Seats may be taken as listed; what else chance decides is drawn in any case, once.
            luck=secrets.randbelow(2**31) if table.seed is None else None,
            options=table.options,
        )
    except BadInput as error:
        raise Refusal("invalid", error) from None
    _reseat(seats, game.header.players)
    table.header = msgspec.to_builtins(game.header)
    table.status = Table.Status.RUNNING
    return settle(table, game)


def _reseat(seats: list[Seat], seating: tuple[str, ...]) -> None:
    """Give seats the numbers that the draw has given them."""
    for seat in seats:
        seat.index += 100
        seat.save()
    for seat in seats:
        seat.index = seating.index(seat.name)
        seat.save()
