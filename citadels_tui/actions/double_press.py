"""Double press: a key that was meant for one question does not answer the next one before that could be read."""

from __future__ import annotations

from math import inf
from time import monotonic

READING = 0.2
"""Seconds from a question's first paint in which nobody can have read it: people take longer to react to anything."""
REPEAT = 0.12
"""Seconds between two of the same key from which on they are two presses, and not one key that is held down."""
UNEXPECTED = 1.0
"""Seconds from which on a screen that opens by itself is what a key or a click was meant for: before, it was meant for
what stood there until then."""


class DoublePress:
    """Tells keys that answer from those that came too soon.

    A key answers only what was painted before it was typed. The key that was pressed last has to wait a little longer,
    and answers nothing while it is held down: it may have been pressed twice by accident. Every other key answers from
    the first paint on, so that a player who knows the next question types on at any speed.
    """

    def __init__(self) -> None:
        self._key = ""
        """The key that was pressed last."""
        self._pressed = -inf
        """The moment of that press."""
        self._painted = -inf
        """The moment at which the question was painted; infinite: not yet."""

    def begin_question(self) -> None:
        """Another question has come, which has not been painted."""
        self._painted = inf

    def painted(self) -> None:
        """Note that the open question is painted now."""
        if self._painted == inf:
            self._painted = monotonic()

    def pressed(self, key: str, time: float) -> None:
        """Note a key that was pressed elsewhere: in a dialog, perhaps, that it has closed.

        Args:
            key: Its name.
            time: The moment at which it was typed, by the monotonic clock.
        """
        if time > self._pressed:
            self._key, self._pressed = key, time

    def too_soon(self, key: str, time: float) -> bool:
        """Whether a key was hardly meant for what is asked now.

        Args:
            key: Its name.
            time: The moment at which it was typed, by the monotonic clock.
        """
        again, held = key == self._key, time - self._pressed < REPEAT
        self._key, self._pressed = key, time
        return self.clicked_too_soon(time, again=again) or (again and held)

    def clicked_too_soon(self, time: float, *, again: bool) -> bool:
        """Whether a click was hardly meant for what is asked now.

        Args:
            time: The moment, by the monotonic clock.
            again: Whether another click at the same place came just before.
        """
        return time < self._painted + (READING if again else 0)
