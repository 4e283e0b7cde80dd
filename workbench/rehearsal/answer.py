"""Choose the embedded model's answer, which is always the same for the same request.

It is the recorded continuation if there is one; otherwise a tool call, if tools are offered and the request does not
end with a result; otherwise a short text that identifies the rehearsal.
"""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.formats.contract import Tool
from workbench.formats.wire import Answer, GeneratedCall
from workbench.json.text import Json, compact
from workbench.rehearsal.arguments import arguments_for
from workbench.rehearsal.recordings import Recordings, key_of
from workbench.targets import Target


def answer_to(wire: str, body: dict[str, Json], target: Target, recordings: Recordings) -> Answer:
    history = body[FORMATS[wire].list_key]
    messages = history if isinstance(history, list) else [history]
    identity = key_of(wire, messages).hex()[:24]
    tokens = len(compact(messages)) // 4
    if (recorded := recordings.find(wire, messages)) is not None:
        return Answer(identity, recorded, input_tokens=tokens)
    tools = _tools_to_call(wire, body, messages)
    if tools:
        calls = tuple(
            GeneratedCall(_call_id(wire, identity, number, target), tool.name, arguments_for(tool.parameters))
            for number, tool in enumerate(tools)
        )
        return Answer(identity, None, calls, input_tokens=tokens)
    return Answer(identity, None, (), _text(wire, messages, target), tokens)


def _tools_to_call(wire: str, body: dict[str, Json], messages: list[Json]) -> list[Tool]:
    """Return the first tool, the first two if the request allows parallel calls, or the tool that the request names."""
    tools = [tool for tool in FORMATS[wire].read_tools(body) if tool.name]
    choice = body.get("tool_choice")
    if choice == "none" or not tools:
        return []
    if isinstance(choice, dict):
        function = choice.get("function")
        name = function.get("name") if isinstance(function, dict) else choice.get("name")
        return [tool for tool in tools if tool.name == name][:1]
    if choice != "required" and _ends_with_result(wire, messages):
        return []
    return tools[:2] if body.get("parallel_tool_calls") is True else tools[:1]


def _ends_with_result(wire: str, messages: list[Json]) -> bool:
    return bool(messages) and any(event.kind == "result" for event in FORMATS[wire].read(messages[-1], 0))


def _call_id(wire: str, identity: str, number: int, target: Target) -> str:
    """Return an id in the style of the API, or of exactly the length that the target requires."""
    if (length := target.limits.id_length) is not None:
        return f"{identity[: length - 1]}{number % 10}"
    form = FORMATS[wire].wire
    return f"{form.call_prefix if form else ''}{identity}{number}"


def _text(wire: str, messages: list[Json], target: Target) -> str:
    role = FORMATS[wire].role_of(messages[-1]) if messages else "nobody"
    count = f"{len(messages)} message{'' if len(messages) == 1 else 's'}"
    return (
        f"This is a rehearsal: no model was called. {target.title} would accept this history of {count}, "
        f"the last of them from the {role}."
    )
