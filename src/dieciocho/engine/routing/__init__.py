"""The best set of routes, exactly; see docs/routes.md.

A game never searches: it describes its routes by a `RouteModel`, and `solve` returns the best sets
together with the proof that they are the best.
"""

from .model import RouteModel
from .solution import Proof, RouteSet, Solution
from .solve import NO_LIMITS, PATIENT, Limits, Wishes, solve

__all__ = [
    "NO_LIMITS",
    "PATIENT",
    "Limits",
    "Proof",
    "RouteModel",
    "RouteSet",
    "Solution",
    "Wishes",
    "solve",
]
