"""Read the refusals from the body of an error answer, by the keys that providers, gateways and SDKs use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from workbench.json.text import Json, compact

_CAUSES = ("metadata", "raw", "responseBody", "response_body", "responseJSON", "body")
"""Keys under which gateways and SDKs put the answer they received, which is preferred to their own message."""
_WORDS = (
    "error", "errors", "innererror", "message", "Message", "detail", "msg", "errorMessage", "error_message",
    "status_msg", "base_resp", "response", "data", "choices", "description", "fault", "exception", "err",
    "lastError", "last_error", "cause", "reason", "title",
)  # fmt: skip
_PLACES = ("param", "loc", "field", "path", "instancePath")
_MAX_DEPTH = 6
_LEAST_WORDS = 4
"""From so many words on, the place is a sentence."""


class Refusal(NamedTuple):
    """One refusal: its sentence, place, code and type."""

    words: str
    place: str = ""
    """The place as the provider writes it: `messages[3].role`, `body.messages.3.role`."""
    code: str = ""
    type: str = ""


Opener = Callable[[str], list[Refusal]]
"""Returns the refusals of the error body inside a sentence, if there is one."""


def refusals_in(body: object, opened: Opener, depth: int = 0) -> list[Refusal]:
    """Return the refusals of a body, the main one first; empty if it is not an error."""
    if depth > _MAX_DEPTH:
        return []
    if isinstance(body, list):
        return [refusal for item in body[:40] for refusal in refusals_in(item, opened, depth + 1)]
    if not isinstance(body, dict):
        return []
    for key in (*_CAUSES, *_WORDS):
        if key in body and (found := list(_refusals_under(body, key, opened, depth))):
            return _without_repeats([*found, *_violations(body, opened)])
    return []


def _refusals_under(body: dict[str, Json], key: str, opened: Opener, depth: int) -> Iterator[Refusal]:
    inner_value = body[key]
    if isinstance(inner_value, str) and inner_value.strip():
        inner = opened(inner_value)
        if inner or key not in _CAUSES or "provider_name" in body:
            yield from inner or [_refusal(inner_value, body)]
    elif isinstance(inner_value, (dict, list)):
        outer = _place(body)
        for refusal in refusals_in(inner_value, opened, depth + 1):
            is_inside = key == "errors" and outer and refusal.place[:1].isdigit()  # a choice of schemas for one list
            place = f"{outer}.{refusal.place}" if is_inside else refusal.place or outer
            yield refusal._replace(place=place, code=refusal.code or _text(body.get("code")))


def _violations(body: dict[str, Json], opened: Opener) -> Iterator[Refusal]:
    """Yield the refusals in Google's `details`, each with its own place."""
    details = body.get("details")
    error = body.get("error")
    if details is None and isinstance(error, dict):
        details = error.get("details")
    for detail in details if isinstance(details, list) else ():
        for violation in (detail.get("fieldViolations") or ()) if isinstance(detail, dict) else ():
            if isinstance(violation, dict) and isinstance(violation.get("description"), str):
                yield Refusal(violation["description"], _text(violation.get("field")))


def _refusal(words: str, body: dict[str, Json]) -> Refusal:
    kind = body.get("type") or body.get("status") or body.get("__type")
    place = _place(body)
    if len(place.split()) >= _LEAST_WORDS:  # a general message, with the actual sentence in the place
        words, place = f"{words}: {place}", ""
    return Refusal(words, place, _text(body.get("code")), _text(kind))


def _place(body: dict[str, Json]) -> str:
    for key in _PLACES:
        place = body.get(key)
        if isinstance(place, list) and place:
            if isinstance(place[0], int) and place[1:2] == ["function"]:
                place = ["tools", *place]  # the list of tools was validated alone
            # `list[union[TextPart,ImagePart]]` is the expected type, not a step.
            return ".".join(str(step) for step in place if "[" not in str(step))
        if isinstance(place, str) and place:
            return place
    return ""


def _text(value: object) -> str:
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""


def _without_repeats(refusals: list[Refusal]) -> list[Refusal]:
    return list({compact([refusal.words, refusal.place]): refusal for refusal in reversed(refusals)}.values())[::-1]
