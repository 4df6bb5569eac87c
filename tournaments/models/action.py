"""The log of what was done to a tournament: who, what, when, before, after and why."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Kept, User

from .tournament import Tournament


class Action(Kept):
    """One act of a director, a player or, without an actor, of the program on a tournament.

    ``key`` makes an act that arrives twice happen once; ``version`` is the tournament's version
    that the actor saw, ``made`` the one it has since. ``undoes`` is the act that this one undid; each
    is undone once.
    """

    class Verb(models.TextChoices):
        """What can be done; each verb is a service."""

        CREATE = "create", _("created the tournament")
        ENTER = "enter", _("entered a list")
        SET_REGISTRATION = "set_registration", _("said what registration asks")
        OPEN_REGISTRATION = "open_registration", _("opened registration")
        CLOSE_REGISTRATION = "close_registration", _("closed registration")
        OPEN_CHECK_IN = "open_check_in", _("opened check-in")
        CLOSE_CHECK_IN = "close_check_in", _("went back from check-in")
        CANCEL = "cancel", _("cancelled the tournament")
        INVITE = "invite", _("asked somebody to be a partner")
        ANSWER = "answer", _("said no to a partner")
        SEEK = "seek", _("looks for a partner")
        SIGN_UP = "sign_up", _("signed up")
        LEAVE = "leave", _("left the tournament")
        MATCH = "match", _("made pairs of players who look for a partner")
        ADD_PAIR = "add_pair", _("added an entry")
        ACCEPT = "accept", _("accepted an entry")
        DECLINE = "decline", _("declined an entry")
        WITHDRAW = "withdraw", _("withdrew an entry")
        DISQUALIFY = "disqualify", _("disqualified an entry")
        REINSTATE = "reinstate", _("took an entry back")
        PROMOTE = "promote", _("gave a waiting entry a place")
        CHECK_IN = "check_in", _("checked an entry in")
        UNDO_CHECK_IN = "undo_check_in", _("took a check-in back")
        LEAVE_OUT = "leave_out", _("left out who did not check in")
        SETTLE_FEE = "settle_fee", _("noted an entry fee")
        SET_PRIZES = "set_prizes", _("said what there is to win")
        SEED = "seed", _("ordered the seeds")
        APPOINT = "appoint", _("named or agreed to the time of a match")
        SET_TIMES = "set_times", _("set the times of the rounds")
        DRAW = "draw", _("made the draw")
        SET_DRAWS = "set_draws", _("said how rounds are drawn")
        KEEP_APART = "keep_apart", _("kept two entries apart")
        LET_MEET = "let_meet", _("let two entries meet")
        DRAW_ROUND = "draw_round", _("drew a round to be checked")
        EDIT_DRAFT = "edit_draft", _("changed a draw before publishing it")
        DISCARD_DRAFT = "discard_draft", _("discarded a draw")
        PUBLISH = "publish", _("published a draw")
        UNPUBLISH = "unpublish", _("took a published draw back")
        OPEN_ROUND = "open_round", _("started the round")
        CLOSE_ROUND = "close_round", _("closed the round")
        STOP_DEALS = "stop_deals", _("called no new deal")
        GIVE_TIME = "give_time", _("changed the time of the round")
        PAUSE_CLOCK = "pause_clock", _("paused the clock of the round")
        RUN_CLOCK = "run_clock", _("let the clock of the round go on")
        POSTPONE = "postpone", _("postponed a match")
        TAKE_UP = "take_up", _("let a postponed match be played")
        RECORD = "record", _("recorded a result")
        REPLAY = "replay", _("ordered a replay")
        WALKOVER = "walkover", _("gave a walkover")
        DOUBLE_WALKOVER = "double_walkover", _("gave a double walkover")
        NO_SHOWS = "no_shows", _("decided matches that nobody came to")
        LOT = "lot", _("drew a lot")
        ADJUST = "adjust", _("changed a score")
        RETIRE = "retire", _("let a side retire")
        SCORE = "score", _("entered a result from the hall")
        REPORT = "report", _("reported a result")
        AGREE = "agree", _("agreed on a result")
        TAKE_BACK = "take_back", _("took a result back")
        CORRECT = "correct", _("corrected a result")
        UNDO = "undo", _("undid")
        ADD_LATE = "add_late", _("let a late entry join")
        SUBSTITUTE = "substitute", _("seated a substitute")
        GIVE_BYE = "give_bye", _("gave a bye, or took it back")
        WITHDRAW_IN_PLAY = "withdraw_in_play", _("withdrew an entry")
        DISQUALIFY_IN_PLAY = "disqualify_in_play", _("disqualified an entry")
        LEAVE_CLUB = "leave_club", _("left the club, and with it the tournament")
        REINSTATE_IN_PLAY = "reinstate_in_play", _("let an entry play again")
        FINISH = "finish", _("finished the tournament")
        SET_ROUNDS = "set_rounds", _("changed the number of rounds")
        FINISH_EARLY = "finish_early", _("ended the stage as its table stands")
        BEGIN_AGAIN = "begin_again", _("began the stage again")
        CANCEL_IN_PLAY = "cancel_in_play", _("cancelled the tournament")
        GO_TO_CARDS = "go_to_cards", _("let a match go on with cards")
        GO_ONLINE = "go_online", _("let a match go on online")
        CALL_DIRECTOR = "call_director", _("called the director")
        APPEAL = "appeal", _("appealed against a ruling")
        SETTLE_CALL = "settle_call", _("settled a call for the director")
        OPEN_SEAT = "open_seat", _("opened a seat link")
        RENEW_SEAT = "renew_seat", _("made a new seat link")
        NAME_STAFF = "name_staff", _("named a director or scorer")
        RELIEVE_STAFF = "relieve_staff", _("took a director's or scorer's role away")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="actions")
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    verb = models.CharField(max_length=20, choices=Verb)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    why = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001 - NULL is outside the uniqueness
    version = models.PositiveIntegerField(null=True, blank=True)
    made = models.PositiveIntegerField(default=0)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    at = models.DateTimeField()

    class Meta:
        """A key is used once a tournament."""

        constraints = [models.UniqueConstraint(fields=["tournament", "key"], name="action_key_once")]

    def __str__(self) -> str:
        """Return the verb and the tournament's number."""
        return f"{self.verb} on {self.tournament_id}"
