"""What programs send: typed, checked while decoding, unknown fields of a body refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..programs.kinds import WISHES

_NO_NUL = r"^[^\x00]*\Z"  # a database may not be able to store that character

Name = Annotated[str, Meta(max_length=200, pattern=_NO_NUL)]
Seed = Annotated[int, Meta(ge=-(2**62), le=2**62)]
Notation = Annotated[str, Meta(max_length=10_000)]
Count = Annotated[int, Meta(ge=0, le=10**9)]


class Query(Struct, frozen=True):
    """Base of what may stand after the question mark."""


class Edition(Query, frozen=True):
    edition: str = ""  # "": the usual one


class Listing(Query, frozen=True, rename={"first": "from"}):
    """Which tables: those where one sits, or others that everybody may find."""

    which: Literal["mine", "hidden", "joinable", "running", "finished"] = "mine"
    status: Literal["", "open", "running", "finished"] = ""
    first: Count = 0


class At(Query, frozen=True):
    at: Count | None = None  # after so many actions; None: now


class From(Query, frozen=True, rename={"first": "from"}):
    first: Count = 0


class Asked(At, frozen=True):
    action: Notation = ""


class OfCompany(At, frozen=True):
    company: str = ""  # "": the one that operates


class Format(At, frozen=True):
    format: str = "dieciocho"  # or 18xx.games


class NewGame(Query, frozen=True):
    title: Name = ""
    seats: Literal["me", "bots"] = "me"  # who plays the seats that do not decide now


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all bodies."""


class Empty(Body, frozen=True):
    """Nothing needs to be said."""


class NewSeat(Body, frozen=True):
    who: Annotated[str, Meta(max_length=20)] = "me"
    name: Name = ""


class NewTable(Body, frozen=True):
    """A table to be created."""

    game: Annotated[str, Meta(max_length=16)]
    seats: Annotated[list[NewSeat], Meta(max_length=16)]
    title: Name = ""
    edition: Annotated[str, Meta(max_length=16)] = "rulebook"
    seed: Seed | None = None
    public: bool = False
    undo: Literal["free", "own", "none"] = "free"
    deadline: Count | None = None  # hours for a move
    options: dict[Annotated[str, Meta(max_length=40)], Name] = {}


class Join(Body, frozen=True):
    name: Name = ""


class Act(Body, frozen=True):
    """An action as JSON or in text notation; see docs/api.md for the rest."""

    action: dict[str, Any] | None = None
    text: Notation | None = None
    before: Annotated[list[dict[str, Any] | Notation], Meta(max_length=10)] = []  # all or none
    revision: Count | None = None
    request: Annotated[str, Meta(max_length=64, pattern=_NO_NUL)] = ""


class Branch(Body, frozen=True):
    at: Count | None = None
    bots: bool = False  # those that bots have played go on being played by them
    rivals: bool = False  # bots play all seats but that of who decides there


class Hand(Body, frozen=True):
    """A seat for a bot."""

    seat: Count
    until: Literal["turn", "round", "good"] = "good"


class Take(Body, frozen=True):
    seat: Count


class Abandon(Body, frozen=True):
    agree: bool = True


class Hide(Body, frozen=True):
    hidden: bool = True


class Notes(Body, frozen=True):
    text: Annotated[str, Meta(max_length=4000)]


class Say(Body, frozen=True):
    text: Annotated[str, Meta(max_length=500)]


class Programme(Body, frozen=True):
    """What a seat leaves to the server, until it is over."""

    seat: Count
    wish: WISHES
