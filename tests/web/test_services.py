"""Tables: gathering, playing, undoing, branching; who may do what."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dieciocho.web import services
from dieciocho.web.models import BotJob, Table
from dieciocho.web.services import Refusal, SeatPlan, Viewer

pytestmark = pytest.mark.django_db(transaction=True)

ANA = Viewer(guest="key-of-ana", name="Ana")
LUIS = Viewer(guest="key-of-luis", name="Luis")
NOBODY = Viewer(guest="key-of-nobody")


def running(*plan: SeatPlan, **options: Any) -> Table:
    """Return a started table; without a plan Ana plays three seats."""
    seats = plan or (SeatPlan("Ana"), SeatPlan("Bea"), SeatPlan("Carla"))
    table = services.create_table(ANA, "1888n", seats, **options)
    return services.start(table.slug, ANA)


def first_legal(table: Table) -> Any:
    game = services.position(table)
    return msgspec.to_builtins(game.legal_actions()[-1].action)


def refusal(function: Any, *arguments: Any, **options: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        function(*arguments, **options)
    return caught.value


def test_a_table_gathers_people_and_starts() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open"), SeatPlan(who="sensible")]
    table = services.create_table(ANA, "1888n", plan, seed=3)
    assert refusal(services.start, table.slug, ANA).code == "conflict"
    services.join(table.slug, LUIS)
    assert refusal(services.join, table.slug, LUIS).code == "conflict"
    assert refusal(services.join, table.slug, NOBODY).code == "conflict"
    assert refusal(services.start, table.slug, NOBODY).code == "forbidden"
    table = services.start(table.slug, LUIS)
    game = services.position(table)
    assert sorted(game.players) == ["Ana", "Luis", "Sensible 3"]
    assert [seat.name for seat in table.seats.all()] == list(game.players)


def test_a_seat_can_be_left_before_the_start() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open")]
    table = services.create_table(ANA, "1888n", plan)
    services.join(table.slug, LUIS)
    services.leave(table.slug, LUIS)
    services.join(table.slug, NOBODY, "Nadie")
    assert services.start(table.slug, NOBODY).status == Table.Status.RUNNING


def test_actions_are_stored_and_survive_an_empty_cache() -> None:
    table = running()
    for _ in range(30):
        table = services.act(table.slug, ANA, first_legal(table))
    before = services.position(table)
    services._games.clear()
    assert services.position(table).state == before.state
    assert services.position(table, 10).state == before.at(10).state


def test_only_who_holds_the_seat_may_act() -> None:
    table = running(SeatPlan("Ana"), SeatPlan("Bea"))
    assert refusal(services.act, table.slug, NOBODY, "pass").code == "forbidden"
    assert refusal(services.undo, table.slug, NOBODY).code == "forbidden"
    assert refusal(services.say, table.slug, NOBODY, "hello").code == "forbidden"


def test_an_illegal_action_names_its_rule_and_is_not_stored() -> None:
    table = running()
    refused = refusal(services.act, table.slug, ANA, "bid 10 on FC")
    assert (refused.code, refused.rule) == ("invalid", "1888N-6.4")
    assert Table.objects.get(pk=table.pk).length == 0
    assert refusal(services.act, table.slug, ANA, {"do": "nonsense"}).code == "invalid"
    assert refusal(services.act, table.slug, ANA, "nonsense").code == "invalid"


def test_the_same_request_is_played_once() -> None:
    table = running()
    services.act(table.slug, ANA, "pass", request="one")
    table = services.act(table.slug, ANA, "pass", request="one")
    assert table.length == 1


def test_who_looks_at_an_old_position_is_told_so() -> None:
    table = running()
    seen = table.revision
    services.act(table.slug, ANA, "pass", revision=seen)
    assert refusal(services.act, table.slug, ANA, "pass", revision=seen).code == "conflict"


def test_undo_and_redo_follow_the_policy() -> None:
    table = running(undo_policy="free")
    table = services.act(table.slug, ANA, "pass")
    table = services.undo(table.slug, ANA)
    assert (table.length, table.actor) == (0, 0)
    table = services.redo(table.slug, ANA)
    assert (table.length, table.actor) == (1, 1)
    table = services.undo(table.slug, ANA)
    table = services.act(table.slug, ANA, "bid 55 on TA")
    assert refusal(services.redo, table.slug, ANA).code == "conflict"
    strict = running(undo_policy="none")
    services.act(strict.slug, ANA, "pass")
    assert refusal(services.undo, strict.slug, ANA).code == "forbidden"


def test_a_bot_is_called_when_it_is_its_turn_and_taken_back_with_the_person() -> None:
    table = running(SeatPlan("Ana"), SeatPlan(who="random"), SeatPlan(who="random"))
    table = services.act(table.slug, ANA, "pass")
    job = BotJob.objects.get(table=table)
    assert job.seat == 1
    assert services.act_for_bot(table.slug, 1, "pass", table.revision - 1) is None
    played = services.act_for_bot(table.slug, 1, "pass", table.revision)
    assert played is not None
    assert services.act_for_bot(table.slug, 1, "pass", table.revision) is None
    table = services.undo(table.slug, ANA)
    assert (table.length, table.actor) == (0, 0)
    assert not BotJob.objects.filter(table=table).exists()


def test_a_branch_is_a_private_copy() -> None:
    table = running()
    for _ in range(8):
        table = services.act(table.slug, ANA, first_legal(table))
    other = services.branch(table.slug, NOBODY, 5)
    assert services.position(other).state == services.position(table, 5).state
    services.act(other.slug, NOBODY, first_legal(other))
    assert Table.objects.get(pk=table.pk).length == 8
    assert refusal(services.act, other.slug, ANA, "pass").code == "forbidden"


def test_a_finished_game_can_be_adopted() -> None:
    game = services.position(running())
    for text in ("pass", "bid 60 on TA"):
        game.play(text)
    table = services.adopt(LUIS, game)
    assert services.position(table).state == game.state


def test_wrong_plans_are_refused() -> None:
    def create(game: str, plan: list[SeatPlan], **options: Any) -> Refusal:
        return refusal(services.create_table, ANA, game, plan, **options)

    me = SeatPlan("Ana")
    assert create("1830", [me, me]).code == "invalid"
    assert create("1888n", [me]).code == "invalid"
    assert create("1888n", [me] * 7).code == "invalid"
    assert create("1888n", [me, SeatPlan(who="admin")]).code == "invalid"
    assert create("1888n", [SeatPlan(who="open")] * 3).code == "invalid"
    assert create("1888n", [me, me], edition="beta").code == "invalid"
    assert create("1888n", [me, me], undo_policy="always").code == "invalid"
    assert refusal(services.find, "guessed", ANA).code == "missing"
