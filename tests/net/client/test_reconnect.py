"""Reconnecting: how long a client waits before it knocks again, when it gives up, and who may come back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from net.base.backoff import backoff
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.dial import ClientConnection
from net.client.follower import Follower
from net.client.reconnect import AGAIN, Reconnector
from net.client.updates import Happened
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import Address
from net.protocol.client_messages import Start
from net.protocol.host_messages import HostsNote, PresenceNote, Welcome
from net.protocol.schema import Via
from tests.support.net.fakes import at_once
from tests.support.net.hosting import FAST, hosting, open_table, seat_players, until


class Refused(Reconnector):
    """Cannot join, for one reason after another; waits in no time."""

    def __init__(self, codes: list[str], uniform: Callable[[float, float], float]) -> None:
        super().__init__(Address("host", 1), b"", b"", Identity.new(), "Ada", "player", limits=DEFAULT)
        self.codes = codes
        self.waits: list[float] = []
        self.sleep, self.uniform = self.wait, uniform

    async def wait(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def join(self, game: str = "", seq: int = 0, head: bytes = b"") -> tuple[ClientConnection, Welcome]:
        raise NetError(self.codes.pop(0))


def given_up(way: Refused, error: str) -> tuple[str, list[str]]:
    """With which code somebody gives up, and what they were told before each wait."""
    told: list[str] = []
    follower = Follower(bytes(32), way.player.public, SealKey(), DEFAULT)
    with pytest.raises(NetError) as caught:
        at_once(way.reconnect(follower.known, NetError(error), lambda error: told.append(error.code)))
    return caught.value.code, told


def test_the_bound_of_the_wait_doubles_up_to_the_longest() -> None:
    assert list(islice(backoff(0.25, 10.0, lambda _, most: most), 8)) == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 10.0, 10.0]


def test_the_wait_is_any_part_of_its_bound() -> None:
    asked: list[float] = []

    def half(least: float, most: float) -> float:
        asked.append(least)
        return (least + most) / 2

    assert list(islice(backoff(1.0, 4.0, half), 4)) == [0.5, 1.0, 2.0, 2.0]
    assert asked == [0.0] * 4


def test_by_itself_the_wait_is_left_to_chance() -> None:
    waits = list(islice(backoff(1.0, 1.0), 200))
    assert all(0 <= wait <= 1 for wait in waits)
    assert min(waits) < 0.2
    assert max(waits) > 0.8


def test_a_client_waits_before_every_attempt() -> None:
    way = Refused(["unreachable", "busy", "timeout", "banned"], lambda _, most: most)
    # What is told is why the connection has ended; that nobody answers is no news, and the address was right.
    assert given_up(way, "lost") == ("banned", ["lost", "lost", "busy", "lost"])
    least, most = DEFAULT.backoff
    assert way.waits == [least, 2 * least, 4 * least, 8 * least]
    assert way.waits[-1] < most


def test_after_an_orderly_end_nobody_is_asked_whether_the_host_runs() -> None:
    way = Refused(["unreachable", "timeout", "unreachable", "banned"], lambda _, most: most)
    assert given_up(way, "host_shutdown") == ("banned", ["host_shutdown"] * 4)


def test_a_client_draws_its_waits_at_random() -> None:
    way = Refused(["unreachable"] * 2 + ["banned"], lambda least, most: least + most / 8)
    given_up(way, "lost")
    assert way.waits == [DEFAULT.backoff[0] / 8 * factor for factor in (1, 2, 4)]


def test_by_itself_a_client_waits_and_leaves_that_to_chance() -> None:
    way = Reconnector(Address("host", 1), b"", b"", Identity.new(), "Ada", "player", limits=DEFAULT)
    assert (way.sleep, way.uniform) == (asyncio.sleep, random.uniform)


@pytest.mark.parametrize("code", ["banned", "left", "fork", "crashed"])
def test_permanent_errors_are_not_retried(code: str) -> None:
    assert code not in AGAIN
    way = Refused([], lambda _, most: most)
    assert given_up(way, code) == (code, [])
    assert way.waits == []


def test_preparation_of_an_attempt_may_fail() -> None:
    way = Refused(["banned"], lambda _, most: most)
    follower = Follower(bytes(32), way.player.public, SealKey(), DEFAULT)
    failures = ["local_host", "unreachable"]

    async def before() -> None:
        if failures:
            raise NetError(failures.pop())

    with pytest.raises(NetError) as caught:
        at_once(way.reconnect(follower.known, NetError("lost"), lambda _: None, before))
    assert caught.value.code == "local_host"
    assert len(way.waits) == 2


@pytest.mark.parametrize("for_good", [True, False])
def test_only_who_says_goodbye_is_taken_at_their_word(for_good: bool) -> None:
    """A lost connection leaves a player the time to come back, before a bot answers for them."""
    limits = replace(FAST, absence=1000.0)

    async def go() -> float:
        async with hosting(limits) as host:
            table = open_table(host, 2)
            one, other = await seat_players(host, table, 2)
            await one.request(Start)
            await until(other, Happened)
            await one.leave(for_good=for_good)
            await until(other, lambda update: isinstance(update, PresenceNote) and not update.connected)
            (gone,) = [member.gone for member in table.lobby.players if not member.peer]
            left = gone + limits.absence - table.services.clock.now()
            await other.leave()
            return left

    left = asyncio.run(go())
    assert left <= 0 if for_good else 0 < left <= limits.absence


def test_a_client_remembers_eight_hosts_that_can_be_dialled() -> None:
    def client(via: Via) -> Reconnector:
        return Reconnector(Address("a.example.org"), bytes(20), b"", Identity.new(), "Ada", "player", DEFAULT, via)

    own, guest = client(""), client("ssh")
    for reconnector in (own, guest):
        reconnector.learn(
            HostsNote(hosts=["b.example.org:7447", "two words", "b.example.org/../x", "[::1]:7448", ":80"])
        )
    assert own.hosts == (Address("b.example.org"), Address("::1", 7448))
    assert own.silence == DEFAULT.stale
    # Nobody would let a guest in elsewhere, unless their host vouches for them.
    assert (guest.hosts, guest.silence) == ((), DEFAULT.silence)
    guest.vouch = bytes(32)
    guest.learn(HostsNote(hosts=["b.example.org:7447"]))
    assert (guest.hosts, guest.silence) == ((Address("b.example.org"),), DEFAULT.stale)
    # Those that were there before may come back; the newest are remembered.
    own.learn(HostsNote(hosts=[f"{letter}.example.org:7447" for letter in "cdefghi"]))
    assert own.hosts == tuple(Address(f"{letter}.example.org") for letter in "cdefghib")
