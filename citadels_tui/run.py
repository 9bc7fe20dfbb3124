"""Running the client as the settings say, until the player leaves."""

from __future__ import annotations

import getpass
import os
import sys
from dataclasses import replace

from citadels_tui.app import CitadelsApp
from citadels_tui.errors import CommandError, Crash
from citadels_tui.settings import load
from citadels_tui.start import HostTable, PlayGame, Start
from citadels_tui.symbols import needs_ascii
from citadels_tui.texts import language, speak
from net.base.text import TextError, clean_name


def run(start: Start, *, ascii: bool = False) -> int:
    """Run the client.

    Args:
        start: Where to begin. Without a name the player has that of the settings, or the user's.
        ascii: Draw with ASCII only; also chosen by a setting, and when the terminal cannot do better.

    Returns:
        The exit code: 0 after a proper end.

    Raises:
        CommandError: when the table to begin with cannot be reached.
        Crash: after a fault of ours.
    """
    settings, warnings = load()
    plain = settings.signs == "ascii" or (settings.signs == "auto" and needs_ascii(os.environ, sys.stdout.encoding))
    speak(language(), ascii=ascii or plain)
    start = replace(start, name=start.name or settings.name or _own_name() or "Player")
    if isinstance(start, PlayGame | HostTable):
        start = replace(start, options=start.options.model_copy(update={"bot_pause": float(settings.pause)}))
    app = CitadelsApp(start, ascii=ascii or plain, settings=settings, warnings=warnings)
    code = app.run(mouse=settings.mouse) or 0
    if app.fault:
        raise Crash(app.way_back) from app.fault
    if app.failed:
        raise CommandError(app.failed)
    return code


def _own_name() -> str:
    """The user's name on this machine, when it can be a player's."""
    try:
        return clean_name(getpass.getuser()[:24].capitalize())
    except (TextError, OSError, KeyError):
        return ""
