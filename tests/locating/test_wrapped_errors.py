"""Errors as SDKs, gateways, logs and terminals print them are located at the place in the request that caused them.

The data is in `wrapped_errors.json`: each error with the request it belongs to and the place it refers to. The last
errors are unknown; they are located by what they name. A row added there is a test.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.detection import detected
from workbench.loading import load
from workbench.locating import locate

DATA: Any = json.loads((Path(__file__).parent / "wrapped_errors.json").read_text())


def row_id(row: Any) -> str:
    return f"{row['request']}: {row['error'][:40]!r}"


@pytest.mark.parametrize("row", DATA["errors"], ids=row_id)
def test_an_error_is_located_whatever_is_wrapped_around_it(row: Any) -> None:
    located = locate(detected(load(json.dumps(DATA["requests"][row["request"]]))), row["error"])
    assert located.at is not None
    is_inside = f"{located.at}/".startswith(f"{row['at']}/")
    is_parent = located.at == row["at"].rpartition("/")[0]
    assert is_inside or is_parent, (located.at, located.sentence)
