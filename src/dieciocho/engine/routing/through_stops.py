"""Routes that must lead through one of a few stops, walked from there.

Walked from the stations, most routes would end before they reach a gate. From a gate every pair of
arms is a route, if there is a station on it. Arms that may lead to a station come first, so that a
second arm is not even begun where none can follow.
"""

from __future__ import annotations

from typing import Any

from .model import RouteModel
from .walk import Walker

_OWN = 1 << 40  # the mark of a station, beyond those of games


def walker_of(model: RouteModel) -> type[Walker]:
    """Return how the routes of a model are walked."""
    return GateWalker if model.gates else Walker


class GateWalker(Walker):
    """Walks all routes through the gates of a model that have a station of the company on them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        stations = set(self.roots)
        for number in stations:
            self.marks[number] |= _OWN
        self.required |= _OWN
        self.roots = [n for n, stop in enumerate(self.stops) if stop in self.model.gates]
        self._final = self.final  # that of the net, without regard to gates

    def _stand_at(self, root: int) -> None:
        """Let routes pass one gate; at the others they end."""
        gates = set(self.roots) - {root}
        self.final = [final or n in gates for n, final in enumerate(self._final)]

    def _leave(self, root: int) -> None:
        """Routes through other gates may still end here."""

    def _walk(self, root: int) -> None:
        useful = [self._leads_to_station(root, link[1]) for link in self.links[root]]
        ordered = sorted(zip(self.links[root], useful, strict=True), key=lambda pair: not pair[1])
        # The same links, numbered anew: the second arm begins with a later one.
        self.links[root] = [(n, *link[1:]) for n, (link, _) in enumerate(ordered)]
        self.lacking = 0 if self.marks[root] & _OWN else _OWN
        self.helpful = {n for n, (_, helps) in enumerate(ordered) if helps}
        super()._walk(root)

    def _leads_to_station(self, root: int, first: int) -> bool:
        """Tell whether track goes on from a stop to a station without coming back to the gate."""
        seen, left = {root, first}, [first]
        while left:
            at = left.pop()
            if self.marks[at] & _OWN:
                return True
            if not self.final[at]:
                targets = {link[1] for link in self.links[at]} - seen
                seen |= targets
                left += targets
        return False
