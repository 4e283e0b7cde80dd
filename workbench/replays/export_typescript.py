"""Export a replay as TypeScript for the AI SDK (5 and later)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.converters import NoRouteError, route
from workbench.formats import FORMATS, SDK_MESSAGES
from workbench.json.text import Json, compact
from workbench.outputs.as_json import indented
from workbench.replays.export_snippets import base_url, key_variable, startup_comment
from workbench.replays.record import ReplayRecord
from workbench.replays.wire_format import wire_of


def as_typescript(record: ReplayRecord) -> str:
    """Return code with the history converted to the SDK's messages. Values that those cannot express are lost."""
    request: Any = record.request
    client = wire_of(FORMATS[record.wire]).client
    model = client.typescript if client else "chat"
    settings = "".join(f"  {name}: {compact(value)},\n" for name, value in _sdk_settings(request).items())
    tools = _sdk_tools(record)
    call = "streamText" if record.stream else "generateText"
    names = ", ".join([call, *(["jsonSchema", "tool"] if tools else []), "type ModelMessage"])
    printing = "console.log((await result).text, (await result).toolCalls);"
    if record.stream:
        loop = "for await (const piece of result.textStream) process.stdout.write(piece);"
        printing = f"{loop}\nconsole.log(await result.toolCalls);"
    return f"""{startup_comment("// ", record)}import {{ createOpenAI }} from "@ai-sdk/openai";
import {{ {names} }} from "ai";

const messages: ModelMessage[] = {indented(_sdk_messages(record))};

const openai = createOpenAI({{ baseURL: {compact(base_url(record))}, apiKey: process.env.{key_variable(record)} }});
const result = {call}({{
  model: openai.{model}({compact(request.get("model"))}),
  messages,
{settings}{tools}}});
{printing}
"""


def _sdk_messages(record: ReplayRecord) -> list[Json]:
    messages: list[Json] = record.request[FORMATS[record.wire].list_key]
    settings: Mapping[str, Json] = record.request
    try:
        for edge in route(record.wire, SDK_MESSAGES):
            messages = [row.message for row in edge.convert(messages, settings)]
            settings = {}
    except NoRouteError:
        return []
    return messages


def _sdk_settings(request: dict[str, Json]) -> dict[str, Json]:
    names = {"temperature": "temperature", "max_tokens": "maxOutputTokens", "max_completion_tokens": "maxOutputTokens"}
    return {names[key]: request[key] for key in names if key in request}


def _sdk_tools(record: ReplayRecord) -> str:
    tools = FORMATS[record.wire].read_tools(record.request)
    lines = [
        f"    {compact(tool.name)}: tool({{ description: {compact(tool.description)}, "
        f"inputSchema: jsonSchema({compact(tool.parameters)}) }}),\n"
        for tool in tools
    ]
    return f"  tools: {{\n{''.join(lines)}  }},\n" if lines else ""
