"""The words of the terminal in Spanish and English."""

from __future__ import annotations

from ..engine.errors import BadInput

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
    "auction_round": ("Auction", "Subasta"),
    "draft_round": ("Draft", "Reparto"),
    "preparation_round": (
        "Before stock round {number}",
        "Antes de la ronda del mercado de valores {number}",
    ),
    "parliament_round": ("Parliament round {number}", "Ronda del parlamento {number}"),
    "stock_round": ("Stock round {number}", "Ronda del mercado de valores {number}"),
    "operating_round": (
        "Operating round {number}.{part} of {parts}",
        "Ronda de operaciones {number}.{part} de {parts}",
    ),
    "game_over": ("The game is over.", "La partida ha terminado."),
    "saved": ("Saved in {path}", "Guardada en {path}"),
    "resume": ("Go on with:  {command}", "Para continuar:  {command}"),
    "refused": ("Not possible: {reason} [{rule}]", "No es posible: {reason} [{rule}]"),
    "legal": ("That is possible now.", "Eso es posible ahora."),
    "no_number": ("There is no action {number}.", "No hay ninguna acción {number}."),
    "no_price": (
        "Action {number} has a fixed price.",
        "La acción {number} tiene un precio fijo.",
    ),
    "bad_price": (
        "The price must be from {low} to {high}.",
        "El precio debe estar entre {low} y {high}.",
    ),
    "bad_step": (
        "The price must be from {low} to {high}, in steps of {step}.",
        "El precio debe estar entre {low} y {high}, de {step} en {step}.",
    ),
    "in_steps": (" in steps of {step}", " de {step} en {step}"),
    "unread": ("cannot read the action {text!r}", "no se entiende la acción {text!r}"),
    "written": ("it is written {forms}", "se escribe {forms}"),
    "save_where": ("save needs the name of a file", "save necesita el nombre de un archivo"),
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
    "step_PrivateAuction": ("auction of the privates", "subasta de las privadas"),
    "step_Duel": ("auction between the bidders", "subasta entre quienes han pujado"),
    "step_StockRound": ("buy and sell shares", "comprar y vender acciones"),
    "step_Track": ("lay track", "colocar vía"),
    "step_Station": ("place a station", "colocar una estación"),
    "step_RunTrains": ("run the trains", "operar los trenes"),
    "step_PayDividend": ("pay or keep the revenue", "pagar o retener la recaudación"),
    "step_Trains": ("buy trains", "comprar trenes"),
    "step_Privates": ("privates and their powers", "privadas y sus poderes"),
    "step_Draft": ("take one", "elegir"),
    "step_StockTurn": ("sell and buy shares", "vender y comprar acciones"),
    "step_Conversion": ("convert the company or not", "convertir la compañía o no"),
    "step_Mergers": ("absorptions", "absorciones"),
    "step_ChooseHome": ("choose a home", "elegir la sede"),
    "step_RaiseMoney": ("sell shares for the train", "vender acciones para el tren"),
    "step_LeaveMines": ("leave own mines", "abandonar minas propias"),
    "step_ReplaceInCities": ("replace markers in cities", "sustituir marcadores en ciudades"),
    "step_ReplaceInMines": ("replace markers in mines", "sustituir marcadores en minas"),
    "step_Discard": ("discard a train", "descartar un tren"),
    "step_Consent": ("answer the proposal", "responder a la propuesta"),
    "step_PioneerAuction": ("auction of the pioneers", "subasta de las pioneras"),
    "step_SetPar": ("PAR of the major of pioneer 7", "PAR de la compañía de la pionera 7"),
    "step_ChooseCity": ("city of a station", "ciudad de una estación"),
    "step_SpecialTrain": ("side of the special train", "cara del tren especial"),
    "step_Earnings": ("earnings", "beneficios"),
    "step_Absorption": ("absorption", "absorción"),
    "step_ChoosePlace": ("place of the station", "lugar de la estación"),
    "step_Combining": ("combined trains", "trenes combinados"),
    "step_Last": ("pioneers and tenders", "pioneras y ténderes"),
    "step_PioneerConsent": ("answer the proposal", "responder a la propuesta"),
    "step_TenderConsent": ("answer the proposal", "responder a la propuesta"),
    "step_TrainConsent": ("answer the proposal", "responder a la propuesta"),
    "step_AbsorbConsent": ("answer the proposal", "responder a la propuesta"),
    "step_Connected": ("connection with the destination", "conexión con el destino"),
    "step_FirstConnected": ("connection with the destination", "conexión con el destino"),
    "step_Parliament": ("petition for a charter", "solicitar un acta"),
    "step_CharterAuction": ("auction of a charter", "subasta de un acta"),
    "step_CharterPar": ("par of the new company", "valor par de la nueva compañía"),
    "step_CharterShares": (
        "further shares of the new company",
        "más acciones de la nueva compañía",
    ),
    "step_BuyStations": ("stations of the floated company", "estaciones de la nueva compañía"),
    "step_HomeUpgrade": ("room for the home station", "sitio para la estación inicial"),
    "step_Merger": ("merger", "fusión"),
    "step_Acquisition": ("acquisition", "adquisición"),
    "step_MergerConsent": ("answer the proposal", "responder a la propuesta"),
    "step_SurvivorOfMerger": ("which company survives", "qué compañía sobrevive"),
    "step_SurvivorOfAcquisition": ("which company survives", "qué compañía sobrevive"),
    "step_RemoveStations": ("remove stations", "retirar estaciones"),
    "step_OddShare": ("redeem or sell an option", "canjear o vender una opción"),
    "step_FineSale": ("sell shares for a fine", "vender acciones para una multa"),
    "step_Redeem": ("redeem a share", "rescatar una acción"),
    "step_SecondFerryPiece": ("second piece of the ferry", "segunda pieza del ferri"),
    "step_LooseFerryPiece": ("second piece of the ferry", "segunda pieza del ferri"),
    "step_Stranded": ("bankrupt company", "compañía en bancarrota"),
    "step_SecondWallTile": ("second tile of the wall", "segunda loseta de la muralla"),
    "step_AutoRun": ("run of István", "operación de István"),
    "step_ProgrammedStation": ("station of István", "estación de István"),
    "step_UpgradeHex": ("upgrade of István", "mejora de István"),
    "step_UpgradeTile": ("upgrade of István", "mejora de István"),
    "step_MajorStation": ("place a station", "colocar una estación"),
    "step_PayOut": ("pay or keep the revenue", "pagar o retener la recaudación"),
    "step_JoinCity": ("which station the track joins", "a qué estación llega la vía"),
    "step_Scrap": ("scrap trains", "desguazar trenes"),
    "bid": ("Bid", "Pujar"),
    "merge": ("Merge", "Fusionar"),
    "remove_station": ("Remove a station", "Retirar una estación"),
    "raise_money": ("Raise money", "Reunir dinero"),
    "top_up": ("Top up the dividend", "Completar el dividendo"),
    "recorded_run": ("Run trains as recorded", "Operar trenes según el registro"),
    "distribute": ("Distribute", "Repartir"),
    "buy_private": ("Buy a private", "Comprar una privada"),
    "start": ("Start a company", "Inaugurar una compañía"),
    "buy_share": ("Buy a share", "Comprar una acción"),
    "sell": ("Sell shares", "Vender acciones"),
    "exchange": ("Exchange a private", "Cambiar una privada"),
    "lay": ("Lay track", "Colocar vía"),
    "station": ("Place a station", "Colocar una estación"),
    "choose": ("Choose", "Elegir"),
    "use": ("Use or buy", "Usar o comprar"),
    "open_pass": ("Open a mountain pass", "Abrir un puerto de montaña"),
    "absorb": ("Absorb a company", "Absorber una compañía"),
    "combine": ("Combine trains", "Combinar trenes"),
    "run": ("Run trains", "Operar trenes"),
    "dividend": ("Dividend", "Dividendo"),
    "buy_train": ("Buy a train", "Comprar un tren"),
    "discard": ("Discard a train", "Descartar un tren"),
    "answer": ("Answer", "Responder"),
    "take": ("Take", "Elegir"),
    "transfer": ("Transfer to the company", "Transferir a la compañía"),
    "repay": ("Repay a loan", "Devolver un préstamo"),
    "convert": ("Convert", "Convertir"),
    "bankrupt": ("Bankruptcy", "Bancarrota"),
    "pass": ("Pass", "Pasar"),
}

# What the engine complains about at the keyboard, in Spanish.
_COMPLAINTS = {
    "there is nothing to undo": "no hay nada que deshacer",
    "there is nothing to redo": "no hay nada que rehacer",
    "{field} must be a whole number, not {text!r}": (
        "{field} debe ser un número entero, no {text!r}"
    ),
    "cannot read the route {route!r}; expected `2-0: F16.0-G15-H14.0`": (
        "no se entiende la ruta {route!r}; se espera `2-0: F16.0-G15-H14.0`"
    ),
    "there is no company {company!r}; known: {known}": (
        "no existe la compañía {company!r}; hay: {known}"
    ),
    "cannot write {path}: {why}": "no se puede escribir {path}: {why}",
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


def complaint(error: BadInput, language: str) -> str:
    """Return what is wrong with an input, in Spanish where there are words for it."""
    spanish = _COMPLAINTS.get(error.template) if language == "es" else None
    return str(error) if spanish is None else spanish.format_map(error.params)


def step_words(name: str, language: str) -> str:
    """Return what a step asks for."""
    return say(f"step_{name.strip('_')}", language)


def known(key: str) -> bool:
    return key in _WORDS
