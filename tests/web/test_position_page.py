"""Setting up a position in the lobby: entering a table, mistakes, opening it, best routes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import dieciocho
from dieciocho import GAMES, rules_of
from dieciocho.engine.positions.places import put, without
from dieciocho.web.lobby import entering
from dieciocho.web.models import BotJob, Table
from dieciocho.web.services import reading
from dieciocho.web.services.asking import Viewer

from .browsers import Person, chromium, needs_chromium

__all__ = ["chromium"]  # a fixture

DOCS = Path(dieciocho.__file__).parents[2] / "docs" / "positions.md"
EXAMPLES = re.findall(r"```toml\n(position = 1\n.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
TABLE = EXAMPLES[0]  # LYR is about to run its trains at a table of 1888-N
db = pytest.mark.django_db


def text_on(page: Any) -> str:
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.content.decode(), re.S)
    assert found
    return found[1].replace("&quot;", '"').replace("&amp;", "&").replace("&#x27;", "'")


# --- what the page begins with ---------------------------------------------------------


@db
@pytest.mark.parametrize("game", GAMES)
def test_the_start_of_every_game_is_offered_and_is_complete(client: Client, game: str) -> None:
    counts = rules_of(game).player_counts
    for edition in rules_of(game).editions:
        names = ["Ana", "Luis", "Eva", "Pau", "Mar", "Leo", "Sol", "Teo"][: counts[-1]]
        query = {"game": game, "edition": edition, "names": ", ".join(names)}
        text = text_on(client.get("/position/", query))
        fresh = dieciocho.new_game(game, names, edition=edition)
        assert dieciocho.from_position(text).state == fresh.state
        for name in names:
            assert f"\n{name} = " in text


@db
def test_wrong_choices_at_the_beginning_are_explained(client: Client) -> None:
    page = client.get("/position/", {"game": "1888n", "names": "Ana"})
    assert page.status_code == 400
    assert "2 to 6 players" in page.content.decode()
    assert client.get("/position/", {"game": "chess", "edition": "none"}).status_code == 200
    assert client.get("/position/", {"table": "nothing"}).status_code == 404


@db
def test_the_position_of_a_table_is_offered(client: Client) -> None:
    client.post("/quick/")
    table = Table.objects.get()
    assert f'value="{table.slug}"' in client.get("/position/").content.decode()
    text = text_on(client.get("/position/", {"table": table.slug}))
    assert dieciocho.from_position(text).state == reading.position(table).state


# --- checking --------------------------------------------------------------------------


@db
@pytest.mark.parametrize("text", EXAMPLES)
def test_what_is_right_is_told_as_what_it_is(client: Client, text: str) -> None:
    page = client.post("/position/", {"text": text.replace("\n", "\r\n")})
    assert page.status_code == 200
    assert "Nothing is missing" in page.content.decode()
    assert text_on(page) == text
    assert not Table.objects.exists()


MISTAKES = [
    ('LYR = "100 at B5"', 'LYR = "100"', "the market has no cell", "ninguna casilla"),
    ("Luis = 85", "Lluis = 85", "nobody is called", "nadie se llama"),
    ("[cash]\n", "[cash]\nbank = 8000\n", "but the game has 9000", "la partida tiene 9000"),
    ('LYR = "Ana 5, Luis 2"', 'LYR = "Ana 5, Luis 5"', "only 9 certificates", "solo hay 9"),
    ('JHR = "2"', 'JHR = "2, 3, 3, 3, 3"', "too many trains", "demasiados trenes"),
    ('"F16.0" = "LYR"', '"F16.0" = "-"\n"H14.0" = "LYR"', "none at its home", "en su sede"),
    ('H14 = "5/3"', 'H14 = "999/3"', "there is no tile", "ninguna loseta"),
    ('phase = "3"', 'phase = "3', "cannot be read", "no se puede leer"),
    ("Eva = 310", "Eva = 310\nAna = 5", "was said before", "ya se había dicho"),
    ("[privates]", "[weather]\nfine = true\n[privates]", "no such section", "no existe esa"),
    ('step = "run_trains"', 'step = "sleep"', "there is no step", "ningún paso"),
]


@db
@pytest.mark.parametrize(("right", "wrong", "english", "spanish"), MISTAKES)
def test_a_mistake_is_told_with_its_line_in_both_languages(
    client: Client, right: str, wrong: str, english: str, spanish: str
) -> None:
    assert right in TABLE
    text = TABLE.replace(right, wrong)
    for language, words, line in (("en", english, "Line"), ("es", spanish, "Línea")):
        headers = {"accept-language": language}
        for path, status in (("/position/", 200), ("/position/open/", 400)):
            page = client.post(path, {"text": text}, headers=headers)
            assert page.status_code == status
            shown = page.content.decode()
            assert words in shown
            number = re.search(rf"{line} (\d+)</a>", shown)
            assert number
            said = text.splitlines()[int(number[1]) - 1]
            changed = {*wrong.splitlines(), "[cash]", "[stations]", "[weather]"}
            assert said in changed, said
            assert text_on(page) == text
    assert not Table.objects.exists()


@db
@pytest.mark.parametrize("text", ["", "x", "\0", "[" * 5000, "a=1\n" * 20_000, "position = 1\n"])
def test_nonsense_is_refused_and_kept(client: Client, text: str) -> None:
    page = client.post("/position/", {"text": text})
    assert page.status_code == 200
    assert "message-error" in page.content.decode()
    assert client.post("/position/open/", {"text": text}).status_code == 400


# --- putting things down ---------------------------------------------------------------


@db
def test_a_table_is_entered_by_choosing(client: Client) -> None:
    text = entering.start_of("1888n", ["Ana", "Luis", "Eva"], "rulebook")
    text = put(text, "", "phase", "2")[0]
    for kind, chosen in (
        ("share", {"company": "LYR", "holder": "Ana"}),
        ("share", {"company": "LYR", "holder": "Ana"}),
        ("share", {"company": "LYR", "holder": "Luis"}),
        ("price", {"company": "LYR", "cell": "100 at B5"}),
        ("train", {"company": "LYR", "train": "2"}),
        ("train", {"company": "LYR", "train": "2"}),
        ("tile", {"hex": "G15", "tile": "9", "rotation": "0"}),
        ("tile", {"hex": "H14", "tile": "5", "rotation": "3"}),
        ("station", {"company": "LYR", "stop": "F16.0"}),
        *(("private", {"private": p, "owner": "out"}) for p in ("KT", "TA", "HS", "GW", "FC")),
        ("private", {"private": "YRF", "owner": "Eva"}),
        ("turn", {"company": "LYR", "step": "run_trains"}),
    ):
        fields = {f"{kind}_{name}": value for name, value in chosen.items()}
        page = client.post("/position/", {"text": text, "add": kind, **fields})
        assert "Put down in line" in page.content.decode()
        text = text_on(page)
    game = dieciocho.from_position(text)
    assert (game.step.id, game.company("LYR").shares) == ("run_trains", {0: 30, 1: 10, "ipo": 60})
    assert [train.kind for train in game.company("LYR").trains] == ["2", "2"]
    assert game.best_routes("LYR").best.revenue > 0


@db
def test_nothing_is_put_down_in_a_text_that_cannot_be_read(client: Client) -> None:
    text = 'position = 1\ngame = "1888n'
    page = client.post("/position/", {"text": text, "add": "train", "train_company": "LYR"})
    assert "cannot be read" in page.content.decode()
    assert text_on(page) == text


def test_entries_are_replaced_where_they_stand() -> None:
    text = 'a = [\n  1,\n  2,\n]\n# note\nb = 2\n\n[cash]\nAna = 1  # hers\n\n["x y".z]\nw = 1\n'
    assert put(text, "", "a", 3) == (text.replace("[\n  1,\n  2,\n]", "3"), 1)
    assert put(text, "", "c", 3)[0].splitlines()[5:8] == ["b = 2", "c = 3", ""]
    assert put(text, "cash", "Luis R", 3)[0].splitlines()[8:10] == [
        "Ana = 1  # hers",
        '"Luis R" = 3',
    ]
    added, line = put(text, "tiles", "G15", "9/0")
    assert added.splitlines()[line - 2 :] == ["[tiles]", 'G15 = "9/0"']
    assert without(text, "cash") == text.replace("[cash]\nAna = 1  # hers\n\n", "")
    assert without(text, "a").startswith("# note")
    assert without(text, "none") == text


def test_a_turn_takes_the_place_of_a_written_agenda() -> None:
    game = dieciocho.from_position(TABLE)
    text, _ = entering.added(game.position(), "turn", {"company": "JHR", "step": "trains"})
    again = dieciocho.from_position(text)
    assert (again.step.id, again.state.turn and again.state.turn.company) == ("trains", "JHR")


# --- opening ---------------------------------------------------------------------------


@db
def test_a_table_is_opened_around_one_screen_or_with_bots(client: Client) -> None:
    for seats, bots in (("me", 0), ("bots", 2)):
        page = client.post("/position/open/", {"text": TABLE, "seats": seats, "title": "Ours"})
        table = Table.objects.latest("pk")
        assert (page.status_code, page["Location"]) == (302, f"/t/{table.slug}/")
        assert (table.title, table.seats.exclude(bot="").count()) == ("Ours", bots)
        guest = Viewer(guest=client.session["guest"])
        assert table.actor in reading.seats_held(table, guest)
        assert table.seats.get(host=True).bot == ""
        assert client.get(f"/t/{table.slug}/").status_code == 200
    assert not BotJob.objects.exists()  # it is the person's turn


@db
def test_a_run_that_somebody_has_written_need_not_lie_on_track(client: Client) -> None:
    game = dieciocho.from_position(TABLE)
    game.play(game.legal_actions()[0])
    text, count = re.subn(r'path = "[^"]+"', 'path = "Z9.0-Q1.0"', game.position())
    assert count
    page = client.post("/position/open/", {"text": text, "seats": "me"})
    assert client.get(page["Location"]).status_code == 200


@pytest.fixture
def visit(chromium: Any, live_server: Any) -> Iterator[Any]:
    people: list[Person] = []

    def make(language: str, width: int, **options: Any) -> Person:
        base = live_server.url
        people.append(
            Person(chromium, base, language=language, width=width, events=False, **options)
        )
        return people[-1]

    yield make
    for person in people:
        person.close()


@needs_chromium
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("es", 390)])
def test_a_real_table_is_entered_and_its_best_routes_are_shown(
    visit: Any, language: str, width: int
) -> None:
    ana = visit(language, width)
    page = ana.page
    page.goto("/")
    page.get_by_role("link", name=ana.words("Set up a position")).click()
    field = page.get_by_role("textbox", name=ana.words("The position"))
    field.fill(TABLE.replace('LYR = "100 at B5"', 'LYR = "100"'))
    page.locator(".editor-numbers li").nth(len(TABLE.split("\n")) - 1).wait_for(state="attached")
    ana.answered(lambda: ana.presses(ana.words("Check")))
    line = TABLE.split("\n").index('LYR = "100 at B5"') + 1
    assert page.locator(".editor-numbers .is-wrong").inner_text() == str(line)
    selected = "f => f.value.slice(f.selectionStart, f.selectionEnd)"
    assert field.evaluate(selected) == 'LYR = "100"'
    page.locator("#price_company").select_option("LYR")
    page.locator("#price_cell").select_option("100 at B5")
    ana.answered(lambda: page.locator('button[value="price"]').click())
    assert field.input_value() == TABLE
    ana.answered(lambda: ana.presses(ana.words("Check")))
    ana.sees(ana.words("Nothing is missing and nothing is left over."), "#position-said")
    assert ana.fits_the_screen()
    ana.presses(ana.words("Open the table"))
    page.wait_for_url("**/t/*/**")
    page.locator("#plan").wait_for()
    best = dieciocho.from_position(TABLE).best_routes("LYR").best
    ana.sees(str(best.revenue), "#plan")


@needs_chromium
@pytest.mark.django_db(transaction=True)
def test_it_works_without_scripts(visit: Any) -> None:
    ana = visit("en", 1280, java_script_enabled=False)
    page = ana.page
    page.goto("/position/")
    page.locator("#position-field").fill(TABLE.replace("[round]", "[ronda]"))
    page.get_by_role("button", name="Check").click()
    page.get_by_text("no such section").wait_for()
    page.locator("#position-field").fill(TABLE)
    page.locator('button[value="tile"]').click()
    page.get_by_text("Put down in line").wait_for()
    page.locator("#position-field").fill(TABLE)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*/**")
