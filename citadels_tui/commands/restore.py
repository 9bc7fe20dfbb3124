"""`citadels restore`: a host from its backup."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.options import Argument, Option
from citadels_tui.texts import _, why
from citadels_tui.texts import backup as texts
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.own_command import own_command


@dataclass(frozen=True)
class RestoreCommand:
    """Restore a headless host from a backup, here or elsewhere: with the same key, tables and finished games.

    Never let both run: where the older one has played on since, its players' logs do not fit any more.
    """

    place: Annotated[Path, Argument("The folder that citadels backup has made.")]
    data: Annotated[
        Path | None, Option("The folder for the host, instead of the usual one; it must be empty, or not exist.")
    ] = None

    def run(self) -> int:
        """Restore it; returns 0."""
        from net.base.errors import NetError
        from net.local.backup import restore
        from net.local.service import data_folder

        folder = data_folder(self.data)
        try:
            found = restore(self.place.absolute(), folder)
        except NetError as error:
            raise CommandError(why(error)) from None
        made = datetime.fromtimestamp(found.made).astimezone()
        print(_(texts.RESTORED).format(command=own_command(), folder=folder.path, when=f"{made:%Y-%m-%d %H:%M}"))
        return 0
