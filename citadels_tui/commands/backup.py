"""`citadels backup`: a copy of a journal."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from citadels_tui.errors import CommandError, UsageError
from citadels_tui.texts import backup as texts
from citadels_tui.texts import translated, why


def backup(file: Path, /, *, journal: Path | None = None) -> int:
    """Copy the journal of the tables you host into a new file, with everything that is in it.

    Nobody may be hosting from it meanwhile. The copy is a journal, too: citadels host --resume --journal FILE.

    Args:
        file: The new file. It holds the cards of games that are not over, and is readable by you only.
        journal: The journal to copy, instead of the usual one.

    Returns:
        0.
    """
    from net.base.errors import NetError
    from net.base.paths import journal_path
    from net.host.journal import Journal

    journal = journal or journal_path()
    if not journal.is_file():
        raise UsageError("there is no journal {path}", path=journal)
    if file.exists():
        raise UsageError("{path} is there already", path=file)
    try:
        with closing(Journal(journal)) as found:
            found.back_up(file)
            tables = len(found.tables())
    except NetError as error:
        raise CommandError(why(error)) from None
    print(translated(texts.KEPT, tables).format(amount=tables, file=file))
    return 0
