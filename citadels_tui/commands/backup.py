"""`citadels backup`: a backup of a headless host, or of a journal."""

from __future__ import annotations

from pathlib import Path

from citadels_tui.terminal.progress import progress
from citadels_tui.texts import _, why
from citadels_tui.texts import backup as texts
from citadels_tui.wording.errors import CommandError, UsageError

_MB = 1_000_000


def backup(place: Path, /, *, data: Path | None = None, journal: Path | None = None) -> int:
    """Make a backup of the headless host on this machine, also while it runs: its keys, tables and finished games.

    citadels restore makes a host of it, here or elsewhere.

    Args:
        place: The new folder, or with --journal the new file. It holds keys and the cards of games that are not over,
            and is readable by you only.
        data: The host's folder, instead of the usual one.
        journal: Back up only this journal, as citadels host has one: for citadels host --resume --journal.

    Returns:
        0.
    """
    from net.base.errors import NetError
    from net.base.snapshot import snapshot
    from net.local.backup import back_up
    from net.local.service import data_folder

    if data and journal:
        raise UsageError("either --data or --journal")
    if place.exists():
        raise UsageError("{path} is there already", path=place)
    if journal and not journal.is_file():
        raise UsageError("there is no journal {path}", path=journal)
    folder = data_folder(data)
    try:
        with progress(_(texts.COPYING), " MB") as told:
            if journal:
                snapshot(journal, place, lambda done, total: told(done / _MB, total / _MB))
            else:
                back_up(folder, place, lambda done, total: told(done / _MB, total / _MB))
    except NetError as error:
        raise CommandError(why(error)) from None
    print(_(texts.KEPT).format(source=journal or folder.path, place=place))
    return 0
