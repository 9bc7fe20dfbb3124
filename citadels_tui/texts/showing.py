"""Words of the page that shows a game that is over."""

from __future__ import annotations

from citadels_tui.texts import N_, board, replay, table

PAGE = {
    "title": N_("Citadels: {players}"),
    "language": N_("Language"),
    "eyes": N_("Seen by"),
    "open": N_("all hands open"),
    "characters": N_("The characters"),
    "players": N_("The players"),
    "story": N_("What happened"),
    "moment": N_("Round {round} of {rounds}, move {move} of {moves}"),
    "nothing": N_("Nothing that this player could see."),
    "controls": N_("Moving through the game"),
    "back": N_("The move before"),
    "on": N_("The next move"),
    "round_back": N_("The round before"),
    "round_on": N_("The next round"),
    "play": N_("Play"),
    "pause": N_("Stop"),
    "slider": N_("Move"),
    "crown": N_("the crown"),
    "gold": N_("gold {n}"),
    "cards": N_("cards {n}"),
    "points": N_("points {n}"),
    "city": N_("city {n} of {of}"),
    "hand": N_("Hand:"),
    "no_cards": replay.EMPTY_HAND,
    "no_city": N_("no districts yet"),
    "hidden": N_("a hidden character"),
    "maybe": board.MAYBE,
    "acting": N_("acting"),
    "out": N_("face up"),
    "unanswered": N_("no answer"),
    "complete": N_("complete"),
    "costs": N_("costs {n}"),
    "action": N_("action card"),
    "end": N_("How it ended"),
    "spoiler": N_("(tells who won)"),
    "curve": N_("Points at the end of each round"),
    "deeds": N_("Who did what"),
    "total": table.TOTAL,
    "proof": N_("How to check it"),
    "retold": N_(
        "This page retells the game and proves nothing. The game's log does: ask a player for it. "
        "The command {command} checks every card and every move in it, and then names these twelve words:"
    ),
    "unproved": N_("This page was made from a record, which cannot show that the deal was fair."),
    "close": N_("Close"),
    "link": N_("Each move has an address, such as #move-57: the address of this page leads to the move that is shown."),
    "keys": N_("Keys: ←/→ move, [/] round, space plays, v other eyes, Home and End."),
}
"""Texts of the page, by the names that its script has for them."""
FILMING = N_("Filming the game")
NO_SCRIPT = N_("This page needs JavaScript, and nothing else: it loads nothing.")
