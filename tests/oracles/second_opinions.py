"""The conversions of LiteLLM and LangChain, and of Google's ADK for parts, compared with those of the workbench.

They are second opinions, no oracles: where one differs, the reason is in `REASONS`, and nothing else differs. They need
other versions of packages than the workbench, so they live in an environment of their own, whose Python
`WORKBENCH_SECOND_OPINIONS` names.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from tests.features import FEATURES, PLAIN
from workbench.converters import converted_messages
from workbench.json.text import parse_or_none

WIRES = {
    "litellm_anthropic": "anthropic",
    "litellm_bedrock": "bedrock-converse",
    "litellm_gemini": "gemini",
    "langchain_anthropic": "anthropic",
    "langchain_openai": "openai-chat",
}
"""Who is asked → the format that it writes."""


class Opinion(NamedTuple):
    feature: str
    theirs: Any
    """In plain form; a sentence where it refuses."""
    ours: Any


def environment() -> str | None:
    return os.environ.get("WORKBENCH_SECOND_OPINIONS")


def asked(who: str, histories: list[Any]) -> list[Any]:
    worker = Path(__file__).with_name("second_opinions_worker.py")
    lines = "".join(json.dumps({"ask": who, "messages": history}) + "\n" for history in histories)
    command = [environment() or "python", str(worker)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=300)
    return [json.loads(line) for line in done.stdout.splitlines()]


def opinions(who: str) -> list[Opinion]:
    """One for each feature of Chat Completions."""
    histories = {"plain": PLAIN["openai-chat"]}
    histories |= {feature.name: feature.messages for feature in FEATURES if feature.format == "openai-chat"}
    rows = []
    for (name, messages), answer in zip(histories.items(), asked(who, list(histories.values())), strict=True):
        ours = plain(converted_messages(messages, "openai-chat", WIRES[who]))
        rows.append(Opinion(name, answer.get("refused") or plain(answer["made"]), ours))
    return rows


def plain(value: Any, key: str = "") -> Any:
    """Without what is only another spelling: snake case, a string for one text, blanks in JSON, fields that are null.

    LiteLLM sends Gemini no ids and has another key for the text of a result; LangChain says of a result that it is no
    error.
    """
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        members = {_camel(name): plain(item, name) for name, item in value.items() if item is not None}
        if key in ("functionCall", "function_call", "functionResponse", "function_response"):
            members.pop("id", None)
            members = {name: _unwrapped(item) if name == "response" else item for name, item in members.items()}
        if members.get("isError") is False:
            del members["isError"]
        if isinstance(members.get("content"), str) and "role" in members:
            members["content"] = [{"type": "text", "text": members["content"]}]
        return members
    return parse_or_none(value) if key == "arguments" and isinstance(value, str) else value


def _unwrapped(response: Any) -> Any:
    """The only value of a response, under whichever key it is."""
    return next(iter(response.values())) if isinstance(response, dict) and len(response) == 1 else response


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
