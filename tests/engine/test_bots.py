"""The players made of code: what they may know, what they believe, and how well they play."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine import EDITIONS, Event, HandMemory, Move, Rules, State, View, new_game, resample, save, seen, view
from engine.arena.casts import Listed
from engine.arena.simulate import Simulation, simulate
from engine.bots import Bot, bot
from engine.bots.belief import believe
from engine.bots.characters import CHARACTERS as KNOWN
from engine.bots.districts import VALUES
from engine.bots.memory import Memory
from engine.bots.registry import BUILT_IN
from engine.bots.seated import SeatedBot
from engine.bots.steward import GUESSED, QUESTIONS
from engine.bots.turn_policy import JUDGES
from engine.errors import RulesError
from engine.player import Player
from engine.ruleset import ruleset
from engine.rulings import position
from engine.step import STEPS
from tests.engine.games import BOXES, Box, random_game

RULINGS = sorted((Path(__file__).parents[2] / "engine" / "rulings").rglob("*.toml"))

# What a bot is


def decisions(g: State, players: Sequence[Bot]) -> Iterator[Move]:
    """Play a game to its end; stops at every decision with what the bot has chosen."""
    while g.seat is not None:
        for event in g.drain():
            for seat, player in enumerate(players):
                player.watch(seen(event, seat))
        move = players[g.seat].choose(view(g, g.seat))
        yield move
        g.apply(move)


def test_an_unknown_bot_is_refused_with_a_sentence() -> None:
    with pytest.raises(RulesError, match="there is no bot 'genius'; there are random, novice, richard, steward"):
        bot("genius", 1)


OURS = tuple(name for name, level in BUILT_IN.items() if level.offered)
PEEKING = "it sees more than it may"


class Reader:
    """A bot that reads all there is in its world: the move depends on every byte of it."""

    def __init__(self) -> None:
        self._world = ""

    def watch(self, event: Event) -> None:
        pass

    def suppose(self, world: State) -> None:
        self._world = repr(save(world))

    def choose(self, view: View) -> Move:
        return Random(self._world).choice(view.moves)


class Twins:
    """Two bots of a kind that see and do the same; now and then one plays in another game that looks the same."""

    def __init__(self, make: Callable[[], Bot], g: State, seat: int, peeks: bool = False) -> None:
        self._g, self._seat, self._chance = g, seat, Random(seat)
        self._known = HandMemory(len(g.players))
        self._both = [SeatedBot(make(), seat, len(g.players), seat) for _ in range(2)]
        if peeks:
            for each in self._both:
                each.deal = State.clone

    def watch(self, event: Event) -> None:
        self._known.watch(event)
        for each in self._both:
            each.watch(event)

    def choose(self, _view: View) -> Move:
        other = self._g
        if self._chance.random() < 0.2:
            other = resample(self._g, self._seat, self._chance, known=self._known.known)
        here, there = (each.choose(g) for each, g in zip(self._both, (self._g, other), strict=True))
        assert here == there, PEEKING
        return here


@pytest.mark.parametrize("name", [name for name in OURS if name not in ("schemer", "mastermind")])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_a_bot_depends_on_nothing_but_what_its_seat_has_seen(name: str, box: Box) -> None:
    """In a game that looks the same to its seat a bot in the same state of mind does the same."""
    g = random_game(300 + box.players, box)
    for _ in decisions(g, [Twins(lambda: bot(name, 1), g, seat) for seat in range(box.players)]):
        pass
    assert g.over


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_nothing_of_the_game_can_be_read_out_of_a_bots_world(box: Box) -> None:
    g = random_game(320 + box.players, box)
    for _ in decisions(g, [Twins(Reader, g, seat) for seat in range(box.players)]):
        pass
    assert g.over


@pytest.mark.parametrize("name", ["schemer", "mastermind"])
def test_a_bot_that_searches_depends_on_nothing_but_what_its_seat_has_seen(name: str) -> None:
    g = random_game(300, Box("deluxe", 4))
    for _ in islice(decisions(g, [Twins(lambda: bot(name, 1), g, seat) for seat in range(4)]), 24):
        pass


def test_a_bot_that_is_given_the_game_itself_is_caught() -> None:
    g = random_game(3, Box("deluxe", 4))
    with pytest.raises(AssertionError, match=PEEKING):
        for _ in decisions(g, [Twins(Reader, g, seat, peeks=True) for seat in range(4)]):
            pass


@pytest.mark.parametrize("name", ["novice", "richard"])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_simple_bots_never_stall(name: str, box: Box) -> None:
    g = random_game(500, box)
    for _ in decisions(g, [bot(name, seat) for seat in range(box.players)]):
        assert g.round < 80


@pytest.mark.parametrize(
    "box", [pytest.param(box, marks=[pytest.mark.long] * (box.players % 4 != 3)) for box in BOXES], ids=str
)
def test_a_schemer_never_stalls(box: Box) -> None:
    """Among novices, with any cast, it always has a legal move, and the game comes to its end."""
    g = random_game(501, box)
    players = [
        SeatedBot(bot(("schemer", "novice")[seat > 0], seat), seat, box.players, 1) for seat in range(box.players)
    ]
    while g.seat is not None:
        for event in g.drain():
            for seat, player in enumerate(players):
                player.watch(seen(event, seat))
        g.apply(players[g.seat].choose(g))
        assert g.round < 50


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_steward_never_stalls(box: Box) -> None:
    """Whatever the cast, a turn is a handful of moves and the game comes to its end."""
    for number in range(2):
        g = random_game(400 + number, box)
        turn: Counter[tuple[int, int]] = Counter()
        for _ in decisions(g, [bot("steward", seat) for seat in range(box.players)]):
            turn[g.round, g.called] += 1
            assert turn[g.round, g.called] < 60
            assert g.round < 50


def test_the_steward_takes_any_seat_over_at_any_moment() -> None:
    """In the position of every ruling, of which it has seen nothing before, it plays on."""
    assert RULINGS
    for path in RULINGS:
        g = position(tomllib.loads(path.read_text("utf-8")))
        players = [bot("steward", seat) for seat in range(len(g.players))]
        for _ in range(12):
            if g.seat is None:
                break
            g.apply(players[g.seat].choose(view(g, g.seat)))


def test_the_steward_knows_every_question_and_every_card() -> None:
    """No question, verb, character or unique district is new to it: in games it uses all that is offered."""
    kinds: set[str] = set()
    verbs: set[str] = set()
    for number in range(32):
        g = random_game(430 + number)
        while g.seat is not None:
            kinds.add(g.kind)
            if g.kind == "menu":
                verbs |= {move.verb for move in g.moves}
            g.apply(Random(len(kinds) + g.round).choice(g.moves))
    assert kinds <= set(QUESTIONS)
    assert verbs <= set(JUDGES)
    assert verbs >= {"seize", "exchange", "demolish", "store", "stake", "play", "spy", "look", "crown", "beg"}
    characters = {id for edition in EDITIONS.values() for ids in edition.characters for id in ids}
    assert characters == set(KNOWN)


def test_the_questions_of_a_card_are_answered_where_it_is_known() -> None:
    """A new card has its answers beside its other values: the steward's own are those of the flow."""
    asked = {step.kind for step in STEPS.values() if step.kind and step.__module__.startswith("engine.cards.")}
    answered = [*(card.answers for card in KNOWN.values()), *(card.answers for card in VALUES.cards.values())]
    assert sorted(kind for answers in answered for kind in answers) == sorted(asked)
    assert set(QUESTIONS) - asked == {"draft", "aside", "menu", "keep"}
    assert all(set(character.guessed) <= set(character.answers) for character in KNOWN.values())
    assert set(QUESTIONS) > GUESSED


class Unheard:
    """A question nobody has heard of."""

    def __init__(self, kind: str, *moves: Move) -> None:
        g = new_game(Rules.make(4), bytes(32))
        while g.kind != "menu":
            g.apply(g.moves[0])
        self.view = view(g, g.seat)
        assert self.view.asked is not None
        self.view.asked.kind = kind
        self.view.moves = moves


@pytest.mark.parametrize("quiet", ["end", "done", "pass"])
def test_the_steward_asks_for_nothing_when_it_does_not_know_the_question(quiet: str) -> None:
    strange = Unheard("carnival", Move("juggle"), Move(quiet), Move("parade", "", 2))
    assert bot("steward", 1).choose(strange.view) == Move(quiet)


def test_the_steward_ends_its_turn_rather_than_use_an_unknown_verb() -> None:
    strange = Unheard("menu", Move("juggle"), Move("parade", "", 2), Move("end"))
    assert bot("steward", 1).choose(strange.view) == Move("end")


def test_the_steward_answers_a_question_that_it_can_only_guess_at() -> None:
    strange = Unheard("carnival", Move("juggle"), Move("parade", "", 2))
    assert bot("steward", 1).choose(strange.view) in strange.view.moves


# What it believes


def deals(seen_by: View, wishes: list[list[float]]) -> dict[tuple[tuple[int, int], ...], float]:
    """Every way the characters can have been taken, given what a seat saw of it, with its weight: card by card."""
    board = ruleset(seen_by.rules)
    turns, n = board.schedule.turns, seen_by.rules.players
    peeked = seen_by.aside[:1] if board.edition.peek and seen_by.seat == seen_by.dealer else ()
    found: dict[tuple[tuple[int, int], ...], float] = {}

    def go(i: int, pool: tuple[int, ...], first: int, held: tuple[tuple[int, int], ...], looks: int, p: float) -> None:
        if i == len(turns):
            mine = tuple(sorted(rank for seat, rank in held if seat == seen_by.seat))
            if mine == tuple(sorted(seen_by.roles)):
                key = tuple(sorted(held))
                found[key] = found.get(key, 0.0) + p
            return
        action, offset = turns[i]
        seat = (seen_by.dealer + offset) % n
        if action == "mix":
            go(i + 1, tuple(sorted((*pool, first))), 0, held, looks, p)
            return
        if seat == seen_by.seat and action != "random":
            if pool != seen_by.saw[looks]:
                return
            looks += 1
        weights = [wishes[seat][rank] if action == "pick" else 1.0 for rank in pool]
        for rank, weight in zip(pool, weights, strict=True):
            rest = tuple(r for r in pool if r != rank)
            share = p * weight / sum(weights)
            if action == "pick":
                go(i + 1, rest, first, (*held, (seat, rank)), looks, share)
            elif action == "random":
                if i or not peeked or rank in peeked:
                    go(i + 1, rest, first or rank, held, looks, share)
            elif seat != seen_by.seat or rank in seen_by.aside[len(peeked) :][:1]:
                go(i + 1, rest, first, held, looks, share)

    go(0, tuple(rank for rank in board.ranks if rank not in seen_by.faceup), 0, (), 0, 1.0)
    killed = seen_by.marks.get("killed")
    dead = {rank for rank in seen_by.silent if rank != killed}
    shown = {(p.seat, rank) for p in seen_by.players for rank in p.shown}
    return {held: p for held, p in found.items() if shown <= set(held) and not dead & {rank for _, rank in held}}


def assert_believes(seen_by: View, wishes: list[list[float]]) -> None:
    """The belief is the share of the deals that fit."""
    belief = believe(seen_by, Memory(), wishes)
    fitting = deals(seen_by, wishes)
    total = sum(fitting.values())
    for seat in range(seen_by.rules.players):
        for rank in ruleset(seen_by.rules).ranks:
            expected = sum(p for held, p in fitting.items() if (seat, rank) in held) / total
            assert belief.holds(seat, rank) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("edition", ["deluxe", "classic"])
def test_the_belief_is_exact(edition: str, players: int) -> None:
    """Compared with every deal, one by one, at some decisions of real rounds."""
    chance = Random(players)
    checked = 0
    for number in range(12):
        g = random_game(500 + number, Box(edition, players))
        wishes = [[chance.uniform(0.05, 1) for _ in range(10)] for _ in range(players)]
        while g.round < 3 and checked <= number * 2:
            if g.called and chance.random() < 0.1 and "traded" not in g.marks:
                assert_believes(view(g, chance.randrange(players)), wishes)
                checked += 1
            g.apply(chance.choice(g.moves))
    assert checked > 6


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_belief_never_contradicts_the_truth(box: Box) -> None:
    """What is so is possible, what is known is certain, and nobody holds more or less than he chose."""
    players = box.players
    equal = [[1.0] * 10 for _ in range(players)]
    for number in range(2):
        g = random_game(600 + number, box)
        memories = [Memory() for _ in range(players)]
        chance = Random(number)
        while g.seat is not None and g.round < 8:
            for event in g.drain():
                for seat, memory in enumerate(memories):
                    memory.watch(seen(event, seat))
            if g.called and chance.random() < 0.1:
                seat = chance.randrange(players)
                belief = believe(view(g, seat), memories[seat], equal)
                for other, p in enumerate(g.players):
                    assert all(belief.holds(other, rank) > 0 for rank in p.roles)
                    assert all(belief.holds(other, rank) == pytest.approx(1) for rank in p.shown)
                    every = sum(belief.holds(other, rank) for rank in g.ruleset.ranks)
                    assert every == pytest.approx(len(p.roles))
            g.apply(chance.choice([move for move in g.moves if move.verb != "end"] or g.moves))


def test_a_belief_formed_in_the_middle_of_a_round_is_still_a_belief() -> None:
    """Who takes a seat over has not seen the exchange of characters that the round began with."""
    rules = Rules.make(4, preset="cunning_agents")
    for number in range(200):
        g = new_game(rules, number.to_bytes(32, "big"))
        chance = Random(number)
        while g.seat is not None and not (g.called > 2 and "traded" in g.marks):
            trades = [move for move in g.moves if move.verb in ("trade", "build")]
            g.apply(chance.choice(trades or g.moves))
        if g.seat is not None:
            belief = believe(view(g, g.seat), Memory(), [[1.0] * 10] * 4)
            assert all(belief.holds(g.seat, rank) == 1 for rank in g.players[g.seat].roles)
            return
    pytest.fail("no game had an exchange")


# How it plays


FIRST_GAME = '["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]'


def answer(text: str, cast: str = FIRST_GAME) -> str:
    """What the steward does in a position, written as a ruling is."""
    g = position(tomllib.loads(f"characters = {cast}\n{text}"))
    assert g.seat is not None
    return str(bot("steward", 1).choose(view(g, g.seat)))


def test_it_does_not_rob_who_has_nothing() -> None:
    loot = """
        table.calling = 2
        table.faceup = ["magician", "merchant"]
        p1 = { characters = ["thief"], hand = ["castle"] }
        p2 = { characters = ["king"], city = ["castle", "manor", "palace"] }
        p3 = { characters = ["bishop"], gold = 9, city = ["temple", "church", "monastery"] }
        p4 = { characters = ["architect"], city = ["tavern"] }
    """
    assert answer(loot) == "rob bishop"


def test_it_kills_who_is_about_to_finish() -> None:
    danger = """
        table.calling = 1
        table.faceup = ["magician", "architect"]
        p1 = { characters = ["assassin"], city = ["castle"] }
        p2 = { characters = ["king"], gold = 1, city = ["tavern"] }
        p3.characters = ["merchant"]
        p3.gold = 6
        p3.hand = ["castle", "manor"]
        p3.city = ["tavern", "market", "church", "docks", "harbor", "temple"]
        p4 = { characters = ["warlord"], gold = 1, city = ["prison"] }
    """
    assert answer(danger) == "kill merchant"


def test_it_destroys_what_would_finish_a_rivals_city() -> None:
    nearly = """
        table.calling = 8
        p1 = { characters = ["warlord"], gold = 2 }
        p2 = { characters = ["king"], city = ["tavern", "market", "palace", "docks", "harbor", "town_hall"] }
        p3 = { characters = ["bishop"], city = ["watchtower", "temple"] }
        p4 = { characters = ["merchant"], city = ["watchtower"] }
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{nearly}"))
    steward = bot("steward", 1)
    done = []
    while g.seat == 0:
        done.append(steward.choose(view(g, 0)))
        g.apply(done[-1])
    assert any(move.verb == "destroy" and move.seat == 1 for move in done)


def test_it_leaves_its_own_city_standing() -> None:
    for number in range(5):
        g = random_game(700 + number)
        for move in decisions(g, [bot("steward", seat) for seat in range(len(g.players))]):
            assert move.verb not in ("destroy", "demolish") or move.seat != g.seat


def turn_of_a_king(gold: int) -> Player:
    """What a steward with a palace in its hand makes of its turn."""
    king = f"""
        table.calling = 4
        p1 = {{ characters = ["king"], gold = {gold}, hand = ["palace"], city = ["castle", "manor"] }}
        p2 = {{ characters = ["bishop"] }}
        p3 = {{ characters = ["merchant"] }}
        p4 = {{ characters = ["warlord"] }}
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{king}"))
    steward = bot("steward", 1)
    while g.seat == 0:
        g.apply(steward.choose(view(g, 0)))
    return g.players[0]


def test_it_takes_the_income_first_when_a_building_needs_it() -> None:
    assert [card.id for card in turn_of_a_king(gold=1).city] == ["castle", "manor", "palace"]


def test_it_builds_before_the_income_that_counts_the_building() -> None:
    assert turn_of_a_king(gold=3).gold == 3


def plays_on(text: str) -> list[str]:
    """What the steward does, from a position as a ruling has it, until another seat must decide."""
    g = position(tomllib.loads(text))
    first, steward = g.seat, bot("steward", 1)
    done = []
    while g.seat == first:
        move = steward.choose(view(g, g.seat))
        done.append(str(move))
        g.apply(move)
    return done


EMISSARIES = '["witch", "spy", "seer", "emperor", "abbot", "alchemist", "navigator", "marshal"]'
FULL = '["tavern", "market", "palace", "docks", "harbor", "town_hall"]'


def test_it_does_not_save_up_with_a_full_purse() -> None:
    """The Navigator builds nothing: not with gold and cards to build with, and not with a near end."""
    draft = """
        table = {{ phase = "draft", faceup = ["spy", "seer"], facedown = ["witch"] }}
        p1 = {{ gold = {gold}, hand = ["castle", "harbor", "church"], city = ["tavern", "market"] }}
        p2 = {{ gold = 2, hand = ["temple"], city = ["prison"] }}
        p3 = {{ gold = 2, hand = ["manor"], city = ["watchtower"] }}
        p4 = {{ gold = 1, hand = ["palace"], city = ["monastery"] }}
    """
    for gold in (4, 6, 12):
        assert answer(draft.format(gold=gold), EMISSARIES) != "pick navigator"


def test_it_takes_gold_or_cards_as_the_navigator_by_what_it_lacks() -> None:
    base = "characters = " + EMISSARIES + "\ntable.calling = 7\np2 = {}\np3 = {}\np4 = {}\n"
    rich = base + 'p1 = { characters = ["navigator"], gold = 12 }'
    poor = base + 'p1 = { characters = ["navigator"], hand = ["castle", "palace", "harbor", "church", "cathedral"] }'
    assert "collect cards" in plays_on(rich)
    assert "collect gold" in plays_on(poor)


def test_it_seizes_what_would_finish_a_rivals_city() -> None:
    nearly = f"""
        characters = {EMISSARIES}
        table.calling = 8
        p1 = {{ characters = ["marshal"], gold = 3, city = ["watchtower"] }}
        p2 = {{ characters = ["emperor"], city = {FULL} }}
        p3 = {{ characters = ["abbot"], city = ["temple"] }}
        p4 = {{ characters = ["alchemist"], city = ["prison"] }}
    """
    assert any(move.startswith("seize p2.") for move in plays_on(nearly))


@pytest.mark.parametrize(("more", "used"), [(', "market", "church"', True), ("", False)])
def test_it_uses_the_armory_only_against_who_is_about_to_finish(more: str, used: bool) -> None:
    armed = f"""
        characters = {FIRST_GAME}
        uniques = ["armory"]
        table.calling = 7
        p1 = {{ characters = ["architect", "thief"], city = ["armory"] }}
        p2.characters = ["king", "bishop"]
        p2.gold = 4
        p2.hand = ["castle"]
        p2.city = ["palace", "docks", "harbor", "town_hall", "manor"{more}]
    """
    assert any(move.startswith("demolish p2.") for move in plays_on(armed)) == used


@pytest.mark.parametrize(("built", "lost"), [("palace", True), ("temple", False)])
def test_it_gives_the_framework_only_for_something_better(built: str, lost: bool) -> None:
    frame = f"""
        characters = {FIRST_GAME}
        uniques = ["framework"]
        table.calling = 4
        p1 = {{ characters = ["king"], hand = ["{built}"], city = ["framework", "tavern"] }}
        p2 = {{ characters = ["bishop"] }}
        p3 = {{ characters = ["merchant"] }}
        p4 = {{ characters = ["warlord"] }}
    """
    assert (f"build {built} p1.framework" in plays_on(frame)) == lost


def test_it_gives_the_crown_to_who_makes_least_of_it() -> None:
    crown = f"""
        characters = {EMISSARIES}
        table = {{ calling = 4, crown = "p4" }}
        p1 = {{ characters = ["emperor"], gold = 1 }}
        p2 = {{ characters = ["abbot"], gold = 9, city = {FULL} }}
        p3 = {{ characters = ["alchemist"], gold = 1 }}
        p4 = {{ characters = ["marshal"], gold = 1 }}
    """
    assert "crown p3" in plays_on(crown)


def test_it_builds_dear_districts_as_the_alchemist() -> None:
    gold = f"""
        characters = {EMISSARIES}
        table.calling = 6
        p1 = {{ characters = ["alchemist"], gold = 5, hand = ["palace", "tavern"] }}
        p2 = {{ characters = ["emperor"] }}
        p3 = {{ characters = ["abbot"] }}
        p4 = {{ characters = ["marshal"] }}
    """
    assert "build palace" in plays_on(gold)


def test_it_rings_the_bell_when_that_ends_a_game_it_leads() -> None:
    tower = f"""
        characters = {FIRST_GAME}
        uniques = ["bell_tower"]
        table.calling = 4
        p1.characters = ["king"]
        p1.gold = 5
        p1.hand = ["bell_tower"]
        p1.city = ["palace", "town_hall", "harbor", "church", "fortress"]
        p2 = {{ characters = ["bishop"], city = ["temple"] }}
        p3 = {{ characters = ["merchant"] }}
        p4 = {{ characters = ["warlord"], city = ["prison", "castle", "docks", "cathedral"] }}
    """
    assert "shorten" in plays_on(tower)
    assert "shorten" not in plays_on(tower.replace('"palace", "town_hall", "harbor", ', ""))


def test_it_completes_its_city_with_a_tent() -> None:
    tent = f"""
        characters = {FIRST_GAME}
        action_cards = true
        table.calling = 2
        p1 = {{ characters = ["thief"], hand = ["circus_tent", "cathedral"], city = {FULL} }}
        p2 = {{ characters = ["bishop"], city = ["temple"] }}
        p3 = {{ characters = ["king"] }}
        p4 = {{ characters = ["warlord"], city = ["prison"] }}
    """
    assert "play circus_tent" in plays_on(tent)
    assert "play circus_tent" not in plays_on(tent.replace(FULL, '["tavern"]'))


# How well it plays


def share(rules: Rules, games: int, jobs: int = 1) -> float:
    """The share of games that one steward wins against only random players, from every seat in turn."""
    simulation = Simulation(Listed((rules,)), ("steward", *["random"] * (rules.players - 1)))
    tally = simulate(simulation, 1, games, jobs)
    assert not tally.failures
    assert tally.finished == games
    return float(tally.bot_wins["steward"]) / games


@pytest.mark.parametrize("players", range(2, 9))
def test_the_steward_beats_random_players(players: int) -> None:
    """It wins about 98 of 100 games at four players and 88 at eight; fewer than 70 is no bad luck."""
    tally = [share(Rules.random(players, Random(number)), 6) for number in range(4)]
    assert sum(tally) / len(tally) > 0.7


PRESETS = [
    (edition.id, preset.id, actions)
    for edition in EDITIONS.values()
    for preset in edition.presets
    for actions in ([False, True] if edition.actions else [False])
]


@pytest.mark.parametrize(("edition", "preset", "actions"), PRESETS)
def test_the_steward_beats_three_random_players_in_every_preset(edition: str, preset: str, actions: bool) -> None:
    """It wins at least 95 of 100 games; fewer than 9 of 12 is no bad luck."""
    assert share(Rules.make(4, edition, preset, action_cards=actions), 12) >= 0.75


@pytest.mark.long
@pytest.mark.parametrize(("edition", "preset", "actions"), PRESETS)
def test_the_steward_beats_three_random_players_in_90_of_100_games(edition: str, preset: str, actions: bool) -> None:
    assert share(Rules.make(4, edition, preset, action_cards=actions), 500, jobs=2) >= 0.9
