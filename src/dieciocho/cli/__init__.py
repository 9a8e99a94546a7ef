"""The command line and the terminal."""

from importlib.resources import files

from ..engine.text import tell_from

tell_from(files(__name__))
