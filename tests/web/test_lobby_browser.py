"""The lobby in a real browser, as people use it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dieciocho.web.models import Seat, Table

from .browsers import Person, chromium, needs_chromium

__all__ = ["chromium"]  # a fixture

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]


@pytest.fixture
def visit(chromium: Any, live_server: Any) -> Iterator[Any]:
    """Let somebody visit the pages; nobody leaves with complaints of the browser."""
    people: list[Person] = []

    def make(language: str = "en", width: int = 1280) -> Person:
        people.append(
            Person(chromium, live_server.url, language=language, width=width, events=False)
        )
        return people[-1]

    yield make
    for person in people:
        person.close()


@pytest.mark.parametrize(
    ("language", "width", "label"),
    [("en", 1280, "Play 1888-N now"), ("es", 360, "Jugar a 1888-N ya")],
)
def test_one_click_starts_a_game(visit: Any, language: str, width: int, label: str) -> None:
    ana = visit(language, width)
    ana.page.goto("/")
    assert ana.fits_the_screen()
    ana.presses(label)
    ana.page.wait_for_url("**/t/*/**")
    table = Table.objects.get()
    assert table.status == Table.Status.RUNNING
    assert table.slug in ana.page.url
    ana.page.goto("/")
    assert ana.page.locator(f'a[href="/t/{table.slug}/"]').is_visible()
    assert ana.fits_the_screen()


def test_two_people_gather_at_a_table_in_spanish(visit: Any, settings: Any) -> None:
    settings.LOCAL = True
    ana, luis = (visit("es") for _ in range(2))
    ana.page.goto("/new/")
    ana.page.get_by_label("Número de jugadores").select_option("2")
    assert ana.page.locator("[data-seat]:visible").count() == 2
    assert not ana.page.get_by_label("Número del sorteo").is_visible()
    ana.page.get_by_label("Nombre para el asiento 1").fill("Ana")
    ana.page.get_by_label("Asiento 2", exact=True).select_option("open")
    ana.page.get_by_label("Nombre de la mesa").fill("Mesa <b>de</b> Ana")
    ana.presses("Crear la mesa")
    ana.page.wait_for_url("**/table/*/")
    assert ana.page.get_by_role("heading", name="Mesa <b>de</b> Ana").is_visible()
    assert ana.page.get_by_role("button", name="Empezar la partida").is_disabled()

    luis.page.goto(ana.page.locator("#link").input_value())
    luis.page.get_by_label("Tu nombre").fill("Luis")
    luis.presses("Unirse")
    luis.page.get_by_text("Todos los asientos están ocupados").wait_for()

    ana.page.locator(".room-seats").get_by_text("Luis").wait_for()  # without reloading
    ana.presses("Empezar la partida")
    table = Table.objects.get()
    for person in (ana, luis):
        person.page.wait_for_url(f"**/t/{table.slug}/**")
    assert sorted(table.seats.values_list("name", flat=True)) == ["Ana", "Luis"]


def test_the_start_page_works_with_the_keyboard_alone(visit: Any) -> None:
    ana = visit()
    ana.page.goto("/")
    ana.page.keyboard.press("Tab")
    assert ana.page.evaluate("document.activeElement.className") == "skip"
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Tab")
    assert ana.page.evaluate("document.activeElement.textContent") == "Play 1888-N now"
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url("**/t/*/**")


def test_the_language_is_switched_in_the_header(visit: Any) -> None:
    ana = visit()
    ana.page.goto("/new/")
    ana.presses("Español")
    ana.page.get_by_role("heading", name="Preparar una mesa").wait_for()
    assert ana.page.locator("html").get_attribute("lang") == "es"


def test_a_token_is_copied(visit: Any) -> None:
    ana = visit()
    ana.page.goto("/accounts/signup/")
    ana.page.get_by_label("Username").fill("ana")
    for label in ("Password", "Password confirmation"):
        ana.page.get_by_label(label, exact=True).fill("tren-lento-1888")
    ana.presses("Sign up")
    ana.page.locator("summary", has_text="ana").click()
    ana.page.get_by_role("link", name="Profile").click()
    ana.page.get_by_label("What is it for?").fill("my program")
    ana.presses("Make a token")
    ana.presses("Copy")
    ana.page.get_by_role("button", name="Copied").wait_for()


def test_a_seat_is_left_to_a_computer_and_taken_back(visit: Any) -> None:
    ana = visit("es", 390)
    ana.page.goto("/")
    ana.presses("Jugar a 1888-N ya")
    ana.page.wait_for_url("**/t/*/**")
    slug = Table.objects.get().slug
    ana.page.goto(f"/table/{slug}/people/")
    assert ana.fits_the_screen()
    ana.page.get_by_label("Cuánto tiempo").select_option("round")
    ana.presses("Que juegue un ordenador")
    ana.page.goto(f"/t/{slug}/")
    ana.presses("Volver a jugar yo")
    ana.page.get_by_text("Volver a jugar yo").wait_for(state="detached")
    assert not Seat.objects.filter(table__slug=slug).exclude(until="").exists()
    assert ana.fits_the_screen()
