"""Words on the board itself: status line, panels, ranks, titles."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.by_card import gathered
from citadels_tui.texts.forms import Hazard

MARKS = gathered(lambda card: card.marks)
"""Mark of the round -> its sign on the rank that it names."""
TOKENS = gathered(lambda card: card.tokens)
"""Kind of face-down token -> its sign on the rank it lies on."""
GOLD = gathered(lambda card: {card.card: card.gold} if card.gold else {})
"""Card -> what stands behind its rank while gold lies on it."""

AIMED = {"killed": N_("killed"), "robbed": N_("robbed"), "bewitched": N_("bewitched")}
"""Mark of the round -> what it says of the character that it names."""

HAZARDS = gathered(lambda card: card.hazards)
"""Mark of the round or kind of face-down token -> what it means to whom it hangs over."""
TAXED = Hazard(N_("taxed"), N_("Building is taxed with 1 gold."), N_("Building is taxed with 1 gold."))

TITLE = N_("Citadels")
ROUND = N_("round {amount}")
LAST_ROUND = N_("round {amount}, the last")
OVER = N_("the game is over")
DRAFT = N_("choosing characters")
ORDER = N_("choosing: {who}")
CALLED = N_("{rank} {character}: {who}")
"""Whose turn it is."""
CALLING = N_("{rank} {character} is called")
SILENT_CALL = N_("{rank} {character}: no answer")
DECK = N_("deck {amount}")
PILE = N_("pile {amount}")
BELL = N_("bell: {amount} districts")
WAGON = N_("{wagon}({amount}g)")
"""A Cash Wagon and the gold on it."""
UNDER = N_("({amount})")
"""Behind the Museum: the cards under it."""
FACEDOWN = N_("{amount} face down")
FACEUP = N_("face up: {characters}")
PAUSE = N_("bots {seconds} s")
TIME = N_("{who}: {time} left")
TIME_YOURS = N_("your time: {time}")
CROWN = N_("crown {who}")

YOU = N_("you")
BOT = N_("bot")
ASLEEP = N_("asleep")
AWAY = N_("away")
FIGURES = N_("gold {gold}  cards {cards}  points {points}  city {built}")
FIGURES_SHORT = N_("{gold}g {cards}c {points}p {built}")
STASH = N_("gold {gold}  cards {cards}")
STANDING = N_("points {points}  city {built}")
"""Used where there are two lines."""
CHOSE = N_("chose")
MAYBE = N_("{characters}?")
"""The characters that a player's hidden one may be."""

HAND = N_("Hand:")
WARNED = N_("{title} ({warnings})")
"""A title of the action list, and what hangs over you."""
EMPTY_HAND = N_("Your hand is empty.")
HAND_TITLE = N_("Your hand")
MENU_TITLE = N_("What will you do?")
ANSWER_TITLE = N_("Your answer")
ASIDE_TITLE = N_("Which character goes aside?")
DRAFT_TITLE = N_("Your character; then {who} chooses")
DRAFT_LAST_TITLE = N_("Your character; nobody chooses after you")
CLICK_AGAIN = N_("click again to play")
CLICK_AGAIN_BRIEF = N_("click again")
"""Beside a row, or on a card, that was clicked once."""
WITH_HAND = N_("{title}; your hand: {cards}")
"""A title of the action list where there is no room for the hand below."""
THREATEN_TITLE = N_("The blank threat")
KEEP_TITLE = N_("The cards you drew")
WATCHING = N_("You are watching")
WATCHING_HINT = N_("i looks at any card or player.")
LOG = N_("What happened")
TALK = N_("Said at the table (s: say something)")
NOTES = N_("Who may be who")
LOG_BACK = N_("What happened (looking back, end: newest)")
LOG_UNREAD = (N_("{amount} new line of chat (end: newest)"), N_("{amount} new lines of chat (end: newest)"))
UNREAD = (N_("{amount} unread"), N_("{amount} unread"))
"""Lines of chat, in the top line."""

TOO_SMALL = N_(
    "Please enlarge this window.\n\nIt has {width}x{height} cells, the board needs {need_width}x{need_height}.\n"
    "The game goes on."
)
