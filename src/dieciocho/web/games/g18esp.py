"""The page of 18ESP: pioneers, goals, passes, tenders, absorptions, combined trains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...engine.actions import Choice, Choose, Use
from ...engine.definition import Train
from ...engine.game import Game
from ...engine.shares import operating_order
from ...engine.state import IPO
from ...games.g18esp import lots
from ...games.g18esp.absorb import CHARTER, absorption_price
from ...games.g18esp.actions import Absorb, Combine, OpenPass
from ...games.g18esp.auction import SetPar
from ...games.g18esp.combine import TIMES, joined_kind
from ...games.g18esp.facts import (
    ABSORPTION,
    AREA,
    DESTINATION,
    MINE_PORT,
    NORTH,
    PORT,
    RESERVED,
    SOUTH,
    TENDER_PRICE,
    facts,
    in_play,
    kind,
    this_turn,
)
from ...games.g18esp.goals import CONNECTED, has_goals
from ...games.g18esp.passes import opening_cost
from ...games.g18esp.pioneers import MARKET_TENDER, NO_TRAIN, OWNERS_TENDER
from ...games.g18esp.stock import REPAY
from ..play.offers import Card, option
from ..play.scene import Scene
from ..play.words import chip, place_name
from .base import Facts, GamePage, Setting, Sheet


def _open_pass(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, OpenPass)
        cost = opening_cost(game, action.hex, action.power)
        label = _("Open for %(price)s") % {"price": scene.money(cost)}
        told = (_("with the power of pioneer 4"),) if action.power else ()
        yield Card(
            _("Pass of %(place)s") % {"place": place_name(game, action.hex)},
            (option(scene, choice, label),),
            chip(game, this_turn(game).company),
            told,
            hex=action.hex,
        )


def _absorb(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Absorb)
        small = choice.action.company
        owner = game.state.president.get(small)
        rows = [
            (_("price"), scene.money(absorption_price(game, small))),
            (_("treasury"), scene.money(game.state.cash[small])),
            (_("trains"), ", ".join(game.kind_of(c) for c in game.state.trains[small]) or "–"),
        ]
        if owner is not None:
            rows.insert(0, (_("owner"), game.name(owner)))
        made = (option(scene, choice, _("Absorb it"), look=False),)
        name = game.definition.companies[small].name
        yield Card(name, made, chip(game, small), rows=tuple(rows))


def _combine(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Combine)
        cost = TIMES * game.definition.trains[action.kind].price
        title = _("%(own)s with a recycled %(kind)s") % {
            "own": game.kind_of(action.train),
            "kind": action.kind,
        }
        whole = game.definition.trains.get(joined_kind(game, action.train, action.kind))
        told = (train_says(whole),) if whole else ()
        label = _("Combine for %(price)s") % {"price": scene.money(cost)}
        yield Card(title, (option(scene, choice, label),), facts=told)


def _use(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A tender, a connection to declare, or a loan to repay."""
    for choice in choices:
        assert isinstance(choice.action, Use)
        thing = choice.action.thing
        titles = {
            OWNERS_TENDER: _("Tender of pioneer 5"),
            MARKET_TENDER: _("Tender from the market"),
            CONNECTED: _("The destination is reached"),
            REPAY: _("Loan"),
        }
        labels = {
            OWNERS_TENDER: _("Buy for %(price)s") % {"price": scene.money(TENDER_PRICE)},
            MARKET_TENDER: _("Buy for %(price)s") % {"price": scene.money(TENDER_PRICE)},
            CONNECTED: _("Declare it"),
            REPAY: _("Repay it with interest"),
        }
        told = (
            (_("one train of the company visits one small stop more, in every run"),)
            if thing in (OWNERS_TENDER, MARKET_TENDER)
            else ()
        )
        made = option(scene, choice, labels.get(thing, _("Do this")))
        yield Card(titles.get(thing, thing), (made,), facts=told)


def _choose(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A city (`D6.1`), a place for a station, a side of a train, or the train with the tender."""
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        name, dot, city = text.partition(".")
        made = (option(scene, choice, _("Choose it")),)
        if dot and name in game.definition.hexes:
            number = _("city %(number)s") % {"number": int(city) + 1}
            yield Card(f"{place_name(game, name)} · {number}", made, hex=name)
        elif text == CHARTER:
            yield Card(_("The station goes to the charter"), made)
        elif text.startswith("map"):
            yield Card(_("A station on the map"), made)
        elif text == NO_TRAIN:
            yield Card(_("Without the train"), made)
        elif text in game.definition.trains:
            yield Card(_("%(kind)s-train") % {"kind": text}, made)
        else:
            yield Card(_("The tender goes to %(train)s") % {"train": text}, made)


# --- trains ----------------------------------------------------------------------------


def train_says(train: Train) -> str:
    """Say how far a train goes, and on which gauge."""
    if train.parts:
        return _("combined of %(parts)s: crosses a pass") % {"parts": " + ".join(train.parts)}
    gauge = _("narrow gauge") if train.gauge else _("Iberian gauge")
    if train.small:
        return _("%(large)s stops and %(small)s small ones, %(gauge)s") % {
            "large": train.range,
            "small": train.small,
            "gauge": gauge,
        }
    return _("%(count)s stops, %(gauge)s") % {"count": train.range, "gauge": gauge}


def _range(train: Train) -> str:
    return f"{train.range}+{train.small}" if train.small else str(train.range or "∞")


# --- goals -----------------------------------------------------------------------------

_GOALS: dict[str, Any] = {
    DESTINATION: gettext_lazy("destination"),
    AREA: gettext_lazy("a red area on a route"),
    MINE_PORT: gettext_lazy("mine and port on one route"),
    PORT: gettext_lazy("a port on a route"),
    ABSORPTION: gettext_lazy("a small company absorbed"),
}


def goals_of(game: Game, company: str) -> list[str]:
    """Return the goals that a major works for."""
    third = PORT if game.policy.port_goal else MINE_PORT
    own = third if kind(game, company) == NORTH else ABSORPTION
    return [DESTINATION, AREA, own]


def _goals(scene: Scene) -> dict[str, Any]:
    game = scene.game
    rows = []
    for company in in_play(game, NORTH, SOUTH):
        done = facts(game).goals.get(company, ())
        par = game.state.par.get(company)
        worked_for = company not in game.state.floated or has_goals(game, company)
        rows.append(
            {
                "sign": chip(game, company),
                "worked_for": worked_for,
                "next": scene.money((len(done) + 1) * par) if par and worked_for else "",
                "goals": [
                    {"text": _goal_text(game, company, goal), "done": goal in done}
                    for goal in goals_of(game, company)
                ],
            }
        )
    return {"rows": rows}


def _goal_text(game: Game, company: str, goal: str) -> str:
    target = game.definition.companies[company].destination
    if goal == DESTINATION and target:
        return _("track to %(place)s") % {"place": place_name(game, target)}
    return str(_GOALS[goal])


# --- sheets ----------------------------------------------------------------------------


def _companies(game: Game) -> list[str]:
    return operating_order(game)


def _company_facts(game: Game, company: str) -> Facts:
    now = facts(game)
    told: Facts = []
    if company in now.tenders:
        told.append((_("tender"), _("yes")))
    if company in now.frozen:
        told.append((_("frozen"), _("it no longer operates and waits to be absorbed")))
    return told


def _set_par(game: Game) -> str:
    assert isinstance(game.step, SetPar)
    return _("Set the PAR value of %(company)s.") % {"company": game.step.major}


def _with_company(sentence: Any) -> Any:
    return lambda game: str(sentence) % {"company": this_turn(game).company}


PAGE = GamePage(
    summary=gettext_lazy(
        "Spain in two gauges, narrow in the north and Iberian in the south, joined by mountain "
        "passes. Companies grow with their goals and absorb the small ones."
    ),
    settings=(
        Setting(
            lots.SETUP,
            gettext_lazy("Companies"),
            (
                (lots.STANDARD, gettext_lazy("standard set-up")),
                (lots.RANDOM, gettext_lazy("drawn at random")),
            ),
            lots.STANDARD,
            (3, 4, 5, 6),
        ),
    ),
    builders={
        "open_pass": _open_pass,
        "absorb": _absorb,
        "combine": _combine,
        "use": _use,
        "choose": _choose,
    },
    titles={
        "StockRound.use": gettext_lazy("Repay a loan"),
        **{
            f"{step}.use": gettext_lazy("Buy a tender")
            for step in ("Track", "RunTrains", "Earnings", "Trains", "Combining", "Last")
        },
        "RunTrains.choose": gettext_lazy("Which train carries the tender?"),
    },
    questions={
        "PioneerAuction": lambda game: _("Bid on the pioneer, or leave its auction."),
        "SetPar": _set_par,
        "Track": _with_company(
            gettext_lazy("Tiles, a mine, a pass and a station of %(company)s, in any order.")
        ),
        "Earnings": _with_company(
            gettext_lazy("Pay the revenue of %(company)s to the shareholders, or keep it?")
        ),
        "Absorption": _with_company(gettext_lazy("Shall %(company)s absorb a small company?")),
        "AbsorbConsent": _with_company(
            gettext_lazy("%(company)s wants to absorb your small company. Agree?")
        ),
        "TenderConsent": _with_company(
            gettext_lazy("%(company)s wants to buy a tender of you. Agree?")
        ),
        "ChoosePlace": _with_company(
            gettext_lazy("Where does the station of %(company)s go that it gets by the absorption?")
        ),
        "ChooseCity": lambda game: _("In which city does the station lie?"),
        "ChooseHome": lambda game: _("In which city does the station lie?"),
        "SpecialTrain": _with_company(
            gettext_lazy("Which side of the train of pioneer 2 does %(company)s take?")
        ),
        "Combining": _with_company(gettext_lazy("Shall %(company)s combine trains?")),
        "Last": _with_company(
            gettext_lazy("Buy pioneers or a tender for %(company)s, or end its turn.")
        ),
        "Connected": _with_company(gettext_lazy("%(company)s has reached its destination.")),
        "FirstConnected": _with_company(gettext_lazy("%(company)s has reached its destination.")),
    },
    passes={
        "PioneerAuction": gettext_lazy("Leave this auction"),
        "Track": gettext_lazy("Go on to the trains"),
        "Absorption": gettext_lazy("Absorb nothing"),
        "Combining": gettext_lazy("Combine nothing"),
        "Last": gettext_lazy("End the turn"),
    },
    rounds={"auction": gettext_lazy("Auction of the pioneers")},
    places={IPO: gettext_lazy("initial offer"), RESERVED: gettext_lazy("reserved")},
    powers={"P1": gettext_lazy("with pioneer 1")},
    train_range=_range,
    train_says=train_says,
    companies=_companies,
    company_facts=_company_facts,
    sheets=(Sheet("goals", gettext_lazy("Goals"), "play/goals.html", _goals),),
)
