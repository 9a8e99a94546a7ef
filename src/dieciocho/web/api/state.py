"""A position as plain data: what lies on the table, in the words of docs/api.md."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine import notation
from ...engine.actions import Choice
from ...engine.game import Game, Record
from ...engine.routing import PATIENT
from ...engine.shares import percent, price
from ...engine.state import BANK, OUT, POOL, Owner

Json = dict[str, Any]


def state_of(game: Game) -> Json:
    """Return the whole position; owners are seat numbers, company ids or places."""
    state, phase = game.state, game.phase
    return {
        "round": _round(game),
        "turn": None if state.turn is None else _plain(state.turn),
        "phase": {
            "name": phase.name,
            "colours": phase.colours,
            "train_limit": phase.train_limit,
            "limit_each": phase.limit_each,
            "operating_rounds": phase.rounds,
            "allows": phase.allows,
        },
        "priority": state.priority,
        "bank": state.cash[BANK],
        "players": [_player(game, seat) for seat in range(len(game.players))],
        "companies": {
            company: _company(game, company)
            for company in game.definition.companies
            if company not in state.closed
        },
        "privates": {private: _private(game, private) for private in state.private_owner},
        "market": _market(game),
        "board": _board(game),
        "trains": {place: state.trains[place] for place in (BANK, POOL, OUT)},
        "tiles": state.supply,
        "facts": _plain(state.facts),
        "ending": state.ending,
        "over": state.over,
    }


def _round(game: Game) -> Json:
    current = game.state.round
    return {
        "kind": current.kind,
        "number": current.number,
        "part": current.part,
        "parts": current.parts,
        "order": current.order,
        "index": current.index,
        "passed": sorted(current.passed),
    }


def _player(game: Game, seat: int) -> Json:
    state = game.state
    return {
        "seat": seat,
        "name": game.name(seat),
        "cash": state.cash[seat],
        "certificates": {
            company: held.count(seat) for company, held in state.shares.items() if seat in held
        },
        "shares": {
            company: percent(game, company, seat)
            for company, held in state.shares.items()
            if seat in held
        },
        "privates": [p for p, owner in state.private_owner.items() if owner == seat],
        "value": game.rules.scores(game)[seat],
    }


def _company(game: Game, company: str) -> Json:
    state, charter = game.state, game.definition.companies[company]
    started = company in state.cell
    holders: dict[Owner, int] = {}
    for holder in state.shares.get(company, ()):
        holders.setdefault(holder, percent(game, company, holder))
    home = state.homes.get(company)
    last = state.last_runs.get(company)
    return {
        "name": charter.name,
        "president": state.president.get(company),
        "par": state.par.get(company),
        "price": price(game, company) if started else None,
        "floated": company in state.floated,
        "cash": state.cash[company],
        "shares": {str(holder): held for holder, held in holders.items()},
        "trains": state.trains.get(company, ()),
        "home": None if home is None else f"{home[0]}.{home[1]}",
        "destination": charter.destination,
        "stations": [
            f"{name}.{number}"
            for (name, number), slots in state.stations.items()
            if company in slots
        ],
        "stations_left": state.stations_left[company],
        "privates": [p for p, owner in state.private_owner.items() if owner == company],
        "last_run": None if last is None else _plain(last),
    }


def _private(game: Game, private: str) -> Json:
    state, card = game.state, game.definition.privates[private]
    return {
        "name": card.name,
        "value": card.value,
        "income": card.income,
        "owner": state.private_owner[private],
        "price": state.prices.get(private),
        "uses_left": state.powers.get(private),
    }


def _market(game: Game) -> list[Json]:
    """Return the cells with markers, each stack from top to bottom."""
    cells = game.definition.market.cells
    return [
        {
            "row": cells[cell].row,
            "column": cells[cell].column,
            "price": cells[cell].price,
            "companies": stack,
        }
        for cell, stack in sorted(game.state.stacks.items())
    ]


def _board(game: Game) -> list[Json]:
    """Return the hexes where something lies: a tile, or stations by slot of each city."""
    stations: dict[str, dict[str, tuple[str | None, ...]]] = {}
    for (name, number), slots in game.state.stations.items():
        stations.setdefault(name, {})[str(number)] = slots
    found = []
    for spot in game.definition.hex_list:
        placed = game.state.board[spot.index]
        laid = placed is not spot.printed
        if laid or spot.name in stations:
            found.append(
                {
                    "hex": spot.name,
                    "tile": placed.tile.name if laid else None,
                    "rotation": placed.rotation if laid else None,
                    "stations": stations.get(spot.name, {}),
                }
            )
    return found


def _plain(value: Any) -> Any:
    """Return a struct as plain data, without what only the engine needs."""
    return msgspec.to_builtins(value, str_keys=True)


# --- choices and actions ---------------------------------------------------------------


def choice_facts(choice: Choice) -> Json:
    return {
        "action": choice.action,
        "text": notation.write(choice.action),
        "low": choice.low,
        "high": choice.high,
        "step": choice.step,
        "open": choice.open,
        "turns": choice.turns,
    }


def record_facts(game: Game, number: int, record: Record, language: str) -> Json:
    return {
        "number": number,
        "seat": record.by,
        "action": record.action,
        "text": notation.write(record.action),
        "log": [game.rules.texts.show(message, language) for message in record.log],
    }


def route_facts(game: Game, company: str) -> Json:
    """Return the best sets of routes of a company, the very best first."""
    found = game.best_routes(company, limits=PATIENT)
    sets = [sets[0] for sets in found.sets.values() if sets]
    return {
        "company": company,
        "trains": game.state.trains.get(company, ()),
        "proven": found.proof.complete,
        "sets": [
            {
                "revenue": best.revenue,
                "income": best.income,
                "class": best.kind,
                "routes": [{"train": train, "path": path} for train, path in best.routes],
            }
            for best in sorted(sets, key=lambda s: (-s.total, -s.revenue))
        ],
    }
