"""The hosts on the local network, in the form and as lines."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from citadels_tui.session.start import VisitHost
from citadels_tui.table_list import nearby
from net.client import discovery
from net.client.discovery import FoundHost, Silence
from net.identity.invitations import Address
from net.protocol.announcement import Announcement
from net.protocol.version import PROTO, RULES
from tests.citadels_tui.conftest import text_frame
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeConnector, FakeFeed

DRAGON = FoundHost(Address("192.168.1.7"), Announcement("1.2.3", PROTO, RULES.hex(), "The [b]Dragon[/b]", 3, 2))
OLD = FoundHost(Address("192.168.1.8", 7000), Announcement("0.9", PROTO + 1, RULES.hex(), "", 1, 0))


def network(monkeypatch: pytest.MonkeyPatch, *answers: FoundHost | Silence) -> None:
    """What answers on the network."""

    async def answer() -> AsyncGenerator[FoundHost | Silence, None]:
        for each in answers:
            yield each

    monkeypatch.setattr(discovery, "discover", answer)
    monkeypatch.setattr(nearby, "discover", answer)


@pytest.mark.asyncio
async def test_the_form_lists_the_hosts_and_goes_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    network(monkeypatch, DRAGON, OLD)
    connector = FakeConnector(FakeFeed())
    async with client(connector=connector) as pilot:
        await pilot.press("j")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "The [b]Dragon[/b]" in page
        assert "192.168.1.7  3 tables, 2 open, version 1.2.3" in page
        assert "1 table, 0 open, another version: 0.9" in page
        await pilot.press("down", "down", "down", "enter")
        await settle(pilot)
        # A host from the network is a stranger like any other: it is asked about.
        await pilot.press("y")
        await settle(pilot)
        assert [start.target for start in connector.started if isinstance(start, VisitHost)] == ["192.168.1.7:7447"]
        assert connector.trusted == [True]


@pytest.mark.asyncio
@pytest.mark.parametrize("reason", ["port", "multicast", "quiet"])
@pytest.mark.slow
async def test_the_form_says_why_there_is_none(reason: Silence, monkeypatch: pytest.MonkeyPatch) -> None:
    network(monkeypatch, reason)
    async with client() as pilot:
        await pilot.press("j")
        await settle(pilot)
        page = text_frame(pilot.app)
        assert "Looking for" not in page
        assert {"port": "5353", "multicast": "multicast", "quiet": "answered"}[reason] in page


@pytest.mark.asyncio
async def test_the_command_tells_of_hosts_or_why_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    network(monkeypatch, DRAGON, OLD)
    assert await nearby.look_around(lines.append) == [DRAGON, OLD]
    assert lines[1:] == [
        "  1  The [b]Dragon[/b]  192.168.1.7  3 tables, 2 open, version 1.2.3",
        "  2  192.168.1.8:7000  1 table, 0 open, another version: 0.9",
    ]
    lines.clear()
    network(monkeypatch, "quiet")
    assert await nearby.look_around(lines.append) == []
    assert "No host has answered" in lines[1]
    assert "192.168.1.20" in lines[2]


def test_a_number_stands_for_its_host_and_everything_else_for_itself() -> None:
    hosts = [DRAGON, OLD]
    assert nearby.chosen("2", hosts) == "192.168.1.8:7000"
    assert nearby.chosen("3", hosts) == ""
    assert nearby.chosen("0", hosts) == ""
    assert nearby.chosen("castle.local", hosts) == "castle.local"
    assert nearby.chosen("7", []) == "7"
