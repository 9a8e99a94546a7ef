"""The best set of routes, exactly; see docs/routes.md.

A game never searches: it describes its routes by a `RouteModel`, and `solve` returns the best sets
together with the proof that they are the best.
"""

from .model import RouteModel
from .solution import Proof, RouteSet, Solution
from .solve import Limits, Wishes, solve

__all__ = ["Limits", "Proof", "RouteModel", "RouteSet", "Solution", "Wishes", "solve"]
