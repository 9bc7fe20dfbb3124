"""Terminal driver: Textual's for Linux and macOS, with an input of our own, for a client that may be stopped.

Textual's reads bytes that must be UTF-8, waits a tenth of a second before it believes the escape key, and hands on as
letters what it does not know (`input_stream`, `input_events`). This input is never switched off.
"""

from __future__ import annotations

import errno
import os
import selectors
import signal
import termios
import time
import tty
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING, Any

from textual import constants
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import MouseEvent, MouseUp
from textual.message import Message
from textual.messages import InBandWindowResize

from citadels_tui.terminal import improved
from citadels_tui.terminal.input_events import InputEvents, LineAnswered, ReadingEnded
from citadels_tui.terminal.line_pace import QUESTION
from citadels_tui.terminal.signals import stay_awake
from citadels_tui.terminal.wide_signs import typed_before

_LOOK = 0.1
"""Seconds between two looks at a terminal that is gone, or another program's."""
_READ = 4096
_ANSWER_WAIT = 2.0
"""Seconds to wait for an answer at the end, at most."""
_OTHER_PAGE = "\x1b[?1049h"
_KITTY_FLAGS = 1 | 4 | 8 | 16
"""Flags of kitty's keyboard protocol: keys that can be told apart, the key of the base layout, all keys, and
their text."""


class InputDriver(LinuxDriver):
    """Reads a terminal, and hands on the keys that were typed, and nothing else that may have come."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._client = app
        self._tells_sizes = False
        """Whether the terminal tells its size among the keys."""
        self._turned = bool(getattr(app, "page_turned", False))
        """Whether the command has turned to the terminal's other page: to do so again would empty it."""
        self._answered = Event()
        self._end = -1
        """The end of a pipe that tells the thread that reads to end; -1 while there is none."""
        self._ended = -1
        """The other end of that pipe, which is the thread's."""

    def start_application_mode(self) -> None:
        """Take the terminal."""
        picture = getattr(self._client, "first_picture", lambda *_: "")(*self._get_terminal_size())
        painted = self._turned
        self._ended, self._end = os.pipe()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        # Textual empties the terminal, and its first frame takes a tenth of a second more.
        if picture and not painted:
            self.write(picture)
        stay_awake(self)
        self._ask_for_base_layout()

    def _ask_for_base_layout(self) -> None:
        if not constants.DISABLE_KITTY_KEY:
            # Set, not pushed: what Textual has pushed is taken away once.
            self.write(f"\x1b[={_KITTY_FLAGS};1u")

    def write(self, data: str) -> None:
        """Write to the terminal, but for what it has been told before."""
        if data == _OTHER_PAGE and self._turned:
            self._turned = False
        else:
            super().write(data)

    def request_status(self) -> None:
        """Ask the terminal for an answer, which comes once it has got everything before."""
        self._answered.clear()
        self.write(QUESTION)

    def stop_application_mode(self) -> None:
        """Give the terminal back; the shell is not to get an answer that is on its way."""
        if getattr(self._client, "answer_owed", False):
            self._answered.wait(_ANSWER_WAIT)
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Read no more; the thread that reads is told, for it wakes for nothing but keys."""
        if self._end >= 0:
            os.write(self._end, b"\0")
        super().disable_input()
        for end in (self._end, self._ended):
            if end >= 0:
                os.close(end)
        self._end = self._ended = -1

    def bounded(self, columns: int, lines: int) -> tuple[int, int]:
        """The size that is drawn in, of that which the terminal claims."""
        return columns, lines

    # Textual lacks a bound for the size that a terminal claims.
    def _get_terminal_size(self) -> tuple[int, int]:
        return self.bounded(*super()._get_terminal_size())

    def run_input_thread(self) -> None:
        """Read, and pass on what was typed, until the driver ends."""
        try:
            self._read()
        except BaseException as error:
            # Textual would tell of a fault by a text that has the values around it.
            self.send_message(ReadingEnded(error))

    def _read(self) -> None:
        events = InputEvents(tells_sizes=lambda: self._tells_sizes)
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(self._ended, selectors.EVENT_READ)
            for event in events.feed(typed_before()):
                self.process_message(event)
            while not self.exit_event.is_set():
                # What has come while this thread did not run is seen before anything is decided by time.
                if not (come := selector.select(events.wait())):
                    found = events.expire()
                elif any(key.fd == self._ended for key, _ in come):
                    return
                elif data := os.read(self.fileno, _READ):
                    found = events.feed(data)
                else:
                    # Nobody is there any more: the signal that says so ends the client.
                    self.exit_event.wait(_LOOK)
                    continue
                for event in found:
                    self.process_message(event)

    def process_message(self, message: Message) -> None:
        """Pass on what was typed; the mouse cannot be outside of the window."""
        if isinstance(message, LineAnswered):
            self._answered.set()
            if heard := getattr(self._client, "line_answered", None):
                with suppress(RuntimeError):
                    # The loop may have ended meanwhile.
                    self._loop.call_soon_threadsafe(heard)
            return
        if isinstance(message, MouseEvent) and not isinstance(message, MouseUp):
            width, height = self._client.size
            if message.x >= width or message.y >= height:
                return
        elif isinstance(message, InBandWindowResize):
            self._tells_sizes |= message.supported
        super().process_message(message)


class SuspendableDriver(InputDriver):
    """A driver for a client that may be stopped, and goes on.

    Textual leaves a client that was stopped by SIGSTOP in a terminal that the shell has set for itself, and stops amid
    anything at SIGTSTP. It lacks a method that takes the terminal again, so this uses the steps of its own.
    """

    _taken = False
    """Whether the terminal is the client's, and set for it."""

    _waiting = False
    """Whether the client goes on only in the foreground."""

    def start_application_mode(self) -> None:
        """Take the terminal."""
        self._wait_for_foreground()
        super().start_application_mode()
        self._taken = True

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._taken = False
        super().stop_application_mode()

    # Textual lacks a look at the modes of the mouse that another program may have left: they look like its own.
    def _enable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1005l\x1b[?1016l")
        super()._enable_mouse_support()

    # Stopped, and going on

    def _sigtstp_application(self, *_: object) -> None:
        """Stop; once the loop is at rest where the terminal has to be given back, for this comes amid anything."""
        if self._taken and self._auto_restart and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stop)
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _stop(self) -> None:
        """Give the terminal back, stop, and take it again once the client goes on."""
        if self._taken:
            self.suspend_application_mode()
            os.kill(os.getpid(), signal.SIGSTOP)
            self._must_signal_resume = True
            self.resume_application_mode()

    def _sigcont_application(self, *_: object) -> None:
        """Go on after SIGSTOP, of which nobody is told before."""
        if self._taken and not self._waiting and not self._loop.is_closed():
            self._wait_for_foreground()
            self._loop.call_soon_threadsafe(self._take_again)

    def _wait_for_foreground(self) -> None:
        """Stop again for as long as the terminal is another program's."""
        self._waiting = True
        with suppress(OSError):
            while os.tcgetpgrp(self.fileno) != os.getpgrp():
                try:
                    # Changes nothing. A process that asks for a change from the background is stopped by the system
                    # (SIGTTOU), which misses no `fg` that comes meanwhile.
                    termios.tcflow(self.fileno, termios.TCOON)
                except termios.error as error:
                    if error.args[0] != errno.EINTR:
                        break
                time.sleep(_LOOK)
        self._waiting = False

    def _take_again(self) -> None:
        """Set the terminal as it was before the client was stopped: the shell has set it for itself meanwhile."""
        if not self._taken:
            return
        with suppress(termios.error):
            attributes: list[Any] = termios.tcgetattr(self.fileno)
            attributes[tty.LFLAG] = self._patch_lflag(attributes[tty.LFLAG])
            attributes[tty.IFLAG] = self._patch_iflag(attributes[tty.IFLAG])
            attributes[tty.CC][termios.VMIN] = 1
            termios.tcsetattr(self.fileno, termios.TCSANOW, attributes)
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1004h")
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        self._ask_for_base_layout()
        if self._in_band_window_resize:
            self._enable_in_band_window_resize()
            self._enable_mouse_pixels()
        # Everything is painted anew.
        self.send_message(self.SignalResume())


if TYPE_CHECKING or improved():
    TerminalDriver = SuspendableDriver
else:
    TerminalDriver = InputDriver
