"""Planned: a widget whose children stand where the layout for this window has them."""

from __future__ import annotations

from collections.abc import Set

from textual.events import Resize
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from citadels_tui.session.app_protocol import citadels_app
from citadels_tui.widgets.layouts import Arrangement, plan
from citadels_tui.widgets.prompt import PromptLine
from citadels_tui.widgets.rank_track import RankTrack
from engine.rules import Rules


class Planned(Widget):
    """Children with the ids of an `Arrangement`; one that has no place in it is not shown.

    Args:
        without: Ids of parts that are not here: others take their places.
    """

    DEFAULT_CSS = """
    Planned { width: 1fr; height: 1fr; }
    """

    def __init__(self, *children: Widget, rules: Rules, without: Set[str] = frozenset()) -> None:
        super().__init__(*children)
        self.rules = rules
        self.without = frozenset(without)
        self.whole = False
        """Whether the action list takes the place of what is told beside it, too."""

    @property
    def layout(self) -> Layout:
        """The parts' places come from the plan."""
        return PLANNED

    def plan(self, size: Size) -> Arrangement:
        """The place of each part in so many cells."""
        rules, dense = self.rules, citadels_app(self.app).settings.density == "compact"
        return plan(size.width, size.height, rules.players, len(rules.characters), self.whole, self.without, dense)

    def on_resize(self, event: Resize) -> None:
        """Set everything anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Decide what is shown in this window."""
        if self.size:
            found = self.plan(self.size)
            for child in self.children:
                child.display = child.id in found.places
            self.query_one(RankTrack).form = found.layout.track


class PlannedLayout(Layout):
    """Puts the parts where the plan says."""

    name = "planned"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Place those that have a place."""
        assert isinstance(parent, Planned)
        places = dict(parent.plan(size).places)
        prompt = next((child for child in children if isinstance(child, PromptLine)), None)
        lines = len(prompt.lines_in(size.width)) if prompt is not None else 1
        if lines > 1:
            # A sentence that is longer than a line covers the ends of what stands above it.
            top = max(1, size.height - lines)
            places = {name: each.crop_size((each.width, max(0, top - each.y))) for name, each in places.items()}
            places["prompt"] = Region(0, top, size.width, size.height - top)
        return [
            WidgetPlacement(places[child.id], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id is not None and child.id in places and places[child.id]
        ]


PLANNED = PlannedLayout()
