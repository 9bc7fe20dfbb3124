"""Kept games: what was left on this machine, whether it can be resumed, and why not."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine import View
from engine.errors import RulesError
from engine.rules import Rules
from net.base.errors import NetError
from net.base.paths import config_path, journal_path, kept_files, left_at
from net.gamelog.chain import GENESIS, next_head
from net.gamelog.entries import GameEntry, parsed
from net.host.opening import Reach
from net.host.store.journal import Journal
from net.host.store.store import StoredEntry
from net.host.store.stored_table import TableRecord
from net.identity.crypto import Identity, load_identity
from net.identity.own_keys import own_keys
from net.protocol.version import RULES


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of one's own, or a table one hosted, that can be resumed as far as a look at it tells."""

    journal: Path
    when: datetime
    """Time at which it was left."""
    rules: Rules
    moves: int
    """How far it has come."""
    hosted: bool = False
    """Whether others can come back to it, too."""
    others: tuple[str, ...] = ()
    """Names of the people who have a seat, without those of this account."""
    reach: Reach = Reach()
    """How others come to it from elsewhere."""

    def view(self) -> View | None:
        """The game as the player saw it last, played again up to there; None in a lobby, and for another identity.

        Raises:
            NetError: why it cannot be resumed after all.
        """
        from net.host.game.logged_game import LoggedGame

        with contextlib.closing(Journal(self.journal)) as journal:
            id, table = _newest(journal, hosted=self.hosted) or ("", None)
            if table is None or not table.game:
                return None
            game = LoggedGame.recover(table.game, journal.game(table.game), _host(), journal.mark(id))
        seat = game.validator.sat.get(load_identity(config_path() / "id_ed25519").public)
        return None if seat is None or not game.dealt else game.view(seat)


@dataclass(frozen=True, slots=True)
class UnusableGame:
    """A game, or a table, that is kept and cannot be resumed now."""

    journal: Path
    when: datetime
    """Time at which it was left."""
    hosted: bool
    reason: NetError


def find_kept() -> Iterator[KeptGame | UnusableGame]:
    """Yield the kept games, the newest first; each is read when it is its turn.

    A game of one's own in which nobody has made a move is none.
    """
    for path in kept_files():
        found = kept_in(path, hosted=path == journal_path())
        if found:
            yield found


def kept_in(path: Path, *, hosted: bool) -> KeptGame | UnusableGame | None:
    """The game that is kept in a journal; None when there is nothing to resume."""
    when = datetime.fromtimestamp(left_at(path), UTC)
    try:
        return _look(path, when, hosted=hosted)
    except NetError as error:
        return UnusableGame(path, when, hosted, error)
    except OSError as error:
        return UnusableGame(path, when, hosted, NetError("journal", f"{path}: {error.strerror}."))


def kept_games() -> list[KeptGame]:
    """The games the player can resume, the newest first, without those that are being played right now."""
    return [game for game in find_kept() if isinstance(game, KeptGame)]


def _look(path: Path, when: datetime, *, hosted: bool) -> KeptGame | None:
    """The table of a journal that was opened last, of those that can be read; None when there is nothing to resume.

    Raises:
        NetError: why it cannot be resumed.
    """
    with contextlib.closing(Journal(path)) as journal:
        _, table = _newest(journal, hosted=hosted) or ("", None)
        if table is None:
            return None
        try:
            rules = table.setup.rules()
        except RulesError:
            raise NetError("stored", "it is from another version of the game.") from None
        if not table.game:
            others = _others((each.pub, each.name) for each in table.people if each)
            return KeptGame(path, when, rules, 0, hosted, others, table.opening.reach)
        stored = journal.game(table.game)
        if not hosted and not any(secret.salt for secret in stored.secrets):
            # Only what a person has signed has salt.
            return None
    if not stored.entries:
        raise NetError("stored", "it is damaged.")
    first = _first(table.game, stored.entries[0])
    others = _others((each.pub, each.name) for each in first.seats if each.pub)
    return KeptGame(path, when, rules, max(0, len(stored.secrets) - 1), hosted, others, table.opening.reach)


def _first(game: str, stored: StoredEntry) -> GameEntry:
    """The first entry of a game, which tells whether this program and this account's host can go on with it."""
    try:
        entry = parsed(stored.body)
    except NetError:
        entry = None
    if not isinstance(entry, GameEntry) or entry.version != RULES:
        raise NetError("stored", "its game is from another version of the game.")
    if stored.sig != _host().sign("entry", game, 1, next_head(GENESIS, stored.body)):
        raise NetError("stored", "its game is signed with another key than this host's, or damaged.")
    return entry


def _host() -> Identity:
    return load_identity(config_path() / "host_ed25519")


def _others(people: Iterable[tuple[bytes, str]]) -> tuple[str, ...]:
    """Names of those whose key is none of this account's."""
    own = own_keys()
    return tuple(name for pub, name in people if pub.hex() not in own)


def _newest(journal: Journal, *, hosted: bool) -> tuple[str, TableRecord] | None:
    """The table that was opened last, with its id, of those that can be read; None when there is none.

    Raises:
        NetError: when there are tables, and none can be read.
    """
    fault = None
    for id, record in reversed(journal.tables()):
        try:
            table = TableRecord.read(id, record)
        except NetError as error:
            fault = error
            continue
        if table.game or hosted:
            return id, table
    if fault:
        raise fault
    return None
