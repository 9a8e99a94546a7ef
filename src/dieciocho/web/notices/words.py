"""What a notice says, by mail and to the programs that listen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from ..models import Channel, Notice, Wishes
from ..programs.words import told

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~@:])")


def link(name: str, *args: Any) -> str:
    """Return an address with the name of the server, for somebody who is elsewhere."""
    return settings.SITE + reverse(name, args=args)


def _language(channel: Channel) -> str:
    wishes = Wishes.objects.filter(owner=channel.owner_id).first()
    return wishes.language if wishes is not None else settings.LANGUAGE_CODE


def mail(channel: Channel, notices: Sequence[Notice]) -> EmailMessage:
    """Write one mail for all turns that are due."""
    with translation.override(_language(channel)):
        if len(notices) == 1:
            subject = _("Your turn: %(title)s") % {"title": _line(notices[0].table.title)}
        else:
            subject = _("Your turn at %(count)d tables") % {"count": len(notices)}
        parts = [_told(notice) for notice in notices]
        parts.append(_("Change or stop these notices:") + "\n" + link("notices"))
        return EmailMessage(subject, "\n\n".join(parts) + "\n", to=[channel.target])


def _told(notice: Notice) -> str:
    """Say where it is somebody's turn, and which of his programs have ended."""
    table = notice.table
    ended = table.programs.filter(seat=notice.seat).exclude(ended__isnull=True)
    lines = [_line(table.title), link("table", table.slug), *map(told, ended)]
    return "\n".join(lines)


def confirmation(owner: Any, address: str, token: str) -> EmailMessage:
    """Write the mail that asks whether an address belongs to who wants notices there."""
    text = _(
        "%(name)s wants to be told here when it is his or her turn. If that is you, open this "
        "address; otherwise do nothing."
    ) % {"name": owner.get_username()}
    body = f"{text}\n\n{link('confirm_mail', token)}\n"
    return EmailMessage(_("Notices of dieciocho"), body, to=[address])


def posted(channel: Channel, notice: Notice) -> dict[str, Any]:
    """Return what is posted for a turn, in the shape that the other side reads."""
    table = notice.table
    name = next(seat.name for seat in table.sitting if seat.index == notice.seat)
    url = link("table", table.slug)
    if channel.kind == Channel.Kind.JSON:
        return {
            "event": "turn",
            "table": table.slug,
            "title": table.title,
            "game": table.game,
            "seat": notice.seat,
            "player": name,
            "actions": table.length,
            "since": notice.since.isoformat(),
            "url": url,
        }
    plain = _discord if channel.kind == Channel.Kind.DISCORD else _slack
    with translation.override(_language(channel)):
        text = _("%(name)s, it is your turn: %(title)s") % {
            "name": plain(_line(name)),
            "title": plain(_line(table.title)),
        }
    if channel.kind == Channel.Kind.DISCORD:
        return {"content": f"{text}\n{url}", "allowed_mentions": {"parse": []}}
    return {"text": f"{text}\n{url}"}


def _line(text: str) -> str:
    """Return a text that people have written as one line."""
    return " ".join(text.split())


def _discord(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
