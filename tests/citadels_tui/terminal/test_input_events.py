"""What a terminal sends: the keys that were typed come out, and nothing that nobody has typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from textual.events import AppBlur, AppFocus, Key, MouseDown, Paste, Resize
from textual.message import Message

from citadels_tui.terminal.input_events import InputEvents, MeantKey
from citadels_tui.terminal.input_stream import ESCAPE_WAIT, HOLD, PASTE_MOST, PASTE_SILENCE

ESC = b"\x1b"
ST = ESC + b"\\"


class Line:
    """A terminal at the other end of a line, with a clock of its own."""

    def __init__(self, *, tells_sizes: bool = False) -> None:
        self.now = 100.0
        self.events = InputEvents(clock=lambda: self.now, tells_sizes=lambda: tells_sizes)
        self.told: list[Message] = []

    def send(self, *data: bytes) -> Line:
        """Send pieces that come together."""
        for piece in data:
            self.told += self.events.feed(piece)
        return self

    def wait(self, seconds: float) -> Line:
        """Send nothing for a while."""
        end = self.now + seconds
        while (step := self.events.wait()) is not None and step < end - self.now:
            self.now += step + 1e-9
            self.told += self.events.expire()
        self.now = end
        self.told += self.events.expire()
        return self

    def silent(self) -> Line:
        """Send nothing for so long that everything is decided."""
        return self.wait(3 * HOLD)

    @property
    def keys(self) -> list[str]:
        """What was typed; a paste as what was pasted, with a sign before it."""
        return list(_named(self.told))


def _named(told: Sequence[Message]) -> Iterator[str]:
    for event in told:
        if isinstance(event, Key):
            yield event.key
        elif isinstance(event, Paste):
            yield f"paste {event.text}"


def keys(*data: bytes) -> list[str]:
    """What is typed by pieces that come together, with silence behind them."""
    return Line().send(*data).silent().keys


ANSWERS = {
    "OSC 4": b"\x1b]4;1;rgb:cccc/0000/0000" + ST,
    "OSC 10": b"\x1b]10;rgb:ffff/ffff/ffff" + ST,
    "OSC 11": b"\x1b]11;rgb:1c1c/1c1c/1c1c\x07",
    "OSC 52": b"\x1b]52;c;MTExMTExMTE=\x07",
    "title": b"\x1b]lqqq yyy" + ST,
    "OSC of 8 bits": b"\x9d11;rgb:11/11/11\x9c",
    "an end of 8 bits": b"\x1b]11;rgb:1/1/1\x9c",
    "DA1": b"\x1b[?61;6;7;21;22;23;24;28;32;42c",
    "DA1 of 8 bits": b"\x9b?61;6c",
    "DA1 of 8 bits in UTF-8": b"\xc2\x9b?61;6c",
    "DA2": b"\x1b[>0;276;0c",
    "DA3": b"\x1bP!|7E565445" + ST,
    "XTVERSION": b"\x1bP>|XTerm(388)" + ST,
    "XTVERSION of 8 bits": b"\x90>|XTerm(388)\x9c",
    "XTGETTCAP": b"\x1bP1+r544e=787465726d" + ST,
    "XTGETTCAP, unknown": b"\x1bP0+r544e" + ST,
    "DECRQSS": b"\x1bP1$r0;1m" + ST,
    "kitty's flags": b"\x1b[?25u",
    "kitty's graphics": b"\x1b_Gi=31;OK" + ST,
    "APC": b"\x1b_qqqq" + ST,
    "PM": b"\x1b^1111" + ST,
    "SOS": b"\x1bXyyyy" + ST,
    "colour scheme": b"\x1b[?997;1n",
    "status": b"\x1b[0n",
    "size in pixels": b"\x1b[4;600;800t",
    "size in cells": b"\x1b[8;24;80t",
    "iconified": b"\x1b[2t",
    "a size that nobody asked for": b"\x1b[48;24;80;600;800t",
    "cursor": b"\x1b[24;80R",
    "cursor in the first line": b"\x1b[1;2R",
    "extended cursor": b"\x1b[?24;80;1R",
    "parameters": b"\x1b[2;1;1;120;120;1;0x",
    "a mode that nobody asked for": b"\x1b[?1006;1$y",
    "a mode of ANSI": b"\x1b[4;2$y",
    "graphics": b"\x1b[?1;0;256S",
    "modifyOtherKeys": b"\x1b[>4;2m",
    "focus": b"\x1b[O\x1b[I",
    "mouse of X10": b"\x1b[M !!",
    "mouse of X10 beyond column 95": b"\x1b[M \xa0!",
    "mouse of X10, far": b"\x1b[M \xfe!",
    "mouse of X10, letters": b"\x1b[Mqqq",
    "mouse in UTF-8": b"\x1b[M \xc3\xa9!",
    "mouse in UTF-8, far": b"\x1b[M \xc7\xa9\xc2\x80",
    "mouse of urxvt": b"\x1b[32;100;10M",
    "mouse of SGR": b"\x1b[<35;10;5M",
    "mouse of SGR, pixels": b"\x1b[<35;1200;555M",
    "mouse of SGR, negative": b"\x1b[<0;-1;5M",
    "a button that is not known": b"\x1b[<128;10;5M",
    "a number that is no character": b"\x1b[99999999u",
    "half a pair": b"\x1b[55296u",
    "a key of no name": b"\x1b[99~",
    "a key of kitty's without a name": b"\x1b[60000u",
    "a key that is released": b"\x1b[108;1:3u",
    "a key that is released, with alternates": b"\x1b[108:76:108;2:3;76u",
    "an arrow that is released": b"\x1b[1;1:3A",
    "text of no character": b"\x1b[0;;1114112u",
    "many parameters": b"\x1b[" + b"1;" * 50 + b"q",
    "the end of a paste": b"\x1b[201~",
}
"""What nobody types."""

KEYS = {
    b"q": ["q"],
    b"1": ["1"],
    b"Y": ["Y"],
    b"[": ["left_square_bracket"],
    b"\xc3\xa9": ["é"],
    b"\xe4\xbd\xa0": ["你"],
    b"\r": ["enter"],
    b"\t": ["tab"],
    b" ": ["space"],
    b"\x7f": ["backspace"],
    b"\x03": ["ctrl+c"],
    b"\x11": ["ctrl+q"],
    b"\x1b[A": ["up"],
    b"\x1bOB": ["down"],
    b"\x1b[1;5C": ["ctrl+right"],
    b"\x1b[1;129D": ["left"],
    b"\x1b[5~": ["pageup"],
    b"\x1b[Z": ["shift+tab"],
    b"\x1b[15~": ["f5"],
    b"\x1bOP": ["f1"],
    b"\x1b[[A": ["f1"],
    b"\x1bOq": ["1"],
    b"\x1bOM": ["enter"],
    b"\x1b[3$": ["shift+delete"],
    b"\x1b[7^": ["ctrl+end"],
    b"\x1b[27u": ["escape"],
    b"\x1b[108u": ["l"],
    b"\x1b[108;1:1;108u": ["l"],
    b"\x1b[108;1:2;108u": ["l"],
    b"\x1b[113:81;2;81u": ["Q"],
    b"\x1b[113:81;2u": ["Q"],
    b"\x1b[49:33;2u": ["exclamation_mark"],
    b"\x1b[1079::112;5u": ["ctrl+p"],
    b"\x1b[1079::112;;1079u": ["з"],
    b"\x1b[57400;129u": ["1"],
    b"\x1b[57419u": ["up"],
    b"\x1b[0;;20320:22909u": ["你", "好"],
    b"\x1b[27;5;113~": ["ctrl+q"],
    b"\x1b[27;2;84~": ["T"],
    b"\x1b[27;2;33~": ["exclamation_mark"],
    b"\x1b[120;3u": ["alt+x"],
    b"\x1b[200~1\nq\x1b[201~": ["paste 1\nq"],
}
"""What is typed, and the keys that it is."""


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_no_key(answer: bytes) -> None:
    assert keys(answer) == []
    assert keys(b"a", answer, b"b") == ["a", "b"]


@pytest.mark.thorough
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("delay", [0.0, 0.3, 1.0, 1.8])
def test_an_answer_in_two_pieces_is_no_key_wherever_it_is_cut(answer: bytes, delay: float) -> None:
    """Only an ESC that stands alone for long enough is the escape key, as nothing can tell that it is not."""
    for cut in range(1, len(answer)):
        line = Line().send(b"a", answer[:cut]).wait(delay).send(answer[cut:]).silent().send(b"b")
        escapes = ["escape"] if delay and answer[:cut].endswith(ESC) and not _in_string(answer, cut) else []
        assert line.keys == ["a", *escapes, "b"], answer[:cut]


def _in_string(answer: bytes, cut: int) -> bool:
    """Whether an ESC before a cut begins the end of a string."""
    return answer[:cut].endswith(ESC) and answer[cut:] == b"\\" and cut > 1


@pytest.mark.parametrize("typed", KEYS)
def test_a_key_is_known(typed: bytes) -> None:
    assert keys(typed) == KEYS[typed]
    assert keys(b"a", typed, b"b") == ["a", *KEYS[typed], "b"]


class Sent(NamedTuple):
    """Something that is sent: typed or not."""

    data: bytes
    keys: list[str]
    pauses: list[float]
    """Seconds before each byte."""


def _in_bytes(button: int, column: int, line: int) -> bytes:
    """A report of the mouse of X10; beyond column 161 and line 95 at once it cannot be told from one in UTF-8."""
    return ESC + b"[M" + bytes((button, column, line))


def _in_utf8(button: int, column: int, line: int) -> bytes:
    return ESC + b"[M" + f"{chr(button)}{chr(column)}{chr(line)}".encode()


_UNTYPED = st.one_of(
    st.sampled_from(list(ANSWERS.values())),
    st.builds(_in_bytes, st.integers(32, 127), st.integers(33, 255), st.integers(33, 127)),
    st.builds(_in_utf8, st.integers(32, 127), st.integers(33, 2047), st.integers(33, 2047)),
    st.builds("\x1b[<{};{};{}M".format, *[st.integers(0, 3000)] * 3).map(str.encode),
    st.builds("\x1b[{};{};{}M".format, *[st.integers(32, 3000)] * 3).map(str.encode),
    st.text("0123456789abqwyABCDOPX=+/;:", max_size=200).map(lambda text: b"\x1b]52;c;" + text.encode() + ST),
)


@st.composite
def _sent(draw: st.DrawFn) -> Sent:
    typed = draw(st.booleans())
    data = draw(st.sampled_from(list(KEYS)) if typed else _UNTYPED)
    cuts = draw(st.dictionaries(st.integers(0, len(data) - 1), st.floats(0.0, 0.95 * PASTE_SILENCE), max_size=3))
    if data[1:2] in (b"O", b"X", b"^", b"_") and cuts.get(1):
        # After the escape key, these letters and a pause are the letters.
        cuts.pop(2, None)
    pauses = [cuts.get(place, 0.0) for place in range(len(data))]
    return Sent(data, KEYS[data] if typed else [], pauses)


@pytest.mark.slow
@given(st.lists(_sent(), max_size=12))
@example([Sent(b"q", ["q"], [0.0]), Sent(ANSWERS["OSC 11"], [], [0.0, 0.3] + [0.0] * 22), Sent(b"q", ["q"], [0.0])])
def test_exactly_the_keys_that_were_typed_come_out(sent: list[Sent]) -> None:
    """Keys and answers are mixed, and cut anywhere, for any time that a line may stand still."""
    line, expected = Line(), []
    for data, named, pauses in sent:
        escapes = 0
        for place, pause in enumerate(pauses):
            line.wait(pause).send(data[place : place + 1])
            # Where the line stands still after an ESC, that is the escape key.
            begins = data[place - 1 : place] == ESC and (place == 1 or data[place : place + 1] != b"\\")
            escapes += begins and pause >= ESCAPE_WAIT and not data.startswith(b"\x1b[200~", 0, place - 1)
        expected += ["escape"] * escapes + named
        if data[-3:-2] == b"M" or named or data.endswith(ESC):
            line.wait(ESCAPE_WAIT)
    assert line.silent().keys == expected


@given(st.lists(st.tuples(st.binary(max_size=40), st.floats(0.0, 3.0)), max_size=20))
@example([(b"\x1b[200~", 0.0), (b"\xff\x1b[", 0.5)])
@example([(b"\x1b]11;\xf0\x9f", 2.5), (b"\x92", 0.0)])
@example([(b"\xe1\x9b", 0.0)])
def test_no_bytes_end_the_input(sent: list[tuple[bytes, float]]) -> None:
    """Whatever was sent: after a silence a key is a key."""
    line = Line()
    for data, pause in sent:
        line.send(data).wait(pause)
    line.silent().told.clear()
    # A byte that has begun a letter is none once another letter comes.
    assert line.send(b"q").silent().keys[-1] == "q"
    assert line.send(b"\x1b[A").silent().keys[-1] == "up"


@given(st.text(st.sampled_from("[]OPX^_M?<>$;:019~uRcABq\\\x1b\x07\x9b\x9d\udc9b"), max_size=60))
def test_no_mixture_of_what_sequences_are_made_of_ends_the_input(text: str) -> None:
    line = Line().send(text.encode(errors="surrogateescape")).silent()
    line.told.clear()
    assert line.send(b"q").keys == ["q"]


def test_a_byte_that_is_no_text_is_shown_as_such() -> None:
    assert keys(b"\xe9", b"a") == ["replacement_character", "a"]
    assert keys(b"caf\xe9 ") == ["c", "a", "f", "replacement_character", "space"]
    # ž in the encodings of Windows is the first byte of a string elsewhere.
    assert Line().send(b"\x9e").wait(0.1).send(b"q").silent().keys == ["replacement_character", "q"]


def test_nothing_is_waited_for_longer_than_is_needed() -> None:
    line = Line()
    assert line.events.wait() is None
    assert line.send(ESC).events.wait() == pytest.approx(ESCAPE_WAIT)
    assert line.send(b"[A").events.wait() is None


def test_a_lone_escape_is_recognised_quickly() -> None:
    line = Line().send(ESC).wait(ESCAPE_WAIT + 0.001)
    assert line.keys == ["escape"]
    line.wait(0.3).send(b"[A")
    assert line.keys == ["escape", "up"]
    line.send(ESC).wait(0.4).send(b"]11;rgb:1111/1111/1111\x07q")
    assert line.keys == ["escape", "up", "escape", "q"]
    line.send(ESC).wait(0.4).send(b"_Gi=1;OK", ESC).wait(0.4).send(b"\\", b"q")
    assert line.keys == ["escape", "up", "escape", "q", "escape", "q"]


@pytest.mark.parametrize("typed", ["q", "y", "1", "l", "OK", "Olga", "Petra", "Xaver", "_a", "^a", "]q", "[q", "PO"])
def test_letters_after_the_escape_key_are_letters(typed: str) -> None:
    line = Line().send(ESC)
    for letter in typed:
        line.wait(0.15).send(letter.encode())
    assert "".join(event.character or "" for event in line.silent().told[1:] if isinstance(event, Key)) == typed


@pytest.mark.parametrize("typed", [b"[", b"]", b"O", b"P", b"X", b"^", b"_"])
def test_an_unfinished_sequence_becomes_a_key(typed: bytes) -> None:
    alone = keys(typed)
    assert Line().send(ESC).wait(0.1).send(typed).silent().keys == ["escape", *alone]
    assert Line().send(ESC).wait(HOLD + 0.1).send(typed, b"q").silent().keys == ["escape", *alone, "q"]
    alt = Line().send(ESC + typed).silent().keys
    assert len(alt) == 1
    assert alt[0].startswith("alt+")


def test_the_end_of_a_string_that_is_there_no_more_is_no_key() -> None:
    assert keys(ST) == []
    assert Line().send(b"\x1b]11;").wait(HOLD + 1).send(ST, b"q").keys == ["q"]


def test_keys_with_alt() -> None:
    assert keys(b"\x1bx\x1bT") == ["alt+x", "alt+shift+t"]
    assert keys(b"\x1b\r") == ["alt+enter"]
    assert keys(ESC, ESC) == ["escape", "escape"]
    assert Line().send(b"\x1bx").told[0].character is None  # type: ignore[attr-defined]


def test_alt_with_a_bracket_keeps_no_other_key_back() -> None:
    line = Line().send(b"\x1b]").wait(0.2).send(b"q")
    assert line.keys == ["alt+right_square_bracket", "q"]
    assert Line().send(b"\x1b]").wait(0.2).send(b"1").wait(0.2).send(b"\x1b[A").keys == ["up"]
    assert Line().send(b"\x1b]").wait(0.2).send(b"1").wait(0.2).send(b"\r").keys == ["enter"]


def test_the_mouse_and_the_focus_are_told() -> None:
    assert [type(event) for event in Line().send(b"\x1b[<0;10;5M\x1b[O\x1b[I").told] == [MouseDown, AppBlur, AppFocus]


def test_a_size_is_told_where_it_was_asked_for() -> None:
    assert Line().send(b"\x1b[48;24;80;600;800t").told == []
    (event,) = Line(tells_sizes=True).send(b"\x1b[48;24;80;600;800t").told
    assert isinstance(event, Resize)
    assert Line(tells_sizes=True).send(b"\x1b[48;0;80;600;800t").told == []


def test_a_key_of_another_layout_says_what_it_is_on_the_base_one() -> None:
    told = Line().send(b"\x1b[1079::112;;1079u\x1b[1078:1046:112;2;1046u\x1b[116;65;84u\x1b[97::113;;97u").told
    assert [(event.key, event.character, getattr(event, "meant", "")) for event in told if isinstance(event, Key)] == [
        ("з", "з", "p"),
        ("Ж", "Ж", "P"),
        ("T", "T", "t"),
        # Where the letter is Latin, the layout is the player's choice.
        ("a", "a", ""),
    ]
    assert isinstance(told[0], MeantKey)


def test_keys_of_kitty_are_known_where_textual_is_told_not_to_know_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.DISABLE_KITTY_KEY", True)
    assert keys(b"\x1b[108;2;76u", b"\x1b[1;5A") == ["L", "ctrl+up"]


def test_a_paste_without_an_end_ends() -> None:
    line = Line().send(b"\x1b[200~1").wait(0.5 * PASTE_SILENCE).send(b"\x1b[A", b"2")
    assert line.keys == []
    assert line.wait(PASTE_SILENCE).keys == ["paste 12"]
    assert line.send(b"q").keys == ["paste 12", "q"]


@pytest.mark.parametrize("ctrl_c", [b"\x03", b"\x1b[99;5u", b"\x1b[99::99;5:1u", b"\x1b[27;5;99~"])
def test_ctrl_c_gives_a_paste_up(ctrl_c: bytes) -> None:
    assert Line().send(b"\x1b[200~1", ctrl_c, b"q").keys == ["q"]


def test_a_paste_is_bounded() -> None:
    line = Line().send(b"\x1b[200~")
    for _ in range(1000):
        line.send(b"x" * 1000)
    assert len(line.events._stream._paste or "") == PASTE_MOST
    assert line.send(b"\x1b[201~").keys == [f"paste {'x' * PASTE_MOST}"]


def test_the_rest_of_a_paste_that_has_ended_by_time_is_no_key() -> None:
    line = Line().send(b"\x1b[200~1").wait(2 * PASTE_SILENCE).send(b"q\ny\x1b[201~", b"z")
    assert line.keys == ["paste 1", "z"]


def test_a_paste_cut_in_its_end_is_one() -> None:
    for cut in range(1, 6):
        line = Line().send(b"\x1b[200~ab\x1b[201~"[: 8 + cut]).wait(0.9 * PASTE_SILENCE)
        assert line.send(b"\x1b[201~"[cut:]).keys == ["paste ab"]


def test_a_paste_acts_on_nothing() -> None:
    assert keys(b"\x1b[200~a\x1b]11;b\x07c\x00d\x1b[Ae\x9bBf\x1b[201~q") == ["paste acdef", "q"]


@pytest.mark.slow
@pytest.mark.parametrize("begins", [b"\x1b]52;c;", b"\x1b[1;", b"\x1bP1+r", b"\x1b_G"])
def test_held_back_input_is_bounded(begins: bytes) -> None:
    line = Line().send(begins)
    for _ in range(300):
        line.send(b"1" * 1000)
    assert len(line.events._stream._held) <= 5000
    assert line.keys == []
    assert line.send(b"q\x07").silent().send(b"q").keys[-1] == "q"
