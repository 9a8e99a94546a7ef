"""The page of 1865 Sardinia: maritime companies, connections, Dragons, absorptions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from msgspec.structs import replace

from ....engine.actions import Choice, Choose, PlaceStation, Take
from ....engine.game import Game, Play
from ....engine.render.svg import tag
from ....engine.render.way import edges, way_svg
from ....engine.shares import operating_order, price
from ....engine.words import place_name, private_name
from ....page.base import GamePage, Setting
from ....page.cards import Card, Option, as_json, option
from ....page.changes import changes
from ....page.names import Picture, chip
from ....page.operating import station_cards
from ....page.sheets import Block, Cell, Drawing, Grid, Row, Sheet, Story
from ....page.teller import Teller, Words
from ..absorption import compensation, means
from ..actions import Absorb, Convert, Transfer
from ..components import figures
from ..connections import ways_of
from ..dragons import DragonTurn, estimate, zone_price, zone_word
from ..facts import facts, loans_of, on_map, this_turn
from ..printed import SardiniaTrain, train_of
from ..stations import marker_problem
from ..trains import RaiseMoney
from ..turn import revenue_of
from .chart import dragons_svg


def _take(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        assert isinstance(choice.action, Take)
        private = game.definition.privates[choice.action.document]
        income, capacity = tell.money(private.income), figures().maritime_capacity
        told = (
            tell.say("serves", places=", ".join(private.places)),
            tell.say("maritime", money=income, capacity=capacity),
        )
        made = (option(tell, choice, tell.say("take"), look=False),)
        yield Card(private_name(game, choice.action.document), made, facts=told)


def _transfer(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game, company = tell.game, this_turn(tell.game).company
    for choice in choices:
        assert isinstance(choice.action, Transfer)
        private = game.definition.privates[choice.action.private]
        income, more = tell.money(private.income), figures().maritime_capacity
        told = (
            tell.say("capacity", count=more, company=company, money=income),
            *_revenue(tell, company, tell.foresee(choice.action).game),
        )
        made = (option(tell, choice, tell.say("transfer")),)
        yield Card(private.name, made, chip(game, company), told)


def _revenue(tell: Teller, company: str, after: Game) -> Iterable[str]:
    """Say what the company earns before and after something."""
    old, new = (tell.money(revenue_of(game, company)) for game in (tell.game, after))
    yield tell.say("revenue_then" if old != new else "revenue_stays", old=old, new=new)


def _carried(tell: Teller) -> str:
    """Say where the revenue comes from."""
    company = this_turn(tell.game).company
    known = tell.game.rules.company_facts(tell.game, company)
    money = tell.money(revenue_of(tell.game, company))
    traffic, room = known["traffic"], known["capacity"]
    return tell.say("carried", traffic=traffic, capacity=room, money=money)


def _station(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """A marker: what each edge of its connection costs, and what it brings the company."""
    ways = {as_json(c.action): c.action for c in choices}
    for card in station_cards(tell, choices):
        options = []
        for made in card.options:
            action = ways[made.action]
            assert isinstance(action, PlaceStation)
            options.append(_connection(tell, made, action))
        yield replace(card, options=tuple(options))


def _connection(tell: Teller, made: Option, action: PlaceStation) -> Option:
    definition, company = tell.game.definition, this_turn(tell.game).company
    assert action.way is not None
    costs = [
        f"{edge.one}–{edge.two} {edge.cost}" for edge in edges(definition, action.way) if edge.cost
    ]
    told = [tell.say("edges", edges=" + ".join(costs))] if costs else []
    told += _revenue(tell, company, tell.foresee(action).game)
    picture = Picture(tag("svg", tag("g", way_svg(definition, action.way))))
    return replace(made, facts=(*made.facts, *told), drawing=picture)


def _repay(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game, company = tell.game, this_turn(tell.game).company
    for choice in choices:
        label = tell.say("repay", money=tell.money(figures().loan))
        told = (tell.say("loans", count=loans_of(game, company)),)
        yield Card(tell.say("loan"), (option(tell, choice, label),), chip(game, company), told)


def _convert(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        assert isinstance(choice.action, Convert)
        charter = game.definition.companies[choice.action.company]
        told = (tell.say("converted"),)
        made = (option(tell, choice, tell.say("convert"), look=False),)
        rows = (
            *changes(tell, tell.foresee(choice.action).game),
            *_as_it_is(tell, charter.id),
        )
        yield Card(charter.name, made, chip(game, charter.id), told, rows=rows)


def _as_it_is(tell: Teller, company: str) -> Iterable[tuple[str, str]]:
    """Say what a conversion leaves as it is (1865-3.9.8)."""
    game = tell.game
    yield tell.say("price"), tell.money(price(game, company))
    yield tell.say("treasury"), tell.money(game.state.cash[company])


def _absorb(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    game = tell.game
    for choice in choices:
        action = choice.action
        assert isinstance(action, Absorb)
        absorbed, absorber = action.company, action.absorber
        rows = (
            (tell.say("per_share_paid"), tell.money(zone_price(game, absorbed))),
            (tell.say("paid_in_all"), tell.money(compensation(game, absorbed))),
            (tell.say("cash_of_both"), tell.money(_cash(game, absorber) + _cash(game, absorbed))),
            (tell.say("means"), tell.money(means(game, absorber, absorbed))),
        )
        title = tell.say("absorbs", absorber=absorber, company=absorbed)
        made = (option(tell, choice, title),)
        yield Card(title, made, chip(game, absorber), rows=rows)


def _cash(game: Game, company: str) -> int:
    return game.state.cash[company]


def _choose(tell: Teller, choices: list[Choice]) -> Iterable[Card]:
    """Hexes: a new home, or a marker."""
    for choice in choices:
        assert isinstance(choice.action, Choose)
        name = choice.action.option
        made = (option(tell, choice, tell.say("choose")),)
        yield Card(place_name(tell.game, name), made, hex=name)


def _opens(tell: Teller, trial: Game, company: str) -> list[str]:
    """Say what a tile does for the traffic and the markers of a company."""
    game = tell.game
    old, new = (facts(g).traffic.get(company, 0) for g in (game, trial))
    lines = [tell.say("traffic", old=old, new=new)] if old != new else []
    more = _ends(trial, company) - _ends(game, company)
    if more:
        places = ", ".join(place_name(game, name) for name in sorted(more))
        lines.append(tell.say("opens", places=places))
    return lines


def _ends(game: Game, company: str) -> set[str]:
    """Return where the company could place a marker by a direct connection."""
    hexes = game.definition.hex_list
    ends = {hexes[way.target[0]].name for way in ways_of(game, company)}
    return {name for name in ends if marker_problem(game, company, name) is None}


def _dragons(tell: Teller) -> list[Block]:
    """Their chart, and what they did last."""
    game = tell.game
    chart = Drawing(Picture(dragons_svg(game, tell.language)))
    moves = [
        tell.texts.show(message, tell.language)
        for record in game.history[-60:]
        for message in record.log
        if message.id.startswith(("log.dragons_", "log.row_moved"))
    ]
    blocks: list[Block] = [chart, *_next_turn(tell), _estimates(tell)]
    runs = tuple((move, len(list(same))) for move, same in groupby(moves))
    return [*blocks, Story(tell.say("dragons.last"), runs[-8:])] if runs else blocks


def _next_turn(tell: Teller) -> Iterable[Block]:
    """What the Dragons would do now, as they act after every turn of a stock round."""
    if tell.game.state.round.kind != "stock" or tell.game.over:
        return
    trial = Play(tell.game.copy())
    trial.push(DragonTurn())
    trial.step.settle(trial)
    lines = [tell.texts.show(message, tell.language) for message in trial._messages]
    yield Story(tell.say("estimate.next"), tuple((line, 1) for line in lines))


def _estimates(tell: Teller) -> Grid:
    """What the estimates are made of."""
    game = tell.game
    rows = []
    for company in operating_order(game):
        if company in facts(game).row:
            levels = " + ".join(str(train_of(game, c).level) for c in game.state.trains[company])
            numbers = (levels or "0", str(on_map(game, company)), str(estimate(game, company)))
            cells = (*numbers, zone_word(game, company, tell.language))
            name = game.definition.companies[company].name
            rows.append(Row(chip(game, company), name, tuple(map(Cell, cells)), named=False))
    columns = [tell.say(f"estimate.{column}") for column in ("trains", "markers", "total")]
    title = tell.say("estimate.total")
    return Grid(title, ("", *columns, ""), tuple(rows))


def _forced(game: Game, company: str) -> int | None:
    return game.step.purchase.price if isinstance(game.step, RaiseMoney) else None


def _says(tell: Teller, train: SardiniaTrain) -> str:
    return tell.say("carries", count=train.capacity)


def _notes(words: Words) -> list[tuple[str, list[str]]]:
    dragons = [
        words.say(f"notes.dragons_do.{what}") for what in ("turn", "sell", "buy", "estimate")
    ]
    return [
        (words.say("notes.map"), [words.say("notes.map_made")]),
        (words.say("notes.dragons"), dragons),
    ]


PAGE = GamePage(
    charts={"dragons": dragons_svg},
    settings=(Setting("variant", ("", "short"), (2, 3), ""),),
    hints={"dividend": _carried},
    builders={
        "take": _take,
        "station": _station,
        "transfer": _transfer,
        "repay": _repay,
        "convert": _convert,
        "absorb": _absorb,
        "choose": _choose,
    },
    restated=frozenset({"log.marker", "log.traffic_marker"}),
    train_range=lambda train: str(train.capacity),
    train_says=_says,
    forced=_forced,
    opens=_opens,
    sheets=(Sheet("dragons", _dragons),),
    notes=_notes,
)
