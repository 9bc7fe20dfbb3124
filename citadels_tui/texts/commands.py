"""Commands that are found by name: what each does, and the other words by which people look for it.

The words are one text for each command, with commas, so that every language has its own; the English ones are found
in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from citadels_tui.texts import N_, games, home, palette, settings, tables


class Command(NamedTuple):
    """One command of the palette."""

    title: str
    does: str
    also: str


COMMANDS = {
    "new": Command(*home.NEW, N_("play, begin, start, solo, alone, classic, action cards, characters")),
    "dark_city": Command(N_("New game: The Dark City"), N_("choose players and bots first"), N_("edition, expansion")),
    "own_cast": Command(
        N_("New game: characters of your choice"),
        N_("one for each rank; choose players and bots, too"),
        N_("by hand, rank by rank, custom, own cards, pick, select"),
    ),
    "hot_seat": Command(
        N_("New game: several people at this keyboard"),
        N_("whoever is asked sits down, the others look away"),
        N_("hot seat, hotseat, pass and play, share, family, two players"),
    ),
    "learn": Command(*home.LEARN, N_("tutorial, lesson, rules, teach, beginner, how to play")),
    "daily": Command(*home.DAILY, N_("daily, today, yesterday, day before, streak, challenge")),
    "ladder": Command(*home.LADDER, N_("level, difficulty, harder, easier, campaign, opponent")),
    "resume": Command(*home.RESUME, N_("load, saved, continue, go on, unfinished")),
    "host": Command(*home.HOST, N_("invite, friend, online, internet, network, multiplayer, server, lan")),
    "join": Command(*home.JOIN, N_("invitation, friend, online, network, multiplayer, connect, watch, spectate")),
    "games": Command(*home.GAMES, N_("history, export, share, html, page, film, video, save, archive, review, verify")),
    "statistics": Command(
        games.STATISTICS_TITLE, N_("games, wins and points, and challenges"), N_("stats, figures, record, achievements")
    ),
    "cards": Command(palette.CARDS, palette.CARDS_HELP, N_("encyclopaedia, rulings, rules, faq, search")),
    "settings": Command(palette.SETTINGS, palette.SETTINGS_HELP, N_("options, preferences, configuration, rename")),
    "theme": Command(palette.THEME, palette.THEME_HELP, N_("theme, colors, appearance")),
    "keys": Command(settings.KEYS, settings.KEYS_ABOUT, N_("shortcuts, bindings, keyboard, remap")),
    "help": Command(*home.HELP, N_("rules, manual, signs, shortcuts")),
    "mute": Command(tables.MUTE_TITLE, N_("hide what somebody says"), N_("silence, ignore, block, chat off")),
    "faster": Command(
        N_("Bots: faster"), N_("they wait for {seconds} s between moves"), N_("speed, pace, hurry, quick")
    ),
    "slower": Command(N_("Bots: slower"), N_("they wait for {seconds} s between moves"), N_("speed, pace, calm")),
    "bigger": Command(
        N_("Bigger letters"),
        N_("The terminal has their size: in most, ctrl and + makes them bigger, ctrl and - smaller."),
        N_("font, zoom, print, size, larger, smaller, text"),
    ),
    "quit": Command(palette.QUIT, palette.QUIT_HELP, N_("exit, close, end, stop, leave")),
}
"""By id, the likeliest first."""

LABELS = {
    "theme": settings.THEME,
    "language": settings.LANGUAGE,
    "signs": settings.SIGNS,
    "confirm": settings.CONFIRM,
    "motion": settings.MOTION,
    "mouse": settings.MOUSE,
    "click": settings.CLICK,
    "density": settings.DENSITY,
    "call": settings.CALL,
}
"""The settings whose values are commands, each by its line in the settings."""

SWITCH = {True: settings.YES, False: settings.NO}
VALUES: dict[str, Mapping[Any, str]] = {
    "theme": settings.THEMES,
    "signs": settings.SIGNS_VALUES,
    "confirm": SWITCH,
    "motion": SWITCH,
    "mouse": SWITCH,
    "click": settings.CLICKS,
    "density": settings.DENSITIES,
    "call": settings.CALLS,
}
"""Their values; the languages are those of the catalogues."""
VALUE = N_("{setting}: {value}")
AT_ONCE = N_("at once, and from now on")
AS_NOW = N_("as it is now")
LEAVES = N_("{does}; leaves this game, and asks first")

VALUES_ALSO: dict[tuple[str, Any], str] = {
    ("language", "en"): N_("English"),
    ("language", "de"): N_("German"),
    ("language", "nl"): N_("Dutch"),
    ("theme", "citadels"): N_("dark theme, night"),
    ("theme", "citadels-light"): N_("light theme, white, day"),
    ("theme", "citadels-contrast"): N_("accessibility, readable, black and white"),
    ("theme", "citadels-colour-blind"): N_("colour blind, color blind, blindness, accessibility, deuteranopia"),
    ("signs", "ascii"): N_("plain letters, boxes, question marks, font"),
    ("signs", "unicode"): N_("symbols, font"),
    ("confirm", False): N_("warnings off, no questions"),
    ("confirm", True): N_("warnings on, mistakes"),
    ("motion", False): N_("animation off, still, reduce motion"),
    ("motion", True): N_("animation on"),
    ("mouse", False): N_("mouse off, keyboard only"),
    ("mouse", True): N_("mouse on"),
    ("click", "play"): N_("one click, single click, tap once"),
    ("click", "explain"): N_("two clicks, double click"),
    ("density", "comfortable"): N_("bigger, larger, high, spacious"),
    ("density", "compact"): N_("smaller, dense, low"),
    ("call", "never"): N_("mute, sound off, silent, quiet, no bell"),
    ("call", "bell"): N_("sound on, beep, alarm"),
    ("call", "notification"): N_("desktop, alert, message"),
}
"""Other words for them."""

KEYS_ALSO = {
    "table.hint": N_("hints, advice, tip, best move, suggestion"),
    "table.undo": N_("take back, revert, mistake"),
    "table.redo": N_("again, forward"),
    "table.chat": N_("chat, talk, message, write, phrase, emoji"),
    "table.people": N_("mute, pause, break, vote, end the game, kick, ban, remove, note, remind, nudge, players"),
    "table.notebook": N_("notes, notebook, deduction, suspect, memory"),
    "table.log": N_("history, events, what happened"),
    "table.inspect": N_("card text, read, rulings, explain, inspect"),
    "table.replay": N_("rewind, look back, earlier"),
    "table.skip": N_("wait, faster, fast forward"),
    "table.faster": N_("bots, speed, pace, hurry, quick"),
    "table.slower": N_("bots, speed, pace, calm"),
    "table.leave": N_("home, menu, exit, give up, resign, stop"),
    "lobby.invite": N_("friend, link, code, qr, online"),
    "lobby.copy": N_("invite, friend, link, share"),
    "lobby.mute": N_("silence, ignore, block"),
    "lobby.chat": N_("chat, talk, message, phrase"),
    "tables.chat": N_("chat, talk, message, phrase"),
    "result.copy": N_("share, export, save, text"),
    "result.tell": N_("share, story, summary"),
    "result.again": N_("rematch, play again, next game"),
    "replay.page": N_("export, html, share, save"),
    "replay.film": N_("export, video, gif, asciinema, share, save"),
    "replay.faster": N_("speed, quick"),
    "replay.slower": N_("speed, calm"),
    "games.statistics": N_("stats, figures, record, achievements"),
}
"""Other words for what keys do, by the id of the key."""
