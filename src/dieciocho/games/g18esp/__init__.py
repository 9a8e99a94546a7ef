"""18ESP."""

from ...engine.title import Title

TITLE = Title("18esp", demands=4)
