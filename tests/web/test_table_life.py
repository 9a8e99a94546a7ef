"""What happens to tables beside their games: stand-ins, votes, rematches, what-ifs, notes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import dieciocho
from dieciocho.engine.actions import SellShares
from dieciocho.engine.text import Message, error_texts
from dieciocho.web.bots.think import simple_action
from dieciocho.web.models import BotJob, Move, Seat, Table
from dieciocho.web.services import copying, ending, gathering, moderating, playing, reading
from dieciocho.web.services import standing_in as seats
from dieciocho.web.services.asking import Viewer
from dieciocho.web.services.gathering import SeatPlan

from .test_programs import second_round
from .test_services import ANA, LUIS, NOBODY, refusal

pytestmark = pytest.mark.django_db(transaction=True)


def together(*bots: str, people: int = 2, **options: Any) -> Table:
    """Return a started table: Ana, then Luis (and a third person), then bots."""
    plan = [SeatPlan("Ana"), *[SeatPlan(who="open")] * (people - 1)]
    plan += [SeatPlan(f"Bot {n}", who) for n, who in enumerate(bots)]
    table = gathering.create_table(ANA, "1888n", plan, **options)
    for viewer, name in ((LUIS, "Luis"), (NOBODY, "Eva"))[: people - 1]:
        gathering.join(table.slug, viewer, name)
    return gathering.start(table.slug, ANA)


def bots_play(table: Table) -> Table:
    """Let bots do something simple until a person decides."""
    while BotJob.objects.filter(table=table).exists():
        table = Table.objects.get(pk=table.pk)
        action = str(simple_action(reading.position(table)))
        assert table.actor is not None
        assert playing.act_for_bot(table.slug, table.actor, action, table.revision)
    return Table.objects.get(pk=table.pk)


def seat(table: Table, index: int) -> Seat:
    return Seat.objects.get(table=table, index=index)


def events(table: Table) -> list[str]:
    return [line.event for line in table.chat.all() if line.event]


def test_a_bot_plays_one_turn_and_gives_the_seat_back() -> None:
    table = together()
    seats.hand(table.slug, ANA, 0, until="turn")
    assert not ANA.holds(seat(table, 0))
    assert refusal(playing.act, table.slug, ANA, "pass").code == "forbidden"
    assert playing.say(table.slug, ANA, "back soon")
    table = bots_play(table)
    assert (table.length, table.actor) == (1, 1)
    assert ANA.holds(seat(table, 0))
    assert events(table) == ["hand_turn", "given_back"]


def test_a_turn_lasts_until_somebody_else_decides() -> None:
    game = second_round()
    table = copying.adopt(ANA, game)
    actor = table.actor
    assert actor is not None
    sale = next(c.action for c in game.legal_actions() if isinstance(c.action, SellShares))
    table = seats.hand(table.slug, ANA, actor, until="turn")
    table = playing.act_for_bot(table.slug, actor, str(sale), table.revision) or table
    assert table.actor == actor
    assert not ANA.holds(seat(table, actor))
    table = playing.act_for_bot(table.slug, actor, "pass", table.revision) or table
    assert table.actor != actor
    assert ANA.holds(seat(table, actor))


def test_a_bot_plays_until_the_round_ends() -> None:
    table = together()
    before = seats.round_of(reading.position(table))
    seats.hand(table.slug, ANA, 0, until="round")
    for _ in range(200):
        table = bots_play(table)
        if ANA.holds(seat(table, 0)):
            break
        first = str(reading.position(table).legal_actions()[0].action)  # buys what there is
        table = playing.act(table.slug, LUIS, first)
    game = reading.position(table)
    assert seats.round_of(game) != before
    last = len(game.history)
    assert seats.round_of(game.at(last - 1)) == before  # with the very action that ended it


def test_a_seat_given_for_good_can_be_taken_back_by_its_owner_alone() -> None:
    table = together("sensible")
    seats.hand(table.slug, ANA, 0)
    table = bots_play(table)
    assert (table.length, table.actor) == (1, 1)
    assert refusal(seats.take_back, table.slug, LUIS, 0).code == "forbidden"
    seats.take_back(table.slug, ANA, 0)
    assert ANA.holds(seat(table, 0))
    assert refusal(seats.take_back, table.slug, ANA, 0).code == "conflict"
    assert refusal(seats.take_back, table.slug, ANA, 2).code == "forbidden"  # was always a bot's
    assert refusal(seats.hand, table.slug, ANA, 0, until="lunch").code == "invalid"


def test_undo_is_announced_and_takes_what_bots_did_since_along() -> None:
    table = together("sensible", undo_policy="own")
    table = playing.act(table.slug, ANA, "pass")
    assert refusal(playing.undo, table.slug, LUIS).code == "forbidden"
    table = playing.act(table.slug, LUIS, "bid 55 on TA")
    table = bots_play(table)
    assert table.length == 3
    table = playing.undo(table.slug, LUIS)
    assert (table.length, table.actor) == (1, 1)
    line = table.chat.get()
    assert (line.event, line.name, line.about["count"]) == ("undo_with", "Luis", 1)
    assert "55" in line.about["what"]["es"]


def test_a_move_of_a_person_stays_hers_when_a_bot_takes_the_seat() -> None:
    table = together(undo_policy="own")
    playing.act(table.slug, ANA, "pass")
    playing.act(table.slug, LUIS, "pass")
    seats.hand(table.slug, LUIS, 1)
    assert refusal(playing.undo, table.slug, ANA).code == "forbidden"
    assert not Move.objects.filter(table=table, by_bot=True).exists()


def test_a_game_ends_when_everybody_agrees() -> None:
    table = together("sensible")
    ending.abandon(table.slug, ANA)
    ending.abandon(table.slug, ANA)  # one voice, however often it is raised
    table = ending.abandon(table.slug, ANA, agree=False)
    table = ending.abandon(table.slug, LUIS)
    assert table.status == Table.Status.RUNNING
    assert refusal(ending.abandon, table.slug, NOBODY).code == "forbidden"
    table = ending.abandon(table.slug, ANA)
    assert (table.status, table.result, table.actor) == (Table.Status.FINISHED, None, None)
    assert not BotJob.objects.filter(table=table).exists()
    assert refusal(playing.undo, table.slug, ANA).code == "conflict"


def test_what_was_taken_back_does_not_bring_an_ended_game_to_life() -> None:
    table = together()
    playing.act(table.slug, ANA, "pass")
    playing.undo(table.slug, ANA)
    ending.abandon(table.slug, ANA)
    ending.abandon(table.slug, LUIS)
    assert refusal(playing.redo, table.slug, ANA).code == "conflict"
    assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED


def test_one_person_may_end_a_game_that_everybody_has_left() -> None:
    table = together()
    long_ago = timezone.now() - ending.FORGOTTEN - timedelta(minutes=1)
    Table.objects.filter(pk=table.pk).update(waits_since=long_ago)
    assert ending.abandon(table.slug, LUIS).status == Table.Status.FINISHED


def test_who_acts_has_not_left_the_game() -> None:
    table = together()
    long_ago = timezone.now() - ending.FORGOTTEN - timedelta(minutes=1)
    Table.objects.filter(pk=table.pk).update(waits_since=long_ago)
    playing.act(table.slug, ANA, "pass")
    assert ending.abandon(table.slug, LUIS).status == Table.Status.RUNNING


def test_who_resigned_has_no_voice() -> None:
    table = together()
    seats.hand(table.slug, ANA, 0)
    assert refusal(ending.abandon, table.slug, ANA).code == "forbidden"
    assert ending.abandon(table.slug, LUIS).status == Table.Status.FINISHED


def test_more_than_half_replace_who_lets_the_deadline_pass() -> None:
    table = together(people=3, deadline=24)
    assert refusal(ending.replace, table.slug, LUIS).code == "conflict"
    yesterday = timezone.now() - timedelta(hours=25)
    Table.objects.filter(pk=table.pk).update(waits_since=yesterday)
    assert refusal(ending.replace, table.slug, ANA).code == "forbidden"
    ending.replace(table.slug, LUIS)
    assert ANA.holds(seat(table, 0))  # one of two others is not more than half
    playing.act(table.slug, ANA, "pass")  # back again: the vote is void
    playing.undo(table.slug, ANA)
    Table.objects.filter(pk=table.pk).update(waits_since=yesterday)
    ending.replace(table.slug, NOBODY)
    assert ANA.holds(seat(table, 0))
    table = ending.replace(table.slug, LUIS)
    assert (seat(table, 0).bot, seat(table, 0).person) == ("sensible", "")
    assert BotJob.objects.get(table=table).seat == 0
    assert refusal(seats.take_back, table.slug, ANA, 0).code == "forbidden"


def test_of_two_people_the_other_one_decides_who_is_replaced() -> None:
    table = together(deadline=24)
    ending.write_notes(table.slug, ANA, "Luis wants the wall")
    yesterday = timezone.now() - timedelta(hours=25)
    Table.objects.filter(pk=table.pk).update(waits_since=yesterday)
    ending.replace(table.slug, LUIS)
    assert seat(table, 0).bot
    assert seat(table, 0).notes == ""  # they were for her alone


def test_without_a_deadline_nobody_is_replaced() -> None:
    table = together()
    Table.objects.filter(pk=table.pk).update(waits_since=timezone.now() - timedelta(days=99))
    assert refusal(ending.replace, table.slug, LUIS).code == "forbidden"
    plan = [SeatPlan("Ana"), SeatPlan("Bea")]
    assert refusal(gathering.create_table, ANA, "1888n", plan, deadline=0).code == "invalid"


def test_a_rematch_turns_the_seats_and_asks_the_others() -> None:
    table = together("quick", seed=None, undo_policy="own", deadline=48)
    assert refusal(copying.rematch, table.slug, ANA).code == "conflict"
    moderating.close(table.slug)
    assert refusal(copying.rematch, table.slug, NOBODY).code == "forbidden"
    again = copying.rematch(table.slug, ANA)
    assert copying.rematch(table.slug, LUIS) == again
    assert [s.name for s in again.seats.all()] == ["Luis", "Bot 0", "Ana"]
    assert (again.undo_policy, again.deadline) == ("own", 48)
    assert refusal(gathering.start, again.slug, ANA).code == "conflict"  # Luis is asked first
    gathering.join(again.slug, LUIS)
    again = gathering.start(again.slug, ANA)
    assert list(reading.position(again).players) == ["Luis", "Bot 0", "Ana"]


def test_what_chance_decided_is_decided_anew_in_a_rematch() -> None:
    first = copying.adopt(ANA, dieciocho.new_game("18mag", ("Ana", "Bea", "Eva"), seed=3))
    assert first.options["prices"]
    moderating.close(first.slug)
    again = copying.rematch(first.slug, ANA)
    assert "prices" not in again.options
    assert reading.position(again).header.options["prices"]


def test_who_does_not_want_a_rematch_leaves_the_seat_to_another() -> None:
    table = together()
    moderating.close(table.slug)
    again = copying.rematch(table.slug, ANA)
    gathering.leave(again.slug, LUIS)
    gathering.join(again.slug, NOBODY, "Eva")
    assert list(reading.position(gathering.start(again.slug, ANA)).players) == ["Eva", "Ana"]


def test_who_plays_several_seats_is_the_host_of_a_rematch_once() -> None:
    table = copying.adopt(ANA, dieciocho.new_game("1888n", ("Ana", "Bea", "Eva")))
    moderating.close(table.slug)
    again = copying.rematch(table.slug, ANA)
    assert [s.host for s in again.seats.order_by("pk")] == [True, False, False]


def test_a_rematch_against_bots_starts_at_once() -> None:
    table = together("quick", people=1)
    moderating.close(table.slug)
    assert copying.rematch(table.slug, ANA).status == Table.Status.RUNNING


def test_bots_play_on_in_a_what_if_until_their_seats_are_taken() -> None:
    table = together("quick")
    playing.act(table.slug, ANA, "pass")
    playing.act(table.slug, LUIS, "pass")
    copy = copying.branch(table.slug, ANA, 2, bots=True)
    assert BotJob.objects.get(table=copy).seat == 2
    assert [ANA.holds(s) for s in copy.seats.all()] == [True, True, False]
    copy = seats.take_back(copy.slug, ANA, 2)
    assert ANA.holds(seat(copy, 2))
    assert not BotJob.objects.filter(table=copy).exists()
    assert seats.hand(copy.slug, ANA, 1)
    assert all(ANA.holds(s) for s in copying.branch(table.slug, ANA, 2).seats.all())


def test_a_table_of_ones_own_is_deleted_one_with_others_hidden() -> None:
    table = together()
    assert refusal(ending.delete, table.slug, ANA).code == "forbidden"
    copy = copying.branch(table.slug, ANA, 0)
    assert refusal(ending.delete, copy.slug, LUIS).code == "forbidden"
    ending.delete(copy.slug, ANA)
    assert not Table.objects.filter(pk=copy.pk).exists()
    ending.hide(table.slug, ANA)
    assert (seat(table, 0).hidden, seat(table, 1).hidden) == (True, False)


def test_notes_are_for_oneself() -> None:
    table = together()
    ending.write_notes(table.slug, ANA, "Luis is short of cash")
    table = Table.objects.get(pk=table.pk)
    assert ending.notes_of(table, ANA) == "Luis is short of cash"
    assert ending.notes_of(table, LUIS) == ""
    assert refusal(ending.write_notes, table.slug, NOBODY, "x").code == "forbidden"
    assert refusal(ending.write_notes, table.slug, ANA, "x" * 5000).code == "invalid"
    moderating.hand_over(table.slug, 0, bot="quick")  # whoever sits there later reads nothing
    assert seat(table, 0).notes == ""


def test_who_leaves_before_the_start_takes_name_and_notes_along() -> None:
    plan = [SeatPlan("Ana"), SeatPlan(who="open")]
    table = gathering.create_table(ANA, "1888n", plan)
    gathering.join(table.slug, LUIS, "L" * 60)
    assert seat(table, 1).name == "L" * 40
    ending.write_notes(table.slug, LUIS, "she always opens LYR")
    gathering.leave(table.slug, LUIS)
    assert seat(table, 1).name == ""
    assert ending.notes_of(gathering.join(table.slug, NOBODY, "Eva"), NOBODY) == ""


def test_everything_that_is_announced_has_its_words() -> None:
    known = {f"hand_{until}" for until in Seat.Until.values}
    known |= {"taken_back", "given_back", "undo", "undo_with", "abandon", "play_on", "abandoned"}
    known |= {"replace", "replaced"}
    texts = error_texts()
    assert {id for id in texts.ids() if id.startswith("event.")} == {f"event.{e}" for e in known}
    about = {"name": "Ana", "what": "x", "count": 2, "other": "Luis"}
    told = [texts.show(Message(f"event.{e}", about), lang) for e in known for lang in ("en", "es")]
    assert all("Ana" in line and "{" not in line for line in told)


def page_of(client: Any, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_page_of_seats_hands_them_over_keeps_notes_and_deletes(client: Any) -> None:
    client.post("/quick/", {"game": "1888n", "bots": 2})
    slug = Table.objects.get().slug
    mine = Seat.objects.exclude(guest="").get()
    people = f"/table/{slug}/people/"
    assert 'name="until"' in page_of(client, people)
    client.post(f"/table/{slug}/hand/", {"seat": mine.index, "until": "good"})
    assert "take-back" in page_of(client, f"/t/{slug}/")
    client.post(f"/table/{slug}/take-back/", {"seat": mine.index})
    client.post(f"/table/{slug}/notes/", {"notes": "buy <early>"})
    assert "buy &lt;early&gt;" in page_of(client, people)
    client.post(f"/table/{slug}/abandon/")
    assert "rematch" in page_of(client, f"/t/{slug}/result/")
    client.post(f"/table/{slug}/hide/")
    assert slug not in page_of(client, "/")
    assert slug in page_of(client, "/hidden/")
    client.post(f"/table/{slug}/delete/")
    assert Table.objects.filter(slug=slug).exists()  # nobody has said to be sure
    client.post(f"/table/{slug}/delete/", {"sure": "yes"})
    assert not Table.objects.filter(slug=slug).exists()


def test_what_ifs_stand_apart_from_the_games_where_it_is_ones_turn(client: Any) -> None:
    client.post("/new/", {})  # a guest gets a key
    viewer = Viewer(guest=client.session["guest"], name="Ana")
    table = gathering.create_table(viewer, "1888n", [SeatPlan("Ana"), SeatPlan("Bea")])
    gathering.start(table.slug, viewer)
    client.post(f"/t/{table.slug}/branch/", {"at": 0, "bots": "yes"})
    mine, apart = page_of(client, "/").split('id="trying"')
    assert mine.count("badge-turn") == 1
    assert "badge-turn" not in apart
    assert Table.objects.exclude(branched_at=None).get().slug in apart


def test_others_read_who_took_what_back(client: Any) -> None:
    client.post("/new/", {})
    ana = Viewer(guest=client.session["guest"], name="Ana")
    table = gathering.create_table(ana, "1888n", [SeatPlan("Ana"), SeatPlan(who="open")])
    gathering.join(table.slug, LUIS, "Luis")
    gathering.start(table.slug, ana)
    playing.act(table.slug, ana, "bid 55 on TA")
    playing.undo(table.slug, LUIS)
    page = page_of(client, f"/t/{table.slug}/")
    # The latest, the list that it opens, and the chat.
    assert page.count("Luis has taken back: Ana") == 3
    assert "Luis ha deshecho" in str(
        client.get(f"/t/{table.slug}/", headers={"accept-language": "es"}).content.decode()
    )
