"""A relay: hosts that nobody can reach, guests who are led to them, and what a hostile relay gains."""

from __future__ import annotations

import asyncio
import os
import random
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Move
from net.base.errors import NetError
from net.base.limits import DEFAULT, Bucket
from net.client.connect import connect
from net.client.dial import Way, dial
from net.client.reconnect import AGAIN
from net.client.updates import Chat, Decision, Link, LobbyView
from net.host.host import Host
from net.host.relay_line import _counted_by
from net.identity.crypto import Identity
from net.identity.invitations import RELAY_PORT, Address, Invite, parse_relay, parse_target, pin_text
from net.identity.tls import client_context, pin_of
from net.local.relay_service import read_pins
from net.protocol.client_messages import Start
from net.protocol.relay_stream import FrameStream
from net.protocol.relaying import (
    OFFER,
    RELAY_PROTO,
    TICKET,
    GuestWaits,
    LineBeat,
    LineNonce,
    OfferHost,
    OpenLine,
    ReachHost,
    RelayRefusal,
    TakeGuest,
)
from net.relay.relay import HostLine, Relay
from tests.net.relays import PATIENT, answer, asked, call, closed_port, far, hosting_by, relaying, tapping
from tests.net.support import FAST, WAIT, hosting, invite, open_table, play, play_of, soon, until


async def line_of(relay: Relay) -> FrameStream:
    """A host's line that has just been opened."""
    sock = await call(relay, OpenLine(proto=RELAY_PROTO))
    return await FrameStream.secure(sock, client_context(), WAIT, server=False)


async def refused_offer(relay: Relay, offer: OfferHost | None = None) -> str:
    """What a relay says to an offer of somebody's, made for another relay."""
    stream = await line_of(relay)
    nonce = LineNonce.model_validate(await stream.next(WAIT)).nonce
    stranger = Identity.new()
    offer = offer or OfferHost(host=stranger.public, sig=stranger.sign(OFFER, bytes(32), nonce))
    stream.send(offer.frame())
    try:
        return RelayRefusal.model_validate(await stream.next(WAIT)).code
    finally:
        stream.abort()


# Guests and hosts


@pytest.mark.asyncio
async def test_a_guest_who_cannot_reach_the_host_comes_by_the_relay() -> None:
    async with relaying() as relay, hosting_by(relay) as host:
        table = open_table(host)
        client = await connect(far(host, table), Identity.new(), "Ada", limits=FAST)
        await until(client, LobbyView)
        assert relay.guests == 1
        assert host.status(1).relay == "relay_up"
        await client.leave()
        await soon(lambda: relay.guests == 0)


@pytest.mark.asyncio
async def test_a_guest_who_can_reach_the_host_does_not_trouble_the_relay() -> None:
    async with relaying() as relay, hosting_by(relay) as host:
        table = open_table(host)
        client = await connect(host.invite(table, "127.0.0.1"), Identity.new(), "Ada", limits=FAST)
        assert relay.guests == 0
        await client.leave()


@pytest.mark.asyncio
async def test_a_silent_machine_at_the_hosts_address_is_given_a_bounded_time() -> None:
    """So is it when the address is one of the guest's own network, where somebody else has it."""
    async with relaying() as relay, hosting_by(relay) as host:
        silent = socket.create_server(("127.0.0.1", 0))
        table = open_table(host)
        invite = host.invite(table).at("127.0.0.1", silent.getsockname()[1])
        client = await connect(invite, Identity.new(), "Ada", limits=replace(FAST, head_start=0.1))
        assert relay.guests == 1
        await client.leave()
        silent.close()


@pytest.mark.asyncio
async def test_a_guest_comes_back_by_the_way_that_has_led_there() -> None:
    """To wait again for an address that swallows everything would cost as much as the first time."""
    async with relaying() as relay, hosting_by(relay) as host:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            table = open_table(host)
            address = host.invite(table).at("127.0.0.1", silent.getsockname()[1]).address
            limits, pin = replace(FAST, head_start=0.1), pin_of(host.identity.public)
            found = await dial(address, pin, limits)
            assert found.way == Way(Address("127.0.0.1", relay.port), by_relay=True)
            await found.close()
            # It would take until the end of the test to go on to another way.
            again = await dial(address, pin, FAST, first=found.way)
            assert again.way == found.way
            await again.close()


@pytest.mark.asyncio
async def test_a_host_is_found_at_the_other_addresses_of_an_invitation() -> None:
    async with hosting() as host, hosting() as stranger:
        table = open_table(host)
        there = invite(host, table)
        clients = []
        for wrong in (closed_port(), stranger.port):
            several = replace(there.at("127.0.0.1", wrong), others=(there.address,))
            clients.append(await connect(several, Identity.new(), "Ada", limits=FAST))
            assert clients[-1]._reconnector.way == Way(there.address)
        nowhere = there.at("127.0.0.1", closed_port())
        with pytest.raises(NetError) as caught:
            await connect(replace(nowhere, others=(nowhere.address,)), Identity.new(), "Ada", limits=FAST)
        assert caught.value.code == "unreachable"
        for client in clients:
            await client.leave()


@pytest.mark.asyncio
async def test_another_host_at_the_hosts_address_does_not_keep_a_guest_from_the_relay() -> None:
    async with relaying() as relay, hosting_by(relay) as host, hosting() as other:
        table = open_table(host)
        invite = host.invite(table).at("127.0.0.1", other.port)
        client = await connect(invite, Identity.new(), "Ada", limits=FAST)
        assert relay.guests == 1
        await client.leave()


@pytest.mark.asyncio
async def test_a_whole_game_goes_on_when_the_relay_is_killed_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = replace(FAST, absence=WAIT, backoff=(0.01, 0.1))
    relays = [Relay(bind="127.0.0.1", limits=PATIENT)]
    await relays[0].start()
    async with hosting_by(relays[0], limits) as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(far(host, table), Identity.new(), "Ada", limits=limits)
        await client.request(Start)
        chance, asked = random.Random(1), 0
        killing: list[asyncio.Task[None]] = []

        async def kill() -> None:
            await relays[0].close()
            relays.append(Relay(bind="127.0.0.1", port=relays[0].port, limits=PATIENT))
            await relays[1].start()

        def choose(decision: Decision) -> Move:
            nonlocal asked
            asked += 1
            if asked == 10:
                killing.append(asyncio.get_running_loop().create_task(kill()))
            return chance.choice(decision.moves)

        story = await play(client, choose=choose, leave=False)
        links = [update.state for update in story.others if isinstance(update, Link)]
        assert "reconnecting" in links
        assert links[-1] == "live"
        assert story.verified
        assert story.verified.ok
        assert story.head == play_of(table).log.head
        assert relays[1].guests == 1
        await client.leave()
    await relays[1].close()


@pytest.mark.asyncio
async def test_a_relay_sees_which_host_is_meant_and_nothing_that_is_said() -> None:
    async with relaying() as relay, hosting_by(relay) as host, tapping() as taps:
        table = open_table(host, private=True)
        invite = far(host, table)
        client = await connect(invite, Identity.new(), "Ada Lovelace", limits=FAST)
        await client.chat("the thief is a merchant")
        await until(client, Chat)
        passed = b"".join(bytes(part) for part in taps[0].said.values())
        assert len(passed) > 1000
        for secret in (b"Ada", b"merchant", invite.token, host.identity.public, table.id.encode()):
            assert secret not in passed
        await client.leave()


@pytest.mark.asyncio
async def test_a_host_that_is_not_there_is_waited_for() -> None:
    async with relaying() as relay:
        nobody = Invite(Address("127.0.0.1", closed_port(), relay=f"127.0.0.1:{relay.port}"), bytes(20), bytes(8))
        with pytest.raises(NetError) as caught:
            await dial(nobody.address, nobody.pin, FAST)
        assert caught.value.code == "relay_absent"
        assert caught.value.code in AGAIN


@pytest.mark.asyncio
async def test_a_host_comes_back_to_its_relay_by_itself() -> None:
    async with relaying() as relay:
        port = relay.port
        async with hosting_by(relay, replace(FAST, backoff=(0.01, 0.1))) as host:
            await relay.close()
            async with relaying(port=port) as again:
                await soon(lambda: again.hosts == 1)
                client = await connect(far(host, open_table(host)), Identity.new(), "Ada", limits=FAST)
                await client.leave()


@pytest.mark.asyncio
async def test_the_newer_line_of_a_host_is_the_one_that_counts() -> None:
    identity = Identity.new()
    async with relaying() as relay, hosting_by(relay, replace(FAST, backoff=(WAIT, WAIT)), identity) as old:
        assert old.relay_line
        async with hosting_by(relay, identity=identity) as new:
            line = old.relay_line
            await soon(lambda: line.error is not None)
            assert relay.hosts == 1
            table = open_table(new)
            client = await connect(far(new, table), Identity.new(), "Ada", limits=FAST)
            assert len(table.lobby.players) == 1
            await client.leave()


@pytest.mark.asyncio
async def test_whoever_runs_a_host_is_told_when_there_is_no_relay() -> None:
    away = Address("127.0.0.1", closed_port())
    async with Host(Identity.new(), relay=away, limits=FAST) as host:
        assert host.relay_line
        trouble = await host.relay_line.trouble()
        assert trouble
        assert trouble.code == "relay_down"
        assert away.authority in str(trouble)
        assert host.status(1).relay == "unreachable"


@pytest.mark.asyncio
async def test_a_relay_may_serve_certain_hosts_only() -> None:
    chosen, other = Identity.new(), Identity.new()
    async with relaying(hosts={pin_of(chosen.public)}) as relay:
        async with hosting_by(relay, identity=chosen) as host:
            assert host.relay_line
            assert await host.relay_line.trouble() is None
        async with hosting_by(relay, identity=other) as host:
            assert host.relay_line
            trouble = await host.relay_line.trouble()
            assert trouble
            assert trouble.code == "relay_refused"
            assert pin_text(pin_of(other.public)) in str(trouble)
            assert relay.hosts == 0


# A hostile relay


class Swapping(Relay):
    """Leads everybody to another host than they want."""

    async def _taken(self, line: HostLine, address: str) -> socket.socket:
        return await super()._taken(next(other for other in self._lines.values() if other is not line), address)


@pytest.mark.asyncio
async def test_a_relay_that_swaps_hosts_is_noticed_before_anything_is_said() -> None:
    async with (
        Swapping(bind="127.0.0.1", limits=PATIENT) as relay,
        hosting_by(relay) as mine,
        hosting_by(relay) as other,
    ):
        await soon(lambda: relay.hosts == 2)
        async with tapping() as taps:
            with pytest.raises(NetError) as caught:
                await connect(far(mine, open_table(mine)), Identity.new(), "Ada", limits=FAST)
        assert caught.value.code == "relay_stranger"
        # A game that is in progress is not given up for it.
        assert caught.value.code in AGAIN
        assert len(taps) == 1
        assert other.status(1).visitors == 0


@pytest.mark.asyncio
async def test_what_a_relay_has_recorded_is_worth_nothing_at_the_host() -> None:
    async with relaying() as relay, hosting_by(relay) as host, tapping() as taps:
        table = open_table(host)
        client = await connect(far(host, table), Identity.new(), "Ada", limits=FAST)
        await until(client, LobbyView)
        recorded = bytes(taps[0].said[taps[0]._guest])
        await client.leave()
        await soon(lambda: not table.lobby.players)
        line = next(iter(relay._lines.values()))
        loop = asyncio.get_running_loop()
        sock = await relay._taken(line, "127.0.0.1")
        await loop.sock_sendall(sock, recorded)
        said = b""
        try:
            while chunk := await loop.sock_recv(sock, 65536):
                said += chunk
        except OSError:
            pass
        sock.close()
        # It has answered the greeting, and then nothing fitted.
        assert len(said) < 5000
        assert not table.lobby.players


@pytest.mark.asyncio
async def test_what_a_host_has_signed_for_one_relay_is_worth_nothing_at_another() -> None:
    host = Identity.new()
    async with relaying() as first, relaying() as second:
        stream = await line_of(first)
        nonce = LineNonce.model_validate(await stream.next(WAIT)).nonce
        offer = OfferHost(host=host.public, sig=host.sign(OFFER, first._leaf.hash, nonce))
        assert await refused_offer(second, offer) == "auth"
        assert await refused_offer(first, offer) == "auth"
        assert await refused_offer(first) == "auth"
        assert first.hosts == second.hosts == 0
        stream.send(offer.frame())
        await soon(lambda: first.hosts == 1)
        stream.abort()
        await soon(lambda: first.hosts == 0)


@pytest.mark.asyncio
async def test_a_relay_that_floods_a_host_with_guests_keeps_nobody_out() -> None:
    limits = replace(FAST, relayed=DEFAULT.relayed, taking=DEFAULT.taking, waiting=4, tls_timeout=WAIT)
    async with relaying() as relay, hosting_by(relay, limits) as host:
        line = next(iter(relay._lines.values()))
        taken = 0

        def count(ticket: bytes, sock: socket.socket) -> None:
            nonlocal taken
            taken += 1
            open_sockets.append(sock)

        open_sockets: list[socket.socket] = []
        relay._take = count  # type: ignore[method-assign]
        for number in range(5_000):
            address = f"10.{number % 250}.{number // 250}.1"
            line.stream._writer.write(GuestWaits(ticket=os.urandom(TICKET), address=address).frame())
        table = open_table(host)
        client = await connect(host.invite(table, "127.0.0.1"), Identity.new(), "Ada", limits=FAST)
        await until(client, LobbyView)
        assert host.relay_line
        # The line is alive when all of it is read.
        line.stream._writer.write(LineBeat().frame())
        await soon(lambda: taken > 0)
        assert taken <= DEFAULT.relayed[1] + 100
        assert len(host.relay_line._taking) <= DEFAULT.taking
        assert len(host.relay_line.listener._silent) <= limits.waiting
        await client.leave()
        for sock in open_sockets:
            sock.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [
        b"\xff" * 4096,
        b"\0\0\0\0",
        b"\0\0\x10\0" + bytes(4096),
        b"\0\0\0\x01\xc0",
        LineNonce(nonce=bytes(16)).frame(),
        TakeGuest(ticket=bytes(16)).frame(),
    ],
)
async def test_a_relay_that_talks_nonsense_is_dialled_again_and_the_host_goes_on(said: bytes) -> None:
    async with relaying() as relay, hosting_by(relay, replace(FAST, backoff=(0.01, 0.05))) as host:
        line = next(iter(relay._lines.values()))
        line.stream._writer.write(said)
        await soon(lambda: bool(relay._lines) and line not in relay._lines.values())
        client = await connect(far(host, open_table(host)), Identity.new(), "Ada", limits=FAST)
        await client.leave()


def test_what_a_relay_says_of_a_guest_means_nothing_elsewhere() -> None:
    """The host counts guests of its own machine by the word ``account``, and others by their address."""
    for said in ("account", "10.0.0.1", "2001:db8::1", "", "x" * 64, "fe80::1%eth0"):
        assert _counted_by(said).startswith("relay")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [
        b"\xff" * 512,
        b"",
        b"\0\0\0\x05\x81\xa1t\xa3",
        RelayRefusal(code="auth").frame(),
        RelayRefusal(code="bad_frame").frame().replace(b"bad_frame", b"superseed"),
    ],
)
async def test_a_guest_tries_again_whatever_a_relay_says(said: bytes) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(said)
        writer.close()

    async with asyncio.timeout(WAIT), await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        address = Address("127.0.0.1", closed_port(), relay=f"127.0.0.1:{port}")
        with pytest.raises(NetError) as caught:
            await dial(address, bytes(20), FAST)
        assert caught.value.code in AGAIN


# Bounds


@pytest.mark.asyncio
async def test_guests_are_bounded_by_host_and_by_address() -> None:
    for limits, other_fits in ((replace(PATIENT, host_guests=2), True), (replace(PATIENT, address_guests=2), False)):
        async with relaying(limits) as relay, hosting_by(relay) as host, hosting_by(relay) as other:
            await soon(lambda relay=relay: relay.hosts == 2)  # type: ignore[misc]
            table, away = open_table(host), far(other, open_table(other))
            clients = [await connect(far(host, table), Identity.new(), f"Ada {n}", limits=FAST) for n in range(2)]
            with pytest.raises(NetError) as caught:
                await connect(far(host, table), Identity.new(), "Ben", limits=FAST)
            assert caught.value.code == "busy"
            if other_fits:
                clients.append(await connect(away, Identity.new(), "Ben", limits=FAST))
            else:
                with pytest.raises(NetError, match="busy"):
                    await connect(away, Identity.new(), "Ben", limits=FAST)
            here = relay.guests
            await clients.pop(0).leave()
            await soon(lambda relay=relay, here=here: relay.guests < here)  # type: ignore[misc]
            clients.append(await connect(far(host, table), Identity.new(), "Ben", limits=FAST))
            for client in clients:
                await client.leave()


@pytest.mark.asyncio
async def test_hosts_are_bounded_by_address() -> None:
    async with relaying(replace(PATIENT, address_hosts=1)) as relay, hosting_by(relay):
        assert await asked(relay, OpenLine(proto=RELAY_PROTO)) == {"t": "refused", "code": "busy"}


@pytest.mark.asyncio
async def test_those_who_call_and_say_nothing_are_bounded_and_do_not_stay() -> None:
    async with relaying(replace(PATIENT, address_callers=3)) as relay:
        silent = [await call(relay, b"\0") for _ in range(3)]
        await soon(lambda: relay._callers.total() == 3)
        assert await asked(relay, b"") == {}
        for sock in silent:
            sock.close()
        await soon(lambda: not relay._callers)
    async with relaying(replace(PATIENT, opening=0.01)) as relay:
        assert await asked(relay, b"\0") == {}
        await soon(lambda: not relay._callers)


@pytest.mark.asyncio
async def test_an_address_that_calls_too_often_is_hung_up_on() -> None:
    async with relaying(replace(PATIENT, calls=(1e-9, 2))) as relay:
        reach = ReachHost(proto=RELAY_PROTO, pin=bytes(20))
        assert await asked(relay, reach) == {"t": "refused", "code": "relay_absent"}
        assert await asked(relay, reach) == {"t": "refused", "code": "relay_absent"}
        assert await asked(relay, reach) == {}


@pytest.mark.asyncio
async def test_a_guest_and_a_host_that_are_silent_are_parted() -> None:
    async with relaying(replace(PATIENT, idle=0.05)) as relay, hosting_by(relay) as host:
        sock = await call(relay, ReachHost(proto=RELAY_PROTO, pin=pin_of(host.identity.public)))
        assert await answer(sock) == {"t": "reached"}
        assert await answer(sock) == {}
        sock.close()
        await soon(lambda: relay.guests == 0)


@pytest.mark.asyncio
async def test_a_host_that_does_not_take_its_guest_is_not_waited_for() -> None:
    async with relaying(replace(PATIENT, taking=0.05)) as relay, hosting_by(relay, replace(FAST, taking=0)) as host:
        reach = ReachHost(proto=RELAY_PROTO, pin=pin_of(host.identity.public))
        assert await asked(relay, reach) == {"t": "refused", "code": "relay_absent"}
        assert not relay._waiting


@pytest.mark.asyncio
async def test_a_line_that_is_silent_is_given_up() -> None:
    async with relaying(replace(PATIENT, silence=0.05)) as relay, hosting_by(relay, replace(FAST, heartbeat=WAIT)):
        await soon(lambda: relay.hosts == 0)


def test_bytes_are_paced() -> None:
    pace = Bucket((100.0, 1000), 0.0)
    assert pace.delay(1000, 0.0) == 0.0
    assert pace.delay(50, 0.0) == 0.5
    assert pace.delay(50, 0.0) == 1.0
    assert pace.delay(50, 100.0) == 0.0


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("said", "code"),
    [
        (OpenLine(proto=RELAY_PROTO + 1), "relay_version"),
        (ReachHost(proto=0, pin=bytes(20)), "relay_version"),
        (TakeGuest(ticket=bytes(16)), "relay_absent"),
        (LineBeat(), "bad_schema"),
        (b"\0\0\x02\x01" + bytes(0x201), "bad_frame"),
        (b"\0\0\0\x01\xc1", "bad_frame"),
        (b"\0\0\0\0", "bad_frame"),
    ],
)
async def test_callers_who_make_no_sense_are_told_so(said: OpenLine | bytes, code: str) -> None:
    async with relaying() as relay:
        assert await asked(relay, said) == {"t": "refused", "code": code}
        await soon(lambda: not relay._callers)


@pytest.mark.asyncio
async def test_whatever_callers_send_a_relay_goes_on() -> None:
    chance = random.Random("callers")
    async with relaying(replace(PATIENT, opening=0.2)) as relay, hosting_by(relay) as host:
        openings = [
            OpenLine(proto=1),
            ReachHost(proto=1, pin=pin_of(host.identity.public)),
            TakeGuest(ticket=bytes(16)),
        ]
        socks = []
        for _ in range(300):
            frame = bytearray(chance.choice(openings).frame() + chance.randbytes(chance.randrange(40)))
            for _ in range(chance.randrange(4)):
                frame[chance.randrange(len(frame))] = chance.randrange(256)
            socks.append(await call(relay, bytes(frame[: chance.randrange(1, len(frame) + 1)])))
            if len(socks) > 10:
                socks.pop(0).close()
        for sock in socks:
            sock.close()
        await soon(lambda: relay.guests == 0 and not relay._callers and relay._hosts.total() == 1)
        relay._limits = PATIENT
        client = await connect(far(host, open_table(host)), Identity.new(), "Ada", limits=FAST)
        await client.leave()


# Words


def test_an_invitation_carries_both_ways() -> None:
    for relay, shown in (("relay.example.org:7448", "+relay.example.org#"), ("[2001:db8::1]:9", "+[2001:db8::1]:9#")):
        invite = Invite(Address("192.168.1.5", relay=relay), bytes(20), bytes(8))
        assert shown in str(invite)
        for written in (str(invite), invite.for_code):
            assert parse_target(written) == invite


@pytest.mark.parametrize(
    ("typed", "place"), [("a.org", ("a.org", RELAY_PORT)), ("[::1]:9", ("::1", 9)), ("::1", ("::1", RELAY_PORT))]
)
def test_a_relay_is_typed_as_an_address(typed: str, place: tuple[str, int]) -> None:
    found = parse_relay(typed)
    assert (found.host, found.port) == place


@pytest.mark.parametrize(
    "typed", ["", "a b:c", "a.org:0", "a.org:99999", "a.org/01M81C8B3A34RAQVCEXD7BQ630", "a+b", "x" * 300]
)
def test_what_is_no_relay_is_refused_in_words(typed: str) -> None:
    with pytest.raises(NetError) as caught:
        parse_relay(typed)
    assert caught.value.code == "invite_unreadable"


def test_a_list_of_hosts_is_read(tmp_path: Path) -> None:
    path, pins = tmp_path / "hosts", [bytes(20), bytes(range(20))]
    path.write_text(f"# friends\n{pin_text(pins[0])} Ada's host\n\n  {pin_text(pins[1]).upper()}\t# Ben\n")
    assert read_pins(path) == pins
    for wrong in ("nonsense\n", f"{pin_text(pins[0])}x\n", "\x00", "x" * 300_000):
        path.write_text(wrong)
        with pytest.raises(NetError) as caught:
            read_pins(path)
        assert caught.value.code == "pin_list"
    with pytest.raises(NetError):
        read_pins(tmp_path / "none")
