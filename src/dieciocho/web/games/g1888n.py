"""The page of 1888-N."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from .base import GamePage

PAGE = GamePage(
    summary=gettext_lazy(
        "Railways of North China: an auction of privates, shares on a two-dimensional market, "
        "destinations, and trains that rust sooner than one hopes."
    ),
)
