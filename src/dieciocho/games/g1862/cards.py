"""Train cards: what they become, prices, limits, warranties, phases and rusting.

A card lies in the bank as `A-3`; bought as an express it is `2E-3` from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.depot import card_of, top_card
from ...engine.ledger import pay
from ...engine.state import BANK, OUT
from .facts import (
    MOST_WARRANTIES,
    WARRANTY_PRICE,
    facts,
    in_play,
    option,
    receivership,
    this_turn,
    uses,
)
from .holdings import discard_trains
from .policy import policy
from .printed import printed, train_of

if TYPE_CHECKING:
    from ...engine.game import Game, Play

# The group whose first train triggers the LNER (1862-9.9), by the shorter game (1862-11.2.2).
LAST_GROUP = {"no": "H", "yes": "E"}


def faces_of(game: Game, card: str) -> dict[str, str]:
    """Return what a card of the bank can become, once and for all (1862-2.2.1): use -> train."""
    group, _, number = card.rpartition("-")
    return {
        train.use: f"{kind}-{number}"
        for kind, train in printed(game).trains.items()
        if train.card == group and train.use in uses(game)
    }


def use_of(game: Game, train: str) -> str:
    return train_of(game, train).use


def group_of(game: Game, train: str) -> str:
    return game.kind_of(card_of(game, train))


def bank_price(game: Game) -> int:
    """Return the price of the bank's next train; 0: it has none."""
    top = top_card(game)
    return 0 if top is None else train_of(game, top).price


def used_price(game: Game, train: str) -> int:
    """Return what companies pay each other: half once a later group is on sale (1862-7.9.3).

    Warranties do not matter (1862-7.10.0.2).
    """
    groups = [phase.name for phase in game.definition.phases]
    full = train_of(game, train).price
    return full if groups.index(group_of(game, train)) >= game.state.phase else full // 2


def has_room(game: Game, company: str, use: str) -> bool:
    """Tell whether a company may buy a train of a kind (1862-7.9.6).

    What it owns before counts, though the purchase may make some of it rust (1862-7.9.7).
    """
    owned, phase = game.state.trains[company], printed(game).phases[game.state.phase]
    lenient = receivership(game, company) and not policy(game).receivership_total_limit
    if phase.limit_each or lenient:
        return sum(1 for card in owned if use_of(game, card) == use) < phase.train_limit
    return len(owned) < phase.train_limit


def trade_ban(game: Game, owner: str) -> str | None:
    """Return why a company's trains cannot be bought now (1862-7.9.4)."""
    if facts(game).lner:
        return "bank_trains_only"  # 1862-10.3.2
    if this_turn(game).raised:
        return "raised_for_bank"  # 1862-7.11.0.3
    return "receiver_never_sells" if receivership(game, owner) else None


def trains_of(game: Game, owner: str) -> list[str]:
    """Return the trains that can be bought from a company, leftovers of its former life too."""
    left = [train for train, company in facts(game).leftovers.items() if company == owner]
    return [*game.state.trains[owner], *left]


def used_trains(game: Game, company: str) -> Iterator[tuple[str, str]]:
    """Yield the trains of others that a company may buy and can pay, with their owners."""
    cash = game.state.cash[company]
    for owner in in_play(game):
        if owner == company or trade_ban(game, owner):
            continue
        for train in trains_of(game, owner):
            if used_price(game, train) <= cash and has_room(game, company, use_of(game, train)):
                yield owner, train


def most_extra_warranties(game: Game, card: str, spare: int) -> int:
    """Return how many warranties can be added to a train of the bank (1862-7.10.0.1).

    To any, also to one that never rusts (1862-7.10.0.5).
    """
    if option(game, "beginners") == "yes":
        return 0  # 1862-11.3.3
    free = train_of(game, card).warranty
    return min(MOST_WARRANTIES - free, spare // WARRANTY_PRICE)


def take_from_bank(game: Play, company: str, train: str, money: int) -> None:
    """Pay for the bank's next card, turn it into a train and start what it starts."""
    state = game.state
    card = card_of(game, train)
    group, number = game.kind_of(card), int(card.rpartition("-")[2])
    entry = printed(game).trains[group]
    pay(game, company, BANK, money)
    rest = state.trains[BANK][1:]
    if entry.count < 0:
        rest = (f"{group}-{number + 1}", *rest)
    state.trains[BANK] = rest
    state.trains[company] = (*state.trains[company], train)
    tokens = entry.warranty + (money - entry.price) // WARRANTY_PRICE
    if tokens:
        game.set_facts(warranties={**facts(game).warranties, train: tokens})
    game.log("train_bought", company=company, train=game.kind_of(train), source=BANK, price=money)
    if tokens:
        game.log("warranties", company=company, train=game.kind_of(train), count=tokens)
    _start_phase(game, group)


def _start_phase(game: Play, group: str) -> None:
    """The first train of a group starts its phase at once (1862-7.9.5, 1862-9.1).

    A lower limit takes no train from anybody (1862-7.9.8).
    """
    state, phases = game.state, game.definition.phases
    if group == LAST_GROUP[option(game, "shorter")] and not facts(game).lner:
        if not facts(game).lner_due:
            game.log("lner_due")
        game.set_facts(lner_due=True)
    for number in range(state.phase + 1, len(phases)):
        if phases[number].starts_with == group:
            state.phase = number
            game.log("phase", phase=phases[number].name)
            _rust(game, group)
            return


def _rust(game: Play, group: str) -> None:
    """Obsolete trains leave the game wherever they are (1862-9.10).

    A warranty keeps them for a while (1862-7.10.0.4).
    """
    gone: list[str] = []
    kept: set[str] = set()
    for owner, cards in game.state.trains.items():
        if owner in (BANK, OUT):
            continue
        for card in cards:
            if train_of(game, card).scrapped_by == group:
                if facts(game).warranties.get(card):
                    kept.add(card)
                else:
                    gone.append(card)
    if gone:
        game.log("scrapped", kind=sorted({game.kind_of(c) for c in gone}), count=len(gone))
        discard_trains(game, tuple(gone))
    left = facts(game).leftovers
    game.set_facts(
        rusting=facts(game).rusting | kept,
        leftovers={t: c for t, c in left.items() if train_of(game, t).scrapped_by != group},
    )


def use_up_warranties(game: Play, company: str) -> None:
    """Remove a token from every train of a company after running (1862-7.10.0.3)."""
    now = facts(game)
    left = dict(now.warranties)
    gone: list[str] = []
    for card in game.state.trains[company]:
        if left.get(card):
            left[card] -= 1
            if not left[card]:
                del left[card]
                if card in now.rusting:
                    gone.append(card)
    game.set_facts(warranties=left)
    if gone:
        game.log("scrapped", kind=sorted({game.kind_of(c) for c in gone}), count=len(gone))
        discard_trains(game, tuple(gone))
