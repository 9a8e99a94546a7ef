"""1865 Sardinia."""

from ...engine.title import Title

TITLE = Title("1865", demands=4)
