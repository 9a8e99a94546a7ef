"""The page of 18Magyarország: draft, wagons, free dividends, and István's board."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....engine.actions import BuyShare, Choice, Choose, Distribute, Take, Use
from ....engine.components import Kind
from ....engine.game import Game
from ....engine.shares import operating_order, percent, price
from ....engine.state import POOL
from ....engine.words import place_name
from ....page.base import Facts, GamePage, Service, Services, Setting
from ....page.cards import Card, as_json, option
from ....page.names import chip, city_name
from ....page.shares import share_cards
from ....page.teller import Teller
from ..draft import draft_round, quota_left, quotas
from ..facts import MINOR, TOKEN, facts, minors, this_turn
from ..hiring import hirings
from ..majors import dividend_move
from ..phases import TOKENS
from ..printed import printed
from ..stock import becomes_director
from ..wagons import BITS, on_offer, red_bonus, wagon_price
from . import istvan
from .told import board_told

# --- the draft -------------------------------------------------------------------------


def _take(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Take)
        charter = game.definition.companies[action.document]
        made = (option(tell, choice, tell.say("take")),)
        sign = chip(game, action.document)
        if charter.kind == MINOR:
            title = tell.say("minor", number=action.document)
            told = (charter.name, *_minor_facts(tell, action.document))
            yield Card(title, made, sign, told, hex=charter.home)
        else:
            yield Card(charter.name, made, sign, tuple(_share_facts(tell, action.document)))


def _minor_facts(tell: Teller, minor: str) -> Iterable[str]:
    game = tell.game
    charter = printed(game).companies[minor]
    yield tell.say("home", place=place_name(game, charter.home))
    if charter.terrain_tokens:
        yield tell.say("terrain_tokens", count=charter.terrain_tokens)


def _share_facts(tell: Teller, company: str) -> Iterable[str]:
    game = tell.game
    yield tell.say("starting_price", price=tell.money(price(game, company)))
    yield tell.say("in_packet", count=draft_round(game).packet.count(company))
    yield tell.say(f"business_of.{company}")


def _draft_hint(tell: Teller) -> str:
    game = tell.game
    seat = game.step.actor(game)
    of_minors, of_shares, _copies = quotas(game)
    return tell.say(
        "still_to_take",
        minors=quota_left(game, seat, MINOR),
        all_minors=of_minors,
        shares=quota_left(game, seat, "share"),
        all=of_shares,
    )


# --- shares ----------------------------------------------------------------------------


def _buy_share(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Say where a second share is exchanged for the director's certificate (18MAG-III.3.3.4)."""
    game = tell.game
    exchanged = {
        as_json(choice.action)
        for choice in choices
        if isinstance(choice.action, BuyShare)
        and choice.action.source == POOL
        and becomes_director(game, game.step.actor(game), choice.action.company)
    }
    note = tell.say("become_director")
    for card in share_cards(tell, choices):
        yield replace(
            card,
            options=tuple(
                replace(made, facts=(*made.facts, note)) if made.action in exchanged else made
                for made in card.options
            ),
        )


# --- a minor's turn --------------------------------------------------------------------


def _use(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A terrain token; wagons are hired together with the run, or here one by one."""
    game = tell.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Use)
        company = this_turn(game).company
        if action.thing == TOKEN:
            left = tell.say("token_left", count=game.state.powers[company])
            told = (left, tell.say("token_pays"))
            made = option(tell, choice, tell.say("spend"))
            yield Card(tell.say("token"), (made,), chip(game, company), told)
            continue
        cost = wagon_price(game, len(this_turn(game).wagons))
        label = tell.say("hire_only", price=tell.money(cost))
        made = option(tell, choice, label, look=False)
        says = (_brings(tell, action.thing),)
        yield Card(_wagon_name(tell, action.thing), (made,), chip(game, action.thing), says)


def _wagon_name(tell: Teller, wagon: str) -> str:
    return tell.say(f"wagon.{wagon}")


def _brings(tell: Teller, wagon: str) -> str:
    game = tell.game
    money = tell.money(red_bonus(game))
    return tell.say(f"wagon_brings.{wagon if len(game.players) > 2 else 'any'}", money=money)


def _wagons(tell: Teller) -> list[Service]:
    game = tell.game
    hired = this_turn(game).wagons
    return [
        Service(wagon, _wagon_name(tell, wagon), _brings(tell, wagon), wagon in hired)
        for wagon in on_offer(game)
    ]


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


def _wagon_names(tell: Teller, bits: int) -> str:
    return " + ".join(_wagon_name(tell, wagon) for wagon, bit in BITS.items() if bits & bit)


# --- a major's turn --------------------------------------------------------------------


def _distribute(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        assert isinstance(choice.action, Distribute)
        assert choice.high is not None
        company = this_turn(game).company
        rows = [
            (name, f"{percent(game, company, seat) // 10} / 10")
            for seat, name in enumerate(game.players)
            if percent(game, company, seat)
        ]
        rows += _price_moves(tell, company, choice.high)
        cash = tell.money(game.state.cash[company])
        told = (tell.say("treasury_of", company=company, money=cash),)
        made = option(tell, choice, tell.say("distribute"), look=False)
        yield Card(tell.say("dividend"), (made,), chip(game, company), told, rows=tuple(rows))


def _price_moves(tell: Teller, company: str, most: int) -> list[tuple[str, str]]:
    """Say up to which dividend the price goes where."""
    game = tell.game
    market, start = game.definition.market, game.state.cell[company]
    reached: dict[int, list[int]] = {}
    for amount in range(0, most + 1, 10):
        direction, spaces = dividend_move(game, amount)
        cell = start
        for _space in range(spaces):
            cell = (market.left if direction == "left" else market.right)[cell]
        reached.setdefault(market.price[cell], []).append(amount)
    now = tell.money(price(game, company))
    return [
        (
            tell.say("dividend_range", range=_span(amounts)),
            tell.say("price_moves", old=now, new=tell.money(new)),
        )
        for new, amounts in reached.items()
    ]


def _span(amounts: list[int]) -> str:
    return str(amounts[0]) if len(amounts) == 1 else f"{amounts[0]}–{amounts[-1]}"


# --- decisions -------------------------------------------------------------------------


def _choose(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A hex, a tile (`57:2`), a city (`C8.1`) or a company: what the step asks for."""
    game = tell.game
    for choice in choices:
        assert isinstance(choice.action, Choose)
        text = choice.action.option
        tile, colon, turned = text.partition(":")
        name, dot, city = text.partition(".")
        made = (option(tell, choice, tell.say("choose"), look=False),)
        if colon:
            title = tell.say("tile", tile=tile, rotation=turned)
            where = getattr(game.step, "hex", "")
            yield Card(title, made, tile=(tile, int(turned)), hex=where)
        elif dot:
            yield Card(city_name(tell, name, int(city)), made, hex=name)
        elif text in game.definition.hexes:
            yield Card(place_name(game, text), made, hex=text)
        else:
            yield Card(tell.say("station_of", company=text), made, chip(game, text))


# --- sheets ----------------------------------------------------------------------------


def _companies(game: Game) -> list[str]:
    owned = [minor for minor in minors(game) if minor in game.state.president]
    return [*operating_order(game), *owned]


def _company_facts(tell: Teller, company: str) -> Facts:
    business = f"business_of.{company}"
    if business in tell:
        return [(tell.say("business"), tell.say(business))]
    tokens = tell.game.state.powers.get(company)
    return [(tell.say("tokens"), str(tokens))] if tokens else []


def _train_facts(tell: Teller) -> list[str]:
    now = facts(tell.game)
    if not now.unopened or tell.game.over:
        return []
    return [
        tell.say("phase_changes", stacks=", ".join(now.unopened)),
        tell.say("idle_rounds", count=now.idle, most=TOKENS),
    ]


def _seller(game: Game, kind: Kind) -> tuple[str, int]:
    train = printed(game).trains[kind]
    return train.seller, train.to_seller


def _ends(tell: Teller) -> str:
    rounds = tell.game.definition.phases[-1].rounds
    return tell.say("ends_after", round=f"{facts(tell.game).last_set}.{rounds}")


PAGE = GamePage(
    told=board_told,
    settings=(
        Setting("length", ("long", "short"), (1,), "long"),
        Setting("difficulty", ("green", "yellow", "red"), (1,), "yellow"),
    ),
    ends=_ends,
    builders={
        "take": _take,
        "buy_share": _buy_share,
        "use": _use,
        "distribute": _distribute,
        "choose": _choose,
    },
    hints={"take": _draft_hint, "discard": lambda tell: tell.say("scrapped")},
    restated=frozenset({"log.taken", "log.wagon", "log.distributed", "log.token_spent"}),
    revenue={"log.split": "revenue", "log.distributed": "money"},
    companies=_companies,
    company_facts=_company_facts,
    train_facts=_train_facts,
    seller=_seller,
    services=Services(_wagons, _prices, _best_wagons, _wagon_names),
    sheets=(istvan.SHEET,),
    notes=istvan.notes,
)
