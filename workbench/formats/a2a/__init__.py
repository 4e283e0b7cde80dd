"""A2A messages in their three dialects, as the `a2a-sdk` package 1.3 and its older releases write them.

`0.2.1a1` marks a part by `type`, `0.3` by `kind`, `1.0` by which of text, raw, url and data it has; 1.0 also says
ROLE_USER and ROLE_AGENT. The protocol has no tool calls: they travel in data parts, under the keys of spec 002
(`tool_calls`, `tool_results`) or ADK's way (google-adk 1.x: one call or response per part, named by the part's
metadata). An artifact of a task has parts and no role; it is what the agent made, so it is read as the assistant's.
"""

from __future__ import annotations

from workbench.formats.a2a.dialects import in_dialect
from workbench.formats.a2a.events import read
from workbench.formats.a2a.recognition import dialect, recognise
from workbench.formats.a2a.writing import answer, envelope, messages_of_response, place_of_answer, response_from, say
from workbench.formats.contract import Format, Role, model_in
from workbench.formats.traits import Traits
from workbench.formats.wire import ResponseShape


class _MessageFormat(Format):
    """What has parts and no role is an artifact, which the agent made."""

    def role_of(self, message: object) -> Role:
        if isinstance(message, dict) and "role" not in message and "parts" in message:
            return "assistant"
        return super().role_of(message)


FORMAT = _MessageFormat(
    name="a2a",
    title="A2A",
    recognise=recognise,
    read=read,
    roles={"user": "user", "ROLE_USER": "user", "agent": "assistant", "ROLE_AGENT": "assistant"},
    model=model_in("workbench.formats.a2a.schema"),
    say=say,
    own_target="a2a-sdk@1",
    dialect=dialect,
    in_dialect=in_dialect,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    traits=Traits(parts_key="parts"),
    response=ResponseShape(place_of_answer),
)
