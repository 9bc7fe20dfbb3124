"""The command palette, and everything that can be found by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args

from textual.app import App
from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Matcher, Provider
from textual.content import Content
from textual.filter import LineFilter
from textual.screen import Screen

from citadels_tui.pages.finding import Entry, fits
from citadels_tui.pages.inspecting import things
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.app_protocol import AppProtocol, citadels_app
from citadels_tui.session.session import Session
from citadels_tui.settings.settings import Pause
from citadels_tui.terminal.base_classes import TerminalPalette, TerminalScreen
from citadels_tui.textart.bidi import Dots
from citadels_tui.texts import _, commands, decimal, palette, settings
from citadels_tui.texts.catalogue import languages

AT_HOME = {
    "new": "open('new')",
    "dark_city": "new_game('dark_city', 1)",
    "own_cast": "new_game('deluxe', 1, 'own')",
    "hot_seat": "new_game('', 2)",
    "learn": "learn",
    "daily": "daily",
    "ladder": "ladder",
    "resume": "open('resume')",
    "host": "open('host')",
    "join": "open('join')",
    "games": "games",
}
"""Command -> the action of the home screen that it is."""
SPEED = {"faster": -1, "slower": 1}
"""Command -> its step among the pauses of bots."""
PAUSES: tuple[str, ...] = get_args(Pause)
FROM_NEXT = ("signs", "mouse")
"""Settings that hold from the next start on."""


class Palette(TerminalPalette, TerminalScreen[Any]):
    """The command palette, over another screen."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The rows of the screen behind it go through these filters."""
        return [*super().get_line_filters(), Dots()]

    def nothing_found(self) -> str:
        """The sentence that nothing was found, in the player's language."""
        return _(palette.NOTHING_FOUND)


class Finder(Provider):
    """Finds all entries of the screen below."""

    async def discover(self) -> Hits:
        """All entries."""
        for entry in self._entries():
            # A text would be read as markup.
            yield DiscoveryHit(Content(entry.title), entry.run, text=entry.title, help=entry.about)

    async def search(self, query: str) -> Hits:
        """The entries that fit a query."""
        matcher = self.matcher(query)
        for entry in self._entries():
            score = fits(entry, query)
            if score > 0:
                yield Hit(score, _lit(matcher, entry.title), entry.run, text=entry.title, help=entry.about)

    def _entries(self) -> list[Entry]:
        return entries(self.app, self.screen)


def entries(app: App[Any], screen: Screen[Any]) -> list[Entry]:
    """Everything that can be found by name: keys of a screen, commands, values of settings, then what can be looked at.

    Args:
        app: The app.
        screen: The screen that is being used.
    """
    # Of several keys for one thing the first is shown.
    keys = {active.binding.id or "": active.binding for active in reversed(screen.active_bindings.values())}
    return [*_keys(app, screen), *_commands(app, screen, keys), *_values(citadels_app(app)), *_things(screen)]


def _keys(app: App[Any], screen: Screen[Any]) -> Iterator[Entry]:
    """The keys of the screen, but for those that are commands everywhere, and those that only move."""
    seen: set[str] = set()
    for active in screen.active_bindings.values():
        binding, id = active.binding, active.binding.id or ""
        if binding.action in seen or binding.action == "command_palette" or _command(id) in commands.COMMANDS:
            continue
        if binding.show or id in commands.KEYS_ALSO:
            seen.add(binding.action)
            run = partial(app.run_action, binding.action, screen)
            also = _words(commands.KEYS_ALSO.get(id, ""))
            yield Entry(binding.description, binding.tooltip, run, also, app.get_key_display(binding))


def _command(id: str) -> str:
    """The command that a key of some screen is, by the id of the key."""
    screen, _point, action = id.rpartition(".")
    return action if screen in ("", "home") or (screen == "table" and action in SPEED) else ""


def _commands(app: App[Any], screen: Screen[Any], keys: Mapping[str, Binding]) -> Iterator[Entry]:
    """The commands that can be given here."""
    runs, ours = _runs(app, screen, keys), citadels_app(app)
    shown = {_command(id): app.get_key_display(binding) for id, binding in keys.items()}
    for id, (title, does, also) in commands.COMMANDS.items():
        if id in runs:
            about = _(does)
            if id in SPEED:
                about = about.format(seconds=decimal(float(_pause(ours, SPEED[id]))))
            elif id in AT_HOME and ours.table.in_play:
                about = _(commands.LEAVES).format(does=about)
            yield Entry(_(title), about, runs[id], _words(also), shown.get(id, ""))


def _runs(app: App[Any], screen: Screen[Any], keys: Mapping[str, Binding]) -> Mapping[str, Callable[[], Any]]:
    """The commands that can be given at a screen."""
    ours = citadels_app(app)
    runs: dict[str, Callable[[], Any]] = {
        "cards": ours.action_cards,
        "settings": ours.action_settings,
        "theme": app.action_change_theme,
        "keys": ours.action_keys,
        "help": ours.action_help,
        "bigger": partial(ours.notify, _(commands.COMMANDS["bigger"].does), timeout=12),
        "quit": app.action_quit,
    }
    if ours.keeps_files:
        runs |= {id: partial(ours.from_home, action) for id, action in AT_HOME.items()}
        runs["statistics"] = ours.show_statistics
    session = ours.table.session
    if session is not None and session.others:
        runs["mute"] = partial(_mute, app, session)
    for id, step in SPEED.items():
        binding = keys.get(f"table.{id}")
        if binding is not None:
            runs[id] = partial(app.run_action, binding.action, screen)
        elif _pause(ours, step) != ours.settings.pause:
            runs[id] = partial(ours.remember, pause=_pause(ours, step))
    return runs


def _mute(app: App[Any], session: Session) -> None:
    from citadels_tui.screens.mute import MuteScreen

    app.push_screen(MuteScreen(session.talk, [info.name for info in session.others]))


def _pause(app: AppProtocol, step: int) -> str:
    """The pause of bots that is so many steps from the one of now."""
    place = PAUSES.index(app.settings.pause) + step
    return PAUSES[min(max(place, 0), len(PAUSES) - 1)]


def _values(app: AppProtocol) -> Iterator[Entry]:
    """Each value that a setting can have."""
    spoken = languages()
    for name, label in commands.LABELS.items():
        for value, text in commands.VALUES.get(name, spoken).items():
            title = _(commands.VALUE).format(setting=_(label), value=_(text))
            now = getattr(app.settings, name) == value
            about = commands.AS_NOW if now else settings.FROM_NEXT if name in FROM_NEXT else commands.AT_ONCE
            run = partial(app.remember, **{name: value})
            yield Entry(title, _(about), run, _words(commands.VALUES_ALSO.get((name, value), "")))


def _things(screen: Screen[Any]) -> Iterator[Entry]:
    """Every card, character and player that can be looked at."""
    if isinstance(screen, TableScreen):
        found = {thing.id: thing for thing in reversed(list(things(screen.view, screen.voice))) if thing.id}
        for thing in found.values():
            title = _(palette.INSPECT).format(name=thing.label.plain)
            yield Entry(title, _(palette.INSPECT_HELP), partial(screen.look, thing.id), thing=True)


def _words(also: str) -> tuple[str, ...]:
    """Other words for something, in the language that is spoken and in English."""
    return tuple(word.strip() for said in (_(also), also) for word in said.split(",") if word.strip())


def _lit(matcher: Matcher, title: str) -> Content:
    """A title with the letters that were typed lit up."""
    _score, offsets = matcher.fuzzy_search.match(matcher.query, title)
    lit = Content(title)
    for offset in offsets:
        lit = lit.stylize(matcher.match_style, offset, offset + 1)
    return lit
