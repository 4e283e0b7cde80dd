"""Thinking blocks, reasoning items and thought signatures."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.chat import Chat
from workbench.json.text import Json
from workbench.rules.contract import Violation, at, at_message, rule
from workbench.targets.contract import WARNING, Target


@rule("TH901", "thinking-missing-before-tool-use")
def thinking_missing_before_tool_use(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is on, and the last turn that calls a tool does not begin with its thinking.

    The provider wants the thinking that led to the call back, unchanged. It usually comes from a store that keeps
    text and calls and drops thinking. Only a whole request body shows that thinking is on.

    Bad (anthropic):
        {"thinking": {"type": "enabled", "budget_tokens": 1024}, "messages": [{"role": "user", "content": "weather?"},
         {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "weather", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "sunny"}]}]}
    Good (anthropic):
        {"thinking": {"type": "enabled", "budget_tokens": 1024}, "messages": [{"role": "user", "content": "weather?"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Look it up.", "signature": "c2ln"},
           {"type": "tool_use", "id": "t1", "name": "weather", "input": {}}]},
         {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "sunny"}]}]}
    """
    if not _thinking_enabled(chat.settings.get("thinking")) or not chat.calls:
        return
    index = chat.calls[-1].message
    while index > 0 and chat.roles[index - 1] == "assistant":
        index -= 1
    if _thought_before(chat, index):
        return  # a turn thinks before its first call, and need not think again between its calls
    answers = [result.message for result in chat.results if result.message > index]
    ended = any(chat.roles[later] == "assistant" for later in range(chat.calls[-1].message + 1, len(chat.roles)))
    first = next(iter(chat.of_message(index)), None)
    if first is not None and first.kind != "thought" and answers and not ended:
        call = chat.calls[-1]
        kind = first.raw.get("type") if isinstance(first.raw, dict) else "text"
        text = "Thinking is on, and this turn does not begin with a thinking block."
        yield at(first, text, kind=kind)._replace(id=call.id)


def _thought_before(chat: Chat, index: int) -> bool:
    """Whether the turn thought before the calls whose results lead up to this message."""
    answering = {result.message for result in chat.results}
    while index > 0 and (chat.roles[index - 1] == "assistant" or index - 1 in answering):
        index -= 1
        if any(event.kind == "thought" for event in chat.of_message(index)):
            return True
    return False


@rule("TH902", "thinking-present-while-disabled", with_rules=("role-last-assistant",))
def thinking_present_while_disabled(chat: Chat, target: Target) -> Iterator[Violation]:
    """Thinking is off, and the final message of the assistant holds thinking.

    Bad (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}]}]}
    Good (anthropic):
        {"thinking": {"type": "disabled"}, "messages": [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]}
    """
    thinking = chat.settings.get("thinking")
    disabled = isinstance(thinking, dict) and thinking.get("type") == "disabled"
    if not disabled or not chat.roles or chat.roles[-1] != "assistant":
        return
    for event in chat.of_message(len(chat.roles) - 1):
        if event.kind == "thought":
            yield at(event, "Thinking is off, and the final message holds a thinking block.")
            return


@rule("TH903", "thinking-signature-missing")
def thinking_signature_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block has lost its signature.

    The provider signs its thinking and wants the signature back. It usually comes from a store that keeps the text
    alone, or from thinking of another provider.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        if isinstance(event.raw, dict) and event.raw.get("type") == "thinking" and not event.raw.get("signature"):
            yield at(event, "The thinking block has no signature.")


@rule("TH904", "thinking-signature-invalid")
def thinking_signature_invalid(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block carries a signature that this provider surely did not make.

    Signatures are bound to the model and the endpoint that made them; whether one is valid cannot be known offline.
    What can be seen is one that is no base64 at all.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "made up!"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
           {"type": "text", "text": "y"}]}, {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        signature = event.raw.get("signature") if isinstance(event.raw, dict) else None
        if isinstance(signature, str) and any(character in signature for character in " !?.,"):
            yield at(event, "The signature of this thinking block is not one a provider makes.", "signature")


@rule("TH905", "thinking-modified")
def thinking_modified(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thinking block of the latest assistant turn seems to have been changed.

    The provider compares it with what it sent and refuses any change. Offline only an emptied block can be seen.

    Bad (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "redacted_thinking", "data": ""}, {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    Good (anthropic):
        [{"role": "user", "content": "x"},
         {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "c2ln"},
           {"type": "text", "text": "y"}]},
         {"role": "user", "content": "z"}]
    """
    for event in chat.of_kind("thought"):
        if isinstance(event.raw, dict) and event.raw.get("type") == "redacted_thinking" and not event.raw.get("data"):
            yield at(event, "The redacted thinking was emptied.")


@rule("TH906", "reasoning-item-unpaired")
def reasoning_item_unpaired(chat: Chat, target: Target) -> Iterator[Violation]:
    """A reasoning item is not followed by the item that it produced.

    The next item must be the one the model made after that thought, with its own id. It usually comes from storing
    the answer as plain text, without its `msg_` id, or from dropping a call. A request that stores nothing
    (`store: false`) is not held to it.

    Bad (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": []},
         {"role": "assistant", "content": [{"type": "output_text", "text": "3"}]},
         {"role": "user", "content": "sure?"}]}
    Good (openai-responses):
        {"input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": []},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]},
         {"role": "user", "content": "sure?"}]}
    """
    for index in [thought.message for thought in chat.of_kind("thought") if thought.id]:
        following = chat.messages[index + 1] if index + 1 < len(chat.messages) else None
        if not _was_produced(following):
            item_id = chat.messages[index]["id"]
            severity = WARNING if chat.settings.get("store") is False else None
            text = "The reasoning is not followed by the item it led to."
            yield at_message(index, text, severity=severity, id=item_id)


def _was_produced(item: Json) -> bool:
    """Whether an item is one that the model made, as far as its shape tells."""
    if not isinstance(item, dict):
        return False
    if item.get("type") == "item_reference":
        return True
    if item.get("role") == "assistant":
        return isinstance(item.get("id"), str)
    kind = item.get("type")
    return isinstance(kind, str) and kind != "message" and not kind.endswith("_output")


@rule("TH907", "reasoning-item-not-found")
def reasoning_item_not_found(chat: Chat, target: Target) -> Iterator[Violation]:
    """The history refers to reasoning that the provider must have stored.

    Whether it still has it cannot be known offline. Send the encrypted content instead of relying on the store.

    Bad (openai-responses):
        {"store": false, "input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": []},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    Good (openai-responses):
        {"store": false, "input": [{"role": "user", "content": "x"},
         {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0FBQUFB"},
         {"type": "message", "role": "assistant", "id": "msg_1", "content": [{"type": "output_text", "text": "3"}]}]}
    """
    if chat.settings.get("store") is not False:
        return
    for event in chat.of_kind("thought"):
        if (
            isinstance(event.raw, dict)
            and event.raw.get("type") == "reasoning"
            and not event.raw.get("encrypted_content")
        ):
            yield at(event, "Nothing is stored, and the reasoning is not sent along.", severity=WARNING)


@rule("TH908", "thought-signature-missing")
def thought_signature_missing(chat: Chat, target: Target) -> Iterator[Violation]:
    """A call of Gemini 3 has lost its thought signature.

    Gemini 3 refuses the call without it; older models take it. It usually comes from a converter that does not know
    the field. Only calls since the user's last words are checked.

    Bad (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"model": "gemini-3-pro", "contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    model = chat.settings.get("model")
    if not isinstance(model, str) or "gemini-3" not in model:
        return
    last_words = max((text.message for text in chat.texts if chat.roles[text.message] == "user"), default=-1)
    before = -1
    for call in chat.calls:
        first_of_message = call.message != before
        before = call.message
        current = first_of_message and call.message >= last_words
        if current and isinstance(call.raw, dict) and not _signature(call.raw):
            yield at(call, f"The call of {call.name!r} has no thought signature.", position=call.message + 1)


@rule("TH909", "thought-signature-misplaced")
def thought_signature_misplaced(chat: Chat, target: Target) -> Iterator[Violation]:
    """A thought signature stands inside the call and not beside it.

    The provider looks for it as a sibling of `functionCall`.

    Bad (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}, "thoughtSignature": "c2ln"}}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    Good (gemini):
        {"contents": [{"role": "user", "parts": [{"text": "Look."}]},
         {"role": "model", "parts": [{"functionCall": {"name": "read", "args": {}}, "thoughtSignature": "c2ln"}]},
         {"role": "user", "parts": [{"functionResponse": {"name": "read", "response": {"output": "ok"}}}]}]}
    """
    for call in chat.calls:
        inner = call.raw.get("functionCall", call.raw.get("function_call")) if isinstance(call.raw, dict) else None
        if isinstance(inner, dict) and _signature(inner):
            yield at(call, "The thought signature stands inside the call.")


def _thinking_enabled(thinking: Json) -> bool:
    return isinstance(thinking, dict) and thinking.get("type") == "enabled"


def _signature(part: dict[str, Json]) -> bool:
    return bool(part.get("thoughtSignature") or part.get("thought_signature"))
