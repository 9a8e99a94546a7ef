"""A game: a position, its legal actions, play one, take it back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from . import notation, words
from .actions import Action, Choice
from .errors import BadInput, IllegalAction, refuse
from .reading import (
    BankView,
    CompanyView,
    DepotView,
    MarketView,
    Moment,
    PlayerView,
    PrivateView,
)
from .records import Header as Header
from .records import Record as Record
from .state import Round, Seat, State
from .symmetry import fold
from .text import Message

if TYPE_CHECKING:
    from .components import Kind, Phase
    from .definition import Definition
    from .editions import Policy
    from .foresight import Foresight
    from .routing import Solution
    from .rules import Rules
    from .shares import Transfer
    from .step import Move, Step

_CHECKPOINT_EVERY = 16


# What happens by itself between two decisions; far more than any game needs, so that a mistake in
# its rules is reported and does not hang a server.
_MOST_SETTLED = 100_000


class Game:
    """A game in progress: what lies on the table, what is legal, what was played.

    >>> game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"])
    >>> game.question(), str(game.legal_actions()[0])
    ('Buy the cheapest private company, bid on another one, or pass.', 'buy private KT for 25')
    >>> game.play("buy private KT for 25").log_lines()
    ['Ana buys KT for ¥25.']

    All changes go through `play`, `undo` and `redo`; `copy` and `at` give a game to try things on.
    Seats are numbered from 0; companies, trains, hexes and tiles have their printed names. `header`
    is how the game began, `history` what was played, by whom, and what the log says of it.
    """

    def __init__(self, header: Header, rules: Rules) -> None:
        self.__dict__ = {}  # a plain dict: what is shared with a `Play` is then found fastest
        self.header = header
        self.rules = rules
        self.players = rules.seats(header)
        self.definition: Definition = rules.definition(header)
        self.policy: Policy = rules.readings.policy(header)
        self.history: list[Record] = []
        self._undone: list[Action] = []
        self._checkpoints: list[State] = []
        self._messages: list[Message] = []
        self.transfers: list[Transfer] = []  # of the last action, in order
        play = Play(self)
        for name, value in rules.readings.chosen(header).items():
            rule = rules.readings.house[name].rule
            play.log(f"house_{value}", house=name, rule=rule)
        self._before = 0  # actions played before the position that the game begins from
        self.state: State = self._laid_out() if header.start else rules.set_up(play)
        self._advance()
        self.opening_log: tuple[Message, ...] = tuple(self._messages)

    # --- reading -----------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The decision that is due."""
        return self.state.agenda[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended; then there are no legal actions, and `places` are final."""
        return self.state.over

    @property
    def actor(self) -> Seat | None:
        """The seat of the player who decides now; None when the game is over."""
        return None if self.over else self.step.actor(self)

    @property
    def played(self) -> int:
        """How many actions were played, those before the position that the game begins from too."""
        return self._before + len(self.history)

    @property
    def phase(self) -> Phase:
        """The phase of the game as printed: its name, train limits, colours of tiles."""
        return self.definition.phases[self.state.phase]

    @property
    def round(self) -> Round:
        """The round being played: its kind, number, part and order."""
        return self.state.round

    def name(self, seat: Seat) -> str:
        """Return the name of the player at a seat."""
        return self.players[seat]

    def company(self, company: str) -> CompanyView:
        """Return what can be read of a company, given its id; BadInput lists the known ones."""
        moment = Moment(self)
        return CompanyView(moment, moment.company(company))

    @property
    def companies(self) -> dict[str, CompanyView]:
        """The companies in the game, by id."""
        moment, out = Moment(self), self.state.closed
        return {c: CompanyView(moment, c) for c in self.definition.companies if c not in out}

    def player(self, player: str | Seat) -> PlayerView:
        """Return what can be read of a player, given the name or the seat number."""
        moment = Moment(self)
        return PlayerView(moment, moment.seat(player))

    @property
    def seats(self) -> tuple[PlayerView, ...]:
        """The players in the order of their seats."""
        moment = Moment(self)
        return tuple(PlayerView(moment, seat) for seat in range(len(self.players)))

    def private(self, private: str) -> PrivateView:
        """Return what can be read of a private company, given its id."""
        moment = Moment(self)
        return PrivateView(moment, moment.private(private))

    @property
    def privates(self) -> dict[str, PrivateView]:
        """The private companies in the game, by id."""
        moment = Moment(self)
        return {private: PrivateView(moment, private) for private in self.state.private_owner}

    @property
    def market(self) -> MarketView:
        """The share market: cells, markers, prices, order."""
        return MarketView(Moment(self))

    @property
    def trains(self) -> DepotView:
        """The trains: what is for sale, what is left, what removes what."""
        return DepotView(Moment(self))

    @property
    def bank(self) -> BankView:
        """The bank: its money, and whether it has run out."""
        return BankView(Moment(self))

    def kind_of(self, card: str) -> Kind:
        """Return the kind of a train card: 4 for 4-2."""
        return card.rpartition("-")[0]  # type: ignore[return-value]  # a conversion costs as much

    def legal_actions(self) -> list[Choice]:
        """Return every legal action, each as a `Choice` that can be played as it is.

        Where an amount may be chosen the choice has `low` and `high`, and `choice.at(price)` is the
        action with another; turns of a tile that show the same track are one choice; the choice of
        routes shows the best ones and is `open` for others.

        >>> [str(choice) for choice in game.legal_actions()][:3]
        ['buy private TA for 50', 'bid 80 on HS', 'bid 105 on GW']
        """
        if self.over:
            return []
        step, play = self.step, Play(self)
        return fold(self, [choice for move in step.moves for choice in move.legal(play, step)])

    def scores(self) -> dict[str, int]:
        """Return what every player is worth now, by name; at the end, the result."""
        return {self.name(seat): v for seat, v in self.rules.scores(self).items()}

    def places(self) -> dict[str, int]:
        """Return the place of every player, the first one first; equals share a place."""
        places = self.rules.places(self)
        return {self.name(seat): places[seat] for seat in sorted(places, key=lambda s: places[s])}

    def best_routes(self, company: str, **wishes: Any) -> Solution:
        """Return the best routes of a company with the proof that they are the best.

        `solution.best` has the routes and what they bring, `solution.proof` the bounds. Wishes:
        `count` of sets, `fixed` routes, `forbidden` ways, stops to run `through` or to `avoid`,
        `limits` of the search (see `dieciocho.engine.earnings.adjusted`).
        """
        from .earnings import adjusted, solution

        Moment(self).company(company)
        return adjusted(self, company, **wishes) if wishes else solution(self, company)

    def log_lines(self, language: str = "en") -> list[str]:
        """Return the whole log in a language, `en` or `es`, one message a line."""
        messages = [*self.opening_log, *(m for record in self.history for m in record.log)]
        return [self.rules.texts.show(message, language) for message in messages]

    def text(self, message_id: str, language: str = "en", **params: Any) -> str:
        """Return a text of the game, by its id in texts.toml, filled with parameters.

        >>> game.text("log.passed", "es", player="Ana")
        'Ana pasa.'
        """
        return self.rules.texts.show(Message(message_id, params), language)

    def question(self, language: str = "en") -> str:
        """Return what the player who decides is asked; nothing when the game is over."""
        return words.question(self, language)

    def __repr__(self) -> str:
        whose = "over" if self.over else f"{self.name(self.step.actor(self))}: {self.step.id}"
        return f"<Game {self.header.game} after {len(self.history)} actions, {whose}>"

    def _repr_svg_(self) -> str:
        return self.board_svg()

    def board_svg(self, **options: Any) -> str:
        """Return a picture of the board as SVG; a notebook shows it by itself."""
        from .render import board_svg

        return board_svg(self, **options)

    # --- playing -----------------------------------------------------------------------

    def play(self, action: Action | Choice | str, by: Seat | str | None = None) -> Game:
        """Play an action: a value, one of the legal choices, or text. Returns the game.

        With `by`, a name or a seat, it is also checked that it is for this player to decide.
        Raises IllegalAction, naming the rule, or BadInput; then nothing has changed.

        >>> game.play("bid 80 on HS", by="Luis").play(game.legal_actions()[-1])
        <Game 1888n after 3 actions, Ana: private_auction>
        """
        chosen, play = self._read(action), Play(self)
        move, step = play._prepare(chosen, by)
        before = self.state.copy()
        try:
            play._carry_out(move, step, chosen)
        except Exception:
            # A mistake in the rules' code must not leave a half-changed table behind.
            self.state = before
            raise
        self._undone.clear()
        return self

    def parse(self, text: str) -> Action:
        """Return the action that a text means; the counterpart of `str(action)`.

        Whether it is legal does not matter here. BadInput says which forms are known.

        >>> game.parse("bid 55 on TA")
        Bid(target='TA', price=55)
        """
        return notation.read(text, self.rules.actions)

    def why_not(self, action: Action | Choice | str, language: str = "en") -> dict[str, str] | None:
        """Return why an action is not legal; None if it is.

        `rule` is the id in the game's catalogue, `reason` what is wrong, `text` what the rule says.

        >>> game.why_not("bid 76 on HS")["reason"]
        'The lowest bid on HS is ¥80.'
        """
        try:
            Play(self)._prepare(self._read(action), None)
        except IllegalAction as refusal:
            return {
                "rule": refusal.rule,
                "reason": self.text("refuse." + refusal.reason, language, **refusal.params),
                "text": self.rules.rule_text(refusal.rule, language),
            }
        return None

    def foresee(self, action: Action | Choice | str) -> Foresight:
        """Return what an action would do, tried on a copy: log, money, shares, the game after it.

        Raises as `play` does if it is not legal.

        >>> game.foresee("bid 80 on HS").game.player("Luis").bound
        80
        """
        from .foresight import Foresight

        return Foresight(self, self._read(action))

    def undo(self) -> Game:
        """Take the last action back; `redo` plays it again. Returns the game."""
        if not self.history:
            raise BadInput("input.nothing_to_undo")
        undone = [*self._undone, self.history[-1].action]
        self._rewind(len(self.history) - 1)
        self._undone = undone
        return self

    def redo(self) -> Game:
        """Play the last action that was taken back again. Returns the game."""
        if not self._undone:
            raise BadInput("input.nothing_to_redo")
        undone = self._undone[:-1]
        self.play(self._undone[-1])
        self._undone = undone
        return self

    def copy(self) -> Game:
        """Return an independent copy, with its history; this takes some microseconds."""
        new = object.__new__(Game)
        new.__dict__ = self.__dict__.copy()
        new.history = self.history.copy()
        new._undone = self._undone.copy()
        new._checkpoints = self._checkpoints.copy()
        new._messages = []
        new.transfers = []
        new.state = self.state.copy()
        return new

    def at(self, count: int) -> Game:
        """Return the game as it was after `count` actions."""
        if not 0 <= count <= len(self.history):
            raise BadInput("input.no_position", length=len(self.history), position=count)
        new = self.copy()
        new._undone = []
        new._rewind(count)
        return new

    # --- positions ---------------------------------------------------------------------

    def position(self) -> str:
        """Return what lies on the table and whose decision it is, as text (TOML).

        The counterpart of `dieciocho.from_position`.
        """
        from .positions import document, text

        return text.write(document(self))

    def from_the_start(self) -> Game:
        """Return a game with the same players and options at its usual start."""
        return Game(msgspec.structs.replace(self.header, start={}), self.rules)

    # --- saving ------------------------------------------------------------------------

    def to_json(self, path: str | Path | None = None) -> str:
        """Return the saved game; write it to a file as well if a path is given."""
        from .save import dump

        text = dump(self)
        if path is not None:
            try:
                Path(path).write_text(text, encoding="utf-8")
            except OSError as error:
                raise BadInput("input.cannot_write", path=path, why=error.strerror) from None
        return text

    # --- inside ------------------------------------------------------------------------

    def _laid_out(self) -> State:
        """Return the table as the position in the header describes it."""
        from .positions import lay_out

        table = self.from_the_start()
        self._before = lay_out(Play(table), self.header.start)
        Play(self).log("position")
        return table.state

    def _read(self, action: Action | Choice | str) -> Action:
        if isinstance(action, Choice):
            return action.action
        if isinstance(action, str):
            return self.parse(action)
        if not isinstance(action, self.rules.actions):
            raise BadInput("input.foreign_action", action=repr(action), game=self.header.game)
        try:  # a value made by a program may hold anything in its fields
            return msgspec.convert(msgspec.to_builtins(action), type(action))
        except (msgspec.ValidationError, TypeError) as error:
            raise BadInput("input.about", what=repr(action), why=error) from None

    def _prepare(self, action: Action, by: Seat | str | None) -> tuple[Move[Any, Step], Step]:
        if self.over:
            refuse(self, "game_over")
        step = self.step
        if by is not None:
            seat = self.players.index(by) if by in self.players else by
            actor = step.actor(self)
            if seat != actor:
                known = seat if isinstance(seat, int) and 0 <= seat < len(self.players) else -1
                reason = step.out_of_turn(self, known)
                refuse(self, reason, player=by, actor=self.name(actor))
        move = next((m for m in step.moves if m.action is type(action) and m.claims(action)), None)
        if move is None:
            step.turn_away(self, action)
        move.check(self, step, action)
        return move, step

    def _advance(self) -> None:
        """Settle what needs no decision."""
        play, agenda = self if isinstance(self, Play) else Play(self), self.state.agenda
        for _ in range(_MOST_SETTLED):
            if not agenda or not agenda[-1].settle(play):
                break
            agenda = self.state.agenda
        else:
            raise RuntimeError(f"{agenda[-1].id} never comes to an end")
        if not agenda and not self.state.over:
            play.finish()

    def _rewind(self, count: int) -> None:
        """Go back to the position after `count` actions."""
        records = self.history[:count]
        if not self._checkpoints:
            return
        number = min(count // _CHECKPOINT_EVERY, len(self._checkpoints) - 1)
        self.state = self._checkpoints[number].copy()
        start = number * _CHECKPOINT_EVERY
        del self._checkpoints[number + 1 :]
        self.history = records[:start]
        for record in records[start:]:
            Play(self).repeat(record.action)


class Play(Game):
    """A game as its rules see it: what steps and moves may do, and nobody else.

    It is the same game: both share all they hold. Readers and players get a `Game` without this.
    """

    def __init__(self, game: Game) -> None:
        self.__dict__ = game.__dict__

    def repeat(self, action: Action) -> None:
        """Play an action out of a history; after a fault the game is of no use."""
        self._carry_out(*self._prepare(action, None), action)

    def act(self, action: Action) -> None:
        """Do what an action does, without what follows by itself: for trials on a copy."""
        move, step = self._prepare(action, None)
        move.apply(self, step, action)

    @property
    def said(self) -> tuple[Message, ...]:
        """What has been logged since the last action."""
        return tuple(self._messages)

    def _carry_out(self, move: Move[Any, Step], step: Step, action: Action) -> None:
        count, seat = len(self.history), step.actor(self)
        if count % _CHECKPOINT_EVERY == 0:
            del self._checkpoints[count // _CHECKPOINT_EVERY :]
            self._checkpoints.append(self.state.copy())
        self._messages, self.transfers = [], []
        move.apply(self, step, action)
        self._advance()
        self.history.append(Record(action, seat, self.said))

    def log(self, message_id: str, **params: Any) -> None:
        self._messages.append(Message("log." + message_id, params))

    def push(self, *steps: Step) -> None:
        """Put steps on the agenda so that the first one comes first."""
        self.state.agenda.extend(reversed(steps))

    def pop(self) -> Step:
        return self.state.agenda.pop()

    def replace_step(self, step: Step, **changes: Any) -> None:
        """Replace the step on top of the agenda by a changed one."""
        assert self.state.agenda[-1] is step
        self.state.agenda[-1] = msgspec.structs.replace(step, **changes)

    def set_round(self, **changes: Any) -> None:
        self.state.round = msgspec.structs.replace(self.state.round, **changes)

    def set_turn(self, **changes: Any) -> None:
        assert self.state.turn is not None
        self.state.turn = msgspec.structs.replace(self.state.turn, **changes)

    def set_facts(self, **changes: Any) -> None:
        self.state.facts = msgspec.structs.replace(self.state.facts, **changes)

    def note_ending(self, reason: str) -> None:
        """Note a reason for which the game will end; where and when is for the rounds to say."""
        if reason not in self.state.ending:
            self.state.ending = (*self.state.ending, reason)
            self.log("ending_" + reason)

    def finish(self) -> None:
        """End the game here."""
        self.state.over = True
        self.state.agenda.clear()
        self.log("game_over")
