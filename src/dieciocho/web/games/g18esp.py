"""The page of 18ESP: pioneers, goals, passes, tenders, absorptions, combined trains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec.structs import replace

from ...engine.actions import BuyTrain, Choice, Choose, Use
from ...engine.board import reach
from ...engine.definition import Train
from ...engine.game import Game
from ...engine.shares import operating_order
from ...engine.state import BANK, POOL
from ...engine.words import company_of, place_name
from ...games.g18esp import lots
from ...games.g18esp.absorb import ChoosePlace, absorption_price, late, places
from ...games.g18esp.actions import Absorb, Combine, OpenPass
from ...games.g18esp.combine import TIMES, joined_kind
from ...games.g18esp.facts import (
    ABSORPTION,
    AREA,
    DESTINATION,
    MAQUINISTA,
    MINE_PORT,
    NORTH,
    PORT,
    SMALL,
    SOUTH,
    TENDER_PRICE,
    allowed,
    facts,
    in_play,
    kind,
    this_turn,
)
from ...games.g18esp.goals import CONNECTED, has_goals, is_open
from ...games.g18esp.passes import opening_cost
from ...games.g18esp.pioneers import MARKET_TENDER, NO_TRAIN, OWNERS_TENDER
from ...games.g18esp.stock import REPAY
from ...games.g18esp.trains import held
from ..play.offers import Card, option
from ..play.purchases import train_cards
from ..play.scene import Scene
from ..play.words import chip, city_name
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
            place_name(game, action.hex),
            (option(scene, choice, label),),
            chip(game, this_turn(game).company),
            told,
            hex=action.hex,
        )


def _absorb(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A small company: what it costs and brings, and whether its owner has to agree."""
    game = scene.game
    company = this_turn(game).company
    for choice in choices:
        assert isinstance(choice.action, Absorb)
        small = choice.action.company
        owner = game.state.president.get(small)
        rows = [
            (_("price"), scene.money(absorption_price(game, small))),
            (_("treasury"), scene.money(game.state.cash[small])),
            (_("trains"), ", ".join(game.kind_of(c) for c in game.state.trains[small]) or "–"),
        ]
        if ABSORPTION in goals_of(game, company) and is_open(game, company, ABSORPTION):
            rows.append((_("its goal brings"), scene.money(_next_capital(game, company))))
        told = []
        if owner is not None:
            told = [_("owner: %(owner)s") % {"owner": game.name(owner)}]
            if owner != game.actor and game.policy.consent and not late(game):
                told.append(_("the owner must agree"))
        made = (option(scene, choice, _("Absorb it"), look=False),)
        name = game.definition.companies[small].name
        yield Card(name, made, chip(game, small), tuple(told), rows=tuple(rows))


def _combine(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Combine)
        cost = TIMES * game.definition.trains[action.kind].price
        joined = joined_kind(game, action.train, action.kind)
        title = _("%(own)s with a recycled %(kind)s: %(joined)s") % {
            "own": game.kind_of(action.train),
            "kind": action.kind,
            "joined": joined,
        }
        whole = game.definition.trains.get(joined)
        told = (train_says(whole),) if whole else ()
        label = _("Combine for %(price)s") % {"price": scene.money(cost)}
        yield Card(title, (option(scene, choice, label),), facts=told)


def _use(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A tender, a connection to declare, or a loan to repay."""
    game = scene.game
    cost = _("Buy for %(price)s") % {"price": scene.money(TENDER_PRICE)}
    for choice in choices:
        assert isinstance(choice.action, Use)
        thing = choice.action.thing
        if thing in (OWNERS_TENDER, MARKET_TENDER):
            title, told = _("Tender from the market"), []
            seller = game.state.private_owner.get(MAQUINISTA)
            if thing == OWNERS_TENDER and isinstance(seller, int):
                title = _("Tender of pioneer 5")
                told = [_("owner: %(owner)s") % {"owner": game.name(seller)}]
            note = _("One train of the company visits one small stop more, in every run.")
            made = option(scene, choice, cost, look=False)
            yield Card(title, (made,), facts=tuple(told), note=note)
        elif thing == CONNECTED:
            made = option(scene, choice, _("Declare it"))
            yield Card(_("The destination is reached"), (made,))
        else:
            assert thing == REPAY
            yield Card(_("Loan"), (option(scene, choice, _("Repay it with interest")),))


def _choose(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A city (`D6.1`), a place for a station, a side of a train, or the train with the tender."""
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        name, dot, city = text.partition(".")
        if isinstance(game.step, ChoosePlace):
            yield _station_place(scene, choice, game.step)
            continue
        made = (option(scene, choice, _("Choose it")),)
        if dot and name in game.definition.hexes:
            yield Card(city_name(game, name, int(city)), made, hex=name)
        elif text == NO_TRAIN:
            yield Card(_("Without the train"), made)
        elif text in game.definition.trains:
            title = _("%(kind)s-train") % {"kind": text}
            yield Card(title, made, facts=(train_says(game.definition.trains[text]),))
        else:
            yield Card(_("The tender goes to %(train)s") % {"train": game.kind_of(text)}, made)


def _station_place(scene: Scene, choice: Choice, step: ChoosePlace) -> Card:
    """Where the station goes that comes with an absorption."""
    game = scene.game
    assert isinstance(choice.action, Choose)
    stop = places(game, this_turn(game).company, step.small)[choice.action.option]
    made = (option(scene, choice, _("Choose it"), look=False),)
    if stop is None:
        note = _("The company can place it later, at the usual cost.")
        return Card(_("The station goes to the charter"), made, note=note)
    note = _("The station takes the place of %(company)s, free of charge.") % {
        "company": step.small
    }
    return Card(city_name(game, *stop), made, note=note, hex=stop[0])


# --- trains ----------------------------------------------------------------------------


def _buy_train(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A train of another company may lie there on its other side."""
    game = scene.game
    for choice, card in zip(choices, train_cards(scene, choices), strict=True):
        action = choice.action
        assert isinstance(action, BuyTrain)
        lies = held(game, action)
        if action.source in (BANK, POOL) or lies in (None, action.train):
            yield card
        else:
            assert lies is not None
            told = _("the other side of its %(kind)s-train") % {"kind": game.kind_of(lies)}
            yield replace(card, facts=(*card.facts, told))


def train_says(train: Train) -> str:
    """Say how far a train goes, and on which gauge."""
    reach = ngettext("%(count)s stop", "%(count)s stops", train.range) % {"count": train.range}
    if train.small:
        small = ngettext("%(count)s small one", "%(count)s small ones", train.small)
        reach = _("%(large)s and %(small)s") % {
            "large": reach,
            "small": small % {"count": train.small},
        }
    if train.parts:
        parts = " + ".join(train.parts)
        return f"{reach}, " + _("combined of %(parts)s: crosses a pass") % {"parts": parts}
    return f"{reach}, " + (_("narrow gauge") if train.gauge else _("Iberian gauge"))


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
    own = MINE_PORT if kind(game, company) == NORTH else ABSORPTION
    return [DESTINATION, AREA, PORT if game.policy.port_goal else own]


def _next_capital(game: Game, company: str) -> int:
    """What the next goal of a company brings."""
    return (len(facts(game).goals.get(company, ())) + 1) * game.state.par.get(company, 0)


def _goals(scene: Scene) -> dict[str, Any]:
    game = scene.game
    rows = []
    for company in in_play(game, NORTH, SOUTH):
        done = facts(game).goals.get(company, ())
        worked_for = company not in game.state.floated or has_goals(game, company)
        wanted = goals_of(game, company)
        more = worked_for and company in game.state.par and len(done) < len(wanted)
        rows.append(
            {
                "sign": chip(game, company),
                "name": game.definition.companies[company].name,
                "acts": company == company_of(game),
                "worked_for": worked_for,
                "next": scene.money(_next_capital(game, company)) if more else "",
                "goals": [
                    {
                        "text": _goal_text(game, company, goal),
                        "done": goal in done,
                        "needed": "" if goal in done else _needed(scene, company, goal),
                    }
                    for goal in wanted
                ],
            }
        )
    return {"rows": rows}


def _goal_text(game: Game, company: str, goal: str) -> str:
    target = game.definition.companies[company].destination
    if goal == DESTINATION and target:
        return _("track to %(place)s") % {"place": place_name(game, target)}
    return str(_GOALS[goal])


def _needed(scene: Scene, company: str, goal: str) -> str:
    """Say how far a goal is: what is connected already, what is missing."""
    game = scene.game
    if company not in game.state.floated:
        return ""
    if goal == DESTINATION:
        gap = _gap(game, company)
        if not gap:
            return ""
        told = ngettext("still %(count)s hex away", "still %(count)s hexes away", gap)
        return told % {"count": gap}
    if goal == ABSORPTION:
        if not allowed(game, "absorption"):
            return _("not in this phase yet")
        smalls = [
            f"{small} {scene.money(absorption_price(game, small))}"
            for small in in_play(game, SMALL)
        ]
        if not smalls:
            return _("no small company is left")
        return _("prices: %(companies)s") % {"companies": ", ".join(smalls)}
    wanted = {AREA: ("area",), PORT: ("port",), MINE_PORT: ("mine", "port")}[goal]
    return "; ".join(_connected(game, company, each) for each in wanted)


def _connected(game: Game, company: str, what: str) -> str:
    """Name the places of a kind that track leads to."""
    board, hexes = game.state.board, game.definition.hex_list
    found = []
    for index, number in sorted(reach(game.definition, game.state, company).ends):
        stop = board[index].tile.stops[number]
        port = stop.kind == "town" and stop.end
        if what == stop.kind or (what == "port" and port):
            found.append(hexes[index].entry.place or hexes[index].name)
    if not found:
        return str(_MISSING[what])
    names = list(dict.fromkeys(found))
    shown = [*names[:_NAMED], "…"] if len(names) > _NAMED else names
    return str(_CONNECTED[what]) % {"places": ", ".join(shown)}


_NAMED = 4  # places
_MISSING: dict[str, Any] = {
    "area": gettext_lazy("no red area is connected"),
    "mine": gettext_lazy("no mine is connected"),
    "port": gettext_lazy("no port is connected"),
}
_CONNECTED: dict[str, Any] = {
    "area": gettext_lazy("connected: %(places)s"),
    "mine": gettext_lazy("mines connected: %(places)s"),
    "port": gettext_lazy("ports connected: %(places)s"),
}


def _gap(game: Game, company: str) -> int:
    """Return how many hexes lie between the company's track and its destination, with the last."""
    definition = game.definition
    target = definition.companies[company].destination
    if target is None:
        return 0
    found = reach(definition, game.state, company)
    near = {index for index, _number in found.stops} | {side // 6 for side in found.sides}
    goal, distance = definition.hexes[target].index, 0
    while near and goal not in near:
        further = {n for index in near for n in definition.hex_list[index].neighbours if n >= 0}
        if further <= near:
            return 0
        near |= further
        distance += 1
    return distance


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
        "buy_train": _buy_train,
        "open_pass": _open_pass,
        "absorb": _absorb,
        "combine": _combine,
        "use": _use,
        "choose": _choose,
    },
    train_range=_range,
    train_says=train_says,
    companies=_companies,
    company_facts=_company_facts,
    sheets=(Sheet("goals", gettext_lazy("Goals"), "play/goals.html", _goals),),
)
