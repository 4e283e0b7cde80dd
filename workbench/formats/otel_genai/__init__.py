"""OpenTelemetry's GenAI messages (semantic conventions 1.37 and later): a role and parts whose text is in `content`.

Instrumentations record them in the attributes of a span; no requests are sent in this format. A result may have any
role: pydantic-ai gives it the user's, and calls a thought `thinking`. A text or a thought is in `content`, where the AI
SDK has `text`.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.otel_genai.events import read
from workbench.formats.otel_genai.recognition import are_certain, recognise
from workbench.formats.otel_genai.writing import answer, envelope, say
from workbench.formats.traits import Traits

FORMAT = Format(
    name="otel-genai",
    title="OpenTelemetry GenAI messages",
    recognise=recognise,
    are_certain=are_certain,
    read=read,
    roles={"system": "system", "developer": "system", "user": "user", "assistant": "assistant", "tool": "tool"},
    model=model_in("workbench.formats.otel_genai.schema"),
    own_target="openai",
    answer=answer,
    envelope=envelope,
    say=say,
    traits=Traits(parts_key="parts", arguments_may_be_text=True, is_framework=True),
)
