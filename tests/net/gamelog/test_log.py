"""The log: what a client accepts, and every way a host could cheat with it that shows at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import Event, Rules
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.follower import Follower
from net.client.turn_watch import ClockTerms
from net.client.updates import Stopped
from net.gamelog.chain import LogReader, LogWriter, next_head
from net.gamelog.entries import (
    UNTIMED,
    EventNote,
    GameEntry,
    PastNote,
    PlayEntry,
    PlayTimes,
    SealedNote,
    SeatEntry,
    packed,
    parsed,
)
from net.gamelog.envelopes import Past, open_event, open_past, past_payload, seal_event, seal_past
from net.gamelog.verify import verify
from net.host.game.logged_game import LoggedGame
from net.host.store.store import StoredEntry, StoredGame, StoredSecret
from net.identity.commitments import secret_commitment
from net.identity.crypto import Identity, Place, SealKey, digest, seal
from net.protocol.frames import FrameDecoder, pack, unpack
from net.protocol.host_messages import EntryNote, Welcome, from_host
from net.protocol.version import RULES
from tests.support.net.hosting import SEED, refusal
from tests.support.net.log_forging import written

HOST = Identity.new()
PLAYER = Identity.new()
KEYS = [SealKey() for _ in range(4)]
SEATS = [SeatEntry(name=f"P{i}", pub=PLAYER.public, seal=key.public) for i, key in enumerate(KEYS)]
SECRET = bytes(range(32))
GAME = "0" * 26
HOST_SEAL = SealKey.of_game(GAME, SECRET)
SEAL_KEYS = [HOST_SEAL.of_seat(GAME, key.public) for key in KEYS]


def notes(frames: list[bytes]) -> list[EntryNote]:
    decoder = FrameDecoder(DEFAULT.answer)
    found = [from_host(value) for frame in frames for value in decoder.feed(frame)]
    return [note for note in found if isinstance(note, EntryNote)]


def a_game(moves: int = 30) -> list[EntryNote]:
    play = LoggedGame.begin(Rules.make(4), SEATS, HOST, SEED, PlayTimes(turn_time=1))
    for _ in range(moves):
        assert play.seat is not None
        play.answer(play.view(play.seat).moves[0], "timeout")
    return notes(play.log.frames)


def follower(seat: int | None = 1, key: SealKey | None = None, times: PlayTimes = UNTIMED) -> Follower:
    found = Follower(HOST.public, PLAYER.public, key or KEYS[1], replace(DEFAULT, doubt_part=100, reading=0.0))
    list(found.handle_message(Welcome(table="0" * 26, seat=seat, seq=0)))
    found._turn_watch.terms = ClockTerms(times, bots_yield=False)
    return found


def follow(entries: list[EntryNote], seat: int | None = 1, key: SealKey | None = None) -> None:
    game = parsed(entries[0].body)
    found = follower(seat, key, game.times if isinstance(game, GameEntry) else UNTIMED)
    for entry in entries:
        list(found.handle_message(entry))


def signed(game: str, seq: int, head: bytes, body: bytes, by: Identity = HOST) -> EntryNote:
    return EntryNote(seq=seq, body=body, sig=by.sign("entry", game, seq, digest("log", head, body)))


def test_an_honest_log_is_accepted_by_everybody() -> None:
    entries = a_game()
    for seat in (0, 1, 2, 3):
        follow(entries, seat, KEYS[seat])
    follow(entries, None)


CHEATS: dict[str, Callable[[list[EntryNote]], list[EntryNote]]] = {
    "dropped": lambda e: e[:9] + e[10:],
    "twice": lambda e: [*e[:10], e[9], *e[10:]],
    "swapped": lambda e: [*e[:9], e[10], e[9], *e[11:]],
    "cut off at the front": lambda e: e[1:],
    "another body": lambda e: [*e[:9], e[9].model_copy(update={"body": e[10].body}), *e[10:]],
    "another signature": lambda e: [*e[:9], e[9].model_copy(update={"sig": e[10].sig}), *e[10:]],
    "renumbered": lambda e: [*e[:9], e[10].model_copy(update={"seq": 10}), *e[11:]],
    "of another game": lambda e: [*e[:9], *a_game()[9:]],
    "begun anew": lambda e: [*e[:9], *a_game()],
}


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS.keys())
def test_a_log_that_was_tampered_with_is_noticed(cheat: Callable[[list[EntryNote]], list[EntryNote]]) -> None:
    assert refusal(lambda: follow(cheat(a_game()))) == "fork"


def test_an_entry_that_is_not_the_next_one_is_called_so() -> None:
    entries = a_game(2)
    reader = LogReader(HOST.public, DEFAULT)
    reader.accept(entries[0])
    with pytest.raises(NetError, match="entry 3 after 1") as caught:
        reader.accept(entries[2])
    assert caught.value.code == "fork"
    reader.accept(entries[1])


def test_an_entry_longer_than_the_limit_is_refused() -> None:
    entry = a_game(1)[0]
    LogReader(HOST.public, replace(DEFAULT, entry=len(entry.body))).accept(entry)
    with pytest.raises(NetError, match="entry 1 is too long") as caught:
        LogReader(HOST.public, replace(DEFAULT, entry=len(entry.body) - 1)).accept(entry)
    assert caught.value.code == "fork"


def test_an_entry_of_somebody_else_is_noticed() -> None:
    play = LoggedGame.begin(Rules.make(4), SEATS, Identity.new(), SEED)
    assert refusal(lambda: follow(notes(play.log.frames))) == "fork"


def entry_with(change: Callable[[dict[str, Any]], None], number: int = 1) -> list[EntryNote]:
    """A log of which the host changed one entry before signing it."""
    head = next_head(bytes(32), packed(beginning()))
    event = seal_event(Event("deal", 1, cards=("tavern",), amount=1), SEAL_KEYS, place(2), head, SECRET)
    bodies: list[dict[str, Any]] = [
        unpack(packed(beginning()), DEFAULT.answer),
        {"t": "play", "cause": "start", "events": [event.model_dump(exclude_defaults=True)]},
    ]
    found: list[EntryNote] = []
    head = bytes(32)
    for seq, body in enumerate(bodies, start=1):
        if seq == number:
            change(body)
        raw = written(body)
        found.append(signed(GAME, seq, head, raw))
        head = digest("log", head, raw)
    return found


def beginning() -> GameEntry:
    rules = Rules.make(4).to_plain()
    return GameEntry(
        game=GAME,
        version=RULES,
        rules=rules,
        commitment=secret_commitment(GAME, HOST.public, SECRET),
        seal=HOST_SEAL.public,
        fixed=True,
        seats=tuple(SEATS),
    )


def place(seq: int) -> Place:
    return Place("0" * 26, 0, seq, 0, -1, "deal")


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (1, lambda b: b.update(rules={})),
        (1, lambda b: b.update(rules={**b["rules"], "players": 5})),
        (1, lambda b: b.update(rules={**b["rules"], "stakes": 1})),
        (1, lambda b: b.update(rules={**b["rules"], "characters": ["king"] * 8})),
        (1, lambda b: b.update(seats=b["seats"][:3])),
        (1, lambda b: b["seats"][1].update(seal=KEYS[2].public)),
        (1, lambda b: b["seats"][1].update(pub=bytes(32))),
        (1, lambda b: b.update(extra=1)),
        (1, lambda b: b.update(t="play")),
        (2, lambda b: b.update(seat=7)),
        (2, lambda b: b.update(cause="magic")),
        (2, lambda b: b.update(events=[{"kind": "gold", "seat": 7, "amount": 1}])),
        (2, lambda b: b.update(events=[{"kind": "leave", "seat": 0, "card": "tavern"}])),
        (2, lambda b: b.update(events=[{"kind": "score", "seat": 7, "amount": 1}])),
        (2, lambda b: b.update(events=[{"kind": "deal", "seat": 0, "cards": ["tavern"], "amount": 1}])),
        (2, lambda b: b.update(events=[{"kind": "gold"}] * 513)),
        (2, lambda b: b.update(events=[{"kind": "\x1b[2J"}])),
    ],
)
def test_an_impossible_entry_is_noticed(number: int, change: Callable[[dict[str, Any]], None]) -> None:
    assert refusal(lambda: follow(entry_with(change, number))) == "fork"


def in_order(body: dict[str, Any], *first: str) -> dict[str, Any]:
    """A map with some of its keys before the others."""
    return {key: body[key] for key in (*first, *(key for key in body if key not in first))}


PLAY = PlayEntry(seat=2, cause="bot", events=(EventNote(kind="gold", seat=2, amount=2, note="income"),))
PLAIN = unpack(packed(PLAY), DEFAULT.answer)
GAME_PLAIN = unpack(packed(beginning()), DEFAULT.answer)
OTHERWISE: dict[str, bytes] = {
    "type last": pack(in_order(PLAIN, "seat", "cause", "events")),
    "fields in another order": pack(in_order(PLAIN, "t", "cause", "seat")),
    "fields of a part in another order": pack(PLAIN | {"events": [in_order(PLAIN["events"][0], "seat")]}),
    "a default": pack(in_order(PLAIN | {"signed": None}, "t", "seat", "cause", "signed")),
    "a default of a part": pack(PLAIN | {"events": [PLAIN["events"][0] | {"sealed": []}]}),
    "a seat that is the default": b"\x84\xa1t\xa4play\xa4seat\xff\xa5cause\xa5start\xa6events\x90",
    "a longer number": packed(PLAY).replace(b"\xa4seat\x02", b"\xa4seat\xcc\x02", 1),
    "a signed number": packed(PLAY).replace(b"\xa4seat\x02", b"\xa4seat\xd0\x02", 1),
    "a longer text": packed(PLAY).replace(b"\xa5cause\xa3bot", b"\xa5cause\xd9\x03bot"),
    "a longer name": packed(PLAY).replace(b"\xa5cause", b"\xd9\x05cause"),
    "a longer list": packed(PLAY).replace(b"\xa6events\x91", b"\xa6events\xdc\x00\x01"),
    "a longer map": b"\xde\x00\x04" + packed(PLAY)[1:],
    "a key twice": b"\x85" + packed(PLAY)[1:] + b"\xa4seat\x02",
    "more behind it": packed(PLAY) + b"\xc0",
    "rules in another order": pack(GAME_PLAIN | {"rules": in_order(GAME_PLAIN["rules"], "players")}),
    "options in another order": pack(GAME_PLAIN | {"rules": GAME_PLAIN["rules"] | {"options": {"b": 1, "a": 1}}}),
}


@pytest.mark.parametrize("body", OTHERWISE.values(), ids=OTHERWISE.keys())
def test_an_entry_has_one_form_only(body: bytes) -> None:
    """Else a host could try many bytes for one game until two of different games look alike."""
    assert parsed(packed(PLAY)) == PLAY
    assert parsed(packed(beginning())) == beginning()
    assert packed(PLAY) != body != packed(beginning())
    assert refusal(lambda: parsed(body)) == "fork"


def test_an_entry_in_another_form_is_refused_by_client_verifier_and_host() -> None:
    entries = a_game(3)
    last = entries[-1]
    plain = unpack(last.body, DEFAULT.answer)
    before = entries[-2]
    reader = LogReader(HOST.public, DEFAULT)
    for note in entries[:-1]:
        reader.accept(note)
    other = pack(in_order(plain, "events"))
    assert unpack(other, DEFAULT.answer) == plain
    note = signed(reader.game, last.seq, reader.head, other)
    assert refusal(lambda: follow([*entries[:-1], note])) == "fork"
    report = verify(HOST.public, [*entries[:-1], note])
    assert [found.code for found in report.findings] == ["form"]
    assert report.entries == before.seq
    stored = StoredGame(
        tuple(StoredEntry(reader.game, item.seq, item.body, item.sig) for item in (*entries[:-1], note)),
        (StoredSecret(reader.game, 0, SEED),),
    )
    assert refusal(lambda: LoggedGame.recover(reader.game, stored, HOST)) == "stored"


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b["events"][0].pop("sealed"),
        lambda b: b["events"][0]["sealed"][0].update(seat=2),
        lambda b: b["events"][0]["sealed"][0].update(commitment=bytes(32)),
        lambda b: b["events"][0]["sealed"][0].update(ciphertext=bytes(100)),
        lambda b: b["events"][0].update(sealed=b["events"][0]["sealed"] * 2),
        lambda b: b["events"].insert(0, {"kind": "purse", "seat": 0, "amount": 2}),
    ],
)
def test_a_spoilt_envelope_is_noticed(change: Callable[[dict[str, Any]], None]) -> None:
    assert refusal(lambda: follow(entry_with(change, 2))) == "bad_envelope"
    assert refusal(lambda: follow(entry_with(lambda body: None, 2))) == ""


def test_a_host_key_that_cannot_seal_is_refused() -> None:
    for seat in (1, None):
        assert refusal(lambda: follow(entry_with(lambda body: body.update(seal=bytes(32))), seat)) == "bad_envelope"  # noqa: B023


def test_contents_of_envelopes_are_checked() -> None:
    event = EventNote(kind="pick", seat=1)
    here = Place("0" * 26, 0, 5, 0, 1, "pick")
    for payload, good in (
        (pack({"rank": 3}), True),
        (pack({"rank": "3"}), False),
        (pack({"rank": True}), False),
        (pack({"rank": 3, "cards": []}), False),
        (pack({}), False),
        (b"nonsense", False),
    ):
        commitment, ciphertext = seal(payload, SEAL_KEYS[1], here, bytes(32), bytes(16))
        note = event.model_copy(update={"sealed": (SealedNote(seat=1, commitment=commitment, ciphertext=ciphertext),)})
        code = refusal(lambda n=note: open_event(n, 1, SEAL_KEYS[1], here, bytes(32), DEFAULT))  # type: ignore[misc]
        assert code == ("" if good else "bad_envelope")


def test_a_past_that_cannot_be_read_is_refused() -> None:
    """Whoever takes a seat in the middle of a game learns what it knows, or that the host deceives them."""
    here = Place(GAME, 0, 5, 0, 1, "past")

    def opened(payload: bytes, key: bytes = SEAL_KEYS[1]) -> Past:
        commitment, ciphertext = seal(payload, SEAL_KEYS[1], here, bytes(32), bytes(16))
        return open_past(PastNote(commitment=commitment, ciphertext=ciphertext), key, here, bytes(32), DEFAULT)

    past: Past = {(3, 0): {"cards": ["tavern"]}, (4, 2): {"rank": 5}}
    assert opened(past_payload(past)) == past
    note = seal_past(past, SEAL_KEYS[1], here, bytes(32), SECRET)
    assert open_past(note, SEAL_KEYS[1], here, bytes(32), DEFAULT) == past
    for payload in (
        b"nonsense",
        pack({}),
        pack({"facts": 7}),
        pack({"facts": [7]}),
        pack({"facts": [[3, 0]]}),
        pack({"facts": [["three", 0, {}]]}),
        pack({"facts": [[3, 0, 7]]}),
    ):
        with pytest.raises(NetError, match="entry 5") as caught:
            opened(payload)
        assert caught.value.code == "bad_envelope"
    assert refusal(lambda: opened(past_payload(past), SEAL_KEYS[2])) == "bad_envelope"


def test_a_seat_opens_its_own_envelopes_only() -> None:
    event = Event("pass_card", 0, 2, cards=("tavern",), amount=1)
    where = Place("0" * 26, 0, 5, 0, -1, "pass_card")
    note = seal_event(event, SEAL_KEYS, where, bytes(32), SECRET)
    assert [sealed.seat for sealed in note.sealed] == [0, 2]
    seen = [open_event(note, seat, SEAL_KEYS[seat], where, bytes(32), DEFAULT) for seat in range(4)]
    assert seen == [event, event._replace(cards=()), event, event._replace(cards=())]
    assert open_event(note, None, SEAL_KEYS[0], where, bytes(32), DEFAULT).cards == ()
    assert refusal(lambda: open_event(note, 0, SEAL_KEYS[2], where, bytes(32), DEFAULT)) == "bad_envelope"


def test_reader_and_writer_agree() -> None:
    log = LogWriter("0" * 26, HOST)
    reader = LogReader(HOST.public, DEFAULT)
    game = beginning()
    play = PlayEntry(seat=2, cause="bot", events=(EventNote(kind="gold", seat=2, amount=2, note="income"),))
    for entry in (game, play):
        log.append(packed(entry))
    before: list[bytes] = []
    found = []
    for note in notes(log.frames):
        read, head = reader.accept(note)
        found.append(read)
        before.append(head)
    assert found == [game, play]
    assert reader.head == log.head
    assert before[0] == bytes(32)
    with pytest.raises(NetError):
        reader.accept(notes(log.frames)[1])
    assert unpack(notes(log.frames)[1].body, DEFAULT.answer)["cause"] == "bot"


def test_a_table_that_went_on_to_another_game_is_followed_there() -> None:
    missed, game = a_game(), a_game()
    found = follower(times=PlayTimes(turn_time=1))
    for entry in missed[:9]:
        list(found.handle_message(entry))
    # Without a word of it, that is another history.
    assert refusal(lambda: list(found.handle_message(game[0]))) == "fork"
    found = follower(times=PlayTimes(turn_time=1))
    for entry in missed[:9]:
        list(found.handle_message(entry))
    told = list(found.handle_message(Welcome(table="0" * 26, seat=1, seq=len(game), game="1" * 26)))
    assert told == [Stopped("gone")]
    assert found.behind
    for entry in game:
        list(found.handle_message(entry))
    assert not found.behind
    assert found.notes == game
