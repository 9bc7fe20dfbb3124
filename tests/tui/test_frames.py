"""What the main states look like."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citadels_tui.start import JoinTable, ShowHome, VisitHost
from net.client.updates import Chat, Invitations, Issued
from net.identity.invitations import Address, Invite
from tests.tui import tables
from tests.tui.conftest import Frame, text_frame
from tests.tui.driving import LARGE, SMALL, client, settle
from tests.tui.fake import FakeDoors, FakeFeed

pytestmark = pytest.mark.asyncio

SIZES = {"80x24": SMALL, "120x40": LARGE}
sizes = pytest.mark.parametrize("size", SIZES)

TABLES: dict[str, tuple[Callable[[FakeFeed], None], tuple[str, ...]]] = {
    "draft": (tables.drafting, ()),
    "income": (tables.income, ()),
    "building": (tables.building, ()),
    "target-player": (tables.warlord, ("a", *["pagedown"] * 5)),
    "target-district": (tables.warlord, ("a", *["down"] * 8)),
    "everything": (tables.everything, ()),
    "action-card": (tables.everything, ("6",)),
    "waiting": (tables.waiting, ()),
    "notebook": (tables.waiting, ("w",)),
    "notebook-eight-players": (lambda feed: tables.income(feed, 8), ("w",)),
    "eight-players": (lambda feed: tables.income(feed, 8), ()),
    "result": (lambda feed: tables.end(feed, 8), ()),
}


@sizes
async def test_before_a_table(frame: Frame, size: str) -> None:
    async with client(size=SIZES[size]) as pilot:
        frame(pilot.app, f"home-{size}")
        await pilot.press("n")
        await settle(pilot)
        frame(pilot.app, f"new-game-{size}")
        await pilot.press("escape", "j")
        await settle(pilot)
        frame(pilot.app, f"join-{size}")


@sizes
async def test_all_cards(frame: Frame, size: str) -> None:
    async with client(size=SIZES[size]) as pilot:
        await pilot.press("c", "slash", *"crown", "enter", "down", "down")
        await settle(pilot)
        frame(pilot.app, f"cards-{size}")


@sizes
async def test_free_selection(frame: Frame, size: str) -> None:
    async with client(size=SIZES[size]) as pilot:
        await pilot.press("n")
        await settle(pilot)
        await pilot.press("down", "down", "down", "left", *["down"] * 10, "left")
        await settle(pilot)
        frame(pilot.app, f"free-selection-{size}")
        await pilot.press("down", "enter")
        await settle(pilot)
        await pilot.press("down", "down", "space")
        await settle(pilot)
        frame(pilot.app, f"uniques-{size}")


@sizes
async def test_the_dark_city(frame: Frame, size: str) -> None:
    async with client(size=SIZES[size]) as pilot:
        await pilot.press("n")
        await settle(pilot)
        await pilot.press("down", "down", "left", "down", "right")
        await settle(pilot)
        frame(pilot.app, f"dark-city-{size}")


@sizes
async def test_lobby(frame: Frame, size: str) -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    async with client(feed, size=SIZES[size], start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        frame(pilot.app, f"lobby-{size}")


@sizes
async def test_invitations(frame: Frame, size: str) -> None:
    feed = FakeFeed()
    tables.lobby(feed)
    first, other = (Invite(Address("192.168.1.5"), bytes(20), bytes([byte] * 8)) for byte in (0, 1))
    feed.tell(Invitations((Issued(1, first, 0, 2, 0, ""), Issued(2, other, 1, 1, 0, "for Bo", "invite_used"))))
    async with client(feed, size=SIZES[size], start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await pilot.press("y")
        await settle(pilot)
        await pilot.press("i")
        await settle(pilot)
        frame(pilot.app, f"invitations-{size}")
        await pilot.press("enter")
        await settle(pilot)
        frame(pilot.app, f"invite-{size}")


@sizes
async def test_tables_of_a_host(frame: Frame, size: str) -> None:
    doors = FakeDoors(FakeFeed())
    doors.met, doors.listed = True, tables.LISTED
    async with client(doors=doors, size=SIZES[size], start=VisitHost("Ann", "192.168.1.5")) as pilot:
        doors.visitors[0].tell(Chat(None, "Eve", "Good evening! Who is in for a game?"))
        await settle(pilot)
        frame(pilot.app, f"tables-{size}")


@sizes
@pytest.mark.parametrize("state", TABLES)
async def test_table(frame: Frame, state: str, size: str) -> None:
    make, keys = TABLES[state]
    feed = FakeFeed()
    make(feed)
    async with client(feed, size=SIZES[size]) as pilot:
        await pilot.press(*keys)
        await settle(pilot)
        frame(pilot.app, f"{state}-{size}")


LAYOUTS = {"80x50": (80, 50), "100x24": (100, 24), "109x34": (109, 34), "200x60": (200, 60)}
"""Windows whose layouts the other frames do not show."""


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("players", [2, 4, 8])
async def test_layouts(frame: Frame, size: str, players: int) -> None:
    feed = FakeFeed()
    tables.income(feed, players)
    async with client(feed, size=LAYOUTS[size]) as pilot:
        frame(pilot.app, f"layout-{players}-players-{size}")


@pytest.mark.parametrize("size", LAYOUTS)
async def test_the_draft_in_every_layout(frame: Frame, size: str) -> None:
    feed = FakeFeed()
    tables.drafting(feed)
    async with client(feed, size=LAYOUTS[size]) as pilot:
        frame(pilot.app, f"draft-{size}")


async def test_ascii(frame: Frame) -> None:
    feed = FakeFeed()
    tables.income(feed, 8)
    async with client(feed, ascii=True) as pilot:
        frame(pilot.app, "ascii-80x24")
        await pilot.resize_terminal(*LARGE)
        await settle(pilot)
        frame(pilot.app, "ascii-120x40")


async def test_ascii_mode_is_ascii_everywhere() -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed, ascii=True) as pilot:
        for key in ("question_mark", "i", "f2", "l", "s", "q", "ctrl+p"):
            await pilot.press(key)
            await settle(pilot)
            assert text_frame(pilot.app).isascii(), (key, text_frame(pilot.app))
            await pilot.press("escape")
            await settle(pilot)
        tables.end(feed)
        await settle(pilot)
        assert text_frame(pilot.app).isascii()
    async with client(ascii=True) as pilot:
        for key in ("n", "o", "j"):
            await pilot.press(key)
            await settle(pilot)
            assert text_frame(pilot.app).isascii()
            await pilot.press("escape")
            await settle(pilot)


async def test_over_the_board(frame: Frame) -> None:
    feed = FakeFeed()
    tables.building(feed)
    async with client(feed) as pilot:
        await pilot.press("down", "down", "i")
        await settle(pilot)
        frame(pilot.app, "inspect")
        await pilot.press("escape", "question_mark")
        await settle(pilot)
        frame(pilot.app, "help")
        await pilot.press("escape", "q")
        await settle(pilot)
        frame(pilot.app, "leave")
        await pilot.press("n", "l")
        await settle(pilot)
        frame(pilot.app, "log")


async def test_unknown_host(frame: Frame) -> None:
    async with client(start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await settle(pilot)
        frame(pilot.app, "unknown-host")


async def test_too_small(frame: Frame) -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(60, 15)) as pilot:
        frame(pilot.app, "too-small")


async def test_home_is_still_there_after_help(frame: Frame) -> None:
    async with client(start=ShowHome("Ann")) as pilot:
        await pilot.press("question_mark", "escape")
        await settle(pilot)
        frame(pilot.app, "home-80x24")
