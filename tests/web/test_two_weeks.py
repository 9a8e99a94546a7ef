"""Two weeks of a game between four people and two bots, on a clock that the test moves.

People sleep, look in now and then, leave things to the server, and one of them disappears. What
should have been told, and to whom, is worked out here once more from the turns alone.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from msgspec import Struct

from dieciocho.bots import make_bot
from dieciocho.engine.actions import Dividend, Pass, Run, SellShares
from dieciocho.engine.game import Game
from dieciocho.web.bots import jobs
from dieciocho.web.bots.think import think
from dieciocho.web.models import Channel, Notice, Program, Table, Wishes
from dieciocho.web.notices import hooks, post, wanted
from dieciocho.web.programs.kinds import trading
from dieciocho.web.services import ending, gathering, playing, reading
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

from .clocks import Clock

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Bea", "Carla", "Dan")
DAYS, TICK = 14, timedelta(hours=1)
HOLIDAY = timedelta(days=9)  # then Dan is gone
GRACE, LOOK = timedelta(seconds=30), timedelta(seconds=15)
QUIET = (18, 8)  # Ana's hours in Madrid, an hour ahead of the clock


class Turn(Struct):
    """Somebody's turn, as everybody can see it."""

    name: str
    began: datetime
    ended: datetime | None = None
    looked: datetime | None = None  # for the first time


class Weeks:
    """The table, its people, and what is written down of them."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.dice, self.moods = clock, random.Random(18), random.Random(19)
        self.start = clock.now
        users = get_user_model().objects
        self.users = {name: users.create_user(name.lower()) for name in NAMES}
        plan = [SeatPlan("Ana"), *[SeatPlan(who="open")] * 3, *[SeatPlan(who="random")] * 2]
        made = gathering.create_table(self.viewer("Ana"), "1888n", plan, seed=7, deadline=24)
        for name in NAMES[1:]:
            gathering.join(made.slug, self.viewer(name), name)
        self.slug = made.slug
        self.turns: list[Turn] = []
        self.gone = False  # Dan has lost his seat
        self.tried_early = 0
        gathering.start(self.slug, self.viewer("Ana"))

    def viewer(self, name: str) -> Viewer:
        return Viewer(self.users[name])

    @property
    def table(self) -> Table:
        return Table.objects.get(slug=self.slug)

    @property
    def game(self) -> Game:
        return reading.position(self.table)

    def awaited(self) -> str:
        """Return whose turn it is, of the people."""
        table = self.table
        seat = next((seat for seat in table.sitting if seat.index == table.actor), None)
        return seat.name if seat is not None and not seat.bot else ""

    def note(self, before: int | None) -> None:
        """Write down whose turn it is after something was done; and let a little time pass."""
        table = self.table
        if table.actor != before or not self.awaited():
            if self.turns and self.turns[-1].ended is None:
                self.turns[-1].ended = self.clock.now
            if self.awaited():
                self.turns.append(Turn(self.awaited(), self.clock.now))
                self.perhaps_seen(0.15)
        self.check_programs(table)
        self.clock.moves(seconds=15)

    # --- what happens ------------------------------------------------------------------

    def bots(self) -> None:
        while job := next(iter(jobs.claim(1)), None):
            before = self.table.actor
            task = jobs.task_of(job, 30)
            if task is not None:
                jobs.play(job, think(task).action)
                self.note(before)

    def looks_in(self, name: str) -> None:
        """Open the table; play what is to be played."""
        seat = next(seat for seat in self.table.sitting if seat.name == name)
        for _ in range(12):
            wanted.looked(self.table, [seat.index])
            self.clock.moves(seconds=LOOK.seconds)
            if self.awaited() != name:
                return
            self.turns[-1].looked = self.turns[-1].looked or self.clock.now - LOOK
            game = self.game
            if self.leave_to_the_server(name, seat.index, game):
                continue
            before = self.table.actor
            action = make_bot("random", self.dice.randrange(10**6)).choose(game)
            playing.act(self.slug, self.viewer(name), str(action))
            self.note(before)
            self.bots()

    def perhaps_seen(self, chance: float) -> None:
        """Sometimes who is awaited looks, and plays later."""
        if self.awaited() and self.moods.random() < chance:
            table = self.table
            wanted.looked(table, [table.actor or 0])
            self.turns[-1].looked = self.turns[-1].looked or self.clock.now

    def leave_to_the_server(self, name: str, seat: int, game: Game) -> bool:
        """Dan passes on in stock rounds when he has bought enough, the others let companies run."""
        known = Program.objects.filter(table=self.table, seat=seat, ended__isnull=True)
        wish: dict[str, Any] | None = None
        if name == "Dan" and trading(game) and game.round.number > 1 and not known.exists():
            wish = {"kind": "pass"}
        own = [c for c, by in game.state.president.items() if by == seat]
        running = {program.wish["company"] for program in known if program.wish["kind"] == "run"}
        if name != "Dan" and set(own) - running:
            wish = {"kind": "run", "company": min(set(own) - running), "rest": True}
        if wish is None:
            return False
        before = self.table.actor
        playing.program(self.slug, self.viewer(name), seat, wish)
        self.note(before)
        self.bots()
        return True

    def vote(self) -> None:
        """The others want to go on without Dan, as soon as that is possible."""
        if self.gone or self.awaited() != "Dan":
            return
        late = self.clock.now - self.table.waits_since > timedelta(hours=24)
        for name in ("Ana", "Carla"):
            if not late:
                with pytest.raises(Refusal, match="Nobody is late"):
                    ending.replace(self.slug, self.viewer(name))
                self.tried_early += 1
                return
            ending.replace(self.slug, self.viewer(name))
        self.turns[-1].ended = self.clock.now
        self.gone = True
        self.clock.moves(seconds=15)
        self.bots()

    def live(self) -> None:
        """Let the weeks pass."""
        self.note(None)
        self.bots()
        for number in range(1, DAYS * 24 + 1):
            self.clock.now = max(self.clock.now, self.start + number * TICK)
            post.deliver()
            hour = self.clock.now.hour
            if 8 <= hour < 21:
                self.perhaps_seen(0.03)
            for name in NAMES:
                away = name == "Dan" and self.clock.now - self.start > HOLIDAY
                away = away or (name == "Carla" and self.clock.now.day % 3 == 0)
                if 7 <= hour < 22 and not away and self.dice.random() < 0.5:
                    self.looks_in(name)
            if self.clock.now - self.start > HOLIDAY:
                self.vote()
            if self.table.status != Table.Status.RUNNING:
                return

    # --- what must be true -------------------------------------------------------------

    def check_programs(self, table: Table) -> None:
        """A seat that has left passing to the server is not asked in a stock round."""
        game = reading.position(table)
        if trading(game):
            alive = Program.objects.filter(table=table, seat=game.actor, ended__isnull=True)
            assert not any(program.wish["kind"] == "pass" for program in alive)


def awake(moment: datetime) -> datetime:
    """Return when Ana may be woken from a moment on."""
    there = moment + timedelta(hours=1)
    if QUIET[1] <= there.hour < QUIET[0]:
        return moment
    day = there + timedelta(days=1) if there.hour >= QUIET[0] else there
    return day.replace(hour=QUIET[1], minute=0, second=0) - timedelta(hours=1)


def to_tell(weeks: Weeks, due: Any, of: str = "") -> list[tuple[str, datetime]]:
    """Return which turns had to be told, and from when on."""
    found = []
    for turn in weeks.turns:
        moment = due(turn.began)
        ticks = -((weeks.start - moment) // TICK)  # the post comes at full ticks
        sent = weeks.start + ticks * TICK
        over = turn.ended is not None and turn.ended < sent
        seen = turn.looked is not None and turn.looked < sent
        if of in ("", turn.name) and not over and not seen and sent <= weeks.clock.now:
            found.append((turn.name, sent))
    return found


Told = list[tuple[str, datetime]]


def each_turn_was_told_once(weeks: Weeks, mailed: Told, posted: Told) -> None:
    """Every notice went out when it was due, and none else."""
    expected = {
        "Ana": to_tell(weeks, lambda began: awake(began + GRACE), "Ana"),
        "Carla": to_tell(weeks, lambda began: began + timedelta(hours=12), "Carla"),
        "Dan": to_tell(weeks, lambda began: began + GRACE, "Dan"),
    }
    for name, turns in expected.items():
        assert len(turns) >= 2, name
        assert [told for told in mailed if told[0] == name] == turns
    assert len(mailed) == sum(map(len, expected.values()))
    assert posted == to_tell(weeks, lambda began: began + GRACE)
    assert not Notice.objects.filter(done_at=None, due_at__lt=weeks.clock.now - TICK).exists()


def programs_played_rightly(weeks: Weeks) -> None:
    """What they played is what they were for, and they ended for a reason that holds."""
    game = reading.position(weeks.table)
    programmed = weeks.table.moves.filter(number__lte=weeks.table.length, programmed=True)
    kinds = set()
    for move in programmed:
        record = game.history[move.number - 1]
        kinds.add(type(record.action))
        before = game.at(move.number - 1)
        turn = before.state.turn
        who = game.name(move.seat)
        if who == "Dan":
            assert (type(record.action), before.round.kind) == (Pass, "stock")
        else:
            assert turn is not None
            assert before.state.president[turn.company] == move.seat
            assert record.action == Dividend("pay") or isinstance(record.action, Run | Pass)
    assert Pass in kinds
    assert len({move.seat for move in programmed}) > 1
    for program in Program.objects.filter(ended__isnull=False):
        assert program.ended["why"] in ("round", "sold", "bought", "started", "director")
        if program.ended["why"] == "sold":
            later = game.history[program.since :]
            assert any(isinstance(r.action, SellShares) and r.by != program.seat for r in later)


def the_deadline_was_kept(weeks: Weeks) -> None:
    """To the minute, and the seat was played on."""
    assert weeks.gone
    assert weeks.tried_early > 20
    seat = weeks.table.seats.get(name="Dan")
    assert (seat.bot, seat.owner) == ("sensible", None)
    last = max(turn.ended for turn in weeks.turns if turn.name == "Dan" and turn.ended)
    waited = last - max(turn.began for turn in weeks.turns if turn.name == "Dan")
    assert timedelta(hours=24) < waited < timedelta(hours=25, minutes=2)


def test_two_weeks(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    posted: Told = []
    mailed: Told = []

    def listen(target: str, body: Any) -> None:
        posted.append((body["content"].partition(",")[0], clock.now))

    def send(message: mail.EmailMessage) -> None:
        assert message.subject == "Your turn: 1888-N"
        mailed.append((message.to[0], clock.now))

    monkeypatch.setattr(hooks, "post", listen)
    monkeypatch.setattr(mail.EmailMessage, "send", send)
    weeks = Weeks(clock)
    Wishes.objects.create(
        owner=weeks.users["Ana"], zone="Europe/Madrid", quiet_from=QUIET[0], quiet_to=QUIET[1]
    )
    for name, every in (("Ana", 0), ("Carla", 12), ("Dan", 0)):
        Channel.objects.create(owner=weeks.users[name], kind="mail", target=name, every=every)
    Channel.objects.create(
        owner=weeks.users["Bea"], kind="discord", target="https://x.example", table=weeks.table
    )
    weeks.live()
    table = weeks.table
    assert len(weeks.turns) > 60
    assert table.length > 100
    each_turn_was_told_once(weeks, mailed, posted)
    programs_played_rightly(weeks)
    the_deadline_was_kept(weeks)
    told = reading.position(table).state
    reading.games.clear()
    assert reading.position(table).state == told
