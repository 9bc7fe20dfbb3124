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
from citadels_tui.actions.consequences import consequences
from citadels_tui.actions.hazards import warnings
from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.actions.rows import TableContext, why_refused
from citadels_tui.actions.worth import character_worth
from citadels_tui.session.holders import choosing, holder
from citadels_tui.session.row_keys import HandKeys, Keys
from citadels_tui.texts import moves as texts
from engine import Move, State
from engine.bots.advice import Advice, advise
from engine.round import Call
from engine.score import score
from tests.citadels_tui.actions.test_payable import with_all_income
from tests.support.client.claims import Table, watched
from tests.support.engine.games import BOXES, Box

NAMING = frozenset({"kill", "bewitch", "sign", "warrant", "rob", "rose", "threaten"})
"""Verbs that aim at a character by its name."""


# Reasons why not


def check_refusals(t: Table) -> None:
    unheld = t.page.unheld
    context = TableContext(t.view, t.voice, t.game.refusals(), HandKeys(), (), Keys(), unheld)
    richer = with_all_income(t.game.clone()) if t.game.kind == "menu" else None
    for refusal in t.game.refusals():
        said = why_refused(context, refusal).plain
        if said == "after income":
            # Only what somebody else may decide in between is not known.
            if richer is not None:
                same = [each for each in richer.moves if each.verb == refusal.move.verb]
                t.claim("after income", any(each.card == refusal.move.card for each in same), refusal)
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
    player, marks, tokens = t.game.players[t.seat], t.game.marks, t.game.tokens
    several = len(player.roles) > 1
    for said in (each.plain for each in warnings(t.view, t.voice)):
        ranks = [rank for rank in player.roles if t.voice.character(rank) in said] if several else player.roles
        if said.startswith("You are killed"):
            t.claim("murdered", marks.get("killed") in ranks, said)
            t.claim("no turn for you", several == ("no turn as the" in said), said)
        elif said.startswith("You are robbed"):
            t.claim("robbed", marks.get("robbed") in ranks and marks["robbed"] not in player.shown, said)
        elif said.startswith("You are bewitched"):
            t.claim("bewitched", marks.get("bewitched") in ranks, said)
        elif "warrant" in said:
            t.claim("warrant", set(ranks) & set(tokens["warrants"].on) and tokens["warrants"].holder != t.seat, said)
        elif "threat" in said:
            t.claim("threat", set(ranks) & set(tokens["threats"].on) and tokens["threats"].holder != t.seat, said)
        elif said == "Building is taxed with 1 gold.":
            t.claim("taxed", "tax_collector" in t.game.rules.characters, said)


# Consequences


def tried(t: Table, move: Move) -> State | None:
    """The game after a move, with any card kept that was drawn; None when that ends the turn."""
    after = t.game.clone()
    after.apply(move)
    while after.kind == "keep" and after.seat == t.seat:
        after.apply(after.moves[0])
    rank = t.game.turn.char.rank if t.game.turn else 0
    return after if rank and after.turn is not None and after.turn.char.rank == rank else None


def check_consequences(t: Table) -> None:
    for move in t.game.moves:
        if move.verb == "pick":
            continue
        after = tried(t, move)
        for fact in consequences(t.view, t.voice, move, t.page.unheld):
            check_target(t, move, fact.plain)
            if after is not None:
                check_promise(t, move, after, fact.plain)


def worth(game: State, seat: int, *sources: str) -> int:
    """The points that a seat has now of some sources."""
    return sum(amount for source, amount in score(game, seat) if source in sources)


def check_promise(t: Table, move: Move, after: State, said: str) -> None:
    """What is said of the player who moves."""
    old, new = t.game.players[t.seat], after.players[t.seat]
    about = (move, said, new.gold, len(new.hand))
    if found := re.fullmatch(r"(\d+) left", said):
        t.claim("left", new.gold == int(found[1]), *about)
    elif found := re.fullmatch(r"(\d+) -> (\d+) gold", said):
        t.claim("gold before and after", (old.gold, new.gold) == (int(found[1]), int(found[2])), *about)
    elif found := re.fullmatch(r"(\d+) -> (\d+) cards?", said):
        t.claim("cards before and after", (len(old.hand), len(new.hand)) == (int(found[1]), int(found[2])), *about)
    elif found := re.fullmatch(r"pay (\d+)", said):
        taxed = "taxman" in t.game.marks or "tax_collector" in t.game.rules.characters
        # A Cardinal who has less is lent the rest.
        price = min(int(found[1]), old.gold)
        t.claim("pay", old.gold - new.gold - price in ((0, 1) if taxed else (0,)), *about)
    elif said == "free":
        t.claim(said, new.gold >= old.gold - ("tax_collector" in t.game.rules.characters), *about)
    elif found := re.fullmatch(r"(\d+)/(\d+)", said):
        t.claim("built", (after.size(t.seat), after.target) == (int(found[1]), int(found[2])), *about)
    elif found := re.fullmatch(r"completes your city: \+(\d+)", said):
        parts = "first", "complete"
        t.claim("completes", worth(after, t.seat, *parts) - worth(t.game, t.seat, *parts) == int(found[1]), *about)
        t.claim("complete", after.complete(t.seat) and not t.game.complete(t.seat), *about)
    elif found := re.fullmatch(r"all five types: \+(\d+)", said):
        t.claim("types", worth(after, t.seat, "types") - worth(t.game, t.seat, "types") == int(found[1]), *about)


def check_target(t: Table, move: Move, said: str) -> None:
    """What is said of what a move aims at."""
    if found := re.fullmatch(r"(\d+) cards?, (\d+) gold", said):
        aimed = t.game.players[move.seat]
        t.claim("holdings", (len(aimed.hand), aimed.gold) == (int(found[1]), int(found[2])), move, said)
    elif found := re.fullmatch(r"cost (\d+)", said):
        t.claim("cost", t.game.ruleset.district(move.target).cost == int(found[1]), move, said)
    elif found := re.fullmatch(r"takes (\d+)(?: to (\d+))? gold", said):
        rank = t.voice.rank(move.card)
        stakes = [each.gold for each in t.game.players if rank in each.roles]
        t.claim("takes gold", all(int(found[1]) <= stake <= int(found[2] or found[1]) for stake in stakes), move, said)
    elif said == "you have one":
        same = [card for card in t.game.players[t.seat].city if card.plain.id == move.card.rstrip("+")]
        t.claim(said, same, move)


# Rows


def check_rows(t: Table) -> None:
    """What is said of who comes next, and of rows that open."""
    shown = make_action_list(t.view, t.voice, t.game.refusals(), unheld=t.page.unheld)
    if t.game.kind == "draft":
        after = t.game.clone()
        while after.seat == t.seat and after.kind in ("draft", "aside"):
            after.apply(after.moves[0])
        follows = after.seat if after.kind == "draft" else None
        if found := re.search(r"then (\w+) chooses", shown.title.plain):
            t.claim("then chooses", follows == t.voice.names.index(found[1]), shown.title)
        else:
            t.claim("nobody chooses after you", follows is None, shown.title)
    for row in shown.rows:
        said = row.note.plain
        # The tax is told apart.
        tax = int("tax_collector" in t.game.rules.characters)
        if row.opens and said.startswith("free"):
            over = [move for move in row.moves if move.target] or row.moves
            t.claim("all free", all(gold_after(t, move) >= t.view.me.gold - tax for move in over), row)
        if found := re.match(r"pay (\d+)(?: or more)?, over (?:one of (\d+))?", said):
            over = [move for move in row.moves if move.target]
            least = min(t.view.me.gold - gold_after(t, move) for move in over)
            t.claim("pay at least", least - min(int(found[1]), t.view.me.gold) in (0, tax), row, least)
            t.claim("over one of", len(over) == int(found[2] or 1), row)


def gold_after(t: Table, move: Move) -> int:
    """The gold of the player who moves, once a move is made."""
    after = t.game.clone()
    after.apply(move)
    return after.players[t.seat].gold


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
    if Move("gold") in after.moves:
        after.apply(Move("gold"))
    t.claim("you can pay for it this turn", any_order(t, after, (advice.move.card,)), advice)


def check_build(t: Table, advice: Advice) -> None:
    before, after = t.game.size(t.seat), t.game.clone()
    complete = t.game.complete(t.seat)
    after.apply(advice.move)
    while after.seat == t.seat and after.kind != "menu":
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


def called_as(t: Table, id: str) -> State:
    """The game as it would be if this player were called now with a character, and nobody had another one."""
    game = t.game.clone()
    rank = game.ruleset.rank_of(id)
    game.marks, game.pool, game.aside = {}, (), ()
    game.tokens = {kind: token for kind, token in game.tokens.items() if not token.on}
    game.owners = [t.seat if each == rank else -1 for each in range(len(game.owners))]
    for seat, player in enumerate(game.players):
        player.roles, player.shown = (rank,) if seat == t.seat else (), ()
    game.stack = [Call(rank)]
    game.run()
    return game


def collected(game: State) -> State:
    """A copy after what the character collects, as gold where that can be chosen."""
    after = game.clone()
    if collect := [move for move in after.moves if move.verb == "collect"]:
        after.apply(max(collect, key=lambda move: move.card == "gold"))
        while after.kind in ("tithe", "keep"):
            after.apply(Move("gold") if after.kind == "tithe" else after.moves[0])
    return after


def with_gold(game: State) -> State:
    """A copy after all that the character collects, and an income in gold."""
    after = collected(game)
    if Move("gold") in after.moves:
        after.apply(Move("gold"))
    return after


def built_at_most(game: State, seat: int) -> int:
    """How many cards of the hand can be built one after the other, the cheapest first."""
    built = 0
    while game.seat == seat and game.kind == "menu":
        moves = [move for move in game.moves if move.verb == "build" and move.seat < 0]
        if not moves:
            break
        costs = {each.move: each.gold for each in game.prices()}
        game.apply(min(moves, key=lambda move: costs.get(move, game.ruleset.district(move.card).cost)))
        while game.kind not in ("menu", ""):
            game.apply(next((move for move in game.moves if move.verb in ("pass", "keep", "done")), game.moves[0]))
        built += 1
    return built


def city_points(game: State, seat: int) -> int:
    """All points of a seat but for its gold."""
    return sum(amount for source, amount in score(game, seat) if source != "imperial_treasury")


def beautified(game: State) -> Iterator[State]:
    """The games after each district that can be beautified."""
    for move in game.moves:
        if move.verb == "beautify":
            after = game.clone()
            after.apply(move)
            yield after


def check_character(t: Table, id: str, said: str) -> None:
    """What is said that a character would bring: it is called."""
    game = called_as(t, id)
    if game.kind != "menu":
        return
    me, names = t.game.players[t.seat], t.voice.names
    own = collected(game).players[t.seat]
    rich = with_gold(game)
    if found := re.fullmatch(r"(\d+) gold from (nobles|religion|trade|military)", said):
        before = me.gold if id == "merchant" else game.players[t.seat].gold
        t.claim("gold from", own.gold - before == int(found[1]), id, said)
    elif found := re.fullmatch(r"(\d+) cards? from (nobles|religion)", said):
        t.claim("cards from", len(own.hand) - len(me.hand) == int(found[1]), id, said)
    elif found := re.fullmatch(r"(\d+) gold lies there", said):
        t.claim("lie there", own.gold - me.gold == int(found[1]), id, said)
    elif found := re.fullmatch(r"gets up to (\d+) gold back", said):
        costs = {each.move: each.gold for each in rich.prices()}
        builds = [move for move in rich.moves if move.verb == "build" and move.seat < 0]
        # What is paid in cards is no gold.
        gold = rich.players[t.seat].gold
        prices = [costs.get(move, t.game.ruleset.district(move.card).cost) for move in builds]
        most = max((min(each, gold) for each in prices), default=0)
        t.claim("gold back", most == int(found[1]), id, said, most)
    elif said == "nothing to build":
        t.claim(said, not any(move.verb == "build" and move.seat < 0 for move in rich.moves), id)
    elif found := re.fullmatch(r"(?:2 cards, )?can pay for (\d+)(?: districts?)?", said):
        rich.players[t.seat].hand = [*me.hand]
        # What was drawn is not known yet.
        rich.run()
        t.claim("can pay for", built_at_most(rich, t.seat) == int(found[1]), id, said)
    elif found := re.fullmatch(r"(\d+) trade cards? in hand", said):
        t.claim("trade cards", sum(card.type == "trade" for card in me.hand) == int(found[1]), said)
    elif found := re.fullmatch(r"a card from (\d+) hands?", said):
        t.claim("hands", sum(bool(each.hand) for each in t.game.players if each is not me) == int(found[1]), said)
    elif found := re.fullmatch(r"(\d+) points? for (\d+) gold", said):
        before, left = city_points(rich, t.seat), rich.players[t.seat].gold
        for _ in range(int(found[2])):
            rich = max(beautified(rich), key=lambda after: city_points(after, t.seat))
        t.claim("points for gold", city_points(rich, t.seat) - before == int(found[1]), said)
        t.claim("gold for points", left - rich.players[t.seat].gold == int(found[2]), said)
    elif said == "nothing to beautify":
        t.claim(said, not any(move.verb == "beautify" for move in rich.moves))
    elif id in ("warlord", "marshal", "diplomat"):
        check_loot(t, rich, said)
    elif found := re.fullmatch(r"takes the crown from (\w+)", said):
        t.claim("crown from", t.game.crown == names.index(found[1]) != t.seat, said)
    elif said in ("you keep the crown", "you give the crown away"):
        t.claim(said, t.game.crown == t.seat)
    elif found := re.fullmatch(r"3 gold if (\w+)(?: or (\w+))? is \w+", said):
        players = len(names)
        beside = {names[(t.seat + step) % players] for step in (-1, 1)}
        t.claim("beside", beside == {each for each in found.groups() if each}, said)
    elif said == "nobody is richer":
        t.claim(said, max(each.gold for each in t.game.players) == me.gold)


def check_loot(t: Table, rich: State, said: str) -> None:
    """What is said of the districts that rank 8 can reach."""
    costs = {each.move: each.gold for each in rich.prices()}
    aimed = [move for move in rich.moves if move.verb in ("destroy", "seize", "exchange") and move.seat != t.seat]
    prices = {(move.seat, move.target): costs.get(move, 0) for move in aimed}
    if found := re.fullmatch(r"(\d+) districts? for 0", said):
        free = [move for move in aimed if not costs.get(move, t.game.ruleset.district(move.target).cost - 1)]
        t.claim("for 0", len({(move.seat, move.target) for move in free}) == int(found[1]), said, free)
    elif found := re.fullmatch(r"(\d+) districts? in reach", said):
        t.claim("in reach", len(prices) == int(found[1]), said, prices)
    elif found := re.fullmatch(r"destroys from (\d+) gold on", said):
        least = min(costs.get(move, t.game.ruleset.district(move.target).cost - 1) for move in aimed)
        t.claim("from", least == int(found[1]), said, least)
    elif said == "no district in reach":
        t.claim(said, not aimed, aimed)


def check_phrases(t: Table) -> None:
    for move in t.game.moves:
        if move.verb == "pick":
            for fact in character_worth(t.view, t.voice, move.card).facts:
                check_most(t, fact.plain)
                check_character(t, move.card, fact.plain)


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
    check_consequences(t)
    check_rows(t)
    check_hint(t)
    if t.game.kind == "draft":
        check_phrases(t)


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


@pytest.mark.slow
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
