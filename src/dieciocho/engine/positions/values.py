"""Values of a position: what the fields of rounds, turns, facts and steps are written as.

Their types say how. A seat is written as its player's name, a set as a sorted list, an action in
its text notation, `None` as a dash or not at all; a struct is a table of the fields that are not
what they are by default. Reading refuses whatever has another form, and says where.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from .. import notation
from ..actions import Action
from ..errors import BadInput, clip
from ..state import SEAT, STOP, Owner, Seat, StopId

NOTHING = "-"  # None, where something has to be written
NOBODY = "nobody"  # a seat that is none
MOST = 10_000_000  # more than any number of any game
LONGEST = 200  # text
_MANY = 12  # possibilities that an error names
_NUMBER = re.compile(r"-?[0-9]{1,8}")


def wrong(where: str, what: str, known: Iterable[object] = (), **params: Any) -> BadInput:
    """Return the error for a place of a position; `known` is what would be possible there."""
    return _at(where, BadInput(what, **params), known)


def _at(where: str, reason: BadInput, known: Iterable[object] = ()) -> BadInput:
    names = [str(name) for name in known]
    if not names:
        return BadInput("input.position_wrong", where=where, what=reason)
    listed = ", ".join(names[:_MANY]) + (", …" if len(names) > _MANY else "")
    return BadInput("input.position_wrong_known", where=where, what=reason, known=listed)


class Names:
    """What those are called in a position who can hold something."""

    def __init__(self, players: tuple[str, ...], owners: Iterable[str]) -> None:
        self.owners = dict.fromkeys(owners)
        self.seats = [f"seat {number}" for number in range(1, len(players) + 1)]
        self._labels = [
            name if players.count(name) == 1 and self._is_plain(name) else self.seats[seat]
            for seat, name in enumerate(players)
        ]
        self._known: dict[str, Owner] = {name: name for name in self.owners}
        self._known.update((label, seat) for seat, label in enumerate(self.seats))
        self._known.update((label, seat) for seat, label in enumerate(self._labels))

    def _is_plain(self, name: str) -> bool:
        """Tell whether a name can be taken for nothing else."""
        words = name.split()
        plain = name.isprintable() and " ".join(words) == name and "," not in name
        used = name in self.owners or name in (NOBODY, NOTHING) or name.startswith("seat ")
        return plain and not used and not words[-1].isdigit() and len(name) <= LONGEST

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def write(self, owner: Owner) -> str:
        if isinstance(owner, str):
            return owner
        return self._labels[owner] if 0 <= owner < len(self._labels) else NOBODY

    def owner(self, value: Any, where: str) -> Owner:
        found = self._known.get(value) if isinstance(value, str) else None
        if found is None:
            raise wrong(
                where, "input.position_no_player", [*self._labels, *self.owners], name=value
            )
        return found

    def seat(self, value: Any, where: str) -> Seat:
        found = -1 if value == NOBODY else self.owner(value, where)
        if isinstance(found, str):
            raise wrong(where, "input.position_not_a_player", self._labels, name=found)
        return found


@cache
def fields_of(kind: type[Struct]) -> dict[str, Any]:
    """Return the type of each field of a struct."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


@cache
def _defaults(kind: type[Struct]) -> dict[str, Any]:
    found = {}
    for field in msgspec.structs.fields(kind):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = field.default
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = field.default_factory()
    return found


class Values:
    """Writes and reads values of a game by their types."""

    def __init__(self, names: Names, actions: tuple[type[Action], ...]) -> None:
        self.names = names
        self._actions = actions

    # --- writing -----------------------------------------------------------------------

    def write(self, value: Any, kind: Any) -> Any:
        """Return a value as text, number, truth value, list or table."""
        if value is None:
            return NOTHING
        if _marked(kind, SEAT):
            return self.names.write(value)
        if _marked(kind, STOP):
            return f"{value[0]}.{value[1]}"
        options = _options(kind)
        if options:
            if isinstance(value, int) and not isinstance(value, bool):
                return self.write(value, next((o for o in options if _is_seat(o)), int))
            return self.write(value, type(value) if isinstance(value, Struct) else options[0])
        if isinstance(value, Struct):
            return str(value) if isinstance(value, Action) else self.struct(value)
        origin, parts = get_origin(kind), get_args(kind)
        if origin is dict:
            return self._write_dict(value, *parts)
        if origin is frozenset:
            return sorted((self.write(item, parts[0]) for item in value), key=str)
        if origin is tuple:
            kinds = [parts[0]] * len(value) if parts[-1] is ... else parts
            return [self.write(item, k) for item, k in zip(value, kinds, strict=True)]
        return value

    def _write_dict(self, value: dict[Any, Any], key: Any, of: Any) -> Any:
        if get_origin(key) is tuple:
            return [[*self.write(k, key), self.write(v, of)] for k, v in value.items()]
        return {str(self.write(k, key)): self.write(v, of) for k, v in value.items()}

    def struct(self, value: Struct, base: Struct | None = None) -> dict[str, Any]:
        """Return a struct as a table of what differs from `base`, or from its defaults."""
        kind = type(value)
        usual = _defaults(kind) if base is None else msgspec.structs.asdict(base)
        written = {}
        for name, hint in fields_of(kind).items():
            now = getattr(value, name)
            if (name not in usual and now is not None) or (name in usual and now != usual[name]):
                written[name] = self.write(now, hint)
        return written

    # --- reading -----------------------------------------------------------------------

    def read(self, value: Any, kind: Any, where: str) -> Any:
        """Return what was written, of the type that it must have."""
        if _marked(kind, SEAT):
            return self.names.seat(value, where)
        if _marked(kind, STOP):
            return a_stop(value, where)
        options = _options(kind)
        if options:
            return self._read_union(value, options, where)
        if isinstance(kind, type) and issubclass(kind, Action):
            return self._read_action(value, (kind,), where)
        if isinstance(kind, type) and issubclass(kind, Struct):
            return self.read_struct(value, kind, where)
        plain = _PLAIN.get(kind)
        if plain is not None:
            return plain(value, where)
        origin, parts = get_origin(kind), get_args(kind)
        if origin is dict:
            return self._read_dict(value, parts[0], parts[1], where)
        items = a_list(value, where)
        if origin is tuple and parts[-1] is not ...:
            if len(items) != len(parts):
                raise wrong(
                    where,
                    "input.position_count",
                    needed=len(parts),
                    count=len(items),
                )
            return tuple(
                self.read(item, k, f"{where}[{n}]")
                for n, (item, k) in enumerate(zip(items, parts, strict=True), 1)
            )
        found = (self.read(item, parts[0], f"{where}[{n}]") for n, item in enumerate(items, 1))
        return frozenset(found) if origin is frozenset else tuple(found)

    def _read_union(self, value: Any, options: tuple[Any, ...], where: str) -> Any:
        if NoneType in options and value == NOTHING:
            return None
        kinds = tuple(o for o in options if o is not NoneType)
        if any(map(_is_seat, kinds)):
            return self.names.owner(value, where) if str in kinds else self.read(value, Seat, where)
        if all(isinstance(k, type) and issubclass(k, Action) for k in kinds):
            return self._read_action(value, kinds, where)
        return self.read(value, kinds[0], where)

    def _read_action(self, value: Any, kinds: tuple[type[Action], ...], where: str) -> Action:
        known = tuple(kind for kind in self._actions if kind in kinds) or kinds
        try:
            return notation.read(a_text(value, where), known)
        except BadInput as error:
            raise _at(where, error) from None

    def _read_dict(self, value: Any, key: Any, of: Any, where: str) -> dict[Any, Any]:
        if get_origin(key) is tuple:
            found = {}
            for n, item in enumerate(a_list(value, where), 1):
                *first, last = a_list(item, f"{where}[{n}]") or [None]
                found[self.read(first, key, f"{where}[{n}]")] = self.read(last, of, f"{where}[{n}]")
            return found
        return {
            self.read(k, key, where): self.read(v, of, f"{where}.{clip(k, 40)}")
            for k, v in a_table(value, where).items()
        }

    def read_struct(
        self, value: Any, kind: type[Struct], where: str, base: Struct | None = None
    ) -> Any:
        """Return a struct from its table; what the table lacks is as in `base`, or usual."""
        table, kinds = a_table(value, where), fields_of(kind)
        for name in table:
            if name not in kinds:
                raise wrong(where, "input.position_no_thing", kinds, name=name)
        given = {name: self.read(v, kinds[name], f"{where}.{name}") for name, v in table.items()}
        if base is not None:
            return msgspec.structs.replace(base, **given)
        for name, hint in kinds.items():
            if name not in given and name not in _defaults(kind):
                if NoneType not in (_options(hint) or ()):
                    raise wrong(where, "input.position_missing", name=name)
                given[name] = None
        return kind(**given)


def _marked(kind: Any, mark: str) -> bool:
    return get_origin(kind) is Annotated and mark in kind.__metadata__


def _is_seat(kind: Any) -> bool:
    return _marked(kind, SEAT)


def _options(kind: Any) -> tuple[Any, ...] | None:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else None


def a_text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise wrong(where, "input.position_needs_text", value=value)
    if len(value) > LONGEST or not value.isprintable():
        raise wrong(where, "input.position_text_long", size=LONGEST)
    return value


def a_stop(value: Any, where: str) -> StopId:
    hex_name, _, number = a_text(value, where).rpartition(".")
    if not _NUMBER.fullmatch(number):
        raise wrong(where, "input.position_needs_stop", value=value)
    return hex_name, int(number)


def a_number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong(where, "input.position_needs_number", value=value)
    if abs(value) > MOST:
        raise wrong(where, "input.position_out_of_range", value=value)
    return value


def a_truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(where, "input.position_needs_bool", value=value)
    return value


def a_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise wrong(where, "input.position_needs_list", value=value)
    return list(value)


def a_table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise wrong(where, "input.position_needs_table", value=value)
    return value


def _number_or_key(value: Any, where: str) -> int:
    """Read a number; as the key of a table it is text."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value)
    return a_number(value, where)


_PLAIN: dict[Any, Callable[[Any, str], Any]] = {
    str: a_text,
    int: _number_or_key,
    bool: a_truth,
}
