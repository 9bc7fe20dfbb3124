"""The shipped rulings by card: the list of what the rulebooks leave open, and the cases that are played out.

Both stand in ``engine/rulings``: the list is its ``README.md``, a case a file in a folder by edition and card. The
source of a case names the rows of the list that it plays out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from engine.cards import CHARACTERS, DISTRICTS, Card
from engine.editions import EDITIONS

MAIN = "deluxe"
"""The edition whose cards the others share where nothing else is said."""

_ALIASES = {
    "tax_collector": ["tax"],
    "witch": ["bewitched"],
    "blackmailer": ["threat", "threatened"],
    "magistrate": ["warrant"],
}
"""Words that mean a card without naming it."""

NUMBER = re.compile(r"\b[AC]\d+\b")
"""The number of a ruling in the list: of a contradiction between the sources, or of a point that they leave open."""
_ROW = re.compile(r"\| ([AC]\d+) \|(.+)\|(.+)\|(.+)\|")
_LINK = re.compile(r"\[([^\]]+)\]\((\w+/\w+)\)")
"""A link to the folder with the cases of a card."""
_LEAD = re.compile(r"\*\*(.+?)\*\*")

CHOSEN: dict[str, tuple[str, ...]] = {
    "assassin": ("A1", "A2"),
    "witch": ("A10", "A11", "C12"),
    "magistrate": ("C3", "A15"),
    "thief": ("C10", "A1"),
    "spy": ("A22", "A23"),
    "blackmailer": ("C5", "A20"),
    "tax_collector": ("C2", "A12", "A43"),
    "magician": ("A23",),
    "wizard": ("A24", "A23"),
    "seer": ("A23",),
    "king": ("C11", "C12"),
    "emperor": ("A3", "C26"),
    "bishop": ("A29",),
    "abbot": ("A26",),
    "cardinal": ("A25", "A23"),
    "warlord": ("C14", "C13"),
    "diplomat": ("A29",),
    "marshal": ("C4", "A29"),
    "queen": ("C21",),
    "artist": ("C20",),
    "armory": ("A33", "A60"),
    "bell_tower": ("A32",),
    "great_wall": ("A28",),
    "haunted_quarter": ("A35",),
    "keep": ("A29",),
    "map_room": ("A37",),
    "monument": ("A34",),
    "museum": ("A23",),
    "park": ("A38",),
    "poor_house": ("A38",),
    "quarry": ("A46",),
    "school_of_magic": ("C28",),
    "secret_vault": ("A23",),
    "thieves_den": ("A23",),
    "throne_room": ("A9",),
    "university": ("C14",),
    "acrobat": ("A8", "C25"),
    "cash_wagon": ("A41",),
    "circus_tent": ("A36",),
    "fortune_teller": ("A23",),
    "human_cannonball": ("A50",),
    "rasputin": ("A42",),
}
"""Card -> the numbers of its rulings, the most important first; at most three sentences in all."""


class Ruling(NamedTuple):
    """One decision about the rules."""

    no: str
    """Its number in the list of rulings, or ``""``."""
    point: str
    """The question it decides."""
    ruling: str
    why: str
    about: tuple[str, ...]
    """Ids of the cards that the point names."""
    cards: tuple[str, ...]
    """Ids of the cards it is shown with; none: it is about the game as a whole."""
    editions: tuple[str, ...]
    """Editions it is played out in; none: it is the same everywhere."""


class Case(NamedTuple):
    """The case that one ruling file plays out."""

    path: str
    """Its edition, the card of its folder and its own name, with ``/`` between."""
    title: str
    cards: tuple[str, ...]
    """Ids of the cards that its path and its title name."""
    numbers: tuple[str, ...]
    """Numbers of the rulings that it plays out."""

    @property
    def edition(self) -> str:
        """The edition it is played with."""
        return self.path.partition("/")[0]

    def read(self) -> bytes:
        """The whole file."""
        return _folder().joinpath(f"{self.path}.toml").read_bytes()


def rulings(id: str, edition: str) -> list[Ruling]:
    """The rulings about a card of an edition."""
    return [ruling for ruling in listed() if id in ruling.cards and applies(ruling, id, edition)]


def applies(ruling: Ruling, id: str, edition: str) -> bool:
    """Whether a ruling is true of a card in an edition, and about cards that it has."""
    there = any(_same(id, edition, other) for other in ruling.editions or (edition,))
    return there and all(_card(other, edition) for other in ruling.about)


def good_to_know(id: str, edition: str) -> list[Ruling]:
    """The few rulings about a card that players ask for, in an edition's words and shown wherever it is read.

    A key leads to all, whole.
    """
    by_number = {ruling.no: ruling for ruling in listed()}
    chosen = [by_number[no] for no in CHOSEN.get(id, ())]
    told = [each._replace(ruling=_of_edition(each.ruling, edition)) for each in chosen if applies(each, id, edition)]
    return [each for each in told if each.ruling]


def _of_edition(text: str, edition: str) -> str:
    """A text without what it says of cards that an edition lacks: a sentence, or what follows a semicolon in it."""
    said = [sentence.split("; ") for sentence in text.split(". ")]
    left = [[each for each in parts if _all_there(each, edition)] for parts in said if _all_there(parts[0], edition)]
    return ". ".join("; ".join(parts) for parts in left)


def _all_there(text: str, edition: str) -> bool:
    return all(_card(other, edition) for other in _named(text))


def general(edition: str) -> list[Ruling]:
    """The rulings of an edition that are about no card."""
    return [ruling for ruling in listed() if not ruling.cards and (not ruling.editions or edition in ruling.editions)]


def cases(id: str, edition: str) -> list[str]:
    """The cases of the ruling files about a card of an edition, where only cards of that edition matter."""
    return [
        case.title
        for case in played()
        if id in case.cards and _same(id, edition, case.edition) and all(_card(other, edition) for other in case.cards)
    ]


@cache
def listed() -> tuple[Ruling, ...]:
    """The rulings of the list: the rows of its tables, and the paragraphs and points below them."""
    return tuple(_rows(_folder().joinpath("README.md").read_text(encoding="utf-8")))


@cache
def played() -> tuple[Case, ...]:
    """The cases of every edition, each of which is one file."""
    found: list[Case] = []
    for edition in EDITIONS:
        for folder in sorted(_folder().joinpath(edition).iterdir(), key=lambda folder: folder.name):
            for file in sorted(folder.iterdir(), key=lambda file: file.name):
                name = file.name.removesuffix(".toml")
                title, source = _head(file)
                cards = {*_filed(f"{folder.name}_{name}"), *_named(title)}
                numbers = NUMBER.findall(source)
                found.append(Case(f"{edition}/{folder.name}/{name}", title, tuple(sorted(cards)), tuple(numbers)))
    return tuple(found)


def _folder() -> Traversable:
    return files("engine") / "rulings"


def _head(file: Traversable) -> tuple[str, str]:
    """Title and source of a ruling: its first two lines are enough, and there are hundreds of them."""
    # The table is drawn without it.
    import tomllib

    first, second, *_rest = file.read_bytes().split(b"\n", 2)
    head = tomllib.loads(b"\n".join((first, second)).decode())
    return str(head["title"]), str(head["source"])


def _card(id: str, edition: str) -> Card | None:
    return CHARACTERS[edition].get(id) or DISTRICTS[edition].get(id)


def _same(id: str, edition: str, other: str) -> bool:
    """Whether what is played out with a card in another edition is true of it in this one."""
    card = _card(id, edition)
    return card is not None and (edition == other or (other == MAIN and type(card) is type(_card(id, MAIN))))


@cache
def _names() -> tuple[dict[str, str], re.Pattern[str]]:
    """Card ids by the words that mean them, and a pattern for these words."""
    ids = {
        words: id
        for cards in (*CHARACTERS.values(), *DISTRICTS.values())
        for id, card in cards.items()
        for words in (card.name, *_ALIASES.get(id, ()))
    }
    longest_first = sorted(ids, key=len, reverse=True)
    return ids, re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})(?:s|es)?\b")


def _named(text: str) -> list[str]:
    """Ids of the cards that a text names."""
    ids, pattern = _names()
    return sorted({ids[words] for words in pattern.findall(text)})


@cache
def _ids() -> re.Pattern[str]:
    longest_first = sorted(set(_names()[0].values()), key=len, reverse=True)
    return re.compile(rf"(?<![a-z])({'|'.join(longest_first)})(?![a-z])")


def _filed(name: str) -> list[str]:
    """Ids of the cards in the name of a ruling file."""
    return _ids().findall(name)


def _rows(page: str) -> Iterator[Ruling]:
    for section in re.split(r"\n## ", page)[1:]:
        title, _, body = section.partition("\n")
        table = _ROW.findall(body)
        for no, point, ruling, why in table:
            folders = [case.path.rpartition("/")[0] for case in played() if no in case.numbers]
            yield _row(no, _plain(point), _plain(ruling), _plain(why), folders)
        if table:
            continue
        for part in re.split(r"\n\n|\n(?=\* )", body):
            folders = [folder for _text, folder in _LINK.findall(part)]
            if folders:
                lead = _LEAD.search(part)
                yield _row("", _plain(lead[1]) if lead else title, _plain(part), "", folders)


def _row(no: str, point: str, ruling: str, why: str, folders: list[str]) -> Ruling:
    """One ruling, with the cards it is about and the editions it is played out in."""
    about = _named(point)
    filed = set() if about else {folder.split("/")[1] for folder in folders} - {"game"}
    cards = sorted({*about, *_named(ruling), *filed})
    editions = sorted({folder.split("/")[0] for folder in folders})
    return Ruling(no, point, ruling.rstrip("."), why, tuple(about), tuple(cards), tuple(editions))


def _plain(text: str) -> str:
    """A piece of the list as a reader of the client sees it: without links and marks."""
    text = _LINK.sub(r"\1", text.replace("**", ""))
    text = re.sub(r"`([^`]*)`", lambda found: found[1].replace("_", " "), text)
    return re.sub(r"\s+", " ", text).strip().removeprefix("* ")
