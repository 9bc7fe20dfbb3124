"""Everything the engine can say has words, and no word is put together from pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from rich.cells import cell_len
from textual.content import Content

from citadels_tui.actions.asking import awaited, explained
from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.pages.encyclopaedia import voice_of
from citadels_tui.session.row_keys import LETTERS, NUMBERS
from citadels_tui.story.telling import describe_events
from citadels_tui.textart.symbols import ASCII, UNICODE, needs_ascii
from citadels_tui.texts import board, by_card, events, forms, moves, names, questions, refusals, say, speak, table
from citadels_tui.texts.catalogue import ENGLISH, languages
from citadels_tui.texts.effects import effect
from citadels_tui.wording import card_text
from citadels_tui.wording.moves import label, reason
from citadels_tui.wording.voice import Voice
from engine import EDITIONS, Event, Move, Rules, State, View, new_game, score, seen, view
from engine.cards import CHARACTERS, DISTRICTS
from engine.event import KINDS
from engine.step import STEPS, Outcome, Price, Refusal
from engine.undo import REASONS
from engine.view import Asked, PlayerView, TurnView
from tests.support.client.fake import NAMES
from tests.support.engine.games import choices, random_game
from tests.support.root import ROOT

pytestmark = pytest.mark.slow


def test_every_kind_of_event_has_words() -> None:
    known = {kind.partition(":")[0] for kind in events.EVENTS}
    assert set(KINDS) <= known


def test_every_reason_against_an_undo_has_words() -> None:
    assert set(table.NO_UNDO) == set(REASONS)


def casts(first: int) -> Iterator[tuple[int, Rules]]:
    """A random cast of every edition and number of players, with and without action cards, and the seed of each."""
    seed = 100 * first
    for edition in EDITIONS.values():
        for players in edition.counts:
            for action_cards in (False, True) if edition.actions else (False,):
                seed += 1
                yield seed, Rules.random(players, Random(seed), edition.id, action_cards)


@pytest.mark.parametrize(
    ("first", "step"),
    [
        (0, 4),
        pytest.param(0, 1, marks=pytest.mark.thorough),
        *(pytest.param(number, 1, marks=pytest.mark.long) for number in range(1, 6)),
    ],
)
@pytest.mark.thorough
def test_everything_that_happens_in_whole_games_has_words(first: int, step: int) -> None:
    """Random games with every cast: no fallback text, no row without a key among the first 20, no key twice."""
    for seed, rules in islice(casts(first), 0, None, step):
        random = Random(seed)
        game = new_game(rules, seed=seed.to_bytes(32, "big"))
        while game.seat is not None:
            check_decision(game, Voice(UNICODE, rules, NAMES[: rules.players], game.seat))
            check_story(game.drain(), view(game, random.randrange(rules.players)))
            game.apply(random.choice(list(game.moves)))
        check_story(game.drain(), view(game, None))
        sources = {source for seat in range(rules.players) for source, _ in score(game, seat)}
        assert all(source in table.SOURCES or names.is_district(source, rules.edition) for source in sources)


def check_decision(game: State, voice: Voice) -> None:
    """The open question, its moves and its near misses have words, and every move can be chosen."""
    seat = game.seat
    now = view(game, seat)
    now.moves, now.prices, now.outcomes = tuple(game.moves), tuple(game.prices()), tuple(game.outcomes())
    refused = game.refusals()
    assert game.kind in questions.PROMPTS, game.kind
    assert {r.code for r in refused} <= set(refusals.REFUSALS)
    assert {m.verb for m in [*game.moves, *(r.move for r in refused)]} <= set(moves.VERBS)
    action_list = make_action_list(now, voice, refused)
    keys = [row.key for row in action_list.rows if row.key]
    assert len(keys) == len(set(keys))
    assert {m for row in action_list.rows for m in row.moves} == set(game.moves)
    assert all(row.key for row in action_list.rows[:20] if row.moves)
    for row in action_list.rows:
        if row.opens:
            opened = make_action_list(now, voice, refused, row)
            assert {m for inner in opened.rows for m in inner.moves} == set(row.moves)
            assert all("?" not in inner.label.plain for inner in opened.rows)
        said = [row.label.plain, row.note.plain, explained(now, voice, row).plain]
        assert not any("_" in text or "?" in text or "{" in text for text in said), said
        assert said[0]
    for you in (seat, None):
        now.seat = you
        assert "{" not in awaited(now, voice).plain
        assert "_" not in awaited(now, voice).plain


def check_story(happened: Sequence[Event], after: View) -> None:
    """Every event is told in words of its own."""
    rules = after.rules
    voice = Voice(UNICODE, rules, NAMES[: rules.players], after.seat)
    assert {event.kind for event in happened} <= {kind.partition(":")[0] for kind in events.EVENTS}
    for event in happened:
        if event.kind in {"gold", "give", "draw", "pay"}:
            known = event.note in events.SOURCES or f"{event.kind}:{event.note}" in events.EVENTS
            named = names.is_district(event.note, rules.edition) or names.is_character(event.note, rules.edition)
            assert known or named, event
    for line in describe_events(voice, [seen(event, after.seat) for event in happened], after):
        assert line.text.plain.strip()
        assert "_" not in line.text.plain
        assert "?" not in line.text.plain.replace("play a Rasputin?", "")


def test_every_kind_of_question_has_words() -> None:
    kinds = {step.kind for step in STEPS.values()} - {""}
    assert kinds <= set(questions.PROMPTS)
    assert {kind.partition(":")[0] for kind in questions.PROMPTS} <= kinds


def test_every_reason_that_the_engine_knows_has_words() -> None:
    source = "\n".join(path.read_text() for path in (ROOT / "engine").rglob("*.py"))
    given = set(re.findall(r'Refusal\([^"]*?"([a-z_0-9]+)"', source)) | {"rank1", "killed", "bewitched"}
    given |= set(
        re.findall(r'(?:return|reason =) "([a-z_]+)"', (ROOT / "engine/cards/characters/rank8.py").read_text())
    )
    assert given <= {code.partition(":")[0] for code in refusals.REFUSALS}


def test_row_keys_never_hide_the_boards_own_keys() -> None:
    assert not set(LETTERS) & set("hijklnqsw?")
    assert set(LETTERS + NUMBERS).isdisjoint("+- ")


def test_parameters_are_never_markup() -> None:
    said = say("{who} said {text}", who="[bold]{text}[/", text="[@click=app.quit]x[/]")
    assert said.plain == "[bold]{text}[/ said [@click=app.quit]x[/]"
    assert not said.spans


def test_a_name_s_own_full_stop_is_not_doubled() -> None:
    assert say("Waiting for {who}.", who="S.").plain == "Waiting for S."
    assert say("Waiting for {who}.", who="S").plain == "Waiting for S."
    assert say("Look at {who}...", who="S.").plain == "Look at S...."


def test_a_turn_is_asked_for_what_can_be_done_in_it() -> None:
    rules = Rules.make(players=4)
    now = View(0, rules, [], asked=Asked(0, "menu"), turn=TurnView(seat=0, rank=4, gathered=True))
    voice, said = Voice(ASCII, rules, NAMES[:4], 0), {}
    for legal in ("build manor", "collect", "build manor, collect", "stake p2", ""):
        now.moves = tuple(Move.parse(text) for text in [*filter(None, legal.split(", ")), "end"])
        said[legal] = awaited(now, voice).plain.removeprefix("Your turn, King: ")
    assert said == {
        "build manor": "build, or end the turn.",
        "collect": "use your ability, or end the turn.",
        "build manor, collect": "build, use your ability, or end the turn.",
        "stake p2": "use a card that lies open, or end the turn.",
        "": "end the turn.",
    }
    now.moves = (Move.parse("crown p2"), Move.parse("build manor"))
    assert "or end the turn" not in awaited(now, voice).plain
    assert "use your ability first" in awaited(now, voice).plain


def test_a_list_in_which_all_is_free_says_so() -> None:
    rules = Rules.make(players=4)
    now = View(0, rules, [PlayerView(seat) for seat in range(4)], asked=Asked(0, "menu"))
    now.turn = TurnView(seat=0, rank=8, gathered=True)
    targets = [Move.parse(f"destroy p{seat}.{card}") for seat, card in ((2, "temple"), (3, "tavern"))]
    now.moves = (*targets, Move("end"))
    for gold, said in ((0, ["free"]), (1, [])):
        now.prices = tuple(Price(move, gold) for move in targets)
        (row, _end) = make_action_list(now, Voice(ASCII, rules, NAMES[:4], 0)).rows
        assert [fact.plain for fact in row.facts] == said


def test_a_player_is_addressed_as_you() -> None:
    voice = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0)
    now = View(0, voice.rules, [])
    now.asked = Asked(0, "draft")
    assert awaited(now, voice).plain == "You decide in a moment."


def test_you_and_others_are_told_differently() -> None:
    rules = Rules.make(players=4)
    event = Event("give", 1, 0, amount=3, note="thief")
    said = {}
    for you in (0, 1, 2):
        (line,) = describe_events(Voice(ASCII, rules, NAMES[:4], you), [event], View(you, rules, []))
        said[you] = line.text.plain
    assert said == {
        0: "You steal all the gold of Bo (3)",
        1: "The Thief Ann takes all your gold (3)",
        2: "The Thief Ann takes all the gold of Bo (3)",
    }


def test_gold_for_districts_is_not_what_comes_with_the_call() -> None:
    state = new_game(Rules.make(players=4), bytes(32))
    voice = Voice(ASCII, state.rules, NAMES[:4], 0)

    def said(*events: Event) -> list[str]:
        return [line.text.plain for line in describe_events(voice, events, view(state, 0))]

    extra = Event("gold", seat=1, amount=1, note="merchant")
    assert said(Event("reveal", seat=1, rank=6), extra)[1:] == ["Bo gets 1 gold (Merchant)"]
    assert said(extra) == ["Bo gets 1 gold (trade districts)"]


def test_calls_that_nobody_answers_are_one_line() -> None:
    state = new_game(Rules.make(players=4), bytes(32))
    voice = Voice(ASCII, state.rules, NAMES[:4], 0)
    calls = [Event("call", rank=rank) for rank in (3, 4)]
    lines = list(
        describe_events(voice, [*calls, Event("reveal", seat=1, rank=5), Event("call", rank=6)], view(state, 0))
    )
    assert [line.text.plain for line in lines] == [
        "3 Magician, 4 King: no answer",
        "5 Bo is the Bishop",
        "6 Merchant: no answer",
    ]


def test_gold_is_said_when_it_is_not_the_printed_cost() -> None:
    rules = Rules.make(players=4)
    voice = Voice(ASCII, rules, NAMES[:4], 0)
    happened = [Event("build", 1, card="market", amount=paid) for paid in (2, 1, 0)]
    said = [line.text.plain for line in describe_events(voice, happened, View(0, rules, []))]
    assert said == ["Bo builds T2 Market", "Bo builds T2 Market for 1 gold", "Bo builds T2 Market"]


def test_the_log_says_why_a_game_ends_without_a_complete_city() -> None:
    rules = Rules.make(players=4)
    over = [Event("over", ranks=(2,))]
    voice = Voice(ASCII, rules, NAMES[:4], 0)
    (stuck,) = describe_events(voice, over, View(0, rules, []))
    (usual,) = describe_events(voice, over, View(0, rules, [], finished=(1,)))
    assert stuck.text.plain == "Nobody can build any more. The game is over: Cleo won"
    assert usual.text.plain == "The game is over: Cleo won"


def test_hits_are_told_to_their_victim_alone() -> None:
    rules = Rules.make(players=4)
    happened = [Event("kill", 1, rank=4), Event("leave", 0, 1, card="market")]
    mine = list(describe_events(Voice(ASCII, rules, NAMES[:4], 0), happened, View(0, rules, [], roles=(4,))))
    assert [line.kind for line in mine] == ["fact", "alert", "alert"]
    others = list(describe_events(Voice(ASCII, rules, NAMES[:4], 2), happened, View(2, rules, [], roles=(5,))))
    assert [line.kind for line in others] == ["fact", "fact"]


def test_no_two_cards_say_something_under_one_key() -> None:
    twice = by_card.CARDS[0]._replace(card="impostor")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_card, "CARDS", (*by_card.CARDS, twice))
        with pytest.raises(ValueError, match="impostor says 'kill', which is said already"):
            by_card.gathered(lambda card: card.verbs)
    with pytest.raises(ValueError, match="assassin says 'kill'"):
        by_card.gathered(lambda card: card.events, {"kill": forms.SILENT})


def test_texts_of_cards_belong_to_cards() -> None:
    """Each card stands there once, and the texts outside speak of no single card."""
    ids = [card.card for card in by_card.CARDS]
    assert len(ids) == len(set(ids))
    assert set(ids) <= {id for edition in EDITIONS for id in (*CHARACTERS[edition], *DISTRICTS[edition])}
    verbs = {edition: {verb for card in CHARACTERS[edition].values() for verb in card.verbs} for edition in EDITIONS}
    said = {verb.partition(":")[0].partition(" ")[0] for card in by_card.CARDS for verb in card.verbs}
    assert set().union(*verbs.values()) <= said | {"collect"}


def test_symbols_are_one_cell_and_ascii_is_ascii() -> None:
    marks = [*board.MARKS.values(), *board.TOKENS.values()]
    for symbols in (UNICODE, ASCII):
        for sign in (*symbols.types.values(), symbols.crown, symbols.acting, symbols.done, *map(symbols.of, marks)):
            assert cell_len(sign) == 1
    written = [*ASCII.types.values(), ASCII.more, ASCII.rule, ASCII.up, ASCII.down, ASCII.bar]
    assert all(sign.isascii() for sign in written)


def test_terminals_that_need_ascii() -> None:
    assert needs_ascii({"TERM": "linux"}, "utf-8")
    assert needs_ascii({"TERM": "vt100"}, "utf-8")
    assert needs_ascii({"TERM": "xterm-256color"}, "latin-1")
    assert needs_ascii({}, None)
    assert needs_ascii({"TERM": "xterm-256color", "LANG": "C"}, "utf-8")
    assert needs_ascii({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, "utf-8")
    assert needs_ascii({"LANG": "de_DE.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-1@euro"}, "utf-8")
    assert not needs_ascii({"LANG": "C", "LC_CTYPE": "nl_NL.utf8"}, "utf-8")
    assert not needs_ascii({"LANG": "C.UTF-8"}, "utf-8")
    assert not needs_ascii({"LANG": "de_DE"}, "utf-8")
    assert not needs_ascii({"TERM": "xterm-256color"}, "UTF-8")


def test_moves_that_borrow_name_the_lender() -> None:
    voice = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0)
    assert label(voice, Move.parse("build castle p2")).plain == "Build N4 Castle, borrowing from Bo"


def test_a_price_names_the_card_that_changes_it() -> None:
    rules = Rules.make(players=4)
    voice = Voice(ASCII, rules, NAMES[:4], 0)
    now = View(0, rules, [PlayerView(seat) for seat in range(4)], asked=Asked(0, "menu"), hand=("keep", "tavern"))
    walled, plain, cheap = map(Move.parse, ("destroy p2.keep", "destroy p3.tavern", "build keep"))
    now.moves = (walled, plain, cheap, Move.parse("build tavern"))
    now.prices = (Price(walled, 3, "great_wall"), Price(plain, 0), Price(cheap, 2, "factory"))
    action_list = make_action_list(now, voice)
    opened = make_action_list(now, voice, (), next(row for row in action_list.rows if len(row.moves) == 2))
    assert [row.note.plain for row in opened.rows] == ["pay 3, Great Wall", "free", "escape"]
    assert {row.card: row.note.plain for row in action_list.rows if row.card in now.hand} == {
        "keep": "pay 2, Factory",
        "tavern": "then pay for it",
    }


def test_the_protection_of_a_district_is_named() -> None:
    """By the engine's own refusals, in games with a Bishop and a Keep."""
    said = set()
    for number in range(400):
        game = random_game(number)
        for move in choices(game, number):
            voice = Voice(ASCII, game.rules, NAMES[: game.rules.players], game.seat)
            said |= {reason(voice, each).plain for each in game.refusals() if each.code == "protected"}
            game.apply(move)
        if {"safe: Bishop", "safe: U3 Keep"} <= said:
            return
    pytest.fail(f"only {said}")


def test_before_the_income_it_is_said_what_is_true_after_it() -> None:
    rules = Rules.make(players=4)
    now = View(0, rules, [PlayerView(seat) for seat in range(4)], asked=Asked(0, "menu"), hand=("keep", "tavern"))
    now.moves, now.outcomes = (Move("gold"), Move("draw")), (Outcome(Move("gold"), 2),)
    refused = [Refusal(Move("build", "keep"), "need_gold", 3), Refusal(Move("build", "tavern"), "need_gold", 1)]
    action_list = make_action_list(now, Voice(ASCII, rules, NAMES[:4], 0), refused)
    assert {row.card: row.note.plain for row in action_list.rows if row.card} == {
        "keep": "1 short after income",
        "tavern": "after income",
    }


def test_cash_wagons_of_one_player_are_told_apart() -> None:
    voice = Voice(ASCII, Rules.make(players=4), NAMES[:4], 0)
    now = View(0, voice.rules, [PlayerView(seat) for seat in range(4)], asked=Asked(0, "menu"))
    now.things = {"cash_wagon": (1, 2, 3, 4, 1, 5)}
    now.moves = tuple(map(Move.parse, ("stake p2", "stake p4", "stake second p2")))
    (group,) = [row for row in make_action_list(now, voice).rows if row.moves]
    rows = make_action_list(now, voice, (), group).rows
    assert {row.label.plain: row.note.plain for row in rows} == {
        "Bo": "not yours, 2 on it",
        "Bo: the second": "not yours, 5 on it",
        "Dan": "not yours, 4 on it",
        "Back": "escape",
    }
    assert label(voice, now.moves[2]).plain == "1 gold on the second Cash Wagon of Bo"


def test_no_sentence_is_formatted_outside_the_texts() -> None:
    """f-strings in the client carry signs and numbers, never words."""
    words = re.compile(r"f\"[^\"{}]*[A-Za-z]{3,} [a-z]{2,}[^\"]*\"")
    root = ROOT / "citadels_tui"
    for path in [*root.glob("widgets/*.py"), *root.glob("screens/*.py"), *root.glob("*.py")]:
        if path.name in {"cli.py", "errors.py"}:
            continue
        found = [line for line in path.read_text().splitlines() if words.search(line)]
        assert not found, (path.name, found)


@pytest.mark.parametrize(
    ("language", "taken"),
    [
        (ENGLISH, {"merchant": "the Merchant", "warlord": "the Warlord", "king": "the King"}),
        ("de", {"merchant": "die Händlerin", "diplomat": "die Diplomatin", "king": "den König"}),
        ("nl", {"merchant": "de Koopvrouw", "witch": "de Heks"}),
    ],
)
def test_a_character_is_taken_with_its_article(language: str, taken: dict[str, str]) -> None:
    speak(language)
    try:
        assert {id: names.whom(id, "deluxe") for id in taken} == taken
        assert names.whom("diplomat", "dark_city") == {"de": "den Diplomaten"}.get(
            language, names.whom("diplomat", "dark_city")
        )
    finally:
        speak(ENGLISH)


def test_no_sentence_of_the_screens_calls_a_character_by_its_rank() -> None:
    """A game knows who that is; where there is none a sentence names all who may be."""
    for path in sorted((ROOT / "citadels_tui" / "texts").rglob("*.py")):
        # What is said to somebody at a shell is about no game.
        if path.name != "command_line.py":
            found = [line for line in path.read_text().splitlines() if re.search(r'".*\brank [1-9]', line)]
            assert not [line for line in found if not line.lstrip().startswith('"""')], (path.name, found)


@pytest.mark.parametrize("language", languages())
def test_a_card_that_names_a_rank_says_who_that_is_in_this_game(language: str) -> None:
    speak(language)
    for edition in EDITIONS:
        at = [ids[-1] for ids in EDITIONS[edition].characters]
        voice = Voice(UNICODE, replace(Rules.make(5, edition), characters=tuple(at)), NAMES[:5], 0)
        texts = {id: card.text for cards in (CHARACTERS[edition], DISTRICTS[edition]) for id, card in cards.items()}
        ranks = {id: re.findall(r"rank (\d)", text) for id, text in texts.items()}
        assert ranks["bishop"] == ["8"]
        for id, numbers in ranks.items():
            card = card_text.character(voice, id, 1) if id in CHARACTERS[edition] else card_text.district(voice, id)
            shown = Content("\n").join(card).plain
            assert all(f"({voice.character(int(number))})" in shown for number in numbers), shown
        outside = Content("\n").join(card_text.character(voice_of(edition, UNICODE), "bishop", 5)).plain
        assert "8 (" not in outside
        bishop = effect("bishop", voice.rules)
        assert names.whom(at[7], edition) in bishop, bishop
