"""The sentences of rules quote values of a conversation, which may be of any kind, length and depth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import workbench.rules
from workbench.json.description import quoted

SOURCES = sorted(Path(workbench.rules.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_no_rule_prints_a_value_as_python_does(source: Path) -> None:
    """Python gives up on deep values."""
    assert re.findall(r"\{[^{}\n]+!r\}", source.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("value", "written"),
    [("call_1", "'call_1'"), ("it's", '"it\'s"'), (None, "None"), (7, "7"), ({"a": [1]}, '{"a":[1]}')],
)
def test_a_value_is_quoted_as_it_is_written(value: Any, written: str) -> None:
    assert quoted(value) == written


def test_a_deep_or_long_value_is_cut() -> None:
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep).endswith("[…")
    assert len(quoted("a" * 10_000)) < 130
