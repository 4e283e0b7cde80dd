"""Find the messages in an object that has them as a member: a request body, a stored session, or a single message."""

from __future__ import annotations

from typing import Any

from workbench.detection import OTHER_INPUT_KEYS
from workbench.formats import FORMATS
from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject, parse_or_none
from workbench.loading.message_list import MessageList, without
from workbench.loading.refusals import is_refusal, refusal_in_record
from workbench.loading.shape import holds_messages, looks_like_message

LIST_KEYS = ("messages", "contents", "input", "history")
"""The keys under which requests have their messages, most reliable first."""
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
"""Keys of a request next to its messages, except those that programs use for their own data too (`metadata`)."""
_MIN_RECORD_KEYS = 3
_LOGGED = frozenset({"kwargs", "outputs"})
"""Keys of a logged call of a library, whose other members are not sent unless they are parameters."""
_OUTCOMES = frozenset({
    "output", "response", "completion", "answer", "expected", "expected_output", "score", "reward",
    "trace_id", "traceId", "span_id", "spanId", "run_id", "runId", "instance_id", "exit_status",
    "cost", "total_cost", "cost_usd", "latency", "latency_ms", "duration", "duration_ms", "elapsed", "elapsed_ms",
})  # fmt: skip
"""Keys that a program adds to the record of a run: what came of it, its place in a trace, and its costs."""
_LABELS = frozenset({
    "title", "created", "created_at", "createdAt", "updated_at", "updatedAt", "timestamp", "started_at", "startedAt",
    "ended_at", "endedAt", "start_time", "startTime", "end_time", "endTime",
})  # fmt: skip
"""Keys of the title and the times of a record. One alone may have been sent by mistake."""
_OTHER_ENDPOINT_KEYS = frozenset({
    "encoding_format", "dimensions", "input_type", "embedding_types", "voice", "response_modalities", "query",
    "documents", *OTHER_INPUT_KEYS,
})  # fmt: skip
"""Keys next to the `input` of requests for embeddings, speech and ranking."""
_OTHER_MODEL_NAMES = ("embed", "moderation", "rerank", "tts", "whisper", "transcribe", "dall-e")
"""Parts of the names of models that do not chat."""
_CONTENT_KEYS = frozenset({"role", "parts"})
_MISPLACED_TEXT_KEYS = frozenset({"text", "content"})


def messages_in_body(value: JsonObject, path: Path) -> MessageList | None:
    """Find the list of messages by its key; a list that was stringified is unwrapped.

    An answer of the Responses API may have an empty list of input next to its output.
    """
    if value.get("object") == "response" and "output" in value and not value.get("input"):
        return None
    format_keys = (form.list_key for form in FORMATS.values())
    for key in dict.fromkeys((*LIST_KEYS, *format_keys, *_SESSION_KEYS)):
        if key not in value:
            continue
        member = value[key]
        inner = parse_or_none(member) if isinstance(member, str) and member.lstrip()[:1] == "[" else None
        messages: Any = member if inner is None else inner
        if _is_accepted(key, messages) and (key != "contents" or _are_contents(messages, is_request(value))):
            settings = without(value, key)
            if key in _SESSION_KEYS:  # only a request has parameters; the other members of a record are not sent
                settings = {name: item for name, item in settings.items() if name in _REQUEST_KEYS}
            elif _is_record(settings):
                settings = {}
            elif settings.keys() >= _LOGGED or (is_run(settings) and has_parameters(settings)):
                settings = {name: item for name, item in settings.items() if name in _PARAMETERS}
            message_list = MessageList(messages, (*path, key), settings=settings).with_response(recorded_answer(value))
            message_list = message_list.with_refusal(refusal_in_record(value))
            return message_list if inner is None else message_list.with_unwrapped((*path, key), inner)
    return None


def messages_in_prompt(value: dict[str, Json], path: Path) -> MessageList | None:
    """Find a single text or message in place of the usual list: `"input": "hi"`, `"contents": {"parts": [...]}`.

    In the record of a run, a text under `input` may be anything: the question of a data set, the task of an agent.
    """
    for key in ("input", "contents", "messages"):
        prompt = value.get(key)
        is_text = isinstance(prompt, str) and is_request(value) and (key != "messages" or "model" in value)
        is_text = is_text and not is_run(value)
        if is_text or looks_like_message(prompt):
            place = (*path, key)
            return MessageList([prompt], place, (place,), without(value, key)).with_response(recorded_answer(value))
    return None


def names_messages(key: object) -> bool:
    """Whether programs have what they send, or a history, under this key."""
    return key in LIST_KEYS or key in _SESSION_KEYS or any(key == form.list_key for form in FORMATS.values())


def has_parameters(value: JsonObject) -> bool:
    """Whether an object has a parameter of a request, so that the list next to it is probably sent."""
    return not _PARAMETERS.isdisjoint(value)


def is_request(value: dict[str, Json]) -> bool:
    """Whether the object is a chat request, judged by its other keys: data sets have questions under `input` too."""
    if _REQUEST_KEYS.isdisjoint(value) or not _OTHER_ENDPOINT_KEYS.isdisjoint(value):
        return False
    return not has_other_purpose(value)


def is_run(value: dict[str, Json]) -> bool:
    """Whether the object is a program's record of a run. Only the parameters in it were sent."""
    return not _OUTCOMES.isdisjoint(value) or len(_LABELS & value.keys()) > 1


def has_other_purpose(value: dict[str, Json]) -> bool:
    """Whether a request is for a model that does not chat: it wants an embedding, a ranking or speech."""
    model = value.get("model")
    return isinstance(model, str) and any(name in model for name in _OTHER_MODEL_NAMES)


def single_message(value: dict[str, Json], path: Path) -> MessageList | None:
    return MessageList([value], path, (path,)) if looks_like_message(value) else None


def recorded_answer(value: dict[str, Json]) -> Json | None:
    """Return the answer recorded next to a request, without the HTTP envelope around it."""
    for key in _ANSWER_KEYS:
        answer = value.get(key)
        if isinstance(answer, dict) and isinstance(answer.get("body"), (dict, str)):
            answer = answer["body"]
        if isinstance(answer, str):
            answer = parse_or_none(answer)
        if isinstance(answer, (dict, list)) and answer and not is_refusal(answer):
            return answer
    return None


def _is_record(members: dict[str, Json]) -> bool:
    """Whether a program stored its own data next to the messages: several keys, none of them a request parameter."""
    return len(members) >= _MIN_RECORD_KEYS and _PARAMETERS.isdisjoint(members)


def _are_contents(items: list[Json], in_request: bool) -> bool:
    """Whether `contents` are messages; results of other services have that name too.

    In a request, text under the wrong key of a message counts as well.
    """
    keys = _CONTENT_KEYS | _MISPLACED_TEXT_KEYS if in_request else _CONTENT_KEYS
    return not items or any(
        isinstance(item, str) or (isinstance(item, dict) and not keys.isdisjoint(item)) for item in items
    )


def _is_accepted(key: str, member: object) -> bool:
    """Whether a member is a list of messages. Its name proves that only for `messages` and `contents`."""
    if not isinstance(member, list):
        return False
    if key in {"messages", "contents"}:
        return not member or any(isinstance(item, (dict, str)) for item in member)
    return holds_messages(member) or (not member and key in LIST_KEYS)
