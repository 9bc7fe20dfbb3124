"""Met guests: who has come to a host before, so that nobody is asked twice whether they know the game."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from net.base.filesystem import read_file
from net.base.paths import private_file

_MOST = 4096
"""Guests who are remembered, the newest; another one is asked once more."""
_HASH = 8
"""Bytes of a guest's public key that are kept of it, hashed: enough to know it again, too few to say whose it is."""


def meet(path: Path, pub: bytes) -> bool:
    """Remember a guest, by their public key; whether it is the first time, as far as that can be known.

    Args:
        path: The file of those who have come.
        pub: Whom to remember.
    """
    try:
        content = read_file(path, _MOST * _HASH)
    except FileNotFoundError:
        content = b""
    except OSError:
        # Better not asked than asked at every visit.
        return False
    known = hashlib.blake2b(pub, digest_size=_HASH).digest()
    met = [content[at : at + _HASH] for at in range(0, len(content) - _HASH + 1, _HASH)]
    if known in met:
        return False
    # Who is asked once more, after a full disk, can answer.
    with contextlib.suppress(OSError):
        private_file(path, b"".join([*met, known][-_MOST:]), over=True)
    return True
