"""Text of a card: its facts, its effect, and the rulings about it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from citadels_tui.rulings import Ruling, cases, rulings
from citadels_tui.texts import _, cards, names, say
from citadels_tui.voice import Voice


def district(voice: Voice, id: str, *more: Content) -> Iterator[Content]:
    """A card of the district deck; ``more`` is said between its text and the rulings."""
    edition = voice.rules.edition
    facts = names.district(id, edition)
    yield voice.district(id).stylize("bold")
    if facts.action:
        yield Content(_(cards.ACTION_CARD)).stylize("$muted")
    else:
        yield worth(facts).stylize("$muted")
    if facts.text:
        yield Content(facts.text)
    yield from more
    yield from ruled(id.rstrip("+"), edition)


def worth(facts: names.DistrictFacts) -> Content:
    """What a district costs and counts."""
    text = cards.WORTH if facts.cost else cards.UNBUILT
    return say(text, type=names.type_name(facts.type), cost=facts.cost, amount=facts.points)


def character(voice: Voice, id: str, rank: int, *more: Content) -> Iterator[Content]:
    """A character; ``more`` is said between its text and the rulings."""
    edition = voice.rules.edition
    facts = names.character(id, edition)
    yield Content.styled(facts.name, "bold")
    yield say(cards.RANK, rank=rank).stylize("$muted")
    yield Content(facts.text)
    yield from more
    yield from ruled(id, edition)


def ruled(id: str, edition: str) -> Iterator[Content]:
    """The rulings about a card, and what is played out for it."""
    found, played = rulings(id, edition), cases(id, edition)
    if found:
        yield from _title(cards.RULINGS)
        for each in found:
            yield ruling(each)
    if played:
        yield from _title(cards.CASES)
        for title in played:
            yield say(cards.CASE, text=_(title))


def ruling(found: Ruling) -> Content:
    """One ruling with its reason."""
    head = Content.assemble((f"{found.no} " if found.no else "", "$muted"), (_(found.point), "bold"))
    told = say(cards.RULING, point=head, text=_(found.ruling))
    return Content.assemble(told, " ", (_(found.why), "$muted")) if found.why else told


def _title(text: str) -> Iterator[Content]:
    yield Content("")
    yield Content.styled(_(text), "bold $accent")
