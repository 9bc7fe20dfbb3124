"""Every row of every question of every card: it names its target and its price, is like no other, and fits.

In every language: what fits in English need not fit in another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.cells import cell_len

from citadels_tui.actions.asking import asked_in, awaited
from citadels_tui.actions.consequences import outcome_of
from citadels_tui.actions.make_action_list import ActionList, make_action_list
from citadels_tui.actions.rows import Row
from citadels_tui.session.board import city_target, counted
from citadels_tui.textart.cells import beside
from citadels_tui.textart.symbols import ASCII, UNICODE, Symbols
from citadels_tui.texts import _, moves, names, say, speak
from citadels_tui.texts.catalogue import ENGLISH, languages
from citadels_tui.texts.effects import brief_effect, effect
from citadels_tui.texts.moves import CHOOSING
from citadels_tui.widgets.action_list_view import facts_that_fit
from citadels_tui.widgets.character_cards import LEAST_CELLS, LEAST_LINES, CardGrid, laid_out
from citadels_tui.wording.voice import EMPTY, Voice
from engine import Move, Refusal, Rules, State, View, view
from engine.cards import CHARACTERS
from engine.editions import EDITIONS
from engine.ruleset import ruleset
from engine.step import STEPS, Outcome
from engine.undo import UNDO
from tests.support.client.tables import middle
from tests.support.engine.documented import VERBS
from tests.support.engine.games import BOXES, Box, choices, random_game
from tests.support.tiers import tiered

BOTS = ("Agnes", "Bertram", "Cosima", "Dietrich", "Elsbeth", "Florian", "Gisela", "Hubert")
WIDTH = 45
"""Cells of the action list at 80x24, where it goes on."""
BEFORE = 3
"""Cells of the cursor, the key and the blank before a row's text."""
OTHERS = sorted(set(languages()) - {ENGLISH})


def decision(game: State) -> View:
    """The open question as its player sees it."""
    now = view(game, game.seat)
    now.moves, now.prices, now.outcomes = tuple(game.moves), tuple(game.prices()), tuple(game.outcomes())
    return now


def action_lists(now: View, voice: Voice, refused: list[Refusal]) -> Iterator[ActionList]:
    """The action list of a question, and that of every row that opens."""
    action_list = make_action_list(now, voice, refused)
    yield action_list
    for row in action_list.rows:
        if row.opens:
            yield make_action_list(now, voice, refused, row)


def check_rows(now: View, voice: Voice, action_list: ActionList) -> None:
    """What must be true of every list: no two rows are alike, and the cursor rests on what makes sense."""
    labels = Counter(row.label.plain for row in action_list.rows)
    assert max(labels.values()) == 1, labels.most_common(2)
    resting = action_list.rows[action_list.rest]
    assert resting.moves or resting.back or not action_list.choosable
    assert not resting.blunder or all(row.blunder for row in action_list.rows if row.moves)
    for row in action_list.rows:
        check_row(now, voice, row)


def check_row(now: View, voice: Voice, row: Row) -> None:
    """One row: whole at 80x24, with its target, its price and the gold it leaves."""
    room = WIDTH - BEFORE
    fact = facts_that_fit(row, room - row.label.cell_length - 1)
    line = beside(row.label, fact, room, voice.symbols).plain
    assert row.label.plain in line, line
    assert fact.plain in line, (line, fact.plain)
    if row.opens and row.moves and all(move.verb == "build" and move.target for move in row.moves):
        least = min((price.gold for price in now.prices if price.move in row.moves), default=0)
        assert (str(least) if least else _(moves.FREE)) in fact.plain, line
    if row.opens or row.ticked is not None or len(row.moves) != 1:
        return
    (move,) = row.moves
    if move.target:
        assert names.district(move.target, now.rules.edition).name in line, (line, move)
    if move.seat not in (-1, now.seat) and now.asked is not None and now.asked.other != move.seat:
        assert voice.name(move.seat) in line, (line, move)
    outcome, gold = outcome_of(now, move), now.me.gold
    for price in now.prices:
        if price.move == move:
            words = say(moves.PAY, amount=price.gold).plain if price.gold else _(moves.FREE)
            assert words in line or (row.blunder and words in row.note.plain), (line, move)
    if outcome.gold and move.verb != "pick":
        assert str(gold + outcome.gold) in row.note.plain.replace(",", " ").split(), (row.note.plain, move)
    if outcome.built:
        assert f"{counted(now.me.city) + outcome.built}/{city_target(now)}" in row.note.plain
    if outcome.complete > 0:
        assert say(moves.COMPLETES, amount=outcome.complete).plain in row.note.plain
    rank = voice.rank(move.card) if move.seat < 0 and move.verb not in CHOOSING else 0
    assert not rank or row.blunder == (rank in (*now.faceup, *ruleset(now.rules).kept_aside(now), *now.roles)), (
        line,
        move,
    )


def check_cards(action_list: ActionList) -> None:
    """What stands in the lower edge of a card is whole."""
    for row in action_list.rows if action_list.characters else ():
        said = row.fitting(LEAST_CELLS - 2)
        assert 0 < said.cell_length <= LEAST_CELLS - 2, said.plain


def check_decision(game: State, symbols: Symbols) -> None:
    """Every list of the open question."""
    now = decision(game)
    voice = Voice(symbols, game.rules, BOTS[: game.rules.players], game.seat)
    for action_list in action_lists(now, voice, game.refusals()):
        assert action_list.title.cell_length <= WIDTH - 2, action_list.title.plain
        check_rows(now, voice, action_list)
        check_cards(action_list)
    assert awaited(now, voice).cell_length < 80
    for row in make_action_list(now, voice, game.refusals()).rows:
        if row.opens:
            asked = asked_in(voice, row)
            assert asked.plain.endswith("?"), asked.plain
            assert asked.cell_length < 80


def check_game(number: int, box: Box, symbols: Symbols = UNICODE) -> None:
    """Every decision of a random game."""
    game = random_game(number, box)
    for move in choices(game, number):
        check_decision(game, symbols)
        game.apply(move)


@pytest.mark.parametrize(
    ("gold", "rests"),
    [
        ({"build tavern": -1, "collect": 2, "build palace": -5}, "collect"),
        ({"build palace": -5, "collect": 0}, "collect"),
        ({"build tavern": -1, "build palace": -5, "build temple": -2}, "build palace"),
        ({"forge": -2, "build tavern": -1}, "build tavern"),
        ({"forge": -2}, "end"),
        ({}, "end"),
    ],
)
def test_the_cursor_prefers_free_rows_then_buildings_then_the_end(gold: dict[str, int], rests: str) -> None:
    outcomes = tuple(Outcome(Move.parse(text), amount, -text.startswith("build")) for text, amount in gold.items())
    moves = (*(outcome.move for outcome in outcomes), Move("end"))
    now = replace(middle(), hand=("tavern", "palace", "temple"), moves=moves, outcomes=outcomes)
    action_list = make_action_list(now, Voice(UNICODE, now.rules, BOTS[:5], 0))
    assert action_list.rows[action_list.rest].moves == (Move.parse(rests),)


def facts(now: View, *texts: str) -> list[str]:
    """What stands beside some moves, whichever way they are offered."""
    moves = tuple(map(Move.parse, texts))
    now = replace(now, moves=moves)
    opened = Row(EMPTY, moves=moves, opens=True)
    action_list = make_action_list(now, Voice(UNICODE, now.rules, BOTS[:5], 0), (), opened)
    return [row.note.plain for row in action_list.rows if row.moves]


def test_a_theft_brings_what_those_have_who_may_be_robbed() -> None:
    """Neither what you have yourself nor what they have whose characters all lie open."""
    now = middle()
    assert facts(now, "rob merchant") == [say(moves.TAKES_BETWEEN, least=0, amount=5).plain]
    now.players[3].gold = 5
    assert facts(now, "rob merchant") == [say(moves.TAKES, amount=5).plain]


def test_a_card_that_others_pay_for_is_asked_about_by_who_lends() -> None:
    now = middle()
    lent = Row(EMPTY, moves=tuple(map(Move.parse, ("build palace p1", "build palace p3"))), opens=True)
    voice = Voice(ASCII, now.rules, BOTS[:5], 0)
    assert asked_in(voice, lent).plain.startswith("Who lends you gold for ")


def test_a_gift_to_oneself_is_none() -> None:
    now = replace(middle(), things={"cash_wagon": (0, 1, 2, 1)})
    own, other = facts(now, "stake p1", "stake p3")
    assert _(moves.NOT_YOURS) not in own
    assert _(moves.NOT_YOURS) in other


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[::3]), ids=str)
@pytest.mark.slow
def test_every_row_of_every_question(box: Box) -> None:
    check_game(0, box, (UNICODE, ASCII)[box.players % 2])


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_every_row_of_every_question_in_many_games(box: Box) -> None:
    for number in range(1000, 1020):
        check_game(number, box, (UNICODE, ASCII)[number % 2])


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.slow
@pytest.mark.thorough
def test_every_row_in_every_language(language: str) -> None:
    """Of every edition, the most players: the longest lists, and most of the cards."""
    speak(language)
    for number, box in enumerate({box.edition: box for box in BOXES}.values()):
        check_game(number, box)


@pytest.mark.parametrize("language", OTHERS)
def test_a_character_has_a_name_for_nine_cells(language: str) -> None:
    speak(language)
    for edition, cards in CHARACTERS.items():
        for id in cards:
            shown = {names.character(id, edition).name, names.short_character(id, edition)}
            assert min(map(cell_len, shown)) <= 9, shown
            # A short name is that of no other character.
            assert names.short_character(id, edition)[:2] == names.character(id, edition).name[:2], shown


def test_a_character_has_an_effect_in_a_few_words() -> None:
    for edition, cards in CHARACTERS.items():
        for id in cards:
            assert 10 <= cell_len(effect(id, Rules.make(edition=edition))) <= 48, id


@pytest.mark.parametrize("ascii", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
@pytest.mark.parametrize("edition", CHARACTERS)
@pytest.mark.parametrize("cast", range(3))
def test_the_smallest_card_of_the_draft_has_every_name_and_effect_whole(
    cast: int, edition: str, language: str, ascii: bool
) -> None:
    speak(language, ascii=ascii)
    symbols, ids = ASCII if ascii else UNICODE, tuple(CHARACTERS[edition])
    characters = tuple(at[cast % len(at)] for at in EDITIONS[edition].characters)
    rules = replace(Rules.make(edition=edition), characters=characters)
    voice = Voice(symbols, rules, BOTS, 0)
    action_list = ActionList(EMPTY, tuple(Row(EMPTY, key="8", card=id) for id in ids), characters=True)
    lines = [line.plain for line in laid_out(action_list, 0, voice, CardGrid(1, LEAST_CELLS, LEAST_LINES))]
    assert {cell_len(line) for line in lines} == {LEAST_CELLS}, lines
    for place, id in enumerate(ids):
        head, *inside, _foot = lines[place * LEAST_LINES : (place + 1) * LEAST_LINES]
        assert " ".join(line[1:-1].strip() for line in inside).strip() in {
            effect(id, voice.rules),
            brief_effect(id, voice.rules),
        }
        assert any(name in head for name in (voice.character_of(id), names.short_character(id, edition))), head


@pytest.mark.parametrize("language", tiered([ENGLISH, *OTHERS], [ENGLISH]))
@pytest.mark.slow
def test_every_row_of_what_is_seldom_asked(language: str) -> None:
    """Every kind of question, and every verb of every edition, in as many games as it takes to meet them."""
    speak(language)
    lacking = {f"asked {step.kind}" for step in STEPS.values() if step.kind} | {f"done {verb}" for verb in VERBS}
    lacking.discard(f"done {UNDO}")  # no move of a decision, and so in no row
    for number in range(1000):
        game = random_game(number)
        for move in choices(game, number):
            met = {f"asked {game.kind}", *(f"done {each.verb}" for each in game.moves)}
            if met & lacking:
                check_decision(game, UNICODE)
                lacking -= met
            game.apply(move)
        if not lacking:
            return
    pytest.fail(f"never met: {sorted(lacking)}")
