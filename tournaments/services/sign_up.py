"""What a player does himself before the draw: ask a partner, answer, look for one, come alone, leave.

A pair comes into the field only when both want it: the second of them says yes, by a link or on his
own page, and that is when a place is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from games.dealing import Stream
from games.models import User, claim
from games.permissions import Visitor, has_account
from games.rules import Refusal
from tournaments.models import Action, Entry, EntryPlayer, Invitation, Player, Single, Tournament
from tournaments.permissions import role_in

from . import club_players, field, withdrawals
from .actions import PROGRAM, Author, acting
from .seats import new_token


class RegistrationNotOpen(Refusal):
    """Players sign up while registration is open."""

    code = "registration_not_open"


class AccountWanted(Refusal):
    """Who signs up has an account, so that the club can tell him what changes."""

    code = "account_wanted"


class MembersOnly(Refusal):
    """This tournament is for members of the club."""

    code = "members_only"


class NoSuchPlayer(Refusal):
    """Nobody of this name plays in the club with an account."""

    code = "no_such_player"


class InvitationSpent(Refusal):
    """This invitation has been answered or taken back, or never was one."""

    code = "invitation_spent"


class InvitationOfAnother(Refusal):
    """A player asked somebody else by name, or opened the link that he made himself."""

    code = "invitation_of_another"


class StandbyTaken(Refusal):
    """Somebody else stands by for an odd number already."""

    code = "standby_taken"


class NoPartnersHere(Refusal):
    """Nobody has a partner of his own in this format: each comes alone."""

    code = "no_partners_here"


class NothingToLeave(Refusal):
    """He is in no pair here, asks nobody and looks for nobody."""

    code = "nothing_to_leave"


def refuse_to_register(tournament: Tournament, user: Visitor) -> None:
    """Say why this user cannot sign up here, if he cannot.

    :raises RegistrationNotOpen: before, and afterwards.
    :raises AccountWanted: to a guest.
    :raises MembersOnly: to others, where the tournament is for members.
    """
    if tournament.state != Tournament.State.REGISTRATION:
        raise RegistrationNotOpen()
    if not has_account(user):
        raise AccountWanted()
    if field.registration_of(tournament.pk).members_only and role_in(user, tournament.club_id) is None:
        raise MembersOnly()


def invite(
    *, tournament_id: int, user: User, author: Author, now: datetime, stream: Stream, name: str = ""
) -> Invitation:
    """Ask somebody to be one's partner; an invitation made before is taken back.

    :param name: of the club's player who is asked; without one, whoever opens the link first.
    :raises NoSuchPlayer: when nobody of this name has an account.
    :raises PlaysAlready: when one of the two is in a pair.
    :raises Refusal: see ``refuse_to_register``.
    """
    with acting(tournament_id, Action.Verb.INVITE, author, now=now) as account:
        player = _with_partner(tournament_id, user, stream)
        partner = _named(player, name) if name else None
        field.refuse_players_of_others(tournament_id, [one for one in (player, partner) if one])
        _take_back(Invitation.objects.filter(tournament=tournament_id, player=player))
        account.after = {"player": player.name, "partner": partner.name if partner else ""}
        return Invitation.objects.create(
            tournament_id=tournament_id, player=player, partner=partner, token=new_token(stream), made_at=now
        )


def _comer(tournament_id: int, user: User, stream: Stream) -> Player:
    """Return the player who signs up; the lock is held, so what is checked here holds."""
    tournament = Tournament.objects.get(pk=tournament_id)
    refuse_to_register(tournament, user)
    return club_players.of_user(tournament.club_id, user, stream)


def _with_partner(tournament_id: int, user: User, stream: Stream) -> Player:
    if field.is_alone(tournament_id):
        raise NoPartnersHere()
    return _comer(tournament_id, user, stream)


def _named(player: Player, name: str) -> Player:
    rows = Player.objects.filter(club=player.club_id, user__isnull=False, user__is_guest=False)
    found: Player | None = rows.filter(name=name.strip()).exclude(pk=player.pk).first()
    if found is None:
        raise NoSuchPlayer(name=name.strip()[:60])
    return found


def come(*, tournament_id: int, user: User, author: Author, now: datetime, stream: Stream) -> Entry:
    """Sign up alone, where nobody has a partner of his own.

    :raises WrongNumberOfPlayers: where pairs play.
    :raises PlaysAlready: when he is in.
    :raises Refusal: see ``refuse_to_register``.
    """
    with acting(tournament_id, Action.Verb.SIGN_UP, author, now=now) as account:
        player = _comer(tournament_id, user, stream)
        entry = _entered(tournament_id, [player], now)
        account.after = _told(entry)
    return entry


def _entered(tournament_id: int, players: Sequence[Player], now: datetime) -> Entry:
    pending = field.registration_of(tournament_id).needs_approval
    return field.add(tournament_id, players, now=now, pending=pending)


def _told(entry: Entry) -> dict[str, object]:
    return {"entry": entry.pk, "pair": entry.name, "state": entry.state}


def open_invitation(token: str) -> Invitation:
    """Return the invitation that a link opens.

    :raises InvitationSpent: when it has been answered or taken back, or never was one.
    """
    waiting = Invitation.objects.filter(token=token, state=Invitation.State.OPEN)
    found = waiting.select_related("player", "partner", "tournament__club").first()
    if found is None:
        raise InvitationSpent()
    return found


def accept(*, token: str, user: User, author: Author, now: datetime, stream: Stream) -> Entry:
    """Be the partner of who asked: the pair is in, on the waiting list, or waits for approval.

    :raises InvitationSpent: when it has been answered or taken back.
    :raises InvitationOfAnother: when somebody else was asked, or he asked himself.
    :raises PlaysAlready: when one of the two is in a pair meanwhile.
    :raises Refusal: see ``refuse_to_register``.
    """
    invitation = open_invitation(token)
    tournament_id = invitation.tournament_id
    with acting(tournament_id, Action.Verb.SIGN_UP, author, now=now) as account:
        partner = _comer(tournament_id, user, stream)
        if partner == invitation.player or invitation.partner not in (None, partner):
            raise InvitationOfAnother()
        _answer(invitation, Invitation.State.ACCEPTED)
        pair = (invitation.player, partner)
        entry = _entered(tournament_id, pair, now)
        stop_looking(tournament_id, pair)
        account.after = _told(entry) | {"asked_by": invitation.player.name}
    return entry


def decline(*, token: str, user: User, author: Author, now: datetime) -> None:
    """Say no to who asked by name.

    :raises InvitationSpent: when it has been answered or taken back.
    :raises InvitationOfAnother: when it is not he who was asked.
    """
    invitation = open_invitation(token)
    if invitation.partner is None or invitation.partner.user_id != user.pk:
        raise InvitationOfAnother()
    with acting(invitation.tournament_id, Action.Verb.ANSWER, author, now=now) as account:
        _answer(invitation, Invitation.State.DECLINED)
        account.after = {"player": invitation.player.name, "partner": invitation.partner.name}


def _answer(invitation: Invitation, state: Invitation.State) -> None:
    waiting = Invitation.objects.filter(pk=invitation.pk, state=Invitation.State.OPEN)
    claim(waiting, refusal=InvitationSpent(), state=state)


def seek(
    *, tournament_id: int, user: User, standby: bool, author: Author, now: datetime, stream: Stream
) -> None:
    """Look for a partner, or stand by: to play only if those who look are odd in number.

    :raises StandbyTaken: when somebody else stands by.
    :raises PlaysAlready: when he is in a pair.
    :raises Refusal: see ``refuse_to_register``.
    """
    with acting(tournament_id, Action.Verb.SEEK, author, now=now) as account:
        player = _with_partner(tournament_id, user, stream)
        field.refuse_players_of_others(tournament_id, [player])
        try:
            with transaction.atomic():
                Single.objects.update_or_create(
                    tournament_id=tournament_id, player=player, defaults={"standby": standby, "since": now}
                )
        except IntegrityError as taken:
            raise StandbyTaken() from taken
        account.after = {"player": player.name, "standby": standby}


def leave(*, tournament_id: int, user: User, author: Author, now: datetime) -> None:
    """Leave before the draw: with one's pair, whose place the next one gets, or from the search.

    :raises NothingToLeave: when he is not there.
    :raises EntriesClosed: once the bracket has been drawn.
    """
    with acting(tournament_id, Action.Verb.LEAVE, author, now=now) as account:
        club = field.before_draw(tournament_id).club_id
        entry = standing_entry(tournament_id, user)
        players = list(Player.objects.filter(user=user, club=club))
        looked = stop_looking(tournament_id, players)
        account.before["players"] = [player.name for player in players]
        if entry is not None:
            account.before |= _told(entry)
            account.after["moved_up"] = field.let_go(entry, Entry.State.WITHDRAWN)
        elif not looked:
            raise NothingToLeave()


def standing_entry(tournament_id: int, user: User) -> Entry | None:
    """Return the entry in which a user wants to take part, or does; nothing of one that is out."""
    mine = EntryPlayer.objects.filter(tournament=tournament_id, player__user=user)
    return Entry.objects.filter(pk__in=mine.values("entry"), state__in=Entry.STANDING).first()


def leave_club(*, club_id: int, user: User, now: datetime) -> None:
    """Take somebody who is no member any more out of all tournaments of the club that are not over.

    Before the draw his place is free; in play what his entry still has to play is lost.
    """
    there = Q(entries__members__player__user=user, entries__state__in=Entry.STANDING)
    there |= Q(singles__player__user=user) | Q(invitations__player__user=user, invitations__state="open")
    for tournament in Tournament.objects.before_draw().for_club(club_id).filter(there).distinct():
        leave(tournament_id=tournament.pk, user=user, author=PROGRAM, now=now)
    for entry in withdrawals.in_play_of(user_id=user.pk, club_id=club_id):
        withdrawals.leave_with_club(entry_id=entry, author=PROGRAM, now=now)


def stop_looking(tournament_id: int, players: Sequence[Player]) -> bool:
    """Let players ask nobody, be asked by nobody and look for nobody; return whether they did."""
    gone, _by_model = Single.objects.filter(tournament=tournament_id, player__in=players).delete()
    theirs = Invitation.objects.filter(Q(player__in=players) | Q(partner__in=players))
    return bool(_take_back(theirs.filter(tournament=tournament_id)) + gone)


def _take_back(invitations: QuerySet[Invitation]) -> int:
    waiting = invitations.filter(state=Invitation.State.OPEN)
    return waiting.update(state=Invitation.State.TAKEN_BACK)
