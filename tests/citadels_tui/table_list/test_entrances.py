"""Entrances: the lines for those who come to a table of a headless host by SSH or in a browser."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from citadels_tui.app.app import CitadelsApp
from citadels_tui.screens.invite import InviteScreen
from citadels_tui.session.start import HostTable, JoinTable
from citadels_tui.table_list.entrances import entrances, only_here
from citadels_tui.texts import invitations, table
from citadels_tui.widgets.key_bar import KeyBar
from net.client.updates import LobbyView
from net.identity.invitations import Address, read_authority
from net.local.order import Order
from net.protocol.host_messages import LobbyNote, SeatNote
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.citadels_tui.conftest import text_frame
from tests.citadels_tui.screens.test_invitations import opened, seated, seen_by_a_camera, words
from tests.support.client import tables
from tests.support.client.driving import client, settle
from tests.support.client.fake import FakeFeed

SSH, WEB = Address("play.example.org", 2222), Address("play.example.org", 443)
COMMAND, LINK = "ssh -t -p 2222 play.example.org friday", "https://play.example.org/friday"


def lobby(ssh: Address | None = SSH, web: Address | None = WEB, title: str = "Friday") -> LobbyView:
    """A table of a host that lets guests in."""
    feed = FakeFeed()
    tables.lobby(feed)
    found = feed.queue.get_nowait()
    assert isinstance(found, LobbyView)
    return found._replace(options=TableOptions(title=title), ssh=ssh, web=web)


@pytest.mark.parametrize(
    ("ssh", "web", "lines"),
    [
        (SSH, WEB, [COMMAND, LINK]),
        (Address("10.0.0.5", 22), None, ["ssh -t 10.0.0.5 friday"]),
        (Address("fd00::9", 2222), None, ["ssh -t -p 2222 fd00::9 friday"]),
        (None, Address("play.example.org", 8443), ["https://play.example.org:8443/friday"]),
        (None, Address("fd00::9", 443), ["https://[fd00::9]/friday"]),
        (None, Address("127.0.0.1", 8080), ["http://127.0.0.1:8080/friday"]),
        (None, None, []),
    ],
)
def test_each_entrance_is_a_line_to_be_pasted(ssh: Address | None, web: Address | None, lines: list[str]) -> None:
    assert entrances(lobby(ssh, web)) == lines


def test_a_table_without_a_title_has_a_short_name() -> None:
    assert entrances(lobby(web=None, title=""))[0].endswith(f" table-{lobby().table[-5:].lower()}")


def test_lines_for_the_hosts_own_machine_are_known() -> None:
    near = Address("127.0.0.1", 8080)
    assert only_here(lobby(None, near))
    assert not only_here(lobby(SSH, near))
    assert not only_here(lobby(None, None))


@pytest.mark.parametrize(
    "place",
    [
        "-oProxyCommand=x:22",
        "a b:22",
        "$(x):22",
        "a;b:22",
        "a\n:22",
        "a`b`:22",
        "a|b",
        "A.a:22",
        "a/b",
        "]",
        "x" * 270,
    ],
)
def test_a_host_cannot_have_anything_else_pasted(place: str) -> None:
    seats = [SeatNote(kind="open")] * 2
    for field in ("ssh", "web"):
        with pytest.raises(ValidationError):
            LobbyNote.model_validate(
                {"t": "lobby", "seats": seats, "setup": Setup(players=2), "options": TableOptions(), field: place}
            )


@pytest.mark.parametrize("place", ["[::1", "a.example:99999", "a:b:c:d", "1:2:3"])
def test_a_wrong_place_is_no_entrance(place: str) -> None:
    note = LobbyNote(seats=[SeatNote(kind="open")] * 2, setup=Setup(players=2), options=TableOptions(), ssh=place)
    assert read_authority(note.ssh) is None


def guest(ssh: Address | None = SSH, web: Address | None = WEB) -> FakeFeed:
    """A table at which somebody sits who came by SSH."""
    feed = FakeFeed()
    feed.invite = None
    feed.tell(lobby(ssh, web))
    return feed


@pytest.mark.asyncio
async def test_a_guest_copies_the_lines_and_shows_the_link_as_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CitadelsApp, "keeps_files", False)
    async with client(guest(), size=(80, 24), start=JoinTable("Ann", "")) as pilot:
        await seated(pilot)
        page = words(pilot.app)
        assert table.ENTRANCES in page
        assert COMMAND in page
        assert LINK in page
        assert table.ONLY_HERE not in page
        await pilot.press("y")
        assert pilot.app.clipboard == f"{COMMAND}\n{LINK}"
        await pilot.press("i")
        await settle(pilot)
        assert isinstance(pilot.app.screen, InviteScreen)
        assert seen_by_a_camera(pilot.app) == [LINK]
        assert invitations.ENTRANCES in words(pilot.app)
        await pilot.press("y")
        assert pilot.app.clipboard == f"{COMMAND}\n{LINK}"


@pytest.mark.asyncio
async def test_a_guest_reads_when_the_lines_lead_nobody_else_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CitadelsApp, "keeps_files", False)
    async with client(guest(None, Address("127.0.0.1", 8080)), size=(80, 24), start=JoinTable("Ann", "")) as pilot:
        await seated(pilot)
        page = words(pilot.app)
        assert table.ENTRANCE in page
        assert "http://127.0.0.1:8080/friday" in page
        assert table.ONLY_HERE[:40] in page


@pytest.mark.asyncio
async def test_a_guest_of_another_way_in_reads_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CitadelsApp, "keeps_files", False)
    async with client(guest(None, None), size=(80, 24), start=JoinTable("Ann", "")) as pilot:
        await seated(pilot)
        page = words(pilot.app)
        assert table.TABLE_NAME[:40] in page
        assert "y Copy" not in page


@pytest.mark.asyncio
async def test_a_player_with_a_client_reads_both_ways() -> None:
    feed = FakeFeed()
    feed.tell(lobby())
    async with client(feed, size=(80, 24), start=JoinTable("Ann", "192.168.1.5")) as pilot:
        await seated(pilot)
        page = words(pilot.app)
        assert str(feed.invite) in page
        assert COMMAND in page
        assert LINK in page
        await pilot.press("y")
        assert pilot.app.clipboard == str(feed.invite)


@pytest.mark.asyncio
async def test_an_invitation_that_leads_nobody_else_there_says_so() -> None:
    feed = FakeFeed()
    assert feed.invite is not None
    feed.invite = feed.invite.at("127.0.0.1")
    tables.lobby(feed)
    async with client(feed, size=(80, 24), start=JoinTable("Ann", "127.0.0.1")) as pilot:
        await opened(pilot)
        assert table.ONLY_HERE[:40] in words(pilot.app)
        await pilot.press("escape")
        await settle(pilot)
        assert table.ONLY_HERE[:40] in words(pilot.app)


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(41, 39), (40, 34), (80, 34), (120, 40)])
async def test_an_overfull_lobby_scrolls_in_one_place(size: tuple[int, int]) -> None:
    near = Address("127.0.0.1", 2222)
    options = TableOptions(turn_time=90, reserve=120, bots_after=10)
    feed = FakeFeed()
    feed.tell(lobby(near, near, "")._replace(options=options))
    async with client(feed, size=size, start=HostTable("Ann", Order())) as pilot:
        screen = pilot.app.screen
        sheet = screen.query_one(".sheet")
        assert "Bots take the open seats" in " ".join(text_frame(pilot.app).split())
        assert (screen.max_scroll_y, screen.show_vertical_scrollbar) == (0, False)
        assert sheet.region.bottom <= screen.query_one(KeyBar).region.y
