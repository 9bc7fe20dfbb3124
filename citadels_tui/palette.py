"""What the command palette finds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import SystemCommand
from textual.screen import Screen

from citadels_tui.inspecting import things
from citadels_tui.screens.table import TableScreen
from citadels_tui.texts import _, palette

if TYPE_CHECKING:
    from citadels_tui.app import CitadelsApp


def commands(app: CitadelsApp, screen: Screen[object]) -> Iterable[SystemCommand]:
    """Every key of the screen by what it does, then every card, character and player to look at."""
    seen: set[str] = set()
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.show or binding.action in seen or binding.action == "command_palette":
            continue
        seen.add(binding.action)
        yield SystemCommand(binding.description, binding.tooltip, lambda b=binding: app.run_action(b.action, screen))
    yield SystemCommand(_(palette.CARDS), _(palette.CARDS_HELP), app.action_cards)
    yield SystemCommand(_(palette.THEME), _(palette.THEME_HELP), app.action_change_theme)
    yield SystemCommand(_(palette.QUIT), _(palette.QUIT_HELP), app.action_quit)
    if isinstance(screen, TableScreen):
        found: set[str] = set()
        for thing in things(screen.view, screen.voice):
            if thing.id and thing.id not in found:
                found.add(thing.id)
                title = _(palette.INSPECT).format(name=thing.label.plain)
                yield SystemCommand(title, _(palette.INSPECT_HELP), lambda id=thing.id: screen.look(id))
