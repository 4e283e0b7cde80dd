"""No module or script outside formats, converters, targets and sources contains the name of a format or target.

A source states the format of its files, as a target does. Docstrings, the examples of commands and the greeting of the
page are documentation. `openai` is also the name of the client package that replays use.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import workbench
from workbench.formats import FORMATS
from workbench.rules import RULES
from workbench.targets import TARGETS
from workbench.targets.models import MODELS

ROOT = Path(workbench.__file__).parent
HOMES = ("formats", "converters", "targets", "sources", "samples.py")
FILES = sorted(file for file in ROOT.rglob("*.py") if file.relative_to(ROOT).parts[0] not in HOMES)
PACKAGES = sorted({file.relative_to(ROOT).parts[0] for file in FILES})
NAMES = frozenset({*FORMATS, *TARGETS})
CLIENT = "openai"
ALSO_WORDS = frozenset({CLIENT, "together"})
"""Names that have another meaning inside a sentence."""
GENERIC = frozenset({
    "ai", "sdk", "ui", "core", "model", "chat", "responses", "compatible", "v4", "v5", "converse", "cpp", "together",
    "pydantic", "github",
})  # fmt: skip
"""Parts of names that do not identify a format or target."""
WORDS = frozenset(word for name in NAMES for word in re.split(r"[-@]", name) if not word.isdigit()) - GENERIC
NAMES_IN_TEXT = NAMES - ALSO_WORDS
RULE_FUNCTIONS = frozenset(name.replace("-", "_") for name in RULES)
FIRST_WORDS = {row.prefix.split("-")[0] for row in MODELS if "-" in row.prefix} - {"open"}
TOKEN = re.compile(r"(?<![\w.@/-])[a-z0-9]+(?:[-@.][a-z0-9]+)*(?![\w@/-])")
_MODEL = re.compile(rf"(?<!\w)(?:{'|'.join(FIRST_WORDS)})-\w")
OPENING = ROOT / "app" / "start_page.py"
CLIENT_LOGGERS = ROOT / "replays" / "log_masking.py"


def documentation(tree: ast.Module) -> set[int]:
    """Return the ids of docstrings, of bare strings under a field, and of the examples that commands show."""
    nodes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    nodes |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "epilog"}
    return nodes


def named_in_strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    documented = documentation(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            text = node.value
            if text in ALSO_WORDS or _MODEL.search(text):
                yield node.lineno, text
            yield from ((node.lineno, text) for token in TOKEN.findall(text) if token in NAMES_IN_TEXT)


def identifiers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg | ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("workbench"):
        yield from (node.module, *(alias.name for alias in node.names))


@cache
def has_name(identifier: str) -> bool:
    words = re.split(r"[_.]", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", identifier).lower())
    return identifier not in RULE_FUNCTIONS and identifier != CLIENT and bool(WORDS & set(words))


def named_in_identifiers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield identifiers that contain a name. A rule's function is excepted: it has the rule's name."""
    for node in ast.walk(tree):
        yield from ((getattr(node, "lineno", 0), name) for name in identifiers(node) if has_name(name))


def named_in(file: Path) -> list[str]:
    """Return every name in a file, as `file:line: text`."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    strings = set() if file == OPENING else set(named_in_strings(tree))
    if file == CLIENT_LOGGERS:
        strings = {row for row in strings if row[1] != CLIENT}
    found = sorted(strings | set(named_in_identifiers(tree)))
    return [f"{file.relative_to(ROOT)}:{line}: {text}" for line, text in found]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_format_and_no_target_is_known_by_name(package: str) -> None:
    files = [file for file in FILES if file.relative_to(ROOT).parts[0] == package]
    assert [named for file in files for named in named_in(file)] == []


@pytest.mark.parametrize("script", sorted(ROOT.rglob("*.js")), ids=lambda script: script.name)
def test_no_script_of_the_page_knows_a_format_or_target_by_name(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert [token for token in TOKEN.findall(text) if token in NAMES_IN_TEXT] == []
    assert _MODEL.findall(text) == []


def test_the_search_finds_names() -> None:
    tree = ast.parse('_MISTRAL_AFTER = {}\nif name == "gemini":\n    pattern = "icontent → vercel-v4-core"\n')
    assert {text for _, text in named_in_strings(tree)} == {"gemini", "icontent → vercel-v4-core"}
    assert [name for _, name in named_in_identifiers(tree)] == ["_MISTRAL_AFTER"]
    assert len(FILES) > 150
