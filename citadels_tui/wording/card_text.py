"""Text of a card: its facts, its effect, what is good to know about it, and all rulings for those who want them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from citadels_tui.texts import _, cards, names, say
from citadels_tui.wording.voice import EMPTY, Voice

if TYPE_CHECKING:
    # A board needs none: they are loaded for the first card that is looked at.
    from citadels_tui.wording.rulings import Ruling

BULLET = "- "


class Passage(NamedTuple):
    """A paragraph; its lines begin behind its head."""

    text: Content
    head: Content = EMPTY


_NUMBER = re.compile(r" \([AC]\d+\)")
"""The number of another ruling."""


def district(voice: Voice, id: str, *more: Content, whole: bool = False) -> Iterator[Content]:
    """A card of the district deck; ``more`` is said behind its text, and all rulings if that is wanted."""
    edition = voice.rules.edition
    facts = names.district(id, edition)
    yield voice.district(id).stylize("bold")
    if facts.action:
        yield Content(_(cards.ACTION_CARD)).stylize("$muted")
    else:
        yield worth(facts).stylize("$muted")
    if facts.text:
        yield Content(in_this_game(voice, facts.text))
    yield from more
    yield from ruled(id.rstrip("+"), edition) if whole else known(voice, id.rstrip("+"))


def worth(facts: names.DistrictFacts) -> Content:
    """The cost of a district, and how much it counts."""
    text = cards.WORTH if facts.cost else cards.UNBUILT
    return say(text, type=names.type_name(facts.type), cost=facts.cost, amount=facts.points)


def character(voice: Voice, id: str, rank: int, *more: Content, whole: bool = False) -> Iterator[Content]:
    """A character; ``more`` is said behind its text, and all rulings if that is wanted."""
    edition = voice.rules.edition
    facts = names.character(id, edition)
    yield Content.styled(facts.name, "bold")
    yield say(cards.RANK, rank=rank).stylize("$muted")
    yield Content(in_this_game(voice, facts.text))
    yield from more
    yield from ruled(id, edition) if whole else known(voice, id)


def in_this_game(voice: Voice, text: str) -> str:
    """A text about any game, with the character of this one behind each rank: "rank 8 (Warlord)"."""
    rank = re.compile(_(cards.RANK).format(rank=r"(\d)") + r"(?: character)?\b", re.IGNORECASE)
    return rank.sub(lambda found: f"{found[0]}{_named(voice.character(int(found[1])))}", text)


def _named(character: str) -> str:
    return f" ({character})" if character else ""


def known(voice: Voice, id: str) -> Iterator[Content]:
    """The few sentences about a card that players ask for."""
    from citadels_tui.wording.rulings import good_to_know

    found = good_to_know(id, voice.rules.edition)
    if found:
        yield from _title(cards.GOOD_TO_KNOW)
    for each in found:
        yield Content.assemble(BULLET, told(each, voice))


def ruled(id: str, edition: str) -> Iterator[Content]:
    """How the rules about a card are meant, and the cases that show it."""
    from citadels_tui.wording.rulings import cases, rulings

    found, played = rulings(id, edition), cases(id, edition)
    if found:
        yield from _title(cards.RULINGS)
        for each in found:
            yield ruling(each)
    if played:
        yield from _title(cards.CASES)
        yield Content.styled(_(cards.CASES_ABOUT), "$muted")
        for title in played:
            yield Content(f"{BULLET}{_(title)}")


def told(found: Ruling, voice: Voice | None = None) -> Content:
    """One ruling; at a voice's table with the characters of its game, and without the numbers of other rulings."""
    point, text = _(found.point), _(found.ruling)
    if voice is not None:
        point, text = in_this_game(voice, point), in_this_game(voice, _NUMBER.sub("", text))
    form = cards.RULING_ASKED if point.endswith("?") else cards.RULING
    return say(form, point=Content.styled(point, "bold"), text=text)


def ruling(found: Ruling) -> Content:
    """One ruling with its reason, and at the end its number for those who look it up."""
    decided = told(found)
    number = say(cards.RULING_NUMBER, number=found.no) if found.no else EMPTY
    return Content(" ").join([decided, *(each.stylize("$muted") for each in (Content(_(found.why)), number) if each)])


def passages(lines: Content) -> Iterator[Passage]:
    """A card's text in paragraphs, with the lines of a list behind their dash."""
    for line in lines.split("\n", allow_blank=True):
        dash = len(BULLET) if line.plain.startswith(BULLET) else 0
        yield Passage(line[dash:], line[:dash])


def _title(text: str) -> Iterator[Content]:
    yield Content("")
    yield Content.styled(_(text), "bold $accent")
