"""Log report: the findings on a log that was verified, the seats with their moves and scores, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Literal, NamedTuple

from engine import Move, Rules
from net.base.errors import Sentence
from net.base.text import shown_name
from net.gamelog.bot_replay import Unchecked
from net.gamelog.entries import Cause, PlayTimes, SeatEntry
from net.protocol.schema import Via


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a log."""

    code: str
    """Stable. ``chain``: entries are missing, doubled or changed, or not signed by the host, so that anybody may have
    done it; ``truncated``: the end is missing; ``version``: made by another version, and cannot be checked. Everything
    else bears the host's signature: see `docs/fairness.md`."""
    seq: int
    """The entry at which it shows; 0: none in particular."""
    sentence: str
    """For a person."""


Came = Literal["deal", "bot", "open", "banned", "away", "taken"]
"""How somebody came to a seat: they had it at the deal, or by the entry that gave it to them."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person or a bot that sat in a seat for a time."""

    who: SeatEntry
    moves: Mapping[Cause, int]
    """How many moves were made meanwhile, and by whom; those of cause ``player`` are signed."""
    came: Came = "deal"
    """How the seat became theirs."""

    @property
    def name(self) -> str:
        """Name, as it can be shown."""
        return shown_name(self.who.name)


StandIn = Literal["absent", "timeout", "asleep", "bot", "banned", "other"]
"""The one who moved in a person's seat: a bot, as the person was away, out of time or asleep, or had lost the seat to
it, perhaps by a ban; or another person, and those who moved for that one."""


class StoodIn(NamedTuple):
    """A person in whose seat others have moved, or sit in the end; or a bot in whose place another has."""

    seat: int
    person: Sitter
    moves: int
    """Moves in the seat since they first sat there."""
    made: Mapping[StandIn, int]
    """Moves made in their seat that were not theirs."""
    replaced: bool
    """Whether somebody else has the seat in the end, so that they could not sign it."""


@dataclass(frozen=True, slots=True)
class Played:
    """One seat of the game."""

    people: tuple[Sitter, ...]
    """All who sat there, bots too, in order."""
    score: int

    @property
    def moves(self) -> Mapping[Cause, int]:
        """Number of moves by each kind of mover, over all players of the seat."""
        return sum((Counter(sitter.moves) for sitter in self.people), Counter())

    def stood_in(self, seat: int) -> list[StoodIn]:
        """The persons who sat here, each once, in whose seat others have moved or sit in the end, and bots alike."""
        persons: dict[bytes, int] = {}
        for place, sitter in enumerate(self.people):
            if sitter.who.pub:
                persons.setdefault(sitter.who.pub, place)
        found = [_stood_in(seat, self.people[place:]) for place in persons.values()]
        return [*self._other_bots(seat), *(each for each in found if each.made or each.replaced)]

    def _other_bots(self, seat: int) -> Iterator[StoodIn]:
        """The bots whose seat was given to one of another level."""
        for place, (before, after) in enumerate(pairwise(self.people)):
            made = sum(after.moves.values())
            if made and before.who.level and after.who.level not in ("", before.who.level):
                moves = sum(sum(sitter.moves.values()) for sitter in self.people[place:])
                yield StoodIn(seat, before, moves, {"bot": made}, replaced=False)


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a log."""

    host: bytes
    """The host's identity."""
    game: str
    entries: int
    """Sound entries of the log."""
    head: bytes
    """Head of the log, which stands for all entries: everybody who played in this game has the same."""
    findings: tuple[Finding, ...]
    """The first of each kind, by entry; what follows the first may be its consequence."""
    reason: str
    """How the game ended: ``finished``, ``voted``, ``undealt``; empty when the log has no end."""
    fixed: bool
    """Whether the host chose the seed of the game, for one that is to be repeated."""
    given: int
    """The first moves, which are those of another game: this one goes on from there, for practice."""
    shares: tuple[int, ...]
    """The seats whose players gave a share of the seed."""
    owing: tuple[int, ...]
    """The seats whose players did not, so that nothing could be dealt."""
    refused: int
    """Deals at this table just before this one that were given up, as a share was missing."""
    rules: Rules | None
    seed: bytes | None
    """The seed of the game, once it is opened."""
    seats: tuple[Played, ...]
    moves: tuple[tuple[int, Move], ...]
    """Seats and their moves, as far as they could be played again, without those that were taken back."""
    winners: tuple[int, ...]
    restarts: int
    """How often the host was started again."""
    programs: tuple[str, ...]
    """The versions of the host's program, each that was told, in order."""
    times: PlayTimes
    """The time that people had."""
    attested: tuple[int, ...]
    """The seats whose players have signed the end."""
    unchecked: Mapping[tuple[int, str], Unchecked]
    """By seat and level the bots whose moves could not be checked."""

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

        A player who came by SSH or in a browser had a client on the host's machine: the host could choose such a share.
        """
        return tuple(seat for seat in self.shares if not self.seats[seat].people[0].who.via)

    @property
    def shared(self) -> bool:
        """Whether the seed came from players too: then only all of these and the host together could choose it."""
        return bool(self.own_shares) and not self.fixed

    @property
    def verdict(self) -> Sentence:
        """The verdict as one sentence."""
        if self.findings:
            return Sentence("Not verified: {finding}", finding=self.findings[0].sentence)
        if self.reason == "undealt":
            names = listed(self.seats[seat].people[-1].name for seat in self.owing)
            return Sentence(UNDEALT, names=names, refused=self._refused)
        moved_for = [each for each in self.stood_in if each.made]
        replaced = [each.person.name for each in self.stood_in if each.replaced]
        guests = [sitter for seat in self.seats for sitter in seat.people if sitter.who.via]
        return Sentence(
            VERDICTS[self.shared, self.reason == "finished"],
            refused=self._refused,
            given=Sentence(GIVEN, moves=self.given) if self.given else "",
            others=Sentence(MOVED_FOR, players=listed(map(_share, moved_for))) if moved_for else "",
            unsigned=Sentence(UNSIGNED[len(replaced) > 1], players=listed(replaced)) if replaced else "",
            keys=Sentence(KEYS_HELD, players=listed(map(_guest, guests))) if guests else "",
            bots=self._bots,
        )

    @property
    def _bots(self) -> Sentence | str:
        """The part of the verdict on bots whose moves were not checked."""
        if "version" in self.unchecked.values():
            return Sentence(OTHER_BOTS)
        names = [
            f"{next(sitter.name for sitter in self.seats[seat].people if sitter.who.level == level)} ({level})"
            for seat, level in sorted(self.unchecked)
        ]
        return Sentence(UNCHECKED, players=listed(names)) if names else ""

    @property
    def _refused(self) -> str:
        return Sentence(REFUSED[self.refused > 1], deals=self.refused) if self.refused else ""

    @property
    def stood_in(self) -> list[StoodIn]:
        """The persons in whose seats others have moved, or sit in the end, by seat."""
        return [each for seat, played in enumerate(self.seats) for each in played.stood_in(seat)]


UNDEALT = (
    "Verified: nothing was dealt, because the host closed the log without a share of the seed from {names}. Whether "
    "none was given or none was taken, a log cannot tell.{refused}"
)
VIA: Mapping[Via, str] = {"ssh": "SSH", "web": "web"}
"""How guests come, as it is called in every language."""
VERDICTS = {
    (True, True): "Verified: nobody alone could choose the seed, every move was legal, and the score is "
    "right.{refused}{given}{others}{unsigned}{keys}{bots}",
    (True, False): "Verified: nobody alone could choose the seed, every move was legal, and the players ended it by "
    "vote.{refused}{given}{others}{unsigned}{keys}{bots}",
    (False, True): "Verified: the host could choose the seed, every move was legal, and the score is "
    "right.{refused}{given}{others}{unsigned}{keys}{bots}",
    (False, False): "Verified: the host could choose the seed, every move was legal, and the players ended it by "
    "vote.{refused}{given}{others}{unsigned}{keys}{bots}",
}
"""Whether players had a part in the seed, and whether the game was played to its end -> the verdict."""


REFUSED = {
    False: " One deal just before this one was refused.",
    True: " {deals} deals just before this one were refused.",
}
"""Whether there are several of them -> the sentence."""
GIVEN = " The first {moves} moves are those of another game: it was for practice."
MOVED_FOR = " Moves were made for {players}."
SHARES = {True: "{player} (all {every}: {causes})", False: "{player} ({made} of {every}: {causes})"}
"""Whether all moves were made for somebody -> their part of the sentence."""
STAND_INS: Mapping[StandIn, str] = {
    "absent": "{moves} while away",
    "timeout": "{moves} when time was up",
    "asleep": "{moves} while asleep",
    "bot": "{moves} by a bot that was given the seat",
    "banned": "{moves} by a bot after a ban",
    "other": "{moves} after another player took the seat",
}
_FOR_THEM: tuple[Literal["absent", "timeout", "asleep"], ...] = ("absent", "timeout", "asleep")
"""Causes of moves that a bot made for a person who has the seat."""
UNSIGNED = {False: " The key of {players} did not sign the end.", True: " The keys of {players} did not sign the end."}
"""Whether there are several of them -> the sentence."""
KEYS_HELD = " Whoever runs the host has the keys of {players}."
UNCHECKED = " The moves of {players} were not checked."
OTHER_BOTS = "  The host's bots are from another version: their moves were not checked."
COMMA, AND = "{before}, {next}", "{before} and {next}"
TEXTS = (
    *(UNDEALT, *VERDICTS.values(), *REFUSED.values(), GIVEN, MOVED_FOR, *SHARES.values(), *STAND_INS.values()),
    *(*UNSIGNED.values(), KEYS_HELD, UNCHECKED, OTHER_BOTS, COMMA, AND),
)
"""All texts of a verdict, for the catalogues."""


def _stood_in(seat: int, people: Sequence[Sitter]) -> StoodIn:
    """The moves that the first of those who sat in a seat did not make."""
    person, made = people[0], Counter[StandIn]()
    latest = person.who.pub
    for sitter in people:
        latest = sitter.who.pub or latest
        count = sum(sitter.moves.values())
        if latest != person.who.pub:
            made["other"] += count
        elif sitter.who.pub:
            for cause in _FOR_THEM:
                made[cause] += sitter.moves.get(cause, 0)
        else:
            made["banned" if sitter.came == "banned" else "bot"] += count
    moves = sum(sum(sitter.moves.values()) for sitter in people)
    return StoodIn(seat, person, moves, +made, replaced=people[-1].who.pub != person.who.pub)


def _share(each: StoodIn) -> Sentence:
    made = sum(each.made.values())
    causes = listed(Sentence(STAND_INS[cause], moves=each.made[cause]) for cause in STAND_INS if cause in each.made)
    return Sentence(SHARES[made == each.moves], player=each.person.name, made=made, every=each.moves, causes=causes)


def _guest(sitter: Sitter) -> str:
    return f"{sitter.name} ({VIA[sitter.who.via]})"


def listed(words: Iterable[str]) -> str:
    """Words with commas and an "and" between them."""
    *most, last = words
    if not most:
        return last
    before = reduce(lambda before, next: Sentence(COMMA, before=before, next=next), most)
    return Sentence(AND, before=before, next=last)
