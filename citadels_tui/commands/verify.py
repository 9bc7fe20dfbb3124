"""`citadels verify`: checks the log of a game, or plays a record again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from citadels_tui.commands.parameters import Json
from citadels_tui.errors import CommandError, UsageError
from citadels_tui.game_file import check_path, record_text
from citadels_tui.texts import why
from engine.errors import CitadelsError
from engine.record import Record
from net.base.errors import NetError
from net.base.paths import private_file
from net.base.text import shown_name
from net.gamelog.entries import Cause
from net.gamelog.proof import Proof, record_of
from net.gamelog.verify import Played, Report, Sitter, listed
from net.gamelog.verify import verify as check
from net.identity.fingerprint import fingerprint, log_words

_MADE: dict[Cause, str] = {
    "player": "signed",
    "bot": "by a bot",
    "absent": "for an absent player",
    "timeout": "when time was up",
}
_INDENT = 9 * " "
_WIDTH = 80
_ENDS = {
    "finished": "played to its end",
    "voted": "ended by vote",
    "undealt": "never dealt",
    "": "missing: the log is not complete",
}


def verify(file: Path, /, *, record: Path | None = None, json_: Json = False) -> int:
    """Check the log of a game that was played at a table: the deal, every move and the score.

    A record of a game (.citadels) can be checked too: that its moves are legal, not that it was dealt fairly.

    Args:
        file: A log (.proof), as the client keeps it when a game has ended, or a record (.citadels).
        record: Write the game as a record to this file, if its log is as it must be.
        json_: Print one JSON object.

    Returns:
        0 when everything is as it must be, 1 otherwise.
    """
    check_path(file)
    if record and record.exists():
        raise UsageError(f"{record} is there already")
    text = record_text(file)
    if text is not None:
        if record:
            raise UsageError(f"{file} is a record already")
        return _replay(file, text, json_)
    try:
        proof = Proof.read(file)
    except NetError as error:
        raise CommandError(f"{file}: {error}") from None
    report = check(proof.host, proof.notes, attested=proof.attested)
    print(json.dumps(_facts(report)) if json_ else "\n".join(_lines(report)))
    if record and report.ok:
        _write(record, report)
    return 0 if report.ok else 1


def _replay(file: Path, text: str, as_json: bool) -> int:
    """Play a record again."""
    try:
        record = Record.parse(text)
        state = record.replay()
    except CitadelsError as error:
        raise CommandError(f"{file}: {error}") from None
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
    print(f"Record   {rules.edition}, {rules.players} players, {len(record.moves)} moves")
    for seat, name in enumerate(record.names):
        print(f"p{seat + 1}       {shown_name(name)}" + (f": {scores[seat]} points" if over else ""))
    print(f"End      {'played to its end' if over else 'not reached'}")
    print(
        f"Every move is legal{', and the score is right' if over else ''}. A record cannot show that the deal was fair."
    )
    return 0


def _write(path: Path, report: Report) -> None:
    try:
        private_file(path, record_of(report).format().encode())
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}") from None
    except NetError as error:
        raise CommandError(why(error)) from None


def _lines(report: Report) -> list[str]:
    """A report for a person."""
    rules = f", {report.rules.edition}, {report.rules.players} players" if report.rules else ""
    lines = [
        f"Game     {report.game or 'unknown'}{rules}",
        *_wrapped("Host     ", fingerprint(report.host)),
        *_wrapped(f"Log      {report.entries} entries: ", log_words(report.head)),
    ]
    if not report.ok:
        # What such a log tells is worth nothing; it is not repeated here.
        faults = [f"Fault    {finding.sentence}" for finding in report.findings]
        return [*lines, *faults, f"NOT VERIFIED. {_whose(report)}"]
    for seat, played in enumerate(report.seats):
        lines += [f"p{seat + 1}       {_seat(seat, played, report)}", *_keys(played)]
    if report.restarts:
        lines.append(f"Restarts {report.restarts}")
    return [*lines, f"Seed     {_seed(report)}", f"End      {_end(report)}", report.verdict]


def _seed(report: Report) -> str:
    if report.fixed:
        return "chosen by the host, for a game that is to be repeated"
    names = [report.seats[seat].people[0].name for seat in report.shares]
    if not names:
        return "the host's alone"
    return f"from {listed(['the host', *names])}; none of them could choose it without all the others"


def _seat(seat: int, played: Played, report: Report) -> str:
    names = [_called(played.people[:place], sitter) for place, sitter in enumerate(played.people)]
    made = [f"{played.moves[cause]} {how}" for cause, how in _MADE.items() if played.moves.get(cause)]
    points = f"{played.score} points; " if report.reason == "finished" else ""
    asked = bool(played.people[-1].who.pub) and not report.owing
    signed = f"; signed the end: {'yes' if seat in report.attested else 'no'}" if asked else ""
    return f"{', then '.join(names)}: {points}moves: {', '.join(made) or 'none'}{signed}"


def _called(before: Sequence[Sitter], sitter: Sitter) -> str:
    """Somebody in a seat, after those who sat there before."""
    if sitter.who.level:
        return f"{sitter.name} (bot {sitter.who.level})"
    people = [other for other in before if other.who.pub]
    if any(other.who.pub == sitter.who.pub for other in people):
        return f"{sitter.name} (the same key)"
    return f"{sitter.name} (another key)" if any(other.name == sitter.name for other in people) else sitter.name


def _keys(played: Played) -> Iterator[str]:
    """The keys of the persons in a seat: names can be anybody's."""
    keys = {sitter.who.pub: sitter.name for sitter in played.people if sitter.who.pub}
    for key, name in keys.items():
        yield from _wrapped(f"{_INDENT}key of {name}: ", fingerprint(key))


def _wrapped(label: str, words: str) -> list[str]:
    """Words that are to be compared, none of them cut at the edge of a terminal."""
    return wrap(label + words, _WIDTH, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False)


def _end(report: Report) -> str:
    how = _ENDS[report.reason]
    if report.owing:
        names = listed(_name(report, seat) for seat in report.owing)
        return f"{how}: the host closed the log without a share of the seed from {names}"
    if report.winners:
        return f"{how}; {listed(_name(report, seat) for seat in report.winners)} won"
    return how


def _whose(report: Report) -> str:
    """Who is to answer for what was found."""
    match report.findings[0].code:
        case "truncated":
            return "As far as it goes, nothing is wrong with it."
        case "chain" | "attest":
            return "Anybody may have changed this file; ask another player for the same game's."
        case "version":
            return "Check it with the version of the game that it was played with."
    return "The host has signed this log, and nobody else can have. Keep the file."


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
        "entries": report.entries,
        "head": report.head.hex(),
        "words": log_words(report.head),
        "reason": report.reason,
        "fixed": report.fixed,
        "shares": list(report.shares),
        "owing": list(report.owing),
        "restarts": report.restarts,
        "seats": [
            {
                "names": [sitter.name for sitter in played.people],
                "keys": [sitter.who.pub.hex() for sitter in played.people],
                "moves": dict(played.moves),
                "stood_in": [sitter.stood_in for sitter in played.people],
                "signed_end": seat in report.attested,
                "score": played.score,
            }
            for seat, played in enumerate(report.seats)
        ],
        "winners": list(report.winners),
    }


def _name(report: Report, seat: int) -> str:
    return report.seats[seat].people[-1].name
