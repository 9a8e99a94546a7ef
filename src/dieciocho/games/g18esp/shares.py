"""Shares in 18ESP: turn cards, heirs, launching, the reserved share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine.ledger import pay
from ...engine.shares import director_after_purchase, hand_over, percent, price
from ...engine.state import BANK, IPO, Seat
from .facts import FULL_PARTS, LAUNCH_PARTS, RESERVED, allowed, facts, is_small
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def heirs(game: Game, company: str) -> list[Seat]:
    """Return the other players in the order in which ties for director are decided.

    After a sale one of them follows who holds more (18ESP-3.1.1.2) and 20 % (18ESP-3.1.1.3); the
    certificates are exchanged before the shares go (18ESP-3.1.1.5). The lowest turn card is first
    (18ESP-3.1.1.4); online the next one after the old director (D19).
    """
    cards = facts(game).cards
    at = cards.index(game.state.president[company])
    if policy(game).heir_by_card:
        return [seat for seat in cards if seat != cards[at]]
    return [*cards[at + 1 :], *cards[:at]]


def small_value(game: Game, company: str) -> int:
    """Return what the certificate of a small company is worth (18ESP-7.9)."""
    return 2 * price(game, company)


def deal_cards(game: Play, *, most_first: bool) -> None:
    """Deal the turn cards by cash; ties keep their order (18ESP-2.3.10, 18ESP-3.3.6)."""
    cash, sign = game.state.cash, -1 if most_first else 1
    cards = tuple(sorted(facts(game).cards, key=lambda seat: sign * cash[seat]))
    game.set_facts(cards=cards)
    game.state.priority = cards[0]
    game.log("cards_dealt", players=[game.name(seat) for seat in cards])


def float_at(game: Game) -> int:
    """Return the part that must be sold for a launch (18ESP-3.2.2.3, 18ESP-3.2.2.6).

    The present phase counts, whenever the director began (18ESP-3.2.2.7).
    """
    return 60 if allowed(game, "full_capital") else 40


def launch_if_sold(game: Play, company: str) -> None:
    """Launch a major as soon as enough of it is in the hands of players."""
    state = game.state
    if company in state.floated or company not in state.par or is_small(game, company):
        return
    held = 100 - percent(game, company, IPO) - percent(game, company, RESERVED)
    if held < float_at(game):
        return
    state.floated = state.floated | {company}
    full = allowed(game, "full_capital")
    capital = (FULL_PARTS if full else LAUNCH_PARTS) * state.par[company]  # 18ESP-5.1.2.1
    pay(game, BANK, company, capital)
    if full:  # 18ESP-3.2.2.6: all stations, no goals
        game.set_facts(full=facts(game).full | {company})
    game.log("launched", company=company, capital=capital)


def take_share(game: Play, seat: Seat, company: str, source: str) -> None:
    """Give a player an ordinary share; director and launch follow."""
    hand_over(game, company, source, seat, 1)
    if company in game.state.president:  # only the certificate goes over (18ESP-1.6.2)
        director_after_purchase(game, company, seat)  # 18ESP-3.1.1.6
    launch_if_sold(game, company)


def return_reserved(game: Play, company: str) -> None:
    """Put a reserved share into the initial offering (18ESP-4.6.1.4, 18ESP-4.6.1.5)."""
    if percent(game, company, RESERVED):
        hand_over(game, company, RESERVED, IPO, 1)
        game.log("reserve_returned", company=company)
