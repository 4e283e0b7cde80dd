"""ModelMessage of the Vercel AI SDK 5, 6 and 7 (`modelMessageSchema` of `ai` 5.0.277, 6.0.326 and 7.0.169).

One format with three dialects: 6 added approvals, denied executions and files inside results; 7 added custom and
reasoning-file parts and typed file data, and no longer accepts 5's `media` inside results.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.traits import Traits
from workbench.formats.vercel_request import read_tools, write_system
from workbench.formats.vercel_v4_core.writing import envelope, messages_of_response, response_from, say
from workbench.formats.vercel_v5_model.dialects import dialect
from workbench.formats.vercel_v5_model.events import read
from workbench.formats.vercel_v5_model.recognition import body_evidence, recognise
from workbench.formats.vercel_v5_model.writing import answer, write_tools

FORMAT = Format(
    name="vercel-v5-model",
    title="Vercel AI SDK 5 to 7 ModelMessage",
    recognise=recognise,
    read=read,
    roles={"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model_in("workbench.formats.vercel_v5_model.schema"),
    say=say,
    own_target="ai@6",
    body_evidence=body_evidence,
    dialect=dialect,
    answer=answer,
    envelope=envelope,
    traits=Traits(variants={"error-text": "text", "error-json": "json"}),
    # The result of `generateText` has the same keys in every generation; only the parts inside differ.
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
)
