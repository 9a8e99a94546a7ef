"""What is written and read at the doors of the library: files, pipes, numbers, names."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dieciocho import loads, new_game
from dieciocho.cli.files import write_file
from dieciocho.engine import save
from dieciocho.engine.errors import BadInput
from dieciocho.interop.site import import_game


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_file(pipe, "board")
    reader.join()
    assert heard == ["board"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to() -> None:
    write_file(Path(os.devnull), "board")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_link_stays_a_link_and_a_file_keeps_its_rights(tmp_path: Path) -> None:
    file, link, lost = tmp_path / "file", tmp_path / "link", tmp_path / "lost"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    lost.symlink_to(tmp_path / "new")
    write_file(link, "text")
    write_file(lost, "text")
    assert link.is_symlink()
    assert lost.is_symlink()
    assert file.read_text() == (tmp_path / "new").read_text() == "text"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_to_itself_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(BadInput, match="cannot write"):
        write_file(tmp_path / "loop", "text")
    assert (tmp_path / "loop").is_symlink()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_a_clear_error() -> None:
    program = [sys.executable, "-m", "dieciocho.cli.main"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*program, "rules", "1888n"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("dieciocho: what was to be printed cannot be written")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", ["1_30", "١٣٠", "+130", "1" * 5000])
def test_a_number_is_written_in_plain_digits(number: str) -> None:
    game = new_game("1888n", ["Ana", "Bea", "Carla"])
    bid = next(str(c.action) for c in game.legal_actions() if str(c.action).startswith("bid"))
    game.parse(bid)
    word = next(word for word in bid.split() if word.isdigit())
    with pytest.raises(BadInput, match="whole number"):
        game.parse(bid.replace(word, number))


@pytest.mark.parametrize("name", ["\u200b", "\u202e", "\u2800"])
def test_a_name_can_be_seen(name: str) -> None:
    with pytest.raises(BadInput, match="name"):
        new_game("1888n", ["Ana", name])


def test_a_hostile_option_is_not_repeated_whole() -> None:
    with pytest.raises(BadInput) as raised:
        new_game("1888n", ["Ana", "Bea"], options={"x" * 9000: "y" * 9000})
    assert len(str(raised.value)) < 700
    assert len(raised.value.said("es")) < 700


def test_a_file_has_a_limit_of_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MAX_ACTIONS", 3)
    game = new_game("1888n", ["Ana", "Bea", "Carla"])
    for _ in range(3):
        game.play("pass")
    assert len(loads(game.to_json()).history) == 3
    game.play("pass")
    with pytest.raises(BadInput, match="more than 3 actions"):
        loads(game.to_json())
    with pytest.raises(BadInput, match="more than 3 actions"):
        import_game(b'{"title": "1888", "players": [], "actions": [{}, {}, {}, {}]}')
