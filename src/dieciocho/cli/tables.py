"""Tables of a position for the terminal."""

from __future__ import annotations

from rich.table import Table

from ..engine.game import Game
from ..engine.reading import CompanyView
from ..engine.words import money, phase_name, round_name
from .words import place_word, say

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
    bank = "∞" if game.bank.endless else money(game, game.bank.cash)
    phase = f"{say('phase', language)} {phase_name(game, game.phase.name, language)}"
    return f"{name} · {phase} · {say('bank', language)} {bank}"


def players(game: Game, language: str) -> Table:
    """Return who holds what."""
    words = ["player", "cash", "certificates", "worth", "shares"]
    if game.definition.privates:
        words.append("privates")
    table = _table("", *(say(word, language) for word in words))
    for player in game.seats:
        shares, directed = player.shares, player.directs
        held = [
            f"{company} {shares[company]}{'*' if company in directed else ''}"
            for company in game.state.cell
            if company in shares
        ]
        mark = f" ({say('priority', language)})" if player.priority else ""
        table.add_row(
            player.name + mark,
            money(game, player.cash),
            f"{player.certificates}/{player.certificate_limit}",
            money(game, player.value),
            ", ".join(held),
            *([", ".join(player.privates)] if game.definition.privates else []),
        )
    return table


def _started(game: Game) -> list[CompanyView]:
    """Return the started companies in order of price."""
    known = game.companies
    return sorted((known[c] for c in game.state.cell), key=lambda c: -(c.price or 0))


def companies(game: Game, language: str) -> Table | None:
    """Return the started companies in order of price; None if there are none."""
    started = _started(game)
    if not started:
        return None
    places = [
        place
        for place in game.rules.share_places
        if place not in game.definition.companies
        and any(place in company.holders for company in started)
    ]
    words = ["company", "price", "par", "treasury", "director", "trains", "last_run", "stations"]
    ends = [word for word in ("own_shares", "privates") if any(getattr(c, word) for c in started)]
    table = _table(
        "",
        *(say(word, language) for word in words),
        *(place_word(game, place, language) for place in places),
        *(say(word, language) for word in ends),
    )
    for company in started:
        run = company.last_run
        table.add_row(
            _name(company),
            money(game, company.price or 0),
            money(game, company.par or 0),
            money(game, company.treasury) if company.floated or company.treasury else "—",
            str(company.president or "—"),
            " ".join(train.kind for train in company.trains) or "—",
            f"{run.revenue} {'→' if run.kind == 'pay' else '←'}" if run else "—",
            str(company.stations_left),
            *(f"{company.held_by(place)}%" for place in places),
            *([f"{company.own_shares}%"] if "own_shares" in ends else []),
            *([" ".join(company.privates)] if "privates" in ends else []),
        )
    return table


def _name(company: CompanyView) -> str:
    return f"[bold {company.charter.colour}]{company.id}[/]"


def sheets(game: Game, language: str) -> Table | None:
    """Return what a game says of its companies besides; None if there is nothing."""
    facts = {c: dict(game.rules.sheet(game, c.id, language)) for c in _started(game)}
    columns = list(dict.fromkeys(words for said in facts.values() for words in said))
    if not columns:
        return None
    table = _table("", say("company", language), *columns)
    for company, said in facts.items():
        table.add_row(_name(company), *(said.get(words, "—") for words in columns))
    return table


def trains(game: Game, language: str) -> str:
    """Return the bank's trains and the pool's in one line."""
    trains = game.trains
    kinds = [trains.kinds[kind] for kind in dict.fromkeys(card.kind for card in trains.bank)]
    offers = [
        f"{'∞' if kind.left is None else kind.left}×{kind} ({money(game, kind.price)})"
        for kind in kinds
    ]
    pool = [card.kind for card in trains.pool]
    line = f"{say('trains', language)}: {', '.join(offers) or '—'}"
    return line + (f" · {say('pool', language)}: {' '.join(pool)}" if pool else "")


def market(game: Game, language: str) -> Table | None:
    """Return the market: every cell with its price and markers; None before any is placed."""
    board = game.market
    if not board.taken:
        return None
    rows, columns = board.size
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
    spaces = {
        (space.cell.row + space.cell.column // columns * rows, space.cell.column % columns): space
        for space in board.spaces
    }
    for row in range(rows * lines):
        shown = []
        for column in range(columns):
            space = spaces.get((row, column))
            if space is None:
                shown.append("")
                continue
            style = "red" if space.red else "yellow" if "*" in space.cell.marks else "dim"
            stack = "\n".join(space.companies)
            price = f"[{style}]{space.cell.price}[/]"
            shown.append(price + (f"\n[bold]{stack}[/]" if stack else ""))
        table.add_row(*shown)
    return table


def scores(game: Game, language: str) -> Table:
    """Return the final totals, the winner first."""
    table = _table("", "", say("player", language), say("score", language))
    values = game.scores()
    for name, place in game.places().items():
        table.add_row(f"{place}.", name, money(game, values[name]))
    return table
