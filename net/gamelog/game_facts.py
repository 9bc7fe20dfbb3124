"""Game facts: what the log of a finished game tells openly, for lists, statistics and standings."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import CitadelsError
from engine.reducer import ViewReducer
from net.base.errors import NetError
from net.base.ids import time_of
from net.base.text import shown_name
from net.gamelog.entries import ChangeEntry, EndEntry, GameEntry, PlayEntry, SeatEntry, parsed
from net.gamelog.envelopes import bare_event
from net.gamelog.proof import Proof


class SeatFacts(BaseModel):
    """One seat of a finished game, and who had it at the deal: for them it counts, if they have played."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(max_length=100)]
    """Name, as it can be shown."""
    level: Annotated[str, Field(max_length=100)] = ""
    """Level of the bot; empty for a person."""
    key: Annotated[str, Field(max_length=64)] = ""
    """The person's public key in hex; empty for a bot."""
    signed: int = 0
    """Moves that this person has signed."""
    later: Annotated[str, Field(max_length=100)] = ""
    """Name of the person or bot who had the seat at the end, if it was another."""
    later_key: Annotated[str, Field(max_length=64)] = ""
    """The public key of that one; empty for a bot."""
    score: int = 0
    played: dict[str, int] = {}
    """Character -> the rounds in which the seat showed it."""
    last: str = ""
    """The character it showed last."""
    city: tuple[str, ...] = ()
    """Ids of its districts at the end."""
    robbed: int = 0
    """How often the Thief took its gold."""
    lost: int = 0
    """Districts that others have destroyed or taken."""


class GameFacts(BaseModel):
    """One finished game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: str = ""
    """Name of its log in the archive, as ``01ABC.proof``."""
    size: int = 0
    """Bytes of the log as it is stored; 0 when it had to make room."""
    stored: int = 0
    """Time at which it was stored, in seconds since 1970."""
    game: str = ""
    host: Annotated[str, Field(max_length=64)] = ""
    """The host's public key in hex."""
    edition: str = ""
    reason: str = ""
    """How it ended: ``finished``, ``voted``, ``undealt``; empty when the log has no end."""
    rounds: int = 0
    moves: int = 0
    winners: tuple[int, ...] = ()
    seats: tuple[SeatFacts, ...] = ()
    seed: Annotated[str, Field(max_length=128)] = ""
    """In hex, where the host chose it, and the game has ended."""
    version: Annotated[str, Field(max_length=32)] = ""
    """In hex the version of the rules, where there is a `seed`."""
    given: int = 0
    """Moves of another game, from which it went on: it was for practice."""
    alone: bool = False
    """Whether one person played against bots."""
    sound: bool | None = None
    """Whether the log was verified, and nothing was wrong; None when nobody has looked."""
    fault: str = ""
    """Why the log, or what is noted of it, cannot be read."""

    @property
    def counted(self) -> tuple[int, ...]:
        """The seats that count for those who had them at the deal: for bots, and for persons who have made a move."""
        return tuple(place for place, seat in enumerate(self.seats) if seat.signed or not seat.key)

    @property
    def kept(self) -> bool:
        """Whether its log is still there."""
        return self.size > 0

    @property
    def when(self) -> datetime:
        """Time of its beginning; that of storing its log, if its id cannot tell the beginning."""
        with suppress(ValueError):
            return datetime.fromtimestamp(min(time_of(self.game), self.stored), UTC)
        return datetime.fromtimestamp(self.stored, UTC)


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
    signed = Counter[bytes]()
    keys = {who.pub for who in sitting if who.pub}
    scores, played = [0] * len(sitting), [Counter[str]() for _ in sitting]
    rounds, moves, given, reason = 0, 0, 0, ""
    winners: tuple[int, ...] = ()
    seed, last, robbed, lost = b"", [""] * len(sitting), Counter[int](), Counter[int]()
    watching: ViewReducer | None = ViewReducer.start(first.ruleset(), None)
    for entry in entries:
        if isinstance(entry, ChangeEntry) and entry.seat < len(sitting):
            sitting[entry.seat] = entry.who
            keys |= {entry.who.pub} - {b""}
        elif isinstance(entry, EndEntry):
            reason = entry.reason
            seed = entry.secret if first.fixed else b""
        elif isinstance(entry, PlayEntry):
            moves += entry.cause != "start"
            given += entry.cause == "given"
            if entry.signed and entry.seat < len(sitting):
                signed[sitting[entry.seat].pub] += 1
            watching = _watched(watching, entry)
            for event in entry.events:
                seat = event.seat if event.seat < len(sitting) else -1
                match event.kind:
                    case "round":
                        rounds = event.amount
                    case "reveal" | "heir" if seat >= 0 and 0 < event.rank <= len(roster):
                        last[seat] = roster[event.rank - 1]
                        played[seat][last[seat]] += 1
                    case "give" if event.note == "thief":
                        robbed[seat] += 1
                    case "leave" if event.other not in (-1, seat):
                        lost[seat] += 1
                    case "score" if seat >= 0:
                        scores[seat] += event.amount
                    case "over":
                        winners = tuple(seat for seat in event.ranks if seat < len(sitting))
    return GameFacts(
        game=first.game,
        host=proof.host.hex(),
        edition=first.ruleset().edition,
        reason=reason,
        rounds=rounds,
        moves=moves,
        seed=seed.hex(),
        version=first.version.hex() if seed else "",
        given=given,
        winners=winners,
        seats=tuple(
            SeatFacts(
                name=shown_name(who.name),
                level=who.level,
                key=who.pub.hex(),
                signed=signed[who.pub] if who.pub else 0,
                later=shown_name(last_one.name) if (other := last_one.pub != who.pub) else "",
                later_key=last_one.pub.hex() if other else "",
                score=scores[seat],
                played=dict(played[seat]),
                last=last[seat],
                city=tuple(watching.view.players[seat].city) if watching is not None else (),
                robbed=robbed[seat],
                lost=lost[seat],
            )
            for seat, (who, last_one) in enumerate(zip(first.seats, sitting, strict=True))
        ),
        alone=len(keys) == 1,
    )


def _watched(watching: ViewReducer | None, entry: PlayEntry) -> ViewReducer | None:
    """The spectator's view after a move; None from the first one on that cannot have happened."""
    try:
        if watching is not None:
            watching.feed([bare_event(note, "") for note in entry.events])
    except (NetError, CitadelsError):
        return None
    return watching
