"""Tables end when nobody is left and nothing is kept; a seat in a lobby outlives a lost connection for a while."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from net.base.limits import DEFAULT
from net.client.connect import connect
from net.host.host import Host
from net.host.opening import Opening
from net.host.seats.lifecycle import Stage
from net.host.store.journal import Journal
from net.host.table.table import Table
from net.identity.crypto import Identity
from net.protocol.client_messages import AddBot, Join, Ready, Start
from net.protocol.host_messages import Ack, Err, LobbyNote, Welcome
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import PROTO, RULES
from tests.support.net.fakes import FakePeer, Room
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, soon


def ended(room: Room) -> bool:
    """Whether the table is over and nothing of it is stored."""
    return room.table.lifecycle.stage is Stage.CLOSED and room.store.tables() == []


def game_of(room: Room) -> str:
    """Id of the game that is or was played last."""
    assert room.table.game
    return room.table.game.log.game


def test_a_lobby_that_everybody_has_left_ends() -> None:
    room = Room(3)
    peers = [room.join("Ada"), room.join("Bo")]
    room.ask(peers[0], AddBot, level="random")
    assert len(room.store.tables()) == 1
    for peer in peers:
        assert not ended(room)
        room.gone(peer, for_good=True)
    assert ended(room)
    assert room.join("Cy").closed == "table_unknown"


def test_a_lobby_without_players_ends_and_tells_spectators() -> None:
    room = Room(3)
    ada, bo, cy = room.join("Ada"), room.join("Bo"), room.join("Cy", role="spectator")
    room.ask(ada, AddBot, level="random")
    room.gone(ada, for_good=True)
    assert cy.closed != "table_left"
    room.gone(bo, for_good=True)
    assert ended(room)
    assert cy.closed == "table_left"
    assert room.join("Di", role="spectator").closed == "table_unknown"


def test_a_table_of_spectators_waits_for_its_players() -> None:
    room = Room(3)
    cy = room.join("Cy", role="spectator")
    room.tick(100_000)
    assert cy.closed != "table_left"
    ada = room.join("Ada")
    room.gone(ada)
    assert cy.closed != "table_left"
    room.tick(DEFAULT.absence)
    assert cy.closed == "table_left"
    assert ended(room)


def test_a_spectator_does_not_keep_a_table_whose_opener_never_comes() -> None:
    room = Room(3, opener=bytes(32))
    room.table.expect(bytes(32))
    cy = room.join("Cy", role="spectator")
    room.tick(DEFAULT.vacant + 1)
    assert cy.closed == "table_left"
    assert ended(room)


def test_a_spectator_of_a_lobby_waits_for_an_owner_who_alone_may_be_it() -> None:
    room = Room(3, owned=True)
    ada = room.join("Ada", token=room.table.access.owner_token)
    cy = room.join("Cy", role="spectator", token=room.table.access.player_token)
    room.gone(ada)
    room.tick(DEFAULT.absence + 1)
    assert cy.closed != "table_left"
    assert not ended(room)


def test_no_timer_keeps_a_table_that_has_ended_in_memory() -> None:
    room = Room(2, opener=bytes(32))
    ada, bo = room.join("Ada"), room.join("Bo")
    room.gone(bo)
    assert not all(timer.cancelled for timer in room.clock.timers), "Bo's seat is kept for a while"
    room.gone(room.join(like=bo), for_good=True)
    room.gone(ada, for_good=True)
    assert ended(room)
    assert all(timer.cancelled for timer in room.clock.timers)


def test_a_table_waits_for_its_first_guest() -> None:
    room = Room(3)
    room.tick(100_000)
    assert not ended(room)
    assert room.join("Ada").admitted


def test_a_lost_connection_keeps_the_seat_in_a_lobby_for_a_while() -> None:
    room = Room(3)
    ada, bo = room.join("Ada"), room.join("Bo")
    room.gone(ada)
    seats = bo.last(LobbyNote).seats
    assert [(seat.name, seat.connected) for seat in seats[:2]] == [("Ada", False), ("Bo", True)]
    assert bo.last(LobbyNote).owner == 0
    room.tick(40)
    back = room.join("Ada", like=ada)
    assert (back.last(Welcome).seat, back.last(LobbyNote).owner) == (0, 0)
    assert bo.last(LobbyNote).seats[0].connected
    # The time of the first loss does not count any more.
    room.gone(back)
    room.tick(10)
    assert [seat.kind for seat in bo.last(LobbyNote).seats] == ["human", "human", "open"]
    room.tick(40)
    assert [seat.kind for seat in bo.last(LobbyNote).seats] == ["open", "human", "open"]
    assert bo.last(LobbyNote).owner == 1


def test_an_abandoned_lobby_ends() -> None:
    room = Room(3)
    for peer in [room.join("Ada"), room.join("Bo")]:
        room.gone(peer)
    room.tick(44)
    assert not ended(room)
    room.tick(1)
    assert ended(room)


def test_nobody_is_dealt_in_who_has_just_lost_the_connection() -> None:
    room = Room(2)
    ada, bo = room.join("Ada"), room.join("Bo")
    room.gone(bo)
    assert room.ask(ada, Start) == Err(code="player_away", cid=1, detail="Bo")
    room.join("Bo", like=bo)
    assert isinstance(room.ask(ada, Start), Ack)


def test_a_game_in_progress_stays_with_nobody_there() -> None:
    room = Room(2)
    ada = room.join("Ada")
    room.ask(ada, AddBot, level="random")
    room.ask(ada, Start)
    room.gone(ada, for_good=True)
    room.tick(100_000)
    assert not ended(room)
    assert room.join("Ada", like=ada).admitted


MONTH = DEFAULT.abandoned


def left(**options: Any) -> tuple[Room, FakePeer]:
    """A table with a game in progress that its only person has just left."""
    room = Room(2, **options)
    ada = room.join("Ada")
    room.ask(ada, AddBot, level="random")
    room.ask(ada, Start)
    room.gone(ada)
    return room, ada


def test_a_game_at_a_visitors_table_waits_for_a_month_and_ends() -> None:
    room, ada = left(opener=bytes(32))
    room.tick(MONTH - 1)
    assert not ended(room)
    room.tick(1)
    assert ended(room)
    assert room.store.game(game_of(room)).entries == ()
    assert room.join("Ada", like=ada).closed == "table_unknown"


def test_a_returning_player_renews_the_month_of_waiting() -> None:
    room, ada = left(opener=bytes(32))
    room.tick(MONTH - 1)
    ada = room.join("Ada", like=ada)
    room.tick(2 * MONTH)
    assert not ended(room)
    room.gone(ada)
    room.tick(MONTH - 1)
    assert not ended(room)
    room.tick(1)
    assert ended(room)


@pytest.mark.parametrize("away", [True, False])
def test_a_month_goes_on_while_the_host_is_stopped(away: bool) -> None:
    room = Room(2, opener=bytes(32))
    ada = room.join("Ada")
    room.ask(ada, AddBot, level="random")
    room.ask(ada, Start)
    if away:
        room.gone(ada)
    room.tick(10)
    room.clock.time += MONTH / 2
    room.restart()
    room.tick(MONTH / 2 + 60 if away else MONTH - 1)
    assert ended(room) is away
    if not away:
        room.tick(1)
        assert ended(room)


def test_a_host_waits_a_minute_for_players_after_a_year_of_rest() -> None:
    room, ada = left(opener=bytes(32))
    room.clock.time += 12 * MONTH
    room.restart()
    room.tick(59)
    ada = room.join("Ada", like=ada)
    room.tick(60)
    assert ada.admitted
    assert not ended(room)


def test_a_clock_that_was_set_back_ends_nothing() -> None:
    room, _ = left(opener=bytes(32))
    room.clock.time -= 999
    room.restart()
    room.tick(MONTH - 1)
    assert not ended(room)
    room.tick(1)
    assert ended(room)


def test_a_table_of_an_owner_stays_until_the_owner_leaves_for_good() -> None:
    room = Room(3, owned=True)
    token = room.table.access.owner_token
    ada = room.join("Ada", token=token)
    room.gone(ada)
    room.tick(100_000)
    assert not ended(room)
    # A restarted host waits for the owner, too.
    room.restart()
    room.tick(100_000)
    assert not ended(room)
    ada = room.join("Ada", like=ada, token=token)
    room.gone(ada, for_good=True)
    assert ended(room)


def test_nobody_comes_back_after_a_restart() -> None:
    room = Room(3)
    room.join("Ada")
    room.restart()
    room.tick(59)
    assert not ended(room)
    room.tick(1)
    assert ended(room)


def knock(table: Table, who: Identity, name: str) -> FakePeer:
    """Somebody joins a table without a network."""
    peer = FakePeer(who)
    join = Join(
        proto=PROTO,
        rules=RULES,
        table=table.id,
        role="player",
        name=name,
        pub=who.public,
        seal=peer.seal.public,
        nonce=bytes(16),
        sig=bytes(64),
    )
    table.arrive(peer, join)
    return peer


def everybody(peers: list[FakePeer]) -> bool:
    """Whether all are at their tables."""
    return all(peer.admitted for peer in peers)


@pytest.mark.asyncio
@pytest.mark.slow
@pytest.mark.thorough
async def test_a_thousand_tables_that_were_opened_and_left_leave_nothing(tmp_path: Path) -> None:
    path = tmp_path / "host.db"
    async with asyncio.timeout(WAIT):
        async with Host.open(Identity.new(), limits=FAST, store=Journal(path)) as host:
            players = [Identity.new() for _ in range(20)]
            for _ in range(5):
                tables = [open_table(host, 3, bots=["random"]) for _ in range(200)]
                assert len(host.tables) == 200
                peers = [knock(table, players[at % 20], f"N{at}") for at, table in enumerate(tables)]
                await soon(partial(everybody, peers))
                for at, (table, peer) in enumerate(zip(tables, peers, strict=True)):
                    table.depart(peer, for_good=bool(at % 2))
                await soon(lambda: not host.tables)
            await soon(lambda: not host._tasks)
        journal = Journal(path)
        try:
            assert journal.tables() == []
            assert journal._marks.found() == {}
            for kept in ("entries", "games"):
                assert journal._base.execute(f"SELECT count(*) FROM {kept}").fetchone() == (0,)
        finally:
            journal.close()


@pytest.mark.asyncio
async def test_a_table_that_has_ended_makes_room_for_another() -> None:
    limits = replace(FAST, tables=1)
    async with hosting(limits) as host:
        for _ in range(3):
            client = await connect(invite(host, open_table(host, 2)), Identity.new(), "Ada", limits=limits)
            await client.leave()
            await soon(lambda: not host.tables)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_lobby_of_many_comes_back_as_it_was(tmp_path: Path) -> None:
    path, identity, setups = tmp_path / "host.db", Identity.new(), [Setup(players=count) for count in (3, 5, 8)]
    people = [Identity.new() for _ in range(50)]
    limits = replace(DEFAULT, shared_joins=FAST.shared_joins)
    async with asyncio.timeout(WAIT):
        async with Host.open(identity, limits=limits, store=Journal(path)) as host:
            came = []
            for at in range(200):
                options = TableOptions(private=bool(at % 3), title=f"Table {at}", start_when=3)
                table = host.open_table(setups[at % 3], options, Opening(bots=("random",) * (at % 2)))
                table.access.private = False
                came += [knock(table, people[(at + step) % 50], f"N{step}") for step in range(2)]
            await soon(partial(everybody, came))
            for at, table in enumerate(list(host.tables.values())[::5]):
                table.request(came[at * 10], Ready(cid=1, on=True))
            await soon(lambda: sum(len(table.lobby.ready) for table in host.tables.values()) == 40)
            before = {id: shown(table) for id, table in host.tables.items()}
            tokens = {id: table.access.player_token for id, table in host.tables.items()}
        async with Host.open(identity, limits=limits, store=Journal(path)) as host:
            host.recover()
            assert {id: shown(table) for id, table in host.tables.items()} == before
            assert {id: table.access.player_token for id, table in host.tables.items()} == tokens
            # Whoever has a seat needs no invitation for it.
            back = [knock(table, people[at % 50], "X") for at, table in enumerate(host.tables.values())]
            await soon(partial(everybody, back))
            assert {peer.last(Welcome).seat for peer in back} == {0}


def shown(table: Table) -> object:
    """A lobby as its people know it."""
    seats = [(type(who).__name__, who and who.name, getattr(who, "pub", b"")) for who in table.lobby.seats]
    owner = table.lobby.owner.pub if table.lobby.owner else b""
    return seats, table.lobby.setup, owner, table.options, [member.pub for member in table.lobby.ready]
