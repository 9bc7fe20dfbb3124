"""Key map: the keys of one's own, checked against those that other things have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character

from citadels_tui.session.row_keys import LETTERS, NUMBERS
from citadels_tui.texts import _, settings

EVERYWHERE = frozenset({"help", "cards", "settings", "quit"})
"""Ids of what works on every screen."""
_NAMED = {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values())
_CHORD = re.compile(r"(?:(?:ctrl|shift|alt|super)\+){0,3}(.+)")


def bindings(app: type[App[Any]]) -> Mapping[str, Binding]:
    """Bindings of all screens, widgets and the app, by their ids.

    Args:
        app: The app, some keys of which work on every screen.
    """
    found: dict[str, Binding] = {}
    for folder in ("screens", "widgets"):
        package = import_module(f"citadels_tui.{folder}")
        for module in iter_modules(package.__path__):
            parts = vars(import_module(f"{package.__name__}.{module.name}")).values()
            found |= {each.id: each for each in _declared(parts) if each.id}
    return found | {each.id: each for each in _declared(app.__mro__) if each.id}


def _declared(things: Iterable[object]) -> Iterator[Binding]:
    """The bindings of all screens, widgets and apps among some things."""
    for thing in things:
        if isinstance(thing, type) and issubclass(thing, DOMNode):
            yield from (each for each in vars(thing).get("BINDINGS", ()) if isinstance(each, Binding))


def show_keys(app: App[Any]) -> None:
    """Open the screen on which keys are set."""
    from citadels_tui.screens.keys import KeysScreen

    known = bindings(type(app))
    app.push_screen(KeysScreen(known, partial(clash, known)))


def checked(keys: Mapping[str, str], known: Mapping[str, Binding]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The keys of one's own that can be used together.

    Args:
        keys: Id of what a key does -> the key, or several with commas.
        known: All that a key can do (`bindings`).

    Returns:
        Those, and a sentence for each that cannot be used.
    """
    usable: dict[str, str] = {}
    wrong: list[str] = []
    for id, chosen in keys.items():
        fault = _fault(id, chosen, known, usable)
        if fault:
            wrong.append(fault)
        else:
            usable[id] = chosen
    return usable, tuple(wrong)


def clash(known: Mapping[str, Binding], id: str, key: str, own: Mapping[str, str]) -> str | None:
    """The action that has a key where it would be for something else, too.

    Args:
        known: All that a key can do (`bindings`).
        id: Id of what it is to do.
        key: One key.
        own: The other keys of one's own.

    Returns:
        The id of what has it; empty when it is free; None when there is no such key.
    """
    return _clash(id, key, known, own) if _exists(key) else None


def _fault(id: str, chosen: str, known: Mapping[str, Binding], usable: Mapping[str, str]) -> str:
    if id not in known:
        return _(settings.NO_SUCH_KEY).format(id=id[:40])
    for key in _split(chosen):
        if not _exists(key):
            return _(settings.NO_KEY).format(key=key[:40])
        other = _clash(id, key, known, usable)
        if other:
            return _(settings.KEY_TAKEN).format(key=key, id=id, other=other)
    return ""


def _clash(id: str, key: str, known: Mapping[str, Binding], usable: Mapping[str, str]) -> str:
    rows = (id in EVERYWHERE or _group(id) == "table") and key in NUMBERS + LETTERS
    return "action_list" if rows else _taken(id, key, known, usable)


def _taken(id: str, key: str, known: Mapping[str, Binding], usable: Mapping[str, str]) -> str:
    """The action that has a key where it would be for something else, too; empty when there is none."""
    for other, binding in known.items():
        together = _group(other) == _group(id) or {id, other} & EVERYWHERE
        if other != id and together and key in _split(usable.get(other, binding.key)):
            return other
    return ""


def _group(id: str) -> str:
    """The bindings that work at the same time: those of a screen, and the board's with the action list's."""
    group = id.partition(".")[0]
    return "table" if group == "action_list" else group


def _split(keys: str) -> list[str]:
    return [key.strip() for key in keys.split(",")]


def _exists(key: str) -> bool:
    chord = _CHORD.fullmatch(key)
    return chord is not None and (chord[1] in _NAMED or key_to_character(chord[1]) is not None)
