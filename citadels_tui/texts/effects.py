"""Effects of the characters, each in a few words, for cards that have no room for the whole text."""

from __future__ import annotations

from citadels_tui.texts import N_

EFFECTS = {
    "assassin": N_("Murders a character: no turn this round."),
    "witch": N_("Bewitches a character and plays its turn."),
    "magistrate": N_("Three warrants: one takes a building."),
    "thief": N_("Robs a character of all its gold."),
    "spy": N_("Looks at a hand: gold and cards for a type."),
    "blackmailer": N_("Threatens two: half their gold, or all."),
    "magician": N_("Swaps hands, or changes your cards."),
    "wizard": N_("Takes a card from a hand, or builds it."),
    "seer": N_("A card from every hand, one back. Builds 2."),
    "king": N_("Takes the crown. Gold for nobles."),
    "emperor": N_("Gives the crown away. Gold for nobles."),
    "patrician": N_("Takes the crown. Cards for nobles."),
    "bishop": N_("Gold for religious. Safe from rank 8."),
    "abbot": N_("Gold or cards for religious. Taxes the richest."),
    "cardinal": N_("Cards for religious. Buys with others' gold."),
    "merchant": N_("Gold for trade, and 1 more."),
    "alchemist": N_("Gets back what you paid for buildings."),
    "trader": N_("Gold for trade. Trade builds do not count."),
    "architect": N_("2 more cards. Builds up to 3."),
    "navigator": N_("4 gold or 4 cards. Builds nothing."),
    "scholar": N_("1 of 7 cards. Builds up to 2."),
    "warlord": N_("Gold for military. Destroys a district."),
    "diplomat": N_("Gold for military. Exchanges a district."),
    "marshal": N_("Gold for military. Buys away a cheap district."),
    "queen": N_("3 gold if rank 4 sits next to you."),
    "artist": N_("Beautifies up to 2 of your districts."),
    "tax_collector": N_("Gets 1 gold from whoever builds."),
}
"""By the character's id: the same in every edition."""

EXACTLY = {
    "dark_city": {"abbot": N_("Gold for religious. 1 gold from the richest.")},
}
"""Those that an edition has otherwise."""


def effect(id: str, edition: str) -> str:
    """The effect of a character in one edition, to be translated."""
    return EXACTLY.get(edition, {}).get(id) or EFFECTS.get(id, "")
