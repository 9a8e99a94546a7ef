"""A state of 1862 as the traces of 18xx.games tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....engine.depot import card_of
from ....engine.shares import DIRECTOR, percent
from ....engine.state import IPO, POOL
from ....interop.dialect import Json
from ..charters import CharterPar, CharterShares
from ..consolidation import OddShare
from ..dividends import TOP_UP
from ..facts import Round1862, Turn1862, facts, this_turn
from ..floating import BuyStations
from ..limits import certificate_limit
from ..mergers import RemoveStations
from ..options import COMPANIES
from ..parliament import CharterAuction
from ..rounds import BANK_BROKEN, LAST_PRICE
from ..stations import is_bare, waiting_in
from ..stock import StockRound

if TYPE_CHECKING:
    from ....engine.game import Game
    from ....interop.trace import View

TOKENS_BEFORE = 3, 2  # what the site shows of companies that have not floated, without charter


# --- state -----------------------------------------------------------------------------


def train_name(game: Game, card: str) -> str:
    return game.kind_of(card) + "*" * facts(game).warranties.get(card, 0)


def company_facts(game: Game, company: str) -> Json:
    state, now = game.state, facts(game)
    started = company in state.par
    chartered = company in now.chartered
    left = TOKENS_BEFORE[started and not chartered]
    waiting = waiting_in(game, company) if company in now.homed else None
    if waiting is not None and is_bare(game, waiting):
        waiting = None
    choosing = any(isinstance(s, BuyStations) and s.company == company for s in state.agenda)
    if company in state.floated and not choosing:
        left = state.stations_left[company] + (waiting is not None)
    result: Json = {
        "treasury": percent(game, company, company),
        "tokens": [
            [hex_name, 0, slot]
            for (hex_name, _), slots in state.stations.items()
            for slot, owner in enumerate(slots)
            if owner == company and hex_name != waiting
        ],
        "tokens_left": [0] * left,
        "float_percent": 50,
        "capitalization": "incremental" if started and not chartered else "full",
        "chartered": chartered,
        "permits": list(now.permits[company]),
        "pres_cert": "bank",
    }
    if started:
        at = game.definition.market.price[state.cell[company]]
        result["par"] = state.par[company] if chartered else at
        result["par_original"] = state.par[company]
    others = {
        str(holder): 10 * state.shares[company].count(holder)
        for holder in state.shares[company]
        if isinstance(holder, str) and holder not in (IPO, POOL, company)
    }
    if others:
        result["held_by_companies"] = others
    return result


def _tiles(game: Game) -> Json:
    """The base tile counts the pieces, each face what lies with it."""
    state, definition = game.state, game.definition
    result: Json = {}
    for name, left in state.supply.items():
        if "_" not in name:  # a face lies there together with its base
            laid = sum(1 for placed in state.board if placed.name.partition("_")[0] == name)
            left = max(0, definition.tile_counts[name] - laid)
        if left:
            result[name] = left
    return result


def setup(game: Game) -> Json:
    """What was drawn: the order of the offer, the permits, and the phase in which each comes."""
    offer, now = game.header.options[COMPANIES].split(), facts(game)
    phases = [phase.name for phase in game.definition.phases]
    return {
        "offer_order": offer,
        "permits": {company: list(now.permits[company]) for company in offer},
        "available_in_phase": {company: phases[now.waves[company]] for company in offer},
    }


def further_facts(game: Game) -> Json:
    state, now = game.state, facts(game)
    extra: Json = {
        "lner": now.lner,
        "lner_triggered": now.lner_due,
        "deferred_rust": sorted(card_of(game, card) for card in now.rusting),
        "skip_round": [],
    }
    if isinstance(state.round, Round1862):
        extra["skip_round"] = list(dict.fromkeys(state.round.cut_short))
    if state.round.kind == "operating":
        extra["emergency_buy"] = state.turn is not None and this_turn(game).raised
    return {
        "cert_limit": certificate_limit(game),
        "tiles": _tiles(game),
        "extra": extra,
    }


def end_trigger(game: Game) -> tuple[str, str] | None:
    """The site looks at the bank at once, at the LNER with the action after it was formed."""
    if LAST_PRICE in game.state.ending:
        return "stock_market", "current_or"
    just_formed = game.history and any(m.id == "log.lner" for m in game.history[-1].log)
    if facts(game).lner and not just_formed:
        return "lner", "full_or"
    return ("bank", "full_or") if BANK_BROKEN in game.state.ending else None


def entity(game: Game) -> tuple[str, Any] | None:
    step = game.step
    if isinstance(step, OddShare):
        holder = step.holder
        return ("player", holder) if isinstance(holder, int) else ("corporation", holder)
    if isinstance(step, RemoveStations):
        return "corporation", step.survivor
    return None


def _priority(game: Game) -> int:
    """The site says who would have the priority deal if the round ended now."""
    state = game.state
    if state.round.kind != "stock" or game.over:
        return state.priority
    step = next((s for s in state.agenda if isinstance(s, StockRound)), None)
    last = state.round.last_to_act
    if step is not None and (step.sold or step.done):
        last = step.actor(game)
    return state.priority if last is None else (last + 1) % len(game.players)


def amend(view: View, state: Json) -> None:
    game = view.game
    now, current = facts(game), game.state.round
    state["priority"] = view.ids[_priority(game)]
    state["privates"] = {}
    for company in now.licences:
        entry = state["privates"][company] = {"revenue": 0, "range": [0, 0]}
        if company in now.obligations:
            entry["owner"] = view.ids[now.obligations[company]]
        if company in state["companies"]:
            _amend_company(view, company, state["companies"][company])
    for seat, identity in enumerate(view.ids):
        state["players"][str(identity)]["privates"] = [
            c for c, owner in now.obligations.items() if owner == seat
        ]
    turn = game.state.turn
    if isinstance(turn, Turn1862) and turn.opened_by:
        state["round"]["operator"] = turn.opened_by
    if current.kind == "parliament":
        state["auction"] = _auction(view)


def _amend_company(view: View, company: str, entry: Json) -> None:
    game = view.game
    if company in game.state.par:
        view.notes[company] = entry["par_original"]
        holder = game.state.shares[company][DIRECTOR]
        entry["pres_cert"] = view.ids[holder] if isinstance(holder, int) else "market"
    elif company in view.notes:
        entry["par_original"] = view.notes[company]  # of its former life
    removing = None if game.over else game.step
    if isinstance(removing, RemoveStations) and removing.lost == company:
        # What it had is handed over before its stations are.
        entry.update(chartered=False, permits=[facts(game).licences[company]])
    run = game.state.last_runs.get(company)
    if run is not None and run.kind == TOP_UP:
        entry["last_run"]["kind"] = "hudson"
        del entry["last_run"]["amount"]


def _auction(view: View) -> Json:
    game = view.game
    result: Json = {"bids": {}}
    step = game.step
    if isinstance(step, CharterAuction):
        result["auctioning"] = step.company
        last = dict(step.bids)  # the last bid of each counts
        bids = sorted((bid, seat) for seat, bid in last.items() if seat in step.bidders)
        result["bids"] = {step.company: [[view.ids[seat], bid] for bid, seat in bids]}
        result["bidders"] = [view.ids[seat] for seat in step.bidders]
    elif isinstance(step, CharterPar):
        result["finish"] = ["par"]
    elif isinstance(step, CharterShares):
        result["finish"] = ["buy_shares", "pass"]
    return result
