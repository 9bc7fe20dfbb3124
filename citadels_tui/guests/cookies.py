"""Cookies by which browsers are known: only those that this host has made are taken."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

_BYTES = 24
"""Bytes of the random part, and of the code behind it."""
_FORM = re.compile(r"[A-Za-z0-9_-]{64}")


class Cookies:
    """Makes cookies, and knows its own again after a restart: a message authentication code is in each.

    Args:
        key: A secret that is always the same for one host.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def make(self) -> str:
        """A cookie for a browser that has none."""
        random = secrets.token_bytes(_BYTES)
        return urlsafe_b64encode(random + self._code(random)).decode()

    def own(self, cookie: str) -> str:
        """A cookie if it is one of ours; else empty."""
        if not _FORM.fullmatch(cookie):
            return ""
        raw = urlsafe_b64decode(cookie)
        return cookie if hmac.compare_digest(raw[_BYTES:], self._code(raw[:_BYTES])) else ""

    def _code(self, random: bytes) -> bytes:
        return hmac.digest(self._key, random, "sha256")[:_BYTES]
