"""Names of tables: the title in a list, and the slug, one word by which somebody names a table who can type no more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from citadels_tui.texts import _, guests, tables

if TYPE_CHECKING:
    from net.protocol.visitor_notes import ListedTable

LONGEST = 32
"""Characters of a slug."""
_END = 5
"""Letters of an id that tell a table without a title from others at its host."""


def choose(found: Sequence[ListedTable], name: str) -> ListedTable | str | None:
    """The table a guest means: by name or id; without one that at which they have a seat, when there is one such.

    Returns:
        The table; what to tell the guest; or None, when they have named none and are to choose.
    """
    if not name:
        own = [table for table in found if table.you is not None]
        return own[0] if len(own) == 1 else None
    named = [table for table in found if name in (slug_of(table), table.table.lower())]
    # Of several with one name that comes first at which the guest sits, and then one that can be joined.
    named.sort(key=lambda table: (table.you is None, table.phase != "open"))
    if named:
        return named[0]
    return _(guests.NO_TABLE).format(name=name)


def title_of(table: ListedTable) -> str:
    """The title of a table in a list."""
    if table.title:
        return table.title
    return _(tables.OF_OWNER).format(owner=table.owner) if table.owner else _(tables.UNTITLED)


def slug_of(table: ListedTable) -> str:
    """The slug of a table."""
    return slug(table.title, table.table)


def slug(title: str, table: str) -> str:
    """A slug: the title in lower-case letters, digits and hyphens, or else the end of the table's id."""
    name = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")[:LONGEST].strip("-")
    return name or f"table-{table[-_END:].lower()}"
