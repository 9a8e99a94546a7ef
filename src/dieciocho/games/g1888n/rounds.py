"""The course of 1888-N: auction, stock rounds, operating rounds, export, end (1888N-5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ledger import pay
from ...engine.state import BANK, Seat
from ...engine.step import Step
from ...engine.steps import rounds, trains
from ...engine.steps.auction import Auction, Duel, auction_round, next_player, sell_to, unsold
from ...engine.steps.common import PassMove
from ...engine.steps.rounds import (
    CompanyTurns,
    StockTurn,
    begin_stock_round,
    pass_priority_on,
    pass_turn,
    raise_sold_out,
    sell_before_passing,
)
from ...engine.steps.stock import BuyShareMove, SellMove, StartMove
from ...engine.steps.trains import push_discards
from .exchange import ExchangeMove
from .policy import policy
from .turn import HOLDING, TURN

if TYPE_CHECKING:
    from ...engine.game import Game, Play

FIRST_PRIVATE = "KT"
PRICE_DROP = 5

# --- the auction of the privates -------------------------------------------------------


class PrivateAuction(Auction, frozen=True):
    """The waterfall auction at the start of the first stock round (1888N-6).

    Several may bid on an item, each with one bid that a new one replaces (1888N-6.6). Who passes
    comes back while the auction goes on (1888N-6.7). After a purchase the bids on the next item
    are settled, again and again (1888N-6.8).
    """

    def duel(self, item: str, first: Seat) -> Step:
        return _Duel(item, first)

    def all_sold(self, game: Play) -> None:
        """Share trading begins in the same round (1888N-6.16)."""
        current = auction_round(game)
        game.pop()
        game.state.priority = current.index
        begin_stock_round(game, current.number, StockRound())

    def all_passed(self, game: Play) -> None:
        current = auction_round(game)
        game.set_round(passed=frozenset())
        if unsold(game)[0] == FIRST_PRIVATE:
            # The price of the auction only, not the value on the card (1888N-6.17).
            price = game.state.prices[FIRST_PRIVATE] = (
                game.state.prices[FIRST_PRIVATE] - PRICE_DROP
            )  # 1888N-6.14
            game.log("price_lowered", private=FIRST_PRIVATE, price=price)
            if price == 0:  # 1888N-6.15
                first = self.actor(game)
                sell_to(game, FIRST_PRIVATE, first, 0)
                # A purchase like any other: whoever sits to the left goes on (1888N-6.12,
                # 1888N-6.13).
                next_player(game, first, acted=True)
            return
        # Only incomes are paid; bids stay (1888N-6.13), no train leaves (1888N-8.3.11.5).
        game.log("income_round")
        pay_incomes(game)
        if policy(game).income_round_exports:
            export_train(game)
        last = current.last_to_act
        following = current.index if last is None else (last + 1) % len(game.players)
        game.state.priority = following
        game.set_round(index=following)


class _Duel(Duel, frozen=True):
    """The bidders in clockwise order, from the lowest bid; who drops out is out (1888N-6.9).

    The last one pays out of his bid, the money of the others is free (1888N-6.10).
    """

    def next_seat(self, game: Game) -> Seat:
        if self.clockwise != policy(game).auction_clockwise:
            return _Duel(self.item, self.seat, policy(game).auction_clockwise).next_seat(game)
        return super().next_seat(game)


# --- stock rounds ----------------------------------------------------------------------


class StockRound(StockTurn, frozen=True):
    """A player's turn in a stock round.

    Only here the certificate limit is asked for (1888N-7.3.8), and shares go from the bank to a
    player or back, to no company and to no other player (1888N-7.1.4, 1888N-7.5.10).
    """

    moves = (
        # One certificate, which ends the turn (1888N-7.1.2, 1888N-7.1.3), from where the buyer
        # likes (1888N-7.5.4): the offering at the starting price (1888N-7.5.2), the pool at the
        # present one (1888N-7.5.3), paid to the bank (1888N-7.5.5). Who then has more than the
        # director takes over (1888N-7.7.1, 1888N-7.7.2), launched or not (1888N-7.7.6).
        BuyShareMove(HOLDING),
        # At any par, also one that others have; the marker goes under theirs (1888N-7.6.2,
        # 1888N-7.6.3).
        StartMove(),
        # Again and again (1888N-7.4.2), each time at the present price for the whole lot
        # (1888N-7.4.5, 1888N-7.4.7), which then falls (1888N-7.4.6). The director's certificate
        # goes to an heir, not to the pool (1888N-7.4.4, 1888N-7.7.4), and this is the only way
        # to be rid of it (1888N-7.7.3).
        SellMove(HOLDING),
        ExchangeMove(HOLDING),
        PassMove(pass_turn, sell_before_passing),  # for this turn only (1888N-7.1.5)
    )

    def _has_choice(self, game: Game) -> bool:
        """Who can do nothing passes (1888N-7.1.6).

        Who could only exchange the Forbidden City is not asked in every edition (D21).
        """
        if policy(game).exchange_holds_turn:
            return super()._has_choice(game)
        others = (m for m in self.moves if not isinstance(m, PassMove | ExchangeMove))
        return any(self.offers(game, move) for move in others)

    def selling_ban(self, game: Game) -> str | None:
        """No sale in the round in which share trading begins (1888N-7.4.1).

        Later any company is sold, launched or not (1888N-7.4.8).
        """
        return "first_stock_round" if game.state.round.number == 1 else None

    def finish(self, game: Play) -> None:
        """All have passed in a row (1888N-7.2.2); no other price moves now (1888N-9.3.4)."""
        raise_sold_out(game, "up")  # 1888N-9.3.2, in operating order: 1888N-9.3.3
        pass_priority_on(game)  # 1888N-7.2.3
        # The number of rounds is fixed now (1888N-8.1.1).
        begin_operating_round(game, game.state.round.number, 1, game.phase.rounds)


# --- operating rounds ------------------------------------------------------------------


def pay_incomes(game: Play) -> None:
    """Pay the privates' income to their owners (1888N-4.3.1.10)."""
    for private, card in game.definition.privates.items():
        owner = game.state.private_owner[private]
        if owner in game.state.cash:
            pay(game, BANK, owner, card.income)
            shown = game.name(owner) if isinstance(owner, int) else owner
            game.log("income", private=private, owner=shown, money=card.income)


def begin_operating_round(game: Play, number: int, part: int, parts: int) -> None:
    # Incomes first (1888N-8.1.2). Launched companies only (1888N-7.6.5), by price and place in the
    # stack (1888N-8.1.3).
    rounds.begin_operating_round(game, OperatingRound(), number, part, parts, pay_incomes)


class OperatingRound(CompanyTurns, frozen=True):
    """Lets each launched company operate once, then goes on to what follows (1888N-8.1.5)."""

    def steps(self, game: Play, company: str) -> tuple[Step, ...]:
        return TURN

    def finish(self, game: Play) -> None:
        current = game.state.round
        if current.part < current.parts:
            begin_operating_round(game, current.number, current.part + 1, current.parts)
        else:
            end_set(game)


def end_set(game: Play) -> None:
    """Finish a set of operating rounds: the end of the game, or an export and a stock round.

    A bank that broke, even in the stock round before, ends the game only here (1888N-10.1.2), but
    surely (1888N-10.1.4) and without an export (1888N-8.3.11.4); besides a bankruptcy nothing
    else does (1888N-10.1.7).
    """
    if game.state.ending:
        game.finish()
        return
    number = game.state.round.number
    begin_stock_round(game, number + 1, StockRound())
    # One for each set, whoever operated (1888N-8.3.11.2, 1888N-8.3.11.5); on top of the agenda,
    # so that discards come before the stock round (1888N-8.3.11.3).
    export_train(game)


def export_train(game: Play) -> None:
    """Take the top train out of the game, with all effects on phases (1888N-8.3.11)."""
    if trains.export_train(game):
        discard(game)


def discard(game: Play) -> None:
    """Ask for discards after a phase change, in the order of the edition (1888N-8.3.8.15).

    What is obsolete has been scrapped before (1888N-8.3.10.3).
    """
    charter_order = list(game.definition.companies)
    push_discards(game, charter_order if policy(game).discards_by_order == "charter" else None)
