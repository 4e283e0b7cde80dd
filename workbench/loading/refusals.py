"""Find the refusal recorded with a request: an error body, an answer with an error status, or the error of a record."""

from __future__ import annotations

from workbench.json.text import Json, compact, parse_or_none

_ERROR_KEYS = ("error", "exception", "err", "error_message", "errorMessage", "failure")
_ANSWER_KEYS = ("response", "responseBody", "response_body", "output", "completion")
_STATUS_KEYS = ("status", "statusCode", "status_code", "http_status")
_ERROR_BODY_KEYS = frozenset({"code", "type", "object", "__type", "param", "request_id", "status"})
_CHAT_KEYS = frozenset({"role", "content", "messages", "contents", "choices", "candidates", "parts"})
_FIRST_ERROR_STATUS = 400


def refusal_in_record(record: dict[str, Json]) -> str:
    """Return the error recorded with a request, or "" if the status of the record is a success."""
    status = status_of(record)
    if status is not None and status < _FIRST_ERROR_STATUS:
        return ""
    for key in _ERROR_KEYS:
        if isinstance(error := record.get(key), (str, dict, list)) and error:
            return _text({key: error} if key == "error" and isinstance(error, dict) else error)
    answers = (record.get(key) for key in _ANSWER_KEYS)
    return next((text for answer in answers if (text := refusal_in(answer, status))), "")


def refusal_in(answer: object, status: int | None = None) -> str:
    """Return the text of an answer that is an error, without the HTTP envelope around it, or "" if it is not one."""
    if isinstance(answer, dict) and (inner := status_of(answer)) is not None:
        status = inner
    body = answer["body"] if isinstance(answer, dict) and isinstance(answer.get("body"), (dict, list, str)) else answer
    value = parse_or_none(body) if isinstance(body, str) else body
    is_bad = status is not None and status >= _FIRST_ERROR_STATUS
    return _text(body) if body and (is_refusal(value) or is_bad) else ""


def is_refusal(value: object) -> bool:
    """Whether a value has the shape of a provider's error body."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) and is_refusal(item) for item in value[:3])
    if not isinstance(value, dict) or not _CHAT_KEYS.isdisjoint(value):
        return False
    if value.get("type") == "error" or (isinstance(value.get("error"), (dict, str)) and value["error"]):
        return True
    if isinstance(value.get("detail"), (str, list)) and value["detail"]:
        return True
    message = value.get("message", value.get("Message"))
    return isinstance(message, str) and bool(message) and (len(value) == 1 or not _ERROR_BODY_KEYS.isdisjoint(value))


def status_of(record: dict[str, Json]) -> int | None:
    """Return the HTTP status of a record. A `status` that is a word or any other number does not count."""
    for key in _STATUS_KEYS:
        status = record.get(key)
        if isinstance(status, int) and not isinstance(status, bool) and 100 <= status < 600:
            return status
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else compact(value)
