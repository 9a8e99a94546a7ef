"""1862 on 18xx.games = our 1862 in the edition `online`."""

from __future__ import annotations

from ....engine.depot import card_of
from ....interop.dialect import Dialect, numbered
from ..charters import CharterPar, CharterShares
from ..consolidation import OddShare
from ..dividends import PayDividend
from ..fines import FineSale
from ..floating import BuyStations
from ..mergers import (
    Acquisition,
    Merger,
    RemoveStations,
    SurvivorOfAcquisition,
    SurvivorOfMerger,
)
from ..options import RECORDED, REVENUE
from ..parliament import CharterAuction, Parliament
from ..run_step import RunTrains
from ..stock import StockRound
from ..track import HomeUpgrade, Track
from ..trains import Stranded, Trains
from ..turn import Redeem, Station
from . import state
from .expected import EXPECTED
from .legal_lists import FORMS, purchases
from .readings import READINGS
from .shares import ShareBook1862
from .writings import WRITINGS, seed

DIALECT = Dialect(
    printed=numbered("F3 E4 B5 D5 C6 B7 F7 H7 E8 G8 C10 D11 B13 D13", "B9 E12", "C4 C8 D9"),
    writings=WRITINGS,
    seed=seed,
    one_row=True,
    book=ShareBook1862,
    title="1862",
    defaults={REVENUE: RECORDED},
    choices={
        "eight_tokens": {"stations": "8"},
        "short_length": {"length": "short"},
        "long_length": {"length": "long"},
    },
    steps={
        Parliament: "CharterAuction",
        CharterAuction: "CharterAuction",
        CharterPar: "CharterAuction",
        CharterShares: "CharterAuction",
        StockRound: "BuySellParShares",
        BuyStations: "BuyTokens",
        FineSale: "ForcedSales",
        HomeUpgrade: "HomeUpgrade",
        Merger: "Merge",
        SurvivorOfMerger: "Merge",
        Acquisition: "Acquire",
        SurvivorOfAcquisition: "Acquire",
        OddShare: "OptionShare",
        RemoveStations: "RemoveTokens",
        Track: "Track",
        Station: "Token",
        RunTrains: "Route",
        PayDividend: "Dividend",
        Trains: "BuyTrain",
        Redeem: "RedeemShare",
        Stranded: "RedeemShare",
    },
    facts=state.further_facts,
    setup=state.setup,
    company_facts=state.company_facts,
    train_out=card_of,
    train_name=state.train_name,
    built_in_stock=False,
    purchases=purchases,
    pays=lambda game, train, kind, stops: None,
    end_trigger=state.end_trigger,
    empty_purchases=False,
    entity=state.entity,
    amend=state.amend,
    forms=FORMS,
    readings=READINGS,
    expected=EXPECTED,
)
