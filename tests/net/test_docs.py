"""The protocol's page names what the code has."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from net.errors import CODES
from net.limits import DEFAULT, KIB
from net.messages import ClientMessage, HostMessage, Message

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", get_args(ClientMessage) + get_args(HostMessage), ids=lambda kind: kind.__name__)
def test_every_message_is_described_with_its_fields(kind: type[Message]) -> None:
    name = kind.model_fields["t"].default
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
    named = {word.strip(" ?") for word in row.split("|")[2].replace("(least, most)", "").split(",")} - {""}
    assert named == kind.model_fields.keys() - {"t"}


def test_every_error_has_a_sentence_and_stands_on_the_page() -> None:
    rows = [line for line in PAGE.splitlines() if line.endswith(("| never |", "| now |", "| later |"))]
    assert rows == [
        f"| `{code}` | {found.sentence.replace('{detail}', '…')} | {found.retry} |" for code, found in CODES.items()
    ]
    for found in CODES.values():
        assert found.sentence[0].isupper()
        assert found.sentence.replace("{detail}", "Why.")[-1] in ".?"


def test_the_limits_on_the_page_are_the_limits() -> None:
    assert (DEFAULT.greeting.frame, DEFAULT.request.frame, DEFAULT.answer.frame) == (2 * KIB, 4 * KIB, 256 * KIB)
    request = DEFAULT.request
    assert (request.array, request.map, request.text, request.blob) == (64, 24, KIB, 2 * KIB)
    assert (DEFAULT.entry, DEFAULT.seat_backlog, DEFAULT.spectator_backlog) == (16 * KIB, 256 * KIB, 128 * KIB)
    assert (DEFAULT.frames, DEFAULT.moves, DEFAULT.chats) == ((30, 60), (10, 20), (0.5, 5))
    assert (DEFAULT.accepts, DEFAULT.greeters, DEFAULT.per_address, DEFAULT.failures[1]) == ((10, 10), 64, 32, 10)
    assert (DEFAULT.spectators, DEFAULT.tables, DEFAULT.strikes) == (32, 500, 3)
