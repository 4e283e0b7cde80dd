"""A2A messages in their three dialects, as the `a2a-sdk` package 1.3 and its older releases write them.

The kind of a part is its `type` in `0.2.1a1`, its `kind` in `0.3`, and in `1.0` the key it has: text, raw, url or data.
1.0 also writes ROLE_USER and ROLE_AGENT. The protocol has no tool calls. They travel in data parts, either under the
keys of spec 002 (`tool_calls`, `tool_results`) or as google-adk 1.x writes them: one call or response per part, marked
in the part's metadata. An artifact of a task has parts and no role; the agent made it, so it counts as the assistant's.
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
    """Treats an object with parts and no role as an artifact, which the agent made."""

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
