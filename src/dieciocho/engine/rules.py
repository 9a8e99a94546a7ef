"""What a game supplies: its components, its set-up, its texts, and what its rules are called."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from .actions import COMMON_ACTIONS, Action
from .components import Kind
from .definition import Definition, load_definition
from .earnings import BY_MODELS, Valuation
from .editions import Editions, Policy
from .errors import BadInput, DefinitionError
from .shares import operating_order, price, seats_after, sellable, value_of_holdings
from .state import IPO, POOL, Owner, Round, Turn
from .step import Step
from .text import RuleText, Texts, tell_from

if TYPE_CHECKING:
    from .game import Game, Header, Play
    from .routing import RouteModel
    from .state import Seat, State


# Modules of a game without steps.
BESIDE_RULES = frozenset({"audit", "bot", "check", "page", "site"})


class Course(NamedTuple):
    """A kind of round: what is known of it, and the id of the step that carries it on."""

    round: type[Round]
    step: str


def _kinds_of(step: type[Step]) -> Iterator[type[Step]]:
    for kind in step.__subclasses__():
        yield kind
        yield from _kinds_of(kind)


class Rules:
    """The rules of one game. A game's folder subclasses this with its own steps and figures."""

    id: str
    title: str
    version: int = 1  # of our reading of the rules; games of earlier ones keep theirs
    definition_type: type[Definition] = Definition
    policy_type: type[Policy] = Policy  # the ways that editions.toml chooses between
    player_counts: range
    actions: tuple[type[Action], ...] = COMMON_ACTIONS
    folder: Traversable  # with data/, texts.toml, rules.toml, cites.toml, editions.toml
    share_places: tuple[str, ...] = (IPO, POOL)  # where certificates may lie besides with players
    pool_limit: int = 50  # percent of a company that the pool takes from players
    own_checks: frozenset[str] = frozenset()  # invariants that the game checks by itself
    rounds: dict[str, Course] = {  # by their kind
        "stock": Course(Round, "stock_round"),
        "operating": Course(Round, "operating_round"),
    }
    turn_type: type[Turn] = Turn
    valuation: Valuation = BY_MODELS  # a game whose routes are worth something together has its own

    def __init_subclass__(cls) -> None:
        if "folder" in vars(cls):
            tell_from(cls.folder)

    def definition(self, header: Header) -> Definition:
        """Return the components, loaded once for all games that have the same."""
        key = self.component_key(header)
        if key not in self._definitions:
            self._definitions[key] = self.components(header)
        return self._definitions[key]

    @cached_property
    def _definitions(self) -> dict[object, Definition]:
        return {}

    def component_key(self, header: Header) -> object:
        """Return what the components of a game depend on."""
        return header.edition, header.version

    def components(self, header: Header) -> Definition:
        """Load the components of a game."""
        changes = self.changes(header)
        return load_definition(self.folder / "data", changes, kind=self.definition_type)

    def changes(self, header: Header) -> dict[str, Any]:
        """Return what edition and options alter in the files of the components."""
        return self.readings.changes(header.edition, header.version)

    def faces(self, game: Game, kind: Kind) -> tuple[Kind, ...]:
        """Return what a train card of a kind can be bought as."""
        return (kind,)

    def may_run_kind(self, game: Game, company: str, kind: Kind) -> bool:
        """Tell whether a company may have a kind of train and run it."""
        return True

    @cached_property
    def readings(self) -> Editions:
        """How the rules can be played: editions, earlier versions, house rules."""
        return Editions(self.folder, self.policy_type)

    @cached_property
    def editions(self) -> tuple[str, ...]:
        return tuple(self.readings.known)

    def set_up(self, game: Play) -> State:
        """Return the table at the start, with the agenda of the whole game."""
        raise NotImplementedError

    @cached_property
    def steps(self) -> dict[str, type[Step]]:
        """The steps of this game and of the engine by their ids; the game's own come first."""
        package = type(self).__module__.rpartition(".")[0]
        for file in self.folder.iterdir():
            name, _, ending = file.name.partition(".")
            if ending == "py" and name != "__init__" and name not in BESIDE_RULES:
                import_module(f"{package}.{name}")
        own, common = f"{package}.", f"{__package__}."
        found: dict[str, type[Step]] = {}
        for kind in sorted(_kinds_of(Step), key=lambda k: not k.__module__.startswith(own)):
            if kind.__module__.startswith((own, common)):
                found.setdefault(kind.id, kind)
        return found

    def turn_order(self, game: Game, kind: str) -> Sequence[Owner]:
        """Return who acts in a round of a kind that begins now, one after the other."""
        if kind == "operating":
            return [c for c in operating_order(game) if c in game.state.floated]
        return [game.state.priority, *seats_after(game, game.state.priority)]

    def seats(self, header: Header) -> tuple[str, ...]:
        """Return who sits at the table: the players, and automata after them."""
        return header.players

    def lots(self, players: tuple[str, ...], seed: int, options: dict[str, str]) -> dict[str, str]:
        """Draw what chance decides besides the seating; return it with the options chosen."""
        return options

    def check_options(self, header: Header) -> None:
        """Refuse options that this game does not have, or not in this edition."""
        own = self.readings.check(header)
        self.check_variants(msgspec.structs.replace(header, options=own))

    def check_variants(self, header: Header) -> None:
        """Refuse options that are neither house rules nor variants of this game."""
        if header.options:
            raise BadInput(
                "input.no_options",
                game=self.title,
                options=sorted(header.options),
            )

    def draw(self, players: tuple[str, ...], seed: int) -> tuple[str, ...]:
        """Deal the order cards: a random seating whose first player begins."""
        seating = list(players)
        random.Random(seed).shuffle(seating)
        return tuple(seating)

    def certificates(self, game: Game, company: str) -> tuple[int, ...]:
        """Return the sizes in percent of a company's certificates, the director's one first."""
        return game.definition.companies[company].certificates

    def stations(self, game: Game, company: str) -> int:
        """Return how many stations a company has now, on the map and on its charter."""
        return game.definition.companies[company].stations

    def operated(self, game: Game, company: str) -> bool:
        """Tell whether a company has operated since it was started."""
        return company in game.state.last_runs

    def proceeds(self, game: Game, seat: Seat, company: str) -> int:
        """Return what a player gets for as much of a company as could be sold to the pool."""
        return sellable(game, company, seat, self.pool_limit) * price(game, company)

    def check(self, game: Game) -> None:
        """Raise BrokenInvariant unless what only this game has is complete."""

    def heirs(self, game: Game, company: str) -> list[Seat]:
        """Return the other players in the order in which ties for director are decided."""
        return seats_after(game, game.state.president[company])

    def counts_for_limit(self, game: Game, card: str) -> bool:
        """Tell whether certificates of a company, or a private one, count for the limit."""
        cell = game.state.cell.get(card)
        return cell is None or not game.definition.market.in_red_zone(cell)

    def certificate_limit(self, game: Game) -> int:
        """Return how many certificates a player may have now."""
        return game.definition.table.certificate_limit[str(len(game.header.players))]

    def rounds_of_set(self, game: Game) -> int:
        """Return of how many operating rounds the present set is."""
        return game.state.round.parts

    def scores(self, game: Game) -> dict[Seat, int]:
        """Return what players have at the end: cash, and shares at market price."""
        return {
            seat: game.state.cash[seat] + value_of_holdings(game, seat)
            for seat in range(len(game.players))
        }

    def company_facts(self, game: Game, company: str) -> dict[str, Any]:
        """Return what only this game knows of a company, by name, for whoever reads it."""
        return {}

    def player_facts(self, game: Game, seat: Seat) -> dict[str, Any]:
        """Return what only this game knows of a player, by name."""
        return {}

    def sheet(self, game: Game, company: str, language: str) -> list[tuple[str, str]]:
        """Return what else a company's sheet shows: words and value."""
        return []

    def remark(self, game: Game, action: Action, language: str) -> str:
        """Say what a legal action costs or brings, where its own words do not; "" otherwise."""
        return ""

    def private_worth(self, game: Game, private: str) -> str:
        """Say in short what a private company brings its owner."""
        return f"+{game.definition.table.currency}{game.definition.privates[private].income}"

    def places(self, game: Game) -> dict[Seat, int]:
        """Return everybody's place, 1 for who is first; equals share one unless a game decides."""
        scores = self.scores(game)
        return {
            seat: 1 + sum(other > own for other in scores.values()) for seat, own in scores.items()
        }

    def close_privates(self, game: Play) -> None:
        raise NotImplementedError

    def route_model(self, game: Game, company: str, kind: Kind) -> RouteModel:
        """Say what a company's routes with a kind of train are worth now.

        In a plain game every stop is worth what is printed there in the colour of the phase.
        """
        from .routing import RouteModel

        values = {
            (spot.index, number): stop.value(game.phase.value_colour)
            for spot in game.definition.hex_list
            for number, stop in enumerate(game.state.board[spot.index].tile.stops)
        }
        reach = game.definition.trains[kind].range
        return RouteModel(values, budgets=(reach,) if reach else ())

    def route_models(self, game: Game, company: str, kind: Kind) -> tuple[RouteModel, ...]:
        """Say what they are worth in every variant in which the train may run."""
        return (self.route_model(game, company, kind),)

    def may_run(self, game: Game, card: str) -> bool:
        """Tell whether a train may run in this turn of its company."""
        return True

    def route_key(self, game: Game, company: str) -> object:
        """Return what the models depend on besides track, phase, policy and company."""
        return game.state.homes.get(company)

    def route_problem(
        self, game: Game, company: str, kind: Kind, stops: tuple[tuple[int, int], ...]
    ) -> str:
        """Return why no variant of a train admits a route over these stops."""
        return "route_too_long"

    def check_count(self, players: tuple[str, ...]) -> None:
        """Refuse a set-up with a wrong number of players."""
        if len(players) not in self.player_counts:
            low, high = self.player_counts[0], self.player_counts[-1]
            raise BadInput(
                "input.player_count",
                game=self.title,
                low=low,
                high=high,
                count=len(players),
            )

    @cached_property
    def action_decoder(self) -> msgspec.json.Decoder[Action]:
        """Decodes one action from JSON, checked against the game's own kinds."""
        union: Any = self.actions[0]
        for kind in self.actions[1:]:
            union = union | kind
        return msgspec.json.Decoder(union)

    @cached_property
    def texts(self) -> Texts:
        house = self.readings.house.items()
        table = tomllib.loads((self.folder / "data" / "table.toml").read_text("utf-8"))
        return Texts(
            files("dieciocho.engine") / "texts.toml",
            self.folder / "texts.toml",
            more={f"house.{name}": {"en": rule.en, "es": rule.es} for name, rule in house},
            currency=table["currency"],
        )

    @cached_property
    def rule_texts(self) -> dict[str, RuleText]:
        try:
            text = (self.folder / "rules.toml").read_text(encoding="utf-8")
            return msgspec.convert(tomllib.loads(text), dict[str, RuleText])
        except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
            raise DefinitionError(f"{self.title}: rules.toml: {error}") from None

    def rule_text(self, rule: str, language: str = "en") -> str:
        """Return our statement of a rule."""
        entry = self.rule_texts.get(rule)
        if entry is None:
            raise BadInput("input.no_rule", game=self.title, rule=rule)
        return entry.said(language)

    @cached_property
    def _cites(self) -> dict[str, str]:
        return tomllib.loads((self.folder / "cites.toml").read_text(encoding="utf-8"))

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for which this game can refuse an action."""
        return tuple(self._cites)

    def knows(self, reason: str) -> bool:
        """Tell whether the game has a rule for a reason."""
        return reason in self._cites

    def cite(self, reason: str) -> str:
        """Return the id of the rule behind a reason for refusing."""
        try:
            return self._cites[reason]
        except KeyError:
            raise DefinitionError(f"{self.title}: cites.toml has no rule for {reason!r}") from None
