"""Scope, components and set-up (sections 1, 2, 3 and 5), with the tables of the catalogue."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

import dieciocho
from dieciocho.engine.actions import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceStation,
)
from dieciocho.engine.game import Game
from dieciocho.engine.state import BANK, IPO, OUT, POOL
from dieciocho.games.g1888n import printed as g1888n
from dieciocho.games.g1888n.printed import Printed1888
from dieciocho.games.g1888n.site import DIALECT

from ..support import NAMES, legal, listed, refused, rule
from .scenes import Table

# Table 2: home, city in the home hex, destination, bonus, stations, must lay at home.
COMPANIES = {
    "JHR": ("C9", 1, "D12", 30, 3, False),
    "SSL": ("B18", 0, "C13", 20, 3, False),
    "CDL": ("A19", 0, "E17", 20, 4, False),
    "HJR": ("F6", 0, "G9", 20, 4, True),
    "TJL": ("E3", 0, "H4", 20, 4, True),
    "LYR": ("F16", 0, "H14", 20, 3, False),
    "JZR": ("C9", 0, "B6", 40, 3, False),
    "ZDR": ("G11", 0, "F12", 40, 3, True),
}
# Train: cards, price, range, scrapped by, exported at the end of a set.
TRAINS = {
    "2": (7, 80, 2, "4", True),
    "3": (6, 180, 3, "6", True),
    "4": (5, 300, 4, "D", True),
    "5": (3, 500, 5, None, False),
    "6": (2, 630, 6, None, False),
    "D": (7, 900, 0, None, False),
}
# Phase: first train, newest tile colour, train limit, operating rounds.
PHASES = {
    "1": (None, "yellow", 4, 1),
    "2": ("2", "yellow", 4, 1),
    "3": ("3", "green", 4, 2),
    "4": ("4", "green", 3, 2),
    "5": ("5", "brown", 2, 3),
    "6": ("6", "brown", 2, 3),
    "7": ("D", "gray", 2, 3),
}


def new(players: int = 4, edition: str = "rulebook") -> Game:
    return dieciocho.new_game("1888n", NAMES[:players], edition=edition)


@pytest.fixture
def printed() -> Printed1888:
    return g1888n.printed(new())


# --- scope ------------------------------------------------------------------------------


@rule("1888N-1.1")
@pytest.mark.parametrize("count", [0, 1, 7, 8])
def test_a_table_of_fewer_than_two_or_more_than_six_is_refused(count: int) -> None:
    with pytest.raises(dieciocho.BadInput, match="2 to 6 players"):
        dieciocho.new_game("1888n", [f"Player {n}" for n in range(count)])


@rule("1888N-1.1", "1888N-2.3.1", "1888N-2.3.2")
@pytest.mark.parametrize(("players", "cash"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400)])
def test_everybody_starts_with_the_same_cash_and_the_bank_with_6600(
    players: int, cash: int
) -> None:
    state = new(players).state
    assert [state.cash[seat] for seat in range(players)] == [cash] * players
    assert state.cash[BANK] == 6600
    assert sum(state.cash.values()) == 9000


@rule("1888N-1.2")
def test_the_richest_player_wins_and_cash_alone_does_not_decide() -> None:
    """Bela is bankrupt, but nobody is worth more: shares count."""
    table = Table(2).privates(KT="out", TA="out", HS="out", GW="out", YRF="out", FC="out")
    table.company("JHR", 1, held={1: 6}, price_at=(0, 17), treasury=0, pool=4)
    table.company("SSL", 0, held={0: 6}).cash(0, 700).cash(1, 0).phase("7")
    game = table.operate("JHR", "trains")
    game.play(DeclareBankruptcy())
    assert game.over
    assert game.scores() == {"Ana": 700 + 6 * 90, "Bela": 6 * 400}
    assert max(game.scores(), key=lambda name: game.scores()[name]) == "Bela"


@rule("1888N-1.3")
def test_up_to_eight_companies_can_be_started_and_none_must_be() -> None:
    game = Table(2).cash(0, 2000).cash(1, 2000).stock_round()
    for company in COMPANIES:
        game.play(f"start {company} at 70")
    assert set(game.state.par) == set(COMPANIES)
    idle = Table(2).stock_round()
    idle.play("pass").play("pass")
    assert idle.state.par == {}
    assert (idle.state.round.kind, idle.state.round.number) == ("stock", 3)


# --- components -------------------------------------------------------------------------


@rule("1888N-2.1.1", "1888N-4.3.2.4")
def test_the_companies_are_those_of_table_2(printed: Printed1888) -> None:
    assert {
        name: (c.home, c.home_city, c.destination, c.bonus, c.stations, c.home_tile_duty)
        for name, c in printed.companies.items()
    } == COMPANIES
    assert all(c.certificates == (20, *[10] * 8) for c in printed.companies.values())


@rule("1888N-4.3.2.4")
def test_the_two_homes_in_beijing_are_the_west_and_the_south_east_city(
    printed: Printed1888,
) -> None:
    beijing = printed.hexes["C9"].printed
    assert beijing.stop_sides == ((1,), (5,))
    assert beijing.stop_sides[printed.companies["JZR"].home_city] == (1,)
    assert beijing.stop_sides[printed.companies["JHR"].home_city] == (5,)
    assert printed.hexes["B18"].printed.stop_sides[printed.companies["SSL"].home_city] == (1,)


@rule("1888N-2.1.2")
def test_a_tile_that_is_out_of_stock_is_refused() -> None:
    table = Table().company("LYR")
    for hex_name in ("D8", "E9", "F8", "C7"):
        table.lay(hex_name, "7", 1)
    game = table.operate("LYR")
    assert game.state.supply["7"] == 0
    refused(game, LayTile("G17", "7", 1), "1888N-2.1.2")


@rule("1888N-2.1.2", "1888N-8.3.4.12")
def test_a_replaced_tile_is_in_stock_again_at_once() -> None:
    table = Table().company("LYR").lay("G15", "9", 0).phase("3")
    game = table.operate("LYR")
    assert (game.state.supply["9"], game.state.supply["23"]) == (8, 3)
    game.play("lay 23 on G15 turned 0")
    assert (game.state.supply["9"], game.state.supply["23"]) == (9, 2)


@rule("1888N-2.1.3")
def test_a_company_has_only_the_stations_of_its_charter(printed: Printed1888) -> None:
    assert sum(c.stations for c in printed.companies.values()) == 27
    table = Table().company("LYR").lay("G15", "9", 0).lay("H14", "5", 3)
    table.station("LYR").station("LYR", "I5").station("LYR", "D10")
    game = table.operate("LYR")
    assert game.state.stations_left["LYR"] == 0
    game.play("pass")
    assert game.step.id == "trains"  # there is no station to decide about
    refused(game, PlaceStation("H14", 0), "1888N-8.3.1.1")


@rule("1888N-2.1.4", "1888N-3.1")
def test_the_train_deck_is_thirty_cards_from_the_twos_down_to_the_diesels(
    printed: Printed1888,
) -> None:
    assert {
        kind: (t.count, t.price, t.range, t.scrapped_by, t.exportable)
        for kind, t in printed.trains.items()
    } == TRAINS
    assert printed.trains["D"].trade_in == {"4": 200, "5": 200, "6": 200}
    deck = new().state.trains[BANK]
    assert len(deck) == 30
    assert [card.partition("-")[0] for card in deck] == [
        kind for kind, row in TRAINS.items() for _ in range(row[0])
    ]


@rule("1888N-2.1.4")
@pytest.mark.parametrize(("edition", "left"), [("rulebook", 0), ("online", 1)])
def test_the_diesels_run_out_unless_played_online(edition: str, left: int) -> None:
    table = Table(edition=edition).phase("7")
    for company in ("JHR", "SSL", "CDL", "HJR", "TJL", "LYR"):
        table.company(company, treasury=0, held={0: 2}, launched=True)
    table.company("JZR", treasury=900)
    for company in ("JHR", "SSL", "CDL", "HJR", "TJL", "LYR"):
        if len(table.state.trains[BANK]) > 1:
            table.train(company, "D")
    game = table.operate("JZR", "trains")
    top = game.state.trains[BANK][0]
    game.play(f"buy train {top} from bank for 900")
    assert len(game.state.trains[BANK]) == left


@rule("1888N-3.7")
def test_the_phases_are_those_of_the_table(printed: Printed1888) -> None:
    assert {
        p.name: (p.starts_with, p.colours[-1], p.train_limit, p.rounds) for p in printed.phases
    } == PHASES
    allowed = {p.name: set(p.allows) for p in printed.phases}
    assert [n for n, a in allowed.items() if "train_trade" in a] == ["3", "4", "5", "6", "7"]
    assert [n for n, a in allowed.items() if "private_sale" in a] == ["3", "4"]
    assert [p.name for p in printed.phases if p.closes_privates] == ["5"]
    colours = ("yellow", "green", "brown", "gray")
    for phase in printed.phases:
        assert phase.colours == colours[: colours.index(phase.colours[-1]) + 1]


@rule("1888N-3.7")
@pytest.mark.parametrize("edition", ["rulebook", "online"])
def test_the_game_starts_with_a_stock_round_in_phase_1(edition: str) -> None:
    """D18: recorded games call phases 1 and 7 "2" and "D"; nothing else differs."""
    game = new(edition=edition)
    assert (game.phase.name, game.state.round.number) == ("1", 1)
    assert game.step.id == "private_auction"
    assert game.state.turn is None
    shown = []
    for number in range(len(game.definition.phases)):
        game.state.phase = number
        shown.append(DIALECT.phase(game))
    assert shown == ["2", "2", "3", "4", "5", "6", "D"]


@rule("1888N-2.2.1")
def test_nothing_is_hidden_the_public_record_gives_the_whole_table() -> None:
    game = dieciocho.new_game("1888n", NAMES[:3], seed=5)
    for move in ("bid 80 on HS", "buy private KT for 25", "pass", "buy private TA for 50"):
        game.play(move)
    assert dieciocho.loads(game.to_json()).state == game.state
    assert game.scores() == dict(zip(game.players, (670 + 50 + 75, 775 + 25, 800), strict=True))


# --- set-up -----------------------------------------------------------------------------


@rule("1888N-3.2")
def test_companies_start_without_anything_and_with_all_shares_on_offer() -> None:
    state = new().state
    for company, row in COMPANIES.items():
        assert state.shares[company] == (IPO,) * 9
        assert state.cash[company] == 0
        assert state.trains[company] == ()
        assert state.stations_left[company] == row[4]
    assert (state.stations, state.cell, state.par, state.president) == ({}, {}, {}, {})
    assert state.floated == frozenset()
    assert (state.trains[POOL], state.trains[OUT]) == ((), ())


@rule("1888N-3.2", "1888N-4.3.2.1")
def test_the_directors_certificate_lies_on_top() -> None:
    game = Table().stock_round()
    refused(game, "buy share of JHR from ipo", "1888N-7.5.7")
    game.play("start JHR at 70")
    assert game.state.shares["JHR"] == (0, *[IPO] * 8)
    refused(game, "start JHR at 70", "1888N-4.3.2.1")


@rule("1888N-3.4")
def test_a_bonus_is_paid_in_every_turn_and_never_used_up() -> None:
    table = Table().company("ZDR").lay("G11", "5", 2).lay("F12", "3", 0)
    table.train("ZDR", "2")
    for _ in range(3):
        game = table.operate("ZDR", "run_trains")
        game.play("run 2-6: F12.0-G11.0")
        assert game.state.turn is not None
        assert game.state.turn.revenue == 10 + 20 + 40


@rule("1888N-3.5")
def test_the_seating_is_drawn_by_lot_and_the_first_player_starts() -> None:
    names = ["Ana", "Bela", "Carla"]
    seatings = Counter(dieciocho.new_game("1888n", names, seed=seed).players for seed in range(120))
    assert len(seatings) == 6  # every order comes up
    assert min(seatings.values()) >= 5
    game = dieciocho.new_game("1888n", names, seed=11)
    assert game.players == dieciocho.new_game("1888n", names, seed=11).players
    assert (game.state.priority, game.actor) == (0, 0)
    assert dieciocho.loads(game.to_json()).players == game.players


@rule("1888N-3.5", "1888N-6.1")
def test_play_goes_clockwise_round_the_seating() -> None:
    game = new(5)
    seen = []
    for _ in range(6):
        seen.append(game.actor)
        game.play("pass")
    assert seen == [0, 1, 2, 3, 4, 0]


@rule("1888N-3.6")
def test_the_privates_are_laid_out_from_the_cheapest_to_the_dearest() -> None:
    game = new()
    values = [p.value for p in game.definition.privates.values()]
    assert list(game.state.private_owner) == ["KT", "TA", "HS", "GW", "YRF", "FC"]
    assert values == [25, 50, 75, 100, 125, 150]
    assert all(low < high for low, high in pairwise(values))
    assert set(game.state.private_owner.values()) == {"unsold"}


@rule("1888N-5.1")
def test_stock_rounds_and_sets_of_operating_rounds_alternate() -> None:
    game = new(2)
    for private, card in game.definition.privates.items():
        game.play(BuyPrivate(private, card.value))
    game.play("start JHR at 70")
    for _ in range(4):
        game.play("buy share of JHR from ipo")
    rounds = []
    while game.state.round.number < 4:
        now = (game.state.round.kind, game.state.round.number, game.state.round.part)
        if now not in rounds:
            rounds.append(now)
        trains = listed(game, BuyTrain)
        needed = trains and not game.state.trains["JHR"]
        game.play(trains[0] if needed else Pass())
    assert rounds == [
        ("stock", 1, 1),
        ("operating", 1, 1),
        ("stock", 2, 1),
        ("operating", 2, 1),
        ("stock", 3, 1),
        ("operating", 3, 1),
    ]


@rule("1888N-5.1", "1888N-7.1.1")
def test_after_the_operating_rounds_shares_are_traded_again() -> None:
    game = Table(2).company("JHR", 0, held={0: 2}).stock_round(first=1)
    game.play("pass").play("pass")  # nothing is launched: only incomes
    assert (game.state.round.kind, game.state.round.number) == ("stock", 3)
    assert game.actor == 1
    assert legal(game, BuyShare("JHR", "ipo"))


# --- variants ---------------------------------------------------------------------------


@rule("1888N-V.1", "1888N-7.3.1")
@pytest.mark.parametrize(("edition", "limit"), [("rulebook", 28), ("online", 20)])
def test_two_players_have_more_cash_and_a_higher_limit(edition: str, limit: int) -> None:
    two, three = new(2, edition), new(3, edition)
    assert two.state.cash[0] == 1200
    assert two.definition.table.certificate_limit["2"] == limit
    assert two.definition is three.definition  # the same components
    changed = {"agenda", "cash", "round"}
    assert set(two.state.differences(three.state)) <= changed


@rule("1888N-V.1", "1888N-7.5.8")
def test_two_players_are_bound_by_the_sixty_percent_as_well() -> None:
    game = Table(2).company("JHR", 0, held={0: 6}).stock_round()
    refused(game, "buy share of JHR from ipo", "1888N-7.5.8")


@rule("1888N-V.2")
def test_there_are_no_options() -> None:
    saved = json.loads(new(3).to_json())
    saved["header"]["options"] = {"short_game": "yes"}
    with pytest.raises(dieciocho.BadInput, match="short_game"):
        dieciocho.loads(json.dumps(saved))


@rule("1888N-V.2")
def test_the_editions_are_the_rulebook_and_the_game_as_played_online() -> None:
    assert dieciocho.rules_of("1888n").editions == ("rulebook", "online")
    assert dieciocho.new_game("1888n", NAMES[:2]).header.edition == "rulebook"
    with pytest.raises(dieciocho.BadInput, match="east"):
        dieciocho.new_game("1888n", NAMES[:2], edition="east")
