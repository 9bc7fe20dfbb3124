"""Proof file: the log of a game as it is kept, given to others, and read by `citadels verify`.

The file is frames, as they were sent: one that names the host, the entries, and the players' signatures of the end. A
file that says the same in other bytes is damaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from engine.record import Record
from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.gamelog.entries import GameEntry, parsed
from net.gamelog.log_report import Report
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import AttestedNote, EntryNote
from net.protocol.schema import U31, Bytes32, Kinds, Message

MAX_BYTES = DEFAULT.log
"""A longer file is not read; the log of a long game of eight takes about an eighth of it."""
UPGRADES: tuple[Callable[[bytes], bytes], ...] = ()
"""Each makes the frames behind the head of a file of version N, from 1 on, those of one of version N + 1. What was
signed stays as it is."""
VERSION = 1 + len(UPGRADES)


class ProofNote(Message):
    """The head of a proof file: whose log follows."""

    t: Literal["proof"] = "proof"
    v: U31
    host: Bytes32


@dataclass(frozen=True, slots=True)
class Proof:
    """A log, and whose it is."""

    host: bytes
    """The host's identity."""
    notes: tuple[EntryNote, ...]
    """The log's entries, sound or not."""
    attested: tuple[tuple[int, bytes], ...] = ()
    """The players' signatures of the end, by seat; sound or not."""

    @classmethod
    def of(cls, host: bytes, frames: Iterable[bytes]) -> Proof:
        """A log from the frames it was sent in.

        Raises:
            NetError: ``proof``.
        """
        notes: list[EntryNote] = []
        attested: list[tuple[int, bytes]] = []
        for note in _notes(frames):
            if isinstance(note, AttestedNote):
                attested.append((note.seat, note.sig))
            else:
                notes.append(note)
        return cls(host, tuple(notes), tuple(attested))

    @classmethod
    def parse(cls, stored: bytes) -> Proof:
        """Read a file's content.

        Raises:
            NetError: ``proof``, when it is not such a file, or damaged.
        """
        if len(stored) > MAX_BYTES:
            raise NetError("proof", "it is too long.")
        length = 4 + int.from_bytes(stored[:4], "big")
        try:
            first = ProofNote.model_validate(next(FrameDecoder(DEFAULT.join).feed(stored[:length])))
        except (NetError, ValidationError, StopIteration):
            raise NetError("proof", "this is another kind of file.") from None
        if not 0 < first.v <= VERSION:
            raise NetError("proof", "it was made by a later version of the game: update citadels.")
        head, rest = stored[:length], stored[length:]
        if first.frame() != head:
            raise NetError("proof", "it is damaged or incomplete.")
        for upgrade in UPGRADES[first.v - 1 :]:
            rest = upgrade(rest)
        found = cls.of(first.host, [rest])
        if found.dump() != ProofNote(v=VERSION, host=first.host).frame() + rest:
            raise NetError("proof", "it is damaged or incomplete.")
        return found

    @classmethod
    def read(cls, path: Path) -> Proof:
        """Read a file; `net.gamelog.archive.archived` reads a log in an archive.

        Raises:
            NetError: ``proof``.
        """
        try:
            with path.open("rb") as file:
                return cls.parse(file.read(MAX_BYTES + 1))
        except OSError as error:
            raise NetError("proof", f"{error.strerror}.") from None

    def dump(self) -> bytes:
        """The content of the file."""
        first = ProofNote(v=VERSION, host=self.host)
        last = (AttestedNote(seat=seat, sig=sig) for seat, sig in sorted(dict(self.attested).items()))
        return b"".join(note.frame() for note in (first, *self.notes, *last))

    def joined(self, other: Proof) -> Proof | None:
        """This log with the signatures of both; None when the other log is not the same."""
        same = (other.host, other.notes) == (self.host, self.notes)
        return replace(self, attested=tuple(dict(other.attested + self.attested).items())) if same else None

    @property
    def game(self) -> str:
        """The id of its game.

        Raises:
            NetError: ``proof``, when it does not begin with a game.
        """
        try:
            entry = parsed(self.notes[0].body)
        except (LookupError, NetError):
            entry = None
        if not isinstance(entry, GameEntry):
            raise NetError("proof", "it does not begin with a game.")
        return entry.game


def record_of(report: Report) -> Record:
    """The game as a text that can be replayed; it says no more than the log.

    Raises:
        NetError: ``proof``, when the log was not verified or nothing was dealt.
    """
    if not report.ok or report.rules is None or report.seed is None:
        raise NetError("proof", "only a game that was dealt and verified can be written as a record.")
    names = tuple(seat.people[0].who.name for seat in report.seats)
    return Record(report.rules, names, report.seed, list(report.moves))


_NOTES: Kinds[EntryNote | AttestedNote] = Kinds(EntryNote | AttestedNote)


def _notes(frames: Iterable[bytes]) -> Iterable[EntryNote | AttestedNote]:
    decoder = FrameDecoder(DEFAULT.answer)
    try:
        for frame in frames:
            for value in decoder.feed(frame):
                yield _NOTES.validate(value)
    except NetError:
        raise NetError("proof", "it is damaged or incomplete.") from None
