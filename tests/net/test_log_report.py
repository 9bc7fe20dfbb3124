"""The report on a log says who made the moves, who had a part in the seed, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from net.gamelog.entries import Cause, SeatEntry
from net.gamelog.log_report import Finding, Played, Report, Sitter, listed
from net.protocol.schema import Via


def sitter(name: str, moves: Mapping[Cause, int], via: Via = "") -> Sitter:
    return Sitter(SeatEntry(name=name, pub=name[:1].encode() * 32, seal=bytes(32), via=via), moves)


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
    shares=(0, 1),
    owing=(),
    rules=None,
    seed=bytes(32),
    seats=(Played((ADA,), 20), Played((BEN,), 18)),
    moves=(),
    winners=(0,),
    restarts=0,
    attested=(),
)


def test_moves_that_others_made_are_counted_with_whoever_sat_there() -> None:
    assert (ADA.stood_in, BEN.stood_in) == (5, 0)
    assert Played((ADA, BEN), 0).moves == {"player": 12, "absent": 2, "timeout": 3}
    assert " Moves were made for Ada (5 of 10)." in str(SOUND.verdict)
    alone = replace(SOUND, seats=(Played((sitter("Eve", {"timeout": 4}),), 0), *SOUND.seats[1:]))
    assert " Moves were made for Eve (all 4)." in str(alone.verdict)


def test_players_had_a_part_in_the_seed_unless_the_host_chose_it_or_has_all_their_keys() -> None:
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


def test_whoever_gave_no_share_is_named_as_they_last_sat_there() -> None:
    found = replace(SOUND, reason="undealt", owing=(0, 1), seats=(Played((BEN, ADA), 0), Played((BEN,), 0)))
    assert "without a share of the seed from Ada and Ben." in str(found.verdict)


def test_a_list_has_commas_and_one_and() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
