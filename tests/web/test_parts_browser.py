"""The page that is changed part by part is the page that a reload would show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dieciocho.engine.game import Game
from dieciocho.games import GAMES
from dieciocho.web.services import copying, playing

from .browsers import Person, chromium, match, needs_chromium
from .test_table_browser import ANA, sit

__all__ = ["chromium", "sit"]  # fixtures

pytestmark = [pytest.mark.django_db(transaction=True), needs_chromium]

# What a page shows, part by part, without what differs from answer to answer or belongs to the
# reader alone: tokens of forms, the marks of scripts on the map.
_SHOWN = """
root => {
  const names = ["tabindex", "role", "aria-label", "data-ready", "class", "open", "data-shown"];
  const told = (node) => {
    const copy = node.cloneNode(true);
    for (const field of copy.querySelectorAll("[name=csrfmiddlewaretoken], [name=request]")) {
      field.removeAttribute("value");
    }
    for (const time of copy.querySelectorAll("time")) { // told in the reader's own time
      time.removeAttribute("title");
      time.textContent = "";
    }
    if (!node.closest("#board")) return copy.innerHTML;
    for (const mine of copy.querySelectorAll("svg, [data-hex]")) {
      for (const name of names) mine.removeAttribute(name);
    }
    for (const mark of copy.querySelectorAll(".preview, .wish-mark")) mark.remove();
    return copy.innerHTML;
  };
  return [...root.querySelectorAll("[data-digest]")].map(
    (part) => [part.dataset.part, part.dataset.digest, told(part)]
  );
}
"""
_COMPARE = f"""
async () => {{
  const shown = {_SHOWN.strip()};
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = document.querySelector("#state").dataset, then = page.querySelector("#state").dataset;
  const differ = Object.keys({{ ...now, ...then }}).filter((key) => now[key] !== then[key]);
  const [here, fresh] = [shown(document.querySelector("#table")), shown(page)];
  if (here.length !== fresh.length) differ.push(`${{here.length}} parts, not ${{fresh.length}}`);
  fresh.forEach((part, n) => {{
    if (JSON.stringify(here[n]) !== JSON.stringify(part)) differ.push([here[n], part]);
  }});
  return differ;
}}
"""


def act(slug: str, game: Game, number: int) -> None:
    playing.act(slug, ANA, msgspec.to_builtins(game.history[number].action))


def catches_up(person: Person, length: int) -> None:
    """Let a page ask for news now, and wait until it shows them."""
    person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    shows = "n => document.querySelector('#state').dataset.length === String(n)"
    person.page.wait_for_function(shows, arg=length)


def is_as_loaded(person: Person) -> None:
    differ = person.page.evaluate(_COMPARE)
    assert not differ, "\n".join(map(str, differ))


@pytest.mark.parametrize("title", GAMES)
def test_after_every_move_the_page_is_as_a_reload_would_show_it(sit: Any, title: str) -> None:
    game = match(title)
    length = len(game.history)
    for start in (0, length // 3, 2 * length // 3, length - 6):
        table = copying.adopt(ANA, game.at(start))
        ana, guest = sit().opens(table.slug), sit("guest", language="es").opens(table.slug)
        for number in range(start, min(start + 6, length)):
            act(table.slug, game, number)
            for person in (ana, guest):
                catches_up(person, number + 1)
                is_as_loaded(person)
        playing.undo(table.slug, ANA)
        catches_up(ana, number)
        is_as_loaded(ana)
        ana.context.close()
        guest.context.close()


def test_steps_through_the_history_show_what_a_reload_would(sit: Any) -> None:
    game = match("1888n")
    table = copying.adopt(ANA, game.at(150))
    ana = sit().opens(table.slug)
    back, forth = (ana.page.locator(f'[data-step-time="{by}"]') for by in ("-1", "1"))
    for button, count in ((back, 12), (forth, 9)):
        for _ in range(count):
            ana.answered(button.click)
        is_as_loaded(ana)
    act(table.slug, game, 150)  # the others go on meanwhile
    catches_up(ana, 151)
    is_as_loaded(ana)
    ana.answered(ana.page.locator("#time [data-now]").click)
    is_as_loaded(ana)
    assert ana.page.locator("#state").get_attribute("data-at") == "151"


def test_an_answer_that_is_overtaken_does_no_harm(sit: Any) -> None:
    """Two answers to the same page: the second was made for parts that are no longer there."""
    game = match("1888n")
    table = copying.adopt(ANA, game.at(150))
    ana = sit().opens(table.slug)
    held: list[Any] = []
    ana.page.route("**/say/", lambda route: held.append((route, route.fetch())))
    ana.page.locator("#tab-log").click()
    ana.page.locator("#say-text").fill("hello")
    ana.page.locator("#say button").click()
    while not held:
        ana.page.wait_for_timeout(20)
    ana.page.locator("#time form[action$='undo/'] button").click()
    ana.page.wait_for_function("() => document.querySelector('#state').dataset.length === '149'")
    route, answer = held.pop()
    route.fulfill(response=answer)
    ana.sees("hello", "#log")
    ana.page.wait_for_function("() => document.querySelector('#state').dataset.length === '149'")
    is_as_loaded(ana)


def test_a_page_of_an_earlier_version_is_loaded_anew(
    sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = match("1888n")
    table = copying.adopt(ANA, game.at(150))
    ana = sit().opens(table.slug)
    monkeypatch.setattr("dieciocho.web.play.answers.version", lambda: "another")
    ana.page.evaluate("window.earlier = true")
    act(table.slug, game, 150)
    ana.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ana.page.wait_for_function("() => !window.earlier && document.querySelector('#state')")
    assert ana.page.locator("#table").get_attribute("data-version") == "another"
    assert ana.page.locator("#state").get_attribute("data-length") == "151"
