"""Imports are light, public names exist, and every import is a declared dependency."""

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
"""The parts that may import each heavy package."""
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
    """Return the top-level modules that a new interpreter has loaded after a statement."""
    program = f"import sys; {statement}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    return set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )


def test_light_modules_import_no_heavy_package() -> None:
    assert loaded_by(f"import {', '.join(LIGHT)}").isdisjoint(HEAVY)


def test_the_page_does_not_import_the_client_that_only_a_replay_needs() -> None:
    assert "openai" not in loaded_by("import workbench.app.workbench_page")


def test_the_server_starts_before_the_checks_are_loaded() -> None:
    assert "pydantic_core" not in loaded_by("import workbench.app.serve")


def test_importing_the_package_alone_imports_no_dependency() -> None:
    assert loaded_by("import workbench").isdisjoint({*HEAVY, "pydantic", "orjson", "click", "rich"})


@pytest.mark.parametrize("heavy", list(HEAVY))
def test_a_heavy_package_is_imported_only_by_its_own_part(heavy: str) -> None:
    importing = {
        path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py") if heavy in imported(path)
    }
    assert importing <= set(HEAVY[heavy])


@cache
def imported(path: Path) -> set[str]:
    """Return the top-level names of all imports in a file, including those inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("workbench.app")])
def test_a_module_can_be_imported_and_its_public_names_exist(name: str) -> None:
    module = importlib.import_module(name)
    public = getattr(module, "__all__", [])
    assert [item for item in public if not hasattr(module, item)] == []
    assert len(set(public)) == len(public)


def test_every_imported_package_is_a_declared_dependency() -> None:
    """A package that is only installed by another dependency may be missing in its next version."""
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


def test_every_package_has_a_folder_of_tests() -> None:
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    assert {name for name in packages if not (Path(__file__).parent / name).is_dir()} == set()
