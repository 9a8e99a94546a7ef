"""The page of 1862: parliament, charters, permits, warranties, consolidations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec.structs import replace

from ...engine.actions import Bid, BuyTrain, Choice, Choose
from ...engine.definition import Train
from ...engine.game import Game
from ...engine.shares import operating_order, price
from ...engine.state import BANK, Owner
from ...engine.words import money, place_name
from ...games.g1862.actions import Merge, RaiseMoney, RemoveStation, TopUp
from ...games.g1862.cards import card_of
from ...games.g1862.consolidation import REDEEM, Consolidate, OddShare
from ...games.g1862.facts import (
    EXPRESS,
    FLOAT,
    FREIGHT,
    LOCAL,
    TOKEN_PRICE,
    WARRANTY_PRICE,
    facts,
    this_turn,
    uses,
)
from ...games.g1862.fines import TIMES_PAR, FineSale
from ...games.g1862.holdings import held, sold_percent
from ...games.g1862.mergers import Survivor, merged_price
from ...games.g1862.options import CHOICES
from ...games.g1862.parliament import RESERVE, CharterAuction
from ...games.g1862.turn import Redeem
from ..play.foresight import carried_out
from ..play.income import outcome
from ..play.offers import Card, option, share_cards
from ..play.purchases import train_cards
from ..play.scene import Scene
from ..play.words import chip
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
            rivals = [game.name(s) for s in game.step.bidders if s != game.step.seat]
            told.append(_("still bidding: %(players)s") % {"players": ", ".join(rivals)})
        made = (option(scene, choice, _("Bid"), look=False),)
        yield Card(charter.name, made, chip(game, company), tuple(told), hex=charter.home)


def _bid_hint(scene: Scene) -> str:
    return _("Keep %(money)s: the winner pays at least that for the director's certificate.") % {
        "money": scene.money(RESERVE)
    }


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


def _promises(game: Game) -> list[str]:
    """Name the charters that the player who decides must see floated in this stock round."""
    if game.state.round.kind != "stock" or isinstance(game.step, FineSale):
        return []
    return [
        ngettext(
            "You promised %(company)s: %(count)s share of it has to be sold in this round, or you "
            "are fined %(fine)s.",
            "You promised %(company)s: %(count)s shares of it have to be sold in this round, or "
            "you are fined %(fine)s.",
            missing,
        )
        % {
            "company": company,
            "count": missing,
            "fine": money(game, TIMES_PAR * game.state.par[company]),
        }
        for company, seat in facts(game).obligations.items()
        if seat == game.actor and (missing := (FLOAT - sold_percent(game, company)) // 10) > 0
    ]


# --- mergers ---------------------------------------------------------------------------


def _merge(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A company to merge with: what both would be together, and who has to agree."""
    game, state = scene.game, scene.game.state
    own = this_turn(game).company
    for choice in choices:
        assert isinstance(choice.action, Merge)
        other = choice.action.company
        new = game.definition.market.price[merged_price(game, own, other)]
        permits = dict.fromkeys((*facts(game).permits[own], *facts(game).permits[other]))
        rows = [
            (_("price"), scene.money(price(game, other))),
            (_("price together"), scene.money(new)),
            (_("treasury together"), scene.money(state.cash[own] + state.cash[other])),
            (_("trains together"), _trains(game, own, other)),
            (_("permits together"), ", ".join(str(_PERMITS[name]) for name in permits)),
            *_shares_together(game, own, other),
        ]
        director = state.president.get(other)
        told, label = [], _("Merge")
        if director is not None and director != game.actor:
            told = [_("director: %(director)s") % {"director": game.name(director)}]
            if game.policy.consent:
                told = [_("%(director)s must agree") % {"director": game.name(director)}]
                label = _("Propose it")
        made = (option(scene, choice, label, look=False),)
        name = game.definition.companies[other].name
        yield Card(name, made, chip(game, other), tuple(told), rows=tuple(rows))


def _shares_together(game: Game, one: str, two: str) -> Iterable[tuple[str, str]]:
    """Say what becomes of everybody's shares when two of them become one."""
    holders: list[Owner] = [*range(len(game.players)), one, two]
    for holder in holders:
        count = held(game, one, holder) + held(game, two, holder)
        if count:
            yield _holder_name(game, holder), _halved(count)


def _halved(count: int) -> str:
    """Say what a number of shares becomes."""
    half = "½" if count % 2 else ""
    return f"{_shares(count)} → {count // 2 or ''}{half}"


def _trains(game: Game, *companies: str) -> str:
    cards = [card for company in companies for card in game.state.trains[company]]
    return ", ".join(game.kind_of(card) for card in cards) or "–"


def _merge_hint(scene: Scene) -> str:
    return _("Two shares of the two companies become one; the next question is which one goes on.")


def _remove(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        assert isinstance(choice.action, RemoveStation)
        name = choice.action.hex
        made = (option(scene, choice, _("Remove it"), look=False),)
        yield Card(place_name(scene.game, name), made, hex=name)


def _choose(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """An option of a consolidation, a number of stations, or the company that goes on."""
    step = scene.game.step
    if isinstance(step, OddShare):
        yield _holders_card(scene, step)
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        if isinstance(step, OddShare):
            yield _option_card(scene, choice, step, redeem=text == REDEEM)
        elif isinstance(step, Survivor):
            yield _survivor_card(scene, choice, step)
        else:
            cost = scene.money(int(text) * TOKEN_PRICE)
            title = _stations(int(text))
            label = _("Buy for %(price)s") % {"price": cost}
            yield Card(title, (option(scene, choice, label, look=False),))


def _stations(count: int) -> str:
    return ngettext("%(count)s station", "%(count)s stations", count) % {"count": count}


def _shares(count: int) -> str:
    return ngettext("%(count)s share", "%(count)s shares", count) % {"count": count}


def _survivor_card(scene: Scene, choice: Choice, step: Survivor) -> Card:
    """A company that goes on: at the same price in either case, but with another home."""
    game = scene.game
    assert isinstance(choice.action, Choose)
    company = choice.action.option
    other = step.other if company != step.other else step.company(game)
    new = game.definition.market.price[merged_price(game, company, other)]
    told = (
        _("home: %(place)s") % {"place": place_name(game, game.definition.companies[company].home)},
        _("goes on at %(price)s") % {"price": scene.money(new)},
        _("%(company)s can be started again later") % {"company": other},
    )
    made = option(scene, choice, _("This one goes on"), look=False)
    name = game.definition.companies[company].name
    return Card(name, (made,), chip(game, company), told)


# --- consolidation ---------------------------------------------------------------------


def _consolidation(game: Game) -> Consolidate:
    """Return the consolidation that waits for an option to be settled."""
    return next(step for step in reversed(game.state.agenda) if isinstance(step, Consolidate))


def _holder_name(game: Game, holder: Owner) -> str:
    if isinstance(holder, int):
        return game.name(holder)
    return _("Treasury of %(company)s") % {"company": holder}


def _holders_card(scene: Scene, step: OddShare) -> Card:
    """How everybody stands: who has consolidated, who follows, and with how much."""
    game, whole = scene.game, _consolidation(scene.game)
    rows = []
    everybody: list[Owner] = [*range(len(game.players)), this_turn(game).company]
    for holder in everybody:
        count = sum(held(game, company, holder) for company in whole.companies())
        if holder == step.holder:
            rows.append((_holder_name(game, holder), _("decides now")))
        elif holder in whole.left and count:
            rows.append((_holder_name(game, holder), _to_come(count)))
        elif count:
            rows.append(
                (_holder_name(game, holder), _("has %(shares)s") % {"shares": _shares(count)})
            )
    title = _("%(company)s at %(price)s: two shares become one") % {
        "company": step.survivor,
        "price": scene.money(whole.price),
    }
    return Card(title, (), chip(game, step.survivor), rows=tuple(rows))


def _to_come(count: int) -> str:
    """Say what the shares of somebody who has not consolidated will become."""
    return _("follows: %(shares)s") % {"shares": _halved(count)}


def _option_card(scene: Scene, choice: Choice, step: OddShare, *, redeem: bool) -> Card:
    """Redeem or give up: what the holder has afterwards."""
    game = scene.game
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
    after = carried_out(game, choice.action)
    rows = (
        (
            _("shares of %(company)s then") % {"company": step.survivor},
            str(held(after, step.survivor, step.holder)),
        ),
        (_("money then"), scene.money(after.state.cash[step.holder])),
    )
    made = option(scene, choice, label, look=False)
    return Card(title, (made,), rows=rows, note=note)


# --- money -----------------------------------------------------------------------------


def _raise(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    titles = {
        "shares": _("Sell own shares of the treasury"),
        "refinancing": _("Refinance: two shares become one"),
    }
    game = scene.game
    company = this_turn(game).company
    for choice in choices:
        assert isinstance(choice.action, RaiseMoney)
        means = choice.action.means
        told: tuple[str, ...] = ()
        if means == "refinancing":
            capital = scene.money(10 * game.state.par[company])
            told = (_("then the company gets ten times its par: %(money)s") % {"money": capital},)
        yield Card(titles[means], (option(scene, choice, _("Raise the money")),), facts=told)


def _buy_share(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A share for a player, or one that a company redeems with its own money."""
    game = scene.game
    if not isinstance(game.step, Redeem):
        yield from share_cards(scene, choices)
        return
    for choice in choices:
        company = this_turn(game).company
        cost = price(game, company)
        label = _("Redeem for %(price)s") % {"price": scene.money(cost)}
        left = scene.money(game.state.cash[company] - cost)
        told = (_("treasury afterwards %(money)s") % {"money": left},)
        name = game.definition.companies[company].name
        yield Card(name, (option(scene, choice, label, look=False),), chip(game, company), told)


def _top_up(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    for choice in choices:
        assert isinstance(choice.action, TopUp)
        made = (option(scene, choice, _("Pay it out, topped up"), look=False),)
        told, rows = outcome(scene, choice.action)
        note = _("The treasury adds what is needed for the price to rise.")
        yield Card(_("George Hudson's manoeuvre"), made, facts=told, rows=rows, note=note)


def _buy_train(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """The price of a train of the bank includes the warranties that are bought with it."""
    game = scene.game
    explained = False
    for choice, card in zip(choices, train_cards(scene, choices), strict=True):
        assert isinstance(choice.action, BuyTrain)
        if choice.action.source != BANK:
            tokens = facts(game).warranties.get(choice.action.train, 0)
            told = (_("warranties: %(count)s") % {"count": tokens},) if tokens else ()
            yield replace(card, facts=(*card.facts, *told))
            continue
        free = game.definition.trains[game.kind_of(card_of(game, choice.action.train))].warranty
        own = [_("comes with a warranty")] if free else []
        more = ((choice.high or 0) - (choice.low or 0)) // WARRANTY_PRICE
        if more:
            own.append(_more_warranties(scene, more))
        note = ""
        if (free or more) and not explained:
            explained = True
            note = _(
                "A train uses up a warranty in each run; one that should be scrapped runs on while "
                "it has any."
            )
        yield replace(card, facts=(*card.facts, *own), note=note)


def _more_warranties(scene: Scene, count: int) -> str:
    return ngettext(
        "%(count)s warranty for %(price)s more",
        "up to %(count)s warranties for %(price)s more each",
        count,
    ) % {"count": count, "price": scene.money(WARRANTY_PRICE)}


# --- sheets ----------------------------------------------------------------------------


def _train_says(train: Train) -> str:
    scored = _("scores %(count)s of them") % {"count": train.scores} if train.scores else ""
    if train.use == FREIGHT:
        says = ngettext("%(count)s hex", "%(count)s hexes", train.range) % {"count": train.range}
    elif train.range:
        says = _stations(train.range)
    else:
        says = _("no limit of places")
    kind = str(_PERMITS[train.use]) if train.use in _PERMITS else ""
    return ", ".join(part for part in (kind, says, scored) if part)


def _range(train: Train) -> str:
    reach = str(train.range or "∞")
    return f"{train.scores}/{reach}" if train.scores else reach


def _faces(game: Game, group: str) -> list[str]:
    """What a train of a group can be bought as."""
    trains = game.definition.trains
    return [
        kind for kind in trains if trains[kind].group == group and trains[kind].use in uses(game)
    ]


def _company_facts(game: Game, company: str) -> Facts:
    now = facts(game)
    told: Facts = [(_("permits"), _permits(game, company))]
    if company in now.chartered:
        told.append((_("charter"), _("yes")))
    tokens = [
        f"{game.kind_of(card)} {now.warranties[card]}"
        for card in game.state.trains[company]
        if now.warranties.get(card)
    ]
    if tokens:
        told.append((_("warranties"), ", ".join(tokens)))
    if company in game.state.floated and company not in game.state.president:
        told.append((_("director"), _("none: receivership")))
    return told


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
        "buy_share": _buy_share,
        "buy_train": _buy_train,
        "merge": _merge,
        "remove_station": _remove,
        "choose": _choose,
        "raise_money": _raise,
        "top_up": _top_up,
    },
    hints={"bid": _bid_hint, "merge": _merge_hint},
    warnings=_promises,
    faces=_faces,
    train_range=_range,
    train_says=_train_says,
    companies=operating_order,
    company_facts=_company_facts,
    sheets=(Sheet("parliament", gettext_lazy("Charters"), "play/parliament.html", _parliament),),
)
