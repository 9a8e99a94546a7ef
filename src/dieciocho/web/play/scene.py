"""What one request looks at: a table, a position in its history, who looks, in which language."""

from __future__ import annotations

import zlib
from functools import cached_property

import msgspec
from django.http import HttpRequest
from django.utils.translation import get_language

from ...engine.actions import Choice
from ...engine.game import Game
from ...page import offers
from ...page.cards import Group
from ...page.teller import Teller
from ..identity import viewer_of
from ..kept import Kept
from ..models import Seat, Table
from ..services import playing, reading
from ..services.asking import Broken, Refusal
from . import chronicle

_tellers: Kept[tuple[object, ...], Teller] = Kept(64)


def language() -> str:
    """Return the language of the request as the engine knows it."""
    return (get_language() or "en")[:2]


class Scene:
    """A table as somebody sees it; `at` is None while it shows the present."""

    def __init__(self, request: HttpRequest, table: Table | str, at: str | None = None) -> None:
        self.request = request
        self.viewer = viewer_of(request)
        self.table = reading.find(table) if isinstance(table, str) else table
        self.language = language()
        self.at = self._position(at)

    def _position(self, at: str | None) -> int | None:
        if at is None or at == "":
            return None
        if not (at.isascii() and at.isdigit()) or len(at) > 6:
            raise Refusal("invalid", "web.no_position")
        return None if int(at) == self.table.length else int(at)

    @property
    def game(self) -> Game:
        """The position; it belongs to everybody who looks, and is only read."""
        return self.tell.game

    @cached_property
    def seats(self) -> list[Seat]:
        return self.table.sitting

    @cached_property
    def held(self) -> list[int]:
        """The seats for which the viewer may act."""
        return [seat.index for seat in self.seats if self.viewer.holds(seat)]

    @cached_property
    def owned(self) -> list[Seat]:
        """The viewer's seats, also those that a bot plays now."""
        return [seat for seat in self.seats if self.viewer.owns(seat)]

    @cached_property
    def tell(self) -> Teller:
        """The position in the viewer's language, with all that was found out about it."""
        table = self.table
        return _tellers.get(
            (table.pk, table.revision, self.at, self.language),
            lambda: Teller(reading.position(table, self.at), self.language),
        )

    @property
    def choices(self) -> list[Choice]:
        return self.tell.choices

    @cached_property
    def groups(self) -> list[Group]:
        """The legal choices as the panel shows them."""
        return offers.groups(self.tell)

    @cached_property
    def rounds(self) -> list[tuple[int, str]]:
        """Where every round of the whole game begins, for the way through its history."""
        if self.at is None:
            return chronicle.rounds(self.tell)
        try:
            whole = Teller(reading.position(self.table), self.language)
        except Broken:  # nothing behind the damage can be shown
            whole = self.tell
        return chronicle.rounds(whole)

    @property
    def running(self) -> bool:
        return self.table.status == Table.Status.RUNNING

    @cached_property
    def can_act(self) -> bool:
        """Tell whether the viewer decides now."""
        return self.at is None and self.running and self.game.actor in self.held

    @cached_property
    def actor_seat(self) -> Seat | None:
        actor = self.game.actor
        return next((seat for seat in self.seats if seat.index == actor), None)

    @cached_property
    def key(self) -> str:
        """What the shown position depends on: equal keys, equal positions, equally played."""
        actions = [record.action for record in self.game.history]
        told = zlib.crc32(msgspec.json.encode(actions))
        who = "".join("b" if seat.bot else "p" for seat in self.seats)
        return f"{len(actions)}-{told:08x}-{who}{self.table.status[0]}"

    @cached_property
    def may_undo(self) -> bool:
        if self.at is not None or not self.held or not self.table.length:
            return False
        try:
            playing.undoable(self.table, self.viewer)
        except Refusal:
            return False
        return True

    @cached_property
    def may_redo(self) -> bool:
        if self.at is not None or not self.held:
            return False
        return self.table.moves.filter(number=self.table.length + 1).exists()

    def money(self, amount: int) -> str:
        return self.tell.money(amount)
