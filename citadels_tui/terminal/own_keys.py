"""Keys of one screen that depend on the language: Textual gives every screen of a class the same ones."""

from __future__ import annotations

from typing import Any

from textual.binding import BindingsMap
from textual.screen import Screen


def give_key(screen: Screen[Any], like: str, key: str) -> None:
    """Let a key of a screen do what another one does there, in place of its own effect.

    Args:
        screen: The screen; of its class's keys all others stay.
        like: The key that does it already.
        key: The key.
    """
    given = screen._merged_bindings.copy().key_to_bindings if screen._merged_bindings else {}
    same = [binding.with_key(key) for binding in given.get(like, ())]
    others = {each: bindings for each, bindings in given.items() if each != key}
    screen._bindings = BindingsMap.from_keys({key: same, **others})
