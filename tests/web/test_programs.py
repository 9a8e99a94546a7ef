"""Programmed actions: what they do, when they end, how they are shown and taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client
from django.utils import translation

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.engine.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    Distribute,
    Dividend,
    Pass,
    Run,
    SellShares,
)
from dieciocho.engine.game import Game
from dieciocho.games import GAMES
from dieciocho.web.bots import jobs
from dieciocho.web.models import BotJob, Channel, Move, Notice, Program, Table
from dieciocho.web.notices import hooks, post
from dieciocho.web.programs.kinds import AnswerOn, BuyOn, PassOn, RunOn, read_wish, trading
from dieciocho.web.programs.words import ending, told
from dieciocho.web.services import copying, moderating, playing, programming, reading
from dieciocho.web.services.asking import Refusal, Viewer

from .clocks import Clock

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "Luis", "Eva")
PASS = {"kind": "pass"}


def until(game: Game, ready: Callable[[Game], bool], seed: int = 4, name: str = "random") -> Game:
    """Play on until a position is as wanted."""
    bot = make_bot(name, seed)
    while not ready(game):
        game.play(bot.choose(game))
    return game


def in_stock_round(game: Game) -> bool:
    return trading(game) and game.round.number > 1 and not game.round.passed


_played: dict[str, Game] = {}


def second_round() -> Game:
    """Return a game that has come to its second stock round."""
    if "stock" not in _played:
        _played["stock"] = until(dieciocho.new_game("1888n", NAMES), in_stock_round)
    return _played["stock"].copy()


class Seats:
    """A table with a person on every seat."""

    def __init__(self, game: Game) -> None:
        users = get_user_model().objects
        self.users = [users.get_or_create(username=name.lower())[0] for name in game.players]
        self.table = copying.adopt(Viewer(self.users[0]), game)
        for seat, user in zip(self.table.sitting, self.users, strict=True):
            seat.owner = user
            seat.save()

    def viewer(self, seat: int) -> Viewer:
        return Viewer(self.users[seat])

    @property
    def now(self) -> Table:
        return Table.objects.get(pk=self.table.pk)

    @property
    def game(self) -> Game:
        return reading.position(self.now)

    def plays(self, action: Any) -> None:
        actor = self.now.actor
        assert actor is not None
        data = action if isinstance(action, str) else msgspec.to_builtins(action)
        playing.act(self.table.slug, self.viewer(actor), data)

    def programs(self, seat: int, wish: dict[str, Any]) -> Program:
        playing.program(self.table.slug, self.viewer(seat), seat, wish)
        return Program.objects.latest("pk")

    def first(self, kind: type) -> Any:
        return next(c.action for c in self.game.legal_actions() if isinstance(c.action, kind))

    def others(self) -> list[int]:
        """Return the seats after the one that decides, in order."""
        actor, count = self.now.actor, len(self.users)
        assert actor is not None
        return [(actor + n) % count for n in range(1, count)]


@pytest.fixture
def seats() -> Seats:
    return Seats(second_round())


def flags(seats: Seats, start: int) -> list[tuple[int, str, bool]]:
    moves = Move.objects.filter(table=seats.table, number__gt=start)
    return [(m.seat, m.action["do"], m.programmed) for m in moves]


def test_passing_goes_on_until_something_happens(seats: Seats) -> None:
    one, (two, three), start = seats.now.actor, seats.others(), seats.now.length
    program = seats.programs(two, PASS)
    assert seats.now.length == start, "it is not his turn"
    seats.plays("pass")
    assert flags(seats, start) == [(one, "pass", False), (two, "pass", True)]
    assert seats.now.actor == three
    program.refresh_from_db()
    assert program.ended is None
    seats.plays("pass")
    program.refresh_from_db()
    assert seats.game.round.number == 3
    assert program.ended == {"why": "round"}, "everybody has passed"
    assert flags(seats, start)[2:] == [(three, "pass", False)]


def test_a_sale_ends_it_and_the_turn_is_his_own(seats: Seats) -> None:
    (two, _three), start = seats.others(), seats.now.length
    program = seats.programs(two, PASS)
    sale = seats.first(SellShares)
    seats.plays(sale)
    if seats.now.actor not in (two,):
        seats.plays("pass")
    program.refresh_from_db()
    assert program.ended is not None
    assert (program.ended["why"], program.ended["company"]) == ("sold", sale.company)
    assert seats.now.actor == two
    assert not any(programmed for _, _, programmed in flags(seats, start))


@pytest.mark.parametrize("reason", ["sold", "bought", "started"])
def test_what_ends_passing(reason: str) -> None:
    """Every condition once, and that it ends nothing where it was not asked for."""
    wanted = {"sold": "SellShares", "bought": "BuyShare", "started": "StartCompany"}[reason]

    def happens(game: Game) -> bool:
        record = game.history[-1] if game.history else None
        if record is None or game.over or game.round.kind != "stock":
            return False
        if type(record.action).__name__ != wanted:
            return False
        return reason != "bought" or (
            game.state.president[getattr(record.action, "company", "")] not in (record.by, None)
        )

    game = until(dieciocho.new_game("1888n", NAMES), happens)
    record, since = game.history[-1], len(game.history) - 1
    company = getattr(record.action, "company", "")
    seat = game.state.president[company] if reason == "bought" else (record.by + 1) % 3
    quiet = PassOn(game.round.number, sold=False, bought=False, started=False)
    loud = msgspec.structs.replace(quiet, **{reason: True})
    end = loud.end(game, seat, since)
    assert end == {"why": reason, "who": game.name(record.by), "company": company}
    assert "{" not in ending(end)
    assert quiet.end(game, seat, since) is None
    assert loud.end(game, record.by, since) is None, "what one does oneself ends nothing"
    assert loud.end(game, seat, since + 1) is None, "nor what was done before"
    assert PassOn(game.round.number + 1).end(game, seat, since + 1) == {"why": "round"}


def test_programming_in_ones_own_turn_plays_at_once_and_by_hand(seats: Seats) -> None:
    one, (two, _three), start = seats.now.actor, seats.others(), seats.now.length
    assert one is not None
    seats.programs(two, PASS)
    seats.programs(one, PASS)
    assert flags(seats, start) == [(one, "pass", False), (two, "pass", True)]
    playing.undo(seats.table.slug, seats.viewer(one))
    assert seats.now.length == start, "his own pass and what followed"


def test_undo_takes_programmed_actions_along_and_redo_brings_them_back(seats: Seats) -> None:
    Table.objects.update(undo_policy="own")
    one, (two, three), start = seats.now.actor, seats.others(), seats.now.length
    assert one is not None
    seats.programs(two, PASS)
    seats.plays("pass")
    client = Client()
    client.force_login(seats.users[one])
    assert "/undo/" in client.get(f"/t/{seats.table.slug}/").content.decode()
    with pytest.raises(Refusal):
        playing.undo(seats.table.slug, seats.viewer(two))
    playing.undo(seats.table.slug, seats.viewer(one))
    assert (seats.now.length, seats.now.actor) == (start, one)
    playing.redo(seats.table.slug, seats.viewer(one))
    assert (seats.now.length, seats.now.actor) == (start + 2, three)
    assert flags(seats, start) == [(one, "pass", False), (two, "pass", True)]
    # A program looks at what is played in the place of what was taken back.
    playing.undo(seats.table.slug, seats.viewer(one))
    Program.objects.update(since=start + 5)
    seats.plays("pass")
    playing.undo(seats.table.slug, seats.viewer(one))
    assert Program.objects.get().since == start


def test_what_is_played_in_place_of_an_undone_action_is_seen(seats: Seats) -> None:
    actor = seats.now.actor
    assert actor is not None
    seats.plays("pass")
    program = seats.programs(seats.others()[0], PASS)
    playing.undo(seats.table.slug, seats.viewer(actor))
    seats.plays(seats.first(SellShares))
    program.refresh_from_db()
    assert program.ended["why"] == "sold"


def test_what_is_refused_ends(seats: Seats, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PassOn, "act", lambda *asked: Dividend("pay"))
    actor, length = seats.now.actor, seats.now.length
    assert actor is not None
    assert seats.programs(actor, PASS).ended == {"why": "refused"}
    assert (seats.now.actor, seats.now.length) == (actor, length)


def test_buying_on(seats: Seats) -> None:
    game = seats.game
    seat = game.actor
    assert seat is not None
    share = seats.first(BuyShare)
    held = list(game.state.shares[share.company]).count(seat)
    wish = {"kind": "buy", "company": share.company}
    for wrong in ({"company": "nobody"}, {"count": 0}, {"price": 100_000}, {"count": held or 0}):
        with pytest.raises(Refusal):
            seats.programs(seat, {**wish, **wrong})
    with pytest.raises(Refusal):
        seats.programs(seats.others()[0], {**wish, "seat": 3})
    assert not Program.objects.exists()
    program = seats.programs(seat, {**wish, "count": held + 1, "price": 500})
    assert seats.game.history[len(game.history)].action == share
    assert program.ended == {"why": "enough", "company": share.company}
    dear = BuyOn(share.company, price=1)
    assert dear.act(game, seat) == {"why": "price", "company": share.company}
    sold = game.copy()
    sold.state.floated = frozenset({share.company})
    end = {"why": "floated", "company": share.company}
    assert BuyOn(share.company, floated=True).end(sold, seat, 0) == end
    assert BuyOn(share.company).end(sold, seat, 0) is None
    assert BuyOn(share.company, floated=True).end(game, seat, 0) is None
    poor = game.copy()
    poor.state.cash[seat] = 0
    assert BuyOn(share.company).act(poor, seat) == {"why": "no_share", "company": share.company}


def test_running_on() -> None:
    """In every game: the routes that are offered, all that is paid, and else nothing or a pass."""
    paying = set()
    for name in GAMES:
        game = until(dieciocho.new_game(name, NAMES, seed=3), _earns, name="quick")
        assert game.state.turn is not None
        company, seat = game.state.turn.company, game.actor
        assert seat is not None
        wish = RunOn(company)
        found = wish.act(game, seat)
        if isinstance(found, Run):
            assert found in [choice.action for choice in game.legal_actions()]
            game.play(found)
        while game.actor == seat and (action := wish.act(game, seat)) is not None:
            assert not isinstance(action, dict)
            if action == Dividend("pay") or isinstance(action, Distribute):
                paying.add(name)
            game.play(action)
        assert RunOn(company).end(game, (seat + 1) % 3, 0) == {
            "why": "director",
            "company": company,
        }
        if game.actor == seat and game.state.turn and game.state.turn.company == company:
            passing = RunOn(company, rest=True).act(game, seat)
            assert passing is None or passing == Pass(), name
    assert len(paying) > 2, "in others nobody decides what is paid, at least by some companies"


def _earns(game: Game) -> bool:
    """Tell whether a company runs, or pays where running is nobody's decision."""
    turn = game.state.turn
    if turn is None or game.state.president.get(turn.company) != game.actor:
        return False
    actions = [choice.action for choice in game.legal_actions()]
    return any(a == Dividend("pay") or (isinstance(a, Run) and a.routes) for a in actions)


def test_answering() -> None:
    def asked(game: Game) -> bool:
        return isinstance(getattr(game.step, "proposal", None), BuyTrain)

    game = until(dieciocho.new_game("1888n", NAMES), asked, seed=7)
    seat, price = game.actor, game.step.proposal.price  # type: ignore[attr-defined]
    assert seat is not None
    assert AnswerOn(price).act(game, seat) == Answer("agree")
    assert AnswerOn(price + 1).act(game, seat) == Answer("decline")
    assert AnswerOn().act(game, seat) == Answer("decline")
    assert AnswerOn().act(second_round(), 0) is None


def test_a_request_without_time_leaves_the_rest_to_a_worker(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programming, "BUDGET_SECONDS", -1)
    (two, three), start = seats.others(), seats.now.length
    for seat in (two, three):
        seats.programs(seat, PASS)
    seats.plays("pass")
    assert (seats.now.length, seats.now.actor) == (start + 2, three)
    (job,) = jobs.claim(1)
    assert jobs.task_of(job, 1) is None
    assert seats.now.length == start + 3
    BotJob.objects.all().delete()
    # What goes wrong for a person is never decided by the simple bot.
    job = BotJob.objects.create(table=seats.now, revision=seats.now.revision, seat=seats.now.actor)
    assert not jobs.play_simply(job)
    assert seats.now.length == start + 3


def test_the_page_programs_shows_and_cancels(seats: Seats) -> None:
    one, (two, _three) = seats.now.actor, seats.others()
    client = Client(headers={"accept-language": "es"})
    client.force_login(seats.users[two])
    slug = seats.table.slug
    way = f"/t/{slug}/program/"
    assert "Acciones programadas" in client.get(f"/t/{slug}/").content.decode()
    assert "Acciones programadas" not in Client().get(f"/t/{slug}/").content.decode()
    form = {"seat": str(two), "kind": "pass", "sold": "on"}
    assert client.post(way, form).status_code == 302
    made = read_wish(Program.objects.get().wish)
    assert made == PassOn(2, sold=True, bought=False, started=False)
    assert "salvo si alguien vende acciones" in client.get(f"/t/{slug}/").content.decode()
    client.post(way, form)
    assert Program.objects.count() == 1, "the same takes the place of the same"
    for wrong in (
        {**form, "seat": str(one)},
        {**form, "kind": "dance"},
        {"seat": str(two), "kind": "buy", "company": "X", "count": "many"},
        {"seat": "x"},
    ):
        assert client.post(way, wrong).status_code in (400, 403, 422), wrong
    stranger = Client()
    stranger.force_login(seats.users[one or 0])
    number = Program.objects.get().pk
    stranger.post(f"{way}{number}/cancel/")
    assert Program.objects.exists()
    seats.plays("pass")
    page = client.get(f"/t/{slug}/").content.decode()
    assert page.count(">programada<") == 1
    client.post(f"{way}{number}/cancel/")
    assert not Program.objects.exists()


def test_a_seat_that_is_given_away_takes_no_wishes_along(seats: Seats) -> None:
    (two, _three) = seats.others()
    seats.programs(two, PASS)
    moderating.hand_over(seats.table.slug, two, bot="random")
    assert not Program.objects.exists()


def test_a_fortnight(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people with mail, a third with a hook, two bots: somebody acts every eight hours."""
    game = until(dieciocho.new_game("1888n", (*NAMES, "Bot1", "Bot2")), in_stock_round)
    seats = Seats(game)
    posted: list[Any] = []
    monkeypatch.setattr(hooks, "post", lambda target, body: posted.append(body["seat"]))
    for seat in seats.table.seats.all():
        if seat.name.startswith("Bot"):
            seat.owner, seat.bot = None, "random"
            seat.save()
        else:
            kind = "json" if seat.name == "Eva" else "mail"
            target = f"{seat.name}@example.org"
            Channel.objects.create(owner=seat.owner, kind=kind, target=target)
    moderating.hand_over(seats.table.slug, 3, bot="random")
    people, bots = (0, 1, 2), {n: make_bot("random", n) for n in range(5)}
    turns: list[tuple[int, int]] = []  # (seat, when its turn began) that were to be told
    waiting: int | None = None
    Notice.objects.all().delete()
    if seats.now.actor in people:
        waiting = seats.now.actor
    end = clock.now + timedelta(days=14)
    programmed = 0
    while clock.now < end and not seats.game.over:
        now = seats.now
        actor = now.actor
        assert actor is not None
        if actor in people and waiting != actor:
            waiting = actor
            turns.append((actor, now.length))
        if actor not in people:
            waiting = None
            (job,) = jobs.claim(1)
            playing.act_for_bot(
                now.slug, actor, msgspec.to_builtins(bots[actor].choose(seats.game)), now.revision
            )
            clock.moves(seconds=1)
            assert BotJob.objects.filter(pk=job.pk).count() == 0
            continue
        clock.moves(hours=8)
        for _ in range(3):  # several workers, again and again
            post.deliver()
        if (
            trading(seats.game)
            and actor == 0
            and not Program.objects.filter(ended__isnull=True).exists()
        ):
            playing.program(now.slug, seats.viewer(0), 0, PASS)
            if seats.now.length > now.length:
                continue
        seats.plays(bots[actor].choose(seats.game))
        if seats.now.actor != actor:
            waiting = None
    for move in Move.objects.filter(table=seats.table, programmed=True):
        programmed += 1
        assert (move.seat, move.action["do"]) == (0, "pass"), "only Ana has programs, only passes"
        before = seats.game.at(move.number - 1)
        assert trading(before)
    assert programmed > 0
    if seats.now.actor in people and waiting != seats.now.actor:
        turns.append((seats.now.actor or 0, seats.now.length))
    clock.moves(hours=1)
    post.deliver()
    sent = [m.to[0].split("@")[0] for m in mail.outbox] + [NAMES[seat] for seat in posted]
    assert len(turns) > 10
    assert sorted(sent) == sorted(NAMES[seat] for seat, _ in turns)
    for program in Program.objects.exclude(ended__isnull=True):
        with translation.override("en"):
            assert "ended" in told(program)


def test_a_seat_has_room_for_so_many_programs(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programming, "MOST", 1)
    two = seats.others()[0]
    seats.programs(two, PASS)
    seats.programs(two, PASS)  # in the place of the first
    company = next(iter(seats.game.state.cell))
    with pytest.raises(Refusal) as refused:
        seats.programs(two, {"kind": "buy", "company": company})
    assert refused.value.code == "conflict"
    assert Program.objects.filter(seat=two).count() == 1
