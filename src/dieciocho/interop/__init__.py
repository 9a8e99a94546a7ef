"""Reading and writing the recorded games of 18xx.games, and comparing with golden traces."""

from importlib.resources import files

from ..engine.text import tell_from

tell_from(files(__name__))
