"""Pages of the plain mode: the table, the hand, the notebook, a card, the help, the end, each as lines."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.board import player_summaries
from citadels_tui.encyclopaedia import entries, read, voice_of
from citadels_tui.hazards import hazards
from citadels_tui.holders import choosing, holder
from citadels_tui.inspecting import Thing, explain
from citadels_tui.notebook_page import remarks
from citadels_tui.seating import arranged, seated, waiting
from citadels_tui.session import Session
from citadels_tui.symbols import Symbols
from citadels_tui.texts import _, board, help, names, notebook, plain, say, table
from citadels_tui.voice import EMPTY, Voice, listed
from engine.editions import EDITIONS
from engine.notebook import Page
from engine.view import View


def lobby(session: Session) -> Iterator[Content]:
    """The table before the game."""
    found = session.lobby
    if found is None:
        return
    yield Content(_(table.LOBBY_TITLE))
    for info in found.seats:
        yield say(plain.SEAT, number=info.seat + 1, who=seated(found, info))
    yield from arranged(found)
    yield waiting(found, session.voice)


def host_key(session: Session) -> Iterator[Content]:
    """How others find and recognise this table, up to the invitation."""
    yield Content(_(table.FINGERPRINT))
    yield Content(session.feed.fingerprint)
    if session.feed.invite is not None:
        yield Content(_(plain.INVITE))


def look(session: Session) -> Iterator[Content]:
    """The table as it is now: the round, and every player with the city."""
    view, voice = session.view, session.voice
    if view is None:
        yield from lobby(session)
        return
    yield listed(_round(view, voice))
    for summary in player_summaries(view, session.seats):
        marks = [
            Content(_(text))
            for text, true in (
                (board.YOU, summary.you),
                (board.BOT, summary.bot),
                (board.AWAY, summary.away),
                (board.CHOSE, summary.chosen and not summary.you),
            )
            if true
        ]
        _name, *rest = explain(view, voice, Thing("player", f"p{summary.seat + 1}", EMPTY)).split("\n")
        text = plain.SEAT_NOW if marks else plain.SEAT
        yield say(text, number=summary.seat + 1, who=voice.player(summary.seat), marks=listed(marks))
        yield from (Content.assemble("  ", line) for line in rest)


def _round(view: View, voice: Voice) -> Iterator[Content]:
    """The table as a whole."""
    yield say(board.LAST_ROUND if view.finished else board.ROUND, amount=view.round)
    if view.turn is not None:
        who = voice.name(view.turn.seat)
        yield say(board.CALLED, rank=view.turn.rank, character=voice.character(view.turn.rank), who=who)
    elif choosing(view):
        yield Content(_(board.DRAFT))
    yield say(board.CROWN, who=voice.name(view.crown))
    yield say(board.DECK, amount=view.deck)
    if EDITIONS[view.rules.edition].pile:
        yield say(board.PILE, amount=view.discards)
    if view.faceup:
        yield say(board.FACEUP, characters=voice.characters(view.faceup))
    if view.facedown:
        yield say(board.FACEDOWN, amount=view.facedown)


def hand(session: Session) -> Iterator[Content]:
    """What one holds, and what hangs over one."""
    view, voice = session.view, session.voice
    if view is None or view.seat is None:
        return
    yield say(help.PLAYER_SHOWN, characters=voice.characters(view.roles)) if view.roles else EMPTY
    yield from (Content(_(hazard.sentence)) for hazard in hazards(view))
    yield say(plain.GOLD, amount=view.me.gold)
    if not view.hand:
        yield Content(_(board.EMPTY_HAND))
    for id in sorted(view.hand):
        yield say(plain.NO_OPTION, label=voice.district(id))


def who(session: Session) -> Iterator[Content]:
    """The notebook: for each character whoever may have it."""
    view, voice, book = session.view, session.voice, session.notebook
    if view is None or book is None:
        return
    page = book.page()
    for rank in range(1, len(view.rules.characters) + 1):
        yield say(plain.HOLDER, rank=rank, character=voice.character(rank), who=_holders(view, voice, page, rank))
    yield from remarks(view, voice, book)


def _holders(view: View, voice: Voice, page: Page, rank: int) -> Content:
    """Who has a character, or everybody who may."""
    known = holder(view, voice, page, rank, room=1000)
    if known.plain:
        return known
    places = page.places[rank]
    people = [voice.player(seat) for seat in range(view.rules.players) if seat in places]
    nobody = [Content(_(notebook.NONE_COLUMN))] if len(people) < len(places) else []
    return listed([*people, *nobody])


def card(session: Session | None, symbols: Symbols, name: str) -> Iterator[Content]:
    """Everything there is to read about what bears a name, or begins with it, or has it in its name."""
    view = session.view if session else None
    known = session is not None and session.known
    voice = session.voice if session and known else voice_of(next(iter(EDITIONS)), symbols)
    edition = voice.rules.edition
    wanted = name.casefold()
    if view is not None:
        for seat in range(view.rules.players):
            if voice.name(seat).casefold() == wanted:
                yield explain(view, voice, Thing("player", f"p{seat + 1}", EMPTY))
                return
    called = [
        (thing, {_name_of(thing, edition).casefold(), names.english(thing.id, edition).casefold()})
        for thing in entries(voice)
        if thing.id
    ]
    found = (
        [thing for thing, known in called if wanted in known]
        or [thing for thing, known in called if any(each.startswith(wanted) for each in known)]
        or [thing for thing, known in called if any(wanted in each for each in known)]
    )
    if not found:
        yield say(plain.NO_CARD, name=name)
    elif len(found) > 1:
        yield say(plain.WHICH_CARD, cards=listed(Content(_name_of(thing, edition)) for thing in found))
    elif view is not None and (found[0].kind == "district" or voice.rank(found[0].id)):
        yield explain(view, voice, found[0])
    else:
        yield read(voice, found[0])


def _name_of(thing: Thing, edition: str) -> str:
    match thing.kind:
        case "district":
            return names.district(thing.id, edition).name
        case "character":
            return names.character(thing.id, edition).name
        case _:
            return thing.label.plain


def commands() -> Iterator[Content]:
    """How it is played, and everything that can be typed."""
    yield Content(_(help.GAME_TITLE))
    game = (*help.GAME, help.CALLED, *help.TURN, help.ENDS, help.POINTS)
    yield from (Content(_(sentence)) for sentence in game)
    yield EMPTY
    yield Content(_(plain.COMMANDS_TITLE))
    for command in plain.COMMANDS.values():
        yield say(plain.USAGE, usage=_(command.usage), about=_(command.about))
