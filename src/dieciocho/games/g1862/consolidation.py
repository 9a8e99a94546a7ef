"""Two shares become one: consolidation in mergers, acquisitions and refinancing (1862-5.2).

`Consolidate` goes through the holders clockwise. Where a holder has to choose it pushes a decision
and goes on with the next holder afterwards; who is left is a field of the step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.actions import Choice, Choose
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import DIRECTOR, hand_over, ordinary, seats_after
from ...engine.state import BANK, IPO, POOL, Owner, Seat
from ...engine.step import Move, Step
from .facts import this_turn
from .holdings import THREE, give_directorship, held, most_shares
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

REDEEM, SELL = "redeem", "sell"
SAFE = 2 * THREE  # with so many shares a director's certificate is in no danger


def begin(game: Play, survivor: str, other: str | None, initiator: Seat, at: int) -> None:
    """Push the consolidation of one company, or of another one into it, at a price."""
    operating = this_turn(game).company
    companies = [survivor] if other is None else [survivor, other]
    for company in companies:
        # Shares of the offering go to the pool first (1862-5.2.2.1); treasuries are one holder.
        hand_over(game, company, IPO, POOL, ordinary(game, company, IPO))
        hand_over(game, company, company, operating, ordinary(game, company, company))
    # 1862-5.2.4.1
    left: tuple[Owner, ...] = (initiator, *seats_after(game, initiator), operating)
    game.push(Consolidate(survivor, other, initiator, at, left))


class Consolidate(Step, frozen=True):
    """The holders that have not consolidated yet, in order."""

    survivor: str
    other: str | None
    initiator: Seat
    price: int
    left: tuple[Owner, ...]

    def settle(self, game: Play) -> bool:
        if not self.left:
            game.pop()
            return True
        holder = self.left[0]
        game.replace_step(self, left=self.left[1:])
        step = game.step
        assert isinstance(step, Consolidate)
        now = Holder(game, step, holder)
        if isinstance(holder, str) and now.total():
            self._pool_treasuries(game, holder)
        now.consolidate()
        return True

    def _pool_treasuries(self, game: Play, company: str) -> None:
        """The operating company decides with the money of both (1862-5.2.4.6)."""
        for other in self.companies():
            if other != company:
                pay(game, other, company, game.state.cash[other])

    def companies(self) -> list[str]:
        """Return the companies involved, the one that goes first."""
        return [self.survivor] if self.other is None else [self.other, self.survivor]


class Holder:
    """One holder's steps (1862-5.2.4.2); no limit binds them and no price moves (1862-5.2.4.10)."""

    def __init__(self, game: Play, step: Consolidate, owner: Owner) -> None:
        self.game, self.step, self.owner = game, step, owner
        self.survivor, self.other = step.survivor, step.other

    def total(self) -> int:
        return sum(held(self.game, company, self.owner) for company in self.step.companies())

    def consolidate(self) -> None:
        total = self.total()
        if not total:
            return
        certificate = self._certificate()
        if certificate is not None and total < SAFE:
            if self._pool_shares() < THREE:
                self._optional_certificate(certificate, total)
                return
            self._exchange_certificate(certificate)
        self._return_half(total // 2)
        self._exchange_rest(option=total % 2 == 1)

    def _certificate(self) -> str | None:
        """Return the company whose director's certificate the holder has, the lost one first."""
        shares = self.game.state.shares
        found = [c for c in self.step.companies() if shares[c][DIRECTOR] == self.owner]
        return found[0] if found else None

    def _pool_shares(self) -> int:
        return sum(ordinary(self.game, company, POOL) for company in self.step.companies())

    # --- ordinary shares ---------------------------------------------------------------

    def _exchange_certificate(self, company: str) -> None:
        """Exchange it for three ordinary shares of the pool (1862-5.2.4.7)."""
        game, wanted = self.game, THREE
        for source in reversed(self.step.companies()):
            count = min(wanted, ordinary(game, source, POOL))
            hand_over(game, source, POOL, self.owner, count, last=True)
            wanted -= count
        hand_over(game, company, self.owner, POOL, 0, director=True)

    def _return_half(self, count: int) -> None:
        """Return shares to the pool, those of the company that goes first (1862-5.2.4.2).

        Its director's certificate before all, that of the survivor not at all (1862-5.2.4.3).
        """
        game = self.game
        certificate = self._certificate()
        if certificate is not None and certificate == self.other:
            hand_over(game, certificate, self.owner, POOL, 0, director=True)
            count -= THREE
        for company in self.step.companies():
            part = min(count, ordinary(game, company, self.owner))
            hand_over(game, company, self.owner, POOL, part, last=True)
            count -= part
        assert count == 0

    def _exchange_rest(self, *, option: bool) -> None:
        """Exchange shares of the other company, full ones before an option (1862-5.2.4.4)."""
        game, other, at = self.game, self.other, self.step.price
        rest = ordinary(game, other, self.owner) if other is not None else 0
        option_of_other = option and rest > 0
        for _ in range(rest - option_of_other):
            if not self._exchange_one():
                self._sell_one(at)
        if option_of_other and not self._exchange_one():
            up = at % 2 if policy(game).half_option_up else 0
            self._sell_one(at // 2 + up)  # 1862-5.2.4.5
        elif option:
            self._settle_option()

    def _exchange_one(self) -> bool:
        """Exchange a share with the pool or the next holder who has not consolidated."""
        game = self.game
        assert self.other is not None
        for source in (POOL, *self.step.left):
            if ordinary(game, self.survivor, source):
                hand_over(game, self.survivor, source, self.owner, 1)
                hand_over(game, self.other, self.owner, source, 1)
                return True
        return False

    def _sell_one(self, money: int) -> None:
        assert self.other is not None
        hand_over(self.game, self.other, self.owner, POOL, 1)
        pay(self.game, BANK, self.owner, money)
        self.game.log("share_turned_in", holder=self.name(), company=self.other, money=money)

    def name(self) -> str:
        return self.game.name(self.owner) if isinstance(self.owner, int) else self.owner

    def _settle_option(self) -> None:
        half = self.step.price // 2
        if can_pay(self.game, self.step, self.owner, half):
            self.game.push(OddShare(self.owner, self.survivor, self.step.initiator, half, half, 1))
        else:
            give_up(self.game, self.owner, self.survivor, half, 1)

    # --- a director's certificate as an option -----------------------------------------

    def _optional_certificate(self, company: str, total: int) -> None:
        """Turn the certificate into an option (1862-5.2.4.8)."""
        game, at = self.game, self.step.price
        for each in self.step.companies():
            count = ordinary(game, each, self.owner)
            hand_over(game, each, self.owner, POOL, count, last=True)
        cost, gain = at * (SAFE - total) // 2, at * total // 2
        if company == self.other and not self._swap_certificates(company):  # 1862-5.2.4.9
            give_up(game, self.owner, company, gain, THREE)
            return
        if can_pay(game, self.step, self.owner, cost):
            step = OddShare(self.owner, self.survivor, self.step.initiator, cost, gain, THREE)
            game.push(step)
        else:
            give_up(game, self.owner, self.survivor, gain, THREE)

    def _swap_certificates(self, other: str) -> bool:
        game = self.game
        source = game.state.shares[self.survivor][DIRECTOR]
        if source != POOL and source not in self.step.left:
            return False
        hand_over(game, self.survivor, source, self.owner, 0, director=True)
        hand_over(game, other, self.owner, source, 0, director=True)
        return True


# --- options ---------------------------------------------------------------------------


def can_pay(game: Game, step: Consolidate, owner: Owner, cost: int) -> bool:
    """Tell whether a holder may redeem; a company keeps what its train will cost (A-44)."""
    cash = game.state.cash[owner]
    if isinstance(owner, int):
        return cash >= cost
    if step.other is None and policy(game).keep_for_train:
        from .cards import bank_price

        capital = 10 * game.state.par[step.survivor]
        return cash >= cost and cash - cost + capital >= bank_price(game)
    return cash >= cost


def give_up(game: Play, owner: Owner, company: str, money: int, size: int) -> None:
    """Put an option into the pool for money."""
    if size == THREE:
        hand_over(game, company, owner, POOL, 0, director=True)
    else:
        hand_over(game, company, owner, POOL, 1, last=True)
    pay(game, BANK, owner, money)
    name = game.name(owner) if isinstance(owner, int) else owner
    game.log("option_given_up", holder=name, company=company, money=money)


class OddMove(Move[Choose, "OddShare"]):
    """Redeem an option or give it up (1862-5.2.4.6)."""

    action = Choose

    def legal(self, game: Game, step: OddShare) -> Iterator[Choice]:
        yield Choice(Choose(SELL))
        yield Choice(Choose(REDEEM))

    def check(self, game: Game, step: OddShare, action: Choose) -> None:
        if action.option not in (SELL, REDEEM):
            refuse(game, "redeem_or_sell", option=action.option)

    def apply(self, game: Play, step: OddShare, action: Choose) -> None:
        game.pop()
        if action.option == SELL:
            give_up(game, step.holder, step.survivor, step.gain, step.size)
            return
        pay(game, step.holder, BANK, step.cost)
        name = game.name(step.holder) if isinstance(step.holder, int) else step.holder
        game.log("option_redeemed", holder=name, company=step.survivor, money=step.cost)


class OddShare(Step, frozen=True):
    """A holder keeps an odd share, or a director's certificate, for money or gives it up."""

    holder: Owner
    survivor: str
    initiator: Seat
    cost: int
    gain: int
    size: int  # in shares

    moves = (OddMove(),)
    out_of_step = "option_first"

    def actor(self, game: Game) -> Seat:
        return self.holder if isinstance(self.holder, int) else self.initiator

    def case(self, game: Game) -> str:
        if self.size > 1:
            return "director"
        return "" if isinstance(self.holder, int) else "treasury"

    def told(self, game: Game) -> dict[str, Any]:
        who = game.name(self.holder) if isinstance(self.holder, int) else self.holder
        return {"holder": who, "company": self.survivor}

    def settle(self, game: Play) -> bool:
        from .forced import judge_redeeming

        if this_turn(game).hurried:
            judge_redeeming(game)
        return False


# --- the director afterwards -----------------------------------------------------------


def settle_director(game: Play, company: str, initiator: Seat) -> None:
    """Only now see who is director (1862-5.2.0.1): the largest holder of three shares."""
    # 1862-5.2.5.1
    found = most_shares(game, company, [initiator, *seats_after(game, initiator)], THREE)
    if found is not None:
        give_directorship(game, company, found)
        return
    game.state.president.pop(company, None)  # 1862-5.2.5.2
    game.log("no_director", company=company)
