"""Phrases: what is said by one key, as each reader reads it, and reminders."""

from __future__ import annotations

from collections.abc import Mapping

from citadels_tui.texts import N_, _
from net.protocol.schema import PhraseCode

PHRASES: Mapping[PhraseCode, str] = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "well": N_("Well played!"),
    "ouch": N_("Ouch!"),
    "sorry": N_("Sorry, I had to do that."),
    "thanks": N_("Thanks!"),
}
"""By the code that is sent, in the order of their keys."""
USAGE = N_("A number alone says one of these, which everybody reads in their own language: {phrases}.")
NUDGED = N_("{who} reminds {asked}")
NUDGED_YOU = N_("{who} is waiting for your decision")
NUDGE = (N_("Remind {name}"), N_("the others wait for this decision"))


def phrase_of(text: str) -> PhraseCode | None:
    """The phrase that a line stands for: a number alone, from 1 on."""
    number = int(text) if len(text) == 1 and text in "123456789" else 0
    return list(PHRASES)[number - 1] if 0 < number <= len(PHRASES) else None


def phrases_listed() -> str:
    """All phrases with their numbers."""
    return "  ".join(f"{number} {_(phrase)}" for number, phrase in enumerate(PHRASES.values(), 1))
