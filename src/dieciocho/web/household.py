"""Whom an address belongs to, where people are counted by their addresses."""

from __future__ import annotations

import ipaddress

IPV6_NETWORK = 64  # bits: what a connection to the net is given at least


def household(address: str) -> str:
    """Return what is counted as one address: of IPv6 everybody has a network of very many."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a proxy that comes through a socket has none
        return address
    if not isinstance(found, ipaddress.IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False))
