"""Decisions that need the consent of another player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from ..actions import Answer, BuyPrivate, BuyTrain, Choice
from ..state import Seat
from ..step import Move, Step
from ..words import money, private_name
from .common import PlayerStep

if TYPE_CHECKING:
    from ..game import Game, Play

Asked = TypeVar("Asked", bound=Step, contravariant=True)


def answer_offer(buy: Callable[[Play, str, Any], None]) -> Callable[[Play, Any, bool], None]:
    """Let an answer to an offer be carried out: the operating company buys what was offered.

    An offer that was declined is noted in the turn, so that only a higher one is made again.
    """

    def carry_out(game: Play, step: Any, agreed: bool) -> None:
        game.pop()
        turn: Any = game.state.turn
        offer = step.proposal
        if agreed:
            buy(game, turn.company, offer)
        else:
            thing = offer.private if isinstance(offer, BuyPrivate) else offer.train
            game.set_turn(declined={**turn.declined, thing: offer.price})

    return carry_out


class AnswerMove(Move[Answer, Asked]):
    """Agree to a proposal or decline it; `then` carries the answer out."""

    action = Answer

    def __init__(self, then: Callable[[Play, Asked, bool], None]) -> None:
        self._then = then

    def legal(self, game: Game, step: Asked) -> Iterator[Choice]:
        yield Choice(Answer("agree"))
        yield Choice(Answer("decline"))

    def check(self, game: Game, step: Asked, action: Answer) -> None:
        """Both answers are always possible."""

    def apply(self, game: Play, step: Asked, action: Answer) -> None:
        game.log("answer_" + action.answer, player=game.name(step.actor(game)))
        self._then(game, step, action.answer == "agree")


class ConsentStep(PlayerStep, frozen=True):
    """Somebody answers a proposal before anything else happens; `moves` has the answer.

    A step may keep the purchase that is proposed as its field `proposal`.
    """

    seat: Seat

    out_of_step = "answer_first"

    def case(self, game: Game) -> str:
        proposal = getattr(self, "proposal", None)
        if isinstance(proposal, BuyTrain):
            return "train"
        return "private" if isinstance(proposal, BuyPrivate) else ""

    def told(self, game: Game) -> dict[str, Any]:
        facts = super().told(game)
        proposal = getattr(self, "proposal", None)
        if isinstance(proposal, BuyTrain):
            facts["price"] = money(game, proposal.price)
            facts["kind"] = game.kind_of(proposal.train)
            facts["source"] = proposal.source
        elif isinstance(proposal, BuyPrivate):
            facts["price"] = money(game, proposal.price)
            facts["item"] = private_name(game, proposal.private)
        return facts
