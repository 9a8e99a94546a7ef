"""Posting to an address that a person has given: never into the host's own network.

The name is resolved once; every address it has must be public, and the connection goes to the
address that was looked at, not to the name again. Redirects are not followed. However slowly the
other side talks, it has `SECONDS` in all, and only the head of its answer is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from contextlib import suppress
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec
from django.conf import settings

SECONDS = 5.0
MAX_ADDRESS = 400
GONE = (401, 403, 404, 405, 410)
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Inside too, though the library takes them for public: translated by one's own network, of one
# site, and an address of four numbers written with colons.
_INSIDE = [ipaddress.ip_network(net) for net in ("64:ff9b:1::/48", "fec0::/10", "::/96")]


class Undeliverable(Exception):
    """It did not arrive; `code` says why, `final` that trying again is of no use."""

    def __init__(self, code: str, *, final: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.final = final


def read_address(text: str) -> SplitResult:
    """Read an address; Undeliverable if it is none to which we post."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise Undeliverable("address", final=True) from None
    odd = not text.isascii() or not text.isprintable() or " " in text or len(text) > MAX_ADDRESS
    if odd or parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise Undeliverable("address", final=True)
    if parts.username is not None or parts.password is not None:
        raise Undeliverable("address", final=True)
    return parts


def is_public(address: str) -> bool:
    """Tell whether an address is one of the open net, whatever it is wrapped in."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None and not is_public(str(inner)):
            return False
        if found.ipv4_mapped:
            return True
        if any(found in network for network in _INSIDE):
            return False
    return found.is_global and not found.is_multicast


def resolved(host: str, port: int) -> str:
    """Return the address to connect to."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Undeliverable("unreachable") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not settings.HOOKS_INSIDE and not all(map(is_public, addresses)):
        raise Undeliverable("inside", final=True)
    return addresses[0]


def post(target: str, body: Any) -> None:
    """Post a value as JSON; Undeliverable unless the other side says that it has it."""
    parts = read_address(target)
    secure = parts.scheme == "https"
    host = str(parts.hostname)
    port = parts.port or (443 if secure else 80)
    address = resolved(host, port)
    try:
        status = _exchange(parts, address, port, msgspec.json.encode(body), secure)
    except (OSError, http.client.HTTPException):
        raise Undeliverable("unreachable") from None
    if 300 <= status < 400:
        raise Undeliverable("redirect", final=True)
    if status >= 300:
        raise Undeliverable("refused", final=status in GONE)


def _exchange(parts: SplitResult, address: str, port: int, body: bytes, secure: bool) -> int:
    line = http.client.HTTPConnection(str(parts.hostname), port)
    line.sock = socket.create_connection((address, port), timeout=SECONDS)
    deadline = threading.Timer(SECONDS, _cut, (line,))
    deadline.daemon = True
    deadline.start()
    try:
        if secure:
            _speak_privately(line)
        way = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": "dieciocho",
            "Connection": "close",
        }
        line.request("POST", way, body, headers)
        return line.getresponse().status
    finally:
        deadline.cancel()
        line.close()


def _speak_privately(line: http.client.HTTPConnection) -> None:
    context = ssl.create_default_context()
    line.sock = secure = context.wrap_socket(
        line.sock, server_hostname=line.host, do_handshake_on_connect=False
    )
    secure.do_handshake()  # only now, so that the deadline can cut it


def _cut(line: http.client.HTTPConnection) -> None:
    """End a connection that takes too long, whoever waits on it."""
    with suppress(OSError):  # it has ended by itself at the same moment
        socket.socket.shutdown(line.sock, socket.SHUT_RDWR)
