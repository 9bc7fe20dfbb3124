"""Text from elsewhere: what may pass, what must not, and what is shown of it all the same."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from engine import Rules
from net.base.errors import NetError, sentence
from net.base.limits import DEFAULT
from net.base.text import (
    CHAT_CHARS,
    NAME_CELLS,
    ZWJ,
    ZWNJ,
    TextError,
    barred,
    cells,
    clean_chat,
    clean_name,
    clean_title,
    shown_line,
    shown_name,
)
from net.client.follower import Follower
from net.client.turn_watch import ClockTerms
from net.client.updates import Chat, Decision, Update
from net.gamelog.chain import LogWriter
from net.gamelog.entries import UNTIMED, Entry, EventNote, SealedNote, SeatEntry
from net.gamelog.envelopes import open_event
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.identity.crypto import Identity, Place, SealKey, seal
from net.identity.invitations import Address, parse_target
from net.identity.known_hosts import KnownHosts
from net.protocol.client_messages import AddBot, Start
from net.protocol.frames import FrameDecoder, encode, pack
from net.protocol.host_messages import Ack, Bye, DecisionNote, Err, HostMessage, RefusalNote, from_host
from net.protocol.setup import Setup
from net.protocol.version import RULES
from tests.support.corpus import CONTROLS, EVERYTHING, INVISIBLE, MARKUP, NORMALISED, VISIBLE
from tests.support.net.fakes import Room
from tests.support.net.hosting import refusal
from tests.support.net.log_forging import written


def brief(raw: str) -> str:
    return ascii(raw)[1:24]


HOST, PLAYER = Identity.new(), Identity.new()
SEAL = SealKey()
REFUSED = (*CONTROLS, *INVISIBLE)
GAME = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


# Names and chat


def test_a_hostile_name_is_refused_in_words(subtests: pytest.Subtests) -> None:
    for raw in [*REFUSED, "", " ", "---", "x" * 25, "\u4e2d" * 13, "\u2630" * 13]:
        with subtests.test(brief(raw)):
            with pytest.raises(TextError) as caught:
                clean_name(raw)
            told = str(caught.value)
            assert told.startswith(("it ", "the "))
            assert told.isascii()
            assert told.isprintable()


def test_a_hostile_line_is_refused(subtests: pytest.Subtests) -> None:
    for raw in [*REFUSED, "", "x" * (CHAT_CHARS + 1), "x" * 100_000]:
        with subtests.test(brief(raw)), pytest.raises(TextError):
            clean_chat(raw)


def test_letters_pass_unchanged(subtests: pytest.Subtests) -> None:
    """Markup too: to show it as it is, is the screen's task."""
    for raw in [*MARKUP, *VISIBLE]:
        with subtests.test(brief(raw)):
            normal = unicodedata.normalize("NFC", raw)
            assert clean_chat(raw) == normal
            if any(char.isalnum() for char in raw):
                assert clean_name(raw) == normal


@pytest.mark.parametrize(("raw", "normal"), NORMALISED.items(), ids=map(ascii, NORMALISED))
def test_what_phones_add_is_taken_out(raw: str, normal: str) -> None:
    assert clean_chat(raw) == clean_name(raw) == clean_title(raw) == normal
    assert clean_chat(normal) == normal


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("a\tb", "a tab"),
        ("a\nb", "a line break"),
        ("a\u2028b", "a line break"),
        ("a\x1bb", r"a control character.*U\+001B"),
        ("a\u20ddb", "drawn around"),
        ("a\u2800b", "a blank that is not a space"),
        ("a\u3164b", "a blank that is not a space"),
        ("a\u1112b", "a Korean syllable"),
        ("a\ue000b", "an empty box"),
        ("a\u0378b", "an empty box"),
    ],
    ids=ascii,
)
def test_what_is_refused_is_named_by_what_is_seen(raw: str, seen: str) -> None:
    with pytest.raises(TextError, match=seen):
        clean_chat(raw)


def test_a_name_is_normalised_and_trimmed() -> None:
    assert clean_name("  Jose\u0301  B ") == "José B"
    assert clean_name("x" * NAME_CELLS) == "x" * NAME_CELLS
    assert clean_chat("well played!   ") == "well played!"
    assert clean_chat("x" * CHAT_CHARS)


@given(st.text(max_size=60))
def test_accepted_text_is_visible_normal_and_short(raw: str) -> None:
    try:
        name = clean_name(raw)
    except TextError:
        return
    assert 0 < cells(name) <= NAME_CELLS
    assert harmless(name)
    assert clean_name(name) == name


@given(st.text(max_size=60) | st.sampled_from(EVERYTHING))
def test_shown_text_is_visible_normal_and_short(raw: str) -> None:
    name, line = shown_name(raw), shown_line(raw)
    assert 0 < cells(name) <= NAME_CELLS
    assert len(line) <= CHAT_CHARS
    for text in (name, line):
        assert harmless(text)
        assert not text or clean_chat(text) == text


def test_text_is_shown_as_far_as_it_may_pass() -> None:
    assert shown_name("Ada") == "Ada"
    assert shown_name("[/b]") == "[/b]"
    assert shown_name("A\x1b[2Jda") == "A?[2Jda"
    assert shown_name("ab\u202ecd") == "abcd"
    assert shown_name("\n") == shown_name("") == "?"
    assert shown_name("\u4e2d" * 13) == "\u4e2d" * 12
    # A joiner that is cut off, or of which terminals do not agree how wide it makes a letter, is not shown.
    assert shown_name("\u0645\u200c" * 25) == barred("\u0645" + "\u200c\u0645" * 21)
    assert shown_name("\u0d28\u0d4d\u200d") == "\u0d28\u0d4d"
    assert shown_line("two\nlines") == "two?lines"
    assert shown_line("x" * 1000) == "x" * CHAT_CHARS
    # A letter that only a newer version knows must not part anybody from the table.
    assert shown_name("ab\u0378") == "ab?"


@pytest.mark.slow
@pytest.mark.parametrize("char", ["x", "\u4e2d", "\U0001f3f0", "\U0001d160", "a\u0301\u0323"])
def test_accepted_text_fits_into_a_frame(char: str) -> None:
    """Also what grows when it is normalised: a line that others could not read would end their connections."""
    for clean, frame in ((clean_name, lambda text: {"t": "chat", "name": text, "text": "x"}), (clean_chat, chat)):
        longest = ""
        for count in reversed(range(400)):
            with suppress(TextError):
                longest = clean(char * count + "i")
                break
        assert longest
        assert [type(update) for update in heard(frame(longest))] == [Chat]


def chat(text: str) -> dict[str, Any]:
    return {"t": "chat", "name": "Ada", "text": text}


def harmless(text: str) -> bool:
    """Whether a text can be shown as it is: of visible characters, on one line, in normal form."""
    joined = text.replace(ZWNJ, "").replace(ZWJ, "")
    return joined.isprintable() and text == unicodedata.normalize("NFC", text) and not unfit(text)


def unfit(text: str) -> set[str]:
    """Kinds of characters in a text that must not be shown; a joiner that passes has its place."""
    kinds = {unicodedata.category(char) for char in text if char not in (ZWNJ, ZWJ)}
    return kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


# The edges: what a host or a file says


def texts(value: object) -> list[str]:
    """Every text somewhere in a value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, BaseModel):
        return texts(value.model_dump())
    if is_dataclass(value):
        return [text for field in fields(value) for text in texts(getattr(value, field.name))]
    if isinstance(value, dict):
        return texts([*value, *value.values()])
    if isinstance(value, list | tuple | set):
        return [text for item in value for text in texts(item)]
    return []


def heard(said: dict[str, Any], follower: Follower | None = None) -> list[Update]:
    """What a client makes of what a host has said, after it has gone over the wire."""
    follower = follower or Follower(HOST.public, PLAYER.public, SEAL, DEFAULT)
    values = FrameDecoder(DEFAULT.answer).feed(encode(pack(said)))
    return [update for value in values for update in follower.handle_message(from_host(value))]


def reaches_nobody(said: dict[str, Any], follower: Follower | None = None) -> bool:
    """Whether a client refuses what a host has said, in harmless words."""
    try:
        heard(said, follower)
    except NetError as error:
        return harmless(str(error))
    except UnicodeEncodeError:
        # Not even a hostile host can put half a character into a frame.
        return True
    return False


def lobby(seat: dict[str, Any], **setup: Any) -> dict[str, Any]:
    """A table of two seats that are alike."""
    return {"t": "lobby", "seats": [seat, seat], "setup": Setup(players=2).model_dump() | setup, "options": {}}


def test_names_and_lines_from_a_host_are_harmless(subtests: pytest.Subtests) -> None:
    for raw in EVERYTHING:
        with subtests.test(brief(raw)):
            for said in (
                lobby({"kind": "human", "name": raw[:100]}),
                lobby({"kind": "bot", "name": raw[:100], "level": "random"}),
                lobby({"kind": "open"}) | {"options": {"title": raw[:100]}},
                {"t": "options", "options": {"title": raw[:100]}},
                {"t": "chat", "name": raw[:100], "text": raw[:300]},
            ):
                with suppress(UnicodeEncodeError):
                    updates = heard(said)
                    assert updates
                    assert all(harmless(text) for text in texts(updates))


def test_words_that_are_no_free_text_cannot_be_any_text(subtests: pytest.Subtests) -> None:
    """Levels, cards, codes, options, addresses: nothing but the letters of such words gets through."""
    for raw in EVERYTHING:
        with subtests.test(brief(raw)):
            if not raw:
                continue
            seat = {"kind": "open"}
            assert reaches_nobody(lobby({"kind": "bot", "name": "A", "level": raw}))
            assert reaches_nobody(lobby(seat, edition=raw))
            assert reaches_nobody(lobby(seat, preset=raw))
            assert reaches_nobody(lobby(seat, characters=[raw] * 8))
            assert reaches_nobody(lobby(seat, uniques=[raw] * 14))
            assert reaches_nobody(lobby(seat, options={raw: 1}))
            assert reaches_nobody(lobby(seat, options={"gold": raw}))
            assert reaches_nobody({"t": "welcome", "table": raw, "seq": 0})
            for kind, said in (
                (Err, {"code": raw}),
                (Bye, {"code": raw}),
                (AddBot, {"cid": 1, "level": raw}),
                (SeatEntry, {"name": "A", "level": raw, "seal": bytes(32)}),
                (RefusalNote, {"move": "gold", "code": raw}),
                (RefusalNote, {"move": "gold", "code": "x", "card": raw}),
                (EventNote, {"kind": raw}),
                (EventNote, {"kind": "gold", "card": raw}),
                (EventNote, {"kind": "gold", "cards": (raw,)}),
                (EventNote, {"kind": "gold", "note": raw}),
            ):
                with pytest.raises(ValidationError):
                    kind.model_validate(said)


def test_moves_that_are_offered_are_moves() -> None:
    room = Room(2)
    ada, bo = room.join("Ada"), room.join("Bo")
    room.ask(ada, Start)
    asked = next(peer for peer in (ada, bo) if peer.count(DecisionNote))
    note = asked.last(DecisionNote)
    plain = note.model_dump(exclude_none=True)
    follower = Follower(room.host.public, asked.identity.public, asked.seal, DEFAULT)
    for message in asked.got:
        if not isinstance(message, Ack):
            list(follower.handle_message(message))
    for raw in EVERYTHING:
        for said in ({"moves": [raw, *note.moves]}, {"refusals": [{"move": raw, "code": "need_gold"}]}):
            assert reaches_nobody(plain | said, follower), ascii(raw)
    assert [type(update) for update in heard(plain, follower)] == [Decision]


def test_a_hidden_card_is_no_text_either(subtests: pytest.Subtests) -> None:
    """What a host puts into an envelope is held to the same form as what stands in the open."""
    for raw in EVERYTHING:
        with subtests.test(brief(raw)):
            if not raw:
                continue
            key = SEAL.of_seat(GAME, SEAL.public)
            for kind, hidden in (("deal", {"cards": [raw]}), ("pool", {"ranks": [raw]}), ("pick", {"rank": raw})):
                place = Place(GAME, 0, 2, 0, 0, kind)
                try:
                    commitment, ciphertext = seal(pack(hidden), key, place, bytes(32), bytes(16))
                except UnicodeEncodeError:
                    continue
                note = EventNote(
                    kind=kind, seat=0, sealed=(SealedNote(seat=0, commitment=commitment, ciphertext=ciphertext),)
                )
                with pytest.raises(NetError) as caught:
                    open_event(note, 0, key, place, bytes(32), DEFAULT)
                assert caught.value.code == "bad_envelope"


def test_the_log_of_a_game_tells_harmless_names(subtests: pytest.Subtests) -> None:
    for raw in EVERYTHING:
        with subtests.test(brief(raw)):
            seats = [forged_seat(raw[:100] or "A"), forged_seat("Bo")]
            rules = Rules.make(2).to_plain()
            entry = {
                "game": GAME,
                "version": RULES,
                "rules": rules,
                "commitment": bytes(32),
                "seal": SEAL.public,
                "seats": seats,
            }
            log = LogWriter(GAME, HOST)
            try:
                log.append(written({"t": "game", **entry}))
            except UnicodeEncodeError:
                continue
            follower = Follower(HOST.public, PLAYER.public, SEAL, DEFAULT)
            follower._turn_watch.terms = ClockTerms(UNTIMED, bots_yield=False)
            (note,) = Proof.of(HOST.public, log.frames).notes
            assert heard(note.model_dump(), follower) == []
            assert all(harmless(seat.name) for seat in follower.seats)
            report = verify(HOST.public, [note])
            assert all(harmless(finding.sentence) for finding in report.findings)


def forged_seat(name: str) -> dict[str, Any]:
    return {"name": name, "pub": Identity.new().public, "seal": SealKey().public}


def test_a_pasted_address_is_read_or_refused_harmlessly(subtests: pytest.Subtests) -> None:
    for raw in EVERYTHING:
        with subtests.test(brief(raw)):
            for text in (raw, f"citadels://{raw}", f"h:{raw}", f"[{raw}]:1", f"h/{raw}", f"h#{raw}", f"h#a.{raw}"):
                assert refusal(lambda text=text: parse_target(text)) in ("", "invite_unreadable")  # type: ignore[misc]
                with suppress(NetError):
                    target = parse_target(text)
                    assert isinstance(target, Address)
                    assert target.authority.isascii()
                    assert target.authority.isprintable()


def test_a_spoilt_file_of_known_hosts_is_not_quoted(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for raw in EVERYTHING:
        with subtests.test(brief(raw)):
            hosts = KnownHosts(tmp_path / "known_hosts")
            hosts.path.write_text(f"a:1 {raw}\n", encoding="utf-8", errors="surrogatepass")
            with pytest.raises(NetError) as caught:
                hosts.check("a:1", HOST.public)
            assert str(caught.value) == sentence("host_changed", f"{hosts.path}, line 1")


def test_every_text_a_host_can_send_is_accounted_for() -> None:
    """A field that can hold any text must be one that is made harmless, or read as something else, where it arrives."""
    kinds: dict[str, Any] = {}
    for adapter in (TypeAdapter(HostMessage), TypeAdapter(Entry)):
        kinds |= adapter.json_schema()["$defs"]
    found = {f"{kind}.{name}" for kind in kinds for name, said in kinds[kind]["properties"].items() if free(said)}
    names_and_lines = {
        "ChatNote.name",
        "ChatNote.text",
        "Err.detail",
        "EveningNote.players",
        "NoticeNote.detail",
        "SeatEntry.name",
        "SeatNote.name",
        "TableOptions.title",
        "ListedTable.title",
        "ListedTable.owner",
        "InvitationNote.note",
        "KnockNote.name",
        "TablesNote.host",
    }
    moves = {
        "DecisionNote.moves",
        "HintNote.move",
        "HintNote.usual",
        "OpenedMove.move",
        "OutcomeNote.move",
        "PriceNote.move",
        "RefusalNote.move",
    }
    assert found == names_and_lines | moves | {"GameEntry.rules", "HostsNote.hosts"}


def free(schema: Any) -> bool:
    """Whether a value of this form can be, or hold, any text."""
    if isinstance(schema, list):
        return any(map(free, schema))
    if schema.get("type") == "string":
        return not schema.keys() & {"pattern", "const", "enum", "format"}
    inside = [schema[key] for key in ("items", "additionalProperties", "anyOf") if key in schema]
    return any(part is True or (isinstance(part, dict | list) and free(part)) for part in inside)
