"""The figures of 1865 as the auditor reads them from the rulebook: written down a second time.

What only the board shows (the map, the tiles) is taken from the definition.
"""

from __future__ import annotations

BANK_MONEY = {"": 8000, "short": 6000}
START_CASH = {2: 360, 3: 330, 4: 300}
CERTIFICATE_LIMIT = {"": {2: 36, 3: 24, 4: 18}, "short": {2: 27, 3: 18}}

# Market value, price in the white zone, price in the green zone, space by space.
PRICES = (
    (10, 15, 20), (20, 25, 30), (30, 35, 40), (40, 45, 60), (50, 55, 70), (60, 65, 80),
    (70, 75, 90), (80, 85, 100), (90, 95, 110), (100, 110, 130), (110, 120, 140),
    (120, 130, 150), (130, 140, 160), (140, 150, 170), (150, 160, 180), (165, 180, 200),
    (180, 195, 215), (195, 210, 230), (210, 225, 245), (230, 250, 270), (250, 270, 290),
    (270, 290, 310), (290, 310, 330), (310, 330, 350), (335, 360, 380), (360, 385, 405),
    (385, 410, 430), (410, 435, 455), (435, 460, 480), (460, 485, 505), (490, 520, 540),
)  # fmt: skip
HIGHEST_START = {2: 100, 3: 130, 4: 130, 5: 150, 6: 150, 7: 150}  # from 60 on, in tens
LOWEST_START = 60

# The white zone of each row of the Dragons' chart; below it red, above it green.
WHITE = {2: (3, 4), 3: (5, 6), 4: (7, 8), 5: (9, 10), 6: (11, 12), 7: (13, 14)}
DRAGON_CERTIFICATES = {2: 6, 3: 10, 4: 10, 5: 16, 6: 16, 7: 16}
ENTRY_ROW = {2: 2, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3}

# By kind: price, capacity. `d` is the last one, at a discount; the figure is the level.
TRAINS = {
    "PH2": (100, 8), "PH2d": (70, 8), "PH3": (200, 14), "PH3d": (160, 14), "PH4": (350, 20),
    "PH4d": (300, 20), "PH5": (500, 25), "PH6": (650, 30), "PH7": (800, 35),
}  # fmt: skip
STACK = {
    "": {
        "PH2": 5, "PH2d": 1, "PH3": 4, "PH3d": 1, "PH4": 3, "PH4d": 1,
        "PH5": 2, "PH6": 3, "PH7": 1,
    },
    "short": {
        "PH2": 4, "PH2d": 1, "PH3": 3, "PH3d": 1, "PH4": 2, "PH4d": 1,
        "PH5": 2, "PH6": 2, "PH7": 1,
    },
}  # fmt: skip
TRAIN_LIMIT = {2: 4, 3: 3, 4: 3, 5: 3, 6: 2, 7: 2}
ELIMINATED = {4: 2, 6: 3, 7: 4}  # level that begins a phase -> level that goes
COLOURS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4}  # how many of yellow, green, brown, grey

HOMES = {
    "FMS": "Cagliari", "RCSF": "Oristano", "SFSS": "Sassari", "FCS": "Isili",
    "SFS": "Arbatax", "FA": "Nuoro", "CFC": "Bastia", "CFD": "Portovecchio",
}  # fmt: skip
DESTINATIONS = {
    "FMS": "Serbariu", "RCSF": "Cagliari", "SFSS": "Olbia", "FCS": "Nuoro",
    "SFS": "Cagliari", "FA": "Olbia", "CFC": "Ajaccio", "CFD": "Bastia",
}  # fmt: skip
CARBONIA = ("Serbariu", "Monteponi", "Su Zurfuru")
LOCALITIES = {
    "M1": ("Olbia",), "M2": ("Arbatax",), "M3": ("Cagliari",), "M4": CARBONIA,
    "M5": ("Oristano",), "M6": ("Sassari",), "M7": ("Ajaccio",), "M8": ("Calvi",),
}  # fmt: skip
CORSICAN = ("CFC", "CFD", "M7", "M8")  # out of the short game

SIDE_COST = {"plain": 10, "river": 40, "mountain": 60}
MINES = {"173": 2, "174": 1, "175": 0}
DECLINE = {"173": ("174", 3), "174": ("175", 5)}  # tile -> the next one, from which phase on
SECOND_TILE = 20
MARITIME_INCOME = 20
MARITIME_CAPACITY = 8
PER_POINT = 10  # of traffic that is carried
LOAN = 500
MOST_LOANS = 3
LOAN_PER_SHARE = 50
SHARED_CITY = 50
DISCS = {False: 3, True: 7}  # of a minor, of a major
MORE_DISCS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 4}  # by the phase of the conversion
LAUNCHED_AT = 60  # percent sold from the initial offer
PLAYER_LIMIT, POOL_LIMIT, DRAGON_LIMIT = 60, 50, 50


def level(card: str) -> int:
    """Return the figure of a train: 2 for PH2d-0."""
    return int(card[2])
