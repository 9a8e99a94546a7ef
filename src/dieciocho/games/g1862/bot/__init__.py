"""What computer players must know of 1862: charters, mergers, companies that help themselves."""

from __future__ import annotations

from collections.abc import Callable

from ....bots.sensible.advice import Advice
from ....bots.sensible.situation import Situation
from ....engine.actions import Action
from ....engine.step import Step
from ..charters import CharterPar, CharterShares
from ..consolidation import OddShare
from ..dividends import PayDividend
from ..fines import FineSale
from ..floating import BuyStations
from ..mergers import (
    Acquisition,
    Merger,
    MergerConsent,
    RemoveStations,
    SurvivorOfAcquisition,
    SurvivorOfMerger,
)
from ..parliament import CharterAuction, Parliament
from ..stock import StockRound
from ..track import Track
from ..trains import TrainConsent, Trains
from ..turn import Redeem
from . import fleet, mergers, shares, track
from .worth import position

STEPS: dict[type[Step], Callable[[Situation], Action]] = {
    Parliament: shares.charter,
    CharterAuction: shares.bid,
    CharterPar: shares.par,
    CharterShares: shares.more_shares,
    BuyStations: shares.stations,
    StockRound: shares.trade,
    FineSale: shares.sale,
    Merger: mergers.merge,
    Acquisition: mergers.merge,
    SurvivorOfMerger: mergers.survivor,
    SurvivorOfAcquisition: mergers.survivor,
    MergerConsent: mergers.consent,
    OddShare: mergers.odd_share,
    RemoveStations: mergers.remove_station,
    PayDividend: fleet.dividend,
    Track: track.lay,
    Trains: fleet.buy,
    TrainConsent: fleet.answer,
    Redeem: fleet.redeem,
}

ADVICE = Advice(
    float_shares=shares.FLOAT_SHARES,
    what_if=False,
    face=fleet.face,
    wealth=position,
    decisions=STEPS,
)
