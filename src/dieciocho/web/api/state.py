"""A position as plain data: what lies on the table, in the words of docs/api.md."""

from __future__ import annotations

from typing import Any

import msgspec

from ...engine.components import Phase
from ...engine.game import Game
from ...engine.reading import CompanyView, PlayerView, PrivateView, TrainCard

Json = dict[str, Any]


def state_of(game: Game) -> Json:
    """Return the whole position; owners are seat numbers, company ids or places."""
    state, phase, trains = game.state, game.phase, game.trains
    companies = game.companies
    return {
        "round": _round(game),
        "turn": None if state.turn is None else _plain(state.turn),
        "phase": _phase(phase),
        "priority": state.priority,
        "bank": game.bank.cash,
        "players": [_player(player, companies) for player in game.seats],
        "companies": {company.id: _company(company) for company in companies.values()},
        "privates": {private.id: _private(private) for private in game.privates.values()},
        "market": _market(game),
        "board": _board(game),
        "trains": {
            "bank": _cards(trains.bank),
            "pool": _cards(trains.pool),
            "out": _cards(trains.out),
        },
        "tiles": state.supply,
        "facts": _plain(state.facts),
        "ending": state.ending,
        "over": state.over,
    }


def _phase(phase: Phase) -> Json:
    plain = _plain(phase)
    plain["operating_rounds"] = plain.pop("rounds")
    return plain


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


def _player(player: PlayerView, companies: dict[str, CompanyView]) -> Json:
    return {
        "seat": player.seat,
        "name": player.name,
        "cash": player.cash,
        "certificates": {c: companies[c].holders.count(player.seat) for c in player.shares},
        "shares": player.shares,
        "privates": player.privates,
        "value": player.value,
    }


def _company(company: CompanyView) -> Json:
    home, president, last = company.home, company.president, company.last_run
    return {
        "name": company.name,
        "president": None if president is None else president.seat,
        "par": company.par,
        "price": company.price,
        "floated": company.floated,
        "cash": company.treasury,
        "shares": {str(holder): held for holder, held in company.shares.items()},
        "trains": _cards(company.trains),
        "home": None if home is None else f"{home[0]}.{home[1]}",
        "destination": company.charter.destination,
        "stations": [f"{station.hex}.{station.city}" for station in company.stations],
        "stations_left": company.stations_left,
        "privates": company.privates,
        "last_run": None if last is None else _plain(last),
    }


def _cards(trains: tuple[TrainCard, ...]) -> list[str]:
    return [train.card for train in trains]


def _private(private: PrivateView) -> Json:
    return {
        "name": private.name,
        "value": private.value,
        "income": private.income,
        "owner": private.owner,
        "price": private.price,
        "uses_left": private.uses_left,
    }


def _market(game: Game) -> list[Json]:
    """Return the cells with markers, each stack from top to bottom."""
    return [
        {
            "row": space.cell.row,
            "column": space.cell.column,
            "price": space.cell.price,
            "companies": space.companies,
        }
        for space in game.market.taken
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
