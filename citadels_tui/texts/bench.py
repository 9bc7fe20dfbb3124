"""Words of `citadels bench`: what was measured."""

from __future__ import annotations

from citadels_tui.texts import N_

ENGINE = N_("Python {python}, one loop turn is {time} ns; {players} random players")
RATES = N_("{name}: {games} games/s, {decisions} decisions/s")
WORK = {
    "decision": N_("decision"),
    "simulated": N_("simulated decision"),
    "clone": N_("clone"),
    "resample": N_("resample"),
    "view": N_("view"),
    "outcomes": N_("outcomes"),
}
"""What the engine does, as it is measured: a decision by the bare rules and as `citadels simulate` plays it, and what
is done with a position, by a searching bot or for a person who is asked."""
LOOP_TURNS = N_("loop turns")

CLIENT = N_("Medians of {runs}, in a terminal of {columns}x{lines}; ratios are to a bare Textual app of the same run")
MEDIAN, RATIO, AT_MOST, REACHED = N_("median"), N_("ratio"), N_("at most"), N_("reached")
"""Heads of columns: nine, seven, eight and eight cells at most."""
REACHED_SO = {True: N_("yes"), False: N_("NO")}

BARE_START = N_("bare app: first frame")
HOME_START = N_("citadels: first frame")
PLAY_START = N_("citadels play: the board")
BARE_KEY = N_("bare app: key to paint")
BUSY_KEY = N_("key to paint while bots play")
BARE_PALETTE = N_("bare app: palette opens")
BARE_PALETTE_CLOSES = N_("bare app: palette closes")
OPENS = {"help": N_("help opens"), "inspect": N_("inspect opens"), "palette": N_("palette opens")}
CLOSES = {"help": N_("help closes"), "inspect": N_("inspect closes"), "palette": N_("palette closes")}
CHANGES = N_("all eight panels change")
BARE_MEMORY = N_("bare app: resident memory")
MEMORY = N_("client: resident memory")
MEMORY_TOGETHER = N_("client and local host: resident memory")
MEMORY_SHARED = N_("the same, shared pages counted once")
IDLE_OUTPUT = N_("idle: output")
IDLE_PROCESSOR = N_("idle: processor, of one core")
"""What is measured of the client: 44 cells at most."""
