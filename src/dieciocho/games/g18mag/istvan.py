"""István, the automaton of the solo game: his cards, his minors and his shares (18MAG-XI)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.actions import (
    BuyShare,
    BuyTrain,
    Choice,
    Choose,
    LayTile,
    PlaceStation,
    Route,
    Run,
    Use,
)
from ...engine.components import Kind
from ...engine.depot import move_train, train_limit, train_of
from ...engine.earnings import solution
from ...engine.errors import refuse
from ...engine.game import Game, Play
from ...engine.geometry import opposite
from ...engine.ledger import pay
from ...engine.shares import percent
from ...engine.state import BANK, Seat
from ...engine.step import Move, Step
from ...engine.steps.track import connected, lay_cost
from ...engine.steps.trains import buy_from_bank, buy_from_company
from ...engine.symmetry import fold
from ...engine.track import candidates, put_tile
from ...engine.words import place_name
from .cards import NAME, cards_of, is_solo, option, programme, stock_card
from .facts import BUILDING, TERRAIN, TILE_FEE, facts, minors
from .hiring import HireMove
from .phases import train_sold
from .policy import policy
from .stock import StockRound
from .track import station_moves
from .turn import MagRun, RunTrains, SplitRevenue, Station, TurnStep, pay_seller
from .wagons import RED
from .ways import distances

HUMAN, ISTVAN = 0, 1  # seats
THRESHOLDS = {"3": 95, "4": 175}  # what a treasury must exceed for SWAP (18MAG-XI.2.2.4)
SISTER, LOWER_SISTER = 30, 80  # prices between his minors (18MAG-XI.2.2.8, 18MAG-XI.2.2.9)


def settle_in(game: Play) -> None:
    """Give István his minors, their track and his first share (18MAG-XI.1.3)."""
    from .draft import found_minor
    from .stock import take_share

    state = game.state
    for minor in option(game, "cards").split():
        found_minor(game, minor, ISTVAN)  # 18MAG-XI.1.4
    for minor in option(game, "cards").split():
        for hex_name in cards_of(game).backs[minor]:
            tile, rotation = cards_of(game).track[hex_name]
            spot = game.definition.hexes[hex_name]
            if state.board[spot.index] is spot.printed:
                new = game.definition.placed[tile, rotation]
                moves = station_moves(game, minor, hex_name, new)
                put_tile(game.definition, state, hex_name, new, moves)
    take_share(game, ISTVAN, stock_card(game).start)  # 18MAG-XI.1.7
    state.priority = ISTVAN  # 18MAG-XI.1.10


def pay_income(game: Play) -> None:
    """In the short game both sides get money at the start of a round (18MAG-XI.1.5), in the long
    one they do not (18MAG-XI.1.6).
    """
    if is_solo(game) and option(game, "length") == "short":
        money = cards_of(game).income[game.phase.name]
        for seat in (HUMAN, ISTVAN):
            pay(game, BANK, seat, money)
        game.log("solo_income", money=money)


# --- programmes ------------------------------------------------------------------------


def own_minors(game: Game) -> list[str]:
    return [m for m in minors(game) if game.state.president.get(m) == ISTVAN]


def due_action(game: Game, minor: str) -> str | None:
    """Return the action of the card that is due, in their order, each once (18MAG-XI.2.2.1)."""
    done = facts(game).programme.get(minor, 0)
    left = programme(game, minor)[done:]
    return next((action for action in left if not _skipped(game, minor, action)), None)


def next_action(game: Play, minor: str) -> str | None:
    """Return the action that is due after skipping purchases that nobody can serve."""
    due, done = due_action(game, minor), facts(game).programme.get(minor, 0)
    for action in programme(game, minor)[done:]:
        if action == due:
            break
        game.log("istvan_skips", company=minor, due=action)
        finish_action(game, minor)
    return due


def _skipped(game: Game, minor: str, action: str) -> bool:
    """Tell whether no sister can sell what the card asks for (18MAG-XI.2.2.8, 18MAG-XI.2.2.9)."""
    if policy(game).skip_without_seller:
        return action.startswith("SIB") and not sisters_offer(game, minor, action)
    return action == "SIB30" and minor == own_minors(game)[-1]


def finish_action(game: Play, minor: str) -> None:
    now = facts(game)
    done = {**now.programme, minor: now.programme.get(minor, 0) + 1}
    game.set_facts(programme=done, swapping=now.swapping - {minor})


def stripped(game: Game, minor: str) -> bool:
    """A minor of a red card without a train first buys one (18MAG-XI.2.2.11)."""
    return option(game, "difficulty") == "red" and not game.state.trains[minor]


class AutoStep(TurnStep, frozen=True):
    """A step of one of his minors that needs nobody."""

    def settle(self, game: Play) -> bool:
        game.pop()
        self.act(game, self.company(game))
        return True

    def act(self, game: Play, minor: str) -> None:
        raise NotImplementedError


class PayYellow(AutoStep, frozen=True):
    """In the yellow phase a minor pays for a tile that it does not lay (18MAG-XI.2.1.6)."""

    def act(self, game: Play, minor: str) -> None:
        state = game.state
        # Not without a train (18MAG-XI.2.1.7).
        if state.phase == 0 and state.trains[minor] and state.cash[minor] >= TILE_FEE:
            pay(game, minor, BUILDING, TILE_FEE)
            game.log("istvan_fee", company=minor, money=TILE_FEE)


# --- decisions that the rules leave to the human ---------------------------------------


class TieMove(Move[Choose, "Tie"]):
    """The human decides between what István might do."""

    action = Choose

    def legal(self, game: Game, step: Tie) -> Iterator[Choice]:
        for choice in step.options(game):
            yield Choice(Choose(choice))

    def check(self, game: Game, step: Tie, action: Choose) -> None:
        if action.option not in step.options(game):
            refuse(game, "not_a_tie", option=action.option)

    def apply(self, game: Play, step: Tie, action: Choose) -> None:
        game.pop()
        step.decided(game, action.option)


class Tie(TurnStep, frozen=True):
    """Does the only thing possible, or asks the human."""

    moves = (TieMove(),)
    out_of_step = "istvan_waits"

    def actor(self, game: Game) -> Seat:
        return HUMAN

    def settle(self, game: Play) -> bool:
        options = self.options(game)
        if len(options) > 1:
            return False
        game.pop()
        if options:
            self.decided(game, options[0])
        return True

    def options(self, game: Game) -> list[str]:
        raise NotImplementedError

    def decided(self, game: Play, choice: str) -> None:
        raise NotImplementedError


def upgrades(game: Game, minor: str, hex_name: str) -> list[tuple[str, int]]:
    """Return the tiles that the minor may upgrade a city hex to, with their rotations."""
    old = game.state.board[game.definition.hexes[hex_name].index]
    if old.tile.colour == "white":
        return []  # he lays no yellow tiles (18MAG-XI.2.1.1)
    return [
        (tile, turned)
        for tile, turns in candidates(game.definition, hex_name, old)
        if game.definition.tiles[tile].colour in game.phase.colours and game.state.supply[tile]
        for turned in turns
        if connected(game, minor, hex_name, game.definition.placed[tile, turned], station_moves)
    ]


class UpgradeHex(Tie, frozen=True):
    """Upgrade the home, else the nearest city that can be upgraded (18MAG-XI.2.1.3)."""

    def options(self, game: Game) -> list[str]:
        minor = self.company(game)
        far = distances(game, minor)
        possible = [name for name in far if upgrades(game, minor, name)]
        nearest = min((far[name] for name in possible), default=0)
        return [name for name in possible if far[name] == nearest]

    def decided(self, game: Play, choice: str) -> None:
        company = self.company(game)
        far = distances(game, company)[choice]
        reason = "istvan_nearest" if far else "istvan_home"
        game.log(reason, company=company, hex=choice, count=far)
        game.push(UpgradeTile(choice))


class UpgradeTile(Tie, frozen=True):
    """Join as many waiting track ends as possible (18MAG-XI.2.1.5)."""

    hex: str

    def told(self, game: Game) -> dict[str, Any]:
        return {**super().told(game), "place": place_name(game, self.hex)}

    def joined(self, game: Game, tile: str, turned: int) -> int:
        """Count the ends of neighbouring track that the tile would join for the first time."""
        spot = game.definition.hexes[self.hex]
        old = game.state.board[spot.index]
        new = game.definition.placed[tile, turned]
        count = 0
        for side in set(new.exits) - set(old.exits):
            neighbour = spot.neighbours[side]
            count += neighbour >= 0 and opposite(side) in game.state.board[neighbour].exits
        return count

    def options(self, game: Game) -> list[str]:
        found = upgrades(game, self.company(game), self.hex)
        most = max((self.joined(game, *option) for option in found), default=0)
        best = [
            Choice(LayTile(self.hex, t, r)) for t, r in found if self.joined(game, t, r) == most
        ]
        if policy(game).equal_tiles_once:
            best = fold(game, best)
        lays = (choice.action for choice in best)
        return [f"{lay.tile}:{lay.rotation}" for lay in lays if isinstance(lay, LayTile)]

    def decided(self, game: Play, choice: str) -> None:
        tile, _, turned = choice.partition(":")
        company = self.company(game)
        cost = lay_cost(game, self.hex)
        pay(game, BANK, TERRAIN, cost)  # 18MAG-XI.2.1.4
        new = game.definition.placed[tile, int(turned)]
        moves = station_moves(game, company, self.hex, new)
        put_tile(game.definition, game.state, self.hex, new, moves)
        game.log("laid", company=company, tile=tile, hex=self.hex, cost=cost)


class ProgrammedStation(Tie, frozen=True):
    """Place the station that the card asks for when that is possible (18MAG-XI.2.2.7)."""

    def options(self, game: Game) -> list[str]:
        minor = self.company(game)
        word, _, where = (due_action(game, minor) or "").partition(" ")
        if word != "STATION" or stripped(game, minor):
            return []
        found = Station.moves[0].legal(game, self)
        places = [choice.action for choice in found]
        return [
            f"{a.hex}.{a.city}" for a in places if isinstance(a, PlaceStation) and a.hex == where
        ]

    def settle(self, game: Play) -> bool:
        minor = self.company(game)
        due = next_action(game, minor) or ""
        if due.startswith("STATION") and not stripped(game, minor) and not self.options(game):
            game.log("istvan_station_waits", company=minor, due=due)
        return super().settle(game)

    def decided(self, game: Play, choice: str) -> None:
        minor = self.company(game)
        game.log("istvan_card", company=minor, due=next_action(game, minor))
        hex_name, _, city = choice.partition(".")
        game.push(self)  # the move takes its step off
        Station.moves[0].apply(game, self, PlaceStation(hex_name, int(city)))

    def placed(self, game: Play) -> None:
        game.set_turn(stationed=True)
        game.pop()
        finish_action(game, self.company(game))


# --- scrapping, running, buying --------------------------------------------------------


class ProgrammedScrap(AutoStep, frozen=True):
    """SWAP scraps a 2-train when the treasury exceeds the threshold (18MAG-XI.2.2.4)."""

    def act(self, game: Play, minor: str) -> None:
        word, _, kind = (next_action(game, minor) or "").partition(" ")
        now = facts(game)
        if word != "SWAP" or minor in now.swapping or stripped(game, minor):
            return
        if game.state.cash[minor] <= THRESHOLDS[kind]:
            game.log(
                "istvan_swap_waits",
                company=minor,
                kind=kind,
                money=THRESHOLDS[kind],
                cash=game.state.cash[minor],
            )
            return
        # From now on it only waits for the money (18MAG-XI.2.2.5).
        game.set_facts(swapping=now.swapping | {minor})
        trains = game.state.trains[minor]
        old = [card for card in trains if game.kind_of(card) == "2"]
        if len(trains) > 1 and old:  # 18MAG-XI.2.2.6
            move_train(game, old[0], minor, BANK)
            game.log("discarded", company=minor, train="2")


class AutoRun(RunTrains, frozen=True):
    """Hire RÁBA's wagon if that adds revenue, then run for the maximum (18MAG-XI.2.2.12)."""

    def settle(self, game: Play) -> bool:
        if super().settle(game):
            return True
        company = self.company(game)
        best = solution(game, company).best
        hire = HireMove()
        if best.revenue and any(c.action == Use(RED) for c in hire.legal(game, self)):
            trial = Play(game.copy())
            hire.apply(trial, self, Use(RED))
            # The search tries both uses of it (18MAG-XI.2.2.13).
            if solution(trial, company).best.revenue > best.revenue:
                hire.apply(game, self, Use(RED))
                best = solution(game, company).best
        routes = tuple(Route(train, path) for train, path in best.routes)
        MagRun().apply(game, self, Run(routes))
        return True


def buy_from_stack(game: Play, minor: str, kind: Kind) -> bool:
    """Buy as soon as treasury and limit allow (18MAG-XI.2.2.3)."""
    card = next(c for c in game.state.trains[BANK] if game.kind_of(c) == kind)
    price = train_of(game, card).price
    if game.state.cash[minor] < price or len(game.state.trains[minor]) >= train_limit(game):
        return False
    buy_from_bank(game, minor, BuyTrain(card, BANK, price), pay_seller)
    train_sold(game, kind)
    return True


def sisters_offer(game: Game, minor: str, action: str) -> BuyTrain | None:
    """Return the 2-train of the next higher sister for 30, else of the nearest lower one for 80."""
    number = int(minor)
    sellers = {
        int(other): old[0]
        for other in own_minors(game)
        if (old := [c for c in game.state.trains[other] if game.kind_of(c) == "2"])
    }
    higher = min((n for n in sellers if n > number), default=None)  # 18MAG-XI.2.2.10
    if higher is not None:
        return BuyTrain(sellers[higher], str(higher), SISTER)
    lower = max((n for n in sellers if n < number), default=None)
    if lower is None or action != "SIB30/80":
        return None
    return BuyTrain(sellers[lower], str(lower), LOWER_SISTER)


def buy_from_sister(game: Play, minor: str, action: str) -> bool:
    offer = sisters_offer(game, minor, action)
    if offer is None or len(game.state.trains[minor]) >= train_limit(game):
        return False
    if game.state.cash[minor] < offer.price:
        return False
    buy_from_company(game, minor, offer)
    return True


class ProgrammedTrains(AutoStep, frozen=True):
    """Carry out the purchases of the card that are due, as far as the money goes."""

    def act(self, game: Play, minor: str) -> None:
        if stripped(game, minor) and not buy_from_stack(game, minor, Kind("2")):
            return
        due = next_action(game, minor)
        while self._one(game, minor):
            game.log("istvan_card", company=minor, due=due)
            finish_action(game, minor)
            due = next_action(game, minor)
        if self._is_purchase(game, minor, due or ""):
            game.log("istvan_buy_waits", company=minor, due=due)

    def _is_purchase(self, game: Game, minor: str, due: str) -> bool:
        swaps = due.startswith("SWAP") and minor in facts(game).swapping
        return due.startswith(("BUY", "SIB")) or swaps

    def _one(self, game: Play, minor: str) -> bool:
        word, _, kind = (next_action(game, minor) or "").partition(" ")
        if word == "BUY" or (word == "SWAP" and minor in facts(game).swapping):
            return buy_from_stack(game, minor, Kind(kind))
        if word.startswith("SIB"):
            return buy_from_sister(game, minor, word)
        return False


def istvan_steps(game: Game) -> tuple[Step, ...]:
    """The order of a turn of one of his minors; the card is read in each step (18MAG-XI.2.2.2)."""
    return (
        PayYellow(),
        UpgradeHex(),  # one at most (18MAG-XI.2.1.2)
        ProgrammedStation(),
        ProgrammedScrap(),
        AutoRun(),
        SplitRevenue(),
        ProgrammedTrains(),
    )


# --- shares ----------------------------------------------------------------------------


def buy_by_card(game: Play, step: StockRound) -> None:
    """Buy the first share of the stock card that is possible, else pass (18MAG-XI.4.2).

    He never sells (18MAG-XI.4.3).
    """
    move = step.moves[0]
    # Nothing while he is above the certificate limit (18MAG-XI.4.7).
    possible = [c.action for c in move.legal(game, step)]
    for row, (company, most) in enumerate(stock_card(game).rows, 1):
        wanted = BuyShare(company, "pool")
        if wanted in possible and _room_on_card(game, row, company, most):
            if policy(game).card_limits_holding:
                game.log("istvan_share", row=row, company=company, most=most)
            else:
                game.set_facts(carded=(*facts(game).carded, company))
                game.log("istvan_row", row=row, company=company)
            move.apply(game, step, wanted)  # with exchange and director (18MAG-XI.4.5)
            return
    game.log("istvan_passes", player=NAME)
    step.end_turn(game, acted=False)


def _room_on_card(game: Game, row: int, company: str, most: int) -> bool:
    """Tell whether his card lets him have one share more (18MAG-XI.4.4).

    Where it speaks of what he buys in a round that is two shares in its first row, else one.
    """
    if policy(game).card_limits_holding:
        return percent(game, company, ISTVAN) + 10 <= most
    return facts(game).carded.count(company) < (2 if row == 1 else 1)
