"""What a game can add to the common page. Everything has a default: most games need little."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from msgspec import Struct, field

from ...engine.shares import operating_order

if TYPE_CHECKING:
    from ...engine.actions import Choice
    from ...engine.definition import Train
    from ...engine.game import Game
    from ..play.offers import Card
    from ..play.scene import Scene

Words = Any  # a text, perhaps translated when it is shown
Facts = list[tuple[str, str]]  # what something is called, and how it stands


class Setting(Struct, frozen=True):
    """Something that people choose when they set up a table: an option of the header."""

    name: str
    label: Words
    choices: tuple[tuple[str, Words], ...]
    initial: str
    players: tuple[int, ...]  # for these numbers of players


class Sheet(Struct, frozen=True):
    """A tab of its own below the map: `content` makes what the template is given."""

    id: str
    title: Words
    template: str
    content: Callable[[Scene], dict[str, Any]]
    shown: Callable[[Game], bool] = lambda game: True


class Service(Struct, frozen=True):
    """Something that can be hired for a run, or was."""

    thing: str
    title: str
    says: str
    hired: bool


class Services(Struct, frozen=True):
    """What can be hired for a run."""

    offers: Callable[[Game], list[Service]]
    prices: Callable[[Game], list[int]]  # of the next one, the one after it...
    best: Callable[[Game], tuple[str, ...]]  # what to hire for the most, in order
    names: Callable[[int], str]  # of the class of a route, i.e. what serves it


def _nothing(*_: Any) -> Any:
    return []


def _reach(train: Train) -> str:
    if train.range:
        return _("reaches %(count)s places") % {"count": train.range}
    return _("no limit of places")


def _revenue() -> dict[str, str]:
    return {"log.paid": "revenue", "log.kept": "revenue"}


class GamePage(Struct, frozen=True):
    """The page of a game: data, and functions where data is not enough."""

    summary: Words = ""  # for the lobby
    settings: tuple[Setting, ...] = ()
    builders: dict[str, Callable[[Scene, list[Choice]], Iterable[Card]]] = {}  # by kind of action
    hints: dict[str, Callable[[Scene], str]] = {}  # beside the headings, by kind of action
    warnings: Callable[[Game], list[str]] = _nothing  # what must not be overlooked now
    revenue: dict[str, str] = field(default_factory=_revenue)  # message and field, for the chart
    companies: Callable[[Game], list[str]] = operating_order  # those that have a sheet
    faces: Callable[[Game, str], list[str]] = _nothing  # what a train card can be bought as
    train_range: Callable[[Train], str] = lambda train: str(train.range or "∞")
    train_says: Callable[[Train], str] = _reach
    company_facts: Callable[[Game, str], Facts] = _nothing
    train_facts: Callable[[Game], list[str]] = _nothing
    services: Services | None = None
    # What a tile opens for a company, before and after; by default its best revenue is compared.
    opens: Callable[[Game, Game, str], list[str]] | None = None
    sheets: tuple[Sheet, ...] = ()
    notes: Callable[[], list[tuple[str, list[str]]]] = _nothing  # for the page with the rules
