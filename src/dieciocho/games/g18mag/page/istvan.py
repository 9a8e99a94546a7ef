"""István's board on the page of 18Magyarország: his cards, what they say, where he stands."""

from __future__ import annotations

from ....engine.game import Game
from ....engine.shares import percent
from ....page.names import chip
from ....page.sheets import Block, Box, Boxes, Entry, Fact, Lines, Remark, Sheet
from ....page.teller import Teller, Words
from .. import istvan
from ..cards import cards, cards_of, is_solo, option, programme, stock_card
from ..facts import facts

_STEPS = ("fee", "track", "station", "scrap", "run", "train")  # of each of his minors' turns


def _meaning(tell: Teller, action: str) -> str:
    """Say in words what an action of a company card asks for."""
    word, _blank, what = action.partition(" ")
    money = istvan.THRESHOLDS.get(what, "")
    return tell.say(f"istvan.action.{word}", kind=what, hex=what, money=money)


def _card(tell: Teller, minor: str) -> Box:
    game, state = tell.game, tell.game.state
    done = facts(game).programme.get(minor, 0)
    next_one = tell.say("istvan.waits" if minor in facts(game).swapping else "istvan.next")
    trains = ", ".join(game.kind_of(card) for card in state.trains[minor]) or "–"
    printed = f"{option(game, 'difficulty')} {minor}" in cards_of(game).printed
    return Box(
        label=tell.say("istvan.card", number=minor),
        title=tell.say("minor", number=minor),
        entries=tuple(
            Entry(action, _meaning(tell, action), done=n < done, now=next_one if n == done else "")
            for n, action in enumerate(programme(game, minor))
        ),
        sign=chip(game, minor),
        mark="" if printed else tell.say("istvan.reconstructed"),
        facts=(
            Fact(tell.say("istvan.treasury"), f"Ft{state.cash[minor]}"),
            Fact(tell.say("istvan.trains"), trains),
        ),
    )


def _stock(tell: Teller) -> Box:
    """His stock card: how much he holds of what he may hold."""
    title = tell.say("istvan.stock_card")
    return Box(
        label=title,
        title=f"{title} {option(tell.game, 'stock')}",
        entries=tuple(_share(tell, company, most) for company, most in stock_card(tell.game).rows),
        mark=tell.say("istvan.reconstructed"),
        facts=(Fact(tell.say("istvan.first_share")),),
    )


def _share(tell: Teller, company: str, most: int) -> Entry:
    held = percent(tell.game, company, istvan.ISTVAN)
    says = tell.say("istvan.holds", held=held, most=most)
    return Entry("", says, chip(tell.game, company), done=held >= most)


def _turn(tell: Teller) -> Box:
    entries = tuple(Entry("", line) for line in _steps(tell))
    return Box(tell.say("istvan.turn"), tell.say("istvan.turn_title"), entries)


def _steps(words: Words) -> list[str]:
    """Return what each of his minors does in its turn, in order."""
    return [words.say(f"istvan.steps.{step}") for step in _STEPS]


def _income(game: Game) -> int:
    return cards_of(game).income.get(game.phase.name, 0)


def _board(tell: Teller) -> list[Block]:
    """His whole board."""
    game = tell.game
    level = tell.say(f"istvan.level.{option(game, 'difficulty')}")
    told = [Fact(tell.say("istvan.difficulty") + ":", level)]
    if option(game, "length") == "short":
        told.append(Fact(tell.say("istvan.income", money=_income(game))))
    blocks: list[Block] = [Lines(tuple(told))]
    if cards_of(game).reconstructed:
        blocks.append(Remark(tell.say("istvan.reconstructed"), tell.say("istvan.our_own")))
    minors = [_card(tell, minor) for minor in istvan.own_minors(game)]
    return [*blocks, Boxes((*minors, _stock(tell), _turn(tell)))]


def notes(words: Words) -> list[tuple[str, list[str]]]:
    """Return what the page with the rules says about him."""
    printed = words.say("notes.cards_printed", printed=", ".join(cards().printed))
    return [
        (words.say("notes.cards"), [printed, words.say("notes.cards_own")]),
        (words.say("notes.turn"), _steps(words)),
    ]


SHEET = Sheet("istvan", _board, is_solo)
