"""The course of the game: sets of operating rounds, stock rounds, the end (rules IV, VI, IX)."""

from __future__ import annotations

from ....engine.state import BANK, POOL, Round
from ..facts import MagTurn
from .table import MINOR, Table

TOKENS = 3  # "no train sold" tokens that open a stack (VI.4.3.8)
SOLO_INCOME = {"yellow": 30, "green": 60, "brown": 0}  # of the short solo game (XI.1.5)


def begin_operating_round(table: Table, number: int, part: int, parts: int) -> None:
    order = (*table.minors(), *table.majors())
    table.round = Round(kind="operating", number=number, part=part, parts=parts, order=order)
    table.take("operating_round", number=number, part=part)
    table.set_facts(train_sold=False, phase_changed=False)
    _solo_income(table)
    begin_turn(table)


def _solo_income(table: Table) -> None:
    if table.istvan is None or table.options["length"] != "short":
        return
    money = SOLO_INCOME[table.rules.name]
    for seat in range(len(table.names)):
        table.pay(BANK, seat, money)
    table.take("solo_income", money=money)


def begin_turn(table: Table) -> None:
    """Let the next company have its turn: minors by number, then majors by price (VI.1.1)."""
    order, index = table.round.order, table.round.index
    if index == len(order):
        _end_operating_round(table)
        return
    company = str(order[index])
    minor = table.kind_of(company) == MINOR
    if not minor and (index == 0 or table.kind_of(str(order[index - 1])) == MINOR):
        _after_minors(table)
    table.turn = MagTurn(company=company)
    table.step = "track" if minor else "major_station"


def _after_minors(table: Table) -> None:
    """Place a token where no train was sold from a stack (VI.4.3.6 to VI.4.3.9)."""
    if not table.policy.tokens_stay or table.facts.train_sold or not table.facts.unopened:
        return
    stack, count = table.facts.unopened[0], table.facts.idle + 1
    table.set_facts(idle=count)
    table.take("no_train_sold", stack=stack, count=count)
    if count == TOKENS:
        open_stack(table, stack)


def open_stack(table: Table, kind: str) -> None:
    """Take the indicator tile from a stack: its tokens return, the next phase begins."""
    stacks = table.facts.unopened
    if kind == stacks[0] and table.policy.tokens_stay:  # they lie on the cheapest one only
        table.set_facts(idle=0)
    table.set_facts(unopened=tuple(other for other in stacks if other != kind))
    table.next_phase()


def train_sold(table: Table, kind: str) -> None:
    """Note a sale from a stack; the first one of an unopened stack opens it (VI.3.9.1)."""
    table.set_facts(train_sold=True)
    if kind in table.facts.unopened and not _last_phase(table):
        open_stack(table, kind)


def _last_phase(table: Table) -> bool:
    return table.phase == len(table.definition.phases) - 1


def _count_idle_rounds(table: Table) -> None:
    """On the site three rounds without a sale, one after the other, begin a phase (D2, D3, D4)."""
    if table.policy.tokens_stay:
        return
    count = 0 if table.facts.train_sold else table.facts.idle + 1
    table.set_facts(idle=count % TOKENS)
    if count == TOKENS and not _last_phase(table):
        table.next_phase(late=True)


def _end_operating_round(table: Table) -> None:
    """A change of phase is followed by a stock round in any case (VI.3.9.6)."""
    table.turn = None
    now = table.round
    if now.part == now.parts and table.facts.last_set == now.number:  # (IX.1.1)
        table.over, table.step = True, ""
        table.take("game_over")
        return
    _count_idle_rounds(table)
    if now.part < now.parts and not table.facts.phase_changed:
        begin_operating_round(table, now.number, now.part + 1, now.parts)
    else:
        _begin_stock_round(table, now.number + 1)


def _begin_stock_round(table: Table, number: int) -> None:
    first = table.priority
    order = (first, *table.held.seats_after(first))
    table.round = Round(kind="stock", number=number, parts=table.round.parts, order=order)
    table.step = "stock_round"
    table.set_facts(phase_changed=False)
    table.take("stock_round", number=number)


def end_trading(table: Table) -> None:
    """End a stock round: what players hold entirely rises, the priority deal goes on (VIII.3.2)."""
    for company in table.majors():
        if table.units(POOL, company) == 0:
            table.take("sold_out", company=company)
            table.move_price(company, 1)
    last = table.round.last_to_act
    if last is not None:
        table.priority = table.held.seats_after(last)[0]
    table.set_facts(carded=())
    begin_operating_round(table, table.round.number, 1, table.rules.rounds)
