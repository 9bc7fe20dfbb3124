"""Asking: the open question in words, and what a row of the action list means."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.actions.hazards import bewitched
from citadels_tui.actions.rows import Row
from citadels_tui.texts import _, moves, names, questions, say, translated
from citadels_tui.wording.card_text import in_this_game, worth
from citadels_tui.wording.moves import form, said, verb_of
from citadels_tui.wording.voice import EMPTY, Voice
from engine.view import Asked, View


def explained(view: View, voice: Voice, row: Row) -> Content:
    """A row's card and what it does, or what its move means."""
    text = _detail(view, voice, row)
    if not row.card:
        return Content(text) if text else _ability(view, voice, row)
    if names.is_district(row.card, voice.rules.edition):
        facts = names.district(row.card, voice.rules.edition)
        kind = Content(_(moves.ACTION)) if facts.action else worth(facts)
        head = Content.assemble(voice.district(row.card).stylize("bold"), "  ", kind)
        return Content.assemble(head, ". ", text) if text else head
    many = verb_of(row.moves[0]) if len(row.moves) > 1 else None
    if many and many.detail:
        text = f"{_(many.detail)} {text}"
    return Content.assemble(Content.styled(names.character(row.card, voice.rules.edition).name, "bold"), ". ", text)


def asked_in(voice: Voice, row: Row) -> Content:
    """The question of the list that a row opens, which takes the place of `awaited` while it is open."""
    first = row.moves[0]
    # A card that can be paid for in several ways is asked about as one that is paid for in gold.
    verb = verb_of(first) if len({form(move) for move in row.moves}) == 1 else moves.VERBS[first.verb]
    return said(voice, verb.asks, first) if verb and verb.asks else Content(row.label.plain.removesuffix("..."))


def _detail(view: View, voice: Voice, row: Row) -> str:
    """One or two sentences about a row: what the card does, or what the move means."""
    if row.card and names.is_district(row.card, view.rules.edition):
        return in_this_game(voice, names.district(row.card, view.rules.edition).text)
    if row.card and names.is_character(row.card, view.rules.edition):
        return in_this_game(voice, names.character(row.card, view.rules.edition).text)
    kind = view.asked.kind if view.asked else ""
    verb = verb_of(row.moves[0], kind) if row.moves else None
    return translated(verb.detail) if verb and verb.detail else ""


def _ability(view: View, voice: Voice, row: Row) -> Content:
    """The character whose ability needs the player that a row aims at."""
    kind = view.asked.kind if view.asked else ""
    if row.seat < 0 or kind != "menu" or view.turn is None:
        return EMPTY
    acting = names.character(view.rules.characters[view.turn.rank - 1], view.rules.edition)
    return Content.assemble(Content.styled(acting.name, "bold"), ". ", in_this_game(voice, acting.text))


def _cases(view: View, asked: Asked) -> Iterator[str]:
    """The special cases of a question, for which there may be a text."""
    verbs = {move.verb for move in view.moves} if asked.seat == view.seat else set()
    if asked.kind == "menu":
        yield _step_of(view, verbs)
        return
    if verbs == {"pass"}:
        yield "pass"
    if view.turn is not None and view.turn.seat != asked.seat:
        yield "other"
    if "build" in verbs:
        yield "build"
    if not asked.amount:
        yield "nothing"


def _step_of(view: View, verbs: set[str]) -> str:
    """How far a turn is."""
    if view.turn is not None and not view.turn.gathered:
        return "bewitched" if bewitched(view) else "income"
    if not verbs:
        return ""
    # What a card on the table offers is no ability of the character.
    ability = verbs - {"end", "build", "play"} - moves.OFFERED.keys()
    if "end" not in verbs:
        return "must"
    if "build" in verbs:
        return "" if ability else "build"
    if ability:
        return "ability"
    return "card" if verbs - {"end"} else "end"


def awaited(view: View, voice: Voice) -> Content:
    """The prompt: a sentence for this player about the decision that the table waits for."""
    asked = view.asked
    if view.over:
        return Content(_(questions.OVER))
    if asked is None:
        return Content(_(questions.SOON))
    mine = asked.seat == view.seat and bool(view.moves)
    if asked.seat == view.seat and not mine:
        return Content(_(questions.YOURS_SOON))
    exact = (f"{asked.kind}:{case}" for case in _cases(view, asked))
    kind = next((kind for kind in exact if kind in questions.PROMPTS), asked.kind)
    prompt = questions.PROMPTS.get(kind, questions.UNKNOWN)
    return say(
        prompt.you if mine else prompt.they,
        who=voice.name(asked.seat),
        other=voice.name(asked.other),
        card=voice.district(asked.card) if asked.card else EMPTY,
        character=voice.character(asked.rank),
        whom=voice.whom(asked.rank),
        role=voice.character(view.turn.rank) if view.turn else "",
        amount=asked.amount,
    )
