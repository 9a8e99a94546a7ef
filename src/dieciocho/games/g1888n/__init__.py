"""1888-N, designed by Leonhard Orgler, published by Rawstone Games."""

from ...engine.title import Title

TITLE = Title("1888n", demands=2)
