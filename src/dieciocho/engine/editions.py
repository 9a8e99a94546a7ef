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
from msgspec import Struct

from .definition import merge
from .errors import BadInput, DefinitionError

if TYPE_CHECKING:
    from .game import Header

PRINTED = "rulebook"  # the edition that house rules belong to
CHOICES = {"yes": True, "no": False}


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
    """A reading that a table may choose: a switch of the policy, and what "yes" means."""

    rule: str
    en: str
    es: str

    def said(self, language: str) -> str:
        return self.es if language == "es" else self.en


class Policy(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ways of playing between which an edition chooses; a game adds its own.

    None has a default: an edition that forgets one is refused when it is loaded.
    """

    consent: bool  # whoever owns what a company wants to buy is asked


class Editions:
    """The editions of one game and its house rules, read from its folder."""

    def __init__(self, folder: Traversable, policy: type[Policy]) -> None:
        self._policy = policy
        self.known: dict[str, Edition] = self._read(folder / "editions.toml", dict[str, Edition])
        file = folder / "house.toml"
        self.house: dict[str, HouseRule] = {}
        if file.is_file():
            self.house = self._read(file, dict[str, HouseRule])
        self._policies: dict[object, Policy] = {}
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

    def policy(self, header: Header) -> Policy:
        """Return the ways of playing of a game."""
        chosen = self.chosen(header)
        key = header.edition, header.version, *sorted(chosen.items())
        if key not in self._policies:
            values = {name: CHOICES[value] for name, value in chosen.items()}
            self._policies[key] = self._made(header.edition, header.version, values)
        return self._policies[key]

    def chosen(self, header: Header) -> dict[str, str]:
        """Return the house rules that a table has set."""
        return {name: header.options[name] for name in self.house if name in header.options}

    def usual(self, name: str, edition: str = PRINTED) -> str:
        """Return the choice of a house rule that is played when a table says nothing."""
        return "yes" if self.known[edition].policy[name] else "no"

    def changes(self, edition: str, version: int) -> dict[str, Any]:
        """Return what an edition alters in the components."""
        table = self.known[edition]
        changes = dict(table.changes)
        for reading in table.readings(version):
            changes = merge(changes, reading.changes)
        return changes

    def check(self, header: Header) -> dict[str, str]:
        """Refuse house rules that cannot be chosen; return the other options."""
        chosen = list(self.chosen(header))
        if chosen and header.edition != PRINTED:
            raise BadInput(
                "input.house_edition",
                option=chosen[0],
                edition=PRINTED,
            )
        for name in chosen:
            if header.options[name] not in CHOICES:
                raise BadInput(
                    "input.one_of",
                    option=name,
                    known=", ".join(CHOICES),
                    value=header.options[name][:40],
                )
        return {name: value for name, value in header.options.items() if name not in self.house}

    def _made(self, edition: str, version: int, house: dict[str, Any]) -> Policy:
        table = self.known[edition]
        values = dict(table.policy)
        for reading in table.readings(version):
            values.update(reading.policy)
        try:
            return msgspec.convert({**values, **house}, self._policy)
        except msgspec.ValidationError as error:
            raise DefinitionError(f"editions.toml: [{edition}.policy]: {error}") from None
