"""The page of a table: everything legal is offered, everything else is refused with its rule."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Choice, LayTile, Run
from dieciocho.engine.earnings import value_of
from dieciocho.engine.game import Game, Record
from dieciocho.engine.render import board_drawing
from dieciocho.engine.steps.common import CompanyStep
from dieciocho.games import GAMES
from dieciocho.games.g18esp.trains import sides as both
from dieciocho.games.g1862.actions import RecordedRun
from dieciocho.games.g1862.facts import facts
from dieciocho.interop.site import import_game, read_file
from dieciocho.page import offers
from dieciocho.page.cards import Card, Option
from dieciocho.page.teller import Teller
from dieciocho.web.models import Table
from dieciocho.web.play import chronicle, story
from dieciocho.web.play.parts import PAGE, version
from dieciocho.web.services import copying, gathering, playing, reading
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from ..support import conformance
from .browsers import match
from .forms import Page

pytestmark = pytest.mark.django_db(transaction=True)

RECORDED = [
    path
    for game in GAMES
    if (folder := conformance(game)) is not None
    for path in sorted(folder.glob("*.json.gz"))
    if ".trace." not in path.name
]
ANA = Viewer(guest="key-of-ana", name="Ana")
HTMX = {"HX-Request": "true", PAGE: version()}  # as an open page asks


def browser(guest: str = ANA.guest, language: str = "en", **options: Any) -> Client:
    """Return the browser of a guest who holds this key."""
    client = Client(headers={"accept-language": language}, **options)
    session = client.session
    session["guest"] = guest
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def started(*names: str, **options: Any) -> Table:
    """Return a started table where Ana plays all seats."""
    plan = [SeatPlan(name) for name in names or ("Ana", "Bea", "Carla")]
    table = gathering.create_table(ANA, "1888n", plan, **options)
    return gathering.start(table.slug, ANA)


def played(
    count: int,
    seed: int = 1,
    bot: str = "random",
    edition: str = "rulebook",
    name: str = "1888n",
    players: Sequence[str] = ("Ana", "Bea", "Carla"),
) -> Game:
    """Return a game in which bots have played so many actions."""
    game = dieciocho.new_game(name, players, edition=edition)
    player = make_bot(bot, seed)
    for _ in range(count):
        if game.over:
            break
        game.play(player.choose(game))
    return game


def text_of(client: Client, address: str, **options: Any) -> str:
    answer = client.get(address, **options)
    assert answer.status_code == 200, answer.content[:500]
    return str(answer.content.decode())


# --- everything legal is offered -------------------------------------------------------


def picked(client: Client, table: Table, html: str, game: Game, run: Run) -> bool:
    """Tell whether routes worth as much are among the sets that the list offers."""
    step = game.step
    assert isinstance(step, CompanyStep)
    company = step.company(game)

    def worth(action: Run) -> tuple[int, int, int]:
        value = value_of(game, company, action.routes)
        return value.kind, value.revenue, value.income

    picks = sorted(set(re.findall(r'name="pick" value="(\d+)"', html))) or ["0"]
    address = f"/t/{table.slug}/routes/"
    wishes = [{"pick": pick, "hire": ""} for pick in picks]  # hiring has its own actions
    pages = (Page(client, text_of(client, address, data=wish, headers=HTMX)) for wish in wishes)
    offered = (
        reading.read_action(game, json.loads(text))
        for page in pages
        for form, text in page.everything()
        if not form.before
    )
    return any(isinstance(a, Run) and worth(a) == worth(run) for a in offered)


def train(game: Game, card: str) -> list[Any]:
    """Return what a train is, instead of which: also how it lies, and what belongs to it."""
    if game.header.game == "1862":
        return [game.kind_of(card), facts(game).warranties.get(card, 0)]
    lying = [c for cards in game.state.trains.values() for c in cards]
    sides = [
        game.kind_of(c) for c in lying if game.header.game == "18esp" and card in both(game, c)
    ]
    return [game.kind_of(card), sides]


def by_kind(game: Game, choice: Choice) -> dict[str, Any]:
    """Return a choice with what its trains are instead of which."""
    said: dict[str, Any] = msgspec.to_builtins(choice)
    for name, value in said["action"].items():
        if isinstance(value, str) and value.rpartition("-")[0] in game.definition.trains:
            said["action"][name] = train(game, value)
    return said


def alike(game: Game, choice: Choice) -> list[Choice]:
    """Return the legal choices that are the same offer, e.g. any of several equal trains."""
    wanted = by_kind(game, choice)
    return [other for other in game.legal_actions() if by_kind(game, other) == wanted]


def check_panel(client: Client, table: Table, position: Game) -> None:
    """The page offers each legal choice, and nothing that is refused."""
    game = position
    html = text_of(client, f"/t/{table.slug}/")
    page = Page(client, html)
    for choice in game.legal_actions():
        if choice.open:
            assert isinstance(choice.action, Run)
            assert picked(client, table, html, game, choice.action), (game, choice)
        else:
            shown = page.offers(choice) or any(page.offers(c) for c in alike(game, choice))
            assert shown, (game, choice)
    for form, text in page.everything():
        game = position.copy()
        for hired in form.before:
            game.play(reading.read_action(game, json.loads(hired)))
        action = reading.read_action(game, json.loads(text))
        if form.low is not None and form.high is not None:
            for price in (form.low, form.high):
                assert game.why_not(msgspec.structs.replace(action, price=price)) is None
        assert game.why_not(action) is None, (game, text)


@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(
    ("name", "players", "edition"),
    [
        ("1888n", 3, "rulebook"),
        ("1888n", 3, "online"),
        ("18mag", 1, "rulebook"),
        ("18mag", 2, "rulebook"),
        ("18mag", 4, "rulebook"),
        ("18mag", 3, "online"),
        ("1862", 3, "rulebook"),
        ("1862", 5, "online"),
        ("18esp", 3, "rulebook"),
        ("18esp", 4, "online"),
        ("1865", 2, "rulebook"),
        ("1865", 4, "rulebook"),
    ],
)
def test_the_panel_offers_exactly_what_is_legal(
    name: str, players: int, edition: str, bot: str
) -> None:
    client = browser()
    seated = [f"Player {number}" for number in range(players)]
    game = played(260, seed=6, bot=bot, edition=edition, name=name, players=seated)
    seen: dict[str, int] = {}
    for count in range(len(game.history)):
        past = game.at(count)
        step = past.step.id
        seen[step] = seen.get(step, 0) + 1
        if seen[step] in (1, 4, 12, 30):
            check_panel(client, copying.adopt(ANA, past), past)
    assert len(seen) >= 6


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.name.split(".")[0])
def test_a_recorded_game_can_be_played_through_the_page(path: Path) -> None:
    recorded = import_game(read_file(path))
    table = copying.adopt(ANA, Game(recorded.header, recorded.rules))
    client = browser()
    html = ""
    between: list[Record] = []  # played by the same door, but not by a page
    seen: dict[str, int] = {}
    for number, record in enumerate(recorded.history, 1):
        kind = type(record.action).__name__
        seen[kind] = seen.get(kind, 0) + 1
        # Each kind of decision when it is new, and then one stretch in thirty; which, is chance.
        stretch = number // 12 + RECORDED.index(path)
        if seen[kind] > 1 and stretch % 30 and not isinstance(record.action, RecordedRun):
            between.append(record)
            html = ""
            continue
        play_between(table, between)
        page = Page(client, html or text_of(client, f"/t/{table.slug}/"))
        sent = page.sends(record.action)
        if isinstance(record.action, RecordedRun):
            # What an older rule made of a run is not offered to anybody: it is only replayed.
            sent = page.sends_instead(record.action)
        elif sent is None and isinstance(record.action, Run):
            sent = _written(client, table, record.action)
        elif sent is None:
            # Of equal trains the page shows one, whichever the recorded player took.
            game = recorded.at(number - 1)
            (chosen,) = (c for c in game.legal_actions() if c.allows(record.action))
            assert any(page.offers(other) for other in alike(game, chosen))
            sent = page.sends_instead(record.action)
        assert sent is not None, (number, record.action)
        answer = client.post(*sent, headers=HTMX)
        assert answer.status_code == 200, (number, record.action, answer.content[:300])
        html = re.split(r'data-part="(?:panel|board)"', answer.content.decode())[1]
    play_between(table, between)
    table = Table.objects.get(pk=table.pk)
    assert reading.position(table).state == recorded.state
    finished = Table.Status.FINISHED if recorded.over else Table.Status.RUNNING
    assert table.status == finished


def play_between(table: Table, records: list[Record]) -> None:
    """Play what is not clicked; what one seat decides in a row is one request."""
    for _, row in groupby(records, key=lambda record: record.by):
        *before, last = [msgspec.to_builtins(record.action) for record in row]
        playing.act(table.slug, ANA, last, before=before)
    records.clear()


def _written(client: Client, table: Table, run: Run) -> tuple[str, dict[str, str]] | None:
    """Write routes by hand, as the recorded player may have had ideas of his own."""
    text = "; ".join(f"{route.train}: {route.path}" for route in run.routes) or "nothing"
    wish = {"text": text, "hire": ""}
    html = text_of(client, f"/t/{table.slug}/routes/", data=wish, headers=HTMX)
    return Page(client, html).sends(run)


def test_a_decision_without_a_widget_is_shown_in_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "_BUILDERS", {})
    table = started()
    check_panel(browser(), table, reading.position(table))
    assert "bid 55 on TA" in text_of(browser(), f"/t/{table.slug}/")


# --- playing ---------------------------------------------------------------------------


def post(client: Client, table: Table, action: Any, **data: Any) -> Any:
    text = action if isinstance(action, str) else json.dumps(action)
    sent = {"action": text, "revision": str(table.revision), **data}
    headers = data.pop("headers", HTMX)
    return client.post(f"/t/{table.slug}/act/", sent, headers=headers)


def test_an_action_is_played_with_and_without_scripts() -> None:
    table = started()
    answer = post(browser(), table, {"do": "bid", "target": "TA", "price": 55}, price="60")
    assert answer.status_code == 200
    assert "Ana bids ¥60 on TA." in answer.content.decode()
    table.refresh_from_db()
    answer = browser().post(f"/t/{table.slug}/act/", {"action": "pass"})
    assert answer["Location"] == f"/t/{table.slug}/"
    table.refresh_from_db()
    assert table.length == 2


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    table = started()
    answer = post(browser(), table, {"do": "bid", "target": "FC", "price": 10})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "1888N-6.4" in page
    assert "#panel" not in page, "what was typed must stay"
    spanish = post(browser(language="es"), table, {"do": "bid", "target": "FC", "price": 10})
    why = reading.position(table).why_not("bid 10 on FC", "es")
    assert why is not None
    assert why["reason"] in spanish.content.decode()
    whole = browser().post(f"/t/{table.slug}/act/", {"action": "bid 10 on FC"})
    assert whole.status_code == 422
    assert "1888N-6.4" in whole.content.decode()
    assert Page(browser(), whole.content.decode()).everything()


@pytest.mark.parametrize(
    "action",
    ["", "nonsense", "{", "[1]", '{"do": "bid"}', '{"do": 5}', "{" * 5000, '{"do":"pass","x":1}'],
)
def test_nonsense_is_refused(action: str) -> None:
    table = started()
    assert post(browser(), table, action).status_code == 422
    table.refresh_from_db()
    assert table.length == 0


def test_a_stale_page_is_told_and_brought_up_to_date() -> None:
    table = started()
    post(browser(), table, "pass")
    answer = post(browser(), table, "pass")
    assert answer.status_code == 409
    assert "The game has moved on." in answer.content.decode()
    assert 'data-part="panel"' in answer.content.decode()


def test_others_may_look_but_not_act() -> None:
    table = started()
    stranger = browser("key-of-nobody")
    page = text_of(stranger, f"/t/{table.slug}/")
    assert not Page(stranger, page).everything()
    assert "Waiting for Ana" in page
    assert post(stranger, table, "pass").status_code == 403
    for what in ("undo", "redo", "say"):
        answer = stranger.post(f"/t/{table.slug}/{what}/", {"text": "hi"}, headers=HTMX)
        assert answer.status_code == 403


def test_unknown_tables_and_places_are_missing() -> None:
    client = browser()
    table = started()
    assert client.get("/t/nothing-here/").status_code == 404
    assert client.post("/t/nothing-here/act/", {"action": "pass"}).status_code == 404
    assert client.get(f"/t/{table.slug}/hex/Z99/").status_code == 404
    assert client.get(f"/t/{table.slug}/?at=7").status_code == 422
    assert client.get(f"/t/{table.slug}/?at=-1").status_code == 422
    assert client.get("/t/tiles/1888n/rulebook/9/1.svg").status_code == 200
    assert client.get("/t/tiles/1888n/rulebook/999/1.svg").status_code == 404
    assert client.get("/t/tiles/1830/rulebook/9/1.svg").status_code == 404


def test_every_change_needs_the_token_of_the_page() -> None:
    table = started()
    client = browser(enforce_csrf_checks=True)
    for what in ("act", "undo", "redo", "branch", "say"):
        assert client.post(f"/t/{table.slug}/{what}/", {"action": "pass"}).status_code == 403


def test_names_and_chat_are_not_scripts() -> None:
    table = started("<script>alert(1)</script>", "Bea<b>")
    client = browser()
    client.post(f"/t/{table.slug}/say/", {"text": "<img src=x onerror=alert(1)>"})
    page = text_of(client, f"/t/{table.slug}/") + text_of(client, f"/t/{table.slug}/result/")
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page
    assert not re.search(r"<script(?![^>]*\ssrc=)", page), "no scripts inside of pages"
    assert " onclick=" not in page


# --- time ------------------------------------------------------------------------------


def test_undo_and_redo() -> None:
    table = started()
    client = browser()
    post(client, table, "pass")
    assert client.post(f"/t/{table.slug}/undo/", headers=HTMX).status_code == 200
    table.refresh_from_db()
    assert table.length == 0
    assert client.post(f"/t/{table.slug}/undo/", headers=HTMX).status_code == 409
    assert client.post(f"/t/{table.slug}/redo/")["Location"] == f"/t/{table.slug}/"
    table.refresh_from_db()
    assert table.length == 1
    strict = started(undo_policy="none")
    post(client, strict, "pass")
    assert client.post(f"/t/{strict.slug}/undo/", headers=HTMX).status_code == 403
    assert re.search(r"<button[^>]*disabled>↶", text_of(client, f"/t/{strict.slug}/"))


def test_the_history_shows_every_position_and_changes_nothing() -> None:
    game = played(90, bot="sensible")
    table = copying.adopt(ANA, game)
    client = browser()
    for count in (0, 1, 45, 89):
        page = text_of(client, f"/t/{table.slug}/?at={count}")
        assert f"Position {count} of 90" in page
        assert not Page(client, page).everything()
        pieces = [svg for _name, svg in board_drawing(game.at(count)).pieces]
        assert all(svg in page for svg in pieces) or "data-route" in page
    assert "Position 90 of" not in text_of(client, f"/t/{table.slug}/?at=90")


def test_a_page_that_shows_the_position_gets_only_the_talk() -> None:
    table = started()
    client = browser()
    page = text_of(client, f"/t/{table.slug}/")
    key = re.findall(r'data-key="([^"]+)"', page)[0]
    client.post(f"/t/{table.slug}/say/", {"text": "hello"})
    parts = text_of(client, f"/t/{table.slug}/", data={"seen": key}, headers=HTMX)
    assert "hello" in parts
    assert "<svg" not in parts
    table.refresh_from_db()
    assert f'data-revision="{table.revision}"' in parts
    post(client, table, "pass")
    assert "<svg" in text_of(client, f"/t/{table.slug}/", data={"seen": key}, headers=HTMX)


def test_what_if_leads_to_a_private_copy_and_back() -> None:
    table = copying.adopt(ANA, played(30))
    stranger = browser("key-of-nobody")
    answer = stranger.post(f"/t/{table.slug}/branch/", {"at": "12"})
    page = text_of(stranger, answer["Location"])
    assert f'href="/t/{table.slug}/"' in page
    assert Page(stranger, page).everything()
    table.refresh_from_db()
    assert table.length == 30


# --- widgets ---------------------------------------------------------------------------


def at_step(name: str, edition: str = "rulebook", skip: int = 0) -> Game:
    """Return a position of a game between bots where a step is due."""
    game = played(300, seed=3, bot="sensible", edition=edition)
    found = (game.at(n) for n in range(len(game.history)) if game.at(n).step.id == name)
    for _ in range(skip):
        next(found)
    return next(found)


def test_a_hex_where_nothing_is_possible_says_why() -> None:
    game = at_step("track")
    table = copying.adopt(ANA, game)
    buildable = {c.action.hex for c in game.legal_actions() if hasattr(c.action, "hex")}
    for name in game.definition.hexes:
        page = text_of(browser(), f"/t/{table.slug}/hex/{name}/")
        assert ('id="picker"' in page) == (name in buildable), name
        assert ("1888N-" in page) == (name not in buildable), name
    spanish = text_of(browser(language="es"), f"/t/{table.slug}/hex/A1/")
    rules = re.findall(r"1888N-[\d.]+\d", spanish)
    assert all(escape(game.rules.rule_text(rule, "es")) in spanish for rule in rules)


def test_a_tile_shows_cost_and_effect() -> None:
    game = at_step("track")
    table = copying.adopt(ANA, game)
    for choice in game.legal_actions()[:3]:
        data = {"action": msgspec.json.encode(choice.action).decode()}
        if "lay" in data["action"]:
            assert "revenue" in text_of(browser(), f"/t/{table.slug}/effect/", data=data)
    bad = browser().get(f"/t/{table.slug}/effect/", {"action": '{"do":"pass"}'}, headers=HTMX)
    assert bad.status_code == 422


@pytest.mark.parametrize(("trains", "each"), [("all", True), ("express", False)])
def test_the_train_limit_says_what_it_counts(trains: str, each: bool) -> None:
    options = {"trains": trains}
    game = dieciocho.new_game("1862", ["Ana", "Bea", "Carla"], seed=1, options=options)
    page = text_of(browser(), f"/t/{copying.adopt(ANA, game).slug}/")
    assert ("of each kind" in page) == each


def test_questions_that_an_action_has_overtaken_disturb_nobody() -> None:
    game = at_step("track")
    table = copying.adopt(ANA, game)
    client = browser()
    lay = next(c.action for c in game.legal_actions() if isinstance(c.action, LayTile))
    asked = {"action": msgspec.json.encode(lay).decode()}
    playing.act(table.slug, ANA, msgspec.to_builtins(lay))
    for address, data in (("effect", asked), ("routes", {"pick": "0"})):
        late = client.get(f"/t/{table.slug}/{address}/", data, headers=HTMX)
        assert (late.status_code, late.content) == (204, b"")


def test_routes_are_proven_and_can_be_adjusted() -> None:
    game = at_step("run_trains", "online", skip=6)
    table = copying.adopt(ANA, game)
    client = browser()
    page = text_of(client, f"/t/{table.slug}/")
    assert "proven best" in page
    assert "data-route=" in page
    address = f"/t/{table.slug}/routes/"
    stop = re.findall(r'data-wish="([^"]+)"', page)[0]
    assert text_of(client, address, data={"wish": f"avoid:{stop}"}, headers=HTMX)
    assert text_of(client, address, data={"wish": "through:Z9.9"}, headers=HTMX)
    wrong = text_of(client, address, data={"text": "2-0: A1.0-A3.0"}, headers=HTMX)
    assert "Not possible:" in wrong
    assert "1888N-" in wrong
    assert text_of(client, address, data={"text": "rubbish"}, headers=HTMX)
    nothing = text_of(client, address, data={"text": "nothing"}, headers=HTMX)
    assert "less than the best" in nothing


def test_sales_and_dividends_show_what_they_bring() -> None:
    game = at_step("pay_dividend", skip=2)
    page = text_of(browser(), f"/t/{copying.adopt(ANA, game).slug}/")
    assert "per share" in page
    assert "→" in page
    game = played(300, seed=3, bot="sensible")
    for count in range(len(game.history)):
        past = game.at(count)
        if any(type(c.action).__name__ == "SellShares" for c in past.legal_actions()):
            page = text_of(browser(), f"/t/{copying.adopt(ANA, past).slug}/")
            assert re.search(r"you get ¥\d+", page)
            assert re.search(r"price (falls ¥\d+ → ¥\d+|stays)", page)
            return
    raise AssertionError("nobody could sell anything")


# --- the rest of the page --------------------------------------------------------------


def test_an_open_table_is_gathered_in_the_lobby() -> None:
    table = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    assert browser().get(f"/t/{table.slug}/")["Location"] == f"/table/{table.slug}/"


def test_the_result_page_tells_the_story() -> None:
    table = copying.adopt(ANA, played(5000, seed=2, bot="sensible"))
    assert table.status == Table.Status.FINISHED
    client = browser()
    page = text_of(client, f"/t/{table.slug}/result/")
    assert table.result is not None
    winner = max(table.result, key=lambda name: table.result[name])
    assert f"{winner} wins with ¥{table.result[winner]}" in page
    assert page.count("<svg") >= 3
    assert f"/table/{table.slug}/game.json" in page
    assert "See the result" in text_of(client, f"/t/{table.slug}/")
    running = started()
    assert "still being played" in text_of(client, f"/t/{running.slug}/result/")


def test_equal_offers_are_one_with_a_count() -> None:
    two = Card("2-train", (Option("Discard", "first"),))
    same = Card("2-train", (Option("Discard", "second"),))
    dear = Card("2-train", (Option("Discard", "third", ("costs 5",)),))
    shown = offers.distinct([two, dear, same])
    assert [(card.count, card.options[0].action) for card in shown] == [(2, "first"), (1, "third")]


def test_what_follows_from_every_option_is_told_once() -> None:
    both = ("Ana becomes director.",)
    options = tuple(Option(price, price, (), both) for price in ("54", "58"))
    (card,) = offers.distinct([Card("ECR", options)])
    assert card.effects == both
    assert [option.effects for option in card.options] == [(), ()]
    (odd,) = offers.distinct([Card("ECR", (*options, Option("62", "62")))])
    assert not odd.effects
    assert [option.effects for option in odd.options] == [both, both, ()]


def test_lines_of_companies_end_where_the_companies_end() -> None:
    game = match("1862")
    told = story.story(game, (0, "lines"))
    ended = [line for line in told.prices if line.ended]
    assert ended
    assert {line.name for line in told.prices if not line.ended} == set(game.state.cell)
    for line in ended:
        at, _price = line.last
        assert line.name in game.at(at - 1).state.cell
        assert line.name not in game.at(at).state.cell
    assert all(line.last[0] == told.length for line in told.prices if not line.ended)


def test_the_page_tells_what_others_have_done_since() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Bea", "Carla"])
    game.play("buy private KT for 25").play("bid 80 on HS").play("bid 85 on HS")
    assert chronicle.news(Teller(game, "en"), {0}) == [
        "Carla bids ¥85 on HS.",
        "Bea bids ¥80 on HS.",
    ]
    assert chronicle.news(Teller(game, "es"), {1}) == ["Carla puja ¥85 por HS."]
    assert len(chronicle.news(Teller(game, "en"), set())) == 3
    bea = gathering.create_table(ANA, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    gathering.join(bea.slug, Viewer(guest="key-of-bea"), "Bea")
    gathering.start(bea.slug, ANA)
    playing.act(bea.slug, ANA, "pass")
    assert "Ana passes" in text_of(browser("key-of-bea"), f"/t/{bea.slug}/")


def test_the_page_says_what_a_private_does_and_a_company_has() -> None:
    page = text_of(browser(language="es"), f"/t/{started().slug}/")
    assert "puede colocar el ferry" in page
    game = next(g for n in range(60, 200) if (g := played(n, bot="sensible")).state.turn)
    assert game.state.turn is not None
    table = copying.adopt(ANA, game)
    page = text_of(browser(), f"/t/{table.slug}/")
    money = game.state.cash[game.state.turn.company]
    assert f"treasury ¥{money}" in page
    assert "stations left:" in page


def test_the_log_is_in_the_language_of_the_reader() -> None:
    game = played(120, bot="sensible")
    table = copying.adopt(ANA, game)
    for language, runs, offer in (("es", " recorre ", "(oferta)"), ("en", " runs ", "(offer)")):
        page = text_of(browser(language=language), f"/t/{table.slug}/log/")
        lines = [line.strip("— ") for line in game.log_lines(language)[-40:] if "'" not in line]
        assert all(line in page for line in lines if runs not in line)
        # Routes are told by their places.
        assert any(runs in line for line in lines)
        assert not any(line in page for line in lines if runs in line)
        assert runs in page
        assert offer in page
        assert "(ipo)" not in page


def test_the_page_is_in_spanish() -> None:
    table = started()
    page = text_of(browser(language="es"), f"/t/{table.slug}/")
    for words in ("Subasta de las compañías privadas", "Jugadores", "Deshacer", "Pujar"):
        assert words in page
    for words in ("Players", "Undo", "face value", "Phase "):
        assert words not in page
