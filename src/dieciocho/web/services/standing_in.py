"""Bots that stand in: a seat is handed to one for a turn, a round or for good, and taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from ...engine.game import Game
from ..models import Seat, Table
from .asking import Refusal, Viewer
from .gathering import BOTS
from .keeping import locked, note, settle
from .reading import position

USUAL = "sensible"  # moves at once


@transaction.atomic
def hand(slug: str, viewer: Viewer, seat: int, *, until: str = "good", bot: str = USUAL) -> Table:
    """Let a bot play one's seat: for one turn, until the round ends, or for good."""
    table, place = _own(slug, viewer, seat)
    if until not in Seat.Until.values or bot not in BOTS:
        raise Refusal("invalid", "web.no_stand_in")
    if place.bot and not place.until:
        raise Refusal("conflict", "web.bot_seat")
    place.bot, place.until = bot, until
    place.save()
    note(table, place.name, f"hand_{until}")
    return _settled(table)


@transaction.atomic
def take_back(slug: str, viewer: Viewer, seat: int) -> Table:
    """Play one's seat again oneself."""
    table, place = _own(slug, viewer, seat)
    if not place.bot:
        raise Refusal("conflict", "web.no_bot")
    place.bot, place.until = "", ""
    place.save()
    note(table, place.name, "taken_back")
    return _settled(table)


def _own(slug: str, viewer: Viewer, seat: int) -> tuple[Table, Seat]:
    table = locked(slug)
    if table.status != Table.Status.RUNNING:
        raise Refusal("conflict", "web.not_running")
    place = table.seats.filter(index=seat).first()
    if place is None or not viewer.owns(place):
        raise Refusal("forbidden", "web.not_your_seat")
    return table, place


def _settled(table: Table) -> Table:
    table.__dict__.pop("sitting", None)
    return settle(table, position(table))


def round_of(game: Game) -> Any:
    """Tell rounds apart."""
    now = game.state.round
    return (now.kind, now.number, now.part)


def give_back(table: Table, seats: Iterable[Seat]) -> None:
    """Let people play again whose stand-ins have done what they were asked for."""
    for seat in seats:
        seat.bot, seat.until = "", ""
        seat.save()
        note(table, seat.name, "given_back")


def done(table: Table, before: Any, decided: int | None, game: Game) -> list[Seat]:
    """Return the seats whose stand-ins have come to the end of their turn or their round."""
    over = {Seat.Until.ROUND} if round_of(game) != before else set()
    return [
        seat
        for seat in table.sitting
        if seat.until in over
        or (seat.until == Seat.Until.TURN and seat.index == decided != game.actor)
    ]
