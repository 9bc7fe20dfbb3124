"""Words for those who point with a finger, in place of those that name keys, the mouse or the terminal.

Once loaded they are said wherever `citadels_tui.texts` translates, so that no screen has to. What is in the last line
of a screen can be tapped, and so is named by its word there, in quotes as the other buttons are: the page of a phone
has only *esc*, arrows and *enter* beside *Keyboard*.
"""

from __future__ import annotations

from citadels_tui.texts import (
    N_,
    Text,
    board,
    cards,
    commands,
    curtain,
    daily,
    ending,
    for_fingers,
    games,
    guests,
    help,
    home,
    invitations,
    keys,
    ladder,
    lesson,
    moves,
    notebook,
    replay,
    retelling,
    settings,
    table,
    tables,
)

COPIED = N_("It is on the clipboard, if the browser allows it.")
CHOOSE = N_("A tap chooses.   esc: back")

TAPS: dict[Text, Text] = {
    board.CLICK_AGAIN: N_("tap again to play"),
    board.CLICK_AGAIN_BRIEF: N_("tap again"),
    settings.CLICK: N_("A tap on a row"),
    # What is pressed
    cards.NOTHING: N_("Nothing matches. The button esc clears the search."),
    cards.SCROLL: N_("A swipe scrolls, and a tap on a link opens it."),
    commands.COMMANDS["bigger"].does: N_("The page makes them as large as the table allows."),
    curtain.KEY: N_('{who}: tap "Lift" when nobody else is looking.'),
    ending.TOO_SOON: N_(
        "The game has just ended, and that tap may have been meant for the table: tap again for another game."
    ),
    games.HINT: N_("A tap opens the replay; the last line has more.   esc: back"),
    guests.BEGUN: N_(
        "This game has begun. A tap on it takes the seat of a bot, with its hand and all it has seen; "
        '"Watch" only watches.'
    ),
    guests.IDLE: N_("Nobody has tapped anything here for {minutes} minutes, so the connection was ended."),
    home.HINT: N_("A tap chooses; ^p finds anything."),
    home.FORM_HINT: N_("Tap < or > to change a value.   esc: back"),
    home.MENU_HINT: CHOOSE,
    home.QUIT_KEY: N_('"Leave" and "Quit" end it.'),
    invitations.HINT: N_("A tap shows line and code, or goes on.   esc: back"),
    keys.HINT: N_("Tap what a key does, and then press the new key."),
    keys.CANCEL: N_("esc or a tap beside this box: leave it as it is"),
    keys.OTHER_LAYOUT: N_(
        "That letter does nothing: keys are Latin letters and digits. Everything can be tapped, too."
    ),
    ladder.HINTS: N_('Hints are on here: the cursor rests on what a bot would do, and "Hint" says why.'),
    moves.BACK_KEY: N_("esc"),
    notebook.MARKS: N_("! you think so   - you do not   (enter changes it, arrows move, a tap ends)"),
    replay.NOW: N_("As it was in round {round}, move {move} of {moves}.   esc: back to now"),
    replay.YOUR_TURN: N_("It is your turn!   esc: back to the table"),
    replay.SEEN_BY: N_('{edition}, as {who} saw it.   "Eyes": through other eyes   esc: back'),
    replay.SEEN_BY_ALL: N_('{edition}, with all hands open.   "Eyes": through one player\'s eyes   esc: back'),
    table.NOT_BY_YOU["timeout"]: N_("You took too long: a bot answers for you until you tap anything"),
    table.YOU_SLEEP: N_("Your time was up: a bot answers for you. Tap anywhere to play on."),
    table.ENDS_UNLESS: N_('Nothing is left to do: your turn ends by itself. "Undo" takes your last move back.'),
    table.KNOCKS: N_(
        '{name} would like a bot\'s seat, from an address that has or had a seat here: "Table" can let them in'
    ),
    table.INVITE: N_('Others join with this line ("Copy" copies it):'),
    table.ENTRANCES: N_('Others join with one of these lines ("Copy" copies them):'),
    table.PEOPLE_HINT: N_("A tap chooses.   esc: back to the game"),
    table.STOPPED_KEY: N_('Tap "Again" to play again, or "Leave".'),
    table.CLOSED_HINT: N_('Tap "Leave".'),
    table.RESULT_KEY: N_('Tap "Result" or "Leave".'),
    tables.EMPTY: N_('There is no table yet. "Open" opens one.'),
    tables.MARK_ONE: N_("Mark the table first: rest a finger on it."),
    tables.MUTE_HINT: CHOOSE,
    # Titles that say how a box is closed, which its sign does
    help.TITLE: N_("Help"),
    help.CHAT: N_("Say something"),
    help.LINE: N_("Tap here to write ..."),
    help.INSPECT: N_("Look at anything"),
    help.LOG: N_("What happened"),
    lesson.TITLE: N_("Lesson (esc ends it)"),
    lesson.PAGE_TITLE: N_("Lesson (a tap goes on, esc ends it)"),
    lesson.LAST_DRAWN: N_(
        'The lesson is over, and this game goes on as a real one: it is yours now. "Hint" says what a bot would do, '
        '"Look" shows any card, and "Help" helps. Good building!'
    ),
    lesson.SKIPPED: N_(
        'The lesson is over, and the game goes on as a real one. "Hint" says what a bot would do, "Help" helps.'
    ),
    # The help
    help.TYPE: N_('Tap "Keyboard" and type to find; a tap does it.'),
    help.MORE[0]: N_("Names of cards are underlined: a tap opens the card."),
    help.ACTION_LIST[0]: N_(
        "Everything you can do stands in a list: a tap on a row says what it does, and a second one does it. What "
        "cannot be done is dim, with the reason beside it."
    ),
    help.ACTION_LIST[2]: N_("A row that ends in dots opens a list; the last row of that goes back one step."),
    help.KEYS_TITLE: N_("Keys here; those in the last line can be tapped"),
    help.MOUSE_TITLE: N_("Fingers"),
    help.MOUSE[0]: N_(
        "A tap chooses, a long press explains, and a swipe scrolls. The Keyboard button brings up the keyboard; your "
        "phone has its own way to put it away."
    ),
    help.MOUSE[1]: N_("What you copy reaches the clipboard if the browser allows it."),
    # The clipboard
    daily.COPIED: COPIED,
    ending.COPIED: COPIED,
    table.COPIED: COPIED,
    retelling.TOLD: N_("On the clipboard, if the browser allows it: {text}"),
    table.MARKED_COPIED: (
        N_("{amount} character copied, if the browser allows it."),
        N_("{amount} characters copied, if the browser allows it."),
    ),
}
"""By the text for keys and a mouse."""


def load() -> None:
    """Let them be said where the screen is touched; nowhere else is this module needed."""
    for_fingers.update(TAPS)
