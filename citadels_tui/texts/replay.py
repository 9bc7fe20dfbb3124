"""Words of the replay: where one is in a game, and whose eyes one looks through."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("The board as it was")
NOW = N_("As it was in round {round}, move {move} of {moves}.   escape: back to now")
YOUR_TURN = N_("It is your turn!   escape: back to the table")
"""Over the board of a moment that is past, while the game goes on."""
SEEN_BY = N_("{edition}, as {who} saw it.   v: through other eyes   escape: back")
SEEN_BY_ALL = N_("{edition}, with all hands open.   v: through one player's eyes   escape: back")
"""Over the board of a game that is over."""
LOG = N_("Log (dim: later)")
"""Over the log, where it is dim what was told after the moment that is shown."""
MOMENT = N_("round {round}/{rounds}  move {move}/{moves}")
PLAYING = N_("playing")
PAUSED = N_("paused")
SPEED = N_("{speed}x")
HAND = N_("Hand of {who}")
YOUR_HAND = N_("Your hand then")
HANDS = N_("All hands")
NO_HAND = N_("You were watching.")
EMPTY_HAND = N_("no cards")

WHY_POINTS = N_("{who} ({level}), asked again: {played} is worth {more} points more to it than {other}.")
WHY_FIRST = N_("{who} ({level}), asked again: it does {played} before {other}, whatever they are worth.")
WHY_CHANCE = N_(
    "{who} ({level}), asked again: with {played} it wins {worth} of 100 imagined games, and with {other} {less}."
)
WHY_DOUBT = N_(
    "{who} ({level}), asked again: with {played} it wins {worth} of 100 imagined games, and with {other} {less}; "
    "chance has a part in both."
)
WHY_RATHER = N_("{who} ({level}), asked again, prefers {other} to {played}; chance has a part in that.")
"""A bot's own numbers for its move and the best of the others, when it is asked again."""
WHY_REASON = N_("With the move it played, {reason}.")
WHY_RULES = N_("{who} ({level}) goes by rules, or by chance: it has no numbers for its moves.")
WHY_FORCED = N_("{who} ({level}) had nothing to choose from.")
WHY_PERSON = N_("{who} made this move: only a bot can be asked why.")
WHY_NOBODY = N_("Nobody has moved yet.")

NO_FILE = N_("there is no file {path}")
NOT_A_FILE = N_("{path} is not a file")
UNREADABLE = N_("{path} cannot be read: {reason}")
NOT_TEXT = N_("{path} is not a record: it is not text")
LEGAL = N_("Every move is legal. A record cannot show that the deal was fair.")
NOT_VERIFIED = N_("{path} cannot be replayed: {reason}")
"""Why a file shows no game."""
