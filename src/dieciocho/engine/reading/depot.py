"""Trains as a reader sees them: cards, kinds, and what is for sale."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..depot import available
from ..state import BANK, OUT, POOL
from .view import View

if TYPE_CHECKING:
    from ..components import Kind, Train
    from ..game import Game
    from ..state import Owner


class TrainCard(NamedTuple):
    """One train card: its id, as in actions, and its kind."""

    card: str
    kind: Kind

    def __str__(self) -> str:
        return self.kind


def cards(game: Game, owner: Owner) -> tuple[TrainCard, ...]:
    """Return the train cards of somebody."""
    return tuple(TrainCard(card, game.kind_of(card)) for card in game.state.trains.get(owner, ()))


class Offer(NamedTuple):
    """A train that the bank or the pool sells now, at its printed price."""

    card: str
    kind: Kind
    source: str
    price: int


class TrainKind(NamedTuple):
    """A kind of train: how many are left, what it ends and what ends it."""

    kind: Kind
    printed: Train
    price: int
    left: int | None  # in the bank; None: endless
    pool: int
    scrapped_by: Kind | None  # the kind whose first train removes it
    scraps: tuple[Kind, ...]  # the kinds that its first train removes
    next: bool  # it is on top of the bank's stack

    def __str__(self) -> str:
        return self.kind


class DepotView(View):
    """The trains that belong to nobody yet or any more: `game.trains`."""

    __slots__ = ()

    @property
    def bank(self) -> tuple[TrainCard, ...]:
        """The bank's cards, the top one first; of an endless kind one card lies there."""
        return cards(self._game, BANK)

    @property
    def pool(self) -> tuple[TrainCard, ...]:
        """The cards in the bank's pool."""
        return cards(self._game, POOL)

    @property
    def out(self) -> tuple[TrainCard, ...]:
        """The cards that have left the game."""
        return cards(self._game, OUT)

    @property
    def owned(self) -> dict[str, tuple[TrainCard, ...]]:
        """The trains of companies; one that has left the game may still have some to sell."""
        known = self._game.definition.companies
        return {company: owned for company in known if (owned := cards(self._game, company))}

    @property
    def for_sale(self) -> tuple[Offer, ...]:
        """What bank and pool sell now."""
        game, trains = self._game, self._game.definition.trains
        return tuple(
            Offer(card, game.kind_of(card), source, trains[game.kind_of(card)].price)
            for card, source in available(game)
        )

    @property
    def kinds(self) -> dict[str, TrainKind]:
        """All kinds of trains in the order in which they are printed."""
        trains = self._game.definition.trains
        bank = [card.kind for card in self.bank]
        pool = [card.kind for card in self.pool]
        single = not self._game.definition.stacks
        return {
            (kind := train.kind): TrainKind(
                kind,
                train,
                train.price,
                None if train.count < 0 and kind in bank else bank.count(kind),
                pool.count(kind),
                train.scrapped_by,
                tuple(t.kind for t in trains.values() if t.scrapped_by == kind),
                single and bank[:1] == [kind],
            )
            for train in trains.values()
        }

    def __repr__(self) -> str:
        left = [
            f"{'∞' if kind.left is None else kind.left}×{kind}"
            for kind in self.kinds.values()
            if kind.left != 0
        ]
        return f"<trains: {', '.join(left)}>"
