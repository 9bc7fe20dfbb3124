"""Story filter: the part of the log that a reader asks for, with what it needs to be understood."""

from __future__ import annotations

from collections.abc import Sequence

from citadels_tui.story.telling import Line
from citadels_tui.texts import _, log
from citadels_tui.wording.voice import Voice

EVERYTHING, HITS, CHAT = "all", "hits", "chat"


def filters(voice: Voice) -> list[tuple[str, str]]:
    """The filters that can be chosen, each with its name: everything, hits on you, chat, or a player by seat."""
    common = [(EVERYTHING, _(log.EVERYTHING)), (CHAT, _(log.CHAT))]
    if voice.you is not None:
        common.insert(1, (HITS, _(log.HITS)))
    return [*common, *((str(seat), name) for seat, name in enumerate(voice.names))]


def filtered(story: Sequence[Line], wanted: str) -> list[int]:
    """The lines to show, by place.

    A line that fits brings along the one it hangs from, and the heading of its round.

    Args:
        story: All lines.
        wanted: `EVERYTHING`, `HITS`, `CHAT`, or the number of a seat.
    """
    if wanted == EVERYTHING:
        return list(range(len(story)))
    kept: list[int] = []
    heading = head = -1
    for place, line in enumerate(story):
        if line.kind == "round":
            heading, head = place, -1
        elif line.indent == 0:
            head = place
        if _fits(line, wanted):
            kept += [above for above in (heading, head) if 0 <= above < place]
            kept.append(place)
    return list(dict.fromkeys(kept))


def _fits(line: Line, wanted: str) -> bool:
    match wanted:
        case "hits":
            return line.kind == "alert"
        case "chat":
            return line.kind == "chat"
        case _:
            return int(wanted) in line.seats


def found(story: Sequence[Line], words: str) -> list[int]:
    """The places of the lines that have some words in them, in upper or lower case."""
    sought = words.casefold().strip()
    return [place for place, line in enumerate(story) if sought in line.text.plain.casefold()] if sought else []
