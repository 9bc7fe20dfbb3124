"""Games that were left: what is on the disk of a host that was killed."""

from __future__ import annotations

import os
from pathlib import Path

from net.base.paths import config_path
from net.gamelog.entries import SeatEntry
from net.host.game.logged_game import LoggedGame
from net.host.opening import Opening
from net.host.store.journal import Journal
from net.host.store.store import Change, StoredEntry, StoredSecret
from net.host.store.stored_table import TableRecord
from net.identity.crypto import load_identity
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions


async def keep_a_game(path: Path) -> None:
    """What a host that was killed leaves behind."""
    setup = Setup(players=2)
    seats = [SeatEntry(name=name, level="random", seal=os.urandom(32)) for name in ("Ann", "Bo")]
    play = LoggedGame.begin(setup.rules(), seats, load_identity(config_path() / "host_ed25519"), bytes(32))
    journal = Journal(path)
    record = TableRecord(setup=setup, options=TableOptions(), opening=Opening(owned=True), game=play.log.game)
    await journal.save(
        Change(
            "0" * 26,
            record.dump("0" * 26),
            tuple(item for item in play.unsaved if isinstance(item, StoredEntry)),
            # Of a move that a person has signed.
            tuple(item._replace(salt=bytes(16)) for item in play.unsaved if isinstance(item, StoredSecret)),
        )
    )
    journal.close()
