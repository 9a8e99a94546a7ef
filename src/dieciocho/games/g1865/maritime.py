"""The maritime companies: draft, income, transfer, bonus (1865-2.5, 1865-2.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from ...engine.actions import Choice, Pass, Take
from ...engine.errors import refuse
from ...engine.ledger import pay
from ...engine.state import BANK, OUT, Owner, Round
from ...engine.step import Move, Step
from ...engine.steps.auction import UNSOLD
from ...engine.steps.common import CompanyStep, TurnInOrder
from .actions import Transfer
from .components import figures
from .facts import add_traffic, facts, phase_number

if TYPE_CHECKING:
    from ...engine.game import Game, Play


def owned(game: Game, owner: Owner) -> list[str]:
    """Return the maritime companies of a player or a company."""
    return [m for m, holder in game.state.private_owner.items() if holder == owner]


# --- draft -----------------------------------------------------------------------------


def draft_round(seats: range) -> Round:
    """Clockwise, then back: the last player chooses twice in a row (1865-2.5.1)."""
    return Round(kind="draft", order=(*seats, *reversed(seats)))


class TakeMove(Move[Take, Step]):
    """Take a maritime company, free of charge."""

    action = Take

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        for name in owned(game, UNSOLD):
            yield Choice(Take(name))

    def check(self, game: Game, step: Step, action: Take) -> None:
        if action.document not in owned(game, UNSOLD):
            refuse(game, "not_in_draft", document=action.document)

    def apply(self, game: Play, step: Step, action: Take) -> None:
        seat = step.actor(game)
        game.state.private_owner[action.document] = seat
        game.log("drafted", player=game.name(seat), document=action.document)
        game.set_round(index=game.state.round.index + 1)


class Draft(TurnInOrder, frozen=True):
    """A choice in the draft; nobody may pass (1865-2.5.2)."""

    moves = (TakeMove(),)
    out_of_step = "draft_first"
    refusals: ClassVar[dict[type[Any], str]] = {Pass: "draft_no_pass"}

    def settle(self, game: Play) -> bool:
        current = game.state.round
        if current.index < len(current.order):
            return False
        from .rounds import prepare_stock_round

        game.pop()
        for name in owned(game, UNSOLD):  # 1865-2.5.3
            game.state.private_owner[name] = OUT
            game.log("maritime_out", document=name)
        game.state.phase += 1  # the priority stays where it is (1865-2.2.1, 1865-2.5.4)
        game.log("phase", phase=game.phase.name)
        prepare_stock_round(game, 1)
        return True


# --- income and bonus ------------------------------------------------------------------


def pay_income(game: Play) -> None:
    """Pay the players for their maritime companies (1865-2.6.1)."""
    for seat in range(len(game.players)):
        money = sum(game.definition.privates[m].income for m in owned(game, seat))
        if money:
            pay(game, BANK, seat, money)
            game.log("maritime_income", player=game.name(seat), money=money)


def capacity(game: Game, company: str) -> int:
    """Return what the maritime companies of a company carry (1865-2.6.4)."""
    return figures().maritime_capacity * len(owned(game, company))


def collect_bonuses(game: Play, company: str) -> None:
    """Pay the traffic bonus of each maritime company whose locality has a marker of its owner.

    It is paid once (1865-2.6.7), on the transfer (1865-2.6.5) or with a later marker, with the
    number of the phase then in force (1865-2.6.6).
    """
    for name in owned(game, company):
        if name not in facts(game).bonus_paid and _serves(game, company, name):
            game.set_facts(bonus_paid=facts(game).bonus_paid | {name})
            game.log("maritime_bonus", document=name)
            add_traffic(game, company, phase_number(game), "bonus")


def _serves(game: Game, company: str, name: str) -> bool:
    places = game.definition.privates[name].places  # any of them (1865-2.6.8)
    hexes = game.definition.hexes
    return any(
        company in slots and hexes[spot].entry.place in places
        for (spot, _), slots in game.state.stations.items()
    )


def discard_of_players(game: Play) -> None:
    """Phase 5 takes the maritime companies out of the players' hands (1865-2.2.10)."""
    for name, owner in game.state.private_owner.items():
        if isinstance(owner, int):  # those of companies work to the end (1865-2.6.11)
            game.state.private_owner[name] = OUT
            game.log("maritime_out", document=name)


class TransferMove(Move[Transfer, CompanyStep]):
    """Give the operating company a maritime company of its president (1865-2.6.2, A-16)."""

    action = Transfer

    def legal(self, game: Game, step: CompanyStep) -> Iterator[Choice]:
        for name in owned(game, step.actor(game)):
            yield Choice(Transfer(name))

    def check(self, game: Game, step: CompanyStep, action: Transfer) -> None:
        if action.private not in game.state.private_owner:
            refuse(game, "unknown_maritime", document=action.private)
        if game.state.private_owner[action.private] != step.actor(game):
            refuse(game, "not_own_maritime", document=action.private)

    def apply(self, game: Play, step: CompanyStep, action: Transfer) -> None:
        company = step.company(game)
        game.state.private_owner[action.private] = company
        game.log("transferred", document=action.private, company=company)
        collect_bonuses(game, company)
