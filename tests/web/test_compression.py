"""What goes over the net is compressed, as real requests see it; news are passed on at once."""

from __future__ import annotations

import gzip
import http.client
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .servers import PATIENCE, running

GZIP = {"Accept-Encoding": "gzip, br"}


Asked = Callable[[str], http.client.HTTPResponse]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Ask a server of our own; in an address, TABLE stands for a table that has started."""
    with running(Path(tmp_path_factory.mktemp("data"))) as server:
        (token,) = server.people("ana")
        server.start()
        slug = server.client(token).new_table({}, {"name": "Bea"})["slug"]

        def ask(path: str) -> http.client.HTTPResponse:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            connection.request("GET", path.replace("TABLE", slug), headers=GZIP)
            return connection.getresponse()

        yield ask


def test_pages_are_compressed_and_keep_their_secrets(ask: Asked) -> None:
    answers = [ask("/t/TABLE/") for _ in range(8)]
    assert {answer.headers["Content-Encoding"] for answer in answers} == {"gzip"}
    sent = [answer.read() for answer in answers]
    told = [gzip.decompress(body).decode() for body in sent]
    assert max(map(len, sent)) < min(map(len, told)) / 4
    # Whoever counts bytes learns nothing: the length varies by chance, and so does the token.
    assert len(set(map(len, sent))) > 1
    tokens = [re.findall(r'"x-csrftoken": "(\w+)"', text)[0] for text in told]
    assert len(set(tokens)) == len(tokens)


@pytest.mark.parametrize("path", ["play/table.css", "play/parts.js", "site.css"])
def test_static_files_are_compressed(ask: Asked, path: str) -> None:
    answer = ask(f"/static/{path}")
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")
    assert gzip.decompress(answer.read())


def test_a_stream_of_news_is_neither_compressed_nor_held_back(ask: Asked) -> None:
    answer = ask("/live/TABLE/")
    assert answer.headers["Content-Encoding"] is None
    lines = [answer.readline() for _ in range(5)]
    assert b"event: start\n" in lines
    answer.close()
