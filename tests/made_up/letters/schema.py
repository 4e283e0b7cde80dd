"""What a letter must hold."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from workbench.formats.contract import OpenModel


class Letter(OpenModel):
    sender: Literal["reader", "writer", "toolbox"] | None = None
    lines: list[dict[str, Any]]


@cache
def model() -> TypeAdapter[Any]:
    return TypeAdapter(Letter)
