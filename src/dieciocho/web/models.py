"""What is stored: tables, seats, every action, chat, votes, tokens, bots' work, notices."""

from __future__ import annotations

import secrets
from functools import cached_property

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_slug() -> str:
    """Return an id that cannot be guessed."""
    return secrets.token_urlsafe(12)


class Table(models.Model):
    """One game: being gathered, being played, or finished.

    `revision` grows with every change of its seats or its game, `talk` with every word that is
    said; `length` is the number of actions in force. The actions themselves are the truth; actor
    and result are copies for the lobby.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Undo(models.TextChoices):
        FREE = "free", _("anybody at the table, any time")
        OWN = "own", _("one's own last action only")
        NONE = "none", _("no undo")

    slug = models.CharField(max_length=24, unique=True, default=new_slug)
    title = models.CharField(max_length=80)
    game = models.CharField(max_length=16)
    edition = models.CharField(max_length=16, default="rulebook")
    seed = models.BigIntegerField(null=True)
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    public = models.BooleanField(default=False)
    undo_policy = models.CharField(max_length=8, choices=Undo, default=Undo.FREE)
    header = models.JSONField(null=True)  # of the game, once it has started
    revision = models.PositiveIntegerField(default=0)
    talk = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=0)
    actor = models.PositiveSmallIntegerField(null=True)  # seat
    result = models.JSONField(null=True)
    branched_from = models.ForeignKey("self", null=True, on_delete=models.SET_NULL)
    branched_at = models.PositiveIntegerField(null=True)
    rematch_of = models.ForeignKey(
        "self", null=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    deadline = models.PositiveSmallIntegerField(null=True)  # hours for a move
    waits_since = models.DateTimeField(null=True)  # for whoever decides now
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.title} ({self.slug})"

    @cached_property
    def sitting(self) -> list[Seat]:
        """The seats as they are when they are first asked for."""
        return list(self.seats.all())

    @property
    def news(self) -> int:
        """A number that grows whenever there is something new to see or to read."""
        return self.revision + self.talk


class Seat(models.Model):
    """A place at a table. `owner` is a person with an account, `guest` one without.

    Several seats may have the same owner: that is playing around one screen. A seat that belongs to
    somebody and has a bot was handed to that bot, until its owner takes it back.
    """

    class Until(models.TextChoices):
        TURN = "turn", _("for one turn")
        ROUND = "round", _("until the round ends")
        GOOD = "good", _("for good")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    guest = models.CharField(max_length=40, blank=True)
    bot = models.CharField(max_length=20, blank=True)
    host = models.BooleanField(default=False)
    muted = models.BooleanField(default=False)  # no notices of its turns
    seen_at = models.DateTimeField(null=True)  # when its holder last had the table before him
    until = models.CharField(max_length=8, choices=Until, blank=True)  # a stand-in plays
    ready = models.BooleanField(default=True)  # False: invited, has not agreed to play yet
    hidden = models.BooleanField(default=False)  # from the lists of its owner
    notes = models.TextField(blank=True)  # for its owner alone

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "index"], name="one_per_seat")]
        ordering = ["index"]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> str:
        """Who the seat belongs to; equal for all seats of one person, empty for nobody."""
        return f"user:{self.owner_id}" if self.owner_id else self.guest


class Move(models.Model):
    """An action that was played. Undone ones stay until another action takes their place."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()  # 1, 2, ...
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    programmed = models.BooleanField(default=False)  # by the server, following another action
    by_bot = models.BooleanField(default=False)
    played_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_per_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.action}"


class Program(models.Model):
    """What a seat leaves to the server; one that has ended stays until its owner has read why."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="programs")
    seat = models.PositiveSmallIntegerField()
    wish = models.JSONField()
    since = models.PositiveIntegerField()  # actions played when it was made
    ended = models.JSONField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.table_id} seat {self.seat}: {self.wish}"


class Granted(models.Model):
    """A request that was granted, so that it is known when it comes again.

    It outlives its move: one that was taken back is not played again by a late repetition.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="granted")
    request = models.CharField(max_length=64)
    number = models.PositiveIntegerField()  # of the move
    granted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "request"], name="one_grant")]

    def __str__(self) -> str:
        return self.request


class ChatLine(models.Model):
    """What somebody said or did at a table; what was done is an `event` and what it is `about`.

    Who only looks on talks `aside`: those who play hear it when the game is over.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=500)
    event = models.CharField(max_length=20, blank=True)
    about = models.JSONField(default=dict)
    aside = models.BooleanField(default=False)
    said_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text or self.event}"


class Vote(models.Model):
    """A seat is for something that others have to agree to."""

    class Kind(models.TextChoices):
        ABANDON = "abandon"  # the game, without a result
        REPLACE = "replace"  # who does not play by a bot

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=8)
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_vote_per_seat")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: seat {self.seat} {self.kind}"


class ApiToken(models.Model):
    """Lets a program act for a person; only its hash is stored."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    label = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.label


class BotJob(models.Model):
    """A bot has to think: taken by a worker process, void when the table has moved on."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    revision = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    claimed_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.table_id} seat {self.seat} at {self.revision}"


class Study(models.Model):
    """Something that a worker finds out about a game: a hint for a decision, or an analysis.

    It belongs to the game as it is after `length` actions, of which `last` is the key of the last.
    """

    class Kind(models.TextChoices):
        HINT = "hint"
        ANALYSIS = "analysis"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="studies")
    kind = models.CharField(max_length=8, choices=Kind)
    person = models.CharField(max_length=60)  # who asked for it
    length = models.PositiveIntegerField()
    last = models.BigIntegerField()
    progress = models.FloatField(default=0.0)
    findings = models.TextField(blank=True)  # what an analysis goes on from
    result = models.TextField(blank=True)
    done = models.BooleanField(default=False)
    claimed_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind"], condition=models.Q(done=False), name="one_study_at_once"
            ),
            models.UniqueConstraint(fields=["table", "kind"], name="one_study_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.table_id} after {self.length}"


class Tally(models.Model):
    """How often somebody has tried something within a span of time; all processes count here."""

    key = models.CharField(max_length=100, unique=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class Invitation(models.Model):
    """Lets somebody make an account where that is by invitation only; once."""

    code = models.CharField(max_length=24, unique=True, default=new_slug)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="invitations"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"by {self.made_by_id}"


class Wishes(models.Model):
    """How a person wants the pages to be, and to be told of turns: in which language, and when."""

    class Theme(models.TextChoices):
        AUTO = "", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    theme = models.CharField(max_length=5, choices=Theme, blank=True, default=Theme.AUTO)
    owner = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    language = models.CharField(max_length=5, default="en")
    zone = models.CharField(max_length=40, default="UTC")
    quiet_from = models.PositiveSmallIntegerField(null=True)  # hours
    quiet_to = models.PositiveSmallIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.owner_id}: {self.zone}"


class Channel(models.Model):
    """Where notices go: an address for mail, or one that a program listens to.

    With a table it tells of everybody's turns there, without one of its owner's at all tables.
    """

    class Kind(models.TextChoices):
        MAIL = "mail", _("E-mail")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", "JSON"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    target = models.CharField(max_length=400)
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE)
    every = models.PositiveSmallIntegerField(default=0)  # hours that are gathered in one mail
    on = models.BooleanField(default=True)
    trouble = models.CharField(max_length=20, blank=True)  # why it was switched off
    failures = models.PositiveSmallIntegerField(default=0)  # since it last worked
    rests_until = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.owner_id}"


class Notice(models.Model):
    """Somebody's turn, to be told once through a channel; gone when the turn has been taken."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="notices")
    seat = models.PositiveSmallIntegerField()
    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="notices")
    since = models.DateTimeField()  # when the turn began
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)  # sent, or seen before that

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "channel"], name="one_notice")
        ]
        indexes = [models.Index(fields=["done_at", "due_at"], name="notices_due")]

    def __str__(self) -> str:
        return f"{self.table_id} seat {self.seat} by {self.channel_id}"
