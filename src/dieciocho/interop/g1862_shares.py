"""Which of the site's shares of 1862 (`EUR_3`) lies where; share 0 is the director's certificate.

Found by comparing every share that the recorded games name or offer:

- Everybody keeps his shares in the order in which he got them; the first one is for sale.
- A company that is started (again) has its shares in order.
- In a consolidation the last shares are returned, given up, or taken from the pool for the
  director's certificate; the first ones are exchanged for shares of the lost company.
- Everywhere else the first ones go: treasury shares for a train, three for the certificate.
- A director whose ordinary shares do not suffice hands everything in, certificate and all, and
  then gets back what he keeps: the first shares of the pool.

No recorded game of 1862 has a sale that makes another player director; there it is taken to be as
in the other titles of the site (`shares.py`), where it is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.state import IPO, Owner
from ..games.g1862.facts import facts

if TYPE_CHECKING:
    from ..engine.game import Game


def company_of(share: str) -> str:
    return share.rpartition("_")[0]


class ShareBook:
    """Follows the ordinary shares of all started companies."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lists: dict[str, dict[Owner, list[str]]] = {}
        self._named: list[str] = []

    def start(self, company: str) -> None:
        """A company is (re)started: all shares are in the offering or the treasury."""
        place = IPO if company in facts(self.game).chartered else company
        ordinary = range(1, len(self.game.state.shares[company]))
        self._lists[company] = {place: [f"{company}_{n}" for n in ordinary]}

    def of(self, company: str, owner: Owner) -> list[str]:
        """Return the ordinary shares of somebody, in order."""
        return self._lists[company].setdefault(owner, [])

    def place(self, share: str) -> Owner | None:
        """Return where an ordinary share is."""
        lists = self._lists.get(company_of(share), {})
        return next((owner for owner, shares in lists.items() if share in shares), None)

    def name(self, shares: list[str]) -> None:
        """Note the shares that the next action names."""
        self._named = list(shares)

    def follow(self) -> None:
        """Move what changed hands in the last action."""
        for company, source, target, count, last in self.game.transfers:
            for _ in range(count):
                there = self.of(company, source)
                named = next((share for share in self._named if share in there), None)
                share = named or there[-1 if last else 0]
                if named is not None:
                    self._named.remove(named)
                there.remove(share)
                self.of(company, target).append(share)
        self._named = []


def share_book(user: Any) -> ShareBook:
    """Return the book that a reader or writer keeps."""
    book = user.notes.setdefault("shares", ShareBook(user.game))
    assert isinstance(book, ShareBook)
    return book


def follow(user: Any) -> None:
    share_book(user).follow()
