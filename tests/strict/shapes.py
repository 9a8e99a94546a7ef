"""What recorded games show: the fields of the file and of every action, by title.

`type actors: fields`, where `field?` may be missing and `field~` is missing only in older
recordings and automatic actions.
"""

from __future__ import annotations

from typing import NamedTuple

COMMON = """
pass player|corporation:
buy_shares player: shares percent
sell_shares player: shares percent
lay_tile corporation: hex tile rotation
place_token corporation: city slot tokener~
run_routes corporation: routes extra_revenue~ subsidy~
dividend corporation: kind
par player: corporation share_price
"""

ACTIONS = {
    "1888": COMMON
    + """
pass company:
bid player: company price
buy_company corporation: company price
buy_shares company: shares percent
lay_tile company: hex tile rotation
buy_train corporation: train price variant? exchange?
discard_train corporation: train
bankrupt corporation:
""",
    "18Mag": """
pass player|corporation|minor:
bid player: price minor? corporation?
buy_shares player: shares percent
sell_shares player: shares percent
lay_tile minor: hex tile rotation
place_token corporation|minor: city slot tokener~
run_routes minor: routes extra_revenue~ subsidy~
dividend corporation: kind amount?
buy_train minor: train price variant?
discard_train minor: train
special_buy minor: description cost
""",
    "18ESP": COMMON
    + """
bid player: company price
buy_company corporation: company price
lay_tile company: hex tile rotation
buy_train corporation: train price variant?
discard_train corporation: train
choose corporation: choice
choose_ability company: choice
combined_trains corporation: base additional_train additional_train_variant
destination_connection corporation: corporations
merge corporation: corporation
payoff_player_debt player:
special_buy corporation: description cost
""",
    "1862": COMMON
    + """
bid player: corporation price
buy_shares corporation: shares percent
sell_shares player: shares percent share_price?
buy_train corporation: train price variant? warranties?
choose player|corporation: choice
convert corporation:
merge corporation: corporation
remove_token corporation: city slot
""",
}

# Without effect on the table; by players, at any time.
NOTES = ("message", "program_share_pass", "program_buy_shares", "program_disable", "end_game")
ALWAYS = {"type", "entity", "entity_type"}
MAYBE = {"id", "created_at", "user", "skip", "auto_actions"}

ROUTE = {"train", "connections", "hexes", "revenue", "revenue_str", "subsidy"}
ROUTE_NODES = "nodes"  # missing in the oldest recordings

TOP = {
    *("id", "description", "user", "players", "max_players", "title", "settings", "status"),
    *("actions", "loaded", "created_at", "updated_at"),
}
TOP_MAYBE = {"min_players", "user_settings", "mode", "manually_ended", "finished_at"}
TOP_PLAYED = {"turn", "round", "acting", "result"}
SETTINGS = {"seed", "optional_rules"}
SETTINGS_MAYBE = {"is_async", "unlisted", "auto_routing", "player_order"}

ROUNDS = {
    *("Auction Round", "Draft Round", "Parliament Round", "Stock Round", "Operating Round"),
}
OPTIONS: dict[str, set[str]] = {
    "1888": {"north"},
    "18Mag": set(),
    "18ESP": {"core"},
    "1862": {"eight_tokens", "short_length", "long_length"},
}
ENDS = {
    "1888": {"bank", "bankrupt"},
    "18Mag": {"final_phase"},
    "18ESP": {"second_eight", "manually_ended", "second_last_train"},
    "1862": {"bank", "lner", "stock_market"},
}
DIVIDENDS = {
    "1888": {"payout", "withhold"},
    "18Mag": {"withhold", "variable"},
    "18ESP": {"payout", "withhold"},
    "1862": {"payout", "withhold", "hudson"},
}
# Cities of printed hexes whose number among those of equal description is not 0.
PRINTED = {
    "1888": "E5-1 F6-2 E3-1",
    "18Mag": "G10-1 G14-2 I14-3 C16-1 E10-2 E18-3 F13-4 F19-5 G16-6 H5-7 H17-8 F23-1 H27-1",
    "18ESP": "D4-1 F18-2 K19-3 C27-1 H8-1 H28-2",
    "1862": "F3-1 E4-2 B5-3 D5-4 C6-5 B7-6 F7-7 H7-8 E8-9 G8-10 C10-11 D11-12 B13-13 D13-14 B9-1 "
    "E12-2 C4-1 C8-2 D9-3",
}
LONDON = {"B15-0-3", "D15-0-4"}  # the slots of London (1862)
DESCRIPTIONS = {
    "18Mag": r"\+[23]0 Offboard Bonus( / Train Upgrade)? \[RABA\]|Mine Access \[SNW\]"
    r"|Plus Train Upgrade \[G&C\]|Use Terrain Token",
    "18ESP": r"Tender from .+",
}
CHOICES = {
    "18ESP": r"[0-9]|D12|H12|J10|L8|charter|map|2|1\+2",
    "1862": r"[2-7]|first|last|redeem|sell",
}
# Decorative hexes between passes and the southern map (18ESP).
DECORATIVE = {
    *("D14", "D16", "G13", "F14", "E15", "E17"),
    *("J12", "I13", "H14", "G15", "L10", "K11"),
}


class Shape(NamedTuple):
    needed: frozenset[str]
    modern: frozenset[str]
    optional: frozenset[str]


def shapes(title: str) -> dict[tuple[str, str], Shape]:
    """Return the fields of every kind of action, by type and kind of actor."""
    result: dict[tuple[str, str], Shape] = {}
    for line in filter(None, ACTIONS[title].splitlines()):
        head, _, fields = line.partition(":")
        kind, actors = head.split()
        words = fields.split()
        shape = Shape(
            frozenset(word for word in words if word[-1] not in "?~"),
            frozenset(word[:-1] for word in words if word[-1] == "~"),
            frozenset(word[:-1] for word in words if word[-1] == "?"),
        )
        for actor in actors.split("|"):
            result[kind, actor] = shape
    return result
