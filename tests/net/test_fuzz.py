"""Whatever arrives, on either side, is a message or one refusal that a person can be told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import pytest

from net.base.errors import CODES, NetError, ProtocolError
from net.base.limits import DEFAULT, Shape
from net.gamelog.entries import ENTRY, Entry
from net.gamelog.validation import LogValidator
from net.protocol.client_messages import ClientMessage, from_client
from net.protocol.frames import FrameDecoder, unpack
from net.protocol.host_messages import HostMessage, from_host
from net.protocol.relaying import (
    ANSWER,
    CALL,
    RELAY_SHAPE,
    TO_HOST,
    TO_RELAY,
    RelayAnswer,
    RelayCall,
    ToHost,
    ToRelay,
)
from net.protocol.schema import Kinds, Message
from tests.support.net import fuzz_client, fuzz_host, fuzz_proof
from tests.support.net.fuzzing import Plain, Tally, chunks, fitting, framed, refused, scrambled, spoilt, varied

pytestmark = pytest.mark.slow

CLIENT, HOST, ENTRIES = get_args(ClientMessage), get_args(HostMessage), get_args(Entry)

RELAYING = (*get_args(RelayCall), *get_args(ToRelay), *get_args(ToHost), *get_args(RelayAnswer))

Target = Callable[[random.Random, int], Tally]
"""Tries so many inputs."""


def read_relayed(value: dict[str, Any]) -> Message:
    """A frame to or from a relay, as whoever may be sent it reads it."""
    readers: tuple[Kinds[Any], ...] = (CALL, TO_RELAY, TO_HOST)
    for reader in readers:
        with suppress(ProtocolError):
            message: Message = reader.validate(value)
            return message
    return ANSWER.validate(value)


def inputs(kinds: tuple[Any, ...], chance: random.Random) -> Iterator[bytes]:
    """Frames: half of them as they should be."""
    last = b""
    while True:
        plain: Plain = fitting(chance.choice(kinds))(chance)
        fate = chance.random()
        frame = framed(spoilt(plain, chance) if 0.5 < fate < 0.75 else plain)
        yield scrambled(frame, chance, last) if fate > 0.75 else frame
        last = frame


def reading(kinds: tuple[Any, ...], read: Callable[[dict[str, Any]], Any], shape: Shape) -> Target:
    """A stream of frames in pieces is read by a decoder and checked against the schema."""

    def run(chance: random.Random, count: int) -> Tally:
        decoder, tally, source = FrameDecoder(shape), Tally(count), inputs(kinds, chance)
        for _ in range(count):
            try:
                for chunk in chunks(next(source), chance):
                    for value in decoder.feed(chunk):
                        again = unpack(read(value).frame()[4:], shape)
                        assert read(again) == read(value)
                        tally.accepted += 1
            except ProtocolError as error:
                refused(error)
                decoder = FrameDecoder(shape)
            if chance.random() < 0.2:
                # It may wait for the rest of a frame that said to be very long.
                decoder = FrameDecoder(shape)
        return tally

    return run


def witnessing(chance: random.Random, count: int) -> Tally:
    """Entries in any order are shown to who checks them."""
    tally, validator = Tally(count), LogValidator()
    for _ in range(count):
        kind = chance.choice(ENTRIES)
        plain = fitting(kind)(chance)
        if chance.random() < 0.3:
            plain = spoilt(plain, chance) if chance.random() < 0.5 else varied(plain, kind, chance)
        try:
            entry = ENTRY.validate(plain)
        except ProtocolError:
            continue
        tally.accepted += 1
        before = validator.seq
        try:
            validator.accept_entry(entry, chance.randbytes(32))
        except NetError as error:
            refused(error)
            assert validator.seq == before
        if validator.end or chance.random() < 0.05:
            validator = LogValidator()
    return tally


TARGETS: dict[str, tuple[float, Target]] = {
    "requests": (0.25, reading(CLIENT, from_client, DEFAULT.request)),
    "answers": (0.25, reading(HOST, from_host, DEFAULT.answer)),
    "relay": (0.05, reading(RELAYING, read_relayed, RELAY_SHAPE)),
    "host": (0.15, fuzz_host.run),
    "client": (0.20, fuzz_client.run),
    "validator": (0.095, witnessing),
    "proof": (0.005, fuzz_proof.run),
}
"""Each with its share of the inputs."""

every_target = pytest.mark.parametrize("name", TARGETS)


def fuzz(name: str, seed: str, inputs: int) -> None:
    share, target = TARGETS[name]
    tally = target(random.Random(f"{name} {seed}"), round(share * inputs))
    assert tally.inputs == round(share * inputs)
    # Else the fuzz would only ever try to join.
    assert tally.ratio >= 0.3, tally


@every_target
def test_nothing_escapes(name: str) -> None:
    fuzz(name, "short", 4_000)


@pytest.mark.thorough
@every_target
def test_nothing_escapes_in_many_inputs(name: str) -> None:
    fuzz(name, "longer", 40_000)


@pytest.mark.asyncio
async def test_a_client_ends_in_words(tmp_path: Path) -> None:
    chance = random.Random("client")
    ends = Counter([(await fuzz_client.meet(chance, tmp_path / str(number))).code for number in range(150)])
    assert ends.keys() <= {*CODES, "unheard_of"}
    # Where nothing was wrong it has tried to come back.
    assert ends["table_unknown"] > 10
    assert ends["fork"] > 20


CHUNK = 250_000


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10_000_000 // CHUNK))
@every_target
def test_nothing_escapes_for_long(name: str, chunk: int) -> None:
    fuzz(name, str(chunk), CHUNK)
