"""Other layouts: keys that type letters of another script, full width ones, or capitals of Caps Lock.

Where nobody types a text, such a key does what the key in its place does, as far as the terminal tells or the letter
shows which one that is. Where neither does, the player is told once why it does nothing.
"""

from __future__ import annotations

from textual.app import App
from textual.events import Event, Key

from citadels_tui.screens.base import SpokenKeys
from citadels_tui.terminal.input_events import MeantKey, key_of
from citadels_tui.texts import _, keys

_FULL_WIDTH = range(0xFF01, 0xFF5F)
"""The characters of ASCII in the width of Chinese ones, in the same order."""
_WIDE_SPACE = "\u3000"
_TOLD = 10
"""Seconds for which the player is told."""


class OtherLayoutsApp(App[int]):
    """An app whose keys work with every layout that can be read."""

    _told_of_layout = False

    async def on_event(self, event: Event) -> None:
        """Take a key for the one that is meant."""
        if isinstance(event, Key) and not event.is_forwarded and self.screen_stack:
            event = self._as_meant(event)
        await super().on_event(event)

    def _as_meant(self, event: Key) -> Key:
        typed, told = event.character or "", event.meant if isinstance(event, MeantKey) else ""
        if not told and (len(typed) != 1 or (typed.isascii() and not typed.isupper())):
            return event
        meant = typed
        if not self._is_text(event):
            # A capital of Caps Lock is never meant, though a key of that name may be there.
            if told and (typed.isascii() or not self._acts(typed)):
                meant = told
            meant = _narrow(meant)
            if meant.isascii() and meant.isupper() and not self._acts(meant):
                meant = meant.lower()
            self._tell_of_layout(meant)
        if meant == typed and not told:
            return event
        found = Key(event.key if meant == typed else key_of(meant), meant)
        found.time = event.time
        return found

    def _is_text(self, event: Key) -> bool:
        """Whether a key goes to a field, or to where a new key is set."""
        if self.focused is not None and self.focused.check_consume_key(event.key, event.character):
            return True
        return isinstance(self.screen, SpokenKeys) and self.screen.takes_every_key

    def _acts(self, typed: str) -> bool:
        """Whether a character is a key that does something here."""
        return key_of(typed) in self.screen.active_bindings

    def _tell_of_layout(self, typed: str) -> None:
        if typed.isalpha() and not typed.isascii() and not self._acts(typed) and not self._told_of_layout:
            self._told_of_layout = True
            self.notify(_(keys.OTHER_LAYOUT), timeout=_TOLD)


def _narrow(char: str) -> str:
    """The character of ASCII that a wide one is; any other is itself."""
    if char == _WIDE_SPACE:
        return " "
    return chr(ord(char) - _FULL_WIDTH.start + ord("!")) if ord(char) in _FULL_WIDTH else char
