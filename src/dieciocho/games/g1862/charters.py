"""What the winner of a charter does: par value, certificate, further shares (1862-4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import BuyShare, Choice, StartCompany
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.shares import certificates, hand_over, put_marker
from ...engine.state import BANK, IPO, Seat
from ...engine.step import Move
from ...engine.steps.common import PassMove, PlayerStep
from .facts import PARS
from .holdings import float_if_sold, give_directorship
from .limits import certificate_limit
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

MORE_SHARES = 2


class ParMove(Move[StartCompany, "CharterPar"]):
    """Set the par value and pay for the director's certificate (1862-4.2.2)."""

    action = StartCompany

    def legal(self, game: Game, step: CharterPar) -> Iterator[Choice]:
        for par in reversed(PARS):
            if 3 * par <= game.state.cash[step.seat]:
                yield Choice(StartCompany(step.company, par))

    def check(self, game: Game, step: CharterPar, action: StartCompany) -> None:
        if action.company != step.company:
            refuse(game, "other_charter", company=step.company)
        if action.par not in PARS:
            refuse(game, "no_such_par", par=action.par, pars=list(PARS))
        cash = game.state.cash[step.seat]
        if 3 * action.par > cash:
            refuse(game, "cannot_pay_par", price=3 * action.par, cash=cash)

    def apply(self, game: Play, step: CharterPar, action: StartCompany) -> None:
        state = game.state
        pay(game, step.seat, BANK, 3 * action.par)
        hand_over(game, step.company, IPO, step.seat, 0, director=True)
        state.par[step.company] = action.par
        put_marker(game, step.company, game.definition.market.par_cells[action.par])
        game.log("started", player=game.name(step.seat), company=step.company, par=action.par)
        give_directorship(game, step.company, step.seat)
        game.pop()


class CharterPar(PlayerStep, frozen=True):
    """The winner of an auction chooses the par value."""

    company: str
    seat: Seat

    moves = (ParMove(),)
    out_of_step = "par_first"


class MoreSharesMove(Move[BuyShare, "CharterShares"]):
    """Buy one of up to two further shares at par (1862-4.2.3)."""

    action = BuyShare

    def legal(self, game: Game, step: CharterShares) -> Iterator[Choice]:
        if self._problem(game, step) is None:
            yield Choice(BuyShare(step.company, IPO))  # type: ignore[arg-type]

    def _problem(self, game: Game, step: CharterShares) -> str | None:
        if certificates(game, step.seat) >= certificate_limit(game):
            return "certificate_limit"
        if game.state.par[step.company] > game.state.cash[step.seat]:
            return "not_enough_cash"
        return None

    def check(self, game: Game, step: CharterShares, action: BuyShare) -> None:
        if action.company != step.company or action.source != IPO:
            refuse(game, "charter_shares_only", company=step.company)
        problem = self._problem(game, step)
        if problem is not None:
            refuse(
                game,
                problem,
                company=step.company,
                limit=certificate_limit(game),
                price=game.state.par[step.company],
                cash=game.state.cash[step.seat],
            )

    def apply(self, game: Play, step: CharterShares, action: BuyShare) -> None:
        par = game.state.par[step.company]
        pay(game, step.seat, BANK, par)
        hand_over(game, step.company, IPO, step.seat, 1)
        game.log(
            "share_bought",
            player=game.name(step.seat),
            company=step.company,
            source=IPO,
            price=par,
        )
        game.replace_step(step, left=step.left - 1)
        float_if_sold(game, step.company)


def _enough(game: Play, step: CharterShares) -> None:
    game.replace_step(step, left=0)


class CharterShares(PlayerStep, frozen=True):
    """The winner buys up to two more shares; then the player to his left goes on."""

    company: str
    seat: Seat
    left: int = MORE_SHARES

    moves = (MoreSharesMove(), PassMove(_enough))
    out_of_step = "charter_shares_only"

    def settle(self, game: Play) -> bool:
        if self.left and (self.offers(game, self.moves[0]) or self._asked_in_vain(game)):
            return False
        game.pop()
        current = game.state.round
        place = current.order.index(self.seat)
        # Everybody is asked again before the winner, who is the last to decline (1862-4.1.8).
        game.set_round(index=(place + 1) % len(current.order), passed=current.passed - {self.seat})
        return True

    def _asked_in_vain(self, game: Game) -> bool:
        """Tell whether somebody who may buy nothing more has to say so himself (online)."""
        can_pay = game.state.par[self.company] <= game.state.cash[self.seat]
        return policy(game).ask_at_limit and can_pay
