"""Logs of gateways and tracing services: each record contains one request and its answer.

This is one table instead of several modules, because the logs only differ in the keys of the wrapper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from workbench.json.pointer import Path
from workbench.json.text import Json, JsonObject
from workbench.loading.refusals import refusal_in, refusal_in_record
from workbench.origin import Facts
from workbench.sources.contract import Found, Material, NothingToJudgeError, Source
from workbench.sources.reading import as_text, has, member, objects, opened
from workbench.sources.recorded_calls import answer_in, call_in, longest_histories

Record = JsonObject


@dataclass(frozen=True, slots=True)
class Log:
    """The keys of one service's records."""

    slug: str
    title: str
    is_record: Callable[[Record], bool]
    request: tuple[Path, ...]
    """Possible places of the input, the most certain first."""
    answer: Path
    signs: frozenset[str]
    is_call: Callable[[Record], bool] = lambda record: True
    """Whether a record is a model call; other records are steps around calls."""
    model: tuple[Path, ...] = (("model",),)
    label: str = "id"
    when: str = "created_at"
    inside: tuple[Path, ...] = (("data",), ("results",), ("rows",), ("requests",), ("spans",), ("events",), ("calls",))
    """Places of record lists inside a page or a trace."""
    grows: bool = True
    empty: str = "none of its records is a model call with messages"

    def records(self, material: Material) -> Iterator[tuple[Path, Record]]:
        for place, record in material.records:
            if self.is_record(record):
                yield place, record
                continue
            for path in self.inside:
                for at, inner in objects(member(record, *path), (*place, *path)):
                    if self.is_record(inner):
                        yield at, inner

    def recognise(self, material: Material) -> bool:
        return material.mostly(lambda record: next(self.records(Material(record)), None) is not None)

    def read(self, material: Material) -> Iterator[Found]:
        calls = [
            found
            for place, record in self.records(material)
            if self.is_call(record) and (found := self._call(record, place)) is not None
        ]
        if not calls:
            raise NothingToJudgeError(self.empty)
        yield from longest_histories(calls) if self.grows else calls

    def _call(self, record: Record, place: Path) -> Found | None:
        for path in self.request:
            found = call_in(_at(record, path), (*place, *path))
            if found is not None:
                models = (as_text(_at(record, way)) for way in self.model)
                facts = Facts(
                    title=as_text(record.get("name")),
                    model=next((model for model in models if model), ""),
                    when=str(record.get(self.when) or ""),
                )
                response = answer_in(_at(record, self.answer))
                label = str(record.get(self.label) or (place[-1] if place else ""))
                refusal = refusal_in_record(record) or refusal_in(response)
                return replace(found, label=label, facts=facts, response=response, refusal=refusal)
        return None

    @property
    def source(self) -> Source:
        return Source(self.slug, self.title, self.recognise, self.read, stored=False, signs=self.signs)


def _at(value: object, path: Path) -> Json:
    """Follow a path, and parse strings with JSON on the way."""
    for step in path:
        value = member(opened(value), step)
    return value


def _type_of(record: Record) -> str:
    return as_text(member(record, "span_attributes", "type"))


BRAINTRUST = Log(
    slug="braintrust",
    title="Braintrust log",
    is_record=lambda record: has(record, "span_attributes", "input") or has(record, "root_span_id", "input"),
    is_call=lambda record: _type_of(record) in {"llm", ""},
    request=(("input",),),
    answer=("output",),
    model=(("metadata", "model"),),
    when="created",
    signs=frozenset({"span_attributes", "root_span_id", "data", "results", "rows", "events"}),
).source

OPIK = Log(
    slug="opik",
    title="Opik trace",
    is_record=lambda record: (
        has(record, "input", "output")
        and isinstance(record["input"], dict)
        and (as_text(record.get("type")) in {"llm", "general", "tool", "guardrail"} or has(record, "spans"))
        and "traceId" not in record
    ),
    is_call=lambda record: as_text(record.get("type")) in {"llm", ""},
    request=(("input",),),
    answer=("output",),
    when="start_time",
    signs=frozenset({"input", "spans", "data"}),
).source

HELICONE = Log(
    slug="helicone",
    title="Helicone log",
    is_record=lambda record: (
        has(record, "request_body") and (has(record, "response_body") or has(record, "request_id"))
    ),
    request=(("request_body",),),
    answer=("response_body",),
    model=(("request_model",), ("request_body", "model")),
    label="request_id",
    when="request_created_at",
    grows=False,
    signs=frozenset({"request_body", "data", "requests", "results"}),
).source

LITELLM = Log(
    slug="litellm-log",
    title="LiteLLM log",
    is_record=lambda record: (
        has(record, "call_type")
        and ("custom_llm_provider" in record or "model_group" in record or "api_base" in record or "spend" in record)
    ),
    is_call=lambda record: "embedding" not in as_text(record.get("call_type")),
    request=(("messages",), ("proxy_server_request",), ("proxy_server_request", "body")),
    answer=("response",),
    when="startTime",
    empty="its messages are redacted or were not logged",
    signs=frozenset({"call_type", "data", "results", "rows"}),
).source

LANGSMITH = Log(
    slug="langsmith",
    title="LangSmith run",
    is_record=lambda record: (
        as_text(record.get("run_type")) in {"llm", "chain", "tool", "prompt", "parser", "retriever", "embedding"}
        and has(record, "inputs")
    ),
    is_call=lambda record: record.get("run_type") == "llm",
    request=(("inputs",),),
    answer=("outputs",),
    model=(("extra", "metadata", "ls_model_name"), ("extra", "invocation_params", "model")),
    when="start_time",
    inside=(("post",), ("runs",), ("child_runs",), ("data",)),
    signs=frozenset({"run_type", "post", "runs", "data"}),
).source

WEAVE = Log(
    slug="weave",
    title="Weave trace",
    is_record=lambda record: has(record, "op_name", "inputs"),
    request=(("inputs",),),
    answer=("output",),
    model=(("inputs", "model"),),
    when="started_at",
    signs=frozenset({"op_name", "calls", "data"}),
).source

MLFLOW_SPANS = ("LLM", "CHAT_MODEL")


def _span_type(record: Record) -> str:
    return as_text(opened(member(record, "attributes", "mlflow.spanType")))


MLFLOW = Log(
    slug="mlflow-trace",
    title="MLflow trace",
    is_record=lambda record: has(record.get("attributes"), "mlflow.spanInputs") or bool(_span_type(record)),
    is_call=lambda record: _span_type(record) in MLFLOW_SPANS,
    request=(("attributes", "mlflow.spanInputs"),),
    answer=("attributes", "mlflow.spanOutputs"),
    model=(("attributes", "mlflow.spanInputs", "model"),),
    label="span_id",
    when="start_time_unix_nano",
    inside=(("data", "spans"), ("spans",)),
    signs=frozenset({"attributes", "data", "spans"}),
).source

POSTHOG = Log(
    slug="posthog",
    title="PostHog event",
    is_record=lambda record: as_text(record.get("event")).startswith("$ai_") and has(record, "properties"),
    is_call=lambda record: record.get("event") == "$ai_generation",
    request=(("properties", "$ai_input"),),
    answer=("properties", "$ai_output_choices"),
    model=(("properties", "$ai_model"),),
    label="uuid",
    when="timestamp",
    signs=frozenset({"event", "results", "data", "events"}),
).source

PORTKEY = Log(
    slug="portkey",
    title="Portkey log",
    is_record=lambda record: has(record, "request") and (has(record, "ai_org") or has(record, "ai_model")),
    request=(("request",), ("request", "body")),
    answer=("response",),
    model=(("ai_model",),),
    signs=frozenset({"ai_org", "ai_model", "data", "rows"}),
).source

DSPY = Log(
    slug="dspy",
    title="DSPy history",
    is_record=lambda record: has(record, "messages", "kwargs", "outputs") and "prompt" in record,
    request=(("messages",),),
    answer=("response",),
    label="uuid",
    when="timestamp",
    inside=(("history",),),
    signs=frozenset({"outputs", "history"}),
).source
