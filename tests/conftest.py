"""What pytest needs before anything is imported: a data folder of its own for the web tests."""

from __future__ import annotations

import os
import tempfile

os.environ.setdefault("DIECIOCHO_DATA", tempfile.mkdtemp(prefix="dieciocho-tests-"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dieciocho.web.settings")
