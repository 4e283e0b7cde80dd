"""Every file in tests/golden/<source>__<target>/ records a conversion and its expected result."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from workbench.converters import EDGES

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted(GOLDEN.glob("*__*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_conversion_gives_the_recorded_result(path: Path) -> None:
    source, target = path.parent.name.split("__")
    (edge,) = (edge for edge in EDGES if (edge.source, edge.target) == (source, target))
    case = orjson.loads(path.read_bytes())
    converted = list(edge.convert(case["messages"], case.get("settings", {})))
    assert [row.message for row in converted] == case["expected"]
    if "sources" in case:
        assert [list(row.sources) for row in converted] == case["sources"]
    if "slots" in case:
        assert [row.slot for row in converted] == case["slots"]
