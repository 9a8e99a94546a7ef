"""Actions that only 18ESP has."""

from __future__ import annotations

from ...engine.actions import Action


class OpenPass(Action, tag="open_pass", frozen=True):
    """Open a mountain pass; `power` names the pioneer whose power is used."""

    notation = "open pass {hex}[ by {power}]"
    hex: str
    power: str | None = None


class Absorb(Action, tag="absorb", frozen=True):
    """Absorb a small company."""

    notation = "absorb {company}"
    company: str


class Combine(Action, tag="combine", frozen=True):
    """Attach a recycled train of a kind to a train of the company."""

    notation = "combine {train} with {kind}"
    train: str
    kind: str
