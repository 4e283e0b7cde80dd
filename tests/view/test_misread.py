"""What is said of a text that is no conversation."""

from __future__ import annotations

import pytest

from workbench.view.misread import error_meant


def test_a_providers_error_is_explained() -> None:
    told = error_meant(
        '{"error": {"message": "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: x"}}'
    )
    assert "tool-result-orphan" in told
    assert "'x'" in told


@pytest.mark.parametrize("text", ["", "User: hello", '{"a": 1}', "<html>Error 500</html>", "x" * 100_000])
def test_any_other_text_is_not_taken_for_an_error(text: str) -> None:
    assert error_meant(text) == ""
