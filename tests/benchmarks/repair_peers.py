"""What happens to a real tool result whose id has another prefix than its call, in other tools and here.

Not part of the test run. The other tools live in an environment of their own:

    python -m venv /tmp/peers && /tmp/peers/bin/pip install litellm pydantic-ai-slim llm-rosetta
    WORKBENCH_PEERS_PYTHON=peers/bin/python python -m tests.benchmarks.repair_peers

Every tool gets the same twenty-one histories, as OpenAI Chat messages: what the other tools read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

from tests.prefixes import HISTORIES
from workbench.conversation import Conversation
from workbench.converters import route
from workbench.detection import detected
from workbench.repairs.repair import repair

PEERS = {
    "LiteLLM to Anthropic": """
import litellm
from litellm.litellm_core_utils.prompt_templates.factory import anthropic_messages_pt
litellm.modify_params = True
def run(messages):
    return anthropic_messages_pt(messages=messages, model="claude-sonnet-4-5", llm_provider="anthropic")
""",
    "pydantic-ai": """
from pydantic_ai.messages import (
    ModelMessagesTypeAdapter, ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart,
    repair_messages,
)
def call(made):
    function = made["function"]
    return ToolCallPart(tool_name=function["name"], args=function["arguments"], tool_call_id=made["id"])
def run(messages):
    history = []
    for message in messages:
        if message["role"] == "user":
            history.append(ModelRequest(parts=[UserPromptPart(content=message["content"])]))
        elif message["role"] == "assistant":
            parts = [call(made) for made in message.get("tool_calls") or []]
            history.append(ModelResponse(parts=parts or [TextPart(content=message["content"])]))
        else:
            part = ToolReturnPart(tool_name="look", content=message["content"], tool_call_id=message["tool_call_id"])
            history.append(ModelRequest(parts=[part]))
    return ModelMessagesTypeAdapter.dump_python(repair_messages(history), mode="json")
""",
    "llm-rosetta": """
from llm_rosetta import OpenAIChatConverter, AnthropicConverter
def run(messages):
    body = {"model": "m", "messages": messages}
    ir = OpenAIChatConverter().request_from_provider(body)
    out = AnthropicConverter().request_to_provider(ir)
    return out[0] if isinstance(out, tuple) else out
""",
}
"""Name → a program that defines `run(messages)`, in the peers' own environment."""

_LOOP = """
import json, sys, logging
logging.disable(logging.CRITICAL)
answers = []
for messages in json.load(sys.stdin):
    try:
        answers.append({"text": json.dumps(run(messages), default=str)})
    except Exception as error:
        answers.append({"error": f"{type(error).__name__}: {error}"[:200]})
print("\\n" + json.dumps(answers))
"""


class Row(NamedTuple):
    tool: str
    kept: int
    lost: int
    lost_results: int
    failed: int


def chats() -> list[list[Any]]:
    """Each history as OpenAI Chat messages, with the ids as they are."""
    return [_as_chat(history.format, history.messages) for history in HISTORIES]


def _as_chat(format_name: str, messages: list[Any]) -> list[Any]:
    for edge in route(format_name, "openai-chat"):
        messages = [row.message for row in edge.convert(messages, {}) if row.slot == "messages"]
    return messages


def row(tool: str, answers: list[Any]) -> Row:
    pairs = list(zip(HISTORIES, answers, strict=True))
    lost = [[o for o in history.outputs if o not in answer["text"]] for history, answer in pairs if "text" in answer]
    failed = sum("error" in answer for answer in answers)
    return Row(tool, sum(not gone for gone in lost), sum(bool(gone) for gone in lost), sum(map(len, lost)), failed)


def peer(tool: str, python: str, histories: list[list[Any]]) -> Row | str:
    done = subprocess.run(
        [python, "-c", PEERS[tool] + _LOOP], input=json.dumps(histories), capture_output=True, text=True, check=False
    )
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    return row(tool, json.loads(done.stdout.strip().splitlines()[-1]))


def ours(histories: list[list[Any]]) -> Row:
    answers = []
    for messages in histories:
        conversation = detected(Conversation("peer", messages, messages), format="openai-chat")
        answers.append({"text": json.dumps(repair(conversation, "openai", mind_others=False).conversation.payload)})
    return row("this workbench", answers)


def main() -> None:
    histories = chats()
    print(f"{'tool':22} {'kept all':>8} {'lost some':>9} {'results lost':>12} {'raised':>6}")
    rows: list[Row | str] = [ours(histories)]
    if python := os.environ.get("WORKBENCH_PEERS_PYTHON"):
        rows += [peer(tool, python, histories) for tool in PEERS]
    else:
        print("set WORKBENCH_PEERS_PYTHON to compare with other tools", file=sys.stderr)
    for found in rows:
        if isinstance(found, str):
            print(found)
        else:
            print(f"{found.tool:22} {found.kept:8} {found.lost:9} {found.lost_results:12} {found.failed:6}")


if __name__ == "__main__":
    main()
