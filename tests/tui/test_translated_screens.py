"""Every screen and state of the board in each language, at 80x24: nothing is cut off that is whole in English."""

from __future__ import annotations

import pytest

from citadels_tui.start import JoinTable
from citadels_tui.texts import speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from tests.tui import tables
from tests.tui.conftest import text_frame
from tests.tui.driving import client, settle
from tests.tui.fake import FakeFeed
from tests.tui.test_frames import TABLES

pytestmark = pytest.mark.asyncio

OTHERS = sorted(set(languages()) - {ENGLISH})
HOME = {
    "home": (),
    "new game": ("n",),
    "host": ("o",),
    "join": ("j",),
    "cards": ("c",),
    "settings": ("comma",),
    "help": ("question_mark",),
}
DOTS = ("…", "...")


def cut(frame: str) -> list[str]:
    """The rows of a frame in which something is cut off, and the footer where it does not fit."""
    rows = frame.splitlines()
    return [row for row in rows if "…" in row] + [row for row in rows[-1:] if row.rstrip()[-1:] == "▏"]


async def frames(state: str, keys: tuple[str, ...], language: str) -> str:
    speak(language)
    feed = FakeFeed()
    start = None
    if state in TABLES:
        TABLES[state][0](feed)
    elif state == "lobby":
        tables.lobby(feed)
        start = JoinTable("Ann", "192.168.1.5")
    async with client(feed if state in TABLES or start else None, start=start) as pilot:
        await pilot.press(*keys)
        await settle(pilot)
        return text_frame(pilot.app)


@pytest.mark.parametrize("state", [*TABLES, *HOME, "lobby"])
@pytest.mark.parametrize("language", OTHERS)
async def test_nothing_is_cut_off(language: str, state: str) -> None:
    keys = TABLES[state][1] if state in TABLES else HOME.get(state, ())
    english = await frames(state, keys, ENGLISH)
    other = await frames(state, keys, language)
    assert english != other
    assert len(cut(other)) <= len(cut(english)), "\n".join(cut(other))
