"""Every sentence the client says, as whole texts with named parameters.

Nothing here is put together from pieces of sentences: a translator sees what a player
sees. Tables mark their texts with `N_`; `say` translates and fills them in.
"""

from __future__ import annotations

import gettext
from string import Formatter

from textual.content import Content

Text = str | tuple[str, str]
"""A text, or its singular and plural form by the parameter ``amount``."""

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def N_(message: str) -> str:
    """Mark a text of a table for the catalogue."""
    return message


def _(message: str) -> str:
    """Translate a text."""
    return _catalogue.gettext(message)


def translated(text: Text, amount: int = 1) -> str:
    """Translate a text, choosing the plural form by the amount."""
    if isinstance(text, tuple):
        return _catalogue.ngettext(*text, amount)
    return _(text)


def say(text: Text, /, **values: Content | str | int) -> Content:
    """Fill a text with its parameters.

    A parameter may carry style (a `Content`); whatever it says stays plain text and is
    never read as markup.
    """
    amount = values.get("amount", 1)
    parts: list[str | Content] = []
    for literal, name, _spec, _conversion in Formatter().parse(
        translated(text, amount if isinstance(amount, int) else 1)
    ):
        # A name may end with a full stop of its own, as the sentence does.
        doubled = (
            literal.startswith(".") and not literal.startswith("..") and str(parts[-1] if parts else "").endswith(".")
        )
        parts.append(literal[1:] if doubled else literal)
        if name:
            value = values[name]
            parts.append(value if isinstance(value, Content) else Content(str(value)))
    return Content.assemble(*parts)
