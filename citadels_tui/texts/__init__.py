"""Every sentence the client says, as whole texts with named parameters.

Nothing here is put together from pieces of sentences: a translator sees what a player
sees. Tables mark their texts with `N_`; `say` translates and fills them in. `scripts/texts`
gathers them for the catalogues, where every language but English has its file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations
from string import Formatter
from threading import local
from typing import TYPE_CHECKING

from citadels_tui.texts.catalogue import ENGLISH, read

if TYPE_CHECKING:
    # A command that draws no screen has words, too.
    from textual.content import Content

Text = str | tuple[str, str]
"""A text, or its singular and plural form by the parameter ``amount``."""


class _Spoken(local):
    """The language of the process; of a thread that speaks another one for a while, its own."""

    language = ENGLISH
    catalogue = NullTranslations()


_spoken = _Spoken()


def speak(language: str, *, ascii: bool = False) -> None:
    """Say everything in one of the languages from now on.

    Args:
        language: Its code, one of `citadels_tui.texts.catalogue.languages`.
        ascii: Whether to spell it with ASCII only.
    """
    _Spoken.catalogue = read(language, ascii=ascii)
    _Spoken.language = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in one of the languages meanwhile, in this thread alone; it does not wait for anything."""
    vars(_spoken).update(language=language, catalogue=read(language))
    try:
        yield
    finally:
        vars(_spoken).clear()


def language() -> str:
    """The code of the language that is spoken."""
    return _spoken.language


def N_(message: str) -> str:
    """Mark a text of a table for the catalogues; two in a tuple, with ``amount``, are a singular and its plural."""
    return message


TOUCH = "CITADELS_TOUCH"
"""Variable of the environment that is set where the screen is touched."""


def touched() -> bool:
    """Whether the screen is touched: sentences about keys, the mouse and the terminal have others in their place."""
    return bool(os.environ.get(TOUCH))


for_fingers: dict[Text, Text] = {}
"""Texts for a finger, by those for keys and a mouse, once `citadels_tui.texts.touch.load` has put them here."""


def _pointed(text: Text) -> Text:
    other = for_fingers.get(text)
    return other if other is not None and touched() else text


DECIMAL = N_("{whole}.{fraction}")
"""A number that is not whole."""


def _(message: str) -> str:
    """Translate a text."""
    meant = _pointed(message)
    return _spoken.catalogue.gettext(meant if isinstance(meant, str) else message)


def key_label(label: str) -> str:
    """Translate the label of a key: a short word, as it has to fit into the footer beside the others."""
    return _spoken.catalogue.pgettext("key", label)


def named(edition: str, id: str, name: str) -> str:
    """Translate the name of an edition's card: what has one name in English may have several elsewhere.

    Args:
        edition: Id of the edition.
        id: Id of the card.
        name: The card's English name.
    """
    return _spoken.catalogue.pgettext(f"{edition}/{id}", name)


def as_object(edition: str, id: str, name: str) -> str:
    """Translate the name of an edition's character as the object of a sentence: "the King"; see `named`."""
    return _spoken.catalogue.pgettext(f"object {edition}/{id}", f"the {name}")


def shortened(text: str) -> str:
    """Translate the name of a character, or a word, into a short one, for a place where the full one does not fit."""
    return _spoken.catalogue.pgettext("short", text)


def translated(text: Text, amount: int = 1) -> str:
    """Translate a text, choosing the plural form by the amount."""
    text = _pointed(text)
    if isinstance(text, tuple):
        return _spoken.catalogue.ngettext(*text, amount)
    return _spoken.catalogue.gettext(text)


def decimal(number: float, places: int | None = None) -> str:
    """A number as it is written in the language that is spoken.

    Args:
        number: Which.
        places: So many digits after the point, as in a column of numbers; None: no more than it needs.
    """
    written = f"{number:.10g}" if places is None else f"{number:.{places}f}"
    whole, point, fraction = written.partition(".")
    return _(DECIMAL).format(whole=whole, fraction=fraction) if point else whole


def retold(sentence: str) -> str:
    """Say a sentence that comes from below the screens, or from the host, in the language that is spoken."""
    from net.base.errors import Sentence

    return _filled(sentence.text, sentence.values) if isinstance(sentence, Sentence) else _(sentence)


def _filled(text: str, values: Mapping[str, str]) -> str:
    told = _(text)
    for name, value in values.items():
        told = told.replace(f"{{{name}}}", retold(value))
    return told.rstrip()


def why(error: Exception) -> str:
    """The sentence of an error, in the language that is spoken."""
    from engine.errors import RulesError

    if isinstance(error, RulesError):
        return _filled(error.text, error.values)
    return retold(error.args[0] if error.args and isinstance(error.args[0], str) else str(error))


def say(text: Text, /, **values: Content | str | int) -> Content:
    """Fill a text with its parameters.

    A parameter may carry style (a `Content`); its text stays plain and is never read as markup.
    """
    from textual.content import Content

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
