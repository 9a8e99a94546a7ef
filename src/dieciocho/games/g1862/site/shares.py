"""Which of the site's shares of 1862 (`EUR_3`) lies where.

Found by comparing every share that the recorded games name or offer:

- A company that is started (again) has its shares in order.
- In a consolidation the last shares are returned, given up, or taken from the pool for the
  director's certificate; the first ones are exchanged for shares of the lost company.
- Everywhere else the first ones go: treasury shares for a train, three for the certificate.
- A director whose ordinary shares do not suffice hands everything in, certificate and all, and
  then gets back what he keeps: the first shares of the pool. The engine does it in that order.
"""

from __future__ import annotations

from ....engine.actions import Action, SellShares, StartCompany
from ....engine.shares import DIRECTOR, Transfer
from ....engine.state import IPO
from ....interop.shares import ShareBook, certificate
from ..facts import facts


class ShareBook1862(ShareBook):
    """Follows the shares of all started companies."""

    def before(self, action: Action, named: list[str]) -> None:
        super().before(action, named)
        if isinstance(action, StartCompany):
            chartered = action.company in facts(self.game).chartered
            self.lay_out(action.company, IPO if chartered else action.company)

    def after(self, action: Action) -> None:
        super().after(action)
        if isinstance(action, StartCompany):
            company = action.company
            self._move(certificate(company), self.game.state.shares[company][DIRECTOR])

    def _sell(self, action: SellShares, transfers: list[Transfer]) -> list[Transfer]:
        return transfers
