"""Parts of the package that depend on where its source lies: links of the project, those of README.md, the commit.

An index page stands alone, so each picture and page that README.md names by a path is named there by an address. Where
the source lies is told by ``CITADELS_SOURCE``, an address like https://HOST/OWNER/NAME; without it README.md stays as
it is. What is built of a version that is still being made names its commit, as a checkout does. Hatchling runs this
(`hooks.custom` in pyproject.toml).
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"(!\[[^\]]*\]\()(?![a-z]+:|#)([^)\s]+)")
_LINK = re.compile(r"((?<!!)\[[^\]]*\]\()(?![a-z]+:|#)([^)\s]+)")


def index_page(readme: str, source: str, version: str) -> str:
    """README.md with addresses instead of paths, each of the version's own files.

    Args:
        readme: The text.
        source: Where the source lies; "": the text stays as it is.
        version: Whose tag is named.
    """
    if not source:
        return readme
    seen = _PICTURE.sub(rf"\1{source}/raw/v{version}/\2", readme)
    return _LINK.sub(rf"\1{source}/blob/v{version}/\2", seen)


def urls(source: str, version: str) -> dict[str, str]:
    """Links of the project."""
    if not source:
        return {}
    return {
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/v{version}/CHANGELOG.md",
        "Documentation": f"{source}/tree/v{version}/docs",
    }


class CustomMetadataHook(MetadataHookInterface):
    """The hook by which hatchling gets the links and the page."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the links and the page."""
        root = Path(self.root)
        source = os.environ.get("CITADELS_SOURCE", "").rstrip("/")
        (version,) = re.findall(
            r'^__version__ = "(.+)"$', (root / "engine" / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE
        )
        readme = index_page((root / "README.md").read_text(encoding="utf-8"), source, version)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
        metadata["urls"] = urls(source, version)


class CustomBuildHook(BuildHookInterface[Any]):
    """The hook by which hatchling gets the commit."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the commit, where the source is a checkout between releases that is not run from where it is."""
        sys.path.insert(0, self.root)
        from net.base.program import COMMIT_FILE, commit_of

        commit = commit_of(Path(self.root))
        self._folder = TemporaryDirectory()
        if commit and ".dev" in self.metadata.version and version != "editable":
            file = Path(self._folder.name, "commit")
            file.write_text(f"{commit}\n", encoding="utf-8")
            build_data["force_include"][str(file)] = str(COMMIT_FILE.relative_to(self.root))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only made to be added."""
        self._folder.cleanup()
