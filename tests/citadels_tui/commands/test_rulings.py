from __future__ import annotations

import errno
import io
import json
import os
import re
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, GOOD, USAGE, main
from tests.support.root import ROOT

RULING = """
title = "Two gold is the plain income"
source = "deluxe rulebook, turn of a player"
edition = "deluxe"
characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
[table]
calling = 5
[p1]
gold = 1
characters = ["bishop"]
[p2]
characters = ["thief"]
[p3]
characters = ["magician"]
[p4]
characters = ["warlord"]
[[step]]
do = "p1: gold"
[[step]]
expect = { "p1.gold" = 3 }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "income.toml").write_text(RULING)
    (tmp_path / "deep" / "same.toml").write_text(RULING)
    return tmp_path


def test_all_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", str(folder)]) == GOOD
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


def test_a_file_named_twice_counts_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", str(folder / "income.toml"), str(folder)]) == GOOD
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (RULING.replace('"p1.gold" = 3', '"p1.gold" = 4'), "step 2"),
        (RULING.replace("p1: gold", "p1: collect a"), "step 1"),
        ("title = ", "TOML"),
        ("", "title"),
    ],
)
def test_one_does_not_hold(folder: Path, text: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wrong.toml").write_text(text)
    assert main(["rulings", str(folder)]) == FAILED
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"FAILED {folder / 'wrong.toml'}: ")
    assert why in first
    assert last == "2 passed, 1 failed"


def test_a_ruling_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = RULING.replace('"p1.gold" = 3', '"p1.gold" = 4')
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(RULING.encode())))
    assert main(["rulings", "-"]) == GOOD
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    assert main(["rulings", "-"]) == FAILED
    assert capsys.readouterr().out == "FAILED -: step 2: p1.gold is 3, not 4\n0 passed, 1 failed\n"


@pytest.mark.parametrize("option", ["--jsno", "-j"])
def test_an_unknown_option_is_no_word_to_look_for(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", option]) == USAGE
    assert option in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Schritt 2: p1.gold ist 3, nicht 4; crown ist 'p1', nicht 'p2'"),
        ("nl", "stap 2: p1.gold is 3, niet 4; crown is 'p1', niet 'p2'"),
    ],
)
def test_errors_are_told_in_the_chosen_language(
    folder: Path, language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "wrong.toml"
    file.write_text(RULING.replace('"p1.gold" = 3', '"p1.gold" = 4, crown = "p2"'))
    assert main(["rulings", str(file), "--lang", language]) == FAILED
    assert capsys.readouterr().out.splitlines()[0].endswith(said)


def test_rulings_as_data(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = RULING.replace('"p1.gold" = 3', '"p1.gold" = 4, crown = "p2"')
    (folder / "wrong.toml").write_text(wrong)
    (folder / "noise.toml").write_bytes(b"\xff\xfe\x00")
    names = ["wrong.toml", "income.toml", "noise.toml"]
    assert main(["rulings", *(str(folder / name) for name in names), "--json"]) == FAILED
    found = json.loads(capsys.readouterr().out)
    assert (found["passed"], found["failed"], found["decided"]) == (1, 2, [])
    first, good, unread = found["rulings"]
    assert good == {
        "file": str(folder / "income.toml"),
        "title": "Two gold is the plain income",
        "passed": True,
        "problems": [],
    }
    assert first["problems"] == [
        {"step": 2, "key": "p1.gold", "problem": "p1.gold is 3, not 4"},
        {"step": 2, "key": "crown", "problem": "crown is 'p1', not 'p2'"},
    ]
    assert unread["problems"][0]["step"] == 0
    assert main(["rulings", "a13", "--json"]) == GOOD
    (row,) = json.loads(capsys.readouterr().out)["decided"]
    assert row["no"] == "A13"


def test_a_file_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    assert main(["rulings", str(tmp_path)]) == FAILED
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.thorough
def test_all_rulings_of_the_game_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings"]) == GOOD
    (line,) = capsys.readouterr().out.splitlines()
    found = re.fullmatch(r"(\d+) passed, 0 failed", line)
    assert found
    assert int(found[1]) > 800


@pytest.mark.parametrize("words", [["thief"], ["Thief"], ["thief", "alchemist"], ["dark_city"], ["WISHING well"]])
def test_rulings_are_found_by_card_or_word(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", *words]) == GOOD
    *lines, last = capsys.readouterr().out.splitlines()
    cases = [line.casefold().replace("_", " ") for line in lines if re.match(r"\w+/\w+/\w+\.toml: ", line)]
    for word in " ".join(words).casefold().replace("_", " ").split():
        assert all(word in case for case in cases)
    assert last == f"{len(cases)} passed, 0 failed"
    assert cases
    assert "Cases to be played out now, one to a file:" in lines


def test_open_questions_of_the_rulebooks_are_found_by_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "a13"]) == GOOD
    head, ruling, *_ = capsys.readouterr().out.splitlines()
    assert head == "Decided where rulebooks contradict each other or say nothing:"
    assert ruling.startswith("A13 The Witch as Thief, Queen and Alchemist: The loot is hers;")


def test_a_number_finds_its_row_with_the_cases_that_cite_it_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "A3"]) == GOOD
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if re.match(r"[AC]\d", line)] == ["A3"]
    folder = ROOT / "engine" / "rulings"
    cases = {folder / line.partition(": ")[0] for line in lines if ".toml: " in line}
    cite = {path for path in folder.rglob("*.toml") if re.search(r"^source = .*\bA3\b", path.read_text("utf-8"), re.M)}
    assert cases == cite
    assert cases


def test_words_that_are_in_no_ruling_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "dragonfly"]) == USAGE
    assert "no ruling about 'dragonfly'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_nothing_to_check_is_wrong_usage(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", str(tmp_path / name)]) == USAGE
    assert capsys.readouterr().err.startswith("citadels: there is no ")


def test_a_wrong_file_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulings", "/dev/null"]) == USAGE
    assert capsys.readouterr().err == "citadels: /dev/null is not a file\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff\xfe", "cannot be read: it is not text in UTF-8"),
        (b"a = " + b"9" * 5000, "a number is too long"),
        (b"a = " + b"[" * 5000, "it is nested too deeply"),
        (
            RULING.replace("gold = 1", 'gold = "many"').encode(),
            "p1.gold must be a whole number from 0 on, not 'many'",
        ),
        (
            RULING.replace('do = "p1: gold"', "do = 3").encode(),
            "step 1: do must be a text in quotation marks, not 3",
        ),
        (f"step = 3\n{RULING.partition('[[step]]')[0]}".encode(), "step must be a list in [ ], not 3"),
    ],
)
def test_values_that_do_not_fit(tmp_path: Path, content: bytes, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.toml"
    file.write_bytes(content)
    assert main(["rulings", str(file)]) == FAILED
    said = capsys.readouterr().out.splitlines()[0]
    assert said.startswith(f"FAILED {file}: ")
    assert "Error" not in said
    assert said.endswith(why)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_other_entries_of_a_folder_are_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    (folder / "long.toml").write_text("#" * 1_000_000)
    (folder / "a\x1b[31m.toml").write_text("")
    assert main(["rulings", str(folder)]) == FAILED
    said = capsys.readouterr().out
    assert said.endswith("2 passed, 2 failed\n")
    assert "the ruling is too long" in said
    assert "\x1b" not in said


def test_a_folder_nobody_may_look_into_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def denied(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("os.scandir", denied)
    assert main(["rulings", str(folder)]) == FAILED
    assert capsys.readouterr().err == f"citadels: {folder}: Permission denied\n"
