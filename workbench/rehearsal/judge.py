"""Decide whether the target would accept a request, by the rules of the checks and with the target's own messages.

An unanswered call at the end of a stored history may still be running; in a request it is refused.
"""

from __future__ import annotations

from workbench.checks.check import check
from workbench.checks.report import Report
from workbench.conversation import Conversation
from workbench.converters import NoRouteError
from workbench.detection import detected
from workbench.formats import FORMATS, Format
from workbench.formats.wire import Refusal
from workbench.json.text import Json

_KINDS = {str: "a string", list: "an array", dict: "an object", bool: "a boolean", int: "an integer", float: "a number"}


def judge(wire: str, body: object, target: str) -> Refusal | None:
    """Return the target's refusal, or None if it would accept the request."""
    form = FORMATS[wire]
    if not isinstance(body, dict):
        return Refusal(400, "We could not parse the JSON body of your request. A JSON object is expected.")
    key = form.list_key
    if body.get(key) is None:
        return Refusal(400, f"Missing required parameter: '{key}'.", param=key, code="missing_required_parameter")
    history = body[key]
    if not isinstance(history, list) and not (_accepts_plain_text(form) and isinstance(history, str)):
        kind = _KINDS.get(type(history), "null")
        words = f"Invalid type for '{key}': expected an array of objects, but got {kind} instead."
        return Refusal(400, words, param=key, code="invalid_type")
    try:
        return _refusal(check(request_as_conversation(wire, body), target))
    except NoRouteError:
        return None


def _accepts_plain_text(form: Format) -> bool:
    return form.wire is not None and form.wire.messages_may_be_text


def request_as_conversation(wire: str, body: dict[str, Json]) -> Conversation:
    key = FORMATS[wire].list_key
    settings = {name: value for name, value in body.items() if name != key}
    history = body[key]
    messages, places = (history, None) if isinstance(history, list) else ([history], (f"/{key}",))
    return detected(Conversation("request", body, messages, f"/{key}", places, settings), wire)


def _refusal(report: Report) -> Refusal | None:
    verdict = report.when_sent
    first = verdict.deciding
    if not verdict.refused or first is None:
        return None
    return Refusal(
        status=report.target.status,
        message=first.provider_error or first.text,
        type=first.error_type or "invalid_request_error",
        param=first.param,
        code=first.error_code,
    )
