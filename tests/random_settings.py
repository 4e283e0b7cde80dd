"""Random settings of a request: known names, and tools in the format of a provider, with arbitrary values."""

from __future__ import annotations

import random
from typing import Any

from tests.random_documents import document

KEYS = (
    *("tools", "tool_choice", "toolConfig", "tool_config", "thinking", "generationConfig", "inferenceConfig", "stop"),
    *("response_format", "text", "output_config", "outputConfig", "stream_options", "temperature", "max_tokens"),
    *("model", "modelId", "system", "reasoning", "additionalModelRequestFields", "stop_sequences", "top_logprobs"),
)
SCHEMA_KEYS = ("type", "properties", "items", "anyOf", "enum", "required", "additionalProperties", "$ref", "minItems")


def tool(chance: random.Random) -> Any:
    """A tool in the shape of some provider, with anything where its name and schema belong."""
    schema = {key: document(chance, 2) for key in chance.sample(SCHEMA_KEYS, 3)}
    fields: Any = {"name": document(chance, 1), "strict": chance.choice([True, False, None])}
    return chance.choice(
        [
            {"type": "function", "function": {**fields, "parameters": schema}},
            {"type": "function", **fields, "parameters": schema},
            {**fields, "input_schema": schema},
            {"toolSpec": {**fields, "inputSchema": {"json": schema}}},
            {"functionDeclarations": [{**fields, "parameters": schema}]},
            document(chance, 3),
        ]
    )


def random_settings(chance: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {key: document(chance, 3) for key in chance.sample(KEYS, 5)}
    tools = [tool(chance) for _ in range(chance.randrange(3))]
    return found | chance.choice([{"tools": tools}, {"toolConfig": {"tools": tools}}, {}])
