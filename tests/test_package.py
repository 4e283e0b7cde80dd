"""What importing the package costs, which way its parts depend on each other, and what they say they offer."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import workbench

ROOT = Path(workbench.__file__).parent
MODULES = [module.name for module in pkgutil.walk_packages(workbench.__path__, "workbench.")]
HEAVY = {"streamlit": ("app",), "openai": ("replays",), "pandas": ("triage",)}
"""Package → the parts that may import it."""
LIGHT = [
    "workbench",
    "workbench.loading",
    "workbench.detection",
    "workbench.stages",
    "workbench.checks.check",
    "workbench.repairs.repair",
]
LIGHT += ["workbench.cli", "workbench.provenance.route", "workbench.samples", "workbench.checks.preflight"]


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after a statement."""
    program = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    return set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )


def test_importing_what_needs_no_page_and_no_client_loads_neither() -> None:
    assert loaded_by(f"import {', '.join(LIGHT)}").isdisjoint(HEAVY)


def test_the_page_is_drawn_without_the_client_that_only_a_replay_needs() -> None:
    assert "openai" not in loaded_by("import workbench.app.workbench_page")


def test_the_server_starts_before_the_checks_are_loaded() -> None:
    assert "pydantic_core" not in loaded_by("import workbench.app.serve")


def test_importing_the_package_alone_loads_nothing_of_others() -> None:
    assert loaded_by("import workbench").isdisjoint({*HEAVY, "pydantic", "orjson", "click", "rich"})


@pytest.mark.parametrize("heavy", list(HEAVY))
def test_only_its_own_part_imports_a_heavy_package(heavy: str) -> None:
    importing = {
        path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py") if heavy in imported(path)
    }
    assert importing <= set(HEAVY[heavy])


@cache
def imported(path: Path) -> set[str]:
    """Top-level names of all imports of a file, also of those inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("workbench.app")])
def test_a_module_can_be_imported_and_offers_what_it_says(name: str) -> None:
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])
    assert [item for item in offered if not hasattr(module, item)] == []
    assert len(set(offered)) == len(offered)


def test_what_is_imported_is_declared() -> None:
    """A package that another one happens to bring today may be gone tomorrow."""
    import tomllib
    from importlib.metadata import packages_distributions

    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {re.split(r"[\[><=~! ]", line)[0].lower() for line in project["dependencies"]}
    owners = packages_distributions()
    imports = {name for path in ROOT.rglob("*.py") for name in imported(path)} - {"workbench", *sys.stdlib_module_names}
    assert {
        name
        for name in imports
        if declared.isdisjoint(owner.lower().replace("_", "-") for owner in owners.get(name, []))
    } == set()


def test_every_package_has_its_folder_of_tests() -> None:
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    assert {name for name in packages if not (Path(__file__).parent / name).is_dir()} == set()
