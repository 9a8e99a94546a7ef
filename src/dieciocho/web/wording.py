"""What was refused and why, in the reader's language.

The services speak English; these are their sentences, so that they are translated like the rest of
the page. Errors of the engine say themselves in any language.
"""

from __future__ import annotations

from django.utils.translation import get_language, gettext, gettext_noop

from ..engine.errors import UNREADABLE, BadInput, IllegalAction, unreadable

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
    gettext_noop("There is no such position."),
    gettext_noop("There is no such hex."),
    gettext_noop("There is no such tile."),
    gettext_noop("This is not an action."),
)


def said(error: object) -> str:
    """Return why something was refused, in the reader's language."""
    language = (get_language() or "en")[:2]
    if isinstance(error, IllegalAction | BadInput):
        return error.said(language)
    if isinstance(error, UNREADABLE):
        return unreadable(error, language)
    return gettext(str(error))
