"""What a program in another language needs of the engine stands in the documents, as the code has it."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

from engine.bots.registry import BUILT_IN
from engine.bots.strangers import FIELDS
from engine.draft import schedule
from engine.editions import EDITIONS, Edition
from engine.event import KINDS, Event
from engine.rng import SHUFFLE_V, below, shuffle, words
from engine.rules import RULES_V, Rules
from engine.ruleset import ruleset
from engine.step import STEPS, Step
from tests.support.root import ROOT

BOTS, EVENTS, SETUPS, SHUFFLE = (
    (ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("bots.md", "events.md", "setups.md", "shuffle.md")
)

TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "engine").rglob("*.py"))]
HELPERS = {"lay": ("warrants", "threats"), "discard": ("bottom", "discard", "unstore")}
"""Functions of the engine that are told which event they tell."""


def rows(page: str, heading: str) -> list[str]:
    """The rows of the table behind a heading, without its head."""
    section = page.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return [line for line in section.splitlines() if line.startswith("| ")][1:]


def row(*cells: str) -> str:
    """A row of a table."""
    return " ".join(f"| {' | '.join(cells)} |".split())


def named(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


# Events


def rows_of_events() -> dict[str, set[int]]:
    """How many fields each kind of event is told with, anywhere in the engine."""
    found: dict[str, set[int]] = {}
    for tree in TREES:
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            for told in [node for node in ast.walk(function) if isinstance(node, ast.AugAssign)]:
                if ast.unparse(told.target).split(".")[-1] == "log" and isinstance(told.value, ast.Tuple):
                    kind, *values = told.value.elts
                    kinds = [str(kind.value)] if isinstance(kind, ast.Constant) else HELPERS[function.name]
                    for each in kinds:
                        found.setdefault(each, set()).add(len(values))
    return found


def test_every_kind_of_event_is_on_the_page_with_its_fields_and_secrets() -> None:
    wanted = [
        row(f"`{name}`", ", ".join(kind.public), ", ".join(kind.secret), kind.audience, kind.meaning)
        for name, kind in KINDS.items()
    ]
    assert rows(EVENTS, "Kinds") == wanted


def test_every_kind_of_event_is_declared_with_the_fields_it_is_told_with() -> None:
    assert {name: {len(kind.public) + len(kind.secret)} for name, kind in KINDS.items()} == rows_of_events()
    for name, kind in KINDS.items():
        assert list(kind.public) == [field for field in Event._fields if field in kind.public], name
        assert kind.known_to in ((("seat",), ("seat", "other")) if kind.secret else ((),)), name


def test_every_kind_of_question_is_on_the_page() -> None:
    classes = {node.name: node for tree in TREES for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    wanted = []
    for name, step in STEPS.items():
        if step.kind:
            sees = bool(step.secret) or step.sight is not Step.sight
            wanted.append(row(f"`{step.kind}`", ", ".join(about(classes[name])), "cards" if sees else ""))
    assert rows(EVENTS, "Questions") == wanted


def about(step: ast.ClassDef) -> list[str]:
    """The public parameters a question has."""
    found: set[str] = set()
    for call in ast.walk(step):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "About":
            given = zip(PARAMETERS, call.args, strict=False)
            found |= {name for name, value in given if ast.unparse(value) not in ("-1", "0", "''")}
    return [name for name in PARAMETERS if name in found]


PARAMETERS = ("card", "other", "rank", "amount")


def test_the_page_says_which_versions_these_are() -> None:
    (found,) = re.findall(r"version of the cards is (\d+), that of the shuffle (\d+)", " ".join(SHUFFLE.split()))
    assert tuple(map(int, found)) == (RULES_V, SHUFFLE_V)


# Setups


def test_every_bot_is_on_the_page() -> None:
    """Those that others are measured by are on the page about bots."""

    def named(page: str, part: str) -> set[str]:
        return {*re.findall(r"^\| `(\w+)`", "\n".join(rows(page, part)), re.MULTILINE)}

    assert named(SETUPS, "Bots") == {*BUILT_IN} - {*FIELDS["strangers"], "steward-1"}
    assert named(BOTS, "Strangers") == {*FIELDS["strangers"]}


def counts(edition: Edition) -> str:
    found: dict[str, list[int]] = {}
    for players, characters in edition.counts.items():
        found.setdefault(" or ".join(map(str, characters)), []).append(players)
    return "; ".join(f"{characters} with {', '.join(map(str, players))}" for characters, players in found.items())


def test_every_edition_is_on_the_page() -> None:
    wanted = []
    for edition in EDITIONS.values():
        low, high = edition.seats
        least, most = edition.unique_count
        wanted.append(
            f"| `{edition.id}` | {low}-{high} | {counts(edition)} | {least if least == most else f'{least}-{most}'} | "
            f"{'pile' if edition.pile else 'under the deck'} | {'yes' if edition.peek else 'no'} |"
        )
    assert rows(SETUPS, "Editions") == wanted


def test_every_option_is_on_the_page() -> None:
    wanted: dict[tuple[str, Any], list[str]] = {}
    for edition in EDITIONS.values():
        for name, default in edition.options.items():
            assert isinstance(default, bool)
            wanted.setdefault((name, default), []).append(edition.id)
    shown = [row.rsplit(" | ", 1)[0] for row in rows(SETUPS, "Options")]
    assert shown == [f"| `{name}` | {named(found)} | {str(value).lower()}" for (name, value), found in wanted.items()]


def test_every_character_is_on_the_page() -> None:
    wanted = []
    for rank in range(1, 10):
        ids = [edition.characters[rank - 1] if rank <= len(edition.characters) else () for edition in EDITIONS.values()]
        wanted.append(row(str(rank), *map(named, ids)))
    assert rows(SETUPS, "Characters") == wanted
    few = {id: least for edition in EDITIONS.values() for id, least in edition.banned.items()}
    out = {(id, other) for edition in EDITIONS.values() for id, other in edition.excludes.items()}
    text = " ".join(SETUPS.split())
    assert all(f"`{id}` needs {least} players" in text for id, least in few.items())
    assert all(f"`{id}` cannot be in a game with the `{other}`" in text for id, other in out)


def test_every_preset_is_on_the_page() -> None:
    assert rows(SETUPS, "Presets") == [
        f"| `{edition.id}` | `{preset.id}` | {named(preset.characters)} | {named(preset.uniques)} |"
        for edition in EDITIONS.values()
        for preset in edition.presets
    ]


def test_the_page_of_players_counts_the_cards() -> None:
    deluxe = EDITIONS["deluxe"]
    characters, actions = sum(map(len, deluxe.characters)), sum(deluxe.actions.values())
    counted = f"{characters} characters, {len(deluxe.uniques)} unique districts, {actions} action cards"
    assert counted in (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


def test_every_district_is_on_the_page() -> None:
    plain = dict.fromkeys(tuple(edition.districts.items()) for edition in EDITIONS.values())
    assert len(plain) == 1
    wanted = [f"| every edition | plain | {', '.join(f'`{id}` {n}' for id, n in next(iter(plain)))} |"]
    for edition in EDITIONS.values():
        ids = [f"`{id}` {edition.copies[id]}" if id in edition.copies else f"`{id}`" for id in edition.uniques]
        wanted.append(f"| `{edition.id}` | unique | {', '.join(ids)} |")
        if edition.actions:
            wanted.append(
                f"| `{edition.id}` | action | {', '.join(f'`{id}` {n}' for id, n in edition.actions.items())} |"
            )
    assert rows(SETUPS, "Districts") == wanted


# The shuffle

ZERO, COUNT = bytes(32), bytes(range(32))
SEEDS = {"zero": ZERO, "count": COUNT}


def test_the_words_of_the_page_are_those_of_the_stream() -> None:
    found = rows(SHUFFLE, "The stream")
    assert len(found) >= 5
    for row in found:
        seed, counter, label, block, shown = (cell.strip(" `") for cell in row.strip("| ").split(" | "))
        assert words(SEEDS[seed], int(counter), label, int(block))[:4] == [int(word) for word in shown.split(", ")]


def test_the_numbers_of_the_page_are_those_of_the_stream() -> None:
    found = rows(SHUFFLE, "Numbers")
    assert len(found) >= 5
    for row in found:
        seed, counter, label, n, shown = (cell.strip(" `") for cell in row.strip("| ").split(" | "))
        assert below(int(n), SEEDS[seed], int(counter), label) == int(shown)


def test_the_orders_of_the_page_are_those_of_the_shuffle() -> None:
    found = rows(SHUFFLE, "Lists")
    assert len(found) >= 3
    for row in found:
        seed, counter, label, n, shown = (cell.strip(" `") for cell in row.strip("| ").split(" | "))
        items = list(range(int(n)))
        shuffle(items, SEEDS[seed], int(counter), label)
        assert ", ".join(map(str, items)) == shown


def test_the_labels_of_the_page_are_those_of_the_engine() -> None:
    found = {row.split("`")[1] for row in rows(SHUFFLE, "Order of the draws")}
    used: set[str] = set()
    for tree in TREES:
        for call in ast.walk(tree):
            name = getattr(getattr(call, "func", None), "attr", getattr(getattr(call, "func", None), "id", ""))
            if isinstance(call, ast.Call) and name in ("below", "shuffle", "pass_random") and call.args:
                used |= {arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    assert found == used


def test_the_page_says_where_every_hidden_card_is() -> None:
    found = [kind for row in rows(SHUFFLE, "The place of every card") for kind in row.split("|")[1].split(",")]
    assert sorted(kind.strip(" `") for kind in found) == sorted(name for name, kind in KINDS.items() if kind.secret)


def test_the_choice_of_characters_goes_as_the_page_says() -> None:
    wanted = []
    for players, characters in sorted(
        {(n, count) for box in EDITIONS.values() for n in box.counts for count in box.counts[n]}
    ):
        edition = next(box for box in EDITIONS.values() if characters in box.counts.get(players, ()))
        cast = [
            next(id for id in ids if players >= edition.banned.get(id, 0)) for ids in edition.characters[:characters]
        ]
        found = schedule(Rules.make(players, edition.id, characters=cast))
        turns = ", ".join(f"{action} {offset}" for action, offset in found.turns)
        wanted.append(f"| {players} | {characters} | {found.faceup} | {turns} |")
    assert [spelled_out(row) for row in rows(SHUFFLE, "The choice of characters")] == wanted


def spelled_out(row: str) -> str:
    """A row with each *pick 0-2* as *pick 0, pick 1, pick 2*."""
    return re.sub(
        r"pick (\d)-(\d)", lambda span: ", ".join(f"pick {seat}" for seat in range(int(span[1]), int(span[2]) + 1)), row
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_deck_begins_as_the_page_says(edition: str) -> None:
    """Plain districts, unique ones in the order of the rules, action cards; each with its copies."""
    box = EDITIONS[edition]
    rules = Rules.make(4, edition, action_cards=bool(box.actions))
    wanted = [id for id, n in box.districts.items() for _ in range(n)]
    wanted += [id for id in rules.uniques for _ in range(box.copies.get(id, 1))]
    wanted += [id for id, n in box.actions.items() for _ in range(n)]
    assert [card.id for card in ruleset(rules).cards] == wanted
