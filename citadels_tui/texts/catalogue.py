"""Catalogues: the texts in other languages, a gettext file (``languages/nl.po``) for each.

The files are read as they are, so that nothing has to be compiled: what a translator has written is what a checkout,
a wheel and `scripts/play` show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations, c2py
from pathlib import Path
from unicodedata import normalize

FOLDER = Path(__file__).parent / "languages"
"""Where the catalogues are."""
ENGLISH = "en"
"""The language in which the texts are written."""

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}
_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_ACCENTS = re.compile("[\u0300-\u036f]")


def _ascii(content: str) -> str:
    """A text as it is spelled where only ASCII can be shown."""
    plain = _ACCENTS.sub("", normalize("NFD", content.translate(_ASCII)))
    return plain.encode("ascii", "replace").decode()


class Catalogue(NullTranslations):
    """The texts of one language. What is not in it stays English."""

    def __init__(self, content: str = "", *, ascii: bool = False) -> None:
        """Read a catalogue.

        Args:
            content: A gettext file.
            ascii: Whether to spell it with ASCII only.
        """
        super().__init__()
        if ascii:
            content = _ascii(content)
        self.texts = _entries(content)
        """Context and text, with `EOT` between where there is a context -> its forms: one, or one for each plural."""
        found = re.search(r"plural=([^;\n]+);", self.header)
        self._plural = c2py(found[1] if found else "n != 1")

    @property
    def header(self) -> str:
        """The catalogue's header, a line each."""
        return self.texts.get("", ("",))[0]

    def gettext(self, message: str) -> str:
        """Translate a text."""
        return self.texts.get(message, (message,))[0] if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a text, in the form for a number."""
        forms = self.texts.get(msgid1)
        if forms is None:
            return super().ngettext(msgid1, msgid2, n)
        return forms[min(self._plural(n), len(forms) - 1)]

    def pgettext(self, context: str, message: str) -> str:
        """Translate a text that means something of its own in a context."""
        return self.texts.get(f"{context}{EOT}{message}", (message,))[0]


EOT = "\x04"
"""The sign between a context and its text, as in gettext."""


def _entries(content: str) -> dict[str, tuple[str, ...]]:
    """The entries of a gettext file, but for those that a person has still to write or to look at."""
    found: dict[str, tuple[str, ...]] = {}
    parts: dict[str, str] = {}
    field, doubtful = "", False
    for line in (*content.splitlines(), ""):
        if line.startswith('"'):
            parts[field] += line[1:-1]
        elif line.startswith("msg"):
            field, _, said = line.partition(" ")
            parts[field] = said[1:-1]
        elif line.startswith("#"):
            doubtful |= line.startswith("#,") and "fuzzy" in line
        elif parts:
            forms = tuple(_meant(said) for field, said in parts.items() if field.startswith("msgstr"))
            if all(forms) and not doubtful:
                context = parts.get("msgctxt")
                text = _meant(parts["msgid"])
                found[text if context is None else f"{context}{EOT}{text}"] = forms
            parts, doubtful = {}, False
    return found


def _meant(said: str) -> str:
    """The text between two quotation marks."""
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), said) if "\\" in said else said


@cache
def languages() -> Mapping[str, str]:
    """The languages there are: code -> what the language calls itself."""
    found = {}
    for path in sorted(FOLDER.glob("*.po")):
        with path.open(encoding="utf-8") as file:
            name = re.search(r"X-Language-Name: (.*?)\\n", file.read(2000))
        found[path.stem] = name[1] if name else path.stem
    return {ENGLISH: "English", **found}


@cache
def read(language: str, *, ascii: bool = False) -> NullTranslations:
    """The catalogue of one of the `languages`.

    Args:
        language: Its code.
        ascii: Whether to spell it with ASCII only.
    """
    if language == ENGLISH:
        return NullTranslations()
    return Catalogue((FOLDER / f"{language}.po").read_text(encoding="utf-8"), ascii=ascii)


def of_locale(environ: Mapping[str, str]) -> str:
    """The language that an environment asks for, as GNU gettext reads it; English where there is no catalogue for it.

    ``LANGUAGE`` names several languages, the best first. It counts unless the locale is C, which speaks none.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if _code(locale) in ("", "c", "posix"):
        return ENGLISH
    codes = map(_code, (environ.get("LANGUAGE") or locale).split(":"))
    return next((code for code in codes if code in languages()), ENGLISH)


def _code(locale: str) -> str:
    """The language of a locale: ``de`` of ``de_AT.UTF-8@euro``."""
    return re.split(r"[_.@-]", locale.lower())[0]
