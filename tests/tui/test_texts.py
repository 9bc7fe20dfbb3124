"""Everything the engine can say has words, and no word is put together from pieces."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from rich.cells import cell_len
from textual.content import Content

from citadels_tui.desk import LETTERS, NUMBERS, make_desk
from citadels_tui.story import tell
from citadels_tui.symbols import ASCII, UNICODE, needs_ascii
from citadels_tui.texts import events, moves, questions, refusals, say
from citadels_tui.voice import Voice
from engine import Event, Move, Rules, new_game, seen, view
from engine.event import KINDS
from tests.tui.fake import NAMES


def test_every_kind_of_event_has_words() -> None:
    known = {kind.partition(":")[0] for kind in events.EVENTS}
    assert set(KINDS) <= known


def test_every_question_refusal_and_verb_of_whole_games_has_words() -> None:
    """Random games with every cast: no unknown text, no row without a key among the first 20, no key twice."""
    for seed in range(60):
        random = Random(seed)
        rules = Rules.random(2 + seed % 7, random)
        game = new_game(rules, seed=seed.to_bytes(32, "big"))
        while game.seat is not None:
            seat = game.seat
            voice = Voice(UNICODE, rules, NAMES[: rules.players], seat)
            now = view(game, seat)
            now.moves = tuple(game.moves)
            refused = game.refusals()
            assert game.kind in questions.PROMPTS, game.kind
            assert {r.code for r in refused} <= set(refusals.REFUSALS)
            assert {m.verb for m in game.moves} <= set(moves.VERBS)
            desk = make_desk(now, voice, refused)
            keys = [row.key for row in desk.rows if row.key]
            assert len(keys) == len(set(keys))
            assert {m for row in desk.rows for m in row.moves} == set(game.moves)
            assert all(row.key for row in desk.rows[:20] if row.moves)
            for line in tell(voice, [seen(event, seat) for event in game.drain()]):
                assert line.text.plain.strip()
                assert "_" not in line.text.plain
            game.apply(random.choice(list(game.moves)))


def test_row_keys_never_hide_the_boards_own_keys() -> None:
    assert not set(LETTERS) & set("hijklnqs?")
    assert set(LETTERS + NUMBERS).isdisjoint("+- ")


def test_parameters_are_never_markup() -> None:
    said = say("{who} said {text}", who="[bold]{text}[/", text="[@click=app.quit]x[/]")
    assert said.plain == "[bold]{text}[/ said [@click=app.quit]x[/]"
    assert not said.spans


def test_you_and_others_are_told_differently() -> None:
    rules = Rules.make(players=4)
    event = Event("give", 1, 0, amount=3, note="thief")
    said = {}
    for you in (0, 1, 2):
        (line,) = tell(Voice(ASCII, rules, NAMES[:4], you), [event])
        said[you] = line.text.plain
    assert said == {
        0: "You steal all 3 gold of Bo",
        1: "The Thief Ann takes all your 3 gold",
        2: "The Thief Ann takes all 3 gold of Bo",
    }


def test_what_hits_you_is_said_to_you_alone() -> None:
    rules = Rules.make(players=4)
    happened = [Event("kill", 1, rank=4), Event("leave", 0, 1, card="market")]
    mine = list(tell(Voice(ASCII, rules, NAMES[:4], 0), happened, (4,)))
    assert [line.kind for line in mine] == ["fact", "alert", "alert"]
    others = list(tell(Voice(ASCII, rules, NAMES[:4], 2), happened, (5,)))
    assert [line.kind for line in others] == ["fact", "fact"]


def test_symbols_are_one_cell_and_ascii_is_ascii() -> None:
    for symbols in (UNICODE, ASCII):
        for sign in (*symbols.types.values(), symbols.crown, symbols.acting, symbols.done, symbols.killed):
            assert cell_len(sign) == 1
    written = [*ASCII.types.values(), ASCII.more, ASCII.rule, ASCII.up, ASCII.down, ASCII.bar]
    assert all(sign.isascii() for sign in written)


def test_names_are_ascii_where_the_terminal_is() -> None:
    voice = Voice(ASCII, Rules.make(players=4), ("Zoë", "Bo", "Cleo", "Dan"), 0)
    assert voice.player(0) == Content.styled("Zo?", "bold")


def test_terminals_that_need_ascii() -> None:
    assert needs_ascii({"TERM": "linux"}, "utf-8")
    assert needs_ascii({"TERM": "vt100"}, "utf-8")
    assert needs_ascii({"TERM": "xterm-256color"}, "latin-1")
    assert needs_ascii({}, None)
    assert not needs_ascii({"TERM": "xterm-256color"}, "UTF-8")


def test_moves_that_borrow_name_the_lender() -> None:
    from citadels_tui.desk import label

    voice = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0)
    assert label(voice, Move.parse("build castle p2")).plain == "Build N4 Castle, borrowing from Bo"


def test_no_sentence_is_formatted_outside_the_texts() -> None:
    """f-strings in the client carry signs and numbers, never words."""
    words = re.compile(r"f\"[^\"{}]*[A-Za-z]{3,} [a-z]{2,}[^\"]*\"")
    root = Path(__file__).parents[2] / "citadels_tui"
    for path in [*root.glob("widgets/*.py"), *root.glob("screens/*.py"), *root.glob("*.py")]:
        if path.name in {"cli.py", "errors.py"}:
            continue
        found = [line for line in path.read_text().splitlines() if words.search(line)]
        assert not found, (path.name, found)
