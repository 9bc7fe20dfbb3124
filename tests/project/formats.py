"""Versions and digests of every format that programs exchange or keep: a change of a format asks for another number.

``python -m tests.project.formats --write`` writes `formats.json` after a number was raised; it refuses a changed format
whose number is the same: somebody may have a file of it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from pydantic import TypeAdapter

from citadels_tui.settings import player_notes, settings
from engine import record
from engine.bots import registry
from net.gamelog import archive, entries, game_facts, proof
from net.host.postgres import postgres_format
from net.host.store import journal_rows, stored_table
from net.identity import invitations
from net.local import backup
from net.protocol import client_messages, host_messages, relaying, version
from tests.support.engine.bot_play import played

FILE = Path(__file__).with_suffix(".json")
EXAMPLE = invitations.Invite(invitations.Address("example.org"), bytes(20), bytes(invitations.TOKEN))


class Format(NamedTuple):
    """One format: the number that its readers check, and everything that the number stands for."""

    number: int
    content: Callable[[], object]
    """Plain values; equal for equal formats."""


def _schemas(*unions: object) -> dict[str, Any]:
    """The schemas of all messages of some unions, without their docstrings."""
    kinds = {kind for union in unions for kind in (get_args(union) or (union,))}
    return {kind.__name__: _bare(TypeAdapter(kind).json_schema()) for kind in sorted(kinds, key=lambda k: k.__name__)}


def _bare(schema: object) -> object:
    """A schema without what only people read."""
    if isinstance(schema, dict):
        return {name: _bare(value) for name, value in schema.items() if name not in ("title", "description")}
    return [_bare(each) for each in schema] if isinstance(schema, list) else schema


def _tables(statements: Iterable[str]) -> list[str]:
    return [" ".join(each.split()) for each in statements]


def _settings() -> object:
    return {name: repr(kind) for name, kind in get_type_hints(settings.Settings).items()}


FORMATS = {
    "protocol": Format(
        version.PROTO,
        lambda: _schemas(client_messages.ClientMessage, host_messages.HostMessage, entries.Entry),
    ),
    "relay": Format(
        relaying.RELAY_PROTO,
        lambda: _schemas(relaying.RelayCall, relaying.RelayAnswer, relaying.ToRelay, relaying.ToHost),
    ),
    "log file": Format(proof.VERSION, lambda: _schemas(proof.ProofNote, host_messages.AttestedNote, entries.Entry)),
    "journal": Format(
        journal_rows.FORMAT.number,
        lambda: [_tables(journal_rows.FORMAT.schema), _schemas(stored_table.TableRecord)],
    ),
    "shared database": Format(postgres_format.format_number(), lambda: _tables(postgres_format.SCHEMA)),
    "archive": Format(
        archive.FORMAT.number,
        lambda: [_tables(archive.FORMAT.schema), _schemas(game_facts.GameFacts)],
    ),
    "backup": Format(backup.VERSION, lambda: _schemas(backup.BackupList)),
    "bots": Format(registry.BOTS_V, played),
    "record": Format(record.VERSION, lambda: list(record.KEYS)),
    "invitation": Format(invitations.VERSION, lambda: str(EXAMPLE)),
    "settings": Format(settings.VERSION, _settings),
    "player notes": Format(player_notes.VERSION, lambda: player_notes.packed({"00": "slow"}).decode()),
}


def digest(content: object) -> str:
    """A short hash of a format."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=repr).encode()).hexdigest()[:16]


def current() -> dict[str, list[int | str]]:
    """By name, the number and the digest of each format."""
    return {name: [each.number, digest(each.content())] for name, each in FORMATS.items()}


def kept() -> dict[str, list[int | str]]:
    """The same as they were written last."""
    found: dict[str, list[int | str]] = json.loads(FILE.read_text("utf-8"))
    return found


def forgotten() -> list[str]:
    """The formats that have changed under the same number."""
    before = kept()
    same = {name: hash for name, (number, hash) in current().items() if before.get(name, [0])[0] == number}
    return [name for name, hash in same.items() if before[name][1] != hash]


def main() -> int:
    """Write the file, or say which number has to be raised first."""
    stale = forgotten() if FILE.exists() else []
    for name in stale:
        print(f"The format {name!r} has changed: raise its number first.")
    if stale or "--write" not in sys.argv:
        return bool(stale)
    FILE.write_text(json.dumps(current(), indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
