"""CoreMessage of the Vercel AI SDK 4 (`coreMessageSchema` of `ai` 4.3.19).

A tool message contains its results as `tool-result` parts. Stored histories also contain two kinds of results that are
not valid CoreMessages: the flat OpenAI tool message, and stringified content. Both are read as results.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.vercel_request import read_tools, write_system
from workbench.formats.vercel_v4_core.events import read
from workbench.formats.vercel_v4_core.recognition import body_evidence, recognise
from workbench.formats.vercel_v4_core.writing import (
    answer,
    envelope,
    messages_of_response,
    response_from,
    say,
    write_tools,
)

FORMAT = Format(
    name="vercel-v4-core",
    title="Vercel AI SDK 4 CoreMessage",
    recognise=recognise,
    read=read,
    roles={"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model_in("workbench.formats.vercel_v4_core.schema"),
    say=say,
    own_target="ai@4",
    sent_by="ai@4",
    body_evidence=body_evidence,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
)
