"""Which of the site's shares (`LYR_3`) lies where; share 0 is the director's certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.actions import Action, BuyShare, Exchange, SellShares, StartCompany, Take
from ..engine.state import IPO, POOL, Owner

if TYPE_CHECKING:
    from ..engine.game import Game


class ShareBook:
    """Follows every share of a game, in the order in which the site keeps them."""

    def __init__(self, game: Game, start: Owner = IPO) -> None:
        self.game = game
        self._lists: dict[str, dict[Owner, list[str]]] = {
            company: {start: [f"{company}_{n}" for n in range(len(charter.certificates))]}
            for company, charter in game.definition.companies.items()
        }
        self._moving: tuple[list[str], Owner, int] | None = None

    def _of(self, company: str, owner: Owner) -> list[str]:
        return self._lists[company].setdefault(owner, [])

    def _move(self, share: str, company: str, target: Owner) -> None:
        for shares in self._lists[company].values():
            if share in shares:
                shares.remove(share)
        self._of(company, target).append(share)

    def first(self, company: str, source: Owner) -> str:
        """Return the ordinary share that is bought next from the offering or the pool."""
        share = next(s for s in self._of(company, source) if s != f"{company}_0")
        self._moving = ([share], source, 10)
        return share

    def certificate(self, company: str) -> str:
        """Return the director's certificate that is bought next."""
        share = f"{company}_0"
        self._moving = ([share], POOL, 20)
        return share

    def to_sell(self, company: str, seat: Owner, count: int) -> list[str]:
        """Return the shares that make up a sale: ordinary ones, then the director's."""
        held = self._of(company, seat)
        ordinary = [share for share in held if share != f"{company}_0"]
        sold = ordinary[:count]
        if len(sold) < count:
            # Half of the director's certificate may be more than enough: the rest comes back.
            sold = [*ordinary, f"{company}_0"]
        self._moving = (sold, seat, 10 * count)
        return sold

    def follow(self, action: Action, directors: dict[str, Owner]) -> None:
        """Move the shares of an action that was played; `directors` are those before it."""
        match action:
            case StartCompany():
                seat = self.game.state.president[action.company]
                self._move(f"{action.company}_0", action.company, seat)
            case Take() if action.document in self.game.state.cell:
                seat = self.game.history[-1].by
                self._move(self.first(action.document, POOL), action.document, seat)
                self._change_director(action.document, directors)
            case BuyShare() | Exchange():
                assert self._moving is not None
                buyer = self.game.history[-1].by
                self._move(self._moving[0][0], action.company, buyer)
                self._change_director(action.company, directors)
            case SellShares():
                self._sell(action, directors)

    def settle(self, *, last: bool = False) -> None:
        """Move what changed hands by other means, e.g. with a private: the first or last shares."""
        for company, lists in self._lists.items():
            held = self.game.state.shares[company][1:]
            spare: list[str] = []
            for owner, shares in lists.items():
                ordinary = [share for share in shares if share != f"{company}_0"]
                count = held.count(owner)
                spare += ordinary[count:] if last else ordinary[: max(0, len(ordinary) - count)]
            takers = [
                owner
                for owner in dict.fromkeys(held)
                for _ in range(held.count(owner) - self._ordinary(company, owner))
            ]
            for share, owner in zip(spare, takers, strict=True):
                self._move(share, company, owner)
            for holder in self.game.state.shares[company][:1]:
                if f"{company}_0" not in self._of(company, holder):
                    self._move(f"{company}_0", company, holder)

    def _ordinary(self, company: str, owner: Owner) -> int:
        return sum(share != f"{company}_0" for share in self._of(company, owner))

    def _sell(self, action: SellShares, directors: dict[str, Owner]) -> None:
        assert self._moving is not None
        sold, seller, size = self._moving
        company = action.company
        for share in sold:
            self._move(share, company, POOL)
        self._change_director(company, directors)
        moved = 10 * len(sold) + (10 if f"{company}_0" in sold else 0)
        for _ in range((moved - size) // 10):  # half a director's certificate comes back
            self._move(self._of(company, POOL)[0], company, seller)

    def _change_director(self, company: str, directors: dict[str, Owner]) -> None:
        old, new = directors.get(company), self.game.state.president.get(company)
        if new is None or old == new:
            return
        certificate = f"{company}_0"
        if certificate in self._of(company, new):
            return  # it was bought
        if old is None:  # two shares are exchanged for the certificate on the board
            old = POOL
        target = old if certificate in self._of(company, old) else POOL
        for share in self._of(company, new)[:2]:
            self._move(share, company, target)
        self._move(certificate, company, new)
