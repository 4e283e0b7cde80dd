"""The packages depend on each other in one direction."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import workbench

ROOT = Path(workbench.__file__).parent
LAYERS = (
    *("collector", "defects", "files", "lazy", "parallel", "sequence_difference", "outputs.visible"),
    *("json", "origin", "formats", "checks.schema"),
    *("names", "shapes", "votes", "conversation", "readable_place", "converters", "targets", "credentials"),
    *("stages", "conversion", "detection", "loading", "samples", "store", "provenance"),
    *("checks", "rules", "rule_names"),
    *("mutations", "rehearsal", "repairs", "sources", "records", "locating", "shrinking", "redaction", "outputs"),
    *("doctor", "lessons", "replays", "triage", "library", "xray", "view", "capsules", "app", "cli"),
)
"""Every package and module at the top, lowest first: each imports only from those before it. A module that needs
nothing of its package, and that lower layers use, has its own place."""
UPWARD = {
    ("checks", "rules"): "The check runs the rules. The rules see what the check has read.",
    ("loading", "sources"): "A file may be the file of a program, whose reader needs the loader for what is inside.",
    ("rules", "locating"): "A recorded refusal is unexplained only if no rule can be located by its words.",
}
"""The imports against the direction, with their reasons."""


def test_every_package_has_a_layer() -> None:
    names = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert names - {"__init__", "__main__"} == {layer for layer in LAYERS if "." not in layer}


def test_packages_import_only_from_lower_layers() -> None:
    upward = {
        (importing, imported): f"{path.relative_to(ROOT)} imports {module}"
        for path in ROOT.rglob("*.py")
        for module in imported_modules(path)
        if (importing := layer_of(path.relative_to(ROOT).with_suffix("").parts))
        and (imported := layer_of(module.split(".")[1:]))
        and LAYERS.index(imported) > LAYERS.index(importing)
    }
    assert {edge: words for edge, words in upward.items() if edge not in UPWARD} == {}
    assert UPWARD.keys() <= upward.keys()


def layer_of(steps: list[str] | tuple[str, ...]) -> str:
    """Return the layer of a module; empty for the package itself and for `__main__`, which belong to none."""
    names = [".".join(steps[:2]), steps[0] if steps else ""]
    return next((name for name in names if name in LAYERS), "")


def imported_modules(path: Path) -> Iterator[str]:
    """Yield the modules of this package that a file imports, also in functions, but not those for annotations only."""
    pending: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "workbench":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            pending.extend(ast.iter_child_nodes(node))
