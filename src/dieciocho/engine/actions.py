"""Actions: what a player can decide, as typed values with a JSON form and a text form.

Each class carries its notation, e.g. "lay {tile} on {hex} turned {rotation}[ by {power}]";
the part in brackets is written only if its field is set. `str(action)` is the text, `notation.py`
reads it back.
"""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

NO_ROUTES = "nothing"
_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[(.*?)\]")


class Action(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all actions; `str(action)` is its text, e.g. `lay 9 on G15 turned 0`."""

    notation: ClassVar[str]

    def __str__(self) -> str:
        def kept(part: re.Match[str]) -> str:
            unset = any(getattr(self, name) is None for name in _FIELD.findall(part[1]))
            return "" if unset else part[1]

        def shown(field: re.Match[str]) -> str:
            value = getattr(self, field[1])
            if field[1] == "routes":
                return "; ".join(map(str, value)) or NO_ROUTES
            return str(value)

        return _FIELD.sub(shown, _OPTIONAL.sub(kept, self.notation))


class Pass(Action, tag="pass", frozen=True):
    notation = "pass"


class Bid(Action, tag="bid", frozen=True):
    """Bid on something that is being auctioned, or may be later."""

    notation = "bid {price} on {target}"
    target: str
    price: int


class BuyPrivate(Action, tag="buy_private", frozen=True):
    """Buy a private company: a player in the auction, a company in its turn."""

    notation = "buy private {private} for {price}"
    private: str
    price: int


class StartCompany(Action, tag="start", frozen=True):
    """Buy the director's certificate and set the par value."""

    notation = "start {company} at {par}"
    company: str
    par: int


class BuyShare(Action, tag="buy_share", frozen=True):
    notation = "buy share of {company} from {source}"
    company: str
    # board: a director's certificate lying there; treasury: the company's own shares;
    # dragons: investors who sell to whoever asks
    source: Literal["ipo", "pool", "board", "treasury", "dragons"]


class SellShares(Action, tag="sell", frozen=True):
    notation = "sell {count} of {company}"
    company: str
    count: int


class Exchange(Action, tag="exchange", frozen=True):
    """Close a private and take a share for it."""

    notation = "exchange {private} for {company} from {source}"
    private: str
    company: str
    source: Literal["ipo", "pool"]


class LayTile(Action, tag="lay", frozen=True):
    """Lay or upgrade a tile; `power` names the private whose power is used."""

    notation = "lay {tile} on {hex} turned {rotation}[ by {power}]"
    hex: str
    tile: str
    rotation: int
    power: str | None = None


class PlaceStation(Action, tag="station", frozen=True):
    """Place a station; `way` names the hexes of the connection that is paid for."""

    notation = "station in {hex}.{city}[ by {way}]"
    hex: str
    city: int
    way: str | None = None


class Route(Struct, frozen=True, forbid_unknown_fields=True):
    """One train and its way: hexes in order, a dot and a number where it stops.

    `F16.0-G15-H14.0` starts in stop 0 of F16, passes G15 without a stop, ends in stop 0 of H14.
    """

    train: str
    path: str

    def __str__(self) -> str:
        return f"{self.train}: {self.path}"


class Run(Action, tag="run", frozen=True):
    notation = "run {routes}"
    routes: tuple[Route, ...] = ()


class Dividend(Action, tag="dividend", frozen=True):
    notation = "{kind} dividend"
    kind: Literal["pay", "keep"]


class BuyTrain(Action, tag="buy_train", frozen=True):
    """Buy a train; `source` is the bank, the pool or a company."""

    notation = "buy train {train} from {source} for {price}[ trading {trade_in}]"
    train: str
    source: str
    price: int
    trade_in: str | None = None


class DiscardTrain(Action, tag="discard", frozen=True):
    notation = "discard train {train} of {company}"
    company: str
    train: str


class Take(Action, tag="take", frozen=True):
    """Take a document in a draft."""

    notation = "take {document}"
    document: str


class Use(Action, tag="use", frozen=True):
    """Use something that a company has or hires: a token, a wagon."""

    notation = "use {thing}"
    thing: str


class Distribute(Action, tag="distribute", frozen=True):
    """Pay a freely chosen amount of the treasury to the shareholders."""

    notation = "distribute {price}"
    price: int


class Choose(Action, tag="choose", frozen=True):
    """Decide between the options of a step that asks for nothing else."""

    notation = "choose {option}"
    option: str


class Answer(Action, tag="answer", frozen=True):
    """Answer to what another player proposed."""

    notation = "{answer} to proposal"
    answer: Literal["agree", "decline"]


class DeclareBankruptcy(Action, tag="bankrupt", frozen=True):
    notation = "declare bankruptcy"


class Choice(Struct, frozen=True):
    """One entry of the legal actions.

    `action` can be played as it is. Where `low` is set, the field `price` may take any value
    from low to high in steps. `open` marks the choice of routes: any set that the rules accept
    may be played instead of the one shown. `turns` are further rotations of a symmetric tile that
    show the same track: they are one lay, but may be played and recorded as well.
    """

    action: Action
    low: int | None = None
    high: int | None = None
    step: int = 1
    open: bool = False
    turns: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.action)

    def at(self, price: int) -> Action:
        """Return the action with another price."""
        return replace(self.action, price=price)

    def allows(self, action: Action) -> bool:
        """Tell whether the action is one of those that this entry stands for."""
        if type(action) is not type(self.action):
            return False
        if self.open:
            return True
        if isinstance(action, LayTile) and action.rotation in self.turns:
            return replace(self.action, rotation=action.rotation) == action
        if self.low is None or self.high is None:
            return action == self.action
        price = getattr(action, "price", None)
        return (
            isinstance(price, int)
            and self.low <= price <= self.high
            and (price - self.low) % self.step == 0
            and action == self.at(price)
        )


COMMON_ACTIONS: tuple[type[Action], ...] = (
    Pass,
    Bid,
    BuyPrivate,
    StartCompany,
    BuyShare,
    SellShares,
    Exchange,
    LayTile,
    PlaceStation,
    Run,
    Dividend,
    BuyTrain,
    DiscardTrain,
    Answer,
    DeclareBankruptcy,
)
