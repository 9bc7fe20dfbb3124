"""`citadels verify`: checks the log of a game, or plays a record again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

from citadels_tui.cli.options import GameFile, Json, Option
from citadels_tui.history.game_file import check_path, read_log_or_record, write_file
from citadels_tui.terminal.progress import progress, watched
from citadels_tui.texts import _, retold, translated, why
from citadels_tui.texts import replay as replayed
from citadels_tui.texts import verify as texts
from citadels_tui.wording.durations import in_words
from citadels_tui.wording.errors import CommandError, UsageError
from engine.errors import CitadelsError
from engine.record import Record
from net.base.errors import NetError
from net.base.text import shown_name
from net.gamelog.entries import PlayTimes
from net.gamelog.log_report import Played, Report, Sitter
from net.gamelog.proof import Proof, record_of
from net.gamelog.verify import verify as check
from net.identity.fingerprint import fingerprint, log_words

_WIDTH = 80


@dataclass(frozen=True)
class VerifyCommand:
    """Check the log of a game that was played at a table: the deal, every move and the score.

    A record of a game (.citadels) can be checked too: that its moves are legal, not that it was dealt fairly.
    """

    file: GameFile
    bots: Annotated[
        bool, Option("Check the moves of bots that search, too: they search again, which takes up to a few minutes.")
    ] = False
    record: Annotated[Path | None, Option("Write the game as a record to this file, if its log is in order.")] = None
    copy: Annotated[
        Path | None, Option("Write the log to this file, whatever is wrong with it: to give it to others.")
    ] = None
    json: Json = False

    def run(self) -> int:
        """Print the report; returns 0 when everything is as it must be, 1 otherwise."""
        check_path(self.file)
        for path in (self.record, self.copy):
            if path and path.exists():
                raise UsageError("{path} is there already", path=path)
        proof = read_log_or_record(self.file)
        if isinstance(proof, str):
            if self.record or self.copy:
                raise UsageError("{path} is a record already", path=self.file)
            return _replay(self.file, proof, self.json)
        report = _checked(proof, bots=self.bots)
        print(json.dumps(_facts(report)) if self.json else "\n".join(_lines(report)))
        if self.copy:
            write_file(self.copy, proof.dump())
        if self.record and report.ok:
            try:
                write_file(self.record, record_of(report).format().encode())
            except NetError as error:
                raise CommandError(why(error)) from None
        return 0 if report.ok else 1


def _checked(proof: Proof, *, bots: bool) -> Report:
    """Check a log; on a terminal it is said how far that is."""
    entries = watched(proof.notes, _(texts.CHECKING), len(proof.notes))
    if not bots:
        return check(proof.host, entries, attested=proof.attested)
    with progress(_(texts.CHECKING_BOTS)) as told:
        return check(proof.host, proof.notes, attested=proof.attested, searching=told)


def _replay(file: Path, text: str, as_json: bool) -> int:
    """Play a record again."""
    try:
        record = Record.parse(text)
        state = record.replay()
    except CitadelsError as error:
        raise CommandError("{path}: {reason}", path=file, reason=why(error)) from None
    scores = Counter[int]()
    for event in state.drain():
        if event.kind == "score":
            scores[event.seat] += event.amount
    over = state.seat is None
    rules = record.rules
    if as_json:
        facts = {
            "kind": "record",
            "ok": True,
            "complete": over,
            "edition": rules.edition,
            "moves": len(record.moves),
            "seats": [{"names": [name], "score": scores[seat]} for seat, name in enumerate(record.names)],
            "winners": list(state.winners),
        }
        print(json.dumps(facts))
        return 0
    head = _(texts.RECORDED).format(edition=rules.edition, players=rules.players, moves=len(record.moves))
    lines = [_line(_(texts.RECORD), head)]
    for seat, name in enumerate(record.names):
        who = shown_name(name)
        points = translated(texts.POINTS, scores[seat]).format(amount=scores[seat])
        lines.append(_line(f"p{seat + 1}", _(texts.SCORED).format(who=who, points=points) if over else who))
    lines.append(_line(_(texts.END), _(texts.ENDS["finished"] if over else texts.NOT_REACHED)))
    print("\n".join([*lines, _(texts.LEGAL_SCORE if over else replayed.LEGAL)]))
    return 0


def _cells() -> int:
    """How wide the heads of the lines are, and the blank behind them."""
    return max(len(_(head)) for head in texts.HEADS) + 1


def _line(head: str, said: str) -> str:
    return f"{head:<{_cells()}}{said}"


def _lines(report: Report) -> list[str]:
    """A report for a person."""
    game, rules = report.game or _(texts.UNKNOWN), report.rules
    if rules is not None:
        game = _(texts.GAME_OF).format(game=game, edition=rules.edition, players=rules.players)
    entries = translated(texts.ENTRIES, report.entries)
    lines = [
        _line(_(texts.GAME), game),
        *_wrapped(_line(_(texts.HOST), fingerprint(report.host))),
        *(_wrapped(_line(_(texts.PROGRAM), _in_order(report.programs))) if report.programs else ()),
        *_wrapped(_line(_(texts.LOG), entries.format(amount=report.entries, words=log_words(report.head)))),
    ]
    if not report.ok:
        # What such a log tells is worth nothing; it is not repeated here.
        faults = [_line(_(texts.FAULT), retold(finding.sentence)) for finding in report.findings]
        return [*lines, *faults, _(_whose(report))]
    for seat, played in enumerate(report.seats):
        lines += [_line(f"p{seat + 1}", _seat(seat, played, report)), *_keys(seat, played)]
    if report.restarts:
        lines.append(_line(_(texts.RESTARTS), str(report.restarts)))
    lines.append(_line(_(texts.CLOCK), _clock(report.times)))
    return [*lines, _line(_(texts.SEED), _seed(report)), _line(_(texts.END), _end(report)), retold(report.verdict)]


def _clock(times: PlayTimes) -> str:
    clock, away = _(texts.TIMED if times.timed else texts.UNTIMED), _(texts.STANDS_IN if times.absence else texts.WAITS)
    values = {name: in_words(time / 1000) for name, time in _times(times).items()}
    return _(texts.CLOCK_AND_ABSENCE).format(clock=clock.format(**values), away=away.format(**values))


def _times(times: PlayTimes) -> dict[str, int]:
    """The times by name, in milliseconds."""
    return {**times._asdict(), "absence": times.absence}


def _seed(report: Report) -> str:
    if report.fixed:
        return _(texts.FIXED)
    own = [report.seats[seat].people[0].name for seat in report.own_shares]
    others = [report.seats[seat].people[0].name for seat in report.shares if seat not in report.own_shares]
    names, guests = ", ".join(own), ", ".join(others)
    if own:
        return _(texts.SHARED_WITHOUT if others else texts.SHARED).format(names=names, guests=guests)
    return _(texts.KEYS_HELD).format(guests=guests) if others else _(texts.ALONE)


def _in_order(names: Sequence[str]) -> str:
    return reduce(lambda before, after: _(texts.THEN).format(before=before, after=after), names)


def _seat(seat: int, played: Played, report: Report) -> str:
    who = _in_order([_called(played.people[:place], sitter) for place, sitter in enumerate(played.people)])
    moves: dict[str, int] = {str(cause): made for cause, made in played.moves.items()}
    made = [_(text).format(moves=moves[cause]) for cause, text in texts.MADE.items() if moves.get(cause)]
    facts = [_(texts.MOVES).format(moves=", ".join(made)) if made else _(texts.NO_MOVES)]
    if report.reason == "finished":
        facts.insert(0, translated(texts.POINTS, played.score).format(amount=played.score))
    if played.people[-1].who.pub and not report.owing:
        facts.append(_(texts.SIGNED[seat in report.attested]))
    return _(texts.SEAT).format(who=who, facts="; ".join(facts))


def _called(before: Sequence[Sitter], sitter: Sitter) -> str:
    """Somebody in a seat, after those who sat there before."""
    if sitter.who.level:
        return _(texts.BOT).format(who=sitter.name, level=sitter.who.level)
    if sitter.who.via:
        return _(texts.BY_VIA[sitter.who.via]).format(who=sitter.name)
    people = [other for other in before if other.who.pub]
    if any(other.who.pub == sitter.who.pub for other in people):
        return _(texts.SAME_KEY).format(who=sitter.name)
    return _(texts.OTHER_KEY).format(who=sitter.name) if any(o.name == sitter.name for o in people) else sitter.name


def _keys(seat: int, played: Played) -> Iterator[str]:
    """The keys of the persons in a seat: names can be anybody's."""
    people = {sitter.who.pub: sitter for sitter in played.people if sitter.who.pub}
    replaced = {each.person.who.pub for each in played.stood_in(seat) if each.replaced}
    for key, sitter in people.items():
        told = _(texts.KEY_HELD if sitter.who.via else texts.KEY_OF).format(who=sitter.name, words=fingerprint(key))
        yield from _wrapped(_cells() * " " + (_(texts.UNSIGNED).format(key=told) if key in replaced else told))


def _wrapped(line: str) -> list[str]:
    """Words that are to be compared, none of them cut at the edge of a terminal."""
    return wrap(line, _WIDTH, subsequent_indent=_cells() * " ", break_long_words=False, break_on_hyphens=False)


def _end(report: Report) -> str:
    if report.owing:
        return _(texts.OWING).format(names=", ".join(_name(report, seat) for seat in report.owing))
    how = _(texts.ENDS[report.reason])
    if report.winners:
        return _(texts.WON).format(how=how, names=", ".join(_name(report, seat) for seat in report.winners))
    return how


def _whose(report: Report) -> str:
    """Name the party that answers for a finding."""
    match report.findings[0].code:
        case "truncated":
            return texts.TRUNCATED
        case "chain" | "attest":
            return texts.CHANGED
        case "version":
            return texts.OTHER_VERSION
    return texts.SIGNED_BY_HOST


def _facts(report: Report) -> dict[str, Any]:
    """A report as plain values."""
    return {
        "kind": "log",
        "ok": report.ok,
        "complete": report.complete,
        "verdict": report.verdict,
        "findings": [{"code": found.code, "entry": found.seq, "sentence": found.sentence} for found in report.findings],
        "game": report.game,
        "edition": report.rules.edition if report.rules else None,
        "host": report.host.hex(),
        "programs": list(report.programs),
        "entries": report.entries,
        "head": report.head.hex(),
        "words": log_words(report.head),
        "reason": report.reason,
        "fixed": report.fixed,
        "given": report.given,
        "shares": list(report.shares),
        "own_shares": list(report.own_shares),
        "owing": list(report.owing),
        "refused": report.refused,
        "restarts": report.restarts,
        "times": _times(report.times),
        "seats": [
            {
                "names": [sitter.name for sitter in played.people],
                "keys": [sitter.who.pub.hex() for sitter in played.people],
                "via": [sitter.who.via for sitter in played.people],
                "moves": dict(played.moves),
                "stood_in": [
                    {"key": each.person.who.pub.hex(), "made": dict(each.made), "moves": each.moves}
                    for each in played.stood_in(seat)
                ],
                "unsigned": [each.person.who.pub.hex() for each in played.stood_in(seat) if each.replaced],
                "signed_end": seat in report.attested,
                "score": played.score,
            }
            for seat, played in enumerate(report.seats)
        ],
        "winners": list(report.winners),
        "unchecked": [{"seat": seat, "level": level, "why": why} for (seat, level), why in report.unchecked.items()],
    }


def _name(report: Report, seat: int) -> str:
    return report.seats[seat].people[-1].name
