"""Texts of the characters of rank 3."""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.forms import CARD, PLAYER, Phrases, Prompt, Told, Verb

RANK3 = (
    Phrases(
        "magician",
        effect=N_("Swaps hands, or changes your cards."),
        brief=N_("Swaps a hand, or single cards."),
        verbs={
            "swap": Verb(
                "a",
                N_("Swap hands with {who}"),
                PLAYER,
                N_("Swap hands with..."),
                asks=N_("With whom do you swap hands?"),
            ),
            "discard": Verb(
                "x",
                N_("Exchange {card}"),
                CARD,
                N_("Exchange cards with the deck..."),
                N_("exchange"),
                asks=N_("Which cards do you exchange with the deck?"),
            ),
        },
        prompts={
            "exchange": Prompt(
                N_("Exchange more cards with the deck, one by one; then choose Done. So far: {amount}."),
                N_("{who} ({role}) is exchanging cards."),
            ),
        },
        events={
            "swap": Told(
                N_("{who} swaps hands with {other}"),
                N_("You swap hands with {other}"),
                N_("{who} swaps hands with you"),
            ),
            "hand": Told("", N_("Your hand is now: {cards}")),
            "redraw": Told(
                (N_("{who} exchanges {amount} card with the deck"), N_("{who} exchanges {amount} cards with the deck")),
                (N_("You exchange {amount} card with the deck"), N_("You exchange {amount} cards with the deck")),
            ),
        },
    ),
    Phrases(
        "wizard",
        effect=N_("Takes a card from a hand, or builds it."),
        brief=N_("Takes a card from a hand."),
        verbs={
            "look": Verb(
                "a",
                N_("Look at the hand of {who}"),
                PLAYER,
                N_("Look at a hand..."),
                asks=N_("Whose hand do you look at?"),
            ),
        },
        prompts={
            "study": Prompt(
                N_("The hand of {other}: take one of these cards."),
                N_("{who} ({role}) is looking at the hand of {other}."),
            ),
            "study:build": Prompt(
                N_("The hand of {other}: take one of these cards, or build it at once."),
                N_("{who} ({role}) is looking at the hand of {other}."),
            ),
        },
    ),
    Phrases(
        "seer",
        effect=N_("A card from every hand, one back. Builds 2."),
        brief=N_("Swaps a card with all. Builds 2."),
        verbs={
            "divine": Verb(
                "a",
                N_("Take a card from everybody"),
                detail=N_("Take a random card from every hand; then give each of those players a card back."),
            ),
        },
        prompts={
            "give": Prompt(N_("Give {other} a card from your hand."), N_("{who} ({role}) is giving {other} a card.")),
        },
        events={
            "divine": Told(N_("{who} takes a card from everybody's hand"), N_("You take a card from everybody's hand")),
        },
        sources={
            "divine": N_("Seer"),
        },
    ),
)
