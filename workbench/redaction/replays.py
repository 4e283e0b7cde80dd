"""Redact a saved replay for sharing, with the same placeholders as the conversation; it can still be loaded.

The metadata of the record stays (time, endpoint, outcome, the rule that explains it); everything sent, answered or
quoted is replaced. The chunks of a stream would reveal what was replaced in the complete answer, so they are kept only
if nothing in the answer had to be replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from workbench.converters.generation import contents_of_response
from workbench.json.pointer import leaves, replaced
from workbench.json.text import Json, JsonObject
from workbench.loading import LoadError, load_value
from workbench.redaction.redactor import Redactor
from workbench.redaction.regions import Regions, regions_of, regions_of_response

_TOOL_DATA_OF_CALL = frozenset({("arguments",), ("call", "arguments"), ("answer",)})
"""Paths of the arguments and the result in the record of a call, whether it was answered from the recording or not."""
_ERROR_METADATA = ("error", "kind", "provider", "type")
_LOCATION_METADATA = ("rule", "code", "at")


def redacted_replay(record: JsonObject, redactor: Redactor, name: str) -> dict[str, Json]:
    """Return the redacted record. `record` has the form of `ReplayRecord.as_json`; `name` is the shared name."""
    exchanges = [_exchange(exchange, str(record["wire"]), redactor) for exchange in record["exchanges"]]
    pairs = zip(exchanges, record["exchanges"], strict=True)
    is_unchanged = all(after["response"] == before["response"] for after, before in pairs)
    events = [event for event in record["events"] if is_unchanged or event[1] != "chunk"]
    return {
        **record,
        "name": name,
        "endpoint": _with_texts_changed(record["endpoint"], redactor.without_secrets),
        "exchanges": exchanges,
        "events": [[at, kind, _event(kind, value, is_unchanged, redactor)] for at, kind, value in events],
        "error": _with_texts_changed(record["error"], redactor.redact_report, _ERROR_METADATA),
        "located": _with_texts_changed(record["located"], redactor.redact_report, _LOCATION_METADATA),
        "unrecorded": redactor.redact_document(record["unrecorded"], Regions(tool_data=_TOOL_DATA_OF_CALL)),
        "comparison": _comparison(record["comparison"], redactor),
    }


def _exchange(exchange: JsonObject, wire: str, redactor: Redactor) -> dict[str, Json]:
    body, before = exchange["body"], exchange["response"]
    response = redactor.redact_document(before, regions_of_response(wire, before))
    return {
        **exchange,
        "url": redactor.without_secrets(exchange["url"]),
        "headers": _with_texts_changed(exchange["headers"], redactor.without_secrets),
        "body": redactor.redact_document(body, _regions_of_request(body, wire)),
        "response_headers": _with_texts_changed(exchange["response_headers"], redactor.redact_report),
        "response": response,
        "contents": exchange["contents"] if response == before else list(contents_of_response(wire, response)),
    }


def _regions_of_request(body: object, wire: str) -> Regions:
    try:
        return regions_of(load_value(body, "request", wire))
    except LoadError:  # an edited request may have no messages
        return Regions()


def _event(kind: str, value: object, is_unchanged: bool, redactor: Redactor) -> Json:
    if kind == "content":
        return value if is_unchanged else {}
    if kind == "tool":
        return redactor.redact_document(value, Regions(tool_data=_TOOL_DATA_OF_CALL))
    if kind == "error":
        return _with_texts_changed(value, redactor.redact_report, _ERROR_METADATA)
    if kind == "response":
        return _with_texts_changed(value, redactor.redact_report)
    return _with_texts_changed(value, redactor.without_secrets)


def _comparison(comparison: object, redactor: Redactor) -> Json:
    """Redact the comparison with the recorded answer: lines of both texts, and the arguments of calls."""
    if not isinstance(comparison, dict):
        return comparison
    lines = [line[:1] + redactor.redact_text(line[1:]) for line in comparison["text_difference"]]
    tool_data = frozenset(
        ("calls", index, side) for index in range(len(comparison["calls"])) for side in ("recorded", "new")
    )
    calls = redactor.redact_document({"calls": comparison["calls"]}, Regions(tool_data=tool_data))["calls"]
    return {**comparison, "text_difference": lines, "calls": calls}


def _with_texts_changed(value: object, change: Callable[[str], str], unchanged_keys: Collection[str] = ()) -> Json:
    """Return the value with every text changed, except under keys that only the workbench writes."""
    wrapper: Any = {"value": value}
    for path, text in leaves(wrapper):
        if isinstance(text, str) and (len(path) < 2 or path[1] not in unchanged_keys):
            wrapper = replaced(wrapper, path, change(text))
    return wrapper["value"]
