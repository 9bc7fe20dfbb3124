"""Encyclopaedia: every card of an edition, found by a search, with its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from textual.content import Content

from citadels_tui.pages.inspecting import Thing
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, cards, names, say
from citadels_tui.wording import card_text
from citadels_tui.wording.rulings import general
from citadels_tui.wording.voice import Voice
from engine.editions import EDITIONS, Edition
from engine.rules import Rules

EVERYTHING, CHARACTERS, ACTIONS, RULINGS = "all", "characters", "actions", "rulings"


def voice_of(edition: str, symbols: Symbols, rules: Rules | None = None) -> Voice:
    """How the cards of an edition are written, in a game with those rules or, without one of that edition, in none."""
    if rules is None or rules.edition != edition:
        # Outside of any game no rank is a character's.
        rules = replace(Rules.make(EDITIONS[edition].seats[0], edition), characters=())
    return Voice(symbols, rules, (), None)


def kinds(edition: Edition) -> list[tuple[str, str]]:
    """The kinds to which the list of an edition can be limited: id and words."""
    found = [(id, _(words)) for id, words in cards.KINDS.items() if id != ACTIONS or edition.actions]
    return found + [(str(rank), _(cards.RANK_KIND).format(rank=rank)) for rank in range(1, len(edition.characters) + 1)]


def entries(voice: Voice, kind: str = EVERYTHING, search: str = "") -> list[Thing]:
    """All entries, under headings.

    Args:
        voice: How the cards are written, and of which edition.
        kind: One of `kinds`.
        search: Words that must all be in a card's name (the English one too), text or type.
    """
    edition = EDITIONS[voice.rules.edition]
    words = search.casefold().split()
    found: list[Thing] = []
    for heading, things in (
        (cards.CHARACTERS, _characters(edition, kind, words)),
        (cards.DISTRICTS, _districts(voice, edition.districts, kind, words)),
        (cards.UNIQUES, _districts(voice, sorted(edition.uniques), kind, words)),
        (cards.ACTIONS, _districts(voice, sorted(edition.actions), kind, words)),
        (cards.OTHER, _rulings(edition, kind, words)),
    ):
        listed = list(things)
        if listed:
            found += [Thing("heading", "", Content(_(heading))), *listed]
    return found


def read(voice: Voice, thing: Thing, *, whole: bool = False) -> Content:
    """A thing in words; ``whole``: with all rulings, their reasons and numbers, and the cases that are played out."""
    edition = EDITIONS[voice.rules.edition]
    match thing.kind:
        case "character":
            rank = next(rank for rank, ids in enumerate(edition.characters, 1) if thing.id in ids)
            lines = card_text.character(voice, thing.id, rank, *_about(voice, edition, thing.id), whole=whole)
        case "district":
            lines = card_text.district(voice, thing.id, *_about(voice, edition, thing.id), whole=whole)
        case "ruling":
            found = general(edition.id)[int(thing.id)]
            lines = iter([card_text.ruling(found) if whole else card_text.told(found)])
        case _:
            lines = iter(())
    return Content("\n").join(lines)


def _characters(edition: Edition, kind: str, words: list[str]) -> Iterator[Thing]:
    for rank, ids in enumerate(edition.characters, 1):
        for id in ids if kind in {EVERYTHING, CHARACTERS, str(rank)} else ():
            facts = names.character(id, edition.id)
            english = names.english(id, edition.id)
            if _matches(words, facts.name, english, facts.text, _(cards.RANK_KIND).format(rank=rank)):
                yield Thing("character", id, Content(f"{rank} {facts.name}"))


def _districts(voice: Voice, ids: Iterable[str], kind: str, words: list[str]) -> Iterator[Thing]:
    for id in ids:
        facts = names.district(id, voice.rules.edition)
        type = ACTIONS if facts.action else facts.type
        english = names.english(id, voice.rules.edition)
        if kind in {EVERYTHING, type} and _matches(words, facts.name, english, facts.text, _(cards.KINDS[type])):
            yield Thing("district", id, voice.district(id))


def _rulings(edition: Edition, kind: str, words: list[str]) -> Iterator[Thing]:
    for number, ruling in enumerate(general(edition.id) if kind in {EVERYTHING, RULINGS} else ()):
        if _matches(words, _(ruling.point), _(ruling.ruling)):
            yield Thing("ruling", str(number), Content(_(ruling.point)))


def _matches(words: list[str], *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _about(voice: Voice, edition: Edition, id: str) -> Iterator[Content]:
    """The facts of an edition about a card: how many there are, who may not play with it, which presets have it."""
    copies = edition.districts.get(id) or edition.actions.get(id) or edition.copies.get(id, 0)
    if copies:
        yield say(cards.COPIES, amount=copies)
    if id in edition.banned:
        yield say(cards.LEAST_PLAYERS, amount=edition.banned[id])
    if id in edition.excludes:
        yield say(cards.EXCLUDED, whom=names.whom(edition.excludes[id], edition.id))
    presets = [preset.name for preset in edition.presets if id in (*preset.characters, *preset.uniques)]
    if presets and len(edition.presets) > 1:
        yield say(cards.PRESETS, presets=", ".join(map(_, presets)))
