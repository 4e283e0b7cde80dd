"""The post office over HTTP."""

from __future__ import annotations

from typing import Any

from workbench.formats.wire import Refusal, ResponseShape, Usage, Wire
from workbench.json.pointer import Path, follow_or_none


def answer_at(response: Any) -> Path | None:
    return ("delivered",) if isinstance(follow_or_none(response, ("delivered",)), dict) else None


def refusal(refused: Refusal) -> Any:
    return {"error": {"message": refused.message, "stamp": refused.status}}


RESPONSE = ResponseShape(answer=answer_at, finish=("because",), usage=Usage("postage", "sent", "received"))
WIRE = Wire(
    path="/letters",
    settings=frozenset({"toolbox"}),
    tool_settings=("toolbox",),
    max_tokens="pages",
    refusal=refusal,
)
