"""Certificates of 1862: directors of three shares, half values, sales, floating, bankruptcy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...engine.ledger import pay
from ...engine.shares import (
    DIRECTOR,
    hand_over,
    leave_market,
    move_price,
    ordinary,
    percent,
    price,
    put_marker,
    seats_after,
)
from ...engine.state import BANK, IPO, OUT, POOL, Owner, Seat
from .facts import (
    CHARTER_TOKEN_PRICE,
    CHARTER_TOKENS,
    FLOAT,
    Round1862,
    facts,
    has_train,
)
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

THREE = 3  # shares of a director's certificate; a director has so many at least (1862-6.3.1)


def held(game: Game, company: str, holder: Owner) -> int:
    """Return how many shares somebody holds."""
    return percent(game, company, holder) // 10


def value(game: Game, company: str) -> int:
    """Return what a share is worth: half the price without a train (1862-6.4.1.1)."""
    full = price(game, company)
    return full if has_train(game, company) else full // 2


# --- directors -------------------------------------------------------------------------


def give_directorship(game: Play, company: str, seat: Seat) -> None:
    """Let a player take the director's certificate for three ordinary shares (1862-6.3.8)."""
    state = game.state
    holder = state.shares[company][DIRECTOR]
    if holder != seat:
        hand_over(game, company, holder, seat, 0, director=True)
        hand_over(game, company, seat, holder, THREE)
    if state.president.get(company) != seat:
        state.president[company] = seat
        game.log("director", company=company, player=game.name(seat))


def most_shares(game: Game, company: str, order: list[Seat], least: int) -> Seat | None:
    """Return who holds most shares, at least so many; of equals the first of the order."""
    best: Seat | None = None
    for seat in order:
        count = held(game, company, seat)
        if count >= least and (best is None or count > held(game, company, best)):
            best = seat
    return best


def director_after_purchase(game: Play, company: str, seat: Seat) -> None:
    """Make the buyer director if he has more shares (1862-6.3.2).

    Three are enough where there is none (1862-6.3.7, 1862-8.2).
    """
    director = game.state.president.get(company)
    least = THREE if director is None else held(game, company, director) + 1
    if held(game, company, seat) >= least:
        give_directorship(game, company, seat)


def heir_after_sale(game: Game, company: str, seat: Seat, count: int) -> Seat | None:
    """Return who becomes director if the director sells so many shares (1862-6.3.5).

    Of several the one with most shares, then the next to the left (1862-6.3.3).
    """
    left = held(game, company, seat) - count
    return most_shares(game, company, seats_after(game, seat), max(left + 1, THREE))


def sale_problem(game: Game, company: str, seat: Seat, count: int) -> str | None:
    """Return why a director cannot sell so many shares: he needs ordinary ones to keep."""
    if game.state.president.get(company) != seat:
        return None
    left = held(game, company, seat) - count
    if left >= THREE or heir_after_sale(game, company, seat, count) is not None:
        return None
    pool, own = ordinary(game, company, POOL), ordinary(game, company, seat)
    spare = pool + own if policy(game).keep_from_sale else max(pool, own)
    return "cannot_keep" if left > spare else None


def hand_in(game: Play, company: str, seat: Seat, count: int) -> None:
    """Put sold shares into the pool, which takes any number (1862-6.4.0.2).

    The director's certificate goes where it must.
    """
    left, own = held(game, company, seat) - count, ordinary(game, company, seat)
    heir = None
    if game.state.president.get(company) == seat:
        heir = heir_after_sale(game, company, seat, count)
    # Where ordinary shares do not suffice the director hands everything in; the rest comes back.
    everything = count > own
    hand_over(game, company, seat, POOL, min(count, own), director=everything)
    if heir is not None:
        give_directorship(game, company, heir)
    elif everything:
        del game.state.president[company]
        game.log("no_director", company=company)
    if everything:
        hand_over(game, company, POOL, seat, left)


# --- selling ---------------------------------------------------------------------------


def ignored(game: Game, company: str, seat: Seat) -> int:
    """Return how many shares of a sale do not move the price (1862-6.4.2.2, 1862-6.4.2.3)."""
    if game.state.president.get(company) == seat:
        return 0  # 1862-6.4.2.4
    marks = game.definition.market.cells[game.state.cell[company]].marks
    return 1 if "o" in marks else 2 if "t" in marks else 0


def sell(game: Play, company: str, seat: Seat, count: int, earlier: int = 0) -> int:
    """Sell a block of shares to the pool, after earlier ones of the same sale; return the money.

    Shares that change hands in other ways move no price (1862-6.4.2.6).
    """
    money = value(game, company) * count
    steps = max(0, count - max(0, ignored(game, company, seat) - earlier))
    hand_in(game, company, seat, count)
    pay(game, BANK, seat, money)
    game.log("sold", player=game.name(seat), company=company, count=count, money=money)
    if company in game.state.floated and not facts(game).lner:  # 1862-6.4.2.5
        drop(game, company, steps)  # 1862-6.4.2.1
    return money


def proceeds(game: Game, seat: Seat, company: str) -> int:
    """Return what a player gets for the largest block of a company that could be sold now."""
    current = game.state.round
    bought = current.bought.get((seat, company), 0) if isinstance(current, Round1862) else 0
    counts = range(held(game, company, seat) - bought, 0, -1)
    most = next((n for n in counts if sale_problem(game, company, seat, n) is None), 0)
    return most * value(game, company)


def drop(game: Play, company: str, steps: int) -> None:
    """Move a price down; the last space is bankruptcy (1862-6.4.2.7)."""
    move_price(game, company, "down", steps)
    bankrupt_if_worthless(game, company)


def bankrupt_if_worthless(game: Play, company: str) -> None:
    """End a company whose price has become nothing, in whatever round (1862-7.12.4)."""
    if price(game, company) == 0:
        bankrupt(game, company, 0)  # 1862-7.12.2


# --- starting and floating -------------------------------------------------------------


def sold_percent(game: Game, company: str) -> int:
    """Return how much of a company has left the offering or the treasury (1862-6.5.4.0.1)."""
    at_home = IPO if company in facts(game).chartered else company
    return 100 - percent(game, company, at_home)


def float_if_sold(game: Play, company: str) -> None:
    """Float a company of which enough has been sold (1862-6.5.4.0.1)."""
    from .floating import BuyStations

    state, now = game.state, facts(game)
    if company in state.floated or sold_percent(game, company) < FLOAT:
        return
    state.floated = state.floated | {company}
    if company in now.chartered:
        capital = 10 * state.par[company]  # 1862-3.1.1
        cost = CHARTER_TOKENS * CHARTER_TOKEN_PRICE
        pay(game, BANK, company, capital)
        pay(game, company, BANK, cost)
        state.stations_left[company] = CHARTER_TOKENS
        if policy(game).marker_at_launch:
            put_marker(game, company, state.cell[company])  # 1862-4.2.4
        left = {c: seat for c, seat in now.obligations.items() if c != company}
        game.set_facts(obligations=left)
        game.log("launched", company=company, capital=capital)
        game.log("stations_bought", company=company, count=CHARTER_TOKENS, cost=cost)
    else:
        # Its capital is what was paid for its shares (1862-6.5.4.1.1).
        game.log("launched", company=company, capital=state.cash[company])
        game.push(BuyStations(company))


# --- leaving ---------------------------------------------------------------------------


def reset(game: Play, company: str) -> None:
    """Put a company back as it was before it was started, so that it can be started again.

    After a merger (1862-7.5.7.1), a bankruptcy (1862-7.12.3), or with its charter not kept, when
    nobody is compensated (1862-4.3.5).
    """
    from .stations import remove_all

    state, now = game.state, facts(game)
    remove_all(game, company)
    state.shares[company] = (IPO,) * len(state.shares[company])
    state.floated = state.floated - {company}
    state.president.pop(company, None)
    state.par.pop(company, None)
    state.stations_left[company] = 0
    leave_market(game, company)
    game.state.facts = msgspec.structs.replace(
        now,
        permits={**now.permits, company: (now.licences[company],)},
        chartered=now.chartered - {company},
        obligations={c: seat for c, seat in now.obligations.items() if c != company},
        homed=now.homed - {company},
        arrivals=facts(game).arrivals,
        final_runs=facts(game).final_runs,
    )


def bankrupt(game: Play, company: str, each: int) -> None:
    """End a company: players get so much for each share, all it has goes (1862-7.12.3)."""
    state = game.state
    game.log("company_bankrupt", company=company)
    for seat in range(len(game.players)):
        money = each * held(game, company, seat)
        pay(game, BANK, seat, money)
        if money:
            game.log("compensated", player=game.name(seat), company=company, money=money)
    pay(game, company, BANK, state.cash[company])
    if policy(game).leftover_trains:
        left = dict.fromkeys(state.trains[company], company)
        game.set_facts(leftovers={**facts(game).leftovers, **left})
    discard_trains(game, state.trains[company])
    reset(game, company)
    if isinstance(state.round, Round1862):
        game.set_round(cut_short=(*state.round.cut_short, company))


def discard_trains(game: Play, cards: tuple[str, ...]) -> None:
    """Take trains out of the game."""
    trains, now = game.state.trains, facts(game)
    for owner, owned in list(trains.items()):
        if owner != OUT and any(card in cards for card in owned):
            trains[owner] = tuple(card for card in owned if card not in cards)
    trains[OUT] = (*trains[OUT], *cards)
    game.set_facts(
        warranties={c: n for c, n in now.warranties.items() if c not in cards},
        rusting=now.rusting - set(cards),
    )
