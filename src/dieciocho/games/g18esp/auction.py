"""The auction of the pioneers (18ESP-2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.actions import Bid, Choice, StartCompany
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.own import round_of
from ...engine.state import BANK, IPO, Seat
from ...engine.step import Move, Step
from ...engine.steps.common import PassMove, PlayerStep
from ...engine.steps.rounds import begin_stock_round
from ...engine.steps.stock import found
from .facts import CARRENO, NORTH, PIONEER_SIX, AuctionRound18, facts, kind
from .policy import policy
from .shares import deal_cards, take_share

if TYPE_CHECKING:
    from ...engine.game import Game, Play

UNSOLD = "unsold"
INCREMENT = 5


def unsold(game: Game) -> list[str]:
    """Return the pioneers that are still to be auctioned, in order."""
    return [p for p, owner in game.state.private_owner.items() if owner == UNSOLD]


auction = round_of(AuctionRound18)


def lowest_bid(game: Game) -> int:
    current = auction(game)
    return current.bids[-1][1] + INCREMENT if current.bids else current.least


class BidMove(Move[Bid, "PioneerAuction"]):
    """Bid on the pioneer that is being auctioned (18ESP-2.3.3)."""

    action = Bid

    def legal(self, game: Game, step: PioneerAuction) -> Iterator[Choice]:
        low, cash = lowest_bid(game), game.state.cash[step.actor(game)]
        if low <= cash:  # which is a multiple of the step, as all that is paid in an auction
            yield Choice(Bid(unsold(game)[0], low), low, cash, policy(game).bid_step)

    def check(self, game: Game, step: PioneerAuction, action: Bid) -> None:
        item, low = unsold(game)[0], lowest_bid(game)
        if action.target != item:
            refuse(game, "other_item_in_auction", private=item)
        if action.price < low:
            refuse(game, "bid_too_low", private=item, low=low)
        if action.price % policy(game).bid_step:
            refuse(game, "bid_not_multiple", step=policy(game).bid_step)
        cash = game.state.cash[step.actor(game)]
        if action.price > cash:
            refuse(game, "bid_above_cash", price=action.price, cash=cash)

    def apply(self, game: Play, step: PioneerAuction, action: Bid) -> None:
        seat, current = step.actor(game), auction(game)
        others = tuple(bid for bid in current.bids if bid[0] != seat)
        game.log("bid", player=game.name(seat), private=action.target, price=action.price)
        index = current.index if current.bids else (current.index + 1) % len(current.order)
        game.set_round(bids=(*others, (seat, action.price)), index=index, speaker=seat)


def _pass(game: Play, step: PioneerAuction) -> None:
    """Leave this auction (18ESP-2.3.5)."""
    seat, current = step.actor(game), auction(game)
    game.log("passed", player=game.name(seat))
    before = not current.bids
    game.set_round(
        bidders=tuple(s for s in current.bidders if s != seat),
        bids=tuple(bid for bid in current.bids if bid[0] != seat),
        index=(current.index + 1) % len(current.order) if before else current.index,
        passed=current.passed | {seat} if before else current.passed,
        speaker=seat,
    )


class PioneerAuction(Step, frozen=True):
    """One player after the other bids or leaves; the last one left pays (18ESP-2.3.6)."""

    moves = (BidMove(), PassMove(_pass))
    out_of_step = "auction_first"

    def actor(self, game: Game) -> Seat:
        """The next one to the left of the last speaker who is still in.

        Before the first bid 18xx.games asks everybody in turn (D44).
        """
        current = auction(game)
        if policy(game).poor_bidders_asked and not current.bids:
            seat = current.order[current.index]
            assert isinstance(seat, int)
            return seat
        count = len(current.order)
        return min(current.bidders, key=lambda seat: (seat - current.speaker - 1) % count)

    def out_of_turn(self, game: Game, seat: Seat) -> str:
        return "auction_turn"

    def settle(self, game: Play) -> bool:
        items = unsold(game)
        if not items:
            self._finish(game)
            return True
        drop_the_poor(game)
        current = auction(game)
        if _nobody_bids(game):
            self._nobody(game, items[0])
            return True
        if current.bids and len(current.bidders) == 1:
            win(game, items[0], *current.bids[-1])
            return True
        return False

    def _nobody(self, game: Play, item: str) -> None:
        """All have passed: a lower price (18ESP-2.3.7) or income (18ESP-2.3.8), the same opener."""
        current = auction(game)
        if item == next(iter(game.state.private_owner)):
            least = current.least - INCREMENT
            game.log("price_lowered", private=item, price=least)
            if least <= 0:
                win(game, item, opener(game), 0)
                return
            _restart(game, opener(game), least)
            return
        game.log("income_round")
        pay_incomes(game)
        _restart(game, opener(game), game.definition.privates[item].value)

    def _finish(self, game: Play) -> None:
        from .stock import StockRound

        game.pop()
        deal_cards(game, most_first=False)
        begin_stock_round(game, 1, StockRound())


def _nobody_bids(game: Game) -> bool:
    """Tell whether all have passed."""
    current = auction(game)
    if policy(game).poor_bidders_asked:
        return len(current.passed) == len(current.order)
    return not current.bidders


def drop_the_poor(game: Play) -> None:
    """Who cannot pay the lowest bid any more is out of this auction (18ESP-2.3.4)."""
    current, low = auction(game), lowest_bid(game)
    leader = current.bids[-1][0] if current.bids else None
    poor = [s for s in current.bidders if s != leader and game.state.cash[s] < low]
    if poor:
        game.set_round(
            bidders=tuple(s for s in current.bidders if s not in poor),
            bids=tuple(bid for bid in current.bids if bid[0] not in poor),
        )
        if current.bids or not policy(game).poor_bidders_asked:  # D44: they are asked to pass
            for seat in poor:
                game.log("passed", player=game.name(seat))


def opener(game: Game) -> Seat:
    """Return who opens the present auction: card k mod n (18ESP-2.3.2)."""
    sold = len(game.state.private_owner) - len(unsold(game))
    return sold % len(game.players)


def _restart(game: Play, first: Seat, least: int) -> None:
    game.set_round(
        bids=(),
        bidders=game.state.round.order,
        index=first,
        passed=frozenset(),
        speaker=first - 1,
        least=least,
    )


def win(game: Play, item: str, seat: Seat, money: int) -> None:
    """Hand a pioneer over with all that comes with it."""
    pay(game, seat, BANK, money)
    game.state.private_owner[item] = seat
    game.log("private_bought", player=game.name(seat), private=item, price=money)
    left = unsold(game)
    _restart(game, opener(game), game.definition.privates[left[0]].value if left else 0)
    company = facts(game).with_share.get(item)
    if company is None:
        return
    if item in PIONEER_SIX:  # 18ESP-2.2.27; it counts as sold at once (18ESP-2.2.28)
        take_share(game, seat, company, IPO)
        game.log("share_received", player=game.name(seat), company=company)
    elif item == CARRENO:
        game.push(SetPar(seat, company))


def pay_incomes(game: Play) -> None:
    """Pay the pioneers' income to their owners, whoever they are (18ESP-2.2.1, 18ESP-4.1.1)."""
    for private, owner in game.state.private_owner.items():
        if owner in game.state.cash:
            income = game.definition.privates[private].income
            pay(game, BANK, owner, income)  # 18ESP-1.5.1.7
            shown = game.name(owner) if isinstance(owner, int) else owner
            game.log("income", private=private, owner=shown, money=income)


def pars(game: Game, company: str) -> list[int]:
    """Return the initial values between which the founder of a company chooses."""
    values = list(game.definition.market.par_cells)
    limited = policy(game).north_pars_limited and game.state.phase == 0
    if limited and kind(game, company) == NORTH:  # D6
        values = [value for value in values if value <= 90]
    return values


class SetParMove(Move[StartCompany, "SetPar"]):
    """Set the PAR of the major that came with pioneer 7, free (18ESP-2.2.29)."""

    action = StartCompany

    def legal(self, game: Game, step: SetPar) -> Iterator[Choice]:
        for par in pars(game, step.major):
            yield Choice(StartCompany(step.major, par))

    def check(self, game: Game, step: SetPar, action: StartCompany) -> None:
        if action.company != step.major:
            refuse(game, "set_par_first")
        if action.par not in pars(game, step.major):
            refuse(game, "no_such_par", par=action.par, pars=pars(game, step.major))

    def apply(self, game: Play, step: SetPar, action: StartCompany) -> None:
        game.pop()
        found(game, action.company, step.seat, action.par)  # director: 18ESP-3.1.1.1


class SetPar(PlayerStep, frozen=True):
    """The winner of pioneer 7 sets the PAR value of its major at once."""

    seat: Seat
    major: str

    moves = (SetParMove(),)
    out_of_step = "set_par_first"

    def told(self, game: Game) -> dict[str, Any]:
        return {"company": self.major}
