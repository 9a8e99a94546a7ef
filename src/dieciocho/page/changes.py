"""What differs between two positions, as rows of a card: money, prices, shares, trains."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.game import Game
from ..engine.shares import percent, price
from ..engine.state import Owner
from .teller import Teller

Rows = tuple[tuple[str, str], ...]


def changes(tell: Teller, after: Game) -> Rows:
    """Return a row for everything that is otherwise than before, old and new."""
    companies = [c for c in after.definition.companies if c not in tell.game.state.closed]
    return (
        *_money(tell, after, companies),
        *_prices(tell, after, companies),
        *_shares(tell, after, companies),
        *_trains(tell, after, companies),
        *_stations(tell, after, companies),
    )


def moved(
    tell: Teller, key: str, old: str, new: str, company: str, owner: str = ""
) -> tuple[str, str]:
    return tell.say(f"change_{key}", company=company, owner=owner), f"{old} → {new}"


def _money(tell: Teller, after: Game, companies: list[str]) -> Iterator[tuple[str, str]]:
    old, new = tell.game.state.cash, after.state.cash
    for company in companies:
        if old[company] != new[company]:
            had, has = tell.money(old[company]), tell.money(new[company])
            yield moved(tell, "treasury", had, has, company)
    for seat, name in enumerate(after.players):
        if old[seat] != new[seat]:
            yield name, f"{tell.money(old[seat])} → {tell.money(new[seat])}"


def _prices(tell: Teller, after: Game, companies: list[str]) -> Iterator[tuple[str, str]]:
    game = tell.game
    for company in companies:
        if company in game.state.cell and company in after.state.cell:
            old, new = price(game, company), price(after, company)
            if old != new:
                yield moved(tell, "price", tell.money(old), tell.money(new), company=company)


def _shares(tell: Teller, after: Game, companies: list[str]) -> Iterator[tuple[str, str]]:
    game = tell.game
    for company in companies:
        if company in after.state.closed or not after.state.shares.get(company):
            continue
        own: list[Owner] = [company]
        others = [place for place in game.rules.share_places if place != company]
        for owner in (*range(len(game.players)), *others, *own):
            old, new = (percent(g, company, owner) for g in (game, after))
            if old != new:
                name = tell.owner(owner)
                yield moved(tell, "shares", f"{old} %", f"{new} %", company=company, owner=name)


def _trains(tell: Teller, after: Game, companies: list[str]) -> Iterator[tuple[str, str]]:
    for company in companies:
        old, new = (g.state.trains.get(company, ()) for g in (tell.game, after))
        if old != new:
            had, has = (", ".join(map(after.kind_of, cards)) or "–" for cards in (old, new))
            yield moved(tell, "trains", had, has, company)


def _stations(tell: Teller, after: Game, companies: list[str]) -> Iterator[tuple[str, str]]:
    for company in companies:
        old, new = (g.state.stations_left.get(company) for g in (tell.game, after))
        if old != new and old is not None and new is not None:
            yield moved(tell, "stations", str(old), str(new), company=company)
