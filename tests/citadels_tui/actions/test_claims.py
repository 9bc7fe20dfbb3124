"""Claims: what the client states or promises is compared with the state of the game, or tried.

Random games of every edition and number of players are played. At each decision every sentence that the client would
show is read as a person reads it, in English, and checked against what the seat cannot see.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from citadels_tui.actions.blunders import blunder
from citadels_tui.actions.hazards import warnings
from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.actions.rows import TableContext, why_refused
from citadels_tui.actions.worth import character_worth
from citadels_tui.session.holders import choosing, holder
from citadels_tui.session.row_keys import HandKeys, Keys
from citadels_tui.textart.symbols import ASCII
from citadels_tui.texts import moves as texts
from citadels_tui.wording.voice import Voice
from engine import Move, State, View, seen
from engine.bots.advice import Advice, advise
from engine.bots.memory import Memory
from engine.notebook import Page
from engine.score import score
from tests.citadels_tui.actions.test_payable import with_all_income
from tests.citadels_tui.actions.test_rows import BOTS, decision
from tests.support.engine.games import BOXES, Box, choices, random_game
from tests.support.engine.notebooks import Notebooks, notebooks, tell

NAMING = frozenset({"kill", "bewitch", "sign", "warrant", "rob", "rose", "threaten"})
"""Verbs that aim at a character by its name."""


class Table:
    """A decision: the game, what its player sees and knows, and how often each kind of sentence was met."""

    def __init__(self, game: State, page: Page, memory: Memory, met: Counter[str]) -> None:
        assert game.seat is not None
        self.game, self.page, self.memory, self.met = game, page, memory, met
        self.seat: int = game.seat
        self.view: View = decision(game)
        self.voice = Voice(ASCII, game.rules, BOTS[: game.rules.players], game.seat)

    def claim(self, kind: str, true: object, *about: object) -> None:
        """Note a sentence; it must be true."""
        self.met[kind] += 1
        assert true, (kind, self.game, self.voice.names[self.seat], *about)


# Reasons why not


def check_refusals(t: Table) -> None:
    unheld = t.page.unheld
    context = TableContext(t.view, t.voice, t.game.refusals(), HandKeys(), (), Keys(), unheld)
    richer = with_all_income(t.game.clone()) if t.game.kind == "menu" else None
    for refusal in t.game.refusals():
        said = why_refused(context, refusal).plain
        if said == "after income":
            # Only what somebody else may decide in between is not known.
            t.claim("after income", richer is not None and refusal.move in richer.moves, refusal)
        elif found := re.fullmatch(r"(\d+) short after income", said):
            left = [each for each in richer.refusals() if each.move == refusal.move] if richer else []
            t.claim("short after income", left and left[0].amount == int(found[1]), refusal, said)
        elif said == "bewitch first":
            after = t.game.clone()
            after.apply(Move("gold"))
            t.claim(said, after.kind == "bewitch" and refusal.move not in after.moves)
        elif said == "threatened":
            t.claim(said, t.seat != t.game.tokens["threats"].holder and not t.game.turn.gathered)  # type: ignore[union-attr]


# Marks and hazards


def check_marks(t: Table) -> None:
    held = {rank for player in t.game.players for rank in player.roles}
    for move in t.game.moves:
        rank = t.voice.rank(move.card) if move.verb in NAMING and move.seat < 0 else 0
        for unheld in ((), t.page.unheld) if rank else ():
            said = blunder(t.view, t.voice, move, unheld).plain
            if said in (texts.NOBODY_HAS_IT, texts.PUT_ASIDE, texts.LIES_FACE_UP):
                t.claim("nobody has it", rank not in held, move, said)
            if said == texts.YOURS:
                t.claim("yours", rank in t.game.players[t.seat].roles, move)


def check_hazards(t: Table) -> None:
    player = t.game.players[t.seat]
    for said in (each.plain for each in warnings(t.view, t.voice)):
        if said == "You are murdered: no turn for you this round.":
            t.claim("no turn for you", len(player.roles) == 1)
        elif found := re.fullmatch(r"You are murdered: no turn as the (.+)\.", said):
            names = [t.voice.character(rank) for rank in player.roles if rank == t.game.marks["killed"]]
            t.claim("no turn as one", names == [found[1]])
        elif said == "You are robbed: all your gold goes when you are called.":
            t.claim("robbed when called", len(player.roles) == 1)


# Hints


def stands(t: Table, type: str) -> bool:
    return any(each.type == type for each in t.game.players[t.seat].city)


def built_all(game: State, seat: int, cards: tuple[str, ...]) -> bool:
    """Whether a seat can build some cards one after the other; others let it pass, and everything is kept."""
    for card in cards:
        while game.seat is not None and game.kind != "menu":
            wanted = [move for move in game.moves if move.verb in ("pass", "keep", "done")]
            game.apply((wanted or [*game.moves])[0])
        if game.seat != seat or Move("build", card) not in game.moves:
            return False
        game.apply(Move("build", card))
    return True


def any_order(t: Table, game: State, cards: tuple[str, ...]) -> bool:
    """Whether some cards can be built, what makes others cheaper first."""
    first = ("factory", "quarry")
    order = sorted(cards, key=lambda id: (id not in first, t.game.ruleset.district(id).cost))
    return built_all(game, t.seat, tuple(order))


def check_gold(t: Table, advice: Advice) -> None:
    city, gold = t.game.players[t.seat].city, t.view.me.gold
    cards = [t.game.ruleset.district(id) for id in t.view.hand]
    cheaper = any(each.helps for each in city)
    t.claim("gold is short", any(each.cost > gold for each in cards) or cheaper)
    t.claim("cards to build", t.game.turn is None or t.game.turn.char.builds)


def check_gold_plan(t: Table, advice: Advice) -> None:
    after = with_all_income(t.game.clone())
    t.claim("then it can be built", after is not None and any_order(t, after, advice.cards), advice)


def check_draw_paid(t: Table, advice: Advice) -> None:
    after = t.game.clone()
    after.apply(advice.move)
    t.claim("your gold pays for it", any_order(t, after, advice.cards), advice)


def check_keep_now(t: Table, advice: Advice) -> None:
    after = t.game.clone()
    after.apply(advice.move)
    if after.seat != t.seat:
        return  # an action card of somebody else comes between
    t.claim("you can pay for it this turn", any_order(t, after, (advice.move.card,)), advice)


def check_build(t: Table, advice: Advice) -> None:
    before, after = t.game.size(t.seat), t.game.clone()
    complete = t.game.complete(t.seat)
    after.apply(advice.move)
    while after.seat is not None and after.size(t.seat) == before and after.kind != "menu":
        after.apply(next((move for move in after.moves if move.verb == "pass"), after.moves[0]))
    grown = after.size(t.seat) - before
    match advice.reason:
        case "build":
            t.claim("one district nearer", grown == 1 and not complete, advice)
        case "build_last":
            t.claim("it completes your city", t.seat in after.finished and not complete, advice)
        case "build_type":
            t.claim("the first of its type", not stands(t, advice.type), advice)
    card = t.game.ruleset.district(advice.move.card)
    t.claim("points", advice.reason == "build_last" or advice.amount == card.points)


def check_aim(t: Table, advice: Advice) -> None:
    rank = t.game.ruleset.rank_of(advice.move.card)
    t.claim("may well have it", advice.seat in t.page.places[rank] and advice.seat != t.seat, advice)
    t.claim("with so much gold", advice.amount == t.game.players[advice.seat].gold)


def check_destroy(t: Table, advice: Advice) -> None:
    t.claim("lacks so many", advice.amount == max(0, t.game.target - t.game.size(advice.seat)), advice)


def check_collect(t: Table, advice: Advice) -> None:
    after = t.game.clone()
    after.apply(advice.move)
    while after.kind == "tithe":
        after.apply(Move("gold"))
    t.claim("so much gold", after.players[t.seat].gold - t.view.me.gold == advice.amount, advice)


def check_income(t: Table, advice: Advice) -> None:
    counted = [each for each in t.game.players[t.seat].city if each.type == advice.type or each.wild]
    t.claim("so many count", len(counted) == advice.amount, advice)


def check_new(t: Table, advice: Advice) -> None:
    t.claim("no district of that type", not stands(t, advice.type), advice)


HINTS: dict[str, Callable[[Table, Advice], None]] = {
    "gold": check_gold,
    "gold_plan": check_gold_plan,
    "draw_paid": check_draw_paid,
    "keep_now": check_keep_now,
    "keep_type": check_new,
    "build": check_build,
    "build_last": check_build,
    "build_points": check_build,
    "build_type": check_build,
    "kill": check_aim,
    "rob": check_aim,
    "destroy": check_destroy,
    "destroy_close": check_destroy,
    "collect": check_collect,
    "draft_income": check_income,
    "draft_income_cards": check_income,
}
"""Reason -> how its sentence is tried."""


def check_hint(t: Table) -> None:
    advice = advise(t.view, t.memory)
    if advice.reason in HINTS:
        HINTS[advice.reason](t, advice)


# The draft


def points(t: Table) -> list[int]:
    """The points of each seat, without what only its own player knows."""
    hidden = {"secret_vault", *[card.id for card in t.game.ruleset.actions]}
    return [
        sum(amount for source, amount in score(t.game, seat) if seat == t.seat or source not in hidden)
        for seat in range(t.game.rules.players)
    ]


def check_most(t: Table, said: str) -> None:
    players, names = t.game.players, t.voice.names
    others = [player for seat, player in enumerate(players) if seat != t.seat]
    now, gold, hands = points(t), [each.gold for each in others], [len(each.hand) for each in others]
    if found := re.fullmatch(r"ahead: (\w+) (\d+)", said):
        seat = names.index(found[1])
        t.claim("ahead", now[seat] == int(found[2]) == max(now) and now.count(max(now)) == 1, now)
    elif said == "nobody is ahead":
        t.claim(said, now.count(max(now)) > 1, now)
    elif said == "you are ahead":
        t.claim(said, now[t.seat] == max(now) and now.count(max(now)) == 1, now)
    elif found := re.fullmatch(r"richest: (\w+) (\d+)", said):
        every = [each.gold for each in players]
        most = max(every)
        t.claim("richest", players[names.index(found[1])].gold == most == int(found[2]) and every.count(most) == 1)
    elif found := re.fullmatch(r"(\w+) holds (\d+) cards?", said):
        t.claim("holds", len(players[names.index(found[1])].hand) == int(found[2]) == max(hands), hands)
        t.claim("holds most", hands.count(max(hands)) == 1, hands)
    elif found := re.fullmatch(r"several (hold|have|can lend) (\d+).*", said):
        of = hands if found[1] == "hold" else gold
        t.claim("several", max(of) == int(found[2]) and of.count(max(of)) > 1, of)
    elif said.startswith("nobody else has"):
        t.claim("nobody else", not any(gold if "gold" in said else hands))
    elif found := re.fullmatch(r"1 gold from (\w+)", said):
        every = [each.gold for each in players]
        t.claim("1 gold from", found[1] not in names or every[names.index(found[1])] == max(every) > every[t.seat])
        t.claim("of one alone", found[1] not in names or every.count(max(every)) == 1)
    elif said == "first choice next round":
        t.claim(said, not t.game.finished)


def check_phrases(t: Table) -> None:
    for move in t.game.moves:
        if move.verb == "pick":
            for fact in character_worth(t.view, t.voice, move.card).facts:
                check_most(t, fact.plain)


class Told:
    """What was said of characters while they were chosen: it holds for the whole round."""

    def __init__(self) -> None:
        self.out: list[tuple[int, Table]] = []

    def note(self, t: Table) -> None:
        """Note what is said of each character, and try what is told of those that have been chosen."""
        if choosing(t.view):
            for rank in t.game.ruleset.ranks:
                said = holder(t.view, t.voice, t.page, rank, room=40).plain
                if said == "out":
                    self.out.append((rank, t))
                elif said == "gone":
                    first = t.seat == t.game.dealer and not t.game.players[t.seat].roles
                    t.claim("gone before you", rank not in t.game.pool and not first, rank)
            return
        held = {rank for player in t.game.players for rank in player.roles}
        for rank, told in self.out:
            told.claim("out", rank not in held, rank)
        self.out.clear()


def check_table(t: Table) -> None:
    """Everything that is said at one decision."""
    check_refusals(t)
    check_marks(t)
    check_hazards(t)
    check_hint(t)
    if t.game.kind == "draft":
        check_phrases(t)
    action_list = make_action_list(t.view, t.voice, t.game.refusals(), None, None, (), t.page.unheld)
    held = {rank for player in t.game.players for rank in player.roles}
    for row in action_list.rows:
        for move in row.moves:
            if move.verb in texts.ROBS and "takes" in row.note.plain:
                t.claim("takes gold", t.voice.rank(move.card) in held or t.voice.rank(move.card) not in t.page.unheld)


def watched(number: int, box: Box) -> Iterator[tuple[State, Notebooks, list[Memory]]]:
    """A random game at each of its decisions, with what every seat remembers."""
    game = random_game(number, box)
    books, memories = notebooks(game), [Memory() for _ in range(box.players)]
    for move in choices(game, number):
        events = game.drain()
        tell(books, events)
        for seat, memory in enumerate(memories):
            for event in events:
                memory.watch(seen(event, seat))
        yield game, books, memories
        game.apply(move)


def play(number: int, box: Box, met: Counter[str]) -> None:
    """Play one game, and check all that is said to the players who are asked."""
    told = Told()
    for game, books, memories in watched(number, box):
        assert game.seat is not None
        table = Table(game, books[game.seat].page(), memories[game.seat], met)
        told.note(table)
        check_table(table)


QUICK = [Box("deluxe", 2), Box("classic", 7), Box("deluxe", 5, True)]
"""A table of two, the last player of seven who chooses of two, and action cards."""


@pytest.mark.parametrize("box", QUICK, ids=str)
def test_what_is_said_is_so(box: Box) -> None:
    met: Counter[str] = Counter()
    play(1, box, met)
    assert len(met) > 8, met


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_what_is_said_is_so_in_many_games(box: Box) -> None:
    met: Counter[str] = Counter()
    for number in range(2, 12):
        play(number, box, met)
    assert len(met) > 15, met
