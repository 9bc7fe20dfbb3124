"""The plain mode over real pipes: whole games by the numbers that are read, and every way it can end."""

from __future__ import annotations

import contextlib
import json
import signal
from pathlib import Path
from threading import Thread

import pytest

from citadels_tui.plain.typed import Typed, typed
from citadels_tui.texts import _, plain, speak
from citadels_tui.texts.catalogue import languages
from net.gamelog.verify import verify
from net.local.kept_games import kept_games
from tests.support.client.scripted import MARKER, Player
from tests.support.net.kept_logs import kept
from tests.support.ports import free_port
from tests.support.terminal import SECONDS, Terminal, until_gone

pytestmark = pytest.mark.slow

GAMES = {
    "deluxe-2": ["--players", "2"],
    "deluxe-8": ["--players", "8", "--preset", "vicious_nobles", "--action-cards", "--nine"],
    "classic-2": ["--players", "2", "--edition", "classic"],
    "classic-7": ["--players", "7", "--edition", "classic"],
    "dark-city-2": ["--players", "2", "--edition", "dark_city"],
    "dark-city-8": ["--players", "8", "--edition", "dark_city", "--preset", "dark_lands", "--nine"],
}
USUAL = "classic-2"
"""That of every run."""
THOROUGH = ("deluxe-8", "dark-city-2")
"""Larger ones; the rest are played in long runs."""


def verified(home: Path) -> int:
    """How many games are kept, all of them in order."""
    proofs = kept(home / "state" / "games.db").values()
    assert all(verify(proof.host, proof.notes).ok for proof in proofs)
    return len(proofs)


def told(player: Player) -> str:
    """All that was said as one line."""
    return " ".join(" ".join(player.said).split())


def too_long(player: Player, width: int = 79) -> list[str]:
    """Lines that could be shorter: only a single word, such as an invitation, is never broken."""
    return [line for line in player.said if len(line) > width and len(line.split()) > 1]


@pytest.mark.parametrize(
    "game",
    [
        USUAL,
        *(pytest.param(game, marks=pytest.mark.thorough) for game in THOROUGH),
        *(pytest.param(game, marks=pytest.mark.long) for game in GAMES if game not in (USUAL, *THOROUGH)),
    ],
)
@pytest.mark.thorough
def test_a_whole_game_by_its_numbers(game: str, tmp_path: Path) -> None:
    with Player(["play", "--plain", "--name", "Ada", "--level", "novice", *GAMES[game]], tmp_path) as ada:
        ada.play(["Ada"])
        ended = len(ada.said)
        # A script may have numbers left: it is told once that they mean nothing.
        ada.type("1", "2", "3", "result", "skip", "verify", "quit")
        assert ada.ended() == (0, "")
    story, after = "\n".join(ada.said[:ended]), "\n".join(ada.said[ended:])
    for part in (
        "The game is over: ",
        "Ada has ",
        "Who did what",
        "Points at the end of each round",
        "  Round 1: Ada ",
    ):
        assert part in story
    assert after.count("numbers do nothing now") == 1
    assert "Nothing is asked of you now." not in after
    assert "Who did what" in after
    assert "Verified: nobody alone could choose the seed, every move was legal, and the score" in told(ada)
    assert too_long(ada) == []
    assert "\x1b" not in "".join(ada.said)
    assert verified(tmp_path) == 1
    assert list((tmp_path / "state" / "local").glob("*.db")) == []
    # Who has played here is not asked on the screen if they have.
    assert json.loads((tmp_path / "settings.json").read_text()) == {"version": 1}


@pytest.mark.thorough
def test_enter_alone_plays_a_whole_game(tmp_path: Path) -> None:
    arguments = ["play", "--plain", "--name", "Ada", "--level", "novice", "--players", "3"]
    with Player(arguments, tmp_path) as ada:
        ada.until("Have you never played Citadels?")
        ada.type("look", "hand", "who", "hint", *[""] * 300)
        ada.until("Round 1")
        ada.until("Enter alone: ")
        ada.until("The words why")
        ada.type("quit")
        assert ada.ended() == (0, "")
    assert "That is not possible now." not in told(ada)
    assert verified(tmp_path) == 1


@pytest.mark.thorough
def test_two_people_at_one_keyboard_beside_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["play", "--plain", "--people", "Ada,Ben", "--players", "3", "--level", "novice"]
    with Player(arguments, tmp_path) as both:
        both.play(["Ada", "Ben"])
        both.type("again")
        both.until("it is your turn")
        both.type("quit")
        code, said = both.ended()
    assert (code, said) == (0, "")
    # Of the second game.
    assert "You have left; nobody had made a move, so there is nothing to keep." in told(both)
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
    assert kept_games() == []
    assert verified(tmp_path) == 1
    [proof] = kept(tmp_path / "state" / "games.db").values()
    # Each has signed with a key of their own.
    assert len(proof.attested) == 2
    covers = [place for place, line in enumerate(both.said) if line.startswith("Press enter, ")]
    assert len(covers) > 10
    # What was said before is out of sight, and nothing but the open recap stands above the name.
    for place in covers:
        shown = both.said[place - 22 : place]
        assert not any(line.startswith(("1. ", "Hand: ", "Ada: ", "Ben: ")) for line in shown)


@pytest.mark.thorough
def test_everybody_comes_back_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["play", "--plain", "--people", "Ada,Ben,Cleo", "--players", "3"]
    with Player(arguments, tmp_path) as all_three:
        first = all_three.until("Press enter, ")
        all_three.type("", "1")
        second = all_three.until("Press enter, ")
        assert first != second
        all_three.program.send_signal(signal.SIGKILL)
        # Its host ends with it, a moment later.
        until_gone(tmp_path)
    with Player(["play", "--plain", "--resume"], tmp_path) as again:
        assert again.until("Press enter, ") == second
        asked = {second}
        for _ in range(4):
            again.type("", "1")
            asked.add(again.until("Press enter, "))
        again.type("quit")
        assert again.ended() == (0, "")
    assert len(asked) == 3
    assert len(kept_games()) == 1


def test_a_hosted_game_with_a_guest_by_invitation(tmp_path: Path) -> None:
    port = str(free_port())
    setup = ["--players", "2", "--edition", "classic", "--turn-time", "0", "--port", port]
    with Player(["host", "--plain", "--name", "Ada", *setup], tmp_path / "ada") as ada:
        invitation = ada.until("citadels://")
        place = invitation.removeprefix("citadels://").partition(":")[0]
        with Player(["join", "--plain", "--name", "Ben"], tmp_path / "ben", seed=2) as ben:
            # The line may come by any road; here both are on one machine.
            ben.type(invitation.replace(place, "127.0.0.1", 1))
            ben.until("Waiting for Ada")
            ben.type("say hello Ada")
            ada.until("hello Ada")
            ada.type("start")
            play_both(ada, ben)
            for player in (ben, ada):
                player.type("verify", "quit")
                assert player.ended() == (0, "")
    for home in ("ada", "ben"):
        assert verified(tmp_path / home) == 1


def until_asked(player: Player, *names: str) -> None:
    """Play on until each of the people at a keyboard has been called to it."""
    called: set[str] = set()
    while len(called) < len(names):
        line = player.line()
        if line.startswith("Press enter, "):
            called.add(line)
            # The first answer will do; what opens a list has another one behind it.
            player.type("", "1", "1")


@pytest.mark.thorough
def test_people_at_one_keyboard_come_back_to_their_seats(tmp_path: Path) -> None:
    port = str(free_port())
    arguments = ["host", "--plain", "--open", "--players", "3", "--turn-time", "0", "--port", port]
    with Player([*arguments, "--people", "Ada,Ben"], tmp_path / "host") as host:
        host.until("p2 Ben")
        with Player(["join", "--plain", f"127.0.0.1:{port}", "--name", "Cleo"], tmp_path / "cleo") as cleo:
            # The six words are the host's, and its only table is the one that is meant.
            cleo.type("1", "sit 1")
            host.until("p3 Cleo")
            guest = Thread(target=play_to_its_end, args=(cleo,))
            guest.start()
            host.type("start")
            until_asked(host, "Ada", "Ben")
            host.program.send_signal(signal.SIGKILL)
            until_gone(tmp_path / "host")
            with Player(["host", "--plain", "--resume"], tmp_path / "host") as again:
                until_asked(again, "Ada", "Ben")
                again.type("quit")
                code, _ = again.ended()
            assert code == 0
            cleo.program.terminate()
            guest.join()


def play_to_its_end(player: Player) -> None:
    """Play until the program ends."""
    with contextlib.suppress(EOFError, BrokenPipeError):
        player.play(["Cleo"])


def play_both(ada: Player, ben: Player) -> None:
    """Two programs in turns: whoever is asked chooses."""
    other = Thread(target=ben.play, args=(["Ben"],))
    other.start()
    ada.play(["Ada"])
    other.join()


@pytest.mark.thorough
@pytest.mark.parametrize("answer", ["1", "2"])
def test_six_words_are_compared_before_a_strange_host_is_joined(answer: str, tmp_path: Path) -> None:
    port = str(free_port())
    with Player(
        ["host", "--plain", "--open", "--name", "Ada", "--players", "2", "--port", port], tmp_path / "ada"
    ) as ada:
        ada.until("This host's key, as words:")
        words = ada.line().strip()
        with Player(["join", "--plain", f"127.0.0.1:{port}", "--name", "Ben"], tmp_path / "ben") as ben:
            assert len(words.split()) == 6
            ben.until(words)
            ben.type(answer)
            if answer == "1":
                ben.until("1. Table of Ada")
                ben.type("1")
                ben.until("Waiting for Ada")
                ben.type("quit")
            code, said = ben.ended()
        # Before the game nothing is kept for whoever leaves.
        ada.type("quit")
        ada.ended()
        for each in (ada, ben)[: 2 if answer == "1" else 1]:
            assert "You have left; no game was in progress." in told(each)
    assert code == (0 if answer == "1" else 1)
    assert bool(said) == (answer == "2")


def test_a_script_is_for_the_table_that_it_opens(tmp_path: Path) -> None:
    """All of it is there before the list is."""
    port = str(free_port())
    with Player(["host", "--plain", "--open", "--name", "Ada", "--port", port], tmp_path / "ada") as ada:
        ada.until("This host's key")
        with Player(["join", "--plain", f"127.0.0.1:{port}", "--name", "Ben"], tmp_path / "ben") as ben:
            ben.type("1", "new 3 classic", "seats", "quit")
            assert ben.ended() == (0, "")
        assert "Before the game" in told(ben)
        assert "90 s" in told(ben)
        assert "There is no command" not in told(ben)
        assert "You have left" in told(ben)
        with Player(["join", "--plain", f"127.0.0.1:{port}", "--name", "Ben"], tmp_path / "ben") as ben:
            ben.type("quit")
            assert ben.ended() == (0, "")
        assert "You have left" in told(ben)


@pytest.mark.thorough
def test_a_table_is_chosen_or_opened_from_the_list_line_by_line(tmp_path: Path) -> None:
    port = str(free_port())
    arguments = ["host", "--plain", "--open", "--name", "Ada", "--players", "2", "--bots", "1", "--port", port]
    with Player(arguments, tmp_path / "ada") as ada:
        ada.until("This host's key")
        with Player(["join", "--plain", f"127.0.0.1:{port}", "--name", "Ben"], tmp_path / "ben") as ben:
            ben.type("1")
            assert ben.until("1. Table of Ada").endswith("seats 2 of 2, bots 1, spectators 0.")
            ben.type(
                "help",
                "sit",
                "7",
                "new 9",
                "new 4 --open --nothing",
                'new 4 --title "Fri',
                "mute",
                "say anybody here?",
                "list",
                "jump",
                "1",
            )
            for line in (
                "sit NUMBER: ",
                "Say which table",
                "There is no 7.",
                "Say how many seats",
                "there is no option '--nothing'",
                "a quote that does",
                "Say whom, as in",
            ):
                ben.until(line)
            ben.until("There is no command jump.")
            # There is no seat: back to the list with the reason.
            ben.until("All seats of this table are taken.")
            ben.until("1. Table of Ada")
            ben.type("new 3 dark_city")
            ben.until("Before the game")
            ben.until("p1 Ben (you)")
            ben.type("ready")
            ben.until("p1 Ben (you), ready")
            with Player(["join", "--plain", f"127.0.0.1:{port}", "--name", "Cleo"], tmp_path / "cleo") as cleo:
                cleo.type("1")
                cleo.until("2. Table of Ben, Dark City, open to all: seats 1 of 3, bots 0, spectators 0.")
                cleo.type("watch 2")
                cleo.until("p1 Ben (opened the table), ready")
                cleo.type("say hello Ben")
                ben.until("spectator Cleo: hello Ben")
                cleo.type("say", "say 1")
                cleo.until("A number alone says one of these")
                ben.until("spectator Cleo: Hello!")
                ben.type("mute cleo")
                ben.until("What Cleo says is hidden from now on.")
                cleo.type("say can you hear me?", "remind", "quit")
                assert cleo.ended() == (0, "")
            ben.type("ready")
            ben.until("p1 Ben (you)")
            ben.type("quit")
            assert ben.ended() == (0, "")
    assert not any("can you hear me" in line for line in ben.said)
    assert too_long(ben) == []


def at_a_question(home: Path) -> Player:
    """Somebody who has made a move, and is asked again."""
    player = Player(["play", "--plain", "--name", "Ada", "--players", "3"], home)
    player.until("Ada: ")
    player.type("1")
    player.until("Ada: ")
    player.type("card @")
    player.until(MARKER)
    return player


KEPT = "the game is kept, and citadels play --resume goes on with it."


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("ending", "code", "said"),
    [
        (signal.SIGINT, 130, "Interrupted"),
        (signal.SIGTERM, 0, "Told to end"),
        (None, 0, "The input has ended"),
    ],
)
def test_every_end_is_clean_and_says_that_the_game_is_kept(
    ending: signal.Signals | None, code: int, said: str, tmp_path: Path
) -> None:
    with at_a_question(tmp_path) as ada:
        if ending is not None:
            ada.program.send_signal(ending)
            # The end of the input, which is next, would be another reason.
            ada.program.wait(SECONDS)
        else:
            assert ada.program.stdin
            ada.program.stdin.close()
            ada.program.stdin = None
        assert ada.ended() == (code, "")
    assert f"{said}; {KEPT}" in told(ada)
    assert len(kept_games()) == 1


def test_a_game_that_is_left_before_it_is_shown_again_is_kept(tmp_path: Path) -> None:
    with at_a_question(tmp_path) as ada:
        ada.type("quit")
        assert ada.ended() == (0, "")
    with Player(["play", "--plain", "--resume"], tmp_path) as again:
        assert again.program.stdin
        again.program.stdin.close()
        again.program.stdin = None
        assert again.ended() == (0, "")
    assert f"The input has ended; {KEPT}" in told(again)
    assert len(kept_games()) == 1


@pytest.mark.thorough
def test_nobody_reads_any_more(tmp_path: Path) -> None:
    with at_a_question(tmp_path) as ada:
        assert ada.program.stdout
        ada.program.stdout.close()
        ada.type("look", "look", "look")
        assert ada.program.stderr
        assert ada.program.stderr.read() == f"citadels: Nobody reads the output any more; {KEPT}\n"
        assert ada.program.wait() == 0
    assert len(kept_games()) == 1


@pytest.mark.thorough
def test_a_game_that_was_left_is_taken_up_and_its_lines_fit(tmp_path: Path) -> None:
    with at_a_question(tmp_path) as ada:
        ada.type("1", "quit")
        assert ada.ended()[0] == 0
    with Player(["play", "--plain", "--resume"], tmp_path, COLUMNS="40") as again:
        again.until("The game goes on where it was left.")
        again.until("Ada: ")
        again.type(
            "help", "look", "who", "hand", "log 3", "list", "undo", "card bishop", "card ada", "card", "nonsense"
        )
        again.type("1000", "say", "seats", "verify", "result", "again", "skip")
        # Each letter of the screen does the same here.
        again.type("w", "l 2", "u", "i bishop", "h", "?", "q")
        assert again.ended() == (0, "")
    assert too_long(again, 40) == []
    for expected in (
        "How it is played",
        "p1 Ada: you",
        "1 Assassin:",
        "You have 2 gold.",
        "rank 5",
        "There is no command nonsense.",
        "There is no 1000. Type a number up to",
        "Say what, as in: say hello",
        "The game is not over yet.",
        "who, or w: who may be who",
        KEPT,
    ):
        assert expected in told(again)
    for twice in ("1 Assassin:", "rank 5", "How it is played", "The game is not over yet."):
        assert told(again).count(twice) >= 2
    with Player(["play", "--plain", "--resume"], tmp_path / "nobody") as nobody:
        assert nobody.ended() == (1, "citadels: there is no unfinished game of your own to resume\n")


@pytest.mark.terminal
def test_a_dumb_terminal_plays_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Terminal(["-m", "citadels_tui", "play", "--players", "2", "--name", "Ada"], tmp_path, term="dumb") as terminal:
        terminal.until("This terminal cannot draw (TERM is dumb): the game is played line by line.")
        terminal.until("Ada: Choose your character for this round.")
        # News has come between the question and what is being typed.
        terminal.press("say hello\n")
        terminal.until("Ada: hello")
        terminal.until("Ada: Choose your character for this round.")
        terminal.press("quit\n")
        assert terminal.ended() == 0
        assert b"\x1b" not in terminal.shown
        assert terminal.attributes() == terminal.before


@pytest.mark.thorough
def test_the_guided_game_and_a_hint_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"pause": "0"}', encoding="utf-8")
    with Player(["learn", "--plain", "--name", "Ada"], tmp_path) as ada:
        ada.until("Take the Architect")
        ada.type("hint")
        ada.until("Architect: ")
        ada.type("3")
        ada.play(["Ada"], last="The lesson is over")
        ada.type("quit")
        assert ada.ended()[0] == 0
    said = told(ada)
    assert "Welcome to Citadels! Each player" in said
    assert "the left" not in said
    assert "You are called: your turn begins with your income." in said
    assert "{" not in said
    assert too_long(ada) == []


def test_the_guided_game_can_be_left_for_a_real_one(tmp_path: Path) -> None:
    with Player(["learn", "--plain", "--name", "Ada"], tmp_path) as ada:
        ada.until("Take the Architect")
        ada.type("skip", "skip", "list", "card @")
        ada.until("The lesson is over, and the game goes on as a real one.")
        ada.until("That is not possible now.")
        ada.until(MARKER)
        ada.type("quit")
        assert ada.ended() == (0, "")
    assert told(ada).count("Take the Architect") == 1


def test_every_word_and_letter_means_one_thing_in_every_language() -> None:
    for language in languages():
        speak(language)
        for commands in (plain.COMMANDS, plain.REPLAY):
            words = [_(command.word) for command in commands.values()]
            keys = [command.key for command in commands.values() if command.key]
            assert len({*words, *keys}) == len(words) + len(keys)
            assert not {word for word in words if word in commands and typed(word, commands).word != word}
            for id, command in commands.items():
                assert typed(_(command.word).upper(), commands).word == id
                assert typed(id, commands).word == id
                assert not command.key or typed(f"{command.key} 3", commands) == Typed(id, "3")
                # It is used as it is called.
                assert _(command.usage).split()[0].casefold() == _(command.word).casefold()
