"""Books that the strict reader keeps: shares, tiles, trains and stations, by the site's ids."""

from __future__ import annotations

from typing import Any

UNSOLD, MARKET = "unsold", "market"
Holder = int | str


class Wrong(AssertionError):
    """Something that no recorded game shows."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Wrong(why)


class Shares:
    """Who holds which share. Everybody has them in the order in which he got them."""

    def __init__(
        self, sizes: dict[str, tuple[int, ...]], place: str, order: list[int | str], seated: bool
    ) -> None:
        self.sizes, self.order = sizes, order
        self.seated = seated  # play goes by seats; else its order is not in the file
        self._start = place
        self.held: dict[str, dict[Holder, list[str]]] = {}
        # Companies whose shares have changed hands unseen: by an exchange, by a consolidation.
        self.doubtful: set[str] = set()
        for company in sizes:
            self.reset(company)

    def reset(self, company: str) -> None:
        shares = [f"{company}_{n}" for n in range(len(self.sizes[company]))]
        self.held[company] = {self._start: shares}
        self.doubtful.discard(company)

    def company(self, share: Any) -> str:
        need(isinstance(share, str), f"{share!r} is no share")
        company, _, number = share.rpartition("_")
        need(company in self.sizes, f"{share}: there is no such company")
        known = number.isdecimal() and str(int(number)) == number
        need(known and int(number) < len(self.sizes[company]), f"there is no share {share}")
        return str(company)

    def size(self, share: str) -> int:
        company, _, number = share.rpartition("_")
        return self.sizes[company][int(number)]

    def holder(self, share: str) -> Holder:
        lists = self.held[self.company(share)]
        return next(holder for holder, shares in lists.items() if share in shares)

    def move(self, share: str, target: Holder) -> None:
        lists = self.held[self.company(share)]
        lists[self.holder(share)].remove(share)
        lists.setdefault(target, []).append(share)

    def percent(self, company: str, holder: Holder) -> int:
        return sum(self.size(share) for share in self.held[company].get(holder, ()))

    def ordinary(self, company: str, holder: Holder) -> list[str]:
        return [s for s in self.held[company].get(holder, ()) if s != f"{company}_0"]

    def buy(self, share: str, buyer: Holder) -> None:
        holder = self.holder(share)
        free = holder in (UNSOLD, MARKET) or holder == self.company(share)
        sure = self.company(share) not in self.doubtful
        need(free or not sure, f"{share} is bought, but {holder} has it")
        self.move(share, buyer)

    def sell(self, shares: list[str], percent: int, seller: Holder) -> None:
        need(shares and len(set(shares)) == len(shares), f"{shares} is no bundle")
        (company, *others) = {self.company(share) for share in shares}
        need(not others, f"{shares} are of several companies")
        sure = company not in self.doubtful
        for share in shares:
            holder = self.holder(share)
            need(holder == seller or not sure, f"{share} is sold by {seller}, but {holder} has it")
        total = sum(self.size(share) for share in shares)
        certificate = f"{company}_0"
        need(total >= percent, f"{shares} are less than {percent}")
        need(total == percent or certificate in shares, f"{shares} are more than {percent}")
        director = self.holder(certificate) == seller
        for share in shares:
            self.move(share, MARKET)
        if director:
            self._next_director(company, seller, total - percent)
        for share in self.held[company][MARKET][: (total - percent) // 10]:
            self.move(share, seller)

    def _next_director(self, company: str, seller: Holder, returned: int) -> None:
        """Whoever now has most, and enough for the certificate, takes it for shares."""
        left = self.percent(company, seller) + returned
        seat = self.order.index(seller)
        others = self.order[seat + 1 :] + self.order[:seat]  # in order of play
        best = max(others, key=lambda other: self.percent(company, other))
        most = self.percent(company, best)
        if most > left and most >= self.sizes[company][0]:
            equals = sum(self.percent(company, other) == most for other in others)
            if equals > 1 and not self.seated:
                self.doubtful.add(company)
            self.take_certificate(company, best)

    def take_certificate(self, company: str, holder: Holder) -> None:
        certificate = f"{company}_0"
        count, before = self.sizes[company][0] // 10, self.holder(certificate)
        for share in self.ordinary(company, holder)[:count]:
            self.move(share, before)
        self.move(certificate, holder)

    def bought(self, company: str, buyer: Holder, *, from_market: bool) -> None:
        """See whether a buyer becomes director: of more shares, or of a free certificate."""
        certificate = f"{company}_0"
        holder, percent = self.holder(certificate), self.percent(company, buyer)
        if holder == buyer or not isinstance(buyer, int):
            return
        if isinstance(holder, int):
            if percent > self.percent(company, holder):
                self.take_certificate(company, buyer)
        elif from_market and percent >= self.size(certificate):
            self.take_certificate(company, buyer)


class Tiles:
    """Which copy of a tile lies where; the faces of one piece share their copies."""

    def __init__(self, counts: dict[str, int], faces: dict[str, tuple[str, ...]]) -> None:
        self.counts, self.faces = counts, faces
        self.lying: dict[str, str] = {}  # hex -> copy

    def split(self, copy: Any) -> tuple[str, int]:
        need(isinstance(copy, str), f"{copy!r} is no tile")
        name, _, number = copy.rpartition("-")
        need(name in self.counts and number.isdecimal(), f"there is no tile {copy}")
        return name, int(number)

    def lay(self, hex_name: str, copy: str) -> None:
        name, number = self.split(copy)
        need(number < abs(self.counts[name]), f"{copy}: there are {self.counts[name]} of {name}")
        for place, other in self.lying.items():
            other_name, other_number = self.split(other)
            same = other_name in self.faces[name] and other_number == number
            need(not same or place == hex_name, f"{copy} lies in {place} already")
        need(self.lying.get(hex_name) != copy, f"{copy} is laid on itself")
        self.lying[hex_name] = copy

    def where(self, copy: str) -> str | None:
        return next((place for place, other in self.lying.items() if other == copy), None)


class Trains:
    """Who owns which train."""

    def __init__(self, counts: dict[str, int], loose: set[str]) -> None:
        self.counts = counts
        self.owner: dict[str, str | None] = dict.fromkeys(loose)  # None: not known
        self.newest: dict[str, int] = {}

    def split(self, train: Any) -> tuple[str, int]:
        need(isinstance(train, str), f"{train!r} is no train")
        kind, _, number = train.rpartition("-")
        known = kind in self.counts and number.isdecimal() and str(int(number)) == number
        need(known, f"there is no train {train}")
        return kind, int(number)

    def from_bank(self, train: str, buyer: str) -> None:
        if self.owner.get(train) == MARKET:  # it was handed back
            self.owner[train] = buyer
            return
        kind, number = self.split(train)
        need(train not in self.owner, f"{train} was sold already")
        need(number > self.newest.get(kind, -1), f"{train} comes after {self.newest.get(kind)}")
        need(self.counts[kind] < 0 or number < self.counts[kind], f"there is no train {train}")
        self.newest[kind] = number
        self.owner[train] = buyer

    def from_company(self, train: str, buyer: str, *, unseen: bool = False) -> None:
        self.split(train)
        need(unseen or train in self.owner, f"{train} was never sold")
        owner = self.owner.get(train)
        need(owner not in (buyer, MARKET), f"{train} is {owner}'s")
        self.owner[train] = buyer

    def mine(self, train: str, company: str, *, unseen: bool = False) -> None:
        """See that a company owns a train; perhaps it was bought for the company, unseen."""
        kind, number = self.split(train)
        if unseen and train not in self.owner:
            self.newest[kind] = max(number, self.newest.get(kind, -1))
            self.owner[train] = company
        owner = self.owner.get(train, MARKET)
        need(owner in (company, None), f"{train} of {company} is {owner}'s")
        self.owner[train] = company

    def any_of(self, company: str) -> bool:
        return company in self.owner.values()

    def hand_back(self, train: str, company: str) -> None:
        self.mine(train, company)
        self.owner[train] = MARKET

    def joined(self, company: str, other: str, *, certain: bool) -> None:
        """The trains of another company go with it."""
        for train, owner in self.owner.items():
            if owner == other or (not certain and owner == company):
                self.owner[train] = company if certain else None


class Stations:
    """Stations since the tile under them was laid: city and slot of older ones may have moved."""

    def __init__(self) -> None:
        self.placed: dict[str, dict[tuple[int, int], str]] = {}  # hex -> (city, slot) -> company

    def place(self, hex_name: str, city: int, slot: int, company: str, leaving: set[str]) -> None:
        """Enter a station; those of `leaving` companies may be taken away unseen."""
        here = self.placed.setdefault(hex_name, {})
        other = here.get((city, slot))
        need(other is None or other in leaving, f"{hex_name}: slot {slot} is {other}'s")
        twice = any(c == city and owner == company for (c, _), owner in here.items())
        need(not twice or company in leaving, f"{hex_name}: {company} has a station there already")
        here[city, slot] = company

    def remove(self, hex_name: str, city: int, slot: int) -> None:
        self.placed.setdefault(hex_name, {}).pop((city, slot), None)

    def covered(self, hex_name: str) -> None:
        self.placed.pop(hex_name, None)

    def closed(self, company: str) -> None:
        for here in self.placed.values():
            for place, owner in list(here.items()):
                if owner == company:
                    del here[place]
