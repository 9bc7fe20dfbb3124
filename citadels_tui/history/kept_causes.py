"""Kept causes: why a game was won or lost stands beside its log in the archive, so that it is there at once again."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from citadels_tui.history.recording import Recording
from engine.errors import CitadelsError
from engine.move import Move
from engine.record import Record
from engine.review.causes import LUCK, OTHERS, OWN, Cause, Explanation, Swing
from net.base.errors import NetError
from net.base.paths import in_archive
from net.gamelog.archive import Archive
from net.gamelog.retention import OWN as OWN_GAMES

VERSION = 1
"""Number of the way in which causes are found: those found in another way are found anew."""
_KEPT: TypeAdapter[tuple[int, Explanation]] = TypeAdapter(tuple[int, Explanation])


def kept_causes(recording: Recording, seat: int) -> Explanation | None:
    """Why the game ended as it did for a seat, where that is kept and can be true of this game."""
    log = _log(recording)
    if log is None:
        return None
    with suppress(NetError, ValidationError, CitadelsError), closing(Archive(log.parent, OWN_GAMES)) as archive:
        content = archive.causes(log.stem, seat)
        version, found = _KEPT.validate_json(content) if content else (0, None)
        if version == VERSION and found is not None and _possible(found, recording.record, seat):
            return found
    return None


def keep_causes(recording: Recording, found: Explanation) -> None:
    """Keep why the game ended as it did for a seat; without room it is not kept."""
    log = _log(recording)
    if log is not None:
        with suppress(NetError), closing(Archive(log.parent, OWN_GAMES)) as archive:
            archive.keep_causes(log.stem, found.seat, _KEPT.dump_json((VERSION, found)))


def _log(recording: Recording) -> Path | None:
    """The place of the game's log in an archive."""
    log = recording.checked.proof
    return log if log is not None and in_archive(log) else None


def _possible(found: Explanation, record: Record, seat: int) -> bool:
    """Whether causes can be those of a game: what was changed by hand or is of another game is not shown."""
    moves, players = len(record.moves), range(record.rules.players)
    chances = [found.start, found.end]
    steps: list[Cause | Swing] = [*found.causes, *found.swings]
    for each in steps:
        chances += [each.start, each.end]
        if each.seat not in players or not 0 <= each.first < each.last <= moves:
            return False
    if found.seat != seat or found.mistakes is None or not all(0 <= chance <= 1 for chance in chances):
        return False
    if not {cause.kind for cause in found.causes} <= {OWN, OTHERS, LUCK}:
        return False
    if any(not 0 <= swing.rank <= len(record.rules.characters) for swing in found.swings):
        return False
    named: dict[int, set[Move]] = {}
    for turn in (*found.mistakes, *[swing.mistake for swing in found.swings if swing.mistake is not None]):
        named.setdefault(turn.choice.moment, set()).update((turn.choice.played, turn.choice.better))
    if not named:
        return True
    legal = {at for at, g in enumerate(record.steps()) if at in named and named[at] <= set(g.moves)}
    return legal == set(named)
