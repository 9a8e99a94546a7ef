"""Contests: every start in every rotation, continued from a file, counted fairly."""

from __future__ import annotations

import json
import math
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho.cli.main import app
from dieciocho.sim.arena import (
    Contest,
    Pairing,
    Played,
    compete,
    play_pairing,
    standings,
    wilson,
)
from dieciocho.sim.lines import read_lines
from dieciocho.sim.rating import Question, ratings


def test_rotations_that_differ() -> None:
    assert Contest("1888n", ("a", "b")).rotations() == [
        ("a", "b", "a", "b"),
        ("b", "a", "b", "a"),
    ]
    assert len(Contest("1888n", ("a", "b", "b", "b")).rotations()) == 4
    assert len(Contest("1888n", ("a", "b"), players=3).rotations()) == 3
    assert len(Contest("1888n", ("a",)).rotations()) == 1


def test_every_start_is_played_in_every_rotation() -> None:
    pairings = Contest("1888n", ("a", "b"), players=3, seed=1).pairings(7)
    assert len(pairings) == 9
    for start in range(3):
        games = pairings[3 * start : 3 * start + 3]
        assert len({game.seed for game in games}) == 1
        for seat in range(3):
            assert len({game.seats[seat] for game in games}) == 2
    assert len({game.seed for game in pairings}) == 3


def test_equal_bots_play_equal_games_in_every_rotation() -> None:
    contest = Contest("1888n", ("random",), players=3)
    first, again = (play_pairing(contest.pairings(1)[0]) for _ in range(2))
    assert isinstance(first, Played)
    assert isinstance(again, Played)
    assert (first.scores, first.moves) == (again.scores, again.moves)
    assert sum(first.moves) == first.actions


def test_a_contest_is_continued(tmp_path: Path) -> None:
    contest = Contest("1888n", ("random", "curious"), players=2, seed=3)
    file = tmp_path / "results.jsonl"
    played, failures = compete(contest, 2, file=file, workers=1)
    assert not failures
    assert len(file.read_bytes().splitlines()) == 2
    with file.open("ab") as torn:
        torn.write(b'{"pairing":{"game"')  # interrupted while it was written
    steps: list[tuple[int, int]] = []
    more, _ = compete(
        contest, 4, file=file, workers=1, progress=lambda done, all: steps.append((done, all))
    )
    assert more[:2] == played
    assert steps == [(3, 4), (4, 4)]
    assert list(read_lines(file, Played)) == more
    other = msgspec.structs.replace(contest, seed=4)
    compete(other, 2, file=file, workers=1)
    assert len(list(read_lines(file, Played))) == 6


def test_a_file_of_something_else(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text("hello\n", encoding="utf-8")
    with pytest.raises(dieciocho.BadInput, match="not a file of results"):
        compete(Contest("1888n", ("random",)), 1, file=file)


@pytest.mark.parametrize(
    ("contest", "games", "text"),
    [
        (Contest("chess", ("random",)), 1, "no game"),
        (Contest("1888n", ("genius",)), 1, "genius"),
        (Contest("1888n", ()), 1, "at least one bot"),
        (Contest("1888n", ("random",) * 5), 1, "too many"),
        (Contest("1888n", ("random",), players=9), 1, "2 to 6 players"),
        (Contest("1888n", ("random",)), 0, "at least one game"),
    ],
)
def test_contests_that_cannot_be(contest: Contest, games: int, text: str) -> None:
    with pytest.raises(dieciocho.BadInput, match=text):
        compete(contest, games)


def game_of(seats: str, *scores: int) -> Played:
    pairing = Pairing("1888n", 1, tuple(seats), "rulebook", {})
    count = len(seats)
    return Played(
        pairing, scores, 9, "bank", (3,) * count, (0.6,) * count, (0.3,) * count, (0,) * count
    )


def test_standings() -> None:
    contest = Contest("1888n", ("a", "b", "b"), players=3)
    played = [game_of("abb", 50, 25, 25), game_of("bba", 10, 20, 20), game_of("bab", 30, 10, 20)]
    a, b = standings(contest, played)
    assert (a.bot, b.bot) == ("a", "b")
    assert (a.wins, b.wins) == (1.5, 1.5)
    assert [a.par, b.par] == pytest.approx([1 / 3, 2 / 3])
    assert a.wealth == pytest.approx((0.5 + 0.4 + 1 / 6) / 3)
    assert b.per_game == pytest.approx(0.6)
    assert b.per_move == pytest.approx(0.2)
    assert b.worst_move == 0.3
    assert a.low < 0.5 < a.high


def test_wilson() -> None:
    assert list(wilson(50, 100)) == pytest.approx([0.4038, 0.5962], abs=1e-4)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    command = ["arena", "1888n", "--bots", "random,curious", "--players", "2", "--games", "2"]
    command += ["--out", str(file), "--workers", "1"]
    shown = CliRunner().invoke(app, [*command, "--language", "es"])
    assert shown.exit_code == 0
    assert "Ganadas" in shown.output
    facts = json.loads(CliRunner().invoke(app, [*command, "--json"]).output)
    assert sum(row["wins"] for row in facts["standings"]) == 2
    assert facts["failures"] == []


def test_a_bot_as_a_program() -> None:
    result = CliRunner().invoke(app, ["bot", "random"], input="dieciocho\nquit\n")
    assert result.output.endswith("ready\n")


# --- ratings and tests -----------------------------------------------------------------


def won(seats: str, winner: int) -> Played:
    return game_of(seats, *(2 if seat == winner else 1 for seat in range(len(seats))))


def test_ratings_say_how_often_a_seat_wins() -> None:
    # 10 of 16 games against three others: 5 times the strength of each of them.
    played = [won("abbb", 0)] * 100 + [won("abbb", 1)] * 60
    first, second = ratings(played)
    assert (first.bot, second.bot, first.games) == ("a", "b", 160)
    assert first.points - second.points == pytest.approx(400 * math.log10(5), rel=0.05)
    assert first.low < first.points < first.high
    assert first.points == pytest.approx(-second.points)
    wider = ratings(played[::10])[0]
    assert wider.high - wider.low > 2.5 * (first.high - first.low)


def test_ratings_of_bots_that_never_met() -> None:
    games = [won("ab", 0)] * 3 + [won("ab", 1)] + [won("bc", 0)] * 3 + [won("bc", 1)]
    assert [rating.bot for rating in ratings(games)] == ["a", "b", "c"]
    assert ratings([won("aa", 0)]) == []
    always = ratings([won("ab", 0)] * 50)[0]
    assert 100 < always.points < 1000
    assert always.low > 0


def test_a_test_stops_when_it_knows() -> None:
    question = Question("a", 0, 200)
    assert question.answer([won("abbb", 0)] * 2).verdict == ""
    assert question.answer([won("abbb", 0)] * 20).verdict == "better"
    assert question.answer([won("abbb", 1)] * 20).verdict == "worse"
    assert question.answer([won("aaaa", 1)] * 20).games == 20
    assert question.answer([won("aaaa", 1)] * 20).weight == 0


def test_a_contest_ends_when_enough_is_known() -> None:
    contest = Contest("1888n", ("random", "curious"), players=2, seed=3)
    asked: list[int] = []

    def known(games: list[Played]) -> bool:
        asked.append(len(games))
        return len(games) == 4

    played, _ = compete(contest, 20, workers=1, known=known)
    assert asked == [2, 4]
    assert len(played) == 4


def test_moves_that_are_late_are_counted() -> None:
    contest = Contest("1888n", ("random",), players=2, seed=3, time=1e-9)
    [strict] = compete(contest, 1, workers=1)[0]
    assert strict.late == strict.moves
    [free] = compete(msgspec.structs.replace(contest, time=None), 1, workers=1)[0]
    assert free.late == (0, 0)
    assert free.scores == strict.scores


def test_results_of_earlier_versions_are_read(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    contest = Contest("1888n", ("random",), players=2, seed=3)
    [played], _ = compete(contest, 1, file=file, workers=1)
    line = json.loads(file.read_text(encoding="utf-8"))
    del line["late"], line["pairing"]["time"]
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    [known], _ = compete(contest, 1, file=file, workers=1)
    assert (known.scores, known.late) == (played.scores, ())
    assert standings(contest, [known])[0].late == 0


def test_command_with_a_test_and_the_rating_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    command = ["arena", "1888n", "--bots", "random,curious", "--players", "2", "--games", "2"]
    command += ["--out", str(file), "--workers", "1", "--time", "5"]
    shown = CliRunner().invoke(app, [*command, "--until", "0,50"])
    assert shown.exit_code == 0
    assert "not yet known whether random is 50.0 points stronger" in shown.output
    rated = CliRunner().invoke(app, ["rating", str(file), "--language", "es"])
    assert "Partidas" in rated.output
    assert len(json.loads(CliRunner().invoke(app, ["rating", str(file), "--json"]).output)) == 2
    for wrong in ("50,0", "much"):
        refused = CliRunner().invoke(app, [*command, "--until", wrong])
        assert "two ratings" in refused.output
    refused = CliRunner().invoke(app, ["rating", str(tmp_path / "nothing")])
    assert refused.exit_code == 2
    refused = CliRunner().invoke(app, [*command[:-1], "0"])
    assert "more than 0.0 seconds" in refused.output
