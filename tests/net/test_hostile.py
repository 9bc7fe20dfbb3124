"""Peers that do not play by the rules: each gets a clear error, changes nothing, and the game goes on."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from net.client import Client, connect
from net.crypto import Identity, SealKey
from net.dial import Line, dial
from net.errors import NetError
from net.frames import encode, pack
from net.host import Host
from net.invite import Invite
from net.limits import DEFAULT
from net.messages import Ack, Act, DecisionNote, EntryNote, Err, HostMessage, LobbyNote, Start, Welcome
from net.table import Table
from net.updates import Closed, Lobby, Presence, Refused
from tests.net.support import FAST, Story, hosting, invite, open_table, play, play_of, seat_players, until


class RawClient:
    """A client that sends what it likes."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.got: list[HostMessage] = []

    @classmethod
    async def join(cls, target: Invite, *, name: str = "Mallory", watch: bool = False) -> RawClient:
        line = await dial(target.address, target.pin, DEFAULT)
        frame = line.session.join(
            Identity.new(), SealKey(), table=target.address.table, watch=watch, name=name, token=target.token
        )
        line.send(frame)
        raw = cls(line)
        await raw.until(Welcome)
        return raw

    async def until(self, kind: type[Any]) -> Any:
        """The next message of a kind."""
        async for message in self.line.messages():
            self.got.append(message)
            if isinstance(message, kind):
                return message
        raise AssertionError(f"no {kind.__name__}")

    async def answer(self, plain: dict[str, Any]) -> Any:
        """Send anything, and wait for the answer to it."""
        self.line.send(encode(pack(plain)))
        async for message in self.line.messages():
            self.got.append(message)
            if isinstance(message, Err | Ack) and message.cid == plain.get("cid"):
                return message
        return None


@asynccontextmanager
async def at_play() -> AsyncIterator[tuple[Host, Table, RawClient, Client]]:
    """A game of somebody hostile, an honest player and two bots, at which the hostile one is asked."""
    async with hosting() as host:
        table = open_table(host, 4, bots=["random"] * 2)
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


BROKEN = {
    "no message": b"GET / HTTP/1.1\r\n\r\n",
    "zeros": bytes(64),
    "oversized": (4097).to_bytes(4, "big"),
    "huge": b"\xff\xff\xff\xff",
    "not msgpack": encode(b"\xc1"),
    "a list": encode(b"\x91\x01"),
    "twice the same key": encode(b"\x82\xa1t\xa3act\xa1t\xa3act"),
    "unknown kind": encode(pack({"t": "cheat"})),
    "a seat of one's choice": encode(pack({"t": "act", "cid": 9, "did": 2, "moves": ["gold"], "seat": 1})),
    "wrong types": encode(pack({"t": "act", "cid": "9", "did": 2, "moves": ["gold"]})),
    "a host's message": Welcome(table="0" * 26, seq=0).frame(),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
async def test_a_broken_frame_ends_that_connection_in_words_and_nothing_else(broken: bytes) -> None:
    async with at_play() as (_, _, mallory, honest):
        mallory.line.send(broken)
        error = await mallory.until(Err)
        assert error.code in ("bad_frame", "bad_schema")
        assert error.cid is None
        story = await finish(honest)
        assert (0, "player") not in story.moved
        await mallory.line.close()


@pytest.mark.asyncio
async def test_wrong_requests_get_clear_errors_and_the_game_goes_on() -> None:
    async with at_play() as (_, table, mallory, honest):
        decision: DecisionNote = await mallory.until(DecisionNote)
        while decision.auto:
            decision = await mallory.until(DecisionNote)
        play_now = play_of(table)
        head = play_now.log.head
        act = {"t": "act", "cid": 2, "did": decision.did, "moves": ["build no_such_card"]}
        assert (await mallory.answer(act)).code == "illegal"
        assert (await mallory.answer(act | {"cid": 3, "did": decision.did - 1})).code == "stale_decision"
        assert (await mallory.answer(act | {"cid": 4, "did": decision.did + 9})).code == "stale_decision"
        assert (await mallory.answer({"t": "start", "cid": 5})).code == "already_started"
        assert (await mallory.answer({"t": "say", "cid": 6, "text": "\x1b[2J"})).code == "chat_bad"
        assert play_now.log.head == head
        good = act | {"cid": 7, "moves": [decision.moves[0]]}
        first = await mallory.answer(good)
        assert isinstance(first, Ack)
        again = await mallory.answer(good)
        assert again == first
        assert (await mallory.answer(act | {"cid": 8})).code in ("not_your_turn", "stale_decision", "illegal")
        moved = [m for m in mallory.got if isinstance(m, EntryNote)]
        assert len({m.seq for m in moved}) == len(moved)
        await mallory.line.close()
        await finish(honest)


@pytest.mark.asyncio
async def test_out_of_turn_is_refused() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        raw = [await RawClient.join(invite(host, table), name=f"R{n}") for n in range(2)]
        raw[0].line.send(Start(cid=1).frame())
        await raw[0].until(Ack)
        play_now = play_of(table)
        head, asked = play_now.log.head, play_now.seat
        assert asked is not None
        other = raw[1 - asked]
        move = str(play_now._game.moves[0])
        answer = await other.answer({"t": "act", "cid": 5, "did": play_now.did, "moves": [move]})
        assert answer.code == "not_your_turn"
        assert play_now.log.head == head
        assert not any(isinstance(message, DecisionNote) for message in other.got)
        watcher = await RawClient.join(invite(host, table), name="W", watch=True)
        answer = await watcher.answer({"t": "act", "cid": 1, "did": play_now.did, "moves": [move]})
        assert answer.code == "spectator"
        assert play_now.log.head == head
        for client in (*raw, watcher):
            await client.line.close()


@pytest.mark.asyncio
async def test_a_killed_client_does_not_hold_the_table_up() -> None:
    async with hosting() as host:
        table = open_table(host, 3)
        clients = await seat_players(host, table, 3)
        await clients[0].start()
        killed = clients.pop(1)
        await until(killed, lambda update: type(update).__name__ == "Happened")
        killed._line._writer.transport.abort()
        stories = await asyncio.gather(*(play(client, n) for n, client in enumerate(clients)))
        for story in stories:
            assert story.ended
            assert Presence(1, False) in story.others
            assert (1, "absent") in story.moved
        assert stories[0].head == stories[1].head
        closed = await until(killed, Closed)
        assert closed.code == "lost"


@pytest.mark.asyncio
async def test_who_leaves_in_the_lobby_makes_room() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        first, second = await seat_players(host, table, 2)
        with pytest.raises(NetError) as caught:
            await seat_players(host, table, 1)
        assert caught.value.code == "table_full"
        await second.leave()
        await until(first, lambda update: isinstance(update, Lobby) and update.seats[1].kind == "open")
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
        await mallory.line.close()
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
async def test_guessing_tokens_shuts_the_door() -> None:
    async with hosting(replace(FAST, failures=(0.001, 3))) as host:
        table = open_table(host, 2, private=True)
        good = invite(host, table)
        codes = []
        for _ in range(5):
            with pytest.raises(NetError) as caught:
                await connect(Invite(good.address, good.pin, bytes(8)), Identity.new(), "Eve")
            codes.append(caught.value.code)
        assert codes[:3] == ["invite_bad"] * 3
        assert set(codes[3:]) <= {"unreachable", "tls"}


@pytest.mark.asyncio
async def test_hostile_chat_is_refused_before_and_behind_the_wire() -> None:
    async with at_play() as (_, _, mallory, honest):
        await honest.chat("two\nlines")
        refused = await until(honest, Refused)
        assert (refused.code, refused.what) == ("chat_bad", "chat")
        answer = await mallory.answer({"t": "say", "cid": 50, "text": "\u202eolleh"})
        assert answer.code == "chat_bad"
        assert "U+202E" in answer.detail
        await mallory.line.close()
        await honest.leave()


@pytest.mark.asyncio
async def test_who_says_nothing_is_sent_away() -> None:
    async with hosting(replace(FAST, join_timeout=0.05)) as host:
        table = open_table(host, 2)
        target = invite(host, table)
        line = await dial(target.address, target.pin, DEFAULT)
        answer = await line.next()
        assert isinstance(answer, Err)
        assert answer.code == "timeout"
        await line.close()


@pytest.mark.asyncio
async def test_what_is_no_tls_is_sent_away() -> None:
    async with hosting(replace(FAST, tls_timeout=0.2)) as host:
        table = open_table(host, 2)
        for greeting in (b"", b"SSH-2.0-OpenSSH\r\n", bytes(500)):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            writer.write(greeting)
            assert b"citadels" not in await reader.read(1000)
            writer.close()
        (client,) = await seat_players(host, table, 1)
        await client.leave()


@pytest.mark.asyncio
@pytest.mark.parametrize("old", [True, False], ids=["TLS 1.2", "no ALPN"])
async def test_other_tls_is_refused(old: bool) -> None:
    async with hosting() as host:
        open_table(host, 2)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        if old:
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            context.set_alpn_protocols(["citadels/1"])
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection("127.0.0.1", host.port, ssl=context)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port, ssl=context)
            assert await reader.read(1000) == b""
            writer.close()


@pytest.mark.asyncio
async def test_who_does_not_read_is_dropped_and_nobody_waits() -> None:
    async with hosting(replace(FAST, seat_backlog=64 * 1024)) as host:
        table = open_table(host, 3, bots=["random"])
        (owner,) = await seat_players(host, table, 1)
        sleeper = await RawClient.join(invite(host, table))
        await until(owner, lambda update: isinstance(update, Lobby) and update.seats[1].kind == "human")
        sleeper.line._writer.transport.pause_reading()  # type: ignore[attr-defined]
        peer = next(peer for peer, member in table._members.items() if member.name == "Mallory")
        note = LobbyNote(seats=table.lobby.note(table.lobby.players[0], 0).seats, setup=table.lobby.setup, pause=0)
        for _ in range(100_000):
            peer.send(note.frame())
            if peer._closing:  # type: ignore[attr-defined]
                break
        assert peer._closing  # type: ignore[attr-defined]
        await until(owner, lambda update: isinstance(update, Lobby) and update.seats[1].kind == "open")
        await sleeper.line.close()
        await owner.leave()


@pytest.mark.asyncio
async def test_a_host_that_closes_says_so() -> None:
    async with hosting() as host:
        table = open_table(host, 2)
        clients = await seat_players(host, table, 2)
        await clients[0].start()
        await host.close()
        for client in clients:
            closed = await until(client, Closed)
            assert (closed.code, closed.retry) == ("host_shutdown", "later")


@pytest.mark.asyncio
async def test_too_many_at_the_door_are_refused_before_tls() -> None:
    async with hosting(replace(FAST, accepts=(0.001, 2))) as host:
        table = open_table(host, 4)
        await seat_players(host, table, 2)
        with pytest.raises(NetError) as caught:
            await seat_players(host, table, 1)
        assert caught.value.code in ("unreachable", "tls")


def test_a_request_s_frame_fits_the_limit() -> None:
    longest = Act(cid=2**31 - 1, did=2**31 - 1, moves=["discard school_of_magic"] * 32)
    assert len(longest.frame()) < DEFAULT.request.frame
