"""A strict reader of recorded games of 18xx.games, independent of the program's own.

It accepts only what the recorded games show: which fields an action has and what ids look like;
and it keeps its own books from the file alone (shares by id, copies of tiles, trains, stations), so
that a share bought twice or a copy laid twice is noticed. It knows no rules beyond who becomes
director; a company of 1862 that has merged or refinanced is left to the golden traces, which name
every share on offer. Of the program it uses only what is printed: companies, tiles, trains, hexes,
market.
"""

from .reader import Wrong, read

__all__ = ["Wrong", "read"]
