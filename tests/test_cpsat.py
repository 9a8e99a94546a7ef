"""Our best routes agree with an independent solver."""

from __future__ import annotations

import pytest

from dieciocho.interop.site import import_game, read_file

from .cpsat import compare, random_case
from .support import conformance

FOLDER = conformance("1888n")


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_agree(seed: int) -> None:
    compare(*random_case(seed))


@pytest.mark.skipif(FOLDER is None, reason="the recorded games are not here")
@pytest.mark.parametrize("name", ["128097", "p5_s150"])
def test_recorded_positions_agree(name: str) -> None:
    assert FOLDER is not None
    game = import_game(read_file(FOLDER / f"{name}.json.gz"))
    runs = [n for n, r in enumerate(game.history) if type(r.action).__name__ == "Run"]
    for number in runs[10::12]:
        position = game.at(number)
        assert position.state.turn is not None
        company = position.state.turn.company
        kinds = tuple(position.kind_of(card) for card in position.state.trains[company])
        compare(position, company, kinds)
