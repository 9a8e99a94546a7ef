"""Lets Python look for garbage less often while tests run.

Boards, games and pages that earlier tests made known grow old together; going through all of them
again and again would cost more than it finds. Loaded with `-p` from pyproject.toml.
"""

from __future__ import annotations

import gc

gc.set_threshold(5000, 10, 100)
