"""Our game seen as a golden trace: the state, the legal sets and the routes in its terms."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ..engine.actions import Action, DeclareBankruptcy, PlaceStation, Run, SellShares
from ..engine.definition import Definition
from ..engine.earnings import value_of
from ..engine.game import Game
from ..engine.own import this_turn
from ..engine.reading import CompanyView, PlayerView, PrivateView
from ..engine.routes import trace as trace_route
from ..engine.state import OUT, Turn
from ..engine.steps.auction import AuctionRound, Duel, unsold
from ..engine.tiles import STOP
from .actors import acting, named, power_of
from .dialect import Dialect, Json
from .legal_lists import FORMS
from .shares import ShareBook

BUILT = ("num_laid_track", "upgraded_track", "tokened")


class View:
    """The trace's view of a game."""

    def __init__(self, game: Game, dialect: Dialect, ids: list[int | str], book: ShareBook) -> None:
        self.game = game
        self.book = book
        self.dialect = dialect
        self.ids = ids
        self.notes: dict[str, Any] = {}  # what a title remembers from one state to the next
        self.stopped = False  # the players have agreed to end the game here

    # --- state -------------------------------------------------------------------------

    def state(self) -> Json:
        game, state, seats = self.game, self.game.state, self.game.seats
        # The site turns the order of players when share trading begins.
        first = 0 if isinstance(state.round, AuctionRound) else state.priority
        result: Json = {
            "round": self._round(),
            "phase": self.dialect.phase(game),
            "cert_limit": seats[0].certificate_limit,
            "player_order": self.ids[first:] + self.ids[:first],
            "players": {str(self.ids[player.seat]): self._player(player) for player in seats},
            "companies": {c.id: self._company(c) for c in game.companies.values()},
            "privates": {
                self.dialect.private_out(p.id): self._private(p) for p in game.privates.values()
            },
            "market": {
                "{},{}".format(*self.dialect.cell_out(game, space.number)): list(space.companies)
                for space in game.market.taken
            },
            "hexes": {
                spot.name: [tile.name, tile.rotation]
                for spot in game.definition.hex_list
                if (tile := state.board[spot.index]) not in (spot.printed, spot.start)
            },
            "tiles": {name: left for name, left in state.supply.items() if left},
            "depot": self._depot(),
            "finished": game.over or self.stopped,
            **self.dialect.facts(game),
        }
        if not game.bank.endless:
            result["bank"] = game.bank.cash
        trigger = self.dialect.end_trigger(game)
        if trigger is not None:
            result["end_trigger"] = list(trigger)
        if result["finished"]:
            result["end_reason"] = self.end_reason()
            result["ranking"] = self._ranking()
        else:
            result["next"] = self._next()
        if isinstance(state.round, AuctionRound):
            result["auction"] = self._auction()
        self._keep_last_turn(result["round"])
        self.dialect.amend(self, result)
        return result

    def _keep_last_turn(self, entry: Json) -> None:
        """A finished game shows what was built in the last turn, up to its last action."""
        if self.game.state.turn is not None:
            self.notes["built"] = {key: entry[key] for key in BUILT}
        elif self.game.over:
            entry.update(self.notes.get("built", {}))
            if isinstance(self.game.history[-1].action, PlaceStation):
                entry["tokened"] = True

    def setup(self) -> Json:
        """Return what the header of a trace tells of the table before the game."""
        game, dialect = self.game, self.dialect
        names = list(game.companies)
        minors = [c for c in names if dialect.entity_type(game, c) == "minor"]
        return {
            "corporations": [c for c in names if c not in minors],
            "minors": minors,
            "privates": [
                {"id": dialect.private_out(p.id), "value": p.value, "revenue": p.income}
                for p in game.privates.values()
            ],
            "player_order": self.ids,
            "removed_corporations": [c for c in game.definition.companies if c not in names],
            **dialect.setup(game),
        }

    def end_reason(self) -> str | None:
        """Return why the game has ended, in the site's words."""
        trigger = self.dialect.end_trigger(self.game)
        if not self.game.over:
            return "manually_ended" if self.stopped else None
        return None if trigger is None else trigger[0]

    def _ranking(self) -> list[list[Any]]:
        rows = [[self.ids[player.seat], player.value] for player in self.game.seats]
        return sorted(rows, key=lambda row: -row[1])

    def _round(self) -> Json:
        current = self.game.state.round
        result: Json = {
            "type": current.kind.capitalize(),
            "turn": current.number,
            "num": current.part,
            "of": current.parts,
            "order": [self.ids[o] if isinstance(o, int) else o for o in current.order],
            # A finished round stays at its last turn.
            "index": min(current.index, len(current.order) - 1),
        }
        if current.kind == "operating":
            turn = self.game.state.turn or Turn(company="")
            result["num_laid_track"] = turn.laid
            result["upgraded_track"] = turn.upgraded
            result["tokened"] = turn.stationed
            if turn.company:
                result["operator"] = turn.company
        else:
            result["passed"] = [self.ids[s] for s in current.order if s in current.passed]
        if current.kind == "stock" and self.dialect.built_in_stock:
            result["num_laid_track"] = 0
            result["upgraded_track"] = False
        return result

    def _next(self) -> Json:
        game = self.game
        step, who = game.step, named(self.dialect, self.ids, acting(game, self.dialect))
        return {
            "entity": who["entity"],
            "type": who["entity_type"],
            "step": self.dialect.steps.get(type(step), step.id),
            "players": [self.ids[step.actor(game)]],
        }

    def _player(self, player: PlayerView) -> Json:
        game, cells = self.game, self.game.state.cell
        result: Json = {
            "cash": player.cash,
            "shares": {c: held for c, held in player.shares.items() if c in cells},
            "certs": player.certificates,
            "privates": [self.dialect.private_out(p) for p in player.privates],
            "debt": 0,
            "value": player.value,
        }
        last = game.history[-1] if game.history else None
        if last and last.by == player.seat and isinstance(last.action, DeclareBankruptcy):
            result["bankrupt"] = True
        return result

    def _company(self, company: CompanyView) -> Json:
        game = self.game
        result: Json = {
            "type": self.dialect.entity_type(game, company.id),
            "cash": company.treasury,
            "floated": company.floated,
            "trains": [self.dialect.train_row(game, train.card) for train in company.trains],
            "tokens": [list(station) for station in company.stations],
            "tokens_left": list(company.station_costs),
            "privates": [self.dialect.private_out(p) for p in company.privates],
            "loans": 0,
        }
        if company.president is not None:
            result["president"] = self.ids[company.president.seat]
        if company.holders:
            result.update(self._shares(company))
        result.update(self.dialect.company_facts(game, company.id))
        run = company.last_run
        if run is not None:
            result["last_run"] = {
                "turn": run.number,
                "num": run.part,
                "revenue": run.revenue,
                "kind": {"pay": "payout", "keep": "withhold"}.get(run.kind, "variable"),
            }
            if run.kind not in ("pay", "keep"):
                result["last_run"]["amount"] = run.revenue
        return result

    def _shares(self, company: CompanyView) -> Json:
        """Return what a company with shares has besides."""
        result: Json = {
            "ipoed": company.par is not None,
            "ipo": company.initial_offer,
            "market": company.pool,
            "treasury": 0,
            "reserved": 0,
            "pres_cert": company.id,
            "capitalization": "full",
            "float_percent": 60,
        }
        if company.par is not None:
            director = company.president
            holder = "market" if director is None else self.ids[director.seat]
            result["president"] = result["pres_cert"] = holder
            result["price"] = company.price
            result["cell"] = self.dialect.cell_out(self.game, self.game.state.cell[company.id])
            result["par"] = result["par_original"] = company.par
        return result

    def _private(self, private: PrivateView) -> Json:
        game, owner = self.game, private.owner
        result = self.dialect.private_facts(game, private.id)
        if owner == OUT:
            result["closed"] = True
        elif isinstance(owner, int):
            result["owner"] = self.ids[owner]
        elif owner in game.definition.companies:
            result["owner"] = owner
        abilities = self.dialect.abilities(game).get(private.id)
        if abilities:
            result["abilities"] = abilities
        return result

    def _depot(self) -> Json:
        game, trains = self.game, self.game.trains
        endless = [kind for kind, row in trains.kinds.items() if row.left is None]
        groups = groupby(train.kind for train in trains.bank)
        return {
            "upcoming": [[k, "inf" if k in endless else len(list(n))] for k, n in groups],
            "discarded": [self.dialect.train_row(game, train.card) for train in trains.pool],
        }

    def _auction(self) -> Json:
        game = self.game
        current = game.state.round
        assert isinstance(current, AuctionRound)
        out = self.dialect.private_out
        result: Json = {
            "bids": {
                out(item): [[self.ids[seat], amount] for seat, amount in bids]
                for item, bids in current.bids.items()
            },
            "remaining": [out(p) for p in unsold(game)],
        }
        if not game.over and isinstance(game.step, Duel):
            result["auctioning"] = out(game.step.item)
        return result

    # --- legal sets --------------------------------------------------------------------

    def legal(self) -> Json:
        """Return our legal actions in the trace's form; nothing when the game is over."""
        game = self.game
        if game.over:
            return {}
        due = self._next()
        result: Json = {"entity": due["entity"], "entity_type": due["type"], "step": due["step"]}
        result["also"] = {}
        for choice in game.legal_actions():
            form = self.dialect.forms.get(type(choice.action)) or FORMS[type(choice.action)]
            form(self, self._lists(result, choice.action), choice, choice.action)
        buying = due["step"] == "BuyTrain"
        if buying and ("buy_train" in result or self.dialect.empty_purchases):
            trains = result.get("buy_train", [])
            result["buy_train"] = {"trains": trains, **self.dialect.purchases(self, trains)}
        return result

    def _lists(self, legal: Json, action: Action) -> Json:
        """Return the lists to which an action belongs: of a private, of the director, or these."""
        power = power_of(action)
        other: Json | None = None
        if power and power != getattr(self.game.step, "private", None):
            other = {"entity": self.dialect.private_out(power), "entity_type": "company"}
        elif isinstance(action, SellShares) and legal["entity_type"] != "player":
            seat = self.game.step.actor(self.game)
            other = {"entity": self.ids[seat], "entity_type": "player"}
        if other is None:
            return legal
        lists: Json = legal["also"].setdefault(str(other["entity"]), other)
        return lists

    # --- routes ------------------------------------------------------------------------

    def routes(self, run: Run) -> Json:
        """Return revenue, visits and track of a set of routes on the present board."""
        game = self.game
        turn = this_turn(game)
        result: Json = {"routes": [], "revenue": 0, "subsidy": 0}
        whole = value_of(game, turn.company, run.routes)
        worths = zip(run.routes, whole.routes, whole.incomes, strict=True)
        for route, (value, kind), subsidy in worths:
            path = trace_route(game, route.path)
            visits = [_stop_name(game, stop) for stop in path.stops]
            result["revenue"] += value
            result["subsidy"] += subsidy
            result["routes"].append(
                {
                    "train": self.dialect.train_out(game, route.train),
                    "name": self.dialect.train_name(game, route.train),
                    "revenue": value,
                    "subsidy": subsidy,
                    "visits": min(visits, visits[::-1]),
                    "track": sorted(_track(game, route.path)),
                }
            )
            paying = self.dialect.pays(game, route.train, kind, path.stops)
            if paying is not None:
                pays = sorted((_stop_name(game, stop) for stop in paying), key=repr)
                result["routes"][-1]["pays"] = pays
        self.dialect.amend_routes(self, result)
        return result


def _stop_name(game: Game, stop: tuple[int, int]) -> list[Any]:
    index, number = stop
    kind = game.state.board[index].tile.stops[number].kind
    theirs = {"area": "offboard", "mine": "city"}.get(kind, kind)
    return [game.definition.hex_list[index].name, theirs, number]


def _track(game: Game, path: str) -> list[tuple[str, tuple[tuple[str, int], ...]]]:
    """Return the pieces of track of a route: (hex, its two ends), ends sorted."""
    definition: Definition = game.definition
    points = [piece.partition(".") for piece in path.split("-")]
    pieces: list[tuple[str, tuple[tuple[str, int], ...]]] = []
    entry: int | None = None
    for position, (name, dot, number) in enumerate(points):
        spot = definition.hexes[name]
        leave: int | None = None
        if position + 1 < len(points):
            leave = spot.neighbours.index(definition.hexes[points[position + 1][0]].index)
        if dot:
            kind = _stop_name(game, (spot.index, int(number)))[1]
            for side in (entry, leave):
                if side is not None:
                    assert int(number) + STOP in game.state.board[spot.index].from_side[side]
                    pieces.append((name, tuple(sorted((("edge", side), (kind, int(number)))))))
        else:
            assert entry is not None
            assert leave is not None
            pieces.append((name, tuple(sorted((("edge", entry), ("edge", leave))))))
        if leave is not None:
            entry = definition.across[spot.index * 6 + leave] % 6
    return pieces
