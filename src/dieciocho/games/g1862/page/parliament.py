"""Charters on the page of 1862: permits, what is bid in parliament, what was promised there."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.actions import Bid, Choice
from ....engine.words import place_name
from ....page.cards import Card, option
from ....page.names import chip
from ....page.sheets import Block, Cell, Fact, Grid, Lines, Row
from ....page.teller import Teller
from ..facts import FLOAT, facts
from ..fines import TIMES_PAR, FineSale
from ..holdings import sold_percent
from ..parliament import RESERVE, CharterAuction

_COLUMNS = ("company", "home", "permits", "state", "director")


def permits(tell: Teller, company: str) -> str:
    """Name the permits of a company, or the one that comes with its charter."""
    now = facts(tell.game)
    names = now.permits.get(company) or (now.licences[company],)
    return ", ".join(tell.say(f"use.{name}") for name in names)


def bid_cards(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A charter: what it is, what was bid, what can be bid."""
    game = tell.game
    for choice in choices:
        assert isinstance(choice.action, Bid)
        company = choice.action.target
        charter = game.definition.companies[company]
        told = [
            tell.say("permit", permit=permits(tell, company)),
            tell.say("home", place=place_name(game, charter.home)),
            *_rivals(tell),
        ]
        made = (option(tell, choice, tell.say("bid"), look=False),)
        yield Card(charter.name, made, chip(game, company), tuple(told), hex=charter.home)


def _rivals(tell: Teller) -> Iterable[str]:
    """Say what was bid last and who may still bid, once an auction goes on."""
    game, step = tell.game, tell.game.step
    if isinstance(step, CharterAuction):
        bids = [f"{game.name(seat)} {tell.money(amount)}" for seat, amount in step.bids[-3:]]
        yield tell.say("bids", bids=", ".join(reversed(bids)))
        rivals = [game.name(seat) for seat in step.bidders if seat != step.seat]
        yield tell.say("still_bidding", players=", ".join(rivals))


def bid_hint(tell: Teller) -> str:
    return tell.say("reserve", money=tell.money(RESERVE))


def promises(tell: Teller) -> list[str]:
    """Name the charters that the player who decides must see floated in this stock round."""
    game = tell.game
    if game.state.round.kind != "stock" or isinstance(game.step, FineSale):
        return []
    told = []
    for company, seat in facts(game).obligations.items():
        missing = (FLOAT - sold_percent(game, company)) // 10
        if seat == game.actor and missing > 0:
            fine = tell.money(TIMES_PAR * game.state.par[company])
            told.append(tell.counted("promised", missing, company=company, fine=fine))
    return told


# --- the sheet -------------------------------------------------------------------------


def sheet(tell: Teller) -> list[Block]:
    """The companies that are in the game: when they come, what they may run, how they stand."""
    now = facts(tell.game)
    lner = "formed" if now.lner else "due" if now.lner_due else ""
    blocks: list[Block] = [Lines((Fact(tell.say(f"parliament.lner.{lner}")),))] if lner else []
    columns = tuple(tell.say(f"parliament.column.{column}") for column in _COLUMNS)
    rows = tuple(_row(tell, company) for company in now.licences)
    return [*blocks, Grid(tell.say("sheet.parliament"), columns, rows)]


def _row(tell: Teller, company: str) -> Row:
    game, charter = tell.game, tell.game.definition.companies[company]
    director = game.state.president.get(company)
    cells = (
        place_name(game, charter.home),
        permits(tell, company),
        " · ".join(_state(tell, company)),
        game.name(director) if director is not None else "–",
    )
    return Row(chip(game, company), charter.name, tuple(Cell(text) for text in cells))


def _state(tell: Teller, company: str) -> Iterable[str]:
    """Say how a company stands, whether it has its charter, and to whom it is promised."""
    game, now = tell.game, facts(tell.game)
    if company in game.state.floated:
        runs = company in game.state.president
        yield tell.say("parliament.runs" if runs else "parliament.no_director")
    elif company in game.state.par:
        yield tell.say("parliament.started")
    elif now.waves.get(company, 0) > game.state.phase:
        phase = game.definition.phases[now.waves[company]].name
        yield tell.say("parliament.from_phase", phase=phase)
    else:
        yield tell.say("parliament.open")
    if company in now.chartered:
        yield tell.say("chartered")
    owner = now.obligations.get(company)
    if owner is not None:
        yield tell.say("parliament.must_float", player=game.name(owner))
