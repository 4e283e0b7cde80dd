"""Files of the providers: batches, fine-tuning sets, stored completions, lists of items, invocation logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from msgspec.structs import replace

from workbench.conversation import Note
from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.loading.body import has_other_purpose
from workbench.loading.shape import holds_messages
from workbench.origin import Facts
from workbench.sources.chat_turns import FORMAT, without_nulls
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_object, as_text, has, member, objects, opened
from workbench.sources.recorded_calls import call_in
from workbench.sources.transcript import Transcript
from workbench.targets.endpoints import format_of_endpoint


def _requests(material: Material, body: Path, label: str, answer: Path = ()) -> Iterator[Found]:
    """Yield a conversation for each record with a request body."""
    for place, record in material.records:
        held = member(record, *body)
        found = None if has_other_purpose(as_object(held)) else call_in(held, (*place, *body))
        if found is not None:
            model = as_text(member(held, "model")) or as_text(record.get("modelId"))
            response = member(record, *answer) if answer else None
            name = str(member(record, label) or "/".join(map(str, place)))
            known = found.format or format_of_endpoint(as_text(record.get("url"))) or ""
            yield replace(found, label=name, facts=Facts(model=model), response=response, format=known)


def _is_openai_batch(material: Material) -> bool:
    def is_request(record: dict[str, Json]) -> bool:
        return has(record, "custom_id", "body") and (has(record, "url") or has(record, "method"))

    return material.mostly(is_request)


def _is_openai_batch_output(material: Material) -> bool:
    return material.mostly(lambda record: has(record, "custom_id", "response") and has(record["response"], "body"))


def _read_openai_batch_output(material: Material) -> NoReturn:
    failed = sum(member(record, "response", "status_code") != 200 for _, record in material.records)
    raise NothingToJudgeError(
        f"it contains the answers of a batch ({failed} failed) without the requests; open the batch's input file"
    )


def _is_anthropic_batch(material: Material) -> bool:
    return _batch(material).mostly(lambda record: has(record, "custom_id", "params"))


def _batch(material: Material) -> Material:
    """Return the lines, or the list in `requests`."""
    held = material.object.get("requests")
    return Material(held) if isinstance(held, list) else material


def _read_anthropic_batch(material: Material) -> Iterator[Found]:
    at: Path = ("requests",) if _batch(material) is not material else ()
    for found in _requests(_batch(material), ("params",), "custom_id"):
        moved = {path: (*at, *place) for path, place in found.places.items()}
        yield replace(found, at=(*at, *found.at), places=moved)


def _is_anthropic_results(material: Material) -> bool:
    return material.mostly(lambda record: has(record, "custom_id", "result"))


def _read_anthropic_results(material: Material) -> NoReturn:
    failed = sum(member(record, "result", "type") != "succeeded" for _, record in material.records)
    raise NothingToJudgeError(
        f"it contains the results of a batch ({failed} failed) without the requests; open the batch's input file"
    )


def _is_bedrock_batch(material: Material) -> bool:
    return material.mostly(lambda record: has(record, "recordId", "modelInput") or has(record, "modelInput"))


def _is_vertex_batch(material: Material) -> bool:
    return material.mostly(lambda record: isinstance(member(record, "request", "contents"), list))


def _is_invocation_log(material: Material) -> bool:
    return material.mostly(lambda record: record.get("schemaType") == "ModelInvocationLog")


def _read_invocation_log(material: Material) -> Iterator[Found]:
    found = list(_requests(material, ("input", "inputBodyJson"), "requestId", ("output", "outputBodyJson")))
    if not found:
        in_s3 = any(has(member(record, "input"), "inputBodyS3Path") for _, record in material.records)
        raise NothingToJudgeError(
            "the request body is stored in S3; see `inputBodyS3Path`" if in_s3 else "it has no request body"
        )
    yield from found


def _is_finetune(material: Material) -> bool:
    """Whether each line only has messages and tools. A single line would be an ordinary request."""
    if not isinstance(material.value, list) or len(material.value) < 2 or not material.sample:
        return False
    allowed = {"messages", "tools", "parallel_tool_calls", "functions", "system", "schemaVersion"}
    records = material.sample
    plain = all(set(record) <= allowed and holds_messages(record.get("messages")) for record in records)
    preferred = any(has(record, "preferred_output", "non_preferred_output") for record in records)
    return preferred or (plain and any(_ends_with_answer(record) for record in records))


def _ends_with_answer(record: dict[str, Json]) -> bool:
    return as_text(member(record, "messages", -1, "role")) == "assistant"


def _read_finetune(material: Material) -> Iterator[Found]:
    for place, record in material.records:
        held = record.get("input") if has(record, "preferred_output") else record
        at = (*place, "input") if held is not record else place
        found = call_in(held, at)
        if found is not None:
            of_others = "" if "system" in record else FORMAT
            yield replace(found, label="/".join(map(str, place)), format=found.format or of_others)


def _is_list_of(material: Material, *kinds: str) -> bool:
    first = member(material.value, "data", 0)
    return (
        material.object.get("object") == "list" and as_text(member(first, "object") or member(first, "type")) in kinds
    )


def _is_stored_completions(material: Material) -> bool:
    return _is_list_of(material, "chat.completion")


def _read_stored_completions(material: Material) -> NoReturn:
    count = len(material.object["data"])
    raise NothingToJudgeError(
        f"it contains {count} answers without their prompts; get the prompts from /chat/completions/{{id}}/messages"
    )


_ITEM_TYPES = ("message", "function_call", "function_call_output", "reasoning", "custom_tool_call", "web_search_call")


def _is_conversation_items(material: Material) -> bool:
    return _is_list_of(material, *_ITEM_TYPES)


def _read_conversation_items(material: Material) -> Iterator[Found]:
    """Read the items. The API returns the newest first by default, which shows if an output is before its call."""
    items = list(objects(material.object["data"], ("data",)))
    if _is_newest_first([item for _, item in items]):
        items.reverse()
    transcript = Transcript()
    for place, item in items:
        transcript.add(item, place)
    cut = Note("cut", "there are more items on the next page, and a call or a result may be missing here")
    notes = (cut,) if material.object.get("has_more") else ()
    yield Found(transcript.messages, transcript.places, "openai-responses", notes=notes)


def _is_newest_first(items: list[dict[str, Json]]) -> bool:
    seen: set[str] = set()
    for item in items:
        call = as_text(item.get("call_id"))
        if as_text(item.get("type")).endswith("_output"):
            if call and call not in seen and any(other is not item and other.get("call_id") == call for other in items):
                return True
        elif call:
            seen.add(call)
    return False


def _is_thread(material: Material) -> bool:
    """Whether this is a page of the API, or one message per line, as Jan stores threads."""
    by_line = isinstance(material.value, list) and material.mostly(lambda line: line.get("object") == "thread.message")
    return by_line or _is_list_of(material, "thread.message")


def _read_thread(material: Material) -> Iterator[Found]:
    """Read messages of the Assistants API, newest first in a page. Calls are in run steps, which are not included."""
    transcript = Transcript()
    listed = list(objects(material.object.get("data"), ("data",)))[::-1] or list(material.records)
    for place, message in listed:
        words = [as_text(member(part, "text", "value")) for _, part in objects(message.get("content"))]
        transcript.add({"role": message.get("role"), "content": "\n".join(filter(None, words))}, place)
    yield Found(transcript.messages, transcript.places, FORMAT)


_MESSAGE_COLUMNS = frozenset({
    "role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal", "reasoning_content",
})  # fmt: skip


def _is_hf_chat(material: Material) -> bool:
    """Whether rows have a message list in a column that requests do not have, or with the nulls of a table."""
    records = material.sample if isinstance(material.value, list) else []
    column = _column(records[0]) if records else None
    if column is None:
        return False
    return column != "messages" or any(_has_nulls(message) for _, message in objects(opened(records[0][column])))


def _column(record: dict[str, Json]) -> str | None:
    return next(
        (
            key
            for key in ("messages", "conversation", "conversations", "chat")
            if holds_messages(opened(record.get(key)))
        ),
        None,
    )


def _has_nulls(message: dict[str, Json]) -> bool:
    return any(key in message and message[key] in (None, "null") for key in ("tool_calls", "tool_call_id", "name"))


def _read_hf_chat(material: Material) -> Iterator[Found]:
    for place, record in material.records:
        column = _column(record)
        if column is None:
            continue
        transcript = Transcript()
        for at, message in objects(opened(record[column]), (*place, column)):
            transcript.add(_filled(message), at)
        yield Found(transcript.messages, transcript.places, FORMAT, label="/".join(map(str, place)))


def _filled(message: dict[str, Json]) -> Json:
    """Return a message without nulls and extra columns (`toxic`, `country`), and with calls parsed from text."""
    calls = opened(message.get("tool_calls"))
    calls = None if calls in (None, "null", "", []) else calls
    sent = {key: value for key, value in message.items() if key in _MESSAGE_COLUMNS}
    return without_nulls({**sent, "tool_calls": calls})


_WANTED_ANSWERS = ("role-last-assistant", "role-last-not-user", "role-last-model", "tool-result-missing")
"""A training row ends with the desired answer, often a call."""
OPENAI_BATCH = Source(
    "openai-batch",
    "OpenAI batch",
    _is_openai_batch,
    lambda material: _requests(material, ("body",), "custom_id"),
    stored=False,
    signs=frozenset({"custom_id"}),
)
OPENAI_BATCH_OUTPUT = Source(
    "openai-batch",
    "OpenAI batch output",
    _is_openai_batch_output,
    _read_openai_batch_output,
    stored=False,
    signs=frozenset({"custom_id"}),
)
ANTHROPIC_BATCH = Source(
    "anthropic-batch",
    "Anthropic batch",
    _is_anthropic_batch,
    _read_anthropic_batch,
    stored=False,
    signs=frozenset({"custom_id", "requests"}),
)
ANTHROPIC_RESULTS = Source(
    "anthropic-batch",
    "Anthropic batch result",
    _is_anthropic_results,
    _read_anthropic_results,
    stored=False,
    signs=frozenset({"custom_id"}),
)
BEDROCK_BATCH = Source(
    "bedrock-batch",
    "Bedrock batch",
    _is_bedrock_batch,
    lambda material: _requests(material, ("modelInput",), "recordId"),
    stored=False,
    signs=frozenset({"modelInput"}),
)
VERTEX_BATCH = Source(
    "vertex-batch",
    "Vertex AI batch",
    _is_vertex_batch,
    lambda material: _requests(material, ("request",), "key", ("response",)),
    stored=False,
    signs=frozenset({"request"}),
)
INVOCATION_LOG = Source(
    "bedrock-invocation-log",
    "Bedrock invocation log",
    _is_invocation_log,
    _read_invocation_log,
    stored=False,
    signs=frozenset({"schemaType"}),
)
FINETUNE = Source(
    "openai-finetune",
    "fine-tuning set",
    _is_finetune,
    _read_finetune,
    program_repairs=dict.fromkeys(_WANTED_ANSWERS, ""),
    signs=frozenset({"messages", "preferred_output"}),
)
STORED_COMPLETIONS = Source(
    "openai-stored-completions",
    "list of stored completions",
    _is_stored_completions,
    _read_stored_completions,
    signs=frozenset({"object"}),
)
CONVERSATION_ITEMS = Source(
    "openai-conversations-items",
    "list of conversation items",
    _is_conversation_items,
    _read_conversation_items,
    signs=frozenset({"object"}),
)
THREAD = Source("openai-assistants-thread", "Assistants thread", _is_thread, _read_thread, signs=frozenset({"object"}))
HF_CHAT = Source(
    "hf-chat",
    "chat dataset",
    _is_hf_chat,
    _read_hf_chat,
    signs=frozenset({"messages", "conversation", "conversations", "chat"}),
)
