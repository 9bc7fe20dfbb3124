"""Nothing hidden leaves the host but in envelopes: on the application's level, and on the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from engine import Event, Move, Rules, State, new_game, resample, view
from engine.cards import CHARACTERS, DISTRICTS
from engine.event import SECRETS, knowers, public
from net.client import connect
from net.connection import Connection
from net.crypto import Identity, Place, SealKey
from net.envelopes import open_event, seal_event
from net.frames import FrameDecoder, unpack
from net.limits import DEFAULT
from net.log import EventNote, PlayEntry, SeatEntry
from net.messages import ChatNote, DecisionNote, EntryNote, Err, HostMessage, LobbyNote, from_host
from net.play import Play
from tests.net.support import SEED, hosting, invite, open_table, play, play_of, seat_players

HOST = Identity.new()
KEYS = [SealKey() for _ in range(8)]


def decoded(frames: list[bytes]) -> list[HostMessage]:
    decoder = FrameDecoder(DEFAULT.answer)
    return [from_host(value) for frame in frames for value in decoder.feed(frame)]


def events_in(frames: list[bytes]) -> list[EventNote]:
    entries = [unpack(m.body, DEFAULT.answer) for m in decoded(frames) if isinstance(m, EntryNote)]
    return [note for entry in entries if entry["t"] == "play" for note in PlayEntry.model_validate(entry).events]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> dict[Connection, list[bytes]]:
    """Every frame the host hands to a connection."""
    found: dict[Connection, list[bytes]] = {}
    send, replay = Connection.send, Connection.replay

    def recording_send(self: Connection, frame: bytes) -> None:
        found.setdefault(self, []).append(frame)
        send(self, frame)

    def recording_replay(self: Connection, frames: list[bytes]) -> None:
        found.setdefault(self, []).extend(frames)
        replay(self, frames)

    monkeypatch.setattr(Connection, "send", recording_send)
    monkeypatch.setattr(Connection, "replay", recording_replay)
    return found


@pytest.mark.asyncio
async def test_others_and_spectators_are_sent_public_facts_only(sent: dict[Connection, list[bytes]]) -> None:
    async with hosting() as host:
        table = open_table(host, 5)
        clients = await seat_players(host, table, 5)
        watchers = await seat_players(host, table, 1, watch=True)
        await clients[0].start()
        await asyncio.gather(*(play(client, n, leave=False) for n, client in enumerate([*clients, *watchers])))
        game = play_of(table)
        truth = game._events
        for client in (*clients, *watchers):
            await client.leave()
    assert len(sent) == 6
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
        assert tuple(box.seat for box in note.sealed) == knowers(event)
    assert {note.kind for note in notes if note.sealed} >= {"deal", "pool", "pick", "draw", "ask"}


def seat_of_decision(log: list[EntryNote], did: int) -> int:
    """Who was asked in an entry."""
    entry = PlayEntry.model_validate(unpack(log[did - 1].body, DEFAULT.answer))
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
            await client.start()
            story = await play(client)
            assert story.ended
    assert not names_a_card(caplog.text.encode())
    wire = b"".join(heard)
    assert len(wire) > 100_000
    assert not names_a_card(wire)
    for word in (b"Wilhelmina", b"decision", b"sealed", table.id.encode(), table.door.guest_token):
        assert word not in wire


def masked(frame: bytes, game: Play) -> object:
    """What an entry shows to those who cannot open its envelopes; of those, only whose and how long they are."""
    (note,) = decoded([frame])
    assert isinstance(note, EntryNote)
    entry = PlayEntry.model_validate(unpack(note.body, DEFAULT.answer))
    return (
        note.seq,
        entry.model_dump(exclude={"events": {"__all__": {"sealed"}}}),
        [[(box.seat, len(box.box), len(box.commit)) for box in event.sealed] for event in entry.events],
        len(frame),
    )


def twin(rules: Rules, game: State) -> Play:
    """The host's side of a game that is in a certain state."""
    seats = [SeatEntry(name=f"P{i}", seal=KEYS[i].public) for i in range(rules.players)]
    made = Play(rules, seats, HOST, SEED)
    made._game = game.clone()
    made._game.drain()
    return made


def same_face(one: State, other: State, move: Move, twin_move: Move) -> bool:
    """Whether two moves in two worlds look the same to everybody."""
    a, b = one.clone(), other.clone()
    a.drain(), b.drain()
    a.apply(move)
    b.apply(twin_move)
    return [public(event) for event in a.drain()] == [public(event) for event in b.drain()]


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_two_games_that_differ_in_secret_only_look_the_same(players: int) -> None:
    chance = Random(players)
    compared = 0
    for number in range(3):
        rules = Rules.random(players, chance)
        game = new_game(rules, bytes([number]) * 32)
        while game.seat is not None:
            if chance.random() < 0.2:
                compared += compare_worlds(rules, game, chance)
            game.apply(chance.choice(list(game.moves)))
    assert compared > 30


def compare_worlds(rules: Rules, game: State, chance: Random) -> int:
    """Play a move in this world and in one a spectator cannot tell from it; compare what leaves the host."""
    assert game.seat is not None
    world = resample(game, None, chance)
    assert view(world, None) == view(game, None)
    move = chance.choice(list(game.moves))
    others = [other for other in world.moves if same_face(game, world, move, other)]
    if not others:
        return 0
    one, other = twin(rules, game), twin(rules, world)
    first = one.apply(game.seat, str(move), "player")
    second = other.apply(game.seat, str(chance.choice(others)), "player")
    assert masked(first, one) == masked(second, other)
    return 1


def test_the_size_of_an_envelope_tells_nothing_but_how_many_things_are_in_it() -> None:
    """Every id of every card, and every rank, makes an envelope of the same size."""
    place = Place("0" * 26, 0, 1, 0, -1, "draw")
    keys = [key.public for key in KEYS]
    for count in range(1, 9):
        sizes = set()
        for id in [*DISTRICTS["deluxe"], *(f"{id}+" for id in DISTRICTS["deluxe"])]:
            event = Event("draw", 0, cards=(id,) * count, amount=count)
            note = seal_event(event, keys, place, bytes(32))
            sizes.add(len(note.sealed[0].box))
        assert len(sizes) == 1
    ranks = {
        len(seal_event(Event("pick", 0, rank=rank), keys, place, bytes(32)).sealed[0].box) for rank in range(1, 10)
    }
    assert len(ranks) == 1


def test_who_may_know_gets_an_envelope_even_when_it_is_empty() -> None:
    place = Place("0" * 26, 0, 1, 0, -1, "ask")
    note = seal_event(Event("ask", 3, note="menu"), [key.public for key in KEYS], place, bytes(32))
    assert [box.seat for box in note.sealed] == [3]
    opened = open_event(note, 3, KEYS[3], place, bytes(32), DEFAULT)
    assert opened == Event("ask", 3, note="menu")


def test_every_secret_of_the_engine_is_sealed() -> None:
    """A new kind of secret needs no change here: the table of secrets decides."""
    place = Place("0" * 26, 0, 1, 0, -1, "x")
    filled = {"cards": ("tavern",), "ranks": (3,), "rank": 4, "card": "castle", "note": "x"}
    for kind, (fields, _) in SECRETS.items():
        event = Event(kind, 1, 2)._replace(**{name: filled[name] for name in fields})  # type: ignore[arg-type]
        note = seal_event(event, [key.public for key in KEYS], place, bytes(32))
        assert [getattr(note, name) for name in fields] == [Event._field_defaults[name] for name in fields]
        for seat in (0, 1, 2, None):
            where = Place("0" * 26, 0, 1, 0, -1, "x")
            opened = open_event(note, seat, KEYS[seat or 0], where, bytes(32), DEFAULT)
            assert opened == (event if seat in knowers(event) else public(event))
