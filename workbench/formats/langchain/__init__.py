"""LangChain messages as `langchain-core` 1.7 stores them: `model_dump`, LangGraph's API, LangSmith and LangChain.js.

The kind of a message is its `type`, calls are in a list of their own with their arguments as an object, and a result is
a message of its own. The source unwraps what `dumps` and `messages_to_dict` put around the same fields.
No requests are sent in it: integrations convert it to the format of their provider.
"""

from __future__ import annotations

from workbench.formats.contract import Format, model_in
from workbench.formats.langchain.events import read
from workbench.formats.langchain.naming import named_model, with_model
from workbench.formats.langchain.recognition import ROLES, are_certain, recognise
from workbench.formats.langchain.writing import answer, say
from workbench.formats.traits import Traits

FORMAT = Format(
    name="langchain",
    title="LangChain messages",
    recognise=recognise,
    are_certain=are_certain,
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
