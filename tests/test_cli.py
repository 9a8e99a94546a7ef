"""The program, used as people use it: options, files good and bad, a session at the keyboard."""

from __future__ import annotations

import gzip
import io
import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import dieciocho
from dieciocho import bench, cli
from dieciocho.bots import make_bot
from dieciocho.cli import listing, printing, tables
from dieciocho.cli.main import app
from dieciocho.engine.errors import BadInput
from dieciocho.engine.game import Game
from dieciocho.engine.text import load_texts
from dieciocho.games import GAMES
from dieciocho.interop.export import export_game
from dieciocho.sim.checks import Checker

from .support import NAMES, conformance

runner = CliRunner()
COMMANDS = (
    "play",
    "serve",
    "worker",
    "token",
    "manage",
    "terminal",
    "new",
    "replay",
    "routes",
    "render",
    "check",
    "rules",
    "simulate",
    "bench",
    "conform",
    "import",
    "export",
)


def dieciocho_(*words: object, keys: str = "") -> Result:
    return runner.invoke(app, [str(word) for word in words], input=keys)


def failed(result: Result, text: str) -> None:
    """Assert one clear line on stderr, exit status 2, no traceback."""
    assert result.exit_code == 2, result.output
    assert text in result.stderr
    assert result.stderr.startswith("dieciocho: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


def bot_game(edition: str = "rulebook", actions: int = 150) -> Game:
    game = dieciocho.new_game("1888n", NAMES[:4], seed=3, edition=edition)
    bot = make_bot("sensible", 3)
    while not game.over and len(game.history) < actions:
        game.play(bot.choose(game))
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return bot_game()


@pytest.fixture
def saved(tmp_path: Path, game: Game) -> Path:
    path = tmp_path / "game.json"
    game.to_json(path)
    return path


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "recorded.json.gz"
    path.write_bytes(gzip.compress(export_game(bot_game("online")).encode()))
    return path


# --- help ------------------------------------------------------------------------------


def test_help_names_every_command() -> None:
    result = dieciocho_("--help")
    assert result.exit_code == 0
    for command in COMMANDS:
        assert f" {command} " in result.output
        assert dieciocho_(command, "--help").exit_code == 0


def test_help_says_what_holds_without_an_option() -> None:
    for words in (
        ("replay", "the end"),
        ("routes", "the one operating, or all"),
        ("simulate", "one for each processor"),
        ("play", "the first free one from"),
    ):
        shown = " ".join(dieciocho_(words[0], "--help").output.replace("│", " ").split())
        assert words[1] in shown


def test_version() -> None:
    assert dieciocho_("--version").output == f"dieciocho {dieciocho.__version__}\n"


def test_the_installed_program_runs() -> None:
    program = Path(sys.executable).with_name("dieciocho")
    if not program.exists():
        pytest.skip("the package is not installed")
    done = subprocess.run([program, "rules", "1888n", "1.1"], capture_output=True, text=True)
    assert done.returncode == 0
    assert "1888N-1.1" in done.stdout


# --- new, replay -----------------------------------------------------------------------


def test_new_game(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    result = dieciocho_("new", "1888n", "--players", "Ana, Luis,Eva", "--seed", 7, "-o", path)
    assert result.exit_code == 0
    started = dieciocho.load(path)
    assert set(started.players) == {"Ana", "Luis", "Eva"}
    assert started.header.seed == 7
    assert (
        started.to_json() == dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"], seed=7).to_json()
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("1889", "--players", "A,B"), "no game '1889'"),
        (("1888n", "--players", "A"), "2 to 6 players"),
        (("1888n", "--players", "A,A"), "a name of their own"),
        (("1888n", "--players", "A,B", "--edition", "pirate"), "no edition"),
    ],
)
def test_new_with_wrong_words(tmp_path: Path, words: tuple[str, ...], text: str) -> None:
    failed(dieciocho_("new", *words, "-o", tmp_path / "x.json"), text)
    assert not list(tmp_path.iterdir())


def test_cannot_write(tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "x.json"
    failed(dieciocho_("new", "1888n", "--players", "A,B", "-o", target), "cannot write")


def test_replay(saved: Path, game: Game) -> None:
    result = dieciocho_("replay", saved)
    assert result.exit_code == 0
    for name in game.players:
        assert name in result.output
    assert "Stock round" in result.output
    spanish = dieciocho_("replay", saved, "--language", "es")
    assert "Ronda" in spanish.output


def test_replay_at_a_position_as_json(saved: Path, game: Game) -> None:
    data = json.loads(dieciocho_("replay", saved, "--at", 20, "--json").output)
    assert len(data["actions"]) == 20
    assert data["scores"] == game.at(20).scores()
    assert data["over"] is False
    failed(dieciocho_("replay", saved, "--at", 9999), "there is no position 9999")
    failed(dieciocho_("replay", saved, "--at", -1), "there is no position -1")


def test_replay_of_a_recorded_game(recorded: Path) -> None:
    result = dieciocho_("replay", recorded)
    assert result.exit_code == 0
    assert "Stock round" in result.output


def bad_files(folder: Path, good: str) -> dict[str, Path]:
    """Write files that are not games."""
    contents = {
        "empty": b"",
        "binary": bytes(range(256)),
        "list": b"[1, 2]",
        "object": b"{}",
        "truncated": good[: len(good) // 2].encode(),
        "deep": b"[" * 100_000,
        "gzip": gzip.compress(good.encode())[:60],
        "foreign": b'{"title": "1830", "players": [], "actions": []}',
        "illegal": good.replace('"do":"pass"', '"do":"bankrupt"', 1).encode(),
        "unknown": good.replace('"1888n"', '"1999"', 1).encode(),
    }
    paths = {}
    for name, content in contents.items():
        paths[name] = folder / f"{name}.json"
        paths[name].write_bytes(content)
    paths["missing"] = folder / "missing.json"
    paths["folder"] = folder
    return paths


@pytest.mark.parametrize(
    "kind",
    [
        "empty",
        "binary",
        "list",
        "object",
        "truncated",
        "deep",
        "gzip",
        "foreign",
        "illegal",
        "unknown",
        "missing",
        "folder",
    ],
)
def test_hostile_files(tmp_path: Path, game: Game, kind: str) -> None:
    path = bad_files(tmp_path, game.to_json())[kind]
    out = tmp_path / "out"
    for words in (
        ("replay", path),
        ("routes", path),
        ("terminal", path),
        ("export", path, "-o", out),
        ("import", path, "-o", out),
        ("render", path, "-o", out),
        ("conform", path),
    ):
        failed(dieciocho_(*words), "")
    assert not out.exists()


# --- routes, rules, render -------------------------------------------------------------


def test_routes(saved: Path, game: Game) -> None:
    number = next(n for n in range(len(game.history)) if game.at(n).state.round.kind == "operating")
    result = dieciocho_("routes", saved, "--company", "SSL")
    assert result.exit_code == 0
    assert "SSL" in result.output
    data = json.loads(dieciocho_("routes", saved, "--json").output)
    assert all(entry["proven"] for entry in data)
    earning = [entry for entry in data if any(s["revenue"] for s in entry["sets"])]
    for entry in earning:
        best = game.best_routes(entry["company"]).best
        assert entry["sets"][0]["revenue"] == best.revenue
    early = json.loads(dieciocho_("routes", saved, "--at", number, "--json").output)
    assert len(early) == 1
    failed(dieciocho_("routes", saved, "--company", "XYZ"), "no company 'XYZ'")


def test_routes_are_drawn(saved: Path, game: Game, tmp_path: Path) -> None:
    company = next(c for c in game.state.cell if game.best_routes(c).best.revenue)
    picture = tmp_path / "routes.svg"
    assert dieciocho_("routes", saved, "--company", company, "-o", picture).exit_code == 0
    assert "data-route" in picture.read_text(encoding="utf-8")


def test_routes_say_that_they_are_the_maximum(saved: Path, game: Game) -> None:
    company = next(c for c in game.state.cell if game.best_routes(c).best.revenue)
    output = dieciocho_("routes", saved, "--company", company).output
    assert "proven maximum" in output
    assert str(game.best_routes(company).best.revenue) in output
    assert "máximo demostrado" in dieciocho_(
        "routes", saved, "--company", company, "--language", "es"
    ).output.replace("\n", " ")


def test_rules() -> None:
    assert "two to six players" in dieciocho_("rules", "1888n", "1888N-1.1").output
    assert "dos a seis" in dieciocho_("rules", "1888n", "1.1", "--language", "es").output
    section = json.loads(dieciocho_("rules", "1888n", "4.3.1", "--json").output)
    assert len(section) > 10
    assert all(rule.startswith("1888N-4.3.1.") for rule in section)
    assert len(json.loads(dieciocho_("rules", "1888n", "--json").output)) > 200
    failed(dieciocho_("rules", "1888n", "99"), "no rule 99; its sections are 1, 2, 3,")
    failed(dieciocho_("rules", "1889"), "no game")


def test_render(saved: Path, tmp_path: Path) -> None:
    for number, options in enumerate(([], ["--market"], ["--company", "SSL"], ["--at", "5"])):
        target = tmp_path / f"{number}.svg"
        result = dieciocho_("render", saved, "-o", target, *options)
        assert result.exit_code == 0, result.output
        assert target.read_text(encoding="utf-8").lstrip().startswith("<svg")
    both = dieciocho_("render", saved, "-o", tmp_path / "x", "--market", "--company", "SSL")
    failed(both, "give one of")
    failed(dieciocho_("render", saved, "-o", tmp_path / "x", "--company", "XX"), "no company")


@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_shows_every_position(game: str) -> None:
    """In both languages; what a game has of its own has words or is shown by its name."""
    table = dieciocho.new_game(game, NAMES[:3], seed=4)
    # By chance alone hardly any company of 1862 ever gets enough money to operate.
    player = make_bot("sensible" if game == "1862" else "random", 4)
    console = Console(file=io.StringIO(), width=160)
    kinds = set()
    while not table.over and len(table.history) < 700:
        if len(table.history) % 7 == 0:
            language = ("en", "es")[len(table.history) % 2]
            console.print(tables.round_line(table, language))
            for shown in (tables.players, tables.companies, tables.market):
                console.print(shown(table, language) or "")
            console.print(tables.trains(table, language))
            for line in listing.lines(table, table.legal_actions(), language):
                console.print(line)
            kinds.add(table.state.round.kind)
        table.play(player.choose(table))
    assert {"stock", "operating"} <= kinds


@pytest.mark.parametrize("game", ["1862", "18esp"])
def test_a_position_fits_into_80_columns(game: str) -> None:
    table = dieciocho.new_game(game, NAMES[:4], seed=3)
    bot = make_bot("sensible", 3)
    while len(table.history) < 250:
        table.play(bot.choose(table))
    console = Console(width=80, file=io.StringIO())
    for shown in (tables.players, tables.companies, tables.market):
        console.print(shown(table, "en"))
    assert isinstance(console.file, io.StringIO)
    said = console.file.getvalue()
    assert "…" not in said
    words = said.split()
    assert all(company in words for company in table.state.cell)
    assert all(str(cell.price) in words for cell in table.definition.market.cells)


def test_an_endless_bank_owes_nothing() -> None:
    assert tables.round_line(dieciocho.new_game("18esp", NAMES[:3]), "en").endswith("Bank ∞")
    assert tables.round_line(dieciocho.new_game("1862", NAMES[:3]), "en").endswith("Bank £12600")


def test_routes_tell_revenue_from_what_the_treasury_gets() -> None:
    console = Console(file=io.StringIO(), width=120)
    assert isinstance(console.file, io.StringIO)
    best = {"revenue": 170, "income": 60, "routes": [{"train": "2+3-5", "path": "D8.0-D6.0"}]}
    facts = [{"company": "CFLG", "trains": ["2+3-5"], "proven": True, "sets": [best]}]
    printing.print_routes(console, facts, "en")
    assert "best total 230: revenue 170 and 60 for the treasury" in console.file.getvalue()


def test_only_recorded_games_are_imported(saved: Path, tmp_path: Path) -> None:
    failed(dieciocho_("import", saved, "-o", tmp_path / "x.json"), "is a saved game already")


def test_an_option_is_given_once(tmp_path: Path) -> None:
    words = ("new", "18esp", "--players", "A,B,C", "-o", tmp_path / "g.json")
    twice = ("--option", "setup=random", "--option", "setup=standard")
    failed(dieciocho_(*words, *twice), "the option setup is given twice")
    failed(dieciocho_(*words, "--option", "x=y"), "18ESP has no option 'x'; known: setup")
    failed(
        dieciocho_("new", "1862", *words[2:], "--option", "beginners=yes"),
        "give trains=express or trains=freight as well",
    )


def test_routes_say_that_there_are_none(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    dieciocho.new_game("1862", NAMES[:3]).to_json(path)
    assert dieciocho_("routes", path).output == "There are no routes to show now.\n"
    said = dieciocho_("routes", path, "--language", "es").output
    assert said == "Ahora no hay rutas que mostrar.\n"


# --- simulate --------------------------------------------------------------------------


def test_simulate() -> None:
    words = ("simulate", "1888n", "--players", 3, "--games", 3, "--seed", 5, "--bots", "random")
    result = dieciocho_(*words, "--check")
    assert result.exit_code == 0
    assert "random" in result.output
    assert "3 games" in result.output
    data = json.loads(dieciocho_(*words, "--workers", 1, "--json").stdout)
    again = json.loads(dieciocho_(*words, "--workers", 2, "--json").stdout)
    for facts in (data, again):
        del facts["seconds"], facts["seconds_per_game"], facts["cpu_per_game"]
    assert data == again
    assert data["games"] == 3
    assert data["failures"] == []


def test_options_of_a_game(tmp_path: Path) -> None:
    words = ("simulate", "1865", "--players", 2, "--games", 1, "--workers", 1, "--json")
    result = dieciocho_(*words, "--option", "variant=short")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] == 1
    failed(dieciocho_(*words, "--option", "variant=long"), "variant=short")
    failed(dieciocho_(*words, "--option", "variant"), "name=value")
    path = tmp_path / "short.json"
    new = ("new", "1865", "--players", "Ana,Luis", "-o", path, "--option", "variant=short")
    assert dieciocho_(*new).exit_code == 0
    assert dieciocho.load(path).header.options == {"variant": "short"}


def test_simulate_reports_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, seed: int) -> object:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(Checker, "after", broken)
    result = dieciocho_(
        "simulate", "1888n", "--games", 1, "--bots", "random", "--check", "--workers", 1
    )
    assert result.exit_code == 1
    assert "ZeroDivisionError" in result.output
    assert "seed" in result.output


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--bots", "genius"), "no bot 'genius'"),
        (("--players", 9), "2 to 6 players"),
        (("--games", 0), "at least one game"),
        (("--edition", "x"), "no edition"),
    ],
)
def test_simulate_with_wrong_words(words: tuple[object, ...], text: str) -> None:
    failed(dieciocho_("simulate", "1888n", *words), text)


def test_wrong_options_are_explained() -> None:
    for words in (("simulate",), ("simulate", "1888n", "--games", "many"), ("fly",), ("new",)):
        result = dieciocho_(*words)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_bench_measures_a_game_without_routes(capsys: pytest.CaptureFixture[str]) -> None:
    played = bench.random_game("1865", 1)
    bench.legal_sets([played])
    bench.best_routes([played])  # 1865 counts traffic
    assert "best routes" not in capsys.readouterr().out


def test_bench_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[bool] = []
    monkeypatch.setattr(bench, "main", lambda: called.append(True))
    assert dieciocho_("bench").exit_code == 0
    assert called == [True]


# --- 18xx.games ------------------------------------------------------------------------


def test_import_and_export(recorded: Path, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    assert dieciocho_("import", recorded, "-o", ours).exit_code == 0
    assert dieciocho_("export", ours, "-o", theirs).exit_code == 0
    first = json.loads(gzip.decompress(recorded.read_bytes()))["actions"]
    assert json.loads(theirs.read_text())["actions"] == first


def test_export_of_the_rulebook_edition(saved: Path, tmp_path: Path) -> None:
    failed(dieciocho_("export", saved, "-o", tmp_path / "x.json"), "only games of the edition")


def _trace() -> Path:
    folder = conformance("1888n")
    if folder is None:
        pytest.skip("no golden traces: set DIECIOCHO_CONFORMANCE")
    return folder / "p6_s77011.trace.json.gz"


def test_conform(tmp_path: Path) -> None:
    trace = _trace()
    result = dieciocho_("conform", trace)
    assert result.exit_code == 0, result.output
    assert "agrees" in result.output
    data = json.loads(gzip.decompress(trace.read_bytes()))
    data["entries"] = data["entries"][:30]
    data["header"].update(finished=False)
    data["entries"][20]["after"]["bank"] = 1
    wrong = tmp_path / "wrong.trace.json"
    wrong.write_text(json.dumps(data))
    result = dieciocho_("conform", wrong)
    assert result.exit_code == 1
    assert "differs" in result.output
    assert "/bank: theirs 1" in result.output
    assert "30/30" in result.output  # it goes on after a difference
    reports = json.loads(dieciocho_("conform", wrong, "--json").stdout)
    assert reports[0]["agrees"] is False
    assert reports[0]["entries"] == [30, 30]
    assert reports[0]["state"][0] < reports[0]["state"][1]
    assert [d["what"] for d in reports[0]["differences"]] == ["state", "views"]


# --- terminal --------------------------------------------------------------------------


def table(path: Path, *words: object, keys: str = "") -> Result:
    """Play a game of two people and a bot from a list of typed lines."""
    options = ("--players", "Ana,Luis", "--bots", "random", "--seed", 4, "--save", path)
    return dieciocho_("terminal", *options, *words, keys=keys)


def test_a_session(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    keys = "\n".join(
        [
            "help",
            "",
            "1",
            "nonsense",
            "99",
            "1 7",
            "why buy share of JHR from ipo",
            "why pass",
            "hint 0.1",
            "hint soon",
            "log 3",
            "routes",
            "undo",
            "redo",
            "table",
            "list",
            "pass",
            "lay 9 on G15 turned 0",
            f"save {tmp_path / 'copy.json'}",
            "save",
            "quit",
        ]
    )
    result = table(path, keys=keys)
    assert result.exit_code == 0, result.output
    assert "buy private" in result.output
    assert "cannot read the action 'nonsense'" in result.output
    assert "There is no action 99." in result.output
    assert "[1888N-5.2]" in result.output
    assert "That is possible now." in result.output
    assert "  1. " in result.output
    assert "hint takes seconds of thought, up to 600" in result.output
    said = result.output.replace("\n", "")  # wrapped
    assert f"Go on with:  dieciocho terminal {path}" in said
    assert "Go on with:" in dieciocho_(*said.rpartition("dieciocho ")[2].split()).output
    played = dieciocho.load(path)
    assert len(played.history) >= 2
    assert dieciocho.load(tmp_path / "copy.json").state == played.state


def test_the_terminal_shows_istvans_cards_and_that_they_are_our_own(tmp_path: Path) -> None:
    options = ("--players", "Ana", "--bots", "-", "--seed", 4, "--save", tmp_path / "g.json")
    chosen = ("--option", "difficulty=red", "--option", "cards=2 4 6", "--option", "stock=S1")
    for language, words in (
        ("en", ("István's cards (red, hard)", "* reconstructed", "Minor 4*,", "Stock card S1*")),
        ("es", ("Cartas de István (rojo", "* reconstruida", "pequeña 4*,", "de mercado S1*")),
    ):
        result = dieciocho_(
            "terminal", "--game", "18mag", *options, *chosen, "--language", language, keys="quit\n"
        )
        assert result.exit_code == 0, result.output
        assert all(word in result.output for word in words)
        assert " 2, Ft50" in result.output  # the printed card has no mark
        assert "SIB30 ← " in result.output
        (tmp_path / "g.json").unlink()


def test_prices_of_a_range(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    game = dieciocho.new_game("1888n", ["Ana", "Luis"], seed=4)
    game.to_json(path)
    result = dieciocho_("terminal", path, keys="2 9999\n2 x\n2 70\n")
    assert "The price must be from 55 to" in result.output
    assert [r.action for r in dieciocho.load(path).history] == [game.legal_actions()[1].at(70)]


@pytest.mark.parametrize("keys", ["", "pass\n", "pass"])
def test_end_of_input_never_loses_a_game(tmp_path: Path, keys: str) -> None:
    path = tmp_path / "g.json"
    result = table(path, keys=keys)
    assert result.exit_code == 0
    assert "Go on with:" in result.output
    dieciocho.load(path)


def test_interrupt_never_loses_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.json"
    lines = iter(["pass"])

    def typed(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typed)
    result = table(path)
    assert result.exit_code == 0
    assert "Go on with:" in result.output
    assert dieciocho.load(path).history


def test_1862_and_18esp_speak_spanish_in_the_terminal(tmp_path: Path) -> None:
    for game, due in (
        ("1862", "solicitar una concesionaria"),
        ("18esp", "subasta de las pioneras"),
    ):
        path = tmp_path / f"{game}.json"
        words = ("--players", "A,B,C", "--game", game, "--save", path, "--language", "es")
        result = dieciocho_("terminal", *words, keys="quit\n")
        assert due in result.output
    assert (
        "Ronda del parlamento 1"
        in dieciocho_("terminal", tmp_path / "1862.json", "--language", "es", keys="quit\n").output
    )


def test_the_terminal_says_how_to_put_it_right(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    dieciocho.new_game("1862", NAMES[:3]).to_json(path)
    huge = "9" * 5000
    keys = (
        f"bid\nbid x on ECR\n1 7\n1 {huge}\n{huge}\n²\nlog ²\nlog {huge}\nroutes XX\nundo\nsave\n"
    )
    result = dieciocho_("terminal", path, keys=keys)
    assert result.exit_code == 0, result.output
    for text in (
        "cannot read the action 'bid': it is written bid {price} on {target}",
        "price must be a whole number, not 'x'",
        "in steps of 5)",
        "in steps of 5.",
        "There is no action 9999",
        "cannot read the action '²'",
        "there is no company 'XX'; known: ",
        "there is nothing to undo",
        "save needs the name of a file",
    ):
        assert text in result.output, text
    said = dieciocho_("terminal", path, "--language", "es", keys=keys).output
    for text in (
        "no se entiende la acción 'bid': se escribe bid {price} on {target}",
        "price debe ser un número entero, no 'x'",
        "de 5 en 5.",
        "no existe la compañía 'XX'; hay: ",
        "no hay nada que deshacer",
        "save necesita el nombre de un archivo",
    ):
        assert text in said, text


def test_resume(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    table(path, keys="pass\n")
    count = len(dieciocho.load(path).history)
    result = dieciocho_("terminal", path, "--language", "es", keys="pass\nhelp\nquit\n")
    assert result.exit_code == 0
    assert "Para continuar:" in result.output
    assert len(dieciocho.load(path).history) > count
    failed(table(path), "exists already")
    for words in (
        ("--players", "A,B"),
        ("--seed", 0),
        ("--edition", "online"),
        ("--option", "length=short"),
    ):
        failed(dieciocho_("terminal", path, *words), "give FILE alone")


def test_resume_a_recorded_game(recorded: Path) -> None:
    before = recorded.read_bytes()
    result = dieciocho_("terminal", recorded, keys="quit\n")
    assert result.exit_code == 0
    assert recorded.read_bytes() == before
    kept = recorded.with_name("recorded.dieciocho.json")
    assert dieciocho.load(kept).header.edition == "online"
    failed(dieciocho_("terminal", recorded), "exists already")


def test_the_board_is_shown_and_drawn(saved: Path, game: Game) -> None:
    result = dieciocho_("terminal", saved, keys="board\nroutes\n")
    assert result.exit_code == 0
    drawn = saved.with_name("board.svg")
    assert drawn.read_text(encoding="utf-8").lstrip().startswith("<svg")
    assert "C9 o" in result.output
    assert game.state.cell.keys() <= set(result.output.replace("│", " ").split())


def test_asks_when_run_bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = dieciocho_("terminal", keys="\nEva\nrandom, sensible\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Which game [1888n]" in result.output
    (path,) = tmp_path.glob("1888n-*.json")
    players = dieciocho.load(path).players
    assert "Eva" in players
    assert len(players) == 3
    failed(dieciocho_("terminal", keys="1889\n"), "no game '1889'")
    failed(dieciocho_("terminal", keys="\nAna\n"), "no game was started")
    failed(dieciocho_("terminal", keys="\nAna\ngenius\n"), "no bot 'genius'")


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    words = ("--bots", "random,random,random", "--seed", 2, "--save", path)
    result = dieciocho_("terminal", *words)
    assert result.exit_code == 0
    assert "The game is over." in result.output
    assert dieciocho.load(path).over
    failed(dieciocho_("terminal", "--bots", "-"), "nobody plays")


def test_the_same_bots_after_resuming(tmp_path: Path) -> None:
    """Computer players are known by their names, so a saved game is all there is."""
    path = tmp_path / "g.json"
    table(path, keys="pass\npass\npass\npass\npass\npass\n")
    whole = dieciocho.load(path).to_json()
    other = tmp_path / "h.json"
    table(other, keys="pass\npass\n")
    dieciocho_("terminal", other, keys="pass\npass\npass\npass\n")
    assert dieciocho.load(other).to_json() == whole


def test_errors_of_ours_are_one_line() -> None:
    failed(dieciocho_("replay", "/nonexistent/\n/x"), "cannot read")
    assert issubclass(BadInput, dieciocho.DieciochoError)


def test_errors_are_said_in_the_language_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (
        ("routes", tmp_path / "none.json", "--language", "es"),
        ("rules", "1888n", "99.9", "--language=es"),
        ("simulate", "1888n", "--players", "9", "--language", "es"),
        ("new", "1888n", "-o", tmp_path / "x.json", "--players", "Ana", "--language", "es"),
    ):
        refused = dieciocho_(*words)
        assert refused.exit_code == 2
        assert re.search(r"no se puede leer|no tiene la regla|es para", refused.stderr), words
    monkeypatch.setenv("DIECIOCHO_LANGUAGE", "es")
    refused = dieciocho_("simulate", "1888n", "--games", "0")
    assert "hay que simular al menos una partida" in refused.stderr


def test_every_word_of_the_terminal_is_there_and_is_said() -> None:
    code = "".join(path.read_text() for path in Path(cli.__file__).parent.glob("*.py"))
    said = set(re.findall(r'"(\w+)"', code)) | set(re.findall(r"'(\w+)'", code))
    texts = load_texts(files("dieciocho.cli") / "texts.toml")
    known = {key.partition(".")[2] for key in texts if key.startswith("terminal.")}
    assert set(re.findall(r"""say\(\s*["'](\w+)""", code)) <= known
    assert {word for word in known - said if not word.startswith("reach_")} == {"ipo"}
