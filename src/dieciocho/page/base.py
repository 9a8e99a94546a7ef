"""What a game can add to the common page. Everything has a default: most games need little."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, field

from ..engine.shares import operating_order
from ..engine.steps.trains import cheapest
from ..games import part_of

if TYPE_CHECKING:
    from ..engine.actions import Action, Choice, StartCompany
    from ..engine.components import Kind, Train
    from ..engine.game import Game
    from ..engine.routing import RouteSet
    from .cards import Card
    from .sheets import Sheet
    from .teller import Teller, Words

Facts = list[tuple[str, str]]  # what something is called, and how it stands


class Setting(Struct, frozen=True):
    """Something that people choose when they set up a table: an option of the header.

    Its words are `option.<name>.title` and `option.<name>.<value>`.
    """

    name: str
    values: tuple[str, ...]
    players: tuple[int, ...]  # for these numbers of players
    usual: str

    def title(self, words: Words) -> str:
        return words.say(f"option.{self.name}.title")

    def choices(self, words: Words) -> list[tuple[str, str]]:
        """Return the values with what they are called."""
        return [(v, words.say(f"option.{self.name}.{v or 'usual'}")) for v in self.values]


class Service(Struct, frozen=True):
    """Something that can be hired for a run, or was."""

    thing: str
    title: str
    says: str
    hired: bool


class Services(Struct, frozen=True):
    """What can be hired for a run."""

    offers: Callable[[Teller], list[Service]]
    prices: Callable[[Game], list[int]]  # of the next one, the one after it...
    best: Callable[[Game], tuple[str, ...]]  # what to hire for the most, in order
    names: Callable[[Teller, int], str]  # of the class of a route, i.e. what serves it


def _nothing(*_: Any) -> Any:
    return []


def _stations(tell: Teller, company: str) -> list[str]:
    return [tell.say("stations", count=tell.game.definition.companies[company].stations)]


def _reach(tell: Teller, train: Train) -> str:
    return tell.say("reaches", count=train.range) if train.range else tell.say("no_limit")


def ends_with_a_set(tell: Teller) -> str:
    """Say when a game ends that ends with a set of operating rounds."""
    current = tell.game.state.round
    if current.kind != "operating":
        return tell.say("ends_after_next")
    return tell.say("ends_after", round=f"{current.number}.{current.parts}")


def _revenue() -> dict[str, str]:
    return {"log.paid": "revenue", "log.kept": "revenue"}


class GamePage(Struct, frozen=True):
    """The page of a game: data, and functions where data is not enough.

    Builders are found by a kind of action, or by a step and a kind where a step has its own cards:
    `survivor.choose`.
    """

    settings: tuple[Setting, ...] = ()
    builders: dict[str, Callable[[Teller, list[Choice]], Iterable[Card]]] = {}
    hints: dict[str, Callable[[Teller], str]] = {}  # beside the headings, by kind of action
    restated: frozenset[str] = frozenset()  # messages of the log that say what a card says already
    warnings: Callable[[Teller], list[str]] = _nothing  # what must not be overlooked now
    ends: Callable[[Teller], str] = ends_with_a_set  # when, once it is known that it will end
    revenue: dict[str, str] = field(default_factory=_revenue)  # message and field, for the chart
    companies: Callable[[Game], list[str]] = operating_order  # those that have a sheet
    train_range: Callable[[Any], str] = lambda train: str(train.range or "∞")
    train_says: Callable[[Teller, Any], str] = _reach
    # What stations a company gets when it starts, and what else a par value leads to.
    stations_says: Callable[[Teller, str], list[str]] = _stations
    start_says: Callable[[Teller, StartCompany], list[str]] = _nothing
    # What the train costs for which shares are sold in a company's turn.
    forced: Callable[[Game, str], int | None] = lambda game, company: cheapest(game)
    # Who sells a kind of train besides the bank, and for what part of its price.
    seller: Callable[[Game, Kind], tuple[str, int]] | None = None
    each_limit: Callable[[Any], bool] = lambda phase: False  # the train limit is for each kind
    company_facts: Callable[[Teller, str], Facts] = _nothing
    train_facts: Callable[[Teller], list[str]] = _nothing
    services: Services | None = None
    # What can be done for nothing just before a run with these trains, and the position then.
    readied: Callable[[Game, str, tuple[str, ...]], Iterable[tuple[Action, Game]]] = _nothing
    readied_says: Callable[[Teller, Action], str] = lambda tell, action: str(action)
    # Runs that reach something else than revenue.
    aims: Callable[[Game, str], Iterable[RouteSet]] = _nothing
    # What else a tile leads to, of what the log does not say at once.
    leads: Callable[[Teller, Game, str], list[str]] = _nothing
    # What a tile opens for a company, before and after; by default its best revenue is compared.
    opens: Callable[[Teller, Game, str], list[str]] | None = None
    sheets: tuple[Sheet, ...] = ()
    charts: dict[str, Callable[[Game, str], str]] = {}  # pictures (SVG) that only this game has
    # What lies on the table that only this game has, for the terminal: line by line, a title first.
    told: Callable[[Game, str], list[str]] = _nothing
    notes: Callable[[Words], list[tuple[str, list[str]]]] = _nothing  # for the page with the rules


_COMMON = GamePage()


@cache
def page_of(game: str) -> GamePage:
    """Return what a game's module `page` adds, if it has one."""
    part = part_of(game, "page")
    return _COMMON if part is None else cast(GamePage, part.PAGE)
