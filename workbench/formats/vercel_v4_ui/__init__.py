"""UI messages of the Vercel AI SDK 4: what `useChat` stores (`UIMessage` of `@ai-sdk/ui-utils` 1.2, `ai` 4.3.19).

A call and its result are one `toolInvocation`, in `parts` or, before 4.2, in `toolInvocations`. If a message has both,
they repeat each other and only `parts` is read, as in the SDK. Tool messages and lists of parts under `content` are
Core messages in a mixed history and are read as such.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.traits import Traits
from workbench.formats.vercel_request import read_tools, write_system
from workbench.formats.vercel_v4_core.writing import write_tools
from workbench.formats.vercel_v4_ui.events import read
from workbench.formats.vercel_v4_ui.recognition import recognise
from workbench.formats.vercel_v4_ui.writing import complete

FORMAT = Format(
    name="vercel-v4-ui",
    title="Vercel AI SDK 4 UIMessage",
    recognise=recognise,
    read=read,
    roles={"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model_in("workbench.formats.vercel_v4_ui.schema"),
    complete=complete,
    own_target="ai@4",
    sent_by="ai@4",
    read_tools=read_tools,
    write_tools=write_tools,
    write_system=write_system,
    # No `answer`: a result is not a block of its own here, it is part of its call.
    traits=Traits(parts_key="parts", waiting_state="call"),
)
