"""UI messages of the Vercel AI SDK 5, 6 and 7 (`uiMessagesSchema` of `ai` 5.0.277, 6.0.326 and 7.0.169).

A call and its result are one part, `tool-<name>` or `dynamic-tool`, whose `state` shows its progress. 6 added the
approval states; 7 added custom, reasoning-file and steering-message parts.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.traits import Traits
from workbench.formats.vercel_request import read_tools, write_system
from workbench.formats.vercel_v5_model.writing import write_tools
from workbench.formats.vercel_v5_ui.events import read
from workbench.formats.vercel_v5_ui.recognition import body_evidence, dialect, recognise
from workbench.formats.vercel_v5_ui.writing import complete

FORMAT = Format(
    name="vercel-v5-ui",
    title="Vercel AI SDK 5 to 7 UIMessage",
    recognise=recognise,
    read=read,
    roles={"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model_in("workbench.formats.vercel_v5_ui.schema"),
    complete=complete,
    own_target="openai",
    body_evidence=body_evidence,
    dialect=dialect,
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
    # No `answer`: a result is not a block of its own here, it is part of its call.
    traits=Traits(parts_key="parts", waiting_state="input-available"),
)
