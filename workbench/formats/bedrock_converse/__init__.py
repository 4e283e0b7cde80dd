"""Amazon Bedrock Converse messages, as the service model of botocore 1.44.0 defines them (`ContentBlock`).

The only key of a block is its kind (`{"text": …}`, `{"toolUse": …}`); there is no `type`. In JSON, bytes are base64
text. A `type` in a `toolUse` marks a tool that the service runs itself; its result is also in the assistant turn.
"""

from __future__ import annotations

from typing import get_type_hints

from workbench.formats.bedrock_converse.events import read
from workbench.formats.bedrock_converse.recognition import body_evidence, recognise
from workbench.formats.bedrock_converse.schema import ContentBlock, model, request_schema
from workbench.formats.bedrock_converse.stream import assembled
from workbench.formats.bedrock_converse.wire import RESPONSE, WIRE
from workbench.formats.bedrock_converse.writing import (
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
from workbench.formats.contract import Format
from workbench.formats.tool_definitions import definitions_in
from workbench.formats.traits import Traits

FORMAT = Format(
    name="bedrock-converse",
    title="Bedrock Converse",
    recognise=recognise,
    read=read,
    roles={"user": "user", "assistant": "assistant", "system": "system"},
    model=model,
    schema=request_schema,
    say=say,
    own_target="bedrock",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    tool_definitions=definitions_in(
        "toolConfig", "tools", holder="toolSpec", schema=("inputSchema", "json"), is_own=lambda tool: True
    ),
    write_tools=write_tools,
    write_system=write_system,
    traits=Traits(
        results_lead_user_turns=True,
        kinds_by_key=frozenset(get_type_hints(ContentBlock)),
        sent_keys=frozenset({"role", "content"}),
    ),
    wire=WIRE,
    response=RESPONSE,
    read_system=read_system,
    assembled=assembled,
)
