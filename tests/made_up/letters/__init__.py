"""Letters: who writes is under `from`, what is written under `lines`, and the arguments of a call are a text.

A line says its kind by its only key: `say` a text, `ask` a call, `reply` a result.
"""

from __future__ import annotations

from tests.made_up.letters.events import read
from tests.made_up.letters.recognition import recognise
from tests.made_up.letters.schema import model
from tests.made_up.letters.wire import RESPONSE, WIRE
from tests.made_up.letters.writing import (
    answer,
    envelope,
    messages_of_response,
    read_tools,
    response_from,
    say,
    write_tools,
)
from workbench.formats.contract import Format
from workbench.formats.traits import Traits

FORMAT = Format(
    name="letters",
    title="Letters",
    recognise=recognise,
    read=read,
    roles={"reader": "user", "writer": "assistant", "toolbox": "tool"},
    role_key="from",
    list_key="letters",
    model=model,
    own_target="post-office",
    say=say,
    answer=answer,
    envelope=envelope,
    response_from=response_from,
    messages_of_response=messages_of_response,
    read_tools=read_tools,
    write_tools=write_tools,
    traits=Traits(parts_key="lines", arguments_are_text=True),
    wire=WIRE,
    response=RESPONSE,
)
