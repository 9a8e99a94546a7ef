"""What is given to those who run a server: units, containers, and commands in the documents."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from dieciocho.cli.main import app

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
TEXTS = [*DEPLOY.iterdir(), ROOT / "docs" / "hosting.md", ROOT / "docs" / "host" / "index.md"]
SETTINGS = (ROOT / "src" / "dieciocho" / "web" / "settings.py").read_text()


COMMAND = re.compile(r"(?:^|[ /`])dieciocho ((?:serve|worker|admin|manage)[^`']*)")


def commands() -> set[str]:
    """Return every command of the program that units, containers and documents give."""
    found = set()
    for path in TEXTS:
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := re.search(
                r"(?:^|[ /`])dieciocho ((?:serve|worker|admin|manage)[^`']*)", line
            ):
                found.add(match[1].strip())
    return found


def parsed(words: list[str]) -> None:
    """Let the command line read a command, without running it."""
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    command.make_context("", words, resilient_parsing=False)


def test_every_command_that_is_told_exists() -> None:
    told = commands()
    assert len(told) >= 8
    for text in told:
        parsed(shlex.split(re.sub(r"\$\$?\([^)]*\)", "x", text)))


def test_every_setting_that_is_told_exists() -> None:
    told = {name for path in TEXTS for name in re.findall(r"DIECIOCHO_\w+", path.read_text())}
    assert len(told) > 10
    assert not {name for name in told if f'"{name}"' not in SETTINGS} - {"DIECIOCHO_DATA"}
    assert set(re.findall(r"^(DIECIOCHO_\w+)", SETTINGS, re.MULTILINE)) - told <= {
        "DIECIOCHO_HOOKS_INSIDE",
        "DIECIOCHO_URL",
    }


def test_the_containers_hang_together() -> None:
    yaml = pytest.importorskip("yaml")
    found = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = found["services"]
    assert set(services) == {"web", "worker", "database", "proxy"}
    for name, service in services.items():
        assert set(service["networks"]) <= set(found["networks"]), name
        for volume in service["volumes"]:
            assert volume.split(":")[0] in found["volumes"], name
        assert ("build" in service) == (name in ("web", "worker"))
        for needed in service.get("depends_on", {}):
            assert "healthcheck" in services[needed]
    (network,) = found["networks"]["inside"]["ipam"]["config"]
    assert services["web"]["environment"]["DIECIOCHO_PROXIES"] == network["subnet"]
    recipe = (DEPLOY / "Dockerfile").read_text()
    assert (ROOT / services["web"]["build"]["dockerfile"]).exists()
    assert re.search(r"DIECIOCHO_DATA=(\S+)", recipe)[1] == "/data"  # type: ignore[index]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_the_units_are_sound(tmp_path: Path) -> None:
    for unit in sorted(DEPLOY.glob("dieciocho*.*")):
        text = unit.read_text().replace("/opt/dieciocho/bin/dieciocho", sys.executable)
        (tmp_path / unit.name).write_text(text)
    units = sorted(map(str, tmp_path.iterdir()))
    assert len(units) == 3
    done = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
