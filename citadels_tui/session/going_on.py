"""Going on: what was left on this machine, as it is offered before anything new."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from citadels_tui.texts import _, home, say, why
from net.base.errors import NetError
from net.base.paths import journal_path, kept_files

if TYPE_CHECKING:
    # They are loaded only where something is kept.
    from engine import View
    from net.local.kept_games import KeptGame, UnusableGame


class KeptOffer(NamedTuple):
    """A game of one's own, or a table one hosted, that can be gone on with now."""

    game: KeptGame
    view: View | None
    """The game as it stands; None in a lobby."""

    @property
    def label(self) -> str:
        """The effect of choosing it."""
        return _(home.GO_ON_HOSTING if self.game.hosted else home.GO_ON)

    @property
    def about(self) -> str:
        """Who waits there, or how it stands, and how others come from the internet."""
        place = self.game.reach.relay or self.game.reach.address
        return _(home.REACHED).format(standing=self._standing, place=place) if place else self._standing

    @property
    def _standing(self) -> str:
        from citadels_tui.session.board import open_points

        if self.game.hosted and self.game.others:
            *most, last = self.game.others
            text = home.WAIT if most else home.WAITS
            return say(text, who=", ".join(most) or last, last=last).plain
        if self.view is None or self.view.seat is None:
            return description(self.game)
        points = open_points(self.view, self.view.seat)
        return say(home.STANDS, amount=points, round=self.view.round).plain


class Left(NamedTuple):
    """The games that were left on this machine, the newest first."""

    offers: tuple[KeptOffer, ...] = ()
    """At most one game of one's own, and one table for others."""
    unusable: tuple[UnusableGame, ...] = ()
    """Newer games that cannot be resumed."""


def find_left() -> Left:
    """The newest game of each kind that can be resumed; no older one is read."""
    paths = kept_files()
    if not paths:
        return Left()
    from net.local.kept_games import UnusableGame, kept_in

    offers: dict[bool, KeptOffer] = {}
    unusable: list[UnusableGame] = []
    for path in paths:
        hosted = path == journal_path()
        if hosted in offers:
            continue
        game = kept_in(path, hosted=hosted)
        if isinstance(game, UnusableGame):
            unusable.append(game)
        elif game:
            try:
                offers[hosted] = KeptOffer(game, game.view())
            except NetError as error:
                unusable.append(UnusableGame(path, game.when, hosted, error))
    return Left(tuple(offers.values()), tuple(unusable))


def description(game: KeptGame) -> str:
    """The game that is played there."""
    from engine.editions import EDITIONS

    text = home.KEPT_HOSTED if game.hosted else home.KEPT
    return say(text, edition=_(EDITIONS[game.rules.edition].name), players=game.rules.players).plain


def reasons(games: Iterable[UnusableGame]) -> list[str]:
    """When each was left, and why it cannot be resumed, in sentences; what needs an update is told together."""
    from net.base.sqlite_format import LaterVersion

    told, later = [], []
    for game in sorted(games, key=lambda game: game.hosted):
        if isinstance(game.reason, LaterVersion):
            later.append(game.reason)
            continue
        said = _(home.OPEN_ELSEWHERE) if game.reason.code == "journal_busy" else why(game.reason)
        told.append(_(home.UNUSABLE).format(when=f"{game.when.astimezone():%Y-%m-%d %H:%M}", why=said))
    all_later = LaterVersion.of(later)
    return [*told, why(all_later)] if all_later else told
