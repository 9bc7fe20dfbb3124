"""The Textual client and the `citadels` command."""

from __future__ import annotations

__version__ = "0.1.0"
