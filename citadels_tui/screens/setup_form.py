"""Settings of a game: edition, seats, cards, bots, speed."""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom
from typing import get_args

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.screens.uniques import UniquesScreen
from citadels_tui.session.local_players import MOST, local_names
from citadels_tui.settings.settings import Thinking
from citadels_tui.table_list.offered_options import BOT_PAUSE, OfferedOption
from citadels_tui.table_list.setup_choices import (
    OWN,
    SAME,
    SURPRISE,
    Wish,
    choosable_uniques,
    may_choose_nine,
    offered,
    preset_of,
    ranks,
    setup_of,
)
from citadels_tui.texts import _, decimal, home, names, say, settings, setup, translated, why
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint, Sheet
from citadels_tui.wording.voice import Voice, listed
from engine.bots import usable
from engine.editions import EDITIONS, Edition
from engine.errors import RulesError
from engine.rules import Rules
from net.base.text import TextError
from net.host.seats.lobby import BOT_NAMES
from net.protocol.setup import Setup

OPTIONS = {name: value for edition in EDITIONS.values() for name, value in edition.options.items()}
"""Every switch of any edition."""
RANKS = max(map(ranks, EDITIONS.values()))
EACH = "each"
"""The choice of a level for each bot by itself."""
SEATS = range(min(e.seats[0] for e in EDITIONS.values()), max(e.seats[1] for e in EDITIONS.values()) + 1)


class SetupForm(FormScreen):
    """A form whose settings make a `Setup`."""

    CSS_PATH = "form.tcss"
    AUTO_FOCUS = ""
    """Nothing is focused before `on_mount` does it, so that the title stays in sight."""
    TITLE_TEXT = ""
    ON_THIS_MACHINE = True
    """Whether the table will be here: how long bots may search is for the owner of the machine to say."""

    BINDINGS = [Binding("s", "go", "Start", id="setup.start", tooltip="Go on with these settings")]

    def __init__(self) -> None:
        super().__init__()
        self.picked: tuple[str, ...] | None = None
        """The unique districts chosen one by one, once any were; those of the preset until then."""
        self._edition = ""

    def parts(self) -> ComposeResult:
        """Title, settings, what to do with them."""
        with Sheet(classes="sheet"):
            yield Static(Content(_(self.TITLE_TEXT)), classes="title")
            with Vertical(classes="menu"):
                yield from self.settings()
            with Vertical(classes="menu"):
                yield from self.actions()
            yield Static(id="playing")
        yield FormHint()
        yield KeyBar()

    def settings(self) -> Iterator[Widget]:
        """The settings every game has."""
        symbols = self.symbols
        yield Choice(_(home.PLAYERS), [(n, str(n)) for n in SEATS], 4, symbols, id="players")
        yield Choice(_(home.HERE), [(n, _people(n)) for n in range(1, MOST + 1)], 1, symbols, id="here")
        for number in range(2, MOST + 1):
            yield Horizontal(
                Static(Content(_(home.HERE_NAME).format(number=number)), classes="label"),
                LineInput(id=f"person{number}", max_length=24, compact=True),
                classes="field",
                id=f"here{number}",
            )
        yield Choice(_(setup.EDITION), [(e.id, _edition_name(e)) for e in EDITIONS.values()], "", symbols, id="edition")
        yield Choice(_(setup.CAST), [("", "")], "", symbols, id="cast")
        for rank in range(1, RANKS + 1):
            yield Choice(_(home.RANK).format(rank=rank), [("", "")], "", symbols, id=f"rank{rank}")
        yield self._switch(setup.NINE, "nine")
        yield Choice(_(setup.UNIQUES), [(SAME, "")], SAME, symbols, id="uniques")
        yield MenuItem("", _(setup.PICK), " ", symbols, id="pick")
        yield self._switch(setup.ACTION_CARDS, "actions")
        for name in OPTIONS:
            yield self._switch(setup.OPTIONS[name][0], f"option_{name}", setup.OPTIONS[name][1:])
        levels = [(level, _(name)) for level, name in home.LEVELS.items()]
        levels.append((EACH, _(home.EACH)))
        levels += [(level, level) for level in usable() if level not in home.LEVELS]
        yield Choice(_(home.BOTS), levels, "steward", symbols, id="level")
        single = [(level, name) for level, name in levels if level not in ("mixed", EACH)]
        for number in range(1, MOST):
            yield Choice("", single, home.MIXED[number % len(home.MIXED) - 1], symbols, id=f"bot{number}")
        yield Choice(
            _(settings.THINKING), thinking_times(), self.citadels_app.settings.thinking, self.symbols, id="thinking"
        )
        yield self.option(BOT_PAUSE, float(self.citadels_app.settings.pause))

    def _switch(self, label: str, id: str, words: tuple[str, str] = (setup.YES, setup.NO)) -> Choice[bool]:
        """A setting that is on or off."""
        return Choice(_(label), [(False, _(words[1])), (True, _(words[0]))], False, self.symbols, id=id)

    def option(self, option: OfferedOption, value: object) -> Widget:
        """The row of one option of a table."""
        label = _(option.words[0])
        if option.values:
            values = [(each, option.said(each)) for each in option.values]
            return Choice(label, values, value, self.symbols, id=option.name)
        return Horizontal(
            Static(Content(label), classes="label"),
            LineInput(str(value), id=option.name, max_length=40, compact=True),
            classes="field",
        )

    def actions(self) -> Iterator[Widget]:
        """The actions on the settings."""
        yield from ()

    @property
    def players(self) -> int:
        """The chosen number of players."""
        players = self.chosen("players")
        assert isinstance(players, int)
        return players

    @property
    def edition(self) -> Edition:
        """The chosen edition."""
        return EDITIONS[str(self.chosen("edition"))]

    def on_mount(self) -> None:
        """Begin at the top, with the title in sight."""
        self.adapt()
        self.query(Choice).first().focus(scroll_visible=False)

    async def reword(self) -> None:
        """Say everything anew; one setting decides what can be set in the next."""
        chosen, picked = {choice.id: choice.value for choice in self.query(Choice)}, self.picked
        self._edition = ""
        await super().reword()
        for id in ("edition", *chosen):
            self.query_one(f"#{id}", Choice).choose(chosen[id])
            self.adapt()
        self.picked = picked
        self.adapt()

    @property
    def uniques(self) -> tuple[str, ...]:
        """The unique districts as far as they are chosen one by one."""
        return preset_of(self.edition, str(self.chosen("cast"))).uniques if self.picked is None else self.picked

    def action_go(self) -> None:
        """Go on with the settings."""
        self.submit()

    def submit(self) -> None:
        """Use the settings."""

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Show what the edition and the number of players leave to choose."""
        edition = self.edition
        if edition.id != self._edition:
            self._begin_edition(edition)
        players, cast = self.players, str(self.chosen("cast"))
        here = self.people_here
        for number in range(2, MOST + 1):
            self.query_one(f"#here{number}").display = number <= here
        for rank in range(1, RANKS + 1):
            ids = offered(edition, rank, players) if rank <= ranks(edition) else [""]
            options = [(id, names.character(id, edition.id).name if id else _(home.NO_RANK)) for id in ids]
            self._offer(f"rank{rank}", options, cast == OWN and len(ids) > 1)
        self.query_one("#nine").display = cast != OWN and may_choose_nine(edition, players)
        preset = _(preset_of(edition, cast).name)
        uniques = [
            (SAME, _(setup.UNIQUES_OF).format(preset=preset)),
            (SURPRISE, _(setup.UNIQUES_RANDOM)),
            (OWN, _(setup.UNIQUES_OWN)),
        ]
        self._offer("uniques", uniques, choosable_uniques(edition))
        self._show_picked()
        self.query_one("#actions").display = bool(edition.actions)
        self._show_bots()
        self.query_one("#playing", Static).update(Content("\n").join(self._cards()))

    def _cards(self) -> Iterator[Content]:
        """The cards of these settings as far as they say it, or why they do not fit."""
        wish = self.wish()
        try:
            rules = setup_of(wish, SystemRandom()).rules()
        except RulesError as error:
            yield Content(why(error))
            return
        characters = listed(Content(names.character(id, rules.edition).name) for id in rules.characters)
        uniques = listed(Content(names.district(id, rules.edition).name) for id in rules.uniques)
        yield say(setup.CHARACTERS, cards=_(setup.AT_RANDOM) if wish.cast == SURPRISE else characters)
        yield say(setup.DISTRICTS, cards=_(setup.AT_RANDOM) if wish.uniques == SURPRISE else uniques)

    def _begin_edition(self, edition: Edition) -> None:
        """Another edition: its seats, presets and switches, with their defaults."""
        self._edition = edition.id
        self.picked = None
        low, high = edition.seats
        wanted = min(max(self.players, low), high)
        seats = self.query_one("#players", Choice)
        seats.offer([(n, str(n)) for n in range(low, high + 1)])
        seats.index = wanted - low
        casts = [(preset.id, _(preset.name)) for preset in edition.presets]
        if any(len(ids) > 1 for ids in edition.characters):
            casts += [(SURPRISE, _(home.RANDOM_CAST)), (OWN, _(home.OWN_CAST))]
        self._offer("cast", casts, len(casts) > 1)
        for name in OPTIONS:
            row = self.query_one(f"#option_{name}", Choice)
            row.display = name in edition.options
            row.index = int(bool(edition.options.get(name)))

    def _offer(self, id: str, options: list[tuple[str, str]], shown: bool) -> None:
        row = self.query_one(f"#{id}", Choice)
        row.offer(options)
        row.display = shown

    def _show_picked(self) -> None:
        """How many districts are chosen, when they are chosen one by one."""
        row = self.query_one("#pick", MenuItem)
        row.display = self.chosen("uniques") == OWN and choosable_uniques(self.edition)
        row.about = _(setup.PICKED).format(amount=len(self.uniques), most=self.edition.unique_count[1])
        row.refresh()

    @on(MenuItem.Pressed, "#pick")
    def pick(self) -> None:
        """Choose the unique districts."""
        voice = Voice(self.symbols, Rules.make(self.players, self.edition.id), (), None)
        self.app.push_screen(UniquesScreen(voice, self.uniques), self._pick)

    def _pick(self, picked: tuple[str, ...] | None) -> None:
        self.picked = picked or ()
        self.adapt()

    def chosen(self, id: str) -> object:
        """The value of a setting."""
        return self.query_one(f"#{id}", Choice).value

    def wish(self) -> Wish:
        """Everything that is set."""
        return Wish(
            players=self.players,
            edition=self.edition.id,
            cast=str(self.chosen("cast")),
            ranks=tuple(str(self.chosen(f"rank{rank}")) for rank in range(1, ranks(self.edition) + 1)),
            nine=bool(self.chosen("nine")),
            uniques=str(self.chosen("uniques")),
            picked=self.uniques,
            action_cards=bool(self.chosen("actions")),
            options={name: bool(self.chosen(f"option_{name}")) for name in self.edition.options},
        )

    def _show_bots(self) -> None:
        """A line for each bot, when each is chosen, by the name it will have; and for what a mastermind may need."""
        seats, each = self.bot_seats, self.chosen("level") == EACH
        for number in range(1, MOST):
            row = self.query_one(f"#bot{number}", Choice)
            row.display = each and number <= seats
            row.label = BOT_NAMES[(self.players - seats + number - 1) % len(BOT_NAMES)]
            row.refresh()
        self.query_one("#thinking").display = self.ON_THIS_MACHINE and "mastermind" in self.bots(seats)

    @property
    def people_here(self) -> int:
        """How many people are at this keyboard."""
        here = self.chosen("here")
        assert isinstance(here, int)
        return here

    @property
    def bot_seats(self) -> int:
        """How many bots there will be."""
        return max(self.players - self.people_here, 0)

    def bots(self, seats: int) -> tuple[str, ...]:
        """The levels of so many bots."""
        level = self.chosen("level")
        if level == EACH:
            return tuple(str(self.chosen(f"bot{number}")) for number in range(1, seats + 1))
        if level == "mixed":
            return tuple(home.MIXED[i % len(home.MIXED)] for i in range(seats))
        return (str(level),) * seats

    @property
    def thinking(self) -> float:
        """Seconds a mastermind may think."""
        return float(str(self.chosen("thinking")))

    @property
    def bot_pause(self) -> float:
        """Seconds the bots wait."""
        pause = self.chosen("bot_pause")
        assert isinstance(pause, float)
        return pause

    def others(self, players: int) -> tuple[str, ...] | None:
        """The others at this keyboard, of so many players, or None after saying what is wrong with their names."""
        here = self.people_here
        if here > players:
            self.complain(_(home.TOO_MANY_HERE))
            return None
        typed = [self.query_one(f"#person{number}", LineInput).value for number in range(2, here + 1)]
        try:
            return local_names(self.citadels_app.player, typed)
        except TextError as error:
            self.complain(str(error))
            return None

    def checked(self) -> Setup | None:
        """The setup, or None after saying what is wrong with it."""
        try:
            return setup_of(self.wish(), SystemRandom())
        except RulesError as error:
            self.complain(why(error))
            return None


def thinking_times() -> list[tuple[str, str]]:
    """The times that a mastermind may think, with what they are called."""
    return [(time, _(settings.AT_MOST).format(seconds=decimal(float(time)))) for time in get_args(Thinking)]


def _edition_name(edition: Edition) -> str:
    least, most = edition.seats
    return _(setup.EDITION_FOR).format(edition=_(edition.name), least=least, most=most)


def _people(number: int) -> str:
    """How many people are at this keyboard."""
    if number == 1:
        return _(home.HERE_ALONE)
    return translated(home.HERE_PEOPLE, number).format(amount=number)
