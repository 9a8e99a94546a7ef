"""Accounts: signing up and in, the profile with its settings, tokens for programs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.views import LoginView
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ...engine.errors import BadInput
from ...engine.words import is_visible
from ..api.tokens import issue
from ..models import ApiToken, Wishes
from ..security import remember_device
from ..services import belongings
from ..theme import THEME
from ..wording import said
from .games import title_of
from .selves import invitations

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


class SettingsForm(forms.ModelForm):
    """How somebody is called at tables, the address for a forgotten password, how pages look."""

    first_name = forms.CharField(
        label=gettext_lazy("Name at tables"),
        max_length=MAX_NAME,
        required=False,
        help_text=gettext_lazy("At new tables, instead of the name of the account."),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    theme = forms.ChoiceField(
        label=gettext_lazy("Colours"), choices=Wishes.Theme.choices, required=False
    )

    class Meta:
        model = get_user_model()
        fields = ("first_name", "email")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        wishes = Wishes.objects.filter(owner=self.instance).first()
        self.fields["language"].initial = (get_language() or "en")[:2]
        self.fields["theme"].initial = wishes.theme if wishes is not None else ""

    def clean_first_name(self) -> str:
        name = str(self.cleaned_data["first_name"])
        if name and not is_visible(name):
            raise forms.ValidationError(said(BadInput("web.invisible")))
        return name

    def save(self, commit: bool = True) -> Any:
        chosen = {name: self.cleaned_data[name] for name in ("language", "theme")}
        Wishes.objects.update_or_create(owner=self.instance, defaults=chosen)
        return super().save(commit)


class Login(LoginView):
    """Logging in brings one's language and colours along."""

    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        answer = super().form_valid(form)
        remember_device(self.request, answer)
        wishes = Wishes.objects.filter(owner=self.request.user).first()
        return answer if wishes is None else dressed(answer, wishes.language, wishes.theme)


def dressed(answer: HttpResponse, language: str, theme: str) -> HttpResponse:
    """Let the browser remember language and colours."""
    for name, value in ((settings.LANGUAGE_COOKIE_NAME, language), (THEME, theme)):
        answer.set_cookie(
            name,
            value,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return answer


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest, code: str = "") -> HttpResponse:
    """Make an account and log in; the guest's seats come along."""
    if request.user.is_authenticated:
        return redirect("lobby")
    if settings.WELCOME == "invited" and not invitations(code).exists():
        return render(request, "registration/invited.html", status=403)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            if settings.WELCOME == "invited" and not invitations(code).delete()[0]:
                return render(request, "registration/invited.html", status=403)
            account = form.save()
        login(request, account)
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
        "settings_form": SettingsForm(instance=request.user),
        "records": [(title_of(r.game), r) for r in belongings.records(request.user)],
        "invites": settings.WELCOME == "invited",
        "invitations": [
            request.build_absolute_uri(reverse("invited", args=[invitation.code]))
            for invitation in invitations().filter(made_by=request.user)
        ],
        "token_form": TokenForm(),
        **more,
    }
    failed = any(form.errors for form in (context["settings_form"], context["token_form"]))
    return render(request, "lobby/profile.html", context, status=400 if failed else 200)


@require_POST
@login_required
def change_settings(request: HttpRequest) -> HttpResponse:
    """Change how one is called and addressed, and how the pages look."""
    form = SettingsForm(request.POST, instance=request.user)
    if not form.is_valid():
        request.user.refresh_from_db()  # the head of the page shows its name
        return _profile(request, settings_form=form)
    form.save()
    data = form.cleaned_data
    with translation.override(data["language"]):
        messages.success(request, _("That is how it will be."))
    return dressed(redirect("profile"), data["language"], data["theme"])


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
