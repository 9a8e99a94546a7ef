"""What can be programmed: when it acts, and when it has come to its end.

A program is a plain value that is asked about a position. It knows no game: it looks at the kind of
the round, at the actions of the step that is due and at what was played since it was made, and it
only ever takes what `legal_actions` offers.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ...engine.actions import (
    Action,
    Answer,
    BuyShare,
    BuyTrain,
    Distribute,
    Dividend,
    Exchange,
    Pass,
    Run,
    SellShares,
    StartCompany,
)
from ...engine.errors import BadInput
from ...engine.game import Game
from ...engine.words import company_of

STOCK = "stock"
End = dict[str, Any]  # why a program has ended: an id and what fills its words


def trading(game: Game) -> bool:
    """Tell whether somebody is to buy, sell or pass in a stock round."""
    if game.over or game.round.kind != STOCK:
        return False
    kinds = {move.action for move in game.step.moves}
    return Pass in kinds and BuyShare in kinds


class Wish(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """What a program is to do. `end` says why it is over, `act` what it does now."""

    def check(self, game: Game, seat: int) -> None:
        """Raise BadInput if it cannot be programmed."""
        raise NotImplementedError

    def end(self, game: Game, seat: int, since: int) -> End | None:
        """Return why it is over: asked after every action, whoever's turn it is."""
        raise NotImplementedError

    def act(self, game: Game, seat: int) -> Action | End | None:
        """Return what it does for the seat that decides, why it cannot, or None: not its matter."""
        raise NotImplementedError

    @property
    def about(self) -> str:
        """What two programs of a seat must not both be about."""
        return type(self).__name__


class PassOn(Wish, tag="pass", frozen=True):
    """Pass for the rest of a stock round, unless something happens."""

    round: int = 0  # filled in when it is made
    sold: bool = True
    bought: bool = True
    started: bool = True

    def check(self, game: Game, seat: int) -> None:
        if game.round.kind != STOCK:
            raise BadInput("web.program_stock")

    def end(self, game: Game, seat: int, since: int) -> End | None:
        if game.round.kind != STOCK or game.round.number != self.round:
            return {"why": "round"}
        for record in game.history[min(since, len(game.history)) :]:
            reason = self._disturbs(game, seat, record.action)
            if record.by != seat and reason:
                company = getattr(record.action, "company", "")
                return {"why": reason, "who": game.name(record.by), "company": company}
        return None

    def _disturbs(self, game: Game, seat: int, action: Action) -> str:
        if self.sold and isinstance(action, SellShares):
            return "sold"
        if self.started and isinstance(action, StartCompany):
            return "started"
        if self.bought and isinstance(action, BuyShare | Exchange):
            return "bought" if game.state.president.get(action.company) == seat else ""
        return ""

    def act(self, game: Game, seat: int) -> Action | End | None:
        if not trading(game):
            return None
        return _pass(game) or {"why": "no_pass"}


class BuyOn(Wish, tag="buy", frozen=True):
    """Buy a share of a company in every turn until there is enough."""

    company: str
    floated: bool = False  # until it floats
    count: int | None = None  # until there are so many certificates
    price: int | None = None  # as long as one costs no more

    def check(self, game: Game, seat: int) -> None:
        if self.company not in game.state.cell:
            raise BadInput("web.program_company")
        _check_number(self.count)
        _check_number(self.price)
        if self.end(game, seat, 0) is not None:
            raise BadInput("web.program_done")

    def end(self, game: Game, seat: int, since: int) -> End | None:
        company = {"company": self.company}
        if self.company not in game.state.cell:
            return {"why": "gone", **company}
        if self.floated and self.company in game.state.floated:
            return {"why": "floated", **company}
        held = list(game.state.shares.get(self.company, ())).count(seat)
        if self.count is not None and held >= self.count:
            return {"why": "enough", **company}
        return None

    def act(self, game: Game, seat: int) -> Action | End | None:
        if not trading(game):
            return None
        offers = [
            (_cost(game, seat, choice.action), number, choice.action)
            for number, choice in enumerate(game.legal_actions())
            if isinstance(choice.action, BuyShare) and choice.action.company == self.company
        ]
        if not offers:
            last = game.history[-1] if game.history else None
            bought = last is not None and last.by == seat and isinstance(last.action, BuyShare)
            # After a purchase something else may be done in some games: it is left alone.
            return _pass(game) if bought else {"why": "no_share", "company": self.company}
        cost, _, action = min(offers, key=lambda offer: offer[:2])
        if self.price is not None and cost > self.price:
            return {"why": "price", "company": self.company}
        return action

    @property
    def about(self) -> str:
        return f"BuyOn {self.company}"


class RunOn(Wish, tag="run", frozen=True):
    """Run the best routes of a company and pay out, and perhaps pass all else in its turns."""

    company: str
    rest: bool = False

    def check(self, game: Game, seat: int) -> None:
        if self.end(game, seat, 0) is not None:
            raise BadInput("web.program_company")

    def end(self, game: Game, seat: int, since: int) -> End | None:
        if game.state.president.get(self.company) != seat:
            return {"why": "director", "company": self.company}
        return None

    def act(self, game: Game, seat: int) -> Action | End | None:
        turn = game.state.turn
        if turn is None or turn.company != self.company or company_of(game) != self.company:
            return None
        for choice in game.legal_actions():
            if isinstance(choice.action, Run):
                return choice.action  # the best routes are what is offered
            if isinstance(choice.action, Distribute) and choice.high is not None:
                return choice.at(choice.high)
            if choice.action == Dividend("pay"):
                return choice.action
        return _pass(game) if self.rest else None

    @property
    def about(self) -> str:
        return f"RunOn {self.company}"


class AnswerOn(Wish, tag="answer", frozen=True):
    """Answer those who want to buy a train: agree from a price on, otherwise decline."""

    least: int | None = None

    def check(self, game: Game, seat: int) -> None:
        _check_number(self.least)

    def end(self, game: Game, seat: int, since: int) -> End | None:
        return None

    def act(self, game: Game, seat: int) -> Action | End | None:
        offer = getattr(game.step, "proposal", None)
        if not isinstance(offer, BuyTrain):
            return None
        good = self.least is not None and offer.price >= self.least
        wanted = Answer("agree" if good else "decline")
        offered = [choice.action for choice in game.legal_actions()]
        return wanted if wanted in offered else None


WISHES = PassOn | BuyOn | RunOn | AnswerOn


def read_wish(data: Any) -> Wish:
    """Read a wish that was stored or sent; msgspec.ValidationError if it is none."""
    return msgspec.convert(data, WISHES)


def _check_number(number: int | None) -> None:
    if number is not None and not 1 <= number <= 99_999:
        raise BadInput("web.program_number")


def _pass(game: Game) -> Action | None:
    """Return the pass that is offered, if there is one."""
    offered = (choice.action for choice in game.legal_actions())
    return next((action for action in offered if type(action) is Pass), None)


def _cost(game: Game, seat: int, action: Action) -> int:
    """Return what an action costs a seat."""
    tried = game.copy()
    tried.play(action)
    return game.state.cash[seat] - tried.state.cash[seat]
