"""LangChain messages as `langchain-core` 1.7 keeps them: `model_dump`, LangGraph's API, LangSmith and LangChain.js.

The kind of a message is its `type`, calls hang beside the content with their arguments as an object, and a result is a
message of its own. What `dumps` and `messages_to_dict` wrap around the same fields, the source takes off.
No model is asked in it: integrations turn it into what their provider speaks.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.langchain.events import read
from workbench.formats.langchain.naming import named_model, with_model
from workbench.formats.langchain.recognition import ROLES, recognise
from workbench.formats.langchain.writing import answer, say
from workbench.formats.traits import Traits

FORMAT = Format(
    name="langchain",
    title="LangChain messages",
    recognise=recognise,
    read=read,
    roles=ROLES,
    role_key="type",
    model=model_in("workbench.formats.langchain.schema"),
    own_target="openai",
    named_model=named_model,
    with_model=with_model,
    answer=answer,
    say=say,
    traits=Traits(images_are_urls=True, calls_beside_content=True, is_framework=True),
)
