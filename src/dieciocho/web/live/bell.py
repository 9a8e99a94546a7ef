"""What other processes have changed, told by PostgreSQL (LISTEN and NOTIFY) instead of asked for.

Whoever changes something rings within the transaction, and the database passes it on when that is
committed. Where nothing can be heard, with SQLite or while the database is away, `hears` is false
and everybody asks every moment.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

CHANNEL = "dieciocho"
JOB = "job"  # rung when a bot has to think
MISSED = ""  # heard once when listening begins: there may have been anything before
CHECK_SECONDS = 20.0  # whether the database is still there
log = logging.getLogger("dieciocho.live")


def ring(text: str) -> None:
    """Tell all processes, once the present transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, text])


class Bell(threading.Thread):
    """Listens for what is rung; `heard` is called in this thread."""

    def __init__(self, heard: Callable[[str], None]) -> None:
        super().__init__(name="bell", daemon=True)
        self.hears = False
        self._heard = heard
        self._stopped = threading.Event()

    def is_hearing(self) -> bool:
        return self.hears

    def stop(self) -> None:
        self._stopped.set()

    def run(self) -> None:
        if connection.vendor != "postgresql":
            return
        import psycopg

        while not self._stopped.is_set():
            try:
                self._listen(psycopg)
            except (psycopg.Error, OSError) as error:
                log.warning("cannot listen to the database: %s", error)
            finally:
                self.hears = False
            self._stopped.wait(1)

    def _listen(self, psycopg: Any) -> None:
        # A connection of its own: those of the pool come and go.
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as line:
            line.add_notify_handler(lambda notify: self._heard(notify.payload))
            line.execute(f"LISTEN {CHANNEL}")
            self.hears = True
            self._heard(MISSED)
            while not self._stopped.is_set():
                for _ in line.notifies(timeout=CHECK_SECONDS):
                    pass  # the handler has it
                line.execute("SELECT 1")
