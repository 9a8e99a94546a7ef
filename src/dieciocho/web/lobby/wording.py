"""Refusals of the services in the reader's language.

The services speak English; these are their sentences, so that they are translated like the rest.
"""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

from ..services import Refusal

SENTENCES = (
    gettext_noop("There is no such table."),
    gettext_noop("The game has not started."),
    gettext_noop("The game has started."),
    gettext_noop("One seat must be yours."),
    gettext_noop("You sit at this table already."),
    gettext_noop("There is no open seat."),
    gettext_noop("You do not sit at this table."),
    gettext_noop("There are open seats."),
    gettext_noop("The game has moved on."),
    gettext_noop("The game is not being played."),
    gettext_noop("It is not your decision."),
    gettext_noop("There is nothing to undo."),
    gettext_noop("At this table nothing is taken back."),
    gettext_noop("Only one's own last action can be taken back."),
    gettext_noop("There is nothing to redo."),
    gettext_noop("A message has 1 to 500 characters."),
    gettext_noop("Only games of the edition 'online' can be exported so."),
    gettext_noop("the solo game follows the rulebook only"),
)


def shown(refusal: Refusal) -> str:
    """Return why something was refused, in the reader's language."""
    return gettext(str(refusal))
