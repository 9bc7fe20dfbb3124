"""The rehearsal: what guests' clients find done when they begin, and that it leaves nothing else behind."""

from __future__ import annotations

import asyncio
import signal
import threading
from pathlib import Path

import pytest

from citadels_tui.guests import rehearsal
from citadels_tui.guests.rehearsal import rehearse
from citadels_tui.screens.help import HelpScreen
from citadels_tui.screens.tables import TablesScreen
from tests.support.terminal import improvement

pytestmark = pytest.mark.slow


def left_behind() -> tuple[object, ...]:
    """What a fork would take along: threads, files, the ways in which signals are handled, a loop."""
    handled = [signal.getsignal(number) for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}]
    return (
        threading.active_count(),
        sorted(file.name for file in Path("/dev/fd").iterdir()),
        handled,
        asyncio._get_running_loop(),
    )


def test_it_shows_the_list_and_the_help_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    before, seen = left_behind(), set[type]()
    wait = rehearsal._Rehearsal.until_painted

    async def noted(self: rehearsal._Rehearsal, screen: type) -> None:
        await wait(self, screen)
        assert type(self.screen) is screen
        seen.add(screen)

    monkeypatch.setattr(rehearsal._Rehearsal, "until_painted", noted)
    rehearse()
    assert seen == {TablesScreen, HelpScreen}
    assert left_behind() == before


@improvement
def test_who_comes_afterwards_parses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rehearse()
    # The second one is as the first guest is.
    monkeypatch.delattr("textual.css.stylesheet.parse")
    monkeypatch.delattr("citadels_tui.wording.card_links.names.district")
    rehearse()


def test_a_fault_in_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HelpScreen, "compose", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        rehearse()
