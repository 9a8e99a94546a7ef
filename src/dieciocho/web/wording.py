"""What was refused and why, in the reader's language.

The engine and the services speak English; these are their sentences, so that they are translated
like the rest. Reasons of rules come from the game's own texts.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import get_language, gettext, gettext_noop

from ..engine.errors import UNREADABLE, BadInput, DieciochoError, IllegalAction

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


# Of the engine and of the readers of files; what is in braces is filled in.
TEMPLATES = (
    gettext_noop("the file is larger than {size} MB"),
    gettext_noop("this is not a saved game: {why}"),
    gettext_noop("unknown format {format!r}, expected {known!r}"),
    gettext_noop("this is not an action of {game}: {why}"),
    gettext_noop("{game} has no edition {edition!r}: {known}"),
    gettext_noop("{game}: rules version {version} is not known here"),
    gettext_noop("every player needs a name of their own"),
    gettext_noop("the solo game follows the rulebook only"),
    gettext_noop("action {number} of the file is not legal: {why}"),
    gettext_noop("{game} has no options {options}"),
    gettext_noop("{option}: house rules belong to the edition {edition!r}"),
    gettext_noop("{option} is one of {known}, not {value!r}"),
    gettext_noop("{game} is for {low} to {high} players, not {count}"),
    gettext_noop("there is no game {game!r}; known: {known}"),
    gettext_noop("the game has {length} actions, there is no position {position}"),
    gettext_noop("cannot read the action {text!r}; known forms: {forms}"),
    gettext_noop("{field} must be a whole number, not {text!r}"),
    gettext_noop("cannot read the route {route!r}; expected `2-0: F16.0-G15-H14.0`"),
    gettext_noop("recorded games of {title!r} cannot be read; known: {known}"),
    gettext_noop("this is not a recorded game of 18xx.games: {why}"),
    gettext_noop("recorded action {action} has malformed automatic actions"),
    gettext_noop("recorded action {action}: {field} is not a number"),
    gettext_noop("recorded action {action} is malformed: {why!r}"),
    gettext_noop("recorded actions of type {kind!r} are not known"),
    gettext_noop("there is no track for the recorded route {route}"),
    gettext_noop("recorded games of {title} need the option {option!r}"),
    gettext_noop("{title} with the option {option!r} cannot be read"),
    gettext_noop(
        "{title} with the option {option!r} cannot be read: {what} are not part of the rulebook "
        "that is played here"
    ),
    gettext_noop("games of {game} cannot be written for 18xx.games"),
    gettext_noop("length is one of {lengths}, difficulty one of {colours}"),
    gettext_noop("{cards!r} are not {count} company cards"),
    gettext_noop("there is no stock card {card!r}"),
    gettext_noop("{name} is the name of the automaton"),
    gettext_noop("the starting prices {prices!r} are not on the cards"),
    gettext_noop("{needed} starting prices are needed, not {given}"),
    gettext_noop("two players of the recording have the same name"),
    gettext_noop("recorded action {action} is not legal: {why}"),
    gettext_noop(
        "recorded action {action} is given by {kind} {who}, but it is for {due_kind} {due} to act"
    ),
    gettext_noop("recorded action {action} is given by {kind} {who}, who does not play"),
    gettext_noop("recorded action {action} comes after the end of the game"),
    gettext_noop("recorded action {action}: {company} has fewer trains than routes"),
    gettext_noop("the seed of the recording has too many digits"),
    gettext_noop("the recorded route {route} is too long"),
    gettext_noop("the recorded route {route} cannot be followed"),
    gettext_noop("{share} is not for sale"),
    gettext_noop("{share} is not a share of the seller"),
)


def said(error: object) -> str:
    """Return why something was refused, in the reader's language."""
    if isinstance(error, IllegalAction):
        return error.said((get_language() or "en")[:2])
    if isinstance(error, BadInput):
        params = {name: _shown(value) for name, value in error.params.items()}
        template = gettext(error.template)
        return template.format_map(params) if params else template
    if isinstance(error, msgspec.ValidationError):
        path = str(error).rpartition(" - at `")[2].rstrip("`") if " - at `" in str(error) else "$"
        return gettext("something is missing or wrong at %(place)s") % {"place": path}
    if isinstance(error, UNREADABLE):
        return gettext("it is not JSON, or damaged")
    return gettext(str(error))


def _shown(value: Any) -> Any:
    """Return what is filled into a sentence: errors are said in their turn."""
    return said(value) if isinstance(value, (DieciochoError, *UNREADABLE)) else value
