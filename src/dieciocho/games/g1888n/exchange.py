"""The Forbidden City: its owner exchanges it for a share of a company in Beijing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.actions import Choice, Exchange
from ...engine.errors import refuse
from ...engine.shares import ordinary
from ...engine.state import IPO, OUT, POOL, Seat
from ...engine.step import Move
from ...engine.steps.rounds import StockTurn
from ...engine.steps.stock import (
    Holding,
    above_certificate_limit,
    acquisition_problem,
    certificate_limit,
    take_share,
)
from .policy import policy

if TYPE_CHECKING:
    from ...engine.game import Game, Play

FORBIDDEN_CITY = "FC"
BEIJING = "C9"


def in_beijing(game: Game, company: str) -> bool:
    """Tell whether a company has a station in any city of Beijing."""
    return any(
        hex_name == BEIJING and company in slots
        for (hex_name, _), slots in game.state.stations.items()
    )


class ExchangeMove(Move[Exchange, StockTurn]):
    """Close the Forbidden City for a share of a company in Beijing (1888N-4.3.1.32)."""

    action = Exchange

    def __init__(self, holding: Holding) -> None:
        self.holding = holding

    def legal(self, game: Game, step: StockTurn) -> Iterator[Choice]:
        seat = step.actor(game)
        if self._barred(game, step, seat) is not None:
            return
        for company in game.definition.companies:
            if company in game.state.cell and self._problem(game, seat, company) is None:
                for source in (IPO, POOL):
                    if ordinary(game, company, source):
                        yield Choice(Exchange(FORBIDDEN_CITY, company, source))  # type: ignore[arg-type]

    def _barred(self, game: Game, step: StockTurn, seat: Seat) -> str | None:
        owner = game.state.private_owner[FORBIDDEN_CITY]
        if owner in game.definition.companies:
            return "exchange_lost"
        if owner != seat:
            return "exchange_not_owner"
        if step.sold:
            return "exchange_after_sale"
        if policy(game).exchange_after_sale_bar and above_certificate_limit(game, seat):
            return "exchange_above_limit"
        return None

    def _problem(self, game: Game, seat: Seat, company: str) -> str | None:
        if not in_beijing(game, company):
            return "exchange_beijing"
        # The limits of a purchase hold (1888N-4.3.1.35).
        problem = acquisition_problem(game, seat, company, 10, self.holding)
        if problem == "sold_this_round" and not policy(game).exchange_after_sale_bar:
            return None
        return f"exchange_{problem}" if problem else None

    def check(self, game: Game, step: StockTurn, action: Exchange) -> None:
        seat = step.actor(game)
        if action.private != FORBIDDEN_CITY:
            refuse(game, "exchange_not_owner", private=action.private)
        reason = self._barred(game, step, seat)
        if reason is not None:
            refuse(game, reason, private=action.private, limit=certificate_limit(game))
        if action.company not in game.definition.companies:
            refuse(game, "unknown_company", company=action.company)
        reason = self._problem(game, seat, action.company)
        if reason is not None:
            refuse(game, reason, company=action.company)
        if not ordinary(game, action.company, action.source):
            refuse(game, "exchange_no_share", company=action.company, source=action.source)

    def apply(self, game: Play, step: StockTurn, action: Exchange) -> None:
        seat = step.actor(game)
        game.state.private_owner[FORBIDDEN_CITY] = OUT
        game.log(
            "exchanged",
            player=game.name(seat),
            private=action.private,
            company=action.company,
            source=action.source,
        )
        # Nobody is paid, but the director may change (1888N-4.3.1.37).
        take_share(game, seat, action.company, action.source, self.holding)
        step.end_turn(game, acted=True)  # in place of a purchase (1888N-4.3.1.33)
