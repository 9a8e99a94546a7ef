"""18Magyarország, designed by Leonhard Orgler."""

from ...engine.title import Title

TITLE = Title("18mag", demands=3)
