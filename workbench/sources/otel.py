"""OpenTelemetry traces of model calls: the GenAI convention, OpenInference (Phoenix) and OpenLLMetry.

Only spans of model calls are requests; spans of agents and tools repeat their content. Each span of a trace repeats the
history so far, so the last one includes the earlier steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from workbench.json.text import Json, parse_or_none
from workbench.origin import Facts
from workbench.sources.contract import RECORDS, TABLES, Found, Material, NothingToJudgeError, Source
from workbench.sources.genai_messages import FORMAT, add_genai, is_genai
from workbench.sources.reading import as_text, member
from workbench.sources.recorded_calls import joined_with_earlier, longest_histories
from workbench.sources.span_messages import request_of, request_under_any_name
from workbench.sources.spans import Span, are_span_tables, looks_like_spans, spans_of
from workbench.sources.transcript import Transcript

_MODEL_CALLS = frozenset({"chat", "generate_content", "text_completion"})
_OTHER_CALLS = frozenset({"execute_tool", "invoke_agent", "create_agent", "embeddings", "invoke_workflow"})
_SPAN_KEYS = frozenset({
    "resourceSpans", "resource_spans", "context", "spans", "trace_id", "traceID", "data", "tags", "span_id",
    "attributes", "spanContext", "gen_ai.operation.name", "gen_ai.request.model", "gen_ai.system",
    "gen_ai.provider.name", "gen_ai.input.messages", "openinference.span.kind", "llm.model_name", "ai.prompt.messages",
})  # fmt: skip
_WITH_MESSAGES = ("gen_ai.input.messages", "gen_ai.request.messages", "gen_ai.prompt.0.", "llm.input_messages.")
_SPEAKERS = frozenset({"role", "speaker"})
_AI_SDK_CALLS = ("doStream", "doGenerate")
_AI_SDK_RUNS = ("ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject")


def _is_model_call(span: Span) -> bool:
    operation = span.text("gen_ai.operation.name")
    kind = span.text("openinference.span.kind", "traceloop.span.kind") or as_text(span.record.get("span_kind"))
    if operation in _OTHER_CALLS or kind.upper() in {
        "AGENT",
        "TOOL",
        "CHAIN",
        "EMBEDDING",
        "RETRIEVER",
        "WORKFLOW",
        "TASK",
    }:
        return False
    if span.scope == "ai" or span.name.startswith("ai."):
        return span.name.endswith(_AI_SDK_CALLS)
    return operation in _MODEL_CALLS or kind.upper() == "LLM" or _carries_messages(span)


def _carries_messages(span: Span) -> bool:
    names = span.attributes
    if "request_data" in names and span.text("gen_ai.request.model", "gen_ai.system"):
        return True
    return any(name.startswith(_WITH_MESSAGES) for name in names)


def _is_openinference(span: Span) -> bool:
    names = span.attributes
    return span.scope.startswith("openinference") or any(
        name.startswith(("openinference.", "llm.input_messages", "llm.model_name")) for name in names
    )


def _is_openllmetry(span: Span) -> bool:
    """Whether OpenLLMetry wrote this span. Its scopes look like OpenTelemetry's own, and older spans number prompts."""
    names = span.attributes
    own = span.scope.startswith("opentelemetry.instrumentation.") and not span.scope.endswith("_v2")
    return own or any(name.startswith(("traceloop.", "gen_ai.prompt.0.", "llm.request.type")) for name in names)


def _spans(material: Material) -> list[Span]:
    return spans_of(Material(material.value[:20] if isinstance(material.value, list) else material.value))


def recognise_phoenix(material: Material) -> bool:
    if not looks_like_spans(material):
        return False
    spans = _spans(material)
    return any(
        span.is_flat and not span.is_bare and ("span_kind" in span.record or _is_openinference(span)) for span in spans
    )


def recognise_openinference(material: Material) -> bool:
    return looks_like_spans(material) and any(map(_is_openinference, _spans(material)))


def recognise_openllmetry(material: Material) -> bool:
    return looks_like_spans(material) and any(map(_is_openllmetry, _spans(material)))


def recognise_genai(material: Material) -> bool:
    """Whether this is a trace of the GenAI convention, or only its messages."""
    if material.kind == TABLES:
        return are_span_tables(material.value)
    has_role = not _SPEAKERS.isdisjoint(material.signs)
    if has_role and isinstance(material.value, list) and any(map(is_genai, material.sample)):
        return True
    return _held_messages(material) is not None or looks_like_spans(material)


def _held_messages(material: Material) -> str | None:
    keys = ("gen_ai.input.messages", "input_messages", "messages") if material.object else ()
    return next((key for key in keys if is_genai(member(material.object.get(key), 0))), None)


def read(material: Material) -> Iterator[Found]:
    calls: list[Found] = []
    without_content = cut = 0
    spans = spans_of(material)
    for span in filter(_is_model_call, spans):
        found = request_of(span)
        if found is None:
            without_content += 1
            cut = max(cut, _cut_after(span))
            continue
        calls.append(replace(found, label=span.id, facts=_facts(span)))
    if not calls and not without_content:
        runs = ((span, request_of(span)) for span in spans if span.name.split(" ")[0] in _AI_SDK_RUNS)
        calls = [replace(found, label=span.id, facts=_facts(span)) for span, found in runs if found is not None]
    if not calls and not without_content:
        unknown = ((span, request_under_any_name(span)) for span in spans)
        calls = [replace(found, label=span.id, facts=_facts(span)) for span, found in unknown if found is not None]
    if not calls and cut:
        raise NothingToJudgeError(f"its messages are cut off after {cut:,} characters (the limit for attribute values)")
    if not calls:
        calls_counted = f"{without_content} model call{'' if without_content == 1 else 's'}"
        counted = f"{calls_counted} without content (content capture is off)"
        raise NothingToJudgeError(
            f"it contains {counted}" if without_content else "it contains no span of a model call"
        )
    yield from longest_histories(joined_with_earlier(calls))


def _cut_after(span: Span) -> int:
    """Return the length of a value that starts as JSON but is cut off, or 0."""
    held = (span.get(name) for name in ("gen_ai.input.messages", "input.value", "ai.prompt.messages"))
    texts = [value for value in held if isinstance(value, str) and value.lstrip()[:1] in {"[", "{"}]
    return max((len(text) for text in texts if parse_or_none(text) is None), default=0)


def _facts(span: Span) -> Facts:
    return Facts(
        title=span.name,
        model=span.text("gen_ai.request.model", "llm.model_name", "gen_ai.response.model", "ai.model.id"),
        when=span.started,
        who=span.text("gen_ai.conversation.id", "session.id", "user.id"),
    )


def read_genai(material: Material) -> Iterator[Found]:
    if material.kind == TABLES:
        yield from read(material)
        return
    key = _held_messages(material)
    messages: Json = material.object[key] if key else material.value
    if not isinstance(messages, list) or not any(map(is_genai, messages)):
        yield from read(material)
        return
    transcript = Transcript()
    add_genai(transcript, messages, (key,) if key else ())
    yield Found(transcript.messages, transcript.places, FORMAT)


PHOENIX = Source(
    "phoenix-spans",
    "Phoenix trace",
    recognise_phoenix,
    read,
    stored=False,
    signs=_SPAN_KEYS,
)
OPENINFERENCE = Source(
    "otel-openinference",
    "OpenInference trace",
    recognise_openinference,
    read,
    stored=False,
    signs=_SPAN_KEYS,
)
OPENLLMETRY = Source(
    "otel-openllmetry",
    "OpenLLMetry trace",
    recognise_openllmetry,
    read,
    stored=False,
    signs=_SPAN_KEYS,
)
SOURCE = Source(
    "otel-genai",
    "OpenTelemetry trace",
    recognise_genai,
    read_genai,
    RECORDS | {TABLES},
    stored=False,
    signs=_SPAN_KEYS | {"parts", "gen_ai.input.messages", "input_messages", "messages"},
)
