"""Find the kind of a part. It is the one payload key that is set, in camelCase or snake_case."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.json.text import Json

_SNAKE = {
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "inlineData": "inline_data",
    "fileData": "file_data",
    "executableCode": "executable_code",
    "codeExecutionResult": "code_execution_result",
    "toolCall": "tool_call",
    "toolResponse": "tool_response",
}
PAYLOADS = {"text": "text"} | {key: key for key in _SNAKE} | {snake: key for key, snake in _SNAKE.items()}
"""The payload key of a part, as written → in camelCase."""


def payload_key(part: Mapping[str, Json]) -> str | None:
    """Return the key that names the part's kind. Keys with null are skipped, because dumps of the SDK have them all."""
    for key, value in part.items():
        if value is not None and key in PAYLOADS:
            return key
    return None
