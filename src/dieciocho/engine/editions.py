"""Editions, versions and house rules: which reading of its rules a game is played by.

A game's `editions.toml` gives for each edition the whole `policy` (the ways of playing between
which it chooses), `changes` of the components, and under `earlier` what earlier versions of the
rules played otherwise: a reading that changes is a new version, and games that began under an
older one are played to their end by it. `house.toml` lists the switches of the policy that a table
may set by itself, because groups read the rulebook differently there.
"""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field

from .definition import merge
from .errors import BadInput, DefinitionError

if TYPE_CHECKING:
    from .game import Header

PRINTED = "rulebook"  # the edition that house rules belong to


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """What differs from the edition's present reading."""

    policy: dict[str, Any] = {}
    changes: dict[str, Any] = {}


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    policy: dict[str, Any]
    changes: dict[str, Any] = {}
    earlier: dict[str, Reading] = {}  # version of the rules -> what it played otherwise

    def readings(self, version: int) -> list[Reading]:
        """Return what to change, one after the other, for an earlier version of the rules."""
        known = sorted(map(int, self.earlier), reverse=True)
        return [self.earlier[str(number)] for number in known if number >= version]


class HouseRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading that a table may choose: a switch of the policy, and what it means."""

    rule: str
    en: str
    es: str
    choices: dict[str, bool | int | str] = field(default_factory=lambda: {"yes": True, "no": False})

    def said(self, language: str) -> str:
        return self.es if language == "es" else self.en


class Editions:
    """The editions of one game and its house rules, read from its folder."""

    def __init__(self, folder: Traversable, policy: type[Struct]) -> None:
        self._policy = policy
        self.known: dict[str, Edition] = self._read(folder / "editions.toml", dict[str, Edition])
        file = folder / "house.toml"
        self.house: dict[str, HouseRule] = {}
        if file.is_file():
            self.house = self._read(file, dict[str, HouseRule])
        self._policies: dict[object, Struct] = {}
        for name in self.known:
            self._made(name, 1, {})  # an incomplete table must not wait for its first game

    @staticmethod
    def _read(file: Traversable, kind: type[Any]) -> dict[str, Any]:
        try:
            text = file.read_text(encoding="utf-8")
            table: dict[str, Any] = msgspec.convert(tomllib.loads(text), kind)
            return table
        except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
            raise DefinitionError(f"{file.name}: {error}") from None

    def policy(self, header: Header) -> Any:
        """Return the ways of playing of a game."""
        chosen = {name: header.options[name] for name in self.house if name in header.options}
        key = header.edition, header.version, *sorted(chosen.items())
        if key not in self._policies:
            values = {name: self.house[name].choices[value] for name, value in chosen.items()}
            self._policies[key] = self._made(header.edition, header.version, values)
        return self._policies[key]

    def usual(self, name: str, edition: str = PRINTED) -> str:
        """Return the choice of a house rule that is played when a table says nothing."""
        value = self.known[edition].policy[name]
        return next(choice for choice, meant in self.house[name].choices.items() if meant == value)

    def changes(self, edition: str, version: int) -> dict[str, Any]:
        """Return what an edition alters in the components."""
        table = self.known[edition]
        changes = dict(table.changes)
        for reading in table.readings(version):
            changes = merge(changes, reading.changes)
        return changes

    def check(self, header: Header) -> dict[str, str]:
        """Refuse house rules that cannot be chosen; return the other options."""
        chosen = [name for name in header.options if name in self.house]
        if chosen and header.edition != PRINTED:
            raise BadInput(
                "{option}: house rules belong to the edition {edition!r}",
                option=chosen[0],
                edition=PRINTED,
            )
        for name in chosen:
            known = self.house[name].choices
            if header.options[name] not in known:
                raise BadInput(
                    "{option} is one of {known}, not {value!r}",
                    option=name,
                    known=", ".join(known),
                    value=header.options[name][:40],
                )
        return {name: value for name, value in header.options.items() if name not in self.house}

    def _made(self, edition: str, version: int, house: dict[str, Any]) -> Any:
        table = self.known[edition]
        values = dict(table.policy)
        for reading in table.readings(version):
            values.update(reading.policy)
        try:
            return msgspec.convert({**values, **house}, self._policy)
        except msgspec.ValidationError as error:
            raise DefinitionError(f"editions.toml: [{edition}.policy]: {error}") from None
