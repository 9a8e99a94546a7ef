"""The web application: lobby, tables, live updates, accounts and the JSON API."""

from importlib.resources import files

from ..engine.text import tell_from

tell_from(files(__name__))
