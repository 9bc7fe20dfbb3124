"""Input queue: keys, clicks and pastes that come faster than they are handled, each where the one before has led.

Textual hands each on at once, to the part that has the focus at that moment. A line that was slow, or a busy machine,
gives it several together: the second would go to the part, or to the screen, that the first is about to leave.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.events import Event, InputEvent, Key, MouseDown, MouseEvent, MouseUp, Paste
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

_PATIENCE = 0.5
"""Seconds for which what comes later waits at most; a part that is gone never says that it is done."""
_MOST = 1000
"""Keys that wait at most; later ones are dropped."""
_ROUNDS = 8
"""How often the part is asked that has the focus by then, at most."""


class InputHandled(Message, bubble=True, verbose=True):
    """A part, and all parts around it, have handled everything that they were given before this message."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class InputQueue:
    """Begins with a key when the app has ended with the one before."""

    def __init__(self, app: App[Any], handle: Callable[[InputEvent | Paste], Awaitable[None]]) -> None:
        """Begin with nothing to be handled.

        Args:
            app: Where the focus is looked for.
            handle: Hands one event on to that part.
        """
        self._app = app
        self._handle = handle
        self._numbers = count(1)
        self._awaited = 0
        """The number of the message that is awaited; 0: nothing is being handled."""
        self._rounds = 0
        self._where: tuple[object, object] = (None, None)
        """The screen and the focus when it was sent."""
        self._waiting: deque[InputEvent | Paste] = deque()
        self._patience: Timer | None = None
        self._pressed: Key | None = None
        """The key that is being handled, or was handled last."""
        self._screen: Screen[Any] | None = None
        """The screen that it was given to."""
        self.pressed_before: Key | None = None
        """The key before that one."""

    async def put(self, event: InputEvent | Paste) -> None:
        """Handle what is typed, or let it wait."""
        if self._ready():
            await self._begin(event)
        elif len(self._waiting) < _MOST:
            self._waiting.append(event)
            if self._patience is None:
                self._patience = self._app.set_timer(_PATIENCE, self._go_on)

    def _ready(self) -> bool:
        """Wait for the parts of a screen that has come by itself, if they are not there; whether nothing is awaited."""
        if not self._awaited and self._app.screen_stack and not self._app.screen.is_mounted:
            self._rounds = 0
            self._wait_for(self._app.screen)
        return not self._awaited

    async def _begin(self, event: InputEvent | Paste) -> None:
        # The mouse may be moved or its wheel turned as fast as can be: neither leads anywhere.
        leads = isinstance(event, Key | Paste | MouseDown | MouseUp) and bool(self._app.screen_stack)
        part = self._part_of(event) if leads else None
        if isinstance(event, Key):
            self.pressed_before, self._pressed = self._pressed, event
            self._screen = self._app.screen if self._app.screen_stack else None
        await self._handle(event)
        if part is not None and self._app.screen_stack:
            self._rounds = 0
            self._wait_for(part)

    def astray(self, event: Event) -> bool:
        """Whether a key comes back from the parts of a screen that another one has covered or replaced meanwhile."""
        return isinstance(event, Key) and event.is_forwarded and self._screen is not self._app.screen

    def _part_of(self, event: InputEvent | Paste) -> Widget:
        """The part that is given something first."""
        if isinstance(event, MouseEvent):
            try:
                return self._app.get_widget_at(event.x, event.y)[0]
            except (NoWidget, NoMatches):
                return self._app.screen
        return self._app.focused or self._app.screen

    def _wait_for(self, part: DOMNode) -> None:
        """Ask a part to say when it has handled everything."""
        self._awaited = next(self._numbers)
        self._rounds += 1
        self._where = self._app.screen, self._app.focused
        if not part.post_message(InputHandled(self._awaited)):
            self._awaited = 0

    async def go_on_after(self, message: InputHandled) -> None:
        """Go on, once nothing has led anywhere else meanwhile."""
        message.stop()
        if message.number != self._awaited:
            return
        # What the app itself did at the first time may be a message to the part that has the focus.
        app = self._app
        moved = app.screen_stack and self._where != (app.screen, app.focused)
        if app.screen_stack and (self._rounds < 2 or (moved and self._rounds < _ROUNDS)):
            self._wait_for(app.focused or app.screen)
        else:
            await self._go_on()

    async def _go_on(self) -> None:
        """Handle what waits, until something has to be waited for again."""
        self._awaited = 0
        if self._patience is not None:
            self._patience.stop()
            self._patience = None
        while self._waiting and self._ready():
            await self._begin(self._waiting.popleft())
        if self._waiting:
            self._patience = self._app.set_timer(_PATIENCE, self._go_on)
