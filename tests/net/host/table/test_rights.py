"""Rights: who may ask a table for what, and when, as docs/security.md has it; and owners stay at their own tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from net.base.limits import DEFAULT
from net.gamelog.entries import ChangeEntry
from net.protocol import client_messages as c
from net.protocol.client_messages import ClientMessage, HandOver, Hold, Start, Vote
from net.protocol.host_messages import Ack, DecisionNote, InvitationsNote, LobbyNote, Welcome
from net.protocol.setup import Setup
from tests.support.net.fakes import FakePeer, Room, entries, paced, started
from tests.support.net.hosting import play_of

PAGE = Path(__file__).parents[4] / "docs" / "security.md"
ROLES = ("spectator", "player", "stand-in", "owner")
STAGES = ("lobby", "game", "end")
WHO = {
    "all": frozenset(ROLES),
    "players": frozenset(ROLES[1:]),
    "owner, stand-in": frozenset(ROLES[2:]),
    "owner": frozenset(ROLES[3:]),
}
"""Who of those at a table may ask for something; not here: visitors, and who is at no table."""
NOT_THEIRS = frozenset({"spectator", "not_owner", "stand_in"})
NOT_NOW = frozenset({"already_started", "not_started", "game_over", "not_over"})


class Right(NamedTuple):
    """A row of the page."""

    request: str
    """The name of the message, and an option of it."""
    who: str
    when: str


def rights() -> list[Right]:
    """The rows of the page's table."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## Rights at a table\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| `")]
    return [Right(request.replace("`", "").strip(), who.strip(), when.strip()) for request, who, when in rows]


def at_table(stage: str, **options: Any) -> tuple[Room, dict[str, FakePeer]]:
    """A table at a stage of its life, at which somebody has each role; the owner of the one with a stand-in is away."""
    room = Room(4, turn_time=90.0, **options)
    owner = room.join("Owner", token=room.table.access.owner_token)
    people = {"owner": owner, "player": room.join("Player"), "stand-in": room.join("Second")}
    room.ask(owner, c.AddBot, level="random")
    people["spectator"] = room.join("Watcher", role="spectator")
    if stage != "lobby":
        assert isinstance(room.ask(owner, Start), Ack)
    if stage == "end":
        for name in ("owner", "player"):
            room.ask(people[name], Vote, end=True)
        assert play_of(room.table).over
    return room, people


def without_owner(stage: str) -> tuple[Room, FakePeer]:
    """The same table when its owner is away for long, and who stands in."""
    room, people = at_table(stage, owned=True)
    room.gone(people["owner"])
    if stage == "end":
        room.gone(people["player"])
    room.tick(DEFAULT.succession + 1)
    owner = people["spectator"].last(LobbyNote).owner
    assert people["spectator"].last(LobbyNote).stands_in
    return room, next(peer for peer in people.values() if peer.admitted and peer.last(LobbyNote).you == owner)


def sample(request: str, room: Room, role: str) -> tuple[type[Any], dict[str, Any]]:
    """A request that nothing but a right or the moment speaks against."""
    name, _, option = request.partition(" ")
    people = [seat for seat, who in enumerate(room.table.lobby.seats) if getattr(who, "pub", b"")]
    away = [seat for seat in people if room.table.lobby.seats[seat].peer is None]  # type: ignore[union-attr]
    whose = (away or people)[0] if role == "stand-in" else people[1]
    fields: dict[str, dict[str, Any]] = {
        "act": {"did": 1, "head": bytes(32), "move": "end", "salt": bytes(16), "sig": bytes(64)},
        "commit": {"commitment": bytes(32), "sig": bytes(64)},
        "reveal": {"share": bytes(32)},
        "vote": {"end": role == "stand-in" or not room.table.over},
        "attest": {"sig": bytes(64)},
        "again": {"on": True},
        "ready": {"on": True},
        "configure": {"setup": Setup(players=4)},
        "add_bot": {"level": "random"},
        "remove_bot": {"seat": 3},
        "set_options": {"options": paced(room.table, 2)},
        "hold": {"on": True},
        "hand_over": {"seat": whose} | ({option: True} if option else {}),
        "admit": {"pub": bytes(32)},
        "revoke": {"number": 1},
        "ask_hint": {"did": 1},
        "say": {"text": "Hello"},
        "phrase": {"phrase": "hello"},
    }
    return kinds()[name], fields.get(name, {})


def kinds() -> dict[str, type[Any]]:
    """Every message of a client, by name."""
    return {each.model_fields["t"].default: each for each in get_args(ClientMessage)}


def test_each_request_of_the_protocol_has_its_rights() -> None:
    assert sorted({right.request.partition(" ")[0] for right in rights()}) == sorted(kinds())
    assert {"hand_over", "hand_over open", "hand_over ban"} <= {right.request for right in rights()}


@pytest.mark.parametrize("right", [each for each in rights() if each.who in WHO], ids=lambda each: each.request)
def test_rights_are_as_the_page_has_them(right: Right) -> None:
    """Every role asks for it at every stage."""
    stages = STAGES if right.when == "always" else right.when.split(", ")
    assert set(stages) <= set(STAGES)
    for stage in STAGES:
        for role in ROLES:
            if role == "stand-in":
                room, peer = without_owner(stage)
            else:
                room, people = at_table(stage, owned=True)
                peer = people[role]
            kind, fields = sample(right.request, room, role)
            code = getattr(room.ask(peer, kind, **fields), "code", "")
            if role not in WHO[right.who]:
                assert code in NOT_THEIRS, (stage, role, code)
            else:
                assert (code not in NOT_NOW | NOT_THEIRS) == (stage in stages), (stage, role, code)


# The owner stays


def replaced(room: Room, people: list[FakePeer]) -> FakePeer:
    """Who stands in for the first of these, who has gone away for long."""
    room.gone(people[0])
    room.tick(DEFAULT.succession + 1)
    heir = next(peer for peer in people[1:] if peer.last(LobbyNote).owner == peer.last(LobbyNote).you)
    assert heir.last(LobbyNote).stands_in
    return heir


def playing(**options: Any) -> tuple[Room, list[FakePeer], bytes]:
    """A game at a table with an owner's token, between three people and a bot."""
    room = Room(4, owned=True, **options)
    token = room.table.access.owner_token
    people = [room.join("Owner", token=token), room.join("Bo"), room.join("Cleo")]
    room.ask(people[0], c.AddBot, level="random")
    assert isinstance(room.ask(people[0], Start), Ack)
    return room, people, token


def test_nobody_throws_an_owner_out_who_is_away() -> None:
    room, people, token = playing()
    heir = replaced(room, people)
    other = next(peer for peer in people[1:] if peer is not heir)
    for seat in (0, people.index(other)):
        for option in ("ban", "open"):
            assert room.ask(heir, HandOver, seat=seat, **{option: True}).code == "stand_in"
    # Somebody who is there keeps the seat, too.
    assert room.ask(heir, HandOver, seat=people.index(other)).code == "stand_in"
    count = heir.count(InvitationsNote)
    assert room.ask(heir, c.Invitation).code == "stand_in"
    assert heir.count(InvitationsNote) == count == 0
    # A bot may play for the owner, and that is undone when they come.
    assert isinstance(room.ask(heir, HandOver, seat=0), Ack)
    back = room.join("Owner", like=people[0], token=token)
    assert (back.last(Welcome).seat, back.last(LobbyNote).owner, back.last(LobbyNote).stands_in) == (0, 0, False)
    assert isinstance(room.ask(back, Hold, on=True), Ack)
    assert [(each.seat, each.reason) for each in entries(back) if isinstance(each, ChangeEntry)] == [
        (0, "away"),
        (0, "taken"),
    ]
    assert room.follow(back)


def test_the_owner_s_token_counts_before_any_ban() -> None:
    room, people, token = playing()
    room.table.access.ban(people[0].identity.public)
    room.gone(people[0])
    assert room.join("Owner", like=people[0]).closed == "banned"
    assert room.join("Owner", like=people[0], token=token).last(Welcome).seat == 0
    assert room.join("Owner", like=people[0], token=token, role="spectator").admitted


def test_the_owner_s_token_protects_from_bans_and_from_losing_the_seat() -> None:
    room, people, token = playing()
    room.gone(people[1])
    second = room.join("Bo", like=people[1], token=token)
    assert second.last(LobbyNote).owner == 1
    for seat in (0, 1):
        for option in ("ban", "open"):
            assert room.ask(second, HandOver, seat=seat, **{option: True}).code == "seat_bad"


def test_an_owner_who_wakes_has_the_rights_again() -> None:
    room, people, _ = playing(turn_time=30.0, reserve=0.0)
    heir = None
    for _ in range(200):
        lobby = people[1].last(LobbyNote)
        if lobby.stands_in and lobby.owner in (1, 2):
            heir = people[lobby.owner]
            break
        game = play_of(room.table)
        if game.seat in (1, 2):
            room.act(people[game.seat], people[game.seat].last(DecisionNote).moves[0])
        else:
            room.tick(31)
    assert heir is not None
    assert room.ask(people[0], Hold, on=True).code == "not_owner"
    assert isinstance(room.ask(people[0], c.Wake), Ack)
    assert (people[1].last(LobbyNote).owner, people[1].last(LobbyNote).stands_in) == (0, False)
    assert isinstance(room.ask(people[0], Hold, on=True), Ack)
    assert room.ask(heir, Hold, on=False).code == "not_owner"


def test_a_bot_makes_room_for_an_owner_who_comes_back_to_the_lobby() -> None:
    room = Room(3, owned=True)
    token = room.table.access.owner_token
    owner, heir = room.join("Owner", token=token), room.join("Bo")
    heir = replaced(room, [owner, heir])
    for _ in range(2):
        assert isinstance(room.ask(heir, c.AddBot, level="random"), Ack)
    assert room.join("Cleo").closed == "table_full"
    back = room.join("Owner", like=owner, token=token)
    assert back.last(LobbyNote).owner == back.last(LobbyNote).you is not None


@pytest.mark.parametrize("owned", [True, False])
def test_after_a_restart_the_owner_is_the_owner(owned: bool) -> None:
    room = Room(4, owned=owned)
    people = [room.join("Owner", token=room.table.access.owner_token), room.join("Bo"), room.join("Cleo")]
    room.ask(people[0], c.AddBot, level="random")
    assert isinstance(room.ask(people[0], Start), Ack)
    replaced(room, people)
    room.restart()
    back = room.join("Bo", like=people[1])
    assert back.last(LobbyNote).owner in (0, None)
    owner = room.join("Owner", like=people[0])
    assert (owner.last(LobbyNote).owner, owner.last(LobbyNote).stands_in) == (0, False)


def test_without_a_token_the_next_game_is_that_of_who_stood_in() -> None:
    room, people = started(4, 3)
    heir = replaced(room, people)
    for peer in people[1:]:
        room.ask(peer, Vote, end=True)
    # Who has not wished for another game has no seat in it.
    room.ask(next(peer for peer in people[1:] if peer is not heir), c.Again, on=True)
    assert isinstance(room.ask(heir, Start), Ack)
    assert not heir.last(LobbyNote).stands_in
    for _ in range(2):
        for peer in people[1:]:
            room.share(peer)
    seat = next(peer for peer in people[1:] if peer is not heir).last(LobbyNote).you
    assert isinstance(room.ask(heir, HandOver, seat=seat, ban=True), Ack)
