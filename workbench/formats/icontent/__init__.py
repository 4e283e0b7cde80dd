"""IContent, the internal history format: spec 000's shape, and the one that llxprt-code stores (f80a695f3).

The spec's blocks are text, image, tool_call and tool_response with a `status`. The stored shape has no image block and
no `system` speaker, and adds media, thinking and code blocks, `toolName` and `isComplete`. Both are read here.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.icontent.events import read
from workbench.formats.icontent.recognition import dialect, recognise
from workbench.formats.icontent.writing import answer, envelope, is_report, read_tools, say, write_tools
from workbench.formats.traits import Traits

FORMAT = Format(
    name="icontent",
    title="IContent",
    recognise=recognise,
    read=read,
    roles={"human": "user", "ai": "assistant", "tool": "tool", "system": "system"},
    role_key="speaker",
    model=model_in("workbench.formats.icontent.schema"),
    say=say,
    own_target="openai",
    list_key="contents",
    dialect=dialect,
    answer=answer,
    envelope=envelope,
    read_tools=read_tools,
    write_tools=write_tools,
    pipeline=("vercel-v4-core",),  # spec 000: an IContent history reaches the wire through the AI SDK
    traits=Traits(parts_key="blocks", images_are_urls=True, results_stand_alone=True),
    is_report=is_report,
)
