"""Best routes as plain facts, for programs: on the command line and through the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..game import Game


def route_facts(game: Game, company: str, **wishes: Any) -> dict[str, Any]:
    """Return the best set of routes of every class, the one that brings most first."""
    found = game.best_routes(company, **wishes)
    firsts = [sets[0] for sets in found.sets.values() if sets]
    return {
        "company": company,
        "trains": list(game.state.trains[company]),
        "proven": found.proof.complete,
        "sets": [
            {
                "revenue": best.revenue,
                "income": best.income,
                "class": best.kind,
                "routes": [{"train": train, "path": path} for train, path in best.routes],
            }
            for best in sorted(firsts, key=lambda s: (-s.total, -s.revenue))
        ],
    }
