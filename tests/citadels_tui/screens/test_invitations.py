"""Invitations on the screen: the line, the code, and the owner's list."""

from __future__ import annotations

from typing import Any

import pytest
import zxingcpp
from rich.color import Color as RichColor
from rich.color_triplet import ColorTriplet
from textual.app import App
from textual.pilot import Pilot

from citadels_tui.screens.invitations import InvitationsScreen, state
from citadels_tui.screens.invite import InviteScreen
from citadels_tui.screens.lobby import LobbyScreen
from citadels_tui.session.start import JoinTable
from citadels_tui.texts import invitations
from net.client.updates import Invitations, Issued, Refused
from net.identity.crypto import Identity
from net.identity.invitations import Address, Invite, parse_target
from net.identity.tls import pin_of
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.slow

CELL = 4
"""Pixels of half a cell."""
HALVES = {"█": (True, True), "▀": (True, False), "▄": (False, True)}
SIX = "2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff"
INVITE = Invite(Address("192.168.178.121"), pin_of(Identity.new().public), b"\xa5" * 8)
ROWS = (
    Issued(1, INVITE, 0, 2, 0, ""),
    Issued(2, Invite(INVITE.address, INVITE.pin, b"\x5a" * 8), 1, 0, 1_800_000_000, "for Bo"),
    Issued(3, Invite(INVITE.address, INVITE.pin, b"\x33" * 8), 1, 0, 0, "", "invite_revoked"),
)


def seen_by_a_camera(app: App[Any]) -> list[str]:
    """What a reader of codes finds on the screen as it is painted."""
    rows: list[bytes] = []
    for strip in app.screen._compositor.render_strips():
        halves: tuple[list[int], list[int]] = ([], [])
        for segment in strip:
            style = segment.style
            ink, paper = (brightness(color) for color in (style.color, style.bgcolor)) if style else (255, 0)
            for char in segment.text:
                for half, inked in zip(halves, HALVES.get(char, (False, False)), strict=True):
                    half += [ink if inked else paper] * CELL
        for half in halves:
            rows += [bytes(half)] * CELL
    picture = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows[0])))
    return [
        code.text
        for code in zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    ]


def brightness(color: RichColor | None) -> int:
    found = (color and color.triplet) or ColorTriplet(0, 0, 0)
    return (found.red + found.green + found.blue) // 3


def waiting(*, mine: bool = True) -> FakeFeed:
    """A table before the game, and the invitations to it."""
    feed = FakeFeed()
    feed.invite = INVITE
    tables.lobby(feed, mine=mine)
    if mine:
        feed.tell(Invitations(ROWS))
    return feed


async def seated(pilot: Pilot[int]) -> None:
    """The host is the right one."""
    await pilot.press("y")
    await settle(pilot)


async def opened(pilot: Pilot[int]) -> None:
    await seated(pilot)
    await pilot.press("i")
    await settle(pilot)


@pytest.mark.asyncio
@pytest.mark.parametrize("theme", ["citadels", "citadels-light"])
async def test_a_reader_of_codes_finds_the_invitation_on_the_screen(theme: str) -> None:
    async with client(waiting(mine=False), size=(80, 24), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        pilot.app.theme = theme
        await opened(pilot)
        assert isinstance(pilot.app.screen, InviteScreen)
        (found,) = seen_by_a_camera(pilot.app)
        assert parse_target(found) == INVITE


@pytest.mark.asyncio
async def test_a_wide_window_shows_a_large_code_and_how_a_guest_comes_in() -> None:
    async with client(waiting(), size=(200, 60), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await opened(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        (found,) = seen_by_a_camera(pilot.app)
        assert parse_target(found) == ROWS[1].invite
        shown = words(pilot.app)
        assert f"for Bo: {state(ROWS[1])}" in shown
        assert all(step.split(".")[0][:40] in shown for step in invitations.STEPS)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert len(seen_by_a_camera(pilot.app)) == 1
        assert invitations.GUIDE not in words(pilot.app)


@pytest.mark.asyncio
async def test_the_line_is_in_one_row_of_a_narrow_terminal() -> None:
    async with client(waiting(), size=(80, 24), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await seated(pilot)
        assert str(INVITE) in words(pilot.app)
        await pilot.press("i")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert str(INVITE) in words(pilot.app)


@pytest.mark.asyncio
async def test_a_long_invitation_is_copied_whole() -> None:
    feed = waiting(mine=False)
    feed.invite = Invite(Address(SIX, 55555), INVITE.pin, INVITE.token, (Address("relay.example.org", 44444),))
    async with client(feed, size=(80, 24), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await opened(pilot)
        assert seen_by_a_camera(pilot.app) == []
        await pilot.press("y")
        assert pilot.app.clipboard == str(feed.invite)
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        (found,) = seen_by_a_camera(pilot.app)
        assert parse_target(found) == feed.invite


@pytest.mark.asyncio
async def test_the_code_of_a_long_address_fits_a_small_terminal() -> None:
    feed = waiting(mine=False)
    feed.invite = Invite(Address(SIX), INVITE.pin, INVITE.token)
    async with client(feed, size=(80, 24), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await opened(pilot)
        (found,) = seen_by_a_camera(pilot.app)
        assert parse_target(found) == feed.invite


@pytest.mark.asyncio
async def test_there_is_no_code_without_unicode() -> None:
    async with client(waiting(mine=False), size=(80, 24), start=JoinTable("Ann", "h"), ascii=True) as pilot:
        await opened(pilot)
        assert "Unicode" in words(pilot.app)


def words(app: App[Any]) -> str:
    return "\n".join("".join(part.text for part in strip) for strip in app.screen._compositor.render_strips())


@pytest.mark.asyncio
async def test_the_owner_makes_copies_and_revokes() -> None:
    feed = waiting()
    async with client(feed, size=(80, 24), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await opened(pilot)
        assert isinstance(pilot.app.screen, InvitationsScreen)
        page = words(pilot.app)
        assert "for everybody" in page
        assert "for Bo" in page
        assert "revoked" in page
        await pilot.press("down", "y")
        assert pilot.app.clipboard == str(ROWS[1].invite)
        await pilot.press("r", "y")
        await settle(pilot)
        assert "revoke 2" in feed.sent
        await pilot.press("down", "down", "right", "down", "right", "down", *"Cleo", "enter")
        await settle(pilot)
        assert feed.sent[-1] == "invitation 1 3600 Cleo"
        feed.tell(Invitations(ROWS[1:]))
        await settle(pilot)
        assert "for everybody" not in words(pilot.app)
        feed.tell(Refused("invites_enough", "There are as many.", "now", "invitation"))
        await settle(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, LobbyScreen)
        # The first that still admits is the one to be shown.
        assert str(ROWS[1].invite) in words(pilot.app)


def test_each_state_is_a_sentence() -> None:
    said = [state(row) for row in ROWS]
    assert said[0] == "any number of seats, 2 taken"
    assert said[1].startswith("0 of 1 seats taken; until 2027-01-1")
    assert said[2] == "revoked"
    assert state(Issued(4, INVITE, 0, 0, 0, "", "something_new")) == "admits nobody any more"
