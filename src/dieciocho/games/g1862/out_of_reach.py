"""Options out of reach: which of them others can lead to without losing too much."""

from __future__ import annotations

from heapq import heappop, heappush

from .paying_once import Option

Open = list[tuple[int, Option]]  # options with what they bring after prices


def linkable(reached: int, found: list[Open], tops: list[int], spare: int, left: int) -> list[Open]:
    """Return the options that can be linked without losing more than can be spared.

    What an option brings less than the best of its unit is lost.
    """
    kept: list[Open] = []
    near: list[tuple[int, int]] = []  # what is lost by going on from there, and its places
    far: list[tuple[int, int, int, tuple[int, Option]]] = []
    for n, (options, top) in enumerate(zip(found, tops, strict=True)):
        here: Open = []
        for entry in options:
            loss = top - entry[0]
            if loss <= spare:
                touches = entry[1].touches
                if not touches & reached:
                    far.append((loss, touches, n, entry))
                else:
                    here.append(entry)
                    if touches & ~reached:
                        near.append((loss, touches))
        kept.append(here)
    if not far:
        return kept
    within = _within(reached, [touches for _, touches in near], [e[1] for e in far], left - 1)
    near.sort()
    heap = near  # what is sorted is a heap
    while heap and far:
        lost, touches = heappop(heap)
        new = touches & ~reached
        if not new:
            continue
        reached |= new
        later = []
        for distant in far:
            loss, places, n, entry = distant
            if not places & new:
                later.append(distant)
            elif loss + lost <= spare and places & within:
                kept[n].append(entry)
                heappush(heap, (loss + lost, places))
        far = later
    return kept


def _within(reached: int, near: list[int], far: list[int], units: int) -> int:
    """Return the places that so many units can lead to."""
    for touches in near:
        reached |= touches
    for _ in range(units - 1):
        beyond = reached
        for touches in far:
            if touches & reached:
                beyond |= touches
        if beyond == reached:
            break
        reached = beyond
    return reached
