"""The few words that stand in pictures, in the languages of the game."""

from __future__ import annotations

_WORDS = {
    "barrier": {"en": "Impassable", "es": "Infranqueable"},
    "coast": {"en": "on the coast", "es": "en la costa"},
    "destination": {"en": "Destination", "es": "Destino"},
    "director": {"en": "Director", "es": "Director"},
    "home": {"en": "Home", "es": "Sede"},
    "ipo": {"en": "Initial offer", "es": "Oferta inicial"},
    "kept": {"en": "withheld", "es": "retenido"},
    "last_run": {"en": "Last revenue", "es": "Último ingreso"},
    "map": {"en": "Map", "es": "Mapa"},
    "market": {"en": "Share market", "es": "Mercado de acciones"},
    "mountain": {"en": "Mountain", "es": "Montaña"},
    "none": {"en": "none", "es": "ninguno"},
    "not_floated": {"en": "not yet floated", "es": "aún sin lanzar"},
    "not_started": {"en": "not yet started", "es": "aún sin fundar"},
    "order": {"en": "number: operating order", "es": "número: orden de operación"},
    "owner": {"en": "Owner", "es": "Propietario"},
    "paid": {"en": "paid out", "es": "repartido"},
    "par": {"en": "Par", "es": "Salida"},
    "par_cell": {"en": "PAR", "es": "PAR"},
    "par_zone": {"en": "par value", "es": "valor de salida"},
    "plain": {"en": "Plain", "es": "Llanura"},
    "pool": {"en": "Pool", "es": "Reserva"},
    "price": {"en": "Price", "es": "Cotización"},
    "privates": {"en": "Private companies", "es": "Compañías privadas"},
    "red_zone": {"en": "certificates do not count", "es": "los certificados no cuentan"},
    "river": {"en": "River", "es": "Río"},
    "route": {"en": "Route", "es": "Ruta"},
    "shares": {"en": "Shares", "es": "Acciones"},
    "shut": {"en": "closed", "es": "cerrado"},
    "stations": {"en": "Stations", "es": "Estaciones"},
    "tile": {"en": "tile", "es": "loseta"},
    "tiles": {"en": "Tiles", "es": "Losetas"},
    "trains": {"en": "Trains", "es": "Trenes"},
    "treasury": {"en": "Treasury", "es": "Tesorería"},
}


def word(key: str, language: str) -> str:
    """Return a word in a language, in English where there is no translation."""
    entry = _WORDS[key]
    return entry.get(language, entry["en"])
