"""What every player's worth consists of, in any game."""

from __future__ import annotations

from msgspec import Struct

from ...engine.game import Game

_NOBODY = "nobody"


class Fortune(Struct, frozen=True):
    """A player's worth in its parts; `rest` is what only the game knows, e.g. loans to be paid."""

    total: int
    cash: int
    companies: dict[str, int]
    privates: dict[str, int]

    @property
    def rest(self) -> int:
        return self.total - self.cash - sum(self.companies.values()) - sum(self.privates.values())


def fortunes(game: Game) -> list[Fortune]:
    """Return the fortune of every seat.

    A thing is worth to its owner by what the score would be less without it: so halves, doubles
    and whatever else a game reckons with are right without knowing about them.
    """
    rules, state = game.rules, game.state
    full = rules.scores(game)
    companies, privates = [], []
    for company in state.cell:
        without = game.copy()
        del without.state.cell[company]
        companies.append((company, rules.scores(without)))
    for private, owner in state.private_owner.items():
        if isinstance(owner, int):
            without = game.copy()
            without.state.private_owner[private] = _NOBODY
            privates.append((private, rules.scores(without)))
    return [
        Fortune(
            full[seat],
            state.cash[seat],
            {c: full[seat] - less[seat] for c, less in companies if full[seat] != less[seat]},
            {p: full[seat] - less[seat] for p, less in privates if full[seat] != less[seat]},
        )
        for seat in full
    ]
