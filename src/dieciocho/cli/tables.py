"""Tables of a position for the terminal."""

from __future__ import annotations

from rich.table import Table

from ..engine.game import Game
from ..engine.shares import certificates, percent, price
from ..engine.state import BANK, POOL
from ..engine.steps.stock import certificate_limit
from ..engine.words import money, phase_name, round_name
from .words import say

_WIDEST = 18  # columns of the market that fit side by side


def _table(title: str, *columns: str) -> Table:
    """Return a table that is narrow enough for a terminal of 80 columns."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="dim underline",
        box=None,
        padding=(0, 1, 0, 0),
    )
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    return table


def round_line(game: Game, language: str) -> str:
    """Return which round and phase it is, and what the bank holds."""
    name = round_name(game, language)
    endless = game.definition.table.bank == 0
    bank = "∞" if endless else money(game, game.state.cash[BANK])
    phase = f"{say('phase', language)} {phase_name(game, game.phase.name, language)}"
    return f"{name} · {phase} · {say('bank', language)} {bank}"


def players(game: Game, language: str) -> Table:
    """Return who holds what."""
    limit = certificate_limit(game)
    words = ["player", "cash", "certificates", "worth", "shares"]
    if game.definition.privates:
        words.append("privates")
    table = _table("", *(say(word, language) for word in words))
    state = game.state
    scores = game.rules.scores(game)
    for seat, name in enumerate(game.players):
        held = [
            f"{company} {part}{'*' if state.president.get(company) == seat else ''}"
            for company in state.cell
            if (part := percent(game, company, seat))
        ]
        owned = [private for private, owner in state.private_owner.items() if owner == seat]
        mark = f" ({say('priority', language)})" if state.priority == seat else ""
        table.add_row(
            name + mark,
            money(game, state.cash[seat]),
            f"{certificates(game, seat)}/{limit}",
            money(game, scores[seat]),
            ", ".join(held),
            *([", ".join(owned)] if game.definition.privates else []),
        )
    return table


def companies(game: Game, language: str) -> Table | None:
    """Return the started companies in order of price; None if there are none."""
    state = game.state
    if not state.cell:
        return None
    places = [
        place
        for place in game.rules.share_places
        if place not in game.definition.companies
        and any(percent(game, company, place) for company in state.cell)
    ]
    words = ["company", "price", "par", "treasury", "director", "trains", "last_run", "stations"]
    words += places
    if any(percent(game, company, company) for company in state.cell):
        words.append("own_shares")
    if set(state.private_owner.values()) & set(state.cell):
        words.append("privates")
    table = _table("", *(say(word, language) for word in words))
    for company in sorted(state.cell, key=lambda c: -price(game, c)):
        charter = game.definition.companies[company]
        run = state.last_runs.get(company)
        floated = company in state.floated
        owned = [p for p, owner in state.private_owner.items() if owner == company]
        table.add_row(
            f"[bold {charter.colour}]{company}[/]",
            money(game, price(game, company)),
            money(game, state.par[company]),
            money(game, state.cash[company]) if floated or state.cash[company] else "—",
            game.name(state.president[company]) if company in state.president else "—",
            " ".join(game.kind_of(card) for card in state.trains[company]) or "—",
            f"{run.revenue} {'→' if run.kind == 'pay' else '←'}" if run else "—",
            str(state.stations_left[company]),
            *(f"{percent(game, company, place)}%" for place in places),
            *([f"{percent(game, company, company)}%"] if "own_shares" in words else []),
            *([" ".join(owned)] if "privates" in words else []),
        )
    return table


def sheets(game: Game, language: str) -> Table | None:
    """Return what a game says of its companies besides; None if there is nothing."""
    started = sorted(game.state.cell, key=lambda c: -price(game, c))
    facts = {company: dict(game.rules.sheet(game, company, language)) for company in started}
    columns = list(dict.fromkeys(words for said in facts.values() for words in said))
    if not columns:
        return None
    table = _table("", say("company", language), *columns)
    for company, said in facts.items():
        colour = game.definition.companies[company].colour
        values = (said.get(words, "—") for words in columns)
        table.add_row(f"[bold {colour}]{company}[/]", *values)
    return table


def trains(game: Game, language: str) -> str:
    """Return the bank's trains and the pool's in one line."""
    counts: dict[str, int] = {}
    for card in game.state.trains[BANK]:
        kind = game.kind_of(card)
        counts[kind] = counts.get(kind, 0) + 1
    kinds = game.definition.trains
    offers = [
        f"{'∞' if kinds[kind].count < 0 else count}×{kind} ({money(game, kinds[kind].price)})"
        for kind, count in counts.items()
    ]
    pool = [game.kind_of(card) for card in game.state.trains[POOL]]
    line = f"{say('trains', language)}: {', '.join(offers) or '—'}"
    return line + (f" · {say('pool', language)}: {' '.join(pool)}" if pool else "")


def market(game: Game, language: str) -> Table | None:
    """Return the market: every cell with its price and markers; None before any is placed."""
    if not game.state.stacks:
        return None
    board = game.definition.market
    rows, columns = board.size()
    table = Table(
        title=say("market", language),
        title_justify="left",
        title_style="bold",
        show_header=False,
        box=None,
        padding=(0, 1, 0, 0),
    )
    # A long market is shown in several parts, one below the other.
    lines = -(-columns // _WIDEST)
    columns = -(-columns // lines)
    for _ in range(columns):
        table.add_column(justify="right", no_wrap=True)
    cells = {
        (cell.row + cell.column // columns * rows, cell.column % columns): n
        for n, cell in enumerate(board.cells)
    }
    for row in range(rows * lines):
        shown = []
        for column in range(columns):
            index = cells.get((row, column))
            if index is None:
                shown.append("")
                continue
            cell = board.cells[index]
            style = "red" if board.in_red_zone(index) else "yellow" if "*" in cell.marks else "dim"
            stack = "\n".join(game.state.stacks.get(index, ()))
            shown.append(f"[{style}]{cell.price}[/]" + (f"\n[bold]{stack}[/]" if stack else ""))
        table.add_row(*shown)
    return table


def scores(game: Game, language: str) -> Table:
    """Return the final totals, the winner first."""
    table = _table("", say("player", language), say("score", language))
    for name, score in sorted(game.scores().items(), key=lambda entry: -entry[1]):
        table.add_row(name, money(game, score))
    return table
