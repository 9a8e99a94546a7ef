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

# Of the reader of positions.
POSITIONS = (
    gettext_noop("a line of a position has at most {size} characters"),
    gettext_noop("a list is needed, not {value!r}"),
    gettext_noop("a position has at most {size} kB"),
    gettext_noop("a position is text, a path or data, not {what}"),
    gettext_noop("a position says `position = {format}` first"),
    gettext_noop("a position with an agenda says this there"),
    gettext_noop("a stop is written F16.0, not {value!r}"),
    gettext_noop("a table is needed, not {value!r}"),
    gettext_noop("a text has at most {size} visible characters"),
    gettext_noop("a text is needed that lists things, separated by commas"),
    gettext_noop("a text is needed, not {value!r}"),
    gettext_noop("a whole number is needed, not {value!r}"),
    gettext_noop("adds up to {total}, but the game has {whole}; bank = {right} would be right"),
    gettext_noop("has no money"),
    gettext_noop("has no trains"),
    gettext_noop("is less than nothing"),
    gettext_noop("is not in the order"),
    gettext_noop("nobody has anything to decide"),
    gettext_noop("nobody is called {name!r}"),
    gettext_noop("position: nobody can do anything"),
    gettext_noop("position: the game cannot go on from here ({why})"),
    gettext_noop("position: the table is not complete: {why}"),
    gettext_noop("position: {where}: {what}"),
    gettext_noop("position: {where}: {what}; possible: {known}"),
    gettext_noop("the market has no cell {cell!r}"),
    gettext_noop("the round is missing"),
    gettext_noop("there are only {count} certificates"),
    gettext_noop("there are only {count} of tile {tile}, not {laid}"),
    gettext_noop("there is no round {kind!r}"),
    gettext_noop("there is no step {step!r}"),
    gettext_noop("there is no step {step!r} in this turn"),
    gettext_noop("there is no stop {hex}.{city}"),
    gettext_noop("there is no such hex on the map"),
    gettext_noop("there is no tile {tile!r}; a tile is written 57/0"),
    gettext_noop("there is no train {train!r}"),
    gettext_noop("there is no {name!r}"),
    gettext_noop("these are not the markers of one cell"),
    gettext_noop("this is not a position: {why}"),
    gettext_noop("true or false is needed, not {value!r}"),
    gettext_noop("{company} has {count} stations too many"),
    gettext_noop("{count} certificates of {needed}"),
    gettext_noop("{name!r} is missing"),
    gettext_noop("{name} is not a player"),
    gettext_noop("{needed} things are needed, not {count}"),
    gettext_noop("{owner} has the train {train} already"),
    gettext_noop("{rotation!r} is no rotation"),
    gettext_noop("{value} is out of range"),
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
