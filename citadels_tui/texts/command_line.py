"""Words of the command line: its help and what is wrong with a command."""

from __future__ import annotations

from citadels_tui.texts import N_

USAGE = N_("Usage: {how}")
TITLE = N_("Citadels for the terminal: alone against bots, or with 2-8 people over the network.")
COMMANDS = N_("Commands")
ARGUMENTS = N_("Arguments")
PARAMETERS = N_("Parameters")
HELP = N_("Display this message and exit.")
VERSION = N_("Display application version.")
DEFAULT = N_("[default: {value}]")
REQUIRED = N_("[required]")
LANG = N_("Language: {languages}. By default that of the settings, or of the system.")

CHARACTERS = N_("CHARACTERS")
DISTRICTS = N_("DISTRICTS")
ACTION_CARDS = N_("ACTION CARDS")
PRESETS = N_("PRESETS")
TYPE, COST, POINTS, COPIES = N_("type"), N_("cost"), N_("points"), N_("copies")
PRESET_CHARACTERS = N_("characters")
PRESET_UNIQUES = N_("uniques")
"""Heads of the list of cards."""

NO_LANGUAGE = N_("there is no language {language!r}; choose from {languages}")
NOT_UNDERSTOOD = N_("not understood: {unused} (see citadels --help)")
NEAR = N_("not understood: {unused}; did you mean {near}?")
"""``unused`` is what was typed."""
NO_CHOICE = N_("{option} must be one of {choices}, not {value!r}")
NOT_WHOLE = N_("{option} must be a whole number (18 digits at most), not {value!r}")
TWICE = N_("{option} can be given only once")
NO_VALUE = N_("{option} needs a value")
MISSING = N_("{argument} is missing (see {command} --help)")
NO_SHELL = N_("say for which shell: citadels --install-completion bash, zsh or fish")
COMPLETES = N_("Every {shell} opened from now on completes commands and options, from {file}.")
COMPLETION_GONE = N_("The completion is gone from {file}.")
NO_COMPLETION = N_("No completion of citadels is installed.")
ZSH_NEEDS = N_("It needs a line in your .zshrc, which most people have already: {line}")
INTRUDER = N_(
    "{path} is in the way: it has the same name as {package}, a part of Citadels, which is in {ours}. Take its "
    "folder off PYTHONPATH."
)
NO_MODULE = N_("this Python ({python}) cannot load what the game needs: {reason}")
NOT_WRITTEN = N_("the output could not be written: {reason}")
SYSTEM_REFUSED = N_("the system has refused something that the game needs: {reason}")
CRASHED = N_("something went wrong in Citadels itself; {report}; {go_on}")
UNHARMED = N_("games that can be resumed are as they were")
"""The sentence about a fault of ours outside a game."""
DECIDED = N_("Decided where rulebooks contradict each other or say nothing:")
PLAYED = N_("Cases to be played out now, one to a file:")

CHECKING = N_("Checking rulings")
HELD = N_("{passed} passed, {failed} failed")
NOT_HELD = N_("FAILED {name}: {problem}")
UNREAD = N_("cannot be read: {reason}")
NO_TEXT = N_("cannot be read: it is not text in UTF-8")
BROKEN_DOWN = N_("the rules engine broke down: {fault}")
"""Results of cases of the rules."""
