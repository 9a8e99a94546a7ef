"""Train cards, phases, scrapping and train limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .components import Kind
from .shares import operating_order
from .state import BANK, OUT, POOL, Owner

if TYPE_CHECKING:
    from .components import Train
    from .game import Game, Play


def deck(game: Game) -> tuple[str, ...]:
    """Return the bank's train cards from top to bottom at the start of a game."""
    cards: list[str] = []
    for kind, train in game.definition.trains.items():
        cards += [f"{kind}-{n}" for n in range(1 if train.count < 0 else train.count)]
    return tuple(cards)


def train_of(game: Game, card: str) -> Train:
    return game.definition.trains[game.kind_of(card)]


def card_of(game: Game, train: str) -> str:
    """Return the card that a train is or was, whichever side is up."""
    kind, _, number = train.rpartition("-")
    return f"{game.definition.trains[kind].card or kind}-{number}"


def top_card(game: Game) -> str | None:
    cards = game.state.trains[BANK]
    return cards[0] if cards else None


def move_train(game: Game, card: str, source: Owner, target: Owner) -> None:
    """Move a train card between owners.

    The last card of an endless kind leaves a new one behind; a card that returns to the bank lies
    on top.
    """
    trains = game.state.trains
    kind, number = game.kind_of(card), card.rpartition("-")[2]
    left = trains[source]
    if source == BANK and train_of(game, card).count < 0 and _of_kind(game, left, kind) == [card]:
        trains[source] = tuple(f"{kind}-{int(number) + 1}" if c == card else c for c in left)
    else:
        trains[source] = tuple(c for c in left if c != card)
    there = trains.get(target, ())
    trains[target] = (card, *there) if target == BANK else (*there, card)


def _of_kind(game: Game, cards: tuple[str, ...], kind: Kind) -> list[str]:
    return [card for card in cards if game.kind_of(card) == kind]


def start_phase_of(game: Play, kind: Kind) -> bool:
    """Start the phase of a train kind that leaves the bank for the first time."""
    state, phases = game.state, game.definition.phases
    for number in range(state.phase + 1, len(phases)):
        if phases[number].starts_with == kind:
            state.phase = number
            game.log("phase", phase=phases[number].name)
            scrap(game, kind)
            if phases[number].closes_privates:
                game.rules.close_privates(game)
            return True
    return False


def scrap(game: Play, new_kind: Kind) -> None:
    """Remove all trains that become obsolete with the first train of a kind."""
    obsolete = {k for k, t in game.definition.trains.items() if t.scrapped_by == new_kind}
    trains = game.state.trains
    gone: list[str] = []
    for owner, cards in list(trains.items()):
        if owner in (BANK, OUT):
            continue
        old = [card for card in cards if game.kind_of(card) in obsolete]
        if old:
            trains[owner] = tuple(card for card in cards if card not in old)
            gone += old
    if gone:
        trains[OUT] = (*trains[OUT], *gone)
        game.log("scrapped", kind=sorted(obsolete), count=len(gone))


def train_limit(game: Game) -> int:
    return game.phase.train_limit


def above_limit(game: Game) -> list[str]:
    """Return the companies with too many trains, in operating order."""
    limit = train_limit(game)
    return [c for c in operating_order(game) if len(game.state.trains.get(c, ())) > limit]


def available(game: Game) -> list[tuple[str, str]]:
    """Return what bank and pool sell: (card, source).

    The bank sells its top card or, with a stack for each kind, one of each kind like the pool.
    """
    top = top_card(game)
    offers = [] if top is None else [(top, BANK)]
    if game.definition.stacks:
        offers = [(card, BANK) for card in _kinds(game, game.state.trains[BANK])]
    return offers + [(card, POOL) for card in _kinds(game, game.state.trains[POOL])]


def _kinds(game: Game, cards: tuple[str, ...]) -> list[str]:
    """Return the first card of every kind."""
    kinds: dict[str, str] = {}
    for card in cards:
        kinds.setdefault(game.kind_of(card), card)
    return list(kinds.values())
