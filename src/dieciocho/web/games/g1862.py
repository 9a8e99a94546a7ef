"""The page of 1862: parliament, charters, permits, warranties, consolidations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ...engine.actions import Bid, Choice, Choose
from ...engine.definition import Train
from ...engine.game import Game
from ...engine.shares import operating_order, price
from ...games.g1862.actions import Merge, RaiseMoney, RemoveStation
from ...games.g1862.consolidation import REDEEM, OddShare
from ...games.g1862.facts import EXPRESS, FREIGHT, LOCAL, TOKEN_PRICE, facts
from ...games.g1862.mergers import Survivor
from ...games.g1862.options import CHOICES
from ...games.g1862.parliament import CharterAuction
from ..play.offers import Card, option
from ..play.scene import Scene
from ..play.words import chip, place_name
from .base import Facts, GamePage, Setting, Sheet

_PERMITS: dict[str, Any] = {
    FREIGHT: gettext_lazy("freight"),
    EXPRESS: gettext_lazy("express"),
    LOCAL: gettext_lazy("local"),
}


def _permits(game: Game, company: str) -> str:
    now = facts(game)
    names = now.permits.get(company) or (now.licences[company],)
    return ", ".join(str(_PERMITS[name]) for name in names)


# --- parliament ------------------------------------------------------------------------


def _bid(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A charter: what it is, what was bid, what can be bid."""
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Bid)
        company = choice.action.target
        charter = game.definition.companies[company]
        told = [
            _("permit: %(permit)s") % {"permit": _permits(game, company)},
            _("home: %(place)s") % {"place": place_name(game, charter.home)},
        ]
        if isinstance(game.step, CharterAuction):
            bids = [f"{game.name(s)} {scene.money(amount)}" for s, amount in game.step.bids[-3:]]
            told.append(_("bids: %(bids)s") % {"bids": ", ".join(reversed(bids))})
        made = (option(scene, choice, _("Bid"), look=False),)
        yield Card(charter.name, made, chip(game, company), tuple(told), hex=charter.home)


def _parliament(scene: Scene) -> dict[str, Any]:
    """The companies that are in the game: when they come, what they may run, how they stand."""
    game, now = scene.game, facts(scene.game)
    rows = []
    for company in now.licences:
        owner = now.obligations.get(company)
        director = game.state.president.get(company)
        if company in game.state.floated:
            how = _("runs") if director is not None else _("without a director")
        elif company in game.state.par:
            how = _("started")
        elif now.waves.get(company, 0) > game.state.phase:
            phase = game.definition.phases[now.waves[company]].name
            how = _("from phase %(phase)s on") % {"phase": phase}
        else:
            how = _("can be started")
        rows.append(
            {
                "sign": chip(game, company),
                "name": game.definition.companies[company].name,
                "home": place_name(game, game.definition.companies[company].home),
                "permits": _permits(game, company),
                "how": how,
                "chartered": company in now.chartered,
                "promised": game.name(owner) if owner is not None else "",
                "director": game.name(director) if director is not None else "",
            }
        )
    return {"rows": rows, "lner": now.lner, "lner_due": now.lner_due}


# --- mergers ---------------------------------------------------------------------------


def _merge(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Merge)
        other = choice.action.company
        state = game.state
        trains = ", ".join(game.kind_of(card) for card in state.trains[other])
        rows = [
            (_("price"), scene.money(price(game, other))),
            (_("treasury"), scene.money(state.cash[other])),
            (_("trains"), trains or "–"),
            (_("permits"), _permits(game, other)),
        ]
        director = state.president.get(other)
        if director is not None:
            rows.append((_("director"), game.name(director)))
        made = (option(scene, choice, _("Propose it"), look=False),)
        yield Card(game.definition.companies[other].name, made, chip(game, other), rows=tuple(rows))


def _remove(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        assert isinstance(choice.action, RemoveStation)
        name = choice.action.hex
        made = (option(scene, choice, _("Remove it"), look=False),)
        yield Card(place_name(scene.game, name), made, hex=name)


def _choose(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """An option of a consolidation, a number of stations, or the company that goes on."""
    game, step = scene.game, scene.game.step
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        if isinstance(step, OddShare):
            yield _option_card(scene, choice, step, redeem=text == REDEEM)
        elif isinstance(step, Survivor):
            name = game.definition.companies[text].name
            made = option(scene, choice, _("This one goes on"), look=False)
            told = (_("price %(price)s") % {"price": scene.money(price(game, text))},)
            yield Card(name, (made,), chip(game, text), told)
        else:
            cost = scene.money(int(text) * TOKEN_PRICE)
            title = _("%(count)s stations") % {"count": text}
            label = _("Buy for %(price)s") % {"price": cost}
            yield Card(title, (option(scene, choice, label, look=False),))


def _option_card(scene: Scene, choice: Choice, step: OddShare, *, redeem: bool) -> Card:
    if redeem:
        label = _("Redeem for %(price)s") % {"price": scene.money(step.cost)}
        note = _("Half a share is left over. Pay for the other half and keep a whole one.")
    else:
        label = _("Give it up for %(price)s") % {"price": scene.money(step.gain)}
        note = _("The half share goes to the pool, and the bank pays for it.")
    if step.size > 1:
        note = (
            _("Keep the director's certificate by paying for what it is worth more.")
            if redeem
            else _("The director's certificate goes to the pool.")
        )
    title = _("Keep it") if redeem else _("Let it go")
    made = option(scene, choice, label, look=False)
    return Card(title, (made,), chip(scene.game, step.survivor), note=note)


def _odd_share(game: Game) -> str:
    step = game.step
    assert isinstance(step, OddShare)
    holder = game.name(step.holder) if isinstance(step.holder, int) else step.holder
    if step.size > 1:
        return _("%(holder)s: keep the director's certificate of %(company)s?") % {
            "holder": holder,
            "company": step.survivor,
        }
    return _("Two shares become one. %(holder)s has half a share of %(company)s left.") % {
        "holder": holder,
        "company": step.survivor,
    }


# --- money -----------------------------------------------------------------------------


def _raise(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    titles = {
        "shares": _("Sell own shares of the treasury"),
        "refinancing": _("Refinance: two shares become one"),
    }
    for choice in choices:
        assert isinstance(choice.action, RaiseMoney)
        means = choice.action.means
        made = (option(scene, choice, _("Raise the money"), look=False),)
        yield Card(titles[means], made)


def _top_up(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        made = (option(scene, choice, _("Pay it out, topped up")),)
        told = (_("the treasury adds what is needed for the price to rise"),)
        yield Card(_("George Hudson's manoeuvre"), made, facts=told)


# --- sheets ----------------------------------------------------------------------------


def _train_says(train: Train) -> str:
    scored = _("scores %(count)s of them") % {"count": train.scores} if train.scores else ""
    if train.use == FREIGHT:
        says = _("%(count)s hexes") % {"count": train.range}
    elif train.range:
        says = _("%(count)s stations") % {"count": train.range}
    else:
        says = _("no limit of places")
    kind = str(_PERMITS[train.use]) if train.use in _PERMITS else ""
    return ", ".join(part for part in (kind, says, scored) if part)


def _range(train: Train) -> str:
    reach = str(train.range or "∞")
    return f"{train.scores}/{reach}" if train.scores else reach


def _company_facts(game: Game, company: str) -> Facts:
    now = facts(game)
    told: Facts = [(_("permits"), _permits(game, company))]
    if company in now.chartered:
        told.append((_("charter"), _("yes")))
    tokens = sum(now.warranties.get(card, 0) for card in game.state.trains[company])
    if tokens:
        told.append((_("warranties"), str(tokens)))
    if company in game.state.floated and company not in game.state.president:
        told.append((_("director"), _("none: receivership")))
    return told


def _with_company(sentence: Any) -> Any:
    def asked(game: Game) -> str:
        own = getattr(game.step, "company", None)
        company = own if isinstance(own, str) else ""
        if not company and game.state.turn is not None:
            company = game.state.turn.company
        return str(sentence) % {"company": company}

    return asked


_WORDS: dict[str, dict[str, Any]] = {
    "trains": {
        "all": gettext_lazy("all three kinds"),
        "express": gettext_lazy("express only"),
        "freight": gettext_lazy("freight only"),
        "express+local": gettext_lazy("express and local"),
        "freight+local": gettext_lazy("freight and local"),
    },
    "length": {
        "standard": gettext_lazy("standard"),
        "short": gettext_lazy("short"),
        "long": gettext_lazy("long"),
    },
    "shorter": {"no": gettext_lazy("no"), "yes": gettext_lazy("yes")},
    "beginners": {"no": gettext_lazy("no"), "yes": gettext_lazy("yes")},
    "stations": {"7": "7", "8": "8"},
    "more": {"yes": gettext_lazy("yes"), "no": gettext_lazy("no")},
    "home": {
        "must": gettext_lazy("a route must visit the home station"),
        "may": gettext_lazy("any station will do"),
    },
}
_LABELS: dict[str, Any] = {
    "trains": gettext_lazy("Kinds of trains"),
    "length": gettext_lazy("Number of trains"),
    "shorter": gettext_lazy("Shorter game"),
    "beginners": gettext_lazy("Game for new players"),
    "stations": gettext_lazy("Stations of a company"),
    "more": gettext_lazy("Further companies"),
    "home": gettext_lazy("Home station"),
}


def _settings() -> Iterable[Setting]:
    for name, values in CHOICES.items():
        players = (7, 8) if name == "more" else tuple(range(2, 9))
        choices = tuple((value, _WORDS[name][value]) for value in values)
        yield Setting(name, _LABELS[name], choices, values[0], players)


PAGE = GamePage(
    summary=gettext_lazy(
        "Railway mania in the eastern counties: charters by act of parliament, three kinds of "
        "trains scored together, mergers in the middle of a turn, companies without directors."
    ),
    settings=tuple(_settings()),
    builders={
        "bid": _bid,
        "merge": _merge,
        "remove_station": _remove,
        "choose": _choose,
        "raise_money": _raise,
        "top_up": _top_up,
    },
    titles={
        "Parliament.bid": gettext_lazy("Petition for a charter"),
        "Redeem.buy_share": gettext_lazy("Redeem a share"),
        "Acquisition.merge": gettext_lazy("Acquire a company"),
    },
    questions={
        "Parliament": lambda game: _("Start the auction of a charter, or pass."),
        "CharterAuction": _with_company(
            gettext_lazy("Raise the bid for the charter of %(company)s, or drop out.")
        ),
        "CharterPar": _with_company(gettext_lazy("Choose the par value of %(company)s.")),
        "CharterShares": _with_company(gettext_lazy("Buy up to two more shares of %(company)s?")),
        "BuyStations": _with_company(gettext_lazy("How many stations does %(company)s buy?")),
        "Merger": _with_company(gettext_lazy("Shall %(company)s merge with another company?")),
        "Acquisition": _with_company(gettext_lazy("Shall %(company)s acquire another company?")),
        "MergerConsent": lambda game: _("Your company is asked to merge. Agree?"),
        "SurvivorOfMerger": lambda game: _("Which of the two companies goes on?"),
        "SurvivorOfAcquisition": lambda game: _("Which of the two companies goes on?"),
        "OddShare": _odd_share,
        "RemoveStations": _with_company(
            gettext_lazy("%(company)s has too many stations: remove one.")
        ),
        "HomeUpgrade": _with_company(
            gettext_lazy("The home of %(company)s is full: upgrade it to make room.")
        ),
        "Redeem": _with_company(gettext_lazy("Shall %(company)s redeem a share of the pool?")),
        "FineSale": lambda game: _("Sell shares to pay the fine."),
        "Capital": _with_company(gettext_lazy("Raise money for the train of %(company)s.")),
    },
    passes={
        "Parliament": gettext_lazy("Pass in parliament"),
        "CharterAuction": gettext_lazy("Drop out"),
        "CharterShares": gettext_lazy("Enough shares"),
        "Merger": gettext_lazy("No merger"),
        "Acquisition": gettext_lazy("End the turn"),
        "Redeem": gettext_lazy("Redeem no share"),
    },
    rounds={"parliament": gettext_lazy("Parliament round")},
    train_range=_range,
    train_says=_train_says,
    companies=operating_order,
    company_facts=_company_facts,
    sheets=(Sheet("parliament", gettext_lazy("Charters"), "play/parliament.html", _parliament),),
)
