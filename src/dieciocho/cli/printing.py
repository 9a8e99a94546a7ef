"""What the commands that look at games print."""

from __future__ import annotations

import importlib
from typing import Any, Literal

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..engine.errors import BadInput
from ..engine.game import Game
from ..engine.rules import Rules
from ..engine.text import RuleText
from ..interop.conform import PARTS, Report
from ..page.base import page_of
from ..sim import Summary
from ..sim.reach import Reach
from . import tables
from .words import say


def position(game: Game, at: int | None) -> Game:
    return game if at is None else game.at(at)


def replay_facts(game: Game, language: str) -> dict[str, Any]:
    """Return a replayed game as plain data."""
    return {
        "game": game.header.game,
        "edition": game.header.edition,
        "players": list(game.players),
        "actions": [str(record.action) for record in game.history],
        "log": game.log_lines(language),
        "over": game.over,
        "ending": list(game.state.ending),
        "scores": game.scores(),
        "places": game.places(),
    }


def print_replay(console: Console, game: Game, language: str) -> None:
    """Print the log with the number of every action, then the scores."""
    show = game.rules.texts.show
    for message in game.opening_log:
        console.print(f"     {show(message, language)}", markup=False, highlight=False)
    for number, record in enumerate(game.history, 1):
        for place, message in enumerate(record.log):
            mark = f"{number:>4}" if place == 0 else "    "
            line = f"{mark} {show(message, language)}"
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    if game.over:
        console.print(say("game_over", language))
    else:
        console.print(tables.round_line(game, language), highlight=False)
    console.print(tables.scores(game, language))


# --- routes ----------------------------------------------------------------------------


def companies_to_show(game: Game, company: str | None) -> list[str]:
    """Return the company asked for, that whose turn it is, or all with trains."""
    if company is not None:
        return [game.company(company).id]
    if game.state.turn is not None:
        return [game.state.turn.company]
    return [c for c in game.state.cell if game.state.trains[c]]


def print_routes(console: Console, facts: list[dict[str, Any]], language: str) -> None:
    if not facts:
        console.print(say("nothing_shown", language))
    for company in facts:
        console.print(f"[bold]{company['company']}[/]  {' '.join(company['trains'])}")
        sets = [found for found in company["sets"] if found["routes"]]
        if not sets:
            console.print(f"  {say('no_route', language)}")
            continue
        for found in sets:
            revenue, income = found["revenue"], found["income"]
            title = say("best", language, revenue=revenue)
            if income:  # the two together are the maximum; the revenue alone may not be
                total = revenue + income
                title = say("best_total", language, total=total, revenue=revenue, income=income)
            proof = say("proven" if company["proven"] else "not_proven", language)
            console.print(f"  {title} ({proof})", highlight=False)
            for route in found["routes"]:
                line = f"    {route['train']}: {route['path']}"
                console.print(line, highlight=False, soft_wrap=True)


# --- rules -----------------------------------------------------------------------------


def find_rules(rules: Rules, wanted: str | None) -> dict[str, RuleText]:
    """Return the rules with an id, or whose id begins with what was given."""
    every = rules.rule_texts
    if wanted is None:
        return every
    exact = {k: v for k, v in every.items() if k.lower() == wanted.lower()}
    if exact:
        return exact
    begins = tuple(
        start.lower() for start in (wanted, f"{next(iter(every)).partition('-')[0]}-{wanted}")
    )
    found = {k: v for k, v in every.items() if k.lower() in begins}
    found = found or {
        k: v for k, v in every.items() if k.lower().startswith(tuple(f"{b}." for b in begins))
    }
    if not found:
        sections = dict.fromkeys(rule.partition(".")[0] for rule in every)
        known = ", ".join(section.partition("-")[2] for section in sections)
        raise BadInput("cli.no_rule", game=rules.title, rule=wanted, known=known)
    return found


def print_rules(console: Console, found: dict[str, RuleText], language: str) -> None:
    for rule, entry in found.items():
        text = escape(entry.said(language))
        console.print(f"[bold]{rule}[/]  {text}", highlight=False)
        if note := entry.note(language):
            console.print(f"  [dim]{escape(note)}[/]", highlight=False)


def print_house_rules(console: Console, rules: Rules, language: str) -> None:
    """Print the switches that a table may set, with the usual choice."""
    for name, rule in rules.readings.house.items():
        usual = rules.readings.usual(name)
        console.print(f"[bold]{name}[/]={usual}  {escape(rule.said(language))} ({rule.rule})")


# --- conformance -----------------------------------------------------------------------


def report_facts(report: Report) -> dict[str, Any]:
    counts = {part: getattr(report, part) for part in PARTS}
    return {
        "name": report.name,
        "agrees": report.agrees,
        **{part: [count.agree, count.of] for part, count in counts.items()},
        "excused": report.excused,
        "differences": [
            {"entry": d.entry, "what": d.what, "detail": d.detail} for d in report.differences
        ],
    }


def print_reports(console: Console, reports: list[Report]) -> None:
    """Print one row for each trace, then the first difference of each sort in full."""
    table = Table(header_style="dim", box=None, padding=(0, 1, 0, 0))
    table.add_column("Trace", overflow="fold")
    for column in ("Entries", "State", "Legal", "Revenue", "Views", "Excused", ""):
        table.add_column(column, justify="right", no_wrap=True)
    for report in reports:
        counts = (getattr(report, part) for part in PARTS)
        table.add_row(
            report.name.partition(".trace")[0],
            *(f"{count.agree}/{count.of}" for count in counts),
            str(report.excused),
            "[green]agrees[/]" if report.agrees else "[red]differs[/]",
        )
    console.print(table)
    for report in reports:
        for difference in report.differences:
            title = f"[bold red]{escape(report.name)}[/], entry {difference.entry}"
            console.print(f"\n{title}, {difference.what}:", soft_wrap=True)
            console.print(difference.detail, markup=False, highlight=False, soft_wrap=True)


# --- simulation ------------------------------------------------------------------------


def print_summary(console: Console, summary: Summary, language: str) -> None:
    """Print who won how often and what the games were like."""
    for title, wins, points in (
        ("bot", summary.wins_by_bot(), summary.score_by_bot()),
        ("seat", summary.wins_by_seat(), summary.score_by_seat()),
    ):
        table = Table(header_style="dim")
        table.add_column(say(title, language))
        table.add_column(say("wins", language), justify="right")
        table.add_column(say("average", language), justify="right")
        for key, won in wins.items():
            shown = str(key + 1) if isinstance(key, int) else str(key)
            table.add_row(shown, f"{won:g}", f"{points[key]:g}")  # type: ignore[index]
        console.print(table)
    facts = summary.facts()
    actions = facts["actions"]
    text = say(
        "summary",
        language,
        games=summary.games,
        seconds=f"{summary.seconds:.1f}",
        each=f"{facts['seconds_per_game']:.2f}",
        mean=f"{actions['mean']:g}",
        low=actions["min"],
        high=actions["max"],
        rounds=f"{facts['rounds']:g}",
        ends=", ".join(f"{reason} {count}" for reason, count in summary.reasons().items()) or "—",
    )
    console.print(text, highlight=False, soft_wrap=True)
    for failure in summary.failures:
        told = {"seed": failure.seed, "actions": failure.actions, "error": failure.error}
        console.print(escape(say("failed", language, **told)), style="bold red")
        if failure.traceback:
            console.print(escape(failure.traceback.rstrip()), style="dim", highlight=False)


def print_reach(console: Console, reach: Reach, language: str) -> None:
    """Print what the games reached of the rules, and what they did not."""
    table = Table(header_style="dim")
    for title in ("reached", "of", "", "never"):
        justify: Literal["left", "right"] = "left" if title == "never" else "right"
        table.add_column(say(title, language) if title else "", justify=justify)
    missing = reach.facts()["missing"]
    for what, (met, every) in reach.counts().items():
        words = say(f"reach_{what}", language)
        table.add_row(str(met), str(every), words, ", ".join(missing[what]) or "—")
    console.print(table)


def picture(
    game: Game,
    language: str,
    market: bool,
    company: str | None,
    manifest: bool,
    chart: str | None,
) -> str:
    """Return the picture that was asked for, the board if none in particular."""
    pictures: Any = importlib.import_module("dieciocho.engine.render")
    drawn: str
    if company is not None:
        drawn = pictures.company_svg(game, company, language)
    elif market:
        drawn = pictures.market_svg(game, language)
    elif manifest:
        drawn = pictures.manifest_svg(game.definition, game.state.supply, language)
    elif chart is not None:
        charts = page_of(game.header.game).charts
        if chart not in charts:
            known = ", ".join(charts) or "–"
            raise BadInput("cli.no_chart", game=game.rules.title, chart=chart, known=known)
        drawn = charts[chart](game, language)
    else:
        drawn = pictures.board_svg(game, language=language)
    return drawn
