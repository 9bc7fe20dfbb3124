"""Nothing hidden leaves the host but in envelopes: on the application's level, and on the wire."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from engine import Event, Rules, View
from engine.cards import CHARACTERS, DISTRICTS
from engine.event import KINDS, knowers, public, secret
from engine.step import STEPS, Step
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Decision
from net.gamelog.entries import Entry, EventNote, PlayEntry, SeatEntry, parsed
from net.gamelog.envelopes import open_event, seal_event
from net.host.game.logged_game import LoggedGame
from net.host.host import Host
from net.host.lines.connection import Connection
from net.host.store.journal import Journal
from net.identity.crypto import Identity, Place, SealKey, open_sealed
from net.protocol.client_messages import AddBot, Start
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import ChatNote, DecisionNote, EntryNote, Err, HostMessage, LobbyNote, from_host
from tests.support.net.fakes import Room
from tests.support.net.hosting import FAST, SEED, WAIT, hosting, invite, open_table, play, play_of, seat_players, until
from tests.support.net.journals import SEQ

pytestmark = pytest.mark.slow

KEYS = [SealKey() for _ in range(8)]
SECRET = bytes(32)
"""The host's."""
GAME = "0" * 26
SEAL_KEYS = [SealKey.of_game(GAME, SECRET).of_seat(GAME, key.public) for key in KEYS]


def decoded(frames: list[bytes]) -> list[HostMessage]:
    decoder = FrameDecoder(DEFAULT.answer)
    return [from_host(value) for frame in frames for value in decoder.feed(frame)]


def entry_in(note: EntryNote) -> Entry:
    return parsed(note.body)


def events_in(frames: list[bytes]) -> list[EventNote]:
    entries = [entry_in(message) for message in decoded(frames) if isinstance(message, EntryNote)]
    return [note for entry in entries if isinstance(entry, PlayEntry) for note in entry.events]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[Connection, list[bytes]]:
    """Every frame the host hands to a connection."""
    found: dict[Connection, list[bytes]] = {}
    queue, replay = Connection.queue, Connection.replay

    def recording_queue(self: Connection, frame: bytes) -> None:
        found.setdefault(self, []).append(frame)
        queue(self, frame)

    def recording_replay(self: Connection, frames: list[bytes]) -> None:
        found.setdefault(self, []).extend(frames)
        replay(self, frames)

    monkeypatch.setattr(Connection, "queue", recording_queue)
    monkeypatch.setattr(Connection, "replay", recording_replay)
    return found


@pytest.mark.asyncio
async def test_others_and_spectators_are_sent_public_facts_only(sent: dict[Connection, list[bytes]]) -> None:
    async with hosting() as host:
        table = open_table(host, 3)
        clients = await seat_players(host, table, 3)
        spectators = await seat_players(host, table, 1, watch=True)
        await clients[0].request(Start)
        await asyncio.gather(*(play(client, n, leave=False) for n, client in enumerate([*clients, *spectators])))
        game = play_of(table)
        truth = [event for _, _, event in game._events]
        for client in (*clients, *spectators):
            await client.leave()
    assert len(sent) == 4
    logs = []
    for frames in sent.values():
        messages = decoded(frames)
        logs.append([message for message in messages if isinstance(message, EntryNote)])
        # Beside the log: nothing that names a card or a character, but one's own decisions.
        for message in messages:
            if isinstance(message, LobbyNote | ChatNote | Err):
                assert not names_a_card(message.frame(), but=b"first_game")
        asked = {message.did for message in messages if isinstance(message, DecisionNote)}
        mine = {seat_of_decision(logs[-1], did) for did in asked}
        assert len(mine) <= 1
    assert all(log == logs[0] for log in logs)
    notes = events_in(next(iter(sent.values())))
    assert len(notes) == len(truth)
    for note, event in zip(notes, truth, strict=True):
        shown = Event(*(getattr(note, name) for name in Event._fields))
        assert shown == public(event)
        assert tuple(each.seat for each in note.sealed) == knowers(event)
    assert {note.kind for note in notes if note.sealed} >= {"deal", "pool", "pick", "draw", "ask"}


def seat_of_decision(log: list[EntryNote], did: int) -> int:
    """Who was asked in an entry."""
    entry = entry_in(log[did - 1])
    assert isinstance(entry, PlayEntry)
    assert entry.events[-1].kind == "ask"
    return entry.events[-1].seat


def names_a_card(raw: bytes, but: bytes = b"") -> bool:
    raw = raw.replace(but, b"") if but else raw
    return any(id.encode() in raw for id in (*DISTRICTS["deluxe"], *CHARACTERS["deluxe"]) if len(id) > 4)


@asynccontextmanager
async def listening_in(port: int, heard: list[bytes]) -> AsyncIterator[int]:
    """A wire between client and host on which everything is written down."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(65536):
            heard.append(chunk)
            writer.write(chunk)
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        out_reader, out_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, out_writer), pass_on(out_reader, writer), return_exceptions=True)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.mark.asyncio
async def test_neither_the_wire_nor_the_host_s_log_shows_anything(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    heard: list[bytes] = []
    async with hosting() as host:
        table = open_table(host, 4, bots=["random"] * 3)
        async with listening_in(host.port, heard) as port:
            client = await connect(invite(host, table).at("127.0.0.1", port), Identity.new(), "Wilhelmina")
            await client.request(Start)
            story = await play(client)
            assert story.ended
    assert not names_a_card(caplog.text.encode())
    wire = b"".join(heard)
    assert len(wire) > 100_000
    assert not names_a_card(wire)
    for word in (b"Wilhelmina", b"decision", b"sealed", table.id.encode(), table.access.player_token):
        assert word not in wire


def test_an_envelope_opens_for_its_addressee_alone() -> None:
    """Every envelope of a game, tried with every key, and in the place of every other seat."""
    stranger, host = SealKey(), Identity.new()
    seats = [SeatEntry(name=f"P{seat}", level="random", seal=KEYS[seat].public) for seat in range(4)]
    game = LoggedGame.begin(Rules.make(4), seats, host, SEED)
    for _ in range(25):
        assert game.seat is not None
        game.answer(game.view(game.seat).moves[-1], "bot")
    found_sealed = 0
    assert game.validator.game
    hosts = game.validator.game.seal
    # Two of the seats together have no more than each alone has, and the host's public key opens nothing.
    keys = [key.with_host(game.log.game, hosts) for key in (*KEYS[:4], stranger)]
    keys += [KEYS[0].with_host(game.log.game, KEYS[1].public), hosts]
    heads = [bytes(32), *game.validator.heads]
    for frame in game.log.frames:
        (message,) = decoded([frame])
        assert isinstance(message, EntryNote)
        entry = entry_in(message)
        for index, note in enumerate(entry.events if isinstance(entry, PlayEntry) else ()):
            for found in note.sealed:
                found_sealed += 1
                opened = set()
                for seat, key in enumerate(keys):
                    for place in range(4):
                        where = Place(game.log.game, 0, message.seq, index, place, note.kind)
                        with suppress(NetError):
                            open_sealed(found.ciphertext, found.commitment, key, where, heads[message.seq - 1])
                            opened.add((seat, place))
                assert opened == {(found.seat, found.seat)}
    assert found_sealed > 40


def test_an_envelopes_size_tells_only_the_number_of_items() -> None:
    """Every id of every card, and every rank, makes an envelope of the same size."""
    place = Place(GAME, 0, 1, 0, -1, "draw")
    for count in range(1, 9):
        sizes = set()
        for id in [*DISTRICTS["deluxe"], *(f"{id}+" for id in DISTRICTS["deluxe"])]:
            event = Event("draw", 0, cards=(id,) * count, amount=count)
            note = seal_event(event, SEAL_KEYS, place, bytes(32), SECRET)
            sizes.add(len(note.sealed[0].ciphertext))
        assert len(sizes) == 1
    ranks = {
        len(seal_event(Event("pick", 0, rank=rank), SEAL_KEYS, place, bytes(32), SECRET).sealed[0].ciphertext)
        for rank in range(1, 10)
    }
    assert len(ranks) == 1


def test_an_empty_secret_still_gets_an_envelope() -> None:
    place = Place(GAME, 0, 1, 0, -1, "ask")
    note = seal_event(Event("ask", 3, note="search"), SEAL_KEYS, place, bytes(32), SECRET)
    assert [each.seat for each in note.sealed] == [3]
    opened = open_event(note, 3, SEAL_KEYS[3], place, bytes(32), DEFAULT)
    assert opened == Event("ask", 3, note="search")


def test_a_question_of_a_kind_that_shows_no_cards_has_no_envelope() -> None:
    shows = {step.kind for step in STEPS.values() if step.secret or step.sight is not Step.sight}
    assert shows == set(KINDS["ask"].notes)
    place = Place(GAME, 0, 1, 0, -1, "ask")
    for kind in {step.kind for step in STEPS.values() if step.kind}:
        note = seal_event(Event("ask", 3, note=kind), SEAL_KEYS, place, bytes(32), SECRET)
        assert bool(note.sealed) == (kind in shows)


def test_every_secret_of_the_engine_is_sealed() -> None:
    """A new kind of secret needs no change here: the table of secrets decides."""
    place = Place(GAME, 0, 1, 0, -1, "x")
    filled = {"cards": ("tavern",), "ranks": (3,), "rank": 4, "card": "castle", "note": "x"}
    for kind, fields in [(name, kind.secret) for name, kind in KINDS.items() if kind.secret]:
        event = Event(kind, 1, 2, note=next(iter(KINDS[kind].notes), ""))
        event = event._replace(**{name: filled[name] for name in fields})  # type: ignore[arg-type]
        note = seal_event(event, SEAL_KEYS, place, bytes(32), SECRET)
        assert [getattr(note, name) for name in fields] == [Event._field_defaults[name] for name in fields]
        for seat in (0, 1, 2, None):
            where = Place(GAME, 0, 1, 0, -1, "x")
            opened = open_event(note, seat, SEAL_KEYS[seat or 0], where, bytes(32), DEFAULT)
            assert opened == (event if seat in knowers(event) else public(event))


@pytest.mark.asyncio
async def test_hidden_cards_stand_only_in_the_journals_secrets(tmp_path: Path) -> None:
    """In the middle of a game, as somebody would find it who makes off with the file."""
    path = tmp_path / "host.db"
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=FAST, store=Journal(path)) as host:
        table = open_table(host, 4, bots=["random"] * 2, seed=None)
        clients = await seat_players(host, table, 2)
        await clients[0].request(Start)
        playing = [asyncio.create_task(answers(client, 12)) for client in clients]
        await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        for task in playing:
            task.cancel()
        game = play_of(table)
        for client in clients:
            await client.leave()
    assert not game.over
    records, entries = rows(path, "* FROM tables"), rows(path, f"body, sig FROM entries WHERE {SEQ} > 1")
    truth = [event for _, _, event in game._events]
    assert not names_a_card(records, but=b"first_game")
    told, hidden = (repr([show(event) for event in truth]).encode() for show in (public, secret))
    names = [id.encode() for id in DISTRICTS["deluxe"] if len(id) > 4]
    unseen = [name for name in names if name in hidden and name not in told]
    assert len(unseen) > 3
    assert not [id for id in unseen if id in entries]


async def answers(client: Client, questions: int) -> None:
    """Answer some questions, anyhow."""
    for _ in range(questions):
        decision = await until(client, Decision)
        await client.move(decision.moves[0])


def rows(path: Path, what: str) -> bytes:
    """A part of what stands in a journal."""
    with closing(sqlite3.connect(path)) as file:
        return repr(file.execute(f"SELECT {what}").fetchall()).encode()


class FirstMove:
    """Lets bots search for no time, and find the first move."""

    def search(self, bot: Any, view: View, world: Any, seconds: float) -> Any:
        return view.moves[0]


@pytest.mark.parametrize(
    ("pause", "thinking", "waits"), [(0.0, 1.0, 1.2), (0.8, 1.0, 1.2), (3.0, 1.0, 3.0), (0.8, 0.3, 0.8)]
)
def test_a_bot_that_searches_takes_as_long_when_it_has_no_choice(pause: float, thinking: float, waits: float) -> None:
    room = Room(2, bot_pause=pause, thinking=thinking)
    room.clock.thinkers = FirstMove()
    ada = room.join("Ada")
    room.ask(ada, AddBot, level="mastermind")
    room.ask(ada, Start)
    taken: dict[bool, set[float]] = {True: set(), False: set()}
    while not (taken[True] and taken[False]):
        game = room.table.game
        assert game
        assert game.seat is not None
        if game.seat == 0:
            room.act(ada, str(game.view(0).moves[0]))
            continue
        did, choice, asked = game.did, len(game.view(1).moves) > 1, room.clock.time
        while game.did == did:
            room.clock.time = room.clock.due[0].when
            room.tick()
        taken[choice].add(round(room.clock.time - asked, 6))
    assert taken == {True: {waits}, False: {waits}}


def test_a_bot_that_does_not_search_waits_for_its_pause_alone() -> None:
    room = Room(2, bot_pause=0.5, thinking=10.0)
    ada = room.join("Ada")
    room.ask(ada, AddBot, level="steward")
    room.ask(ada, Start)
    while (game := room.table.game) and game.seat == 0:
        room.act(ada, str(game.view(0).moves[0]))
    assert [timer.when - room.clock.time for timer in room.clock.due] == [0.5]
