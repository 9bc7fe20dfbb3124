"""The page of the web server: its files, in every language, and what it may do in a browser."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from citadels_tui.texts import guests
from citadels_tui.texts.catalogue import ENGLISH, languages, read

FOLDER = Path(__file__).parent / "page"
VENDORED = FOLDER / "xterm"
"""Files of xterm.js as its makers publish them, with their licence and `SHA256SUMS`."""
_KINDS = {
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_WORDS = {
    "welcome": guests.WELCOME,
    "name": guests.YOUR_NAME,
    "play": guests.PLAY,
    "lost": guests.LOST,
    "stopped": guests.STOPPED_PAGE,
    "ended": guests.OVER,
    "keyboard": guests.KEYBOARD,
    "no_script": guests.NO_SCRIPT,
}
_ORIGIN = re.compile(r"https://(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")
_HEADER = 256
"""Characters of what a browser says of its languages that are looked at."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file the page needs, as it is served."""

    kind: str
    data: bytes
    packed: bytes
    """Its data, compressed."""
    tag: str
    """The ETag, by which a browser knows that it has the file already."""


def load_files() -> dict[str, PageFile]:
    """Everything the page needs: name -> file."""
    found = {}
    for path in (*FOLDER.iterdir(), *VENDORED.iterdir()):
        if kind := _KINDS.get(path.suffix):
            data = path.read_bytes()
            found[path.name] = PageFile(
                f"{kind}; charset=utf-8", data, gzip.compress(data, mtime=0), f'"{sha256(data).hexdigest()[:32]}"'
            )
    return found


def make_page(language: str, nonce: str) -> str:
    """The page itself.

    Args:
        language: Of its texts.
        nonce: By which the browser knows what the page has written; see `policy`.
    """
    words = {name: escape(read(language).gettext(text)) for name, text in _WORDS.items()}
    return _template().substitute(words, language=language, nonce=nonce)


@cache
def _template() -> Template:
    return Template((FOLDER / "page.html").read_text(encoding="utf-8"))


def parse_origin(text: str) -> str:
    """Read the origin of a page: what stands before the path of its address.

    Raises:
        ValueError: when it is none, or not encrypted.
    """
    origin = text.lower().removesuffix("/").removesuffix(":443")
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(text)
    return origin


def language_of(accepted: str) -> str:
    """The language for a browser, of those there are.

    Args:
        accepted: What it says of its languages (RFC 9110, 12.5.4).
    """
    wanted: list[tuple[float, str]] = []
    for part in accepted[:_HEADER].split(","):
        found = re.fullmatch(r"\s*([a-zA-Z]{2,8})(?:-[a-zA-Z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", part)
        if found and found[1].lower() in languages():
            wanted.append((-float(found[2] or 1), found[1].lower()))
    # Of those that are wanted as much, the first.
    return min(wanted, key=lambda each: each[0])[1] if wanted else ENGLISH


def policy(nonce: str = "") -> dict[str, str]:
    """The content security policy: nothing from elsewhere, nothing inline, no place in another's page.

    Args:
        nonce: Of the page itself.
    """
    rules = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": f"'self' 'nonce-{nonce}'" if nonce else "'self'",
        "connect-src": "'self'",
        "img-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in rules.items()),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Server": "Citadels",
    }
