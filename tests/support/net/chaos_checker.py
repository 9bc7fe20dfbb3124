"""Checks of a run through chaos: one log, no gap, nothing lost or doubled, by what each process wrote down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine import Move, View, new_game, view
from net.client.reconnect import AGAIN
from net.client.updates import Closed, Happened, Refused, Verified
from net.gamelog.archive import archived
from net.gamelog.chain import GENESIS, next_head
from net.gamelog.entries import ChangeEntry, GameEntry, PlayEntry, WakeEntry, parsed
from net.gamelog.proof import Proof
from net.gamelog.verify import verify
from net.identity.crypto import load_identity
from net.protocol.host_messages import EntryNote
from tests.support.net.chaos_processes import LATE, Acted, Diary, Plan, Stood

REFUSALS = frozenset(
    {
        "stale_decision",
        "not_your_turn",
        "game_over",
        "lost",
        "already_started",
        "seats_open",
        "not_owner",
        "player_away",
    }
)
"""Why a player may be refused something: somebody was faster, or a connection was gone."""
CLOSINGS = AGAIN | {"left", "no_share", "already_started", "table_full", "table_unknown", "owner_asked", "next_game"}
"""Why a client may end."""


@dataclass(frozen=True)
class Told:
    """What an entry of play tells."""

    entry: PlayEntry
    move: Move | None
    """None for the start."""
    eyes: list[View]
    """What every seat sees after it, and then a spectator."""


class RunChecker:
    """Everything that was written down about a run, and what must be true of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.log: tuple[EntryNote, ...] = ()
        """As every player has kept it."""
        self._seats: list[str] = []
        self.met: Counter[str] = Counter()
        """How often a deal was refused, and somebody took a bot's seat, overslept, and woke."""
        self._came = 0
        """The entry with which somebody took a bot's seat."""
        self._told: dict[int, Told] = {}
        """What every entry of play tells, by number."""
        self._answers: dict[int, Told] = {}
        """The answer to every question, by number of the entry that asked it."""

    def faults(self) -> Iterator[str]:
        """What must not be."""
        plan = self.plan
        if plan.errors.exists():
            yield from plan.errors.read_text().splitlines()
        lives = {name: [list(Diary.read(path)) for path in plan.diaries(name)] for name in plan.names}
        ends = {name: self._end(diaries) for name, diaries in lives.items()}
        yield from (f"{name} has not seen the end" for name, end in ends.items() if not end)
        proofs = [archived(end.proof) for end in ends.values() if end and end.proof]
        if len({(proof.host, proof.notes) for proof in proofs}) > 1:
            yield "there are two logs"
        for proof in proofs:
            if not verify(proof.host, proof.notes, attested=proof.attested).ok:
                yield "somebody's file is not in order"
        if proofs:
            yield from self._read(proofs[0])
            for name, diaries in lives.items():
                for life, diary in enumerate(diaries):
                    last = diary is diaries[-1]
                    found = [*self._compare(name, diary, last=last), *self._settled(name, diary, last=last)]
                    yield from (f"{name}, life {life}: {fault}" for fault in found)
                yield from self._disowned(name, diaries)

    def _end(self, diaries: list[list[Any]]) -> Verified | None:
        """How a player's last life ended."""
        words = [word for word in diaries[-1] if isinstance(word, Verified)] if diaries else []
        return words[-1] if words and words[-1].proof else None

    def _read(self, proof: Proof) -> Iterator[str]:
        """Verify the log, play it again, and take down what it should have told everybody."""
        self.log = proof.notes
        report = verify(proof.host, proof.notes)
        if not report.ok or report.reason != "finished":
            yield report.verdict
            return
        if proof.host != load_identity(self.plan.host.key).public:
            yield "the log is of another host"
        assert report.rules
        assert report.seed is not None
        self._seats = [seat.people[-1].name for seat in report.seats]
        game, moves = new_game(report.rules, report.seed), iter(report.moves)
        asked = 0
        for note in self.log:
            entry = parsed(note.body)
            if isinstance(entry, ChangeEntry):
                self._came = note.seq
                self.met["seat taken"] += 1
            if isinstance(entry, GameEntry):
                self.met["deal refused"] += entry.refused
            self.met["woke"] += isinstance(entry, WakeEntry)
            if isinstance(entry, PlayEntry):
                move = None
                if entry.cause != "start":
                    self.met["asleep"] += entry.cause == "asleep"
                    _, move = next(moves)
                    game.apply(move)
                eyes = [view(game, eye) for eye in (*range(len(self._seats)), None)]
                self._told[note.seq] = Told(entry, move, eyes)
                if asked:
                    self._answers[asked] = self._told[note.seq]
                asked = note.seq
        if game.seat is not None:
            yield "the log ends before the game"

    def _compare(self, name: str, diary: list[Any], *, last: bool) -> Iterator[str]:
        """What a player was told in one life must be the log, from its beginning, without a gap; at last, all of it."""
        heads = set(_heads(self.log))
        seat = self._seats.index(name) if name in self._seats else -1
        expected = iter(self._told.items())
        for word in diary:
            match word:
                case Stood(head=head) if head not in heads:
                    yield "has seen another history"
                case Happened():
                    seq, told = next(expected, (0, None))
                    if told is None or (word.seq, word.seat, word.cause) != (seq, told.entry.seat, told.entry.cause):
                        yield f"was told of entry {word.seq} and not of {seq}"
                        return
                    if word.view != told.eyes[-1 if name == LATE and seq < self._came else seat]:
                        yield f"saw something else at entry {seq}"
                case Refused() if word.code not in REFUSALS:
                    yield f"was refused {word.what}: {word.code}"
                case Verified() if not word.ok:
                    yield word.sentence
                case Closed() if word.code not in CLOSINGS:
                    yield f"was turned away: {word.sentence}"
        if last:
            yield from (f"was not told of entry {seq}" for seq, _ in expected)

    def _disowned(self, name: str, diaries: list[list[Any]]) -> Iterator[str]:
        """Every move a player has signed is one they made."""
        made = {(word.did, word.move) for diary in diaries for word in diary if isinstance(word, Acted)}
        for did, told in self._answers.items():
            if told.entry.cause == "player" and self._seats[told.entry.seat] == name and (did, told.move) not in made:
                yield f"{name} has not made the move {told.move} that answers entry {did}"

    def _settled(self, name: str, diary: list[Any], *, last: bool) -> Iterator[str]:
        """Every move a player made either stands in the log, or was refused."""
        made = {word for word in diary if isinstance(word, Acted)}
        failed = {word for word in made if not self._stands(name, word)}
        refused = Counter(word.what for word in diary if isinstance(word, Refused))
        for text, count in refused.items():
            if count > sum(str(word.move) == text for word in failed) < sum(str(word.move) == text for word in made):
                yield f"was refused {text}, which stands in the log"
        for text, count in Counter(str(word.move) for word in failed if not word.alone).items():
            if last and count > refused[text]:
                yield f"was never told that {text} was in vain"

    def _stands(self, name: str, acted: Acted) -> bool:
        told = self._answers.get(acted.did)
        return (
            told is not None
            and (told.entry.cause, told.move) == ("player", acted.move)
            and self._seats[told.entry.seat] == name
        )


def _heads(log: Iterable[EntryNote]) -> Iterator[bytes]:
    head = GENESIS
    for note in log:
        head = next_head(head, note.body)
        yield head
