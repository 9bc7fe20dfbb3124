"""Archive: the finished games a player keeps, with the facts of each, and which of their logs go to make room.

The facts are what everybody at the table could see. They are kept in an index beside the logs, so that a list of
many games opens at once, and statistics still count a game whose log has gone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from net.base.errors import NetError
from net.base.filesystem import read_file
from net.base.ids import time_of
from net.base.paths import games_path, private_file
from net.base.text import shown_name
from net.gamelog.entries import ChangeEntry, EndEntry, GameEntry, PlayEntry, SeatEntry, parsed
from net.gamelog.proof import Proof

ALONE_GAMES = 200
"""Logs of games against bots alone that are kept: the newest."""
ALONE_BYTES = 100 << 20
"""Bytes of these logs, at most. Logs of games with other people are never removed."""
MOST_FACTS = 10_000
"""Games in the index; older ones are forgotten."""
INDEX = "index.json"
_INDEX_BYTES = 64 << 20
_NAME = r"[^/\\\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,120}\.proof"
"""Names of logs, however somebody has renamed them: what can be written into the index, and shown."""
_LAST = 1 << 62
"""Nanoseconds since 1970 in the index, at most."""


def _named(file: str) -> str:
    if not re.fullmatch(_NAME, file):
        raise ValueError("no name of a log")
    return file


class SeatFacts(BaseModel):
    """One seat of a finished game, and who sat there at its end."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(max_length=100)]
    """Name, as it can be shown."""
    level: Annotated[str, Field(max_length=100)] = ""
    """Which bot; empty for a person."""
    key: Annotated[str, Field(max_length=64)] = ""
    """The person's public key in hex; empty for a bot."""
    score: int = 0
    played: dict[str, int] = {}
    """Character -> the rounds in which the seat showed it."""


class GameFacts(BaseModel):
    """One finished game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: Annotated[str, AfterValidator(_named)]
    """Name of its log."""
    size: int
    stamp: Annotated[int, Field(ge=0, le=_LAST)]
    """Size and time of change of the log when it was read, in bytes and nanoseconds."""
    game: str = ""
    edition: str = ""
    reason: str = ""
    """How it ended: ``finished``, ``voted``, ``undealt``; empty when the log has no end."""
    rounds: int = 0
    moves: int = 0
    winners: tuple[int, ...] = ()
    seats: tuple[SeatFacts, ...] = ()
    alone: bool = False
    """Whether one person played against bots."""
    kept: bool = True
    """Whether its log is still there."""
    sound: bool | None = None
    """Whether the log was verified, and nothing was wrong; None when nobody has looked."""
    fault: str = ""
    """Why the log cannot be read."""

    @property
    def when(self) -> datetime:
        """When it began; when its log was written, if its id cannot tell that."""
        written = self.stamp / 1e9
        with suppress(ValueError):
            return datetime.fromtimestamp(min(time_of(self.game), written), UTC)
        return datetime.fromtimestamp(written, UTC)


_STORED: TypeAdapter[list[GameFacts]] = TypeAdapter(list[GameFacts])


@dataclass(slots=True)
class Archive:
    """A folder of logs of finished games."""

    folder: Path = field(default_factory=games_path)
    games: list[GameFacts] = field(default_factory=list)
    """What is known of them, the newest first."""
    damaged: str = ""
    """The index, when it could not be read: what was known only from there is gone."""

    def load(self) -> None:
        """Read the index."""
        path = self.folder / INDEX
        try:
            self.games = _STORED.validate_json(read_file(path, _INDEX_BYTES))
        except OSError:
            self.games = []
        except ValidationError:
            self.games, self.damaged = [], str(path)

    def refresh(self, at_most: int = 1 << 30) -> int:
        """Read the logs that are new or have changed, make room, and keep the index.

        Args:
            at_most: How many logs to read now.

        Returns:
            How many there are still to read.
        """
        known = {facts.file: facts for facts in self.games}
        found: dict[str, GameFacts] = {}
        unread: list[tuple[Path, int, int]] = []
        for path in self._logs():
            try:
                stat = path.stat()
            except OSError:
                continue
            before = known.pop(path.name, None)
            # A file may claim any time.
            stamp = min(max(stat.st_mtime_ns, 0), _LAST)
            if before is not None and (before.size, before.stamp) == (stat.st_size, stamp):
                found[path.name] = before
            else:
                unread.append((path, stat.st_size, stamp))
        # What was removed by hand is forgotten; what was removed to make room still counts.
        gone = [facts for facts in known.values() if not facts.kept]
        unread.sort(key=lambda each: -each[2])
        for path, size, stamp in unread[:at_most]:
            found[path.name] = read_facts(path, size, stamp)
        games = sorted([*found.values(), *gone], key=lambda facts: (facts.when, facts.file), reverse=True)[:MOST_FACTS]
        games = self._make_room(games)
        if games != self.games:
            self.games = games
            self._keep()
        return max(len(unread) - at_most, 0)

    def _logs(self) -> Iterable[Path]:
        return (path for path in self.folder.glob("*.proof") if re.fullmatch(_NAME, path.name) and path.is_file())

    def _make_room(self, games: list[GameFacts]) -> list[GameFacts]:
        """Remove the logs of the oldest games that were played alone."""
        count = size = 0
        kept = []
        for facts in games:
            if facts.kept and facts.alone and facts.reason:
                count, size = count + 1, size + facts.size
                if count > ALONE_GAMES or size > ALONE_BYTES:
                    with suppress(OSError):
                        (self.folder / facts.file).unlink(missing_ok=True)
                        facts = facts.model_copy(update={"kept": False})
            kept.append(facts)
        return kept

    def _keep(self) -> None:
        # Where nothing can be written everything is read again the next time.
        with suppress(OSError):
            private_file(self.folder / INDEX, _STORED.dump_json(self.games, exclude_defaults=True), over=True)


def read_facts(path: Path, size: int, stamp: int) -> GameFacts:
    """The facts of a log. Nothing is verified: whoever changes the files in this folder deceives nobody else."""
    try:
        return facts_of(Proof.read(path)).model_copy(update={"file": path.name, "size": size, "stamp": stamp})
    except NetError as error:
        return GameFacts(file=path.name, size=size, stamp=stamp, fault=error.detail)


def facts_of(proof: Proof) -> GameFacts:
    """The facts that a log tells openly.

    Raises:
        NetError: ``proof`` or ``fork``, when it is no log.
    """
    first, *entries = (parsed(note.body) for note in proof.notes) if proof.notes else (None,)
    if not isinstance(first, GameEntry):
        raise NetError("proof", "it does not begin with a game.")
    roster = first.ruleset().characters
    sitting: list[SeatEntry] = list(first.seats)
    keys = {who.pub for who in sitting if who.pub}
    scores, played = [0] * len(sitting), [Counter[str]() for _ in sitting]
    rounds, moves, reason = 0, 0, ""
    winners: tuple[int, ...] = ()
    for entry in entries:
        if isinstance(entry, ChangeEntry) and entry.seat < len(sitting):
            sitting[entry.seat] = entry.who
            keys |= {entry.who.pub} - {b""}
        elif isinstance(entry, EndEntry):
            reason = entry.reason
        elif isinstance(entry, PlayEntry):
            moves += entry.cause != "start"
            for event in entry.events:
                seat = event.seat if event.seat < len(sitting) else -1
                match event.kind:
                    case "round":
                        rounds = event.amount
                    case "reveal" | "heir" if seat >= 0 and 0 < event.rank <= len(roster):
                        played[seat][roster[event.rank - 1]] += 1
                    case "score" if seat >= 0:
                        scores[seat] += event.amount
                    case "over":
                        winners = tuple(seat for seat in event.ranks if seat < len(sitting))
    return GameFacts(
        file=f"{first.game}.proof",
        size=0,
        stamp=0,
        game=first.game,
        edition=first.ruleset().edition,
        reason=reason,
        rounds=rounds,
        moves=moves,
        winners=winners,
        seats=tuple(
            SeatFacts(name=shown_name(who.name), level=who.level, key=who.pub.hex(), score=score, played=dict(ranks))
            for who, score, ranks in zip(sitting, scores, played, strict=True)
        ),
        alone=len(keys) == 1,
    )
