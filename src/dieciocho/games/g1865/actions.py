"""Actions that only 1865 has."""

from __future__ import annotations

from ...engine.actions import Action


class Transfer(Action, tag="transfer", frozen=True):
    """Give a maritime company to the public company that operates."""

    notation = "transfer {private}"
    private: str


class RepayLoan(Action, tag="repay", frozen=True):
    """Pay one state loan of the operating company back."""

    notation = "repay loan"


class Convert(Action, tag="convert", frozen=True):
    """Turn a minor into a major."""

    notation = "convert {company}"
    company: str


class Absorb(Action, tag="absorb", frozen=True):
    """Let a company absorb another one of the same president."""

    notation = "absorb {company} into {absorber}"
    company: str
    absorber: str
