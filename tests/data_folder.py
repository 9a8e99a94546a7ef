"""Gives the tests a data folder of their own, before Django's settings look for one.

Loaded with `-p` from pyproject.toml: a conftest would come too late, pytest-django reads the
settings before it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

if "DIECIOCHO_DATA" not in os.environ:
    os.environ["DIECIOCHO_DATA"] = tempfile.mkdtemp(prefix="dieciocho-tests-")
    atexit.register(shutil.rmtree, os.environ["DIECIOCHO_DATA"], ignore_errors=True)
