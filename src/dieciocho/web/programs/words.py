"""What programs are called on the page and in notices."""

from __future__ import annotations

from django.utils.translation import gettext as _

from ..models import Program
from .kinds import AnswerOn, BuyOn, End, PassOn, RunOn, Wish, read_wish


def described(wish: Wish) -> str:
    """Say what a program does."""
    if isinstance(wish, PassOn):
        return _("Pass until the stock round ends%(unless)s") % {"unless": _unless(wish)}
    if isinstance(wish, BuyOn):
        return _("Buy a share of %(company)s in every turn") % {"company": wish.company} + _until(
            wish
        )
    if isinstance(wish, RunOn):
        text = (
            _("%(company)s: run the best routes, pay out, pass everything else")
            if wish.rest
            else _("%(company)s: run the best routes and pay out")
        )
        return text % {"company": wish.company}
    assert isinstance(wish, AnswerOn)
    if wish.least is None:
        return _("Decline whoever wants to buy a train")
    return _("Sell trains from %(price)d on, decline below that") % {"price": wish.least}


def _unless(wish: PassOn) -> str:
    cases = [
        (wish.sold, _("somebody sells shares")),
        (wish.bought, _("somebody buys into a company of mine")),
        (wish.started, _("a company is started")),
    ]
    told = [text for wanted, text in cases if wanted]
    return "; ".join(["", _("not if %(cases)s") % {"cases": ", ".join(told)}]) if told else ""


def _until(wish: BuyOn) -> str:
    parts = []
    if wish.floated:
        parts.append(_("until it floats"))
    if wish.count is not None:
        parts.append(_("until I have %(count)d certificates") % {"count": wish.count})
    if wish.price is not None:
        parts.append(_("for %(price)d at most") % {"price": wish.price})
    return "".join(f", {part}" for part in parts)


def ending(end: End) -> str:
    """Say why a program has ended."""
    reasons = {
        "round": _("the stock round is over"),
        "sold": _("%(who)s has sold shares of %(company)s"),
        "bought": _("%(who)s has bought into %(company)s"),
        "started": _("%(who)s has started %(company)s"),
        "no_pass": _("you cannot pass now"),
        "gone": _("%(company)s has left the market"),
        "floated": _("%(company)s has floated"),
        "enough": _("you have enough certificates of %(company)s"),
        "no_share": _("you cannot buy a share of %(company)s now"),
        "price": _("a share of %(company)s costs more than you said"),
        "director": _("you do not direct %(company)s any more"),
        "refused": _("the rules do not allow it now"),
    }
    return reasons[end["why"]] % end


def told(program: Program) -> str:
    """Say what a program does, and why it has ended if it has."""
    text = described(read_wish(program.wish))
    if program.ended is None:
        return text
    reason = ending(program.ended)
    return _("%(program)s – ended: %(reason)s.") % {"program": text, "reason": reason}
