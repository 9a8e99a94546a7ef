"""Forms of the lobby: a new table, joining one, importing a game."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ...engine.editions import PRINTED, HouseRule
from ...engine.errors import BadInput
from ...engine.words import is_visible
from ...games import rules_of
from ..models import Table
from ..services.asking import Refusal, Viewer
from ..services.gathering import BOTS, SeatPlan, check_options
from ..wording import said
from . import opponents
from .games import GameCard

BOT_NAMES = (
    "Stephenson",
    "Brunel",
    "Trevithick",
    "Seguin",
    "Crampton",
    "Locke",
    "Gooch",
    "Hackworth",
)
WHO = (
    ("me", gettext_lazy("Me")),
    ("here", gettext_lazy("Another person at this screen")),
    ("open", gettext_lazy("Open: for somebody with the link")),
)
SEATING = (
    ("lot", gettext_lazy("Draw by lot")),
    ("listed", gettext_lazy("As listed")),
    ("seed", gettext_lazy("By a number of your choice")),
)
PRIVACY = (
    ("private", gettext_lazy("Private: only who has the link finds it")),
    ("public", gettext_lazy("Public: listed for everybody")),
)
DEADLINES = (
    ("", gettext_lazy("No limit")),
    (24, gettext_lazy("One day")),
    (72, gettext_lazy("Three days")),
    (168, gettext_lazy("One week")),
    (336, gettext_lazy("Two weeks")),
)
MAX_SEED = 2**31 - 1


def bot_name(index: int) -> str:
    """Return the name of the bot on a seat: pioneers of the railway."""
    return f"Bot {BOT_NAMES[index % len(BOT_NAMES)]}"


class TableForm(forms.Form):
    """A new table of a given game; the fields of the seats are `who_0`, `name_0`, `who_1`..."""

    title = forms.CharField(
        label=gettext_lazy("Name of the table"),
        max_length=80,
        required=False,
    )
    edition = forms.ChoiceField(label=gettext_lazy("Edition"), widget=forms.RadioSelect)
    players = forms.TypedChoiceField(label=gettext_lazy("Number of players"), coerce=int)
    seating = forms.ChoiceField(
        label=gettext_lazy("Order of seats"), choices=SEATING, initial="lot"
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Number for the draw"),
        help_text=gettext_lazy("The same number draws the same order."),
        min_value=0,
        max_value=MAX_SEED,
        required=False,
    )
    undo_policy = forms.ChoiceField(
        label=gettext_lazy("Who may take actions back"),
        choices=Table.Undo.choices,
        initial=Table.Undo.FREE,
    )
    deadline = forms.TypedChoiceField(
        label=gettext_lazy("Time for a move"),
        help_text=gettext_lazy("After it the others may vote for a computer to take the seat."),
        choices=DEADLINES,
        coerce=int,
        empty_value=None,
        required=False,
    )
    privacy = forms.ChoiceField(
        label=gettext_lazy("Who finds the table"), choices=PRIVACY, initial="private"
    )

    def __init__(self, card: GameCard, viewer: Viewer, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.card, self.viewer = card, viewer
        self.fields["title"].widget.attrs["placeholder"] = card.title
        self.fields["edition"].choices = [(name, label) for name, label, _text in card.editions]
        self.fields["edition"].initial = card.editions[0][0]
        counts = range(card.low, card.high + 1)
        self.fields["players"].choices = [(count, str(count)) for count in counts]
        self.fields["players"].initial = min(max(card.low, 3), card.high)
        self.fields["players"].widget.attrs["data-seat-count"] = ""
        for setting in card.settings:
            self.fields[f"option_{setting.name}"] = forms.ChoiceField(
                label=setting.title(card.words),
                choices=setting.choices(card.words),
                initial=setting.usual,
                required=False,
            )
        for name, rule, usual in card.house:
            self._add_house_rule(name, rule, usual)
        for index in range(card.high):
            self._add_seat(index)

    def _add_house_rule(self, name: str, rule: HouseRule, usual: str) -> None:
        words = {"yes": _("Yes"), "no": _("No")}
        words[usual] = _("%(choice)s (usual)") % {"choice": words[usual]}
        self.fields[f"house_{name}"] = forms.ChoiceField(
            label=rule.said(get_language() or "en"),
            help_text=format_html(
                '<a href="{}#{}">{}</a>',
                reverse("rules", args=[self.card.id]),
                rule.rule,
                rule.rule,
            ),
            choices=list(words.items()),
            initial=usual,
            required=False,
        )

    def house(self) -> list[Any]:
        """Return the fields of the house rules."""
        return [self[f"house_{name}"] for name, _rule, _usual in self.card.house]

    def _add_seat(self, index: int) -> None:
        number = index + 1
        who = forms.ChoiceField(
            label=_("Seat %(number)d") % {"number": number},
            choices=[*WHO, *opponents.bots()],
            initial="me" if index == 0 else "sensible",
            required=False,
        )
        who.widget.attrs["data-who"] = f"id_name_{index}"
        name = forms.CharField(
            label=_("Name for seat %(number)d") % {"number": number},
            max_length=40,
            required=False,
            initial=self.viewer.name if index == 0 else "",
        )
        hint = _("Your name") if index == 0 else _("Name (may stay empty)")
        name.widget.attrs.update({"placeholder": hint, "autocomplete": "off"})
        self.fields[f"who_{index}"], self.fields[f"name_{index}"] = who, name

    def seats(self) -> list[tuple[Any, Any]]:
        """Return the bound fields of every seat for the template."""
        return [(self[f"who_{i}"], self[f"name_{i}"]) for i in range(self.card.high)]

    def settings(self) -> list[tuple[Any, str]]:
        """Return the fields of the game's own options, and for which numbers of players."""
        return [
            (self[f"option_{setting.name}"], " ".join(map(str, setting.players)))
            for setting in self.card.settings
        ]

    def options(self) -> dict[str, str]:
        """Return the options chosen, as far as they belong to the number of players."""
        data = self.cleaned_data
        chosen = {
            setting.name: data.get(f"option_{setting.name}") or setting.usual
            for setting in self.card.settings
            if data["players"] in setting.players
        }
        if data["edition"] == PRINTED:  # other editions are played as they are
            chosen |= {
                name: data[f"house_{name}"]
                for name, _rule, usual in self.card.house
                if data.get(f"house_{name}", usual) not in ("", usual)
            }
        return {name: value for name, value in chosen.items() if value}

    def editions(self) -> list[tuple[str, Any, Any, bool]]:
        """Return every edition with its explanation and whether it is chosen."""
        chosen = self["edition"].value()
        return [(name, label, text, name == chosen) for name, label, text in self.card.editions]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "players" not in data or self.errors:
            return data
        plan = self._plan(data)
        kinds = {seat.who for seat in plan}
        if "me" not in kinds and not kinds <= {*BOTS}:
            self.add_error(None, _("One seat must be yours, unless computers play them all."))
        for index, seat in enumerate(plan):
            if seat.name and not is_visible(seat.name):
                self.add_error(f"name_{index}", said(BadInput("web.invisible")))
        if data["seating"] == "seed" and data["seed"] is None:
            self.add_error("seed", _("Give a number, or choose another order of seats."))
        data["plan"] = plan
        try:
            check_options(rules_of(self.card.id), len(plan), data["edition"], self.options())
        except Refusal as refusal:
            self.add_error(None, said(refusal))
        return data

    def _plan(self, data: dict[str, Any]) -> list[SeatPlan]:
        plan: list[SeatPlan] = []
        for index in range(data["players"]):
            who = data.get(f"who_{index}") or "me"
            name = data.get(f"name_{index}", "").strip()
            if who in ("me", "here"):
                default = self.viewer.name if who == "me" else ""
                name = name or default or _("Player %(number)d") % {"number": index + 1}
                who = "me"
            elif who in BOTS:
                name = name or opponents.noun(who) or bot_name(index)
            else:
                name = ""
            plan.append(SeatPlan(name, who))
        return plan

    def drawn_seed(self) -> int | None:
        """Return the number that the seating is drawn by; None keeps the seats as listed."""
        if self.cleaned_data["seating"] == "listed":
            return None
        if self.cleaned_data["seating"] == "seed":
            return int(self.cleaned_data["seed"])
        return secrets.randbelow(MAX_SEED)


class JoinForm(forms.Form):
    """The name under which somebody takes a seat."""

    name = forms.CharField(label=gettext_lazy("Your name"), max_length=40)


class QuickForm(forms.Form):
    """A game against bots, with defaults for everything."""

    bots = forms.IntegerField(min_value=1, max_value=7, required=False)


class ImportForm(forms.Form):
    """A file with a game."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("JSON, also packed with gzip (.gz); 3 MB at most."),
    )
    title = forms.CharField(label=gettext_lazy("Name of the table"), max_length=80, required=False)
