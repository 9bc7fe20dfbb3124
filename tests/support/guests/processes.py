"""A look at the processes of guests."""

from __future__ import annotations

import os
import re
from pathlib import Path

from tests.support.terminal import Terminal


def own_name(guest: Terminal) -> str:
    """What a guest is called, in a lobby."""
    guest.until(" (you)")
    found = re.search(r"(\S+(?: \d+)?) \(you\)", guest.said())
    assert found
    return found[1]


def size_of(process: int) -> tuple[int, int]:
    """The size of the terminal that a process draws on."""
    handle = os.open(f"/proc/{process}/fd/0", os.O_RDWR | os.O_NOCTTY)
    found = os.get_terminal_size(handle)
    os.close(handle)
    return found


def written_by(process: int) -> list[str]:
    """The files that a process has open for writing, but sockets, pipes and its terminal."""
    found = []
    for file in Path(f"/proc/{process}/fd").iterdir():
        target = str(file.readlink())
        flags = re.search(r"flags:\s+(\d+)", Path(f"/proc/{process}/fdinfo/{file.name}").read_text())
        assert flags
        if int(flags[1], 8) & 3 and not re.match(r"socket:|pipe:|anon_inode:|/dev/(pts/|tty|null)", target):
            found.append(target)
    return found


def memory_of(process: int) -> int:
    """Bytes of memory of a process, of what is shared its share (PSS)."""
    return _memory(process, "Pss")


def own_memory_of(process: int) -> int:
    """Bytes of memory of a process that it has filled itself: no other one's beginning or end changes that."""
    return _memory(process, "Anonymous")


def _memory(process: int, kind: str) -> int:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = re.search(rf"^{kind}:\s+(\d+) kB$", text, re.MULTILINE)
    assert found
    return int(found[1]) * 1024
