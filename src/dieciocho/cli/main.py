"""The program `dieciocho`: one small function for each command."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from .. import __version__, new_game, rules_of
from ..engine.errors import BadInput, DefinitionError
from ..engine.game import Game
from ..engine.reading import route_facts
from ..games import GAMES, part_of
from ..interop.conform import conform as compare
from ..interop.export import export_game
from ..interop.site import import_game, read_file
from ..sim import simulate as simulate_games
from ..sim.parquet import Writer
from ..sim.perft import perft as count_sequences
from ..sim.pool import Interrupted
from ..sim.tables import tabulate
from . import contest, learning, printing, server, teaching
from .errors import Group
from .files import names_of, open_game, write_file
from .options import (
    RULEBOOK,
    STOPPED,
    WHICH,
    AtOption,
    ClusterOption,
    EditionOption,
    GameFile,
    GameId,
    JsonOption,
    Language,
    LanguageOption,
    OptionsOption,
    Out,
    WorkersOption,
    print_json,
    progress_bar,
)
from .session import Session, check_seated
from .table import bots_named, free_path, options_of, set_table
from .words import say

app = typer.Typer(
    cls=Group,
    name="dieciocho",
    help="Play, study and simulate 18xx railway games.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

app.registered_commands += server.app.registered_commands
app.registered_groups += server.app.registered_groups
app.registered_commands += contest.app.registered_commands
app.registered_commands += learning.app.registered_commands
app.registered_commands += teaching.app.registered_commands

PLAY, STUDY, MANY, SITE = "Play", "Study a game", "Many games", "18xx.games"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dieciocho {__version__}")
        raise typer.Exit()


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Play, study and simulate 18xx railway games."""


# --- playing ---------------------------------------------------------------------------


@app.command(rich_help_panel=PLAY)
def terminal(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Saved game to go on with.")
    ] = None,
    game: Annotated[str | None, typer.Option(help=WHICH)] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,..", help="People at this table.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="B,B,..",
            help="Computer players: club-trader, planner..; also FILE.py:CLASS, exec:COMMAND.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the seating.")] = None,
    edition: EditionOption = RULEBOOK,
    option: OptionsOption = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save a new game.")
    ] = None,
    language: LanguageOption = Language.en,
) -> None:
    """Play in the terminal, with people at the keyboard and bots.

    Without options it asks what to play. The game is saved after every action.
    """
    console = Console()
    if file is not None:
        if game or players or save or option or seed is not None or edition != RULEBOOK:
            raise BadInput("cli.file_alone")
        table, kinds = open_game(file), bots_named(bots)
        check_seated(table, kinds)
        path = _saved_beside(file, table.to_json())
    else:
        try:
            table, kinds = set_table(
                language.value,
                game=game,
                people=players,
                bots=bots,
                seed=seed,
                edition=edition,
                options=options_of(option),
            )
        except (EOFError, KeyboardInterrupt):
            raise BadInput("cli.not_started") from None
        path = save or free_path(table)
        if path.exists():
            raise BadInput("cli.exists", path=path)
    Session(table, path, console, language.value, kinds).run()


def _is_ours(data: bytes) -> bool:
    """Tell a game that was saved here from a recorded one."""
    return data[:200].lstrip().startswith(b'{"format"')


def _saved_beside(file: Path, text: str) -> Path:
    """Return where a game that was opened is saved: a recorded one is never overwritten."""
    if _is_ours(file.read_bytes()):
        return file
    path = file.with_name(file.name.partition(".")[0] + ".dieciocho.json")
    if path.exists():
        raise BadInput("cli.exists", path=path)
    write_file(path, text)
    return path


@app.command(rich_help_panel=PLAY)
def new(
    game: GameId,
    output: Out,
    players: Annotated[str, typer.Option(metavar="A,B,..", help="Names of the players.")],
    seed: Annotated[
        int | None, typer.Option(help="Draw the seating by lot; without it as given.")
    ] = None,
    edition: EditionOption = RULEBOOK,
    option: OptionsOption = None,
    language: LanguageOption = Language.en,
) -> None:
    """Start a game and write it to a file."""
    started = new_game(
        game, names_of(players), seed=seed, edition=edition, options=options_of(option)
    )
    write_file(output, started.to_json())
    typer.echo(f"{output}: {started.rules.title}, {', '.join(started.players)}")


# --- studying --------------------------------------------------------------------------


@app.command(rich_help_panel=STUDY)
def replay(
    file: GameFile,
    at: AtOption = None,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Show what happened in a game, and the scores."""
    game = printing.position(open_game(file), at)
    if json:
        print_json(printing.replay_facts(game, language.value))
    else:
        printing.print_replay(Console(), game, language.value)


@app.command(rich_help_panel=STUDY)
def routes(
    file: GameFile,
    at: AtOption = None,
    company: Annotated[
        str | None, typer.Option(help="Company.", show_default="the one operating, or all")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Draw them as SVG.")
    ] = None,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Find the best routes of a position, with proof."""
    game = printing.position(open_game(file), at)
    companies = printing.companies_to_show(game, company)
    facts = [route_facts(game, company) for company in companies]
    if output is not None:
        found = [game.best_routes(c).best for c in companies]
        paths = [path for best in found for _, path in best.routes]
        write_file(output, game.board_svg(routes=paths, language=language.value))
    if json:
        print_json(facts)
    else:
        printing.print_routes(Console(), facts, language.value)


def _start_of(file: Path, players: int | None = None) -> Game | None:
    """Return the start of a game if its id is given in place of a file."""
    return None if file.exists() or str(file) not in GAMES else _begun(str(file), players)


def _begun(game: str, players: int | None = None) -> Game:
    count = rules_of(game).player_counts[-1] if players is None else players
    return new_game(game, [f"P{number}" for number in range(1, count + 1)])


@app.command(rich_help_panel=STUDY)
def render(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Saved or recorded game, or the id of a game.")
    ],
    output: Out,
    at: AtOption = None,
    market: Annotated[bool, typer.Option("--market", help="Draw the market instead.")] = False,
    company: Annotated[
        str | None, typer.Option(help="Draw the sheet of a company instead.")
    ] = None,
    manifest: Annotated[bool, typer.Option("--manifest", help="Draw all tiles instead.")] = False,
    chart: Annotated[
        str | None, typer.Option(metavar="NAME", help="Draw a chart that only this game has.")
    ] = None,
    language: LanguageOption = Language.en,
) -> None:
    """Draw the board, the market, a company or all tiles as SVG."""
    if sum((market, company is not None, manifest, chart is not None)) > 1:
        raise BadInput("cli.one_picture")
    game = printing.position(_start_of(file) or open_game(file), at)
    if company is not None:
        printing.companies_to_show(game, company)
    write_file(output, printing.picture(game, language.value, market, company, manifest, chart))
    typer.echo(str(output))


@app.command(rich_help_panel=STUDY)
def perft(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Saved or recorded game, or the id of a game.")
    ],
    at: AtOption = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", help="Players, if FILE is the id of a game.")
    ] = None,
    depth: Annotated[int, typer.Option(min=1, metavar="D", help="Actions in a row.")] = 3,
    json: JsonOption = False,
) -> None:
    """Count the sequences of legal actions that a position has."""
    counts = count_sequences(
        printing.position(_start_of(file, players) or open_game(file), at), depth
    )
    if json:
        print_json(counts)
    else:
        for number, count in enumerate(counts, 1):
            typer.echo(f"{number:2} {count:12}")


@app.command(rich_help_panel=STUDY)
def check(game: GameId, language: LanguageOption = Language.en) -> None:
    """Check the components of a game; status 1 if they contradict its rules."""
    chosen, part = rules_of(game), part_of(game, "check")
    wrong: list[str] = []
    odd: list[str] = []
    try:
        if part is not None:
            wrong, odd = part.doubts()
        else:
            _begun(game)  # what is printed is checked when it is loaded
    except DefinitionError as error:
        wrong = [str(error)]
    for text in wrong:
        typer.echo(say("check_wrong", language, text=text))
    for text in odd:
        typer.echo(say("check_odd", language, text=text))
    counts = {"wrong": len(wrong), "odd": len(odd)}
    typer.echo(say("check_result", language, game=chosen.title, **counts))
    if wrong:
        raise typer.Exit(1)


@app.command(rich_help_panel=STUDY)
def rules(
    game: GameId,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A rule or a section, e.g. 8.3.4.")
    ] = None,
    house: Annotated[
        bool, typer.Option("--house", help="The readings that a table may choose (--option).")
    ] = False,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Show the rules of a game."""
    if house:
        printing.print_house_rules(Console(), rules_of(game), language.value)
        return
    found = printing.find_rules(rules_of(game), rule)
    if json:
        print_json(found)
    else:
        printing.print_rules(Console(), found, language.value)


# --- many games ------------------------------------------------------------------------


@app.command(rich_help_panel=MANY)
def simulate(
    game: GameId,
    players: Annotated[int, typer.Option(metavar="N", help="Players in each game.")] = 4,
    games: Annotated[int, typer.Option(metavar="K", help="How many games.")] = 10,
    seed: Annotated[int, typer.Option(metavar="S", help="Each game derives its own.")] = 0,
    bots: Annotated[
        str,
        typer.Option(
            metavar="B,B,..",
            help="Bots of the players, repeated as needed; also FILE.py:CLASS, exec:COMMAND.",
        ),
    ] = "sensible",
    edition: EditionOption = RULEBOOK,
    option: OptionsOption = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check everything after every action.")
    ] = False,
    reach: Annotated[
        bool, typer.Option("--reach", help="Tell which rules' code the games reached.")
    ] = False,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Results by line; what it has is not played again."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.parquet", help="Write games, actions and positions as tables."),
    ] = None,
    language: LanguageOption = Language.en,
    json: JsonOption = False,
) -> None:
    """Play many games between bots; status 1 if any of them goes wrong.

    Ctrl-C stops it and shows what was finished.
    """
    status = 0
    with progress_bar() as bar:
        task = bar.add_task("Games", total=games)
        try:
            summary = simulate_games(
                game,
                players=players,
                games=games,
                seed=seed,
                bots=names_of(bots),
                edition=edition,
                check=check,
                workers=workers or os.cpu_count(),
                cluster=cluster,
                progress=lambda done, total: bar.update(task, completed=done),
                options=options_of(option),
                reach=reach,
                file=results,
                out=out,
            )
        except Interrupted as stop:
            summary, status = stop.so_far, STOPPED
    facts = summary.facts() | ({"reach": summary.reach().facts()} if reach else {})
    if json:
        print_json(facts)
    else:
        printing.print_summary(Console(), summary, language.value)
        if reach:
            printing.print_reach(Console(), summary.reach(), language.value)
    if status or summary.failures:
        raise typer.Exit(status or 1)


@app.command(rich_help_panel=MANY)
def data(
    files: Annotated[
        list[Path], typer.Argument(metavar="GAME...", help="Saved or recorded games.")
    ],
    out: Annotated[
        Path, typer.Option(metavar="FILE.parquet", help="Where the games stand; others beside it.")
    ],
) -> None:
    """Write games as tables of games, actions and positions, for pandas and its like."""
    with progress_bar() as bar, Writer(out) as writer:
        task = bar.add_task("Games", total=len(files))
        for number, path in enumerate(files):
            game = open_game(path)
            writer.add(number, tabulate(game, game.players))
            bar.update(task, completed=number + 1)


@app.command(rich_help_panel=MANY)
def bench() -> None:
    """Measure how fast the engine is."""
    try:
        module: Any = importlib.import_module("dieciocho.bench")
    except ImportError as error:
        raise BadInput("cli.no_benchmark", why=error) from None
    module.main()


# --- 18xx.games ------------------------------------------------------------------------


@app.command(rich_help_panel=SITE)
def conform(
    traces: Annotated[list[Path], typer.Argument(metavar="TRACE...", help="Golden traces.")],
    json: JsonOption = False,
) -> None:
    """Compare the engine with golden traces; status 0 only if all agree."""
    reports = []
    with progress_bar() as bar:
        for path in traces:
            task = bar.add_task(path.name, total=None)

            def show(done: int, total: int, task: Any = task) -> None:
                bar.update(task, completed=done, total=total)

            reports.append(compare(path, progress=show))
            bar.remove_task(task)
    if json:
        print_json([printing.report_facts(report) for report in reports])
    else:
        printing.print_reports(Console(), reports)
    if not all(report.agrees for report in reports):
        raise typer.Exit(1)


@app.command("import", rich_help_panel=SITE)
def import_(file: GameFile, output: Out, language: LanguageOption = Language.en) -> None:
    """Read a recorded game of 18xx.games and save it as one of ours."""
    data = read_file(file)
    if _is_ours(data):
        raise BadInput("cli.saved_already", path=file)
    game = import_game(data)
    write_file(output, game.to_json())
    typer.echo(f"{output}: {say('actions', language, count=len(game.history))}")


@app.command("export", rich_help_panel=SITE)
def export(file: GameFile, output: Out, language: LanguageOption = Language.en) -> None:
    """Write a game of the edition online as 18xx.games records it."""
    game = open_game(file)
    write_file(output, export_game(game))
    typer.echo(f"{output}: {say('actions', language, count=len(game.history))}")


if __name__ == "__main__":
    app()
