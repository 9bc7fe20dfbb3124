"""Peers that do not play by the rules: each gets a clear error, changes nothing, and the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from net.base.errors import NetError, sentence
from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect
from net.client.dial import ClientConnection, dial
from net.client.updates import Chat, Happened, Link, LobbyView, Refused
from net.host.host import Host
from net.host.lines.connection import Connection, ConnectionState
from net.host.seats.host_services import Entrances
from net.host.table.table import Table
from net.identity.commitments import move_commitment, move_parts
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import Invite
from net.protocol.client_messages import Act, Start, Vote
from net.protocol.frames import encode, pack
from net.protocol.host_messages import Ack, DecisionNote, EntryNote, Err, HostMessage, PresenceNote, Welcome
from tests.support.net.hosting import FAST, Story, hosting, invite, open_table, play, play_of, seat_players, until
from tests.support.tiers import tiered


class RawClient:
    """A client that sends what it likes."""

    def __init__(self, connection: ClientConnection, identity: Identity) -> None:
        self.connection = connection
        self.identity = identity
        self.got: list[HostMessage] = []

    @classmethod
    async def join(
        cls, target: Invite, *, name: str = "Mallory", watch: bool = False, identity: Identity | None = None
    ) -> RawClient:
        connection, identity = await dial(target.address, target.pin, DEFAULT), identity or Identity.new()
        seal = SealKey.of(identity, connection.session.host)
        frame = connection.session.join(
            identity,
            seal,
            table=target.address.table,
            role="spectator" if watch else "player",
            name=name,
            token=target.token,
        )
        connection.send(frame)
        raw = cls(connection, identity)
        await raw.until(Welcome)
        return raw

    async def until(self, kind: type[Any]) -> Any:
        """The next message of a kind."""
        async for message in self.connection.messages():
            self.got.append(message)
            if isinstance(message, kind):
                return message
        raise AssertionError(f"no {kind.__name__}")

    async def answer(self, plain: dict[str, Any]) -> Any:
        """Send anything, and wait for the answer to it."""
        self.connection.send(encode(pack(plain)))
        async for message in self.connection.messages():
            self.got.append(message)
            if isinstance(message, Err | Ack) and message.cid == plain.get("cid"):
                return message
        return None

    def act(self, table: Table, seat: int, cid: int, move: str, **given: Any) -> dict[str, Any]:
        """A move, signed as it must be, unless something else is given."""
        play, salt = play_of(table), bytes(16)
        did, head = given.get("did", play.did), given.get("head", play.log.head)
        commitment = move_commitment(head, seat, did, salt, move)
        sig = self.identity.sign("move", *move_parts(head, seat, did, cid, commitment))
        return {"t": "act", "cid": cid, "did": did, "head": head, "move": move, "salt": salt, "sig": sig} | given


@asynccontextmanager
async def at_play() -> AsyncIterator[tuple[Host, Table, RawClient, Client]]:
    """A game of somebody hostile, an honest player and two bots, at which the hostile one is asked."""
    async with hosting() as host:
        table = open_table(host, 4, bots=["random"] * 2, bots_yield=False)
        mallory = await RawClient.join(invite(host, table))
        (honest,) = await seat_players(host, table, 1)
        assert isinstance(await mallory.answer({"t": "start", "cid": 1}), Ack)
        yield host, table, mallory, honest


async def finish(honest: Client) -> Story:
    """The honest player plays the game to its end, whatever has happened to the other."""
    story = await play(honest)
    assert story.ended
    assert story.refused == []
    return story


ACT = Act(cid=9, did=2, head=bytes(32), move="gold", salt=bytes(16), sig=bytes(64)).model_dump()
BROKEN = {
    "no message": b"GET / HTTP/1.1\r\n\r\n",
    "zeros": bytes(64),
    "oversized": (4097).to_bytes(4, "big"),
    "huge": b"\xff\xff\xff\xff",
    "not msgpack": encode(b"\xc1"),
    "a list": encode(b"\x91\x01"),
    "twice the same key": encode(b"\x82\xa1t\xa3act\xa1t\xa3act"),
    "unknown kind": encode(pack({"t": "cheat"})),
    "a seat of one's choice": encode(pack(ACT | {"seat": 1})),
    "wrong types": encode(pack(ACT | {"cid": "9"})),
    "several moves": encode(pack(ACT | {"move": ["gold", "end"]})),
    "half of it": Vote(cid=9, end=True).frame()[:-4] + encode(pack(ACT)),
    "a host's message": Welcome(table="0" * 26, seq=0).frame(),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("name", tiered(BROKEN, ("not msgpack", "unknown kind", "several moves", "half of it")))
@pytest.mark.thorough
async def test_a_broken_frame_ends_that_connection_in_words_and_nothing_else(name: str) -> None:
    async with at_play() as (_, _, mallory, honest):
        mallory.connection.send(BROKEN[name])
        error = await mallory.until(Err)
        assert error.code in ("bad_frame", "bad_schema")
        assert error.cid is None
        story = await finish(honest)
        assert (0, "player") not in story.moved
        await mallory.connection.close()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_wrong_requests_get_clear_errors_and_the_game_goes_on() -> None:
    async with at_play() as (_, table, mallory, honest):
        decision: DecisionNote = await mallory.until(DecisionNote)
        while decision.auto is not None:
            await mallory.answer(mallory.act(table, 0, decision.did, decision.moves[0]))
            decision = await mallory.until(DecisionNote)
        play_now, good = play_of(table), decision.moves[0]
        head, cid = play_now.log.head, 1000

        async def refused(plain: dict[str, Any]) -> str:
            nonlocal cid
            cid += 1
            answer = await mallory.answer(plain | {"cid": cid})
            assert isinstance(answer, Err)
            assert play_now.log.head == head
            return answer.code

        def act(move: str = good, seat: int = 0, **given: Any) -> dict[str, Any]:
            return mallory.act(table, seat, cid + 1, move, **given)

        assert await refused(act("build no_such_card")) == "illegal"
        assert await refused(act("no move at all")) == "illegal"
        assert await refused(act(good + " ")) == "illegal"
        assert await refused(act(did=decision.did - 1)) == "stale_decision"
        assert await refused(act(did=decision.did + 9)) == "stale_decision"
        assert await refused(act(seat=1)) == "bad_signature"
        assert await refused(act(head=bytes(32))) == "bad_signature"
        assert await refused(act(salt=bytes(15) + b"x")) == "bad_signature"
        assert await refused(act(sig=bytes(64))) == "bad_signature"
        assert await refused(mallory.act(table, 0, 1, good)) == "bad_signature"
        assert await refused({"t": "start"}) == "already_started"
        assert await refused({"t": "add_bot", "level": "random"}) == "already_started"
        assert await refused({"t": "hand_over", "seat": 7}) == "seat_bad"
        assert await refused({"t": "say", "text": "\x1b[2J"}) == "chat_bad"
        first = await mallory.answer(act())
        assert isinstance(first, Ack)
        cid += 1
        again = await mallory.answer(mallory.act(table, 0, cid, good))
        assert again == first
        # A number that is gone by does nothing, whatever is sent with it.
        assert (await mallory.answer({"t": "vote", "cid": 900, "end": True})).code == "stale_decision"
        cid += 1
        assert (await mallory.answer(act(did=decision.did) | {"cid": cid})).code == "stale_decision"
        told = [message.seq for message in mallory.got if isinstance(message, EntryNote)]
        assert told == list(range(1, len(told) + 1))
        await mallory.connection.close()
        await finish(honest)


@pytest.mark.asyncio
async def test_out_of_turn_is_refused() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        raw = [await RawClient.join(invite(host, table), name=f"R{n}") for n in range(2)]
        raw[0].connection.send(Start(cid=1).frame())
        await raw[0].until(Ack)
        play_now = play_of(table)
        head, asked = play_now.log.head, play_now.seat
        assert asked is not None
        other, move = raw[1 - asked], str(play_now._state.moves[0])
        for seat in (0, 1):
            answer = await other.answer(other.act(table, seat, 5 + seat, move))
            assert answer.code == "not_your_turn"
        assert play_now.log.head == head
        assert not any(isinstance(message, DecisionNote) for message in other.got)
        spectator = await RawClient.join(invite(host, table), name="W", watch=True)
        answer = await spectator.answer(spectator.act(table, asked, 1, move))
        assert answer.code == "spectator"
        assert play_now.log.head == head
        for client in (*raw, spectator):
            await client.connection.close()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_killed_client_does_not_hold_the_table_up() -> None:
    async with hosting() as host:
        table = open_table(host, 3)
        clients = await seat_players(host, table, 3)
        await clients[0].request(Start)
        killed = clients.pop(1)
        await until(killed, Happened)
        killed._runner.cancel()
        killed._connection.abort()
        stories = await asyncio.gather(*(play(client, n) for n, client in enumerate(clients)))
        for story in stories:
            assert story.ended
            assert PresenceNote(seat=1, connected=False) in story.others
            assert (1, "absent") in story.moved
        assert stories[0].head == stories[1].head


@pytest.mark.asyncio
async def test_leaving_the_lobby_makes_room() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        first, second = await seat_players(host, table, 2)
        with pytest.raises(NetError) as caught:
            await seat_players(host, table, 1)
        assert caught.value.code == "table_full"
        await second.leave()
        await until(first, lambda update: isinstance(update, LobbyView) and update.seats[1].kind == "open")
        (third,) = await seat_players(host, table, 1)
        assert third.seat == 1
        await first.leave()
        await third.leave()


@pytest.mark.asyncio
async def test_a_late_player_is_told_that_the_game_has_begun() -> None:
    async with at_play() as (host, table, mallory, honest):
        with pytest.raises(NetError) as caught:
            await seat_players(host, table, 1)
        assert caught.value.code == "already_started"
        await mallory.connection.close()
        await finish(honest)


@pytest.mark.asyncio
async def test_a_wrong_table_or_token_is_refused() -> None:
    async with hosting() as host:
        table = open_table(host, 2, private=True)
        good = invite(host, table)
        for target, code in (
            (Invite(good.address, good.pin, bytes(8)), "invite_bad"),
            (Invite(replace(good.address, table="0" * 26), good.pin, good.token), "table_unknown"),
        ):
            with pytest.raises(NetError) as caught:
                await connect(target, Identity.new(), "Ada")
            assert caught.value.code == code
        with pytest.raises(NetError) as caught:
            await connect(good, Identity.new(), "A\x1b[2J")
        assert caught.value.code == "name_bad"
        client = await connect(good, Identity.new(), "Ada")
        assert client.invite == good
        await client.leave()


@pytest.mark.asyncio
async def test_hostile_chat_is_refused_before_and_behind_the_wire() -> None:
    async with at_play() as (_, _, mallory, honest):
        await honest.chat("two\nlines")
        refused = await until(honest, Refused)
        assert (refused.code, refused.what) == ("chat_bad", "chat")
        answer = await mallory.answer({"t": "say", "cid": 50, "text": "\x1b[2J"})
        assert answer.code == "chat_bad"
        assert "U+001B" in answer.detail
        await mallory.connection.close()
        await honest.leave()


async def spend(target: Invite, plain: dict[str, Any], *, lives: int, watch: bool, anew: bool) -> list[str]:
    """Ask for something until the connection is closed, come back, and so on; returns what was answered."""
    identity, answers = Identity.new(), []
    for life in range(lives):
        raw = await RawClient.join(target, watch=watch, identity=Identity.new() if anew else identity)
        for number in range(100):
            answer = await raw.answer(plain | {"cid": 1000 * life + number + 1})
            if answer is None:
                break
            answers.append(answer.code if isinstance(answer, Err) else "done")
        await raw.connection.close()
    return answers


@pytest.mark.asyncio
@pytest.mark.parametrize("watch", [False, True], ids=["player", "spectator"])
async def test_reconnecting_resets_no_rates(watch: bool) -> None:
    rare = replace(FAST, chats=(1e-6, 5), moves=(1e-6, 7), shared_chats=(1e-6, 99))
    async with hosting(rare) as host:
        table = open_table(host, 4)
        (honest,) = await seat_players(host, table, 1)
        target = invite(host, table)
        for plain, most in (({"t": "say", "text": "!"}, 5), (ACT | {"cid": 1}, 7)):
            answers = await spend(target, plain, lives=4, watch=watch, anew=False)
            assert sum(code != "rate_limited" for code in answers) == most
        await honest.leave()


@pytest.mark.asyncio
@pytest.mark.parametrize("watch", [False, True], ids=["player", "spectator"])
async def test_a_new_identity_gets_no_more_chat(watch: bool) -> None:
    async with hosting(replace(FAST, shared_chats=(1e-6, 12))) as host:
        table = open_table(host, 4)
        (honest,) = await seat_players(host, table, 1)
        answers = await spend(invite(host, table), {"t": "say", "text": "!"}, lives=6, watch=watch, anew=True)
        # As many as are told at once, and as many as one address may have waiting.
        assert answers.count("done") == 12 + DEFAULT.chats[1]
        await honest.leave()
        said = [update async for update in honest.updates() if isinstance(update, Chat)]
        assert len(said) == 12


@pytest.mark.asyncio
async def test_a_peer_that_does_not_read_is_dropped() -> None:
    async with hosting(replace(FAST, seat_backlog=64 * 1024)) as host:
        table = open_table(host, 3, bots=["random"])
        (owner,) = await seat_players(host, table, 1)
        sleeper = await RawClient.join(invite(host, table))
        await until(owner, lambda update: isinstance(update, LobbyView) and update.seats[1].kind == "human")
        sleeper.connection._writer.transport.pause_reading()  # type: ignore[attr-defined]
        peer = next(peer for peer, member in table.outbox if member.name == "Mallory")
        assert isinstance(peer, Connection)
        note = table.lobby.note(table.lobby.players[0], table.options, Entrances(), playing=False)
        for _ in range(100_000):
            peer.send(note.frame())
            if peer.state is ConnectionState.CLOSING:
                break
        assert peer.state is ConnectionState.CLOSING
        await until(owner, lambda update: isinstance(update, LobbyView) and update.seats[1].kind == "open")
        await sleeper.connection.close()
        await owner.leave()


@pytest.mark.asyncio
async def test_a_host_that_closes_says_so() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        clients = await seat_players(host, table, 2)
        await clients[0].request(Start)
        await host.close()
        for client in clients:
            # It may be started again, so they wait for it.
            link: Link = await until(client, Link)
            assert link == Link("reconnecting", sentence("host_shutdown"))
            await client.leave()


def test_a_request_s_frame_fits_the_limit() -> None:
    longest = Act(cid=2**31 - 1, did=2**31 - 1, head=bytes(32), move="\U0001f3f0" * 100, salt=bytes(16), sig=bytes(64))
    assert len(longest.frame()) < DEFAULT.request.frame
