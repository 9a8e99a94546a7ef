"""The page of 18Magyarország: draft, wagons, free dividends, and István's board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import replace

from ...engine.actions import BuyShare, Choice, Choose, Distribute, Take, Use
from ...engine.game import Game
from ...engine.shares import operating_order, percent, price
from ...engine.state import POOL
from ...engine.words import place_name
from ...games.g18mag.draft import draft_round, quota_left, quotas
from ...games.g18mag.facts import MINOR, TOKEN, facts, minors, this_turn
from ...games.g18mag.majors import dividend_move
from ...games.g18mag.phases import TOKENS
from ...games.g18mag.stock import becomes_director
from ...games.g18mag.wagons import (
    BITS,
    MINES,
    PLUS,
    RED,
    hirings,
    on_offer,
    red_bonus,
    wagon_price,
)
from ..play.holdings import picture_of
from ..play.offers import Card, as_json, option, share_cards
from ..play.scene import Scene
from ..play.words import chip, city_name
from . import g18mag_solo
from .base import Facts, GamePage, Service, Services, Setting

# --- the draft -------------------------------------------------------------------------


def _take(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Take)
        charter = game.definition.companies[action.document]
        made = (option(scene, choice, _("Take it")),)
        sign = chip(game, action.document)
        if charter.kind == MINOR:
            title = _("Minor %(number)s") % {"number": action.document}
            told = (charter.name, *_minor_facts(scene, action.document))
            yield Card(title, made, sign, told, hex=charter.home)
        else:
            yield Card(charter.name, made, sign, tuple(_share_facts(scene, action.document)))


def _minor_facts(scene: Scene, minor: str) -> Iterable[str]:
    game = scene.game
    charter = game.definition.companies[minor]
    yield _("home: %(place)s") % {"place": place_name(game, charter.home)}
    if charter.terrain_tokens:
        yield _("terrain tokens: %(count)s") % {"count": charter.terrain_tokens}


def _share_facts(scene: Scene, company: str) -> Iterable[str]:
    game = scene.game
    yield _("starting price %(price)s") % {"price": scene.money(price(game, company))}
    yield _("in the packet: %(count)s") % {"count": draft_round(game).packet.count(company)}
    yield str(_SERVICES[company])


_SERVICES: dict[str, Any] = {
    RED: gettext_lazy("hires out wagons for red areas"),
    PLUS: gettext_lazy("hires out plus-wagons"),
    MINES: gettext_lazy("hires out wagons for mines"),
    "SIK": gettext_lazy("is paid for terrain"),
    "SKEV": gettext_lazy("is paid for second tiles and half of the stations"),
    "LdStEG": gettext_lazy("sells 2- and 4-trains"),
    "MAVAG": gettext_lazy("sells 3- and 6-trains"),
}


def _draft_hint(scene: Scene) -> str:
    game = scene.game
    seat = game.step.actor(game)
    of_minors, of_shares, _copies = quotas(game)
    return _("still to take: %(minors)s of %(all_minors)s minors, %(shares)s of %(all)s shares") % {
        "minors": quota_left(game, seat, MINOR),
        "all_minors": of_minors,
        "shares": quota_left(game, seat, "share"),
        "all": of_shares,
    }


# --- shares ----------------------------------------------------------------------------


def _buy_share(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """Say where a second share is exchanged for the director's certificate (18MAG-III.3.3.4)."""
    game = scene.game
    exchanged = {
        as_json(choice.action)
        for choice in choices
        if isinstance(choice.action, BuyShare)
        and choice.action.source == POOL
        and becomes_director(game, game.step.actor(game), choice.action.company)
    }
    note = _("both shares are exchanged for the director's certificate of 20 %")
    for card in share_cards(scene, choices):
        yield replace(
            card,
            options=tuple(
                replace(made, facts=(*made.facts, note)) if made.action in exchanged else made
                for made in card.options
            ),
        )


# --- a minor's turn --------------------------------------------------------------------


def _use(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A terrain token; wagons are hired together with the run, or here one by one."""
    game = scene.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Use)
        company = this_turn(game).company
        if action.thing == TOKEN:
            left = _("left: %(count)s") % {"count": game.state.powers[company]}
            told = (left, _("the bank pays for the next terrain"))
            made = option(scene, choice, _("Spend it"))
            yield Card(_("Terrain token"), (made,), chip(game, company), told)
            continue
        cost = wagon_price(game, len(this_turn(game).wagons))
        label = _("Hire only, for %(price)s") % {"price": scene.money(cost)}
        made = option(scene, choice, label, look=False)
        says = (_says(game, action.thing),)
        yield Card(_wagon_name(action.thing), (made,), chip(game, action.thing), says)


def _wagon_name(wagon: str) -> str:
    names = {RED: _("Wagon of RÁBA"), PLUS: _("Plus-wagon of G&C"), MINES: _("Wagon of SNW")}
    return names[wagon]


def _says(game: Game, wagon: str) -> str:
    money = f"{red_bonus(game)} {game.definition.table.currency}"
    if len(game.players) <= 2:
        return _("+%(money)s in one red area, or the train becomes a plus-train") % {"money": money}
    says = {
        RED: _("+%(money)s in one red area") % {"money": money},
        PLUS: _("the train reaches as many towns again"),
        MINES: _("the train may visit a mine, which pays the treasury"),
    }
    return says[wagon]


def _wagons(game: Game) -> list[Service]:
    hired = this_turn(game).wagons
    return [Service(w, _wagon_name(w), _says(game, w), w in hired) for w in on_offer(game)]


def _prices(game: Game) -> list[int]:
    hired = len(this_turn(game).wagons)
    return [wagon_price(game, n) for n in range(hired, len(on_offer(game)))]


def _best_wagons(game: Game) -> tuple[str, ...]:
    """Hire what keeps most; the dearer places go to majors of which the owner has more."""
    company = this_turn(game).company
    owner = game.state.president[company]
    best = hirings(game, company)
    wagons = best[0].wagons if best else ()
    return tuple(sorted(wagons, key=lambda wagon: percent(game, wagon, owner)))


def _wagon_names(bits: int) -> str:
    return " + ".join(_wagon_name(wagon) for wagon, bit in BITS.items() if bits & bit)


# --- a major's turn --------------------------------------------------------------------


def _distribute(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Distribute)
        assert choice.high is not None
        company = this_turn(game).company
        rows = [
            (name, f"{percent(game, company, seat) // 10} / 10")
            for seat, name in enumerate(game.players)
            if percent(game, company, seat)
        ]
        rows += _price_moves(scene, company, choice.high)
        cash = scene.money(game.state.cash[company])
        told = (_("treasury of %(company)s: %(money)s") % {"company": company, "money": cash},)
        made = option(scene, choice, _("Distribute"), look=False)
        yield Card(_("Total dividend"), (made,), chip(game, company), told, rows=tuple(rows))


def _price_moves(scene: Scene, company: str, most: int) -> list[tuple[str, str]]:
    """Say up to which dividend the price goes where."""
    game = scene.game
    market, start = game.definition.market, game.state.cell[company]
    reached: dict[int, list[int]] = {}
    for amount in range(0, most + 1, 10):
        direction, spaces = dividend_move(game, amount)
        cell = start
        for _space in range(spaces):
            cell = (market.left if direction == "left" else market.right)[cell]
        reached.setdefault(market.price[cell], []).append(amount)
    now = scene.money(price(game, company))
    return [
        (
            _("dividend %(range)s") % {"range": _span(amounts)},
            _("price %(old)s → %(new)s") % {"old": now, "new": scene.money(new)},
        )
        for new, amounts in reached.items()
    ]


def _span(amounts: list[int]) -> str:
    return str(amounts[0]) if len(amounts) == 1 else f"{amounts[0]}–{amounts[-1]}"


# --- decisions -------------------------------------------------------------------------


def _choose(scene: Scene, choices: list[Choice]) -> Iterable[Card]:
    """A hex, a tile (`57:2`), a city (`C8.1`) or a company: what the step asks for."""
    game = scene.game
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        tile, colon, turned = text.partition(":")
        name, dot, city = text.partition(".")
        made = (option(scene, choice, _("Choose it"), look=False),)
        if colon:
            title = _("Tile %(tile)s, turned %(rotation)s") % {"tile": tile, "rotation": turned}
            picture = picture_of(game, tile, int(turned))
            yield Card(title, made, picture=picture, hex=getattr(game.step, "hex", ""))
        elif dot:
            yield Card(city_name(game, name, int(city)), made, hex=name)
        elif text in game.definition.hexes:
            yield Card(place_name(game, text), made, hex=text)
        else:
            yield Card(_("Station of %(company)s") % {"company": text}, made, chip(game, text))


# --- sheets ----------------------------------------------------------------------------


def _companies(game: Game) -> list[str]:
    owned = [minor for minor in minors(game) if minor in game.state.president]
    return [*operating_order(game), *owned]


def _company_facts(game: Game, company: str) -> Facts:
    if company in _SERVICES:
        return [(_("business"), str(_SERVICES[company]))]
    tokens = game.state.powers.get(company)
    return [(_("terrain tokens"), str(tokens))] if tokens else []


def _train_facts(game: Game) -> list[str]:
    now = facts(game)
    if not now.unopened or game.over:
        return []
    stacks = ", ".join(now.unopened)
    return [
        _("The first sale of one of these stacks changes the phase: %(stacks)s.")
        % {"stacks": stacks},
        _("Rounds without a train sold: %(count)s of %(most)s tokens; then the phase changes.")
        % {"count": now.idle, "most": TOKENS},
    ]


PAGE = GamePage(
    summary=gettext_lazy(
        "Hungary's first railways: minors build and run, majors are paid for every service. "
        "A draft, free dividends, wagons for hire; alone against István."
    ),
    settings=(
        Setting(
            "length",
            gettext_lazy("Length of the solo game"),
            (
                ("long", gettext_lazy("long: three minors each")),
                ("short", gettext_lazy("short: two minors each, with income")),
            ),
            "long",
            (1,),
        ),
        Setting(
            "difficulty",
            gettext_lazy("István's cards"),
            (
                ("green", gettext_lazy("green: easy")),
                ("yellow", gettext_lazy("yellow: medium")),
                ("red", gettext_lazy("red: hard")),
            ),
            "yellow",
            (1,),
        ),
    ),
    builders={
        "take": _take,
        "buy_share": _buy_share,
        "use": _use,
        "distribute": _distribute,
        "choose": _choose,
    },
    hints={
        "take": _draft_hint,
        "discard": lambda scene: _("without compensation; it goes back to its stack"),
    },
    revenue={"log.split": "revenue", "log.distributed": "money"},
    companies=_companies,
    company_facts=_company_facts,
    train_facts=_train_facts,
    services=Services(_wagons, _prices, _best_wagons, _wagon_names),
    sheets=(g18mag_solo.SHEET,),
    notes=g18mag_solo.notes,
)
