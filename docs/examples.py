"""Shows examples of docstrings as sessions: an extension of griffe, which reads docstrings."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Examples(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
