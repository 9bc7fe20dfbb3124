from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from citadels_tui.texts import speak
from citadels_tui.texts.catalogue import ENGLISH

# The programs that tests start are not to compile themselves again and again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Nor do they look for the program in the working folder, once a test has run a command in this process.
os.environ.setdefault("PYTHONPATH", str(Path(__file__).parents[1]))
# Machines differ: a slow example is no failure.
settings.register_profile("citadels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("citadels")

if sys.platform == "win32":
    # Hosts run in the tests' own process, and the usual loop of Windows watches no sockets.
    asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is said in English, whatever the machine speaks."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "C")
    yield
    speak(ENGLISH)


TESTS = Path(__file__).parent
SLOW: dict[str, dict[str, tuple[str, ...]]] = {
    "cli": {
        "arena": ("several_processes_find_the_same",),
        "command": ("a_game_begins_where_the_caller_has_closed_the_output",),
        **dict.fromkeys(
            (
                "arena_cluster",
                "join",
                "metrics",
                "relay",
                "replay",
                "serve",
                "plain",
                "simulate",
                "strangers",
                "translated_commands",
                "verify",
                "windows",
            ),
            (),
        ),
    },
    "bench": {"bench": (), "engine_speed": ()},
    "engine": {
        "adviser": ("twins_are_advised_alike",),
        "bots": (
            "a_schemer_never_stalls",
            "nothing_of_the_game_can_be_read_out_of_a_bots_world",
            "a_bot_depends_on_nothing_but_what_its_seat_has_seen",
            "the_steward_never_stalls",
            "the_steward_takes_any_seat_over_at_any_moment",
        ),
        "belief": ("the_belief_is_exact",),
        "strength": (),
        "copies": ("playing_a_copy_leaves_the_game_alone", "the_same_seed_and_moves_give_the_same_game"),
        "coverage": (),
        "docs": ("the_examples_of_the_pages_for_programs_run",),
        "games": (),
        "leaks": (
            "a_planted_leak_is_found",
            "no_question_is_said_to_show_what_it_does_not",
            "without_a_plant_the_same_search_finds_nothing",
        ),
        "machine": (),
        "naive": (),
        "notation": ("every_move_met_in_a_game_reads_back",),
        "notebook": (
            "a_notebook_opened_in_the_middle_of_a_game_is_right_too",
            "a_notebook_rules_out_whatever_cannot_be",
            "equal_views_give_equal_notebooks",
            "the_truth_is_never_ruled_out_and_a_certainty_is_true",
            "who_is_treated_in_a_hospital_was_the_one_that_was_killed",
        ),
        "outcomes": ("a_move_leads_to_what_it_is_said_to_lead_to",),
        "reducer": (),
        "refusals": ("the_gold_that_is_asked_for_is_what_is_missing",),
        "undo": (
            "an_undo_gives_back_the_position_and_every_view_of_it",
            "every_reason_against_an_undo_is_met",
            "every_move_of_a_turn_can_be_taken_back_always_sometimes_or_never",
        ),
        "same_worlds": (
            "a_hand_memory_knows_only_what_is_so",
            "games_a_seat_cannot_tell_apart_give_the_same_world",
        ),
        "save": (
            "a_damaged_game_is_refused_or_playable_but_never_breaks_the_loader",
            "other_data_is_not_a_stored_game",
            "a_game_stored_and_loaded_at_every_decision_goes_on_the_same",
        ),
        "determinize": (),
    },
    "rl": {"environment": (), "example": ()},
    "guests": {
        "attach": (),
        "ssh": (),
        "web": (),
        "web_terminal": (),
        "web_server": ("who_does_not_read_fills_nobodys_memory",),
    },
    "independent": {
        "independent": (),
        "verifier": (
            "a_host_that_signs_a_changed_log_is_noticed",
            "an_honest_log_is_sound",
            "every_kind_of_secret_is_followed",
            "host_and_players_together_are_noticed",
        ),
    },
    "net": {
        "chaos": (),
        "crash_points": (),
        "damage": (),
        "attest": ("a_signature_of_something_else_is_found",),
        "via": (
            "guests_alone_do_not_keep_the_host_from_choosing_the_seed",
            "whoever_comes_by_ssh_or_in_a_browser_is_marked_in_lobby_log_and_verdict",
        ),
        "finished_games": (),
        "full_disk": ("a_game_outlives_a_full_disk",),
        "frames": ("how_the_bytes_are_cut_makes_no_difference",),
        "fuzz": (),
        "games": (
            "a_whole_game_of_people",
            "one_player_against_bots",
            "who_comes_late_may_watch_from_the_beginning",
            "every_cast_is_folded_into_the_same_views",
            "a_host_runs_many_tables",
            "a_table_ends_when_its_game_is_over_and_everybody_has_left",
            "the_same_seed_and_moves_give_the_same_game",
        ),
        "hostile": ("a_broken_frame_ends_that_connection_in_words_and_nothing_else",),
        "interference": (),
        "listener": (),
        "load": (),
        "local": (),
        "plugins": ("an_installed_bot_plays_a_whole_game_at_a_hosted_table",),
        "rematch": ("two_games_in_a_row_with_the_same_people", "who_was_away_when_it_began_is_told_so"),
        "recovery": (),
        "postgres": (),
        "shared_tables": (),
        "resume": (),
        "secrecy": (),
        "takeover": (),
        "verify": (
            "an_honest_game_is_believed",
            "a_host_that_signs_a_changed_log_is_noticed",
            "host_and_players_together_are_noticed",
            "a_stranger_who_changes_the_log_is_noticed",
            "honest_games_are_of_every_sort",
            "nothing_a_host_may_sign_gets_beyond_a_finding",
        ),
        "vacancy": ("a_thousand_tables_that_were_opened_and_left_leave_nothing",),
        "versions": (),
    },
    "tui": dict.fromkeys(
        (
            *(
                "again",
                "bidi",
                "bindings",
                "buttons",
                "card_links",
                "cards",
                "chat",
                "choosing",
                "crash",
                "frames",
                "games",
                "home",
                "hostile_text",
                "invitations",
                "keys",
                "leaving",
                "lesson",
                "lobby",
                "mouse",
                "new_game",
                "people",
                "settings",
            ),
            *("board", "chronicle", "curtain", "ending", "host_tables", "questions", "replay", "rewording", "sizes"),
            *("start", "storyteller", "table", "take_back", "terminal_driver", "texts", "timeline", "whole_games"),
        ),
        (),
    )
    | {
        "notebook": (
            "an_only_possible_player_is_named_and_shortly_where_there_is_little_room",
            "w_opens_the_notebook_and_keys_or_a_click_close_it",
            "what_the_track_says_is_true",
        ),
        "nearby": ("the_form_says_why_there_is_none",),
        "notices": ("notices_cover_only_what_was_told_before",),
        "recap": ("a_recap_has_a_line_for_each_player_and_tells_all_that_counts",),
        "review": ("a_review_is_written_and_leads_to_the_board", "a_review_that_nobody_waits_for_is_given_up"),
        "palette": ("the_palette_finds_what_people_look_for",),
        "rows": (
            "every_row_of_every_question",
            "every_row_of_what_is_seldom_asked",
            "every_row_in_every_language",
        ),
        "screens": ("no_screen_is_composed_before_the_app_has_one",),
        "style_sheets": ("a_screen_looks_the_same_first_and_last",),
        "textual": ("a_game_is_played_on_textuals_own_parts",),
    },
}
"""Folder -> file -> its tests of more than a second of a processor, all their cases together; none: all of them."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether a file is not even read: `scripts/test --fast` has no use for one whose tests are all slow."""
    names = SLOW.get(collection_path.parent.name, {}).get(collection_path.stem.removeprefix("test_"))
    return True if names == () and "not slow" in config.option.markexpr.split(" and ") else None


def slow_test(item: pytest.Item) -> bool:
    """Whether a test is in the list."""
    names = SLOW.get(item.path.parent.name, {}).get(item.path.stem.removeprefix("test_"))
    return names is not None and (not names or item.name.partition("[")[0].removeprefix("test_") in names)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark what `scripts/test --fast` leaves out, and have it begun first."""
    for folder, files in SLOW.items():
        for name, tests in files.items():
            path = TESTS / folder / f"test_{name}.py"
            text = path.read_text("utf-8") if path.exists() else ""
            if not text or not all(f"def test_{test}(" in text for test in tests):
                raise pytest.UsageError(f"conftest.py calls something slow that is not there, in {path}")
    for item in items:
        if slow_test(item):
            item.add_marker(pytest.mark.slow)
    yield
    items[:] = spread(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    # Thousands of tests stay until the end; looking through them for garbage takes 3 to 9 % of the time.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def spread(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """Tests in equal parts, one for each worker, that begin with the slow ones: the last ones to end are quick ones."""
    if workers == 1:
        return list(items)
    slow: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if slow_test(item):
            slow[item.path].append(item)
    rest = (item for item in items if not slow_test(item))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, tests in enumerate(slow.values()):
        parts[number % workers] += tests
    for number, part in enumerate(parts):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        part += islice(rest, max(0, size - len(part)))
    return [*chain(*parts), *rest]


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more worker than there are processors: many tests wait, for a program or a timer."""
    return (yield) + 1


# The network that tests run on hears nothing of their hosts, those of whole modules included.
os.environ["CITADELS_ANNOUNCE"] = "no"


_numbers = count(1)


@pytest.fixture(autouse=True)
def _own_files(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No test touches this user's files."""
    # With a `tmp_path` for each of thousands of tests, pytest would look through as many folders for each of them.
    if "tmp_path" in request.fixturenames:
        place: Path = request.getfixturevalue("tmp_path")
    else:
        place = tmp_path_factory.getbasetemp() / "own" / str(next(_numbers))
        place.mkdir(parents=True)
    monkeypatch.setenv("CITADELS_CONFIG", str(place))
    monkeypatch.setenv("CITADELS_STATE", str(place / "state"))


@pytest.fixture(autouse=True)
def _own_host() -> Iterator[None]:
    """A process that one test has prepared, and not used, knows nothing of what another one installs."""
    yield
    worker = sys.modules.get("net.local.worker_process")
    if worker and worker._ready:
        with contextlib.closing(asyncio.new_event_loop()) as loop:
            loop.run_until_complete(worker.prepared().end(0))
