"""Parliament rounds: auctions of charters (1862-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Bid, Choice
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import certificates
from ...engine.state import BANK, Seat
from ...engine.step import Move
from ...engine.steps.common import PassMove, PlayerStep, TurnInOrder
from .charters import CharterPar, CharterShares
from .facts import PARS, ParliamentRound, facts, parliament
from .floating import start_problem, startable
from .limits import certificate_limit

if TYPE_CHECKING:
    from ...engine.game import Game, Play

INCREMENT = 5
RESERVE = 3 * PARS[0]  # what a director's certificate costs at least


def begin_parliament(game: Play, number: int, part: int) -> None:
    """Begin a parliament round with the holder of the priority deal (1862-4.1.1)."""
    order = tuple(game.rules.turn_order(game, "parliament"))
    parts = game.state.round.parts if number > 1 else 1
    game.state.round = ParliamentRound(kind="parliament", number=number, parts=parts, order=order)
    game.log("parliament_round" if part == 1 else "second_parliament", number=number)
    game.push(Parliament(part))


def highest_bid(game: Game, seat: Seat) -> int:
    """Return the most that a player may bid: the cheapest director's certificate stays payable."""
    return (game.state.cash[seat] - RESERVE) // INCREMENT * INCREMENT


def bid_ban(game: Game, seat: Seat, low: int) -> str | None:
    """Return why a player has to pass in an auction (1862-4.1.4, 1862-4.1.5)."""
    if certificates(game, seat) >= certificate_limit(game):
        return "certificate_limit"
    return "bid_too_high" if highest_bid(game, seat) < low else None


def check_amount(game: Game, seat: Seat, action: Bid, low: int) -> None:
    problem = bid_ban(game, seat, low)
    high = highest_bid(game, seat)
    if problem is not None:
        refuse(game, problem, company=action.target, limit=certificate_limit(game), high=high)
    if action.price % INCREMENT:
        refuse(game, "bid_in_fives", price=action.price)
    if action.price < low:
        refuse(game, "bid_below", company=action.target, low=low)
    if action.price > high:
        refuse(game, "bid_too_high", high=high)


class OpenAuction(Move[Bid, "Parliament"]):
    """Name a company with an opening bid (1862-4.1.1, 1862-4.1.2)."""

    action = Bid

    def ban(self, game: Game, seat: Seat) -> str | None:
        if seat in parliament(game).winners:
            return "charter_won"
        return bid_ban(game, seat, 0)

    def legal(self, game: Game, step: Parliament) -> Iterator[Choice]:
        seat = step.actor(game)
        if self.ban(game, seat) is None:
            for company in startable(game):
                yield Choice(Bid(company, 0), 0, highest_bid(game, seat), INCREMENT)

    def check(self, game: Game, step: Parliament, action: Bid) -> None:
        seat = step.actor(game)
        if action.target not in game.definition.companies:
            refuse(game, "unknown_company", company=action.target)
        problem = start_problem(game, action.target)
        if problem is not None:
            refuse(game, problem, company=action.target)
        if seat in parliament(game).winners:
            refuse(game, "charter_won")
        check_amount(game, seat, action, 0)

    def apply(self, game: Play, step: Parliament, action: Bid) -> None:
        seat = step.actor(game)
        game.log("bid", player=game.name(seat), private=action.target, price=action.price)
        bidders = tuple(s for s in game.state.round.order if isinstance(s, int))
        game.push(CharterAuction(action.target, seat, ((seat, action.price),), bidders).following())


def _decline(game: Play, step: Parliament) -> None:
    seat = step.actor(game)
    game.log("passed", player=game.name(seat))
    step.decline(game)


class Parliament(TurnInOrder, frozen=True):
    """A player may start an auction (1862-4.1)."""

    part: int  # of the two at the start of the game

    moves = (OpenAuction(), PassMove(_decline))
    out_of_step = "parliament_now"

    def settle(self, game: Play) -> bool:
        # All in a row: the round is over, and nobody gets the priority deal (1862-4.1.9).
        if len(game.state.round.passed) == len(game.players):
            game.pop()
            self._finish(game)
            return True
        if not self.offers(game, self.moves[0]):
            self.decline(game)
            return True
        return False

    def decline(self, game: Play) -> None:
        current = game.state.round
        game.set_round(
            index=(current.index + 1) % len(current.order),
            passed=current.passed | {self.actor(game)},
        )

    def _finish(self, game: Play) -> None:
        from .stock import begin_stock_round

        number = game.state.round.number
        if number == 1 and self.part == 1:
            begin_parliament(game, 1, 2)  # 1862-2.4.4.3
        else:
            begin_stock_round(game, number)


class Raise(Move[Bid, "CharterAuction"]):
    """Raise the bid (1862-4.1.3)."""

    action = Bid

    def legal(self, game: Game, step: CharterAuction) -> Iterator[Choice]:
        low = step.lowest()
        if bid_ban(game, step.seat, low) is None:
            high = highest_bid(game, step.seat)
            yield Choice(Bid(step.company, low), low, high, INCREMENT)

    def check(self, game: Game, step: CharterAuction, action: Bid) -> None:
        if action.target != step.company:
            refuse(game, "other_charter", company=step.company)
        check_amount(game, step.seat, action, step.lowest())

    def apply(self, game: Play, step: CharterAuction, action: Bid) -> None:
        game.log("bid", player=game.name(step.seat), private=step.company, price=action.price)
        raised = CharterAuction(
            step.company, step.seat, (*step.bids, (step.seat, action.price)), step.bidders
        )
        game.pop()
        game.push(raised.following())


def _drop_out(game: Play, step: CharterAuction) -> None:
    game.log("dropped_out", player=game.name(step.seat), private=step.company)
    step.drop_out(game)


class CharterAuction(PlayerStep, frozen=True):
    """The auction of a charter: raise or drop out."""

    company: str
    seat: Seat  # whose turn it is
    bids: tuple[tuple[Seat, int], ...]
    bidders: tuple[Seat, ...]

    moves = (Raise(), PassMove(_drop_out))
    out_of_step = "auction_first"

    def out_of_turn(self, game: Game, seat: Seat) -> str:
        return "auction_turn" if seat in self.bidders else "dropped_out_before"

    def lowest(self) -> int:
        return self.bids[-1][1] + INCREMENT

    def following(self) -> CharterAuction:
        """Return the auction with the next bidder's turn."""
        place = self.bidders.index(self.seat)
        following = self.bidders[(place + 1) % len(self.bidders)]
        return CharterAuction(self.company, following, self.bids, self.bidders)

    def settle(self, game: Play) -> bool:
        if len(self.bidders) == 1:
            game.pop()
            self._win(game)
            return True
        able = tuple(seat for seat in self.bidders if self._may_go_on(game, seat))
        if able != self.bidders:
            seat = self.seat
            while seat not in able:
                seat = self.bidders[(self.bidders.index(seat) + 1) % len(self.bidders)]
            game.replace_step(self, seat=seat, bidders=able)
            return True
        return False

    def _may_go_on(self, game: Game, seat: Seat) -> bool:
        return seat == self.bids[-1][0] or bid_ban(game, seat, self.lowest()) is None

    def drop_out(self, game: Play) -> None:
        following = self.following().seat
        left = tuple(seat for seat in self.bidders if seat != self.seat)
        game.replace_step(self, seat=following, bidders=left)

    def _win(self, game: Play) -> None:
        """The winner pays and starts the company at once (1862-4.1.7, 1862-4.2.1)."""
        winner, amount = self.bids[-1]
        now, current = facts(game), parliament(game)
        pay(game, winner, BANK, amount)
        game.log("charter", player=game.name(winner), company=self.company, price=amount)
        game.set_facts(
            chartered=now.chartered | {self.company},
            obligations={**now.obligations, self.company: winner},  # for good (1862-4.3.1)
        )
        game.set_round(index=current.order.index(winner), winners=current.winners | {winner})
        game.push(CharterPar(self.company, winner), CharterShares(self.company, winner))
