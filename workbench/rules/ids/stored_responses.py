"""Requests that continue what only the provider's server has: an earlier response, or a stored conversation."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.json.description import quoted
from workbench.rules.contract import Violation, rule
from workbench.rules.request.definitions import at_setting
from workbench.targets.contract import Target

_REFERENCES = {"previous_response_id": "response", "conversation": "conversation"}


@rule("ID318", "stored-response-not-found")
def stored_response_not_found(chat: Chat, target: Target) -> Iterator[Violation]:
    """The request continues a response or a conversation that only the server may have stored.

    Whether it is still there is unknown offline, so this is only a note. The server refuses it if the response was
    made with `store: false` or by another account, was deleted, or if the organization stores nothing (Zero Data
    Retention). Send the whole history in `input` instead.

    Bad (openai-responses):
        {"model": "gpt-5", "previous_response_id": "resp_1", "input": [{"role": "user", "content": "And then?"}]}
    Good (openai-responses):
        {"model": "gpt-5", "input": [{"role": "user", "content": "Tell me a story"},
         {"role": "assistant", "content": "Once upon a time …"}, {"role": "user", "content": "And then?"}]}
    """
    for name, what in _REFERENCES.items():
        value = chat.settings.get(name)
        stored = value.get("id") if isinstance(value, dict) else value
        if isinstance(stored, str) and stored:
            text = f"Only the server can have the {what} {quoted(stored)}; it refuses the request if it has not."
            variant = "" if what == "response" else what
            yield at_setting((name,), text, variant=variant, id=stored, stored=stored)
