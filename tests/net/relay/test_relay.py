"""A relay: hosts that nobody can reach, and clients who are led to them."""

from __future__ import annotations

import asyncio
import random
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Move
from net.base.errors import NetError
from net.base.limits import RELAY_PORT
from net.client.connect import connect
from net.client.dial import Route, dial
from net.client.reconnect import AGAIN
from net.client.updates import Chat, Decision, Link, LobbyView
from net.host.host import Host
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite, parse_relay, parse_target, pin_text
from net.identity.tls import pin_of
from net.local.relay_service import read_pins
from net.protocol.client_messages import Start
from net.relay.relay import Relay
from tests.support.net.hosting import FAST, WAIT, hosting, invite, open_table, play, play_of, soon, until
from tests.support.net.relays import (
    PATIENT,
    far,
    hosting_by,
    relaying,
    tapping,
)
from tests.support.ports import free_port

# Clients and hosts


@pytest.mark.asyncio
async def test_a_client_who_cannot_reach_the_host_comes_by_the_relay() -> None:
    async with relaying() as relay, hosting_by(relay) as host:
        table = open_table(host)
        client = await connect(far(host, table), Identity.new(), "Ada", limits=FAST)
        await until(client, LobbyView)
        assert relay.clients == 1
        assert host.status(1).relay == "relay_up"
        await client.leave()
        await soon(lambda: relay.clients == 0)


@pytest.mark.asyncio
async def test_a_client_who_can_reach_the_host_does_not_trouble_the_relay() -> None:
    async with relaying() as relay, hosting_by(relay) as host:
        table = open_table(host)
        client = await connect(host.invite(table, "127.0.0.1"), Identity.new(), "Ada", limits=FAST)
        assert relay.clients == 0
        await client.leave()


@pytest.mark.asyncio
async def test_a_silent_machine_at_the_hosts_address_is_given_a_bounded_time() -> None:
    """So is it when the address is one of the client's own network, where somebody else has it."""
    async with relaying() as relay, hosting_by(relay) as host:
        silent = socket.create_server(("127.0.0.1", 0))
        table = open_table(host)
        invite = host.invite(table).at("127.0.0.1", silent.getsockname()[1])
        client = await connect(invite, Identity.new(), "Ada", limits=replace(FAST, head_start=0.1))
        assert relay.clients == 1
        await client.leave()
        silent.close()


@pytest.mark.asyncio
async def test_a_client_comes_back_by_the_way_that_has_led_there() -> None:
    """To wait again for an address that swallows everything would cost as much as the first time."""
    async with relaying() as relay, hosting_by(relay) as host:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            table = open_table(host)
            address = host.invite(table).at("127.0.0.1", silent.getsockname()[1]).address
            limits, pin = replace(FAST, head_start=0.1), pin_of(host.identity.public)
            found = await dial(address, pin, limits)
            assert found.route == Route(Address("127.0.0.1", relay.port), by_relay=True)
            await found.close()
            # It would take until the end of the test to go on to another way.
            again = await dial(address, pin, FAST, first=found.route)
            assert again.route == found.route
            await again.close()


@pytest.mark.asyncio
async def test_a_host_is_found_at_the_other_addresses_of_an_invitation() -> None:
    async with hosting() as host, hosting() as stranger:
        table = open_table(host)
        there = invite(host, table)
        clients = []
        for wrong in (free_port(), stranger.port):
            several = replace(there.at("127.0.0.1", wrong), others=(there.address,))
            clients.append(await connect(several, Identity.new(), "Ada", limits=FAST))
            assert clients[-1]._reconnector.route == Route(there.address)
        nowhere = there.at("127.0.0.1", free_port())
        with pytest.raises(NetError) as caught:
            await connect(replace(nowhere, others=(nowhere.address,)), Identity.new(), "Ada", limits=FAST)
        assert caught.value.code == "unreachable"
        for client in clients:
            await client.leave()


@pytest.mark.asyncio
async def test_a_foreign_host_at_the_address_leaves_the_relay_open() -> None:
    async with relaying() as relay, hosting_by(relay) as host, hosting() as other:
        table = open_table(host)
        invite = host.invite(table).at("127.0.0.1", other.port)
        client = await connect(invite, Identity.new(), "Ada", limits=FAST)
        assert relay.clients == 1
        await client.leave()


@pytest.mark.slow
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
        assert relays[1].clients == 1
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
        nobody = Invite(Address("127.0.0.1", free_port(), relay=f"127.0.0.1:{relay.port}"), bytes(20), bytes(8))
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
async def test_a_host_without_its_relay_says_so() -> None:
    away = Address("127.0.0.1", free_port())
    async with Host.open(Identity.new(), relay=away, limits=FAST) as host:
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
def test_a_wrong_relay_is_refused_in_words(typed: str) -> None:
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
