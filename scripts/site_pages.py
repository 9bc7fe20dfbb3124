"""Gathers the pages of the site: the documents, README.md as the first one, and pages that are written from the code.

usage: python -P scripts/site_pages.py FOLDER

Links between the documents hold on the site. A link to another file of the repository leads to its address there, as
``CITADELS_SOURCE`` tells it; without it only the words stay. Run it where the packages of requirements-site.txt are.
"""

from __future__ import annotations

import ast
import os
import posixpath
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

TOP = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-reports.md",
    "CHANGELOG.md": "changelog.md",
}
"""The site's names of the documents that lie at the top."""
REFERENCE = {
    "engine": ("The rules as a library", ["engine", "engine.view", "engine.cards", "engine.card"]),
    "bots": ("Bots and plug-ins", ["engine.bots", "engine.bots.registry", "engine.bots.seated", "citadels_tui.rl"]),
}
"""Pages of the reference: title, and the modules whose docstrings they are made of."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:)([^)\s#]*)(#[^)\s]*)?\)")


def pages() -> dict[str, str]:
    """The documents by their names in the repository, each with its name on the site."""
    documents = {f"docs/{path.name}": path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    return TOP | documents


def moved(text: str, name: str, source: str) -> str:
    """A document as it stands on the site.

    Args:
        text: What it says.
        name: Its name in the repository.
        source: Where the repository lies; "": nowhere.
    """
    known = pages()

    def link(found: re.Match[str]) -> str:
        picture, words, goal, part = found[1], found[2], found[3], found[4] or ""
        if not goal:
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), goal))
        if path in known:
            return f"{picture}[{words}]({known[path]}{part})"
        if path.startswith("docs/pictures/"):
            return f"{picture}[{words}]({path.removeprefix('docs/')})"
        return f"{picture}[{words}]({source}/blob/main/{path}{part})" if source else words

    # What stands in code is no link.
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if number % 2 else _LINK.sub(link, part) for number, part in enumerate(parts))


def commands() -> str:
    """The page of all commands, from their help."""
    from citadels_tui.cli.help_page import help_page
    from citadels_tui.cli.parser import COMMANDS

    lines: list[str] = []
    for name in ("", *COMMANDS):
        if not name.startswith("-"):
            page = help_page(name)
            lines += [f"## citadels {name}" if name else "# Commands", "", _plain(page.about)]
            for section in page.sections:
                lines += ["", "| | |", "|---|---|"]
                for row in section.rows:
                    typed, told = f"{', '.join(row.names)} {row.metavar}".strip(), row.text.replace("|", r"\|")
                    lines.append(f"| `{typed}` | {_plain(told)} |")
            lines.append("")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Words in which Markdown sees nothing."""
    return re.sub(r"([<*_\[\]])", r"\\\1", text)


def settings() -> str:
    """The page of all settings, from the class that is their schema."""
    from citadels_tui.settings.settings import FILE, Settings

    source = ROOT / "citadels_tui" / "settings" / "settings.py"
    tree = ast.parse(source.read_text(encoding="utf-8"))
    choices = {
        node.targets[0].id: ast.unparse(node.value).removeprefix("Literal[").removesuffix("]").replace("'", "`")
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and "Literal[" in ast.unparse(node)
    }
    (schema,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    usual = Settings()
    lines = [
        "# Settings",
        "",
        f"`{FILE}` in the folder of the settings, which [`citadels doctor`](commands.md#citadels-doctor) names, keeps "
        "them. It can be changed by hand; a value that cannot be used is named, and replaced by the usual one.",
        "",
        "| Name | Values | Usually | |",
        "|---|---|---|---|",
    ]
    for field, said in zip(schema.body, schema.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(said, ast.Expr) and isinstance(field.target, ast.Name):
            kind = ast.unparse(field.annotation)
            kinds = {"bool": "`true`, `false`", "str": "text", "dict[str, str]": "texts by name"}
            told = ast.literal_eval(said.value).replace("``", "`").replace("\n    ", " ")
            value = getattr(usual, field.target.id)
            shown = str(value).lower() if isinstance(value, bool) else value
            lines.append(f"| `{field.target.id}` | {choices.get(kind) or kinds[kind]} | `{shown or '-'}` | {told} |")
    return "\n".join(lines) + "\n"


def gather(folder: Path, source: str) -> None:
    """Write all pages into a folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs" / "pictures", folder / "pictures")
    (folder / "assets").mkdir()
    for part in (ROOT / "docs" / "site").glob("*iframe-worker*"):
        shutil.copy(part, folder / "assets")
    for name, page in pages().items():
        text = (ROOT / name).read_text(encoding="utf-8")
        (folder / page).write_text(moved(text, name, source), encoding="utf-8")
    (folder / "commands.md").write_text(commands(), encoding="utf-8")
    (folder / "settings.md").write_text(settings(), encoding="utf-8")
    (folder / "reference").mkdir()
    for name, (title, modules) in REFERENCE.items():
        parts = "\n\n".join(f"::: {module}" for module in modules)
        (folder / "reference" / f"{name}.md").write_text(f"# {title}\n\n{parts}\n", encoding="utf-8")


if __name__ == "__main__":
    gather(Path(sys.argv[1]), os.environ.get("CITADELS_SOURCE", "").rstrip("/"))
