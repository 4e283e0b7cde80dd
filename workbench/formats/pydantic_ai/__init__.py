"""pydantic-ai's `ModelMessage` (version 2.66): requests and responses that consist of parts with a `part_kind`.

Results, prompts and system texts are parts of a request, calls and thoughts parts of a response. `instructions` are the
system text of one run; the next run writes its own. No requests are sent in this format.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.pydantic_ai.events import read
from workbench.formats.pydantic_ai.naming import named_model, with_model
from workbench.formats.pydantic_ai.recognition import are_certain, recognise
from workbench.formats.pydantic_ai.writing import answer, envelope, say
from workbench.formats.traits import Traits

FORMAT = Format(
    name="pydantic-ai",
    title="pydantic-ai messages",
    recognise=recognise,
    are_certain=are_certain,
    read=read,
    roles={"request": "user", "response": "assistant"},
    role_key="kind",
    model=model_in("workbench.formats.pydantic_ai.schema"),
    own_target="openai",
    named_model=named_model,
    with_model=with_model,
    answer=answer,
    envelope=envelope,
    say=say,
    traits=Traits(parts_key="parts", arguments_may_be_text=True, results_lead_user_turns=True, is_framework=True),
)
