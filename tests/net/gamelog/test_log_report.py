"""The report on a log says who made the moves, who had a part in the seed, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from net.gamelog.entries import UNTIMED, Cause, SeatEntry
from net.gamelog.log_report import Came, Finding, Played, Report, Sitter, listed
from net.protocol.schema import Via


def sitter(name: str, moves: Mapping[Cause, int], via: Via = "", came: Came = "deal") -> Sitter:
    return Sitter(SeatEntry(name=name, pub=name[:1].encode() * 32, seal=bytes(32), via=via), moves, came)


ADA = sitter("Ada", {"player": 5, "absent": 2, "timeout": 3})
BEN = sitter("Ben", {"player": 7})
SOUND = Report(
    host=bytes(32),
    game="0" * 26,
    entries=9,
    head=bytes(32),
    findings=(),
    reason="finished",
    fixed=False,
    given=0,
    shares=(0, 1),
    owing=(),
    refused=0,
    rules=None,
    seed=bytes(32),
    seats=(Played((ADA,), 20), Played((BEN,), 18)),
    moves=(),
    winners=(0,),
    restarts=0,
    programs=("1.0",),
    times=UNTIMED,
    attested=(),
    unchecked={},
)


def test_moves_by_others_are_counted_by_player() -> None:
    assert Played((ADA, BEN), 0).moves == {"player": 12, "absent": 2, "timeout": 3}
    assert " Moves were made for Ada (5 of 10: 2 while away and 3 when time was up)." in str(SOUND.verdict)
    assert "did not sign" not in str(SOUND.verdict)
    alone = replace(SOUND, seats=(Played((sitter("Eve", {"timeout": 4}),), 0), *SOUND.seats[1:]))
    assert " Moves were made for Eve (all 4: 4 when time was up)." in str(alone.verdict)


def a_bot(moves: int, came: Came) -> Sitter:
    return Sitter(SeatEntry(name="Bot", level="steward", seal=bytes(32)), {"bot": moves}, came)


BOT, BANNED = "by a bot that was given the seat", "by a bot after a ban"


@pytest.mark.parametrize(
    ("seat", "said", "unsigned"),
    [
        ((a_bot(9, "bot"),), f"Bo (all 9: 9 {BOT})", "The key of Bo"),
        ((a_bot(9, "open"),), f"Bo (all 9: 9 {BOT})", "The key of Bo"),
        ((a_bot(9, "banned"),), f"Bo (all 9: 9 {BANNED})", "The key of Bo"),
        (
            (a_bot(3, "open"), sitter("Bo", {"player": 4, "absent": 1}, came="taken")),
            f"Bo (4 of 8: 1 while away and 3 {BOT})",
            "",
        ),
        (
            (a_bot(3, "open"), sitter("Cy", {"player": 4, "absent": 1}, came="taken")),
            f"Bo (all 8: 3 {BOT} and 5 after another player took the seat) and Cy (1 of 5: 1 while away)",
            "The key of Bo",
        ),
        (
            (a_bot(1, "open"), sitter("Cy", {"player": 4}, came="taken"), a_bot(2, "banned")),
            f"Bo (all 7: 1 {BOT} and 6 after another player took the seat) and Cy (2 of 6: 2 {BANNED})",
            "The keys of Bo and Cy",
        ),
        ((a_bot(0, "bot"),), "", "The key of Bo"),
    ],
)
def test_every_way_in_which_a_seat_was_played_by_something_else(
    seat: tuple[Sitter, ...], said: str, unsigned: str
) -> None:
    other = next((each for each in seat if each.name == "Bo"), None)
    first = Sitter(other.who if other else sitter("Bo", {}).who, {})
    verdict = str(replace(SOUND, seats=(Played((first, *seat), 0), Played((BEN,), 18))).verdict)
    ends = [f"Moves were made for {said}."] * bool(said) + [f"{unsigned} did not sign the end."] * bool(unsigned)
    assert verdict == " ".join([str(replace(SOUND, seats=(Played((BEN,), 0),) * 2).verdict), *ends])


def test_a_bot_that_sat_there_from_the_deal_stands_in_for_nobody() -> None:
    seats = (Played((a_bot(9, "deal"),), 0), Played((a_bot(4, "deal"), a_bot(2, "open")), 0))
    assert replace(SOUND, seats=seats, shares=()).stood_in == []


def test_the_report_says_who_had_a_part_in_the_seed() -> None:
    guests = tuple(Played((sitter(name, {"player": 1}, "ssh"),), 0) for name in ("Ann", "Bob"))
    assert SOUND.shared
    assert replace(SOUND, seats=(guests[0], SOUND.seats[1])).own_shares == (1,)
    for report in (replace(SOUND, fixed=True), replace(SOUND, shares=()), replace(SOUND, seats=guests)):
        assert not report.shared
        assert str(report.verdict).startswith("Verified: the host could choose the seed, every move was legal, and the")
    assert "Whoever runs the host has the keys of Ann (SSH) and Bob (SSH)." in str(replace(SOUND, seats=guests).verdict)


@pytest.mark.parametrize(
    ("reason", "end"), [("finished", "and the score is right."), ("voted", "and the players ended it by vote.")]
)
def test_the_verdict_says_how_the_game_ended(reason: str, end: str) -> None:
    found = replace(SOUND, reason=reason)
    assert str(found.verdict).startswith(f"Verified: nobody alone could choose the seed, every move was legal, {end}")
    assert found.ok
    assert found.complete
    assert not replace(SOUND, reason="").complete


def test_the_first_finding_is_the_verdict() -> None:
    found = replace(SOUND, findings=(Finding("salt", 7, "A secret is wrong."), Finding("score", 9, "The score is.")))
    assert str(found.verdict) == "Not verified: A secret is wrong."
    assert not found.ok


def test_a_player_without_a_share_is_named() -> None:
    found = replace(SOUND, reason="undealt", owing=(0, 1), seats=(Played((BEN, ADA), 0), Played((BEN,), 0)))
    assert "without a share of the seed from Ada and Ben." in str(found.verdict)


def test_a_list_has_commas_and_one_and() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
