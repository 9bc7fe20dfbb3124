"""Words of the ladder of bots, and of the bots themselves after a game."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("The ladder")
ABOUT = {
    "novice": N_("Builds whatever can be paid, looks at nobody, and now and then murders the wrong one."),
    "hoarder": N_("Hoards gold and cards for a few great turns. Rob Gertie while it lies there."),
    "richard": N_("Has learnt a guide of the old game by heart, and keeps to it."),
    "hasty": N_("Rushes: cheap districts, a short game, and names drawn from a hat."),
    "courtier": N_("Stays near throne and altar: the crown, safe districts, and the first choice."),
    "headsman": N_("Murders the leader whenever that is possible. Do not look like the leader."),
    "steward": N_("Counts every coin and every point, and has no favourites."),
    "rogue": N_("Lives on what others have: steals, spies and burns. Spend your gold."),
    "builder": N_("Wants to be rich and build two at once: watch the Merchant and the Architect."),
    "schemer": N_("Tries a few moves in imagined worlds before each choice."),
    "mastermind": N_("Tries many moves in many imagined worlds. Nobody is harder to beat."),
}
SAID = {
    "novice": N_("I built whatever I could pay, and have {amount} points!"),
    "hoarder": N_("I had {amount} gold once. That was the best moment."),
    "richard": N_("By the book, from the first page to the last: {amount} points."),
    "hasty": N_("I wanted it to be over, and it took until round {amount}."),
    "courtier": N_("Near crown and altar: {amount} points."),
    "headsman": N_("Murders: {amount}. Leaders should sleep lightly."),
    "steward": N_("I counted every coin: it came to {amount} points."),
    "rogue": N_("Gold that was yours and became mine: {amount}."),
    "builder": N_("I wanted a lot at once, and got {amount} points."),
    "schemer": N_("I looked one round ahead, for {amount} points."),
    "mastermind": N_("I had seen this end before: {amount} points for me."),
}
"""The sentence of each opponent after a game, with a number from that game."""
QUOTED = N_('{who}: "{words}"')
NEXT = N_("next: {name}")
RECORD = N_("won {won} of {games}, ahead in {ahead}")
"""The player's games at a table with an opponent, and those with more points than the opponent's."""
UNMET = N_("not met yet")
BESIDE = N_("At the table with {names}.")
HINTS = N_("Hints are on here: the cursor rests on what a bot would do, and h says why.")
NO_STEP = N_("The ladder has {steps} steps; there is no step {step}.")
