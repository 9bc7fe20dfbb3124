"""A table before the game, in words."""

from __future__ import annotations

from citadels_tui.pages.seating import arranged, seated, waiting
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.wording.voice import Voice
from net.client.updates import LobbyView, SeatInfo
from net.protocol.schema import Via
from net.protocol.setup import Setup


def lobby(*ways: Via) -> LobbyView:
    seats = tuple(SeatInfo(seat, f"P{seat + 1}", "human", via=via) for seat, via in enumerate(ways))
    setup = Setup(players=len(ways))
    return LobbyView(table="0" * 26, seats=seats, setup=setup, rules=setup.rules(), you=1, owner=0, ready=(1,))


def test_guests_are_named_with_a_warning() -> None:
    found = lobby("", "ssh", "web")
    shown = [seated(found, info).plain for info in found.seats]
    assert shown == ["P1 (opened the table)", "P2 (you), by SSH, ready", "P3, in a browser"]
    keys = "Whoever runs this host has the keys of those who play by SSH or in a browser."
    assert arranged(found)[-1].plain == keys
    assert keys not in [line.plain for line in arranged(lobby("", "", ""))]


def test_the_owner_reads_when_the_table_can_start() -> None:
    full = lobby("", "")._replace(you=0)
    voice = Voice(UNICODE, full.rules, ("P1", "P2"), 0)
    assert waiting(full, voice).plain == "Every seat is taken: you can start the game."
    partly = full._replace(seats=(full.seats[0], SeatInfo(1, "", "open")))
    assert waiting(partly, voice).plain == "Start when every seat is taken."
