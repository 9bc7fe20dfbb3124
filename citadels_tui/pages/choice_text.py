"""A bot's choice in words: its own numbers for it, in a sentence or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from citadels_tui.history.recording import Recording
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, decimal, replay, say, why
from citadels_tui.wording.moves import offered
from citadels_tui.wording.reason_text import quoted, reason_told
from citadels_tui.wording.voice import Voice
from engine.errors import CitadelsError
from engine.view import View

if TYPE_CHECKING:
    from engine.review.bot_choice import BotChoice


STEP = 400.0
"""Points from here on are no value: they only put some of a steward's moves before others."""


def choice_told(recording: Recording, moment: int, symbols: Symbols) -> Content:
    """Why the move was made that led to a moment: a bot is asked again, which takes a part of a second.

    Args:
        recording: The game.
        moment: Which one, as in a replay.
        symbols: What to write with.
    """
    from engine.review.bot_choice import ask_again

    place = moment - 1
    if place < 0:
        return Content(_(replay.WHY_NOBODY))
    seat = recording.record.moves[place][0]
    timeline = recording.session(seat, symbols).story.timeline
    assert timeline is not None
    voice = Voice(symbols, recording.rules, tuple(each.name for each in recording.seats), None)
    try:
        choice = ask_again(recording.record, place, recording.levels)
    except CitadelsError as error:
        return Content(why(error))
    if choice is None:
        return say(replay.WHY_PERSON, who=voice.player(seat))
    return _told(choice, timeline.view(place), voice)


def _told(choice: BotChoice, view: View, voice: Voice) -> Content:
    """A choice in a sentence or two."""
    who: dict[str, Content | str | int] = {"who": voice.player(choice.seat), "level": choice.level}
    if choice.moves == 1:
        return say(replay.WHY_FORCED, **who)
    if not choice.weighed:
        return say(replay.WHY_RULES, **who)
    if choice.other is None:
        return say(replay.WHY_FORCED, **who)
    found: dict[str, Content | str | int] = {
        **who,
        "played": quoted(offered(view, voice, choice.played)),
        "other": quoted(offered(view, voice, choice.other)),
    }
    worth, less = choice.worth(choice.played), choice.worth(choice.other) or 0.0
    if worth is None or (worth <= less and not choice.by_chance):
        return say(replay.WHY_RATHER, **found)
    if choice.by_chance:
        text = replay.WHY_CHANCE if worth > less else replay.WHY_DOUBT
        sentence = say(text, **found, worth=round(100 * worth), less=round(100 * less))
    elif worth - less > STEP:
        sentence = say(replay.WHY_FIRST, **found)
    else:
        sentence = say(replay.WHY_POINTS, **found, more=decimal(round(worth - less, 1) or 0.1))
    if choice.reason is None:
        return sentence
    reason = reason_told(choice.reason, voice, choice.seat)
    return Content.assemble(sentence, " ", say(replay.WHY_REASON, reason=reason))
