"""Every message and entry is sent in the bytes it always was, and these are read as what they are.

After an intended change of the protocol: ``python -m tests.net.golden --write``, and read the difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from net.base.limits import DEFAULT, Shape
from net.gamelog.entries import Entry, GameEntry, PlayEntry, packed, parsed
from net.gamelog.envelopes import open_event
from net.gamelog.proof import Proof
from net.identity.commitments import commit_parts, end_parts, move_parts, secret_commitment
from net.identity.crypto import verified
from net.identity.tls import check_host
from net.protocol.client_messages import ClientMessage, Join, from_client, join_signature_parts
from net.protocol.frames import FrameDecoder, unpack
from net.protocol.host_messages import AttestedNote, EntryNote, HostMessage, ack_frame, from_host
from tests.net import golden

FILES = {name: golden.read((golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")) for name in golden.FILES}


def decoded(frame: bytes, shape: Shape) -> dict[str, Any]:
    (found,) = FrameDecoder(shape).feed(frame)
    return found


@pytest.mark.parametrize(
    ("file", "kinds", "samples"),
    [
        ("client", ClientMessage, golden.CLIENT),
        ("host", HostMessage, golden.ANSWERS),
        ("log", Entry, golden.ENTRIES),
    ],
)
def test_there_is_one_of_every_kind(file: str, kinds: Any, samples: Mapping[str, object]) -> None:
    assert {type(sample) for sample in samples.values()} == set(get_args(kinds))
    assert FILES[file].keys() == samples.keys()


def test_the_bytes_are_the_same(subtests: pytest.Subtests) -> None:
    for file, samples in golden.FILES.items():
        for name, raw in samples.items():
            with subtests.test(f"{file} {name}"):
                assert raw.hex(" ") == FILES[file][name].hex(" ")


def test_golden_client_messages_are_read(subtests: pytest.Subtests) -> None:
    for name, message in golden.CLIENT.items():
        with subtests.test(name):
            shape = DEFAULT.join if name.startswith("join") else DEFAULT.request
            assert from_client(decoded(FILES["client"][name], shape)) == message


def test_an_answer_is_packed_as_its_message_would_be() -> None:
    assert ack_frame(7, 4) == FILES["host"]["ack"]


def test_golden_host_messages_are_read(subtests: pytest.Subtests) -> None:
    for name, message in golden.ANSWERS.items():
        with subtests.test(name):
            assert from_host(decoded(FILES["host"][name], DEFAULT.answer)) == message


def test_golden_entries_are_read(subtests: pytest.Subtests) -> None:
    for name, sample in golden.ENTRIES.items():
        with subtests.test(name):
            entry = parsed(FILES["log"][name])
            assert entry == sample
            assert packed(entry) == FILES["log"][name]


def test_the_file_is_read() -> None:
    stored = FILES["proof"]["proof"] + FILES["host"]["entry"] + FILES["host"]["attested"]
    proof = Proof.parse(stored)
    event, attested = golden.ANSWERS["entry"], golden.ANSWERS["attested"]
    assert isinstance(event, EntryNote)
    assert isinstance(attested, AttestedNote)
    assert proof == Proof(golden.HOST.public, (event,), ((attested.seat, attested.sig),))
    assert proof.dump() == stored


def test_golden_signatures_hold() -> None:
    """The bytes of the files, checked with what is public only."""
    hello = decoded(FILES["host"]["hello"], DEFAULT.answer)
    check_host(hello["host"], golden.CERTIFICATE, hello["nonce"], hello["deleg"], None)
    for name in golden.CLIENT:
        if name.startswith("join"):
            join = Join.model_validate(decoded(FILES["client"][name], DEFAULT.join))
            parts = join_signature_parts(golden.CERTIFICATE, golden.HOST.public, golden.NONCE[::-1], join)
            assert verified(join.pub, join.sig, "client-auth", *parts)
    log = {name: unpack(raw, DEFAULT.answer) for name, raw in FILES["log"].items()}
    player = log["game"]["seats"][1]["pub"]
    assert log["game"]["commitment"] == secret_commitment(golden.GAME, hello["host"], log["end"]["secret"])
    committed, signed = log["commit"], log["play a signed move"]["signed"]
    assert verified(player, committed["sig"], "commit", *commit_parts(golden.head(1), 1, committed["commitment"]))
    parts = move_parts(signed["head"], 1, signed["did"], signed["cid"], signed["commitment"])
    assert verified(player, signed["sig"], "move", *parts)
    attested = decoded(FILES["host"]["attested"], DEFAULT.answer)
    assert verified(player, attested["sig"], "end", *end_parts(golden.GAME, golden.head(9)))
    event = decoded(FILES["host"]["entry"], DEFAULT.answer)
    assert verified(hello["host"], event["sig"], "entry", golden.GAME, 5, golden.head(5))


def test_the_envelope_opens() -> None:
    entry = parsed(FILES["log"]["play a signed move"])
    assert isinstance(entry, PlayEntry)
    beginning = parsed(FILES["log"]["game"])
    assert isinstance(beginning, GameEntry)
    key = golden.SEAL.with_host(golden.GAME, beginning.seal)
    event = open_event(entry.events[0], 1, key, golden.PLACE, golden.head(3), DEFAULT)
    assert event.rank == 4
