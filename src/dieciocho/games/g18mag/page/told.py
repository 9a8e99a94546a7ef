"""István's cards in words: what they ask for, where he stands, and that they are our own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.shares import percent
from ..cards import cards_of, is_solo, option, programme, stock_card
from ..facts import facts
from ..istvan import ISTVAN, own_minors

if TYPE_CHECKING:
    from ....engine.game import Game

RECONSTRUCTED = "*"  # marks a card that was not printed like this


def board_told(game: Game, language: str) -> list[str]:
    """Return his board line by line, a title first; nothing where he does not play."""
    if not is_solo(game):
        return []
    level = game.text(f"istvan.{option(game, 'difficulty')}", language)
    lines = [game.text("istvan.title", language, level=level)]
    if cards_of(game).reconstructed:
        lines.append(game.text("istvan.reconstructed", language, mark=RECONSTRUCTED))
    if option(game, "length") == "short":
        money = cards_of(game).income[game.phase.name]
        lines.append(game.text("istvan.income", language, money=money))
    lines += [_company_card(game, minor, language) for minor in own_minors(game)]
    return [*lines, _stock_card(game, language)]


def _company_card(game: Game, minor: str, language: str) -> str:
    done = facts(game).programme.get(minor, 0)
    actions = programme(game, minor)
    key = "istvan.waits" if minor in facts(game).swapping else "istvan.next"
    shown = [f"{action} ✓" for action in actions[:done]]
    shown += [f"{action} ← {game.text(key, language)}" for action in actions[done : done + 1]]
    printed = f"{option(game, 'difficulty')} {minor}" in cards_of(game).printed
    return game.text(
        "istvan.card",
        language,
        minor=minor,
        mark="" if printed else RECONSTRUCTED,
        money=game.state.cash[minor],
        trains=" ".join(game.kind_of(card) for card in game.state.trains[minor]) or "—",
        actions=" · ".join([*shown, *actions[done + 1 :]]),
    )


def _stock_card(game: Game, language: str) -> str:
    rows = [f"{c} {percent(game, c, ISTVAN)}/{most} %" for c, most in stock_card(game).rows]
    return game.text(
        "istvan.stock",
        language,
        card=option(game, "stock"),
        mark=RECONSTRUCTED,
        rows=" · ".join(rows),
    )
