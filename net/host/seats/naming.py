"""Naming: everybody has a name that looks like nobody else's."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from net.base.confusables import alike, skeleton
from net.base.errors import NetError
from net.base.text import NAME_CELLS, cells

_TITLES = ("host", "owner", "bot", "you", "spectator", "visitor", *(f"p{seat}" for seat in range(1, 9)))
"""Words by which the table calls people: nobody has one for a name."""
OTHER_NAME = "Another one is given with --name."
"""The hint for a client of one's own, which without a typed name uses that of the account."""
_REMARKS = "()"
"""Brackets are for remarks of the table behind a name."""


def admit_name(name: str, others: Mapping[str, str], hint: str) -> str:
    """The name of a newcomer: their own, with a number behind it when somebody has the very same.

    Args:
        name: A clean name.
        others: The names there are, each with its place in words.
        hint: How somebody who may not have chosen the name gives another one: a sentence.

    Raises:
        NetError: ``name_bad``, when it could be taken for somebody else's, or for what the table says of people.
    """
    look = skeleton(unicodedata.normalize("NFKC", name))
    if any(mark in look for mark in _REMARKS):
        raise NetError("name_bad", "brackets are for what the table says about a player.")
    title = next((title for title in _TITLES if alike(title, name)), "")
    if title:
        raise NetError("name_bad", f'it looks like "{title}", a word the table has for players. {hint}'.rstrip())
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
