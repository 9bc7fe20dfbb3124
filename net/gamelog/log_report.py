"""Log report: the findings on a log that was verified, the seats with their moves and scores, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import Move, Rules
from net.base.errors import Sentence
from net.base.text import shown_name
from net.gamelog.entries import Cause, SeatEntry
from net.protocol.schema import Via


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not be."""

    code: str
    """Stable. ``chain``: entries are missing, doubled or changed, or not signed by the host, so that anybody may have
    done it; ``truncated``: the end is missing; ``version``: made by another version, and cannot be checked. Everything
    else bears the host's signature: see `docs/fairness.md`."""
    seq: int
    """The entry at which it shows; 0: none in particular."""
    sentence: str
    """For a person."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who sat in a seat for a time: a person, or a bot."""

    who: SeatEntry
    moves: Mapping[Cause, int]
    """How many moves were made meanwhile, and by whom; those of cause ``player`` are signed."""

    @property
    def name(self) -> str:
        """Name, as it can be shown."""
        return shown_name(self.who.name)

    @property
    def stood_in(self) -> int:
        """How many of the moves were not the person's own, as the host says because of absence or time."""
        return self.moves.get("absent", 0) + self.moves.get("timeout", 0)


@dataclass(frozen=True, slots=True)
class Played:
    """One seat of the game."""

    people: tuple[Sitter, ...]
    """All who sat there, bots too, in order."""
    score: int

    @property
    def moves(self) -> Mapping[Cause, int]:
        """How many moves were made by whom, whoever sat there."""
        return sum((Counter(sitter.moves) for sitter in self.people), Counter())


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a log."""

    host: bytes
    """The host's identity."""
    game: str
    entries: int
    """Sound entries of the log."""
    head: bytes
    """Stands for all of them: whoever played in this game has the same."""
    findings: tuple[Finding, ...]
    """The first of each kind, by entry; what follows the first may be its consequence."""
    reason: str
    """How the game ended: ``finished``, ``voted``, ``undealt``; empty when the log has no end."""
    fixed: bool
    """Whether the host chose the seed of the game, for one that is to be repeated."""
    shares: tuple[int, ...]
    """The seats whose players gave a share of the seed."""
    owing: tuple[int, ...]
    """The seats whose players did not, so that nothing could be dealt."""
    rules: Rules | None
    seed: bytes | None
    """The seed of the game, once it is opened."""
    seats: tuple[Played, ...]
    moves: tuple[tuple[int, Move], ...]
    """Seats and their moves, as far as they could be played again, without those that were taken back."""
    winners: tuple[int, ...]
    restarts: int
    """How often the host was started again."""
    attested: tuple[int, ...]
    """The seats whose players have signed the end."""

    @property
    def ok(self) -> bool:
        """Whether the log has its end and all of it is as it must be.

        This does not say that somebody besides the host had a part in the seed: see `shared`.
        """
        return not self.findings

    @property
    def complete(self) -> bool:
        """Whether the log has its end."""
        return bool(self.reason)

    @property
    def own_shares(self) -> tuple[int, ...]:
        """The seats whose players gave a share of the seed with a key that only they have.

        Whoever came by SSH or in a browser had a client on the host's machine: the host could choose such a share.
        """
        return tuple(seat for seat in self.shares if not self.seats[seat].people[0].who.via)

    @property
    def shared(self) -> bool:
        """Whether the seed came from players too: then only all of these and the host together could choose it."""
        return bool(self.own_shares) and not self.fixed

    @property
    def verdict(self) -> Sentence:
        """All of it in one sentence."""
        if self.findings:
            return Sentence("Not verified: {finding}", finding=self.findings[0].sentence)
        if self.reason == "undealt":
            names = listed(self.seats[seat].people[-1].name for seat in self.owing)
            return Sentence(UNDEALT, names=names)
        away = [sitter for seat in self.seats for sitter in seat.people if sitter.stood_in]
        others = Sentence(" Moves were made for {players}.", players=listed(map(_share, away))) if away else ""
        guests = [sitter for seat in self.seats for sitter in seat.people if sitter.who.via]
        keys = (
            Sentence(" Whoever runs the host has the keys of {players}.", players=listed(map(_guest, guests)))
            if guests
            else ""
        )
        return Sentence(VERDICTS[self.shared, self.reason == "finished"], others=others, keys=keys)


UNDEALT = (
    "Verified: nothing was dealt, for the host closed the log without a share of the seed from {names}. "
    "Whether none was given or none was taken, a log cannot tell."
)
VIA: Mapping[Via, str] = {"ssh": "SSH", "web": "web"}
"""How guests come, as it is called in every language."""
VERDICTS = {
    (True, True): "Verified: nobody alone could choose the seed, every move was legal, and the score is "
    "right.{others}{keys}",
    (True, False): "Verified: nobody alone could choose the seed, every move was legal, and the players ended it by "
    "vote.{others}{keys}",
    (
        False,
        True,
    ): "Verified: the host could choose the seed, every move was legal, and the score is right.{others}{keys}",
    (False, False): "Verified: the host could choose the seed, every move was legal, and the players ended it by "
    "vote.{others}{keys}",
}
"""Whether players had a part in the seed, and whether the game was played to its end -> the verdict."""


def _share(sitter: Sitter) -> str:
    made, every = sitter.stood_in, sum(sitter.moves.values())
    return f"{sitter.name} ({f'all {made}' if made == every else f'{made} of {every}'})"


def _guest(sitter: Sitter) -> str:
    return f"{sitter.name} ({VIA[sitter.who.via]})"


def listed(words: Iterable[str]) -> str:
    """Words with commas and an "and" between them."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
