"""What an owner chooses arrives at the host as it was chosen, and nothing else does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from engine import EDITIONS, Rules
from net.base.errors import ProtocolError
from net.base.limits import DEFAULT
from net.protocol.client_messages import Configure, from_client
from net.protocol.frames import unpack
from net.protocol.host_messages import LobbyNote, SeatNote, from_host
from net.protocol.setup import CHARACTERS, UNIQUES, Setup
from net.protocol.table_options import TableOptions


def setups() -> list[Setup]:
    random = Random(1)
    made = [Setup(), Setup(edition="classic", options={"strict_bank": True, "duplicates": False})]
    for edition in EDITIONS.values():
        for players in edition.counts:
            rules = Rules.random(players, random, edition.id, bool(edition.actions))
            made += [Setup.exactly(rules), Setup(players=players, edition=edition.id, nine=True)]
    return made


def test_the_wire_knows_no_edition() -> None:
    """Its bounds leave room for editions to come, and a request that fills them still fits into its frame."""
    ids = [f"card_{chr(97 + i // 26)}{chr(97 + i % 26)}".ljust(32, "x") for i in range(UNIQUES)]
    full = Configure(cid=1, setup=Setup(characters=ids[:CHARACTERS], uniques=ids))
    assert from_client(unpack(full.frame()[4:], DEFAULT.request)) == full
    assert max(len(edition.characters) for edition in EDITIONS.values()) < CHARACTERS
    assert max(len(edition.uniques) for edition in EDITIONS.values()) < UNIQUES


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_setup_comes_over_the_wire_as_it_is(setup: Setup) -> None:
    asked = Configure(cid=1, setup=setup)
    body = asked.frame()[4:]
    assert len(body) <= DEFAULT.request.frame
    read = from_client(unpack(body, DEFAULT.request))
    assert read == asked
    note = LobbyNote(seats=[SeatNote(kind="open")] * setup.players, setup=setup, options=TableOptions())
    told = from_host(unpack(note.frame()[4:], DEFAULT.answer))
    assert isinstance(told, LobbyNote)
    assert told.setup.rules() == setup.rules()


def test_exactly_these_rules() -> None:
    rules = Rules.random(5, Random(3), "deluxe", True)
    assert Setup.exactly(rules).rules() == rules


@pytest.mark.parametrize(
    "changed",
    [
        {"action_cards": 1},
        {"action_cards": "yes"},
        {"action_cards": None},
        {"nine": 0},
        {"edition": "Deluxe"},
        {"preset": "../x"},
        {"characters": ["king"] * 32},
        {"uniques": ["keep"] * 65},
        {"uniques": [1]},
        {"options": {f"option_{letter}": True for letter in "abcdefghijklmnopq"}},
        {"options": {"duplicates": 1.5}},
        {"options": {"strict_bank": 1001}},
        {"options": {"__class__": True}},
        {"bank": True},
    ],
    ids=str,
)
def test_a_setup_out_of_bounds_is_refused(changed: dict[str, Any]) -> None:
    plain = {**Setup().model_dump(exclude_none=True), **changed}
    with pytest.raises(ValidationError):
        Setup.model_validate(plain)
    with pytest.raises(ProtocolError):
        from_client({"t": "configure", "cid": 1, "setup": plain})
