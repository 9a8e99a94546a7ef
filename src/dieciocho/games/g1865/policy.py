"""Where the rulebook of 1865 leaves doubts: how an edition reads it; see editions.toml."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct


class Policy(Struct, frozen=True, forbid_unknown_fields=True):
    dragons_prolong_round: bool
    offer_at_market: bool
    absorbed_by_any: bool


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    policy: Policy
    changes: dict[str, Any] = {}


def read_editions(text: str) -> dict[str, Edition]:
    return msgspec.toml.decode(text, type=dict[str, Edition])
