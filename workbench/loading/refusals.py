"""The refusal that was recorded with a request: an error body, an answer with a bad status, the error of a record."""

from __future__ import annotations

from workbench.json.text import Json, compact, parse_or_none

_ERROR_KEYS = ("error", "exception", "err", "error_message", "errorMessage", "failure")
_ANSWER_KEYS = ("response", "responseBody", "response_body", "output", "completion")
_STATUS_KEYS = ("status", "statusCode", "status_code", "http_status")
_BESIDE_A_MESSAGE = frozenset({"code", "type", "object", "__type", "param", "request_id", "status"})
_OF_A_CHAT = frozenset({"role", "content", "messages", "contents", "choices", "candidates", "parts"})
_REFUSED = 400


def refusal_beside(record: dict[str, Json]) -> str:
    """The error that is next to a request in a record; none if the record says that all went well."""
    status = status_of(record)
    if status is not None and status < _REFUSED:
        return ""
    for key in _ERROR_KEYS:
        if isinstance(error := record.get(key), (str, dict, list)) and error:
            return _text({key: error} if key == "error" and isinstance(error, dict) else error)
    answers = (record.get(key) for key in _ANSWER_KEYS)
    return next((text for answer in answers if (text := refusal_in(answer, status))), "")


def refusal_in(answer: object, status: int | None = None) -> str:
    """The error that an answer is, with or without the HTTP envelope around it."""
    if isinstance(answer, dict) and (inner := status_of(answer)) is not None:
        status = inner
    body = answer["body"] if isinstance(answer, dict) and isinstance(answer.get("body"), (dict, list, str)) else answer
    value = parse_or_none(body) if isinstance(body, str) else body
    is_bad = status is not None and status >= _REFUSED
    return _text(body) if body and (is_refusal(value) or is_bad) else ""


def is_refusal(value: object) -> bool:
    """Whether a value is an error body, by the shapes that providers give it."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) and is_refusal(item) for item in value[:3])
    if not isinstance(value, dict) or not _OF_A_CHAT.isdisjoint(value):
        return False
    if value.get("type") == "error" or (isinstance(value.get("error"), (dict, str)) and value["error"]):
        return True
    if isinstance(value.get("detail"), (str, list)) and value["detail"]:
        return True
    message = value.get("message", value.get("Message"))
    return isinstance(message, str) and bool(message) and (len(value) == 1 or not _BESIDE_A_MESSAGE.isdisjoint(value))


def status_of(record: dict[str, Json]) -> int | None:
    """The HTTP status; other words for how something went are none."""
    for key in _STATUS_KEYS:
        status = record.get(key)
        if isinstance(status, int) and not isinstance(status, bool) and 100 <= status < 600:
            return status
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else compact(value)
