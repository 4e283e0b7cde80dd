"""What the embedded model says, always the same to the same request: the recorded continuation if there is one, else a
tool call when tools are offered and nothing was called yet, else a short text that says it is a rehearsal."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.formats.contract import Tool
from workbench.formats.wire import Answer, GeneratedCall
from workbench.json.text import Json, compact
from workbench.rehearsal.arguments import arguments_for
from workbench.rehearsal.recordings import Recordings, key_of
from workbench.targets import Target


def answer_to(wire: str, body: dict[str, Json], target: Target, recordings: Recordings) -> Answer:
    listed = body[FORMATS[wire].list_key]
    messages = listed if isinstance(listed, list) else [listed]
    identity = key_of(wire, messages).hex()[:24]
    tokens = len(compact(messages)) // 4
    if (recorded := recordings.find(wire, messages)) is not None:
        return Answer(identity, recorded, input_tokens=tokens)
    chosen = _chosen_tools(wire, body, messages)
    if chosen:
        calls = tuple(
            GeneratedCall(_id(wire, identity, number, target), tool.name, arguments_for(tool.parameters))
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


def _id(wire: str, identity: str, number: int, target: Target) -> str:
    """As the API writes it, or in exactly as many letters and digits as the target asks for."""
    if (length := target.limits.id_length) is not None:
        return f"{identity[: length - 1]}{number % 10}"
    form = FORMATS[wire].wire
    return f"{form.call_prefix if form else ''}{identity}{number}"


def _words(wire: str, messages: list[Json], target: Target) -> str:
    role = FORMATS[wire].role_of(messages[-1]) if messages else "nobody"
    count = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    return (
        f"This is a rehearsal: no model was asked. {target.title} would accept this history of {count}, "
        f"the last of them from the {role}."
    )
