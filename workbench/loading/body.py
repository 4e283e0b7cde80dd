"""An object that holds the messages itself: a request body, a stored session, or a single message."""

from __future__ import annotations

from workbench.formats import FORMATS
from workbench.json.pointer import Path
from workbench.json.text import Json, parse_or_none
from workbench.loading.message_list import Framed, without
from workbench.loading.refusals import is_refusal, refusal_beside
from workbench.loading.shape import holds_messages, looks_like_message

LIST_KEYS = ("messages", "contents", "input", "history")
"""Where requests keep their messages, in the order in which they are believed."""
_SESSION_KEYS = (
    "conversation",
    "chat_history",
    "conversation_history",
    "message_history",
    "all_messages",
    "new_messages",
    "items",
    "turns",
    "chat",
)
_ANSWER_KEYS = ("response", "output", "completion")
_REQUEST_KEYS = frozenset({
    "model", "instructions", "previous_response_id", "conversation", "tools", "tool_choice", "stream", "store",
    "reasoning", "max_output_tokens", "max_tokens", "temperature", "background", "include", "generationConfig",
    "config", "systemInstruction", "system_instruction", "safetySettings",
})  # fmt: skip
_PARAMETERS = _REQUEST_KEYS | {
    "system", "max_completion_tokens", "response_format", "stop", "stop_sequences", "top_p", "top_k", "n", "seed",
    "logprobs", "stream_options", "parallel_tool_calls", "functions", "function_call", "anthropic_version", "modelId",
    "inferenceConfig", "toolConfig", "thinking", "reasoning_effort", "additionalModelRequestFields", "cachedContent",
}  # fmt: skip
"""What a request has beside its messages; names that programs give their own notes too (`metadata`) are not here."""
_FEW_NOTES = 3
OTHER_INPUT_KEYS = frozenset({"generation_config", "previous_interaction_id", "agent_config"})
"""What stands beside an `input` of an API that has no format here, though it is one of chats."""
_OTHER_ENDPOINT_KEYS = frozenset({
    "encoding_format", "dimensions", "input_type", "embedding_types", "voice", "response_modalities", "query",
    "documents", *OTHER_INPUT_KEYS,
})  # fmt: skip
"""What requests for embeddings, speech and ranking have beside their `input`."""


_CONTENT_KEYS = frozenset({"role", "parts"})
_MISPLACED_WORDS = frozenset({"text", "content"})
_OTHER_PURPOSES = ("embed", "moderation", "rerank", "tts", "whisper", "transcribe", "dall-e")
"""Parts of the names of models that give no answers."""


def frame_body(value: dict[str, Json], path: Path) -> Framed | None:
    """By the key that holds the list, unwrapping a list that was stringified."""
    own = (form.list_key for form in FORMATS.values())
    for key in dict.fromkeys((*LIST_KEYS, *own, *_SESSION_KEYS)):
        if key not in value:
            continue
        held = value[key]
        inner = parse_or_none(held) if isinstance(held, str) and held.lstrip()[:1] == "[" else None
        found = held if inner is None else inner
        if _is_accepted(key, found) and (key != "contents" or _are_contents(found, in_request=is_request(value))):
            beside = without(value, key)
            if key in _SESSION_KEYS:  # what else a record holds is not sent: only a request has parameters
                beside = {name: item for name, item in beside.items() if name in _REQUEST_KEYS}
            elif _is_record(beside):
                beside = {}
            framed = Framed(found, (*path, key), settings=beside).with_response(answer_beside(value))
            framed = framed.with_refusal(refusal_beside(value))
            return framed if inner is None else framed.with_unwrapped((*path, key), inner)
    return None


def frame_prompt(value: dict[str, Json], path: Path) -> Framed | None:
    """A single text or message where a list usually is: `"input": "hi"`, `"contents": {"parts": [...]}`."""
    for key in ("input", "contents", "messages"):
        held = value.get(key)
        is_text = isinstance(held, str) and is_request(value) and (key != "messages" or "model" in value)
        if is_text or looks_like_message(held):
            return Framed([held], (*path, key), ((*path, key),), without(value, key)).with_response(
                answer_beside(value)
            )
    return None


def is_request(value: dict[str, Json]) -> bool:
    """Whether what is beside a text belongs to a request for an answer: data sets keep questions under `input` too."""
    if _REQUEST_KEYS.isdisjoint(value) or not _OTHER_ENDPOINT_KEYS.isdisjoint(value):
        return False
    return not has_other_purpose(value)


def has_other_purpose(value: dict[str, Json]) -> bool:
    """Whether a request asks a model for something else than an answer: an embedding, a ranking, speech."""
    model = value.get("model")
    return isinstance(model, str) and any(purpose in model for purpose in _OTHER_PURPOSES)


def frame_message(value: dict[str, Json], path: Path) -> Framed | None:
    return Framed([value], path, (path,)) if looks_like_message(value) else None


def answer_beside(value: dict[str, Json]) -> Json | None:
    """The recorded answer that is next to a request, without the HTTP envelope around it."""
    for key in _ANSWER_KEYS:
        answer = value.get(key)
        if isinstance(answer, dict) and isinstance(answer.get("body"), (dict, str)):
            answer = answer["body"]
        if isinstance(answer, str):
            answer = parse_or_none(answer)
        if isinstance(answer, (dict, list)) and answer and not is_refusal(answer):
            return answer
    return None


def _is_record(beside: dict[str, Json]) -> bool:
    """Whether messages are kept by a program with notes of its own, none of which is a parameter of a request."""
    return len(beside) >= _FEW_NOTES and _PARAMETERS.isdisjoint(beside)


def _are_contents(held: list[Json], in_request: bool) -> bool:
    """Results of other services are called `contents` too. In a request the words may be where they do not belong."""
    keys = _CONTENT_KEYS | _MISPLACED_WORDS if in_request else _CONTENT_KEYS
    return not held or any(
        isinstance(item, str) or (isinstance(item, dict) and not keys.isdisjoint(item)) for item in held
    )


def _is_accepted(key: str, held: object) -> bool:
    """`messages` and `contents` say what they hold; under the other names only a message is evidence."""
    if not isinstance(held, list):
        return False
    if key in {"messages", "contents"}:
        return not held or any(isinstance(item, (dict, str)) for item in held)
    return holds_messages(held) or (not held and key in LIST_KEYS)
