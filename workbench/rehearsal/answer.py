"""What the embedded model says, always the same to the same request: the recorded continuation if there is one, else a
tool call when tools are offered and nothing was called yet, else a short text that says it is a rehearsal."""

from __future__ import annotations

from typing import NamedTuple

from workbench.formats import FORMATS
from workbench.formats.contract import Tool
from workbench.json.text import Json, compact
from workbench.rehearsal.arguments import arguments_for
from workbench.rehearsal.recordings import Recordings, key_of
from workbench.targets import Target


class ToolCall(NamedTuple):
    id: str
    name: str
    arguments: dict[str, Json]


class Answer(NamedTuple):
    """Either messages of the wire as they were recorded, or something to say in the wire's own way."""

    identity: str
    """Names the response; the same request has the same."""
    recorded: list[Json] | None = None
    calls: tuple[ToolCall, ...] = ()
    text: str = ""
    input_tokens: int = 0

    @property
    def origin(self) -> str:
        return "recorded" if self.recorded is not None else "generated"


def answer_to(wire: str, body: dict[str, Json], target: Target, recordings: Recordings) -> Answer:
    said = body[FORMATS[wire].list_key]
    messages = said if isinstance(said, list) else [said]
    identity = key_of(wire, messages).hex()[:24]
    tokens = len(compact(messages)) // 4
    if (recorded := recordings.find(wire, messages)) is not None:
        return Answer(identity, recorded, input_tokens=tokens)
    chosen = _chosen_tools(wire, body, messages)
    if chosen:
        calls = tuple(
            ToolCall(_id(identity, number, target), tool.name, arguments_for(tool.parameters))
            for number, tool in enumerate(chosen)
        )
        return Answer(identity, None, calls, input_tokens=tokens)
    return Answer(identity, None, (), _words(wire, messages, target), tokens)


def _chosen_tools(wire: str, body: dict[str, Json], messages: list[Json]) -> list[Tool]:
    """The first tool, two of them if the request asks for parallel calls, or the one that it names."""
    tools = [tool for tool in FORMATS[wire].read_tools(body) if tool.name]
    choice = body.get("tool_choice")
    if choice == "none" or not tools:
        return []
    if isinstance(choice, dict):
        inner = choice.get("function")
        named = inner.get("name") if isinstance(inner, dict) else choice.get("name")
        return [tool for tool in tools if tool.name == named][:1]
    if choice != "required" and _ends_with_result(wire, messages):
        return []
    return tools[:2] if body.get("parallel_tool_calls") is True else tools[:1]


def _ends_with_result(wire: str, messages: list[Json]) -> bool:
    return bool(messages) and any(event.kind == "result" for event in FORMATS[wire].read(messages[-1], 0))


def _id(identity: str, number: int, target: Target) -> str:
    """As OpenAI writes it, or in the nine letters and digits that Mistral's rule asks for."""
    if "tool-id-format-mistral" in target.rules:
        return f"{identity[:8]}{number % 10}"
    return f"call_{identity}{number}"


def _words(wire: str, messages: list[Json], target: Target) -> str:
    role = FORMATS[wire].role_of(messages[-1]) if messages else "nobody"
    count = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    return (
        f"This is a rehearsal: no model was asked. {target.title} would take this history of {count}, "
        f"the last of them from the {role}."
    )
