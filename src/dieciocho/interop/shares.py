"""Which of the site's shares (`LYR_3`) lies where; share 0 is the director's certificate.

Everybody keeps his shares in the order in which he got them, and the first ones go first: bought,
sold, or exchanged for the director's certificate. The engine says what changes hands and in which
order (`Transfer`), this book which shares those are. Only a sale goes another way on the site: the
whole bundle goes to the pool, the certificate too if the ordinary shares do not suffice; then the
next director takes it for shares of his; and what was too much comes back from the pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.actions import Action, SellShares
from ..engine.shares import DIRECTOR, Transfer
from ..engine.state import IPO, POOL, Owner

if TYPE_CHECKING:
    from ..engine.game import Game

# Where shares are bought besides the offering and the pool: a director's certificate, a company's.
BOARD, TREASURY = "board", "treasury"


def company_of(share: str) -> str:
    return share.rpartition("_")[0]


def certificate(company: str) -> str:
    """Return the director's certificate of a company."""
    return f"{company}_0"


class ShareBook:
    """Follows every share of a game."""

    def __init__(self, game: Game, place: Owner = IPO) -> None:
        self.game = game
        self._lists: dict[str, dict[Owner, list[str]]] = {}
        for company in game.definition.companies:
            self.lay_out(company, place)
        self._named: list[str] = []
        self._seller: Owner = POOL

    def lay_out(self, company: str, place: Owner) -> None:
        """All shares of a company lie at one place, in order."""
        count = len(self.game.definition.companies[company].certificates)
        self._lists[company] = {place: [f"{company}_{n}" for n in range(count)]}

    # --- looking -----------------------------------------------------------------------

    def _list(self, company: str, owner: Owner) -> list[str]:
        return self._lists[company].setdefault(owner, [])

    def of(self, company: str, owner: Owner) -> list[str]:
        """Return the ordinary shares of somebody, in order."""
        return [share for share in self._list(company, owner) if share != certificate(company)]

    def place(self, share: str) -> Owner | None:
        """Return where a share is; None if there is no such share."""
        lists = self._lists.get(company_of(share), {})
        return next((owner for owner, shares in lists.items() if share in shares), None)

    def offered(self, company: str, source: Owner) -> str | None:
        """Return the share that is sold next at a place."""
        if source == BOARD:
            return certificate(company)
        place = company if source == TREASURY else source
        return next(iter(self.of(company, place)), None)

    def bundle(self, company: str, seat: Owner, count: int) -> list[str]:
        """Return the shares that make up a sale: ordinary ones, then the director's."""
        own = self.of(company, seat)
        return own[:count] if count <= len(own) else [*own, certificate(company)]

    # --- following ---------------------------------------------------------------------

    def before(self, action: Action, named: list[str]) -> None:
        """Note what an action names that is about to be played."""
        self._named = list(named)
        self._seller = self.game.step.actor(self.game)

    def after(self, action: Action) -> None:
        """Move what changed hands in the action that was played."""
        transfers = list(self.game.transfers)
        if isinstance(action, SellShares):
            transfers = self._sell(action, transfers)
        for transfer in transfers:
            self.follow(transfer)

    def follow(self, transfer: Transfer) -> None:
        """Move the shares of one transfer: those that were named, else the first or the last."""
        company, source = transfer.company, transfer.source
        if transfer.director:
            self._move(certificate(company), transfer.target)
        for _ in range(transfer.number):
            there = self.of(company, source)
            named = next((share for share in self._named if share in there), None)
            if named is not None:
                self._named.remove(named)
            self._move(named or there[-1 if transfer.last else 0], transfer.target)

    def _sell(self, action: SellShares, transfers: list[Transfer]) -> list[Transfer]:
        """Carry out a sale as the site does; return the transfers that are not part of it."""
        company, bundle = action.company, self._named
        sale = next(
            n
            for n, t in enumerate(transfers)
            if (t.company, t.source, t.target) == (company, self._seller, POOL) and t.number
        )
        for share in bundle:
            self._move(share, POOL)
        for transfer in transfers[:sale]:  # the directorship
            if transfer.director:
                heir = transfer.target
                target = self.place(certificate(company))
                self._move(certificate(company), heir)
            else:
                assert target is not None
                self._named = []
                for share in self.of(company, heir)[: transfer.number]:
                    self._move(share, target)
        sizes = self.game.rules.certificates(self.game, company)
        moved = sum(sizes[int(share.rpartition("_")[2])] for share in bundle)
        for _ in range((moved - 10 * action.count) // 10):  # it was too much
            self._move(self._list(company, POOL)[0], self._seller)
        return transfers[sale + 1 :]

    def _move(self, share: str, target: Owner) -> None:
        company = company_of(share)
        for shares in self._lists[company].values():
            if share in shares:
                shares.remove(share)
        self._list(company, target).append(share)

    def agrees(self) -> bool:
        """Tell whether everybody has as many shares here as on the table."""
        state = self.game.state
        return all(
            len(self.of(company, owner)) == state.shares[company][1:].count(owner)
            for company in state.par
            for owner in {*state.shares[company], *self._lists[company]}
        ) and all(
            self.place(certificate(company)) == state.shares[company][DIRECTOR]
            for company in state.par
        )
