"""Moderation and repair in Django's admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..engine.errors import DieciochoError
from .models import ApiToken, BotJob, ChatLine, Move, Seat, Table
from .services import moderating
from .services.gathering import BOTS

admin.site.site_header = admin.site.site_title = "dieciocho"


class NoAdding:
    """Rows come from the game, never from the admin."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(NoAdding):
    """Rows can be looked at."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(NoAdding, admin.TabularInline):
    """Who sits where; a seat can be handed to another account or to a bot."""

    model = Seat
    fields = ("index", "name", "owner", "guest_key", "bot", "host")
    readonly_fields = ("index", "name", "guest_key", "host")
    raw_id_fields = ("owner",)
    can_delete = False
    extra = 0

    def formfield_for_dbfield(self, field: Any, request: HttpRequest, **options: Any) -> Any:
        if field.name == "bot":
            choices = [("", "–"), *((bot, bot) for bot in BOTS)]
            return forms.ChoiceField(choices=choices, required=False)
        if field.name == "owner":
            options["required"] = False
        return super().formfield_for_dbfield(field, request, **options)

    @admin.display(description=gettext_lazy("guest"), boolean=True)
    def guest_key(self, seat: Seat) -> bool:
        """Tell whether a guest sits there, without showing the key."""
        return bool(seat.guest)


@admin.register(Table)
class TableAdmin(NoAdding, admin.ModelAdmin):
    """Tables: what the actions determine cannot be edited, only computed again."""

    list_display = (
        "title",
        "game",
        "edition",
        "status",
        "public",
        "people",
        "length",
        "turn",
        "changed_at",
        "look",
    )
    list_filter = ("status", "public", "game", "edition", "created_at")
    search_fields = ("title", "slug", "seats__name", "seats__owner__username")
    date_hierarchy = "created_at"
    fields = (
        "slug",
        "title",
        "public",
        "undo_policy",
        "game",
        "edition",
        "seed",
        "status",
        "revision",
        "length",
        "actor",
        "result",
        "header",
        "branched_from",
        "branched_at",
        "created_at",
        "changed_at",
    )
    readonly_fields = tuple(f for f in fields if f not in ("title", "public", "undo_policy"))
    inlines = (SeatInline,)
    actions = ("close_tables", "repair_tables")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats")

    @admin.display(description=gettext_lazy("people"))
    def people(self, table: Table) -> str:
        """Return the names at a table; bots are marked."""
        seats = table.seats.all()
        return ", ".join(f"{s.name or '–'}{' (bot)' if s.bot else ''}" for s in seats)

    @admin.display(description=gettext_lazy("turn"))
    def turn(self, table: Table) -> str:
        """Return whose decision it is."""
        return next((s.name for s in table.seats.all() if s.index == table.actor), "")

    @admin.display(description=gettext_lazy("look"))
    def look(self, table: Table) -> str:
        """Return a link to the table."""
        place = "table" if table.status == Table.Status.OPEN else "t"
        return format_html('<a href="/{}/{}/">{}</a>', place, table.slug, _("look"))

    def save_model(self, request: HttpRequest, obj: Table, form: Any, change: bool) -> None:
        # Only what was edited: somebody may have played since the page was loaded.
        if form.changed_data:
            moderating.describe(
                obj.slug, **{name: getattr(obj, name) for name in form.changed_data}
            )

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        for seat in formset.save(commit=False):
            slug = form.instance.slug
            moderating.hand_over(slug, seat.index, owner=seat.owner, bot=seat.bot)
        formset.save_m2m()

    @admin.action(description=gettext_lazy("Close: end without a result"), permissions=("change",))
    def close_tables(self, request: HttpRequest, tables: Any) -> None:
        """End the chosen games."""
        for table in tables:
            moderating.close(table.slug)
        self.message_user(request, _("Closed: %(count)d") % {"count": len(tables)})

    @admin.action(
        description=gettext_lazy("Repair: play all actions again"), permissions=("change",)
    )
    def repair_tables(self, request: HttpRequest, tables: Any) -> None:
        """Compute status, turn and result of the chosen games from their actions."""
        for table in tables:
            try:
                moderating.repair(table.slug)
            except DieciochoError as error:
                self.message_user(request, f"{table}: {error}", messages.ERROR)
            else:
                done = _("Repaired: %(table)s") % {"table": table}
                self.message_user(request, done, messages.SUCCESS)


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin):
    """Seats; they are handed over on the page of their table."""

    list_display = ("name", "table", "index", "owner", "bot", "host")
    list_filter = ("bot", "host")
    search_fields = ("name", "owner__username", "table__slug", "table__title")
    list_select_related = ("table", "owner")
    exclude = ("guest",)


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """The actions that were played: the truth about a game, never edited."""

    list_display = ("table", "number", "seat", "action", "played_at")
    list_filter = ("table__game", "played_at")
    search_fields = ("table__slug", "table__title")
    list_select_related = ("table",)


@admin.register(ChatLine)
class ChatLineAdmin(NoAdding, admin.ModelAdmin):
    """What was said; a line can be removed."""

    list_display = ("said_at", "name", "text", "table")
    list_filter = ("said_at",)
    search_fields = ("text", "name", "table__slug")
    list_select_related = ("table",)
    readonly_fields = ("table", "name", "text", "said_at")


@admin.register(ApiToken)
class ApiTokenAdmin(NoAdding, admin.ModelAdmin):
    """Tokens of programs; one that is abused can be removed."""

    list_display = ("label", "owner", "created_at", "used_at")
    list_filter = ("created_at", "used_at")
    search_fields = ("label", "owner__username")
    list_select_related = ("owner",)
    fields = readonly_fields = ("label", "owner", "created_at", "used_at")


@admin.register(BotJob)
class BotJobAdmin(NoAdding, admin.ModelAdmin):
    """Bots that have to think; a job that failed can be tried again."""

    list_display = ("table", "seat", "revision", "claimed_at", "failures", "error")
    list_filter = ("failures", "claimed_at")
    search_fields = ("table__slug", "table__title", "error")
    list_select_related = ("table",)
    readonly_fields = ("table", "seat", "revision", "claimed_at", "failures", "error")
    actions = ("try_again",)

    @admin.action(description=gettext_lazy("Try again"), permissions=("change",))
    def try_again(self, request: HttpRequest, jobs: Any) -> None:
        """Give the chosen jobs back to the workers."""
        count = jobs.update(claimed_at=None, failures=0, error="")
        self.message_user(request, _("Given back: %(count)d") % {"count": count})
