"""Table notices: what a player reads for some seconds over the board when something has happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from citadels_tui.session.session import Session
from citadels_tui.story.telling import Line
from citadels_tui.texts import retold
from net.client.updates import Chat, Closed, Refused, SeatChanged, Update, Woke
from net.protocol.host_messages import KnockNote, NudgeNote

SAID = 10.0
"""Seconds for which a line of the chat stands over the board."""


class TableNotice(NamedTuple):
    """One notice."""

    text: str
    seconds: float
    severity: Literal["information", "warning"] = "information"


def table_notices(
    update: Update, lines: Sequence[Line], session: Session, *, covered: bool, read: bool
) -> Iterator[TableNotice]:
    """The notices that an update of the table is worth.

    Args:
        update: What has happened.
        lines: What it adds to the log.
        session: The table, which has taken it.
        covered: Whether the player looks at something else.
        read: Whether the player sees the end of the log, and so what is said.
    """
    hits = [line.text.plain for line in lines if line.kind == "alert"]
    if hits and covered:
        yield TableNotice(hits[-1], 8, "warning")
    seat = session.view.seat if session.view is not None else None
    match update:
        case Refused():
            yield TableNotice(retold(update.sentence), 4, "warning")
        case Chat() if lines and not read and (update.seat is None or update.seat != seat):
            yield TableNotice(lines[-1].text.plain, SAID)
        case NudgeNote() if update.asked == seat and not covered:
            yield TableNotice(lines[-1].text.plain, SAID, "warning")
        case KnockNote() if not covered:
            yield TableNotice(lines[-1].text.plain, SAID, "warning")
        case SeatChanged() if update.seat.seat == seat:
            yield TableNotice(lines[-1].text.plain, 10, "warning")
        case Woke() if update.seat == seat and lines:
            yield TableNotice(lines[-1].text.plain, 10)
        case Closed() if session.ending.ended is None:
            yield TableNotice(retold(update.sentence), 8, "warning")
