"""House rules: shown with the usual choice when a table is set up, kept and told."""

from __future__ import annotations

import pytest
from django.test import Client

from dieciocho.games import GAMES, rules_of
from dieciocho.web.models import Table
from dieciocho.web.services import gathering
from dieciocho.web.services.gathering import SeatPlan

from .test_lobby import LUIS, plan, text

pytestmark = pytest.mark.django_db

SWITCH = "offer_at_market"  # of 1865


@pytest.mark.parametrize("game", GAMES)
def test_every_switch_is_shown_with_its_usual_choice(client: Client, game: str) -> None:
    page = text(client.get(f"/new/?game={game}"))
    told = text(client.get(f"/t/rules/{game}/"))
    readings = rules_of(game).readings
    assert ("House rules" in page) == bool(readings.house)
    for name, rule in readings.house.items():
        usual = readings.usual(name)
        assert f'<option value="{usual}" selected>{usual.title()} (usual)</option>' in page
        assert f"/t/rules/{game}/#{rule.rule}" in page
        assert f'<dt id="{rule.rule}"' in told


def test_what_is_usual_is_not_written_down(client: Client) -> None:
    client.post("/new/", plan(game="1865", **{f"house_{SWITCH}": "yes"}))
    assert Table.objects.get().options == {}


def test_a_house_rule_is_kept_and_told_at_the_table(client: Client) -> None:
    rule = rules_of("1865").readings.house[SWITCH]
    page = client.post("/new/", plan(game="1865", **{f"house_{SWITCH}": "no"}), follow=True)
    assert Table.objects.get().header["options"] == {SWITCH: "no"}
    assert rule.en in text(page)


def test_people_who_wait_see_the_house_rules(client: Client) -> None:
    seats = SeatPlan("Luis"), SeatPlan(who="open")
    table = gathering.create_table(LUIS, "1865", seats, options={SWITCH: "no"})
    assert rules_of("1865").readings.house[SWITCH].en in text(client.get(f"/table/{table.slug}/"))


def test_other_editions_have_none(client: Client) -> None:
    switch = next(iter(rules_of("1888n").readings.house))
    fields = plan(edition="online", **{f"house_{switch}": "no"})
    assert client.post("/new/", fields).status_code == 302
    assert Table.objects.get().options == {}


def test_a_wrong_choice_is_refused(client: Client) -> None:
    answer = client.post("/new/", plan(game="1865", **{f"house_{SWITCH}": "perhaps"}))
    assert answer.status_code != 302
    assert not Table.objects.exists()
