"""Requests at random to every address, many: `python -m bench.fuzz --requests 100000`.

On a SQLite database of its own, or on the empty PostgreSQL database that DATABASE_URL names. Ends
at the first answer that is a 500, takes more than two seconds of the processor or crosses a right.
"""

from __future__ import annotations

import os
import tempfile
import time

import typer


def main(requests: int = 100_000, seed: int = 1) -> None:
    """Send requests; every two thousand a new world is made, so that each state is met again."""
    with tempfile.TemporaryDirectory(prefix="dieciocho-fuzz-") as folder:
        os.environ.update(
            DIECIOCHO_DATA=folder,
            DIECIOCHO_LIMITS="0",
            DIECIOCHO_LOG="critical",
            DJANGO_SETTINGS_MODULE="dieciocho.web.settings",
        )
        import django
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        django.setup()
        setup_test_environment()
        call_command("migrate", verbosity=0)
        from tests.web.fuzzing import Fuzzer

        began, slowest = time.process_time(), (0.0, "")
        fuzzer = Fuzzer(seed)
        for number in range(requests):
            if number and number % 2000 == 0:
                typer.echo(f"{number}: {dict(fuzzer.statuses)}")
                fuzzer = Fuzzer(seed + number)
            fuzzer.send()
            slowest = max(slowest, fuzzer.slowest)
        typer.echo(f"{requests} requests, {time.process_time() - began:.0f} s of the processor")
        typer.echo(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")


if __name__ == "__main__":
    typer.run(main)
