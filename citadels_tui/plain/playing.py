"""Playing without a screen: the line client, or a replay line by line, from its start to its exit code."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

from citadels_tui.history.recording import recorded
from citadels_tui.plain.console import Console
from citadels_tui.plain.line_client import LineClient
from citadels_tui.plain.replaying import LineReplay
from citadels_tui.session.active_table import ActiveTable
from citadels_tui.session.start import PlayGame, ShowReplay, Start
from citadels_tui.settings.settings import Settings, save
from citadels_tui.textart.symbols import ASCII, Symbols
from citadels_tui.texts import _, names, plain, say
from citadels_tui.wording.errors import CommandError, Crash
from citadels_tui.wording.own_command import own_command


def play_lines(start: Start, settings: Settings, *, ascii: bool) -> int:
    """Play line by line until the player leaves, or look at a game again.

    Args:
        start: The table to go to, or the game.
        settings: What is remembered of the player.
        ascii: Say nothing but ASCII.

    Returns:
        The exit code.

    Raises:
        CommandError: when the table cannot be reached.
        Crash: after a fault of ours.
    """
    return asyncio.run(_play(start, settings, ascii))


async def _play(start: Start, settings: Settings, ascii: bool) -> int:
    console = Console(ascii=ascii)
    if isinstance(start, ShowReplay):
        try:
            return await LineReplay(console, recorded(start.game), _spoken(ascii=ascii), start.name, settings).run()
        finally:
            console.close()
    if settings.newcomer and not (isinstance(start, PlayGame) and start.lesson):
        console.say(say(plain.NEWCOMER, command=own_command()))
    client = LineClient(console, ActiveTable(_spoken(ascii=ascii)), confirm=settings.confirm)
    try:
        return await client.run(start)
    except CommandError:
        raise
    except Exception as fault:
        raise Crash(client.way_back) from fault
    finally:
        console.close()
        if client.played and settings.newcomer:
            # Nobody who has played is asked if they have.
            with contextlib.suppress(OSError):
                save(replace(settings, newcomer=False))


def _spoken(*, ascii: bool) -> Symbols:
    """Words for the types of districts, and no sign that is no letter.

    Args:
        ascii: Whether other people's words are spelled with ASCII, too.
    """
    types = {type: f"{names.type_name(type)} " for type in ASCII.types}
    return ASCII._replace(types=types, action=_(plain.ACTION), ascii=ascii)
