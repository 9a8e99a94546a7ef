"""Set-up, draft, structure: sections I to V and X."""

from __future__ import annotations

import pytest

import dieciocho
from dieciocho.engine.actions import BuyShare, LayTile, Pass, SellShares, Take
from dieciocho.engine.game import Game
from dieciocho.engine.shares import certificates, percent
from dieciocho.engine.state import BANK, POOL
from dieciocho.engine.steps.stock import certificate_limit
from dieciocho.engine.steps.track import lay_cost
from dieciocho.games.g18mag.draft import QUOTAS, draft_round, quota_left
from dieciocho.games.g18mag.facts import facts, majors, minors
from dieciocho.games.g18mag.printed import printed
from dieciocho.games.g18mag.rules import shuffled_cards

from ..support import NAMES, legal, listed, refused, rule
from .scenes import Scene

ORDERS = {
    2: "12211221",
    3: "123231312123231312",
    4: "1234234134124123",
    5: "12345234513451245123",
    6: "123456234561345612456123",
}


def fresh(players: int, edition: str = "rulebook", prices: str | None = None) -> Game:
    options = {"prices": prices} if prices else None
    return dieciocho.new_game("18mag", NAMES[:players], edition=edition, options=options)


def drafted(players: int, edition: str = "rulebook") -> tuple[Game, str]:
    """Draft minors first; return the game and the order in which seats chose."""
    game, order = fresh(players, edition), ""
    while game.step.id == "draft":
        order += str(game.step.actor(game) + 1)
        game.play(game.legal_actions()[0])
    return game, order


@rule("18MAG-I.1")
def test_two_to_six_players_and_one_alone() -> None:
    for players in range(2, 7):
        assert fresh(players).step.id == "draft"
    with pytest.raises(dieciocho.BadInput):
        fresh(0)
    with pytest.raises(dieciocho.BadInput):
        dieciocho.new_game("18mag", [*NAMES, "Gala"])


@rule("18MAG-II.2.1", "18MAG-II.2.2", "18MAG-II.4.1", "18MAG-II.4.4")
@rule("18MAG-II.4.5", "18MAG-II.4.6", "18MAG-II.4.7", "18MAG-II.4.8", "18MAG-VIII.1.1")
def test_the_table_at_the_start() -> None:
    game = fresh(3)
    state = game.state
    assert [state.cash[seat] for seat in range(3)] == [0, 0, 0]
    assert game.definition.table.bank == 0  # endless: its debt is no event
    for major in majors(game):
        assert state.shares[major] == (POOL,) * 9
        assert (state.cash[major], state.stations_left[major]) == (0, 2)
        assert major not in state.president
    assert set(state.cell) == set(majors(game))
    assert game.phase.colours == ("yellow",)
    assert game.phase.rounds == 1
    sellers = {kind: train.seller for kind, train in printed(game).trains.items()}
    assert sellers == {"2": "LdStEG", "3": "MAVAG", "4": "LdStEG", "6": "MAVAG"}
    assert all(train.count < 0 for train in game.definition.trains.values())
    assert facts(game).unopened == ("3", "4", "6")
    assert facts(game).idle == 0


@rule("18MAG-II.2.2")
def test_a_bank_in_debt_ends_nothing() -> None:
    scene = Scene("6").money(p0=100_000)
    assert scene.state.cash[BANK] < 0
    assert scene.state.ending == ()


@rule("18MAG-II.4.2", "18MAG-II.4.3", "18MAG-X.13")
def test_price_cards_are_dealt_in_company_order() -> None:
    assert shuffled_cards(1)[:8] == [80, 70, 60, 75, 65, 80, 60, 65]
    assert shuffled_cards(2)[:7] == [60, 65, 65, 80, 60, 70, 70]
    assert shuffled_cards(12345)[:7] == [65, 80, 60, 75, 80, 70, 70]
    game = fresh(3, prices="60 65 70 75 65 80 75")
    market = game.definition.market
    stacks = {market.price[cell]: stack for cell, stack in game.state.stacks.items()}
    assert stacks[65] == ("G&C", "SKEV")
    assert stacks[75] == ("SIK", "MAVAG")
    two = fresh(2, prices="70 65 80 65")
    assert {c: two.state.par[c] for c in majors(two)} == {
        "RABA": 70,
        "SIK": 65,
        "SKEV": 80,
        "LdStEG": 65,
    }
    with pytest.raises(dieciocho.BadInput):
        fresh(2, prices="60 60 60 65")  # only two cards of 60


@rule("18MAG-II.4.9")
def test_the_seating_is_drawn_and_its_first_begins() -> None:
    seatings = {dieciocho.new_game("18mag", NAMES[:4], seed=s).players for s in range(8)}
    assert len(seatings) > 3
    game = fresh(4)
    assert game.state.priority == 0 == game.step.actor(game)


@rule("18MAG-V.3", "18MAG-V.4", "18MAG-V.6", "18MAG-X.10", "18MAG-V.12", "18MAG-X.11", "18MAG-V.13")
@pytest.mark.parametrize("players", range(2, 7))
def test_draft_orders(players: int) -> None:
    """Vector V21."""
    game, order = drafted(players)
    assert order == ORDERS[players]
    assert game.state.round.kind == "operating"
    assert (game.state.round.part, game.state.round.parts) == (1, 1)
    assert game.state.priority == {2: 0, 3: 2}.get(players, 3)


@rule("18MAG-V.1", "18MAG-V.2", "18MAG-V.5", "18MAG-V.8", "18MAG-V.9")
@pytest.mark.parametrize("players", range(2, 7))
def test_packet_and_quotas(players: int) -> None:
    game = fresh(players)
    packet = [a.document for a in listed(game, Take) if isinstance(a, Take)]
    count = {2: (7, 4), 3: (13, 7), 4: (13, 7), 5: (13, 7), 6: (13, 7)}[players]
    assert len([d for d in packet if d.isdigit()]) == count[0]
    assert len([d for d in packet if not d.isdigit()]) == count[1]
    taken_homes = {m: game.state.homes[m] for m in minors(game)}
    game, _ = drafted(players)
    of_minors, of_shares, _ = QUOTAS[players]
    in_play = minors(game)
    assert len(in_play) == players * of_minors
    for seat in range(players):
        assert sum(1 for m in in_play if game.state.president[m] == seat) == of_minors
        held = sum(percent(game, c, seat) for c in majors(game)) // 10
        assert held == of_shares
    total = sum(percent(game, c, POOL) for c in majors(game)) // 10
    assert total == 10 * len(majors(game)) - players * of_shares
    for minor in game.state.closed:
        assert minor not in game.state.homes  # no reservation is left
        assert game.state.stations.get(taken_homes[minor], ()) != (minor,)


@rule("18MAG-V.1", "18MAG-V.2", "18MAG-V.5", "18MAG-V.6", "18MAG-V.8", "18MAG-V.9", "18MAG-V.12")
@pytest.mark.parametrize(
    ("players", "taken", "left", "rounds", "limit", "first"),
    [
        # players: documents in the packet, minors and shares of each; minors and shares left over
        (3, (20, 4, 2), (1, 1), 6, 18, 2),
        (4, (20, 3, 1), (1, 3), 4, 14, 3),
        (5, (27, 2, 2), (3, 4), 4, 11, 3),
        (6, (27, 2, 2), (1, 2), 4, 9, 3),
    ],
)
def test_the_figures_of_the_rulebook_for_the_draft(
    players: int,
    taken: tuple[int, int, int],
    left: tuple[int, int],
    rounds: int,
    limit: int,
    first: int,
) -> None:
    game = fresh(players)
    documents, of_minors, of_shares = taken
    assert len(minors(game)) + len(draft_round(game).packet) == documents
    for _ in range(players * rounds - 1):
        game.play(game.legal_actions()[0])
    packet = draft_round(game).packet
    game.play(game.legal_actions()[0])  # the last one is a share
    assert game.state.round.kind == "operating"
    assert (len(game.state.closed), len(packet) - 1) == left
    for seat in range(players):
        owned = [c for c, owner in game.state.president.items() if owner == seat]
        assert sum(company.isdigit() for company in owned) == of_minors
        assert sum(percent(game, c, seat) for c in majors(game)) == 10 * of_shares
    assert game.state.priority == first
    assert certificate_limit(game) == limit
    # Minors operate by number whoever owns them, then the majors by price.
    order = [str(company) for company in game.state.round.order]
    assert order[: players * of_minors] == sorted(minors(game), key=int)
    assert len(order) == players * of_minors + 7


@rule("18MAG-V.3", "18MAG-V.5", "18MAG-V.11", "18MAG-VII.4.1")
def test_a_full_quota_forces_the_other_kind() -> None:
    """Vector V3: with four minors a share must be taken; passing and selling are refused."""
    game = fresh(3)
    refused(game, Pass(), "18MAG-V.3")
    refused(game, SellShares("SIK", 1), "18MAG-V.3")
    for _ in range(12):
        game.play(Take(next(m for m in minors(game) if m not in game.state.president)))
    left = next(m for m in minors(game) if m not in game.state.president)
    assert quota_left(game, game.step.actor(game), "minor") == 0
    refused(game, Take(left), "18MAG-V.5")
    game.play(Take("SIK"))
    refused(game, Take("SIK"), "18MAG-V.1")
    refused(game, Take("1"), "18MAG-V.1")
    assert all(game.state.cash[seat] == 0 for seat in range(3))


@rule("18MAG-V.5")
def test_a_full_quota_of_shares_forces_a_minor() -> None:
    game = fresh(4)
    for share in ("SIK", "SNW", "RABA", "G&C"):
        game.play(Take(share))
    refused(game, Take("SKEV"), "18MAG-V.5")
    assert legal(game, Take("7"))


@rule("18MAG-III.3.2.2", "18MAG-V.7", "18MAG-VI.3.9.9")
def test_a_chosen_minor_is_complete_at_once() -> None:
    game = fresh(3)
    game.play(Take("9"))
    state = game.state
    assert (state.cash["9"], state.trains["9"], state.stations_left["9"]) == (50, ("2-0",), 2)
    assert state.stations["I14", 1] == ("9",)
    assert state.cash["LdStEG"] == 0
    assert not facts(game).train_sold
    assert facts(game).unopened == ("3", "4", "6")
    assert state.phase == 0


@rule("18MAG-V.10", "18MAG-III.3.3.4", "18MAG-VIII.3.4")
def test_two_shares_of_one_major_make_a_director_in_the_draft() -> None:
    """Vector W34."""
    game = fresh(5)
    others = ["1", "2", "3", "4", "5", "6", "7", "8"]
    while game.state.round.kind == "draft" and "SIK" not in game.state.president:
        mine = game.step.actor(game) == 0
        game.play(Take("SIK" if mine else others.pop()))
    assert game.state.president["SIK"] == 0
    assert percent(game, "SIK", 0) == 20
    assert certificates(game, 0) == 1
    refused(game, Take("SIK"), "18MAG-V.1")


@rule("18MAG-X.1")
@pytest.mark.parametrize("players", [2, 3])
def test_what_section_x_does_not_change(players: int) -> None:
    """Capital, tiles, stations, scrapping, the split, sales and limits are as for three."""
    scene = Scene("2", "4", players=players, owners={"4": 1})
    assert (scene.state.cash["2"], len(scene.state.trains["2"])) == (50, 1)
    assert [phase.train_limit for phase in scene.game.definition.phases[:3]] == [2, 2, 2]
    assert scene.game.definition.table.station_costs == {"2": (40, 80), "3": (0, 40, 80)}
    game = scene.money(m2=100).turn("2")
    lays = [choice for choice in listed(game, LayTile) if isinstance(choice, LayTile)]
    free = next(a for a in lays if not lay_cost(game, a.hex))
    game.play(free)
    assert game.state.cash["2"] == 100
    second = next(a for a in listed(game, LayTile) if isinstance(a, LayTile))
    cost = lay_cost(game, second.hex)
    game.play(second)
    assert game.state.cash["2"] == 90 - cost
    assert (game.state.cash["SKEV"], game.state.cash["SIK"]) == (10, cost)
    refused(game, LayTile(free.hex, "57", 0), "18MAG-VI.3.1.1")
    stock = Scene("2", players=players).held("SIK", 0, p0=6, p1=2).price("SIK", 80)
    sold = stock.money(p0=500).stock()
    refused(sold, BuyShare("SIK", "pool"), "18MAG-VII.3.3")
    refused(sold, BuyShare("SIK", "board"), "18MAG-III.3.3.3")
    sold.play(SellShares("SIK", 2))
    market = sold.definition.market
    assert sold.state.cell["SIK"] == market.left[market.price.index(80)]
    assert sold.state.cash[0] == 660
    refused(sold, BuyShare("SIK", "pool"), "18MAG-VII.5.3")


@rule("18MAG-X.2", "18MAG-X.4", "18MAG-X.6", "18MAG-X.8", "18MAG-X.14", "18MAG-X.12")
def test_components_of_the_game_for_two() -> None:
    game = fresh(2)
    assert minors(game) == ["1", "2", "3", "4", "6", "7", "11"]
    assert majors(game) == ["RABA", "SIK", "SKEV", "LdStEG"]
    assert list(game.definition.trains) == ["2", "3", "4"]
    assert facts(game).unopened == ("3", "4")
    assert [phase.name for phase in game.definition.phases] == ["yellow", "green", "brown"]
    assert not any(tile.colour == "gray" for tile in game.definition.tiles.values())
    kinds = {stop.kind for spot in game.definition.hex_list for stop in spot.printed.tile.stops}
    assert "mine" not in kinds
    assert game.state.powers == {"6": 1, "7": 1}
    assert game.definition.table.certificate_limit["2"] == 10
    assert game.state.homes["1"] == ("C8", 1)
    assert len(game.definition.hexes) == 41


@rule("18MAG-VII.3.1")
def test_certificate_limits() -> None:
    limits = fresh(3).definition.table.certificate_limit
    assert limits == {"1": 8, "2": 10, "3": 18, "4": 14, "5": 11, "6": 9}


@rule("18MAG-III.3.3.3")
def test_the_directors_certificate_is_not_for_sale() -> None:
    game = Scene("6").money(p0=500).stock()
    refused(game, BuyShare("SIK", "board"), "18MAG-III.3.3.3")
    online = Scene("6", edition="online").money(p0=500).stock()
    price = online.definition.market.price[online.state.cell["SIK"]]
    online.play(BuyShare("SIK", "board"))  # D1
    assert online.state.president["SIK"] == 0
    assert online.state.cash[0] == 500 - 2 * price
