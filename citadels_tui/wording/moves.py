"""Wording: a move and the reason of a refusal, as a player reads them."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.texts import moves, names, refusals, say
from citadels_tui.texts.forms import Verb
from citadels_tui.wording.voice import EMPTY, Voice
from engine.move import Move
from engine.step import Refusal
from engine.view import View


def reason(voice: Voice, refusal: Refusal) -> Content:
    """Why something is refused."""
    known = refusals.REFUSALS
    return say(
        known.get(f"{refusal.code}:{refusal.card}") or known.get(refusal.code, refusals.UNKNOWN),
        amount=refusal.amount,
        card=voice.card(refusal.card) if refusal.card else EMPTY,
    )


def verb_of(move: Move, kind: str = "") -> Verb | None:
    """How a move is offered: by its verb, or more exactly by its form or by the kind of question."""
    exact = (f"{move.verb}:{kind}", f"{move.verb} {move.card}", f"{move.verb} {form(move)}", f"{move.verb} card")
    for key in exact if move.card else exact[:1]:
        if key in moves.VERBS:
            return moves.VERBS[key]
    return moves.VERBS.get(move.verb)


def form(move: Move) -> str:
    """The target of a move beside the card it names: a ``target``, a ``player`` or nothing."""
    return "target" if move.target else "player" if move.seat >= 0 else ""


def label(voice: Voice, move: Move, *, item: bool = False, kind: str = "") -> Content:
    """A move in words; ``item`` when it stands in a list of moves like it, ``kind`` is that of the question."""
    verb = verb_of(move, kind)
    if verb is None:
        return Content(str(move))
    text = (verb.item or verb.label) if item else verb.label
    if move.target and move.seat == voice.you and not move.card:
        text = moves.OWN_DISTRICT if item else text
    return said(voice, text, move)


def offered(view: View, voice: Voice, move: Move, *, item: bool = False) -> Content:
    """A move as it is offered now: what collecting means depends on whose turn it is."""
    if move.verb == "collect" and not move.card and view.turn is not None:
        named = moves.COLLECT.get(voice.character_id(view.turn.rank))
        if named:
            return say(named, **voice.at_ranks)
    return label(voice, move, item=item, kind=view.asked.kind if view.asked else "")


def said(voice: Voice, text: str, move: Move) -> Content:
    """A text about a move."""
    source = names.district(moves.OFFERED.get(move.verb, ""), voice.rules.edition)
    return say(
        text,
        card=voice.card(move.card) if move.card else EMPTY,
        character=names.character(move.card, voice.rules.edition).name if move.card else "",
        type=names.type_name(move.card),
        who=voice.player(move.seat),
        target=voice.district(move.target) if move.target else EMPTY,
        pays=source.pays,
        draws=source.draws,
    )


def about(voice: Voice, move: Move) -> str:
    """The card that a move is about: its target, the card it names, or the card that offers it."""
    edition = voice.rules.edition
    if move.target or names.is_district(move.card, edition) or names.is_character(move.card, edition):
        return move.target or move.card
    return moves.OFFERED.get(move.verb, "")
