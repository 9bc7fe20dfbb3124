"""Frames: a length (four bytes, big-endian) and one msgpack map. No input or output, only bytes.

A decoder that has refused something stays refused: what follows a broken frame has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgpack  # type: ignore[import-untyped]

from net.base.errors import ProtocolError
from net.base.limits import Shape

HEADER = 4


def pack(value: Mapping[str, Any]) -> bytes:
    """A map as msgpack, its keys in the order given."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def unpack(body: bytes, shape: Shape) -> dict[str, Any]:
    """Read one msgpack map.

    Raises:
        ProtocolError: ``bad_frame``, when it is not exactly one map with unique string keys within the shape.
    """
    try:
        value = msgpack.unpackb(
            body,
            raw=False,
            use_list=True,
            strict_map_key=True,
            object_pairs_hook=_unique,
            max_array_len=shape.array,
            max_map_len=shape.map,
            max_str_len=shape.text,
            max_bin_len=shape.blob,
            max_ext_len=0,
        )
    # msgpack raises its own errors, ValueError, TypeError and RecursionError, depending on the input;
    # their texts can quote it, so they are not passed on.
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError, OverflowError):
        raise ProtocolError("bad_frame") from None
    if not isinstance(value, dict):
        raise ProtocolError("bad_frame")
    return value


def encode(body: bytes) -> bytes:
    """Put the length before a packed message."""
    return len(body).to_bytes(HEADER, "big") + body


class FrameDecoder:
    """Cuts a stream of bytes into frames."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        """Bounds of a frame; may be changed between frames."""
        self._buffer = bytearray()
        self._dead = False

    def feed(self, chunk: bytes) -> Iterator[dict[str, Any]]:
        """The messages completed by some more bytes, in order.

        Raises:
            ProtocolError: ``bad_frame``; then and ever after.
        """
        if self._dead:
            raise ProtocolError("bad_frame")
        self._buffer += chunk
        try:
            while len(self._buffer) >= HEADER:
                length = int.from_bytes(self._buffer[:HEADER], "big")
                if not 0 < length <= self.shape.frame:
                    raise ProtocolError("bad_frame")
                end = HEADER + length
                if len(self._buffer) < end:
                    return
                body = bytes(self._buffer[HEADER:end])
                del self._buffer[:end]
                yield unpack(body, self.shape)
        except ProtocolError:
            self._dead = True
            self._buffer.clear()
            raise


def _unique(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    found = dict(pairs)
    # msgpack lets nothing but text and bytes be a key.
    if len(found) != len(pairs) or bytes in map(type, found):
        raise ValueError("keys must be unique strings")
    return found
