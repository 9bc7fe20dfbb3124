"""Naming: everybody has a name that looks like nobody else's."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from net.base.confusables import alike, skeleton
from net.base.errors import NetError
from net.base.text import NAME_CELLS, cells

_TITLES = ("host", "owner", "bot", "you", "spectator", "visitor", *(f"p{seat}" for seat in range(1, 9)))
"""Words by which the table calls people: nobody has one for a name."""
_REMARKS = "()"
"""Brackets are for remarks of the table behind a name."""


def admit_name(name: str, others: Mapping[str, str], *, by_option: bool) -> str:
    """The name of a newcomer: their own, with a number behind it when somebody has the very same.

    Args:
        name: A clean name.
        others: The names there are, each with its place in words.
        by_option: Whether it is the account's where none is typed, as with a client of one's own.

    Raises:
        NetError: ``name_bad``, when it could be taken for somebody else's, or for what the table says of people.
    """
    look = skeleton(unicodedata.normalize("NFKC", name))
    if any(mark in look for mark in _REMARKS):
        raise NetError("name_bad", "brackets are for what the table says about a player.")
    if any(alike(title, name) for title in _TITLES):
        # In whole sentences, which a client can say in the player's language.
        if by_option:
            raise NetError("name_bad", "it is a word that the table uses for players. --name gives another one.")
        raise NetError("name_bad", "it is a word that the table uses for players.")
    other = next((other for other in others if alike(other, name)), None)
    if other is not None and other.casefold() != name.casefold():
        raise NetError("name_bad", f"it looks like the name of {other} ({others[other]}).")
    return free_name(name, others)


def free_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it when it looks like another one."""
    taken = list(others)
    found, number = name, 1
    while any(alike(other, found) for other in taken):
        number += 1
        tail = f" {number}"
        while cells(name) + len(tail) > NAME_CELLS:
            name = name[:-1]
        found = name.rstrip() + tail
    return found
