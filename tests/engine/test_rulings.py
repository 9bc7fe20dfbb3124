"""Every ruling holds, and every number it cites can be looked up."""

from __future__ import annotations

import re
import tomllib

import pytest

from citadels_tui.rulings import RulingFailed, run
from engine import EDITIONS, Rules, RulesError, new_game
from engine.cards import CHARACTERS, DISTRICTS
from tests.support.root import ROOT

FOLDER = ROOT / "engine" / "rulings"
TEXTS = {path.relative_to(FOLDER): path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.toml"))}
READ = {path: tomllib.loads(text) for path, text in TEXTS.items()}
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
LINK = r"\]\((\w+/\w+)\)"

ORIGINAL = '"assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"'


def test_every_ruling_holds() -> None:
    failed = {}
    for path, text in TEXTS.items():
        try:
            run(text)
        except RulingFailed as error:
            failed[str(path)] = str(error)
    assert failed == {}


def test_every_ruling_stands_where_it_is_looked_for() -> None:
    """In the folder of its edition, in that of a card its name speaks of or in ``game``; its title comes first."""
    for path, text in TEXTS.items():
        edition, card, _ = path.parts
        assert text.startswith('title = "'), path
        # The client reads no more of each.
        assert text.split("\n", 2)[1].startswith('source = "'), path
        assert READ[path]["edition"] == edition, path
        assert card == "game" or card in CHARACTERS[edition] or card in DISTRICTS[edition], path


def test_titles_are_different() -> None:
    assert len({ruling["title"] for ruling in READ.values()}) == len(READ)


def cited() -> set[str]:
    """The numbers in the sources of all rulings."""
    return {number for ruling in READ.values() for number in re.findall(r"\b[AC]\d+\b", ruling["source"])}


def test_every_number_that_a_ruling_cites_is_a_row_of_the_page() -> None:
    assert cited() <= set(re.findall(r"^\| ([AC]\d+) \|", PAGE, re.MULTILINE))


def test_every_link_on_the_page_of_rulings_leads_to_rulings() -> None:
    linked = set(re.findall(LINK, PAGE))
    assert len(linked) > 20
    assert linked <= {str(path.parent) for path in TEXTS}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_that_does_something_has_a_ruling_in_its_edition(edition: str) -> None:
    box = EDITIONS[edition]
    cards = {*(id for ids in box.characters for id in ids), *box.uniques, *box.actions}
    assert cards <= {path.parts[1] for path in TEXTS if path.parts[0] == edition}


def test_every_row_of_the_page_of_rulings_is_played_out() -> None:
    """But for advice about the cards one takes, and for a lot, which no position shows."""
    assert {line.count("|") for line in PAGE.splitlines() if re.match(r"\| [AC]\d", line)} == {5}
    rows = re.findall(r"^\| ([AC])(\d+) \|", PAGE, re.MULTILINE)
    for letter in "CA":
        numbers = [int(number) for each, number in rows if each == letter]
        assert numbers == list(range(1, len(numbers) + 1))
    assert {letter + number for letter, number in rows} - cited() <= {"C27", "C29"}


@pytest.mark.parametrize(
    ("preset", "players", "nine", "rank", "cast"),
    [
        pytest.param("cunning_agents", 2, False, 4, "king", id="the King for the Emperor with 2 players"),
        pytest.param("cunning_agents", 3, False, 4, "emperor", id="the Emperor himself with 3 players"),
        pytest.param("ambitious_aristocrats", 3, False, 9, "artist", id="the Artist for the Queen with 3 players"),
        pytest.param("devious_dignitaries", 4, True, 9, "artist", id="the Artist for the Queen with 4 players"),
        pytest.param("devious_dignitaries", 5, True, 9, "queen", id="the Queen herself with 5 players"),
        pytest.param("first_game", 3, False, 9, "artist", id="the Artist in the first game with 3 players"),
        pytest.param("first_game", 8, False, 9, "queen", id="the Queen in the first game with 8 players"),
    ],
)
def test_stand_ins_for_absent_characters_are_as_ruled(
    preset: str, players: int, nine: bool, rank: int, cast: str
) -> None:
    """Conflict C7, for presets."""
    assert Rules.make(players, "deluxe", preset, nine=nine).characters[rank - 1] == cast


def setup(
    players: int, characters: str, table: str = 'phase = "draft"', uniques: str = "", edition: str = "deluxe"
) -> str:
    """A ruling that does nothing but set a selection up."""
    return f"""
title = "setup"
source = "rulebook"
edition = "{edition}"
characters = [{characters}]
uniques = [{uniques}]
[table]
{table}
[p{players}]
gold = 2
[[step]]
expect = {{ kind = "draft" }}
"""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param(setup(2, f'{ORIGINAL}, "artist"'), "2 players cannot play with 9", id="no rank 9 with 2 players"),
        pytest.param(setup(3, ORIGINAL), "3 players cannot play with 8", id="rank 9 is needed with 3 players"),
        pytest.param(setup(8, ORIGINAL), "8 players cannot play with 8", id="rank 9 is needed with 8 players"),
        pytest.param(setup(4, f'{ORIGINAL}, "queen"'), "queen", id="no Queen with fewer than 5 players"),
        pytest.param(setup(3, f'{ORIGINAL}, "queen"'), "queen", id="no Queen with 3 players"),
        pytest.param(setup(2, ORIGINAL.replace("king", "emperor")), "emperor", id="no Emperor with 2 players"),
        pytest.param(setup(4, ORIGINAL.replace("thief", "king")), "rank 2", id="one character for each rank"),
        pytest.param(setup(4, ORIGINAL, uniques='"keep", "keep"'), "only once", id="each unique district once"),
        pytest.param(
            setup(4, ORIGINAL, 'phase = "draft"\nfaceup = ["king", "thief"]'),
            "cannot lie like that",
            id="rank 4 never lies face up",
        ),
        pytest.param(
            setup(4, ORIGINAL.replace("king", "emperor"), 'phase = "draft"\nfaceup = ["emperor", "thief"]'),
            "cannot lie like that",
            id="the Emperor never lies face up",
        ),
        pytest.param(
            setup(4, ORIGINAL.replace("king", "patrician"), 'phase = "draft"\nfaceup = ["patrician", "thief"]'),
            "cannot lie like that",
            id="the Patrician never lies face up",
        ),
        pytest.param(
            setup(8, ORIGINAL, edition="classic"),
            "for 2 to 7 players",
            id="the classic game is for 2 to 7 players",
        ),
        pytest.param(
            setup(5, f'{ORIGINAL}, "queen"', edition="classic"),
            "there is no character 'queen'",
            id="no rank 9 in the classic game",
        ),
        pytest.param(
            setup(4, ORIGINAL, 'phase = "draft"\nfaceup = ["king", "thief"]', edition="classic"),
            "cannot lie like that",
            id="the King never lies face up in the classic game",
        ),
        pytest.param(
            setup(4, ORIGINAL, uniques='"great_wall"', edition="classic"),
            "not a unique district",
            id="no Great Wall in the classic game",
        ),
        pytest.param(
            setup(4, ORIGINAL.replace("warlord", "diplomat"), uniques='"graveyard"', edition="dark_city"),
            "the graveyard cannot be in a game with the diplomat",
            id="no Graveyard with the old Diplomat",
        ),
        pytest.param(
            setup(4, f'{ORIGINAL}, "queen"', edition="dark_city"), "queen", id="no old Queen with fewer than 5 players"
        ),
    ],
)
def test_moves_against_the_rulebook_are_refused(text: str, why: str) -> None:
    with pytest.raises(RulingFailed, match=why):
        run(text)


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_the_queen_plays_from_five_players_on(players: int) -> None:
    run(setup(players, f'{ORIGINAL}, "queen"'))


@pytest.mark.parametrize(
    ("edition", "count", "takes"),
    [
        ("deluxe", 13, "exactly 14 unique districts, not 13"),
        ("deluxe", 15, "exactly 14 unique districts, not 15"),
        ("classic", 9, "exactly 10 unique districts, not 9"),
    ],
)
def test_a_game_takes_as_many_unique_districts_as_its_edition_says(edition: str, count: int, takes: str) -> None:
    uniques = EDITIONS[edition].uniques[:count]
    part = Rules.make(4, edition, uniques=uniques, part=True)  # enough for the position of a ruling
    with pytest.raises(RulesError, match=takes):
        Rules.make(4, edition, uniques=uniques)
    with pytest.raises(RulesError, match=takes):
        Rules.from_plain(part.to_plain())
    with pytest.raises(RulesError, match=takes):
        new_game(part, bytes(32))


@pytest.mark.parametrize("count", [0, 5, 24])
def test_the_dark_city_takes_any_number_of_its_districts(count: int) -> None:
    assert len(Rules.make(4, "dark_city", uniques=EDITIONS["dark_city"].uniques[:count]).uniques) == count
