"""Help pages of the commands in the language that is spoken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from citadels_tui.texts import _, command_line
from citadels_tui.texts.catalogue import languages

if TYPE_CHECKING:
    # Whoever asks for no help does not wait for what draws it.
    from cyclopts.help import HelpEntry, HelpPanel
    from rich.console import Console, ConsoleOptions


class HelpPage:
    """Draws the help of a command, each of its texts translated."""

    def __init__(self, translate: Callable[[str], str] = _) -> None:
        self._translate = translate

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Draw one of its parts."""
        from cyclopts.help.formatters import DefaultFormatter

        DefaultFormatter()(console, options, panel.copy(title=self._said(panel.title), entries=self._entries(panel)))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Draw what is typed."""
        if usage:
            how = str(usage).strip().removeprefix("Usage: ")
            console.print(_(command_line.USAGE).format(how=how), markup=False, highlight=False)
            console.print()

    def render_description(self, console: Console, options: ConsoleOptions, description: Any) -> None:
        """Draw what the command does."""
        if description:
            console.print(self._said(description), markup=False, highlight=False)
            console.print()

    def _entries(self, panel: HelpPanel) -> list[HelpEntry]:
        """The lines of a part, with the option that is understood before all others."""
        from cyclopts.help import HelpEntry

        entries = [self._entry(entry) for entry in panel.entries]
        if panel.title == "Parameters":
            about = _(command_line.LANG).format(languages=", ".join(languages()))
            entries.append(HelpEntry(positive_names=("--lang",), metavar="STR", description=about))
        return entries

    def _entry(self, entry: HelpEntry) -> HelpEntry:
        """A line about an option or a command; what goes without saying is said in the same language."""
        words = [self._said(entry.description)] if entry.description else []
        if entry.default is not None:
            words.append(_(command_line.DEFAULT).format(value=entry.default))
        if entry.required:
            words.append(_(command_line.REQUIRED))
        return entry.copy(description=" ".join(words), default=None, required=False)

    def _said(self, text: Any) -> str:
        return self._translate(" ".join(_plain(text).split()))


def _plain(text: Any) -> str:
    """A text of Cyclopts, which may be something that Rich draws."""
    inner = getattr(text, "primary_renderable", text)
    return inner.plain if hasattr(inner, "plain") else str(inner)
