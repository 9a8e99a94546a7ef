"""Tables: gathering, playing, undoing, branching; who may do what."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dieciocho.web.models import BotJob, Table
from dieciocho.web.services import copying, gathering, playing, reading, standing_in
from dieciocho.web.services.asking import Refusal, Viewer
from dieciocho.web.services.gathering import SeatPlan

pytestmark = pytest.mark.django_db(transaction=True)

ANA = Viewer(guest="key-of-ana", name="Ana")
LUIS = Viewer(guest="key-of-luis", name="Luis")
NOBODY = Viewer(guest="key-of-nobody")


def running(*plan: SeatPlan, **options: Any) -> Table:
    """Return a started table; without a plan Ana plays three seats."""
    seats = plan or (SeatPlan("Ana"), SeatPlan("Bea"), SeatPlan("Carla"))
    table = gathering.create_table(ANA, "1888n", seats, **options)
    return gathering.start(table.slug, ANA)


def first_legal(table: Table) -> Any:
    game = reading.position(table)
    return msgspec.to_builtins(game.legal_actions()[-1].action)


def refusal(function: Any, *arguments: Any, **options: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        function(*arguments, **options)
    return caught.value


def test_a_table_gathers_people_and_starts() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open"), SeatPlan(who="sensible")]
    table = gathering.create_table(ANA, "1888n", plan, seed=3)
    assert refusal(gathering.start, table.slug, ANA).code == "conflict"
    gathering.join(table.slug, LUIS)
    assert refusal(gathering.join, table.slug, LUIS).code == "conflict"
    assert refusal(gathering.join, table.slug, NOBODY).code == "conflict"
    assert refusal(gathering.start, table.slug, NOBODY).code == "forbidden"
    table = gathering.start(table.slug, LUIS)
    game = reading.position(table)
    assert sorted(game.players) == ["Ana", "Luis", "Sensible 3"]
    assert [seat.name for seat in table.seats.all()] == list(game.players)


def test_a_seat_can_be_left_before_the_start() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open")]
    table = gathering.create_table(ANA, "1888n", plan)
    gathering.join(table.slug, LUIS)
    gathering.leave(table.slug, LUIS)
    gathering.join(table.slug, NOBODY, "Nadie")
    assert gathering.start(table.slug, NOBODY).status == Table.Status.RUNNING


def test_actions_are_stored_and_survive_an_empty_cache() -> None:
    table = running()
    for _ in range(30):
        table = playing.act(table.slug, ANA, first_legal(table))
    before = reading.position(table)
    reading.games.clear()
    assert reading.position(table).state == before.state
    assert reading.position(table, 10).state == before.at(10).state


def test_only_who_holds_the_seat_may_act() -> None:
    table = running(SeatPlan("Ana"), SeatPlan("Bea"))
    assert refusal(playing.act, table.slug, NOBODY, "pass").code == "forbidden"
    assert refusal(playing.undo, table.slug, NOBODY).code == "forbidden"
    assert refusal(playing.say, table.slug, NOBODY, "hello").code == "forbidden"


def test_an_illegal_action_names_its_rule_and_is_not_stored() -> None:
    table = running()
    refused = refusal(playing.act, table.slug, ANA, "bid 10 on FC")
    assert (refused.code, refused.rule) == ("invalid", "1888N-6.4")
    assert Table.objects.get(pk=table.pk).length == 0
    assert refusal(playing.act, table.slug, ANA, {"do": "nonsense"}).code == "invalid"
    assert refusal(playing.act, table.slug, ANA, "nonsense").code == "invalid"


def test_the_same_request_is_played_once() -> None:
    table = running()
    playing.act(table.slug, ANA, "pass", request="one")
    table = playing.act(table.slug, ANA, "pass", request="one")
    assert table.length == 1


def test_who_looks_at_an_old_position_is_told_so() -> None:
    table = running()
    seen = table.revision
    playing.act(table.slug, ANA, "pass", revision=seen)
    assert refusal(playing.act, table.slug, ANA, "pass", revision=seen).code == "conflict"


def test_undo_and_redo_follow_the_policy() -> None:
    table = running(undo_policy="free")
    table = playing.act(table.slug, ANA, "pass")
    table = playing.undo(table.slug, ANA)
    assert (table.length, table.actor) == (0, 0)
    table = playing.redo(table.slug, ANA)
    assert (table.length, table.actor) == (1, 1)
    table = playing.undo(table.slug, ANA)
    table = playing.act(table.slug, ANA, "bid 55 on TA")
    assert refusal(playing.redo, table.slug, ANA).code == "conflict"
    strict = running(undo_policy="none")
    playing.act(strict.slug, ANA, "pass")
    assert refusal(playing.undo, strict.slug, ANA).code == "forbidden"


def test_one_seat_of_whoever_opens_a_table_is_the_hosts() -> None:
    plan = [SeatPlan(who="open"), SeatPlan("Ana"), SeatPlan("Bea")]
    table = gathering.create_table(ANA, "1888n", plan)
    assert [seat.host for seat in table.seats.order_by("index")] == [False, True, False]


def test_one_may_watch_computers_play_and_take_a_seat_of_them() -> None:
    plan = [SeatPlan(who="random"), SeatPlan(who="random")]
    table = gathering.start(gathering.create_table(ANA, "1888n", plan).slug, ANA)
    first, second = table.seats.order_by("index")
    assert ANA.owns(first)
    assert first.host
    assert [first.bot, second.bot] == ["random", "random"]
    assert BotJob.objects.filter(table=table).exists()
    standing_in.take_back(table.slug, ANA, first.index)
    assert ANA.holds(table.seats.get(index=first.index))
    plan = [SeatPlan(who="random"), SeatPlan(who="open")]
    assert refusal(gathering.create_table, ANA, "1888n", plan).code == "invalid"


def test_a_game_at_hand_is_not_trusted_where_another_process_played_otherwise() -> None:
    table = playing.act(running().slug, ANA, "pass")
    known = reading.games._kept[table.pk]
    playing.undo(table.slug, ANA)
    table = playing.act(table.slug, ANA, "bid 55 on TA")
    reading.games._kept[table.pk] = known  # what this process would still hold
    assert str(reading.position(table).history[0].action) == "bid 55 on TA"


def test_a_series_of_actions_ends_with_ones_own_turn() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open")]
    table = gathering.create_table(ANA, "1888n", plan)
    gathering.join(table.slug, LUIS)
    table = gathering.start(table.slug, ANA)
    answer = refusal(playing.act, table.slug, ANA, "pass", before=["pass"])
    assert answer.code == "forbidden"
    assert Table.objects.get(pk=table.pk).length == 0  # all or nothing


def test_with_the_policy_own_each_takes_back_what_is_his() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open"), SeatPlan(who="random")]
    table = gathering.create_table(ANA, "1888n", plan, undo_policy="own")
    gathering.join(table.slug, LUIS)
    table = gathering.start(table.slug, ANA)
    assert refusal(playing.undo, table.slug, ANA).code == "conflict"  # nothing played yet
    table = playing.act(table.slug, ANA, "pass")
    assert refusal(playing.undo, table.slug, LUIS).code == "forbidden"
    table = playing.undo(table.slug, ANA)
    table = playing.act(table.slug, ANA, "pass")
    table = playing.act(table.slug, LUIS, "pass")
    assert refusal(playing.undo, table.slug, ANA).code == "forbidden"
    assert playing.act_for_bot(table.slug, 2, "pass", table.revision) is not None
    assert refusal(playing.undo, table.slug, ANA).code == "forbidden"
    table = playing.undo(table.slug, LUIS)  # with what the bot did since
    assert (table.length, table.actor) == (1, 1)


def test_a_bot_is_called_when_it_is_its_turn_and_taken_back_with_the_person() -> None:
    table = running(SeatPlan("Ana"), SeatPlan(who="random"), SeatPlan(who="random"))
    table = playing.act(table.slug, ANA, "pass")
    job = BotJob.objects.get(table=table)
    assert job.seat == 1
    assert playing.act_for_bot(table.slug, 1, "pass", table.revision - 1) is None
    played = playing.act_for_bot(table.slug, 1, "pass", table.revision)
    assert played is not None
    assert playing.act_for_bot(table.slug, 1, "pass", table.revision) is None
    table = playing.undo(table.slug, ANA)
    assert (table.length, table.actor) == (0, 0)
    assert not BotJob.objects.filter(table=table).exists()


def test_a_branch_is_a_private_copy() -> None:
    table = running()
    for _ in range(8):
        table = playing.act(table.slug, ANA, first_legal(table))
    other = copying.branch(table.slug, NOBODY, 5)
    assert reading.position(other).state == reading.position(table, 5).state
    playing.act(other.slug, NOBODY, first_legal(other))
    assert Table.objects.get(pk=table.pk).length == 8
    assert refusal(playing.act, other.slug, ANA, "pass").code == "forbidden"


def test_a_finished_game_can_be_adopted() -> None:
    game = reading.position(running())
    for text in ("pass", "bid 60 on TA"):
        game.play(text)
    table = copying.adopt(LUIS, game)
    assert reading.position(table).state == game.state


def test_wrong_plans_are_refused() -> None:
    def create(game: str, plan: list[SeatPlan], **options: Any) -> Refusal:
        return refusal(gathering.create_table, ANA, game, plan, **options)

    me = SeatPlan("Ana")
    assert create("1830", [me, me]).code == "invalid"
    assert create("1888n", [me]).code == "invalid"
    assert create("1888n", [me] * 7).code == "invalid"
    assert create("1888n", [me, SeatPlan(who="admin")]).code == "invalid"
    assert create("1888n", [SeatPlan(who="open")] * 3).code == "invalid"
    assert create("1888n", [me, me], edition="beta").code == "invalid"
    assert create("1888n", [me, me], undo_policy="always").code == "invalid"
    assert refusal(reading.find, "guessed").code == "missing"
