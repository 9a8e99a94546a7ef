"""Cards of the dividend decision: what everybody gets and where the price goes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from ...engine.actions import Choice, Dividend
from ...engine.shares import percent, price
from ...engine.steps.operating import dividend_effect
from .offers import Card, Option, as_json
from .scene import Scene


def dividend_cards(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Return a card for paying and one for keeping."""
    game = scene.game
    turn = game.state.turn
    assert turn is not None
    labels = {"pay": _("Pay it out"), "keep": _("Keep it")}
    titles = {
        "pay": _("To the shareholders"),
        "keep": _("To the treasury"),
    }
    for choice in choices:
        action = choice.action
        assert isinstance(action, Dividend)
        kind = action.kind
        per_share, direction, income = dividend_effect(game, turn.company, kind, turn.revenue)
        rows = []
        for seat, name in enumerate(game.players):
            share = per_share * (percent(game, turn.company, seat) // 10)
            if share:
                rows.append((name, f"+{scene.money(share)}"))
        treasury = income + turn.bonus_income
        if treasury:
            rows.append((_("treasury"), f"+{scene.money(treasury)}"))
        rows.append((_("price"), _price_move(scene, turn.company, direction)))
        facts: tuple[str, ...] = ()
        if per_share:
            facts = (_("%(money)s per share") % {"money": scene.money(per_share)},)
        made = Option(labels[kind], as_json(action))
        yield Card(titles[kind], (made,), facts=facts, rows=tuple(rows))


def _price_move(scene: Scene, company: str, direction: str) -> str:
    market = scene.game.definition.market
    table = market.right if direction == "right" else market.left
    old = price(scene.game, company)
    new = market.price[table[scene.game.state.cell[company]]]
    arrow = "↑" if new > old else "↓" if new < old else "="
    return f"{scene.money(old)} → {scene.money(new)} {arrow}"
