"""Texts that somebody hostile might send: as a name, a chat line, the reason of a refusal, anything a host can say."""

from __future__ import annotations

MARKUP = (
    "[@click=app.quit]x[/]",
    "[@click=bell()]y[/]",
    "[/b]",
    "[/]",
    "[bold]Bo[/bold]",
    "[b]unclosed",
    "[red on blue]z",
    "[link=file:///etc]q[/]",
    "[$accent]v[/]",
    "[[b]]w[[/]]",
    "\\[b]e\\[/b]",
    "[b]\\",
    "a[b",
    "[=]1",
    "[on]2[/on]",
    "[#ff0000]3",
    "[@]4[/]",
    ":skull: 5",
    "{who} {0} %s 6",
    "$name ${x} 7",
    "<b>8</b> &lt;",
    "`rm -rf` 9",
)
"""Markup of Textual and Rich, and things like it: nothing but letters, that must stay letters."""

CONTROLS = (
    "\x1b]0;title\x07a",
    "\x1b[2Jb",
    "\x1b[31mred\x1b[0m",
    "\x1b]8;;file:///x\x1b\\c\x1b]8;;\x1b\\",
    "\x1bPq#0\x1b\\d",
    "\x9b31me",
    "\x9d0;f\x9c",
    "\x90g\x9c",
    "a\x00b",
    "a\x07b",
    "a\x08b",
    "a\x0bb",
    "a\x0eb",
    "a\x7fb",
    "a\x85b",
    "a\nb",
    "a\r\nb",
    "a\tb",
)
"""What drives a terminal: escape sequences of both kinds, and every other control character."""

INVISIBLE = (
    "\u0915\u094d\u200d\u094d\u200d\u094d\u200d\u0937",
    "a\u2028b",
    "a\u2029b",
    "a\u3164b",
    "a\u2800b",
    "a\u115fb",
    "a\ue000b",
    "a\uffffb",
    "a\u0378b",
    "a\ud800b",
    "a" + "\u0301" * 40 + "b",
    "\u0301a",
    "\u20dda",
)
"""What has no shape or width of its own, or piles up."""

NORMALISED = {
    "well played \u2764\ufe0f": "well played \u2764",
    "\u263a\ufe0f ok": "\u263a ok",
    "1\ufe0f\u20e3 done": "1 done",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 hi": "\U0001f468\U0001f469\U0001f467 hi",
    "a\U0001f3f3\ufe0f\u200d\U0001f308": "a\U0001f3f3\U0001f308",
    "a\U0001f3f4\U000e0067\U000e0062\U000e007f": "a\U0001f3f4",
    "\U0001f44d\U0001f3fdBen": "\U0001f44dBen",
    "bien jou\xe9\u202f!": "bien jou\xe9 !",
    "no\xa0break": "no break",
    "a\u2003b": "a b",
    "a\u3000b": "a b",
    "soft\xadhyphen": "softhyphen",
    "e\xad\u0301": "\xe9",
    "abc\u202edef": "abcdef",
    "\u2066abc\u2069": "abc",
    "\u200eabc": "abc",
    "\u061cabc": "abc",
    "a\u200bb": "ab",
    "a\u200cb": "ab",
    "a\u200db": "ab",
    "\u200c\u0645\u06cc": "\u0645\u06cc",
    "\u0645\u06cc\u200c": "\u0645\u06cc",
    "\u0645\u200d\u06cc": "\u0645\u06cc",
    "\u0645\u200c\u200c\u06cc": "\u0645\u200c\u06cc",
    "\u0645\u200c\xad\u06cc": "\u0645\u200c\u06cc",
    "\u0645\u200c1": "\u06451",
    "\u05d0\u200c\u05d1": "\u05d0\u05d1",
    "a\u2060b": "ab",
    "\ufeffa": "a",
    "a\u034fb": "ab",
    "a\u180eb": "ab",
    "a\ufff9b": "ab",
    "a\U000e0041b": "ab",
    "a\U000e0100b": "ab",
}
"""What phones and other programs add that shows nothing of its own, and the same text without it."""

LENGTHS = ("", " ", "   ", "x" * 1000, "\u4e2d" * 300, "\u2630" * 24, "\U0001f3f0" * 100, "\u0928\u093f" * 200)
"""Nothing at all, or too much of it."""

VISIBLE = (
    "\u5c71\u7530\u592a\u90ce",
    "\u0645\u062d\u0645\u062f",
    "\u05d0\u05d1\u05d2 1",
    "\u0928\u093f\u0932",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0d2e\u0d4b\u0d39\u0d28\u0d4d\u200d",
    "\u0915\u094d\u200c\u0937",
    "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
    "Jose\u0301 \u00d1and\u00fa",
    "\U0001f0a1 Ace",
    "\U0001f1e9\U0001f1eaG",
    "\u2630\u2630\u2630i",
    "\u2654 King",
    "O'Brien-Smith",
    "\uff21\uff4e\uff4e",
    "Bo (you)",
    "p2: gold",
)
"""Names that people have or could have; the widths of some are a matter of opinion."""

EVERYTHING = (*MARKUP, *CONTROLS, *INVISIBLE, *NORMALISED, *LENGTHS, *VISIBLE)
