"""Frames: whatever arrives, in whatever pieces, is a message or one clear refusal."""

from __future__ import annotations

from itertools import pairwise

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.base.errors import ProtocolError
from net.base.limits import DEFAULT, Shape
from net.protocol.frames import FrameDecoder, encode, pack, unpack
from tests.support.net.hosting import refusal

SMALL = Shape(frame=200, array=4, map=3, text=10, blob=12)

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
messages = st.dictionaries(st.text(max_size=8), values, min_size=1, max_size=6)


def decode(*chunks: bytes, shape: Shape = DEFAULT.request) -> list[dict[str, object]]:
    decoder = FrameDecoder(shape)
    return [message for chunk in chunks for message in decoder.feed(chunk)]


@given(st.lists(messages, max_size=4), st.lists(st.integers(0, 200), max_size=8))
@pytest.mark.slow
def test_how_the_bytes_are_cut_makes_no_difference(sent: list[dict[str, object]], cuts: list[int]) -> None:
    stream = b"".join(encode(pack(message)) for message in sent)
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    pieces = [stream[a:b] for a, b in pairwise(places)]
    assert decode(*pieces) == sent
    assert decode(*(stream[i : i + 1] for i in range(len(stream)))) == sent


@given(st.binary(max_size=400))
def test_garbage_is_a_message_or_one_clear_refusal(garbage: bytes) -> None:
    assert refusal(lambda: decode(garbage)) in ("", "bad_frame")


@given(st.binary(min_size=1, max_size=200))
def test_a_body_that_is_no_map_is_refused(body: bytes) -> None:
    try:
        found = unpack(body, DEFAULT.request)
    except ProtocolError:
        return
    assert all(isinstance(key, str) for key in found)


@pytest.mark.parametrize(
    "body",
    [
        pack({"a": list(range(5))}),
        pack({"a": 1, "b": 2, "c": 3, "d": 4}),
        pack({"a": "x" * 11}),
        pack({"a": b"x" * 13}),
        msgpack.packb({"a": msgpack.ExtType(5, b"x")}),
        msgpack.packb({1: 2}),
        msgpack.packb({b"a": 2}),
        msgpack.packb([1]),
        msgpack.packb(7),
        b"\x82\xa1a\x01\xa1a\x02",  # the same key twice
        pack({"a": 1}) + b"\x00",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x81\xa1a" + b"\x91" * 5000,
        b"\x81\xa1a\xa2\xff\xfe",  # not UTF-8
        b"\xc1",
    ],
    ids=[
        *("array", "map", "text", "blob", "ext", "int key", "bytes key", "list", "int", "twice", "tail"),
        *("huge array", "huge map", "huge blob", "deep", "not UTF-8", "reserved"),
    ],
)
def test_frames_beyond_the_shape_are_refused(body: bytes) -> None:
    with pytest.raises(ProtocolError) as caught:
        unpack(body, SMALL)
    assert caught.value.code == "bad_frame"
    assert caught.value.__cause__ is None


def test_a_frame_is_refused_by_its_length_before_its_body_comes() -> None:
    with pytest.raises(ProtocolError):
        decode((201).to_bytes(4, "big"), shape=SMALL)
    with pytest.raises(ProtocolError):
        decode(bytes(4), shape=SMALL)


def test_after_a_broken_frame_nothing_is_read_any_more() -> None:
    decoder = FrameDecoder(SMALL)
    good = encode(pack({"a": 1}))
    assert list(decoder.feed(good)) == [{"a": 1}]
    with pytest.raises(ProtocolError):
        list(decoder.feed(encode(b"\xc1") + good))
    with pytest.raises(ProtocolError):
        list(decoder.feed(good))


def test_the_shape_may_change_between_frames() -> None:
    decoder = FrameDecoder(SMALL)
    decoder.shape = DEFAULT.request
    long = {"a": "x" * 300}
    assert list(decoder.feed(encode(pack(long)))) == [long]
