"""The waterfall auction: the cheapest item is bought, others are bid on and wait.

The auction step stays on the agenda until everything is sold. When the cheapest item has bids it
is settled at once: a single bidder gets it, several bid against each other in a `Duel`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..actions import Bid, BuyPrivate, Choice
from ..errors import refuse
from ..ledger import pay
from ..own import round_of
from ..state import BANK, Round, Seat
from ..step import Move, Step
from ..words import private_name
from .common import PassMove, PlayerStep

if TYPE_CHECKING:
    from ..game import Game, Play

UNSOLD = "unsold"
INCREMENT = 5


class AuctionRound(Round, frozen=True):
    """A round with standing bids: item -> (player, amount) in the order they were made."""

    bids: dict[str, tuple[tuple[Seat, int], ...]] = {}


auction_round = round_of(AuctionRound)


def unsold(game: Game) -> list[str]:
    """Return what is still for sale, cheapest first."""
    return [p for p, owner in game.state.private_owner.items() if owner == UNSOLD]


def bids_on(game: Game, item: str) -> tuple[tuple[Seat, int], ...]:
    return auction_round(game).bids.get(item, ())


def highest(game: Game, item: str) -> int:
    return max((amount for _, amount in bids_on(game, item)), default=0)


def locked(game: Game, seat: Seat) -> int:
    """Return the money that a player's standing bids bind."""
    current = game.state.round
    if not isinstance(current, AuctionRound):
        return 0
    return sum(a for bids in current.bids.values() for s, a in bids if s == seat)


def free_cash(game: Game, seat: Seat, item: str) -> int:
    """Return what a player can spend on an item: his own bid on it is free for that."""
    own = sum(a for s, a in bids_on(game, item) if s == seat)
    return game.state.cash[seat] - locked(game, seat) + own


def set_bid(game: Play, item: str, seat: Seat, amount: int | None) -> None:
    """Replace a player's bid on an item; None takes it away."""
    current = auction_round(game)
    left = tuple(bid for bid in bids_on(game, item) if bid[0] != seat)
    if amount is not None:
        left = (*left, (seat, amount))
    bids = {**current.bids, item: left}
    if not left:
        del bids[item]
    game.set_round(bids=bids)


def sell_to(game: Play, item: str, seat: Seat, amount: int) -> None:
    """Hand an item over; all bids on it are void."""
    bids = {k: v for k, v in auction_round(game).bids.items() if k != item}
    game.set_round(bids=bids)
    pay(game, seat, BANK, amount)
    game.state.private_owner[item] = seat
    game.log("private_bought", player=game.name(seat), private=item, price=amount)


class BuyCheapest(Move[BuyPrivate, "Auction"]):
    """Buy the cheapest item at its present price."""

    action = BuyPrivate

    def legal(self, game: Game, step: Auction) -> Iterator[Choice]:
        item = unsold(game)[0]
        if game.state.prices[item] <= free_cash(game, step.actor(game), item):
            yield Choice(BuyPrivate(item, game.state.prices[item]))

    def check(self, game: Game, step: Auction, action: BuyPrivate) -> None:
        items = unsold(game)
        if action.private not in items:
            refuse(game, "private_not_for_sale", private=action.private)
        if action.private != items[0]:
            refuse(game, "not_the_cheapest", private=action.private, cheapest=items[0])
        price = game.state.prices[action.private]
        if action.price != price:
            refuse(game, "fixed_price", private=action.private, price=price)
        if price > free_cash(game, step.actor(game), action.private):
            refuse(game, "money_locked", price=price)

    def apply(self, game: Play, step: Auction, action: BuyPrivate) -> None:
        seat = step.actor(game)
        sell_to(game, action.private, seat, action.price)
        next_player(game, seat, acted=True)


class BidOnLater(Move[Bid, "Auction"]):
    """Bid on an item that is not the cheapest."""

    action = Bid

    def legal(self, game: Game, step: Auction) -> Iterator[Choice]:
        seat = step.actor(game)
        for item in unsold(game)[1:]:
            low, high = lowest_bid(game, item), free_cash(game, seat, item)
            if low <= high:
                yield Choice(Bid(item, low), low, high)

    def check(self, game: Game, step: Auction, action: Bid) -> None:
        items = unsold(game)
        if action.target not in items:
            refuse(game, "private_not_for_sale", private=action.target)
        if action.target == items[0]:
            refuse(game, "no_bid_on_cheapest", private=action.target)
        check_bid(game, step.actor(game), action)

    def apply(self, game: Play, step: Auction, action: Bid) -> None:
        seat = step.actor(game)
        set_bid(game, action.target, seat, action.price)
        game.log("bid", player=game.name(seat), private=action.target, price=action.price)
        next_player(game, seat, acted=True)


def lowest_bid(game: Game, item: str) -> int:
    return (highest(game, item) or game.definition.privates[item].value) + INCREMENT


def check_bid(game: Game, seat: Seat, action: Bid) -> None:
    low, high = lowest_bid(game, action.target), free_cash(game, seat, action.target)
    if action.price < low:
        refuse(game, "bid_too_low", private=action.target, low=low)
    if action.price > high:
        refuse(game, "money_locked", price=action.price)


def next_player(game: Play, seat: Seat, *, acted: bool) -> None:
    """Give the turn to the left; whoever acts has to pass again."""
    current = game.state.round
    passed = current.passed - {seat} if acted else current.passed | {seat}
    game.set_round(
        index=(current.index + 1) % len(current.order),
        passed=passed,
        last_to_act=seat if acted else current.last_to_act,
    )


def _pass(game: Play, step: Auction) -> None:
    seat = step.actor(game)
    game.log("passed", player=game.name(seat))
    next_player(game, seat, acted=False)


class Auction(Step, frozen=True):
    """A player's turn in the auction; a game says what follows it and what an all-pass does."""

    moves = (
        BuyCheapest(),
        BidOnLater(),
        PassMove(_pass),
    )
    out_of_step = "auction_first"

    def actor(self, game: Game) -> Seat:
        current = game.state.round
        seat = current.order[current.index]
        assert isinstance(seat, int)
        return seat

    def settle(self, game: Play) -> bool:
        items = unsold(game)
        if not items:
            self.all_sold(game)
            return True
        bids = bids_on(game, items[0])
        if len(bids) == 1:
            sell_to(game, items[0], *bids[0])
            return True
        if bids:
            first = min(bids, key=lambda bid: bid[1])[0]
            game.push(self.duel(items[0], first))
            return True
        if len(game.state.round.passed) == len(game.players):
            self.all_passed(game)
            return True
        return False

    def out_of_turn(self, game: Game, seat: Seat) -> str:
        return "auction_turn"

    def duel(self, item: str, first: Seat) -> Step:
        raise NotImplementedError

    def all_sold(self, game: Play) -> None:
        raise NotImplementedError

    def all_passed(self, game: Play) -> None:
        raise NotImplementedError


class Raise(Move[Bid, "Duel"]):
    """Raise the bid in a duel."""

    action = Bid

    def legal(self, game: Game, step: Duel) -> Iterator[Choice]:
        low, high = lowest_bid(game, step.item), free_cash(game, step.seat, step.item)
        if low <= high:
            yield Choice(Bid(step.item, low), low, high)

    def check(self, game: Game, step: Duel, action: Bid) -> None:
        if action.target != step.item:
            refuse(game, "other_item_in_auction", private=step.item)
        check_bid(game, step.seat, action)

    def apply(self, game: Play, step: Duel, action: Bid) -> None:
        set_bid(game, step.item, step.seat, action.price)
        game.set_round(passed=game.state.round.passed - {step.seat})
        game.log("bid", player=game.name(step.seat), private=step.item, price=action.price)
        game.replace_step(step, seat=step.next_seat(game))


def _drop_out(game: Play, step: Duel) -> None:
    following = step.next_seat(game)
    set_bid(game, step.item, step.seat, None)
    game.log("dropped_out", player=game.name(step.seat), private=step.item)
    if len(bids_on(game, step.item)) == 1:
        game.pop()  # the auction step settles the last bid
    else:
        game.replace_step(step, seat=following)


class Duel(PlayerStep, frozen=True):
    """Several bidders for one item: raise, or drop out for good."""

    item: str
    seat: Seat
    clockwise: bool = True

    moves = (Raise(), PassMove(_drop_out))
    out_of_step = "auction_first"

    def out_of_turn(self, game: Game, seat: Seat) -> str:
        takes_part = any(bidder == seat for bidder, _ in bids_on(game, self.item))
        return "auction_turn" if takes_part else "no_bid_no_auction"

    def told(self, game: Game) -> dict[str, Any]:
        return {"item": private_name(game, self.item)}

    def next_seat(self, game: Game) -> Seat:
        """Return who speaks after the present actor; the highest bidder never has to.

        Clockwise it is the next one to the left, otherwise the one with the lowest bid.
        """
        bids = bids_on(game, self.item)
        leader = max(bids, key=lambda bid: bid[1])[0]
        others = [bid for bid in bids if bid[0] not in (leader, self.seat)]
        if not others:
            return leader
        if not self.clockwise:
            return min(others, key=lambda bid: bid[1])[0]
        count = len(game.players)
        return min((seat for seat, _ in others), key=lambda seat: (seat - self.seat) % count)
