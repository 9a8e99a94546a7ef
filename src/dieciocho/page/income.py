"""Cards of the dividend decision: what everybody gets and where the price goes."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.actions import Action, Choice, Dividend
from ..engine.game import Game
from ..engine.shares import price
from ..engine.words import company_of
from .cards import Card, Option, as_json
from .teller import Teller


def dividend_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Return a card for paying and one for keeping."""
    labels = {"pay": tell.say("pay_out"), "keep": tell.say("keep")}
    titles = {
        "pay": tell.say("to_shareholders"),
        "keep": tell.say("to_treasury"),
    }
    for choice in choices:
        action = choice.action
        assert isinstance(action, Dividend)
        kind = action.kind
        facts, rows = outcome(tell, action)
        yield Card(titles[kind], (Option(labels[kind], as_json(action)),), facts=facts, rows=rows)


def outcome(tell: Teller, action: Action) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return what is paid for a share, and a row for everybody who gains or pays and the price."""
    game = tell.game
    company = company_of(game)
    seen = tell.foresee(action)
    after = seen.game
    rows = []
    for owner in (*range(len(game.players)), company):
        gain = after.state.cash[owner] - game.state.cash[owner]
        if gain:
            name = game.name(owner) if isinstance(owner, int) else tell.say("treasury")
            rows.append((name, f"{'+' if gain > 0 else ''}{tell.money(gain)}"))
    rows.append((tell.say("price"), _price_move(tell, company, after)))
    facts = tuple(
        tell.say("per_share", money=tell.money(message.params["per_share"]))
        for message in seen.log
        if message.params.get("per_share")
    )
    return facts, tuple(rows)


def _price_move(tell: Teller, company: str, after: Game) -> str:
    if company not in tell.game.state.cell:
        return "–"
    if company not in after.state.cell:
        return tell.say("company_ends")
    old, new = price(tell.game, company), price(after, company)
    arrow = "↑" if new > old else "↓" if new < old else "="
    return f"{tell.money(old)} → {tell.money(new)} {arrow}"
