"""What the player who decides is asked, in plain words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from ...engine.actions import Action, Bid, BuyPrivate, BuyTrain, Pass
from ...engine.game import Game
from ...engine.steps.auction import Duel
from ..games import page_for
from .offers import kind_of
from .scene import Scene, money
from .words import kind_title, owner_name, private_name


def asked(scene: Scene) -> str:
    """Return what is asked now, as a sentence."""
    game = scene.game
    if game.over:
        return ""
    step = game.step
    proposal = getattr(step, "proposal", None)
    if isinstance(proposal, Action):
        return _proposal(game, proposal)
    if isinstance(step, Duel):
        return _("Raise the bid on %(item)s, or drop out.") % {
            "item": private_name(game, step.item)
        }
    if step.name == "Trains" and not any(isinstance(c.action, Pass) for c in scene.choices):
        return _("%(company)s must buy a train.") % {"company": company_of(game)}
    return _by_name(game, step) or _by_kinds(scene)


def _by_name(game: Game, step: Any) -> str:
    """Return the sentence for the steps that most games have."""
    name = step.name
    own = page_for(game.header.game).questions.get(name)
    if own is not None:
        return own(game)
    company = company_of(game)
    facts = {"company": company}
    sentences = {
        "PrivateAuction": _("Buy the cheapest private company, bid on another one, or pass."),
        "Track": _("Lay a tile or upgrade one for %(company)s.") % facts,
        "Station": _("Place a station of %(company)s, or go on without.") % facts,
        "RunTrains": _("Run the trains of %(company)s.") % facts,
        "PayDividend": _("Pay the revenue of %(company)s to the shareholders, or keep it?") % facts,
        "Trains": _("Buy trains for %(company)s.") % facts,
        "Privates": _("Use or buy private companies for %(company)s, or end its turn.") % facts,
        "Discard": _("%(company)s has too many trains: discard one.")
        % {"company": getattr(step, "company", "")},
    }
    if name == "StockRound":
        if getattr(step, "sold", False):
            return _("You have sold: sell more, buy one certificate, or finish.")
        return _("Sell shares if you like, then buy one certificate; or pass.")
    return sentences.get(name, "")


def company_of(game: Game) -> str:
    """Return the company that acts now, if one does."""
    step: Any = game.step if not game.over else None
    own = getattr(step, "company", None)
    if isinstance(own, str):
        return own
    return game.state.turn.company if game.state.turn is not None else ""


def _by_kinds(scene: Scene) -> str:
    kinds = dict.fromkeys(kind_title(kind_of(choice.action)) for choice in scene.choices)
    return _("Choose: %(kinds)s.") % {"kinds": ", ".join(kinds)}


def _proposal(game: Game, proposal: Action) -> str:
    buyer = company_of(game)
    if isinstance(proposal, BuyTrain):
        return _("%(buyer)s offers %(price)s for the %(kind)s-train of %(seller)s. Agree?") % {
            "buyer": buyer,
            "price": money(game, proposal.price),
            "kind": game.kind_of(proposal.train),
            "seller": owner_name(game, proposal.source),
        }
    if isinstance(proposal, BuyPrivate | Bid):
        item = proposal.private if isinstance(proposal, BuyPrivate) else proposal.target
        return _("%(buyer)s offers %(price)s for %(item)s. Agree?") % {
            "buyer": buyer,
            "price": money(game, proposal.price),
            "item": private_name(game, item),
        }
    return _("Answer the proposal.")
