"""Routes of single trains and of sets: what they may be, what they pay (1862-7.4, 7.8)."""

from __future__ import annotations

import msgspec
import pytest

from dieciocho.engine.actions import Route
from dieciocho.engine.earnings import solution, value_of
from dieciocho.engine.errors import IllegalAction

from ..support import rule
from .rails import Rails


def wells(kind: str, phase: str = "C") -> Rails:
    """WNR with stations at Wells and the way to King's Lynn, all green."""
    rails = Rails("WNR", phase)
    rails.lines("C2 C4 D3 E2", "E2 E4", "E2 D1", C4="green", E2="green", E4="green")
    return rails.station("E2").trains(kind)


# --- examples of the rulebook ----------------------------------------------------------------


@rule("1862-7.8.1.3", "1862-7.8.1.4")
@pytest.mark.parametrize(
    ("line", "worth"), [("F5 F3 E2", 40 + 20 + 20), ("F5 F3 E2 D1", 40 + 80 + 60)]
)
def test_a_freight_is_paid_for_its_ends_and_the_hexes_between(line: str, worth: int) -> None:
    rails = Rails("ENR").lines("F5 F3 E2 D1").station("F3").trains("3F")
    assert rails.value(line).revenue == worth


@rule("1862-7.8.1.5")
@pytest.mark.parametrize(("line", "bonus"), [("E12 D13 D15", 20), ("E12 D11 C12 B13 B15", 60)])
def test_the_entrance_used_counts_for_the_distance(line: str, bonus: int) -> None:
    rails = Rails("EUR").lines("E12 D13 D15", "E12 D11 C12 B13 B15")
    rails.station("E12").london().trains("5F")
    assert rails.value(line).revenue == 40 + 100 + bonus


def lynn_to_wells(*kinds: str) -> Rails:
    rails = Rails("L&H", "C").lines("A6 B5 C4 D3 E2 F1").station("C4")
    return rails.trains(*kinds)


@rule("1862-7.8.1.6")
def test_freights_joined_are_one_train() -> None:
    assert lynn_to_wells("5F").value("A6 B5 C4 D3 E2 F1").revenue == 90 + 90 + 4 * 30
    joined = lynn_to_wells("2F", "3F").value("A6 B5 C4", "C4 D3 E2 F1")
    assert joined.revenue == 90 + 90 + 4 * 30
    three = lynn_to_wells("1F", "1F", "3F").station("B5", "E2")
    assert three.value("A6 B5", "B5 C4", "C4 D3 E2 F1").revenue == 300


@rule("1862-7.8.2.1", "1862-7.8.2.3")
def test_a_local_train_is_paid_for_small_stations_and_hexes() -> None:
    rails = Rails("WNR", "C").lines("E2 D3 D5 C6", E2="green", D5="green", C6="green")
    value = rails.station("E2").trains("3L").value("E2 D3 D5 C6")
    assert (value.revenue, value.income) == (110, 40)


@rule("1862-7.8.3.1", "1862-7.8.0.6")
def test_an_express_is_paid_for_large_stations_and_areas() -> None:
    rails = wells("3E")
    value = rails.value("C2 C4 D3 E2")
    assert (value.revenue, value.income) == (90 + 50 + 30, 0)
    assert rails.refuses("C2 C4 D3 E2 E4") == "1862-7.8.3.1"
    assert rails.value("E2 D1").revenue == 30 + 90


@rule("1862-7.8.4.1", "1862-7.8.0.8", "1862-7.8.0.4")
def test_all_kinds_of_trains_run_together() -> None:
    colours = {"C4": "green", "E2": "green", "E4": "green", "B9": "green", "B5": "green"}
    rails = Rails("L&H", "C").lines("A6 B5 C4 D3 E2 F1", "E2 E4", "A10 B9 B7 B5", **colours)
    rails.station("C4", "B7").trains("3L", "5F", "4E")
    value = rails.value("C4 D3 E2 E4", "A6 B5 C4 D3 E2 F1", "A10 B9 B7 B5")
    assert (value.revenue, value.income) == (130 + 300 + 210, 40)
    assert [worth for worth, _ in value.routes] == [130, 300, 210]
    assert sum(rails.best()) >= 680


# --- our own examples --------------------------------------------------------------------------


@rule("1862-7.8.1.4")
def test_distance_counts_the_hex_of_entry() -> None:
    rails = Rails("FDR").lines("G12 H11").station("G12").trains("1F")
    assert rails.value("G12 H11").revenue == 20 + 70
    rails = Rails("N&E").lines("B13 B15").station("B13").london().trains("1F")
    assert rails.value("B13 B15").revenue == 20 + 100
    rails = Rails("EUR").lines("A8 B9 B7").station("B7").trains("2F")
    rails.state.homes["EUR"] = ("B7", 0)
    assert rails.value("A8 B9 B7").revenue == 70 + 20 + 20


@rule("1862-7.8.1.4")
def test_barriers_do_not_lengthen_the_distance() -> None:
    rails = Rails("ESR", "B").lines("F11 E12 F13").station("F11").trains("2F")
    assert rails.value("F11 E12 F13").revenue == 40 + 30  # neighbours behind a barrier


def cromer(**options: str) -> Rails:
    """Cromer and Wells with their ports, and three freights."""
    rails = Rails("ENR", "B", **options).lines("F1 F3 E2 D1").station("F3", "E2")
    return rails.trains("1F", "1F", "1F")


PORTS = ("F1 F3", "F3 E2", "E2 D1")


@rule("1862-7.8.0.5", "1862-7.8.1.6", "1862-7.8.1.7", "1862-N.5")
def test_freights_joined_do_not_go_from_port_to_port() -> None:
    """V-O11: nor does a 3F over the same hexes."""
    assert cromer().refuses(*PORTS) == "1862-7.8.0.5"
    assert cromer().trains("3F").refuses("F1 F3 E2 D1") == "1862-7.8.0.5"
    assert cromer().value(*PORTS[:2]).revenue == 80 + 20 + 1 * 30  # the third one stays idle
    assert cromer().best() == (80 + 20 + 1 * 30, 0)
    apart = Rails("ENR", "B").lines("F1 F3 E2 D1").station("F3").trains("1F", "1F", "1F")
    assert apart.refuses(*PORTS) == "1862-7.4.1"


@rule("1862-7.8.0.5")
@pytest.mark.parametrize("options", [{"edition": "online"}, {"chain_is_one_route": "no"}])
def test_who_checks_every_freight_singly_joins_two_ports(options: dict[str, str]) -> None:
    assert cromer(**options).value(*PORTS).revenue == 80 + 80 + 2 * 30
    assert cromer(**options).best() == (220, 0)


@rule("1862-7.8.0.5", "1862-7.8.1.6", "1862-N.5")
@pytest.mark.parametrize(
    ("options", "worth"),
    [({}, 0), ({"edition": "online"}, 210), ({"chain_is_one_route": "no"}, 210)],
)
def test_freights_joined_do_not_go_from_red_to_red(options: dict[str, str], worth: int) -> None:
    """V-O27: London and the West, joined at Bishop's Stortford."""
    rails = Rails("N&E", "B", **options).lines("B15 B13 B11 A10").station("B13").london()
    rails.trains("1F", "2F")
    if worth:
        assert rails.value("B15 B13", "B13 B11 A10").revenue == 100 + 70 + 2 * 20
    else:
        assert rails.refuses("B15 B13", "B13 B11 A10") == "1862-7.8.0.5"
        assert rails.value("B15 B13", cards=["1F-0"]).revenue == 120  # the other stays idle


@rule("1862-7.8.1.6")
def test_freights_from_london_to_holland() -> None:
    rails = Rails("ECR", "B").lines("D15 D13 E12 F13 G14").station("D13", "F13").london()
    rails.trains("1F", "2F", "2F")
    assert rails.value("D13 D15", "D13 E12 F13", "F13 G14").revenue == 100 + 70 + 3 * 30


@rule("1862-7.8.1.6", "1862-N.5")
def test_freights_that_are_not_joined_do_not_run() -> None:
    rails = Rails("ENR", "B").lines("F1 F3 E2 D1", "E4 F3 F5", F3="green").station("F3", "E2")
    rails.trains("2F", "2F")
    assert rails.refuses("F1 F3 E2", "E4 F3 F5") == "1862-7.8.1.6"  # they only cross
    assert rails.value("F1 F3 E2", "E2 F3 F5").revenue == 80 + 40 + 1 * 30  # joined at Wells
    rails.trains("2F", "6F")
    assert rails.refuses("F1 F3 E2", "E4 F3 F5") == "1862-7.8.1.6"


@rule("1862-7.8.1.6", "1862-7.8.1.7", "1862-7.8.0.2")
def test_freights_are_not_joined_at_small_stations() -> None:
    rails = Rails("N&E", "B").lines("B15 B13 B11 A10").station("B13").london().trains("2F", "2F")
    assert rails.routes("B15 B13 B11")[0].path == "B15.0-B13.0-B11.0"
    assert rails.refuses("B15 B13 B11") == "1862-7.8.0.2"


@rule("1862-7.8.1.6")
def test_freights_are_joined_at_large_stations_only() -> None:
    def board(edition: str) -> Rails:
        rails = Rails("L&D", "C", edition).lines("C2 C4 D5 E4", "C4 B5 A4", C4="green", D5="green")
        return rails.station("D5", "C4").trains("3F", "3F")

    lines = ("C2 C4 D5 E4", "C2 C4 B5 A4")
    assert board("rulebook").refuses(*lines) == "1862-7.8.1.6"
    assert board("online").value(*lines).revenue == 20 + 90 + 3 * 20  # the site joins in a port


def harwich(edition: str, *kinds: str) -> Rails:
    rails = Rails("EUR", "E", edition).lines("D15 D13 E12 F13 F15", "B13 C12 D11 E12", B13="green")
    return rails.station("E12").london().trains(*kinds)


@rule("1862-7.8.1.8", "1862-7.8.0.9")
def test_permanent_freights_may_run_apart() -> None:
    lines = ("D15 D13 E12 F13 F15", "B13 C12 D11 E12 F13 F15")
    apart = harwich("rulebook", "7F", "6F").value(*lines)
    assert [worth for worth, _ in apart.routes] == [200 + 130 + 3 * 30, 30 + 4 * 30]
    assert apart.revenue == 570
    assert harwich("online", "7F", "6F").value(*lines).revenue == 200 + 30 + 2 * 20
    assert harwich("rulebook", "7F", "6F").best() >= (570, 0)


@rule("1862-7.8.1.8")
def test_online_freights_of_six_hexes_may_run_apart() -> None:
    """D8; the two routes cross and share no end."""
    lines = ("D15 D13 E12 F13 F15", "B13 C12 D11 E12")
    assert harwich("online", "5F", "5F").refuses(*lines) == "1862-7.8.1.6"
    assert harwich("online", "6F", "6F").value(*lines).revenue == 420 + 30 + 40 + 2 * 20


@rule("1862-7.8.1.8")
def test_permanent_freights_may_be_joined() -> None:
    rails = harwich("rulebook", "6F", "6F")
    joined = rails.value("D15 D13 E12", "E12 F13 F15")
    apart = 200 + 40 + 1 * 20 + 130 + 1 * 30  # Colchester pays once, in the better of two ways
    assert joined.revenue == max(apart, 200 + 130 + 3 * 30)


@rule("1862-7.8.1.9")
def test_freights_that_rust_are_joined_to_a_single_permanent_one() -> None:
    rails = harwich("rulebook", "5F", "6F")
    assert rails.refuses("D15 D13 E12 F13 F15", "B13 C12 D11 E12 F13 F15") == "1862-7.8.1.6"
    assert rails.value("D15 D13 E12", "E12 F13 F15").revenue == 200 + 130 + 3 * 30
    rails.trains("5F", "5F", "6F", "7F")
    lines = ("B13 C12 D11 E12", "E12 D11", "D15 D13 E12 F13 F15", "E12 F13 F15")
    assert rails.value(*lines).revenue == 30 + 20 + 20 + (200 + 130 + 90) + 40 + 1 * 30
    crossing = ("B13 C12 D11 E12", "D13 E12 F13", *lines[2:])
    assert rails.refuses(*crossing) == "1862-7.8.1.6"  # those that rust are all joined


@rule("1862-7.8.1.9", "1862-11.2.3")
def test_freights_of_group_d_are_permanent_in_the_shorter_game() -> None:
    lines = ("D15 D13 E12 F13 F15", "B13 C12 D11 E12 F13 F15")
    assert harwich("rulebook", "5F", "5F").refuses(*lines) == "1862-7.8.1.6"
    shorter = Rails("EUR", "E", shorter="yes").lines("D15 D13 E12 F13 F15", "B13 C12 D11 E12")
    shorter.station("E12").london().trains("5F", "5F")
    assert shorter.value(*lines).revenue == 420 + 20 + 4 * 30


@rule("1862-7.8.1.6", "1862-7.8.0.1", "1862-N.5")
def test_a_chain_does_not_end_where_it_began() -> None:
    """V-O28: two freights and one link; only one runs."""
    rails = Rails("ENR", "B").lines("F3 E2").station("F3").trains("1F", "1F")
    assert rails.refuses("F3 E2", "E2 F3") == "1862-7.8.1.6"
    assert rails.value("F3 E2").revenue == 20 + 20
    assert rails.best() == (40, 0)
    rails = Rails("EUR").lines("E12 D13 D15", "E12 D11 C12 B13 B15").station("E12").london()
    rails.trains("5F", "5F")
    lines = ("D15 D13 E12", "E12 D11 C12 B13 B15")
    assert rails.refuses(*lines) == "1862-7.8.1.6"  # one area by two entrances
    assert rails.refuses("E12 D13") == "1862-7.8.0.1"  # the other one could go on to somewhere


def as_in_version_1(rails: Rails) -> Rails:
    game = rails.game
    header = msgspec.structs.replace(game.header, version=1)
    game.policy = game.rules.readings.policy(header)
    return rails


@rule("1862-7.8.1.6", "1862-7.8.0.5")
def test_games_of_version_1_run_their_freights_as_before() -> None:
    assert as_in_version_1(cromer()).value(*PORTS).revenue == 220
    rails = as_in_version_1(Rails("ENR", "B").lines("F3 E2").station("F3").trains("1F", "1F"))
    assert rails.value("F3 E2", "E2 F3").revenue == 20  # one place, and no distance
    assert rails.refuses("F3 E2") == "1862-7.8.0.1"  # the other one had to run
    online = as_in_version_1(witham("1F", "1F", "1F"))
    assert online.value(*["D13 D11"] * 3).revenue == 50


# --- what the site makes of freights that share a link (D32) --------------------------------


def witham(*kinds: str) -> Rails:
    rails = Rails("SVR", "A", "online").lines("C10 D11 D13", D11="green").station("D11")
    return rails.trains(*kinds)


@rule("1862-7.8.1.6")
def test_online_freights_over_one_link_pay_their_first_stop() -> None:
    rails = witham("1F", "1F", "1F")
    assert rails.value("D13 D11").revenue == 20 + 30
    for count in (2, 3):
        assert rails.value(*["D13 D11"] * count).revenue == 20
        assert rails.value(*["D11 D13"] * count).revenue == 30
    assert [worth for worth, _ in rails.value(*["D11 D13"] * 3).routes] == [30, 0, 0]
    assert rails.best() == (60, 0)  # on to Newmarket


@rule("1862-7.8.1.6")
def test_online_freights_with_one_end_are_refused() -> None:
    rails = witham("1F", "1F", "1F")
    assert rails.refuses("C10 D11", "C10 D11", "D11 D13") == "1862-7.8.1.6"
    assert rails.value("C10 D11", "D11 D13").revenue == 20 + 20 + 1 * 20


@rule("1862-7.8.1.6")
def test_online_an_end_is_no_joint() -> None:
    """Four freights there and back and on: Newmarket is passed twice, the ends only once."""
    rails = Rails("SVR", "A", "online").lines("D13 D11 C10 C8", "C10 B9", D11="green", C10="green")
    rails.station("D11", "C10").trains("1F", "1F", "1F", "1F")
    there_and_back = ("D13 D11", "D11 C10", "C10 C8", "C8 C10")
    assert rails.refuses(*there_and_back) == "1862-7.8.1.6"  # it ends at a joint
    rails.trains("1F", "1F", "1F", "1F", "1F")
    lines = (*there_and_back, "C10 B9")
    assert rails.value(*lines).revenue == 20 + 40 + 2 * 20  # from Witham to Cambridge


@rule("1862-7.8.1.1", "1862-7.8.1.2")
def test_a_freight_counts_hexes_and_ignores_small_stations() -> None:
    rails = lynn_to_wells("3F", "5F")
    assert rails.refuses("A6 B5 C4 D3 E2") == "1862-7.8.1.1"
    rails.trains("4E", "3F")
    assert rails.value("C4 B5", "C4 D3 E2 F1").revenue == 30 + 20 + 90 + 2 * 30


@rule("1862-7.8.0.9")
def test_an_area_pays_once_whatever_its_entrances() -> None:
    rails = Rails("EUR").lines("E12 D13 D15", "E12 D11 C12 B13 B15").station("E12").london()
    rails.trains("3E", "4E")
    value = rails.value("E12 D13 D15", "E12 D11 C12 B13 B15")
    assert value.revenue == 40 + 20 + 100 + 20 + 20
    assert [worth for worth, _ in value.routes] == [160, 40]


@rule("1862-7.8.2.4", "1862-7.8.2.1")
def test_trains_that_score_fewer_stations_than_they_visit() -> None:
    rails = Rails("ENR", "B").lines("F5 F3 E2 E4").station("F3").trains("2/3E")
    assert rails.value("F5 F3 E2").revenue == 40 + 20  # the home station need not be scored
    rails.trains("2/3L")
    value = rails.value("F5 F3 E2")
    assert (value.revenue, value.income) == (60, 30)
    assert rails.refuses("F5 F3 E2 E4") == "1862-7.8.3.1"
    rails.trains("2/3E", "2E")
    assert rails.value("F5 F3 E2", "F3 F5").revenue == 80  # what the other scores is skipped


@rule("1862-7.8.2.3", "1862-7.8.0.9")
def test_local_trains_are_paid_once_for_hexes_and_small_stations() -> None:
    rails = Rails("WNR", "C").lines("E2 D3 D5 C6").station("E2").trains("2L", "3L")
    value = rails.value("E2 D3 D5", "E2 D3 D5 C6")
    assert (value.revenue, value.income) == (20 + 20 + 20 + 20, 40)


@rule("1862-7.8.0.10")
@pytest.mark.parametrize(
    ("phase", "midlands", "port"),
    [("A", 40, 80), ("B", 40, 80), ("C", 90, 90), ("D", 90, 90), ("E", 140, 100), ("H", 140, 100)],
)
def test_areas_pay_by_phase(phase: str, midlands: int, port: int) -> None:
    rails = Rails("L&H", phase).lines("A6 B5 C4 C2").station("C4").trains("4E")
    assert rails.value("A6 B5 C4 C2").revenue == midlands + 20 + 30 + port


@rule("1862-7.8.0.10")
@pytest.mark.parametrize(
    ("colour", "plain", "y", "n"),
    [("yellow", 20, 30, 40), ("green", 30, 50, 60), ("brown", 40, 60, 80)],
)
def test_large_stations_pay_by_tile(colour: str, plain: int, y: int, n: int) -> None:
    rails = Rails("E&H").lines("B7 C8 B9", B7=colour, C8=colour, B9=colour)
    assert rails.station("C8").trains("3E").value("B7 C8 B9").revenue == plain + y + n


# --- refused --------------------------------------------------------------------------------


@rule("1862-7.4.1", "1862-7.8.1.7", "1862-7.4.5", "1862-N.5")
def test_a_route_needs_a_station_of_the_company_other_than_london() -> None:
    rails = Rails("ESR").lines("D15 D13 E12 F11", "F11 G12").station("F11").london()
    rails.trains("3E", "2E")
    assert rails.refuses("F11 G12", "D15 D13 E12") != "1862-7.4.5"
    assert rails.refuses("D15 D13 E12") == "1862-7.4.1"
    assert rails.value("F11 E12 D13", "F11 G12").revenue == 40 + 40 + 20 + 20


@rule("1862-7.4.5", "1862-7.6.5.4", "1862-N.5")
def test_only_who_has_a_station_in_london_runs_there() -> None:
    rails = Rails("EUR").lines("E12 D13 D15").station("E12").trains("3E")
    assert rails.refuses("E12 D13 D15") == "1862-7.4.5"
    assert rails.best() == (60, 0)
    assert rails.london().value("E12 D13 D15").revenue == 160


@rule("1862-7.4.2", "1862-7.8.0.8")
def test_no_route_visits_anything_twice() -> None:
    rails = Rails("ENR").lines("F3 E2 E4 F3", F3="green", E2="green", E4="green")
    rails.station("F3").trains("6E")
    assert rails.refuses("F3 E2 E4 F3") == "1862-7.4.2"
    assert rails.refuses("F3 E2 F3") == "1862-7.8.0.8"
    rails = Rails("L&H").lines("A4 B5 C4", "B5 A6", B5="green").station("C4").trains("6E")
    assert rails.refuses("A4 B5 A6") in ("1862-7.4.2", "1862-7.4.1")


@rule("1862-7.4.3")
def test_a_full_station_can_be_an_end_but_not_be_passed() -> None:
    rails = Rails("ENR").lines("F5 F3 E2 E4").station("F3").full("E2").trains("4E")
    assert rails.refuses("F5 F3 E2 E4") == "1862-7.4.3"
    assert rails.value("F5 F3 E2").revenue == 80
    assert rails.best() == (80, 0)
    rails = Rails("ENR").lines("F5 F3 E2 E4", E2="green").station("F3").trains("4E")
    rails.station("E2", company="WNR")
    assert rails.value("F5 F3 E2 E4").revenue == 110  # an empty slot lets it pass


@rule("1862-7.4.4", "1862-7.8.0.5", "1862-N.5")
def test_areas_end_routes_and_only_one_of_each_kind() -> None:
    rails = Rails("ENR").lines("F1 F3 E2 D1", "E2 E4").station("F3", "E2").trains("4E")
    assert rails.refuses("F1 F3 E2 D1") == "1862-7.8.0.5"
    assert rails.best() == (80 + 20 + 30 + 20, 0)  # to one port only
    rails = Rails("WStI").lines("A4 B5 B7 A8").station("B5").trains("4E")
    assert rails.refuses("A4 B5 B7 A8") in ("1862-7.4.2", "1862-7.8.0.5")
    rails = Rails("EUR").lines("A8 B9 B7 A6").station("B7").trains("4E")
    rails.state.homes["EUR"] = ("B7", 0)
    assert rails.refuses("A8 B9 B7 A6") == "1862-7.8.0.5"  # from the West to the Midlands
    rails = Rails("L&H", "C").lines("A6 B5 C4 C2").station("C4").trains("4E")
    assert rails.value("A6 B5 C4 C2").revenue == 90 + 20 + 30 + 90


@rule("1862-7.8.0.2", "1862-N.5")
def test_routes_end_at_large_stations_or_areas() -> None:
    rails = wells("3E")
    assert rails.refuses("E2 D3") == "1862-7.8.0.2"
    assert rails.refuses("E2") == "1862-7.8.0.2"


@rule("1862-7.8.2.2", "1862-N.5")
def test_local_trains_do_not_run_to_areas() -> None:
    rails = wells("3L")
    assert rails.refuses("E2 D1") == "1862-7.8.2.2"
    assert rails.refuses("C2 C4 D3 E2") == "1862-7.8.2.2"


@rule("1862-7.8.0.7", "1862-2.1.5", "1862-6.5.4.3.2", "1862-N.5")
def test_only_trains_with_a_permit_run() -> None:
    rails = wells("3L").permits("express")
    assert rails.refuses("E2 E4") == "1862-7.8.0.7"
    assert rails.best() == (0, 0)
    assert rails.value().revenue == 0
    assert rails.permits("express", "local").value("C4 D3 E2 E4").revenue == 130


@rule("1862-7.8.0.3", "1862-N.5")
def test_one_route_visits_the_home_station() -> None:
    rails = Rails("ENR").lines("F3 F5", "E2 E4 E6 F5", "E4 D5").station("F3", "E4").trains("2E")
    assert rails.refuses("E4 E2") == "1862-7.8.0.3"
    assert rails.value("F3 F5").revenue == 60
    rails.state.stations.pop(("F3", 0))
    assert rails.best() == (0, 0)  # without home station nothing runs


@rule("1862-7.8.0.4", "1862-N.5")
def test_routes_are_linked_at_large_stations() -> None:
    rails = Rails("ENR").lines("F3 F5", "E2 E4 E6 F5").station("F3", "E4").trains("2E", "2E")
    assert rails.refuses("F3 F5", "E4 E2") == "1862-7.8.0.4"
    assert rails.value("F3 F5", "E4 E6 F5").revenue == 20 + 40 + 20  # Norwich links them
    rails.full("F5")
    assert rails.value("F3 F5", "E4 E6 F5").revenue == 80  # also when full of others


@rule("1862-7.8.0.4")
@pytest.mark.parametrize(("edition", "worth"), [("rulebook", 0), ("online", 300)])
def test_an_area_links_nothing(edition: str, worth: int) -> None:
    rails = Rails("WStI", "A", edition).lines("B5 A6", "B7 A6").station("B5", "B7")
    rails.trains("2E", "2E")
    if worth:
        assert rails.value("B5 A6", "B7 A6").revenue == 40 + 20 + 20
    else:
        assert rails.refuses("B5 A6", "B7 A6") == "1862-7.8.0.4"
        assert rails.best() == (60, 0)


@rule("1862-7.8.0.4")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_a_small_station_links_nothing(edition: str) -> None:
    """Two routes over one green small-station tile do not meet, even if track crosses."""
    rails = Rails("W&F", "C", edition).lines("E4 E6 E8", "D5 E6 F7").station("E4", "D5")
    rails.trains("2L", "2L")
    assert rails.refuses("E4 E6 E8", "D5 E6 F7") == "1862-7.8.0.4"


@rule("1862-7.8.0.1")
def test_the_director_chooses_but_trains_that_can_run_do() -> None:
    rails = Rails("ENR").lines("F5 F3 E2 E4").station("F3").trains("2E", "3E")
    assert rails.refuses() == "1862-7.8.0.1"
    assert rails.refuses("F3 F5") == "1862-7.8.0.1"
    assert rails.value("F3 E2", "F3 E2").revenue == 40  # far from the best
    assert rails.best() == (100, 0)
    online = Rails("ENR", edition="online").lines("F5 F3 E2").station("F3").trains("2E", "3E")
    assert online.value("F3 F5").revenue == 60
    assert online.value().revenue == 0


@rule("1862-7.8.0.1")
def test_an_idle_freight_must_be_joined_if_it_can() -> None:
    rails = lynn_to_wells("1F", "5F")
    assert rails.value("A6 B5 C4 D3 E2 F1", cards=["5F-1"]).revenue == 300  # no end to join
    assert rails.value("A6 B5 C4 D3 E2", cards=["5F-1"]).revenue == 90 + 20 + 3 * 20
    rails.station("E2")  # now it can go on from Wells
    assert rails.refuses("A6 B5 C4 D3 E2", cards=["5F-1"]) == "1862-7.8.0.1"


@rule("1862-7.8.0.1", "1862-7.8.1.8", "1862-7.8.1.9")
def test_an_idle_freight_that_may_neither_run_apart_nor_be_joined() -> None:
    whole = "A6 B5 C4 D3 E2 F1"
    rails = lynn_to_wells("6F", "5F")
    assert rails.value(whole, cards=["5F-1"]).revenue == 300  # the only permanent one is joined
    assert lynn_to_wells("6F", "6F").refuses(whole, cards=["6F-1"]) == "1862-7.8.0.1"
    rails = lynn_to_wells("5F", "5F", "6F", "6F")
    cards = ["5F-1", "6F-2", "6F-3"]
    assert rails.value(whole, whole, whole, cards=cards).revenue == 300 + 120 + 120
    rails.station("E2")  # from there it could go on, but away from the other one that rusts
    assert rails.value(whole, whole, "A6 B5 C4 D3 E2", cards=cards).revenue == 300 + 120 + 20 + 60


@rule("1862-7.8.0.1")
def test_trains_run_once_and_are_owned() -> None:
    rails = Rails("ENR").lines("F5 F3 E2").station("F3").trains("2E")
    assert rails.refuses("F3 F5", cards=["3E-7"]) == "1862-7.8.0.1"
    assert rails.refuses("F3 F5", "F3 E2", cards=["2E-0", "2E-0"]) == "1862-7.8.0.1"


@rule("1862-2.3.1")
def test_track_of_small_stations_does_not_join() -> None:
    rails = Rails("W&F", "C").lines("E4 E6 E8", "D5 E6 F7").station("E4").trains("2L")
    assert rails.refuses("E4 E6 F7") == "1862-2.3.1"
    value = rails.value("E4 E6 E8")
    assert (value.revenue, value.income) == (20 + 20 + 20, 30)


@rule("1862-7.4.4")
def test_no_route_passes_an_area() -> None:
    rails = Rails("NGC").lines("C10 B9 A10", "A10 B11 C10").station("C10").trains("6E")
    with pytest.raises(IllegalAction) as caught:
        rails.value("C10 B9 A10 B11")
    assert (caught.value.reason, caught.value.rule) == ("route_passes_area", "1862-7.4.4")


# --- what the site lets an N/M train skip ---------------------------------------------------


def march(edition: str) -> Rails:
    """An express reaches the Midlands as a freight does, by another hex."""
    rails = Rails("WStI", "B", edition).lines("A4 B5 B7 C8", "A6 B7 B9").station("B5", "B7")
    return rails.trains("2/3E", "3F")


@rule("1862-7.8.2.4", "1862-7.8.3.1")
@pytest.mark.parametrize(("edition", "worth"), [("rulebook", 180), ("online", 150)])
def test_online_an_area_seems_to_pay_at_each_of_its_hexes(edition: str, worth: int) -> None:
    """March 30, Cambridge 40, the Midlands 40, Ely 30 and 2 x 20; the site gives March away."""
    rails = march(edition)
    value = rails.value("A6 B7 B9", "A4 B5 B7 C8")
    assert value.revenue == worth
    routes = solution(rails.game, "WStI").best.routes
    best = value_of(rails.game, "WStI", tuple(Route(card, path) for card, path in routes))
    assert best.revenue == solution(rails.game, "WStI").best.revenue


@rule("1862-7.8.2.4")
def test_online_what_is_skipped_is_the_first_best_choice() -> None:
    rails = Rails("L&H", "B", "online").lines("B5 C4 D5").station("C4").trains("2/3L", "2/3L")
    value = rails.value("B5 C4 D5", "B5 C4 D5")
    assert [worth for worth, _ in value.routes] == [50, 20]
    value = rails.value("D5 C4 B5", "B5 C4 D5")
    assert [worth for worth, _ in value.routes] == [50, 20]
    rails.trains("2L", "2/3L")
    assert [worth for worth, _ in rails.value("B5 C4", "D5 C4 B5").routes] == [50, 20]


@rule("1862-7.8.1.6")
def test_online_the_distance_belongs_to_the_first_freight_that_rusts() -> None:
    rails = march("online").trains("6F", "3F")
    assert [worth for worth, _ in rails.value("A4 B5", "B5 B7 C8").routes] == [40, 30 + 2 * 20]
    rails.trains("6F", "7F")
    assert [worth for worth, _ in rails.value("A4 B5", "B5 B7 C8").routes] == [40 + 2 * 20, 30]


@rule("1862-7.8.2.4")
def test_games_of_version_3_skip_what_is_best() -> None:
    rails = march("online")
    header = msgspec.structs.replace(rails.game.header, version=3)
    rails.game.policy = rails.game.rules.readings.policy(header)
    assert rails.value("A6 B7 B9", "A4 B5 B7 C8").revenue == 180
