"""Gemini `contents`, as the `google-genai` package 3.1.0 types them (`Content`, `Part`).

A part has no discriminator: the one payload key that is set is its kind. The API accepts both camelCase and
snake_case, so both are read here. Calls and responses may lack ids; then they pair by name and order.
"""

from __future__ import annotations

from workbench.formats.contract import Format, Role
from workbench.formats.gemini.events import read
from workbench.formats.gemini.recognition import body_evidence, recognise
from workbench.formats.gemini.schema import model, part_kinds, request_schema
from workbench.formats.gemini.stream import assembled
from workbench.formats.gemini.wire import RESPONSE, WIRE
from workbench.formats.gemini.writing import (
    answer,
    envelope,
    messages_of_response,
    read_system,
    read_tools,
    response_from,
    say,
    write_system,
    write_tools,
)
from workbench.formats.tool_definitions import declarations_in
from workbench.formats.traits import Traits


class _ContentFormat(Format):
    """Treats a content without a role as the user's, as the API does."""

    def role_of(self, message: object) -> Role:
        if isinstance(message, dict) and message.get("role") is None and "parts" in message:
            return "user"
        return super().role_of(message)


FORMAT = _ContentFormat(
    name="gemini",
    title="Gemini",
    recognise=recognise,
    read=read,
    roles={"user": "user", "model": "assistant", "function": "tool"},
    model=model,
    schema=request_schema,
    say=say,
    own_target="gemini",
    list_key="contents",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    tool_definitions=declarations_in(
        "functionDeclarations",
        "function_declarations",
        schemas=("parameters", "parametersJsonSchema", "parameters_json_schema"),
    ),
    write_tools=write_tools,
    write_system=write_system,
    traits=Traits(
        parts_key="parts",
        ids_are_optional=True,
        kinds_by_key=part_kinds(),
        sent_keys=frozenset({"role", "parts"}),
    ),
    wire=WIRE,
    response=RESPONSE,
    read_system=read_system,
    assembled=assembled,
)
