"""Where recorded games and ours once parted: each by a position of our own and by the recording."""

from __future__ import annotations

from pathlib import Path

import pytest

from dieciocho.engine.actions import Pass, Run
from dieciocho.engine.game import Play
from dieciocho.games.g18mag.facts import facts
from dieciocho.games.g18mag.site import end_noticed
from dieciocho.interop.conform import conform

from ..support import conformance, listed, refused, rule
from .scenes import Scene

FOLDER = conformance("found")
TRACES = sorted(FOLDER.glob("*_18mag_*.trace.json.gz")) if FOLDER else []


@pytest.mark.skipif(not TRACES, reason="the recordings are not here (set DIECIOCHO_CONFORMANCE)")
@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.name.split(".")[0])
def test_the_recordings_agree(path: Path) -> None:
    assert conform(path).differences == []


@rule("18MAG-VI.3.7.17")
def test_online_who_once_had_a_route_is_asked_for_ever() -> None:
    """As found in 18ESP: the site forgets the track, not that there was a route."""
    track = "E18 57 0; D19 L32 4"
    for edition, version in (("rulebook", None), ("online", 1), ("online", None)):
        with_route = (
            Scene("2", edition=edition, version=version).tiles(track).turn("2", "run_trains")
        )
        assert with_route.step.id == "run_trains"
        remembered = (edition, version) == ("online", None)
        assert facts(with_route).routed == ({"2"} if remembered else frozenset())
        scene = Scene("2", edition=edition, version=version)
        Play(scene.game).set_facts(routed=facts(with_route).routed)
        game = scene.turn("2", "run_trains")  # without its track
        assert (game.step.id == "run_trains") == remembered
        if remembered:
            assert listed(game, Run) == [Run(())]
            refused(game, Pass())
            game.play(Run(()))
            assert game.state.last_runs["2"].revenue == 0


@rule("18MAG-IX.1.1")
def test_a_last_phase_that_begins_between_rounds_is_noticed_with_the_next_action() -> None:
    """D4: the third round without a sale ends; the site looks for the end only after an action."""
    scene = Scene("2", players=2, edition="online").phase("green").money(m2=0, p0=500, p1=500)
    Play(scene.trains("2").game).set_facts(idle=2)
    game = scene.turn("2", "track")
    while facts(game).last_set is None:
        game.play(Pass() if listed(game, Pass) else game.legal_actions()[0])
    assert (game.phase.name, game.state.round.kind) == ("brown", "stock")
    assert not end_noticed(game)
    while not listed(game, Pass):
        game.play(game.legal_actions()[0])
    assert end_noticed(game.play(Pass()))
