"""Letters that run from right to left, on terminals that turn them around: nothing else on the row moves.

What such a terminal makes of a row is worked out by an implementation of Unicode's algorithm (UAX 9) that is not ours,
both for rows that always begin at the left and for terminals that go by a row's first letter.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from bidi import get_display  # type: ignore[import-untyped]
from textual.app import App

from citadels_tui.screens.result import ResultScreen
from citadels_tui.session.start import HostTable
from citadels_tui.textart.bidi import BACKWARDS
from net.base.text import BAR, NAME_CELLS, cells, runs_backwards, shown_line, shown_name
from net.client.updates import Chat, Ended, LobbyView, Notice, SeatInfo
from net.local.order import Order
from net.protocol.setup import Setup
from tests.support.client import tables
from tests.support.client.driving import LARGE, SMALL, client, settle
from tests.support.client.fake import FakeFeed

pytestmark = pytest.mark.slow

SARA, MAHMUD, DAVID, LAILA = (
    "\u05e9\u05e8\u05d4",
    "\u0645\u062d\u0645\u062f",
    "\u05d3\u05d5\u05d3",
    "\u0644\u064a\u0644\u0649",
)
RAW = (
    f"{SARA} \u05db\u05d4\u05df",
    MAHMUD,
    f"Bo {DAVID}",
    f"{LAILA} Bo",
    "\u0663\u0664\u0665",
    "\u05d0" * 22,
    f"{SARA} {MAHMUD}",
    "\u05d0",
)
NAMES = [shown_name(raw) for raw in RAW]
WORDS = " ".join([SARA, MAHMUD, "-", LAILA, "\u0661\u0662", "gold", DAVID] * 7)
SAID = [
    Chat(seat, name, shown_line(f"{raw} {WORDS}"[:270]))
    for seat, (name, raw) in enumerate(zip(NAMES, RAW, strict=True))
]
"""Nothing in it is a figure: the figures on the screen are those of the game."""
MOVABLE = " -\u2026"
"""What may stand elsewhere, as between words of one name or line."""


def rows_of(app: App[Any]) -> Iterator[str]:
    for strip in app.screen._compositor.render_strips():
        yield "".join(segment.text for segment in strip)


def turned(row: str, base: str | None) -> str:
    """The row as a terminal shows it that turns letters around: from the left, or as its first letter runs."""
    shown = str(get_display(row, base_dir=base))
    assert len(shown) == len(row)
    return shown


def steady(row: str) -> bool:
    """Whether all but the letters that run backwards stays where it is, and these between the same neighbours."""
    fixed = [place for place, char in enumerate(row) if not runs_backwards(char) and char not in MOVABLE]
    for shown in (turned(row, "L"), turned(row, None)):
        if any(shown[place] != row[place] for place in fixed):
            return False
        for start, end in pairwise((-1, *fixed, len(row))):
            if sorted(shown[start + 1 : end]) != sorted(row[start + 1 : end]):
                return False
    return True


def check(app: App[Any]) -> int:
    """Check every row; returns on how many of them something would have moved without the bars."""
    rows = list(rows_of(app))
    for row in rows:
        assert steady(row), ascii(row)
    return sum(not steady(row.replace(BAR, " ")) for row in rows)


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.thorough)])
async def test_nothing_moves_on_any_screen(size: tuple[int, int]) -> None:
    feed = FakeFeed()
    people = tuple(SeatInfo(seat, name, "human") for seat, name in enumerate(NAMES))
    setup = Setup(players=8)
    feed.tell(
        LobbyView(table="0" * 26, seats=people, setup=setup, rules=setup.rules(), you=0, owner=1, spectators=3), *SAID
    )
    async with client(feed, start=HostTable("Ann", Order(setup=setup)), size=size) as pilot:
        app = pilot.app
        check(app)
        view = tables.middle(8)
        tables.begin(feed, view, tables.STORY, NAMES)
        tables.ask(feed, view, tables.moves("gold", "collect", *(f"swap p{seat}" for seat in range(2, 9))))
        await settle(pilot)
        assert check(app), "nothing would have moved anyway"
        feed.tell(
            LobbyView(table="0" * 26, seats=people, setup=setup, rules=view.rules, you=0, owner=0, playing=True),
            *SAID,
            Notice("stored", shown_line(RAW[0] + " 5")),
        )
        await settle(pilot)
        check(app)
        for keys in ("a", "i end", "T", "s", "ctrl+p", "question_mark", "l end", ""):
            await pilot.press("escape", *keys.split())
            await settle(pilot)
            check(app)
        scores = tuple((("districts", seat),) for seat in range(8))
        feed.tell(Ended((6, 7), scores, view))
        await settle(pilot)
        assert isinstance(app.screen, ResultScreen)
        check(app)


@pytest.mark.parametrize(
    "raw", [*RAW, f"{MAHMUD} 7", f"12 {DAVID}", "\u05d0 1 \u05d1 2 \u05d2", f"{LAILA} [3]"], ids=ascii
)
def test_a_name_between_bars_moves_nothing_beside_it(raw: str) -> None:
    """Whatever stands on either side of it: figures, signs, another name."""
    name = shown_name(raw)
    assert cells(name) <= NAME_CELLS
    for before in ("", "3 ", "$2 ", f"{name} 4 "):
        for after in ("", " 12", " 3g (5)", f" \u2502 {name} 7"):
            row, places = f"{before}{name}{after}", range(len(before), len(before) + len(name))
            for shown in (turned(row, "L"), turned(row, None)):
                others = "".join(char for place, char in enumerate(shown) if place not in places)
                assert others == turned(before, "L") + turned(after, "L")
                assert sorted(shown[places.start : places.stop]) == sorted(name)


def test_every_letter_that_runs_backwards_is_known() -> None:
    every = [
        chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Cf")
    ]
    assert all(BACKWARDS.search(char) for char in every if runs_backwards(char))
    assert unicodedata.bidirectional(BAR) == "L"
