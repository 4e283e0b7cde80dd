"""How many pages a document may have depends on the window of the model."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from workbench import library


def read(model: str, pages: int) -> Any:
    data = base64.b64encode(b"%PDF-1.4 " + b"/Type /Page " * pages).decode()
    source = {"type": "base64", "media_type": "application/pdf", "data": data}
    content = [{"type": "document", "source": source}, {"type": "text", "text": "Read."}]
    return {"model": model, "max_tokens": 9, "messages": [{"role": "user", "content": content}]}


@pytest.mark.parametrize(
    ("model", "pages", "severities"),
    [
        ("claude-haiku-4-5", 100, []),
        ("claude-haiku-4-5", 101, ["error"]),
        ("claude-opus-4-6", 600, []),
        ("claude-opus-4-6", 601, ["error"]),
        ("some-other-model", 101, ["warning"]),
        ("some-other-model", 601, ["error"]),
    ],
)
def test_a_document_has_too_many_pages_only_for_small_windows(model: str, pages: int, severities: list[str]) -> None:
    found = library.check(read(model, pages), "anthropic").findings
    assert [finding.severity for finding in found if finding.rule == "pdf-too-many-pages"] == severities
