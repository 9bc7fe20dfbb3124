"""Player notes: short notes of one's own about other players, kept by their keys; nobody is sent them."""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from citadels_tui.texts import N_, _
from net.base.filesystem import read_file
from net.base.paths import config_path, private_file, private_folder, put_aside
from net.base.text import shown_line

UPGRADES: tuple[Callable[[dict[str, Any]], None], ...] = ()
"""Each makes the content of a file of version N, from 1 on, that of one of version N + 1."""
VERSION = 1 + len(UPGRADES)
LATER = N_("the notes were written by a later version: update citadels")
MOST = 500
"""Players with a note; beyond that the oldest note goes."""
LONGEST = 120
"""Characters of a note."""
_MOST_BYTES = 512 * 1024


class PlayerNotes:
    """The file of notes; it need not exist yet."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_path() / "player_notes.json"

    def of(self, key: bytes) -> str:
        """The note about the player with a key; empty without one, and where the file cannot be read."""
        with contextlib.suppress(OSError):
            return shown_line(self._read().get(key.hex(), ""))[:LONGEST]
        return ""

    def write(self, key: bytes, text: str) -> None:
        """Keep a note about the player with a key, instead of another; an empty one is no note.

        Raises:
            OSError: when the file cannot be read or written.
        """
        notes = self._read()
        notes.pop(key.hex(), None)
        if text:
            notes[key.hex()] = text[:LONGEST]
        kept = dict(list(notes.items())[-MOST:])
        private_folder(self.path.parent)
        private_file(self.path, packed(kept), over=True)

    def _read(self) -> dict[str, str]:
        """Keys and notes, the oldest first. A file that is none of ours is put aside, one of a later version is left.

        Raises:
            OSError: when it cannot be read, or is of a later version.
        """
        try:
            content = read_file(self.path, _MOST_BYTES + 1)
        except FileNotFoundError:
            return {}
        found: Any = None
        with contextlib.suppress(ValueError, RecursionError):
            found = json.loads(content) if len(content) <= _MOST_BYTES else None
        if isinstance(found, dict):
            version = found.get("version", 1)
            if isinstance(version, int) and version > VERSION:
                raise OSError(errno.EINVAL, _(LATER), str(self.path))
            for upgrade in UPGRADES[version - 1 if isinstance(version, int) and version > 0 else 0 :]:
                upgrade(found)
        notes = found.get("notes") if isinstance(found, dict) else None
        if not isinstance(notes, dict):
            put_aside(self.path)
            return {}
        return {key: note for key, note in notes.items() if isinstance(note, str)}


def packed(notes: dict[str, str]) -> bytes:
    """The content of a file of notes: keys in hexadecimal, and what is noted about their players."""
    content = json.dumps({"version": VERSION, "notes": notes}, indent=2, ensure_ascii=False) + "\n"
    return content.encode(errors="backslashreplace")
