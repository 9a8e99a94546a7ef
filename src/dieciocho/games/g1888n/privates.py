"""The private companies of 1888-N: sale to companies, powers, special tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Self

from ...engine.actions import Action, BuyPrivate, BuyTrain, Choice, LayTile
from ...engine.errors import refuse
from ...engine.geometry import opposite
from ...engine.ledger import pay
from ...engine.own import facts_of, turn_of
from ...engine.state import OUT, Facts, Seat, Turn
from ...engine.step import Move, Moves, Step
from ...engine.steps.common import PassMove
from ...engine.steps.consent import AnswerMove, ConsentStep
from ...engine.steps.track import check_placement
from ...engine.steps.trains import buy_from_company
from ...engine.tiles import Placed
from ...engine.track import candidates, put_tile
from .policy import policy
from .printed import printed

if TYPE_CHECKING:
    from ...engine.game import Game, Play

TERRACOTTA, HENG_SHAN, GREAT_WALL, FERRY = "TA", "HS", "GW", "YRF"
XIAN_HEX, XIAN_TILE = "H2", "L39"
MOUNTAIN_HEX, MOUNTAIN_TILE = "C5", "L41"
MOUNTAIN_INCOME = 40  # for each train that visits it (1888N-4.3.1.23)
# Nothing joins the two cities but these, and every company may use them (1888N-4.3.1.31).
FERRY_PIECES = (("E17", "L40a"), ("F16", "L40b"))
POWER_USES = {TERRACOTTA: 1, HENG_SHAN: 1, GREAT_WALL: 2, FERRY: 2}


class Facts1888(Facts, frozen=True):
    routed: frozenset[str] = frozenset()  # companies that once had a route (edition `online`)


class Turn1888(Turn, frozen=True):
    wall_hex: str | None = None  # where the first Great Wall tile was laid in this turn
    emergency_sale: bool = False  # the director has sold shares for a train
    declined: dict[str, int] = {}  # train or private -> price that its owner declined


facts = facts_of(Facts1888)
this_turn = turn_of(Turn1888)


def company_of(game: Game) -> str:
    return this_turn(game).company


def blocked_by_private(game: Game, hex_name: str) -> bool:
    """Nobody builds on Heng Shan while a player owns it (1888N-4.3.1.19, 1888N-8.3.3.5)."""
    return hex_name == MOUNTAIN_HEX and isinstance(game.state.private_owner[HENG_SHAN], int)


def home_duty(game: Game) -> str | None:
    """Return the home hex that the company must still build in its first turn (1888N-8.3.3.1)."""
    turn = this_turn(game)
    charter = printed(game).companies[turn.company]
    if not (turn.first and charter.home_tile_duty and policy(game).home_tile_duty):
        return None
    spot = game.definition.hexes[charter.home]
    # In version 1 privates could empty the treasury: then nothing was owed.
    can_pay = game.state.cash[turn.company] >= spot.cost
    return charter.home if can_pay and game.state.board[spot.index] is spot.printed else None


# --- a company buys a private ----------------------------------------------------------


def price_range(game: Game, private: str) -> tuple[int, int]:
    """Half to one and a half times the face value, in whole yuan (1888N-4.3.1.6)."""
    value = game.definition.privates[private].value
    return (value + 1) // 2, value * 3 // 2


def lowest_offer(game: Game, item: str, low: int) -> int:
    """An offer that its owner declined in this turn can only be raised."""
    return max(low, this_turn(game).declined.get(item, 0) + 1)


def home_tile_money(game: Game) -> int:
    """Return what the treasury keeps for a home tile that is still due (1888N-8.3.3.15)."""
    home = home_duty(game) if policy(game).home_tile_money else None
    return game.definition.hexes[home].cost if home else 0


def offers(game: Game, private: str) -> range:
    """Return the prices that the operating company can offer for a private now."""
    on_sale = "private_sale" in game.phase.allows
    if not on_sale or not isinstance(game.state.private_owner[private], int):
        return range(0)
    low, high = price_range(game, private)
    money = game.state.cash[company_of(game)] - home_tile_money(game)
    return range(lowest_offer(game, private, low), min(high, money) + 1)


def sell_private(game: Play, company: str, action: BuyPrivate) -> None:
    owner = game.state.private_owner[action.private]
    pay(game, company, owner, action.price)
    game.state.private_owner[action.private] = company
    game.log("private_sold", company=company, private=action.private, price=action.price)


class BuyPrivateMove(Move[BuyPrivate, Step]):
    """The operating company buys a private from a player, at any moment of its turn.

    It may have any number (1888N-4.3.1.9); players sell to nobody else (1888N-4.3.1.3).
    """

    action = BuyPrivate

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        for private in game.state.private_owner:
            prices = offers(game, private)
            if prices:
                yield Choice(BuyPrivate(private, prices[0]), prices[0], prices[-1])

    def check(self, game: Game, step: Step, action: BuyPrivate) -> None:
        company = company_of(game)
        if action.private not in game.definition.privates:
            refuse(game, "unknown_private", private=action.private)
        if "private_sale" not in game.phase.allows:
            refuse(game, "no_private_sale", phase=game.phase.name)
        owner = game.state.private_owner[action.private]
        if not isinstance(owner, int):
            reason = "private_closed" if owner == OUT else "private_not_with_player"
            refuse(game, reason, private=action.private)
        low, high = price_range(game, action.private)
        if not low <= action.price <= high:
            refuse(game, "private_price", private=action.private, low=low, high=high)
        if action.price < lowest_offer(game, action.private, low):
            refuse(game, "offer_too_low", low=lowest_offer(game, action.private, low))
        if action.price > game.state.cash[company]:
            refuse(game, "private_too_dear", price=action.price, cash=game.state.cash[company])
        kept = home_tile_money(game)
        if action.price > game.state.cash[company] - kept:
            refuse(game, "home_tile_money", price=action.price, kept=kept)

    def apply(self, game: Play, step: Step, action: BuyPrivate) -> None:
        owner = game.state.private_owner[action.private]
        assert isinstance(owner, int)
        if policy(game).consent and owner != step.actor(game):
            game.push(Consent(owner, action))
        else:
            sell_private(game, company_of(game), action)


def _answer(game: Play, step: Consent, agreed: bool) -> None:
    game.pop()
    proposal = step.proposal
    if agreed and isinstance(proposal, BuyTrain):
        buy_from_company(game, company_of(game), proposal)
    elif agreed:
        assert isinstance(proposal, BuyPrivate)
        sell_private(game, company_of(game), proposal)
    else:
        item = proposal.train if isinstance(proposal, BuyTrain) else proposal.private
        game.set_turn(declined={**this_turn(game).declined, item: proposal.price})


class Consent(ConsentStep, frozen=True):
    """The owner of what a company wants to buy agrees or not (1888N-4.3.1.8, 1888N-8.3.8.12)."""

    proposal: BuyTrain | BuyPrivate

    moves = (AnswerMove(_answer),)

    def reason_against(self, action: Action) -> str:
        train = isinstance(self.proposal, BuyTrain)
        return "answer_first_train" if train else "answer_first_private"


# --- powers ----------------------------------------------------------------------------


class PowerLay(Move[LayTile, Step]):
    """A tile laid by the power of a private that the operating company owns."""

    action = LayTile
    private: str

    def claims(self, action: LayTile) -> bool:
        return action.power == self.private

    def owned(self, game: Game) -> bool:
        return game.state.private_owner[self.private] == company_of(game)

    def uses(self, game: Game) -> int:
        """Return how often the power can still be used, whoever owns it."""
        return game.state.powers.get(self.private, 0)

    def lays(self, game: Game) -> Iterator[LayTile]:
        """Yield what the owner of the private could lay now; there are uses left."""
        raise NotImplementedError

    def legal(self, game: Game, step: Step) -> Iterator[Choice]:
        if self.owned(game) and self.uses(game):
            for lay in self.lays(game):
                yield Choice(lay)

    def could_open(self, game: Game, needed: int) -> bool:
        """Tell whether the company can use the power, bought if need be, and keep some money."""
        price = 0
        if not self.owned(game):
            prices = offers(game, self.private)
            if not prices:
                return False
            price = prices[0]
        affordable = game.state.cash[company_of(game)] >= price + needed
        return affordable and bool(self.uses(game)) and any(True for _ in self.lays(game))

    def check_power(self, game: Game) -> None:
        if not self.owned(game):
            refuse(game, "power_not_owned", private=self.private, company=company_of(game))
        if not self.uses(game):
            refuse(game, "power_" + self.private + "_used", private=self.private)

    def put(self, game: Play, hex_name: str, tile: str, rotation: int) -> None:
        put_tile(game.definition, game.state, hex_name, game.definition.placed[tile, rotation])
        game.log("power", company=company_of(game), private=self.private, tile=tile, hex=hex_name)

    def use(self, game: Game, count: int = 1) -> None:
        """Spend the power only: the private stays open and pays on (1888N-4.3.1.15)."""
        game.state.powers[self.private] -= count


class Terracotta(PowerLay):
    """The red Xi'an tile, once and for all companies (1888N-4.3.1.17)."""

    private = TERRACOTTA

    def rotations(self, game: Game) -> list[int]:
        """The exits stay as they are printed (1888N-4.3.1.18)."""
        printed = game.definition.hexes[XIAN_HEX].printed
        return [
            r
            for r in range(6)
            if set(game.definition.placed[XIAN_TILE, r].exits) == set(printed.exits)
        ]

    def lays(self, game: Game) -> Iterator[LayTile]:
        for rotation in self.rotations(game):
            yield LayTile(XIAN_HEX, XIAN_TILE, rotation, self.private)

    def check(self, game: Game, step: Step, action: LayTile) -> None:
        self.check_power(game)
        if (action.hex, action.tile) != (XIAN_HEX, XIAN_TILE):
            refuse(game, "power_TA_place", hex=action.hex)  # 1888N-4.1.3
        if action.rotation not in self.rotations(game):
            refuse(game, "power_TA_turn", rotation=action.rotation)

    def apply(self, game: Play, step: Step, action: LayTile) -> None:
        self.put(game, action.hex, action.tile, action.rotation)
        self.use(game)


class Mountain(PowerLay):
    """The Heng Shan tile on its hex, while nothing lies there (1888N-4.3.1.20)."""

    private = HENG_SHAN

    def lays(self, game: Game) -> Iterator[LayTile]:
        if self._empty(game):
            for rotation in range(6):
                yield LayTile(MOUNTAIN_HEX, MOUNTAIN_TILE, rotation, self.private)

    def _empty(self, game: Game) -> bool:
        spot = game.definition.hexes[MOUNTAIN_HEX]
        return game.state.board[spot.index] is spot.printed

    def check(self, game: Game, step: Step, action: LayTile) -> None:
        self.check_power(game)
        if (action.hex, action.tile) != (MOUNTAIN_HEX, MOUNTAIN_TILE):
            refuse(game, "power_HS_place", hex=action.hex)  # 1888N-4.3.1.22
        if not self._empty(game):
            refuse(game, "mountain_built_over", hex=action.hex)
        if action.rotation not in range(6):
            refuse(game, "unknown_rotation", rotation=action.rotation)

    def apply(self, game: Play, step: Step, action: LayTile) -> None:
        self.put(game, action.hex, action.tile, action.rotation)
        self.use(game)


class GreatWall(PowerLay):
    """One or two free yellow tiles on the Wall, in one turn, joined (1888N-4.3.1.25)."""

    private = GREAT_WALL

    def hexes(self, game: Game) -> list[str]:
        """Return the Wall hexes without any tile, not the printed yellow ones (1888N-4.3.1.29)."""
        return [
            spot.name
            for spot in game.definition.hex_list
            if "wall" in spot.entry.terrain
            and spot.entry.colour == "white"
            and game.state.board[spot.index] is spot.printed
        ]

    def joined(self, game: Game, hex_name: str, new: Placed) -> bool:
        """Tell whether the tile joins the first one laid in this turn, if any (1888N-4.3.1.27)."""
        first = this_turn(game).wall_hex
        if first is None:
            return True
        spot = game.definition.hexes[hex_name]
        other = game.definition.hexes[first]
        if other.index not in spot.neighbours:
            return False
        side = spot.neighbours.index(other.index)
        return side in new.exits and opposite(side) in game.state.board[other.index].exits

    def spent(self, game: Game) -> bool:
        """The power is used in one turn only (1888N-4.3.1.28)."""
        return self.uses(game) == 1 and this_turn(game).wall_hex is None

    def lays(self, game: Game) -> Iterator[LayTile]:
        if self.spent(game):
            return
        definition = game.definition
        for name in self.hexes(game):
            spot = definition.hexes[name]
            for tile, rotations in candidates(definition, name, spot.printed):
                if not game.state.supply[tile]:
                    continue
                for rotation in rotations:
                    if self.joined(game, name, definition.placed[tile, rotation]):
                        yield LayTile(name, tile, rotation, self.private)

    def check(self, game: Game, step: Step, action: LayTile) -> None:
        self.check_power(game)
        if self.spent(game):
            refuse(game, "power_GW_used", private=self.private)
        if action.hex not in self.hexes(game):
            refuse(game, "power_GW_place", hex=action.hex)
        tile = game.definition.tiles.get(action.tile)
        if tile is not None and tile.colour != "yellow":
            refuse(game, "power_GW_colour", tile=action.tile)
        # It fits like any other, with the same closed sides (1888N-4.3.1.26, 1888N-8.3.3.14).
        new = check_placement(game, action, ("yellow",))
        if not self.joined(game, action.hex, new):
            refuse(game, "power_GW_join", hex=action.hex, first=this_turn(game).wall_hex or "")

    def apply(self, game: Play, step: Step, action: LayTile) -> None:
        first = this_turn(game).wall_hex is None
        self.put(game, action.hex, action.tile, action.rotation)
        self.use(game)
        game.set_turn(wall_hex=action.hex)
        if first and policy(game).wall_waits:
            game.push(SecondWallTile())


class Ferry(PowerLay):
    """The ferry between Dalian and Yantai (1888N-4.3.1.30).

    In one action it is named by its first piece; an edition may lay the pieces one by one.
    """

    private = FERRY

    def pieces(self, game: Game) -> list[tuple[str, str]]:
        """Return the pieces that may be named now: hex and tile."""
        left = [piece for piece in FERRY_PIECES if game.state.supply[piece[1]]]
        return left[:1] if policy(game).ferry_in_one else left

    def lays(self, game: Game) -> Iterator[LayTile]:
        for piece in self.pieces(game):
            yield LayTile(*piece, 0, self.private)

    def check(self, game: Game, step: Step, action: LayTile) -> None:
        self.check_power(game)
        if (action.hex, action.tile) not in self.pieces(game) or action.rotation != 0:
            refuse(game, "power_YRF_place", hex=action.hex)  # 1888N-4.1.4

    def apply(self, game: Play, step: Step, action: LayTile) -> None:
        self.put(game, action.hex, action.tile, 0)
        self.use(game)
        if self.uses(game):
            if policy(game).ferry_in_one:
                self.put(game, *self.pieces(game)[0], 0)
                self.use(game)
            elif policy(game).ferry_interruptible:
                game.push(LooseFerryPiece())
            else:
                game.push(SecondFerryPiece())


def _no_second_tile(game: Play, step: Step) -> None:
    game.state.powers[GREAT_WALL] = 0
    game.pop()


class PowerStep(Step, frozen=True):
    """A power that must be finished before the turn goes on."""

    private: ClassVar[str]

    def actor(self, game: Game) -> Seat:
        return game.state.president[company_of(game)]


class SecondWallTile(PowerStep, frozen=True):
    """The second Great Wall tile, or none (edition `online`)."""

    private = GREAT_WALL
    moves = (
        GreatWall(),
        PassMove(_no_second_tile),
        Terracotta(),
        Mountain(),
    )

    def settle(self, game: Play) -> bool:
        if not game.state.powers.get(GREAT_WALL):
            game.pop()
            return True
        return False


class SecondFerryPiece(PowerStep, frozen=True):
    """The second piece of the ferry (edition `online`); nothing comes in between (D20)."""

    private = FERRY
    moves: ClassVar[Moves[Self]] = (Ferry(),)
    out_of_step = "ferry_not_finished"

    def settle(self, game: Play) -> bool:
        if not game.state.powers.get(FERRY):
            game.pop()
            return True
        return False


class LooseFerryPiece(SecondFerryPiece, frozen=True):
    """The same in version 1 of the rules, which let other powers interrupt it."""

    moves = (Ferry(), Terracotta(), Mountain())


# What a company may do at any moment of its turn (1888N-8.3.1.8), besides its own tile, before
# or after that (1888N-4.3.1.14).
TRACK_POWERS: tuple[PowerLay, ...] = (Mountain(), GreatWall(), Ferry())
ANYTIME: Moves[Step] = (BuyPrivateMove(), Terracotta(), *TRACK_POWERS)


def has_unused_power(game: Game) -> bool:
    """Tell whether the company owns a power, even one that has nowhere to build any more."""
    powers = (move for move in ANYTIME if isinstance(move, PowerLay))
    return any(power.owned(game) and power.uses(game) for power in powers)


def powers_waiting(game: Game, step: Step, needed: int) -> bool:
    """Tell whether a step that needs money waits for what a power could open (1888N-8.3.1.8).

    In version 1 it waited for every power that the company owned, and for no other.
    """
    if policy(game).steps_wait_for == "own_powers":
        own = (move for move in ANYTIME if isinstance(move, PowerLay))
        return any(step.offers(game, move) for move in own)
    waits = policy(game).steps_wait_for == "any_power"
    return waits and any(power.could_open(game, needed) for power in TRACK_POWERS)
