"""Evidence: a log that shows what a host did is kept, or its loss is said; and no host fills the disk or the memory."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from citadels_tui.history.played_games import played_games
from engine import Rules
from net.base.limits import DEFAULT, KIB
from net.client.client import Client
from net.client.connect import connect, visit
from net.client.update_queue import UpdateQueue
from net.client.updates import Chat, Closed, Decision, LobbyView, Notice, Update
from net.client.visitor import Visitor
from net.gamelog.archive import Archive
from net.gamelog.proof import Proof
from net.gamelog.retention import OWN
from net.gamelog.verify import verify
from net.host.seats.host_services import Entrances
from net.identity.crypto import Identity
from net.identity.invitations import Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import HandOver, Start
from net.protocol.host_messages import ChatNote, PresenceNote
from net.protocol.visitor_notes import ListedTable, TableNote, TablesNote
from tests.support.net.fakes import started
from tests.support.net.hosting import hosting, invite, open_table, play_of, soon, until
from tests.support.net.kept_logs import kept
from tests.support.net.signed_games import SignedGame

ROOM = DEFAULT.answer.frame + 24 * KIB
"""Bytes of a log that leave room for a deal and little more."""
SHORT = replace(DEFAULT, log=ROOM)


async def to_its_end(client: Client | Visitor) -> list[Any]:
    """All updates until the client has closed."""
    async with asyncio.timeout(30):
        return [update async for update in client.updates()]


def kept_in(archive: Path) -> tuple[Proof, int]:
    """The only log in an archive, and its size as a file."""
    (proof,) = kept(archive).values()
    return proof, len(proof.dump())


def codes(updates: list[Update]) -> list[str]:
    return [update.code for update in updates if isinstance(update, Notice | Closed)]


@pytest.mark.asyncio
async def test_a_log_is_refused_and_kept_before_it_is_too_long_to_be_kept(tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db", limits=SHORT)
        await client.request(Start)
        await until(client, lambda update: isinstance(update, Decision) and not update.auto)
        play = play_of(table)
        for number in range(400):
            table.inbox.post(partial(play.hold, number % 2 == 0))
        updates = await to_its_end(client)
    assert codes(updates) == ["log_kept", "fork"]
    assert "longer than can be kept" in updates[-1].sentence
    proof, size = kept_in(tmp_path / "own.db")
    assert size <= ROOM
    found = verify(proof.host, proof.notes, SHORT).findings
    assert [each.code for each in found] == ["form"], "the host has signed it"
    assert not [each for each in verify(proof.host, proof.notes).findings if each.code != "truncated"]


@pytest.mark.asyncio
async def test_when_nothing_can_be_kept_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "own.db").write_text("no archive")
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db", limits=SHORT)
        await client.request(Start)
        await until(client, lambda update: isinstance(update, Decision) and not update.auto)
        for number in range(400):
            table.inbox.post(partial(play_of(table).hold, number % 2 == 0))
        updates = await to_its_end(client)
    assert codes(updates) == ["log_lost", "fork"]


def test_a_host_gives_no_seat_away_in_a_log_that_is_long_already() -> None:
    room, peers = started(3, 2)
    room.ask(peers[0], HandOver, seat=1, open=True)
    match = room.table.series.require()
    assert match.open_seats == {1, 2}
    match.game.log.size = DEFAULT.log
    assert match.open_seats == set()
    assert room.join("Cy").closed == "already_started"


# Logs that were broken off


def broken_off(host: Identity, number: int) -> Proof:
    """The log of a game without an end."""
    game = SignedGame(Rules.make(2), 2, Random(number))
    game.share()
    return replace(game.proof, host=host.public)


def test_logs_that_were_broken_off_make_room_for_one_another(tmp_path: Path) -> None:
    honest, hostile = Identity.new(), Identity.new()
    path = tmp_path / "own.db"
    with closing(Archive(path, replace(OWN, broken_games=5))) as archive:
        names = [archive.add(broken_off(honest, number)) for number in (1, 2)]
        floods = [archive.add(broken_off(hostile, number)) for number in range(3, 13)]
        left = [facts.file.removesuffix(".proof") for facts in archive.games() if facts.kept]
        assert left == [*reversed(floods[-3:]), *reversed(names)]
        assert len(list(archive.games())) == 5
        size = sum(facts.size for facts in archive.games())
    with closing(Archive(path, replace(OWN, broken_bytes=size * 11 // 10))) as archive:
        last = archive.add(broken_off(hostile, 13))
        left = [facts.file.removesuffix(".proof") for facts in archive.games() if facts.kept]
        assert left == [last, *reversed(floods[-2:]), *reversed(names)]


def test_a_log_that_breaks_the_rules_is_kept_with_the_reason(tmp_path: Path) -> None:
    proof = broken_off(Identity.new(), 1)
    bad = replace(proof, notes=(*proof.notes, proof.notes[-1].model_copy(update={"body": b"\xc1"})))
    with closing(Archive(tmp_path / "own.db", OWN)) as archive:
        name = archive.add(bad)
        assert archive.log(name) == bad
        (facts,) = archive.games()
    assert (facts.game, facts.host, facts.fault) == (proof.game, proof.host.hex(), "cannot be read")
    assert played_games([facts], frozenset(), frozenset()) == []


# What a host tells


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["chat", "presence", "lobby"])
async def test_a_host_that_says_too_much_is_left(kind: str, tmp_path: Path) -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        limits = replace(DEFAULT, told=(10.0, 100))
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db", limits=limits)
        await until(client, LobbyView)
        frame = {
            "chat": ChatNote(name="Mallory", text="x"),
            "presence": PresenceNote(seat=0, connected=True),
            "lobby": table.lobby.note(table.lobby.players[0], table.options, Entrances(), playing=False),
        }[kind].frame()
        for _ in range(400):
            table.inbox.post(partial(table.outbox.broadcast, frame))
        updates = await to_its_end(client)
    assert (updates[-1].code, updates[-1].retry) == ("flooding", "later")
    assert len(updates) <= 200


@pytest.mark.asyncio
async def test_unread_updates_hold_back_the_connection(tmp_path: Path) -> None:
    limits = replace(DEFAULT, unread=50, told=(1e6, 1_000_000))
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada", archive=tmp_path / "own.db", limits=limits)
        for number in range(1000):
            table.inbox.post(partial(table.outbox.broadcast, ChatNote(name="Bo", text=f"{number}")))
        await soon(lambda: len(client._queue._waiting) == 50)
        await asyncio.sleep(0.1)
        assert len(client._queue._waiting) == 50
        said: list[str] = []
        async for update in client.updates():
            if isinstance(update, Chat):
                said.append(update.text)
            if len(said) == 1000:
                break
        assert said == [str(number) for number in range(1000)]
        await client.leave()


@pytest.mark.asyncio
async def test_a_reader_that_is_never_done_leaves_the_loop_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    worked = 0.0
    monkeypatch.setattr("net.client.update_queue.thread_time", lambda: worked)
    queue: UpdateQueue[int] = UpdateQueue(10)
    turns: list[int] = []
    read, done = 0, False

    async def others() -> None:
        while not done:
            turns.append(read)
            await asyncio.sleep(0)

    for number in range(1000):
        queue.put(number)
    task = asyncio.create_task(others())
    for number in range(1000):
        assert await queue.get() == number
        worked += 0.001
        read += 1
    done = True
    await task
    # A quarter of a second at once, and then a hundredth at a time.
    steps = [after - before for before, after in pairwise(turns)]
    assert turns[0] >= 250
    assert max(steps) <= 12
    assert len(steps) > 60


# The list of tables


@pytest.mark.asyncio
async def test_a_list_that_does_not_end_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ListedTable(table="0" * 26, edition="deluxe", phase="open", seats=4)
    limits = replace(DEFAULT, first_list=0.3)
    endless = TablesNote(tables=[row], more=True)
    async with hosting() as host:
        table = open_table(host, 2)
        monkeypatch.setattr("net.host.table_list.TablesNote", lambda **_: endless)
        lobby = Invite(invite(host, table).address, pin_of(host.identity.public), b"")
        visitor = await visit(lobby, Identity.new(), "Ada", limits=limits)
        updates = await to_its_end(visitor)
    assert [type(update) for update in updates] == [Closed]
    assert updates[0].code == "flooding"


@pytest.mark.asyncio
async def test_unread_changes_of_a_row_are_merged_into_the_newest() -> None:
    row = ListedTable(table="0" * 26, edition="deluxe", phase="open", seats=4)
    async with hosting() as host:
        table = open_table(host, 2)
        visitor = await visit(
            Invite(invite(host, table).address, pin_of(host.identity.public), b""), Identity.new(), "Ada"
        )
        await visitor.first_view()
        for people in range(4000):
            visitor._take(TableNote(table=row.model_copy(update={"people": people % 4})))
        assert len(visitor._queue._waiting) == 1
        assert [table.people for table in (await visitor.first_view()).tables][-1] == 3
        await visitor.leave()
