"""Words for those who point with a finger, in place of those for a mouse."""

from __future__ import annotations

import os

from citadels_tui.texts import N_, _, board, help, keys, settings

TOUCH = "CITADELS_TOUCH"
"""Variable of the environment that is set where the screen is touched."""

TAPS = {
    board.CLICK_AGAIN: N_("tap again to play"),
    board.CLICK_AGAIN_BRIEF: N_("tap again"),
    settings.CLICK: N_("A tap on a row"),
    keys.CANCEL: N_("escape or a tap beside this box: leave it as it is"),
    help.MORE[0]: N_("Names of cards are underlined: a tap opens the card."),
    help.MOUSE_TITLE: N_("Fingers"),
    help.MOUSE[0]: N_(
        "A tap chooses, a long press explains, and a swipe scrolls. The Keyboard button brings up the keyboard; your "
        "phone has its own way to put it away."
    ),
    help.MOUSE[1]: N_("What you copy reaches the clipboard if the browser allows it."),
}
"""By the sentence for a mouse."""


def touched() -> bool:
    """Whether the screen is touched."""
    return bool(os.environ.get(TOUCH))


def pointed(text: str) -> str:
    """Translate a sentence about pointing: for a finger where that is used, else for a mouse."""
    return _(TAPS.get(text, text) if touched() else text)
