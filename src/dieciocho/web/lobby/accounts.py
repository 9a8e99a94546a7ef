"""Accounts: signing up, the profile, tokens for programs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ..api.tokens import issue
from ..models import ApiToken

MAX_TOKENS = 20
MAX_NAME = 30  # fits on a seat


class SignUpForm(UserCreationForm):
    """A new account; the address is only for a forgotten password."""

    usable_password = None
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        help_text=gettext_lazy("Only for a forgotten password. You may leave it empty."),
    )

    class Meta:
        model = get_user_model()
        fields = ("username", "email")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        name = self.fields["username"]
        name.validators.append(MaxLengthValidator(MAX_NAME))
        name.widget.attrs["maxlength"] = MAX_NAME
        name.help_text = _("Letters, digits and @ . + - _; 30 at most.")


class TokenForm(forms.Form):
    """What a token is for."""

    label = forms.CharField(label=gettext_lazy("What is it for?"), max_length=40)


class MailForm(forms.ModelForm):
    """The address for a forgotten password."""

    class Meta:
        model = get_user_model()
        fields = ("email",)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    """Make an account and log in; the guest's seats come along."""
    if request.user.is_authenticated:
        return redirect("lobby")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        messages.success(request, _("Welcome aboard."))
        return redirect("lobby")
    status = 400 if form.errors else 200
    return render(request, "registration/signup.html", {"form": form}, status=status)


@require_GET
@never_cache
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show one's account and tokens."""
    return _profile(request)


def _profile(request: HttpRequest, **more: Any) -> HttpResponse:
    context = {
        "tokens": ApiToken.objects.filter(owner=request.user).order_by("-created_at"),
        "mail_form": MailForm(instance=request.user),
        "token_form": TokenForm(),
        **more,
    }
    failed = any(form.errors for form in (context["mail_form"], context["token_form"]))
    return render(request, "lobby/profile.html", context, status=400 if failed else 200)


@require_POST
@login_required
def change_mail(request: HttpRequest) -> HttpResponse:
    """Change the address for a forgotten password."""
    form = MailForm(request.POST, instance=request.user)
    if not form.is_valid():
        return _profile(request, mail_form=form)
    form.save()
    messages.success(request, _("The address has been changed."))
    return redirect("profile")


@require_POST
@never_cache
@login_required
def create_token(request: HttpRequest) -> HttpResponse:
    """Make a token and show it this once."""
    form = TokenForm(request.POST)
    if ApiToken.objects.filter(owner=request.user).count() >= MAX_TOKENS:
        messages.error(request, _("You have too many tokens: revoke one first."))
        return redirect("profile")
    if not form.is_valid():
        return _profile(request, token_form=form)
    return _profile(request, secret=issue(request.user, form.cleaned_data["label"]))


@require_POST
@login_required
def revoke_token(request: HttpRequest, number: int) -> HttpResponse:
    """Make one of one's own tokens void."""
    get_object_or_404(ApiToken, pk=number, owner=request.user).delete()
    messages.success(request, _("The token is void now."))
    return redirect("profile")
