"""People play 1888-N in real browsers against the real server, by clicking, touching and typing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dieciocho.bots import make_bot
from dieciocho.engine.actions import Action, LayTile, Pass, Run
from dieciocho.engine.game import Game

from .browsers import Person, chromium, needs_chromium, site
from .hands import Follower, Keys, Mouse

__all__ = ["chromium", "site"]  # fixtures
pytestmark = needs_chromium

KINDS = {"bid", "buy_private", "start", "buy_share", "lay", "station", "run", "dividend"}


def slug_of(person: Person) -> str:
    found = re.search(r"/t/([\w-]+)/", person.page.url)
    assert found, person.page.url
    return found[1]


def kind_of(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


# --- two people ------------------------------------------------------------------------


def gather(ana: Person, luis: Person) -> str:
    """Ana sets up a table for two; Luis follows her link."""
    words = ana.words
    ana.page.goto("/new/")
    ana.page.get_by_label(words("Number of players")).select_option("2")
    ana.page.get_by_label(words("Order of seats")).select_option("listed")
    ana.page.get_by_label(words("Name for seat %(number)d", number=1)).fill("Ana")
    seat = words("Seat %(number)d", number=2)
    ana.page.get_by_label(seat, exact=True).select_option("open")
    ana.presses(words("Create the table"))
    ana.page.wait_for_url("**/table/*/")
    luis.page.goto(ana.page.locator("#link").input_value())
    luis.page.get_by_label(words("Your name")).fill("Luis")
    luis.presses(words("Join"))
    ana.page.locator(".room-seats").get_by_text("Luis").wait_for()
    ana.presses(words("Start the game"))
    for person in (ana, luis):
        person.page.wait_for_url("**/t/*/")
        person.page.locator("#board svg[data-ready]").wait_for()
    return slug_of(ana)


@pytest.mark.parametrize(
    ("language", "width", "actions"), [("en", 1400, 82), ("es", 390, 62)], ids=["en", "es-phone"]
)
def test_two_people_play_from_the_auction_on(
    chromium: Any, site: str, language: str, width: int, actions: int
) -> None:
    touch = {"has_touch": True} if width < 600 else {}
    ana, luis = (Person(chromium, site, language=language, width=width, **touch) for _ in range(2))
    slug = gather(ana, luis)
    game, hands = Follower(ana, slug).game, [Mouse(ana), Mouse(luis)]
    bot = make_bot("sensible", 8)
    seen: set[str] = set()
    refused(ana)
    while len(game.history) < actions:
        action = bot.choose(game)
        assert game.actor is not None
        actor, other = hands[game.actor], hands[1 - game.actor]
        actor.person.sees(actor.person.words("Your turn"))
        if isinstance(action, Run) and "run" not in seen:
            adjusts(actor)
        if isinstance(action, LayTile) and "lay" not in seen:
            is_told_why_not(actor)
        actor.play(game, action)
        game.play(action)
        other.shows(len(game.history))  # without reloading
        if kind_of(action) == "start" and "start" not in seen:
            takes_back(actor, other, len(game.history))
        seen.add(kind_of(action))
    assert seen >= KINDS | {"buy_train", "pass"}
    for person in (ana, luis):
        looks_at_what_happened(person, game)
        assert person.fits_the_screen()
    goes_back_in_time(luis, len(game.history))
    wonders_what_if(luis, slug, game)
    for hand in hands:
        hand.person.complaints = [c for c in hand.person.complaints if "422" not in c]
        hand.person.close()


def refused(ana: Person) -> None:
    """What the rules forbid is refused, the rule is named, and what was typed stays."""
    ana.page.locator(".typed summary").click()
    ana.page.locator("#typed").fill("bid 10 on FC")
    ana.plays(ana.words("Play"))
    ana.sees("1888N-6.4", "#message")
    ana.page.locator("#message summary").click()
    ana.page.locator("#message details p").wait_for()
    assert ana.page.locator("#typed").input_value() == "bid 10 on FC"


def is_told_why_not(hand: Mouse) -> None:
    hand.open_hex("A1")
    hand.page.locator("#inspector .why-not summary", has_text="1888N-").first.wait_for()
    hand.page.locator("[data-close-hex]").click()


def adjusts(hand: Mouse) -> None:
    """The best routes are chosen; a worse set shows what it loses."""
    person, plan = hand.person, hand.page.locator("#plan")
    person.sees(person.words("proven best"), "#plan")
    others = plan.locator("input[name=pick]")
    if others.count() > 1:
        person.answered(others.nth(1).check)
        lost = plan.locator(".revenue .loss").count() or plan.locator(".proven").count()
        assert lost
    plan.locator(".by-hand summary").click()
    plan.locator("#route-text").fill("nothing")
    person.answered(plan.locator(".written button").click)
    loss = person.words("%(loss)s less than the best", loss="¥")
    assert loss.partition("¥")[2].strip() in plan.locator(".revenue").inner_text()
    plan.locator("#route-text").fill("")
    person.answered(plan.locator(".written button").click)
    person.sees(person.words("proven best"), "#plan")


def takes_back(actor: Mouse, other: Mouse, length: int) -> None:
    """Undo and redo, and the other one sees both."""
    for word, expected in (("Undo", length - 1), ("Redo", length)):
        sign = "↶" if word == "Undo" else "↷"
        actor.person.plays(f"{sign} {actor.person.words(word)}", "#time")
        for hand in (actor, other):
            shown = f'#state[data-length="{expected}"]'
            hand.page.locator(shown).wait_for(state="attached")


def looks_at_what_happened(person: Person, game: Game) -> None:
    """The log tells of the export and the phases, in the person's language."""
    person.page.get_by_role("tab", name=person.words("Log")).click()
    told = person.page.locator("#log").inner_text()
    messages = [message for record in game.history[-38:] for message in record.log]
    exported = [message for message in messages if message.id == "log.exported"]
    assert exported
    for message in exported:
        assert game.rules.texts.show(message, person.language) in told
    phase = f"{person.words('Phase')} {game.phase.name}"
    assert game.phase.name != "1"
    person.sees(phase, "#where")


def goes_back_in_time(person: Person, length: int) -> None:
    page, words = person.page, person.words
    person.answered(lambda: page.locator("#when").fill("5"))
    person.sees(words("Position %(at)s of %(length)s", at=5, length=length))
    assert page.url.endswith("?at=5")
    person.answered(page.locator('[data-step-time="1"]').click)
    person.sees(words("Position %(at)s of %(length)s", at=6, length=length))
    person.answered(page.locator("#time [data-now]").click)
    page.locator("#state:not([data-past])").wait_for(state="attached")


def wonders_what_if(person: Person, slug: str, game: Game) -> None:
    """A private copy: both sides are one's own there, and the game itself stays as it was."""
    page = person.page
    page.locator("#time").get_by_role("button", name=person.words("What if?")).click()
    back = page.get_by_role("link", name=person.words("Back to the game"))
    back.wait_for()
    assert slug_of(person) != slug
    page.locator("#board svg[data-ready]").wait_for()
    copy = game.copy()
    bot, hand = make_bot("sensible", 8), Mouse(person)
    for _ in range(2):
        action = bot.choose(copy)
        hand.play(copy, action)
        copy.play(action)
    back.click()
    page.wait_for_url(f"**/t/{slug}/")
    shown = page.locator("#state").get_attribute("data-length")
    assert shown == str(len(game.history))


# --- a whole game ----------------------------------------------------------------------


def test_a_whole_game_against_a_bot_to_the_result(chromium: Any, site: str) -> None:
    """In Spanish, on a telephone: a dozen decisions with care, then passing wherever possible."""
    ana = Person(chromium, site, language="es", width=390, has_touch=True)
    ana.page.goto("/")
    ana.page.locator("#bots").select_option("1")
    ana.presses("Jugar a 1888-N ya")
    ana.page.wait_for_url("**/t/*/")
    ana.page.locator("#board svg[data-ready]").wait_for()
    following, hand = Follower(ana, slug_of(ana)), Mouse(ana)
    bot, taken = make_bot("sensible", 99), 0
    waiting = ana.page.locator("#state[data-mine], #turn a")
    while True:
        waiting.first.wait_for(state="attached", timeout=180_000)
        game = following.catch_up()
        if game.over:
            break
        passing = next((c.action for c in game.legal_actions() if isinstance(c.action, Pass)), None)
        hand.play(game, passing if passing is not None and taken >= 12 else bot.choose(game))
        taken += 1
    ana.page.get_by_role("link", name="Ver el resultado").click()
    ana.page.wait_for_url("**/result/")
    assert ana.page.locator(".ranking tbody tr").count() == 2
    assert ana.page.locator(".chart svg:visible").count() == 3
    assert ana.fits_the_screen()
    winner = max(game.scores(), key=lambda name: game.scores()[name])
    assert winner in ana.page.locator(".result-line").inner_text()
    ana.close()


# --- the keyboard alone ----------------------------------------------------------------


BY_KEYS = {"bid", "start", "buy_share", "lay", "buy_train"}


def test_auction_shares_and_track_with_the_keyboard_alone(chromium: Any, site: str) -> None:
    ana = Person(chromium, site)
    hand = Keys(ana)
    ana.page.goto("/")
    hand.press(ana.page.get_by_role("button", name="Play 1888-N now"))
    ana.page.wait_for_url("**/t/*/")
    ana.page.locator("#board svg[data-ready]").wait_for()
    following, bot = Follower(ana, slug_of(ana)), make_bot("sensible", 5)
    seen: set[str] = set()
    for _ in range(60):
        ana.page.locator("#state[data-mine]").wait_for(state="attached")
        game = following.catch_up()
        action = bot.choose(game)
        if "start" not in seen:  # whatever the others do: a company of one's own, so that it builds
            starts = [c.action for c in game.legal_actions() if kind_of(c.action) == "start"]
            action = starts[-1] if starts else action
        hand.play(game, action)
        seen.add(kind_of(action))
        if seen >= BY_KEYS:
            break
    assert seen >= BY_KEYS
    ana.close()


# --- fingers ---------------------------------------------------------------------------


class Fingers:
    """Touches of the screen, as a telephone reports them."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.send = person.context.new_cdp_session(person.page).send
        box = person.page.locator("#viewport").bounding_box()
        self.centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        x, y = self.centre
        touches = [{"x": x + dx, "y": y + dy, "id": n} for n, (dx, dy) in enumerate(points)]
        self.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})

    def view(self) -> list[float]:
        shown = self.page.locator("#board svg").get_attribute("viewBox")
        return [float(part) for part in shown.split()]


def test_the_map_is_dragged_and_pinched(chromium: Any, site: str) -> None:
    ana = Person(chromium, site, width=390, has_touch=True, is_mobile=True)
    ana.page.goto("/")
    ana.presses("Play 1888-N now")
    ana.page.wait_for_url("**/t/*/")
    ana.page.locator("#board svg[data-ready]").wait_for()
    ana.page.locator("#viewport").scroll_into_view_if_needed()
    fingers = Fingers(ana)
    whole = fingers.view()
    fingers.touch("Start", (-30, 0), (30, 0))
    for step in range(1, 9):
        fingers.touch("Move", (-30 - 8 * step, 0), (30 + 8 * step, 0))
    fingers.touch("End")
    near = fingers.view()
    assert near[2] < whole[2] * 0.5  # nearer by what the fingers went apart
    middle = [view[0] + view[2] / 2 for view in (whole, near)]
    assert abs(middle[0] - middle[1]) < whole[2] * 0.05  # around the point between them
    fingers.touch("Start", (0, 0))
    for step in range(1, 6):
        fingers.touch("Move", (-15 * step, 0))
    fingers.touch("End")
    moved = fingers.view()
    assert moved[2] == near[2]
    assert moved[0] > near[0] + near[2] * 0.1
    assert ana.page.locator("[data-hex-card]").count() == 0  # a drag chooses nothing
    shown = ana.page.locator("[data-hex-card]")
    for _ in range(10):  # a touch that follows a sweep at once only stops it
        ana.page.wait_for_timeout(500)
        ana.page.touchscreen.tap(*fingers.centre)
        ana.page.wait_for_timeout(500)
        if shown.count():
            break
    shown.wait_for()  # a tap does
    ana.close()
