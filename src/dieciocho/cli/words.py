"""The words of the terminal in Spanish and English."""

from __future__ import annotations

_WORDS = {
    "player": ("Player", "Jugador"),
    "cash": ("Cash", "Efectivo"),
    "privates": ("Privates", "Privadas"),
    "shares": ("Shares", "Acciones"),
    "certificates": ("Certificates", "Certificados"),
    "worth": ("Worth", "Valor"),
    "company": ("Company", "Cía."),
    "price": ("Price", "Precio"),
    "par": ("Par", "Salida"),
    "treasury": ("Treasury", "Caja"),
    "trains": ("Trains", "Trenes"),
    "director": ("Director", "Director"),
    "last_run": ("Last run", "Última ruta"),
    "stations": ("Stations", "Estac."),
    "ipo": ("IPO", "Oferta"),
    "pool": ("Pool", "Reserva"),
    "reserved": ("Reserved", "Reservadas"),
    "own_shares": ("Own", "Propias"),
    "dragons": ("Dragons", "Dragones"),
    "market": ("Market", "Mercado"),
    "bank": ("Bank", "Banca"),
    "phase": ("Phase", "Fase"),
    "priority": ("priority", "prioridad"),
    "decides": ("{player} decides: {step}", "Decide {player}: {step}"),
    "for_company": (" ({company})", " ({company})"),
    "game_over": ("The game is over.", "La partida ha terminado."),
    "saved": ("Saved in {path}", "Guardada en {path}"),
    "resume": ("Go on with:  {command}", "Para continuar:  {command}"),
    "refused": ("Not possible: {reason} [{rule}]", "No es posible: {reason} [{rule}]"),
    "legal": ("That is possible now.", "Eso es posible ahora."),
    "in_steps": (" in steps of {step}", " de {step} en {step}"),
    "nothing_shown": ("There are no routes to show now.", "Ahora no hay rutas que mostrar."),
    "board_written": ("Board written to {path}", "Tablero escrito en {path}"),
    "no_picture": ("The board could not be drawn: {error}", "No se pudo dibujar: {error}"),
    "proven": (
        "proven maximum: the search ran to its end",
        "máximo demostrado: la búsqueda llegó hasta el final",
    ),
    "no_route": ("no route", "sin ruta"),
    "best": ("best revenue {revenue}", "mejor recaudación {revenue}"),
    "not_proven": ("not proven: the search was cut short", "sin demostrar: búsqueda incompleta"),
    "best_total": (
        "best total {total}: revenue {revenue} and {income} for the treasury",
        "mejor total {total}: recaudación {revenue} y {income} para la tesorería",
    ),
    "suggestion": ("Suggestion: {action}", "Sugerencia: {action}"),
    "score": ("Final total", "Total final"),
    "help_hint": ("(help shows the commands)", "(help muestra las órdenes)"),
    "ask_game": ("Which game", "Qué juego"),
    "ask_players": ("Names of the people at this table", "Nombres de quienes juegan aquí"),
    "ask_bots": (
        "Computer players ({known}; separated by commas, - for none)",
        "Jugadores automáticos ({known}; separados por comas, - si no hay)",
    ),
}

# Commands of the interactive game: what to type, and what it does in English and Spanish.
COMMANDS = (
    (
        "12",
        "play action 12 of the list; 12 140 plays it at the price 140",
        "jugar la acción 12 de la lista; 12 140 la juega al precio 140",
    ),
    (
        "lay 9 on G15 turned 0",
        "play an action in text notation",
        "jugar una acción en notación de texto",
    ),
    (
        "list",
        "show the legal actions again",
        "mostrar otra vez las acciones legales",
    ),
    (
        "table",
        "show players, companies, market and trains",
        "mostrar jugadores, compañías, mercado y trenes",
    ),
    (
        "why ACTION",
        "say which rule forbids an action",
        "decir qué regla prohíbe una acción",
    ),
    (
        "hint",
        "what a sensible player would do",
        "qué haría un jugador sensato",
    ),
    (
        "routes",
        "the best routes now",
        "las mejores rutas ahora",
    ),
    (
        "board",
        "show the map and write board.svg beside the game",
        "mostrar el mapa y escribir board.svg junto a la partida",
    ),
    (
        "log N",
        "the last N lines of the log",
        "las últimas N líneas de la crónica",
    ),
    (
        "undo, redo",
        "take the last decision back, play it again",
        "deshacer la última decisión, rehacerla",
    ),
    (
        "save FILE",
        "save a copy",
        "guardar una copia",
    ),
    (
        "quit",
        "stop; the game is always saved",
        "parar; la partida siempre está guardada",
    ),
)


def help_lines(language: str) -> list[str]:
    """Return the commands of the interactive game with what they do."""
    place = 2 if language == "es" else 1
    return [f"[bold]{row[0]:<22}[/] {row[place]}" for row in COMMANDS]


def say(key: str, language: str, **params: object) -> str:
    """Return a word or a sentence of the terminal in a language."""
    english, spanish = _WORDS[key]
    return (spanish if language == "es" else english).format(**params)
