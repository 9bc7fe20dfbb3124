"""Hint: what a bot would do in the player's place, and why, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from citadels_tui.texts import _, hints, names, say
from citadels_tui.voice import EMPTY, Voice
from citadels_tui.wording import offered

if TYPE_CHECKING:
    from citadels_tui.session import Session
    from engine.bots.advice import Advice
    from engine.view import View


def hint_for(session: Session) -> Content:
    """A hint at the open question, or why there is none."""
    if not session.alone:
        return Content(_(hints.NO_HINT_TABLE))
    advice = session.advice()
    if advice is None or session.view is None:
        return Content(_(hints.NO_HINT_NOW))
    return hint(session.view, session.voice, advice)


def hint(view: View, voice: Voice, advice: Advice) -> Content:
    """An advice in words.

    Args:
        view: What the seat sees.
        voice: How names are written.
        advice: The move and its reason.
    """
    move, edition = advice.move, voice.rules.edition
    return say(
        hints.HINTS[advice.reason],
        move=offered(view, voice, move),
        character=names.character(move.card, edition).name if move.card else "",
        card=voice.card(move.card) if move.card else EMPTY,
        cards=voice.cards(advice.cards),
        target=voice.district(move.target) if move.target else EMPTY,
        who=voice.player(advice.seat),
        type=names.type_name(advice.type),
        amount=advice.amount,
    )
