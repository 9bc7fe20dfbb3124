"""Launch of the client: it runs as the settings say until the player leaves, on a screen or line by line."""

from __future__ import annotations

import gc
import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING

from citadels_tui.session.start import (
    HostTable,
    JoinTable,
    OfferKept,
    PlayGame,
    ResumeTable,
    ShowHome,
    ShowReplay,
    Start,
    VisitHost,
)
from citadels_tui.settings.folders import needed, see_usable, usual, warning
from citadels_tui.settings.settings import Settings, load
from citadels_tui.terminal.wide_signs import WidthQuestion
from citadels_tui.textart.symbols import needs_ascii
from citadels_tui.texts import _, language, speak
from citadels_tui.wording.errors import CommandError, Crash, one_line
from net.base.text import TextError, clean_name
from net.local.worker_process import prepare

if TYPE_CHECKING:
    from textual.pilot import Pilot

YOUNG = 10_000
"""Objects that are made until the client looks for garbage among them: to draw a screen takes thousands that stay."""
FILM_SIZE = (100, 30)
"""Columns and lines of a film: what a player of films shows without making it smaller."""


def launch(start: Start, ascii: bool, plain: bool = False) -> int:
    """Load the client and run it until the player leaves.

    Args:
        start: Where to begin.
        ascii: Draw with ASCII only.
        plain: Play line by line; so it is on a terminal that cannot draw.

    Returns:
        The exit code.

    Raises:
        CommandError: when there is no terminal to draw on.
    """
    if not plain and need_terminal():
        from citadels_tui.texts.plain import DUMB

        sys.stdout.write(f"{_(DUMB)}\n")
        sys.stdout.flush()
        plain = True
    if plain and isinstance(start, ShowHome):
        raise CommandError("the home screen has to be drawn: citadels play, host and join go on line by line")
    # What is loaded stays: looking for garbage meanwhile takes a sixth of the time to the first frame.
    gc.disable()
    if isinstance(start, PlayGame | HostTable | ResumeTable | OfferKept):
        # Its host loads while the client does.
        prepare()
    return run_lines(start, ascii=ascii) if plain else run(start, ascii=ascii)


def _load(module: str) -> None:
    """Load the client, which is never looked through for garbage; what comes after it is."""
    import_module(module)
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    gc.enable()


def need_terminal() -> bool:
    """Refuse to draw into a file, or to wait for keys from one.

    Returns:
        Whether this is a terminal that cannot place what is written.

    Raises:
        CommandError: when input or output is closed or no terminal; errors may go elsewhere.
    """
    streams = (sys.__stdin__, sys.__stdout__)
    if not all(stream and stream.isatty() for stream in streams):
        raise CommandError(
            "this needs a terminal: its input and output cannot be files or pipes "
            "(with --plain, play, host and join need none)"
        )
    return os.environ.get("TERM") == "dumb"


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
    settings, warnings = _loaded(start)
    ascii = ascii or _only_ascii(settings)
    # The terminal answers while the client loads.
    with WidthQuestion() if settings.signs == "auto" and not ascii else nullcontext() as question:
        _load("citadels_tui.app.app")
        ascii = ascii or (question is not None and question.wide())
    from citadels_tui.app.app import CitadelsApp

    speak(language(), ascii=ascii)
    app = CitadelsApp(
        _named(start, settings, float(settings.pause)),
        ascii=ascii,
        settings=settings,
        warnings=warnings,
        own=settings.name or _own_name(),
    )
    for name in ("COLUMNS", "LINES"):
        # Where they are set Textual believes them, and never looks how large the window is now.
        os.environ.pop(name, None)
    with _drawn_on_output():
        code = app.run(mouse=settings.mouse) or 0
    if app.fault:
        raise Crash(app.way_back) from app.fault
    if app.failed:
        raise CommandError(app.failed)
    if app.farewell:
        sys.stdout.write(f"{one_line(app.farewell)}\n")
        sys.stdout.flush()
    return code


def film(start: ShowReplay, *, ascii: bool = False) -> str:
    """The replay of a game as a film, with all hands open, in the client's own colours.

    Args:
        start: The game.
        ascii: Draw with ASCII only.

    Raises:
        Crash: after a fault of ours.
    """
    from citadels_tui.app.app import CitadelsApp
    from citadels_tui.screens.replay import ReplayScreen
    from citadels_tui.terminal.progress import progress
    from citadels_tui.texts import showing

    made: list[str] = []

    async def run(pilot: Pilot[object]) -> None:
        assert isinstance(pilot.app.screen, ReplayScreen)
        taken = await pilot.app.screen.film(watch)
        made.append(taken.text())
        pilot.app.exit(0)

    speak(language(), ascii=ascii)
    app = CitadelsApp(start, ascii=ascii, settings=Settings(language=language()))
    with progress(_(showing.FILMING), "%") as watch:
        app.run(headless=True, size=FILM_SIZE, auto_pilot=run)
    if app.fault:
        raise Crash(app.way_back) from app.fault
    return made[0]


@contextmanager
def _drawn_on_output() -> Iterator[None]:
    """Draw on the terminal of the output where the errors go elsewhere: Textual draws on that of the errors."""
    errors = sys.__stderr__
    if errors is None or not errors.isatty():
        vars(sys)["__stderr__"] = sys.__stdout__
    try:
        yield
    finally:
        vars(sys)["__stderr__"] = errors


def run_lines(start: Start, *, ascii: bool = False) -> int:
    """Run the client line by line, in any terminal or none; the parameters and errors are those of `run`.

    Bots wait only for somebody who reads what they do, not for a script.

    Returns:
        The exit code: 0 after a proper end, 130 when interrupted.
    """
    _load("citadels_tui.plain.playing")
    from citadels_tui.plain.playing import play_lines

    settings, warnings = _loaded(start)
    ascii = ascii or _only_ascii(settings)
    speak(language(), ascii=ascii)
    for each in warnings:
        sys.stderr.write(f"citadels: {one_line(each)}\n")
    start = _named(start, settings, float(settings.pause) if os.isatty(0) else 0.0)
    return play_lines(start, settings, ascii=ascii)


def _loaded(start: Start) -> tuple[Settings, tuple[str, ...]]:
    """The settings, and a sentence for each thing that is wrong with their file or with the account's folders.

    Raises:
        CommandError: when a table that was asked for cannot be opened in these folders.
    """
    if isinstance(start, PlayGame | HostTable | ResumeTable | OfferKept | JoinTable | VisitHost):
        hosts = isinstance(start, PlayGame | HostTable | ResumeTable | OfferKept)
        see_usable(needed("id_ed25519", *["host_ed25519"] * hosts, games=hosts))
    settings, warnings = load()
    seen = warning(usual())
    return settings, (*warnings, seen) if seen else warnings


def _only_ascii(settings: Settings) -> bool:
    """Whether nothing but ASCII may be written."""
    return settings.signs == "ascii" or (settings.signs == "auto" and needs_ascii(os.environ, sys.stdout.encoding))


def _named(start: Start, settings: Settings, pause: float) -> Start:
    """The start with the player's name, and the times of the bots."""
    start = start._replace(name=start.name or settings.name or _own_name() or "Player")
    if isinstance(start, OfferKept):
        new = _named(start.new._replace(name=start.name), settings, pause)
        assert isinstance(new, PlayGame)
        return start._replace(new=new)
    if isinstance(start, PlayGame | HostTable):
        order, thinking = start.order, {"thinking": float(settings.thinking)}
        paced = "bot_pause" in order.options.model_fields_set
        options = order.options if paced else order.options.model_copy(update={"bot_pause": pause})
        opening = order.opening.model_copy(update=thinking)
        return start._replace(order=order.model_copy(update={"options": options, "opening": opening}))
    return start


def _own_name() -> str:
    """The user's name on this machine, when it can be a player's."""
    try:
        return clean_name(getpass.getuser()[:24].capitalize())
    except (TextError, OSError, KeyError):
        return ""
