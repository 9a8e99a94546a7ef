"""Cards of train purchases: who pays what, and what the purchase sets off."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from ...engine.actions import BuyTrain, Choice
from ...engine.depot import train_of
from ...engine.game import Game
from ...engine.state import BANK, POOL
from ...engine.words import owner_name
from ..games import page_for
from .offers import Card, option, paid_to
from .scene import Scene
from .words import chip


def train_cards(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Return a card for each train on offer."""
    game = scene.game
    company = getattr(game.state.turn, "company", "")
    treasury = game.state.cash[company]
    for choice in choices:
        action = choice.action
        assert isinstance(action, BuyTrain)
        facts = [reach_of(game, action.train)]
        missing = action.price - treasury
        if missing > 0:
            facts.append(
                _("%(director)s, the director, adds %(money)s")
                % {
                    "director": game.name(game.state.president[company]),
                    "money": scene.money(missing),
                }
            )
        facts += _seller(scene, action)
        if action.source == BANK:
            facts += paid_to(scene, action)
        label = _("Buy")
        if choice.low is None:
            label = _("Buy for %(price)s") % {"price": scene.money(action.price)}
        sign = chip(game, action.source) if action.source not in (BANK, POOL) else ""
        yield Card(_title(scene, action), (option(scene, choice, label),), sign, tuple(facts))


def _title(scene: Scene, action: BuyTrain) -> str:
    game = scene.game
    title = _("%(kind)s-train") % {"kind": game.kind_of(action.train)}
    if action.source in (BANK, POOL):
        title += f" ({owner_name(game, action.source, scene.language)})"
    if action.trade_in is not None:
        handed = game.kind_of(action.trade_in)
        title += " " + _("for a %(kind)s-train") % {"kind": handed}
    return title


def reach_of(game: Game, card: str) -> str:
    """Say how far a train goes."""
    return page_for(game.header.game).train_says(train_of(game, card))


def _seller(scene: Scene, action: BuyTrain) -> list[str]:
    game = scene.game
    if action.source in (BANK, POOL):
        return []
    director = game.state.president.get(action.source)
    if director is None:  # of a company that has come to an end
        return [_("nobody needs to agree")]
    if director == game.actor:
        return [_("you direct both companies")]
    name = game.name(director)
    if getattr(game.policy, "consent", False):
        return [_("%(director)s must agree") % {"director": name}]
    return [_("director: %(director)s") % {"director": name}]
