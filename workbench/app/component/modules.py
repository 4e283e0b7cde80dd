"""ES modules → one module, like a bundler: every module once, after the modules it imports.

Streamlit accepts a component's script as one text, and there is no build step. Imports between the modules are removed,
and all exports except the default one become plain declarations. Top-level names must be unique; a test checks that.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)(?=function|class|const|let)", re.MULTILINE)
_NO_EXPORT = re.compile(r"^export \{\};\n", re.MULTILINE)


def joined(entry: Path) -> str:
    return "\n".join(_NO_EXPORT.sub("", _EXPORT.sub("", _IMPORT.sub("", path.read_text()))) for path in in_order(entry))


def in_order(entry: Path) -> list[Path]:
    """Return the modules that an entry needs, each after the modules it imports."""
    ordered: dict[Path, None] = {}

    def visit(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            raise ImportError(f"{path.name} imports itself through {above[-1].name}")
        if path not in ordered:
            for name in _IMPORT.findall(path.read_text()):
                visit(path.with_name(name), (*above, path))
            ordered[path] = None

    visit(entry, ())
    return list(ordered)
