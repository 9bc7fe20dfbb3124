"""Pages of the plain mode: the table, hands, the notebook, a card, the help, the end, each as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from textual.content import Content

from citadels_tui.actions.hazards import warnings
from citadels_tui.history.judging import Judging
from citadels_tui.history.recording import Hand, kept_recording
from citadels_tui.pages.causes_page import cause_lines
from citadels_tui.pages.chronicle import RoundFigures, chronicle
from citadels_tui.pages.encyclopaedia import entries, read
from citadels_tui.pages.ending import deed_lines, headline
from citadels_tui.pages.inspecting import Thing, explain
from citadels_tui.pages.ladder_page import said_lines
from citadels_tui.pages.notebook_page import remarks
from citadels_tui.pages.retelling import retold_game
from citadels_tui.pages.score_table import ranking, scored, source_name
from citadels_tui.pages.seating import arranged, day_title, heading, seated, waiting
from citadels_tui.session.board import player_summaries
from citadels_tui.session.holders import CERTAIN, MAYBE, choosing, choosing_order, grid, holder
from citadels_tui.session.session import Session
from citadels_tui.texts import _, board, ending, help, names, notebook, plain, replay, say, table
from citadels_tui.texts import causes as why_texts
from citadels_tui.wording.errors import CommandError
from citadels_tui.wording.voice import EMPTY, Voice, listed
from engine.editions import EDITIONS
from engine.errors import CitadelsError
from engine.notebook import ASIDE, FACE_UP, Notebook, Page
from engine.view import View
from net.client.updates import Ended, SeatInfo


def causes(session: Session) -> list[Content]:
    """Why the player at the screen won or lost: it takes a second or a few to find out."""
    you = session.voice.you
    if session.ending.ended is None:
        return [Content(_(plain.NOT_OVER))]
    with suppress(CitadelsError, CommandError, ValueError):
        recording = kept_recording(session.ending.verified)
        if recording is not None and you is not None:
            found = Judging(recording).causes(you)
            return [line.text for line in cause_lines(found, recording, session.symbols)]
    return [Content(_(why_texts.NOT_KNOWN))]


def lobby(session: Session) -> Iterator[Content]:
    """The table before its game is seen."""
    found = session.people.lobby
    if found is None:
        return
    yield heading(found)
    for info in found.seats:
        yield say(plain.SEAT, number=info.seat + 1, who=seated(found, info))
    yield from arranged(found)
    yield waiting(found, session.voice)


def host_key(session: Session) -> Iterator[Content]:
    """How others find and recognise this table, up to the invitation."""
    yield Content(_(table.FINGERPRINT))
    yield Content(session.feed.fingerprint)
    if session.invite is not None:
        if session.invite.local:
            yield Content(_(table.ONLY_HERE))
        yield Content(_(plain.INVITE))


def table_now(session: Session) -> Iterator[Content]:
    """The table as it is now; before the game its lobby."""
    if session.view is None:
        yield from lobby(session)
    else:
        yield from board_lines(session.view, session.voice, session.people.seats)


def board_lines(view: View, voice: Voice, seats: Sequence[SeatInfo]) -> Iterator[Content]:
    """The round, and every player with the city."""
    yield listed(_round(view, voice))
    for summary in player_summaries(view, seats):
        marks = [
            Content(_(text))
            for text, true in (
                (board.YOU, summary.you),
                (board.BOT, summary.bot),
                (board.AWAY, summary.away),
                (board.ASLEEP, summary.asleep),
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


def own_hand(session: Session) -> Iterator[Content]:
    """The player's own hand."""
    view = session.view
    if view is not None and view.seat is not None:
        yield from hand(view, session.voice)


def hand(view: View, voice: Voice) -> Iterator[Content]:
    """The hand of a seat, and the dangers to it."""
    if view.roles:
        yield say(help.PLAYER_SHOWN, characters=voice.characters(view.roles))
    yield from warnings(view, voice)
    yield say(plain.GOLD, amount=view.me.gold)
    if not view.hand:
        yield Content(_(board.EMPTY_HAND))
    for id in sorted(view.hand):
        yield say(plain.NO_OPTION, label=voice.district(id))


def hands(held: Sequence[Hand], voice: Voice) -> Iterator[Content]:
    """The hands of everybody, in a game that is over."""
    for each in held:
        cards = voice.cards(each.cards) if each.cards else Content(_(replay.EMPTY_HAND))
        text = plain.HELD_BY if each.roles else plain.HELD
        yield say(text, who=voice.player(each.seat), characters=voice.characters(each.roles), cards=cards)


def own_notebook(session: Session) -> Iterator[Content]:
    """The notebook as it is now."""
    if session.view is not None and session.notes.notebook is not None:
        yield from notebook_lines(session.view, session.voice, session.notes.notebook, session.notes.notebook.rounds)


def notebook_lines(view: View, voice: Voice, book: Notebook, rounds: Mapping[int, Page]) -> Iterator[Content]:
    """The notebook: by character and by player who may be who, who was who in the rounds before, and what was seen.

    Args:
        view: What the seat sees.
        voice: How names are written.
        book: Its notes.
        rounds: The rounds before by their numbers.
    """
    yield from holders(view, voice, book.page())
    yield from _possible(view, voice, book.page())
    if book.last is not None:
        before = (_before(voice, book.last, rank) for rank in range(1, len(view.rules.characters) + 1))
        yield say(plain.ROUND_BEFORE, characters=listed(before))
    for number in sorted((number for number in rounds if number < view.round), reverse=True)[1:]:
        had = (_had(view, voice, rounds[number], seat) for seat in range(view.rules.players))
        yield say(plain.ROUND_HELD, round=number, players=listed(had))
    yield from remarks(view, voice, book)


def _possible(view: View, voice: Voice, page: Page) -> Iterator[Content]:
    """For each player the characters that are certain and those that are possible; all others are not."""
    sureness = grid(view, page)
    for seat in range(view.rules.players):
        certain, maybe = (
            voice.characters(rank for rank, sure in enumerate(sureness, start=1) if sure[seat] == wanted)
            for wanted in (CERTAIN, MAYBE)
        )
        if certain.plain and maybe.plain:
            yield say(plain.CERTAIN_AND_MAYBE, who=voice.player(seat), certain=certain, maybe=maybe)
        elif certain.plain:
            yield say(plain.CERTAIN, who=voice.player(seat), certain=certain)
        elif maybe.plain:
            yield say(plain.MAYBE, who=voice.player(seat), maybe=maybe)


def _had(view: View, voice: Voice, page: Page, seat: int) -> Content:
    """A player with the characters that they are known to have had in a round before."""
    ranks = page.certain(seat)
    known = [voice.characters([rank]) for rank in ranks]
    if len(ranks) < choosing_order(view).count(seat):
        known.append(Content(_(plain.UNKNOWN)))
    return say(plain.HAD_IN, who=voice.player(seat), characters=listed(known))


def _before(voice: Voice, last: Page, rank: int) -> Content:
    """The player who had a character in the round before."""
    place = last.place(rank)
    if place is None:
        named = Content(_(plain.UNKNOWN))
    elif place in (ASIDE, FACE_UP):
        named = Content(_(notebook.OUT))
    else:
        named = voice.player(place)
    return say(plain.HAD, rank=rank, character=voice.character(rank), who=named)


def holders(view: View, voice: Voice, page: Page, *, told: bool = False) -> Iterator[Content]:
    """For each character who has it, or everybody who may.

    Args:
        view: What the seat sees.
        voice: How names are written.
        page: What follows from it.
        told: Whether the page was not worked out but told, as of a game that is over.
    """
    for rank in range(1, len(view.rules.characters) + 1):
        found = _holders(view, voice, page, rank, told)
        yield say(plain.HOLDER, rank=rank, character=voice.character(rank), who=found)


def _holders(view: View, voice: Voice, page: Page, rank: int, told: bool) -> Content:
    """The player who has a character, or everybody who may."""
    known = holder(view, voice, page, rank, room=1000, told=told)
    if known.plain:
        return known
    places = page.places[rank]
    may = [voice.player(seat) for seat in range(view.rules.players) if seat in places]
    if len(may) < len(places):
        may.append(Content(_(plain.NOT_CHOSEN if choosing(view) else notebook.NOBODY)))
    *others, last = may
    return say(notebook.EITHER, who=listed(others), other=last) if others else last


def card(view: View | None, voice: Voice, name: str) -> Iterator[Content]:
    """The full text of the thing that bears a name, or begins with it, or has it in its own.

    Args:
        view: What is seen of the table now; None before the game.
        voice: How names are written.
        name: As typed.
    """
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


def commands(known: Mapping[str, plain.TypedCommand], title: str) -> Iterator[Content]:
    """The commands that can be typed beside numbers, under a title."""
    yield Content(_(title))
    for command in known.values():
        text = plain.USAGE_KEY if command.key else plain.USAGE
        yield say(text, usage=_(command.usage), key=command.key, about=_(command.about))


def rules() -> Iterator[Content]:
    """The rules in short."""
    yield Content(_(help.GAME_TITLE))
    game = (*help.GAME, help.CALLED, *help.TURN, help.ENDS, help.POINTS)
    yield from (Content(_(sentence)) for sentence in game)
    yield EMPTY


def result(session: Session) -> Iterator[Content]:
    """The story of the end: who has won and why, the points by source and by round, and who did what to whom."""
    ended, voice = session.ending.ended, session.voice
    if ended is None or session.story.timeline is None:
        return
    told = chronicle(session.story.timeline, ended)
    if session.day is not None:
        yield day_title(session)
    yield from headline(ended, told, voice)
    yield EMPTY
    yield from _scores(ended, voice)
    yield EMPTY
    yield Content(_(ending.DEEDS_TITLE))
    yield from (Content.assemble("  ", line) for line in deed_lines(told, voice))
    yield EMPTY
    said = said_lines(told, voice, session.people.seats)
    yield from [*said, EMPTY] if said else []
    yield Content(_(ending.POINTS))
    yield from (Content.assemble("  ", _points(each, voice)) for each in told.figures)


def retelling(session: Session) -> Iterator[Content]:
    """The game in four sentences."""
    ended, timeline = session.ending.ended, session.story.timeline
    if ended is not None and timeline is not None:
        yield Content(retold_game(ended, chronicle(timeline, ended), session.voice))


def _scores(ended: Ended, voice: Voice) -> Iterator[Content]:
    """A sentence for each player: a table of columns would be read aloud row by row."""
    for seat in ranking(ended):
        sources = listed(
            say(plain.SOURCE, source=source_name(voice, source), amount=amount)
            for source, amount in scored(ended.scores[seat], voice)
        )
        text = plain.SCORE if sources.plain else plain.NO_SCORE
        yield say(text, who=voice.name(seat), amount=ended.totals[seat], sources=sources)


def _points(figures: RoundFigures, voice: Voice) -> Content:
    each = (say(plain.SOURCE, source=voice.player(seat), amount=n) for seat, n in enumerate(figures.points))
    return say(plain.ROUND_POINTS, round=figures.round, players=listed(each))
