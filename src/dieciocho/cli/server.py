"""Commands of the web application: play, serve, worker, token, manage, admin."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from typing import Annotated, Any

import typer

from ..engine.errors import BadInput
from . import admin
from .errors import Group
from .keeper import Child, Keeper, end_with_parent
from .preparing import django, prepare

FIRST_PORT = 8018
PANEL = "Play"
PROCESSORS = os.cpu_count() or 1
HALF, ALL_BUT_ONE = max(1, PROCESSORS // 2), max(1, PROCESSORS - 1)

app = typer.Typer(cls=Group, name="dieciocho", pretty_exceptions_enable=False)
app.add_typer(admin.app, name="admin", rich_help_panel=PANEL)

BotsOption = Annotated[
    int, typer.Option("--bots", metavar="N", min=0, help="Processes in which bots think.")
]
BudgetOption = Annotated[
    float, typer.Option(metavar="S", min=0.05, help="Seconds for a bot's decision.")
]
ParentOption = Annotated[int | None, typer.Option(hidden=True)]


# --- for people ------------------------------------------------------------------------


@app.command(rich_help_panel=PANEL)
def play(
    port: Annotated[
        int | None,
        typer.Option(help="Port.", show_default=f"the first free one from {FIRST_PORT}"),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    bots: BotsOption = ALL_BUT_ONE,
    budget: BudgetOption = 5.0,
) -> None:
    """Play in the browser, on this machine: alone, with bots, or around one screen."""
    os.environ["DIECIOCHO_LOCAL"] = "1"
    listening = _first_free() if port is None else _bind("127.0.0.1", port)
    prepare()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/"

    def ready() -> None:
        typer.echo(f"dieciocho: {address}  (Ctrl-C stops it)")
        if browser and _has_display():
            webbrowser.open(address)

    Keeper(_children(listening, 1, bots, budget)).run(ready)


@app.command(rich_help_panel=PANEL)
def serve(
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port.")] = FIRST_PORT,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, help="Processes that answer requests.")
    ] = HALF,
    bots: BotsOption = HALF,
    budget: BudgetOption = 5.0,
    hosts: Annotated[
        str | None,
        typer.Option(metavar="A,B,..", help="Names under which people reach the server."),
    ] = None,
) -> None:
    """Serve a community: accounts, tables, bots, API.

    See the settings in dieciocho/web/settings.py: DATABASE_URL, DIECIOCHO_HTTPS and others.
    """
    if hosts:
        os.environ["DIECIOCHO_HOSTS"] = hosts
    listening = _bind(host, port)
    prepare(static=True)
    shown = f"http://{host}:{listening.getsockname()[1]}/"
    Keeper(_children(listening, workers, bots, budget)).run(lambda: typer.echo(f"serving {shown}"))


@app.command(rich_help_panel=PANEL)
def worker(
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="Processes that think.")] = max(
        1, PROCESSORS - 1
    ),
    budget: BudgetOption = 5.0,
    parent: ParentOption = None,
) -> None:
    """Let bots think; further workers may run on other machines with the same database."""
    if parent is None:
        prepare()
    else:
        django()
    from ..web.bots.worker import run_worker

    run_worker(processes, budget, parent)


@app.command(rich_help_panel=PANEL)
def token(
    user: Annotated[str, typer.Argument(help="Name of the account.")],
    label: Annotated[str, typer.Option(help="What it is for.")] = "command line",
) -> None:
    """Make a token with which a program acts for somebody; it is shown only now."""
    prepare()
    from django.contrib.auth import get_user_model

    from ..web.api.tokens import issue

    owner = get_user_model().objects.filter(username=user).first()
    if owner is None:
        raise BadInput("cli.no_account", user=user)
    typer.echo(issue(owner, label))


@app.command(
    rich_help_panel=PANEL,
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "help_option_names": [],
    },
)
def manage(context: typer.Context) -> None:
    """Run a command of Django, e.g. createsuperuser or migrate."""
    django()
    from django.core.management import execute_from_command_line

    execute_from_command_line(["dieciocho manage", *context.args])


@app.command(hidden=True)
def web(fd: Annotated[int, typer.Option()], parent: ParentOption = None) -> None:
    """Answer requests that arrive at a socket which is open already."""
    django()
    end_with_parent(parent)
    import uvicorn
    from django.conf import settings

    from ..web.arrival import Impatient
    from ..web.live.hub import close_all

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            close_all()  # otherwise listeners would hold the server up
            await super().shutdown(sockets)

    config = uvicorn.Config(
        "dieciocho.web.asgi:application",
        http=Impatient,
        # Without trusted proxies anybody could choose the address by which they are counted.
        proxy_headers=bool(settings.PROXIES),
        forwarded_allow_ips=settings.PROXIES,
        lifespan="off",
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    try:
        Server(config).run(sockets=[socket.socket(fileno=fd)])
    except KeyboardInterrupt:
        sys.exit(0)


# --- inside ----------------------------------------------------------------------------


def _children(listening: socket.socket, workers: int, bots: int, budget: float) -> list[Child]:
    me = str(os.getpid())
    fd = listening.fileno()
    children = [Child(["web", "--fd", str(fd), "--parent", me], [fd]) for _ in range(workers)]
    if bots:
        thinking = ["--processes", str(bots), "--budget", str(budget)]
        children.append(Child(["worker", *thinking, "--parent", me]))
    return children


def _bind(host: str, port: int) -> socket.socket:
    """Listen at once: whoever comes before the server is ready, or while it restarts, waits."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise BadInput("cli.cannot_listen", host=host, port=port, why=error) from None
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def _first_free() -> socket.socket:
    for port in range(FIRST_PORT, FIRST_PORT + 100):
        try:
            return _bind("127.0.0.1", port)
        except BadInput:
            continue
    raise BadInput("cli.no_port", port=FIRST_PORT)


def _has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    app()
