"""What the terminal is sent: no more than the cells that change."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Region
from textual.strip import Strip

from citadels_tui.terminal.shown_cells import ShownCells
from citadels_tui.terminal.terminal_colours import Paint
from tests.support.client.driving import client, settle
from tests.support.terminal import improvement

WIDTH, HEIGHT = 24, 3
CONSOLE = Console(color_system="truecolor")
STYLES = [
    None,
    *map(Style.parse, ("red on blue", "green on blue", "bold red on blue", "on blue", "underline", "green")),
    *map(Style.parse, ("bold dim", "dim", "bold reverse red", "strike underline on red", "bold")),
]
PIECES = re.compile(r"\x1b\[(?:(\d+);(\d+)H|([\d;]*)m|(\d+)X|(\d+)C)|(.)", re.DOTALL)
UNSEEN = ("attribute 1", "attribute 2")
"""What changes a letter, and no blank."""
DRAWN = ("attribute 4", "attribute 7", "attribute 9")
"""What is seen where there is no letter."""


class Grid:
    """A terminal, as far as the client uses it here."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, tuple[str, ...]]] = {}

    def take(self, written: str) -> None:
        """Show what was written."""
        x = y = 0
        look: dict[str, str] = {}
        for row, column, codes, erased, passed, character in PIECES.findall(written):
            if row:
                y, x = int(row) - 1, int(column) - 1
            elif codes:
                look = _looking(look, codes.split(";"))
            elif erased:
                assert not any(name in look for name in DRAWN)
                self.cells.update({(x + place, y): (" ", (look.get("colour 4", ""),)) for place in range(int(erased))})
            elif passed:
                x += int(passed)
            elif character != "\n":
                background = look.get("colour 4", "")
                drawn = character != " " or any(name in look for name in DRAWN)
                seen = (code for name, code in look.items() if character != " " or name not in UNSEEN)
                self.cells[x, y] = character, tuple(sorted(seen)) if drawn else (background,)
                x += 1


ENDED = {"22": "12", "24": "4", "27": "7", "29": "9", "39": "", "49": ""}
"""Codes that end something -> the attributes that they end."""


def _looking(look: dict[str, str], codes: list[str]) -> dict[str, str]:
    look = dict(look)
    for code in codes:
        if code == "0":
            look = {}
        elif code in ENDED:
            for ended in ENDED[code]:
                look.pop(f"attribute {ended}", None)
            look.pop(f"colour {code[0]}" if not ENDED[code] else "", None)
        elif len(code) == 2:
            look[f"colour {code[0]}"] = code
        else:
            look[f"attribute {code}"] = code
    return look


def screen(rows: Iterable[Iterable[Segment]]) -> LayoutUpdate:
    return LayoutUpdate([[Strip(row)] for row in rows], Region(0, 0, WIDTH, HEIGHT))


def row(pieces: list[tuple[str, Style | None]]) -> list[Segment]:
    """A row as wide as the screen."""
    segments = [Segment(text, style) for text, style in pieces]
    return [*segments, Segment(" " * (WIDTH - sum(segment.cell_length for segment in segments)))]


def sent(update: CompositorUpdate) -> str:
    return update.render_segments(CONSOLE)


PIECE = some.tuples(some.text("ab │.", max_size=6), some.sampled_from(STYLES))
BLANKS = some.tuples(some.just(" " * 12), some.sampled_from(STYLES))
ROW = (some.lists(PIECE, max_size=4) | some.lists(PIECE | BLANKS, max_size=2)).map(row)
SCREEN = some.lists(ROW, min_size=HEIGHT, max_size=HEIGHT).map(screen)
PART = some.builds(
    lambda pieces, x, y: ChopsUpdate(
        [{x: Strip(pieces)} if line == y else {} for line in range(HEIGHT)],
        [(y, x, WIDTH)],
        [[WIDTH]] * HEIGHT,
    ),
    some.lists(PIECE, min_size=1, max_size=2).map(lambda pieces: [Segment(*piece) for piece in pieces]),
    some.integers(0, WIDTH - 12),
    some.integers(0, HEIGHT - 1),
)


@pytest.mark.slow
@given(some.lists(SCREEN | PART, min_size=1, max_size=8), some.booleans())
def test_the_terminal_shows_what_textual_would_show(updates: list[LayoutUpdate | ChopsUpdate], erases: bool) -> None:
    shown, terminal, textual = ShownCells(Paint(ColorSystem.TRUECOLOR), erases), Grid(), Grid()
    for update in updates:
        textual.take(sent(update))
        changes = shown.reduced(update)
        assert isinstance(changes, CompositorUpdate)
        terminal.take(sent(changes))
        assert terminal.cells == textual.cells


def written(shown: ShownCells, *rows: str) -> str:
    changes = shown.reduced(screen(row([(text, None)]) for text in rows))
    assert isinstance(changes, CompositorUpdate)
    return sent(changes)


def test_nothing_is_sent_of_what_is_shown_already() -> None:
    shown = ShownCells(Paint(ColorSystem.TRUECOLOR))
    assert written(shown, "Market", "Tavern", "Castle")
    assert written(shown, "Market", "Tavern", "Castle") == ""
    assert written(shown, "Market", "Temple", "Castle") == "\x1b[2;1H\x1b[0mTemple\x1b[0m"
    shown.forget()
    again = written(shown, "Market", "Temple", "Castle")
    assert all(name in again for name in ("Market", "Temple", "Castle"))


def test_changes_that_are_near_each_other_are_sent_as_one() -> None:
    shown = ShownCells(Paint(ColorSystem.TRUECOLOR))
    written(shown, "1 gold  2 cards", "", "")
    assert written(shown, "3 gold  4 cards", "", "") == "\x1b[1;1H\x1b[0m3 gold  4\x1b[0m"
    written(shown, "1 │ a long way │ 2", "", "")
    assert written(shown, "3 │ a long way │ 4", "", "") == "\x1b[1;1H\x1b[0m3\x1b[1;18H4\x1b[0m"


def test_many_blanks_are_erased_where_the_terminal_can() -> None:
    far = f"Ann{'':15}3"
    assert "\x1b[15X\x1b[15C3" in written(ShownCells(Paint(ColorSystem.TRUECOLOR), erases=True), far, "", "")
    assert far in written(ShownCells(Paint(ColorSystem.TRUECOLOR)), far, "", "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="terminals have no list there")
def test_the_list_of_terminals_says_which_can() -> None:
    script = "import sys; from citadels_tui.terminal.shown_cells import erases; print(erases({'TERM': sys.argv[1]}))"
    for term, found in (("xterm-256color", "True"), ("screen", "False"), ("no-such", "False"), ("\udcff", "False")):
        # A process looks it up once.
        told = subprocess.run([sys.executable, "-c", script, term], capture_output=True, text=True, check=True)
        assert told.stdout.strip() == found, term


def test_rows_whose_width_terminals_do_not_agree_on_are_sent_whole() -> None:
    shown = ShownCells(Paint(ColorSystem.TRUECOLOR))
    for name in ("城", "👩‍🌾"):
        for _ in range(2):
            assert name in written(shown, f"Ann {name} 3", "", "")
    assert "Ann Ben 3" in written(shown, "Ann Ben 3", "", "")


def test_a_look_is_changed_by_as_few_codes_as_can_be() -> None:
    shown = ShownCells(Paint(ColorSystem.TRUECOLOR))
    plain, bold, other = map(Style.parse, ("#e4e1d8 on #14171b", "bold #e4e1d8 on #14171b", "bold #9ba5b0 on #14171b"))
    update = shown.reduced(screen([row([("Ann", plain), ("Ben", bold), ("Cleo", other), ("Dan", plain)])]))
    assert isinstance(update, CompositorUpdate)
    assert "Ann\x1b[1mBen\x1b[38;2;155;165;176mCleo\x1b[22;38;2;228;225;216mDan" in sent(update)


@improvement
@pytest.mark.asyncio
async def test_a_frame_without_a_change_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(HeadlessDriver, "is_headless", False)
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, data: sent.append(data))
    async with client() as pilot:
        assert sent
        for key in ("question_mark", "escape", "question_mark"):
            sent.clear()
            await pilot.press(key)
            await settle(pilot)
            assert "".join(sent).count("\x1b[") > 20
            sent.clear()
            pilot.app.screen.refresh()
            await settle(pilot)
            assert sent == []


@pytest.mark.parametrize(
    "name", ["\U0001f44d\U0001f3fdBen", "\u0928\u093f\u0932", "\u2630\u2630", "\U0001f3f3\U0001f308"], ids=ascii
)
def test_text_behind_a_symbol_keeps_its_place_at_any_width_of_the_symbol(name: str) -> None:
    written = sent(ShownCells(Paint(ColorSystem.TRUECOLOR)).reduced(screen([row([(f"{name} 56", None)])])))  # type: ignore[arg-type]
    last = written[: written.index("56")].rindex("H") + 1
    place = written[: last - 1].rpartition(";")[2]
    assert written[last : written.index("56")].isascii()
    assert int(place) - 1 + len(written[last : written.index("56")]) == cell_len(f"{name} ")
