"""Every address stands requests at random; `python -m bench.fuzz` sends far more of them."""

from __future__ import annotations

from typing import Any

import pytest

from .fuzzing import Fuzzer

REQUESTS = 800


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_sent(settings: Any, seed: int) -> None:
    settings.WELCOME = "accounts"
    fuzzer = Fuzzer(seed)
    assert len(fuzzer.routes) > 80
    for _ in range(REQUESTS):
        fuzzer.send()
    assert {200, 302, 400, 403, 404, 405, 422} <= set(fuzzer.statuses)
