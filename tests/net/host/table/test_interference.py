"""What is hidden changes nothing that others can see: not a byte, not a length, not a moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.editions import EDITIONS
from engine.event import public
from net.base.limits import DEFAULT
from net.gamelog.entries import PastNote
from net.gamelog.envelopes import Past, seal_past
from net.host.game.bot_answers import BotAnswers
from net.host.game.logged_game import LoggedGame
from net.host.game.turn_clock import TurnClock
from net.identity.crypto import Place
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import ClockNote, DecisionNote, RefusalNote
from tests.support.net.paired_tables import Leak, PairedTables
from tests.support.tiers import tiered

pytestmark = pytest.mark.slow

GAMES = range(30)
"""Always the same ones."""
FEW = range(6)
"""Every edition is among them, and all leaks that are planted here are found in them."""
STEPS = 130
"""How far they are played."""


def watch(numbers: range, steps: int = STEPS) -> Counter[str]:
    """Games in two worlds each; what was compared."""
    total: Counter[str] = Counter()
    for number in numbers:
        pair = PairedTables(number)
        total += pair.play(steps)
        total["games"] += 1
        total[pair.rules.edition] += 1
    return total


@pytest.mark.parametrize("games", tiered((FEW, GAMES), (FEW,)), ids=len)
def test_games_that_differ_in_secrets_look_the_same_to_others(games: range) -> None:
    compared = watch(games)
    assert all(compared[edition] for edition in EDITIONS)
    # Worth nothing if the worlds were the same: most of the time they are not, and the moves often are not either.
    assert compared["worlds differ"] > 0.6 * compared["steps"]
    assert compared["moves differ"] > 0.15 * compared["steps"]
    assert compared["alone differs"] > len(games)
    assert compared["incidents"] > 2 * len(games)
    assert compared["undos"] > len(games)
    assert compared["latecomers"] > len(games) // 6
    assert compared["gave back"] >= len(games) // 12


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1500, 50))
def test_many_random_games_of_all_editions_tell_nothing_that_is_hidden(first: int) -> None:
    compared = watch(range(first, first + 50), steps=10_000)
    print(dict(compared))
    assert compared["games"] == 50
    assert all(compared[edition] > 5 for edition in EDITIONS)


# Leaks as a programmer might make them: each has to be found


def tight_boxes(patch: pytest.MonkeyPatch) -> None:
    """An envelope has the room its card needs."""
    patch.setattr("net.gamelog.envelopes._room", lambda hidden: 0)


def tight_past(patch: pytest.MonkeyPatch) -> None:
    """Who takes a seat is given its past in an envelope of just the right size."""

    def leaky(past: Past, key: bytes, place: Place, head: bytes, secret: bytes) -> PastNote:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr("net.identity.crypto.padded_size", lambda size: size)
            inner.setattr("net.gamelog.envelopes._room", lambda hidden: 0)
            return seal_past(past, key, place, head, secret)

    patch.setattr("net.host.game.game_envelopes.seal_past", leaky)


def card_in_the_open(patch: pytest.MonkeyPatch) -> None:
    """What somebody draws stands in the open part of the event, beside the envelope."""
    patch.setattr("net.gamelog.envelopes.public", lambda event: event if event.kind == "draw" else public(event))


def choices_counted_for_all(patch: pytest.MonkeyPatch) -> None:
    """Who has more to choose from is given more time, and everybody sees the clock."""
    clock_note = TurnClock.clock_note

    def leaky(self: TurnClock) -> bytes | None:
        frame = clock_note(self)
        if frame is None or self._match.game.seat is None:
            return frame
        moves = len(self._match.game.view(self._match.game.seat).moves)
        return ClockNote(seat=self._match.game.seat, ms=30_000 + 1000 * moves, reserve=0).frame()

    patch.setattr(TurnClock, "clock_note", leaky)


def decision_for_all(patch: pytest.MonkeyPatch) -> None:
    """Everybody is sent the decision, so that they see what is awaited."""
    ask = TurnClock.ask_player

    def leaky(self: TurnClock) -> None:
        ask(self)
        for member in self._match.lobby.people:
            if member.peer and self._match.game.seat is not None:
                self._match.send(member.peer, self._match.game.decision(None))

    patch.setattr(TurnClock, "ask_player", leaky)


def refusals_told_to_the_next(patch: pytest.MonkeyPatch) -> None:
    """A player is refused, with a reason, what depends on a card in somebody else's hand."""
    decision = LoggedGame.decision

    def leaky(self: LoggedGame, auto: float | None) -> bytes:
        (found,) = FrameDecoder(DEFAULT.answer).feed(decision(self, auto))
        others = [p.hand for seat, p in enumerate(self._state.players) if seat != self.seat]
        reason = "has_tavern" if any(card.id == "tavern" for hand in others for card in hand) else "has_none"
        refusals = [RefusalNote(move="end", code=reason)]
        return DecisionNote.model_validate(found | {"refusals": refusals}).frame()

    patch.setattr(LoggedGame, "decision", leaky)


def nothing_to_think_about(patch: pytest.MonkeyPatch) -> None:
    """A bot that has no choice answers at once."""
    wait = BotAnswers._wait

    def leaky(self: BotAnswers) -> None:
        if self._match.game.single:
            self._give()
        else:
            wait(self)

    patch.setattr(BotAnswers, "_wait", leaky)


def no_pause_with_a_choice(patch: pytest.MonkeyPatch) -> None:
    """The pause before an only answer is drawn for questions that have one only."""
    idle_pause = TurnClock._idle_pause

    def leaky(self: TurnClock) -> float:
        return idle_pause(self) if self._match.game.single else 0.0

    patch.setattr(TurnClock, "_idle_pause", leaky)


LEAKS = (
    tight_boxes,
    tight_past,
    card_in_the_open,
    choices_counted_for_all,
    decision_for_all,
    refusals_told_to_the_next,
    nothing_to_think_about,
    no_pause_with_a_choice,
)


@pytest.mark.parametrize("plant", tiered(LEAKS, LEAKS[:3]))
def test_a_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Leak):
        watch(FEW)
