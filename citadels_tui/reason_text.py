"""Reasons in words: why one move leads to more than another, in a review, a hint and a look at a bot's choice."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.texts import _, decimal, say
from citadels_tui.texts import review as texts
from citadels_tui.voice import Voice
from engine.review.reasons import Reason


def reason_told(reason: Reason, voice: Voice) -> Content:
    """A reason, as a part of a sentence."""
    more = round(reason.amount, 1)
    if reason.code not in texts.REASONS or (reason.code in ("city", "gold") and more <= 0):
        return Content(_(texts.ALL_IN_ALL))
    return say(texts.REASONS[reason.code], more=decimal(more), who=voice.player(reason.seat))


def quoted(move: Content) -> Content:
    """A move in a sentence about moves."""
    return Content.assemble('"', move, '"')
