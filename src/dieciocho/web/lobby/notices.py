"""How one wants to be told of one's turns: mail, addresses of programs, quiet hours, tables."""

from __future__ import annotations

import smtplib
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from ..models import Channel, Seat, Table, Wishes
from ..notices import hooks, words

MAX_HOOKS = 10
CONFIRM_DAYS = 3
SALT = "dieciocho.notices.mail"
EVERY = (
    (0, gettext_lazy("at once")),
    (3, gettext_lazy("every 3 hours at most")),
    (12, gettext_lazy("every 12 hours at most")),
    (24, gettext_lazy("once a day at most")),
)
HOURS = [("", "–"), *((hour, f"{hour}:00") for hour in range(24))]
TROUBLE = {
    "confirm": gettext_lazy("Waiting until you open the address in the mail we have sent."),
    "address": gettext_lazy("This is not an address to which we post."),
    "inside": gettext_lazy("It leads into a private network, where this server does not post."),
    "redirect": gettext_lazy("It leads elsewhere; give the final address."),
    "refused": gettext_lazy("It refuses what we send."),
    "unreachable": gettext_lazy("It has not answered for a day."),
}


class MailNotices(forms.Form):
    """Mail when it is one's turn."""

    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    every = forms.TypedChoiceField(label=gettext_lazy("How often"), choices=EVERY, coerce=int)


class HookForm(forms.Form):
    """An address that a program listens to."""

    kind = forms.ChoiceField(
        label=gettext_lazy("In the shape of"),
        choices=[choice for choice in Channel.Kind.choices if choice[0] != Channel.Kind.MAIL],
    )
    target = forms.CharField(
        label=gettext_lazy("Address (https://…)"), max_length=hooks.MAX_ADDRESS, strip=True
    )
    table = forms.ModelChoiceField(
        Table.objects.none(),
        label=gettext_lazy("What it tells"),
        required=False,
        empty_label=gettext_lazy("My turns at all tables"),
    )

    def __init__(self, owner: Any, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["table"]
        field.queryset = _tables(owner)
        field.label_from_instance = lambda table: (
            _("Everybody's turns: %(title)s") % {"title": _named(table, owner)}
        )

    def clean_target(self) -> str:
        target = str(self.cleaned_data["target"])
        try:
            hooks.read_address(target)
        except hooks.Undeliverable as trouble:
            raise forms.ValidationError(TROUBLE[trouble.code]) from None
        return target


class WishesForm(forms.ModelForm):
    """Hours without notices."""

    quiet_from = forms.TypedChoiceField(
        label=gettext_lazy("Quiet from"),
        choices=HOURS,
        coerce=int,
        empty_value=None,
        required=False,
    )
    quiet_to = forms.TypedChoiceField(
        label=gettext_lazy("until"), choices=HOURS, coerce=int, empty_value=None, required=False
    )
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"))

    class Meta:
        model = Wishes
        fields = ("quiet_from", "quiet_to", "zone")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["zone"].choices = [(name, name) for name in sorted(available_timezones())]
        self.fields["zone"].widget.attrs["data-zone"] = "" if self.instance.pk else "guess"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if (data.get("quiet_from") is None) != (data.get("quiet_to") is None):
            raise forms.ValidationError(_("Give both hours, or neither."))
        return data


def _tables(owner: Any) -> Any:
    """Return the tables where somebody plays with others: elsewhere there are no notices."""
    others = Seat.objects.filter(table=OuterRef("pk"), bot="").exclude(owner=owner)
    return (
        Table.objects.filter(Exists(others), seats__owner=owner, status=Table.Status.RUNNING)
        .distinct()
        .prefetch_related("seats")
        .order_by("-changed_at")
    )


def _named(table: Table, owner: Any) -> str:
    """Tell tables of the same title apart by who sits there too."""
    names = [seat.name for seat in table.seats.all() if seat.owner_id != owner.pk]
    return f"{table.title} ({', '.join(names)})"


def _mail_channel(owner: Any) -> Channel | None:
    return Channel.objects.filter(owner=owner, kind=Channel.Kind.MAIL).first()


def _wishes(owner: Any) -> Wishes:
    return Wishes.objects.filter(owner=owner).first() or Wishes(owner=owner)


def _keep_language(owner: Any) -> None:
    """Notices speak as the page did when they were ordered."""
    language = (get_language() or "en")[:2]
    Wishes.objects.update_or_create(owner=owner, defaults={"language": language})


@require_GET
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """Show how one is told of one's turns."""
    return _page(request)


def _page(request: HttpRequest, **more: Any) -> HttpResponse:
    owner: Any = request.user
    own = _mail_channel(owner)
    hooked = Channel.objects.filter(owner=owner).exclude(kind=Channel.Kind.MAIL)
    known = {"email": own.target if own else owner.email, "every": own.every if own else 0}
    tables = _tables(owner)[:100]
    muted = set(Seat.objects.filter(owner=owner, muted=True).values_list("table_id", flat=True))
    context = {
        "mails": settings.MAILS,
        "mail": own,
        "mail_trouble": TROUBLE.get(own.trouble, "") if own else "",
        "mail_form": MailNotices(initial=known),
        "hooks": [
            (channel, TROUBLE.get(channel.trouble, ""))
            for channel in hooked.select_related("table")
        ],
        "hook_form": HookForm(owner),
        "wishes_form": WishesForm(instance=_wishes(owner)),
        "tables": [(table.slug, _named(table, owner), table.pk not in muted) for table in tables],
        **more,
    }
    failed = any(context[f"{name}_form"].errors for name in ("mail", "hook", "wishes"))
    return render(request, "lobby/notices.html", context, status=400 if failed else 200)


@require_POST
@never_cache
@login_required
def mail(request: HttpRequest) -> HttpResponse:
    """Order notices by mail; an address is asked first whether it wants them."""
    owner: Any = request.user
    form = MailNotices(request.POST)
    if not settings.MAILS:
        messages.error(request, _("This server sends no mail."))
        return redirect("notices")
    if not form.is_valid():
        return _page(request, mail_form=form)
    _keep_language(owner)
    address, every = form.cleaned_data["email"], form.cleaned_data["every"]
    known = _mail_channel(owner)
    if known is not None and known.on and known.target == address:
        Channel.objects.filter(pk=known.pk).update(every=every)
        messages.success(request, _("That is how it will be."))
        return redirect("notices")
    token = signing.dumps([owner.pk, address], salt=SALT)
    try:
        words.confirmation(owner, address, token).send()
    except (smtplib.SMTPException, OSError):
        form.add_error("email", _("The mail could not be sent. Is the address right?"))
        return _page(request, mail_form=form)
    values = {"target": address, "every": every, "on": False, "trouble": "confirm", "failures": 0}
    Channel.objects.update_or_create(owner=owner, kind=Channel.Kind.MAIL, defaults=values)
    messages.success(request, _("A mail is on its way: open the address in it."))
    return redirect("notices")


@require_GET
@never_cache
@login_required
def confirm_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Switch mail on: the address has answered."""
    try:
        number, address = signing.loads(token, salt=SALT, max_age=CONFIRM_DAYS * 86400)
    except (signing.BadSignature, ValueError):
        number, address = None, ""
    mine = Channel.objects.filter(
        owner=request.user, kind=Channel.Kind.MAIL, target=address, trouble="confirm"
    )
    if number == request.user.pk and mine.update(on=True, trouble="", rests_until=None):
        messages.success(request, _("You will be told by mail when it is your turn."))
    else:
        messages.error(request, _("This address is not valid any more."))
    return redirect("notices")


@require_POST
@never_cache
@login_required
def hook(request: HttpRequest) -> HttpResponse:
    """Add an address that a program listens to."""
    owner: Any = request.user
    form = HookForm(owner, request.POST)
    count = Channel.objects.filter(owner=owner).exclude(kind=Channel.Kind.MAIL).count()
    if count >= MAX_HOOKS:
        messages.error(request, _("You have too many addresses: remove one first."))
        return redirect("notices")
    if not form.is_valid():
        return _page(request, hook_form=form)
    _keep_language(owner)
    Channel.objects.create(owner=owner, **form.cleaned_data)
    messages.success(request, _("That is how it will be."))
    return redirect("notices")


@require_POST
@login_required
def again(request: HttpRequest, number: int) -> HttpResponse:
    """Switch a channel on that was switched off because it did not work."""
    channel = get_object_or_404(Channel, pk=number, owner=request.user, on=False)
    if channel.trouble != "confirm":
        Channel.objects.filter(pk=channel.pk).update(on=True, trouble="", rests_until=None)
        messages.success(request, _("It will be tried again."))
    return redirect("notices")


@require_POST
@login_required
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Remove one of one's channels."""
    get_object_or_404(Channel, pk=number, owner=request.user).delete()
    messages.success(request, _("It is removed."))
    return redirect("notices")


@require_POST
@never_cache
@login_required
def wishes(request: HttpRequest) -> HttpResponse:
    """Set the quiet hours."""
    form = WishesForm(request.POST, instance=_wishes(request.user))
    if not form.is_valid():
        return _page(request, wishes_form=form)
    form.save()
    _keep_language(request.user)
    messages.success(request, _("That is how it will be."))
    return redirect("notices")


@require_POST
@login_required
def tables(request: HttpRequest) -> HttpResponse:
    """Choose the tables of which one wants notices."""
    owner: Any = request.user
    wanted = set(request.POST.getlist("told")[:100])
    shown = request.POST.getlist("shown")[:100]  # others may have begun meanwhile
    for table in _tables(owner).filter(slug__in=shown):
        Seat.objects.filter(table=table, owner=owner).update(muted=table.slug not in wanted)
    messages.success(request, _("That is how it will be."))
    return redirect("notices")
