"""One strategy of whole histories per format: property tests run over all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies import icontent, openai_chat
from workbench.jsontext import Json

HISTORIES: dict[str, st.SearchStrategy[list[Json]]] = {
    "icontent": icontent.history,
    "openai-chat": openai_chat.history,
}
