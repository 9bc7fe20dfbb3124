"""`citadels backup`: a backup of a headless host, or of a journal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.options import Argument, Option
from citadels_tui.terminal.progress import progress
from citadels_tui.texts import _, why
from citadels_tui.texts import backup as texts
from citadels_tui.wording.errors import CommandError, UsageError

_MB = 1_000_000


@dataclass(frozen=True)
class BackupCommand:
    """Make a backup of the headless host on this machine, also while it runs: its keys, tables and finished games.

    citadels restore makes a host of it, here or elsewhere.
    """

    place: Annotated[
        Path,
        Argument(
            "The new folder, or with --journal the new file. It holds keys and the cards of games that are not over, "
            "and is readable by you only."
        ),
    ]
    data: Annotated[Path | None, Option("The host's folder, instead of the usual one.")] = None
    journal: Annotated[
        Path | None,
        Option("Back up only this journal, as citadels host has one: for citadels host --resume --journal."),
    ] = None

    def run(self) -> int:
        """Make it; returns 0."""
        from net.base.errors import NetError
        from net.base.snapshot import snapshot
        from net.local.backup import back_up
        from net.local.service import data_folder

        if self.data and self.journal:
            raise UsageError("either --data or --journal")
        if self.place.exists():
            raise UsageError("{path} is there already", path=self.place)
        if self.journal and not self.journal.is_file():
            raise UsageError("there is no journal {path}", path=self.journal)
        folder = data_folder(self.data)
        try:
            with progress(_(texts.COPYING), " MB") as told:
                if self.journal:
                    snapshot(self.journal, self.place, lambda done, total: told(done / _MB, total / _MB))
                else:
                    back_up(folder, self.place, lambda done, total: told(done / _MB, total / _MB))
        except NetError as error:
            raise CommandError(why(error)) from None
        print(_(texts.KEPT).format(source=self.journal or folder.path, place=self.place))
        return 0
