"""The keys: what each of them does, and keys of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Static

from citadels_tui.pages.inspecting import Thing
from citadels_tui.screens.base import COMPACT_WIDTH, BaseScreen, Dialog
from citadels_tui.texts import _, key_label, keys, say
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.thing_list import ThingList
from citadels_tui.wording.voice import EMPTY

KEY_CELLS = 16
NOT_KEYS = frozenset({"escape", "ctrl+c", "ctrl+q"})
"""Keys that leave any screen, and so cannot be changed."""

Clash = Callable[[str, str, Mapping[str, str]], str | None]
"""Id of what a key is to do, the key, and the keys of one's own -> the id of what has it there; None: it is no key;
empty: it is free."""


class KeysScreen(BaseScreen):
    """Everything a key can do, by the place where it works."""

    CSS_PATH = "games.tcss"

    BINDINGS = [
        Binding("enter,space", "change", "Change", id="keys.change", tooltip="Give it another key"),
        Binding("backspace,delete", "reset", "Default", id="keys.reset", tooltip="Give it the key it had at first"),
        Binding("escape,q", "dismiss", "Back", id="keys.back", tooltip="Back to where you came from"),
    ]

    things = getters.query_one(ThingList)

    def __init__(self, bindings: Mapping[str, Binding], clash: Clash) -> None:
        """Show the keys.

        Args:
            bindings: All that a key can do, by its id.
            clash: Says what a key is for already.
        """
        super().__init__()
        self.bindings = bindings
        self.clash = clash

    def parts(self) -> ComposeResult:
        """The list, and how it is used."""
        with Vertical(id="page"):
            yield Static(Content(_(keys.HINT)), classes="hint")
            yield ThingList(self.symbols, [])
            yield Static(id="what")
        yield KeyBar()

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one("#page").border_title = Content(_(keys.TITLE))
        self.things.focus()

    def _things(self) -> Iterator[Thing]:
        groups: dict[str, list[str]] = {title: [] for title in (keys.EVERYWHERE, *keys.GROUPS.values())}
        for id in self.bindings:
            group, dot, _rest = id.partition(".")
            groups[keys.GROUPS[group] if dot else keys.EVERYWHERE].append(id)
        for title, ids in groups.items():
            yield Thing("heading", "", Content(_(title)))
            yield from (Thing("key", id, self._row(id)) for id in ids)

    def _row(self, id: str) -> Content:
        own = self.citadels_app.settings.keys.get(id)
        shown = self.shown(own or self.bindings[id].key)
        narrow = self.size.width < COMPACT_WIDTH
        words = key_label(self.bindings[id].description) if narrow else self._what(id)
        said = Content.assemble((f"{shown:<{KEY_CELLS}}", "bold $accent"), words)
        return Content.assemble(said, "  ", (_(keys.OWN), "$muted")) if own else said

    def _what(self, id: str) -> str:
        return _(self.bindings[id].tooltip)

    def shown(self, chosen: str) -> str:
        """Keys as people read them."""
        each = (Binding(key.strip(), "", "") for key in chosen.split(","))
        return ", ".join(self.app.get_key_display(binding) for binding in each)

    def of_use(self, action: str) -> bool:
        """Only a key of one's own can be given up."""
        marked = self.things.things[self.things.cursor].id if self.things.things else ""
        return action != "reset" or marked in self.citadels_app.settings.keys

    @on(ThingList.Resized)
    def list_keys(self) -> None:
        """List the keys, as there is room for what they do."""
        self.things.offer(list(self._things()))

    @on(ThingList.Marked)
    def follow(self, event: ThingList.Marked) -> None:
        """Another key is marked; a narrow window says below the list what it does."""
        self.query_one("#what", Static).update(Content(self._what(event.thing.id)) if event.thing.id else EMPTY)
        self.show_keys()

    @on(ThingList.Chosen)
    def action_change(self) -> None:
        """Ask for the new key of what is marked."""
        id = self.things.things[self.things.cursor].id
        self.app.push_screen(KeyPressScreen(self._what(id)), lambda key: self._give(id, key))

    def _give(self, id: str, key: str | None) -> None:
        """Give something another key, unless that is for something else there."""
        if key is None:
            return
        own = {each: chosen for each, chosen in self.citadels_app.settings.keys.items() if each != id}
        other = self.clash(id, key, own)
        shown, what = self.shown(key), self._what(id)
        if other is None or key in NOT_KEYS:
            self.notify(say(keys.UNUSABLE, key=shown).plain, severity="warning", timeout=6)
        elif other:
            named = self._what(other) if other in self.bindings else _(keys.ROWS)
            self.notify(say(keys.TAKEN, key=shown, other=named).plain, severity="warning", timeout=6)
        else:
            self._keep(own if key == self.bindings[id].key else own | {id: key})
            self.notify(say(keys.SET, key=shown, what=what).plain, timeout=3)

    def action_reset(self) -> None:
        """Give what is marked the key that it had at first, unless something else has got that meanwhile."""
        id = self.things.things[self.things.cursor].id
        if id in self.citadels_app.settings.keys:
            own = {each: chosen for each, chosen in self.citadels_app.settings.keys.items() if each != id}
            for key in self.bindings[id].key.split(","):
                other = self.clash(id, key, own)
                if other in own:
                    self._give(id, key)
                    return
            self._keep(own)

    def _keep(self, own: dict[str, str]) -> None:
        self.citadels_app.remember(keys=own)
        self.list_keys()
        self.refresh_bindings()


class KeyPressScreen(Dialog[str]):
    """Waits for one key; here it does nothing else."""

    CSS_PATH = "modal.tcss"
    takes_every_key = True

    BINDINGS = [Binding("escape", "dismiss", "Cancel", id="keypress.cancel", tooltip="Leave the key as it is")]

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def compose(self) -> ComposeResult:
        """The prompt for a key, and its answer."""
        box = Vertical(
            Static(say(keys.PRESS, what=self.what), classes="question"),
            Static(Content(_(keys.CANCEL)), classes="hint"),
            classes="box",
        )
        box.border_title = Content(_(keys.TITLE))
        yield box

    def on_key(self, event: Key) -> None:
        """Take the key."""
        if event.key != "escape":
            event.stop()
            self.dismiss(event.key)

    async def action_dismiss(self, result: str | None = None) -> None:
        """Take none."""
        self.dismiss(None)
