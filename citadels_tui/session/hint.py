"""Hint: what a bot would do in the player's place, and why, in one sentence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content

from citadels_tui.texts import _, daily, hints, names, say
from citadels_tui.texts.effects import effect
from citadels_tui.wording.moves import offered
from citadels_tui.wording.reason_text import quoted, reason_told
from citadels_tui.wording.voice import EMPTY, Voice
from net.client.updates import Hinted
from net.protocol.client_messages import AskHint

if TYPE_CHECKING:
    from citadels_tui.session.session import Session
    from engine.bots.advice import Advice
    from engine.notebook import Page
    from engine.view import View


def no_hint(session: Session) -> str:
    """Why there can be no hint now; empty when there can."""
    if not _hints_allowed(session):
        return _(hints.NO_HINT_TABLE)
    if session.counts_for_day and not session.aided:
        return _(daily.HINTS_OFF)
    return "" if session.question.decision is not None and not session.ending.over else _(hints.NO_HINT_NOW)


def _hints_allowed(session: Session) -> bool:
    """Whether there are hints at this table: not where other people play, unless they share a keyboard."""
    others = (info for info in session.people.seats if session.view is None or info.seat != session.view.seat)
    return session.alone or all(info.kind == "bot" for info in others)


async def ask_hint(session: Session) -> None:
    """Ask the host what a bot would do; the answer is kept with the question (`OpenQuestion.hinted`)."""
    decision = session.question.decision
    if decision is not None:
        await session.feed.request(partial(AskHint, did=decision.did))


def known_hint(session: Session, taught: Advice | None = None) -> Hinted | None:
    """The hint that nobody has to think about: it was found before, or the lesson has one of its own.

    Args:
        session: The table.
        taught: The lesson's advice, while there is one: another hint beside it would lead astray.
    """
    if taught is None or session.question.decision is None:
        return session.question.hinted
    return Hinted(session.question.decision.did, taught.move, taught.move)


def at_a_glance(session: Session) -> Hinted | None:
    """The rule of thumb's hint, which needs no host and no time; None where there is none."""
    decision, view = session.question.decision, session.view
    order = session.notes.order(view) if view is not None else ()
    return Hinted(decision.did, order[0], order[0]) if decision is not None and order else None


def hint_said(session: Session, hinted: Hinted, taught: Advice | None = None) -> Content:
    """A hint in words, and whether it was tried out; the parameters are those of `hint_told`."""
    told = hint_told(session, hinted, taught)
    if taught is not None or hinted.reason is not None:
        return told
    return say(hints.TRIED if hinted is session.question.hinted else hints.GLANCE, hint=told)


def hint_told(session: Session, hinted: Hinted, taught: Advice | None = None) -> Content:
    """A hint in words: why the move is good, or why it is better than what first comes to mind.

    Args:
        session: The table.
        hinted: The hint.
        taught: The lesson's advice, while there is one.
    """
    view, voice = session.view, session.voice
    assert view is not None
    move = offered(view, voice, hinted.move)
    if hinted.reason is not None:
        return say(
            hints.FOUND,
            move=move,
            usual=quoted(offered(view, voice, hinted.usual)),
            points=max(1, round(100 * hinted.gain)),
            reason=reason_told(hinted.reason, voice, view.seat),
        )
    advice = taught or session.notes.advice(view)
    if advice is None or advice.move != hinted.move:
        return say(hints.HINTS["best"], move=move)
    return hint(view, voice, advice, session.notes.page)


def hint(view: View, voice: Voice, advice: Advice, page: Page | None = None) -> Content:
    """An advice in words.

    Args:
        view: What the seat sees.
        voice: How names are written.
        advice: The move and its reason.
        page: Which seats may hold each character, as far as this seat can know; None: unknown.
    """
    move, edition = advice.move, voice.rules.edition
    text = hints.HINTS[advice.reason]
    if page is not None and advice.reason in hints.CERTAIN and page.place(voice.rank(move.card)) == advice.seat:
        text = hints.CERTAIN[advice.reason]
    return say(
        text,
        move=offered(view, voice, move),
        character=names.character(move.card, edition).name if move.card else "",
        whom=names.whom(move.card, edition) if move.card else "",
        effect=effect(move.card, voice.rules) if names.is_character(move.card, edition) else "",
        card=voice.card(move.card) if move.card else EMPTY,
        cards=voice.cards(advice.cards),
        target=voice.district(move.target) if move.target else EMPTY,
        who=voice.player(advice.seat),
        type=names.type_name(advice.type),
        amount=advice.amount,
    )
