"""Who is there: every client's picture is the host's, whoever comes when."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from net.base.limits import DEFAULT
from net.client.follower import Follower
from net.client.turn_watch import Moment
from net.host.seats.lobby import Member
from net.protocol.client_messages import HandOver
from tests.support.net.fakes import FakePeer, Room, started, take

DELAY = 60.0


class Guest:
    """Somebody at a table, over any number of connections."""

    def __init__(self, room: Room, peer: FakePeer, name: str, role: str) -> None:
        self.room, self.peer, self.name, self.role = room, peer, name, role
        self.here = True
        self.follower = self.newcomer()
        self._read = 0

    def newcomer(self) -> Follower:
        """A client that knows nothing yet."""
        days = (Moment(86_400 * day, 86_400 * day) for day in count())
        peer = self.peer
        return Follower(self.room.host.public, peer.identity.public, peer.seal, DEFAULT, now=days.__next__)

    def go(self) -> None:
        """Lose the connection."""
        self.read()
        self.room.gone(self.peer)
        self.here = False

    def come_back(self, *, forgetful: bool) -> None:
        """Connect again, with the log so far or as a new program."""
        if forgetful:
            self.follower = self.newcomer()
        game, seq, head = self.follower.known()
        have: dict[str, Any] = {"have_game": game, "have_seq": seq, "have_head": head} if seq else {}
        self.peer = self.room.join(self.name, role=self.role, like=self.peer, **have)
        self._read, self.here = 0, not self.peer.closed

    def read(self) -> None:
        """Follow what has come."""
        got = self.peer.got
        for message in got[self._read :]:
            take(self.follower, message)
        self._read = len(got)

    def picture(self) -> list[tuple[str, bool]]:
        """Who sits where, and whether they are there."""
        self.read()
        return [(info.name, info.connected) for info in self.follower.seats]


def truth(room: Room) -> list[tuple[str, bool]]:
    """Who sits where, and whether they are there, as the host knows it."""
    seats = room.table.lobby.seats
    return [(who.name, not isinstance(who, Member) or who.peer is not None) for who in seats if who]


@pytest.mark.thorough
@pytest.mark.parametrize("delay", [0.0, DELAY], ids=["at once", "spectators later"])
@pytest.mark.parametrize("seed", range(12))
def test_everybody_sees_who_is_there(seed: int, delay: float) -> None:
    chance = random.Random(seed)
    room, peers = started(6, 2, spectator_delay=delay, turn_time=600.0)
    guests = [Guest(room, peer, f"N{seat}", "player") for seat, peer in enumerate(peers)]
    names = (f"G{number}" for number in count())
    for _ in range(30):
        gone = [guest for guest in guests[1:] if not guest.here]
        here = [guest for guest in guests[1:] if guest.here]
        match chance.choice(["take", "watch", "go", "go", "back", "back", "hand over", "wait"]):
            case "take" | "watch" as wish:
                name, role = next(names), "player" if wish == "take" else "spectator"
                peer = room.join(name, role=role)
                if not peer.closed:
                    guests.append(Guest(room, peer, name, role))
            case "go" if here:
                chance.choice(here).go()
            case "back" if gone:
                chance.choice(gone).come_back(forgetful=chance.random() < 0.5)
            case "hand over":
                room.ask(guests[0].peer, HandOver, seat=chance.randrange(1, 6), open=True)
            case "wait":
                room.tick(chance.choice([1, DELAY]))
        if not delay:
            told = {guest.name: guest.picture() for guest in guests if guest.here and not guest.peer.closed}
            assert told == dict.fromkeys(told, truth(room))
    # Bots have the seats of those who stay away, and spectators hear of that later.
    room.tick(2 * DELAY)
    room.tick(DELAY)
    told = {guest.name: guest.picture() for guest in guests if guest.here and not guest.peer.closed}
    assert told == dict.fromkeys(told, truth(room))
    assert len(told) > 2
