"""What pages say before an action, compared with what happens after it, over random games.

`python -m tests.web.previews GAME COUNT [SEED]` makes COUNT comparisons and prints those that are
false. A comparison takes what is said of one choice, plays it on a copy, and asks the position
that comes of it, never the functions that said it.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dieciocho.web.settings")
if __name__ == "__main__":
    django.setup()

from django.http import QueryDict

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import Action, Answer, Dividend, LayTile
from dieciocho.engine.game import Game, Play
from dieciocho.engine.routing import PATIENT
from dieciocho.engine.shares import percent, price
from dieciocho.engine.words import company_of
from dieciocho.games import rules_of
from dieciocho.games.g18esp.facts import EspTurn
from dieciocho.page import offers
from dieciocho.page.cards import Card, Option
from dieciocho.page.names import told
from dieciocho.page.teller import Teller
from dieciocho.web.play import hexes, runs
from dieciocho.web.services.reading import read_action

BOTS = ("sensible", "curious", "quick", "wayward")
EACH = 3  # comparisons of a position at most
Fields = dict[str, str]


class Looks:
    """As much of a scene as cards and previews ask for."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.tell, self.game, self.language = Teller(game, language), game, language
        self.choices = self.tell.choices

    def money(self, amount: int) -> str:
        return self.tell.money(amount)


class Case(msgspec.Struct):
    """What was said of an action, and what came of it."""

    tell: Teller
    action: Action
    said: list[str]
    before: Game
    after: Game
    first: tuple[Action, ...] = ()

    @property
    def company(self) -> str:
        return getattr(self.before.state.turn, "company", "")

    @property
    def lines(self) -> list[str]:
        """What the log says of the action."""
        return [
            told(self.tell, message)
            for record in self.after.history[len(self.before.history) :]
            for message in record.log
        ]

    @property
    def new_prices(self) -> dict[str, list[int]]:
        """Every price that a company had from the action on, by company."""
        found = {company: [price(self.before, company)] for company in self.before.state.cell}
        for record in self.after.history[len(self.before.history) :]:
            for message in record.log:
                if message.id == "log.price_moved":
                    found.setdefault(message.params["company"], []).append(message.params["new"])
        return found


def number(text: str) -> int:
    """Read an amount of money."""
    digits = re.sub(r"[^0-9]", "", text)
    return -int(digits) if "−" in text else int(digits)


def fields(tell: Teller, key: str, text: str) -> Fields | None:
    """Return what a text says if it was made of a template of the page."""
    template = tell.say(key, **{name: f"\0{name}\0" for name in _blanks(tell, key)})
    pattern = re.sub(r"\0(\w+)\0", r"(?P<\1>.+)", re.escape(template).replace("\\\0", "\0"))
    found = re.fullmatch(pattern, text)
    return None if found is None else found.groupdict()


def _blanks(tell: Teller, key: str) -> list[str]:
    return re.findall(r"{(\w+)}", tell.say(key))


# --- what is compared ------------------------------------------------------------------


def _best_after(case: Case, game: Game, kind: str | None) -> int:
    """Return what the company could earn, by playing all that may be done before a run."""
    company = case.company
    trial = Play(game.copy())
    if kind is not None:
        trial.state.trains[company] = (f"{kind}-0",)
    answers = [trial.best_routes(company, limits=PATIENT).best.total]
    turn = trial.state.turn
    if isinstance(turn, EspTurn) and turn.tender is None:  # a tender that is given before the run
        for card in trial.state.trains[company]:
            given = Play(trial.copy())
            given.set_turn(tender=card)
            answers.append(given.best_routes(company, limits=PATIENT).best.total)
    return max(answers)


def _revenue(case: Case, said: Fields) -> bool:
    kind = said.get("kind")
    old, new = (_best_after(case, g, kind) for g in (case.before, _laid(case)))
    return number(said["old"]) == old and number(said.get("new", said["old"])) == new


def _laid(case: Case) -> Game:
    """Return the position after a tile with the company still at its turn."""
    if company_of(case.after) == case.company:
        return case.after
    trial = Play(case.before.copy())  # its turn has passed: nothing but the tile
    move, step = trial._prepare(case.action, None)
    move.apply(trial, step, case.action)
    return trial


def _price_moves(case: Case, said: Fields) -> bool:
    prices = case.new_prices.get(said["company"], [])
    return {number(said["old"]), number(said["new"])} <= set(prices)


def _sale(case: Case, said: Fields) -> bool:
    company = getattr(case.action, "company", "")
    prices = case.new_prices.get(company, [])
    return number(said["old"]) == prices[0] and number(said.get("new", said["old"])) == prices[-1]


def _treasury(case: Case, said: Fields) -> bool:
    return case.after.state.cash[case.company] == number(said["money"])


def _since(case: Case, seat: int) -> int:
    """Return what a player got and paid by what followed by itself, as the log has it."""
    total = 0
    for message in case.after.history[-1].log:
        told = message.params
        if case.before.name(seat) in (told.get("player"), told.get("owner")):
            sign = (
                -1
                if message.id == "log.director_pays"
                else int(any(word in message.id for word in ("income", "loans")))
            )
            total += sign * told.get("money", 0)
    return total


def _keeps(case: Case, said: Fields) -> bool:
    seat = case.before.actor
    assert seat is not None
    return case.after.state.cash[seat] - _since(case, seat) == number(said["money"])


def _gets(case: Case, said: Fields) -> bool:
    seat = case.before.actor
    assert seat is not None
    gained = case.after.state.cash[seat] - case.before.state.cash[seat]
    got = number(said["money"])
    owed = getattr(case.before.step, "debt", 0)  # of a fine, as the question says
    return gained - _since(case, seat) == got - min(owed, got)


def _per_share(case: Case, said: Fields) -> bool:
    paid = [
        message.params.get("per_share")
        for record in case.after.history[len(case.before.history) :]
        for message in record.log
    ]
    return number(said["money"]) in paid


def _holds(case: Case, said: Fields) -> bool:
    seat = case.before.actor
    assert seat is not None
    part = percent(case.after, getattr(case.action, "company", ""), seat)
    return part == int(said["part"])


CHECKS = {
    "best_stays": _revenue,
    "best_moves": _revenue,
    "best_stays_with": _revenue,
    "best_moves_with": _revenue,
    "price_then": _price_moves,
    "price_falls": _sale,
    "price_stays": _sale,
    "treasury_after": _treasury,
    "you_keep": _keeps,
    "you_get": _gets,
    "per_share": _per_share,
    "pay_for_part": _holds,
}


def false_lines(case: Case, effects: list[str]) -> Iterator[str]:
    """Yield what was said and is not so: facts by their templates, effects as lines of the log."""
    templates = [key for key in CHECKS if key in case.tell]
    templates.sort(key=lambda key: -len(case.tell.say(key)))  # the one that says most comes first
    for text in case.said:
        read = ((key, fields(case.tell, key, text)) for key in templates)
        key, found = next((pair for pair in read if pair[1] is not None), ("", None))
        if found is not None and not CHECKS[key](case, found):
            yield f"{key}: {text}"
    lines = case.lines
    for text in effects:
        known = any(fields(case.tell, key, text) is not None for key in templates)
        if not known and text not in lines:
            yield f"effect: {text}"


def card_case(game: Game, tell: Teller, card: Card, option: Option) -> tuple[Case, list[str]]:
    action = read_action(game, msgspec.json.decode(option.action))
    if option.low is not None:
        choice = next(c for c in tell.choices if c.action == action)
        action = choice.at(option.low)
    after = game.copy().play(action)
    if not isinstance(action, Answer):
        _agreed(after)
    effects = [*card.effects, *option.effects]
    return Case(tell, action, [*card.facts, *option.facts, *effects], game, after), effects


def _agreed(game: Game) -> None:
    """Let whoever is asked agree: cards tell what comes of it then."""
    while not game.over and Answer("agree") in [c.action for c in game.legal_actions()]:
        game.play(Answer("agree"))


def compare_card(game: Game, tell: Teller, card: Card, option: Option) -> Iterator[str]:
    case, effects = card_case(game, tell, card, option)
    yield from false_lines(case, effects)
    if isinstance(case.action, Dividend):
        yield from _false_rows(case, card)


def _false_rows(case: Case, card: Card) -> Iterator[str]:
    """Compare who gets how much of a dividend."""
    owners: dict[str, Any] = {name: seat for seat, name in enumerate(case.before.players)}
    owners[case.tell.say("treasury")] = case.company
    log = [m for record in case.after.history[len(case.before.history) :] for m in record.log]
    if company_of(case.after) != case.company and len(log) > 4:
        return  # what has happened since mixes in
    for name, text in card.rows:
        if name in owners:
            owner = owners[name]
            if case.after.state.cash[owner] - case.before.state.cash[owner] != number(text):
                yield f"row: {name} {text}"


def compare_lay(game: Game, looks: Looks, lay: LayTile) -> Iterator[str]:
    said = hexes.lay_effect(looks, lay)  # type: ignore[arg-type]
    case = Case(looks.tell, lay, said, game, game.copy().play(lay))
    yield from false_lines(case, [])
    paid = re.fullmatch(r"Costs (.+); treasury (.+) → (.+)\.", said[0]) if said else None
    after = _laid(case).state.cash
    capitals = [line for line in case.lines if "of capital" in line]
    # What a goal brings has a line of its own: it comes after the tile is paid.
    brought = sum(number(line.split(" of capital")[0].split()[-1]) for line in capitals)
    if paid and after[case.company] - number(paid[3]) not in (0, brought):
        yield f"cost: {said[0]}"
    unsaid = [line for line in capitals if line not in said]
    yield from (f"unsaid: {line}" for line in unsaid)


def compare_run(game: Game, looks: Looks) -> Iterator[str]:
    """Compare the run that is proposed, and one of the others, with what they bring."""
    query = QueryDict(mutable=True)
    plan = runs.plan(looks, query)  # type: ignore[arg-type]
    yield from _compare_plan(game, looks, plan)
    if len(plan.candidates) > 1:
        query["pick"] = str(random.Random(len(game.history)).randrange(1, len(plan.candidates)))
        yield from _compare_plan(game, looks, runs.plan(looks, query))  # type: ignore[arg-type]


def _compare_plan(game: Game, looks: Looks, plan: runs.Plan) -> Iterator[str]:
    if plan.refusal or not plan.revenue:
        return
    after = game.copy()
    for text in (*plan.before, plan.action):
        after.play(read_action(after, msgspec.json.decode(text)))
    run = read_action(after, msgspec.json.decode(plan.action))
    case = Case(looks.tell, run, list(plan.effects), game, after)
    for text in plan.effects:
        if fields(looks.tell, "price_then", text) is None and text not in case.lines:
            yield f"run effect: {text}"
    log = [m for record in after.history[len(game.history) :] for m in record.log]
    worths = [m.params["value"] for m in log if m.id == "log.route"]
    if number(plan.revenue.split(" and ")[0]) != sum(worths):
        yield f"revenue: {plan.revenue} {worths}"
    if len(worths) > 0 and sum(number(route.value) for route in plan.routes) != sum(worths):
        yield f"routes: {[route.value for route in plan.routes]} {worths}"
    for route in plan.routes:
        parts = [int(found) for found in re.findall(r"(-?\d+)(?= \+ |$)", route.sum)]
        if sum(parts) != number(route.value):
            yield f"sum: {route.sum} is not {route.value}"
    unsaid = [line for line in case.lines if "of capital" in line and line not in plan.effects]
    yield from (f"unsaid: {line}" for line in unsaid)
    if plan.proven and not plan.loss and plan.hiring is None:
        total = sum(map(number, plan.revenue.split(" and ")))
        most = _best_after(case, game, None)
        if total < most:
            yield f"not the best: {plan.revenue}, {most}"


# --- random games ----------------------------------------------------------------------


def comparisons(name: str, seed: int) -> Iterator[tuple[Game, str, list[str]]]:
    """Play a random game; yield positions, what was compared there, and what was false."""
    draw = random.Random(f"{name} {seed}")
    rules = rules_of(name)
    count = draw.choice([n for n in rules.player_counts if n > 1])
    edition = draw.choice(rules.editions)
    people = ["Ana", "Luis", "Eva", "Gil", "Hugo", "Rosa", "Paco", "Nora"][:count]
    game = dieciocho.new_game(name, people, edition=edition, seed=seed)
    bots = [make_bot(draw.choice(BOTS), seed + n) for n in range(count)]
    while not game.over:
        if draw.random() < 0.3:
            yield from _at(game.copy(), draw)
        seat = game.actor
        assert seat is not None
        game.play(bots[seat % count].choose(game))


def _at(game: Game, draw: random.Random) -> Iterator[tuple[Game, str, list[str]]]:
    looks = Looks(game)
    if runs.running(looks):  # type: ignore[arg-type]
        yield game, "run", list(compare_run(game, looks))
    lays = [c.action for c in looks.choices if isinstance(c.action, LayTile)]
    if lays and company_of(game):
        lay = draw.choice(lays)
        yield game, f"lay {lay}", list(compare_lay(game, looks, lay))
    cards = [
        (card, option)
        for group in offers.groups(looks.tell)
        for card in group.cards
        for option in card.options
    ]
    for card, option in draw.sample(cards, min(EACH, len(cards))):
        yield game, option.action, list(compare_card(game, looks.tell, card, option))


def _kind(what: str) -> str:
    return str(msgspec.json.decode(what)["do"]) if what.startswith("{") else what.split()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    chosen = parser.parse_args()
    kinds: Counter[str] = Counter()
    done = wrong = 0
    seed = chosen.seed
    while done < chosen.count:
        for game, what, false in comparisons(chosen.game, seed):
            done += 1
            kinds[_kind(what)] += 1
            if false:
                wrong += 1
                header = f"{game.header.edition} {len(game.players)}p seed {seed}"
                print(f"{header} @{len(game.history)} {what}: {false}", flush=True)
            if done == chosen.count:
                break
        seed += 1
    print(f"{chosen.game}: {done} comparisons, {wrong} false", dict(kinds))


if __name__ == "__main__":
    main()
