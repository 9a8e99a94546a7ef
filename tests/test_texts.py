"""Every reason for refusing has a text in both languages and cites a rule that exists."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import dieciocho
from dieciocho.engine import words
from dieciocho.engine.step import Step
from dieciocho.engine.text import LANGUAGES, Message, error_texts, load_texts
from dieciocho.games import GAMES, rules_of
from dieciocho.page.base import page_of
from dieciocho.page.teller import Words

SOURCE = Path(dieciocho.__file__).parent
REASONS = re.compile(
    r"""refuse\(\s*[\w.]+,\s*"(?P<a>\w+)"|return\s+"(?P<b>[a-z_]{4,})"|out_of_step\s*=\s*"(?P<c>\w+)"|"""
    r"""else\s+"(?P<d>[a-z_]{6,})"|"(?P<e>[a-z_]+)"\s+if\s"""
)
LOGS = re.compile(r"""\.log\(\s*"(\w+)"[,)]""")


def cites_of(game: str) -> dict[str, str]:
    return tomllib.loads((rules_of(game).folder / "cites.toml").read_text(encoding="utf-8"))


def sources(game: str, *, engine: bool = True) -> str:
    folder = rules_of(game).folder
    paths = [*Path(str(folder)).rglob("*.py")]
    if engine:
        paths += (SOURCE / "engine").rglob("*.py")
    return "\n".join(
        path.read_text(encoding="utf-8") for path in paths if "render" not in str(path)
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_in_the_code_has_a_text_and_a_rule(game: str) -> None:
    rules, cites = rules_of(game), cites_of(game)

    def reasons(text: str) -> set[str]:
        found = {name for match in REASONS.finditer(text) for name in match.groups() if name}
        return {name for name in found if name in cites or f"refuse.{name}" in rules.texts}

    assert len(reasons(sources(game))) > 80
    for name in reasons(sources(game, engine=False)):
        assert f"refuse.{name}" in rules.texts, name
        assert name in cites, name
    assert [rule for rule in cites.values() if rule not in rules.rule_texts] == []


def test_every_reason_of_the_engine_is_cited_by_a_game() -> None:
    cited = {name for game in GAMES for name in cites_of(game)}
    texts = rules_of(GAMES[0]).texts
    for match in REASONS.finditer(sources(GAMES[0])):
        for name in match.groups():
            assert not name or f"refuse.{name}" not in texts or name in cited, name


@pytest.mark.parametrize("game", GAMES)
def test_every_cited_reason_is_used_and_every_text_is_cited(game: str) -> None:
    rules, cites = rules_of(game), cites_of(game)
    texts = {i.removeprefix("refuse.") for i in rules.texts.ids() if i.startswith("refuse.")}
    own = tomllib.loads(own_texts(game))["refuse"]
    assert set(own) <= set(cites) <= texts
    code = sources(game)
    built = (
        "closed_side_",
        "power_",
        "exchange_",
        "special_tile_",
        "tile_bound_",
        "wrong_label_",
    )  # composed from parts in the code
    unused = [r for r in cites if f'"{r}"' not in code and not r.startswith(built)]
    assert unused == []


@pytest.mark.parametrize("game", GAMES)
def test_every_log_message_has_a_text(game: str) -> None:
    texts = rules_of(game).texts
    used = set(LOGS.findall(sources(game)))
    assert len(used) > 25
    assert [name for name in used if f"log.{name}" not in texts and name[-1] != "_"] == []


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_use_the_same_parameters(game: str) -> None:
    texts = rules_of(game).texts
    for key in texts.ids():
        fields = [fields_of(texts.template(key, lang)) for lang in LANGUAGES]
        assert fields[0] == fields[1], key


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def said(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield every message that code names itself, with the parameters that it gives."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        given = {word.arg for word in call.keywords if word.arg is not None}
        kind, ids = message_of(call)
        if not kind or len(given) < len(call.keywords):
            continue
        for part in ast.walk(ast.Tuple(ids, ast.Load())):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield f"{kind}.{part.value}", given


def message_of(call: ast.Call) -> tuple[str, list[ast.expr]]:
    """Return what kind of message a call says, and the expression of its id."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "log":
        return "log", call.args[:1]
    if isinstance(call.func, ast.Name) and call.func.id == "refuse":
        return "refuse", call.args[1:2]
    return "", []


@pytest.mark.parametrize("game", GAMES)
def test_code_gives_every_parameter_of_the_texts_it_names(game: str) -> None:
    texts = rules_of(game).texts
    known = [(key, given) for key, given in said(ast.parse(sources(game))) if key in texts]
    assert len(known) > 90
    assert [
        (key, fields_of(texts.template(key)) - given)
        for key, given in known
        if fields_of(texts.template(key)) - given
    ] == []


# What makes an error of an id, and which of its arguments the id is.
TELLING = {"BadInput": 0, "unknown": 0, "wrong": 1, "Refusal": 1, "ApiError": 2, "must_hold": 2}


def errors() -> Iterator[tuple[str, ast.Call, ast.expr]]:
    """Yield every place in the code where an error is made of an id."""
    for path in SOURCE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            place = TELLING.get(getattr(getattr(call, "func", None), "id", ""))
            if isinstance(call, ast.Call) and place is not None:
                where = f"{path.relative_to(SOURCE)}:{call.lineno}"
                yield where, call, call.args[place]


def test_every_error_has_its_sentence_in_both_languages() -> None:
    for layer in SOURCE.glob("*/texts.toml"):
        importlib.import_module(f"dieciocho.{layer.parent.name}")
    for game in GAMES:
        rules_of(game)
    texts, found = error_texts(), set()
    for where, call, told in errors():
        if isinstance(told, ast.Name):  # handed on, or another error
            continue
        assert isinstance(told, ast.Constant), where
        assert isinstance(told.value, str), where
        assert told.value in texts, f"{where}: {told.value}"
        fields = [fields_of(texts.template(told.value, language)) for language in LANGUAGES]
        assert fields[0] == fields[1], told.value
        given = {word.arg for word in call.keywords if word.arg is not None}
        given |= {"known"} if getattr(call.func, "id", "") == "unknown" else set()
        if len(call.keywords) == len(given) or all(word.arg for word in call.keywords):
            assert fields[0] <= given, where
        found.add(told.value)
    assert len(found) > 150
    heads = ("input.", "bots.", "sim.", "interop.", "web.", "cli.")
    told_elsewhere = {"input.wrong_at", "input.damaged"}
    unused = {key for key in texts.ids() if key.startswith(heads)} - found - told_elsewhere
    assert unused == set()


@pytest.mark.parametrize("game", GAMES)
def test_reasons_of_steps_need_no_parameters(game: str) -> None:
    texts = rules_of(game).texts
    found = re.findall(r"""out_of_step(?::[^=]*)?\s*=\s*"(\w+)\"""", sources(game))
    assert len(found) > 5
    shown = [f"refuse.{name}" for name in found if f"refuse.{name}" in texts]
    assert [key for key in shown if fields_of(texts.template(key))] == []


def test_colours_are_words_of_the_language() -> None:
    texts = rules_of("18esp").texts
    message = Message("refuse.wrong_colour", {"colour": "brown", "old": "white"})
    assert texts.show(message) == "A brown tile does not follow white."
    spanish = "Una loseta de color marrón no sigue a una de color blanco."
    assert texts.show(message, "es") == spanish
    for game in GAMES:
        rules = rules_of(game)
        started = dieciocho.new_game(game, [f"P{n}" for n in range(rules.player_counts[-1])])
        used = {tile.colour for tile in started.definition.tiles.values()}
        used |= {laid.tile.colour for laid in started.state.board}
        assert [c for c in used if f"colour.{c}" not in rules.texts] == []


def test_a_missing_parameter_is_visible() -> None:
    texts = rules_of("1888n").texts
    assert texts.show(Message("log.passed"), "en") == "{player} passes."


ABSTRACT = {"merger_step", "tie"}  # steps of which only others are derived


def steps_of(game: str) -> list[type[Step]]:
    """Return the decisions of a game: its own, and those of the engine."""
    package = importlib.import_module(type(rules_of(game)).__module__.rpartition(".")[0])
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")

    def derived(base: type[Step]) -> Iterator[type[Step]]:
        for kind in base.__subclasses__():
            yield kind
            yield from derived(kind)

    rooms = ("dieciocho.engine.", package.__name__ + ".")
    ours = {kind for kind in derived(Step) if kind.moves and kind.__module__.startswith(rooms)}
    return sorted((kind for kind in ours if kind.id not in ABSTRACT), key=lambda kind: kind.id)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_a_title_and_a_question(game: str) -> None:
    texts = rules_of(game).texts
    steps = steps_of(game)
    assert len(steps) > 8

    def known(step: type[Step], part: str) -> bool:
        return any(f"step.{kind.__dict__.get('id')}.{part}" in texts for kind in step.__mro__)

    parts = ("title", "question")
    assert [(s.id, part) for s in steps for part in parts if not known(s, part)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_action_has_a_title(game: str) -> None:
    rules = rules_of(game)
    kinds = [str(action.__struct_config__.tag) for action in rules.actions]
    assert [kind for kind in kinds if f"action.{kind}" not in rules.texts] == []


@pytest.mark.parametrize("game", GAMES)
def test_words_of_steps_and_actions_belong_to_some(game: str) -> None:
    rules, texts = rules_of(game), tomllib.loads(own_texts(game))
    kinds = {str(action.__struct_config__.tag) for action in rules.actions}
    assert set(texts.get("action", {})) <= kinds
    offers: dict[str, set[str]] = {}
    for step in steps_of(game):
        offered = {str(move.action.__struct_config__.tag) for move in step.moves}
        for base in step.__mro__:
            if issubclass(base, Step) and base is not Step:
                offers.setdefault(base.id, set()).update(offered)
    for name, entries in texts["step"].items():
        cases = {key for key, entry in entries.items() if "en" not in entry}
        assert set(entries) - cases <= offers[name] | {"title", "question"}, name


def own_texts(game: str) -> str:
    return (rules_of(game).folder / "texts.toml").read_text(encoding="utf-8")


# --- the words of pages ----------------------------------------------------------------

# By the id of a sheet, the name and the values of a setting, the reason why a game ends.
ASKED = ("sheet.", "option.", "ending.")
CALLED = {"summary", "thanks"}  # by the lobby


def named(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield every text that pages say, as a pattern, with the blanks that are filled in."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr not in ("say", "counted"):
            continue
        given = {word.arg for word in call.keywords if word.arg is not None}
        counted = call.func.attr == "counted"
        for pattern in patterns(call.args[0]):
            yield (
                pattern + (r"\.(one|many)" if counted else ""),
                given | ({"count"} if counted else set()),
            )


def patterns(key: ast.expr) -> Iterator[str]:
    if isinstance(key, ast.IfExp):
        yield from (*patterns(key.body), *patterns(key.orelse))
    elif isinstance(key, ast.Constant):
        yield re.escape(str(key.value))
    elif isinstance(key, ast.JoinedStr):
        parts = (
            re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in key.values
        )
        yield "".join(parts)


def page_texts(path: Path) -> dict[str, dict[str, str]]:
    found = load_texts(path)
    return {key.removeprefix("page."): found[key] for key in found if key.startswith("page.")}


@pytest.mark.parametrize("game", GAMES)
def test_every_text_that_a_page_says_is_there_and_every_one_is_said(game: str) -> None:
    folder = Path(str(rules_of(game).folder))
    own = page_texts(folder / "texts.toml")
    common = page_texts(SOURCE / "page" / "texts.toml")
    files = [*folder.glob("page.py"), *folder.glob("page/*.py")]
    asked = [said for path in files for said in named(ast.parse(path.read_text(encoding="utf-8")))]
    for pattern, given in asked:
        texts = {key: text for key, text in (common | own).items() if re.fullmatch(pattern, key)}
        assert texts, pattern
        for key, text in texts.items():
            assert all(fields_of(said) <= given for said in text.values()), key
    page = page_of(game)
    for setting in page.settings:
        assert all(setting.choices(Words(rules_of(game).texts, "es"))), setting
    assert all(f"sheet.{sheet.id}" in own for sheet in page.sheets)
    silent = [key for key in own if not any(re.fullmatch(pattern, key) for pattern, _ in asked)]
    words = CALLED | set(common)  # what all pages say, in a game's own words
    assert [key for key in silent if key not in words and not key.startswith(ASKED)] == []


def test_every_common_text_of_pages_is_there_and_said() -> None:
    texts = page_texts(SOURCE / "page" / "texts.toml")
    rooms = [*(SOURCE / "page").glob("*.py"), *(SOURCE / "games").glob("*/page*/**/*.py")]
    rooms += [*(SOURCE / "games").glob("*/page.py"), *(SOURCE / "web" / "play").glob("*.py")]
    asked = [said for path in rooms for said in named(ast.parse(path.read_text(encoding="utf-8")))]
    assert [key for key in texts if not any(re.fullmatch(p, key) for p, _ in asked)] == []
    own = [path for path in rooms if path.parent == SOURCE / "page"]
    for path in own:
        for pattern, given in named(ast.parse(path.read_text(encoding="utf-8"))):
            found = [texts[key] for key in texts if re.fullmatch(pattern, key)]
            assert found or "option" in pattern, pattern
            assert all(fields_of(t) <= given for text in found for t in text.values()), pattern


def test_what_is_asked_is_said_in_both_languages() -> None:
    game = dieciocho.new_game("1888n", ["Ana", "Bea", "Carl"], seed=1)
    assert game.question() == "Buy the cheapest private company, bid on another one, or pass."
    assert game.question("es") == "Compra la compañía privada más barata, puja por otra o pasa."
    assert words.heading(game, "pass", "en") == "Pass"
    game.play("bid 55 on TA").play("bid 60 on TA")
    assert game.play("buy private KT for 25").step.id == "duel"
    assert "{" not in game.question()
    assert words.heading(game, "pass", "es") == "Retirarse"


def test_amounts_are_written_in_the_money_of_the_game() -> None:
    """In the log and in refusals, as everywhere else; numbers that are no money stay bare."""
    for name in dieciocho.GAMES:
        game = dieciocho.new_game(name, ["Ana", "Bea", "Carla"], seed=1)
        unit = game.definition.table.currency
        paid = game.text("log.paid", company="X", revenue=60, per_share=12)
        assert paid == f"X pays {unit}60, {unit}12 per share."
        assert game.text("log.price_moved", "es", company="X", old=75, new=-5).endswith(
            f"−{unit}5."
        )
        assert game.text("log.sold", player="Ana", count=2, company="X", money=0).count(unit) == 1
        pars = game.text("refuse.no_such_par", par=1, pars=[65, 70])
        assert f"{unit}65, {unit}70" in pars
        assert "13" in game.text("refuse.certificate_limit", limit=13)
