"""Positions: what a game writes reads back, what people write is understood or explained."""

from __future__ import annotations

import random
import re
import time
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import dieciocho
from dieciocho import BadInput, Game
from dieciocho.bots import make_bot
from dieciocho.cli.main import app
from dieciocho.engine.game import Header
from dieciocho.engine.invariants import check
from dieciocho.engine.positions import document, text
from dieciocho.engine.positions.sections import SECTIONS

from .support import NAMES

DOCS = Path(__file__).parents[1] / "docs" / "positions.md"
PLAYERS = (*NAMES, "Gabi", "Hugo")


def setups() -> list[tuple[str, str, int]]:
    """Return every game in every edition with every number of players."""
    found = []
    for name in dieciocho.GAMES:
        rules = dieciocho.rules_of(name)
        for edition in rules.editions:
            for count in rules.player_counts:
                if (name, edition, count) != ("18mag", "online", 1):  # István plays by the book
                    found.append((name, edition, count))
    return found


def examples() -> dict[str, str]:
    """Return the positions of the documentation by their games."""
    blocks = re.findall(r"```toml\n(position.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    return {tomllib.loads(block)["game"]: block for block in blocks}


def same(one: Game, other: Game) -> None:
    assert one.state == other.state, one.state.differences(other.state)
    assert one.legal_actions() == other.legal_actions()
    assert (one.played, one.over, one.actor) == (other.played, other.over, other.actor)


# --- what a game writes ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "name", "edition", "count"),
    [("random", *s) for s in setups()] + [("wayward", *s) for s in setups() if s[2] == 3],
)
def test_a_position_of_a_game_reads_back(bot: str, name: str, edition: str, count: int) -> None:
    game = dieciocho.new_game(name, PLAYERS[:count], seed=count, edition=edition)
    player = make_bot(bot, count)
    dice = random.Random(f"{name} {edition} {count} {bot}")
    look, again = set(dice.sample(range(300), 8)) | {0}, None
    while not game.over and game.played <= 300:
        if game.played in look:
            written = game.position()
            again = dieciocho.from_position(written)
            assert again.position() == written
            assert tomllib.loads(written) == document(game)
        action = player.choose(game)
        if again is not None:
            same(again, game)
            if bot == "random":  # the other one remembers what was played before
                assert player.choose(again) == action
            again.play(action)
        game.play(action)
    same(dieciocho.from_position(game.position()), game)


@pytest.mark.parametrize(
    ("name", "count", "options"),
    [
        ("1862", 3, {"trains": "freight", "length": "short"}),
        ("1862", 2, {"beginners": "yes", "trains": "express"}),
        ("18esp", 4, {"setup": "random"}),
        ("1865", 2, {"variant": "short"}),
        ("18mag", 1, {"length": "short", "difficulty": "red"}),
    ],
)
def test_variants_read_back(name: str, count: int, options: dict[str, str]) -> None:
    game = dieciocho.new_game(name, PLAYERS[:count], seed=5, options=options)
    player = make_bot("random", 5)
    for _ in range(120):
        if not game.over:
            game.play(player.choose(game))
    again = dieciocho.from_position(game.position())
    assert again.header.options == game.header.options
    same(again, game)


def test_a_game_of_an_earlier_version_keeps_it() -> None:
    game = dieciocho.load(Path(__file__).parent / "saved" / "1888n-1.json").at(150)
    again = dieciocho.from_position(game.position())
    assert again.header.version == 1
    same(again, game)


def test_whoever_has_the_name_of_something_else_is_called_by_the_seat() -> None:
    names = ["LYR", "bank", "seat 2", "Ana 2", "a, b"]
    game = dieciocho.new_game("1888n", names)
    game.play("bid 130 on YRF")
    written = tomllib.loads(game.position())
    assert written["round"]["order"] == [f"seat {n}" for n in range(1, 6)]
    same(dieciocho.from_position(game.position()), game)


# --- a history that begins with a position ---------------------------------------------


def middle(name: str = "1888n", count: int = 3, actions: int = 90) -> Game:
    game = dieciocho.new_game(name, NAMES[:count], seed=1)
    player = make_bot("sensible", 1)
    while game.played < actions:
        game.play(player.choose(game))
    return game


def test_history_begins_with_the_position() -> None:
    whole = middle()
    game = dieciocho.from_position(whole.position())
    start = game.state.copy()
    assert (game.history, game.played) == ([], 90)
    assert game.log_lines("es") == ["La partida empieza en una posición dada."]
    player = make_bot("sensible", 1)
    for _ in range(40):
        action = player.choose(game)
        assert action == player.choose(whole)
        game.play(action)
        whole.play(action)
    same(game, whole)
    assert game.at(0).state == start
    assert game.at(20).played == 110
    saved = dieciocho.loads(game.to_json())
    same(saved, game)
    assert saved.log_lines() == game.log_lines()
    assert saved.to_json() == game.to_json()
    assert saved.position() == game.position() == whole.position()
    twin = game.copy()
    while twin.history:
        twin.undo()
    assert twin.state == start
    with pytest.raises(BadInput, match="nothing to undo"):
        twin.undo()
    while twin.played < game.played:
        twin.redo()
    same(twin, game)


def test_a_position_is_loaded_from_text_bytes_file_and_data(tmp_path: Path) -> None:
    game = middle()
    file = tmp_path / "table.toml"
    file.write_text("# after lunch\n\n" + game.position(), encoding="utf-8")
    written = game.position()
    for source in (written, written.encode(), file, str(file), tomllib.loads(written)):
        same(dieciocho.from_position(source), game)
    same(dieciocho.load(file), game)
    wrong: tuple[Any, ...] = (7, [], None, "", "no such file", tmp_path)
    for other in wrong:
        with pytest.raises(BadInput):
            dieciocho.from_position(other)


def test_the_command_line_takes_positions_and_games_that_begin_with_one(tmp_path: Path) -> None:
    game = dieciocho.from_position(middle().position())
    player = make_bot("sensible", 1)
    for _ in range(5):
        game.play(player.choose(game))
    (tmp_path / "table.toml").write_text(game.position(), encoding="utf-8")
    game.to_json(tmp_path / "game.json")
    for file in ("table.toml", "game.json"):
        path = str(tmp_path / file)
        picture = str(tmp_path / "board.svg")
        for arguments in (["replay", path], ["routes", path], ["render", path, "-o", picture]):
            result = CliRunner().invoke(app, arguments)
            assert result.exit_code == 0, result.output


# --- what people write -----------------------------------------------------------------


@pytest.mark.parametrize("name", dieciocho.GAMES)
def test_the_examples_of_the_documentation_are_played_on(name: str) -> None:
    game = dieciocho.from_position(examples()[name])
    given = tomllib.loads(examples()[name])
    assert game.state.turn is not None
    assert (game.state.turn.company, game.step.id) == (given["acting"], given["step"])
    player = make_bot("sensible", 1)
    for _ in range(25):
        game.play(player.choose(game))
        check(game)
    same(dieciocho.loads(game.to_json()), game)


def test_every_section_is_described() -> None:
    described = DOCS.read_text(encoding="utf-8")
    assert [name for name in SECTIONS if f"`{name}`" not in described] == []


def hand(**changes: Any) -> dict[str, Any]:
    """Return the example of 1888-N with changes; None leaves a section out."""
    data = tomllib.loads(examples()["1888n"])
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            value = {**data[name], **value}
        data[name] = value
    return {name: value for name, value in data.items() if value is not None}


def test_what_is_left_out_follows() -> None:
    game = dieciocho.from_position(hand())
    state = game.state
    assert sum(state.cash.values()) == 9000
    assert state.president == {"LYR": 0, "JHR": 1}
    assert state.floated == {"LYR", "JHR"}
    assert state.round.order == ("LYR", "JHR")
    assert game.kind_of(state.trains["bank"][0]) == "3"  # the 2-trains are gone in phase 3
    assert game.best_routes("LYR").best.revenue > 0


def test_only_what_differs_from_the_start_need_be_said() -> None:
    players = ["Ana", "Luis"]
    game = dieciocho.from_position({"position": 1, "game": "1888n", "players": players})
    assert game.state == dieciocho.new_game("1888n", players).state
    data = {"position": 1, "game": "1888n", "players": players, "cash": {"Ana": 300, "Luis": 40}}
    game = dieciocho.from_position(data)
    assert (game.state.cash[0], game.state.cash[1], game.state.cash["bank"]) == (300, 40, 8660)


def test_a_stock_round_begins_with_the_priority_deal() -> None:
    stock = {"kind": "stock", "number": 3}
    data = hand(round=None, acting=None, step=None, priority="Luis")
    game = dieciocho.from_position({**data, "round": stock})
    assert (game.step.id, game.actor) == ("stock_round", 1)
    game = dieciocho.from_position({**data, "round": stock, "acting": "Eva"})
    assert game.actor == 2


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "money": (
        {"cash": {"bank": 8000}},
        "cash: adds up to 8790, but the game has 9000; bank = 8210 would be right",
    ),
    "debt": ({"cash": {"Ana": -1}}, "cash.Ana: is less than nothing"),
    "nobody": ({"cash": {"Anna": 1}}, "cash.Anna: nobody is called 'Anna'; possible: Ana, Luis"),
    "no cash": ({"cash": {"pool": 1}}, "cash.pool: has no money"),
    "shares": ({"shares": {"LYR": "Ana 5, Luis 5"}}, "shares.LYR: there are only 9 certificates"),
    "holder": ({"shares": {"LYR": "Ana 5, Otto"}}, "shares.LYR: nobody is called 'Otto'"),
    "company": ({"shares": {"XYZ": "Ana"}}, "shares: there is no 'XYZ'; possible: JHR, SSL"),
    "director": (
        {"presidents": {"LYR": "Eva", "JHR": "Luis"}},
        "shares.LYR: the table is not complete: the director of LYR lacks",
    ),
    "cell": ({"market": {"LYR": 100}}, "the market has no cell '100'; possible: 100 at A4"),
    "par": ({"par": {"LYR": 90}}, "par.JHR: the table is not complete: JHR has a par value but"),
    "train twice": (
        {"trains": {"LYR": "2-0, 3-0", "JHR": "2-0"}},
        "has the train 2-0 already",
    ),
    "trains": (
        {"trains": {"LYR": "2-9"}},
        "trains: the table is not complete: 8 trains 2 instead of 7",
    ),
    "train": ({"trains": {"LYR": "9"}}, "trains.LYR: there is no train '9'; possible: 2, 3, 4"),
    "too many trains": (
        {"trains": {"JHR": "3, 3, 3, 3, 3"}},
        "trains.JHR: the table is not complete: JHR has too many trains",
    ),
    "hex": ({"tiles": {"Z99": "9/0"}}, "tiles.Z99: there is no such hex on the map"),
    "tile": ({"tiles": {"G15": "999/0"}}, "tiles.G15: there is no tile '999'"),
    "rotation": ({"tiles": {"G15": "9/7"}}, "tiles.G15: '7' is no rotation; possible: 0, 1"),
    "stop": ({"stations": {"F16.7": "LYR"}}, "stations.F16.7: there is no stop F16.7"),
    "station": ({"stations": {"F16.0": "ABC"}}, "stations.F16.0: there is no 'ABC'"),
    "home": (
        {"stations": {"F16.0": "-", "H14.0": "LYR"}},
        "stations: the table is not complete: LYR has stations, but none at its home F16.0",
    ),
    "phase": ({"phase": "9"}, "phase: there is no '9'; possible: 1, 2, 3"),
    "private": ({"privates": {"KT": "Otto"}}, "privates.KT: nobody is called 'Otto'"),
    "round": ({"round": {"kind": "tea"}}, "there is no round 'tea'; possible: auction, stock"),
    "acting": ({"acting": "Ana"}, "acting: is not in the order; possible: LYR, JHR"),
    "step": ({"step": "sleep"}, "there is no step 'sleep' in this turn; possible: track"),
    "agenda": ({"agenda": ["sleep"], "acting": None, "step": None}, "agenda[1]: there is no step"),
    "empty": ({"agenda": [], "acting": None, "step": None}, "agenda: nobody has anything to"),
    "both": ({"agenda": ["trains"]}, "acting: a position with an agenda says this there"),
    "section": ({"weather": "fine"}, "weather: there is no such section; possible: played"),
    "field": ({"round": {"weather": 1}}, "round: there is no 'weather'; possible: kind"),
    "facts": ({"facts": {"x": 1}}, "facts: there is no 'x'; possible: routed"),
    "edition": ({"edition": "pirate"}, "1888-N has no edition 'pirate'"),
    "version": ({"version": 99}, "rules version 99 is not known here"),
    "players": ({"players": ["Ana"]}, "1888-N is for 2 to 6 players, not 1"),
    "game": ({"game": "1830"}, "there is no game '1830'"),
    "format": ({"position": 2}, "a position says `position = 1` first"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_said(kind: str) -> None:
    changes, said = WRONG[kind]
    with pytest.raises(BadInput) as caught:
        dieciocho.from_position(hand(**changes))
    assert said in str(caught.value)


def test_tiles_are_counted() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3])
    tile, count = next((t, n) for t, n in game.definition.tile_counts.items() if 0 < n < 5)
    places = [spot.name for spot in game.definition.hex_list if spot.buildable][: count + 1]
    with pytest.raises(BadInput, match=f"there are only {count} of tile {tile}, not {count + 1}"):
        dieciocho.from_position(hand(tiles=dict.fromkeys(places, f"{tile}/0"), stations={}))


# --- what nobody should write ----------------------------------------------------------


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


NONSENSE: tuple[Any, ...] = (
    None, 0, -1, 10**40, 1.5, True, "", "-", "\x00", "x" * 10_000, [], [[]], {}, {"": ""},
    [None], nested(500), {"a": nested(500)}, "Ana 999999999999", "٣", "F16.²",
)  # fmt: skip


def test_nonsense_in_every_place_is_refused_or_harmless() -> None:
    """Whatever stands where: BadInput, or a game that can be played on."""
    whole = {**document(middle()), "acting": "LYR", "step": "track", "seed": 3}
    for name, part in whole.items():
        for value in NONSENSE:
            tried({**whole, name: value})
        if isinstance(part, dict):
            for key in (*list(part)[:2], "Ana", "F16.0", "", "kind"):
                for value in NONSENSE:
                    tried({**whole, name: {**part, key: value}})


def tried(data: dict[str, Any]) -> None:
    """Read a position with what says the turn by hand, and without it."""
    for left_out in ((), ("acting", "step")):
        try:
            game = dieciocho.from_position({k: v for k, v in data.items() if k not in left_out})
        except BadInput as error:
            said = str(error)
        else:
            said = ""
            check(game)
            assert game.over or game.legal_actions()
        assert len(said) < 1000


@pytest.mark.parametrize("name", dieciocho.GAMES)
def test_torn_positions_are_refused_or_harmless(name: str) -> None:
    lines = middle(name, actions=70).position().splitlines()
    dice = random.Random(name)
    for _ in range(60):
        torn = [line for line in lines if dice.random() > 0.04]
        if dice.random() < 0.5:
            one, two = dice.sample(range(len(torn)), 2)
            torn[one], torn[two] = torn[two], torn[one]
        try:
            game = dieciocho.from_position("\n".join(torn) + "\n")
        except BadInput:
            continue
        check(game)
        assert game.over or game.legal_actions()


HOSTILE: dict[str, str | bytes] = {
    "large": "position = 1\n" + "# x\n" * 2_500_000,
    "long line": "position = 1\n" + ".".join("a" * 100_000) + " = 1\n",
    "dots": "position = 1\n" + (".".join("a" * 2_400) + " = 1\n") * 60,
    "deep": "position = 1\na = " + "[" * 4_000 + "\n",
    "deep tables": "position = 1\na = " + "{a=" * 1_500 + "\n",
    "huge number": "position = 1\nplayed = " + "9" * 4_900 + "\n",
    "huge hex number": "position = 1\nplayed = 0x" + "f" * 4_900 + "\n",
    "date": "position = 1\nplayed = 2026-99-99\n",
    "not text": "position = 1\n\ud800\n".encode("utf-8", "surrogatepass"),
    "json": '{"position": 1}\n',
    "nothing": "\n",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_refused_quickly(kind: str) -> None:
    began = time.process_time()
    with pytest.raises(BadInput) as caught:
        dieciocho.from_position(HOSTILE[kind])
    assert len(str(caught.value)) < 1000
    assert time.process_time() - began < 10


def test_text_is_written_so_that_it_reads_back() -> None:
    odd = {
        "a": 1,
        "b c": [True, False, -3, '\x7f\t"\\é'],
        "long": ["x" * 30] * 9,
        "t": {"": "empty", "é": {}, "deep": {"x": {"y": {"z": [{"k": [1]}]}}, "w": "v" * 90}},
        "none": {},
    }
    written = text.write(odd)
    assert tomllib.loads(written) == odd
    assert max(map(len, written.splitlines())) <= 100
    assert text.is_position(b"# note\n\nposition = 1")
    assert not text.is_position(b'{"format": 1, "position": 2}')


def test_a_saved_game_with_a_broken_start_is_refused() -> None:
    game = dieciocho.from_position(middle().position())
    saved = msgspec.json.decode(game.to_json())
    saved["header"]["start"]["cash"]["Ana"] += 1
    with pytest.raises(BadInput, match="adds up to"):
        dieciocho.load(saved)
    saved["header"]["start"] = [1]
    with pytest.raises(BadInput, match="not a saved game"):
        dieciocho.load(saved)


def test_games_without_a_position_are_saved_as_ever() -> None:
    assert "start" not in dieciocho.new_game("1888n", NAMES[:3]).to_json()
    assert msgspec.to_builtins(Header("1888n", ("A", "B"))) == {
        "game": "1888n",
        "players": ("A", "B"),
    }
