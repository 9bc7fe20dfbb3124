"""The list of tables: what visitors see of a host's tables, and what they may do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from net.base.errors import NetError, sentence
from net.client.client import Client
from net.client.connect import connect, visit
from net.client.updates import Chat, Closed, Happened, Link, LobbyView, Refused, Started
from net.client.visitor import TableOpened, TablesView, Visitor
from net.host.host import Host
from net.host.seats.host_services import HostServices
from net.host.seats.lobby import Member
from net.host.store.journal import Journal
from net.host.table.table import Table
from net.host.table_list import TableList, Visit
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite
from net.identity.tls import pin_of
from net.protocol.client_messages import AddBot, OpenTable, Ready, Start, Vote
from net.protocol.host_messages import Err
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.visitor_notes import ListedTable, OpenedNote, StatusNote, TableGone, TableNote
from tests.support.net.fakes import FakeClock, FakePeer, look_in
from tests.support.net.hosting import FAST, WAIT, invite, open_table, play_of, soon, until

QUICK = replace(FAST, listing=0.01, new_tables=(1000.0, 1000), shared_new_tables=(1000.0, 1000))


@asynccontextmanager
async def house(**changed: Any) -> AsyncIterator[Host]:
    """A host that tells its visitors of changes at once."""
    limits = replace(QUICK, **changed)
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=limits, title="The Green Dragon") as host:
        yield host


async def look(host: Host, player: Identity | None = None, name: str = "Eve") -> Visitor:
    """A visitor who has come."""
    target = Invite(Address("127.0.0.1", host.port), pin_of(host.identity.public), b"")
    return await visit(target, player or Identity.new(), name, limits=host.limits)


async def next_one(visitor: Visitor, wanted: Any) -> Any:
    """The next update of a kind, or that fits."""
    async for update in visitor.updates():
        if isinstance(update, wanted) if isinstance(wanted, type) else wanted(update):
            return update
        assert not isinstance(update, Closed), update
    raise AssertionError("the updates ended")


async def seen(visitor: Visitor, so: Any) -> tuple[ListedTable, ...]:
    """The list as soon as something is so."""
    found: TablesView = await next_one(visitor, lambda update: isinstance(update, TablesView) and so(update.tables))
    return found.tables


@pytest.mark.asyncio
async def test_a_visitor_sees_the_tables_and_how_they_change() -> None:
    async with house() as host:
        first = open_table(host, 4, bots=["random"], title="Friday", start_when=2)
        visitor = await look(host)
        view = await next_one(visitor, TablesView)
        assert view.host == "The Green Dragon"
        assert [(t.table, t.title, t.phase, t.seats, t.people, t.bots) for t in view.tables] == [
            (first.id, "Friday", "open", 4, 0, 1)
        ]
        ada = await connect(invite(host, first), Identity.new(), "Ada", limits=FAST)
        (entry,) = await seen(visitor, lambda tables: tables[0].people == 1)
        assert (entry.owner, entry.you, entry.asked) == ("Ada", None, None)
        second = open_table(host, 2, private=True)
        tables = await seen(visitor, lambda tables: len(tables) == 2)
        assert (tables[1].table, tables[1].phase) == (second.id, "private")
        spectator = await connect(invite(host, first), Identity.new(), "Wim", watch=True, limits=FAST)
        await seen(visitor, lambda tables: tables[0].spectators == 1)
        for _ in range(2):
            await ada.request(partial(AddBot, level="random"))
        await ada.request(Start)
        await seen(visitor, lambda tables: tables[0].phase == "running")
        await ada.request(partial(Vote, end=True))
        await seen(visitor, lambda tables: tables[0].phase == "ended")
        await ada.leave()
        await spectator.leave()
        (last,) = await seen(visitor, lambda tables: len(tables) == 1)
        assert last.table == second.id
        await visitor.leave()


@pytest.mark.asyncio
async def test_a_client_keeps_a_bounded_list_of_tables() -> None:
    async with house(listed=3) as host:
        known = [open_table(host, 4) for _ in range(2)]
        visitor = await look(host)
        assert len((await next_one(visitor, TablesView)).tables) == 2
        further = [open_table(host, 4) for _ in range(3)]
        await seen(visitor, lambda tables: len(tables) == 3)
        # What changes of those that it keeps it goes on to learn.
        await connect(invite(host, further[2]), Identity.new(), "Bo", limits=FAST)
        await connect(invite(host, known[0]), Identity.new(), "Ada", limits=FAST)
        tables = await seen(visitor, lambda tables: tables[0].people == 1)
        assert [each.table for each in tables[:2]] == [table.id for table in known]
        assert len(tables) == 3
        again = await look(host)
        assert len((await next_one(again, TablesView)).tables) == 3


@pytest.mark.asyncio
async def test_only_players_are_told_whose_turn_it_is() -> None:
    async with house() as host:
        ada, bo = Identity.new(), Identity.new()
        table = open_table(host, 2, listed=False)
        people = {"Ada": ada, "Bo": bo}
        clients = [await connect(invite(host, table), who, name, limits=FAST) for name, who in people.items()]
        await clients[0].request(Start)
        for client in clients:
            await until(client, Happened)
        mine, strange = await look(host, ada), await look(host)
        assert (await next_one(strange, TablesView)).tables == ()
        (entry,) = await seen(mine, lambda tables: tables and tables[0].asked is not None)
        assert (entry.you, entry.asked) == (0, play_of(table).seat)


@pytest.mark.asyncio
async def test_a_visitor_opens_a_table_and_is_its_owner() -> None:
    async with house() as host:
        ada = Identity.new()
        visitor = await look(host, ada)
        await visitor.request(
            partial(
                OpenTable,
                setup=Setup(players=3),
                bots=["random"],
                options=TableOptions(title="Monday", turn_time=30, reserve=60, start_when=2),
            )
        )
        opened = await next_one(visitor, TableOpened)
        (entry,) = await seen(visitor, lambda tables: len(tables) == 1)
        assert (entry.title, entry.phase, entry.bots, entry.turn_time, entry.reserve) == (
            *("Monday", "private", 1, 30, 60),
        )
        with pytest.raises(NetError) as caught:
            await connect(replace(opened.invite, token=b""), Identity.new(), "Eve", limits=FAST)
        assert caught.value.code == "invite_needed"
        bo = await connect(opened.invite, Identity.new(), "Bo", limits=FAST)
        client = await connect(opened.invite, ada, "Ada", limits=FAST)
        lobby = await until(client, lambda update: isinstance(update, LobbyView) and update.mine)
        assert lobby.options == TableOptions(title="Monday", turn_time=30, reserve=60, start_when=2)
        # When as many are ready as were asked for, it begins, and a bot has the last seat.
        for player in (bo, client):
            await player.request(partial(Ready, on=True))
        assert [seat.kind for seat in (await until(client, Started)).seats] == ["human", "human", "bot"]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"options": TableOptions(title="x" * 41)}, "title_bad"),
        ({"options": TableOptions(title="\x1b[2J")}, "title_bad"),
        ({"setup": Setup(players=4, preset="nobody_knows")}, "setup_bad"),
        ({"bots": ["nobody"]}, "bot_bad"),
        ({"bots": ["random"] * 4}, "seats_open"),
        ({"options": TableOptions(start_when=5)}, "seats_open"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_and_costs_nothing(asked: dict[str, Any], code: str) -> None:
    async with house(new_tables=(0.001, 1)) as host:
        visitor = await look(host)
        await visitor.request(partial(OpenTable, **{"setup": Setup(players=4)} | asked))
        assert (await next_one(visitor, Refused)).code == code
        assert host.tables == {}
        await visitor.request(partial(OpenTable, setup=Setup(players=4)))
        await next_one(visitor, TableOpened)


@pytest.mark.asyncio
async def test_a_player_opens_one_table_a_minute_and_three_in_all() -> None:
    async with house(new_tables=FAST.new_tables) as host:
        visitor = await look(host)
        await visitor.request(partial(OpenTable, setup=Setup()))
        await next_one(visitor, TableOpened)
        await visitor.request(partial(OpenTable, setup=Setup()))
        refused = await next_one(visitor, Refused)
        assert refused.code == "tables_soon"
        assert refused.sentence in {sentence("tables_soon", f"{seconds}") for seconds in range(1, 61)}
    async with house() as host:
        visitor = await look(host)
        for _ in range(3):
            await visitor.request(partial(OpenTable, setup=Setup()))
            await next_one(visitor, TableOpened)
        await visitor.request(partial(OpenTable, setup=Setup()))
        assert (await next_one(visitor, Refused)).code == "tables_enough"
        assert len(host.tables) == 3


def ask_for_a_table(host: Host, origin: bytes) -> OpenedNote | Err:
    """The answer to somebody new of an address who would like to open a table."""
    peer = FakePeer(origin=origin)
    host._table_list._visits[peer] = Visit("Eve", Identity.new().public)
    host._table_list.request(
        peer, OpenTable(cid=1, setup=Setup(), options=TableOptions(private=False)), same_machine=False
    )
    del host._table_list._visits[peer]
    answer = peer.got[-1]
    assert isinstance(answer, OpenedNote | Err)
    return answer


@pytest.mark.asyncio
async def test_one_visitor_cannot_open_all_tables() -> None:
    """However many identities they have: what nobody is at goes first, then lobbies of the address that has most."""
    async with house(tables=6, vacant=WAIT) as host:
        own = open_table(host)
        many = [ask_for_a_table(host, b"a") for _ in range(5)]
        first, second, *_ = tables = [host.tables[answer.table] for answer in many if isinstance(answer, OpenedNote)]
        assert len(tables) == 5
        visitor = await connect(invite(host, first), Identity.new(), "Ada", limits=FAST)
        await until(visitor, LobbyView)
        # Whoever opened it.
        assert ask_for_a_table(host, b"a").t == "opened"
        await soon(lambda: second.id not in host.tables)
        assert {own.id, first.id} < host.tables.keys()
        for each in list(host.tables.values())[2:]:
            await connect(invite(host, each), Identity.new(), "Bo", limits=FAST)
        assert refusal(ask_for_a_table(host, b"a")) == "full"
        assert ask_for_a_table(host, b"b").t == "opened"
        assert (await until_closed(visitor)).code == "table_evicted"


def refusal(answer: OpenedNote | Err) -> str:
    return answer.code if isinstance(answer, Err) else ""


@pytest.mark.asyncio
async def test_a_game_with_people_at_it_is_never_ended_to_make_room() -> None:
    """A club at one address plays, and others come from hundreds: as many as there are tables, and more."""
    async with house(tables=5, vacant=WAIT) as host:
        games = []
        for _ in range(3):
            answer = ask_for_a_table(host, b"club")
            assert isinstance(answer, OpenedNote)
            table = host.tables[answer.table]
            games.append((table, await playing_at(host, table)))
        assert refusal(ask_for_a_table(host, b"x")) == ""
        # From now on only what others have opened and left makes room.
        for number in range(40):
            assert ask_for_a_table(host, b"%d" % number).t == "opened"
        await soon(lambda: len(host.tables) == 5)
        assert {table.id for table, _ in games} < host.tables.keys()
        for table in list(host.tables.values()):
            if table.match is None:
                await playing_at(host, table)
        assert [refusal(ask_for_a_table(host, b"y%d" % number)) for number in range(40)] == ["full"] * 40
        # A cut line ends no game; but one that was left for long makes room, and that alone.
        (left, client), *others = games
        await client.leave(for_good=False)
        await soon(lambda: not left.outbox)
        assert refusal(ask_for_a_table(host, b"z")) == "full"
        left._vacancy.left -= round(FAST.absence) + 2
        assert ask_for_a_table(host, b"z").t == "opened"
        await soon(lambda: left.id not in host.tables)
        assert {table.id for table, _ in others} < host.tables.keys()


async def playing_at(host: Host, table: Table) -> Client:
    """Somebody who plays against bots at a table."""
    client = await connect(invite(host, table), Identity.new(), "Ada", limits=FAST)
    await until(client, LobbyView)
    for _ in range(3):
        await client.request(partial(AddBot, level="random"))
    await client.request(Start)
    await until(client, Started)
    return client


@pytest.mark.asyncio
async def test_tables_that_nobody_came_back_to_make_room_after_a_restart(tmp_path: Path) -> None:
    identity, limits, path = Identity.new(), replace(QUICK, tables=4), tmp_path / "host.db"

    async def open_one(host: Host) -> TableOpened | Refused:
        visitor = await look(host)
        await visitor.request(partial(OpenTable, setup=Setup()))
        answer: TableOpened | Refused = await next_one(visitor, lambda each: isinstance(each, TableOpened | Refused))
        await visitor.leave()
        return answer

    async with asyncio.timeout(WAIT):
        async with Host.open(identity, limits=limits, store=Journal(path)) as host:
            for _ in range(4):
                opened = await open_one(host)
                assert isinstance(opened, TableOpened)
                # A table at which nobody sits is not kept.
                await connect(opened.invite, Identity.new(), "Ada", limits=FAST)
        async with Host.open(identity, limits=limits, store=Journal(path)) as host:
            assert len(host.recover()) == 4
            # Nobody is there yet: the oldest makes room.
            assert isinstance(await open_one(host), TableOpened)
            assert ask_for_a_table(host, b"there").t == "opened"


@pytest.mark.asyncio
async def test_a_table_that_was_opened_and_forgotten_ends() -> None:
    async with house(vacant=0.05) as host:
        visitor = await look(host)
        await visitor.request(partial(OpenTable, setup=Setup()))
        await next_one(visitor, TableOpened)
        await soon(lambda: not host.tables)
        await seen(visitor, lambda tables: tables == ())


@pytest.mark.asyncio
async def test_visitors_chat_and_nobody_has_another_s_name() -> None:
    async with house(chats=(0.01, 2)) as host:
        ada, bo = await look(host, name="Ada"), await look(host, name="Ada")
        with pytest.raises(NetError) as caught:
            await look(host, name="\u0410da")
        assert caught.value.code == "name_bad"
        await bo.chat("good evening")
        for visitor in (ada, bo):
            assert await next_one(visitor, Chat) == Chat(None, "Ada 2", "good evening")
        await ada.chat("x" * 281)
        assert (await next_one(ada, Refused)).code == "chat_bad"
        for _ in range(3):
            await ada.chat("hello")
        assert (await next_one(ada, Refused)).code == "rate_limited"


@pytest.mark.asyncio
async def test_more_visitors_than_there_is_room_for_send_the_oldest_away() -> None:
    async with house(visitors=2, visits=1) as host:
        ada = Identity.new()
        first = await look(host, ada)
        second = await look(host, ada)
        assert (await next_one(first, Closed)).code == "superseded"
        await look(host)
        await look(host)
        # The second one comes back by itself, as after any such answer.
        assert (await next_one(second, Link)).state == "reconnecting"


@pytest.mark.asyncio
async def test_a_long_list_comes_in_parts() -> None:
    async with house() as host:
        ids = [open_table(host, 2, title=f"Table {count}").id for count in range(230)]
        visitor = await look(host)
        assert [table.table for table in (await visitor.first_view()).tables] == ids


@pytest.mark.asyncio
async def test_requests_of_players_end_a_visitors_connection() -> None:
    async with house() as host:
        visitor = await look(host)
        visitor._connection.send(Start(cid=1).frame())
        assert (await next_one(visitor, Closed)).code == "bad_schema"
        table = open_table(host, 2)
        client = await connect(invite(host, table), Identity.new(), "Ada", limits=FAST)
        client._connection.send(OpenTable(cid=1, setup=Setup()).frame())
        assert (await until_closed(client)).code == "bad_schema"


async def until_closed(client: Any) -> Closed:
    """The last update of a client."""
    async for update in client.updates():
        if isinstance(update, Closed):
            return update
    raise AssertionError("the updates ended")


@pytest.mark.asyncio
async def test_how_the_host_is_is_told_by_the_unix_socket_alone() -> None:
    with TemporaryDirectory(dir="/tmp", prefix="citadels-") as folder:
        path = Path(folder) / "run" / "host.sock"
        async with asyncio.timeout(WAIT), Host.open(Identity.new(), unix=path, limits=QUICK) as host:
            open_table(host, 2)
            near = Invite(Address("", unix=str(path)), pin_of(host.identity.public), b"")
            visitor = await visit(near, Identity.new(), "Eve", limits=QUICK)
            found = await visitor.status()
            assert isinstance(found, StatusNote)
            assert (found.tables, found.games, found.connections, found.visitors) == (1, 0, 1, 1)
            far = await look(host)
            with pytest.raises(NetError) as caught:
                await far.status()
            assert caught.value.code == "not_owner"


def test_changes_reach_visitors_in_one_message_each() -> None:
    clock, host = FakeClock(), Identity.new()
    tables = {table.id: table for table in [Table(HostServices(host, clock), Setup(players=2)) for _ in range(3)]}
    refused = partial(pytest.fail, "nobody asks for that")
    listing = TableList(tables, refused, refused, clock, replace(QUICK, shared_joins=(1e3, 1000)))
    mine, banned, *strangers = peers = [FakePeer() for _ in range(122)]
    for number, peer in enumerate(peers):
        listing.arrive(peer, look_in(peer, f"V {number}"))
        peer.raw.clear()
    first, second, third = tables.values()
    first.lobby.sit(Member("Ada", mine.identity.public, mine.seal.public, None))
    second.access.ban(banned.identity.public)
    del tables[third.id]
    for table in (first, second, third):
        listing.touch(table.id)
    rounds = 0
    while clock.due:
        rounds += 1
        timer = clock.due[0]
        timer.cancelled = True
        timer.action()
        # Others have their turn before all have been told.
        assert rounds > 2 or not all(peer.raw for peer in strangers)
    assert [len(peer.raw) for peer in strangers] == [1] * len(strangers)
    assert len({peer.raw[0] for peer in strangers}) == 1
    assert [note.table.you for note in strangers[0].got if isinstance(note, TableNote)] == [None]
    assert [note.table for note in strangers[0].got if isinstance(note, TableGone)] == [third.id]
    assert [note.table.you for note in mine.got if isinstance(note, TableNote)] == [0]
    assert {note.table for note in banned.got if isinstance(note, TableGone)} == {second.id, third.id}


@pytest.mark.asyncio
async def test_waiting_for_a_list_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `citadels tables` does, whatever a host says instead, or when it is gone before it has said anything."""
    monkeypatch.setattr(Visitor, "_changed", lambda self: None)
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=FAST) as host:
        target = Invite(Address("127.0.0.1", host.port), pin_of(host.identity.public), b"")
        visitor = await visit(target, Identity.new(), "Eve", limits=FAST)
        visitor._reconnector.limits = replace(FAST, connect_timeout=0.05)
        with pytest.raises(NetError) as caught:
            await visitor.first_view()
        assert caught.value.code == "timeout"
        await visitor.leave()
