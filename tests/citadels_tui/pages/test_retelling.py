"""A game in four sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from textual.content import Content

from citadels_tui.pages.chronicle import Chronicle, Deed, Turning, chronicle
from citadels_tui.pages.ending import result_text
from citadels_tui.pages.retelling import retold_game
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import speak
from citadels_tui.texts.catalogue import languages
from citadels_tui.wording.spelling import harmless
from citadels_tui.wording.voice import Voice
from net.client.updates import Ended
from tests.support.client.recorded import recording

GAME = recording()
SESSION = GAME.session(1, UNICODE)


def ending() -> tuple[Ended, Chronicle, Voice]:
    ended, timeline = SESSION.ending.ended, SESSION.story.timeline
    assert ended is not None
    assert timeline is not None
    return ended, chronicle(timeline, ended), SESSION.voice


def told(*deeds: Deed) -> str:
    ended, known, voice = ending()
    return retold_game(ended, replace(known, deeds=deeds, turning=Turning(5, 0, 1, last=False)), voice)


def test_four_sentences_that_are_the_same_for_everybody() -> None:
    ended, known, voice = ending()
    text = retold_game(ended, known, voice)
    other = GAME.session(2, UNICODE)
    assert other.story.timeline is not None
    assert other.ending.ended is not None
    assert text == retold_game(other.ending.ended, chronicle(other.story.timeline, other.ending.ended), other.voice)
    assert 3 <= text.count(". ") + 1 <= 4
    assert " you" not in text.lower()
    assert voice.names[ended.winners[0]] in text


def test_the_hardest_fate_and_how_it_ended() -> None:
    ended, _known, voice = ending()
    winner = ended.winners[0]
    others = [seat for seat in range(4) if seat != winner]
    name, other = voice.names[winner], voice.names[others[0]]
    text = told(Deed("murder", others[0], winner, times=3), Deed("theft", winner, others[0], times=1, gold=4))
    assert f"{name} was killed 3 times, and won." in text
    assert f"Nobody did the others more harm than {other}: 3 murders." in text
    assert "Round 5 decided it" in text
    robbed = told(Deed("theft", winner, others[0], times=2, gold=4), Deed("swap", winner, others[1], times=1))
    assert f"{other} was robbed 2 times, and" in robbed
    assert "2 thefts, 1 other trick" in robbed
    lost = told(Deed("destruction", winner, others[0], times=1, cards=["manor"]))
    assert f"{other} lost a district to others, and" in lost


def test_a_peaceful_game_tells_of_its_dearest_district() -> None:
    text = told()
    assert "Nobody did anything to anybody" in text
    assert "No district cost more than " in text


def test_equals_are_told_as_such() -> None:
    """Several may win, and several may have the fewest points."""
    ended, known, voice = ending()
    deeds = (Deed("murder", 0, 2, times=3), Deed("blackmail", 0, 2, times=1, gold=2))
    level = ended._replace(scores=tuple((("districts", total),) for total in (20, 20, 11, 11)), winners=(0, 1))
    text = retold_game(level, replace(known, deeds=deeds, turning=None), voice)
    assert f"{voice.names[0]}, {voice.names[1]} share the victory with 20 points." in text
    assert f"{voice.names[2]} was killed 3 times, and ended with 11 points." in text
    assert "3 murders, 1 other trick" in text


@pytest.mark.parametrize("language", languages())
def test_in_every_language(language: str) -> None:
    speak(language)
    ended, known, voice = ending()
    assert retold_game(ended, known, voice).endswith(".")


HOSTILE = ("@everyone", "<@&123456>", "https://evil.tld/a", "**b** `c` ~~d~~")


def test_names_call_nobody_in_the_chat_it_is_pasted_into() -> None:
    session = GAME.session(2, UNICODE)
    ended, known, voice = ending()
    hostile = replace(voice, names=HOSTILE)
    texts = [
        retold_game(ended, known, hostile),
        result_text(session.ending, ended, known, hostile, Content("@here <b> 1 of 2")),
    ]
    for text in texts:
        assert not re.search(r"[@<>*`~]|://|evil\.tld", text)
    assert any("\uff20everyone" in text for text in texts)
    assert harmless("Dr. No won 3.5 games (1-2): a/b") == "Dr. No won 3.5 games (1-2): a/b"
