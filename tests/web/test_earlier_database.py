"""A database written by an earlier program is taken over: tables go on, bots play, copies open.

`earlier/database.sql.gz` was written by commit d9ce718 (before games became folders of their own):
a table of every game with an account, a guest and a bot, in the middle of a round with a job for
the bot, and a copy of it at action 30.
"""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from dieciocho.games import GAMES

DUMP = Path(__file__).parent.parent / "earlier" / "database.sql.gz"
LOOK = """
import json
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from dieciocho.web.bots import jobs
from dieciocho.web.bots.think import think
from dieciocho.web.models import BotJob, Table
from dieciocho.web.services import reading

told = {}
for table in Table.objects.filter(branched_from=None):
    game = reading.position(table)
    copy = reading.position(Table.objects.get(branched_from=table))
    job = BotJob.objects.get(table=table)
    jobs.play(job, think(jobs.task_of(job, 60)).action)
    now = Table.objects.get(pk=table.pk)
    told[table.game] = [
        len(game.history) == table.length,
        game.actor == table.actor,
        copy.state == game.at(30).state,
        now.length - table.length,
        reading.position(now).history[-1].by == table.actor,
    ]
print(json.dumps(told))
"""


def test_a_database_of_an_earlier_program_goes_on(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "dieciocho.sqlite3")
    database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    database.close()
    settings = {
        "DIECIOCHO_DATA": str(tmp_path),
        "DIECIOCHO_LOCAL": "1",
        "DJANGO_SETTINGS_MODULE": "dieciocho.web.settings",
    }
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"} | settings
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == {game: [True, True, True, 1, True] for game in GAMES}
