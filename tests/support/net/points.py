"""Points of the curve of Ed25519 in bytes."""

from __future__ import annotations


def encoded(y: int, sign: int) -> bytes:
    """A point by its y, and the sign of its x."""
    return (y | sign << 255).to_bytes(32, "little")


CONSTANT = encoded(1, 0) + bytes(32)
"""A signature that the neutral point has of every message."""
