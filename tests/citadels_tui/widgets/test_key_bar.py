"""The last line: as many keys as there is room for, the first and the last in any case."""

from __future__ import annotations

import pytest

from citadels_tui.widgets.key_bar import KeyEntry, arranged

WORDS = {"?": "Help", "i": "Inspect", "w": "Who", "l": "Log", "q": "Leave"}
KEYS = tuple(KeyEntry(key, key, words) for key, words in WORDS.items())
PALETTE = KeyEntry("ctrl+p", "^p", "palette", right=True)


def test_all_keys_with_room_between_them_and_the_palette_at_the_right() -> None:
    assert arranged((*KEYS, PALETTE), 80) == [
        (1, KEYS[0]),
        (9, KEYS[1]),
        (20, KEYS[2]),
        (27, KEYS[3]),
        (34, KEYS[4]),
        (69, PALETTE),
    ]


@pytest.mark.parametrize("width", range(15, 60))
def test_keys_never_overlap_or_leave_the_line(width: int) -> None:
    placed = arranged((*KEYS, PALETTE), width)
    assert (placed[0][1], KEYS[4] in [entry for _, entry in placed]) == (KEYS[0], True)
    end = -1
    for column, entry in placed:
        assert column > end
        end = column + entry.cells
    assert end <= width


def test_a_screen_without_keys_has_an_empty_line() -> None:
    assert arranged((), 80) == []
