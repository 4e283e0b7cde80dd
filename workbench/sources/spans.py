"""Spans of any exporter → one row each. Attributes are OTLP lists of keys and values, objects, or rows of tables."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from workbench.json.pointer import Path
from workbench.json.text import Json
from workbench.sources.contract import TABLES, Material
from workbench.sources.reading import as_object, as_text, has, in_text, member, objects, opened

_TRACE_NAMES, _SPAN_NAMES = ("trace_id", "traceId", "traceID"), ("span_id", "spanId", "spanID", "id")
_WRAPPERS = frozenset({"resourceSpans", "resource_spans", "spans", "attributes", "tags", "data"})
_ATTRIBUTES = ("attributes", "tags", "data")
_LISTED_ATTRIBUTES = ("attributes", "tags")
_CONVENTIONS = ("gen_ai.", "openinference.", "llm.input_messages.", "ai.prompt.")
_MAX_PARTS = 24
_SPANS, _ATTRIBUTE_ROWS = "spans", "span_attributes"
Attributes = dict[str, tuple[Json, Path]]
"""Dotted name → value and its place."""


@dataclass(frozen=True)
class Span:
    name: str
    scope: str
    trace: str
    id: str
    started: str
    record: dict[str, Json]
    at: Path
    is_flat: bool
    """Whether the attributes are an object, not an OTLP list."""
    is_bare: bool = False
    """Whether the record only has attributes."""
    of_tables: Attributes | None = None
    """The attributes, if they are in a database."""

    @cached_property
    def attributes(self) -> Attributes:
        if self.of_tables is not None:
            return self.of_tables
        if self.is_bare:
            return dict(_flat(self.record, "", self.at))
        key = _attributes_key(self.record) or "attributes"
        held, at = self.record.get(key), (*self.at, key)
        return dict(_flat(held, "", at)) if isinstance(held, dict) else dict(_listed(held, at))

    def get(self, name: str) -> Json:
        return self.attributes.get(name, (None, ()))[0]

    def text(self, *names: str) -> str:
        """Return the first of these attributes that is a text."""
        return next((text for name in names if (text := as_text(self.get(name)))), "")

    @property
    def events(self) -> Iterator[tuple[str, Attributes]]:
        for place, event in objects(self.record.get("events"), (*self.at, "events")):
            held, at = event.get("attributes"), (*place, "attributes")
            listed = _flat(held, "", at) if isinstance(held, dict) else _listed(held, at)
            yield as_text(event.get("name")), dict(listed)


def spans_of(material: Material) -> list[Span]:
    """Return all spans of a file, in order of their start."""
    found: list[Span] = []
    if material.kind == TABLES:
        found.extend(_of_tables(material.object))
    for place, record in material.records:
        if _is_otlp(record):
            found.extend(_otlp(record, place))
        elif traces := _jaeger_traces(record, place):
            found.extend(_flat_span(span, at) for trace in traces for at, span in trace)
        elif is_span(record):
            found.append(_flat_span(record, place))
        elif isinstance(record.get("spans"), list):
            found.extend(
                _flat_span(span, at) for at, span in objects(record["spans"], (*place, "spans")) if is_span(span)
            )
    return sorted(found, key=lambda span: span.started)


def are_span_tables(tables: object) -> bool:
    """Whether a database has a table of spans, with their attributes in a column or in a table of their own."""
    first = member(tables, _SPANS, 0)
    is_span_row = has(first, "name", "span_id") and any(key.startswith("start_time") for key in as_object(first))
    return is_span_row and (has(first, "attributes") or has(member(tables, _ATTRIBUTE_ROWS, 0), "span_id", "key"))


def _of_tables(tables: dict[str, Json]) -> Iterator[Span]:
    by_span: dict[str, Attributes] = defaultdict(dict)
    for place, row in objects(tables.get(_ATTRIBUTE_ROWS), (_ATTRIBUTE_ROWS,)):
        by_span[as_text(row.get("span_id"))][as_text(row.get("key"))] = row.get("value"), (*place, "value")
    for place, row in objects(tables.get(_SPANS), (_SPANS,)):
        named = as_text(row.get("span_id"))
        own = dict(_flat(opened(row.get("attributes")), "", (*place, "attributes")))
        started = next((in_text(value) for key, value in row.items() if key.startswith("start_time")), "")
        yield Span(
            as_text(row.get("name")),
            "",
            as_text(row.get("trace_id")),
            named,
            started,
            row,
            place,
            is_flat=True,
            of_tables=own | by_span.get(named, {}),
        )


def _is_otlp(record: dict[str, Json]) -> bool:
    return has(record, "resourceSpans") or has(record, "resource_spans")


def _jaeger_traces(record: dict[str, Json], place: Path) -> list[list[tuple[Path, dict[str, Json]]]]:
    """Return the spans of each trace, as exported by Jaeger's API and page."""
    traces = list(objects(record.get("data"), (*place, "data"))) or [(place, record)]
    return [
        list(objects(trace.get("spans"), (*at, "spans")))
        for at, trace in traces
        if has(trace, "traceID") and isinstance(trace.get("spans"), list)
    ]


def is_span(record: object) -> bool:
    """Whether this is a span of the console exporter, Phoenix or Zipkin."""
    if not isinstance(record, dict):
        return False
    key = _attributes_key(record)
    if key and isinstance(record[key], dict) and _is_attributes(record[key]):
        return True
    if not has(record, "name", "attributes"):
        return _is_attributes(record)
    return any(_named(record, names) for names in (_TRACE_NAMES, _SPAN_NAMES))


def _attributes_key(record: dict[str, Json]) -> str:
    """The key of the attributes: that of an object with a known convention, else the first that can have a list."""
    objects_with_convention = (key for key in _ATTRIBUTES if _is_attributes(as_object(record.get(key))))
    listed = (key for key in _LISTED_ATTRIBUTES if key in record)
    return next(objects_with_convention, "") or next(listed, "")


def _is_attributes(keys: Iterable[str]) -> bool:
    """Whether these are keys of span attributes, as copied from a viewer."""
    return any(key.startswith(_CONVENTIONS) for key in keys)


def _named(record: object, names: tuple[str, ...]) -> str:
    """Return an id of a span, from the span itself or from its context."""
    holders = (record, *(member(record, key) for key in ("context", "spanContext", "_spanContext")))
    return next((text for holder in holders for name in names if (text := as_text(member(holder, name)))), "")


def looks_like_spans(material: Material) -> bool:
    if _WRAPPERS.isdisjoint(material.signs) and not _is_attributes(material.signs):
        return False
    return any(
        _is_otlp(record)
        or is_span(record)
        or _jaeger_traces(record, ())
        or any(is_span(span) for _, span in objects(record.get("spans")))
        for record in material.sample[:5]
    )


def _otlp(record: dict[str, Json], place: Path) -> Iterator[Span]:
    for top in ("resourceSpans", "resource_spans"):
        for at, resource in objects(record.get(top), (*place, top)):
            for middle in ("scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
                for spot, scoped in objects(resource.get(middle), (*at, middle)):
                    scope = as_text(member(scoped, "scope", "name") or member(scoped, "instrumentationLibrary", "name"))
                    for here, span in objects(scoped.get("spans"), (*spot, "spans")):
                        yield Span(
                            as_text(span.get("name")),
                            scope,
                            as_text(span.get("traceId") or span.get("trace_id")),
                            as_text(span.get("spanId") or span.get("span_id")),
                            str(span.get("startTimeUnixNano") or span.get("start_time_unix_nano") or ""),
                            span,
                            here,
                            is_flat=False,
                        )


def _flat_span(record: dict[str, Json], place: Path) -> Span:
    alone = not _attributes_key(record)
    scopes = ("instrumentation_scope", "scope", "instrumentationScope", "instrumentationLibrary")
    return Span(
        as_text(record.get("name") or record.get("operationName") or record.get("spanName")),
        next((name for key in scopes if (name := as_text(member(record, key, "name")))), ""),
        _named(record, _TRACE_NAMES),
        _named(record, _SPAN_NAMES),
        str(record.get("start_time") or record.get("startTime") or record.get("timestamp") or ""),
        record,
        place,
        is_flat=True,
        is_bare=alone,
    )


_INTEGER = re.compile(r"-?[0-9]{1,20}")
_TEXT_KEYS = ("stringValue", "string_value")


def _listed(attributes: object, at: Path) -> Iterator[tuple[str, tuple[Json, Path]]]:
    for place, attribute in objects(attributes, at):
        held = attribute.get("value")
        at_text = next((("value", key) for key in _TEXT_KEYS if has(held, key)), ("value",))
        yield as_text(attribute.get("key")), (plain_value(held), (*place, *at_text))


def plain_value(value: object) -> Json:
    """Return the plain value of an OTLP typed value."""
    if not isinstance(value, dict):
        return value
    for key, held in value.items():
        if key in ("arrayValue", "array_value"):
            return [plain_value(item) for item in member(held, "values") or []]
        if key in ("kvlistValue", "kvlist_value"):
            return {
                as_text(item.get("key")): plain_value(item.get("value")) for _, item in objects(member(held, "values"))
            }
        if key in ("intValue", "int_value"):
            return int(held) if isinstance(held, str) and _INTEGER.fullmatch(held) else held
        return held
    return None


def _flat(value: object, name: str, at: Path, depth: int = 0) -> Iterator[tuple[str, tuple[Json, Path]]]:
    """Yield attributes by dotted name. Nested objects are yielded both whole and by the dotted names inside.

    No convention has names of more than `_MAX_PARTS` parts. What is deeper has no name of its own: the names and paths
    of a deep document would take many times its size.
    """
    if name:
        yield name, (value, at)
    if depth == _MAX_PARTS:
        return
    if isinstance(value, dict):
        for key, held in value.items():
            yield from _flat(held, f"{name}.{key}" if name else key, (*at, key), depth + 1)
    elif isinstance(value, list):
        for number, held in enumerate(value):
            if isinstance(held, (dict, list)):
                yield from _flat(held, f"{name}.{number}", (*at, number), depth + 1)
