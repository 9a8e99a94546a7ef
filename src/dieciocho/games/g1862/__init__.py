"""1862: Railway Mania in the Eastern Counties."""

from ...engine.title import Title

TITLE = Title("1862", demands=5)
