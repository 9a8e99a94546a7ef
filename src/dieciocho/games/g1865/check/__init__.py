"""Whether the map of 1865, which is reconstructed, says what the rulebook says."""

from ..printed import unchecked
from .clues import disagreements
from .sanity import oddities


def doubts() -> tuple[list[str], list[str]]:
    """Return what contradicts the rules in the components, and what merely looks wrong."""
    definition = unchecked()
    return disagreements(definition), oddities(definition)
