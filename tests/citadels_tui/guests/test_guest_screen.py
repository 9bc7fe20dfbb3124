"""A terminal that a client has taken is given back by whoever carries its bytes, when the client cannot do so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar, Literal

import pytest
from textual.widgets import Input, Static

from citadels_tui.guests import guest_client
from citadels_tui.guests.guest_client import CURSOR, GuestDriver, WebDriver
from citadels_tui.guests.guest_screen import RESTORE, GuestScreen
from citadels_tui.guests.ticket import Ticket, make_ticket
from citadels_tui.terminal.wide_signs import FAR, QUESTION
from net.identity.crypto import Identity
from tests.support.terminal import USUAL

DRAWN = b"\x1b[?1049h\x1b[?25l\x1b[1;1H\x1b[0;1mthe board\x1b[0m"
GIVEN_BACK = b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[?1000l"
CASES = {
    b"": (False, ""),
    b"There is no table.\r\n": (False, "There is no table."),
    QUESTION.encode(): (False, ""),
    QUESTION.encode() + b"There is no table.\r\n": (False, "There is no table."),
    DRAWN: (True, ""),
    DRAWN + GIVEN_BACK: (False, ""),
    DRAWN + GIVEN_BACK + "Nobody was h\u00e9re.\r\nBye.\r\n".encode(): (False, "Nobody was h\u00e9re. Bye."),
    DRAWN + GIVEN_BACK + DRAWN: (True, ""),
}


@pytest.mark.parametrize("written", CASES)
@pytest.mark.parametrize("bytes_at_once", [1, 3, 1000])
def test_output_is_followed_in_pieces_of_any_size(written: bytes, bytes_at_once: int) -> None:
    screen = GuestScreen()
    for at in range(0, len(written), bytes_at_once):
        screen.follow(written[at : at + bytes_at_once])
    assert (screen.taken, screen.said) == CASES[written]
    assert screen.farewell("Bye.") == (RESTORE if screen.taken else b"") + b"Bye.\r\n"


def test_a_bounded_part_of_the_clients_output_is_kept() -> None:
    screen = GuestScreen()
    for _ in range(100):
        screen.follow(b"x" * 1000)
    assert len(screen.said) == 4096


def test_all_modes_that_a_client_sets_are_undone() -> None:
    # As Textual 8 sets them; the last two where a terminal says that it knows them.
    for mode in (1000, 1003, 1004, 1006, 1015, 1016, 1049, 2004, 2026, 2048):
        assert b"\x1b[?%dl" % mode in RESTORE
    for mode in USUAL:
        assert b"\x1b[?%dh" % mode in RESTORE
    assert not re.search(rb"[^\x1b\x20-\x7e]", RESTORE)


class Focused:
    """An app of which the driver of a page asks for its focus only."""

    screen_stack: ClassVar[list[object]] = [object()]
    focused: object = None


def test_the_cursor_shows_while_a_line_is_to_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(GuestDriver, "write", lambda _self, data: written.append(data))
    driver, app = object.__new__(WebDriver), Focused()
    monkeypatch.setattr(driver, "_client", app, raising=False)
    for focused, data in ((None, "a"), (Input(), "b"), (Input(), "c"), (Static(), "d"), (None, "e")):
        app.focused = focused
        driver.write(data)
    app.screen_stack = []  # type: ignore[misc]
    driver.write("f")
    assert written == ["a", "b" + CURSOR[True], "c", "d" + CURSOR[False], "e", "f"]


@pytest.mark.parametrize("via", ["ssh", "web"])
def test_a_terminal_is_asked_for_the_width_of_its_signs_and_a_browser_is_not(
    via: Literal["ssh", "web"], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []

    def run(_ticket: Ticket, _runner: object, *, ascii: bool) -> int:
        drawn.append(ascii)
        return 0

    monkeypatch.setattr(guest_client, "_BOUNDS", {})
    monkeypatch.setattr(guest_client, "wide_signs", lambda wait: wait == FAR)
    monkeypatch.setattr(guest_client, "_run", run)
    monkeypatch.setenv("TERM", "xterm-256color")
    environ = {"TERM": "xterm-256color"}
    made = make_ticket(Identity.new(), Path("host.sock"), via, "who", "127.0.0.1", "Ada", "", environ)
    assert guest_client.run_guest(made) == 0
    assert drawn == [via == "ssh"]
