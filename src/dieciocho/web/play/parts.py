"""The page of a table in parts, of which a browser gets those that it has not.

Every part has an id and a digest of what it shows; both stand on its element (`data-part` and
`data-digest`). A page that is open tells the digests of its parts with every request (`HAVE`). An
answer has the parts whose digest is not among them. A part may have parts inside it: what surrounds
them has a digest of its own, and where that has changed, those inside that the browser has already
are only named (`data-keep`). `static/play/parts.js` is the other end.

What differs from answer to answer though the page is the same, i.e. the tokens in its forms, is
left out of digests: marks stand for it until the answer is `finished`.
"""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from msgspec import Struct

from ..kept import Kept

HAVE = "X-Have"  # header: the digests of the parts that a page has
PAGE = "X-Page"  # header: what the page is made of

# Marks: the token against forged requests, the name of a request, the revision it acts on.
CSRF, TOKEN, REVISION = "\0csrf\0", "\0token\0", "\0revision\0"

_LENGTH = 8  # of a digest
_MOST = 16_000  # characters of HAVE; more has no page of ours
_INSIDE = re.compile("\0part:([^\0]+)\0")


class Part(Struct, frozen=True):
    """Something that is shown and exchanged as a whole; `inner` is text and the parts inside."""

    id: str
    digest: str
    inner: tuple[str | Part, ...]
    tag: str = "div"
    attributes: str = ""

    def __str__(self) -> str:
        """Stand in a template that makes the part around this one."""
        return mark_safe(f"\0part:{self.id}\0")

    @property
    def marks(self) -> SafeString:
        """The attributes by which the element of this part is known."""
        return mark_safe(f'data-part="{escape(self.id)}" data-digest="{self.digest}"')

    @property
    def content(self) -> SafeString:
        return mark_safe("".join(self._inner(())))

    def _inner(self, have: Collection[str]) -> Iterator[str]:
        for piece in self.inner:
            if isinstance(piece, str):
                yield piece
            elif piece.digest in have:
                yield f'<{piece.tag} data-part="{escape(piece.id)}" data-keep></{piece.tag}>'
            else:
                yield from piece.element(have)

    def element(self, have: Collection[str]) -> Iterator[str]:
        yield f"<{self.tag} {self.marks}{self.attributes}>"
        yield from self._inner(have)
        yield f"</{self.tag}>"

    def changes(self, have: Collection[str]) -> Iterator[str]:
        """Yield what a browser lacks of this part."""
        if self.digest not in have:
            drawn = self.tag == "g"  # HTML knows it nowhere else than in a picture
            yield "<svg>" if drawn else ""
            yield from self.element(have)
            yield "</svg>" if drawn else ""
            return
        for piece in self.inner:
            if isinstance(piece, Part):
                yield from piece.changes(have)


def part(
    id: str, html: str, inside: Iterable[Part] = (), *, tag: str = "div", attributes: str = ""
) -> Part:
    """Make a part of what a template has written, with the parts that stand in it."""
    known = {each.id: each for each in inside}
    inner: list[str | Part] = []
    for number, piece in enumerate(_INSIDE.split(html) if known else [html]):
        inner.append(known[piece] if number % 2 else str(piece))
    return Part(id, _digest(id, html), tuple(inner), tag, attributes)


@lru_cache(maxsize=8192)
def piece(id: str, html: str, tag: str) -> Part:
    """Make a part that has none inside it; those of pictures are the same most of the time."""
    return part(id, html, tag=tag)


def _digest(id: str, html: str) -> str:
    made = blake2b(f"{id}\0{html}".encode(), digest_size=_LENGTH * 6 // 8)
    return urlsafe_b64encode(made.digest()).decode()


def had(request: HttpRequest) -> frozenset[str]:
    """Return the digests of the parts that the asking page has."""
    text = request.headers.get(HAVE, "")
    if len(text) > _MOST:
        return frozenset()
    return frozenset(text[n : n + _LENGTH] for n in range(0, len(text), _LENGTH))


def changed(parts: Iterable[Part], have: Collection[str]) -> SafeString:
    """Return what a browser lacks of the parts of a page."""
    return mark_safe("".join(text for each in parts for text in each.changes(have)))


def marks(position: str) -> dict[str, str]:
    """Return the marks for forms that act on a position.

    With the next position the name of a request is another one, even if all else stays the same:
    who passes twice passes twice.
    """
    return {"csrf_token": CSRF, "token": TOKEN + position, "revision": REVISION}


def finished(html: str, request: HttpRequest, revision: int) -> str:
    """Put in what stands for this answer alone."""
    html = html.replace(REVISION, str(revision)).replace(TOKEN, secrets.token_urlsafe(9))
    return html.replace(CSRF, get_token(request)) if CSRF in html else html


@cache
def version() -> str:
    """Tell what pages are made of; one that was made of something else has to be loaded anew."""
    made = blake2b(digest_size=9)
    for folder in ("templates", "static"):
        for path in sorted(Path(settings.PACKAGE, folder).rglob("*.*")):
            made.update(path.read_bytes())
    return urlsafe_b64encode(made.digest()).decode()


# --- templates -------------------------------------------------------------------------

_written: Kept[bytes, SafeString] = Kept(4096)


def written(template: str, context: dict[str, Any]) -> SafeString:
    """Return what a template writes of plain data (its repr tells everything); it is remembered."""
    told = f"{template}\0{get_language()}\0{context!r}".encode()
    key = blake2b(told, digest_size=16).digest()
    return _written.get(key, lambda: get_template(template).render(dict(context)))
