"""Where recorded games and ours once parted: each by a position of our own and by the recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from dieciocho.interop.conform import conform

from ..support import conformance

FOLDER = conformance("found")
TRACES = sorted(FOLDER.glob("*_18mag_*.trace.json.gz")) if FOLDER else []


@pytest.mark.skipif(not TRACES, reason="the recordings are not here (set DIECIOCHO_CONFORMANCE)")
@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_the_recordings_agree(path: Path) -> None:
    assert conform(path).differences == []
