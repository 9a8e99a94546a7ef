"""What belongs to a person: results of games, and everything that is kept about somebody."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from msgspec import Struct

from ...engine.save import FORMAT
from ..models import ApiToken, Channel, ChatLine, Invitation, Program, Seat, Table, Wishes


class Record(Struct):
    """How somebody fared in one game."""

    game: str
    finished: int = 0
    with_people: int = 0
    won: int = 0
    places: int = 0  # all together, the first is 1
    seats: int = 0  # of all those tables

    @property
    def mean_place(self) -> float:
        return self.places / self.finished

    @property
    def mean_seats(self) -> float:
        return self.seats / self.finished


def records(user: Any) -> list[Record]:
    """Return how somebody fared, by game: of finished games with others, no what-ifs."""
    found: dict[str, Record] = {}
    tables = Table.objects.filter(
        seats__owner=user, status=Table.Status.FINISHED, branched_from=None, result__isnull=False
    )
    for table in tables.distinct().prefetch_related("seats").order_by("game"):
        own = [seat for seat in table.seats.all() if seat.owner_id == user.pk]
        scores: dict[str, int] = table.result
        if len(own) != 1 or len(scores) < 2 or own[0].name not in scores:
            continue
        place = 1 + sum(score > scores[own[0].name] for score in scores.values())
        record = found.setdefault(table.game, Record(table.game))
        record.finished += 1
        record.won += place == 1
        record.places += place
        record.seats += len(scores)
        record.with_people += len({s.person for s in table.seats.all() if s.person}) > 1
    return list(found.values())


# --- everything ------------------------------------------------------------------------


def everything(user: Any) -> bytes:
    """Return all that is kept about somebody as a zip: account.json, and every game as a file."""
    tables = Table.objects.filter(seats__owner=user).distinct().order_by("created_at")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        account = json.dumps(_account(user), cls=DjangoJSONEncoder, indent=1, ensure_ascii=False)
        archive.writestr("account.json", account)
        for table in tables.exclude(header=None).iterator(100):
            archive.writestr(f"games/{table.slug}.json", _game(table))
    return packed.getvalue()


def _account(user: Any) -> dict[str, Any]:
    wishes = Wishes.objects.filter(owner=user).first()
    seats = Seat.objects.filter(owner=user).select_related("table").order_by("pk")
    return {
        "name": user.get_username(),
        "name_at_tables": user.first_name,
        "email": user.email,
        "joined": user.date_joined,
        "last_login": user.last_login,
        "wishes": _plain(wishes, "theme", "language", "zone", "quiet_from", "quiet_to"),
        "channels": [
            _plain(channel, "kind", "target", "table_id", "every", "on", "trouble")
            for channel in Channel.objects.filter(owner=user)
        ],
        "tokens": [
            _plain(token, "label", "created_at", "used_at")
            for token in ApiToken.objects.filter(owner=user)
        ],
        "invitations": [
            _plain(i, "code", "made_at") for i in Invitation.objects.filter(made_by=user)
        ],
        "seats": [_seat(seat) for seat in seats],
        "asides": [
            _plain(line, "text", "said_at")
            for line in ChatLine.objects.filter(aside=True, name=user.get_username())
        ],
    }


def _plain(row: Model | None, *fields: str) -> dict[str, Any]:
    return {field: getattr(row, field) for field in fields} if row is not None else {}


def _seat(seat: Seat) -> dict[str, Any]:
    """Return what somebody has left at a table."""
    table = seat.table
    said = ChatLine.objects.filter(table=table, name=seat.name).order_by("pk")
    programs = Program.objects.filter(table=table, seat=seat.index)
    return {
        **_plain(table, "slug", "title", "game", "status", "result", "created_at", "changed_at"),
        **_plain(seat, "index", "name", "host", "notes", "hidden", "muted", "seen_at"),
        "said": [_plain(line, "text", "event", "about", "said_at") for line in said],
        "programs": [_plain(program, "wish", "ended") for program in programs],
        "played": {
            move["number"]: move["played_at"]
            for move in table.moves.filter(seat=seat.index).values("number", "played_at")
        },
    }


def _game(table: Table) -> str:
    """Return a game as a file that can be loaded; nothing is played for that."""
    moves = table.moves.filter(number__lte=table.length).values_list("action", flat=True)
    lines = ",\n".join("  " + json.dumps(action, ensure_ascii=False) for action in moves)
    header = json.dumps(table.header, ensure_ascii=False)
    return f'{{"format": "{FORMAT}",\n"header": {header},\n"actions": [\n{lines}\n]}}\n'
