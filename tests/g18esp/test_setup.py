"""Set-up and etiquette (sections 1.5 and 1.6)."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho import BadInput
from dieciocho.engine.actions import Pass, StartCompany
from dieciocho.engine.game import Game
from dieciocho.engine.shares import percent
from dieciocho.engine.state import BANK
from dieciocho.games.g18esp.facts import RESERVED, facts
from dieciocho.games.g18esp.printed import printed
from dieciocho.games.g18esp.random_setup import draw

from ..support import NAMES, refused, rule
from .scenes import Scene

STANDARD_OUT = {"SFVA", "FdC", "GSSR", "AVT", "TBF", "MH", "CSE", "CA"}


def new(players: int = 4, seed: int | None = None, **options: str) -> Game:
    return dieciocho.new_game("18esp", NAMES[:players], seed=seed, options=options)


@rule("18ESP-1.5.0.1")
def test_three_to_six_players() -> None:
    for count in (2, 7):
        with pytest.raises(BadInput):
            dieciocho.new_game("18esp", [f"P{n}" for n in range(count)])
    assert len(new(3).players) == 3
    assert len(new(6).players) == 6


@rule("18ESP-1.5.0.2")
def test_two_set_ups() -> None:
    assert new().header.options["setup"] == "standard"
    assert new(setup="random").header.options["setup"] == "random"
    with pytest.raises(BadInput):
        new(setup="other")


@rule("18ESP-1.5.2.1", "18ESP-1.5.2.2", "18ESP-1.5.2.3")
@pytest.mark.parametrize("out", ["SFVA SFVA GSSR AVT TBF MH CSE CA", "SFVA FdC GSSR AVT MH CSE CA"])
def test_a_given_set_up_leaves_out_two_three_and_three(out: str) -> None:
    with pytest.raises(BadInput):
        new(setup="random", out=out, pioneer6="CRB", pioneer7="FdLR")
    whole = new(
        setup="random", out="SFVA FdC GSSR AVT TBF MH CSE CA", pioneer6="CRB", pioneer7="FdLR"
    )
    assert whole.state.closed == STANDARD_OUT


@rule("18ESP-1.5.1.1")
def test_companies_out_of_the_standard_game() -> None:
    game = new()
    assert game.state.closed == STANDARD_OUT
    assert not STANDARD_OUT & set(game.state.homes)
    scene = Scene("3")
    stock = scene.stock()
    refused(stock, StartCompany("MH", 80), "18ESP-1.5.1.1")
    refused(stock, StartCompany("FdC", 80), "18ESP-1.5.1.1")


@rule("18ESP-1.5.1.4")
def test_seats_follow_the_cards_dealt() -> None:
    seatings = {new(seed=seed).players for seed in range(12)}
    assert len(seatings) > 4
    game = new(seed=3)
    assert sorted(game.players) == sorted(NAMES[:4])
    assert facts(game).cards == (0, 1, 2, 3)
    assert game.actor == game.state.priority == 0


@rule("18ESP-1.5.1.5", "18ESP-3.1.2.1")
@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(3, 860, 27), (4, 650, 20), (5, 520, 16), (6, 440, 13)]
)
def test_starting_cash_and_certificate_limit(players: int, cash: int, limit: int) -> None:
    game = new(players)
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert game.definition.table.certificate_limit[str(players)] == limit


@rule("18ESP-1.5.1.6", "18ESP-1.5.1.7")
def test_the_bank_never_breaks() -> None:
    scene = Scene("3").major("A", held={0: 4})
    scene.cash(0, 100_000)
    assert scene.state.cash[BANK] < -100_000
    game = scene.stock()
    before = game.state.cash[BANK]
    game.play("buy share of A from ipo")
    assert game.state.cash[BANK] == before + 80
    assert not game.over
    assert game.state.ending == ()


@rule("18ESP-1.5.1.8", "18ESP-1.5.2.7", "18ESP-3.2.0.10")
@pytest.mark.parametrize("setup", ["standard", "random"])
def test_reserved_shares_of_southern_majors(setup: str) -> None:
    game = new(seed=5, setup=setup)
    for company, charter in game.definition.companies.items():
        in_play = company not in game.state.closed
        wanted = 10 if charter.kind == "south" and in_play else 0
        assert percent(game, company, RESERVED) == wanted


@rule("18ESP-1.5.1.9", "18ESP-1.5.1.10")
def test_what_lies_with_the_pioneers() -> None:
    sevens = set()
    for seed in range(30):
        game = new(seed=seed)
        assert "P6a" in game.state.private_owner
        assert "P6b" not in game.state.private_owner
        assert facts(game).with_share["P6a"] == "CRB"
        sevens.add(facts(game).with_share["P7"])
    assert sevens == {"FdLR", "FdSB", "CFEA", "CFLG"}


@rule("18ESP-1.5.1.11")
def test_special_train_and_tenders_are_not_for_sale() -> None:
    game = new()
    assert "2B-0" not in game.state.trains[BANK]
    assert facts(game).tenders_of_owner == 4  # the fifth stays with the pioneer
    assert facts(game).tenders_for_sale == 0


@rule("18ESP-1.5.2.1", "18ESP-1.5.2.2", "18ESP-1.5.2.3", "18ESP-1.5.2.5", "18ESP-1.5.2.6")
def test_the_random_set_up() -> None:
    kept: dict[str, set[str]] = {"north": set(), "south": set(), "small": set()}
    vasco = 0
    for seed in range(60):
        game = new(seed=seed, setup="random")
        companies = game.definition.companies
        counts = dict.fromkeys(kept, 0)
        for company, charter in companies.items():
            if company not in game.state.closed:
                counts[charter.kind] += 1
                kept[charter.kind].add(company)
        assert counts == {"north": 4, "south": 6, "small": 6}
        given = facts(game).with_share
        north = {c for c in companies if companies[c].kind == "north"} - game.state.closed
        assert given["P7"] in north
        if "CRB" in game.state.closed:
            vasco += 1
            assert given["P6b"] in north
            assert "P6a" not in game.state.private_owner
        else:
            assert given["P6a"] == "CRB"
    assert vasco
    assert [len(kept[kind]) for kind in ("north", "south", "small")] == [6, 9, 9]


@rule("18ESP-1.5.2.1", "18ESP-1.5.2.6")
def test_the_draw_of_seed_1_as_recorded_elsewhere() -> None:
    definition = printed(new())
    drawn = draw(definition, 1, "random")
    assert set(drawn["out"].split()) == {"FdC", "CFEA", "MCP", "CRB", "MZA", "CSE", "CA", "MS"}
    assert (drawn["pioneer6"], drawn["pioneer7"]) == ("SFVA", "FdSB")
    assert draw(definition, 1, "standard")["pioneer7"] == "FdLR"


@rule("18ESP-1.6.2", "18ESP-3.1.1.6")
def test_a_new_director_moves_nothing_of_the_company() -> None:
    scene = Scene("3").major("A", 0, held={0: 3, 1: 3}, treasury=321).cash(1, 500)
    scene.trains("A", "3")
    game = scene.stock()
    cards = facts(game).cards
    while game.actor != 1:
        game.play(Pass())
    game.play("buy share of A from ipo")
    assert game.state.president["A"] == 1
    assert game.state.cash["A"] == 321
    assert len(game.state.trains["A"]) == 1
    assert cards == facts(game).cards


@rule("18ESP-1.6.3")
def test_nothing_is_hidden() -> None:
    """All that chance decided is written in the header; header and actions are the whole game."""
    game = new(seed=9, setup="random")
    given = {game.header.options["pioneer6"], game.header.options["pioneer7"]}
    assert set(facts(game).with_share.values()) == given
    assert set(game.header.options["out"].split()) == game.state.closed
    game.play(Pass())
    assert dieciocho.loads(game.to_json()).state == game.state
