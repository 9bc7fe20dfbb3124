"""Publishing: workflows name what they run by its hash, recipes hold together, an index page has addresses."""

from __future__ import annotations

import datetime
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from tests.support.root import ROOT

WORKFLOW_FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(WORKFLOW_FOLDER.glob("*.yml"))
PUBLISH = WORKFLOW_FOLDER / "publish.yml"
SOURCE = "https://example.org/club/citadels-tui"
DAY = datetime.date(2030, 1, 2)

every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def loaded(name: str) -> ModuleType:
    """A script as a module."""
    loader = SourceFileLoader(f"{Path(name).stem}_script", str(ROOT / "scripts" / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def workflow(path: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


@every_workflow
def test_every_action_is_pinned_by_hash_and_says_its_version(path: Path) -> None:
    used = re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    assert used
    for line in used:
        assert line.startswith("./") or re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


def test_an_action_has_the_same_hash_everywhere() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    pins = set(re.findall(r"uses: ([\w./-]+)@([0-9a-f]{40})", text))
    assert len(pins) == len({name for name, _ in pins})


@every_workflow
def test_a_workflow_may_only_read_but_where_a_job_says_more(path: Path) -> None:
    content = workflow(path)
    assert content["permissions"] == {"contents": "read"}
    for name, job in content["jobs"].items():
        assert "timeout-minutes" in job or "uses" in job, name
        for needed in job.get("needs", []):
            assert needed in content["jobs"]


@every_workflow
def test_no_job_leaves_a_credential_behind_or_runs_what_others_may_have_written(path: Path) -> None:
    for name, job in workflow(path)["jobs"].items():
        for step in job.get("steps", []):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, name
            assert "${{" not in step.get("run", ""), "what is filled in goes by way of the environment"


def test_new_pins_wait_until_others_have_looked_at_them() -> None:
    for each in workflow(ROOT / ".github" / "dependabot.yml")["updates"]:
        assert each["cooldown"]["default-days"] >= 7, each["package-ecosystem"]


@pytest.mark.skipif(not shutil.which("zizmor"), reason="there is no zizmor")
def test_the_checker_of_workflows_finds_nothing() -> None:
    checked = ["zizmor", "--offline", "--min-severity", "medium", str(ROOT / ".github")]
    done = subprocess.run(checked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def needed(jobs: dict[str, Any], name: str) -> set[str]:
    """The jobs that a job waits for, near and far."""
    direct = jobs[name].get("needs", [])
    return {*direct, *(each for job in direct for each in needed(jobs, job))}


def test_only_a_tag_that_passed_the_tests_is_published() -> None:
    jobs = workflow(PUBLISH)["jobs"]
    assert jobs["test"] == {"uses": "./.github/workflows/test.yml"}
    assert "workflow_call" in workflow(WORKFLOW_FOLDER / "test.yml")[True]
    for name in ("index", "rehearsal"):
        assert "github.ref_type == 'tag'" in jobs[name]["if"]
        assert needed(jobs, name) == {"test", "pure"}, "nothing waits for what was compiled"
    for name in ("index-compiled", "image", "release"):
        assert "index" in needed(jobs, name), "what the index refuses goes nowhere else"
    assert "compiled" not in needed(jobs, "image") | needed(jobs, "release")
    uploading = {name for name, job in jobs.items() if "id-token" in job.get("permissions", {})}
    assert uploading == {"index", "index-compiled", "rehearsal", "image"}


def test_a_rehearsal_goes_to_the_test_index_alone() -> None:
    jobs = workflow(PUBLISH)["jobs"]
    assert "&& !contains(github.ref_name, 'rc')" in jobs["index"]["if"]
    assert "&& contains(github.ref_name, 'rc') && vars.TEST_INDEX != ''" in jobs["rehearsal"]["if"]
    assert (jobs["index"]["environment"], jobs["rehearsal"]["environment"]) == ("index", "test-index")
    assert jobs["rehearsal"]["steps"][-1]["with"] == {"repository-url": "${{ vars.TEST_INDEX }}"}


def test_names_of_images_are_in_lower_case() -> None:
    steps = {step.get("id"): step for step in workflow(PUBLISH)["jobs"]["image"]["steps"]}
    assert ",,}" in steps["named"]["run"]
    assert PUBLISH.read_text("utf-8").count("vars.IMAGES }}/") == 1


def test_what_nobody_has_tried_reports_and_blocks_nothing() -> None:
    """Each says so until it was green once; until then tests and the index know Linux alone."""
    compiled = workflow(PUBLISH)["jobs"]["compiled"]
    untried = workflow(WORKFLOW_FOLDER / "untried.yml")
    for job in (compiled, *untried["jobs"].values()):
        assert job["continue-on-error"] is True
    for name in ("test.yml", "publish.yml"):
        for job in workflow(WORKFLOW_FOLDER / name)["jobs"].values():
            assert job.get("runs-on", "ubuntu-latest") == "ubuntu-latest" or "continue-on-error" in job
    systems = {each.partition("-")[0] for each in compiled["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]["build"]
    assert built.split() == ["cp311-*", "cp312-*", "cp313-*", "cp314-*"]


def test_scripts_that_workflows_run_are_there() -> None:
    for path in WORKFLOWS:
        for script in re.findall(r"\bscripts/\w+", path.read_text(encoding="utf-8")):
            assert os.access(ROOT / script, os.X_OK), script


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "citadels_tui-1.2.3.tar.gz"
    with tarfile.open(path, "w:gz"):
        pass
    return path


@pytest.fixture
def recipes(archive: Path, tmp_path: Path) -> list[Path]:
    files: list[Path] = loaded("recipes").write(archive, SOURCE, tmp_path / "recipes", DAY)
    return files


def test_recipes_name_archive_and_hash_and_leave_nothing_open(archive: Path, recipes: list[Path]) -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in recipes}
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    assert set(texts) == {
        "PKGBUILD",
        "citadels-tui.rb",
        "citadels.desktop",
        "org.example.club.citadels.metainfo.xml",
        "package.nix",
    }
    for name in ("PKGBUILD", "citadels-tui.rb"):
        assert digest in texts[name]
    for name in ("PKGBUILD", "citadels-tui.rb", "package.nix"):
        assert f"{SOURCE}/releases/download/v1.2.3/citadels_tui-1.2.3.tar.gz" in texts[name]
    for dependency in ("textual", "msgpack", "cryptography", "pydantic", "platformdirs"):
        assert f"python-{dependency}" in texts["PKGBUILD"]
        assert f"    {dependency}\n" in texts["package.nix"]


def test_what_shells_read_is_what_is_meant(recipes: list[Path]) -> None:
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("there is no bash")
    (file,) = (each for each in recipes if each.name == "PKGBUILD")
    script = f'set -eu; source {file}; echo "$pkgver ${{#source[@]}} ${{#sha256sums[@]}} ${{arch[*]}}"'
    done = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "1.2.3 1 1 any\n"


@pytest.mark.parametrize(
    ("suffix", "command"),
    [
        (".desktop", ["desktop-file-validate"]),
        (".xml", ["appstreamcli", "validate", "--no-net", "--pedantic"]),
        (".rb", ["ruby", "-c"]),
        (".nix", ["nix-instantiate", "--parse"]),
    ],
)
def test_the_program_made_for_it_finds_nothing_wrong(suffix: str, command: list[str], recipes: list[Path]) -> None:
    if not shutil.which(command[0]):
        pytest.skip(f"there is no {command[0]}")
    (file,) = (each for each in recipes if each.suffix == suffix)
    done = subprocess.run([*command, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_archive_or_address_is_refused_in_a_sentence(archive: Path, tmp_path: Path) -> None:
    script = ROOT / "scripts" / "recipes"
    refused: list[tuple[list[str | Path], str]] = [
        ([archive.with_name("other.zip"), SOURCE], "other.zip is no source archive of a release.\n"),
        ([archive, "example"], "example is no address like https://HOST/OWNER/NAME.\n"),
    ]
    for arguments, said in refused:
        done = subprocess.run([sys.executable, script, *arguments, tmp_path], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (1, said)


def test_an_index_page_names_no_paths() -> None:
    pytest.importorskip("hatchling", reason="it is what builds the package")
    script = loaded("metadata.py")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert script.index_page(readme, "", "1.2.3") == readme
    page = script.index_page(readme, SOURCE, "1.2.3")
    goals = re.findall(r"\]\(([^)\s]+)\)", page)
    assert len(goals) > 20
    assert [goal for goal in goals if not goal.startswith(("https://", "#"))] == []
    assert f"![A game in progress]({SOURCE}/raw/v1.2.3/docs/pictures/table.svg)" in page
    assert f"({SOURCE}/blob/v1.2.3/docs/hosting.md" in page


def test_every_path_that_the_page_names_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for goal in re.findall(r"\]\(([^)\s]+)\)", readme):
        if not goal.startswith(("https://", "#")):
            assert (ROOT / goal.partition("#")[0]).exists(), goal


def test_the_notes_of_a_version_are_its_part_of_the_changelog() -> None:
    script = loaded("release")
    log = "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2030-01-02\n\n- New.\n\n## [1.0.0] - 2029-01-02\n\n- Old.\n"
    assert script.notes(log, "1.1.0") == "- New."
    assert script.notes(log, "1.0.0") == "- Old."
    with pytest.raises(script.ReleaseError, match="nothing about"):
        script.notes(log, "1.2.0")


def test_where_the_repository_lies_is_told_or_asked(capsys: pytest.CaptureFixture[str]) -> None:
    script = loaded("release")
    assert script.source_of("git@example.org:club/citadels-tui.git", dry_run=False) == SOURCE
    assert script.source_of(f"{SOURCE}.git", dry_run=False) == SOURCE
