"""Child processes that are kept running: one that ends by itself is started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence

import typer

MIN_LIFE = 5.0  # seconds: a child that lived longer is started again at once
MAX_PAUSE = 30.0
PATIENCE = 8.0  # seconds that children get to end in an orderly way


class Child:
    """A command of this program in a process of its own."""

    def __init__(self, arguments: Sequence[str], files: Sequence[int] = ()) -> None:
        self.name = arguments[0]
        self.arguments = arguments
        self.files = files
        self.pause = 0.0
        self.due = 0.0
        self.started = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dieciocho.cli.server", *self.arguments],
            pass_fds=self.files,
            stdin=subprocess.DEVNULL,
        )

    def look_after(self) -> None:
        """Start the child, again if it has ended; after quick ends wait longer each time."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            status = self.process.returncode
            self.process = None
            quick = now - self.started < MIN_LIFE
            self.pause = min(MAX_PAUSE, max(0.5, self.pause * 2)) if quick else 0.0
            self.due = now + self.pause
            typer.echo(f"{self.name} ended with status {status}: starting it again", err=True)
        if self.process is None and now >= self.due:
            self.start()


class Keeper:
    """Runs children until the program is told to stop."""

    def __init__(self, children: Sequence[Child]) -> None:
        self.children = children
        self.stopped = threading.Event()

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Keep the children running until Ctrl-C or SIGTERM, then stop them."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.stopped.set())
        try:
            for child in self.children:
                child.start()
            ready()
            while not self.stopped.wait(0.2):
                for child in self.children:
                    child.look_after()
        finally:
            self.stop()

    def stop(self) -> None:
        """End the children, if need be by force."""
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            process.terminate()
        until = time.monotonic() + PATIENCE
        for process in running:
            try:
                process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def end_with_parent(parent: int | None) -> None:
    """Stop this process when the one that started it has gone without a word."""
    if parent is None:
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
