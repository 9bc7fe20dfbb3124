"""Invitations as the host keeps them: rows that count, expire and are revoked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from net.base.errors import NetError
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Invitations, LobbyView
from net.host.seats.issued import ROWS, token_hash
from net.host.store.stored_table import TableRecord
from net.identity.crypto import Identity
from net.identity.invitations import parse_target
from net.protocol.client_messages import HandOver, Invitation, Revoke, Start
from net.protocol.host_messages import Ack, Err, InvitationNote, InvitationsNote, LobbyNote
from tests.support.net.fakes import FakePeer, Room
from tests.support.net.hosting import FAST, hosting, invite, open_table, soon, until


def owned(players: int = 4) -> tuple[Room, FakePeer]:
    """A private table and its owner."""
    room = Room(players, private=True, owned=True)
    return room, room.join("Owner", token=room.table.access.owner_token)


def rows(owner: FakePeer) -> list[InvitationNote]:
    return owner.last(InvitationsNote).invitations


def made(room: Room, owner: FakePeer, **fields: object) -> InvitationNote:
    """A new invitation."""
    assert isinstance(room.ask(owner, Invitation, **fields), Ack)
    return rows(owner)[-1]


def test_the_owner_alone_is_told_of_the_invitations() -> None:
    room, owner = owned()
    (first,) = rows(owner)
    assert (first.number, first.uses, first.seated, first.fault) == (1, 0, 0, None)
    guest = room.join("Guest", token=first.token)
    assert guest.count(InvitationsNote) == 0
    assert rows(owner)[0].seated == 1
    assert room.ask(guest, Invitation).code == "not_owner"
    assert room.ask(guest, Revoke, number=1).code == "not_owner"


def test_seats_are_counted_once_an_identity() -> None:
    room, owner = owned()
    once = made(room, owner, uses=1, note="for Bo")
    assert room.join("Wim", role="spectator", token=once.token).admitted
    assert rows(owner)[-1].seated == 0
    guest = room.join("Bo", token=once.token)
    assert (rows(owner)[-1].seated, rows(owner)[-1].fault) == (1, "invite_used")
    assert room.join("Eve", token=once.token).closed == "invite_used"
    assert room.join("Eve", role="spectator", token=once.token).closed == "invite_used"
    # Who has had the seat may come to it again.
    room.gone(guest, for_good=True)
    assert room.join("Bo", like=guest, token=once.token).admitted
    assert rows(owner)[-1].seated == 1


def test_who_comes_again_takes_no_second_seat_of_an_invitation_for_two() -> None:
    room, owner = owned()
    twice = made(room, owner, uses=2)
    guest = room.join("Bo", token=twice.token)
    room.gone(guest, for_good=True)
    assert room.join("Bo", like=guest, token=twice.token).admitted
    assert (rows(owner)[-1].seated, rows(owner)[-1].fault) == (1, None)
    assert room.join("Eve", token=twice.token).admitted
    assert rows(owner)[-1].fault == "invite_used"


def test_a_seat_that_cannot_be_had_costs_nothing() -> None:
    room, owner = owned(2)
    room.join("Bo", token=rows(owner)[0].token)
    once = made(room, owner, uses=1)
    assert room.join("Cleo", token=once.token).closed == "table_full"
    assert rows(owner)[-1].seated == 0


def test_a_seat_in_a_game_counts_as_well() -> None:
    room, owner = owned(2)
    guest = room.join("Bo", token=rows(owner)[0].token)
    once = made(room, owner, uses=1)
    assert isinstance(room.ask(owner, Start), Ack)
    assert isinstance(room.ask(owner, HandOver, seat=1, open=True), Ack)
    assert guest.admitted
    assert room.join("Cleo", token=once.token).admitted
    assert [row.uses and len(row.seated) for row in room.table.access.invitations.rows] == [0, 1]


def test_an_invitation_expires() -> None:
    room, owner = owned()
    short = made(room, owner, seconds=3600)
    assert short.expires == room.clock.date() + 3600
    assert room.join("Bo", token=short.token).admitted
    room.tick(3600)
    assert room.join("Cleo", token=short.token).closed == "invite_expired"
    # A seat that somebody has does not expire.
    assert room.join("Cleo", token=rows(owner)[0].token).admitted


def test_an_invitation_is_revoked() -> None:
    room, owner = owned()
    first = rows(owner)[0]
    guest = room.join("Bo", token=first.token)
    assert isinstance(room.ask(owner, Revoke, number=1), Ack)
    assert rows(owner)[0].fault == "invite_revoked"
    assert room.join("Cleo", token=first.token).closed == "invite_revoked"
    assert room.join("Bo", like=guest).admitted
    assert room.ask(owner, Revoke, number=9).code == "invite_bad"


def test_the_owner_costs_no_seat_of_an_invitation() -> None:
    room = Room(3, private=True)
    opener = FakePeer()
    room.table.expect(opener.identity.public)
    owner = room.join("Ada", like=opener, token=room.table.access.player_token)
    assert rows(owner)[0].seated == 0


def test_a_new_owner_hears_of_the_invitations() -> None:
    room = Room(3)
    first, second = room.join("A"), room.join("B")
    assert second.count(InvitationsNote) == 0
    room.gone(first, for_good=True)
    assert second.last(LobbyNote).owner == 1
    assert len(rows(second)) == 1


def test_there_is_room_for_so_many() -> None:
    room, owner = owned()
    for _ in range(ROWS - 1):
        made(room, owner)
    assert room.ask(owner, Invitation).code == "invites_enough"
    room.ask(owner, Revoke, number=3)
    newest = made(room, owner)
    assert len(rows(owner)) == ROWS
    assert 3 not in [row.number for row in rows(owner)]
    # No number comes twice, so no token that was revoked is good again.
    room.ask(owner, Revoke, number=newest.number)
    assert made(room, owner).number == newest.number + 1
    assert room.join("Eve", token=newest.token).closed == "invite_bad"


@pytest.mark.parametrize("note", ["x" * 41, "\x1b[2J", "a\nb"])
def test_a_note_is_clean(note: str) -> None:
    room, owner = owned()
    answer = room.ask(owner, Invitation, note=note)
    assert isinstance(answer, Err)
    assert answer.code == "title_bad"
    assert len(rows(owner)) == 1


def test_they_survive_a_restart_and_no_token_is_stored() -> None:
    room, owner = owned()
    once = made(room, owner, uses=1, note="for Bo")
    gone = made(room, owner)
    room.ask(owner, Revoke, number=gone.number)
    guest = room.join("Bo", token=once.token)
    before = rows(owner)
    ((id, record),) = room.store.tables()
    for row in before:
        assert row.token not in record
    kept = TableRecord.read(id, record)
    assert [row.hash for row in kept.invitations] == [token_hash(row.token) for row in before]
    # The seat and the count are in one record: there is no moment in which one is stored without the other.
    assert kept.invitations[1].seated == (guest.identity.public,)
    assert guest.identity.public in [who.pub for who in kept.people if who]
    room.restart()
    owner = room.join("Owner", like=owner)
    assert rows(owner) == before
    assert room.join("Eve", token=once.token).closed == "invite_used"
    assert room.join("Eve", token=gone.token).closed == "invite_revoked"
    assert made(room, owner).number == gone.number + 1


@pytest.mark.asyncio
async def test_a_line_leads_to_its_table_without_naming_it() -> None:
    async with hosting() as host:
        tables = [open_table(host, 3, private=True) for _ in range(3)]
        for table in tables:
            line = str(invite(host, table))
            assert table.id not in line
            client = await connect(parse_target(line), Identity.new(), "Ada", limits=FAST)
            assert client.table == table.id
            await client.leave()
        stranger = replace(invite(host, tables[0]), token=bytes(8))
        with pytest.raises(NetError) as caught:
            await connect(stranger, Identity.new(), "Eve", limits=FAST)
        assert caught.value.code == "invite_bad"


@pytest.mark.asyncio
async def test_the_owner_makes_a_line_that_others_can_use() -> None:
    async with hosting() as host:
        table = open_table(host, 3, private=True)
        owner: Client = await connect(invite(host, table, owner=True), Identity.new(), "Ada", limits=FAST)
        await until(owner, Invitations)
        await owner.request(lambda cid: Invitation(cid=cid, uses=1, note="for Bo"))
        told = await until(owner, lambda update: isinstance(update, Invitations) and len(update.rows) == 2)
        row = told.rows[1]
        assert (row.note, row.uses, row.seated) == ("for Bo", 1, 0)
        line = parse_target(str(row.invite))
        guest = await connect(line, Identity.new(), "Bo", limits=FAST)
        assert guest.invite == line
        with pytest.raises(NetError) as caught:
            await connect(line, Identity.new(), "Eve", limits=FAST)
        assert caught.value.code == "invite_used"
        await until(owner, lambda update: isinstance(update, LobbyView) and update.seats[1].name == "Bo")
        for client in (guest, owner):
            await client.leave()
        await soon(lambda: not table.outbox)
