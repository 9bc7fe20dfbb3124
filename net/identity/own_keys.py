"""Own keys: the players and the hosts of this account."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from net.base.errors import NetError
from net.base.paths import config_path, state_path
from net.identity.crypto import load_identity


def own_keys() -> frozenset[str]:
    """The public keys of all identities of this user, in hex."""
    return _public(config_path().glob("id_ed25519*"))


def own_hosts() -> frozenset[str]:
    """The public keys, in hex, of the hosts that this account runs: of its own tables, and the usual headless one."""
    return _public((config_path() / "host_ed25519", state_path() / "serve" / "host_ed25519"))


def _public(files: Iterable[Path]) -> frozenset[str]:
    keys: set[str] = set()
    for path in files:
        with suppress(NetError):
            # To load what is not there would make it.
            keys |= {load_identity(path).public.hex()} if path.is_file() else set()
    return frozenset(keys)
