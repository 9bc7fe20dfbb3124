"""Settings of a game: a few rows that everybody looks at, and the others behind one that says *More*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import SystemRandom

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from citadels_tui.screens.base import FormScreen
from citadels_tui.screens.uniques import UniquesScreen
from citadels_tui.session.local_players import MOST, local_names
from citadels_tui.session.start import PlayGame
from citadels_tui.table_list.offered_options import OfferedOption
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
from citadels_tui.texts import _, home, names, say, setup, translated, why
from citadels_tui.widgets.choice import Choice
from citadels_tui.widgets.key_bar import KeyBar
from citadels_tui.widgets.line_input import LineInput
from citadels_tui.widgets.menu_item import MenuItem
from citadels_tui.widgets.sheet import FormHint, Sheet
from citadels_tui.wording.voice import Voice, listed
from engine.bots import usable
from engine.bots.registry import BUILT_IN
from engine.editions import EDITIONS, Edition
from engine.errors import RulesError
from engine.rules import Rules
from net.base.text import TextError
from net.host.opening import Opening
from net.host.seats.lobby import BOT_NAMES
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

OPTIONS = {name: value for edition in EDITIONS.values() for name, value in edition.options.items()}
"""Every switch of any edition."""
RANKS = max(map(ranks, EDITIONS.values()))
ABOUT = {"wall_covers_itself": "great_wall"}
"""Switch of an edition -> the unique district without which it means nothing."""
EACH = "each"
"""The choice of a level for each bot by itself."""
SEATS = range(min(e.seats[0] for e in EDITIONS.values()), max(e.seats[1] for e in EDITIONS.values()) + 1)


class SetupForm(FormScreen):
    """A form whose settings make a `Setup`. What begins the game stands below it, on the screen at every size."""

    CSS_PATH = "form.tcss"
    START_TEXT = home.START
    AUTO_FOCUS = ""
    """Nothing is focused before `on_mount` does it, so that the title stays in sight."""
    TITLE_TEXT = ""

    BINDINGS = [
        Binding("s", "go", "Start", id="setup.start", tooltip="Go on with these settings"),
        Binding("m", "more", "More", id="setup.more", tooltip="Show the settings that are seldom changed"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.picked: tuple[str, ...] | None = None
        """The unique districts chosen one by one, once any were; those of the preset until then."""
        self.more = False
        """Whether the settings that are seldom changed are shown."""
        self._edition = ""

    def parts(self) -> ComposeResult:
        """Title, settings, what to do with them."""
        with Sheet(classes="sheet"):
            yield Static(Content(_(self.TITLE_TEXT)), classes="title")
            with Vertical(classes="menu"):
                yield from self.settings()
                yield MenuItem("m", _(home.MORE), "", self.symbols, id="more")
            with Vertical(classes="menu", id="rest"):
                yield from self.rest()
            yield Static(id="playing")
        with Vertical(classes="menu", id="begin"):
            yield MenuItem("s", _(self.START_TEXT), "", self.symbols, id="start")
        yield FormHint()
        yield KeyBar()

    def settings(self) -> Iterator[Widget]:
        """The settings that everybody looks at."""
        yield from ()

    def rest(self) -> Iterator[Widget]:
        """The settings that are seldom changed."""
        symbols = self.symbols
        yield self._switch(setup.NINE, "nine")
        yield Choice(_(setup.UNIQUES), [(SAME, "")], SAME, symbols, id="uniques")
        yield MenuItem("", _(setup.PICK), " ", symbols, id="pick")
        yield self._switch(setup.ACTION_CARDS, "actions")
        for name in OPTIONS:
            yield self._switch(setup.OPTIONS[name][0], f"option_{name}", setup.OPTIONS[name][1:])

    def game_rows(self) -> Iterator[Widget]:
        """How many play, and with which cards."""
        symbols = self.symbols
        yield Choice(_(home.PLAYERS), [(n, str(n)) for n in SEATS], 4, symbols, id="players")
        yield Choice(_(setup.CARDS), _casts(), _casts()[0][0], symbols, id="cards")
        for rank in range(1, RANKS + 1):
            yield Choice(_(home.RANK).format(rank=rank), [("", "")], "", symbols, id=f"rank{rank}")

    def here_rows(self) -> Iterator[Widget]:
        """How many people are at this keyboard, and the names of the others."""
        yield Choice(_(home.HERE), [(n, _people(n)) for n in range(1, MOST + 1)], 1, self.symbols, id="here")
        for number in range(2, MOST + 1):
            yield self.field(_(home.HERE_NAME).format(number=number), LineInput(id=f"person{number}", max_length=24))

    def level_rows(self, label: str) -> Iterator[Widget]:
        """How the bots play."""
        levels = [(level, _(name)) for level, name in home.LEVELS.items()]
        levels.append((EACH, _(home.EACH)))
        levels += [(level, level) for level in usable() if level not in BUILT_IN]
        yield Choice(_(label), levels, "steward", self.symbols, id="level")
        single = [(level, name) for level, name in levels if level != EACH]
        for number in range(1, MOST):
            first = home.EACH_AT_FIRST[number % len(home.EACH_AT_FIRST) - 1]
            yield Choice("", single, first, self.symbols, id=f"bot{number}")

    def _switch(self, label: str, id: str, words: tuple[str, str] = (setup.YES, setup.NO)) -> Choice[bool]:
        """A setting that is on or off."""
        return Choice(_(label), [(False, _(words[1])), (True, _(words[0]))], False, self.symbols, id=id)

    def option(self, option: OfferedOption, value: object) -> Widget:
        """The row of one option of a table."""
        label = _(option.words[0])
        if option.values:
            values = [(each, option.said(each)) for each in option.values]
            return Choice(label, values, value, self.symbols, id=option.name)
        return self.field(label, LineInput(str(value), id=option.name, max_length=40))

    def field(self, label: str, line: LineInput) -> Widget:
        """A row in which something is typed; its id is that of the line, with ``field-`` before it."""
        line.compact = True
        return Horizontal(Static(Content(label), classes="label"), line, classes="field", id=f"field-{line.id}")

    @property
    def players(self) -> int:
        """The chosen number of players."""
        players = self.chosen("players")
        assert isinstance(players, int)
        return players

    @property
    def edition(self) -> Edition:
        """The chosen edition."""
        return EDITIONS[self._cards[0]]

    @property
    def cast(self) -> str:
        """The chosen preset's id, `OWN` or `SURPRISE`."""
        return self._cards[1]

    @property
    def _cards(self) -> tuple[str, str]:
        cards = self.chosen("cards")
        assert isinstance(cards, tuple)
        return cards

    def on_mount(self) -> None:
        """Begin at the top, with the title in sight."""
        self.adapt()
        self.query(Choice).first().focus(scroll_visible=False)

    async def reword(self) -> None:
        """Say everything anew; one setting decides what can be set in the next."""
        chosen, picked = {choice.id: choice.value for choice in self.query(Choice)}, self.picked
        self._edition = ""
        await super().reword()
        for id in ("cards", *chosen):
            self.query_one(f"#{id}", Choice).choose(chosen[id])
            self.adapt()
        self.picked = picked
        self.adapt()

    @property
    def uniques(self) -> tuple[str, ...]:
        """The unique districts as far as they are chosen one by one."""
        return preset_of(self.edition, self.cast).uniques if self.picked is None else self.picked

    @on(MenuItem.Pressed, "#start")
    def action_go(self) -> None:
        """Go on with the settings."""
        self.submit()

    def submit(self) -> None:
        """Use the settings."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that work now; that of the further settings says whether it shows or hides them."""
        return {
            key: active._replace(binding=replace(active.binding, description=_(home.LESS)))
            if active.binding.id == "setup.more" and self.more
            else active
            for key, active in super().active_bindings.items()
        }

    @on(MenuItem.Pressed, "#more")
    def action_more(self) -> None:
        """Show the settings that are seldom changed, or hide them."""
        self.more = not self.more
        self.adapt()
        self.show_keys()
        self.query_one("#more").focus()

    @on(Choice.Changed)
    def adapt(self) -> None:
        """Show what the cards and the number of players leave to choose."""
        more = self.query_one("#more", MenuItem)
        self.query_one("#rest").display = self.more
        more.label = _(home.LESS if self.more else home.MORE)
        more.refresh()
        edition = self.edition
        if edition.id != self._edition:
            self._begin_edition(edition)
        players, cast = self.players, self.cast
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
        for name in OPTIONS:
            self.query_one(f"#option_{name}").display = name in edition.options and self._concerns(name)
        self._show_here()
        self._show_bots()
        self.query_one("#playing", Static).update(Content("\n").join(self._told_cards()))

    def _concerns(self, option: str) -> bool:
        """Whether a switch is about cards of this game."""
        card = ABOUT.get(option)
        return card is None or (self.chosen("uniques") != SURPRISE and card in self.uniques)

    def _show_here(self) -> None:
        """A line for the name of each other person at this keyboard."""
        here = self.people_here
        for row in self.query(".field"):
            kind, _dash, number = (row.id or "").partition("-person")
            if kind == "field" and number:
                row.display = int(number) <= here

    def _told_cards(self) -> Iterator[Content]:
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
        for name in OPTIONS:
            self.query_one(f"#option_{name}", Choice).index = int(bool(edition.options.get(name)))

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
            cast=self.cast,
            ranks=tuple(str(self.chosen(f"rank{rank}")) for rank in range(1, ranks(self.edition) + 1)),
            nine=bool(self.chosen("nine")),
            uniques=str(self.chosen("uniques")),
            picked=self.uniques,
            action_cards=bool(self.chosen("actions")),
            options={name: bool(self.chosen(f"option_{name}")) for name in self.edition.options},
        )

    def _show_bots(self) -> None:
        """A line for each bot, when each is chosen, by the name it will have."""
        seats, each = self.bot_seats, self.chosen("level") == EACH
        for number in range(1, MOST):
            row = self.query_one(f"#bot{number}", Choice)
            row.display = each and number <= seats
            row.label = BOT_NAMES[(self.players - seats + number - 1) % len(BOT_NAMES)]
            row.refresh()

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
        return (str(level),) * seats

    @property
    def thinking(self) -> float:
        """Seconds a bot that searches may think."""
        return float(self.citadels_app.settings.thinking)

    @property
    def bot_pause(self) -> float:
        """Seconds the bots wait."""
        return float(self.citadels_app.settings.pause)

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

    def begin_here(self, options: TableOptions) -> None:
        """Begin a game for the people at this keyboard and bots, unless something is wrong with the settings."""
        setup = self.checked()
        others = self.others(setup.players) if setup is not None else None
        if setup is not None and others is not None:
            opening = Opening(bots=self.bots(setup.players - 1 - len(others)), thinking=self.thinking)
            order = Order(setup=setup, options=options, opening=opening)
            self.citadels_app.begin(PlayGame(self.citadels_app.player, order, others))

    def checked(self) -> Setup | None:
        """The setup, or None after saying what is wrong with it."""
        try:
            return setup_of(self.wish(), SystemRandom())
        except RulesError as error:
            self.complain(why(error))
            return None


def _casts() -> list[tuple[tuple[str, str], str]]:
    """Every choice of cards, edition by edition: the edition with a preset's id, `OWN` or `SURPRISE`; and its name."""
    found = []
    for edition in EDITIONS.values():
        casts = [(preset.id, _(preset.name)) for preset in edition.presets]
        if any(len(ids) > 1 for ids in edition.characters):
            casts += [(SURPRISE, _(home.RANDOM_CAST)), (OWN, _(home.OWN_CAST))]
        for cast, name in casts:
            whole = _(setup.CARDS_OF).format(edition=_(edition.name), cards=name)
            found.append(((edition.id, cast), name if name == _(edition.name) else whole))
    return found


def _people(number: int) -> str:
    """How many people are at this keyboard."""
    if number == 1:
        return _(home.HERE_ALONE)
    return translated(home.HERE_PEOPLE, number).format(amount=number)
