"""The prompt: the player to move, the question, and the meaning of the marked row."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from citadels_tui.card_text import worth
from citadels_tui.desk import Row
from citadels_tui.hazards import bewitched, hazards
from citadels_tui.session import Session
from citadels_tui.texts import _, moves, names, questions, say, table, translated
from citadels_tui.voice import EMPTY, Voice
from citadels_tui.wording import verb_of
from engine.view import Asked, View


class PromptLine(Widget):
    """One line: what is awaited of whom."""

    DEFAULT_CSS = """
    PromptLine { height: 1; text-wrap: nowrap; background: $panel; }
    PromptLine.-yours { background: $accent; color: $background; text-style: bold; }
    """

    said: reactive[Content] = reactive(EMPTY)
    """What is shown."""
    warned: reactive[Content] = reactive(EMPTY)
    """What hangs over the player, shown behind it where there is room; the desk's title says it shortly."""

    def show(self, session: Session) -> None:
        """Say what the table waits for."""
        view = session.view
        self.warned = EMPTY
        if session.closed is not None and session.ended is None:
            self.said = Content.assemble(session.closed.sentence, " ", _(table.CLOSED_HINT))
        elif session.stopped is not None:
            said = _(table.STOPPED.get(session.stopped.reason, table.STOPPED_SOMEHOW))
            self.said = Content.assemble(said, " ", _(table.CLOSED_HINT))
        elif session.ended is not None:
            self.said = Content.assemble(_(questions.OVER), " ", _(table.RESULT_KEY))
        elif session.link is not None:
            self.said = Content.assemble(session.link.sentence, " ", _(table.LINK_WAITS))
        elif session.held:
            self.said = _resting(session)
        elif view is not None:
            self.said = Content(" ").join([awaited(view, session.voice), *_absence(session, view)])
            self.warned = _warning(view)
        stands = session.closed is not None or session.over or bool(session.trouble)
        self.set_class(view is not None and bool(view.moves) and not stands, "-yours")

    def render(self) -> Content:
        """The sentence."""
        whole = Content.assemble(" ", self.said, "  ", self.warned)
        return whole if whole.cell_length <= self.content_size.width else Content.assemble(" ", self.said)


def _warning(view: View) -> Content:
    """The first thing that hangs over the player, unless the prompt says it already."""
    asked = view.asked
    if asked is not None and asked.seat == view.seat and (asked.kind != "menu" or bewitched(view)):
        return EMPTY
    return next((Content(_(hazard.sentence)) for hazard in hazards(view)), EMPTY)


def _resting(session: Session) -> Content:
    """That the game rests, and who can let it go on."""
    if session.may_hold:
        return Content(_(table.HELD_YOURS))
    owner = session.lobby.owner if session.lobby else None
    return say(table.HELD_OWNER, who=session.voice.name(owner)) if owner is not None else Content(_(table.HELD))


def _absence(session: Session, view: View) -> list[Content]:
    """That who must answer is not here, and what then happens."""
    gone = view.asked is not None and any(info.seat == view.asked.seat and not info.connected for info in session.seats)
    return [Content(_(table.AWAITED_AWAY))] if gone else []


class DetailText(Widget):
    """A few lines about the row under the cursor."""

    DEFAULT_CSS = """
    DetailText { height: 2; color: $muted; }
    """

    said: reactive[Content] = reactive(EMPTY)
    """What is shown."""

    def show(self, view: View, voice: Voice, row: Row | None) -> None:
        """Explain a row."""
        self.said = explained(view, voice, row) if row is not None else EMPTY

    def render(self) -> Content:
        """The explanation, with the way to all of it when it is too long."""
        width, height = self.content_size
        lines = self.said.wrap(width)
        if len(lines) <= height:
            return self.said
        more = say(table.MORE)
        *whole, last = lines[:height]
        return Content("\n").join([*whole, Content.assemble(last.truncate(width - more.cell_length), more)])


def explained(view: View, voice: Voice, row: Row) -> Content:
    """A row's card and what it does, or what its move means."""
    text = _detail(view, row)
    if not row.card:
        return Content(text) if text else _ability(view, row)
    if names.is_district(row.card, voice.rules.edition):
        facts = names.district(row.card, voice.rules.edition)
        kind = Content(_(moves.ACTION)) if facts.action else worth(facts)
        head = Content.assemble(voice.district(row.card).stylize("bold"), "  ", kind)
        return Content.assemble(head, ". ", text) if text else head
    many = verb_of(row.moves[0]) if len(row.moves) > 1 else None
    if many and many.detail:
        text = f"{_(many.detail)} {text}"
    return Content.assemble(Content.styled(names.character(row.card, voice.rules.edition).name, "bold"), ". ", text)


def _detail(view: View, row: Row) -> str:
    """One or two sentences about a row: what the card does, or what the move means."""
    if row.card and names.is_district(row.card, view.rules.edition):
        return names.district(row.card, view.rules.edition).text
    if row.card and names.is_character(row.card, view.rules.edition):
        return names.character(row.card, view.rules.edition).text
    kind = view.asked.kind if view.asked else ""
    verb = verb_of(row.moves[0], kind) if row.moves else None
    return translated(verb.detail) if verb and verb.detail else ""


def _ability(view: View, row: Row) -> Content:
    """The character whose ability needs the player that a row aims at."""
    kind = view.asked.kind if view.asked else ""
    if row.seat < 0 or kind != "menu" or view.turn is None:
        return EMPTY
    acting = names.character(view.rules.characters[view.turn.rank - 1], view.rules.edition)
    return Content.assemble(Content.styled(acting.name, "bold"), ". ", acting.text)


def _cases(view: View, asked: Asked) -> Iterator[str]:
    """What is special about a question; it may have a text for that."""
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
    """What the table waits for, said to this player."""
    asked = view.asked
    if view.over:
        return Content(_(questions.OVER))
    if asked is None:
        return Content(_(questions.SOON))
    mine = asked.seat == view.seat and bool(view.moves)
    exact = (f"{asked.kind}:{case}" for case in _cases(view, asked))
    kind = next((kind for kind in exact if kind in questions.PROMPTS), asked.kind)
    prompt = questions.PROMPTS.get(kind, questions.UNKNOWN)
    return say(
        prompt.you if mine else prompt.they,
        who=voice.name(asked.seat),
        other=voice.name(asked.other),
        card=voice.district(asked.card) if asked.card else EMPTY,
        character=voice.character(asked.rank),
        role=voice.character(view.turn.rank) if view.turn else "",
        amount=asked.amount,
    )
