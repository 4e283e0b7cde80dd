"""A saved replay that can be handed on: redacted as the conversation is, with the same stand-ins, and still readable.

What the record says about itself stays (when, to whom, how it ended, which rule explains it); what was sent, answered
or quoted is replaced. The pieces of a stream would spell out again what was replaced in the whole answer, so they
leave only where nothing in the answer had to be replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from workbench.converters.generation import contents_of_response
from workbench.json.pointer import leaves, replaced
from workbench.json.text import Json
from workbench.loading import LoadError, load_value
from workbench.redaction.redactor import Redactor
from workbench.redaction.regions import Regions, regions_of, regions_of_answer

_OF_A_CALL = frozenset({("arguments",), ("call", "arguments"), ("answer",)})
"""What a tool was given and what it gave back, in a call that was answered from the recording or was not."""
_OF_THE_ERROR = ("error", "kind", "provider", "type")
_OF_THE_PLACE = ("rule", "code", "at")


def redacted_replay(record: dict[str, Json], redactor: Redactor, name: str) -> dict[str, Json]:
    """`record` is as `ReplayRecord.as_json` writes it; `name` is the conversation's, as it leaves."""
    exchanges = [_exchange(one, str(record["wire"]), redactor) for one in record["exchanges"]]
    pairs = zip(exchanges, record["exchanges"], strict=True)
    is_unchanged = all(after["response"] == before["response"] for after, before in pairs)
    moments = [moment for moment in record["events"] if is_unchanged or moment[1] != "chunk"]
    return {
        **record,
        "name": name,
        "endpoint": _texts(record["endpoint"], redactor.hidden),
        "exchanges": exchanges,
        "events": [[at, kind, _moment(kind, value, is_unchanged, redactor)] for at, kind, value in moments],
        "error": _texts(record["error"], redactor.report, _OF_THE_ERROR),
        "located": _texts(record["located"], redactor.report, _OF_THE_PLACE),
        "unrecorded": redactor.document(record["unrecorded"], Regions(free=_OF_A_CALL)),
        "comparison": _comparison(record["comparison"], redactor),
    }


def _exchange(exchange: dict[str, Json], wire: str, redactor: Redactor) -> dict[str, Json]:
    body, before = exchange["body"], exchange["response"]
    response = redactor.document(before, regions_of_answer(wire, before))
    return {
        **exchange,
        "url": redactor.hidden(exchange["url"]),
        "headers": _texts(exchange["headers"], redactor.hidden),
        "body": redactor.document(body, _regions_of_request(body, wire)),
        "response_headers": _texts(exchange["response_headers"], redactor.report),
        "response": response,
        "contents": exchange["contents"] if response == before else list(contents_of_response(wire, response)),
    }


def _regions_of_request(body: object, wire: str) -> Regions:
    try:
        return regions_of(load_value(body, "request", wire))
    except LoadError:  # an edited request may hold no messages
        return Regions()


def _moment(kind: str, value: object, is_unchanged: bool, redactor: Redactor) -> Json:
    if kind == "content":
        return value if is_unchanged else {}
    if kind == "tool":
        return redactor.document(value, Regions(free=_OF_A_CALL))
    if kind == "error":
        return _texts(value, redactor.report, _OF_THE_ERROR)
    if kind == "response":
        return _texts(value, redactor.report)
    return _texts(value, redactor.hidden)


def _comparison(comparison: object, redactor: Redactor) -> Json:
    """How the answer differs from the recorded one: lines of both texts, and the arguments of calls."""
    if not isinstance(comparison, dict):
        return comparison
    lines = [line[:1] + redactor.text(line[1:]) for line in comparison["text_difference"]]
    free = frozenset(
        ("calls", index, side) for index in range(len(comparison["calls"])) for side in ("recorded", "new")
    )
    calls = redactor.document({"calls": comparison["calls"]}, Regions(free=free))["calls"]
    return {**comparison, "text_difference": lines, "calls": calls}


def _texts(value: object, change: Callable[[str], str], but: Collection[str] = ()) -> Json:
    """The value with every text changed, but for members that only the workbench writes."""
    held: Json = {"value": value}
    for path, text in leaves(held):
        if isinstance(text, str) and (len(path) < 2 or path[1] not in but):
            held = replaced(held, path, change(text))
    return held["value"]
