"""Other layouts: keys that type letters of another script, full width ones, or capitals of Caps Lock.

Where nobody types a text, such a key does what the key in its place does, as far as the terminal tells or the letter
shows which one that is. Where neither does, the player is told once why it does nothing.
"""

from __future__ import annotations

from typing import Any

from textual.events import Key
from textual.screen import Screen

from citadels_tui.screens.base import SpokenKeys
from citadels_tui.terminal.input_events import MeantKey, key_of

_FULL_WIDTH = range(0xFF01, 0xFF5F)
"""The characters of ASCII in the width of Chinese ones, in the same order."""
_WIDE_SPACE = "\u3000"


def key_meant(event: Key, screen: Screen[Any]) -> Key:
    """The key that is meant by the one that was pressed on a screen."""
    typed, told = event.character or "", event.meant if isinstance(event, MeantKey) else ""
    if not told and (len(typed) != 1 or (typed.isascii() and not typed.isupper())):
        return event
    meant = typed
    if not _is_text(event, screen):
        # A capital of Caps Lock is never meant, though a key of that name may be there.
        if told and (typed.isascii() or not _acts(typed, screen)):
            meant = told
        meant = _narrow(meant)
        if meant.isascii() and meant.isupper() and not _acts(meant, screen):
            meant = meant.lower()
    if meant == typed and not told:
        return event
    found = Key(event.key if meant == typed else key_of(meant), meant)
    found.time = event.time
    return found


def unreadable(event: Key, screen: Screen[Any]) -> bool:
    """Whether a key types a letter of another script that does nothing on a screen."""
    typed = event.character or ""
    return typed.isalpha() and not typed.isascii() and not _is_text(event, screen) and not _acts(typed, screen)


def _is_text(event: Key, screen: Screen[Any]) -> bool:
    """Whether a key goes to a field, or to where a new key is set."""
    if screen.focused is not None and screen.focused.check_consume_key(event.key, event.character):
        return True
    return isinstance(screen, SpokenKeys) and screen.takes_every_key


def _acts(typed: str, screen: Screen[Any]) -> bool:
    """Whether a character is a key that does something on a screen."""
    return key_of(typed) in screen.active_bindings


def _narrow(char: str) -> str:
    """The character of ASCII that a wide one is; any other is itself."""
    if char == _WIDE_SPACE:
        return " "
    return chr(ord(char) - _FULL_WIDTH.start + ord("!")) if ord(char) in _FULL_WIDTH else char
