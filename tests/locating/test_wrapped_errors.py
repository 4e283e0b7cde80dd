"""Errors as SDKs, gateways, logs and terminals print them lead to the place in the request that caused them.

The data are in `wrapped_errors.json`: each error with the request it belongs to and the place it means. The last ones
are errors that nobody knows; they lead to what they name. A row added there is a test.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.detection import detected
from workbench.json.text import Json
from workbench.loading import load
from workbench.locating import locate

DATA: Json = json.loads((Path(__file__).parent / "wrapped_errors.json").read_text())


def named(row: Json) -> str:
    return f"{row['request']}: {row['error'][:40]!r}"


@pytest.mark.parametrize("row", DATA["errors"], ids=named)
def test_an_error_leads_to_its_place_whatever_is_wrapped_around_it(row: Json) -> None:
    found = locate(detected(load(json.dumps(DATA["requests"][row["request"]]))), row["error"])
    assert found.at is not None
    inside = f"{found.at}/".startswith(f"{row['at']}/")
    right_above = found.at == row["at"].rpartition("/")[0]
    assert inside or right_above, (found.at, found.sentence)
