"""`citadels cards`: every card of an edition, to read or as data."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import fill
from typing import Annotated, Any

from citadels_tui.cli.options import Argument, Json
from citadels_tui.cli.options import Edition as EditionName
from citadels_tui.texts import _, command_line, language
from citadels_tui.texts.catalogue import languages, read
from citadels_tui.texts.names import type_name
from citadels_tui.wording.errors import UsageError
from engine.cards import CHARACTERS, DISTRICTS, District
from engine.editions import EDITIONS, Edition

Catalogue = dict[str, list[dict[str, Any]]]
"""Kind -> cards or presets, as plain values."""


@dataclass(frozen=True)
class CardsCommand:
    """List the cards of an edition."""

    about: Annotated[tuple[str, ...], Argument("Words of a card's name in any language; without any, all cards.")] = ()
    edition: EditionName = "deluxe"
    json: Json = False

    def run(self) -> int:
        """Print them; returns 0."""
        if self.edition not in EDITIONS:
            raise UsageError(
                "there is no edition {edition}; choose from {editions}",
                edition=repr(self.edition),
                editions=", ".join(EDITIONS),
            )
        unknown = [word for word in self.about if word.startswith("-")]
        if unknown:
            raise UsageError(command_line.NOT_UNDERSTOOD, unused=" ".join(unknown))
        found = every = catalogue(EDITIONS[self.edition])
        if self.about:
            words = " ".join(self.about).casefold().split()
            found = {kind: [each for each in cards if _is_called(each, words)] for kind, cards in found.items()}
            if not any(found.values()):
                raise UsageError(
                    "there is no card {words!r} in {edition}", words=" ".join(self.about), edition=self.edition
                )
        print(json.dumps(found) if self.json else _text(found, every))
        return 0


def catalogue(edition: Edition) -> Catalogue:
    """The cards and presets of an edition as plain values: names in every language, texts in the one that is spoken."""
    uniques = {id: edition.copies.get(id, 1) for id in edition.uniques}
    characters, districts = CHARACTERS[edition.id], DISTRICTS[edition.id]
    spoken = {language: read(language) for language in languages()}

    def named(id: str, name: str) -> dict[str, str]:
        return {language: texts.pgettext(f"{edition.id}/{id}", name) for language, texts in spoken.items()}

    def facts(card: District, copies: int) -> dict[str, Any]:
        return {
            "id": card.id,
            "names": named(card.id, card.name),
            "type": card.type,
            "cost": card.cost,
            "points": card.points,
            "copies": copies,
            "text": _(card.text) if card.text else "",
        }

    return {
        "characters": [
            {"id": id, "names": named(id, characters[id].name), "rank": rank, "text": _(characters[id].text)}
            for rank, ids in enumerate(edition.characters, 1)
            for id in ids
        ],
        "districts": [facts(districts[id], count) for id, count in {**edition.districts, **uniques}.items()],
        "action_cards": [facts(districts[id], count) for id, count in edition.actions.items()],
        "presets": [
            {
                "id": preset.id,
                "names": {language: texts.gettext(preset.name) for language, texts in spoken.items()},
                "characters": list(preset.characters),
                "uniques": list(preset.uniques),
            }
            for preset in edition.presets
        ],
    }


def _is_called(card: dict[str, Any], words: Sequence[str]) -> bool:
    names = " ".join([card["id"].replace("_", " "), *card["names"].values()]).casefold()
    return all(word.replace("_", " ") in names for word in words)


def _text(found: Catalogue, every: Catalogue) -> str:
    """The cards that were found, as lines for a person.

    Args:
        found: Cards and presets.
        every: Those of the edition, which presets name.
    """
    parts = (_character_rows(found), _district_rows(found), _action_rows(found), _preset_rows(found, every))
    return "\n\n".join("\n".join(rows) for rows in parts if rows)


def _name(card: dict[str, Any]) -> str:
    return str(card["names"][language()])


def _character_rows(found: Catalogue) -> list[str]:
    rows = [_row(f"{each['rank']} {_name(each):<18} ", each["text"]) for each in found["characters"]]
    return [_(command_line.CHARACTERS), *rows] if rows else []


def _district_rows(found: Catalogue) -> list[str]:
    if not found["districts"]:
        return []
    heads = (command_line.DISTRICTS, command_line.TYPE, command_line.COST, command_line.POINTS, command_line.COPIES)
    head, type, cost, points, copies = map(_, heads)
    kind = max(9, *(len(type_name(each["type"])) for each in found["districts"]))
    widths = [max(least, len(word)) for least, word in ((3, cost), (6, points), (6, copies))]
    rows = [f"{head:<20} {type:<{kind}} {cost:>{widths[0]}} {points:>{widths[1]}} {copies:>{widths[2]}}"]
    for each in found["districts"]:
        figures = (each["cost"], each["points"], each["copies"])
        told = " ".join(f"{figure:>{width}}" for figure, width in zip(figures, widths, strict=True))
        rows.append(_row(f"{_name(each):<20} {type_name(each['type']):<{kind}} {told}  ", each["text"]))
    return rows


def _action_rows(found: Catalogue) -> list[str]:
    copies = _(command_line.COPIES)
    width = max(6, len(copies))
    rows = [_row(f"{_name(each):<20} {each['copies']:>{width}}  ", each["text"]) for each in found["action_cards"]]
    return [f"{_(command_line.ACTION_CARDS):<20} {copies:>{width}}", *rows] if rows else []


def _preset_rows(found: Catalogue, every: Catalogue) -> list[str]:
    if not found["presets"]:
        return []
    names = {each["id"]: _name(each) for each in (*every["characters"], *every["districts"])}
    rows = [_(command_line.PRESETS)]
    heads = {"characters": _(command_line.PRESET_CHARACTERS), "uniques": _(command_line.PRESET_UNIQUES)}
    width = max(map(len, heads.values()))
    for each in found["presets"]:
        rows.append(f"{_name(each)} ({each['id']})")
        rows += [_row(f"  {head:<{width}} ", ", ".join(names[id] for id in each[kind])) for kind, head in heads.items()]
    return rows


def _row(head: str, text: str) -> str:
    """A line with its text wrapped under itself on a terminal, and left in one line in a pipe."""
    if not sys.stdout.isatty():
        return (head + text).rstrip()
    width = max(len(head) + 20, get_terminal_size().columns)
    return fill(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or head.rstrip()
