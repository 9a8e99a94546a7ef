"""Every block of code in the documentation runs, or at least is what it pretends to be."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import typer
from typer.testing import CliRunner

import dieciocho
from dieciocho.bots import make_bot
from dieciocho.cli.main import app
from dieciocho.interop.export import export_game

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("examples/*/README.md"),
    ]
)
# What is run in the test; the others need people, a server, much time or other machines, and are
# read as the command line reads them.
RUN = ("check", "data", "import", "perft", "render", "routes", "rules")
QUICKER = {"--depth 4": "--depth 2", "--depth 3": "--depth 1", "recorded/*.json": "recorded.json"}
# Programs of the system.
OTHERS = {
    "alias",
    "apt",
    "cd",
    "curl",
    "docker",
    "echo",
    "export",
    "grep",
    "install",
    "mv",
    "printf",
    "ray",
    "runuser",
    "systemctl",
    "useradd",
    "xargs",
}


def blocks(*kinds: str) -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")):
            if kind in kinds:
                yield str(page.relative_to(ROOT)), text


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of all pages, word by word, without what stands before a program."""
    for page, text in blocks("", "sh"):
        text = re.sub(r"\s+# .*$", "", text.replace("\\\n", " "), flags=re.MULTILINE)
        reader = shlex.shlex(text, posix=True, punctuation_chars="&|\n")
        reader.whitespace, reader.commenters = " \t", ""
        reader.whitespace_split = True
        words: list[str] = []
        for word in [*reader, "\n"]:
            if word.strip("&|\n"):
                if words or "=" not in word:  # NAME=value stands before a program
                    words.append(word)
            elif words:
                yield page, words
                words = []


def ours() -> list[list[str]]:
    found = [words[1:] for _, words in commands() if Path(words[0]).name == "dieciocho"]
    return [["1888n" if word == "18mallorca" else word for word in words] for words in found]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the commands name."""
    folder = tmp_path_factory.mktemp("pages")
    game = dieciocho.new_game("1888n", ["Ana", "Luis", "Eva"], seed=7, edition="online")
    bot = make_bot("quick", 3)
    while game.actor is not None and game.played < 310:
        game.play(bot.choose(game))
    game.to_json(folder / "game.json")
    (folder / "recorded.json").write_text(export_game(game), encoding="utf-8")
    shutil.copy(ROOT / "examples" / "bots" / "mybot.py", folder)
    return folder


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "\n>>> " in page.read_text(encoding="utf-8")], ids=str
)
def test_sessions_run_as_shown(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_programs_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    game = dieciocho.load(folder / "game.json")
    tables = ["simulate", "1888n", "--games", "2", "--bots", "quick", "--out", "games.parquet"]
    assert CliRunner().invoke(app, tables).exit_code == 0
    tried = []
    for page, text in blocks("python"):
        if ">>>" in text:
            continue
        code = compile(text, page, "exec")
        needs = re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)
        if "http://" in text or any(importlib.util.find_spec(name) is None for name in needs):
            continue  # a server, and packages that are not asked for
        exec(code, {"dieciocho": dieciocho, "game": game})
        tried.append(page)
    assert {"docs/positions.md", "docs/environments.md"} <= set(tried)


def test_data_is_well_formed() -> None:
    for _, text in blocks("toml"):
        tomllib.loads(text)
    for _, text in blocks("json"):
        json.loads(text)
    kinds = {kind for page in PAGES for kind, _ in BLOCK.findall(page.read_text(encoding="utf-8"))}
    assert kinds <= {"", "sh", "python", "toml", "json", "text"}


def parsed(words: list[str]) -> Any:
    """Read words as the command line does, without doing what they say."""
    command: Any = typer.main.get_command(app)
    name: str | None = "dieciocho"
    while isinstance(command, click.Group):
        name, command, words = command.resolve_command(click.Context(command), words)
    return command.make_context(name, list(words))


def test_our_commands_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert len(ours()) > 25
    for words in ours():
        try:
            assert parsed(words).command is not None
        except click.ClickException as error:
            pytest.fail(f"{' '.join(words)}: {error.format_message()}")


def test_our_commands_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    run = [words for words in ours() if words[0] in RUN]
    assert {words[0] for words in run} == set(RUN)
    for words in run:
        line = " ".join(words)
        for long, short in QUICKER.items():
            line = line.replace(long, short)
        result = CliRunner().invoke(app, shlex.split(line))
        assert result.exit_code == 0, f"{line}: {result.output}"


def test_other_commands_exist() -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for page, words in commands():
        program = Path(words[0]).name
        if program == "make":
            assert words[1] in targets, page
        elif program == "cp":
            sources = [word for word in words[1:-1] if not word.startswith("-")]
            assert all(list(ROOT.glob(source)) for source in sources), page
        elif program == "pip":
            assert words[1] == "install", page
            here = [word.split("[")[0] for word in words[2:] if word.startswith(".")]
            assert here, page
            assert all((ROOT / name / "pyproject.toml").is_file() for name in here), page
        elif program == "python3":
            assert words[1:3] == ["-m", "venv"], page
        else:
            assert program == "dieciocho" or program in OTHERS, f"{page}: {words}"


def test_commands_in_a_sentence_exist() -> None:
    """`make docs`, `python -m bench.web`, `dieciocho rules ...` within the text of a page."""
    names = {command.name for command in typer.main.get_command(app).commands.values()}  # type: ignore[attr-defined]
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for page in PAGES:
        text = BLOCK.sub("", page.read_text(encoding="utf-8"))
        for target in re.findall(r"`make (\w+)", text):
            assert target in targets, page
        for module in re.findall(r"`python -m ([\w.]+)", text):
            assert importlib.util.find_spec(module), page
        for command in re.findall(r"`dieciocho (\w+)", text):
            assert command in names, page
