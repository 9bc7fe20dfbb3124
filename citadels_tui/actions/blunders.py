"""Blunders: legal moves that hurt the player who makes them, or nobody at all. They are marked, and listed last."""

from __future__ import annotations

from collections.abc import Collection

from textual.content import Content

from citadels_tui.actions.consequences import outcome_of
from citadels_tui.texts import _, moves, say
from citadels_tui.wording.voice import EMPTY, Voice
from engine.move import Move
from engine.ruleset import ruleset
from engine.view import View


def blunder(view: View, voice: Voice, move: Move, unheld: Collection[int] = ()) -> Content:
    """Why a move is probably a mistake, in a few words; empty for any other.

    Args:
        view: What the seat sees.
        voice: How names are written.
        move: The move.
        unheld: The ranks that nobody has, as far as this seat can tell (`Session.unheld`).
    """
    if strikes_own_city(view, move):
        return Content(_(moves.YOURS))
    if move.verb in moves.GIFTS and move.seat not in (-1, view.seat):
        return Content(_(moves.NOT_YOURS))
    rank = _named(voice, move)
    if rank in view.faceup:
        return Content(_(moves.LIES_FACE_UP))
    if rank in view.aside and (rank in unheld or rank in ruleset(view.rules).kept_aside(view)):
        return Content(_(moves.PUT_ASIDE))
    if rank in view.roles:
        return Content(_(moves.YOURS))
    return Content(_(moves.NOBODY_HAS_IT)) if rank in unheld else EMPTY


def question(view: View, voice: Voice, move: Move, unheld: Collection[int] = ()) -> Content:
    """The question before a move that is fatal; empty for any other. Its arguments are those of `blunder`."""
    if strikes_own_city(view, move):
        return say(moves.SURE_OWN_DISTRICT, target=voice.district(move.target))
    rank = _named(voice, move)
    if rank in view.faceup:
        return say(moves.SURE_FACE_UP, character=voice.character(rank))
    if rank in unheld or rank in ruleset(view.rules).kept_aside(view):
        return say(moves.SURE_NOBODY, whom=voice.whom(rank))
    if rank in view.roles:
        return say(moves.SURE_OWN_CHARACTER, character=voice.character(rank))
    if move.verb == "end":
        building = any(each.verb == "build" for each in view.moves)
        able = any(_free_ability(view, each) for each in view.moves)
        return Content(_(moves.SURE_END[building, able])) if building or able else EMPTY
    return EMPTY


def _free_ability(view: View, move: Move) -> bool:
    """Whether a move is the character's ability, costs nothing, and is meant for others."""
    general = move.verb in ("build", "play", "end") or move.verb in moves.OFFERED
    outcome = outcome_of(view, move)
    return not general and outcome.gold >= 0 and outcome.cards >= 0 and not strikes_own_city(view, move)


def strikes_own_city(view: View, move: Move) -> bool:
    """Whether a move is aimed at a district of one's own city; to build over one is not."""
    return bool(move.target) and move.seat == view.seat and not move.card


def _named(voice: Voice, move: Move) -> int:
    """The rank that a move aims at by the name of its character, or 0."""
    return 0 if move.seat >= 0 or move.verb in moves.CHOOSING else voice.rank(move.card)
