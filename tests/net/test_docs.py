"""The protocol's page says what the code has."""

from __future__ import annotations

import re
from hashlib import sha256
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from engine.bots.registry import BOTS_V, NEUTRAL
from engine.rng import SHUFFLE_V
from engine.rules import RULES_V
from net.base.errors import CODES
from net.base.limits import DEFAULT, KIB, Shape
from net.client.reconnect import AGAIN
from net.gamelog import entries, proof
from net.gamelog.entries import Entry, EventNote, OpenedMove, PastNote, SealedNote, SeatEntry, SignedMove
from net.gamelog.proof import ProofNote
from net.identity.crypto import digest
from net.identity.fingerprint import LOG, WORDS, fingerprint, log_words
from net.protocol import schema, setup
from net.protocol.client_messages import ClientMessage, OpenTable
from net.protocol.host_messages import (
    GameScore,
    GameScores,
    HostMessage,
    InvitationNote,
    OutcomeNote,
    PriceNote,
    RefusalNote,
    SeatNote,
)
from net.protocol.relaying import RelayAnswer, RelayCall, ToHost, ToRelay
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import PROTO, RULES
from net.protocol.visitor_notes import ListedTable
from tests.support.root import ROOT


def page(name: str) -> str:
    """A page of the documents."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


PAGE = page("protocol.md")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ")]

PARTS: dict[str, type[BaseModel]] = {
    "setup": Setup,
    "table options": TableOptions,
    "game scores": GameScores,
    "game score": GameScore,
    "lobby seat": SeatNote,
    "invitation": InvitationNote,
    "listed table": ListedTable,
    "refusal": RefusalNote,
    "price": PriceNote,
    "outcome": OutcomeNote,
    "seat entry": SeatEntry,
    "event": EventNote,
    "sealed": SealedNote,
    "signed": SignedMove,
    "past": PastNote,
    "opened": OpenedMove,
}
RELAYING = {*get_args(RelayCall), *get_args(RelayAnswer), *get_args(ToRelay), *get_args(ToHost)}
KINDS = (
    *(*get_args(ClientMessage), *get_args(HostMessage), *get_args(Entry), ProofNote),
    *sorted(RELAYING, key=lambda kind: kind.__name__),
)

TYPES: dict[str, Any] = {
    "u31": schema.U31,
    "u53": schema.Count,
    "cid": schema.Cid,
    "seat": schema.Seat,
    "seat or -1": entries.SeatOr,
    "rank": entries.Rank,
    "number": schema.Number,
    "ms": schema.Milliseconds,
    "b16": schema.Bytes16,
    "b32": schema.Bytes32,
    "b64": schema.Signature,
    "id or empty": schema.TableId,
    "level": schema.Level,
    "place or empty": schema.PlaceOrNone,
    "name or empty": schema.IdOrNone,
    "level or empty": schema.LevelOrNone,
    "version or empty": schema.ProgramVersionOrNone,
    "word": schema.Word,
    "move": schema.MoveText,
    "name": setup.Id,
    "bool": bool,
    "bytes": bytes,
    "map": dict[str, Any],
}
PATTERNS = {
    r"^([0-9A-HJKMNP-TV-Z]{26})?$": "id",
    r"^[a-z_]{1,40}$": "code",
    r"^[a-z0-9_]{1,40}$": "why",
    r"^[a-z_]{2,20}$": "kind",
    r"^[0-9][0-9A-Za-z.+-]{0,39}$": "version",
}


def told(hint: Any) -> str:
    """How the page calls a type."""
    for name, known in TYPES.items():
        if hint is known or (get_origin(hint) is dict and hint == known):
            return name
    for name, part in PARTS.items():
        if hint is part:
            return name
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        if any(not getattr(item, "repr", True) for item in args):
            # Perhaps a known type that is kept out of logs.
            hint = next((known for known in TYPES.values() if _alike(known, hint)), hint)
            return told(hint) if hint in TYPES.values() else _bounded(args[0], _bounds(hint))
        return _bounded(args[0], _bounds(hint))
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(told(arg) for arg in args if arg is not type(None))
    if get_origin(hint) is Literal:
        return " or ".join(f"`{arg}`" for arg in args)
    if get_origin(hint) in (list, tuple):
        return f"list of {told(args[0])}"
    if get_origin(hint) is dict:
        return f"map of {told(args[1])}"
    raise TypeError(hint)


def _bounds(hint: Any) -> dict[str, Any]:
    """The bounds in an annotation."""
    fields = [item for item in get_args(hint)[1:] if isinstance(item, FieldInfo)]
    names = ("ge", "le", "min_length", "max_length", "pattern")
    values = ((name, getattr(part, name, None)) for field in fields for part in field.metadata for name in names)
    return {name: value for name, value in values if value is not None}


def _alike(one: Any, other: Any) -> bool:
    return get_args(one)[:1] == get_args(other)[:1] and _bounds(one) == _bounds(other)


def _bounded(kind: Any, bounds: dict[str, Any]) -> str:
    if "ge" in bounds:
        return f"{bounds['ge']}-{bounds['le']}"
    if "pattern" in bounds:
        return PATTERNS[bounds["pattern"]]
    low, high = bounds.get("min_length", 0), bounds["max_length"]
    span = f"{low}" if low == high else f"{low}-{high}"
    if kind in (str, bytes):
        return f"{'text' if kind is str else 'bytes'} {span}"
    return f"{span} {told(kind).removeprefix('list of ')}"


def described(kind: type[BaseModel]) -> str:
    """The fields of a message, as its row on the page has them; with ``?`` what may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    return ", ".join(
        f"{name}{'' if field.is_required() else '?'}: {told(hints[name])}"
        for name, field in kind.model_fields.items()
        if name != "t"
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_and_entry_is_described_with_its_fields(kind: type[BaseModel]) -> None:
    name = kind.model_fields["t"].default
    assert any(row.startswith(f"| `{name}` | {described(kind)} |") for row in ROWS), f"| `{name}` | {described(kind)} |"


@pytest.mark.parametrize("name", PARTS)
def test_every_part_of_a_message_is_described(name: str) -> None:
    wanted = f"| {name} | {described(PARTS[name])} |"
    assert any(row.startswith(wanted) for row in ROWS), wanted


@pytest.mark.parametrize("name", [*TYPES, *sorted(set(PATTERNS.values()))])
def test_every_type_is_explained(name: str) -> None:
    names = [part.strip() for row in ROWS for part in row.split("|")[1].split(",")]
    assert f"`{name.removesuffix(' or empty').removesuffix(' or -1')}`" in names


def test_the_pattern_of_every_type_is_that_of_the_code() -> None:
    shown = dict(re.findall(r"^\| `(\w+)` \| .*`(\[[^`]+)`", PAGE, re.MULTILINE))
    known = {name: pattern for pattern, name in PATTERNS.items()}
    known |= {name: _bounds(TYPES[name])["pattern"] for name in ("name", "level", "word")}
    del known["id"]  # It is told in words.
    assert shown == {name: pattern.strip("^$") for name, pattern in known.items()}


CLIENT_ONLY = {
    *("unreachable", "tls", "no_tls", "pin", "unknown_host", "host_changed", "silent", "lost", "flooding", "left"),
    *("relay_down", "relay_stranger", "other_host", "table_choice", "bad_envelope", "false_timeout", "false_absence"),
    "false_undealt",
    *(
        "proof",
        "invite_unreadable",
        "invite_mistyped",
        "invite_version",
        "key_file",
        "marks_lost",
        "log_kept",
        "log_lost",
    ),
    *("journal_busy", "journal_taken", "later_version", "backup", "nothing_kept", "pin_list", "local_host", "crashed"),
}
"""Codes that no host and no relay sends: a client or a command says them to its own user."""


def test_every_error_has_a_sentence_and_a_place_on_the_page() -> None:
    section = PAGE.split("## Errors\n", 1)[1]
    told = {
        (code, retry)
        for retry, codes in re.findall(r"^\* \*\*(\w+)\*\*(.*?)(?=^\* |\Z)", section, re.DOTALL | re.MULTILINE)
        for code in re.findall(r"`(\w+)`", codes)
    }
    assert told == {(code, found.retry) for code, found in CODES.items() if code not in CLIENT_ONLY}
    for found in CODES.values():
        assert found.sentence[0].isupper()
        assert found.sentence.replace("{detail}", "Why.")[-1] in ".?"


def figure(value: Any) -> str:
    """A limit as the page has it."""
    match value:
        case Shape():
            return f"{figure(value.frame)}; {value.array}, {value.map}, {figure(value.text)}, {figure(value.blob)}"
        case float(rate), int(burst) if rate >= KIB:
            return f"{rate / KIB:g} KiB a second, burst {burst // KIB} KiB"
        case float(rate), int(burst):
            return f"{rate:g} a second, burst {burst}" if rate >= 1 else f"{60 * rate:g} a minute, burst {burst}"
        case float(least), float(most):
            return f"{least:g} to {most:g} s"
        case float() if value >= 86_400:
            return f"{value / 86_400:g} days"
        case float():
            return f"{value:g} s"
        case int() if value >= KIB and value % KIB == 0:
            return f"{value // KIB} KiB"
        case _:
            return str(value)


HOST_ONLY = {
    *("relayed", "taking", "close_timeout", "waiting", "joining", "wishes", "lines", "listing", "listed", "searches"),
    *("bot_pause", "hint", "notice", "notice_again", "reminder", "notices", "notifying", "notified"),
    *("tables", "visitors", "visits", "shared_new_tables"),
}
"""Limits that no client has to know; `net/base/limits.py` tells them, as it tells all of a relay."""


def test_every_limit_that_a_client_meets_stands_on_the_page() -> None:
    section = PAGE.split("## Limits\n", 1)[1].split("\n## ", 1)[0]
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \|$", section, re.MULTILINE))
    assert told == {name: figure(getattr(DEFAULT, name)) for name in DEFAULT.__slots__ if name not in HOST_ONLY}


def test_the_page_says_after_which_errors_a_client_comes_back() -> None:
    (found,) = re.findall(r"comes back by itself: ([^.]*)\.", " ".join(PAGE.split()))
    assert {code.strip("` ") for code in found.split(",")} == AGAIN


def test_the_page_of_setups_names_the_neutral_bot() -> None:
    (row,) = [row for row in page("setups.md").splitlines() if row.startswith("|") and "neutral bot" in row]
    assert row.startswith(f"| `{NEUTRAL}` |")


def test_the_digest_of_the_rules_is_made_as_the_page_says() -> None:
    section = page("events.md").split("## Kinds\n", 1)[1].split("\n## ", 1)[0]
    cells = sorted(
        [cell.strip(" `") for cell in row.split("|")[1:5]] for row in section.splitlines() if row[:3] == "| `"
    )
    parts = [part for kind, _, secret, who in cells for part in (kind, secret, who)]
    assert digest("rules", RULES_V, SHUFFLE_V, *parts)[:16] == RULES
    assert f"so `rules` is `{RULES.hex()}`" in " ".join(page("shuffle.md").split())


def test_the_page_names_every_default_that_is_not_empty() -> None:
    (found,) = re.findall(
        r"A field with `\?` may be left out, and is then 0, false or empty; (.*?)\. `2-8 x`", " ".join(PAGE.split())
    )
    odd = {
        name: field.default
        for kind in (*get_args(ClientMessage), *get_args(HostMessage), Setup, SeatNote, RefusalNote, TableOptions)
        for name, field in kind.model_fields.items()
        if name not in ("t", "options") and not field.is_required() and field.default
    }
    assert OpenTable.model_fields["options"].default == TableOptions()
    truths = {"connected": True, "private": True, "listed": True, "bots_yield": True}
    assert odd == truths | {"players": 4, "bot_pause": 0.8, "edition": "deluxe"}
    assert all(f"`{name}`" in found for name in odd)
    assert f"{odd['players']}" in found
    assert f"`{odd['edition']}`" in found


def test_the_page_is_of_our_version() -> None:
    assert f"`proto` ({PROTO})" in PAGE
    assert f"Version {PROTO} of the messages" in PAGE
    assert f"`v` is {proof.VERSION};" in PAGE
    assert f"here {BOTS_V};" in PAGE


def test_the_words_of_the_page_are_ours() -> None:
    section = PAGE.split("## Words\n", 1)[1].split("\n## ", 1)[0]
    first, second = re.findall(r"```\n(.*?)```", section, re.DOTALL)
    assert tuple(one + other for one in first.split() for other in second.split()) == WORDS
    assert f"32 zero bytes are `{fingerprint(bytes(32))}`" in section
    raw = int.from_bytes(sha256(b"citadels/1 fingerprint" + bytes(32)).digest(), "big")
    bits = [raw >> (256 - 11 * place) & 2047 for place in range(1, LOG + 1)]
    assert log_words(bytes(32)) == " ".join(first.split()[word >> 5] + second.split()[word & 31] for word in bits)
