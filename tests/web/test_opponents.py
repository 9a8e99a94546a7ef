"""Opponents by strength and temper: offered for seats, seated, and as stand-ins."""

from __future__ import annotations

import pytest
from django.test import Client

from dieciocho.web.models import Table
from dieciocho.web.services import gathering, standing_in
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db

ANA = Viewer(guest="key-of-ana", name="Ana")


def test_a_new_table_offers_them_in_the_language_of_the_page() -> None:
    page = Client(headers={"accept-language": "es"}).get("/new/").content.decode()
    assert '<optgroup label="De club: sabe lo que funciona, mira un poco más allá">' in page
    assert "Negociante: va de acción en acción, donde más rinda (fuerte)" in page
    assert "Bots sencillos" in page


def test_they_are_called_by_what_they_are() -> None:
    form = {
        "game": "1888n",
        "edition": "rulebook",
        "players": "3",
        "seating": "listed",
        "undo_policy": "free",
        "privacy": "private",
        "who_0": "me",
        "name_0": "Ana",
        "who_1": "club-trader",
        "who_2": "strong-trader",
    }
    Client(headers={"accept-language": "en"}).post("/new/", form)
    seats = Table.objects.get().sitting
    assert [(seat.name, seat.bot) for seat in seats] == [
        ("Ana", ""),
        ("Trader", "club-trader"),
        ("Trader 2", "strong-trader"),
    ]


def test_one_of_them_may_stand_in() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="quick")]
    table = gathering.start(gathering.create_table(ANA, "1888n", plan).slug, ANA)
    seat = next(seat for seat in table.sitting if not seat.bot)
    standing_in.hand(table.slug, ANA, seat.index, until="round", bot="strong-builder")
    assert table.seats.get(index=seat.index).bot == "strong-builder"
    standing_in.take_back(table.slug, ANA, seat.index)
    with pytest.raises(Refusal):
        standing_in.hand(table.slug, ANA, seat.index, bot="strong-poet")
