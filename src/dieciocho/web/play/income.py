"""Cards of the dividend decision: what everybody gets and where the price goes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from ...engine.actions import Action, Choice, Dividend
from ...engine.game import Game
from ...engine.shares import price
from ...engine.words import company_of
from .foresight import carried_out
from .offers import Card, Option, as_json
from .scene import Scene


def dividend_cards(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Return a card for paying and one for keeping."""
    labels = {"pay": _("Pay it out"), "keep": _("Keep it")}
    titles = {
        "pay": _("To the shareholders"),
        "keep": _("To the treasury"),
    }
    for choice in choices:
        action = choice.action
        assert isinstance(action, Dividend)
        kind = action.kind
        facts, rows = outcome(scene, action)
        yield Card(titles[kind], (Option(labels[kind], as_json(action)),), facts=facts, rows=rows)


def outcome(scene: Scene, action: Action) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return what is paid for a share, and a row for everybody who gains or pays and the price."""
    game = scene.game
    company = company_of(game)
    after = carried_out(game, action)
    rows = []
    for owner in (*range(len(game.players)), company):
        gain = after.state.cash[owner] - game.state.cash[owner]
        if gain:
            name = game.name(owner) if isinstance(owner, int) else _("treasury")
            rows.append((name, f"{'+' if gain > 0 else ''}{scene.money(gain)}"))
    rows.append((_("price"), _price_move(scene, company, after)))
    facts = tuple(
        _("%(money)s per share") % {"money": scene.money(message.params["per_share"])}
        for message in after._messages
        if message.params.get("per_share")
    )
    return facts, tuple(rows)


def _price_move(scene: Scene, company: str, after: Game) -> str:
    if company not in scene.game.state.cell:
        return "–"
    if company not in after.state.cell:
        return _("the company comes to an end")
    old, new = price(scene.game, company), price(after, company)
    arrow = "↑" if new > old else "↓" if new < old else "="
    return f"{scene.money(old)} → {scene.money(new)} {arrow}"
