"""18ESP on 18xx.games = our 18ESP in the edition `online`."""

from __future__ import annotations

from ....interop.dialect import Dialect, numbered
from ..absorb import ChoosePlace
from ..auction import PioneerAuction, SetPar
from ..goals import Connected, FirstConnected
from ..homes import ChooseCity, ChooseHome
from ..phases import Discard
from ..pioneers import OwnDiscard, SpecialTrain
from ..running import RunTrains
from ..stock import StockRound
from ..turn import Absorption, Combining, Earnings, Last, Track, Trains
from .expected import EXPECTED
from .legal_lists import FORMS, end_trigger, lay_cost, purchases
from .readings import READINGS
from .state import (
    abilities,
    amend,
    amend_routes,
    card_out,
    company_facts,
    entity,
    name_out,
    private_facts,
    setup,
)
from .writings import WRITINGS, route_note, seed

DIALECT = Dialect(
    printed=numbered("D4 F18 K19", "C27", "H8 H28"),
    writings=WRITINGS,
    seed=seed,
    one_row=True,
    built_in_stock=False,
    train_out=card_out,
    train_name=name_out,
    route_note=route_note,
    title="18ESP",
    defaults={"setup": "random"},
    choices={"core": {"setup": "standard"}},
    steps={
        PioneerAuction: "SelectionAuction",
        SetPar: "CompanyPendingPar",
        StockRound: "BuySellParShares",
        ChooseCity: "HomeToken",
        ChooseHome: "HomeToken",
        Connected: "CheckDestinationConnection",
        FirstConnected: "Track",
        SpecialTrain: "Choose",
        Track: "Track",
        RunTrains: "Route",
        Earnings: "Dividend",
        Absorption: "Acquire",
        ChoosePlace: "Acquire",
        Trains: "BuyTrain",
        Combining: "CombinedTrains",
        Last: "BuyCarriageOrCompany",
        Discard: "DiscardTrain",
        OwnDiscard: "DiscardTrain",
    },
    phases={"7": "8"},
    privates={"P6a": "P6", "P6b": "P6"},
    abilities=abilities,
    private_facts=private_facts,
    company_facts=company_facts,
    setup=setup,
    lay_cost=lay_cost,
    readings=READINGS,
    forms=FORMS,
    entity=entity,
    amend=amend,
    purchases=purchases,
    end_trigger=end_trigger,
    amend_routes=amend_routes,
    expected=EXPECTED,
)
