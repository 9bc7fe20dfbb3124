"""Reasons in words: why one move leads to more than another, in a review, a hint and a look at a bot's choice."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.texts import decimal, say
from citadels_tui.texts import review as texts
from citadels_tui.wording.voice import EMPTY, Voice
from engine.review.reasons import Reason


def reason_told(reason: Reason, voice: Voice, seat: int | None) -> Content:
    """A reason, as a part of a sentence.

    Args:
        reason: What one move leads to more than another.
        voice: How names are written.
        seat: Whose move it is.
    """
    more = round(reason.amount, 1)
    vague = reason.code in ("city", "gold") and more <= 0
    gain = texts.ALL_IN_ALL if vague else texts.REASONS.get(reason.code, texts.ALL_IN_ALL)
    return say(
        gain.you if seat == voice.you else gain.they,
        who=EMPTY if seat is None else voice.player(seat),
        # Always with a fraction, so that no language needs a singular.
        more=decimal(more, 1),
        rival=voice.player(reason.seat),
    )


def quoted(move: Content) -> Content:
    """A move in a sentence about moves."""
    return Content.assemble('"', move, '"')
