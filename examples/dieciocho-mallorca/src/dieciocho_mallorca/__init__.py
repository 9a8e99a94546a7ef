"""18Mallorca, a small game to learn 18xx with."""

from dieciocho.engine.title import Title

TITLE = Title("18mallorca", demands=1)
