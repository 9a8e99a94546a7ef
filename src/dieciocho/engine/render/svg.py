"""Writing SVG: numbers, elements and text, always escaped.

Looks are given as attributes, never as a style sheet: the pictures are put into web pages,
where a style sheet would leak into its surroundings or be refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple
from xml.sax import saxutils

Value = str | float | None

# What XML cannot hold, even escaped: control characters and lone surrogates.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# What has to be escaped or quoted otherwise; most attributes are numbers and names.
_ODD = re.compile("[^\\w .,:;#%()/+*|'-]")

FONT = "system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


def escape(words: str) -> str:
    return saxutils.escape(_UNFIT.sub("\ufffd", words))


def quoted(words: str) -> str:
    if _ODD.search(words) is None:
        return f'"{words}"'
    return saxutils.quoteattr(_UNFIT.sub("\ufffd", words))


def num(value: float) -> str:
    """Write a number with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, content: str = "", /, **attributes: Value) -> str:
    """Write an element; attributes that are None are left out, _ stands for -."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else num(value)
            parts.append(f"{_named(key)}={quoted(text)}")
    opening = " ".join(parts)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


@cache
def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def title(text: str) -> str:
    """Write the tool tip of the element around it."""
    return tag("title", escape(text))


_WIDE = {**dict.fromkeys("mwMW", 0.9), "₧": 1.4}


def text_width(content: str, size: float) -> float:
    """Estimate the width of a text; no font is at hand, so rather too much than too little."""
    return sum(_WIDE.get(c, 0.4 if c in " .,'|ijlt" else 0.62) for c in content) * size


def text(content: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Write a text whose middle line (not its base line) is at y."""
    return tag("text", escape(content), x=x, y=y + 0.36 * size, font_size=size, **attributes)


def halo(content: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Write a text with a light rim, readable over track and terrain."""
    rim: dict[str, Value] = {
        "stroke": "#fff",
        "stroke_width": 4,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    return text(content, x, y, size, **{**rim, **attributes})


def clipped(content: str, size: float, width: float) -> str:
    """Return a text that fits into a width, shortened with dots if need be."""
    if text_width(content, size) <= width:
        return content
    while content and text_width(content + "…", size) > width:
        content = content[:-1]
    return content.rstrip() + "…"


_END = "</svg>"


class Drawing(NamedTuple):
    """A whole picture in named pieces, in the order in which they are drawn.

    Whoever shows it again after a move need only exchange the pieces that differ.
    """

    opening: str
    pieces: tuple[tuple[str, str], ...]

    @property
    def closing(self) -> str:
        return _END

    def __str__(self) -> str:
        return self.opening + "".join(piece for _name, piece in self.pieces) + self.closing


def drawing(
    pieces: Iterable[tuple[str, str]],
    box: tuple[float, float, float, float],
    label: str,
    **attributes: Value,
) -> Drawing:
    """Put pieces together; the size is given by the viewBox alone, so that it scales."""
    whole = tag(
        "svg",
        title(label),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(num(v) for v in box),
        role="img",
        font_family=FONT,
        text_anchor="middle",
        **attributes,
    )
    return Drawing(whole.removesuffix(_END), tuple(pieces))


def document(
    content: str, box: tuple[float, float, float, float], label: str, **attributes: Value
) -> str:
    """Write a whole picture."""
    return str(drawing([("content", content)], box, label, **attributes))
