"""Claims of a hostile host: a client stops at the first false one, and gives no share that nobody has wished for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.client import Client
from net.client.connect import connect
from net.client.updates import Closed, DealAsked, Decision, Started, Stopped
from net.gamelog.entries import GameEntry, PlayEntry, packed, parsed
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.host.game.logged_game import LoggedGame
from net.host.game.turn_clock import TurnClock
from net.host.seats.lobby import Member
from net.host.table.back_to_lobby import BackToLobby
from net.identity.crypto import Identity, digest
from net.protocol.client_messages import Again, Commit, Start, Vote
from net.protocol.frames import encode, pack, unpack
from net.protocol.host_messages import EntryNote, LobbyNote
from net.protocol.setup import Setup
from tests.support.net.fakes import FakePeer, Room, dealing, entries, started
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, play, play_of, until

TRUE = replace(FAST, absence=DEFAULT.absence, doubt_part=DEFAULT.doubt_part, backoff=(0.001, 0.01))
"""Limits of a client that judges as every client does."""


async def closed(client: Client) -> Closed:
    """The last word of a client that does nothing more."""
    async with asyncio.timeout(WAIT):
        *_, last = [update async for update in client.updates()]
    assert isinstance(last, Closed)
    return last


# Away, too slow


@pytest.mark.parametrize("claimed", [1, 20_000, 21_000, 45_000])
def test_a_log_cannot_say_after_how_long_somebody_is_away(claimed: int) -> None:
    _, peers = started(3, 2)
    plain: Any = unpack(next(note.body for note in peers[0].got if isinstance(note, EntryNote)), DEFAULT.answer)
    seats = plain.pop("seats")
    with pytest.raises(NetError) as caught:
        parsed(pack(plain | {"absence": claimed, "seats": seats}))
    assert caught.value.code == "fork"


@pytest.mark.asyncio
async def test_a_host_that_hangs_up_at_each_question_gets_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = TurnClock.ask_player

    def hang_up(clock: TurnClock) -> None:
        game = clock._match.game
        who = None if game.seat is None else clock._match.lobby.seats[game.seat]
        if isinstance(who, Member) and who.peer and who.name == "Victim":
            who.peer.drop()  # type: ignore[attr-defined]
        else:
            ask(clock)

    monkeypatch.setattr(TurnClock, "ask_player", hang_up)
    async with hosting(replace(FAST, absence=0.001)) as host:
        table = open_table(host, 2, turn_time=90.0, reserve=120.0)
        friend = await connect(invite(host, table), Identity.new(), "Friend", limits=FAST)
        client = await connect(invite(host, table), Identity.new(), "Victim", limits=TRUE)
        playing = asyncio.create_task(play(friend))
        await friend.request(Start)
        last = await closed(client)
        playing.cancel()
        await friend.leave()
        assert last.code == "false_absence"
        taken = [
            entry
            for entry in map(parsed, (note.body for note in client._follower.notes))
            if isinstance(entry, PlayEntry) and entry.cause == "absent"
        ]
        assert len(taken) == 1, "the first one is the evidence"


@pytest.mark.asyncio
@pytest.mark.parametrize("clock", [5.0, 15.0, 20.0, 90.0])
async def test_a_host_that_calls_everybody_too_slow_gets_no_move(clock: float) -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"], turn_time=clock, reserve=0.0)
        client = await connect(invite(host, table), Identity.new(), "Victim", limits=TRUE)
        await client.request(Start)
        await until(client, Decision)
        game = play_of(table)
        table.inbox.post(lambda: game.answer(game.view(client.seat or 0).moves[0], "timeout"))
        assert (await closed(client)).code == "false_timeout"


def test_entry_1_keeps_what_the_lobby_has_said() -> None:
    room, peers = started(3, 2, turn_time=60.0)
    (first,) = [note for note in peers[0].got if isinstance(note, EntryNote) and note.seq == 1]
    entry = parsed(first.body)
    assert isinstance(entry, GameEntry)
    for change in (
        {"turn_time": 1000},
        {"reserve": 5000},
        {"bots_yield": False},
        {"version": bytes(16)},
        {"rules": entry.rules | {"uniques": entry.rules["uniques"][1:] + entry.rules["uniques"][:1]}},
    ):
        other = entry.model_copy(update=change)
        with pytest.raises(NetError, match=r"entry 1 names (other rules|another clock)") as caught:
            _begins(room, peers[0], other)
        assert caught.value.code == "fork"
    # It is said before, or not at all.
    with pytest.raises(NetError, match="another clock"):
        _begins(room, peers[0], entry, lobby=False)
    _begins(room, peers[0], entry)


def _begins(room: Room, peer: FakePeer, entry: GameEntry, *, lobby: bool = True, game: int = 1) -> None:
    """Tell a client what its host has said before a game, and another first entry of it."""
    told: list[bytes] = []
    for frame, message in zip(peer.raw, peer.got, strict=True):
        game -= isinstance(message, EntryNote) and message.seq == 1
        if not game:
            break
        if lobby or not isinstance(message, LobbyNote):
            told.append(frame)
    body = packed(entry)
    sig = room.host.sign("entry", entry.game, 1, digest("log", bytes(32), body))
    told.append(EntryNote(seq=1, body=body, sig=sig).frame())
    other = FakePeer(peer.identity, peer.seal, raw=told)
    room.follow(other)


@pytest.mark.asyncio
async def test_who_was_offered_other_moves_than_there_were_learns_it(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = LoggedGame.decision

    def one(game: LoggedGame, auto: float | None) -> bytes:
        """A host that offers one move of several, and calls it the only one."""
        plain: Any = unpack(frame(game, auto)[4:], DEFAULT.answer)
        if game.did < 40 or len(plain["moves"]) == 1:
            return frame(game, auto)
        return encode(
            pack(plain | {"moves": plain["moves"][-1:], "refusals": [], "prices": [], "outcomes": [], "auto": 0})
        )

    monkeypatch.setattr(LoggedGame, "decision", one)
    async with hosting() as host:
        table = open_table(host, 2, setup=Setup(players=2, edition="classic"), bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Victim", limits=FAST)
        await client.request(Start)
        story = await play(client)
        assert story.verified
        assert not story.verified.ok
        assert "asked with other moves than there were" in story.verified.sentence


# Refused deals


def refusing(monkeypatch: pytest.MonkeyPatch, most: int = 100) -> list[GameEntry]:
    """A host that begins a game whenever it has given up one; the first entries of all."""
    begun: list[GameEntry] = []

    def again(back: BackToLobby) -> None:
        match = back._table.series.match
        if match is not None and match.undealt and len(begun) < most:
            back._table.series.clear()
            back._table.series.begin()
            back._broadcast.lobby()
            back._broadcast.log()
            game = back._table.series.require().game.validator.game
            assert game
            begun.append(game)

    monkeypatch.setattr(BackToLobby, "after_failed_deal", again)
    return begun


def withholding(friend: Client) -> None:
    """Let a client commit to its share, and never show it."""
    due = friend._seed_share.due

    def half() -> Any:
        make = due()
        return make if isinstance(make, partial) and make.func is Commit else None

    friend._seed_share.due = half  # type: ignore[method-assign]
    friend._seed_share._wishes, friend._seed_share._allowed = 1000, True
    friend._seed_share._wanted = lambda game: True  # type: ignore[method-assign]


@pytest.mark.asyncio
async def test_a_deal_that_is_given_up_at_once_ends_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = refusing(monkeypatch)
    async with hosting(replace(FAST, shares=0.0)) as host:
        table = open_table(host, 2, seed=None)
        friend = await connect(invite(host, table), Identity.new(), "Friend", limits=FAST)
        withholding(friend)
        victim = await connect(invite(host, table), Identity.new(), "Victim", limits=FAST)
        await friend.request(Start)
        last = await closed(victim)
        assert (last.code, last.retry) == ("false_undealt", "never")
        assert len(victim._seed_share._given) <= 2
        assert begun
        await friend.leave()


@pytest.mark.asyncio
async def test_a_host_that_refuses_a_hundred_deals_gets_two(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = refusing(monkeypatch)
    async with hosting() as host:
        table = open_table(host, 2, seed=None)
        friend = await connect(invite(host, table), Identity.new(), "Friend", limits=replace(FAST, shares=0.0))
        withholding(friend)
        # To this one the host has waited as long as it must.
        victim = await connect(invite(host, table), Identity.new(), "Victim", limits=replace(FAST, shares=0.0))
        await friend.request(Start)

        async def refuse() -> None:
            """Give up each deal as soon as the victim's share is known, or does not come."""
            while len(begun) < 100:
                match = table.series.match
                if match and (1 in match.game.validator.shares or victim._seed_share._asked == match.game.log.game):
                    table.inbox.post(partial(match._give_up, match._half))
                await asyncio.sleep(0.001)

        refusal = asyncio.create_task(refuse())
        asked = await until(victim, DealAsked)
        assert asked == DealAsked(2, ("Friend",))
        await refusal
        assert len({game for game, what in victim._seed_share._given if what == "commit"}) == 2
        assert [game.refused for game in begun[:5]] == [1, 2, 3, 4, 5]
        # The player may want to go on, and gives one more.
        while victim._seed_share._asked != begun[-1].game:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await victim.again()
        while 1 not in play_of(table).validator.shares:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await victim.leave()
        await friend.leave()


def test_refused_deals_are_counted_and_their_number_is_in_the_verdict() -> None:
    room, peers = dealing(3)
    for count in range(2):
        for peer in peers:
            room.share(peer)
        for peer in peers[:2]:
            room.share(peer)
        room.tick(DEFAULT.shares)
        assert peers[2].closed == "no_share"
        stopped = [update for update in room.follow(peers[0]) if isinstance(update, Stopped)]
        assert stopped[count] == Stopped("undealt", ("N2",))
        if count:
            before = peers[0]
            room.restart()
            peers[:2] = [room.join(like=peer) for peer in peers[:2]]
        peers[2] = room.join("N2", like=peers[2])
        room.ask(peers[0], Start)
    for _ in range(2):
        for peer in peers:
            room.share(peer)
    for peer in peers[:2]:
        room.ask(peer, Vote, end=True)
    proof = Proof.of(room.host.public, play_of(room.table).log.frames)
    report = verify(proof.host, proof.notes)
    assert (report.ok, report.refused) == (True, 2)
    assert "2 deals just before this one were refused." in str(report.verdict)
    # Whoever saw them does not let them be forgotten.
    second = [entry for entry in entries(before) if isinstance(entry, GameEntry)][1]
    _begins(room, before, second, game=2)
    with pytest.raises(NetError, match="leaves out deals"):
        _begins(room, before, second.model_copy(update={"refused": 0}), game=2)
    for peer in peers:
        room.ask(peer, Again, on=True)
    game = play_of(room.table).validator.game
    assert game
    assert game.refused == 0


@pytest.mark.asyncio
async def test_another_game_needs_a_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"], seed=None)
        client = await connect(invite(host, table), Identity.new(), "Ada", limits=FAST)
        await client.request(Start)
        story = await play(client, leave=False)
        assert story.ended
        # A host that does not ask anybody.
        table.inbox.post(table._rematch.begin)
        assert await until(client, DealAsked) == DealAsked(0, ())
        assert not play_of(table).dealt
        await client.again()
        await until(client, Started)
        await client.leave()
