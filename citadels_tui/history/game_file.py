"""Game files: a game from a log (.proof) or a record (.citadels), whichever a file is."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_documents_path

from citadels_tui.texts import _, replay, retold, why
from citadels_tui.wording.errors import CommandError, UsageError
from engine.errors import CitadelsError
from engine.record import MAX_BYTES, Record
from net.base.errors import NetError
from net.base.ids import time_of
from net.base.paths import in_archive, private_file
from net.base.text import shown_name

if TYPE_CHECKING:
    from net.gamelog.proof import Proof


MOST_ALIKE = 99
"""Files of one minute's games in a folder."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game that was read from a file, and found in order."""

    log: Path | None
    """The file, when it is a log, which anybody can check; a record shows less."""
    record: Record
    names: tuple[str, ...]
    """The players' names as they can be shown."""
    levels: tuple[str, ...]
    """For each seat which bot it was; empty for a person, and where the file does not say."""
    verdict: str
    """The result of checking it, as a sentence."""
    words: str = ""
    """The fingerprint of its log; empty for a record."""


def check_path(path: Path) -> None:
    """Refuse what no game can be read from.

    Raises:
        UsageError: with the reason.
    """
    if in_archive(path):
        return
    if not path.exists():
        raise UsageError(_(replay.NO_FILE).format(path=path))
    # A pipe may be meant, `<(zcat game.proof.gz)`; what has no end is not.
    if not path.is_file() and not path.is_fifo():
        raise UsageError(_(replay.NOT_A_FILE).format(path=path))


def write_file(path: Path, content: bytes) -> None:
    """Write a new file that a command was asked for, or to standard output.

    Raises:
        CommandError: when it cannot be written.
    """
    if is_output(path):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        private_file(path, content)
    except OSError as error:
        raise CommandError("{path} cannot be written: {reason}", path=path, reason=error.strerror) from None


def is_output(path: Path) -> bool:
    """Whether a path means standard output."""
    return str(path) in ("-", "/dev/stdout")


def write_new(log: Path | None, kind: str, content: bytes) -> Path:
    """Write a file of a game that is to be sent to others: a new one among the documents, or else where one is.

    Args:
        log: Its log, whose name tells when it began.
        kind: The ending of the file's name.
        content: What is in it.

    Raises:
        OSError: when it can be written nowhere.
    """
    begun = time.time()
    with suppress(ValueError):
        begun = time_of(log.stem) if log else begun
    name = time.strftime("citadels-%Y-%m-%d-%H%M", time.localtime(begun))
    documents = user_documents_path()
    *tried, last = [*([documents] if documents.is_dir() else []), Path.cwd()]
    for folder in tried:
        with suppress(OSError):
            return _write_beside_others(folder, name, kind, content)
    return _write_beside_others(last, name, kind, content)


def _write_beside_others(folder: Path, name: str, kind: str, content: bytes) -> Path:
    for number in range(1, MOST_ALIKE + 1):
        path = folder / f"{name}{f'-{number}' * (number > 1)}.{kind}"
        with suppress(FileExistsError):
            private_file(path, content)
            return path
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder / name))


def read_log_or_record(path: Path) -> Proof | str:
    """A log, or the text of a record, whichever a file is; nothing of it is checked. A pipe is read once.

    Raises:
        CommandError: when it cannot be read.
    """
    try:
        if not in_archive(path):
            with path.open("rb") as opened:
                content = opened.read(MAX_BYTES + 1)
                if content.startswith((b"citadels:", b"#")):
                    return content.decode()
                # A record is read without loading what reads a log.
                from net.gamelog.proof import MAX_BYTES as LONGEST
                from net.gamelog.proof import Proof

                content += opened.read(LONGEST + 1 - len(content))
            return Proof.parse(content)
        from net.gamelog.archive import archived

        return archived(path)
    except OSError as error:
        raise CommandError(_(replay.UNREADABLE).format(path=path, reason=error.strerror)) from None
    except UnicodeDecodeError:
        raise CommandError(_(replay.NOT_TEXT).format(path=path)) from None
    except NetError as error:
        raise CommandError("{path}: {reason}", path=path, reason=why(error)) from None


def read_game(path: Path) -> GameFile:
    """Read a game and check it: a log wholly, of a record that each move is legal.

    Raises:
        CommandError: when it cannot be read, or is not as it must be.
    """
    found = read_log_or_record(path)
    try:
        return _of_record(found) if isinstance(found, str) else _of_log(path, found)
    except (CitadelsError, NetError) as error:
        raise CommandError("{path}: {reason}", path=path, reason=why(error)) from None


def _of_record(text: str) -> GameFile:
    record = Record.parse(text)
    record.replay()
    nobody = ("",) * len(record.names)
    names = tuple(map(shown_name, record.names))
    return GameFile(None, record, names, nobody, replay.LEGAL)


def _of_log(path: Path, proof: Proof) -> GameFile:
    # A record is read without loading what checks a log.
    from net.gamelog.proof import record_of
    from net.gamelog.verify import verify
    from net.identity.fingerprint import log_words

    report = verify(proof.host, proof.notes, attested=proof.attested)
    if not report.ok:
        raise CommandError(_(replay.NOT_VERIFIED).format(path=path, reason=retold(report.findings[0].sentence)))
    last = [seat.people[-1] for seat in report.seats]
    return GameFile(
        path,
        record_of(report),
        tuple(sitter.name for sitter in last),
        tuple(sitter.who.level for sitter in last),
        report.verdict,
        log_words(report.head),
    )
