"""How allauth's accounts and the site's players belong together."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.core import context
from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from matches.models import Player
from matches.names import STORED_CHARACTERS, BadName, clean_name
from matches.people import SESSION_KEY, is_taken, keep_as_account, player_of, set_player, tell_signed_out


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Whoever signs in plays as their account from here on. A guest's player stays behind with its results."""
        before = request.session.get(SESSION_KEY)
        super().login(request, user)
        if before is not None:
            request.session.pop(SESSION_KEY, None)
            for guest in Player.objects.filter(pk=before):
                tell_signed_out(guest)
        set_player(request, player_of(user, request.session))

    def logout(self, request: HttpRequest) -> None:
        player = player_of(request.user, request.session)
        super().logout(request)
        set_player(request, None)
        if player is not None:
            tell_signed_out(player)


class NameField(forms.CharField):
    """A name as `names.py` allows it, that nobody else has."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", "Your name at the table")
        options.setdefault("help_text", "1 to 20 characters. Others see it; your e-mail address they never see.")
        # The longest that is worth sending; how many characters it is to a reader is counted by clean_name.
        super().__init__(max_length=4 * STORED_CHARACTERS, strip=False, **options)
        self.widget.attrs |= {"autocomplete": "nickname", "spellcheck": "false"}
        self.player: Player | None = None
        """Whose name it is now, if anybody's."""

    def clean(self, value: Any) -> str:
        try:
            name = clean_name(super().clean(value))
        except BadName as reason:
            raise forms.ValidationError(str(reason)) from reason
        if is_taken(name, by_other_than=self.player or Player()):
            raise forms.ValidationError("Somebody has that name, or one that looks like it. Please choose another.")
        return name


class NameForm(forms.Form):
    name = NameField()

    def __init__(self, player: Player, data: Any = None) -> None:
        super().__init__(data, initial={"name": player.name})
        name_field_of(self).player = player


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """E-mail, password and the name at the table; for a guest it is the guest's own, unless changed here."""

    field_order = ["name", "email", "password1"]
    name = NameField()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        guest: Player | None = getattr(context.request, "player", None)
        if guest is not None and guest.is_guest:
            name_field_of(self).player = guest
            self.fields["name"].initial = guest.name

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        with transaction.atomic():
            user: AbstractBaseUser = super().save(request)
            keep_as_account(request, user, self.cleaned_data["name"])
        return user


def name_field_of(form: forms.Form) -> NameField:
    field = form.fields["name"]
    assert isinstance(field, NameField)
    return field


def shown_name(user: AbstractBaseUser) -> str:
    """What allauth's pages and mails call somebody."""
    player = Player.objects.filter(user_id=user.pk).first()
    return player.shown_name if player is not None else "you"
