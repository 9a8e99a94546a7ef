"""The pictures: terrain on sides, sea links, mines, the price track, the Dragons' chart."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from dieciocho.cli.main import app
from dieciocho.cli.tables import market, sheets
from dieciocho.engine.errors import BadInput
from dieciocho.engine.game import Game
from dieciocho.engine.render import board_svg, company_svg, manifest_svg, market_svg
from dieciocho.games.g1865 import check
from dieciocho.games.g1865.components import components
from dieciocho.games.g1865.page.chart import dragons_svg

from ..support import rule
from .maps import lay
from .scenes import Scene

LANGUAGES = ("en", "es")


def table() -> Scene:
    scene = Scene().company("FMS", held={0: 2}, pool=1, dragons=1, treasury=70, traffic=14, row=2)
    scene.company("RCSF", major=True, held={1: 3}, dragons=2, traffic=5, row=3)
    scene.company("SFS", launched=False)
    lay(scene, "D37 8 SE SW; C38 173 NE; E36 4 N S; C40 173 NE")
    scene.train("FMS", "PH2", "PH2").marker("FMS", "C38").loans("RCSF", 2)
    return scene.maritime("FMS", "M3").maritime(1, "M5")


def parts(svg: str, name: str) -> Counter[str]:
    """Return how often each value of a data attribute appears."""
    root = ElementTree.fromstring(svg)
    return Counter(e.attrib[f"data-{name}"] for e in root.iter() if f"data-{name}" in e.attrib)


def words(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [e.text or "" for e in root.iter() if e.tag.endswith("text")]


@rule("1865-1.2")
def test_every_river_and_mountain_is_drawn_once() -> None:
    drawn = parts(board_svg(table().game), "border")
    sides = [side for border in components().borders for side in border.sides]
    assert set(drawn.values()) == {1}
    assert {frozenset(s.split("|")) for s in drawn} == {frozenset(s.split("|")) for s in sides}
    assert len(drawn) == len(sides) == 129


def test_borders_leave_room_where_track_crosses() -> None:
    def strokes(game: Game) -> int:
        root = ElementTree.fromstring(board_svg(game))
        side = next(e for e in root.iter() if e.get("data-border") in ("D37|C38", "C38|D37"))
        return sum(1 for e in side if e.tag.endswith("path"))

    assert strokes(table().game) == 2 * strokes(Scene().game)


@rule("1865-1.3")
def test_sea_links_show_their_cost() -> None:
    svg = board_svg(Scene().game)
    assert parts(svg, "link") == {"L1": 1, "L2": 1}
    assert words(svg).count("L.100") == 2


def test_mines_have_a_space_and_their_traffic() -> None:
    svg = board_svg(table().game)
    stops = parts(svg, "stop")
    assert all(stops[f"{h.name}.0"] for h in components().hex_list if h.printed.tile.mines)
    root = ElementTree.fromstring(svg)
    held = {e.get("data-stop"): e.get("data-token") for e in root.iter() if e.get("data-token")}
    assert held["C38.0"] == "FMS"
    cell = next(e for e in root.iter() if e.get("data-hex") == "C40")
    assert "2" in [e.text for e in cell.iter() if e.tag.endswith("text")]


def test_places_show_their_tiles_and_maritime_companies() -> None:
    root = ElementTree.fromstring(board_svg(Scene().game))
    shown = {
        e.get("data-hex"): {t.text for t in e.iter() if t.tag.endswith("text")}
        for e in root.iter()
        if e.get("data-hex")
    }
    assert {"#63", "M1"} <= shown["G20"]
    assert "Olbia" in {t.text for t in root.iter() if t.tag.endswith("text")}  # above all hexes
    assert {"#700", "M8"} <= shown["D5"]
    assert all("M4" in shown[name] for name in ("C36", "C38", "C40"))


@rule("1865-6.1.1")
def test_corsica_fades_in_the_short_game() -> None:
    def faded(game: Game) -> set[str]:
        root = ElementTree.fromstring(board_svg(game))
        return {
            str(e.get("data-hex")) for e in root.iter() if e.get("data-hex") and e.get("opacity")
        }

    assert faded(Scene().game) == set()
    corsica = {h for h, x in components().entries.items() if x.region == "Corsica"}
    assert faded(Scene(2, short=True).game) == corsica


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chart_shows_zones_estimates_and_holdings(language: str) -> None:
    game = table().game
    svg = dragons_svg(game, language)
    assert len(parts(svg, "cell")) == 6 * 20
    assert parts(svg, "marker") == {"FMS": 1, "RCSF": 1}  # SFS is not launched
    assert parts(svg, "row") == {"2": 1}
    assert parts(svg, "holding") == {"FMS": 1, "RCSF": 1}
    holds = {"en": "Dragons hold: 3 of 6 certificates", "es": "Los Dragones tienen: 3 de 6 títulos"}
    assert holds[language] in words(svg)
    root = ElementTree.fromstring(svg)
    grounds = {e.get("data-cell"): e[0].get("fill") for e in root.iter() if e.get("data-cell")}
    red, white, green = grounds["2.2"], grounds["2.3"], grounds["2.5"]
    assert len({red, white, green}) == 3
    assert [grounds[f"7.{n}"] for n in (12, 13, 14, 15)] == [red, white, white, green]


def test_the_marker_lies_in_the_column_of_its_estimate() -> None:
    """FMS: two PH2 and two markers make six; RCSF has one marker and no train."""
    game = table().game
    svg = dragons_svg(game, "en")
    root = ElementTree.fromstring(svg)
    cells = {e.get("data-cell"): e[0] for e in root.iter() if e.get("data-cell")}
    markers = {e.get("data-marker"): e for e in root.iter() if e.get("data-marker")}
    for company, cell in (("FMS", "2.6"), ("RCSF", "3.1")):
        box = cells[cell]
        ring = next(e for e in markers[company] if e.tag.endswith("circle"))
        x, left = float(ring.get("cx", "")), float(box.get("x", ""))
        y, top = float(ring.get("cy", "")), float(box.get("y", ""))
        assert left < x < left + float(box.get("width", ""))
        assert top < y < top + float(box.get("height", ""))


def test_a_very_high_estimate_stays_in_the_last_column() -> None:
    scene = table()
    scene.phase(7).train("FMS", "PH7", "PH6", "PH6")
    svg = dragons_svg(scene.game, "en")
    assert parts(svg, "marker")["FMS"] == 1


@rule("1865-1.8")
def test_the_price_track_shows_three_figures_in_every_space() -> None:
    svg = market_svg(table().game)
    assert len(parts(svg, "cell")) == 31
    root = ElementTree.fromstring(svg)
    cells = {
        int(e.get("data-cell", "")): [t.text for t in e.iter() if t.tag.endswith("text")]
        for e in root.iter()
        if e.get("data-cell")
    }
    market = components().market
    for index, texts in cells.items():
        figures = [market.price[index], *(row[index] for row in market.printed.values())]
        assert set(map(str, figures)) <= set(texts)
    assert [market.price[0], market.price[-1]] == [10, 490]
    assert "PH3" in cells[market.price.index(110)]
    assert "PH5" in cells[market.price.index(150)]
    assert "PH3" not in cells[market.price.index(100)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_shows_traffic_capacity_estimate_and_loans(language: str) -> None:
    game = table().game
    shown = words(company_svg(game, "FMS", language))
    traffic = {"en": "Traffic", "es": "Tráfico"}[language]
    assert shown[shown.index(traffic) + 1] == "14"
    capacity = {"en": "Capacity", "es": "Capacidad"}[language]
    assert shown[shown.index(capacity) + 1] == "24"  # two PH2 and a maritime company
    assert {"en": "6 (green)", "es": "6 (verde)"}[language] in shown
    assert {"en": "Dragons", "es": "Dragones"}[language] in shown
    assert any("(+8)" in text for text in shown)
    loans = {"en": "Loans", "es": "Préstamos"}[language]
    major = words(company_svg(game, "RCSF", language))
    assert major[major.index(loans) + 1] == "2"
    assert "30 %" in major
    assert len(parts(company_svg(game, "RCSF"), "station")) == 6


def test_the_manifest_counts_every_tile() -> None:
    svg = manifest_svg(components())
    counts = [int(t[2:]) for t in words(svg) if re.fullmatch(r"× \d+", t)]
    assert sum(counts) == 171
    assert "Arbatax, Calvi" in words(svg)
    scene = table()
    left = words(manifest_svg(components(), scene.state.supply))
    assert "13 / 14" in left


def test_the_program_checks_and_draws(tmp_path: Path) -> None:
    run = CliRunner()
    result = run.invoke(app, ["check", "1865"])
    assert result.exit_code == 0
    assert result.output == "1865 Sardinia: 0 wrong, 0 odd\n"
    for words_ in ([], ["--manifest"], ["--market"], ["--chart", "dragons"], ["--company", "FMS"]):
        path = tmp_path / "picture.svg"
        result = run.invoke(app, ["render", "1865", "-o", str(path), *words_])
        assert result.exit_code == 0, result.output
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
        path.unlink()
    result = run.invoke(app, ["render", "1865", "-o", str(path), "--chart", "bears"])
    assert result.exit_code == 2
    assert "it has: dragons" in result.output


def test_the_program_names_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (["there are 171 tiles, not 172"], ["Sassari lies north of Oristano"])
    monkeypatch.setattr(check, "doubts", lambda: found)
    result = CliRunner().invoke(app, ["check", "1865"])
    assert result.exit_code == 1
    assert "wrong: there are 171 tiles, not 172" in result.output
    assert "odd: Sassari lies north of Oristano" in result.output


def test_the_terminal_has_a_table_of_what_only_this_game_has() -> None:
    game = table().game
    shown = sheets(game, "en")
    assert shown is not None
    assert [str(c.header) for c in shown.columns][1:] == [
        "Kind", "Traffic", "Capacity", "Estimate", "Loans",
    ]  # fmt: skip
    assert [list(column.cells) for column in shown.columns][2] == ["14", "5", "—"]
    prices = market(game, "en")
    assert prices is not None
    assert (len(prices.rows), len(prices.columns)) == (2, 16)


def test_there_are_no_routes_to_be_found() -> None:
    game = table().game
    with pytest.raises(BadInput, match="the trains of 1865 Sardinia run no routes"):
        game.best_routes("FMS")
