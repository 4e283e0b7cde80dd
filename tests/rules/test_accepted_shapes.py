"""Histories that look wrong and are taken: none of them gets an error.

The data are in `accepted_shapes/`, one file per format; a row added there is a test.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.checks.check import check
from workbench.detection import detected
from workbench.loading import load

SHAPES: list[Any] = [
    {**row, "format": path.stem}
    for path in sorted((Path(__file__).parent / "accepted_shapes").glob("*.json"))
    for row in json.loads(path.read_text())
]


def named(shape: Any) -> str:
    return f"{shape['format']}: {shape['name']}, for {shape['target']}"


@pytest.mark.parametrize("shape", SHAPES, ids=named)
def test_what_is_taken_gets_no_error(shape: Any) -> None:
    conversation = detected(load(json.dumps(shape["history"])), target=shape["target"])
    assert conversation.format == shape["format"]
    errors = check(conversation, shape["target"]).errors
    assert not errors, [(finding.rule, finding.at, finding.text) for finding in errors]
