"""1862 on 18xx.games = our 1862 in the edition `online`."""

from __future__ import annotations

from ..games.g1862.cards import card_of
from ..games.g1862.options import RECORDED, REVENUE
from . import g1862_state as state
from .dialect import Dialect, numbered
from .g1862_legal import FORMS, purchases
from .g1862_readings import READINGS
from .g1862_shares import ShareBook1862
from .g1862_writings import WRITINGS, seed

DIALECT = Dialect(
    printed=numbered("F3 E4 B5 D5 C6 B7 F7 H7 E8 G8 C10 D11 B13 D13", "B9 E12", "C4 C8 D9"),
    writings=WRITINGS,
    seed=seed,
    one_row=True,
    book=ShareBook1862,
    title="1862",
    game="1862",
    options=(),
    defaults={REVENUE: RECORDED},
    choices={
        "eight_tokens": {"stations": "8"},
        "short_length": {"length": "short"},
        "long_length": {"length": "long"},
    },
    steps={
        "Parliament": "CharterAuction",
        "CharterAuction": "CharterAuction",
        "CharterPar": "CharterAuction",
        "CharterShares": "CharterAuction",
        "StockRound": "BuySellParShares",
        "BuyStations": "BuyTokens",
        "FineSale": "ForcedSales",
        "HomeUpgrade": "HomeUpgrade",
        "Merger": "Merge",
        "SurvivorOfMerger": "Merge",
        "Acquisition": "Acquire",
        "SurvivorOfAcquisition": "Acquire",
        "OddShare": "OptionShare",
        "RemoveStations": "RemoveTokens",
        "Track": "Track",
        "Station": "Token",
        "RunTrains": "Route",
        "PayDividend": "Dividend",
        "Trains": "BuyTrain",
        "Redeem": "RedeemShare",
        "Stranded": "RedeemShare",
    },
    phases={},
    privates={},
    abilities=lambda game: {},
    private_facts=lambda game, private: {},
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
)
