"""Guests: what they may bring along (an environment, a name, a table, the size of a window); what they may not see."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from citadels_tui.guests import guest_client
from citadels_tui.guests.guest_book import GuestLimits
from citadels_tui.guests.guest_client import _way
from citadels_tui.guests.ticket import (
    FAILED,
    GUEST,
    Ticket,
    bounded,
    can_draw,
    guest_environ,
    guest_key,
    guest_name,
    is_fingerprint,
    is_table_name,
    table_named,
)
from citadels_tui.session.start import VisitHost
from citadels_tui.table_list.table_names import choose, slug_of
from citadels_tui.texts import guests
from net.base.crash import guest_crashes_path
from net.identity.crypto import Identity
from net.protocol.visitor_notes import ListedTable

HOSTILE = {
    "LD_PRELOAD": "/tmp/evil.so",
    "PYTHONPATH": "/tmp",
    "TEXTUAL_DRIVER": "evil:Driver",
    "TEXTUAL_LOG": "/etc/passwd",
    "COLUMNS": "99999",
    "CITADELS_CONFIG": "/root",
    "LANG": "../../etc",
    "LC_ALL": "x" * 65,
}


def test_the_environment_is_nearly_emptied() -> None:
    found = guest_environ("xterm", HOSTILE | {"COLORTERM": "truecolor", "LC_MESSAGES": "nl_NL.UTF-8"}, "/state")
    assert found == {
        "TERM": "xterm",
        "PATH": "/usr/bin:/bin",
        "HOME": "/",
        "CITADELS_STATE": "/state",
        "CITADELS_CONFIG": "/state",
        "COLORTERM": "truecolor",
        "LC_MESSAGES": "nl_NL.UTF-8",
    }


@pytest.mark.parametrize(
    ("said", "size"),
    [((0, 0), (80, 24)), ((1, 1), (20, 5)), ((99_999, 99_999), (500, 200)), ((-5, 7), (20, 7)), ((120, 40), (120, 40))],
)
def test_a_window_can_be_drawn(said: tuple[int, int], size: tuple[int, int]) -> None:
    assert bounded(*said) == size


@pytest.mark.parametrize("term", ["dumb", "x" * 65, "../../etc", "xterm;id", "\x1b[2J", "-x", "xterm\n"])
def test_some_terminals_are_none(term: str) -> None:
    assert not can_draw(term)
    assert can_draw("xterm-256color")
    # A terminal that does not say what it is.
    assert can_draw("")


@pytest.mark.parametrize("table", ["", "Friday", "a b", "a;b", "../a", "a\n", "x" * 33, "é", "--data=/\x00"])
def test_the_name_of_a_table_is_bounded(table: str) -> None:
    assert not is_table_name(table)
    assert is_table_name("friday-2")


@pytest.mark.parametrize(
    "copied",
    [
        "friday-2",
        " Friday-2\n",
        "friday-2.",
        "friday-2).",
        "friday-2/",
        "“friday-2”",
        "\u200bfriday-2\ufeff",
        "<friday-2>,",
    ],
)
def test_a_name_is_found_in_what_was_copied_with_it(copied: str) -> None:
    assert table_named(copied) == "friday-2"


def test_a_fingerprint_is_one() -> None:
    assert is_fingerprint("SHA256:" + "a" * 43)
    assert not any(map(is_fingerprint, ["", "MD5:" + "a" * 43, "SHA256:" + "a" * 42, "SHA256:" + "a" * 43 + "\n"]))


def test_a_name_that_cannot_be_one_is_a_guests() -> None:
    assert guest_name("ada") == "Ada"
    assert guest_name("\x1b[2J") == guest_name("") == GUEST


def test_a_ticket_does_not_show_its_key() -> None:
    assert "5ec4e7" not in repr(Ticket("/s", "00", "5ec4e7", "Ada", "", "ssh", "00", "00", {}))


def test_everybody_has_a_key_of_their_own_at_each_host_and_way() -> None:
    one, other = Identity.new(), Identity.new()
    keys = [guest_key(host, "ssh", who) for host in (one, other) for who in ("a", "b")]
    keys.append(guest_key(one, "web", "a"))
    assert len(set(keys)) == 5
    assert guest_key(one, "ssh", "a") == keys[0]


def table(id: str, title: str = "", **facts: object) -> ListedTable:
    plain = {
        "table": id.ljust(26, "0"),
        "title": title,
        "owner": "Ada",
        "edition": "deluxe",
        "preset": "",
        "phase": "open",
        "seats": 4,
        "people": 1,
        "bots": 0,
        "spectators": 0,
        "turn_time": 0,
        "reserve": 0,
    }
    return ListedTable.model_validate(plain | facts)


def test_a_table_is_called_by_its_title_or_its_id() -> None:
    assert slug_of(table("1", "The Green Dragon!")) == "the-green-dragon"
    assert slug_of(table("1", "x" * 31 + " y")) == "x" * 31
    assert slug_of(table("1A", "中")) == "table-00000"


def test_the_table_that_is_meant_is_found() -> None:
    friday, mine, full = (
        table("1", "Friday"),
        table("2", "Friday", you=1),
        table("3", "Friday", phase="running", bots=2),
    )
    assert choose([full, friday], "friday") == friday
    assert choose([friday, full, mine], "friday") == mine
    assert choose([friday, mine, full], "") == mine
    assert choose([friday], "") is None
    assert choose([mine, table("4", "Monday", you=0)], "") is None
    assert choose([friday], friday.table.lower()) == friday
    assert choose([friday, full], "monday") == choose([], "monday") == "There is no table called monday."
    assert choose([], "") is None


def test_a_link_leads_to_a_seat_to_watching_or_to_the_list() -> None:
    here = Ticket("host.sock", "00" * 20, "01" * 32, "Ada", "friday", "ssh", "", "aa" * 8, {})
    everything = VisitHost("Ada", "")

    def way(**facts: object) -> tuple[bool | None, VisitHost | None, str]:
        start, notice = _way(table("1", "Friday", **facts), here)
        if isinstance(start, VisitHost):
            assert start._replace(marked="") == everything
            return None, start if start.marked else None, notice
        return start.watch, start.chosen_at, notice

    assert way() == (False, None, "")
    assert way(people=4) == (True, everything, guests.FULL_TABLE)
    assert way(people=4, you=1) == (False, None, "")
    assert way(phase="running") == (True, everything, guests.WATCHING)
    # Nobody takes a bot's seat in the middle of a game by a link alone.
    asks = everything._replace(marked=table("1", "Friday").table)
    assert way(phase="running", bots=2, takeable=1) == (None, asks, guests.BEGUN)
    assert way(phase="running", bots=2, takeable=1, you=0) == (False, None, "")
    assert way(phase="ended") == (None, None, guests.OVER)
    assert way(phase="ended", you=0) == (False, None, "")
    assert _way("There is no table called x.", here) == (everything, "There is no table called x.")
    assert _way(None, here) == (everything, "")


def test_one_address_cannot_hold_every_place_while_comparing_keys() -> None:
    limits = GuestLimits()
    rate, burst = limits.logins
    assert limits.login_time >= 60
    assert burst + rate * limits.login_time < limits.connections / 2


def test_a_guest_is_not_told_where_the_files_of_the_host_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = SimpleNamespace(run=lambda **_: 1, fault=ZeroDivisionError(), failed="", idle=False, too_large=False)
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    monkeypatch.setattr(guest_client, "_BOUNDS", {})
    monkeypatch.setattr(guest_client, "speak", lambda *_, **__: None)
    monkeypatch.setattr(guest_client.GuestConnector, "tables", lambda _: asyncio.sleep(0, ()))
    monkeypatch.setattr(guest_client, "choose", lambda *_: None)
    monkeypatch.setattr(guest_client, "GuestApp", lambda *_, **__: app)
    assert guest_client.run_guest(Ticket("host.sock", "00" * 32, "01" * 32, "Ada", "", "ssh", "", "", {})) == FAILED
    told = capsys.readouterr().out
    assert told.startswith("Something went wrong in Citadels itself")
    assert str(tmp_path) not in told
    assert len(list(guest_crashes_path(tmp_path).iterdir())) == 1
