"""What people do with their accounts as a whole: invite others, take everything along, go."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ..models import Invitation
from ..services import belongings, farewell

MAX_INVITATIONS = 10
INVITATION = timedelta(days=30)


def invitations(code: str | None = None) -> QuerySet[Invitation]:
    """Return the invitations that hold, or the one with a code."""
    found = Invitation.objects.filter(made_at__gt=timezone.now() - INVITATION).order_by("pk")
    return found if code is None else found.filter(code=code)


class FarewellForm(forms.Form):
    """The password once more, before everything goes."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: Any, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


@require_POST
@login_required
def invite(request: HttpRequest) -> HttpResponse:
    """Make an invitation for somebody else."""
    if settings.WELCOME != "invited":
        raise Http404
    if invitations().filter(made_by=request.user).count() >= MAX_INVITATIONS:
        messages.error(request, _("You have invited very many: wait until some have come."))
    else:
        Invitation.objects.create(made_by=request.user)
        messages.success(request, _("Send the address to whom you invite; it is good once."))
    return redirect("profile")


@require_POST
@never_cache
@login_required
def take_along(request: HttpRequest) -> HttpResponse:
    """Hand out everything that is kept about somebody."""
    answer = HttpResponse(belongings.everything(request.user), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="dieciocho.zip"'
    return answer


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """Delete one's account."""
    user: Any = request.user
    form = FarewellForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        logout(request)
        farewell.forget(user)
        messages.success(request, _("The account is deleted."))
        return redirect("lobby")
    status = 400 if form.errors else 200
    return render(request, "registration/farewell.html", {"form": form}, status=status)
